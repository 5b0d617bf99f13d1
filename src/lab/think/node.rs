//! A position in a search: with its key and its material kept up to date, and what an act leads to.
//!
//! All that the search knows of the rules of play is asked here.

use std::ops::ControlFlow;

use super::values::Values;
use crate::mix::spread;
use koma::board::{Player, Square, Squares};
use koma::play::Act;
use koma::play::generate::{Batch, Legality, each, legal};
use koma::play::judge::{History, Past, is_over_without_history, judge, note_fitted};
use koma::play::position::{Position, Shape};
use koma::play::session::{Advance, advance, begin_turn};
use koma::play::view::View;
use koma::rules::{Cond, Rules};

/// A position in a search.
#[derive(Debug, Clone, Copy)]
pub struct Node<S: Shape> {
    /// The position.
    pub position: Position<S>,
    /// Which acts of end rules the turn that led here fitted.
    fitted: u64,
    /// A number that tells positions apart.
    pub key: u64,
    /// Pieces and squares, as the first player counts them.
    pub material: i32,
    /// A royal piece of the side to act is attacked.
    pub in_check: bool,
}

/// What an act led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The game is over; this is the winner.
    Over(Option<Player>),
    /// The same player acts on.
    SameTurn,
    /// It is the other's turn.
    NextTurn,
}

/// The rules, as a search asks for them.
#[derive(Debug)]
pub struct World<S: Shape> {
    /// The tables.
    pub rules: std::sync::Arc<Rules<S::Set>>,
    /// What things are worth.
    pub values: Values<S::Set>,
    /// Random numbers of pieces on squares: by owner, kind, square.
    pieces: Vec<u64>,
    /// Random numbers of pieces in hands: by player, kind, number.
    hands: Vec<u64>,
    /// Drops can be left out by emptying the hand: no rule that forbids depends on it.
    hands_are_only_dropped: bool,
    /// How often a position is repeated at most before some rule speaks.
    pub repeats: Option<u32>,
}

const HELD: usize = 32;
const SIDE: u64 = 0x9d39_247e_3377_6d41;

impl<S: Shape> World<S> {
    /// Prepares the rules for searching.
    pub fn new(rules: std::sync::Arc<Rules<S::Set>>) -> Self {
        let values = Values::new(&rules);
        // Keys need not be secret, only different: always the same ones make play repeatable.
        let mut dice = fastrand::Rng::with_seed(0x006b_6f6d_6100);
        let n_kinds = rules.kinds.len();
        let n_pieces = 3 * n_kinds * rules.geometry.n_squares();
        let pieces = (0..n_pieces).map(|_| dice.u64(..)).collect();
        let hands = (0..2 * n_kinds * HELD).map(|_| dice.u64(..)).collect();
        let hands_are_only_dropped = !rules.facts.forbids_ask_own_hand;
        let repeats = rules
            .players
            .iter()
            .flat_map(|it| &it.ends)
            .flat_map(|it| &it.conditions)
            .filter_map(|it| match it {
                Cond::Repeated { times, .. } => Some(*times),
                Cond::Count(..)
                | Cond::Points { .. }
                | Cond::Mate { .. }
                | Cond::CannotAct(_)
                | Cond::Throughout(_)
                | Cond::Hand(..)
                | Cond::Act(_) => None,
            })
            .max();
        World {
            rules,
            values,
            pieces,
            hands,
            hands_are_only_dropped,
            repeats,
        }
    }

    #[inline]
    fn piece_key(&self, owner: usize, kind: u8, square: Square) -> u64 {
        let n = self.rules.geometry.n_squares();
        self.pieces[(owner * self.rules.kinds.len() + kind as usize) * n + square.index()]
    }

    #[inline]
    fn hand_key(&self, player: usize, kind: usize, n: u16) -> u64 {
        if n == 0 {
            return 0;
        }
        let at = (player * self.rules.kinds.len() + kind) * HELD;
        self.hands[at + n as usize % HELD]
    }

    /// A position looked at for the first time.
    pub fn node(&self, position: &Position<S>) -> Node<S> {
        let (key, material) = self.board_key(position);
        Node {
            position: *position,
            fitted: position.fitted,
            key: key ^ self.state_key(position),
            material,
            in_check: self.is_in_check(position),
        }
    }

