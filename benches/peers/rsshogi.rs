//! Counts with the crate `rsshogi`, by its own counting.

mod uci;

use rsshogi::board::{Position, hirate_position, perft::perft, position_from_sfen};

fn main() {
    let read = |sfen: Option<&str>| match sfen {
        Some(sfen) => position_from_sfen(sfen).expect("a position as SFEN"),
        None => hirate_position(),
    };
    let count = |position: &Position, depth| perft(position, depth).map_or(0, |it| it.nodes);
    uci::serve("rsshogi", read, count);
}
