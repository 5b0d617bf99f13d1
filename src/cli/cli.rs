//! The command line.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::engine::Seat;
use super::output::{Status, complain, remark};
use super::{
    bench, check, cover, diff, fingerprint, moves, mutate, new, perft, play, reference, selfplay,
    sheet, tournament, trace, usi, why, xboard,
};
use koma::check::Picks;
use koma::play::{Game, Variant};
use koma::text::{Code, Report};

/// Rules as data for board games with pieces that are captured, promoted and dropped: check a variant file, show it,
/// play it.
#[derive(Debug, Parser)]
#[command(
    name = "koma",
    version,
    about,
    max_term_width = 100,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit status: 0 done, 1 the answer is no (problems found, act refused, scenario failed), 2 wrong usage.\n\
A VARIANT is a path to a .toml file or the name of a shipped variant (`koma list`); VARIANT@EDITION picks an edition."
)]
struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

/// A variant and the choices made in it.
#[derive(Debug, Args)]
pub struct Chosen {
    /// A path to a .toml file, or the name of a shipped variant; NAME@EDITION picks an edition
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    /// Picks a choice of an option or reading
    #[arg(long = "set", value_name = "NAME=CHOICE")]
    pub sets: Vec<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks variant and rulebook files, then the scenarios of the rulebook beside each variant
    #[command(
        after_help = "Examples:\n  koma check my_game.toml\n  koma check variants/*.toml --json"
    )]
    Check {
        /// Variant files, rulebook files, or names of shipped variants
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
    },
    /// Shows the board, the zones, each piece's movement, and the rules said back as sentences
    Show {
        #[command(flatten)]
        chosen: Chosen,
        /// A position instead of the start: "BOARD SIDE HANDS"
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
    },
    /// Plays turns, then prints the position, the acts and the outcome
    #[command(
        after_help = "A turn is an act (`a1b2`, `a1b2+`, `P*b2`, `pass`), or several joined by commas.\n\
The turn ends with the last act written; a trailing comma leaves it open."
    )]
    Moves {
        #[command(flatten)]
        chosen: Chosen,
        /// A position instead of the start: "BOARD SIDE HANDS"
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
        /// Turns to play first
        #[arg(value_name = "TURN")]
        turns: Vec<String>,
    },
    /// Tells why a turn is refused or allowed, or why the game is over: every rule, at its place, with its clause
    Why {
        #[command(flatten)]
        chosen: Chosen,
        /// A position instead of the start: "BOARD SIDE HANDS"
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
        /// The turn in question; without it, why the game is over
        #[arg(value_name = "TURN")]
        turn: Option<String>,
    },
    /// Counts the sequences of DEPTH turns
    Perft {
        #[command(flatten)]
        chosen: Chosen,
        /// How many turns deep
        #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// A position instead of the start: "BOARD SIDE HANDS"
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// Counts behind each first act
        #[arg(long)]
        divide: bool,
        /// Applies the rules of history (repetition, perpetual check) too
        #[arg(long)]
        history: bool,
        /// How many threads share the work; 0 is one for each core
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1024))]
        threads: u32,
        /// Megabytes of memory in which counts of positions are kept, in case they come again
        #[arg(long, value_name = "MB", conflicts_with = "history", value_parser = clap::value_parser!(u32).range(1..=65536))]
        hash: Option<u32>,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
    },
    /// Measures how fast sequences are counted or games are played, alone or against another engine
    #[command(
        after_help = "Examples:\n  koma bench GAME\n  koma bench GAME --games\n  \
koma bench GAME --against ENGINE --option UCI_Variant=NAME\n\
Exit status 1 if the counts differ."
    )]
    Bench(bench::Ask),
    /// Looks for the shortest game after which two variants differ in the acts allowed or in the outcome
    #[command(
        after_help = "Examples:\n  koma diff my_game.toml my_game_2.toml\n  koma diff GAME@fr GAME@en\n  \
koma diff GAME --a READING=CHOICE --b READING=CHOICE\n\
Exit status: 0 the same or no difference found, 1 different, 2 wrong usage or a file that cannot be read."
    )]
    Diff(diff::Ask),
    /// Prints a number that two variants share when their rules are the same, however they are written
    #[command(
        after_help = "Pieces' letters, coordinates and the names of end rules count; other names, order and wording do not.\n\
Example: diff <(koma fingerprint a.toml --text) <(koma fingerprint b.toml --text)"
    )]
    Fingerprint {
        #[command(flatten)]
        chosen: Chosen,
        /// Prints the text that the number is made of: the rules in canonical form
        #[arg(long)]
        text: bool,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
    },
    /// Changes every rule of a variant in small ways, one at a time: which changes does no scenario notice?
    #[command(
        after_help = "Examples:\n  koma mutate my_game.toml\n  koma mutate my_game.toml --rule end.mate --json"
    )]
    Mutate {
        /// A path to a .toml file with a rulebook beside it, or the name of a shipped variant
        #[arg(value_name = "VARIANT")]
        variant: String,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
        /// How many acts deep a change that no scenario notices is played beside the variant as written
        #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=8))]
        depth: u32,
        /// Changes only what lies under this path: `end.mate`, `pieces`
        #[arg(long, value_name = "PATH")]
        rule: Option<String>,
    },
    /// Plays random games: which parts of the rules were made use of, which never?
    Cover {
        #[command(flatten)]
        chosen: Chosen,
        /// How many games
        #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        games: u32,
        /// Seed of the random games: the same seed plays the same
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
        /// Prints data for programs
        #[arg(long)]
        json: bool,
    },
    /// Plays a game in the terminal: on the full screen, or in lines of text where there is none
    #[command(
        after_help = "On the screen: arrow keys and Enter, or the mouse, or a typed turn (`a1b2`, `P*b2`, `a1a2,b1b2`); `?` tells the rest.\n\
Examples:\n  koma play\n  koma play GAME\n  koma play GAME --computer none --clock 5m+3s\n  koma play --resume\n  koma play --load game.koma"
    )]
    Play(play::Ask),
    /// Plays games between opponents: who wins, how long, by which rules? What does a choice change?
    #[command(
        after_help = "A PLAYER is `random`, `level:1` to `level:10`, `nodes:N`, `time:MS`, or a program from outside: `usi:COMMAND`, \
`cecp:COMMAND`, `uci:COMMAND`.\n\
After a comma come options of the program (`,USI_Hash=16`) and, in small letters, `time=MS` or `nodes=N` or \
`depth=N` per turn, `wait=MS` for an answer at most, `variant=NAME` as the program calls it.\n\
A level thinks without its clock here, so that it plays the same on any machine.\n\
Examples:\n  koma selfplay my_game.toml --games 1000 -o games.jsonl --html report.html\n  \
koma selfplay my_game.toml --compare READING --first nodes:2000 --second nodes:2000"
    )]
    Selfplay(Box<selfplay::Ask>),
    /// Lets players meet each other, each opening twice with the sides changed: who is stronger?
    #[command(
        after_help = "A PLAYER is what it is for `koma selfplay`. What a program from outside does wrong costs it the game: an illegal \
turn, no answer in time, its end.\n\
A file of games is written by one run at a time.\n\
Examples:\n  koma tournament my_game.toml level:3 level:5 \"usi:engine --fast,USI_Hash=16,time=100\"\n  \
koma tournament my_game.toml level:5 \"uci:fairy-stockfish,variant=NAME,time=100\" \"cecp:sjaakii,variant=NAME,depth=4\""
    )]
    Tournament(Box<tournament::Ask>),
    /// Plays as an engine for clients that speak USI, the protocol of shogi programs
    #[command(
        after_help = "The client chooses the variant by the option USI_Variant (or UCI_Variant), its choices by Choice_NAME.\n\
A turn of several acts is one move, its acts joined by commas."
    )]
    Usi {
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Plays as an engine for XBoard, and tells it the board and the moves of the pieces
    #[command(
        after_help = "Example:\n  xboard -fcp \"koma xboard my_game.toml\" -variant my_game\n\
Turns of several acts and pieces on top of each other are beyond XBoard."
    )]
    Xboard {
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Holds the rulebook against the variant: which rule carries out which clause, and what has no counterpart
    #[command(
        after_help = "Exit status 1 if a clause has no rule, a rule no clause, or a scenario fails."
    )]
    Trace {
        #[command(flatten)]
        chosen: Chosen,
        /// How it is written
        #[arg(long, value_enum, default_value_t = trace::Format::Text, value_name = "FORMAT")]
        format: trace::Format,
        /// Writes to a file
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Writes a rule sheet to print: board, pieces, rules as sentences, each with the id of its rule
    #[command(after_help = "Example:\n  koma sheet my_game.toml --lang fr -o my_game.html")]
    Sheet {
        #[command(flatten)]
        chosen: Chosen,
        /// The language
        #[arg(long, value_enum, default_value_t = sheet::Lang::En, value_name = "LANG")]
        lang: sheet::Lang,
        /// How it is written; if not said, as the name of the file ends, else Markdown
        #[arg(long, value_enum, value_name = "FORMAT")]
        format: Option<sheet::Format>,
        /// Writes to a file
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Writes a small, commented variant to start from
    New {
        /// The file to write; it must not exist
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Tells more about a problem code, with an example
    Explain {
        /// The code; without it, all codes are listed
        #[arg(value_name = "CODE")]
        code: Option<String>,
    },
    /// Lists the shipped variants with their options, readings and editions
    List {
        /// Prints data for programs
        #[arg(long)]
        json: bool,
    },
    /// Writes a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::AlwaysAnsi.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    run(cli.command).into()
}

fn run(command: Command) -> Status {
    match command {
        Command::Check { files, json } => check::check(&files, json),
        Command::Show { chosen, position } => match opened(&chosen, position.as_deref()) {
            Ok(game) => reference::show(&game, position.is_some()),
            Err(status) => status,
        },
        Command::Moves {
            chosen,
            position,
            json,
            turns,
        } => match opened(&chosen, position.as_deref()) {
            Ok(game) => moves::moves(game, &turns, json),
            Err(status) => status,
        },
        Command::Why {
            chosen,
            position,
            json,
            turn,
        } => match opened(&chosen, position.as_deref()) {
            Ok(game) => why::why(
                game,
                split_edition(&chosen.variant).0,
                turn.as_deref(),
                json,
            ),
            Err(status) => status,
        },
        Command::Perft {
            chosen,
            depth,
            position,
            divide,
            history,
            threads,
            hash,
            json,
        } => match opened(&chosen, position.as_deref()) {
            Ok(game) => perft::perft(
                &game,
                depth,
                perft::Manner {
                    divide,
                    history,
                    threads: threads as usize,
                    hash: hash.map(|it| it as usize),
                    json,
                },
            ),
            Err(status) => status,
        },
        Command::Bench(ask) => bench::bench(&ask),
        Command::Diff(ask) => diff::diff(&ask),
        Command::Fingerprint { chosen, text, json } => match open(&chosen) {
            Ok(variant) => fingerprint::fingerprint(&variant, text, json),
            Err(status) => status,
        },
        Command::Play(ask) => play::play(ask),
        Command::Selfplay(ask) => selfplay::selfplay(&ask),
        Command::Tournament(ask) => tournament::tournament(&ask),
        Command::Usi { chosen } => match seated(&chosen) {
            Ok(seat) => usi::usi(seat),
            Err(status) => status,
        },
        Command::Xboard { chosen } => match seated(&chosen) {
            Ok(seat) => xboard::xboard(seat),
            Err(status) => status,
        },
        Command::Trace {
            chosen,
            format,
            output,
        } => trace::trace(&chosen, format, output.as_deref()),
        Command::Sheet {
            chosen,
            lang,
            format,
            output,
        } => sheet::sheet(&chosen, lang, format, output.as_deref()),
        Command::Mutate {
            variant,
            json,
            depth,
            rule,
        } => mutate::mutate(&variant, depth, rule, json),
        Command::Cover {
            chosen,
            games,
            seed,
            json,
        } => match open(&chosen) {
            Ok(variant) => cover::cover(&variant, games, seed, json),
            Err(status) => status,
        },
        Command::New { file } => new::new(&file),
        Command::Explain { code } => reference::explain(code.as_deref()),
        Command::List { json } => reference::list(json),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "koma", &mut script);
            super::output::result(String::from_utf8_lossy(&script).trim_end());
            Status::Done
        }
    }
}

