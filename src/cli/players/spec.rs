//! Who plays in `koma selfplay` and `koma tournament`: `random`, `level:5`, `nodes:2000`, `time:100`, or a program from
//! outside, `usi:COMMAND,Option=Value`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::players::engine_player::EnginePlayer;
use crate::protocols::xboard_notation::Notation;
use koma::Variant;
use koma::text::safe;
use koma_lab::study::selfplay::opponent::{House, Opponent};
use koma_lab::think::Level;

/// Somebody who plays, as asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSpec {
    /// As written.
    pub name: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    House(House),
    Engine(Program),
}

/// A program from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its options.
    pub options: Vec<(String, String)>,
    /// How long it may think about a turn.
    pub limit: Limit,
    /// The longest time that an answer may take.
    pub wait: Duration,
    /// What it calls the variant, if it must be told.
    pub variant: Option<String>,
}

/// A protocol of game-playing programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// Shogi's.
    Usi,
    /// Its model, with positions and turns as XBoard writes them.
    Uci,
    /// XBoard's.
    Cecp,
}

/// How long a program may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// For so many milliseconds.
    Time(u64),
    /// So many positions.
    Nodes(u64),
    /// So deep.
    Depth(u64),
}

/// What a program has for a turn if nothing is said.
const TIME: u64 = 100;
/// What it has on top of its time: the way there and back, on a busy machine.
const MARGIN: u64 = 1000;
/// How long an answer may take where no clock is set.
const PATIENCE: u64 = 60_000;

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        let number = |text: &str, most: u64| -> Result<u64, String> {
            match text.parse::<u64>() {
                Ok(n) if (1..=most).contains(&n) => Ok(n),
                _ => Err(format!(
                    "`{}` is no number of 1 to {most}",
                    safe::short(text)
                )),
            }
        };
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match word {
            "random" if rest.is_empty() => Kind::House(House::Random),
            "level" => {
                let level = Level::new(number(rest, 10)? as u8);
                Kind::House(House::Level(level.unwrap_or(Level::WEAKEST)))
            }
            "nodes" => Kind::House(House::Nodes(number(rest, 1 << 40)?)),
            "time" => Kind::House(House::Time(number(rest, 86_400_000)?)),
            "usi" => Kind::Engine(program(Protocol::Usi, rest, number)?),
            "uci" => Kind::Engine(program(Protocol::Uci, rest, number)?),
            "cecp" => Kind::Engine(program(Protocol::Cecp, rest, number)?),
            _ => {
                return Err(format!(
                    "`{}` is none of random, level:N, nodes:N, time:MS, usi:COMMAND, uci:COMMAND, cecp:COMMAND",
                    safe::short(text)
                ));
            }
        };
        Ok(PlayerSpec {
            name: text.to_owned(),
            kind,
        })
    }
}

/// `COMMAND,NAME=VALUE,…`: what begins with a small letter is said to Koma, the rest to the program.
fn program(
    protocol: Protocol,
    text: &str,
    number: impl Fn(&str, u64) -> Result<u64, String>,
) -> Result<Program, String> {
    let mut parts = text.split(',');
    let command = words(parts.next().unwrap_or(""))?;
    if command.is_empty() {
        return Err("there is no program".to_owned());
    }
    let mut program = Program {
        protocol,
        command,
        options: Vec::new(),
        limit: Limit::Time(TIME),
        wait: Duration::ZERO,
        variant: None,
    };
    let mut wait = None;
    for part in parts {
        let Some((name, value)) = part.split_once('=') else {
            return Err(format!("`{}` is not Option=Value", safe::short(part)));
        };
        match name {
            "time" => program.limit = Limit::Time(number(value, 86_400_000)?),
            "nodes" => program.limit = Limit::Nodes(number(value, 1 << 40)?),
            "depth" => program.limit = Limit::Depth(number(value, 1000)?),
            "wait" => wait = Some(number(value, 86_400_000)?),
            "variant" => program.variant = Some(value.to_owned()),
            _ => program.options.push((name.to_owned(), value.to_owned())),
        }
    }
    if protocol == Protocol::Cecp && matches!(program.limit, Limit::Nodes(_)) {
        return Err("CECP has no limit of nodes; give `time` or `depth`".to_owned());
    }
    if text.chars().any(char::is_control) {
        return Err("a command is one line".to_owned());
    }
    let wait = wait.unwrap_or(match program.limit {
        Limit::Time(time) => time + MARGIN,
        Limit::Nodes(_) | Limit::Depth(_) => PATIENCE,
    });
    program.wait = Duration::from_millis(wait);
    Ok(program)
}

/// The words of a command; what stands in double quotes is one.
fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err("a quote is not closed".to_owned());
    }
    words.extend(word);
    Ok(words)
}

impl PlayerSpec {
    /// As it is shown.
    pub fn shown(&self) -> String {
        safe::line(&self.name)
    }

    /// Whether two games with other dice can differ.
    pub fn has_chance(&self) -> bool {
        match &self.kind {
            Kind::House(house) => house.has_chance(),
            Kind::Engine(_) => true,
        }
    }

    /// Why it cannot play some variants at all, if it cannot.
    pub fn unfit<'a>(&self, mut variants: impl Iterator<Item = &'a Variant>) -> Option<String> {
        let Kind::Engine(program) = &self.kind else {
            return None;
        };
        let wrong = match program.protocol {
            Protocol::Usi => None,
            Protocol::Uci | Protocol::Cecp => variants.find_map(|it| Notation::of(it).err()),
        };
        let wrong = wrong.or_else(|| EnginePlayer::missing(program));
        wrong.map(|it| format!("{}: {it}", self.shown()))
    }

    /// Somebody who plays like this.
    pub fn opponent(&self) -> Box<dyn Opponent> {
        match &self.kind {
            Kind::House(house) => house.opponent(),
            Kind::Engine(program) => Box::new(EnginePlayer::new(program.clone())),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        for text in ["random", "level:1", "level:10", "nodes:500", "time:20"] {
            assert!(text.parse::<PlayerSpec>().is_ok(), "{text}");
        }
        for text in [
            "",
            "randomly",
            "random:1",
            "level:",
            "level:0",
            "level:11",
            "nodes:x",
            "time:-1",
            "usi:",
            "usi:\"a",
            "usi:a,b",
            "cecp:a,nodes=5",
            "usi:a,time=soon",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
        let it: PlayerSpec = "usi:\"my engine\" --fast,USI_Hash=16,nodes=100"
            .parse()
            .expect("it is one");
        let Kind::Engine(program) = it.kind else {
            panic!("{it:?}");
        };
        assert_eq!(program.command, ["my engine", "--fast"]);
        assert_eq!(program.options, [("USI_Hash".to_owned(), "16".to_owned())]);
        assert_eq!(program.limit, Limit::Nodes(100));
    }
}
