//! Arguments that several commands share, and what they open.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::report::output::{Status, complain, remark};
use koma::book::Rulebook;
use koma::check::Picks;
use koma::play::{Game, Impossible, Variant};
use koma::say::Language;
use koma::text::{Code, Report};

/// A variant and the choices made in it.
#[derive(Debug, Clone, Args)]
pub struct VariantArgs {
    /// A path to a .toml file, or the name of a shipped variant; NAME@EDITION picks an edition
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    /// Picks a choice of an option or reading
    #[arg(long = "set", value_name = "NAME=CHOICE")]
    pub sets: Vec<String>,
}

impl VariantArgs {
    /// The path or shipped name, without the edition.
    pub fn name(&self) -> &str {
        split_edition(&self.variant).0
    }

    /// The variant's name and the choices asked for; a mistake in them is printed.
    pub fn picked(&self) -> Result<(&str, Picks), Status> {
        let (name, edition) = split_edition(&self.variant);
        match Picks::parse(&self.sets, edition) {
            Ok(picks) => Ok((name, picks)),
            Err(wrong) => Err(slip(&format!("--set: {wrong}"))),
        }
    }

    /// Opens the variant with its choices; problems are printed.
    pub fn open(&self) -> Result<Variant, Status> {
        let (name, picks) = self.picked()?;
        Variant::open(name, &picks).map_err(|report| unopened(&report))
    }
}

/// A variant and a position of it.
#[derive(Debug, Clone, Args)]
pub struct GameArgs {
    #[command(flatten)]
    pub variant: VariantArgs,
    /// A position instead of the start: "BOARD SIDE HANDS"
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
}

impl GameArgs {
    /// Opens a game from the position, or from the start; problems are printed.
    pub fn open(&self) -> Result<Game, Status> {
        game_from(&self.variant.open()?, self.position.as_deref())
    }
}

/// Whether the output is for programs.
#[derive(Debug, Clone, Args)]
pub struct JsonArgs {
    /// Prints data for programs
    #[arg(long)]
    pub json: bool,
}

/// The language that something is said in.
#[derive(Debug, Clone, Args)]
pub struct LangArgs {
    /// The language
    #[arg(long, value_enum, default_value_t = Lang::En, value_name = "LANG")]
    lang: Lang,
}

impl LangArgs {
    pub fn language(&self) -> Language {
        match self.lang {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        }
    }
}

/// A language, as the command line has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Lang {
    /// English
    En,
    /// French
    Fr,
}

/// How the games of a match are played and kept.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// Seed of openings and dice: the same seed plays the same games, unless a clock or a program from outside has a say
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Gives a game up after so many turns
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub longest: u32,
    /// How many games are played at the same time; if not said, as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Keeps the games in a new file, a line for each as soon as it is over
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Goes on with a file of games that a run of the same settings left behind
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub json: JsonArgs,
    /// Writes a report with plots: one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// A game from a position, or from the start; a mistake in the position is printed.
pub fn game_from(variant: &Variant, position: Option<&str>) -> Result<Game, Status> {
    let Some(text) = position else {
        return Ok(Game::new(variant));
    };
    match Game::from_position(variant, text) {
        Ok(game) => {
            doubts(&game, text).iter().for_each(complain);
            Ok(game)
        }
        Err(report) => {
            complain(&report);
            Err(Status::Usage)
        }
    }
}

/// Why no game leads to a position that was typed, if that is certain.
fn doubts(game: &Game, text: &str) -> Vec<Report> {
    let board = text.trim_end().find(' ').unwrap_or(text.len());
    let doubt = |it: Impossible| {
        let message = format!("no game leads to this position: {}", it.why);
        let help = Some("it is played on as it stands".to_owned());
        let code = Code::ImpossiblePosition;
        Report::on_text("position", text, code, 0..board, &message, help)
    };
    game.impossible().into_iter().map(doubt).collect()
}

/// Prints what is wrong with a variant that cannot be opened.
pub fn unopened(report: &Report) -> Status {
    complain(report);
    // A file with problems is an answer; a variant or choice that does not exist is a mistake in the command.
    let slip = report
        .problems
        .iter()
        .all(|it| it.span().is_none() && it.code != Code::FileTooLarge);
    if slip { Status::Usage } else { Status::No }
}

/// Prints what is wrong with the command line.
pub fn slip(text: &str) -> Status {
    remark(&format!("koma: {text}"));
    Status::Usage
}

/// `NAME@EDITION`; a file may have an `@` in its name.
pub fn split_edition(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('@') {
        Some((name, edition))
            if !name.is_empty()
                && !edition.contains(['/', '\\', '.'])
                && !Path::new(text).exists() =>
        {
            (name, Some(edition))
        }
        _ => (text, None),
    }
}

/// How the name of a rulebook ends.
pub const RULEBOOK: &str = ".rulebook.toml";

/// The rulebook beside a variant, if there is one.
pub fn rulebook_of(variant: &str) -> Option<Result<Rulebook, Box<Report>>> {
    if let Some(text) = koma::shipped::rulebook(variant) {
        return Some(Rulebook::parse(&format!("{variant}{RULEBOOK}"), text));
    }
    let path = PathBuf::from(format!("{}{RULEBOOK}", variant.strip_suffix(".toml")?));
    path.exists().then(|| Rulebook::read(&path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_follows_the_last_at() {
        assert_eq!(split_edition("game@fr"), ("game", Some("fr")));
        assert_eq!(split_edition("a@b/game.toml"), ("a@b/game.toml", None));
        assert_eq!(
            split_edition("dir/game.toml@fr"),
            ("dir/game.toml", Some("fr"))
        );
    }
}