/// Opens a variant with its choices; what is wrong is said.
pub fn open(chosen: &Chosen) -> Result<Variant, Status> {
    let (name, picks) = picked(chosen)?;
    Variant::open(name, &picks).map_err(|report| unopened(&report))
}

/// Opens a variant for an engine.
fn seated(chosen: &Chosen) -> Result<Seat, Status> {
    let (name, picks) = picked(chosen)?;
    Seat::open(name, picks).map_err(|report| unopened(&report))
}

/// Says what is wrong with a variant that cannot be opened.
pub fn unopened(report: &Report) -> Status {
    complain(report);
    // A file with problems is an answer; a variant or choice that does not exist is a slip in the command.
    let slip = report
        .problems
        .iter()
        .all(|it| it.span().is_none() && it.code != Code::FileTooLarge);
    if slip { Status::Usage } else { Status::No }
}

/// The variant's name and the choices asked for.
pub fn picked(chosen: &Chosen) -> Result<(&str, Picks), Status> {
    let (name, edition) = split_edition(&chosen.variant);
    match Picks::parse(&chosen.sets, edition) {
        Ok(picks) => Ok((name, picks)),
        Err(wrong) => {
            remark(&format!("koma: --set: {wrong}"));
            Err(Status::Usage)
        }
    }
}

/// Opens a variant with its choices and a game from the start or from a position; what is wrong is said.
pub fn opened(chosen: &Chosen, position: Option<&str>) -> Result<Game, Status> {
    let variant = open(chosen)?;
    match position {
        None => Ok(Game::new(&variant)),
        Some(text) => Game::from_position(&variant, text).map_err(|report: Box<Report>| {
            complain(&report);
            Status::Usage
        }),
    }
}

/// `NAME@EDITION`; a file may have an `@` in its name.
pub fn split_edition(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('@') {
        Some((name, edition))
            if !name.is_empty()
                && !edition.contains(['/', '\\', '.'])
                && !std::path::Path::new(text).exists() =>
        {
            (name, Some(edition))
        }
        _ => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

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
