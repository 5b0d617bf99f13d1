//! From a [`Sheet`] to [`Rules`]: nothing can fail here, whatever was wrong was said before.

use super::program::*;
use super::reach::{self, Mover, Rays};
use super::set::{Set, SetMaker};
use crate::board::{Player, Squares};
use crate::check::Sheet;
use crate::check::sheet::{self, KindId, RuleId};

/// Makes the tables of a variant.
pub fn compile<B: Squares>(sheet: &Sheet) -> Rules<B> {
    let all = sheet
        .geometry
        .squares()
        .fold(B::EMPTY, |set, it| set | B::one(it));
    let mut rays = Rays::new();
    let movers = Player::BOTH.map(|own| -> Vec<Mover<B>> {
        let maker = SetMaker {
            sheet,
            all,
            own,
            stuck: None,
        };
        sheet
            .kinds
            .iter()
            .map(|kind| reach::mover(kind, &maker, &mut rays))
            .collect()
    });
    let seats = Player::BOTH.map(|own| {
        seat(&Maker {
            sheet,
            own,
            all,
            movers: &movers,
        })
    });
    let general = |path: &str| {
        RuleId(
            sheet
                .rules
                .iter()
                .position(|it| it.path == path)
                .expect("check: the general rules are entered") as u16,
        )
    };
    Rules {
        geometry: sheet.geometry,
        coordinates: sheet.coordinates,
        all,
        n_layers: sheet.layers.len(),
        kinds: sheet
            .kinds
            .iter()
            .map(|it| KindFacts {
                name: it.name.clone(),
                letter: it.letter.clone(),
                layer: it.layer,
                neutral: it.neutral,
                becomes: it.becomes.iter().map(|it| it.0).collect(),
                in_hand_as: it.in_hand_as.0,
                drops_as: it.drops_as.iter().map(|it| it.0).collect(),
                moves_rule: it.moves_rule,
                becomes_rule: it.becomes_rule,
            })
            .collect(),
        layer_kinds: (0..sheet.layers.len())
            .map(|layer| {
                (0..sheet.kinds.len() as u8)
                    .filter(|it| sheet.kinds[*it as usize].layer == layer)
                    .collect()
            })
            .collect(),
        neutral: (0..sheet.kinds.len() as u8)
            .filter(|it| sheet.kinds[*it as usize].neutral)
            .collect(),
        to_hand: sheet.to_hand,
        needs_history: sheet
            .ends
            .iter()
            .flat_map(|it| &it.conditions)
            .any(sheet::Condition::looks_back),
        seats,
        turn_rule: general("turn"),
        promote_rule: general("promote"),
    }
}

fn seat<B: Squares>(maker: &Maker<'_, B>) -> Seat<B> {
    let sheet = maker.sheet;
    let mut end_acts = Vec::new();
    let mut throughout = Vec::new();
    let ends = sheet
        .ends
        .iter()
        .map(|it| EndProgram {
            rule: it.rule,
            for_each: it.for_each,
            at_act: it.at_act,
            conditions: it
                .conditions
                .iter()
                .map(|it| maker.cond(it, &mut end_acts, &mut throughout))
                .collect(),
            result: it.result,
            plain: !it
                .conditions
                .iter()
                .any(|it| it.looks_ahead() || it.looks_back()),
        })
        .collect();
    let no_acts = |it: &sheet::Condition| maker.cond(it, &mut Vec::new(), &mut Vec::new());
    let turns = sheet
        .turns
        .iter()
        .map(|it| TurnProgram {
            rule: it.rule,
            conditions: it.conditions.iter().map(no_acts).collect(),
            several: it.several,
            acts: it
                .acts
                .iter()
                .map(|(pattern, times)| (maker.pattern(pattern, true), *times))
                .collect(),
        })
        .collect();
    let promotes = sheet
        .promotes
        .iter()
        .map(|it| {
            let narrowed = |pattern: &sheet::Pattern| {
                let mut pattern = pattern.clone();
                pattern.kinds.0 &= it.kinds.0;
                maker.pattern(&pattern, true)
            };
            PromoteProgram {
                rule: it.rule,
                may: it.may.as_ref().map(narrowed),
                must: it.must.as_ref().map(narrowed),
            }
        })
        .collect();
    let forbids = sheet
        .forbids
        .iter()
        .map(|it| ForbidProgram {
            rule: it.rule,
            act: it.act.as_ref().map(|it| maker.pattern(it, true)),
            conditions: it.conditions.iter().map(no_acts).collect(),
            loses: it.loses,
            looks_ahead: it.conditions.iter().any(sheet::Condition::looks_ahead),
        })
        .collect();
    Seat {
        turns,
        promotes,
        forbids,
        ends,
        end_acts,
        throughout,
        movers: maker.movers[maker.own.index()].clone(),
    }
}

