//! Counting sequences of turns.

use std::ops::ControlFlow;

use super::Act;
use super::generate::{Strength, count, each};
use super::judge::{note_fitted, over_for_counting};
use super::position::{Position, Shape};
use super::session::{Advance, Session, advance, begin_turn};
use super::view::View;
use crate::rules::Rules;

/// The number of sequences of `depth` turns from a game. A finished game has no continuation; rules of history are
/// not applied.
pub fn perft<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if session.verdict.is_some() {
        return 0;
    }
    turns(&session.rules, &session.position, depth)
}

/// The number of sequences of `depth` turns (at least one), the position's own turn being the first.
fn turns<S: Shape>(rules: &Rules<S::Set>, position: &Position<S>, depth: u32) -> u64 {
    if rules.plain_turns {
        return plain_turns(rules, position, depth);
    }
    let view = View::new(rules, position);
    let several = position
        .turn
        .is_some_and(|it| rules.seat(position.side).turns[it as usize].several);
    if depth == 1 && !several {
        return count(&view);
    }
    let mut n = 0;
    let _ = each(&view, Strength::Full, |act| {
        n += after(rules, position, act, depth);
        ControlFlow::Continue(())
    });
    n
}

/// The same where a turn is always one act of the same rule: without what such turns cannot have.
fn plain_turns<S: Shape>(rules: &Rules<S::Set>, position: &Position<S>, depth: u32) -> u64 {
    let view = View::new(rules, position);
    if depth == 1 {
        return count(&view);
    }
    let mover = position.side;
    let mut n = 0;
    let _ = each(&view, Strength::Full, |act| {
        let mut next = *position;
        let captured = next.make(rules, act);
        note_fitted(rules, &mut next, act, captured);
        next.side = mover.other();
        if !over_for_counting(rules, &next, mover) {
            next.fitted = 0;
            n += plain_turns(rules, &next, depth - 1);
        }
        ControlFlow::Continue(())
    });
    n
}

/// The number of sequences that begin with an act.
fn after<S: Shape>(rules: &Rules<S::Set>, position: &Position<S>, act: Act, depth: u32) -> u64 {
    let mut next = *position;
    match advance(rules, &mut next, act) {
        // The turn is complete with the game: it counts as one, and nothing follows.
        Advance::Over(_) => u64::from(depth == 1),
        Advance::SameTurn => turns(rules, &next, depth),
        Advance::TurnOver if depth == 1 => 1,
        Advance::TurnOver => {
            let mover = next.side;
            next.side = mover.other();
            next.spent = 0;
            if over_for_counting(rules, &next, mover) {
                return 0;
            }
            begin_turn(rules, &mut next);
            turns(rules, &next, depth - 1)
        }
    }
}

/// As [`perft`], with the rules of history applied along each sequence.
pub fn perft_with_history<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if session.verdict.is_some() {
        return 0;
    }
    let side = session.position.side;
    session
        .acts()
        .into_iter()
        .map(|act| {
            let mut next = session.clone();
            next.play_unchecked(act);
            let turn_over = next.position.side != side || next.verdict.is_some();
            match (turn_over, depth) {
                (true, 1) => 1,
                (true, _) => perft_with_history(&next, depth - 1),
                (false, _) => perft_with_history(&next, depth),
            }
        })
        .sum()
}
