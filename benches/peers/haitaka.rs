//! Counts with the crate `haitaka`: the last ply by the sizes of its sets, as its author does.

mod uci;

use haitaka::Board;

fn main() {
    let read = |sfen: Option<&str>| match sfen {
        Some(sfen) => Board::from_sfen(sfen).expect("a position as SFEN"),
        None => Board::startpos(),
    };
    uci::serve("haitaka", read, count);
}

fn count(board: &Board, depth: u8) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.into_iter().len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for it in moves {
                    let mut next = board.clone();
                    next.play_unchecked(it);
                    nodes += count(&next, depth - 1);
                }
                false
            });
        }
    }
    nodes
}
