//! `koma show`

use crate::args::GameArgs;
use crate::report::output::{Status, result};
use crate::report::portrait;

/// Shows the board, each piece's movement, and the rules as sentences
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
}

pub fn run(args: Args) -> Status {
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    let setup = args.game.position.is_some().then(|| game.setup());
    result(portrait::show(game.variant(), setup.as_ref()).trim_end());
    Status::Done
}
