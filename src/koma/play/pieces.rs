//! What stands on each square and what it can do there, for those who ask piece by piece.

use super::Act;
use super::guard::guarded;
use super::position::{Position, Shape};
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::rules::Rules;
use crate::rules::plan::GuardPlan;
use crate::rules::spots::{MANY, Spot, Spots};

/// The pieces of a position, by square.
#[derive(Debug)]
pub struct Pieces<B> {
    /// What each player's pieces can do.
    spots: [Spots<B>; 2],
    /// Per square where something stands, its kind.
    kinds_on: Box<[u8]>,
}

/// How near an attack on a player's guarded pieces is.
#[derive(Debug, Clone, Copy)]
pub struct Alarm<B> {
    /// The enemies that could capture one if nothing stood between, and perhaps others.
    pub aimed: B,
    /// The enemies that can capture one.
    pub hits: B,
}

impl<B: Squares> Pieces<B> {
    /// None where tables alone do not tell what can be done.
    pub fn new(rules: &Rules<B>) -> Option<Self> {
        if !rules.plain_turns || !rules.seats.iter().all(|it| it.counts_by_table) {
            return None;
        }
        let spots = |player: Player| {
            let bands = rules.seat(player).bands.as_deref()?;
            Spots::new(&rules.geometry, rules.kinds.len(), bands)
        };
        Some(Pieces {
            spots: [spots(Player::First)?, spots(Player::Second)?],
            kinds_on: vec![0; rules.geometry.n_squares()].into(),
        })
    }

    /// From here on, they are those of this position.
    pub fn set_up<S: Shape<Set = B>>(&mut self, position: &Position<S>) {
        for (kind, squares) in position.kinds.as_ref().iter().enumerate() {
            for square in squares.iter() {
                self.kinds_on[square.index()] = kind as u8;
            }
        }
    }

    /// From here on, they are those of the position after this act.
    #[inline]
    pub fn follow(&mut self, act: Act) {
        match act {
            Act::Move {
                to, kind, becomes, ..
            } => self.kinds_on[to.index()] = becomes.unwrap_or(kind),
            Act::Drop { to, kind } => self.kinds_on[to.index()] = kind,
            Act::Pass | Act::End => {}
        }
    }

    /// The kind of a piece, and what it can do.
    #[inline(always)]
    pub fn on(&self, player: Player, square: Square) -> (u8, &Spot<B>) {
        let kind = self.kinds_on[square.index()];
        (kind, self.spots[player.index()].at(kind, square))
    }

    /// What a piece can do, and where it goes to, whatever stands there. `FOURS` is [`Pieces::fours`].
    #[inline(always)]
    pub fn reach<const FOURS: usize>(
        &self,
        player: Player,
        from: Square,
        occupied: B,
    ) -> (&Spot<B>, B) {
        let (kind, spot) = self.on(player, from);
        let spots = &self.spots[player.index()];
        (spot, spots.reach::<FOURS>(spot, kind, from, occupied))
    }

    /// See [`Spots::fours`].
    #[inline]
    pub fn fours(&self, player: Player) -> usize {
        self.spots[player.index()].fours()
    }

    /// Looks at a player's guarded pieces, in this position or after an act of that player.
    #[inline(always)]
    pub fn alarm<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        player: Player,
        plan: &GuardPlan<B>,
    ) -> Alarm<B> {
        let enemy = player.other();
        let theirs = view.of[enemy.index()];
        let mut alarm = Alarm {
            aimed: B::EMPTY,
            hits: B::EMPTY,
        };
        for piece in guarded(view, player, plan).iter() {
            // All kinds are asked at once: mostly, none could.
            let kinds = view.position.kinds.as_ref();
            let aimed = match plan.strikers.among(kinds, piece) {
                Some(strikers) => strikers & theirs,
                None => theirs,
            };
            alarm.aimed |= aimed;
            for from in aimed.iter() {
                if self.reach_any(enemy, from, view.occupied).has(piece) {
                    alarm.hits |= B::one(from);
                }
            }
        }
        alarm
    }

    /// All squares that a player's pieces go to, whatever stands there.
    pub fn all_reach<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        player: Player,
        occupied: B,
    ) -> B {
        let pieces = view.of[player.index()].iter();
        pieces.fold(B::EMPTY, |all, from| {
            all | self.reach_any(player, from, occupied)
        })
    }

    #[inline(always)]
    fn reach_any(&self, player: Player, from: Square, occupied: B) -> B {
        match self.fours(player) {
            0 => self.reach::<0>(player, from, occupied).1,
            1 => self.reach::<1>(player, from, occupied).1,
            _ => self.reach::<{ MANY }>(player, from, occupied).1,
        }
    }
}
