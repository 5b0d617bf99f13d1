//! `koma perft`

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use super::output::{JSON_VERSION, Status, json_line, remark, result};
use crate::play::Game;

/// What is counted and how it is told.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Counts behind each first act.
    pub divide: bool,
    /// Applies the rules of history.
    pub history: bool,
    /// Prints data.
    pub json: bool,
}

/// Counts the sequences of turns of each length up to `depth`.
pub fn perft(game: &Game, depth: u32, manner: Manner) -> Status {
    let began = Instant::now();
    let counts: Vec<u64> = (1..depth)
        .map(|it| game.perft(it, manner.history))
        .collect();
    let last = Instant::now();
    let parts = divided(game, depth, manner.history);
    let nodes = if depth == 0 {
        1
    } else {
        parts.iter().map(|it| it.1).sum()
    };
    let (whole, deepest) = (began.elapsed(), last.elapsed());
    if manner.json {
        let mut value = json!({ "version": JSON_VERSION, "depth": depth, "nodes": nodes, "seconds": deepest.as_secs_f64() });
        let mut lower = counts;
        lower.push(nodes);
        value["counts"] = json!(lower);
        if manner.divide {
            let parts: Map<String, Value> =
                parts.into_iter().map(|(act, n)| (act, json!(n))).collect();
            value["divide"] = Value::Object(parts);
        }
        json_line(&value);
        return Status::Done;
    }
    if manner.divide {
        for (act, n) in &parts {
            result(&format!("{act}: {n}"));
        }
    }
    for (i, n) in counts.iter().enumerate() {
        result(&format!("{} {n}", i + 1));
    }
    result(&format!("{depth} {nodes}"));
    let rate = nodes as f64 / deepest.as_secs_f64().max(1e-9) / 1e6;
    remark(&format!(
        "{:.3} s, {rate:.1} million a second at depth {depth}",
        whole.as_secs_f64()
    ));
    Status::Done
}

/// The count behind each first act, with a bar when it takes long.
fn divided(game: &Game, depth: u32, history: bool) -> Vec<(String, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let acts = game.acts();
    let bar = ProgressBar::new(acts.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} acts, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let parts = acts
        .into_iter()
        .map(|act| {
            let text = game.write(act);
            let mut next = game.clone();
            let mover = next.to_move();
            next.play_unchecked(act);
            let turn_over = next.to_move() != mover || next.outcome().is_some();
            let n = next.perft(if turn_over { depth - 1 } else { depth }, history);
            bar.inc(1);
            (text, n)
        })
        .collect();
    bar.finish_and_clear();
    parts
}
