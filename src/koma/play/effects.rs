//! What an act does beyond its own squares: pieces that `effect` rules take off the board.

use super::Act;
use super::position::{Captured, Position, Shape};
use super::view::{ActSquares, View};
use crate::board::{Square, Squares};
use crate::check::sheet::{KindId, KindSet, Verb};
use crate::rules::Rules;
use crate::rules::program::EffectProgram;

/// Makes an act with all that follows from it.
#[inline(never)]
pub fn make<S: Shape>(position: &mut Position<S>, rules: &Rules<S::Set>, act: Act) -> Captured {
    let before = *position;
    let captured = position.make_alone(rules, act);
    let mut more = KindSet::default();
    let Some(layer) = layer(rules, act) else {
        return Captured::on_target(captured);
    };
    // All of them see the position that the act alone left, so that their order does not matter.
    let (mut to_hand, mut out) = (S::Set::EMPTY, S::Set::EMPTY);
    each(
        rules,
        &before,
        position,
        act,
        |effect, squares| match effect.to_hand {
            true => to_hand |= squares,
            false => out |= squares,
        },
    );
    for square in (to_hand | out).iter() {
        if let Some(kind) = position.remove(rules, layer, square, to_hand.has(square)) {
            more = more.or(KindSet::one(KindId(kind)));
        }
    }
    Captured {
        on_target: captured,
        elsewhere: more,
    }
}

/// The effects that an act has, each with the squares it empties, pieces or not.
pub fn each<S: Shape>(
    rules: &Rules<S::Set>,
    before: &Position<S>,
    after: &Position<S>,
    act: Act,
    mut found: impl FnMut(&EffectProgram<S::Set>, S::Set),
) {
    let squares = ActSquares::of(act);
    let (before, after) = (View::new(rules, before), View::new(rules, after));
    for effect in &rules.player(before.position.side).effects {
        if effect.act.as_ref().is_none_or(|it| fits(&before, it, act)) {
            found(effect, after.set(&effect.removes, squares));
        }
    }
}

/// The effects that take something off, with the squares of what they take.
pub fn seen<S: Shape>(
    view: &View<'_, S>,
    act: Act,
    mut found: impl FnMut(&EffectProgram<S::Set>, S::Set),
) {
    let mut after = *view.position;
    after.make_alone(view.rules, act);
    if let Some(layer) = layer(view.rules, act) {
        let standing = after.standing(view.rules, layer);
        each(view.rules, view.position, &after, act, |effect, squares| {
            if (squares & standing).any() {
                found(effect, squares & standing);
            }
        });
    }
}

/// The layer on which the acting piece takes; none if no piece acts.
fn layer<B: Squares>(rules: &Rules<B>, act: Act) -> Option<usize> {
    match act {
        Act::Move { kind, .. } | Act::Drop { kind, .. } => Some(rules.kinds[kind as usize].layer),
        Act::Pass | Act::End => None,
    }
}

/// Whether an act fits the pattern of an effect: `capturing` asks of its target alone.
fn fits<S: Shape>(
    before: &View<'_, S>,
    pattern: &crate::rules::PatternProgram<S::Set>,
    act: Act,
) -> bool {
    let (verb, kind, from, to, promotes) = match act {
        Act::Move {
            kind,
            from,
            to,
            becomes,
        } => (Verb::Move, kind, Some(from), to, becomes.is_some()),
        Act::Drop { kind, to } => (Verb::Drop, kind, None, to, false),
        Act::Pass | Act::End => return false,
    };
    let filter = pattern.of(kind).filter(|_| pattern.verb == verb);
    filter.is_some_and(|it| {
        (!it.promoting || promotes) && before.fitting_alone(it, kind, from).has(to)
    })
}

/// Of some targets, those on which a move captures one of some kinds, there or elsewhere.
#[inline(never)]
pub fn capturing<S: Shape>(
    view: &View<'_, S>,
    kinds: KindSet,
    (kind, from, becomes): (u8, Square, Option<u8>),
    targets: S::Set,
) -> S::Set {
    let layer = view.rules.kinds[kind as usize].layer;
    let here = targets & view.standing(kinds, layer);
    let others = targets.without(here | S::Set::one(from)).iter();
    let captures = |to: &Square| {
        let act = Act::Move {
            from,
            to: *to,
            kind,
            becomes,
        };
        let mut after = *view.position;
        after.make(view.rules, act).has(kinds)
    };
    others
        .filter(captures)
        .fold(here, |all, to| all | S::Set::one(to))
}
