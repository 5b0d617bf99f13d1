//! A position: a plain value, copied freely, with no pointer to anything.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use super::{Act, effects};
use crate::board::diagram::Setup;
use crate::board::{Owner, Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet};
use crate::rules::Rules;

/// The sizes of a position: how many squares, kinds and layers fit. The engine is compiled for each of these, and
/// the choice is made once, when a game begins.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// Sets of squares.
    type Set: Squares;
    /// One set per kind.
    type Kinds: Store<Self::Set>;
    /// Two sets (first, second player) per layer.
    type Layers: Store<[Self::Set; 2]>;
    /// One count per kind.
    type Hand: Store<u16>;
}

/// A fixed array of some length.
pub trait Store<T>:
    Copy + Eq + Hash + Debug + Send + Sync + 'static + AsRef<[T]> + AsMut<[T]>
{
    /// How many fit.
    const LEN: usize;
    /// The same value everywhere.
    fn filled(value: T) -> Self;
}

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static, const N: usize> Store<T> for [T; N] {
    const LEN: usize = N;
    fn filled(value: T) -> Self {
        [value; N]
    }
}

macro_rules! shapes {
    ($($name:ident, $kinds:literal, $layers:literal, $doc:literal;)*) => { $(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy)]
        pub struct $name<B>(PhantomData<B>);

        impl<B: Squares> Shape for $name<B> {
            type Set = B;
            type Kinds = [B; $kinds];
            type Layers = [[B; 2]; $layers];
            type Hand = [u16; $kinds];
        }
    )* };
}

shapes! {
    Small, 8, 1, "Up to 8 kinds on one layer.";
    Plain, 16, 1, "Up to 16 kinds on one layer.";
    Layered, 16, 4, "Up to 16 kinds on four layers.";
    Large, 128, 4, "Up to 128 kinds on four layers.";
}

/// The kinds of what an act took off the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Captured {
    /// On its target.
    pub on_target: Option<u8>,
    /// Elsewhere.
    pub elsewhere: KindSet,
}

impl Captured {
    /// What stood on the target, and nothing else.
    #[inline(always)]
    pub fn on_target(kind: Option<u8>) -> Self {
        Captured {
            on_target: kind,
            elsewhere: KindSet::default(),
        }
    }

    /// Whether one of some kinds is among it.
    pub fn has(self, kinds: KindSet) -> bool {
        self.on_target.is_some_and(|it| kinds.has(KindId(it))) || self.elsewhere.0 & kinds.0 != 0
    }
}

/// Where everything stands, what is in the hands, whose turn it is and what of it is spent.
#[derive(Debug, Clone, Copy)]
pub struct Position<S: Shape> {
    /// Per kind, the squares that hold one, whoever owns it.
    pub kinds: S::Kinds,
    /// Per layer, the squares of each player's pieces.
    pub owned: S::Layers,
    /// Per player and kind, how many in hand.
    pub hands: [S::Hand; 2],
    /// Who is to act.
    pub side: Player,
    /// Which of the turn rules applies to this turn; none if no rule does.
    pub turn: Option<u8>,
    /// How often each act of a turn of several was done: four bits each.
    pub spent: u32,
    /// Which act patterns of end rules an act of this turn fitted, as its maker sees them.
    pub fitted: u64,
}

impl<S: Shape> Position<S> {
    /// A position from plain data. The turn rule is still to be found.
    pub fn new(rules: &Rules<S::Set>, setup: &Setup) -> Self {
        let mut position = Self {
            kinds: S::Kinds::filled(S::Set::EMPTY),
            owned: S::Layers::filled([S::Set::EMPTY; 2]),
            hands: [S::Hand::filled(0); 2],
            side: setup.side,
            turn: None,
            spent: 0,
            fitted: 0,
        };
        for (i, pieces) in setup.cells.iter().enumerate() {
            let square = S::Set::one(Square(i as u16));
            for (owner, kind) in pieces {
                position.kinds.as_mut()[*kind as usize] |= square;
                if let Owner::Of(player) = owner {
                    position.owned.as_mut()[rules.kinds[*kind as usize].layer][player.index()] |=
                        square;
                }
            }
        }
        for player in Player::BOTH {
            for (kind, n) in setup.hands[player.index()].iter().enumerate() {
                position.hands[player.index()].as_mut()[kind] = *n;
            }
        }
        position
    }

