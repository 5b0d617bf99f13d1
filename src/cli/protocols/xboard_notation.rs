//! How XBoard writes the squares, pieces, turns and positions of a variant.

use koma::board::diagram::Setup;
use koma::board::{Player, Square};
use koma::check::Sheet;
use koma::check::sheet::KindId;
use koma::play::{Act, Game, Variant};

/// How the squares and pieces of a variant are written here.
#[derive(Debug, Clone)]
pub struct Notation {
    /// Per kind: `P`, `+P`.
    pub letters: Vec<String>,
    /// The table of pieces.
    pub table: String,
    /// The letter of the piece that the game is about.
    pub chief: Option<char>,
    /// The number of the first rank.
    first_rank: usize,
}

/// A turn as XBoard writes it, read.
#[derive(Debug, Clone)]
pub enum Wanted {
    /// `b2b3`, `b2b3+`
    Move {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What stands behind it in the variant's own notation.
        face: String,
    },
    /// `P@b2`
    Drop {
        /// Which piece.
        letter: String,
        /// To where.
        to: Square,
    },
    /// `@@@@`
    Pass,
}

impl Wanted {
    /// The turn as the variant writes it.
    pub fn text(&self, sheet: &Sheet) -> String {
        let square = |it: Square| sheet.geometry.write(it, sheet.coordinates);
        match self {
            Wanted::Move { from, to, face } => format!("{}{}{face}", square(*from), square(*to)),
            Wanted::Drop { letter, to } => format!("{letter}*{}", square(*to)),
            Wanted::Pass => "pass".to_owned(),
        }
    }
}

impl Notation {
    /// How a variant is written, or why it cannot be.
    pub fn of(variant: &Variant) -> Result<Notation, String> {
        let sheet = variant.sheet();
        if sheet.turns.iter().any(|it| it.several) {
            return Err("XBoard has no turns of several acts".to_owned());
        }
        if sheet.layers.len() > 1 || sheet.kinds.iter().any(|it| it.neutral) {
            return Err(
                "XBoard has one piece on a square, and every piece has an owner".to_owned(),
            );
        }
        let board = sheet.geometry;
        if board.files > 26 || board.ranks > 25 {
            return Err("XBoard has no board as large as this".to_owned());
        }
        let letters: Vec<String> = sheet.kinds.iter().map(|it| it.letter.clone()).collect();
        let plain = |it: &str| it.len() == 1 && it.chars().all(|c| c.is_ascii_uppercase());
        let well = |it: &String| plain(it.strip_prefix('+').unwrap_or(it));
        if let Some(wrong) = letters.iter().find(|it| !well(it)) {
            return Err(format!("XBoard has no piece with the letter `{wrong}`"));
        }
        let (table, chief) = piece_table(variant, &letters)?;
        Ok(Notation {
            letters,
            table,
            chief,
            first_rank: usize::from(board.ranks != 10),
        })
    }

    /// A square.
    pub fn square(&self, sheet: &Sheet, square: Square) -> String {
        let board = sheet.geometry;
        let file = koma::board::square::letters(board.file(square));
        format!("{file}{}", board.rank(square) + self.first_rank)
    }

    /// A turn of one act.
    pub fn turn(&self, game: &Game, turn: &[Act]) -> String {
        let sheet = game.variant().sheet();
        match turn.first() {
            Some(Act::Move {
                from,
                to,
                kind,
                becomes,
            }) => {
                let face = match becomes {
                    None => String::new(),
                    Some(face) => {
                        let letter = &self.letters[*face as usize];
                        let own = &self.letters[*kind as usize];
                        if *letter == format!("+{own}") {
                            "+".to_owned()
                        } else {
                            letter.to_ascii_lowercase()
                        }
                    }
                };
                format!(
                    "{}{}{face}",
                    self.square(sheet, *from),
                    self.square(sheet, *to)
                )
            }
            Some(Act::Drop { to, kind }) => {
                format!(
                    "{}@{}",
                    self.letters[*kind as usize],
                    self.square(sheet, *to)
                )
            }
            Some(Act::Pass | Act::End) | None => "@@@@".to_owned(),
        }
    }

    fn read_square(&self, sheet: &Sheet, text: &str) -> Option<(Square, usize)> {
        let n = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let m = text[n..].bytes().take_while(u8::is_ascii_digit).count();
        let file = koma::board::square::letters_index(&text[..n])?;
        let rank: usize = (m <= 2).then(|| text[n..n + m].parse().ok()).flatten()?;
        let rank = rank.checked_sub(self.first_rank)?;
        let board = sheet.geometry;
        (file < board.files && rank < board.ranks).then(|| (board.square(file, rank), n + m))
    }

