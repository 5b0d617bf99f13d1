//! Positions as text: the board field, the hands, and the whole `BOARD SIDE HANDS`.

use std::ops::Range;

use super::{Geometry, Owner, Player};

/// A piece on a square: whose, and of which kind (a number the caller gives meaning to).
pub type Piece = (Owner, u8);

/// A position as plain data: what stands on each square (lowest layer first), the hands, the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Per square, the pieces on it, lowest layer first.
    pub cells: Vec<Vec<Piece>>,
    /// Per player and kind, how many in hand.
    pub hands: [Vec<u16>; 2],
    /// Who is to move.
    pub side: Player,
}

/// What is wrong with a text, and where in it (bytes).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The place.
    pub at: Range<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: Option<String>,
    /// The kind that is never in a hand, if one is in a hand here.
    pub never_held: Option<u8>,
}

impl Wrong {
    fn new(at: Range<usize>, what: impl Into<String>) -> Wrong {
        Wrong {
            at,
            what: what.into(),
            help: None,
            never_held: None,
        }
    }
}

/// One kind of piece, as far as diagrams know it.
#[derive(Debug, Clone)]
pub struct Figure {
    /// `P`, `+P`, `*`.
    pub letter: String,
    /// Whether nobody owns it.
    pub neutral: bool,
    /// Its layer, from the lowest.
    pub layer: usize,
    /// The letter of the kind that it is in a hand, if nothing is this kind there.
    pub held_as: Option<String>,
}

/// What a diagram of some variant needs to know.
#[derive(Debug, Clone)]
pub struct Letters {
    /// The board.
    pub geometry: Geometry,
    /// The kinds, by number.
    pub figures: Vec<Figure>,
    /// The letters of the side to move, first player first.
    pub sides: [char; 2],
}

/// More of one kind than this cannot be in a hand.
pub const MAX_IN_HAND: u16 = 9999;

impl Letters {
    /// Notes what each kind is in a hand, where that is known. One that nothing is in a hand is never there.
    pub fn hold(&mut self, held: &[Option<usize>]) {
        for (kind, as_what) in held.iter().enumerate() {
            if let Some(as_what) = as_what
                && !held.contains(&Some(kind))
            {
                let letter = self.figures.get(*as_what).map(|it| it.letter.clone());
                self.figures[kind].held_as = letter;
            }
        }
    }

    /// The piece written at the beginning of a text, and how many bytes it took.
    pub fn piece(&self, text: &str) -> Option<(Piece, usize)> {
        let longest = letter_length(text)?;
        let lengths = [
            Some(longest),
            text[..longest].strip_suffix('~').map(str::len),
        ];
        for length in lengths.into_iter().flatten() {
            let token = &text[..length];
            for (
                kind,
                Figure {
                    letter, neutral, ..
                },
            ) in self.figures.iter().enumerate()
            {
                let owner = match (token == letter, *neutral) {
                    (true, true) => Owner::Nobody,
                    (true, false) => Owner::Of(Player::First),
                    (false, false) if *token == letter.to_ascii_lowercase() => {
                        Owner::Of(Player::Second)
                    }
                    (false, _) => continue,
                };
                return Some(((owner, kind as u8), length));
            }
        }
        None
    }

    /// A piece as it is written.
    pub fn write_piece(&self, (owner, kind): Piece) -> String {
        let letter = &self.figures[kind as usize].letter;
        match owner {
            Owner::Of(Player::Second) => letter.to_ascii_lowercase(),
            _ => letter.clone(),
        }
    }

