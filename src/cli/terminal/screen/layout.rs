//! Where things are on the screen, for a size of it: the same for drawing and for the mouse.

use ratatui::layout::{Position, Rect};

use koma::board::{Geometry, Player, Square};

/// How the squares are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    /// Columns inside of a square.
    pub width: u16,
    /// Rows inside of a square.
    pub height: u16,
    /// Whether there are lines between them.
    pub lines: bool,
}

impl Cells {
    fn step(self) -> (u16, u16) {
        let line = u16::from(self.lines);
        (self.width + line, self.height + line)
    }

    fn size(self, board: &Geometry) -> (u16, u16) {
        let line = u16::from(self.lines);
        let (x, y) = self.step();
        (x * board.files as u16 + line, y * board.ranks as u16 + line)
    }
}

/// Where everything is.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The whole screen.
    pub area: Rect,
    /// The title.
    pub title: Rect,
    /// The player at the top, with the hand.
    pub far: Rect,
    /// The squares with the lines between them.
    pub board: Rect,
    /// The names of the files.
    pub files: Rect,
    /// The player at the bottom, with the hand.
    pub near: Rect,
    /// What was said last.
    pub said: Rect,
    /// What can be done next.
    pub status: Rect,
    /// What is being typed.
    pub input: Rect,
    /// What can be pressed.
    pub buttons: Rect,
    /// Turns and zones, if there is room.
    pub panel: Option<Rect>,
    /// How the squares are drawn.
    pub cells: Cells,
    geometry: Geometry,
}

/// The narrowest panel.
const PANEL: u16 = 24;
/// What the line of a player with a full hand needs.
const HANDS: u16 = 56;
/// The narrowest screen, for words.
const NARROWEST: u16 = 40;
/// Rows that are not the board: title, two players, names of files, said, status, input, buttons.
const OTHER_ROWS: u16 = 8;

impl Layout {
    /// The largest board that fits; or else the size that is needed. `columns` is what pieces need on a square,
    /// `margin` what the name of a rank needs.
    pub fn of(
        size: (u16, u16),
        geometry: &Geometry,
        columns: u16,
        margin: u16,
    ) -> Result<Layout, (u16, u16)> {
        let styles = [
            Cells {
                width: (columns + 4).max(7),
                height: 3,
                lines: true,
            },
            Cells {
                width: columns + 2,
                height: 1,
                lines: true,
            },
            Cells {
                width: columns + 2,
                height: 1,
                lines: false,
            },
        ];
        let left = margin + 2;
        let fits = |cells: &Cells| {
            let (wide, high) = cells.size(geometry);
            wide + left < size.0 && high + OTHER_ROWS <= size.1 && size.0 >= NARROWEST
        };
        let Some(cells) = styles.into_iter().find(fits) else {
            let (wide, high) = styles[2].size(geometry);
            return Err(((wide + left + 1).max(NARROWEST), high + OTHER_ROWS));
        };
        let (wide, high) = cells.size(geometry);
        let (columns, rows) = size;
        let row = |y: u16| Rect::new(0, y, columns, 1);
        let board = Rect::new(left, 2, wide, high);
        let files = Rect::new(left, 2 + high, wide, 1);
        let below = files.y + 2;
        // The players' lines stand beside the panel, and want room for what is in hand.
        let panel_left = (board.right() + 3).max(HANDS.min(columns.saturating_sub(PANEL)));
        let panel = (panel_left + PANEL <= columns)
            .then(|| Rect::new(panel_left, 1, columns - panel_left, below - 1));
        let reach = panel.map_or(columns, |it| it.x - 1);
        Ok(Layout {
            area: Rect::new(0, 0, columns, rows),
            title: row(0),
            far: Rect::new(0, 1, reach, 1),
            board,
            files,
            near: Rect::new(0, files.y + 1, reach, 1),
            said: Rect::new(0, below, columns, rows - below - 3),
            status: row(rows - 3),
            input: row(rows - 2),
            buttons: row(rows - 1),
            panel,
            cells,
            geometry: *geometry,
        })
    }

    /// The inside of a square.
    pub fn cell(&self, view: Player, square: Square) -> Rect {
        let (column, row) = place(&self.geometry, view, square);
        let (x, y) = self.cells.step();
        let line = u16::from(self.cells.lines);
        Rect::new(
            self.board.x + line + column * x,
            self.board.y + line + row * y,
            self.cells.width,
            self.cells.height,
        )
    }

    /// The square at a place of the screen. A line belongs to the square before it.
    pub fn square(&self, view: Player, x: u16, y: u16) -> Option<Square> {
        if !self.board.contains(Position { x, y }) {
            return None;
        }
        let (step_x, step_y) = self.cells.step();
        let column = ((x - self.board.x) / step_x).min(self.geometry.files as u16 - 1);
        let row = ((y - self.board.y) / step_y).min(self.geometry.ranks as u16 - 1);
        Some(at(&self.geometry, view, column, row))
    }
}

/// Column and row of a square, from the top left of the screen.
pub fn place(board: &Geometry, view: Player, square: Square) -> (u16, u16) {
    let (file, rank) = (board.file(square), board.rank(square));
    let (column, row) = match view {
        Player::First => (file, board.ranks - 1 - rank),
        Player::Second => (board.files - 1 - file, rank),
    };
    (column as u16, row as u16)
}

/// The square at a column and row.
pub fn at(board: &Geometry, view: Player, column: u16, row: u16) -> Square {
    let (column, row) = (column as usize, row as usize);
    match view {
        Player::First => board.square(column, board.ranks - 1 - row),
        Player::Second => board.square(board.files - 1 - column, row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma::board::Turned;

    #[test]
    fn the_mouse_finds_what_is_drawn() {
        for (files, ranks) in [(3, 4), (9, 9), (36, 36), (1, 1)] {
            let board = Geometry {
                files,
                ranks,
                turned: Turned::HalfTurn,
            };
            for size in [(80, 24), (120, 40), (200, 60), (300, 200)] {
                let Ok(layout) = Layout::of(size, &board, 3, 2) else {
                    continue;
                };
                for view in Player::BOTH {
                    for square in board.squares() {
                        let cell = layout.cell(view, square);
                        assert!(layout.area.contains(cell.as_position()));
                        assert_eq!(layout.square(view, cell.x, cell.y), Some(square));
                        assert_eq!(
                            layout.square(view, cell.right() - 1, cell.bottom() - 1),
                            Some(square)
                        );
                    }
                }
                assert!(layout.said.height >= 1);
            }
        }
    }

    #[test]
    fn a_small_screen_is_told_what_is_needed() {
        let board = Geometry {
            files: 9,
            ranks: 9,
            turned: Turned::HalfTurn,
        };
        let needed = Layout::of((30, 10), &board, 3, 1).expect_err("too small");
        assert!(Layout::of(needed, &board, 3, 1).is_ok());
    }
}
