//! The cursor: a step over the board and the hands, and a leap to what is of use.

use super::hand;
use super::layout::{at, place};
use super::state::{Effect, Spot, State};
use koma::board::Player;

impl State {
    /// The cursor goes a step; beyond the edge lie the hands.
    pub(super) fn moved(&mut self, right: i32, down: i32) -> Vec<Effect> {
        let board = self.game().variant().sheet().geometry;
        self.cursor = match self.cursor {
            Spot::Square(square) => {
                let (column, row) = place(&board, self.view, square);
                let (x, y) = (i32::from(column) + right, i32::from(row) + down);
                let hand = match y {
                    -1 => Some(self.view.other()),
                    y if y == board.ranks as i32 => Some(self.view),
                    _ => None,
                };
                match hand {
                    Some(player) => {
                        let held = hand::line(self, player).held;
                        match held.get((column as usize).min(held.len().saturating_sub(1))) {
                            Some(held) => Spot::Hand(player, held.kind),
                            None => self.cursor,
                        }
                    }
                    None if (0..board.files as i32).contains(&x) => {
                        Spot::Square(at(&board, self.view, x as u16, y as u16))
                    }
                    None => self.cursor,
                }
            }
            Spot::Hand(player, kind) => {
                let held = hand::line(self, player).held;
                let here = held.iter().position(|it| it.kind == kind).unwrap_or(0);
                let onto_board = if player == self.view { -1 } else { 1 };
                if down == onto_board {
                    let column = here.min(board.files - 1) as u16;
                    let row = if player == self.view {
                        board.ranks - 1
                    } else {
                        0
                    };
                    Spot::Square(at(&board, self.view, column, row as u16))
                } else {
                    let next = here.saturating_add_signed(right as isize);
                    match held.get(next.min(held.len().saturating_sub(1))) {
                        Some(held) => Spot::Hand(player, held.kind),
                        None => self.cursor,
                    }
                }
            }
        };
        Vec::new()
    }

    /// The cursor goes to the next place that is of use: a target, or a piece that can move.
    pub(super) fn next(&mut self, back: bool) -> Vec<Effect> {
        let mut spots: Vec<Spot> = match self.selected {
            Some(_) => self.targets().into_iter().map(Spot::Square).collect(),
            None => {
                let squares = self.game().variant().sheet().geometry.squares();
                let squares = squares.map(Spot::Square);
                let player = self.game().to_move();
                let held = hand::line(self, player).held;
                let held = held.into_iter().map(|it| Spot::Hand(player, it.kind));
                squares
                    .chain(held)
                    .filter(|it| !self.acts_from(*it).is_empty())
                    .collect()
            }
        };
        spots.dedup();
        if back {
            spots.reverse();
        }
        let here = spots.iter().position(|it| *it == self.cursor);
        let next = here.map_or(0, |it| (it + 1) % spots.len());
        if let Some(spot) = spots.get(next) {
            self.cursor = *spot;
        }
        Vec::new()
    }

    /// The cursor stays on something that is there.
    pub(super) fn clamp_cursor(&mut self) {
        let board = self.game().variant().sheet().geometry;
        let fits = match self.cursor {
            Spot::Square(square) => square.index() < board.n_squares(),
            Spot::Hand(player, kind) => {
                let hand = &self.game().setup().hands[player.index()];
                hand.get(kind as usize).is_some_and(|it| *it > 0)
            }
        };
        if !fits {
            let row = match self.view {
                Player::First => 0,
                Player::Second => board.ranks - 1,
            };
            self.cursor = Spot::Square(board.square(board.files / 2, row));
        }
    }
}
