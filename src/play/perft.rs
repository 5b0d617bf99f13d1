//! Counting sequences of turns.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::Act;
use super::generate::{Batch, Found, Strength, count, count_by_table, each, legal};
use super::judge::{note_fitted, over_for_counting};
use super::position::{Position, Shape};
use super::session::{Advance, Session, advance, begin_turn};
use super::view::View;
use crate::board::Squares;
use crate::rules::Rules;

/// The number of sequences of `depth` turns from a game. A finished game has no continuation; rules of history are
/// not applied.
pub fn perft<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    run(session, depth, &mut Bulk)
}

/// The same, with every act of the last turn listed and played instead of counted.
pub fn perft_listed<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    run(session, depth, &mut Listed)
}

/// The same, with the counts of positions that may come again kept in memory.
pub fn perft_recalling<S: Shape>(session: &Session<S>, depth: u32, memory: &mut Memory) -> u64 {
    run(session, depth, memory)
}

/// How the work is done.
trait Work {
    /// Acts of the last turn are counted without listing them.
    const BULK: bool;
    /// Counts are kept.
    const RECALLS: bool;
    /// A count that was kept.
    fn recall(&mut self, _key: u128) -> Option<u64> {
        None
    }
    /// Keeps a count.
    fn keep(&mut self, _key: u128, _n: u64) {}
}

struct Bulk;
struct Listed;

impl Work for Bulk {
    const BULK: bool = true;
    const RECALLS: bool = false;
}

impl Work for Listed {
    const BULK: bool = false;
    const RECALLS: bool = false;
}

/// Counts of positions, as many as fit; a new one takes the place of an old one.
#[derive(Debug)]
pub struct Memory {
    /// Keys (of position and depth) and counts.
    kept: Vec<(u128, u64)>,
    /// How often a count was asked for.
    pub asked: u64,
    /// How often it was there.
    pub found: u64,
}

impl Memory {
    /// A memory of so many megabytes, at least one.
    pub fn new(megabytes: usize) -> Memory {
        let entries = megabytes.max(1) * (1 << 20) / size_of::<(u128, u64)>();
        let entries = 1usize << entries.ilog2();
        Memory {
            kept: vec![(0, 0); entries],
            asked: 0,
            found: 0,
        }
    }

    fn place(&self, key: u128) -> usize {
        (key >> 64) as usize & (self.kept.len() - 1)
    }
}

impl Work for Memory {
    const BULK: bool = true;
    const RECALLS: bool = true;

    fn recall(&mut self, key: u128) -> Option<u64> {
        self.asked += 1;
        let (kept, n) = self.kept[self.place(key)];
        let is_it = kept == key;
        self.found += u64::from(is_it);
        is_it.then_some(n)
    }

    fn keep(&mut self, key: u128, n: u64) {
        let place = self.place(key);
        self.kept[place] = (key, n);
    }
}

fn run<S: Shape, W: Work>(session: &Session<S>, depth: u32, work: &mut W) -> u64 {
    if depth == 0 {
        return 1;
    }
    if session.verdict.is_some() {
        return 0;
    }
    turns(&session.rules, &session.position, depth, work)
}

/// The number of sequences of `depth` turns (at least one), the position's own turn being the first.
fn turns<S: Shape, W: Work>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut W,
) -> u64 {
    if rules.plain_turns {
        return plain_turns(rules, position, depth, work);
    }
    let several = position
        .turn
        .is_some_and(|it| rules.seat(position.side).turns[it as usize].several);
    let view = View::new(rules, position);
    if depth == 1 && !several && W::BULK {
        return count(&view);
    }
    recalled(rules, position, depth, work, |work| {
        let mut n = 0;
        let _ = each(&view, Strength::Full, |act| {
            n += after(rules, position, act, depth, work);
            ControlFlow::Continue(())
        });
        n
    })
}

/// The same where a turn is always one act of the same rule: without what such turns cannot have.
fn plain_turns<S: Shape, W: Work>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut W,
) -> u64 {
    let view = View::new(rules, position);
    if depth == 1 && W::BULK {
        return if rules.seat(position.side).counts_by_table {
            count_by_table(&view)
        } else {
            count(&view)
        };
    }
    recalled(rules, position, depth, work, |work| {
        let mut n = 0;
        let _ = legal(&view, Strength::Full, |found| {
            // Moves and drops apart: within each loop, the compiler knows what kind of act it is.
            match found {
                Found::Bare(act) => n += plain_after(rules, position, act, depth, work),
                Found::Batch(Batch {
                    from: Some(from),
                    kind,
                    becomes,
                    targets,
                }) => {
                    for to in targets.iter() {
                        let act = Act::Move {
                            from,
                            to,
                            kind,
                            becomes,
                        };
                        n += plain_after(rules, position, act, depth, work);
                    }
                }
                Found::Batch(Batch {
                    from: None,
                    kind,
                    targets,
                    ..
                }) => {
                    for to in targets.iter() {
                        let act = Act::Drop { to, kind };
                        n += plain_after(rules, position, act, depth, work);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        n
    })
}

/// The number of sequences that begin with an act which is a whole turn.
#[inline(always)]
fn plain_after<S: Shape, W: Work>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    act: Act,
    depth: u32,
    work: &mut W,
) -> u64 {
    let mover = position.side;
    let mut next = *position;
    let captured = next.make(rules, act);
    if !W::BULK && depth == 1 {
        // Listed and played; whether the game is over then is nobody's question.
        next.side = mover.other();
        black_box(&next);
        return 1;
    }
    note_fitted(rules, &mut next, act, captured);
    next.side = mover.other();
    if over_for_counting(rules, &next, mover) {
        return 0;
    }
    next.fitted = 0;
    plain_turns(rules, &next, depth - 1, work)
}

/// A count that was kept, or else worked out and kept.
#[inline(always)]
fn recalled<S: Shape, W: Work>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut W,
    count: impl FnOnce(&mut W) -> u64,
) -> u64 {
    if !W::RECALLS || depth < 2 {
        return count(work);
    }
    let key = position.keys(rules)[0].wrapping_add(u128::from(depth) << 1 | 1);
    if let Some(n) = work.recall(key) {
        return n;
    }
    let n = count(work);
    work.keep(key, n);
    n
}

/// The number of sequences that begin with an act.
fn after<S: Shape, W: Work>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    act: Act,
    depth: u32,
    work: &mut W,
) -> u64 {
    let mut next = *position;
    match advance(rules, &mut next, act) {
        // The turn is complete with the game: it counts as one, and nothing follows.
        Advance::Over(_) => u64::from(depth == 1),
        Advance::SameTurn => turns(rules, &next, depth, work),
        Advance::TurnOver if depth == 1 => 1,
        Advance::TurnOver => {
            let mover = next.side;
            next.side = mover.other();
            next.spent = 0;
            if over_for_counting(rules, &next, mover) {
                return 0;
            }
            begin_turn(rules, &mut next);
            turns(rules, &next, depth - 1, work)
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