    /// The position as plain data.
    pub fn setup(&self, rules: &Rules<S::Set>) -> Setup {
        let cells = rules
            .geometry
            .squares()
            .map(|square| {
                (0..rules.n_layers)
                    .filter_map(|layer| {
                        let kind = self.kind_on(rules, layer, square)?;
                        let owned = self.owned.as_ref()[layer];
                        let owner = match Player::BOTH
                            .into_iter()
                            .find(|it| owned[it.index()].has(square))
                        {
                            Some(player) => Owner::Of(player),
                            None => Owner::Nobody,
                        };
                        Some((owner, kind))
                    })
                    .collect()
            })
            .collect();
        let hand =
            |player: Player| self.hands[player.index()].as_ref()[..rules.kinds.len()].to_vec();
        Setup {
            cells,
            hands: Player::BOTH.map(hand),
            side: self.side,
        }
    }

    /// Whether two positions are the same for the repetition rule: board, hands, side.
    pub fn is_same(&self, other: &Self) -> bool {
        self.side == other.side
            && self.kinds == other.kinds
            && self.owned == other.owned
            && self.hands == other.hands
    }

    /// A number that is the same for positions that [`Position::is_same`] holds for, and nearly always another for
    /// others: cheap, and good enough to spare a comparison.
    pub fn hash(&self) -> u64 {
        // Each word is multiplied by a number of its own, so that the processor need not wait for one to begin the next.
        let mut factor = 0x9e37_79b9_7f4a_7c15u64;
        let mut key = self.side.index() as u64;
        let mut enter = |word: u64| {
            key = key.wrapping_add(word.wrapping_mul(factor));
            factor = factor.wrapping_mul(0xd134_2543_de82_ef95);
        };
        for set in self.kinds.as_ref() {
            enter(set.folded());
        }
        for [first, _] in self.owned.as_ref() {
            enter(first.folded());
        }
        // What one player does not own and hold, the other does, or nearly always so.
        for four in self.hands[0].as_ref().as_chunks::<4>().0 {
            let [a, b, c, d] = four.map(u64::from);
            enter(a | b << 16 | c << 32 | d << 48);
        }
        key ^ key >> 32
    }

    /// Numbers that tell positions apart: of this one, and of this one with left and right changed. Equal positions
    /// in the same state of a turn have equal numbers, and others practically never do.
    pub fn keys(&self, rules: &Rules<S::Set>) -> [u128; 2] {
        let turn = u64::from(self.turn.map_or(0, |it| it + 1)) << 33;
        let state = mix(turn | (self.side.index() as u64) << 32 | u64::from(self.spent))
            .wrapping_add(mix(self.fitted ^ 1 << 63));
        let mut keys = [state; 2];
        for (kind, facts) in rules.kinds.iter().enumerate() {
            let [first, second] = self.owned.as_ref()[facts.layer];
            for square in self.kinds.as_ref()[kind].iter() {
                let owner = u64::from(first.has(square)) | u64::from(second.has(square)) << 1;
                let figure = 1 << 62 | (kind as u64) << 20 | owner << 16;
                let file = rules.geometry.file(square) as u64;
                let mirrored = u64::from(square.0) + rules.geometry.files as u64 - 1 - 2 * file;
                keys[0] = keys[0].wrapping_add(mix(figure | u64::from(square.0)));
                keys[1] = keys[1].wrapping_add(mix(figure | mirrored));
            }
            for player in Player::BOTH {
                let held = self.hands[player.index()].as_ref()[kind];
                if held > 0 {
                    let owner = (player.index() as u64) << 16;
                    let hand = mix(1 << 61 | (kind as u64) << 20 | owner | u64::from(held));
                    keys = keys.map(|it| it.wrapping_add(hand));
                }
            }
        }
        keys
    }

