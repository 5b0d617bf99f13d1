//! Directions: sets of the eight, and those that the rule language has a word for.

use std::cmp::Reverse;

/// Some of the eight directions, as a player sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ways(pub u8);

/// The eight directions, clockwise from forward, as shifts (to the right, forward).
const SHIFTS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

#[allow(missing_docs)] // each is the word of the language of that name
impl Ways {
    pub const FORWARD: Ways = Ways(1);
    pub const FORWARD_RIGHT: Ways = Ways(1 << 1);
    pub const RIGHT: Ways = Ways(1 << 2);
    pub const BACKWARD_RIGHT: Ways = Ways(1 << 3);
    pub const BACKWARD: Ways = Ways(1 << 4);
    pub const BACKWARD_LEFT: Ways = Ways(1 << 5);
    pub const LEFT: Ways = Ways(1 << 6);
    pub const FORWARD_LEFT: Ways = Ways(1 << 7);
    pub const FORWARD_DIAGONAL: Ways = Ways(1 << 1 | 1 << 7);
    pub const BACKWARD_DIAGONAL: Ways = Ways(1 << 3 | 1 << 5);
    pub const ORTHOGONAL: Ways = Ways(0b0101_0101);
    pub const DIAGONAL: Ways = Ways(0b1010_1010);
    pub const VERTICAL: Ways = Ways(0b0001_0001);
    pub const SIDEWAYS: Ways = Ways(0b0100_0100);
    pub const ANY: Ways = Ways(0xff);

    /// These and those.
    pub fn or(self, other: Ways) -> Ways {
        Ways(self.0 | other.0)
    }

    /// These but for those.
    pub fn except(self, other: Ways) -> Ways {
        Ways(self.0 & !other.0)
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them alone, clockwise from forward.
    pub fn each(self) -> impl Iterator<Item = Ways> {
        (0..8)
            .map(|i| Ways(1 << i))
            .filter(move |it| it.except(self).is_empty())
    }

    /// The direction of a shift along a line, however long.
    pub fn of_line((dx, dy): (i32, i32)) -> Option<Ways> {
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        let unit = (dx.signum(), dy.signum());
        let at = SHIFTS.iter().position(|it| straight && *it == unit);
        at.map(|it| Ways(1 << it))
    }

    /// The shifts, clockwise from forward.
    pub fn shifts(self) -> impl Iterator<Item = (i32, i32)> {
        (0..8)
            .filter(move |i| self.0 >> i & 1 != 0)
            .map(|i| SHIFTS[i])
    }

    /// Whether a shift goes, at least in part, in one of these directions: `leap forward (1,2)` keeps the two
    /// jumps that lie nearest to forward.
    pub fn lean(self, (dx, dy): (i32, i32)) -> bool {
        let (ax, ay) = (dx.abs(), dy.abs());
        // The straight part of the shift along its longer side; both sides where they are equal.
        self.shifts().any(|(sx, sy)| {
            if sx != 0 && sy != 0 {
                sx == dx.signum() && sy == dy.signum()
            } else if sx != 0 {
                sx == dx.signum() && ax >= ay
            } else {
                sy == dy.signum() && ay >= ax
            }
        })
    }
}

/// Turns away from a direction, by eighths of a circle: to both sides where there are two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bends(pub u8);

/// Every bend with its word in the rule language.
const BENDS: [(&str, Bends); 4] = [
    ("onward", Bends(1)),
    ("slanting", Bends(1 << 1 | 1 << 7)),
    ("aside", Bends(1 << 2 | 1 << 6)),
    ("back", Bends(1 << 4)),
];

impl Bends {
    /// The bends that a word means.
    pub fn find(word: &str) -> Option<Bends> {
        BENDS.iter().find(|it| it.0 == word).map(|it| it.1)
    }

    /// Every word.
    pub fn words() -> impl Iterator<Item = &'static str> {
        BENDS.iter().map(|it| it.0)
    }

    /// Each word that is meant, as the table has them.
    pub fn said(self) -> impl Iterator<Item = &'static str> {
        let meant = BENDS.iter().filter(move |it| it.1.0 & !self.0 == 0);
        meant.map(|it| it.0)
    }

    /// These and those.
    pub fn or(self, other: Bends) -> Bends {
        Bends(self.0 | other.0)
    }

    /// The directions that they lead to from one. Each bend goes to both sides, so that it does not matter who looks.
    pub fn from(self, way: Ways) -> Ways {
        Ways(self.0.rotate_left(way.0.trailing_zeros()))
    }
}

