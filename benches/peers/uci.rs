//! As much of UCI as a program needs that only counts: `position`, `go perft N`.

use std::io::{BufRead, Write};

/// Answers until `quit` or the end of the input. A position is read by `read`, from what follows `fen` or from the start.
pub fn serve<P>(name: &str, read: impl Fn(Option<&str>) -> P, count: impl Fn(&P, u8) -> u64) {
    let mut position = read(None);
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let line = line.trim();
        let answer = if line == "uci" {
            format!("id name {name}\nuciok")
        } else if line == "isready" {
            "readyok".to_owned()
        } else if line == "quit" {
            return;
        } else if let Some(fen) = line.strip_prefix("position ") {
            position = read(fen.strip_prefix("fen "));
            continue;
        } else if let Some(depth) = line.strip_prefix("go perft ") {
            let nodes = depth.parse().map_or(0, |depth| count(&position, depth));
            format!("Nodes searched: {nodes}")
        } else {
            continue;
        };
        if writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .is_err()
        {
            return;
        }
    }
}
