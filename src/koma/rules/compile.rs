//! From a [`Sheet`] to a [`Program`]: nothing can fail here, whatever was wrong was said before.

use super::movement::{self, Mover, Rays};
use super::program::*;
use super::set::{Set, SetMaker, Tables};
use crate::board::{Player, Squares};
use crate::check::Sheet;
use crate::check::sheet::{self, KindId, RuleId};

/// Works out what the rules of a variant say for each player.
pub fn compile<B: Squares>(sheet: &Sheet) -> Program<B> {
    let all = sheet
        .geometry
        .squares()
        .fold(B::EMPTY, |set, it| set | B::one(it));
    let mut rays = Rays::new();
    let tables = Tables::new(sheet.geometry);
    let tables = &tables;
    let movers = Player::BOTH.map(|own| -> Vec<Mover<B>> {
        let maker = SetMaker {
            tables,
            sheet,
            all,
            own,
            stuck: None,
        };
        sheet
            .kinds
            .iter()
            .map(|kind| movement::mover(kind, &maker, &mut rays))
            .collect()
    });
    let players = Player::BOTH.map(|own| {
        Maker {
            tables,
            sheet,
            own,
            all,
            movers: &movers,
        }
        .player_rules()
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
    let kinds = || 0..sheet.kinds.len() as u8;
    Program {
        geometry: sheet.geometry,
        coordinates: sheet.coordinates,
        all,
        n_layers: sheet.layers.len(),
        kinds: kind_programs(sheet),
        layer_kinds: (0..sheet.layers.len())
            .map(|layer| {
                kinds()
                    .filter(|it| sheet.kinds[*it as usize].layer == layer)
                    .collect()
            })
            .collect(),
        neutral: kinds()
            .filter(|it| sheet.kinds[*it as usize].neutral)
            .collect(),
        to_hand: sheet.to_hand,
        goals: sheet.goals(),
        has_effects: !sheet.effects.is_empty(),
        players,
        turn_rule: general("turn"),
        promote_rule: general("promote"),
    }
}

fn kind_programs(sheet: &Sheet) -> Vec<KindProgram> {
    let mut kinds: Vec<KindProgram> = sheet
        .kinds
        .iter()
        .map(|kind| KindProgram {
            name: kind.name.clone(),
            letter: kind.letter.clone(),
            layer: kind.layer,
            neutral: kind.neutral,
            points: kind.points,
            becomes: kind.becomes.iter().map(|it| it.0).collect(),
            in_hand_as: kind.in_hand_as.0,
            drops_as: kind.drops_as.iter().map(|it| it.0).collect(),
            dropped_from: Vec::new(),
            moves_rule: kind.moves_rule,
            becomes_rule: kind.becomes_rule,
        })
        .collect();
    for held in 0..kinds.len() {
        for kind in kinds[held].drops_as.clone() {
            // Itself first: what is dropped as it lies needs no search.
            let sources = &mut kinds[kind as usize].dropped_from;
            let at = match held == kind as usize {
                true => 0,
                false => sources.len(),
            };
            sources.insert(at, held as u8);
        }
    }
    kinds
}

struct Maker<'a, B> {
    tables: &'a Tables<B>,
    sheet: &'a Sheet,
    own: Player,
    all: B,
    movers: &'a [Vec<Mover<B>>; 2],
}

impl<B: Squares> Maker<'_, B> {
    fn player_rules(&self) -> PlayerRules<B> {
        let sheet = self.sheet;
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
                    .map(|it| self.cond(it, &mut end_acts, &mut throughout))
                    .collect(),
                result: it.result,
            })
            .collect();
        let no_acts = |it: &sheet::Condition| self.cond(it, &mut Vec::new(), &mut Vec::new());
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
                    .map(|(pattern, times)| (self.pattern(pattern, true), *times))
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
                    self.pattern(&pattern, true)
                };
                PromoteProgram {
                    rule: it.rule,
                    may: it.may.as_ref().map(narrowed),
                    must: it.must.as_ref().map(narrowed),
                }
            })
            .collect();
        let effects = sheet
            .effects
            .iter()
            .map(|it| EffectProgram {
                rule: it.rule,
                act: it.act.as_ref().map(|it| self.pattern(it, true)),
                removes: self.sets(None).set(&it.removes),
                to_hand: it.to_hand,
            })
            .collect();
        let forbids = sheet
            .forbids
            .iter()
            .map(|it| ForbidProgram {
                rule: it.rule,
                act: it.act.as_ref().map(|it| self.pattern(it, true)),
                beforehand: it.beforehand.iter().map(no_acts).collect(),
                conditions: it.conditions.iter().map(no_acts).collect(),
                loses: it.loses,
                looks_ahead: it.conditions.iter().any(sheet::Condition::looks_ahead),
            })
            .collect();
        let invariants = sheet.invariants.iter().map(|it| InvariantProgram {
            rule: it.rule,
            for_each: it.for_each,
            conditions: it.conditions.iter().map(no_acts).collect(),
        });
        PlayerRules {
            movers: self.movers[self.own.index()].clone(),
            turns,
            promotes,
            effects,
            forbids,
            ends,
            invariants: invariants.collect(),
            end_acts,
            throughout,
        }
    }

    fn sets(&self, stuck: Option<B>) -> SetMaker<'_, B> {
        SetMaker {
            tables: self.tables,
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
                Some(ActFilter {
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

    fn purse(&self, purse: &sheet::Purse) -> Purse<B> {
        Purse {
            set: self.sets(None).set(&purse.set),
            hand: purse.hand.map(|own| self.player(own)),
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
            C::Points { quantity, of, than } => Cond::Points {
                quantity: *quantity,
                of: self.purse(of),
                than: than.as_ref().map(|it| self.purse(it)),
            },
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
            // Known of each player before the game begins: every square or none.
            C::OwnIs(player) => Cond::Count(
                sheet::Quantity::AtLeast(1),
                Set::Const(match *player == self.own {
                    true => self.all,
                    false => B::EMPTY,
                }),
            ),
            C::Act(pattern) => {
                end_acts.push(self.pattern(pattern, false));
                Cond::Act((end_acts.len() - 1) as u8)
            }
        }
    }
}
