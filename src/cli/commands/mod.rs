//! The command line: a file for each subcommand, and the list of them.
//!
//! Each file has the same shape: `Args`, what can be said on the command line, documented with the line that
//! `koma --help` shows; `run`, which does it; and `Output`, what `--json` prints, if it does. A new subcommand is a new
//! file and an entry of the list below.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use schemars::Schema;

use crate::report::json;
use crate::report::output::Status;

/// Declares the subcommands: the group that each is listed under, its name and its module; and the type of its data, if it
/// has any for programs.
macro_rules! commands {
    ($($group:literal: $($name:ident $module:ident $(-> $output:ident)?,)*;)*) => {
        $($(mod $module;)*)*

        #[derive(Debug, Subcommand)]
        enum Command {
            $($($name(Box<$module::Args>),)*)*
        }

        impl Command {
            fn run(self) -> Status {
                match self {
                    $($(Command::$name(args) => $module::run(*args),)*)*
                }
            }
        }

        /// The subcommands of `koma --help`, group by group.
        const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($module)),*]),)*];

        /// The subcommands with data for programs, and its JSON Schema.
        const OUTPUTS: &[(&str, fn() -> Schema)] = &[
            $($($((stringify!($module), || json::schema::<$module::$output>(stringify!($module))),)?)*)*
        ];
    };
}

commands! {
    "Play": Play play, Serve serve, List list -> Output, Show show -> Output, Moves moves -> Output, Why why -> Output,;
    "Write a variant": New new, Check check -> Output, Explain explain, Sheet sheet, Trace trace -> Output,
        Mutate mutate -> Output, Cover cover -> Output,;
    "Study games": Diff diff -> Output, Fingerprint fingerprint -> Output, Selfplay selfplay -> Output,
        Tournament tournament -> Output, Solve solve -> Output, Perft perft -> Output, Bench bench -> Output,;
    "For programs": Usi usi, Xboard xboard, Calls calls, Schema schema, Completions completions,;
}

/// Rules as data for board games with pieces that are captured, promoted and dropped: play a variant file, check it,
/// compare it, measure it.
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

/// Runs the command line.
pub fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::AlwaysAnsi.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    cli.command.run().into()
}

/// The command line, with a help that lists the subcommands in groups.
fn command_line() -> clap::Command {
    let command = Cli::command();
    let styles = command.get_styles();
    let (heading, name) = (*styles.get_header(), *styles.get_literal());
    let longest = command.get_subcommands().map(|it| it.get_name().len());
    let column = longest.max().unwrap_or(0) + 2;
    let mut groups = String::new();
    for (group, names) in GROUPS {
        groups += &format!("{heading}{group}:{heading:#}\n");
        for it in names.iter().filter_map(|it| command.find_subcommand(it)) {
            let about = it.get_about().map(ToString::to_string).unwrap_or_default();
            let blanks = " ".repeat(column - it.get_name().len());
            groups += &format!("  {name}{}{name:#}{blanks}{about}\n", it.get_name());
        }
        groups.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {heading}Options:{heading:#}\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command_line().debug_assert();
    }

    #[test]
    fn every_subcommand_is_listed_and_fits_a_terminal() {
        let command = Cli::command();
        let listed: Vec<&str> = GROUPS.iter().flat_map(|it| it.1).copied().collect();
        for it in command.get_subcommands() {
            let about = it.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(listed.contains(&it.get_name()), "{}", it.get_name());
            assert!(
                (10..=64).contains(&about.chars().count()),
                "{}: {about}",
                it.get_name()
            );
        }
    }

    #[test]
    fn playing_comes_first() {
        let help = command_line().render_help().to_string();
        let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
        assert!(at("Play:\n  play ") < at("Write a variant:\n  new "));
        assert!(at("Study games:") < at("For programs:"));
    }
}
