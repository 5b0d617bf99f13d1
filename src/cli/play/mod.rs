//! `koma play`: a game on the full screen of a terminal, or in lines of text where there is none.

pub mod clock;
pub mod command;
pub mod keep;
pub mod lines;
pub mod record;
pub mod screen;
pub mod seats;
pub mod sitting;
pub mod table;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use self::clock::{Clock, Control};
use self::screen::look::Look;
use self::screen::menu::Menu;
use self::seats::{Seats, Sides};
use self::sitting::Sitting;
use self::table::{Origin, Table};
use super::cli::{Chosen, picked, unopened};
use super::opponent::Strength;
use super::output::{Status, complain, remark};
use koma::check::Document;
use koma::play::{Game, Variant};

/// What is asked for.
#[derive(Debug, Args)]
pub struct Ask {
    /// A path to a .toml file, or the name of a shipped variant; NAME@EDITION picks an edition. Without it, a terminal
    /// shows a menu
    #[arg(value_name = "VARIANT")]
    variant: Option<String>,
    /// Picks a choice of an option or reading
    #[arg(long = "set", value_name = "NAME=CHOICE", requires = "variant")]
    sets: Vec<String>,
    /// A position instead of the start: "BOARD SIDE HANDS"
    #[arg(long, value_name = "POSITION", requires = "variant")]
    position: Option<String>,
    /// Which side the computer plays; `none` is a game between two persons
    #[arg(long, value_enum, value_name = "SIDE")]
    computer: Option<Sides>,
    /// How well the computer plays: 1 to 10, or `random`
    #[arg(long, value_name = "LEVEL", value_parser = Strength::parse)]
    level: Option<Strength>,
    /// Which side a random mover plays: `--computer SIDE --level random`
    #[arg(long, value_enum, value_name = "SIDE", conflicts_with_all = ["computer", "level"])]
    random: Option<Sides>,
    /// How long the computer thinks about a turn at most; if not said, as its level has it
    #[arg(long, value_name = "TIME", value_parser = think_time)]
    think: Option<Duration>,
    /// A clock: so much time for each player, and so much more for each turn
    #[arg(long, value_name = "5m+3s", value_parser = Control::parse)]
    clock: Option<Control>,
    /// Goes on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "sets", "position", "resume"])]
    load: Option<PathBuf>,
    /// Goes on with the game that was played last, even if the program was killed
    #[arg(long, conflicts_with_all = ["sets", "position"])]
    resume: bool,
    /// Loads a game even if its variant has other rules now
    #[arg(long)]
    other_rules: bool,
    /// Writes the game to this file after each turn; if not said, games on a terminal keep themselves for `--resume`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Keeps no record of the game
    #[arg(long, conflicts_with = "record")]
    no_record: bool,
    /// Shows letters, not the variant's own signs
    #[arg(long)]
    letters: bool,
    /// Lines of text even on a terminal
    #[arg(long)]
    plain: bool,
    /// Seed of the computer's chance: the same seed plays the same
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn think_time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| "a time such as `2s` or `500ms`".to_owned())
}

/// How well the computer plays if nothing is said.
const DEFAULT_LEVEL: Strength = Strength::Level(3);

/// Plays a game.
pub fn play(mut ask: Ask) -> Status {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    let in_lines = ask.plain || dumb || !on_terminal;
    let colours = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let look = Look::new(colours, ask.letters);
    if ask.variant.is_none() && ask.load.is_none() && !ask.resume {
        if in_lines {
            return unnamed();
        }
        match chosen(&mut ask, look) {
            Ok(true) => {}
            Ok(false) => return Status::Done,
            Err(status) => return status,
        }
    }
    let mut it = match sitting(&ask) {
        Ok(it) => it,
        Err(status) => return status,
    };
    if it.file.is_none() && on_terminal && !ask.no_record {
        it.file = keep::own_file(&it.table.origin().name);
        it.keeps_itself = true;
    }
    let seed = ask.seed.unwrap_or_else(|| fastrand::u64(..));
    if in_lines {
        return lines::play(it, seed);
    }
    screen::run::play(it, seed, look)
}

/// Says that there is no variant to play, and which there are.
fn unnamed() -> Status {
    remark("koma: which variant? `koma play VARIANT` plays a .toml file, or one of these:");
    for name in koma::shipped::names() {
        let title = Document::open(name).map_or(String::new(), |it| it.title().to_owned());
        remark(&format!("  {name:<16} {title}"));
    }
    Status::Usage
}

/// Lets a person choose; whether there is something to play then.
fn chosen(ask: &mut Ask, look: Look) -> Result<bool, Status> {
    let (computer, level) = match ask.random.take() {
        Some(sides) => (sides, Strength::Random),
        None => (
            ask.computer.unwrap_or(Sides::Second),
            ask.level.unwrap_or(DEFAULT_LEVEL),
        ),
    };
    let mut menu = Menu::new(look, computer, level, ask.clock);
    let Some(chosen) = screen::run::choose(&mut menu)? else {
        return Ok(false);
    };
    ask.variant = Some(chosen.variant);
    ask.computer = Some(chosen.computer);
    ask.level = Some(chosen.level);
    ask.clock = chosen.clock;
    Ok(true)
}

/// The game to begin with.
fn sitting(ask: &Ask) -> Result<Sitting, Status> {
    let file = match ask.resume {
        false => ask.load.clone(),
        true => match keep::newest(ask.variant.as_deref()) {
            Some(file) => Some(file),
            None => {
                remark("koma: no game has kept itself yet");
                return Err(Status::Usage);
            }
        },
    };
    let mut it = match &file {
        Some(file) => {
            let kept = record::read(file, ask.other_rules).map_err(|report| unopened(&report))?;
            let seats = kept.seats.unwrap_or_else(|| seats(ask));
            let mut it = Sitting::new(kept.table, seats, kept.clock);
            it.keeps_itself = ask.resume;
            it
        }
        None => Sitting::new(begun(ask)?, seats(ask), None),
    };
    if ask.random.or(ask.computer).is_some() || ask.level.is_some() {
        it.seats = seats(ask);
    }
    if let Some(control) = ask.clock {
        it.clock = Some(Clock::new(control));
    }
    if !ask.no_record {
        it.file = ask.record.clone().or(file);
    }
    it.think = ask.think;
    it.other_rules = ask.other_rules;
    Ok(it)
}

fn seats(ask: &Ask) -> Seats {
    match ask.random {
        Some(sides) => Seats::of(sides, Strength::Random),
        None => Seats::of(
            ask.computer.unwrap_or(Sides::Second),
            ask.level.unwrap_or(DEFAULT_LEVEL),
        ),
    }
}

fn begun(ask: &Ask) -> Result<Table, Status> {
    let chosen = Chosen {
        variant: ask.variant.clone().unwrap_or_default(),
        sets: ask.sets.clone(),
    };
    let (name, picks) = picked(&chosen)?;
    let variant = Variant::open(name, &picks).map_err(|report| unopened(&report))?;
    let game = match &ask.position {
        None => Game::new(&variant),
        Some(text) => Game::from_position(&variant, text).map_err(|report| {
            complain(&report);
            Status::Usage
        })?,
    };
    let origin = Origin {
        name: name.to_owned(),
        picks,
    };
    Ok(Table::new(origin, game))
}
