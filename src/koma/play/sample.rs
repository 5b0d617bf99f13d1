//! One legal act at random, all with the same chance, mostly without listing them.
//!
//! Where tables alone tell, the acts that movement and hands offer are counted piece by piece, and a number below that
//! count stands for one of them. Whether it is forbidden is asked of this act alone. If it is, it is a miss and another
//! is drawn, so the legal acts are left with equal chances. After some misses they are listed.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::Act;
use super::check::guarded;
use super::generate::{Batch, Legality, drop_targets, legal};
use super::pieces::{Alarm, Pieces};
use super::position::{Captured, Position, Shape, Store};
use super::view::View;
use crate::board::{Square, Squares};
use crate::check::sheet::KindId;
use crate::rules::plan::piece_table::MANY;
use crate::rules::{PlayerPlan, Rules};

/// How many numbers are drawn before the acts are listed.
const TRIES: u32 = 3;

/// An act, made.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The act.
    pub act: Act,
    /// What it captured.
    pub captured: Captured,
}

/// Draws acts. What it needs for lists is kept from one to the next, so that nothing is allocated.
#[derive(Debug)]
pub struct Sampler<S: Shape> {
    batches: Vec<Batch<S::Set>>,
    /// The pieces, where tables alone tell what can be done.
    pieces: Option<Pieces<S::Set>>,
    /// The moves of each piece.
    moves: Box<[Moves<S::Set>]>,
}

/// The moves of a piece, and which numbers they have.
#[derive(Debug, Clone, Copy)]
struct Moves<B> {
    from: Square,
    targets: B,
    /// The first number.
    first: u32,
    /// One more than the last.
    end: u32,
}

/// Which squares acts may end on.
#[derive(Debug, Clone, Copy)]
struct Open<B> {
    /// Guarded pieces for which it is known where they are safe.
    guarded: B,
    /// Moves of these.
    safe: B,
    /// Other moves.
    moves: B,
    /// Drops.
    drops: B,
}

impl<S: Shape> Sampler<S> {
    /// Draws acts by some rules.
    pub fn new(rules: &Rules<S::Set>) -> Self {
        let no_moves = Moves {
            from: Square(0),
            targets: S::Set::EMPTY,
            first: 0,
            end: 0,
        };
        Sampler {
            batches: Vec::new(),
            pieces: Pieces::new(rules),
            moves: vec![no_moves; rules.geometry.n_squares()].into(),
        }
    }

    /// From here on, acts are drawn in this position.
    pub fn begin(&mut self, position: &Position<S>) {
        if let Some(pieces) = &mut self.pieces {
            pieces.set_up(position);
        }
    }

    /// From here on, acts are drawn in the position after this act.
    #[inline]
    pub fn follow(&mut self, act: Act) {
        if let Some(pieces) = &mut self.pieces {
            pieces.follow(act);
        }
    }

    /// Draws one of the legal acts of the position that was come to, and makes it in `after`, which need not be set
    /// before; none if there is none. Whose turn it is stays.
    #[inline]
    pub fn draw(
        &mut self,
        view: &View<'_, S>,
        after: &mut Position<S>,
        rng: &mut Rng,
    ) -> Option<Sample> {
        if let Some(drawn) = self.draw_by_table(view, after, rng) {
            return Some(drawn);
        }
        let act = self.draw_from_list(view, rng)?;
        *after = *view.position;
        let captured = after.make(view.rules, act);
        Some(Sample { act, captured })
    }

