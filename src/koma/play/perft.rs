//! Counting sequences of turns.

use std::hint::black_box;
use std::ops::ControlFlow;

use super::Act;
use super::generate::{Batch, Legality, count, count_in_first_turn, each, legal};
use super::judge::{is_over_without_history, note_fitted};
use super::position::{Position, Shape};
use super::session::{Advance, Session, advance, begin_turn};
use super::view::View;
use crate::board::{Square, Squares};
use crate::rules::Rules;

/// The number of sequences of `depth` turns from a game. A finished game has no continuation; rules of history are
/// not applied.
pub fn perft<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    run(session, depth, &mut Work::Bulk)
}

/// The same, with every act of the last turn listed and played instead of counted.
pub fn perft_listed<S: Shape>(session: &Session<S>, depth: u32) -> u64 {
    run(session, depth, &mut Work::Listed)
}

/// The same, with the counts of positions that may come again kept in memory.
pub fn perft_recalling<S: Shape>(session: &Session<S>, depth: u32, memory: &mut Memory) -> u64 {
    run(session, depth, &mut Work::Recalling(memory))
}

/// How the work is done.
enum Work<'a> {
    /// Acts of the last turn are counted without listing them.
    Bulk,
    /// Acts of the last turn are listed and played.
    Listed,
    /// As in bulk, and the counts of positions are kept.
    Recalling(&'a mut Memory),
}

impl Work<'_> {
    fn is_bulk(&self) -> bool {
        !matches!(self, Work::Listed)
    }
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

impl Memory {
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

fn run<S: Shape>(session: &Session<S>, depth: u32, work: &mut Work<'_>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if session.verdict.is_some() {
        return 0;
    }
    turns(&session.rules, &session.position, depth, work)
}

/// The number of sequences of `depth` turns (at least one), the position's own turn being the first.
fn turns<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut Work<'_>,
) -> u64 {
    if rules.facts.one_act_turns {
        return one_act_turns(rules, position, depth, work);
    }
    let several = position
        .turn
        .is_some_and(|it| rules.player(position.side).turns[it as usize].several);
    let view = View::new(rules, position);
    if depth == 1 && !several && work.is_bulk() {
        return count(&view);
    }
    recalled(rules, position, depth, work, |work| {
        let mut n = 0;
        let _ = each(&view, Legality::Full, |act| {
            n += after(rules, position, act, depth, work);
            ControlFlow::Continue(())
        });
        n
    })
}

