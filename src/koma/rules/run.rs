//! Straight unbroken rows of squares: what is caught between two pieces, what lies ahead of a move.

use std::sync::Arc;

use super::set::Set;
use crate::board::{Bends, Geometry, Square, Squares, Ways};

/// Straight unbroken rows of squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Run<B> {
    /// The lines along which they lie.
    pub lines: RunLines<B>,
    /// At least so many squares.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// Of what.
    pub of: Set<B>,
    /// Beside which they begin.
    pub from: Set<B>,
    /// Beside which they end, if that matters.
    pub to: Option<Set<B>>,
}

/// The lines along which rows of squares lie.
#[derive(Debug, Clone, PartialEq)]
pub enum RunLines<B> {
    /// These.
    Fixed(Box<[Line<B>]>),
    /// Those that lie so to the direction of the act; all eight are there.
    Bent(Bends, Box<[Line<B>]>),
}

/// A direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Line<B> {
    /// Per square, those that follow.
    pub ray: Arc<[B]>,
    /// Whether squares further along have higher numbers.
    pub up: bool,
}

impl<B: Squares> Line<B> {
    /// The squares from one on that are all in a set, up to `most`, and before one of `to` if that matters.
    fn run(&self, from: Square, (least, most): (u32, u32), of: B, to: Option<B>) -> B {
        let mut run = B::EMPTY;
        let mut found = B::EMPTY;
        let mut left = self.ray[from.index()];
        let mut n = 0;
        while left.any() {
            let next = match self.up {
                true => left.lowest(),
                false => left.highest(),
            };
            if n >= least && to.is_none_or(|it| it.has(next)) {
                found = run;
            }
            if n == most || !of.has(next) {
                return found;
            }
            run |= B::one(next);
            left = left.without(B::one(next));
            n += 1;
        }
        // The edge of the board ends it too.
        match to.is_none() && n >= least {
            true => run,
            false => found,
        }
    }
}

impl<B: Squares> Run<B> {
    /// The squares of the rows, given where the act began and ended, what they are of, beside which they begin and end.
    pub fn squares(
        &self,
        board: &Geometry,
        act: [Option<Square>; 2],
        of: B,
        from: B,
        to: Option<B>,
    ) -> B {
        let (lines, asked) = match &self.lines {
            RunLines::Fixed(lines) => (lines, Ways::ANY),
            RunLines::Bent(bends, lines) => {
                let [Some(origin), Some(target)] = act else {
                    return B::EMPTY;
                };
                match Ways::of_line(board.apart(origin, target)) {
                    Some(way) => (lines, bends.from(way)),
                    None => return B::EMPTY,
                }
            }
        };
        let mut found = B::EMPTY;
        for (_, line) in lines
            .iter()
            .enumerate()
            .filter(|it| asked.0 >> it.0 & 1 != 0)
        {
            for square in from.iter() {
                found |= line.run(square, (self.least, self.most), of, to);
            }
        }
        found
    }
}
