//! Act patterns asked of a position: what a turn still allows, which acts fit, where promotion is offered.

use super::Act;
use super::position::Shape;
use super::view::View;
use crate::board::{Square, Squares};
use crate::check::sheet::Verb;
use crate::rules::{PatternProgram, TurnProgram};

/// What of a turn may still be done.
pub struct Allowance<'a, B> {
    turn: &'a TurnProgram<B>,
    spent: u32,
}

impl<'a, B: Squares> Allowance<'a, B> {
    /// What is left of a turn.
    pub fn new(turn: &'a TurnProgram<B>, spent: u32) -> Self {
        Allowance { turn, spent }
    }

    /// The patterns with something left, by number.
    fn left(&self) -> impl Iterator<Item = (usize, &'a PatternProgram<B>)> + use<'a, B> {
        let spent = self.spent;
        self.turn
            .acts
            .iter()
            .enumerate()
            .filter(move |(i, (_, times))| spent >> (4 * i) & 15 < *times)
            .map(|(i, (pattern, _))| (i, pattern))
    }

    /// Whether some act of this verb may still be done.
    pub fn has(&self, verb: Verb) -> bool {
        self.left().any(|(_, it)| it.verb == verb)
    }

    /// Of some targets, those that the turn allows to acts that turn the piece into another, or leave it.
    pub fn targets<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        verb: Verb,
        (kind, from, becomes): (u8, Option<Square>, Option<u8>),
        targets: B,
    ) -> B {
        let mut allowed = B::EMPTY;
        for (_, pattern) in self.left().filter(|it| it.1.verb == verb) {
            match pattern.of(kind) {
                Some(filter) if filter.promoting && becomes.is_none() => {}
                Some(filter) if filter.is_free() => return targets,
                Some(filter) => allowed |= view.fitting(filter, kind, from, becomes, targets),
                None => {}
            }
        }
        allowed
    }

    /// The first pattern with something left that an act fits: the one it is charged to.
    pub fn charged<S: Shape<Set = B>>(&self, view: &View<'_, S>, act: Act) -> Option<usize> {
        self.left()
            .find(|(_, pattern)| fits(view, pattern, act))
            .map(|it| it.0)
    }
}

/// Whether an act fits a pattern, judged on the position before it.
pub fn fits<S: Shape>(view: &View<'_, S>, pattern: &PatternProgram<S::Set>, act: Act) -> bool {
    match (act, pattern.verb) {
        (Act::Pass, Verb::Pass) => true,
        (
            Act::Move {
                from,
                to,
                kind,
                becomes,
            },
            Verb::Move,
        ) => pattern.of(kind).is_some_and(|it| {
            let target = S::Set::one(to);
            (!it.promoting || becomes.is_some()) && {
                view.fitting(it, kind, Some(from), becomes, target)
            }
            .any()
        }),
        (Act::Drop { to, kind }, Verb::Drop) => pattern
            .of(kind)
            .is_some_and(|it| view.fitting(it, kind, None, None, S::Set::one(to)).any()),
        _ => false,
    }
}

/// Of some targets, those on which promotion is offered, and on which it is demanded.
pub fn promotion_squares<S: Shape>(
    view: &View<'_, S>,
    kind: u8,
    from: Square,
    targets: S::Set,
) -> (S::Set, S::Set) {
    let (mut may, mut must) = (S::Set::EMPTY, S::Set::EMPTY);
    for rule in &view.rules.player(view.position.side).promotes {
        let squares = |pattern: &Option<PatternProgram<S::Set>>| {
            let filter = pattern.as_ref().and_then(|it| it.of(kind));
            filter.map_or(S::Set::EMPTY, |it| {
                view.fitting(it, kind, Some(from), None, targets)
            })
        };
        may |= squares(&rule.may);
        must |= squares(&rule.must);
    }
    (may, must)
}
