//! The two players, and who may own a piece.

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first; upper-case letters; plays up the board.
    First = 0,
    /// Moves second; lower-case letters.
    Second = 1,
}

impl Player {
    /// Both players, first first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 or 1, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`, as programs are told.
    pub fn as_str(self) -> &'static str {
        match self {
            Player::First => "first",
            Player::Second => "second",
        }
    }
}

/// Whose a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A player's.
    Of(Player),
    /// Nobody's: a neutral piece.
    Nobody,
}