    /// Reads a board field: ranks from the far side, `/` or a line break between them, digits or dots for empty
    /// squares, `(SC)` for several layers.
    pub fn board(&self, text: &str) -> Result<Vec<Vec<Piece>>, Wrong> {
        let board = &self.geometry;
        let mut cells = vec![Vec::new(); board.n_squares()];
        let trimmed = text.trim_end().len();
        let lead = text.len() - text.trim_start().len();
        let rows = rows(&text[..trimmed], lead);
        if rows.len() != board.ranks {
            let at = rows
                .get(board.ranks)
                .map_or(lead..trimmed, |row| row.clone());
            return Err(Wrong::new(
                at,
                format!(
                    "the board has {} ranks, this has {}",
                    board.ranks,
                    rows.len()
                ),
            ));
        }
        for (i, row) in rows.into_iter().enumerate() {
            let rank = board.ranks - 1 - i;
            let mut file = 0;
            let mut at = row.start;
            while at < row.end {
                let rest = &text[at..row.end];
                let c = rest.chars().next().unwrap_or(' ');
                let taken = if c.is_whitespace() {
                    c.len_utf8()
                } else if c == '.' {
                    file += 1;
                    1
                } else if c.is_ascii_digit() {
                    let n = rest.bytes().take_while(u8::is_ascii_digit).count();
                    let run: usize = if n <= 2 {
                        rest[..n].parse().unwrap_or(0)
                    } else {
                        0
                    };
                    if run == 0 {
                        return Err(Wrong::new(
                            at..at + n,
                            "a run of empty squares is 1 or more",
                        ));
                    }
                    file += run;
                    n
                } else {
                    let (pieces, n) = self.cell(text, at, row.end)?;
                    if file < board.files {
                        cells[board.square(file, rank).index()] = pieces;
                    }
                    file += 1;
                    n
                };
                at += taken;
                if file > board.files {
                    return Err(Wrong::new(
                        row.clone(),
                        format!(
                            "rank {} has more than the board's {} squares",
                            rank + 1,
                            board.files
                        ),
                    ));
                }
            }
            if file != board.files {
                return Err(Wrong::new(
                    row,
                    format!(
                        "rank {} has {file} squares, the board has {}",
                        rank + 1,
                        board.files
                    ),
                ));
            }
        }
        Ok(cells)
    }

