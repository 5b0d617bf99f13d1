//! `koma play`: a game on the full screen of a terminal, or in lines of text where there is none.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use crate::terminal::clock::{Clock, Control};
use crate::terminal::screen::look::Look;
use crate::terminal::screen::menu::Menu;
use crate::terminal::seats::{Seats, Sides};
use crate::terminal::sitting::Sitting;
use crate::terminal::table::{Origin, Table};
use crate::args::{VariantArgs, game_from, unopened};
use crate::players::thinking::Strength;
use crate::report::library;
use crate::report::output::{Status, remark};
use crate::terminal::{keep, lines, record, screen};
use koma::play::Variant;
use koma::say::Language;

/// Plays a game in the terminal
#[derive(Debug, clap::Args)]
#[command(
    after_help = "On the screen: arrow keys and Enter, or the mouse, or a typed turn (`a1b2`, `P*b2`, `a1a2,b1b2`); `?` tells the rest.\n\
Without a terminal, the game is played in lines of text.\n\
Examples:\n  koma play\n  koma play GAME\n  koma play GAME --computer none --clock 5m+3s\n  koma play --resume\n  koma play --load game.koma"
)]
pub struct Args {
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

pub fn run(mut args: Args) -> Status {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    let in_lines = args.plain || dumb || !on_terminal;
    let colours = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
    let look = Look::new(colours, args.letters);
    if args.variant.is_none() && args.load.is_none() && !args.resume {
        if in_lines {
            return unnamed();
        }
        match chosen(&mut args, look) {
            Ok(true) => {}
            Ok(false) => return Status::Done,
            Err(status) => return status,
        }
    }
    let mut it = match sitting(&args) {
        Ok(it) => it,
        Err(status) => return status,
    };
    if it.file.is_none() && on_terminal && !args.no_record {
        it.file = keep::own_file(&it.table.origin().name);
        it.keeps_itself = true;
    }
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    if in_lines {
        return lines::play(it, seed);
    }
    screen::run::play(it, seed, look)
}

/// Says that there is no variant to play, and which there are.
fn unnamed() -> Status {
    remark("koma: which variant? `koma play VARIANT` plays a .toml file, or one of these:");
    for it in library::groups(Language::English).iter().flat_map(|it| &it.variants) {
        remark(&format!("  {:<16} {}", it.name, it.title));
    }
    Status::Usage
}

/// Lets a person choose; whether there is something to play then.
fn chosen(args: &mut Args, look: Look) -> Result<bool, Status> {
    let (computer, level) = match args.random.take() {
        Some(sides) => (sides, Strength::Random),
        None => (
            args.computer.unwrap_or(Sides::Second),
            args.level.unwrap_or(DEFAULT_LEVEL),
        ),
    };
    let mut menu = Menu::new(look, computer, level, args.clock);
    let Some(chosen) = screen::run::choose(&mut menu)? else {
        return Ok(false);
    };
    args.variant = Some(chosen.variant);
    args.computer = Some(chosen.computer);
    args.level = Some(chosen.level);
    args.clock = chosen.clock;
    Ok(true)
}

/// The game to begin with.
fn sitting(args: &Args) -> Result<Sitting, Status> {
    let file = match args.resume {
        false => args.load.clone(),
        true => match keep::newest(args.variant.as_deref()) {
            Some(file) => Some(file),
            None => {
                remark("koma: no game has kept itself yet");
                return Err(Status::Usage);
            }
        },
    };
    let mut it = match &file {
        Some(file) => {
            let kept = record::read(file, args.other_rules).map_err(|report| unopened(&report))?;
            let seats = kept.seats.unwrap_or_else(|| seats(args));
            let mut it = Sitting::new(kept.table, seats, kept.clock);
            it.keeps_itself = args.resume;
            it
        }
        None => Sitting::new(begun(args)?, seats(args), None),
    };
    if args.random.or(args.computer).is_some() || args.level.is_some() {
        it.seats = seats(args);
    }
    if let Some(control) = args.clock {
        it.clock = Some(Clock::new(control));
    }
    if !args.no_record {
        it.file = args.record.clone().or(file);
    }
    it.think = args.think;
    it.other_rules = args.other_rules;
    Ok(it)
}

fn seats(args: &Args) -> Seats {
    match args.random {
        Some(sides) => Seats::of(sides, Strength::Random),
        None => Seats::of(
            args.computer.unwrap_or(Sides::Second),
            args.level.unwrap_or(DEFAULT_LEVEL),
        ),
    }
}

fn begun(args: &Args) -> Result<Table, Status> {
    let chosen = VariantArgs {
        variant: args.variant.clone().unwrap_or_default(),
        sets: args.sets.clone(),
    };
    let (name, picks) = chosen.picked()?;
    let variant = Variant::open(name, &picks).map_err(|report| unopened(&report))?;
    let game = game_from(&variant, args.position.as_deref())?;
    let origin = Origin {
        name: name.to_owned(),
        picks,
    };
    Ok(Table::new(origin, game))
}
