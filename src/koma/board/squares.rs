//! Sets of squares as bit sets: one word, two words, or as many as a 36×36 board needs.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

use super::Square;

/// A set of squares. The engine is written once over this and compiled for each width.
pub trait Squares:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many squares fit.
    const CAPACITY: usize;
    /// No square.
    const EMPTY: Self;

    /// The set of one square.
    fn one(square: Square) -> Self;
    /// Whether a square is in it.
    fn has(self, square: Square) -> bool;
    /// Whether no square is.
    fn is_empty(self) -> bool;
    /// How many squares.
    fn count(self) -> u32;
    /// The lowest square of a set that has one.
    fn lowest(self) -> Square;
    /// The highest square of a set that has one.
    fn highest(self) -> Square;
    /// These squares but for the others.
    fn without(self, other: Self) -> Self;
    /// These squares but for the lowest of them.
    fn without_lowest(self) -> Self;
    /// Every square moved up by some numbers; those that fall off are gone.
    fn up(self, by: u32) -> Self;
    /// Every square moved down by some numbers; those that fall off are gone.
    fn down(self, by: u32) -> Self;
    /// A number made of all of them: the same for the same squares.
    fn folded(self) -> u64;
    /// Every square up to the lowest of these, itself included; all that fit if there is none.
    fn up_to_lowest(self) -> Self;
    /// Every square from the highest of these on, itself included; all that fit if there is none.
    fn highest_and_up(self) -> Self;

    /// Whether some square is in it.
    #[inline]
    fn any(self) -> bool {
        !self.is_empty()
    }

    /// The square with a number, from the lowest on, of a set that has as many.
    #[inline]
    fn nth(self, number: u32) -> Square {
        let mut left = self;
        for _ in 0..number {
            left = left.without_lowest();
        }
        left.lowest()
    }

    /// Its squares, in order.
    #[inline]
    fn iter(self) -> Iter<Self> {
        Iter(self)
    }
}

/// The squares of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Iter<B>(B);