    /// A player's pieces of one kind.
    #[inline]
    pub fn of(&self, rules: &Rules<S::Set>, player: Player, kind: u8) -> S::Set {
        let layer = layer_of::<S>(rules, kind);
        let kind = kind as usize & (<S::Kinds as Store<S::Set>>::LEN - 1);
        self.kinds.as_ref()[kind] & self.owned.as_ref()[layer][player.index()]
    }

    /// Whether several pieces of the side to act stand on the square that an act begins on.
    pub fn shares_origin(&self, act: Act) -> bool {
        let Act::Move { from, .. } = act else {
            return false;
        };
        let mine = |owned: &&[S::Set; 2]| owned[self.side.index()].has(from);
        // An act of another variant may begin on a square that no set here can hold.
        from.index() < S::Set::CAPACITY && self.owned.as_ref().iter().filter(mine).count() > 1
    }

    /// The same position in another shape.
    pub fn reshaped<T: Shape>(&self, n_kinds: usize) -> Position<T> {
        fn set<A: Squares, B: Squares>(set: A) -> B {
            set.iter().fold(B::EMPTY, |all, it| all | B::one(it))
        }
        // Nothing of a position may be forgotten here.
        let Position {
            kinds,
            owned,
            hands,
            side,
            turn,
            spent,
            fitted,
        } = self;
        let mut position: Position<T> = Position {
            kinds: T::Kinds::filled(T::Set::EMPTY),
            owned: T::Layers::filled([T::Set::EMPTY; 2]),
            hands: [T::Hand::filled(0); 2],
            side: *side,
            turn: *turn,
            spent: *spent,
            fitted: *fitted,
        };
        for (to, from) in position.kinds.as_mut()[..n_kinds]
            .iter_mut()
            .zip(kinds.as_ref())
        {
            *to = set(*from);
        }
        for (to, from) in position.owned.as_mut().iter_mut().zip(owned.as_ref()) {
            *to = from.map(set);
        }
        for (to, from) in position.hands.iter_mut().zip(hands) {
            to.as_mut()[..n_kinds].copy_from_slice(&from.as_ref()[..n_kinds]);
        }
        position
    }

    /// The kind of the piece of a layer on a square.
    pub fn kind_on(&self, rules: &Rules<S::Set>, layer: usize, square: Square) -> Option<u8> {
        rules.layer_kinds[layer]
            .iter()
            .copied()
            .find(|kind| self.kinds.as_ref()[*kind as usize].has(square))
    }

    /// Takes what stands on a square off the board, into the hand of the side to act if captured pieces go there.
    #[inline(never)]
    fn take(&mut self, rules: &Rules<S::Set>, layer: usize, from: Square) -> Option<u8> {
        self.remove(rules, layer, from, rules.to_hand)
    }

    /// Takes what stands on a square off the board, into the hand of the side to act or out of the game.
    #[inline(always)]
    pub fn remove(
        &mut self,
        rules: &Rules<S::Set>,
        layer: usize,
        from: Square,
        to_hand: bool,
    ) -> Option<u8> {
        let taken = self.kind_on(rules, layer, from)?;
        let target = S::Set::one(from);
        self.kinds.as_mut()[taken as usize] ^= target;
        let owned = &mut self.owned.as_mut()[layer];
        owned[0] = owned[0].without(target);
        owned[1] = owned[1].without(target);
        if to_hand && !rules.kinds[taken as usize].neutral {
            let held = rules.kinds[taken as usize].in_hand_as;
            let held = &mut self.hands[self.side.index()].as_mut()[held as usize];
            *held = held.saturating_add(1);
        }
        Some(taken)
    }

