//! The values of a solved game: asked for, and kept in a file.
//!
//! A file is a line of text that says what it is, a header in JSON, and the values, compressed. The header names the fingerprint
//! of the rules and the position that was solved from; a checksum of the values shows whether they are whole.

use std::collections::HashMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use koma::play::position::Shape;
use koma::play::{Act, Game};
use serde::{Deserialize, Serialize};

use super::bits::{Bits, Places};
use super::explicit::{Explicit, key};
use super::index::Index;
use super::strong::{OPEN, Solution};
use super::{Setting, Sums, Value};
use crate::mix::mix;
use crate::study::Fingerprint;

/// The first line of every file.
const MAGIC: &str = "koma table 1\n";

/// A header is no longer than this.
const LONGEST_HEADER: usize = 1 << 16;

/// The values of a solved game.
#[derive(Debug)]
pub struct Table {
    header: Header,
    values: Values,
}

#[derive(Debug)]
enum Values {
    Numbered {
        index: Box<Index>,
        bits: Bits,
        places: Places,
        values: Vec<u16>,
    },
    Listed {
        is_mirrored: bool,
        values: HashMap<u128, Value>,
    },
}

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    /// The fingerprint of the rules.
    rules: String,
    /// The title of the variant.
    title: String,
    /// The position that was solved from.
    start: String,
    /// `numbered` or `listed`.
    kind: String,
    /// Pieces were taken for fixed.
    guessed: bool,
    /// A position and its mirror image are one.
    mirrored: bool,
    /// How many numbers there are, or positions.
    size: u64,
    /// How many of them have a value.
    open: u64,
    checksum: String,
    sums: [u64; 8],
}

/// Why a file is not a table of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is no table at all, or one of another version.
    NoTable,
    /// It is the table of other rules: their title.
    OtherRules(String),
    /// It is torn or altered.
    Damaged(String),
    /// It would take more memory than allowed: so many bytes.
    TooLarge(u64),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::NoTable => write!(f, "it is not a table that `koma solve -o` has written"),
            Unreadable::OtherRules(title) => {
                write!(
                    f,
                    "it holds the values of other rules (\"{}\")",
                    koma::text::safe::line(title)
                )
            }
            Unreadable::Damaged(what) => write!(f, "it is torn or altered: {what}"),
            Unreadable::TooLarge(bytes) => write!(f, "it would take {} MB of memory", bytes >> 20),
        }
    }
}

impl Table {
    pub(super) fn numbered<S: Shape>(game: &Game, guessed: bool, solution: Solution<S>) -> Table {
        let Solution {
            graph,
            bits,
            places,
            values,
            sums,
        } = solution;
        let values: Vec<u16> = values.into_iter().map(|it| it.into_inner()).collect();
        let mut table = Table {
            header: Header::new(
                game,
                "numbered",
                graph.index.size().unwrap_or(0),
                values.len(),
                &sums,
            ),
            values: Values::Numbered {
                index: Box::new(graph.index),
                bits,
                places,
                values,
            },
        };
        table.header.guessed = guessed;
        table.header.checksum = table.checksum();
        table
    }

    pub(super) fn listed(game: &Game, solved: Explicit) -> Table {
        let (is_mirrored, sums) = (solved.is_mirrored, solved.sums.clone());
        let values = solved.into_values();
        let n = values.len();
        let mut table = Table {
            header: Header::new(game, "listed", n as u64, n, &sums),
            values: Values::Listed {
                is_mirrored,
                values,
            },
        };
        table.header.mirrored = is_mirrored;
        table.header.checksum = table.checksum();
        table
    }

    /// What it says of all positions together.
    pub fn sums(&self) -> Sums {
        let [reached, won_now, won, drawn, lost, acts, most_acts, longest] = self.header.sums;
        Sums {
            reached,
            won_now,
            won,
            drawn,
            lost,
            acts,
            most_acts,
            longest: longest as u16,
        }
    }