impl<B: Squares> Iterator for Iter<B> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! words {
    ($($name:ident($int:ty), $doc:literal;)*) => { $(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($int);

        impl BitAnd for $name { type Output = Self; #[inline] fn bitand(self, o: Self) -> Self { $name(self.0 & o.0) } }
        impl BitOr for $name { type Output = Self; #[inline] fn bitor(self, o: Self) -> Self { $name(self.0 | o.0) } }
        impl BitXor for $name { type Output = Self; #[inline] fn bitxor(self, o: Self) -> Self { $name(self.0 ^ o.0) } }
        impl BitAndAssign for $name { #[inline] fn bitand_assign(&mut self, o: Self) { self.0 &= o.0 } }
        impl BitOrAssign for $name { #[inline] fn bitor_assign(&mut self, o: Self) { self.0 |= o.0 } }
        impl BitXorAssign for $name { #[inline] fn bitxor_assign(&mut self, o: Self) { self.0 ^= o.0 } }

        impl Squares for $name {
            const CAPACITY: usize = <$int>::BITS as usize;
            const EMPTY: Self = $name(0);
            #[inline] fn one(square: Square) -> Self { $name(1 << square.0) }
            #[inline] fn has(self, square: Square) -> bool { self.0 >> square.0 & 1 != 0 }
            #[inline] fn is_empty(self) -> bool { self.0 == 0 }
            #[inline] fn count(self) -> u32 { self.0.count_ones() }
            #[inline] fn lowest(self) -> Square { Square(self.0.trailing_zeros() as u16) }
            #[inline] fn highest(self) -> Square { Square((<$int>::BITS - 1 - self.0.leading_zeros()) as u16) }
            #[inline] fn without(self, other: Self) -> Self { $name(self.0 & !other.0) }
            #[inline] fn without_lowest(self) -> Self { $name(self.0 & self.0.wrapping_sub(1)) }
            #[inline] fn up(self, by: u32) -> Self { $name(self.0 << by) }
            #[inline] fn down(self, by: u32) -> Self { $name(self.0 >> by) }
            #[inline] fn folded(self) -> u64 {
                (self.0 as u64) ^ (((self.0 as u128) >> 64) as u64).wrapping_mul(0xd6e8_feb8_6659_fd93)
            }
            #[inline] fn up_to_lowest(self) -> Self { $name(self.0 ^ self.0.wrapping_sub(1)) }
            #[inline] fn highest_and_up(self) -> Self { $name(<$int>::MAX << (<$int>::BITS - 1 - (self.0 | 1).leading_zeros())) }
        }
    )* };
}

words! {
    Word(u64), "Up to 64 squares.";
    Pair(u128), "Up to 128 squares.";
}

/// Up to 64·N squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>([u64; N]);

macro_rules! wide_op {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident, $op:tt;)*) => { $(
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;
            #[inline] fn $method(mut self, other: Self) -> Self { for i in 0..N { self.0[i] $op other.0[i]; } self }
        }
        impl<const N: usize> $assign for Wide<N> {
            #[inline] fn $assign_method(&mut self, other: Self) { for i in 0..N { self.0[i] $op other.0[i]; } }
        }
    )* };
}

wide_op! {
    BitAnd::bitand, BitAndAssign::bitand_assign, &=;
    BitOr::bitor, BitOrAssign::bitor_assign, |=;
    BitXor::bitxor, BitXorAssign::bitxor_assign, ^=;
}

impl<const N: usize> Squares for Wide<N> {
    const CAPACITY: usize = 64 * N;
    const EMPTY: Self = Wide([0; N]);

    #[inline]
    fn one(square: Square) -> Self {
        let mut set = Self::EMPTY;
        set.0[square.index() / 64] = 1 << (square.index() % 64);
        set
    }

    #[inline]
    fn has(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Square {
        let i = self.0.iter().position(|word| *word != 0).unwrap_or(0);
        Square((64 * i) as u16 + self.0[i].trailing_zeros() as u16)
    }

    #[inline]
    fn highest(self) -> Square {
        let i = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        Square((64 * i + 63) as u16 - self.0[i].leading_zeros() as u16)
    }

    #[inline]
    fn without(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] &= !other.0[i];
        }
        self
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn up(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let mut set = Self::EMPTY;
        for i in words..N {
            set.0[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                set.0[i] |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        set
    }

    fn down(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let mut set = Self::EMPTY;
        for i in 0..N.saturating_sub(words) {
            set.0[i] = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < N {
                set.0[i] |= self.0[i + words + 1] << (64 - bits);
            }
        }
        set
    }

    fn folded(self) -> u64 {
        let stir = |all: u64, word: &u64| {
            (all ^ word)
                .wrapping_mul(0xd6e8_feb8_6659_fd93)
                .rotate_left(31)
        };
        self.0.iter().fold(0, stir)
    }

    #[inline]
    fn up_to_lowest(self) -> Self {
        let mut set = Wide([u64::MAX; N]);
        if let Some(i) = self.0.iter().position(|word| *word != 0) {
            set.0[i] = self.0[i] ^ (self.0[i] - 1);
            set.0[i + 1..].fill(0);
        }
        set
    }

    #[inline]
    fn highest_and_up(self) -> Self {
        let mut set = Wide([u64::MAX; N]);
        if let Some(i) = self.0.iter().rposition(|word| *word != 0) {
            set.0[i] = u64::MAX << (63 - self.0[i].leading_zeros());
            set.0[..i].fill(0);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Squares>() {
        let last = Square(B::CAPACITY as u16 - 1);
        let set = B::one(Square(3)) | B::one(last) | B::one(Square(40));
        assert_eq!(set.count(), 3);
        assert_eq!(set.lowest(), Square(3));
        assert_eq!(set.highest(), last);
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [Square(3), Square(40), last]
        );
        assert_eq!(set.without(B::one(last)).highest(), Square(40));
        assert!(set.has(Square(40)) && !set.has(Square(41)));
        assert!((set & B::one(Square(5))).is_empty());
        assert_eq!(set.without_lowest(), B::one(Square(40)) | B::one(last));
        assert_eq!(set.up_to_lowest().count(), 4);
        let pair = B::one(Square(3)) | B::one(Square(40));
        assert_eq!(pair.up(9), B::one(Square(12)) | B::one(Square(49)));
        assert_eq!(pair.up(9).down(9), pair);
        assert_eq!(B::one(last).up(1), B::EMPTY);
        assert_eq!(pair.down(4), B::one(Square(36)));
        assert_eq!(B::one(last).down(last.0.into()), B::one(Square(0)));
        assert!(set.up_to_lowest().has(Square(0)) && set.up_to_lowest().has(Square(3)));
        assert_eq!(set.highest_and_up(), B::one(last));
        let below = B::one(Square(3)).highest_and_up();
        assert_eq!(below.count() as usize, B::CAPACITY - 3);
        assert_eq!(B::EMPTY.up_to_lowest(), B::EMPTY.highest_and_up());
        assert_eq!(B::EMPTY.up_to_lowest().count() as usize, B::CAPACITY);
    }

    #[test]
    fn every_width_is_the_same_set() {
        check::<Word>();
        check::<Pair>();
        check::<Wide<8>>();
        check::<Wide<21>>();
    }
}
