//! `koma show`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs};
use crate::report::json;
use crate::report::output::{Status, result};
use crate::report::portrait;
use koma::Facts;

/// Shows the board, the moves of each piece, the rules in words
#[derive(Debug, clap::Args)]
#[command(after_help = "With --json, the facts of the variant: board, kinds with their names and signs, what can be done and chosen.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// The facts of a variant.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    #[serde(flatten)]
    facts: Facts,
    /// The position that was asked for, or the start
    position: String,
}

pub fn run(args: Args) -> Status {
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    if args.json.json {
        json::print(Output {
            facts: game.variant().facts(),
            position: game.position(),
        });
        return Status::Done;
    }
    let setup = args.game.position.is_some().then(|| game.setup());
    result(portrait::show(game.variant(), setup.as_ref()).trim_end());
    Status::Done
}