    /// A number that is the same for the same values.
    pub fn checksum(&self) -> String {
        let sum = match &self.values {
            Values::Numbered { bits, values, .. } => {
                let words = (0..bits.n_words()).map(|it| bits.word(it));
                let values = values.iter().map(|it| u64::from(shown(*it)));
                words.chain(values).fold(1, |sum, it| mix(sum ^ it))
            }
            Values::Listed { values, .. } => values.iter().fold(1, |sum, (key, value)| {
                // In no order.
                sum ^ mix(*key as u64 ^ mix((key >> 64) as u64 ^ u64::from(code(*value))))
            }),
        };
        format!("{sum:016x}")
    }

    /// The value of a position for the player to move, if the table knows it. A position that can be reached only by passing
    /// up a win is worked out from those it leads to, where that is near.
    pub fn value(&self, game: &Game) -> Option<Value> {
        self.look(game, 2)
    }

    /// What an act is worth to whoever plays it.
    pub fn value_of(&self, game: &Game, act: Act) -> Option<Value> {
        self.after(game, act, 2)
    }

    fn after(&self, game: &Game, act: Act, deep: u32) -> Option<Value> {
        let mover = game.to_move();
        let mut next = game.clone();
        next.play_unchecked(act);
        match next.outcome() {
            Some(outcome) => Some(match outcome.winner {
                None => Value::Draw,
                Some(winner) if winner == mover => Value::Win(1),
                Some(_) => Value::Loss(1),
            }),
            None => {
                let value = self.look(&next, deep)?;
                Some(match next.to_move() == mover && next.is_turn_open() {
                    true => value,
                    false => value.before(),
                })
            }
        }
    }

    fn look(&self, game: &Game, deep: u32) -> Option<Value> {
        let known = match &self.values {
            Values::Listed {
                is_mirrored,
                values,
            } => values.get(&key(game, *is_mirrored)).copied(),
            Values::Numbered {
                index,
                bits,
                places,
                values,
            } => {
                let number = index.number(&game.setup());
                number
                    .filter(|it| bits.has(*it))
                    .map(|it| value_of(values[places.of(bits, it)]))
            }
        };
        if known.is_some() || deep == 0 {
            return known;
        }
        let values: Option<Vec<Value>> = game
            .acts()
            .into_iter()
            .map(|act| self.after(game, act, deep - 1))
            .collect();
        let wins = || {
            let mut acts = game.acts().into_iter();
            acts.find_map(|act| self.after(game, act, 0).filter(|it| *it == Value::Win(1)))
        };
        match values {
            Some(values) => values.into_iter().max_by_key(|it| it.merit()),
            None => wins(),
        }
    }

    /// Writes the table.
    pub fn write(&self, to: &mut dyn Write) -> std::io::Result<()> {
        to.write_all(MAGIC.as_bytes())?;
        let header = serde_json::to_string(&self.header)?;
        writeln!(to, "{header}")?;
        let mut to = DeflateEncoder::new(to, Compression::new(6));
        match &self.values {
            Values::Numbered { bits, values, .. } => {
                for at in 0..bits.n_words() {
                    to.write_all(&bits.word(at).to_le_bytes())?;
                }
                for value in values {
                    to.write_all(&shown(*value).to_le_bytes())?;
                }
            }
            Values::Listed { values, .. } => {
                let mut sorted: Vec<(&u128, &Value)> = values.iter().collect();
                sorted.sort_unstable_by_key(|it| it.0);
                for (key, value) in sorted {
                    to.write_all(&key.to_le_bytes())?;
                    to.write_all(&code(*value).to_le_bytes())?;
                }
            }
        }
        to.finish()?.flush()
    }

