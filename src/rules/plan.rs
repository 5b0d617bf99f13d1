//! What the rules allow to be done faster: found once, from what the programs say.
//!
//! A plan never changes what is legal. It may depend on what a variant's rules say, never on which variant it is.

use super::program::*;
use super::reach::Mover;
use super::set::Set;
use crate::board::{Geometry, Player, Squares};
use crate::check::sheet::{KindId, KindSet, Quantity, Verb};

/// How the targets of a kind are split by promotion.
#[derive(Debug, Clone)]
pub enum Faces<B> {
    /// It never promotes.
    Never,
    /// By its origin alone: the targets on which promotion is offered or demanded, and those on which it is demanded.
    Table {
        /// Per origin, offered or demanded.
        may: Box<[B]>,
        /// Per origin, demanded.
        must: Box<[B]>,
    },
    /// By the position: the patterns are asked.
    Asked,
}

/// A `forbid` rule that says nothing but: own pieces of these kinds may not be left attacked.
///
/// Invariant: the board has one layer, and every kind moves and captures in the usual way, so checkers, pins and
/// squares in danger are all there is to it.
#[derive(Debug, Clone)]
pub struct GuardPlan {
    /// The rule, by its place in [`Seat::forbids`].
    pub forbid: usize,
    /// The kinds guarded.
    pub kinds: KindSet,
}

/// Finds a rule that guards pieces, if it can be kept by masks.
pub fn guard<B: Squares>(
    own: Player,
    n_layers: usize,
    kinds: &[KindFacts],
    movers: &[Vec<Mover<B>>; 2],
    forbids: &[ForbidProgram<B>],
) -> Option<GuardPlan> {
    if n_layers != 1 || !movers.iter().flatten().all(|it| it.usual) {
        return None;
    }
    forbids.iter().enumerate().find_map(|(forbid, it)| {
        if it.loses || it.act.is_some() {
            return None;
        }
        let guarded = guarded_kinds(own, &it.conditions)?;
        // A guarded piece stays what it is, and nothing else becomes one.
        let stays = kinds.iter().enumerate().all(|(i, it)| {
            let is_guarded = |kind: u8| guarded.has(KindId(kind));
            !it.becomes.iter().any(|to| is_guarded(*to))
                && (!is_guarded(i as u8) || it.becomes.is_empty())
        });
        stays.then_some(GuardPlan {
            forbid,
            kinds: guarded,
        })
    })
}

/// The kinds of `some own KINDS attacked by enemy`.
fn guarded_kinds<B: Squares>(own: Player, conditions: &[Cond<B>]) -> Option<KindSet> {
    let [Cond::Count(Quantity::AtLeast(1), Set::And(parts))] = conditions else {
        return None;
    };
    let [pieces, Set::Attacked(by, KindSet::ALL)] = &**parts else {
        return None;
    };
    if *by != own.other() {
        return None;
    }
    match pieces {
        Set::Kind(player, kind) if *player == own => Some(KindSet::one(KindId(*kind))),
        Set::Kinds(player, kinds) if *player == own => {
            Some(kinds.iter().fold(KindSet::default(), |set, it| {
                set.or(KindSet::one(KindId(*it)))
            }))
        }
        _ => None,
    }
}

/// The `forbid` rules, by number, that can touch moves (or drops) of each kind.
pub fn bans<B: Squares>(
    n_kinds: usize,
    verb: Verb,
    forbids: &[ForbidProgram<B>],
    guard: Option<&GuardPlan>,
) -> Vec<Vec<usize>> {
    (0..n_kinds)
        .map(|kind| {
            (0..forbids.len())
                .filter(|i| guard.is_none_or(|it| it.forbid != *i) && !forbids[*i].loses)
                .filter(|i| match &forbids[*i].act {
                    None => true,
                    Some(pattern) => {
                        pattern.verb == verb && pattern.kinds[kind].as_ref().is_some_and(can_fit)
                    }
                })
                .collect()
        })
        .collect()
}

fn can_fit<B: Squares>(masks: &Masks<B>) -> bool {
    let never = |set: &Option<Set<B>>| {
        set.as_ref()
            .and_then(Set::constant)
            .is_some_and(B::is_empty)
    };
    !never(&masks.from) && !never(&masks.to) && !never(&masks.touching)
}

/// How each kind's targets are split by promotion.
pub fn faces<B: Squares>(
    board: &Geometry,
    all: B,
    kinds: &[KindFacts],
    promotes: &[PromoteProgram<B>],
) -> Vec<Faces<B>> {
    kinds
        .iter()
        .enumerate()
        .map(|(kind, facts)| {
            if facts.becomes.is_empty() {
                return Faces::Never;
            }
            let patterns = |must: bool| {
                promotes.iter().filter_map(move |it| {
                    if must {
                        it.must.as_ref()
                    } else {
                        it.may.as_ref()
                    }
                    .and_then(|it| it.kinds[kind].as_ref())
                })
            };
            if !patterns(true).chain(patterns(false)).all(is_static) {
                return Faces::Asked;
            }
            let table = |must: bool| -> Vec<B> {
                board
                    .squares()
                    .map(|from| {
                        patterns(must).fold(B::EMPTY, |set, it| set | static_fit(it, all, from))
                    })
                    .collect()
            };
            let must = table(true);
            let may = table(false)
                .into_iter()
                .zip(&must)
                .map(|(may, must)| may | *must)
                .collect();
            Faces::Table {
                may,
                must: must.into(),
            }
        })
        .collect()
}