    /// Draws by numbers and makes the act; none if tables do not tell, or if a few numbers all missed.
    #[inline(always)]
    fn draw_by_table(
        &mut self,
        view: &View<'_, S>,
        after: &mut Position<S>,
        rng: &mut Rng,
    ) -> Option<Sample> {
        let rules = view.rules;
        let me = view.position.side;
        let pieces = self.pieces.as_ref()?;
        let plan = rules.plan(me);
        let check = plan.check.as_ref();
        let alarm = check.map(|it| pieces.alarm(view, me, it));
        let is_quiet = alarm.is_none_or(|it| it.aimed.is_empty());
        let is_attacked = alarm.is_some_and(|it| it.hits.any());
        let mut open = Open {
            guarded: S::Set::EMPTY,
            safe: S::Set::EMPTY,
            moves: view.empty | view.of[me.other().index()],
            drops: view.empty,
        };
        if let Some(alarm) = alarm.filter(|_| is_attacked) {
            open.answer(view, pieces, plan, alarm)?;
        }
        let moves = match pieces.n_quads(me) {
            0 => count_moves::<S, 0>(view, pieces, &mut self.moves, open),
            1 => count_moves::<S, 1>(view, pieces, &mut self.moves, open),
            _ => count_moves::<S, { MANY }>(view, pieces, &mut self.moves, open),
        };
        let all = moves + count_drops(view, plan, open.drops);
        for _ in 0..TRIES {
            if all == 0 {
                return None;
            }
            let number = rng.u32(..all);
            let drawn = if number < moves {
                self.move_with_number(view, pieces, number)
            } else {
                drop_with_number(view, plan, open.drops, number - moves)
            };
            let Some(act) = drawn else { continue };
            *after = *view.position;
            let captured = after.make(rules, act);
            let is_safe = match act {
                // Only what answers an attack has a number.
                _ if is_attacked => true,
                // Where nothing aims at a guarded piece, only its own move can bring it in danger.
                Act::Move { kind, .. } => {
                    is_quiet && check.is_none_or(|it| !it.kinds.has(KindId(kind)))
                }
                // A drop opens no line, and of a guarded piece it was asked.
                _ => true,
            };
            let attacked = |it| pieces.alarm(&View::new(rules, after), me, it).hits.any();
            if is_safe || !check.is_some_and(attacked) {
                return Some(Sample { act, captured });
            }
        }
        None
    }

    /// The move with a number.
    #[inline(always)]
    fn move_with_number(
        &self,
        view: &View<'_, S>,
        pieces: &Pieces<S::Set>,
        number: u32,
    ) -> Option<Act> {
        let me = view.position.side;
        // Looking at all of them is faster than guessing at each whether it is the one.
        let numbered = &self.moves[..view.of[me.index()].count() as usize];
        let before: usize = numbered
            .iter()
            .map(|it| usize::from(it.end <= number))
            .sum();
        let moves = numbered.get(before)?;
        let (kind, entry) = pieces.on(me, moves.from);
        let mut number = number - moves.first;
        let (plain, promoting) = entry.acts(moves.targets);
        let mut becomes = None;
        let mut targets = moves.targets.without(entry.must);
        if number >= plain {
            number -= plain;
            targets = moves.targets & entry.may;
            let faces = &view.rules.kinds[kind as usize].becomes;
            let each = promoting / faces.len() as u32;
            becomes = faces.get((number / each) as usize).copied();
            number %= each;
        }
        Some(Act::Move {
            from: moves.from,
            to: targets.nth(number),
            kind,
            becomes,
        })
    }

    #[inline(never)]
    fn draw_from_list(&mut self, view: &View<'_, S>, rng: &mut Rng) -> Option<Act> {
        self.batches.clear();
        let mut n = 0;
        let _ = legal(view, Legality::Full, &mut |it| {
            n += it.count();
            self.batches.push(it);
            ControlFlow::Continue(())
        });
        let mut number = rng.u64(..n.max(1));
        for batch in &self.batches {
            let n = batch.count();
            if number < n {
                return Some(batch.nth(number as u32));
            }
            number -= n;
        }
        None
    }
}

impl<B: Squares> Open<B> {
    /// Keeps to what answers an attack; none where it must be listed.
    #[inline(never)]
    fn answer<S: Shape<Set = B>>(
        &mut self,
        view: &View<'_, S>,
        pieces: &Pieces<B>,
        plan: &PlayerPlan<B>,
        alarm: Alarm<B>,
    ) -> Option<()> {
        let me = view.position.side;
        let guarded = guarded(view, me, plan.check.as_ref()?);
        // Enemies that aim and do not hit are shielded from: then some piece may not leave its line.
        if guarded.without_lowest().any() || alarm.hits != alarm.aimed {
            return None;
        }
        let piece = guarded.lowest();
        let enemy = view.rules.plan(me.other());
        for from in alarm.hits.iter() {
            let (kind, _) = pieces.on(me.other(), from);
            let strides = &enemy.class(kind)?.attacks.strides;
            let met = strides.between(from, piece, view.occupied) | B::one(from);
            self.moves &= met;
            self.drops &= met;
        }
        // The guarded piece does not shield the squares behind it.
        let danger = pieces.all_reach(view, me.other(), view.occupied.without(guarded));
        let open = view.empty | view.of[me.other().index()];
        self.guarded = guarded;
        self.safe = open.without(danger);
        Some(())
    }
}