    /// Reads a turn, legal or not.
    pub fn reads(&self, sheet: &Sheet, text: &str) -> Option<Wanted> {
        if text == "@@@@" {
            return Some(Wanted::Pass);
        }
        if let Some((letter, square)) = text.split_once('@') {
            let (to, n) = self.read_square(sheet, square)?;
            let letter = letter.to_ascii_uppercase();
            return (n == square.len() && self.letters.contains(&letter))
                .then_some(Wanted::Drop { letter, to });
        }
        let (from, n) = self.read_square(sheet, text)?;
        let (to, m) = self.read_square(sheet, text.get(n..)?)?;
        let rest = &text[n + m..];
        let face = match rest {
            "" | "=" => String::new(),
            "+" => "+".to_owned(),
            _ => {
                let letter = rest.trim_start_matches('=').to_ascii_uppercase();
                if !self.letters.contains(&letter) {
                    return None;
                }
                format!("={letter}")
            }
        };
        Some(Wanted::Move { from, to, face })
    }

    /// A position as XBoard writes it.
    pub fn fen(&self, sheet: &Sheet, setup: &Setup) -> String {
        let letters = sheet.letters();
        let mut held = String::new();
        for player in Player::BOTH {
            for (kind, n) in setup.hands[player.index()].iter().enumerate() {
                let letter = match player {
                    Player::First => self.letters[kind].clone(),
                    Player::Second => self.letters[kind].to_ascii_lowercase(),
                };
                for _ in 0..*n {
                    held += &letter;
                }
            }
        }
        if held.is_empty() {
            held.push('-');
        }
        let side = if setup.side == Player::First {
            'w'
        } else {
            'b'
        };
        format!("{}[{held}] {side} 0 1", letters.write_board(&setup.cells))
    }

    /// XBoard's position as the variant writes it.
    pub fn setup(&self, sheet: &Sheet, fen: &str) -> Result<String, String> {
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or("there is no board")?;
        let (board, hands) = match board.split_once('[') {
            Some((board, hands)) => (board, hands.trim_end_matches(']')),
            None => (board, "-"),
        };
        let side = match fields.next() {
            Some("w") | None => sheet.sides[0],
            Some("b") => sheet.sides[1],
            Some(_) => return Err("the side to move is `w` or `b`".to_owned()),
        };
        let hands = if hands.is_empty() { "-" } else { hands };
        Ok(format!("{board} {side} {hands}"))
    }
}

/// Which picture XBoard shows for which letter: the places of its own table, promoted pieces eleven further, a king
/// last. To XBoard, a king is a piece that may not be left attacked: it refuses such moves, and ends the game by mate.
/// Where the rules have nothing of that kind, the piece that the game is about is a common piece, shown as a bell.
fn piece_table(variant: &Variant, letters: &[String]) -> Result<(String, Option<char>), String> {
    let sheet = variant.sheet();
    let guarded = variant.rule_facts().guarded[0];
    const PLACES: usize = 11;
    /// The place of the common piece; it is the last, so that the hand needs no room for it.
    const COMMONER: usize = 10;
    let promoted: Vec<char> = letters
        .iter()
        .filter_map(|it| it.strip_prefix('+').and_then(|it| it.chars().next()))
        .collect();
    let plain: Vec<char> = letters
        .iter()
        .filter(|it| it.len() == 1)
        .filter_map(|it| it.chars().next())
        .collect();
    let chief = match letters.iter().position(|it| it == "K") {
        Some(chief) => Some(chief),
        // A piece of which each player has one, and which neither promotes nor is promoted to.
        None => (0..sheet.kinds.len())
            .filter(|i| sheet.kinds[*i].becomes.is_empty() && letters[*i].len() == 1)
            .find(|i| {
                let all = sheet.start.cells.iter().flatten();
                all.filter(|it| it.1 as usize == *i).count() == 2
            }),
    };
    let letter = |i: usize| letters[i].chars().next();
    let royal = chief
        .filter(|it| guarded.has(KindId(*it as u8)))
        .and_then(letter);
    let chief = chief.and_then(letter);
    let mut places = [None::<char>; PLACES];
    let known = [
        ('P', 0),
        ('N', 1),
        ('B', 2),
        ('R', 3),
        ('L', 4),
        ('S', 5),
        ('G', 9),
    ];
    let mut rest = Vec::new();
    if royal.is_none() {
        places[COMMONER] = chief;
    }
    for letter in plain.iter().filter(|it| Some(**it) != chief) {
        match known.iter().find(|it| it.0 == *letter) {
            Some((_, place)) => places[*place] = Some(*letter),
            None => rest.push(*letter),
        }
    }
    for letter in rest {
        let order = [6, 7, 8, 10, 4, 1, 2, 3, 5, 9, 0];
        match order.iter().find(|it| places[**it].is_none()) {
            Some(place) => places[*place] = Some(letter),
            None => return Err("XBoard has not as many pieces as this".to_owned()),
        }
    }
    let mut table: String = places.iter().map(|it| it.unwrap_or('.')).collect();
    let ends = places.map(|it| match it {
        Some(letter) if promoted.contains(&letter) => '+',
        _ => '.',
    });
    table.extend(ends);
    // The rows of both players end with the king.
    table.push(royal.unwrap_or('.'));
    let lower = table.to_ascii_lowercase();
    Ok((table + &lower, chief))
}