struct Maker<'a, B> {
    sheet: &'a Sheet,
    own: Player,
    all: B,
    movers: &'a [Vec<Mover<B>>; 2],
}

impl<B: Squares> Maker<'_, B> {
    fn sets(&self, stuck: Option<B>) -> SetMaker<'_, B> {
        SetMaker {
            sheet: self.sheet,
            all: self.all,
            own: self.own,
            stuck,
        }
    }

    fn player(&self, own: bool) -> Player {
        if own { self.own } else { self.own.other() }
    }

    fn pattern(&self, pattern: &sheet::Pattern, acting: bool) -> PatternProgram<B> {
        let kinds = self.movers[self.own.index()]
            .iter()
            .enumerate()
            .map(|(i, mover)| {
                if !pattern.kinds.has(KindId(i as u8)) {
                    return None;
                }
                let maker = self.sets(acting.then_some(mover.stuck));
                // A set that holds every square says nothing.
                let set = |it: &Option<sheet::Set>| -> Option<Set<B>> {
                    it.as_ref()
                        .map(|it| maker.set(it))
                        .filter(|it| it.constant() != Some(self.all))
                };
                Some(Masks {
                    from: set(&pattern.from),
                    to: set(&pattern.to),
                    touching: set(&pattern.touching),
                    capturing: pattern.capturing,
                    promoting: pattern.promoting,
                })
            })
            .collect();
        PatternProgram {
            verb: pattern.verb,
            kinds,
        }
    }

    fn cond(
        &self,
        condition: &sheet::Condition,
        end_acts: &mut Vec<PatternProgram<B>>,
        throughout: &mut Vec<(sheet::Quantity, Set<B>)>,
    ) -> Cond<B> {
        use sheet::Condition as C;
        match condition {
            C::Count(quantity, set) => Cond::Count(*quantity, self.sets(None).set(set)),
            C::Mate {
                of_own,
                kinds,
                answers,
            } => Cond::Mate {
                of: self.player(*of_own),
                kinds: *kinds,
                // The answers are the mated player's acts, seen from his side.
                answers: answers.as_ref().map(|it| {
                    let other = Maker {
                        own: self.player(*of_own),
                        ..*self
                    };
                    Box::new(other.pattern(it, true))
                }),
            },
            C::CannotAct { own } => Cond::CannotAct(self.player(*own)),
            C::Repeated { times, in_a_row } => Cond::Repeated {
                times: *times,
                in_a_row: *in_a_row,
            },
            C::Throughout(quantity, set) => {
                throughout.push((*quantity, self.sets(None).set(set)));
                Cond::Throughout((throughout.len() - 1) as u8)
            }
            C::Hand {
                own,
                quantity,
                kinds,
            } => Cond::Hand(self.player(*own), *quantity, *kinds),
            C::Act(pattern) => {
                end_acts.push(self.pattern(pattern, false));
                Cond::Act((end_acts.len() - 1) as u8)
            }
        }
    }
}