/// The same where a turn is always one act: without what such turns cannot have.
fn one_act_turns<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut Work<'_>,
) -> u64 {
    let view = View::new(rules, position);
    if depth == 1 && work.is_bulk() {
        return if rules.facts.plain_turns {
            count_in_first_turn(&view)
        } else {
            count(&view)
        };
    }
    if depth == 1 {
        return played_one_by_one(&view);
    }
    recalled(rules, position, depth, work, |work| {
        let mut n = 0;
        let _ = legal(&view, Legality::Full, &mut |batch| {
            // Moves and drops apart: within each loop, the compiler knows what kind of act it is.
            match batch {
                Batch::Bare(act) => n += after_one_act(rules, position, act, depth, work),
                Batch::Moves {
                    from,
                    kind,
                    becomes,
                    targets,
                } => {
                    for to in targets.iter() {
                        let act = Act::Move {
                            from,
                            to,
                            kind,
                            becomes,
                        };
                        n += after_one_act(rules, position, act, depth, work);
                    }
                }
                Batch::Drops { kind, targets } => {
                    for to in targets.iter() {
                        let act = Act::Drop { to, kind };
                        n += after_one_act(rules, position, act, depth, work);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        n
    })
}

/// How many acts there are, each of them played. Whether the game is over then does not matter to a count.
fn played_one_by_one<S: Shape>(view: &View<'_, S>) -> u64 {
    let mut n = 0;
    let _ = legal(view, Legality::Full, &mut |batch| {
        after_each(view, batch, |next| {
            black_box(next);
            n += 1;
        });
        ControlFlow::Continue(())
    });
    n
}

/// The positions after some acts, each a whole turn.
fn after_each<S: Shape>(
    view: &View<'_, S>,
    batch: Batch<S::Set>,
    mut seen: impl FnMut(&Position<S>),
) {
    match batch {
        Batch::Bare(act) => after_one(view, act, seen),
        // Each does more than put its piece on its target.
        _ if view.rules.has_effects => {
            let _ = batch.each(|act| {
                after_one(view, act, &mut seen);
                ControlFlow::Continue(())
            });
        }
        Batch::Moves {
            from,
            kind,
            becomes,
            targets,
        } => after_moves(view, from, kind, becomes, targets, seen),
        Batch::Drops { kind, targets } => match view.position.hand_kind(view.rules, kind) {
            Some(held) => after_drops(view, held, kind, targets, seen),
            None => targets
                .iter()
                .for_each(|to| after_one(view, Act::Drop { to, kind }, &mut seen)),
        },
    }
}

/// The position after an act.
#[inline(always)]
fn after_one<S: Shape>(view: &View<'_, S>, act: Act, mut seen: impl FnMut(&Position<S>)) {
    let mut next = *view.position;
    next.make(view.rules, act);
    next.side = view.position.side.other();
    seen(&next);
}

/// The positions after moves of a piece. They come to be in one place, one after the other: what the moves have in common is
/// done once, and a move that captures nothing is taken back for the next.
#[inline(always)]
fn after_moves<S: Shape>(
    view: &View<'_, S>,
    from: Square,
    kind: u8,
    becomes: Option<u8>,
    targets: S::Set,
    mut seen: impl FnMut(&Position<S>),
) {
    let (rules, me) = (view.rules, view.position.side);
    let quiet = match rules.neutral.is_empty() {
        true => targets & view.empty,
        false => S::Set::EMPTY,
    };
    let landed = becomes.unwrap_or(kind);
    let mut next = *view.position;
    next.toggle(rules, me, kind, from);
    next.side = me.other();
    for to in quiet.iter() {
        next.toggle(rules, me, landed, to);
        seen(&next);
        next.toggle(rules, me, landed, to);
    }
    for to in targets.without(quiet).iter() {
        let act = Act::Move {
            from,
            to,
            kind,
            becomes,
        };
        after_one(view, act, &mut seen);
    }
}

/// The positions after drops of a kind in hand, in one place.
#[inline(always)]
fn after_drops<S: Shape>(
    view: &View<'_, S>,
    held: u8,
    kind: u8,
    targets: S::Set,
    mut seen: impl FnMut(&Position<S>),
) {
    let (rules, me) = (view.rules, view.position.side);
    let mut next = *view.position;
    next.hands[me.index()].as_mut()[held as usize] -= 1;
    next.side = me.other();
    for to in targets.iter() {
        next.toggle(rules, me, kind, to);
        seen(&next);
        next.toggle(rules, me, kind, to);
    }
}

/// The number of sequences that begin with an act which is a whole turn.
#[inline(always)]
fn after_one_act<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    act: Act,
    depth: u32,
    work: &mut Work<'_>,
) -> u64 {
    let mover = position.side;
    let mut next = *position;
    let captured = next.make(rules, act);
    note_fitted(rules, &mut next, act, captured);
    next.side = mover.other();
    if is_over_without_history(rules, &next, mover) {
        return 0;
    }
    if rules.facts.plain_turns {
        next.fitted = 0;
    } else {
        begin_turn(rules, &mut next);
    }
    one_act_turns(rules, &next, depth - 1, work)
}

/// A count that was kept, or else worked out and kept.
#[inline(always)]
fn recalled<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    depth: u32,
    work: &mut Work<'_>,
    count: impl FnOnce(&mut Work<'_>) -> u64,
) -> u64 {
    let Work::Recalling(memory) = work else {
        return count(work);
    };
    if depth < 2 {
        return count(work);
    }
    let key = position.keys(rules)[0].wrapping_add(u128::from(depth) << 1 | 1);
    if let Some(n) = memory.recall(key) {
        return n;
    }
    let n = count(work);
    if let Work::Recalling(memory) = work {
        memory.keep(key, n);
    }
    n
}

/// The number of sequences that begin with an act.
fn after<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    act: Act,
    depth: u32,
    work: &mut Work<'_>,
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
            if is_over_without_history(rules, &next, mover) {
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

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::check::Picks;
    use crate::play::visit::Visitor;
    use crate::play::{Game, Variant};
    use crate::shipped;

    /// Plays the acts of each batch at once, and each by itself.
    struct AtOnce;

    impl Visitor for AtOnce {
        type Answer = usize;

        fn visit<S: Shape>(self, session: &Session<S>) -> usize {
            let view = session.view();
            let mut n = 0;
            let _ = legal(&view, Legality::Full, &mut |batch| {
                let mut at_once = Vec::new();
                after_each(&view, batch, |it| at_once.push(*it));
                let acts = (0..batch.count()).map(|it| batch.nth(it as u32));
                let acts: Vec<Act> = acts.collect();
                assert_eq!(at_once.len(), acts.len());
                for act in acts {
                    let mut next = session.position;
                    next.make(view.rules, act);
                    next.side = next.side.other();
                    assert!(at_once.iter().any(|it| it.is_same(&next)));
                }
                n += at_once.len();
                ControlFlow::Continue(())
            });
            n
        }
    }

    #[test]
    fn acts_played_at_once_are_the_same_acts() {
        for name in shipped::names() {
            let variant = Variant::open(name, &Picks::default()).expect("it is shipped");
            let mut rng = Rng::with_seed(8);
            let mut game = Game::new(&variant);
            let mut compared = 0;
            for _ in 0..80 {
                let acts = game.acts();
                if game.outcome().is_some() || acts.is_empty() {
                    game = Game::new(&variant);
                    continue;
                }
                compared += game.visit(AtOnce);
                game.play_unchecked(acts[rng.usize(..acts.len())]);
            }
            assert!(compared > 100, "{name}: {compared}");
        }
    }
}
