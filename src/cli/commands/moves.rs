//! `koma moves`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs};
use crate::report::json::{self, OutcomeOutput};
use crate::report::output::{Status, complain, result};
use super::solve::{ActOutput, open_table};
use crate::report::reasons::refusal_report;
use crate::report::values;

/// Plays turns, then prints the position, the acts and the outcome
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A turn is an act (`a1b2`, `a1b2+`, `P*b2`, `pass`), or several joined by commas.\n\
The turn ends with the last act written; a trailing comma leaves it open."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
    /// Says what each act is worth, by a table that `koma solve -o FILE` has written
    #[arg(long, value_name = "FILE")]
    table: Option<std::path::PathBuf>,
    /// Turns to play first
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
}

/// The position after some turns, or the refusal of one of them.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Output {
    Refused {
        refused: Refused,
    },
    Position {
        /// "BOARD SIDE HANDS", as `--position` reads it
        position: String,
        /// `first` or `second`
        to_move: &'static str,
        /// The legal acts, in a defined order
        acts: Vec<String>,
        outcome: Option<OutcomeOutput>,
        /// What the acts are worth, the best first, with `--table`
        #[serde(skip_serializing_if = "Option::is_none")]
        values: Option<Vec<ActOutput>>,
        /// Why no game leads to the position that was asked for
        impossible: Vec<Contradiction>,
    },
}

/// A rule that a position contradicts.
#[derive(Serialize, JsonSchema)]
pub struct Contradiction {
    /// Its path: `invariant.ID`, `forbid.ID`, or `board.start` where there is too much of a piece
    by: String,
    why: String,
}

/// A turn that is refused.
#[derive(Serialize, JsonSchema)]
pub struct Refused {
    turn: String,
    /// The act of the turn that is refused
    act: String,
    /// The rule, or `notation`
    by: String,
    reason: String,
}

pub fn run(args: Args) -> Status {
    let mut game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    let impossible = match args.game.position {
        Some(_) => game.impossible(),
        None => Vec::new(),
    };
    for turn in &args.turns {
        if let Err(refusal) = game.play_turn(turn) {
            if args.json.json {
                json::print(Output::Refused {
                    refused: Refused {
                        turn: turn.clone(),
                        act: refusal.act,
                        by: refusal.by,
                        reason: refusal.reason,
                    },
                });
            } else {
                complain(&refusal_report(game.variant(), &refusal));
            }
            return Status::No;
        }
    }
    let table = match args.table.as_deref().map(|it| open_table(it, &game)) {
        Some(Err(status)) => return status,
        Some(Ok(table)) => Some(table),
        None => None,
    };
    let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
    let outcome = game.outcome();
    if args.json.json {
        json::print(Output::Position {
            position: game.position(),
            to_move: game.to_move().as_str(),
            acts,
            outcome: outcome.as_ref().map(OutcomeOutput::from),
            values: table.map(|it| ActOutput::of(&it, &game)),
            impossible: impossible
                .into_iter()
                .map(|it| Contradiction {
                    by: it.by,
                    why: it.why,
                })
                .collect(),
        });
        return Status::Done;
    }
    result(&format!("position  {}", game.position()));
    result(&format!("to move   {}", game.to_move().as_str()));
    result(format!("acts      {} {}", acts.len(), acts.join(" ")).trim_end());
    result(&format!(
        "outcome   {}",
        outcome.map_or("none yet".to_owned(), |it| it.to_string())
    ));
    if let Some(table) = table {
        for line in values::lines(&table, &game) {
            result(&line);
        }
    }
    Status::Done
}
