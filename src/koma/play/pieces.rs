//! What stands on each square and what it can do there, for those who ask piece by piece.

use super::Act;
use super::check::guarded;
use super::position::{Position, Shape};
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::rules::Rules;
use crate::rules::plan::check::CheckRule;
use crate::rules::plan::piece_table::{Entry, MANY, PieceTable};

/// The pieces of a position, by square.
#[derive(Debug)]
pub struct Pieces<B> {
    /// What each player's pieces can do.
    tables: [PieceTable<B>; 2],
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
        let plans = rules.plan.players.iter();
        let mut turns = plans.flat_map(|it| &it.turns);
        let is_simple = turns.all(|it| it.is_tabular && it.all_moves);
        let mut rules_of = rules.plan.players.iter().filter_map(|it| it.check.as_ref());
        let is_checked = rules_of.all(|it| it.is_unconditional() && it.asked.is_empty());
        if !rules.facts.plain_turns || !is_simple || !is_checked {
            return None;
        }
        let tables = |player: Player| {
            let classes = &rules.plan(player).classes;
            PieceTable::new(&rules.geometry, rules.kinds.len(), classes)
        };
        Some(Pieces {
            tables: [tables(Player::First)?, tables(Player::Second)?],
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
    pub fn on(&self, player: Player, square: Square) -> (u8, &Entry<B>) {
        let kind = self.kinds_on[square.index()];
        (kind, self.tables[player.index()].at(kind, square))
    }

    /// What a piece can do, and where it goes to, whatever stands there. `QUADS` is [`Pieces::n_quads`].
    #[inline(always)]
    pub fn reach<const QUADS: usize>(
        &self,
        player: Player,
        from: Square,
        occupied: B,
    ) -> (&Entry<B>, B) {
        let (kind, entry) = self.on(player, from);
        let tables = &self.tables[player.index()];
        (entry, tables.reach::<QUADS>(entry, kind, from, occupied))
    }

    /// See [`PieceTable::n_quads`].
    #[inline]
    pub fn n_quads(&self, player: Player) -> usize {
        self.tables[player.index()].n_quads()
    }

    /// Looks at a player's guarded pieces, in this position or after an act of that player.
    #[inline(always)]
    pub fn alarm<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        player: Player,
        rule: &CheckRule<B>,
    ) -> Alarm<B> {
        let enemy = player.other();
        let theirs = view.of[enemy.index()];
        let mut alarm = Alarm {
            aimed: B::EMPTY,
            hits: B::EMPTY,
        };
        for piece in guarded(view, player, rule).iter() {
            // All kinds are asked at once: mostly, none could.
            let kinds = view.position.kinds.as_ref();
            let aimed = match rule.attack_origins.among(kinds, piece) {
                Some(origins) => origins & theirs,
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
        match self.n_quads(player) {
            0 => self.reach::<0>(player, from, occupied).1,
            1 => self.reach::<1>(player, from, occupied).1,
            _ => self.reach::<{ MANY }>(player, from, occupied).1,
        }
    }
}