    /// The pieces of one square, written at byte `at`.
    fn cell(&self, text: &str, at: usize, end: usize) -> Result<(Vec<Piece>, usize), Wrong> {
        if !text[at..end].starts_with('(') {
            let (piece, n) = self.known(text, at, end)?;
            return Ok((vec![piece], n));
        }
        let mut here = at + 1;
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            if here >= end {
                return Err(Wrong::new(at..end, "`(` without `)`"));
            }
            if text[here..end].starts_with(')') {
                break;
            }
            let (piece, n) = self.known(text, here, end)?;
            let layer = |it: &Piece| self.figures[it.1 as usize].layer;
            if pieces
                .last()
                .is_some_and(|below| layer(below) >= layer(&piece))
            {
                return Err(Wrong::new(
                    here..here + n,
                    "pieces of one square stand on different layers, lowest first",
                ));
            }
            pieces.push(piece);
            here += n;
        }
        if pieces.is_empty() {
            return Err(Wrong::new(at..here + 1, "nothing between the brackets"));
        }
        Ok((pieces, here + 1 - at))
    }

    fn known(&self, text: &str, at: usize, end: usize) -> Result<(Piece, usize), Wrong> {
        self.piece(&text[at..end]).ok_or_else(|| {
            let rest = &text[at..end];
            let n = letter_length(rest).unwrap_or(rest.len());
            let known: Vec<String> = self
                .figures
                .iter()
                .map(|it| format!("`{}`", it.letter))
                .collect();
            let mut wrong = Wrong::new(
                at..at + n,
                format!("no piece has the letter `{}`", &rest[..n]),
            );
            wrong.help = Some(format!("the letters are {}", known.join(" ")));
            wrong
        })
    }

    /// Reads hands: `-`, or counts and letters, upper case for the first player.
    pub fn hands(&self, text: &str) -> Result<[Vec<u16>; 2], Wrong> {
        let mut hands = [vec![0; self.figures.len()], vec![0; self.figures.len()]];
        if text == "-" || text.is_empty() {
            return Ok(hands);
        }
        let mut at = 0;
        while at < text.len() {
            let n = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let count: u16 = match n {
                0 => 1,
                1..=4 => text[at..at + n].parse().unwrap_or(0),
                _ => 0,
            };
            if count == 0 || count > MAX_IN_HAND {
                return Err(Wrong::new(
                    at..at + n,
                    format!("a count is 1 to {MAX_IN_HAND}"),
                ));
            }
            if at + n == text.len() {
                return Err(Wrong::new(at..at + n, "a count without a piece"));
            }
            let ((owner, kind), m) = self.known(text, at + n, text.len())?;
            let Owner::Of(player) = owner else {
                return Err(Wrong::new(
                    at + n..at + n + m,
                    "a neutral piece is in nobody's hand",
                ));
            };
            let figure = &self.figures[kind as usize];
            if let Some(held) = &figure.held_as {
                let what = format!(
                    "`{}` is never in a hand: there it is `{held}`",
                    figure.letter
                );
                let mut wrong = Wrong::new(at + n..at + n + m, what);
                let held = match player {
                    Player::First => held.clone(),
                    Player::Second => held.to_ascii_lowercase(),
                };
                wrong.help = Some(format!("write `{held}`"));
                wrong.never_held = Some(kind);
                return Err(wrong);
            }
            let held = &mut hands[player.index()][kind as usize];
            *held = (*held + count).min(MAX_IN_HAND);
            at += n + m;
        }
        Ok(hands)
    }

    /// Reads `BOARD SIDE HANDS`; a number after them (as SFEN has) is passed over.
    pub fn position(&self, text: &str) -> Result<Setup, Wrong> {
        const LONGEST: usize = 64 * 1024;
        if text.len() > LONGEST {
            return Err(Wrong::new(0..16, "a position is not that long"));
        }
        let mut fields = Vec::new();
        let mut at = 0;
        for piece in text.split(' ') {
            if !piece.is_empty() {
                fields.push(at..at + piece.len());
            }
            at += piece.len() + 1;
        }
        if !(2..=4).contains(&fields.len()) {
            let mut wrong = Wrong::new(0..text.len(), "a position is BOARD SIDE HANDS");
            wrong.help = Some(
                "for example the board, a blank, `b`, a blank, `-` for empty hands".to_owned(),
            );
            return Err(wrong);
        }
        let shift = |by: usize| {
            move |wrong: Wrong| Wrong {
                at: wrong.at.start + by..wrong.at.end + by,
                ..wrong
            }
        };
        let cells = self
            .board(&text[fields[0].clone()])
            .map_err(shift(fields[0].start))?;
        let side = &text[fields[1].clone()];
        let side = Player::BOTH
            .into_iter()
            .find(|player| side.chars().eq([self.sides[player.index()]]))
            .ok_or_else(|| {
                Wrong::new(
                    fields[1].clone(),
                    format!(
                        "the side to move is `{}` or `{}`",
                        self.sides[0], self.sides[1]
                    ),
                )
            })?;
        let hands = match fields.get(2) {
            Some(field) => self
                .hands(&text[field.clone()])
                .map_err(shift(field.start))?,
            None => self.hands("-")?,
        };
        if let Some(field) = fields.get(3)
            && !text[field.clone()].bytes().all(|b| b.is_ascii_digit())
        {
            return Err(Wrong::new(
                field.clone(),
                "nothing but a move number follows the hands",
            ));
        }
        Ok(Setup { cells, hands, side })
    }

    /// Writes a board field.
    pub fn write_board(&self, cells: &[Vec<Piece>]) -> String {
        let board = &self.geometry;
        let mut out = String::new();
        for rank in (0..board.ranks).rev() {
            let mut run = 0;
            for file in 0..board.files {
                let pieces = &cells[board.square(file, rank).index()];
                if pieces.is_empty() {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    out += &run.to_string();
                    run = 0;
                }
                let text: String = pieces.iter().map(|it| self.write_piece(*it)).collect();
                if pieces.len() > 1 {
                    out += &format!("({text})");
                } else {
                    out += &text;
                }
            }
            if run > 0 {
                out += &run.to_string();
            }
            if rank > 0 {
                out.push('/');
            }
        }
        out
    }

    /// Writes hands: by player, then by letter.
    pub fn write_hands(&self, hands: &[Vec<u16>; 2]) -> String {
        let mut out = String::new();
        let mut order: Vec<usize> = (0..self.figures.len()).collect();
        order.sort_by(|a, b| self.figures[*a].letter.cmp(&self.figures[*b].letter));
        for player in Player::BOTH {
            for kind in &order {
                let n = hands[player.index()][*kind];
                if n > 1 {
                    out += &n.to_string();
                }
                if n > 0 {
                    out += &self.write_piece((Owner::Of(player), *kind as u8));
                }
            }
        }
        if out.is_empty() { "-".to_owned() } else { out }
    }

    /// Writes `BOARD SIDE HANDS`.
    pub fn write_position(&self, setup: &Setup) -> String {
        format!(
            "{} {} {}",
            self.write_board(&setup.cells),
            self.sides[setup.side.index()],
            self.write_hands(&setup.hands)
        )
    }
}

