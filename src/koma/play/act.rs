//! One act of a player.

use crate::board::Square;

/// What a player does at once: a move, a drop, a pass, or the end of a turn of several acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// A piece goes from a square to another.
    Move {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Which kind moves; more than one piece may stand on a square.
        kind: u8,
        /// What it becomes by it.
        becomes: Option<u8>,
    },
    /// A piece comes from the hand.
    Drop {
        /// To where.
        to: Square,
        /// As which kind.
        kind: u8,
    },
    /// Nothing is done.
    Pass,
    /// A turn of several acts ends.
    End,
}