    /// Reads the table of a game: one that was solved from the same rules.
    pub fn read(from: impl Read, game: &Game, memory: u64) -> Result<Table, Unreadable> {
        let mut from = std::io::BufReader::with_capacity(1 << 16, from);
        let damaged = |what: &str| Unreadable::Damaged(what.to_owned());
        let mut magic = vec![0; MAGIC.len()];
        from.read_exact(&mut magic)
            .map_err(|_| Unreadable::NoTable)?;
        if magic != MAGIC.as_bytes() {
            return Err(Unreadable::NoTable);
        }
        let line = line(&mut from).ok_or(damaged("its header has no end"))?;
        let header: Header =
            serde_json::from_slice(&line).map_err(|_| damaged("its header cannot be read"))?;
        if header.rules != Fingerprint::of(game.variant().sheet()).to_string() {
            return Err(Unreadable::OtherRules(header.title));
        }
        let start = Game::from_position(game.variant(), &header.start)
            .map_err(|_| damaged("its start cannot be read"))?;
        let mut from = DeflateDecoder::new(from);
        let values = match header.kind.as_str() {
            "numbered" => {
                let needed = header.size / 8 + header.open.saturating_mul(2);
                if needed > memory {
                    return Err(Unreadable::TooLarge(needed));
                }
                let index = Setting::new(&start, header.guessed).index;
                let index = index
                    .filter(|it| it.size() == Some(header.size))
                    .ok_or(damaged("its numbers do not fit the rules"))?;
                let mut word = [0; 8];
                let mut words = Vec::new();
                for _ in 0..header.size.div_ceil(64) {
                    from.read_exact(&mut word)
                        .map_err(|_| damaged("it ends too soon"))?;
                    words.push(u64::from_le_bytes(word));
                }
                let bits = Bits::from_words(words.into_iter());
                if bits.count() != header.open {
                    return Err(damaged("its positions are not as many as it says"));
                }
                let places = Places::new(&bits).ok_or(damaged("it has too many positions"))?;
                let mut values = Vec::new();
                let mut value = [0; 2];
                for _ in 0..header.open {
                    from.read_exact(&mut value)
                        .map_err(|_| damaged("it ends too soon"))?;
                    values.push(u16::from_le_bytes(value));
                }
                Values::Numbered {
                    index: Box::new(index),
                    bits,
                    places,
                    values,
                }
            }
            "listed" => {
                let needed = header.open.saturating_mul(48);
                if needed > memory {
                    return Err(Unreadable::TooLarge(needed));
                }
                let mut values = HashMap::new();
                let mut entry = [0; 18];
                for _ in 0..header.open {
                    from.read_exact(&mut entry)
                        .map_err(|_| damaged("it ends too soon"))?;
                    let (key, value) = entry.split_at(16);
                    let key = key.try_into().map(u128::from_le_bytes).unwrap_or(0);
                    let value = value.try_into().map(u16::from_le_bytes).unwrap_or(OPEN);
                    values.insert(key, decode(value));
                }
                Values::Listed {
                    is_mirrored: header.mirrored,
                    values,
                }
            }
            _ => return Err(damaged("its kind is not known")),
        };
        let table = Table { header, values };
        match table.checksum() == table.header.checksum {
            true => Ok(table),
            false => Err(damaged("its checksum is wrong")),
        }
    }
}

impl Header {
    fn new(game: &Game, kind: &str, size: u64, open: usize, sums: &Sums) -> Header {
        let sheet = game.variant().sheet();
        Header {
            rules: Fingerprint::of(sheet).to_string(),
            title: sheet.title.clone(),
            start: game.position(),
            kind: kind.to_owned(),
            guessed: false,
            mirrored: false,
            size,
            open: open as u64,
            checksum: String::new(),
            sums: [
                sums.reached,
                sums.won_now,
                sums.won,
                sums.drawn,
                sums.lost,
                sums.acts,
                sums.most_acts,
                u64::from(sums.longest),
            ],
        }
    }
}

/// A line of a file, without its end; none if it is too long or has none.
pub(super) fn line(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte).ok()?;
        match byte[0] {
            b'\n' => return Some(line),
            _ if line.len() == LONGEST_HEADER => return None,
            byte => line.push(byte),
        }
    }
}

/// A value as it is written: how many acts of a drawn position were left open does not matter.
fn shown(value: u16) -> u16 {
    if value & OPEN == 0 { value } else { OPEN }
}

fn value_of(value: u16) -> Value {
    match (value & OPEN, value % 2) {
        (0, 1) => Value::Win(value),
        (0, _) => Value::Loss(value),
        _ => Value::Draw,
    }
}

/// A value of a listed position: the two lowest bits say which.
fn code(value: Value) -> u16 {
    match value {
        Value::Draw => 0,
        Value::Win(n) => n << 2 | 1,
        Value::Loss(n) => n << 2 | 2,
    }
}

fn decode(code: u16) -> Value {
    match code & 3 {
        1 => Value::Win(code >> 2),
        2 => Value::Loss(code >> 2),
        _ => Value::Draw,
    }
}
