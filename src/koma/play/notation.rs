//! Acts as text.

use super::Act;
use super::position::{Position, Shape};
use crate::board::{Player, Square};
use crate::rules::Rules;

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

/// Reads an act; the text that cannot be one is told why.
pub fn read<B: crate::board::Squares>(rules: &Rules<B>, text: &str) -> Result<Written, String> {
    match text {
        "pass" => return Ok(Written::Pass),
        "end" => return Ok(Written::End),
        "" => return Err("an act is missing".to_owned()),
        _ => {}
    }
    let not_an_act = || "this is not an act such as `a1b2`, `a1b2+` or `P*b2`".to_owned();
    let square = |text: &str| rules.geometry.read(text, rules.coordinates);
    if let Some((letter, rest)) = text.split_once('*') {
        let kind =
            kind(rules, letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
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
            // A letter in front: `C`, `+P`, `P~`.
            let n = text
                .find(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
                .ok_or_else(not_an_act)?;
            let kind = kind(rules, &text[..n]).ok_or_else(not_an_act)?;
            let (from, to, m) = both(&text[n..]).ok_or_else(not_an_act)?;
            (Some(kind), from, to, &text[n + m..])
        }
    };
    let face = match rest {
        "" => Face::Plain,
        "+" => Face::Promoted,
        _ => match rest
            .strip_prefix('=')
            .and_then(|letter| kind(rules, letter))
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

fn kind<B: crate::board::Squares>(rules: &Rules<B>, letter: &str) -> Option<u8> {
    rules
        .kinds
        .iter()
        .position(|it| it.letter == letter)
        .map(|it| it as u8)
}

/// Writes an act of the side to act.
pub fn write<S: Shape>(rules: &Rules<S::Set>, position: &Position<S>, act: Act) -> String {
    let square = |it: Square| rules.geometry.write(it, rules.coordinates);
    match act {
        Act::Pass => "pass".to_owned(),
        Act::End => "end".to_owned(),
        Act::Drop { to, kind } => format!("{}*{}", rules.kinds[kind as usize].letter, square(to)),
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => {
            let letter = if standing(rules, position, position.side, from) > 1 {
                rules.kinds[kind as usize].letter.as_str()
            } else {
                ""
            };
            let face = match becomes {
                None => String::new(),
                Some(_) if rules.kinds[kind as usize].becomes.len() == 1 => "+".to_owned(),
                Some(face) => format!("={}", rules.kinds[face as usize].letter),
            };
            format!("{letter}{}{}{face}", square(from), square(to))
        }
    }
}

/// How many pieces of a player stand on a square.
pub fn standing<S: Shape>(
    rules: &Rules<S::Set>,
    position: &Position<S>,
    player: Player,
    square: Square,
) -> usize {
    use crate::board::Squares;
    (0..rules.n_layers)
        .filter(|layer| position.owned.as_ref()[*layer][player.index()].has(square))
        .count()
}