/// Numbers the moves of each piece; how many there are. `QUADS` is [`Pieces::n_quads`].
#[inline(never)]
fn count_moves<S: Shape, const QUADS: usize>(
    view: &View<'_, S>,
    pieces: &Pieces<S::Set>,
    moves: &mut [Moves<S::Set>],
    open: Open<S::Set>,
) -> u32 {
    let me = view.position.side;
    let mut n = 0;
    for (from, moves) in view.of[me.index()].iter().zip(moves) {
        let open = if open.guarded.has(from) {
            open.safe
        } else {
            open.moves
        };
        let (entry, reached) = pieces.reach::<QUADS>(me, from, view.occupied);
        let targets = reached & open;
        let (plain, promoting) = entry.acts(targets);
        let first = n;
        n += plain + promoting;
        *moves = Moves {
            from,
            targets,
            first,
            end: n,
        };
    }
    n
}

/// How many drops there are in some room, whatever else is forbidden.
#[inline(always)]
fn count_drops<S: Shape>(view: &View<'_, S>, plan: &PlayerPlan<S::Set>, room: S::Set) -> u32 {
    let hand = &view.position.hands[view.position.side.index()];
    let mut drops = 0;
    if plan.first_turn.all_drops && *hand != S::Hand::filled(0) {
        for plan in &plan.drops {
            if hand.as_ref()[plan.held as usize] > 0 {
                drops += (room & plan.allowed).count();
            }
        }
    }
    drops
}

/// The drop with a number; none if a rule forbids it.
#[inline]
fn drop_with_number<S: Shape>(
    view: &View<'_, S>,
    plan: &PlayerPlan<S::Set>,
    room: S::Set,
    mut number: u32,
) -> Option<Act> {
    let hand = view.position.hands[view.position.side.index()].as_ref();
    for plan in &plan.drops {
        if hand[plan.held as usize] == 0 {
            continue;
        }
        let room = room & plan.allowed;
        let n = room.count();
        if number >= n {
            number -= n;
            continue;
        }
        let to = room.nth(number);
        let allowed = drop_targets(view, plan, [S::Set::one(to); 2], Legality::Full).has(to);
        return allowed.then_some(Act::Drop {
            to,
            kind: plan.kind,
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::check::Picks;
    use crate::play::generate::each;
    use crate::play::session::Session;
    use crate::play::visit::Visitor;
    use crate::play::{Game, Variant};
    use crate::shipped;

    /// Draws many acts from one position: every legal one about equally often, and no other.
    struct Fair(u64);

    impl Visitor for Fair {
        type Answer = ();

        fn visit<S: Shape>(self, session: &Session<S>) {
            let view = session.view();
            let mut legal = Vec::new();
            let _ = each(&view, Legality::Full, |act| {
                legal.push(act);
                ControlFlow::Continue(())
            });
            let mut draw = Sampler::new(view.rules);
            draw.begin(&session.position);
            let mut after = session.position;
            let mut rng = Rng::with_seed(self.0);
            let mut drawn: HashMap<Act, u32> = HashMap::new();
            let times = 60 * legal.len() as u32;
            for _ in 0..times.max(1) {
                match draw.draw(&view, &mut after, &mut rng) {
                    None => assert!(legal.is_empty()),
                    Some(it) => {
                        let mut made = session.position;
                        assert_eq!(made.make(view.rules, it.act), it.captured);
                        assert!(made.is_same(&after));
                        *drawn.entry(it.act).or_default() += 1;
                    }
                }
            }
            // Of 60 expected, none of some thousands of counts strays by more than six standard deviations.
            for act in &legal {
                let n = drawn.remove(act).unwrap_or(0);
                assert!((14..=106).contains(&n), "{act:?} {n} times in 60");
            }
            assert!(drawn.is_empty(), "not legal: {drawn:?}");
        }
    }

    #[test]
    fn acts_are_drawn_with_equal_chances() {
        for name in shipped::names() {
            let variant = Variant::open(name, &Picks::default()).expect("it is shipped");
            let mut rng = Rng::with_seed(5);
            let mut game = Game::new(&variant);
            for turn in 0..60 {
                let acts = game.acts();
                if game.outcome().is_some() || acts.is_empty() || acts.len() > 400 {
                    break;
                }
                if turn % 5 == 0 {
                    game.visit(Fair(turn));
                }
                game.play_unchecked(acts[rng.usize(..acts.len())]);
            }
        }
    }
}
