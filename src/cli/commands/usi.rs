//! `koma usi`

use crate::args::{VariantArgs, unopened};
use crate::protocols::engine::Seat;
use crate::protocols::usi;
use crate::report::output::Status;

/// Plays as an engine for clients that speak USI, as shogi GUIs do
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The client chooses the variant by the option USI_Variant (or UCI_Variant), its choices by Choice_NAME.\n\
A turn of several acts is one move, its acts joined by commas."
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
        Ok(seat) => usi::usi(seat),
        Err(status) => status,
    }
}
