//! `koma perft`

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs};
use crate::report::json::{self, Pairs};
use crate::report::output::{Status, remark, result};
use crate::report::progress;
use koma::play::Game;
use koma::play::perft::Memory;

/// Counts the sequences of DEPTH turns
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many turns deep
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Counts behind each first act
    #[arg(long)]
    divide: bool,
    /// Applies the rules of history (repetition, perpetual check) too
    #[arg(long)]
    history: bool,
    /// How many threads share the work; 0 is one for each core
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1024))]
    threads: u32,
    /// Megabytes of memory in which counts of positions are kept, in case they come again
    #[arg(long, value_name = "MB", conflicts_with = "history", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: Option<u32>,
    #[command(flatten)]
    json: JsonArgs,
}

/// How many sequences of turns there are.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    depth: u32,
    nodes: u64,
    /// For the last depth alone
    seconds: f64,
    /// The number of sequences of each length, from 1
    counts: Vec<u64>,
    threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<HashOutput>,
    /// The sequences behind each first act
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Pairs<u64>>,
}

/// How often counts were looked up in memory, and how often they were there.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Hash")]
pub struct HashOutput {
    asked: u64,
    found: u64,
}

pub fn run(args: Args) -> Status {
    let depth = args.depth;
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    let began = Instant::now();
    let counts: Vec<u64> = (1..depth)
        .map(|it| game.perft(it, args.history))
        .collect();
    let last = Instant::now();
    let Divided {
        parts,
        asked,
        found,
        threads,
    } = divided(&game, &args);
    let nodes = if depth == 0 {
        1
    } else {
        parts.iter().map(|it| it.1).sum()
    };
    let (whole, deepest) = (began.elapsed(), last.elapsed());
    if args.json.json {
        let mut counts = counts;
        counts.push(nodes);
        json::print(Output {
            depth,
            nodes,
            seconds: deepest.as_secs_f64(),
            counts,
            threads,
            hash: args.hash.map(|_| HashOutput { asked, found }),
            divide: args.divide.then_some(Pairs(parts)),
        });
        return Status::Done;
    }
    if args.divide {
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
    if args.hash.is_some() {
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
fn divided(game: &Game, args: &Args) -> Divided {
    let depth = args.depth;
    let acts = if depth == 0 { Vec::new() } else { game.acts() };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if args.threads == 0 {
        cores
    } else {
        args.threads as usize
    };
    let threads = threads.clamp(1, acts.len().max(1));
    let bar = progress::bar(acts.len() as u64, "acts");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut memory = args.hash.map(|it| Memory::new(it as usize / threads));
        let mut parts = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(act) = acts.get(i) else {
                return (parts, memory);
            };
            let mut after = game.clone();
            let mover = after.to_move();
            after.play_unchecked(*act);
            let turn_over = after.to_move() != mover || after.outcome().is_some();
            let depth = if turn_over { depth - 1 } else { depth };
            let n = match &mut memory {
                Some(memory) => after.perft_recalling(depth, memory),
                None => after.perft(depth, args.history),
            };
            parts.push((i, n));
            bar.inc(1);
        }
    };
    let mut all = Divided {
        parts: acts.iter().map(|it| (game.write(*it), 0)).collect(),
        asked: 0,
        found: 0,
        threads,
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let joined = others
            .into_iter()
            .map(|it| it.join().expect("app: a worker ends with its work"));
        for (parts, memory) in std::iter::once(work()).chain(joined) {
            for (i, n) in parts {
                all.parts[i].1 = n;
            }
            if let Some(memory) = memory {
                all.asked += memory.asked;
                all.found += memory.found;
            }
        }
    });
    bar.finish_and_clear();
    all
}
