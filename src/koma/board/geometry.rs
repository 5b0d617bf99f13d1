//! The rectangle, its directions, and how the second player sees it.

use super::square::{letters, letters_index};
use super::{Coordinates, Player, Square};

/// The longest side of a board.
pub const MAX_SIDE: usize = 36;

/// How the second player sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turned {
    /// From the opposite side: his left is the first player's right.
    HalfTurn,
    /// In a mirror: files keep their side.
    Mirror,
}

/// A board of files × ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
    /// How the second player sees it.
    pub turned: Turned,
}

impl Geometry {
    /// How many squares there are.
    pub fn n_squares(&self) -> usize {
        self.files * self.ranks
    }

    /// All squares, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.n_squares() as u16).map(Square)
    }

    /// The square on a file and rank, both from 0.
    pub fn square(&self, file: usize, rank: usize) -> Square {
        debug_assert!(file < self.files && rank < self.ranks);
        Square((rank * self.files + file) as u16)
    }

    /// The file of a square, from 0.
    pub fn file(&self, square: Square) -> usize {
        square.index() % self.files
    }

    /// The rank of a square, from 0.
    pub fn rank(&self, square: Square) -> usize {
        square.index() / self.files
    }

    /// The square that a player sees where the first player sees `square`; its own inverse.
    pub fn seen_by(&self, player: Player, square: Square) -> Square {
        let (file, rank) = (self.file(square), self.rank(square));
        match (player, self.turned) {
            (Player::First, _) => square,
            (Player::Second, Turned::HalfTurn) => {
                self.square(self.files - 1 - file, self.ranks - 1 - rank)
            }
            (Player::Second, Turned::Mirror) => self.square(file, self.ranks - 1 - rank),
        }
    }

    /// A shift as a player sees it, as the first player sees it.
    pub fn shift_of(&self, player: Player, (dx, dy): (i32, i32)) -> (i32, i32) {
        match (player, self.turned) {
            (Player::First, _) => (dx, dy),
            (Player::Second, Turned::HalfTurn) => (-dx, -dy),
            (Player::Second, Turned::Mirror) => (dx, -dy),
        }
    }

    /// Every shift that leads from some square of the board to another.
    pub fn shifts(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (x, y) = (self.files as i32 - 1, self.ranks as i32 - 1);
        (-y..=y)
            .flat_map(move |dy| (-x..=x).map(move |dx| (dx, dy)))
            .filter(|it| *it != (0, 0))
    }

    /// The squares along a direction from a square, nearest first.
    pub fn ray(&self, from: Square, shift: (i32, i32)) -> impl Iterator<Item = Square> + use<> {
        let board = *self;
        // A ray that comes back to where it began has no square further on.
        std::iter::successors(board.shifted(from, shift), move |at| {
            board.shifted(*at, shift).filter(|it| *it != from)
        })
        .take_while(move |it| *it != from)
    }

    /// The square a shift away, if it is on the board.
    pub fn shifted(&self, square: Square, (dx, dy): (i32, i32)) -> Option<Square> {
        let file = self.file(square) as i32 + dx;
        let rank = self.rank(square) as i32 + dy;
        let on = (0..self.files as i32).contains(&file) && (0..self.ranks as i32).contains(&rank);
        on.then(|| self.square(file as usize, rank as usize))
    }

    /// How far a square is from another: (to the right, forward) as the first player sees it.
    pub fn apart(&self, from: Square, to: Square) -> (i32, i32) {
        let apart = |from: usize, to: usize| to as i32 - from as i32;
        (
            apart(self.file(from), self.file(to)),
            apart(self.rank(from), self.rank(to)),
        )
    }

    /// A square as it is written.
    pub fn write(&self, square: Square, coordinates: Coordinates) -> String {
        let (file, rank) = (self.file(square), self.rank(square));
        match coordinates {
            Coordinates::A1 => format!("{}{}", letters(file), rank + 1),
            Coordinates::Usi => format!("{}{}", self.files - file, letters(self.ranks - 1 - rank)),
        }
    }

    /// Reads a square from the beginning of a text: the square and how many bytes it took.
    pub fn read(&self, text: &str, coordinates: Coordinates) -> Option<(Square, usize)> {
        let run = |text: &str, is: fn(&u8) -> bool| text.bytes().take_while(is).count();
        let (file, rank, taken) = match coordinates {
            Coordinates::A1 => {
                let n = run(text, u8::is_ascii_lowercase);
                let m = run(&text[n..], u8::is_ascii_digit);
                let file = letters_index(&text[..n])?;
                let rank = number(&text[n..n + m])?.checked_sub(1)?;
                (file, rank, n + m)
            }
            Coordinates::Usi => {
                let n = run(text, u8::is_ascii_digit);
                let m = run(&text[n..], u8::is_ascii_lowercase);
                let file = self.files.checked_sub(number(&text[..n])?)?;
                let rank = (self.ranks - 1).checked_sub(letters_index(&text[n..n + m])?)?;
                (file, rank, n + m)
            }
        };
        (file < self.files && rank < self.ranks).then(|| (self.square(file, rank), taken))
    }
}

fn number(text: &str) -> Option<usize> {
    (text.len() <= 3).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_and_read() {
        let board = Geometry {
            files: 28,
            ranks: 5,
            turned: Turned::HalfTurn,
        };
        for coordinates in [Coordinates::A1, Coordinates::Usi] {
            for square in board.squares() {
                let text = board.write(square, coordinates);
                assert_eq!(board.read(&text, coordinates), Some((square, text.len())));
            }
        }
        assert_eq!(board.read("a6", Coordinates::A1), None);
        assert_eq!(board.read("a0", Coordinates::A1), None);
        assert_eq!(board.read("29a", Coordinates::Usi), None);
    }

    #[test]
    fn half_turn_and_mirror() {
        let mut board = Geometry {
            files: 3,
            ranks: 4,
            turned: Turned::HalfTurn,
        };
        let a1 = board.square(0, 0);
        assert_eq!(board.seen_by(Player::Second, a1), board.square(2, 3));
        board.turned = Turned::Mirror;
        assert_eq!(board.seen_by(Player::Second, a1), board.square(0, 3));
    }
}
