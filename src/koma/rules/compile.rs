//! From a [`Sheet`] to [`Rules`]: nothing can fail here, whatever was wrong was said before.

use super::band;
use super::plan;
use super::program::*;
use super::reach::{self, Mover, Rays};
use super::set::{Set, SetMaker, Tables};
use crate::board::{Player, Squares};
use crate::check::Sheet;
use crate::check::sheet::{self, KindId, KindSet, RuleId, Verb};

/// Makes the tables of a variant.
pub fn compile<B: Squares>(sheet: &Sheet) -> Rules<B> {
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
            .map(|kind| reach::mover(kind, &maker, &mut rays))
            .collect()
    });
    let mut seats = Player::BOTH.map(|own| {
        seat(&Maker {
            tables,
            sheet,
            own,
            all,
            movers: &movers,
        })
    });
    let mut kinds: Vec<KindFacts> = sheet.kinds.iter().map(facts).collect();
    for held in 0..kinds.len() {
        for kind in kinds[held].drops_as.clone() {
            // Itself first: what is dropped as it lies needs no search.
            let sources = &mut kinds[kind as usize].dropped_from;
            let at = if held == kind as usize {
                0
            } else {
                sources.len()
            };
            sources.insert(at, held as u8);
        }
    }
    let kinds = kinds;
    for own in Player::BOTH {
        let seat = &mut seats[own.index()];
        seat.guard = plan::guard(own, sheet.layers.len(), &kinds, &movers, &seat.forbids);
        seat.faces = plan::faces(&sheet.geometry, all, &kinds, &seat.promotes);
        let guard = seat.guard.as_ref();
        let guarded = guard.map_or(KindSet::default(), |it| it.kinds);
        let movers = &movers[own.index()];
        seat.bands = band::bands(&sheet.geometry, &kinds, movers, &seat.faces, guarded);
        seat.move_bans = plan::bans(kinds.len(), Verb::Move, &seat.forbids, guard);
        seat.move_acts = plan::acts(kinds.len(), Verb::Move, &seat.end_acts);
        seat.drop_acts = plan::acts(kinds.len(), Verb::Drop, &seat.end_acts);
        seat.pass_acts = plan::acts(1, Verb::Pass, &seat.end_acts)[0];
        seat.quiet_acts = plan::capturing(&seat.end_acts, None);
        seat.taking_acts = (0..kinds.len() as u8)
            .map(|it| plan::capturing(&seat.end_acts, Some(it)))
            .collect();
        seat.drop_bans = plan::bans(kinds.len(), Verb::Drop, &seat.forbids, guard);
    }
    for own in Player::BOTH {
        let [first, second] = &mut seats;
        let (seat, enemy) = match own {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let (Some(guard), Some(bands), Some(theirs)) = (&mut seat.guard, &seat.bands, &enemy.bands)
        else {
            seat.guard = None;
            continue;
        };
        guard.look_at(&sheet.geometry, kinds.len(), bands, theirs);
    }
    let guarded = seats
        .each_ref()
        .map(|it| it.guard.as_ref().map(|it| it.kinds));
    let any_loses = seats.iter().any(|it| it.any_loses);
    for own in Player::BOTH {
        let seat = &mut seats[own.index()];
        for end in &mut seat.ends {
            end.counts = plan::counts(own, end, guarded, any_loses);
        }
        seat.drops = plan::drops(&kinds, all, seat);
        seat.counts_by_table = plan::counts_by_table(seat);
        let bands = seat.bands.as_deref().unwrap_or_default();
        seat.band_of = plan::band_of(kinds.len(), bands);
    }
    for own in Player::BOTH {
        let other = &seats[own.other().index()].ends;
        seats[own.index()].counting = plan::counting(all, &seats[own.index()].ends, other);
    }
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
        kinds,
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
        usual_attacks: sheet.layers.len() == 1 && movers.iter().flatten().all(|it| it.usual),
        plain_turns: !any_loses
            && matches!(&sheet.turns[..], [turn] if turn.conditions.is_empty() && !turn.several),
        needs_history: sheet
            .ends
            .iter()
            .flat_map(|it| &it.conditions)
            .any(sheet::Condition::looks_back),
        least_repeats: plan::least_repeats(&seats[0].ends),
        seats,
        turn_rule: general("turn"),
        promote_rule: general("promote"),
    }
}

fn facts(kind: &sheet::Kind) -> KindFacts {
    KindFacts {
        name: kind.name.clone(),
        letter: kind.letter.clone(),
        layer: kind.layer,
        neutral: kind.neutral,
        becomes: kind.becomes.iter().map(|it| it.0).collect(),
        in_hand_as: kind.in_hand_as.0,
        drops_as: kind.drops_as.iter().map(|it| it.0).collect(),
        dropped_from: Vec::new(),
        moves_rule: kind.moves_rule,
        becomes_rule: kind.becomes_rule,
    }
}

/// One player's programs; what is planned from them is still to be found.
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
            looks_back: it.conditions.iter().any(sheet::Condition::looks_back),
            counts: true,
        })
        .collect();
    let no_acts = |it: &sheet::Condition| maker.cond(it, &mut Vec::new(), &mut Vec::new());
    let turns = sheet
        .turns
        .iter()
        .map(|it| {
            let acts: Vec<(PatternProgram<B>, u32)> = it
                .acts
                .iter()
                .map(|(pattern, times)| (maker.pattern(pattern, true), *times))
                .collect();
            let any = |verb: Verb| {
                !it.several
                    && acts.iter().any(|(pattern, _)| {
                        pattern.verb == verb
                            && pattern
                                .kinds
                                .iter()
                                .all(|it| it.as_ref().is_some_and(Masks::is_free))
                    })
            };
            TurnProgram {
                rule: it.rule,
                conditions: it.conditions.iter().map(no_acts).collect(),
                several: it.several,
                any_move: any(Verb::Move),
                any_drop: any(Verb::Drop),
                acts,
            }
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
        any_loses: sheet.forbids.iter().any(|it| it.loses),
        ends_at_act: sheet.ends.iter().any(|it| it.at_act),
        forbids,
        ends,
        end_acts,
        throughout,
        movers: maker.movers[maker.own.index()].clone(),
        faces: Vec::new(),
        guard: None,
        bands: None,
        move_bans: Vec::new(),
        drop_bans: Vec::new(),
        drops: Vec::new(),
        counting: Vec::new(),
        counts_by_table: false,
        band_of: Box::default(),
        move_acts: Vec::new(),
        drop_acts: Vec::new(),
        pass_acts: 0,
        quiet_acts: 0,
        taking_acts: Vec::new(),
    }
}

struct Maker<'a, B> {
    tables: &'a Tables<B>,
    sheet: &'a Sheet,
    own: Player,
    all: B,
    movers: &'a [Vec<Mover<B>>; 2],
}

impl<B: Squares> Maker<'_, B> {
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