/// Directions as a player sees them, or by how an act went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Along {
    /// These.
    Ways(Ways),
    /// Those that lie so to the direction in which the piece went.
    Bends(Bends),
}

/// Directions with a word of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each is the word of the language of that name
pub enum Way {
    Any,
    Forward,
    Backward,
    Left,
    Right,
    Orthogonal,
    Diagonal,
    Vertical,
    Sideways,
    ForwardDiagonal,
    BackwardDiagonal,
    ForwardLeft,
    ForwardRight,
    BackwardLeft,
    BackwardRight,
}

/// Every way with its word and its directions. The words are the grammar's; a test of `syntax` compares them.
const TABLE: [(Way, &str, Ways); 15] = [
    (Way::Any, "any", Ways::ANY),
    (Way::Forward, "forward", Ways::FORWARD),
    (Way::Backward, "backward", Ways::BACKWARD),
    (Way::Left, "left", Ways::LEFT),
    (Way::Right, "right", Ways::RIGHT),
    (Way::Orthogonal, "orthogonal", Ways::ORTHOGONAL),
    (Way::Diagonal, "diagonal", Ways::DIAGONAL),
    (Way::Vertical, "vertical", Ways::VERTICAL),
    (Way::Sideways, "sideways", Ways::SIDEWAYS),
    (
        Way::ForwardDiagonal,
        "forward-diagonal",
        Ways::FORWARD_DIAGONAL,
    ),
    (
        Way::BackwardDiagonal,
        "backward-diagonal",
        Ways::BACKWARD_DIAGONAL,
    ),
    (Way::ForwardLeft, "forward-left", Ways::FORWARD_LEFT),
    (Way::ForwardRight, "forward-right", Ways::FORWARD_RIGHT),
    (Way::BackwardLeft, "backward-left", Ways::BACKWARD_LEFT),
    (Way::BackwardRight, "backward-right", Ways::BACKWARD_RIGHT),
];

impl Way {
    /// Every way, the plainest first.
    pub fn all() -> impl Iterator<Item = Way> {
        TABLE.iter().map(|it| it.0)
    }

    /// Every way, those of most directions first: the order in which to look for few words.
    pub fn widest_first() -> Vec<Way> {
        let mut all: Vec<Way> = Way::all().collect();
        all.sort_by_key(|it| Reverse(it.ways().len()));
        all
    }

    /// The way that a word means.
    pub fn find(word: &str) -> Option<Way> {
        TABLE.iter().find(|it| it.1 == word).map(|it| it.0)
    }

    /// Its word in the rule language.
    pub fn word(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Its directions.
    pub fn ways(self) -> Ways {
        TABLE[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_ways() {
        for (i, (way, word, ways)) in TABLE.into_iter().enumerate() {
            assert_eq!(way as usize, i);
            assert_eq!((way.word(), way.ways()), (word, ways));
            assert_eq!(Way::find(word), Some(way));
        }
        assert!(Way::widest_first().is_sorted_by_key(|it| Reverse(it.ways().len())));
    }

    #[test]
    fn bends_lead_to_both_sides() {
        let bend = |word| Bends::find(word).map(|it| it.from(Ways::FORWARD));
        assert_eq!(bend("onward"), Some(Ways::FORWARD));
        assert_eq!(bend("slanting"), Some(Ways::FORWARD_DIAGONAL));
        assert_eq!(bend("aside"), Some(Ways::SIDEWAYS));
        assert_eq!(bend("back"), Some(Ways::BACKWARD));
        let aside = Bends::find("aside").map(|it| it.from(Ways::FORWARD_LEFT));
        let across = Ways::FORWARD_RIGHT.or(Ways::BACKWARD_LEFT);
        assert_eq!(aside, Some(across));
        assert_eq!(Ways::of_line((-3, 0)), Some(Ways::LEFT));
        assert_eq!(Ways::of_line((2, -2)), Some(Ways::BACKWARD_RIGHT));
        assert_eq!(Ways::of_line((1, 2)), None);
        assert_eq!(Ways::of_line((0, 0)), None);
    }

    #[test]
    fn a_forward_leap_keeps_its_half() {
        let kept: Vec<_> = [(1, 2), (-1, 2), (2, 1), (1, -2)]
            .into_iter()
            .filter(|it| Ways::FORWARD.lean(*it))
            .collect();
        assert_eq!(kept, [(1, 2), (-1, 2)]);
    }
}
