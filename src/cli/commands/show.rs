//! `koma show`

use crate::args::{GameArgs, JsonArgs};
pub use crate::report::facts::Facts as Output;
use crate::report::json;
use crate::report::output::{Status, result};
use crate::report::portrait;

/// Shows the board, the moves of each piece, the rules in words
#[derive(Debug, clap::Args)]
#[command(after_help = "With --json, the facts of the variant: board, kinds with their names and signs, what can be done and chosen.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub fn run(args: Args) -> Status {
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    if args.json.json {
        json::print(Output::new(&game));
        return Status::Done;
    }
    let setup = args.game.position.is_some().then(|| game.setup());
    result(portrait::show(game.variant(), setup.as_ref()).trim_end());
    Status::Done
}
