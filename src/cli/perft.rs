//! `koma perft`

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use super::output::{JSON_VERSION, Status, json_line, remark, result};
use koma::play::perft::Memory;
use koma::play::{Act, Game};
use koma_lab::crowd;

/// What is counted and how it is told.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Counts behind each first act.
    pub divide: bool,
    /// Applies the rules of history.
    pub history: bool,
    /// How many threads; 0 is one for each core.
    pub threads: usize,
    /// Megabytes of memory for counts.
    pub hash: Option<usize>,
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
    let Divided {
        parts,
        asked,
        found,
        threads,
    } = divided(game, depth, manner);
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
        value["threads"] = json!(threads);
        if manner.hash.is_some() {
            value["hash"] = json!({ "asked": asked, "found": found });
        }
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
        "{:.3} s, {rate:.1} million a second at depth {depth}{}",
        whole.as_secs_f64(),
        match threads {
            1 => String::new(),
            n => format!(" on {n} threads"),
        }
    ));
    if manner.hash.is_some() {
        remark(&format!("{found} of {asked} counts came from memory"));
    }
    Status::Done
}

/// The count behind each first act, and how it was come by.
struct Divided {
    parts: Vec<(String, u64)>,
    asked: u64,
    found: u64,
    threads: usize,
}

/// The count behind each first act, with a bar when it takes long.
fn divided(game: &Game, depth: u32, manner: Manner) -> Divided {
    let acts = if depth == 0 { Vec::new() } else { game.acts() };
    let threads = match manner.threads {
        0 => crowd::cores(),
        threads => threads,
    };
    let threads = threads.clamp(1, acts.len().max(1));
    let bar = ProgressBar::new(acts.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} acts, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let make = || manner.hash.map(|it| Memory::new(it / threads));
    let count = |memory: &mut Option<Memory>, act: &Act| {
        let mut after = game.clone();
        let mover = after.to_move();
        after.play_unchecked(*act);
        let turn_over = after.to_move() != mover || after.outcome().is_some();
        let depth = if turn_over { depth - 1 } else { depth };
        let asked = |it: &Option<Memory>| it.as_ref().map_or((0, 0), |it| (it.asked, it.found));
        let before = asked(memory);
        let n = match memory {
            Some(memory) => after.perft_recalling(depth, memory),
            None => after.perft(depth, manner.history),
        };
        let now = asked(memory);
        (n, now.0 - before.0, now.1 - before.1)
    };
    let mut all = Divided {
        parts: acts.iter().map(|it| (game.write(*it), 0)).collect(),
        asked: 0,
        found: 0,
        threads,
    };
    crowd::each(&acts, threads, make, count, |at, (n, asked, found)| {
        all.parts[at].1 = n;
        all.asked += asked;
        all.found += found;
        bar.inc(1);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    all
}