    /// What of the key is on the board and in the hands, and what all of it is worth to the first player.
    fn board_key(&self, position: &Position<S>) -> (u64, i32) {
        let rules = &*self.rules;
        let (mut key, mut material) = (0, 0);
        for (kind, facts) in rules.kinds.iter().enumerate() {
            let [first, second] = position.owned.as_ref()[facts.layer];
            for square in position.kinds.as_ref()[kind].iter() {
                let owner = match (first.has(square), second.has(square)) {
                    (true, _) => 0,
                    (_, true) => 1,
                    _ => 2,
                };
                key ^= self.piece_key(owner, kind as u8, square);
                if owner < 2 {
                    material += self.values.worth(Player::BOTH[owner], kind as u8, square);
                }
            }
            for player in Player::BOTH {
                let n = position.hands[player.index()].as_ref()[kind];
                key ^= self.hand_key(player.index(), kind, n);
                material += sign(player) * i32::from(n.min(400)) * self.values.hand[kind];
            }
        }
        (key, material)
    }

    /// What of the key is neither on the board nor in the hands.
    #[inline]
    fn state_key(&self, position: &Position<S>) -> u64 {
        let side = if position.side == Player::Second {
            SIDE
        } else {
            0
        };
        if self.rules.facts.plain_turns {
            return side;
        }
        let turn = u64::from(position.turn.map_or(0, |it| it + 1)) << 32;
        let state = turn | u64::from(position.spent);
        side ^ spread(state) ^ position.fitted.wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
    }

    /// Plays a legal act.
    pub fn step(&self, node: &Node<S>, act: Act) -> (Node<S>, Step) {
        let rules = &*self.rules;
        let mut next = *node;
        let mover = node.position.side;
        let me = mover.index();
        next.key ^= self.state_key(&node.position);
        self.note(&mut next, act);
        let made = match rules.facts.plain_turns {
            true => {
                let captured = next.position.make(rules, act);
                note_fitted(rules, &mut next.position, act, captured);
                Advance::TurnOver
            }
            false => advance(rules, &mut next.position, act),
        };
        if rules.has_effects {
            // What follows from an act is not foreseen: all of it is counted again.
            (next.key, next.material) = self.board_key(&next.position);
        }
        match made {
            Advance::Over(verdict) => return (next, Step::Over(verdict.winner)),
            Advance::SameTurn => {
                next.fitted = next.position.fitted;
                next.key ^= self.state_key(&next.position);
                next.in_check = self.is_in_check(&next.position);
                return (next, Step::SameTurn);
            }
            Advance::TurnOver => {}
        }
        debug_assert_eq!(next.position.side.index(), me);
        next.position.side = mover.other();
        next.position.spent = 0;
        if is_over_without_history(rules, &next.position, mover) {
            let view = View::new(rules, &next.position);
            if let Some(verdict) = judge(&view, mover, None, |_, _| true) {
                return (next, Step::Over(verdict.winner));
            }
        }
        next.fitted = next.position.fitted;
        if rules.facts.plain_turns {
            next.position.fitted = 0;
        } else {
            begin_turn(rules, &mut next.position);
        }
        next.key ^= self.state_key(&next.position);
        next.in_check = self.is_in_check(&next.position);
        (next, Step::NextTurn)
    }

