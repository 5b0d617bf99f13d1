//! `koma xboard`

use crate::args::{VariantArgs, unopened};
use crate::protocols::engine::Seat;
use crate::protocols::xboard;
use crate::report::output::Status;

/// Plays as an engine for XBoard
#[derive(Debug, clap::Args)]
#[command(
    after_help = "XBoard is told the board and the moves of the pieces. Example:\n  xboard -fcp \"koma xboard my_game.toml\" -variant my_game\n\
Turns of several acts and pieces on top of each other are beyond XBoard."
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
}

pub fn run(args: Args) -> Status {
    let seat = args.variant.picked().and_then(|(name, picks)| {
        Seat::open(name, picks).map_err(|report| unopened(&report))
    });
    match seat {
        Ok(seat) => xboard::xboard(seat),
        Err(status) => status,
    }
}
