//! One legal act at random, all with the same chance, mostly without listing them.
//!
//! Where tables alone tell, the acts that movement and hands offer are counted band by band, and a number below that
//! count stands for one of them. Whether it is forbidden is asked of this act alone. If it is, it is a miss and another
//! is drawn, so the legal acts are left with equal chances. After some misses they are listed, and at once where a
//! guarded piece is attacked.

use std::ops::ControlFlow;

use fastrand::Rng;

use super::Act;
use super::generate::{Batch, Found, Strength, drop_targets, legal};
use super::guard::{Alarm, Guarding};
use super::position::{Position, Shape, Store};
use super::view::View;
use crate::board::Squares;
use crate::check::limits;
use crate::check::sheet::KindId;
use crate::rules::Seat;

/// How many numbers are drawn before the acts are listed.
const TRIES: u32 = 3;

/// An act, made.
#[derive(Debug, Clone, Copy)]
pub struct Drawn {
    /// The act.
    pub act: Act,
    /// The kind that it captured.
    pub captured: Option<u8>,
}

/// Draws acts. What it needs for lists is kept from one to the next, so that nothing is allocated.
#[derive(Debug)]
pub struct Draw<S: Shape> {
    found: Vec<Found<S::Set>>,
    /// Per band, how many moves its pieces have.
    counts: [u32; limits::KINDS],
}

impl<S: Shape> Default for Draw<S> {
    fn default() -> Self {
        Draw {
            found: Vec::new(),
            counts: [0; limits::KINDS],
        }
    }
}

impl<S: Shape> Draw<S> {
    /// Draws one of the legal acts and makes it in `after`, which need not be set before; none if there is none. Whose
    /// turn it is stays.
    #[inline]
    pub fn draw(
        &mut self,
        view: &View<'_, S>,
        after: &mut Position<S>,
        rng: &mut Rng,
    ) -> Option<Drawn> {
        let rules = view.rules;
        let me = view.position.side;
        let seat = rules.seat(me);
        let guard = seat.guard.as_ref();
        let alarm = guard.map_or(Alarm::Quiet, |it| Alarm::new(view, me, it));
        // Most acts do not answer an attack: then the legal ones are better listed at once.
        if rules.plain_turns && seat.counts_by_table && alarm != Alarm::Attacked {
            let (moves, all) = self.count(view, seat);
            for _ in 0..TRIES {
                if all == 0 {
                    break;
                }
                let number = rng.u32(..all);
                let drawn = if number < moves {
                    self.move_with_number(view, seat, number)
                } else {
                    drop_with_number(view, seat, number - moves)
                };
                let Some((act, kind)) = drawn else { continue };
                *after = *view.position;
                let captured = after.make(rules, act);
                let safe = guard.is_none_or(|it| {
                    // Where nothing aims at a guarded piece, only its own move can bring it in danger.
                    alarm == Alarm::Quiet && !it.kinds.has(KindId(kind))
                        || Alarm::new(&View::new(rules, after), me, it) != Alarm::Attacked
                });
                if safe {
                    return Some(Drawn { act, captured });
                }
            }
        }
        let act = self.draw_from_list(view, rng)?;
        *after = *view.position;
        let captured = after.make(rules, act);
        Some(Drawn { act, captured })
    }

    /// How many moves there are, and how many moves and drops, whatever is forbidden.
    #[inline]
    fn count(&mut self, view: &View<'_, S>, seat: &Seat<S::Set>) -> (u32, u32) {
        let position = view.position;
        let kinds = position.kinds.as_ref();
        let own = view.of[position.side.index()];
        let open = view.empty | view.of[position.side.other().index()];
        let mut moves = 0;
        let bands = seat.bands.as_deref().unwrap_or_default();
        for (band, count) in bands.iter().zip(&mut self.counts) {
            let pieces = band.among(kinds, own);
            *count = 0;
            if pieces.any() {
                *count = band.count(pieces, open, view.occupied);
                moves += *count;
            }
        }
        let mut all = moves;
        let hand = &position.hands[position.side.index()];
        if seat.turns[0].any_drop && *hand != S::Hand::filled(0) {
            for plan in &seat.drops {
                if hand.as_ref()[plan.held as usize] > 0 {
                    all += (view.empty & plan.room).count();
                }
            }
        }
        (moves, all)
    }

    /// The move with a number, and the kind that makes it.
    #[inline]
    fn move_with_number(
        &self,
        view: &View<'_, S>,
        seat: &Seat<S::Set>,
        mut number: u32,
    ) -> Option<(Act, u8)> {
        let bands = seat.bands.as_deref()?;
        let mut counted = bands.iter().zip(&self.counts);
        let band = counted.find_map(|(band, count)| {
            if number < *count {
                return Some(band);
            }
            number -= count;
            None
        })?;
        let kinds = view.position.kinds.as_ref();
        let own = view.of[view.position.side.index()];
        let open = view.empty | view.of[view.position.side.other().index()];
        for from in band.among(kinds, own).iter() {
            let targets = band.reach(from, view.occupied) & open;
            let (all, plain) = band.acts(from, targets);
            if number >= all {
                number -= all;
                continue;
            }
            let mut rest = band.rest.iter();
            let kind = *rest
                .find(|it| kinds[**it as usize].has(from))
                .unwrap_or(&band.first);
            let mut batch = Batch {
                from: Some(from),
                kind,
                becomes: None,
                targets,
            };
            if let Some(faces) = &band.faces {
                if number < plain {
                    batch.targets = targets.without(faces.must[from.index()]);
                } else {
                    batch.targets = targets & faces.may[from.index()];
                    number -= plain;
                    let n = batch.targets.count();
                    let faces = &view.rules.kinds[kind as usize].becomes;
                    batch.becomes = faces.get((number / n) as usize).copied();
                    number %= n;
                }
            }
            return Some((batch.act(batch.targets.nth(number)), kind));
        }
        None
    }

    #[inline(never)]
    fn draw_from_list(&mut self, view: &View<'_, S>, rng: &mut Rng) -> Option<Act> {
        self.found.clear();
        let mut n = 0;
        let _ = legal(view, Strength::Full, |it| {
            n += it.count();
            self.found.push(it);
            ControlFlow::Continue(())
        });
        let mut number = rng.u64(..n.max(1));
        for found in &self.found {
            let n = found.count();
            if number < n {
                return Some(match found {
                    Found::Bare(act) => *act,
                    Found::Batch(batch) => batch.act(batch.targets.nth(number as u32)),
                });
            }
            number -= n;
        }
        None
    }
}

/// The drop with a number, and the kind; none if a rule forbids it.
#[inline]
fn drop_with_number<S: Shape>(
    view: &View<'_, S>,
    seat: &Seat<S::Set>,
    mut number: u32,
) -> Option<(Act, u8)> {
    let hand = view.position.hands[view.position.side.index()].as_ref();
    for plan in &seat.drops {
        if hand[plan.held as usize] == 0 {
            continue;
        }
        let room = view.empty & plan.room;
        let n = room.count();
        if number >= n {
            number -= n;
            continue;
        }
        let to = room.nth(number);
        let one = S::Set::one(to);
        let allowed = plan.bans.is_empty() && !plan.guarded
            || drop_targets(view, &Guarding::Free, plan, one, Strength::Full).has(to);
        let kind = plan.kind;
        return allowed.then_some((Act::Drop { to, kind }, kind));
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
            let _ = each(&view, Strength::Full, |act| {
                legal.push(act);
                ControlFlow::Continue(())
            });
            let mut draw = Draw::default();
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