    /// Brings key and material up to date with an act that is about to be made.
    fn note(&self, node: &mut Node<S>, act: Act) {
        let rules = &*self.rules;
        let player = node.position.side;
        let me = player.index();
        match act {
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => {
                let layer = rules.kinds[kind as usize].layer;
                let [first, second] = node.position.owned.as_ref()[layer];
                let owner = match (first.has(to), second.has(to)) {
                    (true, _) => Some(0),
                    (_, true) => Some(1),
                    _ if !rules.neutral.is_empty() => Some(2),
                    _ => None,
                };
                if let Some(owner) = owner
                    && let Some(taken) = node.position.kind_on(rules, layer, to)
                {
                    node.key ^= self.piece_key(owner, taken, to);
                    if owner < 2 {
                        node.material -= self.values.worth(Player::BOTH[owner], taken, to);
                    }
                    if rules.to_hand && !rules.kinds[taken as usize].neutral {
                        let held = rules.kinds[taken as usize].in_hand_as as usize;
                        let n = node.position.hands[me].as_ref()[held];
                        node.key ^= self.hand_key(me, held, n) ^ self.hand_key(me, held, n + 1);
                        node.material += sign(player) * self.values.hand[held];
                    }
                }
                let after = becomes.unwrap_or(kind);
                node.key ^= self.piece_key(me, kind, from) ^ self.piece_key(me, after, to);
                node.material +=
                    self.values.worth(player, after, to) - self.values.worth(player, kind, from);
            }
            Act::Drop { to, kind } => {
                if let Some(held) = node.position.hand_kind(rules, kind) {
                    let held = held as usize;
                    let n = node.position.hands[me].as_ref()[held];
                    node.key ^= self.hand_key(me, held, n) ^ self.hand_key(me, held, n - 1);
                    node.material -= sign(player) * self.values.hand[held];
                }
                node.key ^= self.piece_key(me, kind, to);
                node.material += self.values.worth(player, kind, to);
            }
            Act::Pass | Act::End => {}
        }
    }

    /// The position as if the side to act had done nothing.
    pub fn passed(&self, node: &Node<S>) -> Node<S> {
        let mut next = *node;
        next.key ^= self.state_key(&node.position);
        next.position.side = node.position.side.other();
        next.fitted = 0;
        next.key ^= self.state_key(&next.position);
        next.in_check = false;
        next
    }

    /// Whether a royal piece of the side to act is attacked.
    fn is_in_check(&self, position: &Position<S>) -> bool {
        if !self.values.has_royal {
            return false;
        }
        let view = View::new(&self.rules, position);
        let royal = view.kinds_of(position.side, self.values.royal);
        royal
            .iter()
            .any(|it| view.is_attacked(position.side.other(), koma::check::sheet::KindSet::ALL, it))
    }

    /// Hands out every legal act.
    pub fn acts(&self, node: &Node<S>, mut found: impl FnMut(Act)) {
        let view = View::new(&self.rules, &node.position);
        let _ = each(&view, Legality::Full, |act| {
            found(act);
            ControlFlow::Continue(())
        });
    }

    /// Hands out the legal acts that change much: captures, promotions that gain, arrivals that may win, and if asked for
    /// acts that attack a royal piece.
    pub fn loud_acts(&self, node: &Node<S>, checks: bool, mut found: impl FnMut(Act)) {
        let rules = &*self.rules;
        let mut position = node.position;
        let me = position.side;
        let checks = checks && self.values.has_royal && rules.facts.usual_movement;
        if self.hands_are_only_dropped && !checks {
            position.hands[me.index()] = <S::Hand as koma::play::position::Store<u16>>::filled(0);
        }
        let view = View::new(rules, &position);
        let goals = &self.values.goals[me.index()];
        let royal = view.kinds_of(me.other(), self.values.royal);
        let _ = legal(&view, Legality::Full, &mut |batch| {
            let (kind, after, mut wanted, targets) = match batch {
                Batch::Moves {
                    kind,
                    becomes,
                    targets,
                    ..
                } => {
                    let layer = rules.kinds[kind as usize].layer;
                    let enemies = position.owned.as_ref()[layer][me.other().index()];
                    (kind, becomes.unwrap_or(kind), enemies, targets)
                }
                Batch::Drops { kind, targets } if checks => (kind, kind, S::Set::EMPTY, targets),
                Batch::Drops { .. } | Batch::Bare(_) => return ControlFlow::Continue(()),
            };
            let worth = |kind: u8| self.values.plain[kind as usize];
            let gains = after != kind && worth(after) > worth(kind) + 50;
            for goal in goals.iter().filter(|it| it.kind == kind) {
                wanted |= goal.squares;
            }
            if checks {
                for square in royal.iter() {
                    wanted |= view.attack_sources(me, after, square, view.occupied);
                }
            }
            let wanted = if gains { targets } else { targets & wanted };
            batch.with_targets(wanted).each(|act| {
                found(act);
                ControlFlow::Continue(())
            })
        });
    }