fn is_static<B: Squares>(masks: &Masks<B>) -> bool {
    let fixed = |set: &Option<Set<B>>| set.as_ref().is_none_or(|it| it.constant().is_some());
    fixed(&masks.from)
        && fixed(&masks.to)
        && fixed(&masks.touching)
        && masks.capturing.is_none()
        && !masks.promoting
}

/// The targets that fit a static pattern from a square.
fn static_fit<B: Squares>(masks: &Masks<B>, all: B, from: crate::board::Square) -> B {
    let set = |it: &Option<Set<B>>| it.as_ref().and_then(Set::constant).unwrap_or(all);
    if !set(&masks.from).has(from) {
        return B::EMPTY;
    }
    let touching = set(&masks.touching);
    set(&masks.to) & if touching.has(from) { all } else { touching }
}

/// Whether an end rule can make a difference while sequences are counted: not if it asks for history, nor if it holds
/// only when the player to move has no act anyway.
pub fn counts<B: Squares>(
    judged: Player,
    end: &EndProgram<B>,
    guards: [Option<&GuardPlan>; 2],
    any_loses: bool,
) -> bool {
    if end.conditions.iter().any(Cond::looks_back) {
        return false;
    }
    !end.conditions.iter().any(|it| match it {
        // Judged for the mover, the other is to move; the rule is asked for the mover's own seat.
        Cond::CannotAct(player) => !end.for_each && *player == judged.other(),
        Cond::Mate {
            of,
            kinds,
            answers: None,
        } => {
            !end.for_each
                && *of == judged.other()
                && !any_loses
                && guards[of.index()].is_some_and(|it| it.kinds.0 == kinds.0)
        }
        _ => false,
    })
}

/// The end rules that count, with what makes each worth asking.
pub fn counting<B: Squares>(ends: &[EndProgram<B>]) -> Vec<CountingEnd> {
    ends.iter()
        .enumerate()
        .filter(|(_, it)| it.counts)
        .map(|(end, it)| CountingEnd {
            end,
            for_each: it.for_each,
            acts: it.conditions.iter().fold(0, |acts, it| match it {
                Cond::Act(number) => acts | 1 << number,
                _ => acts,
            }),
        })
        .collect()
}

/// Per kind, which of some act patterns its acts of a verb can fit.
pub fn acts<B: Squares>(n_kinds: usize, verb: Verb, patterns: &[PatternProgram<B>]) -> Vec<u64> {
    (0..n_kinds)
        .map(|kind| {
            patterns.iter().enumerate().fold(0, |acts, (i, it)| {
                let fits = it.verb == verb && (verb == Verb::Pass || it.kinds[kind].is_some());
                acts | u64::from(fits) << i
            })
        })
        .collect()
}

/// Which of some act patterns need a capture.
pub fn capturing<B: Squares>(patterns: &[PatternProgram<B>]) -> u64 {
    patterns.iter().enumerate().fold(0, |acts, (i, it)| {
        let needs = it.kinds.iter().flatten().any(|it| it.capturing.is_some());
        acts | u64::from(needs) << i
    })
}

/// Pieces that must stand somewhere for some conditions to hold.
pub fn gate<B: Squares>(conditions: &[Cond<B>], all: B) -> Option<Gate<B>> {
    conditions.iter().find_map(|it| match it {
        Cond::Count(Quantity::AtLeast(1..), Set::And(parts)) => {
            let squares = parts
                .iter()
                .filter_map(Set::constant)
                .fold(all, |set, it| set & it);
            parts.iter().find_map(|it| match it {
                Set::Kind(player, kind) => Some(Gate {
                    player: *player,
                    kind: *kind,
                    squares,
                }),
                _ => None,
            })
        }
        _ => None,
    })
}

/// Whether a player's acts can be counted by tables alone.
pub fn counts_by_table<B: Squares>(seat: &Seat<B>) -> bool {
    let [turn] = &seat.turns[..] else {
        return false;
    };
    let passes = turn.acts.iter().any(|(it, _)| it.verb == Verb::Pass);
    turn.any_move
        && (turn.any_drop || turn.acts.iter().all(|(it, _)| it.verb != Verb::Drop))
        && !passes
        && seat.movers.iter().all(|it| it.usual)
        && seat.faces.iter().all(|it| !matches!(it, Faces::Asked))
        && seat.move_bans.iter().all(Vec::is_empty)
}