/// How many bytes the letter at the beginning of a text takes: one sign or several in brackets, with the `+` before and
/// the `~` behind it.
pub fn letter_length(text: &str) -> Option<usize> {
    let plus = usize::from(text.starts_with('+'));
    let rest = &text[plus..];
    let sign = rest.chars().next()?.len_utf8();
    let core = match rest.starts_with('[') {
        true => rest.find(']').map_or(sign, |it| it + 1),
        false => sign,
    };
    let end = plus + core;
    Some(end + usize::from(text[end..].starts_with('~')))
}

/// A letter as it is drawn, where nothing stands beside it: without its brackets.
pub fn drawn(letter: &str) -> String {
    letter.replace(['[', ']'], "")
}

/// The byte ranges of the ranks of a board field.
fn rows(text: &str, lead: usize) -> Vec<Range<usize>> {
    let mut rows = Vec::new();
    let mut start = lead;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < lead) {
        if c == '/' || c == '\n' {
            rows.push(start..at);
            start = at + 1;
        }
    }
    rows.push(start..text.len().max(start));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Turned;

    fn letters() -> Letters {
        let figure = |letter: &str, layer| Figure {
            letter: letter.into(),
            neutral: letter == "*",
            layer,
            held_as: None,
        };
        Letters {
            geometry: Geometry {
                files: 3,
                ranks: 2,
                turned: Turned::HalfTurn,
            },
            figures: vec![
                figure("P", 0),
                figure("+P", 0),
                figure("C", 1),
                figure("*", 0),
                figure("[PG]", 0),
                figure("+[P2]~", 1),
            ],
            sides: ['b', 'w'],
        }
    }

    #[track_caller]
    fn wrong(text: &str, at: Range<usize>) {
        let found = letters().position(text).expect_err("a wrong position");
        assert_eq!(found.at, at, "{}", found.what);
    }

    #[test]
    fn what_is_read_is_written() {
        let texts = [
            "3/3 b -",
            "p+P1/(PC)*1 w 2Pp",
            "1p1/3 b 12Pc",
            "[PG][pg]P/(P+[P2]~)+[p2]~1 w P2[PG][pg]",
        ];
        for text in texts {
            let setup = letters().position(text).expect("a position");
            assert_eq!(letters().write_position(&setup), text);
        }
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_stands() {
        wrong("4/3 b -", 0..1);
        wrong("3/2 b -", 2..3);
        wrong("3/2x b -", 3..4);
        wrong("3/3/3 b -", 4..5);
        wrong("3/3 x -", 4..5);
        wrong("3/3 b 0P", 6..7);
        wrong("3/3 b 3", 6..7);
        wrong("3/(CP)2 b -", 4..5);
        wrong("3/(P b -", 2..4);
        wrong("3/2[Pg] b -", 3..7);
        wrong("3/2[PG b -", 3..4);
        wrong("3/2+[P2] b -", 3..8);
    }

    #[test]
    fn a_diagram_may_be_drawn() {
        let cells = letters().board("\n  . p .\n  P . P\n").expect("a board");
        assert_eq!(letters().write_board(&cells), "1p1/P1P");
    }
}