    /// Who wins when the side to act has no act.
    pub fn stuck(&self, node: &Node<S>) -> Option<Player> {
        let mut position = node.position;
        position.fitted = node.fitted;
        let view = View::new(&self.rules, &position);
        judge(&view, position.side.other(), None, |_, _| true).and_then(|it| it.winner)
    }

    /// Who wins if a game goes round in circles: `round` is the positions at the ends of turns since the first time
    /// that the last of them stood, that first time included.
    pub fn round(&self, round: &[Position<S>]) -> Option<Player> {
        let rules = &*self.rules;
        let times = self.repeats?.min(16);
        let (first, rest) = round.split_first()?;
        let rest: Vec<Past<S>> = rest.iter().map(Past::new).collect();
        let mut past = vec![Past::new(first)];
        for _ in 1..times {
            past.extend_from_slice(&rest);
        }
        let view = View::new(rules, &past.last()?.position);
        let mover = view.position.side.other();
        let asked = |_, it: &koma::rules::program::EndProgram<S::Set>| it.looks_back();
        judge(&view, mover, Some(History(&past)), asked).and_then(|it| it.winner)
    }

    /// The kind that an act would capture from the enemy.
    #[inline]
    pub fn captured(&self, node: &Node<S>, act: Act) -> Option<u8> {
        let Act::Move { to, kind, .. } = act else {
            return None;
        };
        let layer = self.rules.kinds[kind as usize].layer;
        let enemy = node.position.side.other().index();
        if !node.position.owned.as_ref()[layer][enemy].has(to) {
            return None;
        }
        node.position.kind_on(&self.rules, layer, to)
    }
}

/// The first player's plus is the second player's minus.
pub fn sign(player: Player) -> i32 {
    match player {
        Player::First => 1,
        Player::Second => -1,
    }
}

/// A short number for an act, never 0: enough to find it again among the acts of its position.
pub fn mark(act: Act) -> u16 {
    let n = match act {
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => {
            u64::from(from.0)
                | u64::from(to.0) << 12
                | u64::from(kind) << 24
                | u64::from(becomes.map_or(0, |it| u16::from(it) + 1)) << 32
        }
        Act::Drop { to, kind } => 1 << 48 | u64::from(to.0) << 12 | u64::from(kind) << 24,
        Act::Pass => 2 << 48,
        Act::End => 3 << 48,
    };
    ((spread(n + 1) >> 48) as u16).max(1)
}

#[cfg(test)]
mod tests {
    use koma::play::session::Session;
    use koma::play::visit::Visitor;
    use koma::{Game, Picks, Variant};

    use super::*;

    /// The captures among the legal acts, and what is found of them without drops.
    struct Captures;

    impl Visitor for Captures {
        type Answer = [Vec<Act>; 2];

        fn visit<S: Shape>(self, session: &Session<S>) -> [Vec<Act>; 2] {
            let world = World::<S>::new(session.rules.clone());
            let node = world.node(&session.position);
            let (mut all, mut loud) = (Vec::new(), Vec::new());
            world.acts(&node, |it| all.push(it));
            all.retain(|it| world.captured(&node, *it).is_some());
            world.loud_acts(&node, false, |it| loud.push(it));
            [all, loud]
        }
    }

    /// A player may not leave himself without an act: what is in hand decides whether the last foot may capture.
    #[test]
    fn a_hand_that_a_rule_looks_at_is_not_emptied() {
        let text = r#"
            koma = 1
            game.name = "The last foot"
            board.size = "3x3"
            board.turned = "half-turn"
            board.start = "1f1/3/1F1"
            board.hands = "Ff"
            turn.play.acts = "one of move, drop"
            pieces.foot = { letter = "F", moves = "step forward" }
            forbid.stranded.if = "own cannot act"
            end.stalemate = { when = "enemy cannot act", result = "own wins" }
        "#;
        let variant = Variant::parse("last_foot.toml", text, &Picks::default());
        let variant = variant.unwrap_or_else(|report| panic!("{report}"));
        for (position, n) in [("1f1/1F1/3 b F", 1), ("1f1/1F1/3 b -", 0)] {
            let game = Game::from_position(&variant, position).expect("it is a position");
            let [all, loud] = game.visit(Captures);
            assert_eq!(all.len(), n, "{position}");
            assert_eq!(loud, all, "{position}");
        }
    }
}