    /// Squares with a piece on a layer, whoever owns it.
    pub fn standing(&self, rules: &Rules<S::Set>, layer: usize) -> S::Set {
        let kinds = rules.layer_kinds[layer].iter();
        kinds.fold(S::Set::EMPTY, |set, it| {
            set | self.kinds.as_ref()[*it as usize]
        })
    }

    /// Changes the board and hands as an act does, with all that follows from it; says what was captured. Whose turn it is
    /// stays.
    #[inline(always)]
    pub fn make(&mut self, rules: &Rules<S::Set>, act: Act) -> Captured {
        if rules.has_effects {
            return effects::make(self, rules, act);
        }
        Captured::on_target(self.make_alone(rules, act))
    }

    /// The same without what follows from the act; says what was captured on its target.
    #[inline(always)]
    pub fn make_alone(&mut self, rules: &Rules<S::Set>, act: Act) -> Option<u8> {
        let me = self.side.index();
        match act {
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => {
                let layer = layer_of::<S>(rules, kind);
                let (source, target) = (S::Set::one(from), S::Set::one(to));
                let [first, second] = self.owned.as_ref()[layer];
                let captured = if (first | second).has(to) || !rules.neutral.is_empty() {
                    self.take(rules, layer, to)
                } else {
                    None
                };
                let kinds = self.kinds.as_mut();
                kinds[kind as usize] ^= source;
                kinds[becomes.unwrap_or(kind) as usize] |= target;
                self.owned.as_mut()[layer][me] ^= source | target;
                captured
            }
            Act::Drop { to, kind } => {
                let target = S::Set::one(to);
                if let Some(held) = self.hand_kind(rules, kind) {
                    self.hands[me].as_mut()[held as usize] -= 1;
                }
                self.kinds.as_mut()[kind as usize] |= target;
                self.owned.as_mut()[layer_of::<S>(rules, kind)][me] |= target;
                None
            }
            Act::Pass | Act::End => None,
        }
    }

    /// Puts a player's piece of a kind on a square that nothing of its layer stands on, or takes it off again.
    #[inline(always)]
    pub fn toggle(&mut self, rules: &Rules<S::Set>, player: Player, kind: u8, square: Square) {
        let one = S::Set::one(square);
        self.kinds.as_mut()[kind as usize] ^= one;
        self.owned.as_mut()[layer_of::<S>(rules, kind)][player.index()] ^= one;
    }

    /// What is taken from the hand of the side to act when this kind is dropped.
    pub fn hand_kind(&self, rules: &Rules<S::Set>, kind: u8) -> Option<u8> {
        let hand = self.hands[self.side.index()].as_ref();
        // Checked at load: no two kinds of a hand drop as the same kind.
        let mut sources = rules.kinds[kind as usize].dropped_from.iter().copied();
        sources.find(|it| hand[*it as usize] > 0)
    }
}

/// The layer of a kind; shapes of one layer need not look.
#[inline]
fn layer_of<S: Shape>(rules: &Rules<S::Set>, kind: u8) -> usize {
    if <S::Layers as Store<[S::Set; 2]>>::LEN == 1 {
        0
    } else {
        rules.kinds[kind as usize].layer
    }
}

/// A number spread over 128 bits (twice the finisher of splitmix64).
fn mix(n: u64) -> u128 {
    let half = |n: u64| {
        let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        n ^ n >> 31
    };
    let low = half(n.wrapping_add(0x9e37_79b9_7f4a_7c15));
    u128::from(half(low ^ 0x2545_f491_4f6c_dd1d)) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares::{Pair, Word};

    #[test]
    fn positions_are_small() {
        assert!(size_of::<Position<Small<Word>>>() <= 136);
        assert!(size_of::<Position<Plain<Word>>>() <= 232);
        assert!(size_of::<Position<Layered<Word>>>() <= 288);
        assert!(size_of::<Position<Plain<Pair>>>() <= 384);
        assert!(size_of::<Position<Layered<Pair>>>() < 512);
    }
}
