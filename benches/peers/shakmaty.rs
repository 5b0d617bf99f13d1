//! Counts chess and crazyhouse with the crate `shakmaty`, by its own counting: the last ply by the length of its list.

mod uci;

use shakmaty::{CastlingMode, Chess, FromSetup, fen::Fen, perft, variant::Crazyhouse};

enum Game {
    Chess(Chess),
    Crazyhouse(Crazyhouse),
}

fn main() {
    let count = |game: &Game, depth: u8| match game {
        Game::Chess(position) => perft(position, depth.into()),
        Game::Crazyhouse(position) => perft(position, depth.into()),
    };
    uci::serve("shakmaty", read, count);
}

/// A position with pieces in hand, `[...]`, is one of crazyhouse.
fn read(fen: Option<&str>) -> Game {
    let Some(text) = fen else {
        return Game::Chess(Chess::default());
    };
    let fen: Fen = text.parse().expect("a position as FEN");
    if text.contains('[') {
        Game::Crazyhouse(placed(fen))
    } else {
        Game::Chess(placed(fen))
    }
}

fn placed<P: FromSetup>(fen: Fen) -> P {
    P::from_setup(fen.into_setup(), CastlingMode::Standard)
        .ok()
        .expect("a position that can be played")
}
