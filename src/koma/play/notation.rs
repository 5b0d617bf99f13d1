//! Acts as text.

use super::Act;
use crate::board::diagram::letter_length;
use crate::board::{Coordinates, Geometry, Square};
use crate::rules::Program;
use crate::rules::program::KindProgram;

/// What acts are written with: all that notation knows of a variant.
#[derive(Debug, Clone, Copy)]
pub struct Signs<'a> {
    /// The board.
    pub geometry: &'a Geometry,
    /// How squares are written.
    pub coordinates: Coordinates,
    /// The kinds with their letters.
    pub kinds: &'a [KindProgram],
}

impl<'a> Signs<'a> {
    /// What acts of a variant are written with.
    pub fn of<B>(program: &'a Program<B>) -> Self {
        Signs {
            geometry: &program.geometry,
            coordinates: program.coordinates,
            kinds: &program.kinds,
        }
    }
}

/// An act as a person writes it, before anything is known of its legality.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// `a1b2`, `a1b2+`, `Ca1b2`
    Move {
        /// The letter in front.
        kind: Option<u8>,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What stands behind.
        face: Face,
    },
    /// `P*b2`
    Drop {
        /// Which kind.
        kind: u8,
        /// To where.
        to: Square,
        /// A `+` behind, which no drop has.
        promoting: bool,
    },
    /// `pass`
    Pass,
    /// `end`
    End,
}

/// What is written behind a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Nothing.
    Plain,
    /// `+`
    Promoted,
    /// `=N`
    As(u8),
}

impl Written {
    /// Whether a legal act may be what is meant.
    pub fn fits(self, signs: Signs<'_>, act: Act) -> bool {
        match (self, act) {
            (
                Written::Move {
                    kind: letter,
                    from,
                    to,
                    face,
                },
                Act::Move {
                    from: origin,
                    to: target,
                    kind,
                    becomes,
                },
            ) => {
                let fits_face = match face {
                    Face::Plain => becomes.is_none(),
                    Face::Promoted => {
                        becomes.is_some() && signs.kinds[kind as usize].becomes.len() == 1
                    }
                    Face::As(wanted) => becomes == Some(wanted),
                };
                from == origin && to == target && letter.is_none_or(|it| it == kind) && fits_face
            }
            (
                Written::Drop {
                    kind,
                    to,
                    promoting: false,
                },
                act,
            ) => act == Act::Drop { to, kind },
            (Written::Pass, act) => act == Act::Pass,
            (Written::End, act) => act == Act::End,
            _ => false,
        }
    }
}

/// Reads an act; the text that cannot be one is told why.
pub fn read(signs: Signs<'_>, text: &str) -> Result<Written, String> {
    match text {
        "pass" => return Ok(Written::Pass),
        "end" => return Ok(Written::End),
        "" => return Err("an act is missing".to_owned()),
        _ => {}
    }
    let not_an_act = || "this is not an act such as `a1b2`, `a1b2+` or `P*b2`".to_owned();
    let square = |text: &str| signs.geometry.read(text, signs.coordinates);
    if let Some((letter, rest)) = text.split_once('*') {
        let kind =
            kind(signs, letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
        let (to, n) = square(rest).ok_or_else(|| format!("`{rest}` is no square of the board"))?;
        return match &rest[n..] {
            "" => Ok(Written::Drop {
                kind,
                to,
                promoting: false,
            }),
            "+" => Ok(Written::Drop {
                kind,
                to,
                promoting: true,
            }),
            _ => Err(not_an_act()),
        };
    }
    let both = |text: &str| -> Option<(Square, Square, usize)> {
        let (from, n) = square(text)?;
        let (to, m) = square(text.get(n..)?)?;
        Some((from, to, n + m))
    };
    let (letter, from, to, rest) = match both(text) {
        Some((from, to, n)) => (None, from, to, &text[n..]),
        None => {
            // A letter in front: `C`, `+P`, `P~`, `[GG]`.
            let n = letter_length(text).ok_or_else(not_an_act)?;
            let kind = kind(signs, &text[..n]).ok_or_else(not_an_act)?;
            let (from, to, m) = both(&text[n..]).ok_or_else(not_an_act)?;
            (Some(kind), from, to, &text[n + m..])
        }
    };
    let face = match rest {
        "" => Face::Plain,
        "+" => Face::Promoted,
        _ => match rest
            .strip_prefix('=')
            .and_then(|letter| kind(signs, letter))
        {
            Some(kind) => Face::As(kind),
            None => return Err(not_an_act()),
        },
    };
    Ok(Written::Move {
        kind: letter,
        from,
        to,
        face,
    })
}

fn kind(signs: Signs<'_>, letter: &str) -> Option<u8> {
    signs
        .kinds
        .iter()
        .position(|it| it.letter == letter)
        .map(|it| it as u8)
}

/// Writes an act. Where several pieces of the player stand on the square it begins on, it says which of them moves.
pub fn write(signs: Signs<'_>, act: Act, is_shared: bool) -> String {
    let square = |it: Square| signs.geometry.write(it, signs.coordinates);
    // An act of another variant can be written, too: it is refused, and the refusal names it.
    let facts = |kind: u8| signs.kinds.get(kind as usize);
    let letter = |kind: u8| facts(kind).map_or("?", |it| it.letter.as_str());
    match act {
        Act::Pass => "pass".to_owned(),
        Act::End => "end".to_owned(),
        Act::Drop { to, kind } => format!("{}*{}", letter(kind), square(to)),
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => {
            let face = match becomes {
                None => String::new(),
                Some(_) if facts(kind).is_some_and(|it| it.becomes.len() == 1) => "+".to_owned(),
                Some(face) => format!("={}", letter(face)),
            };
            let letter = if is_shared { letter(kind) } else { "" };
            format!("{letter}{}{}{face}", square(from), square(to))
        }
    }
}
