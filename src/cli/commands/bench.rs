//! `koma bench`: how fast is it, and against whom?

use std::hint::black_box;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs, VariantArgs};
use crate::report::json;
use crate::report::output::{Status, remark, result};
use crate::players::perft_peer::PerftPeer;
use crate::report::progress;
use koma::play::{Game, Variant};

/// Measures how fast games are counted or played
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  koma bench GAME\n  koma bench GAME --games\n  \
koma bench GAME --against ENGINE --option UCI_Variant=NAME\n\
Exit status 1 if the counts differ."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many turns deep; if not said, deep enough for a fifth of a second
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// How often each measurement is made
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Lists and plays every act of the last turn instead of counting them
    #[arg(long, conflicts_with = "games")]
    listed: bool,
    /// Plays random games to the end instead of counting
    #[arg(long, conflicts_with = "against")]
    games: bool,
    /// A UCI engine that counts the same (`go perft`), to be measured in turns with us
    #[arg(long, value_name = "ENGINE")]
    against: Option<String>,
    /// An option for that engine, such as `UCI_Variant=NAME`
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "against")]
    options: Vec<String>,
    /// The position as that engine writes it; if not said, the start position of its variant
    #[arg(long, value_name = "FEN", requires = "against")]
    fen: Option<String>,
    /// How deep that engine counts; if not said, as deep as we do
    #[arg(long, value_name = "DEPTH", requires = "against", value_parser = clap::value_parser!(u32).range(1..=64))]
    fen_depth: Option<u32>,
    /// Compares rates only: the engine's rules are different ones, and so are its counts
    #[arg(long, requires = "against")]
    rates_only: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// What was measured: counting alone, counting against an engine, or random games.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Output {
    Against {
        #[serde(flatten)]
        count: Count,
        against: Peer,
        /// Our rate over theirs, run by run
        ratio: Summary,
        counts_agree: bool,
    },
    Alone {
        #[serde(flatten)]
        count: Count,
        /// From file to first act
        loading_seconds: Option<f64>,
    },
    Games {
        games: u64,
        acts: u64,
        won: Wins,
        drawn: u64,
        unfinished: u64,
        games_per_second: Summary,
        acts_per_second: Summary,
    },
}

/// A count and how fast it was.
#[derive(Serialize, JsonSchema)]
pub struct Count {
    depth: u32,
    nodes: u64,
    /// Every act of the last turn was listed and played
    listed: bool,
    nodes_per_second: Summary,
}

/// The engine that was measured too.
#[derive(Serialize, JsonSchema)]
pub struct Peer {
    engine: String,
    depth: u32,
    nodes: u64,
    nodes_per_second: Summary,
}

/// How many games each side won.
#[derive(Serialize, JsonSchema)]
pub struct Wins {
    first: u64,
    second: u64,
}

/// Some measurements of one thing.
#[derive(Serialize, JsonSchema)]
pub struct Summary {
    median: f64,
    lowest: f64,
    highest: f64,
    runs: usize,
}

/// Some measurements of one thing, in units per second.
struct Rates(Vec<f64>);

impl Rates {
    fn median(&self) -> f64 {
        let n = self.0.len();
        if n % 2 == 1 {
            self.0[n / 2]
        } else {
            (self.0[n / 2 - 1] + self.0[n / 2]) / 2.0
        }
    }

    fn lowest(&self) -> f64 {
        self.0[0]
    }

    fn highest(&self) -> f64 {
        self.0[self.0.len() - 1]
    }

    fn told(&self, unit: &str) -> String {
        format!(
            "{} {unit} a second (median of {}; {} to {})",
            short(self.median()),
            self.0.len(),
            short(self.lowest()),
            short(self.highest())
        )
    }

    fn summary(&self) -> Summary {
        Summary {
            median: self.median(),
            lowest: self.lowest(),
            highest: self.highest(),
            runs: self.0.len(),
        }
    }
}

impl From<Vec<f64>> for Rates {
    fn from(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        Rates(rates)
    }
}

pub fn run(args: Args) -> Status {
    let args = &args;
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    if game.outcome().is_some() {
        remark("koma: the game is over in this position: there is nothing to measure");
        return Status::No;
    }
    if args.games {
        return games(args, &game);
    }
    match args.against.as_deref() {
        None => alone(args, &game),
        Some(path) => match against(args, &game, path) {
            Ok(status) => status,
            Err(wrong) => {
                remark(&format!("koma: {wrong}"));
                Status::No
            }
        },
    }
}

fn alone(args: &Args, game: &Game) -> Status {
    let depth = args.depth.unwrap_or_else(|| deep_enough(args, game));
    let bar = progress::bar(u64::from(args.repeat), "runs");
    let mut nodes = 0;
    let rates = Rates::from(
        (0..args.repeat)
            .map(|_| {
                let (n, took) = timed(|| count(args, game, depth));
                nodes = n;
                bar.inc(1);
                n as f64 / took.as_secs_f64()
            })
            .collect::<Vec<_>>(),
    );
    bar.finish_and_clear();
    let loading = loading(&args.game.variant);
    if args.json.json {
        json::print(Output::Alone {
            count: Count {
                depth,
                nodes,
                listed: args.listed,
                nodes_per_second: rates.summary(),
            },
            loading_seconds: loading.map(|it| it.as_secs_f64()),
        });
        return Status::Done;
    }
    result(&format!(
        "depth {depth}, {nodes} nodes: {}",
        rates.told("nodes")
    ));
    if let Some(loading) = loading {
        result(&format!(
            "from file to first act: {:.2} ms (median of {LOADS})",
            loading.as_secs_f64() * 1e3
        ));
    }
    Status::Done
}

/// We and the engine in turns, so that what else the machine does falls on both.
fn against(args: &Args, game: &Game, path: &str) -> Result<Status, String> {
    let depth = args.depth.unwrap_or_else(|| deep_enough(args, game));
    let their_depth = args.fen_depth.unwrap_or(depth);
    let mut peer = PerftPeer::start(path, &args.options)?;
    let bar = progress::bar(u64::from(args.repeat), "runs");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut nodes, mut their_nodes) = (0, 0);
    for _ in 0..args.repeat {
        let (n, took) = timed(|| count(args, game, depth));
        nodes = n;
        ours.push(n as f64 / took.as_secs_f64());
        let (n, took) = peer.perft(args.fen.as_deref(), their_depth)?;
        their_nodes = n;
        theirs.push(n as f64 / took.as_secs_f64());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let ratios = Rates::from(
        ours.iter()
            .zip(&theirs)
            .map(|(a, b)| a / b)
            .collect::<Vec<_>>(),
    );
    let (ours, theirs) = (Rates::from(ours), Rates::from(theirs));
    let agree = nodes == their_nodes;
    if args.json.json {
        json::print(Output::Against {
            count: Count {
                depth,
                nodes,
                listed: args.listed,
                nodes_per_second: ours.summary(),
            },
            against: Peer {
                engine: peer.name.clone(),
                depth: their_depth,
                nodes: their_nodes,
                nodes_per_second: theirs.summary(),
            },
            ratio: ratios.summary(),
            counts_agree: agree,
        });
    } else {
        result(&format!(
            "koma: depth {depth}, {nodes} nodes: {}",
            ours.told("nodes")
        ));
        result(&format!(
            "{}: depth {their_depth}, {their_nodes} nodes: {}",
            peer.name,
            theirs.told("nodes")
        ));
        result(&format!(
            "ratio: {:.1} (median of {}; {:.1} to {:.1})",
            ratios.median(),
            args.repeat,
            ratios.lowest(),
            ratios.highest()
        ));
    }
    if !agree && !args.rates_only {
        remark(
            "koma: the counts differ: other rules, another position or another depth (`--rates-only` compares rates alone)",
        );
        return Ok(Status::No);
    }
    Ok(Status::Done)
}

/// Random games to the end.
fn games(args: &Args, game: &Game) -> Status {
    /// Longer games are given up.
    const LONGEST: u64 = 10_000;
    let mut seed = fastrand::Rng::with_seed(1);
    let mut batch = 1;
    while timed(|| game.playouts(batch, LONGEST, &mut seed)).1 < Duration::from_millis(100) {
        batch *= 2;
    }
    let bar = progress::bar(u64::from(args.repeat), "runs");
    let (mut rates, mut act_rates) = (Vec::new(), Vec::new());
    let mut all = koma::play::playout::Tally::default();
    for run in 0..args.repeat {
        let mut rng = fastrand::Rng::with_seed(u64::from(run) + 1);
        let (tally, took) = timed(|| game.playouts(batch, LONGEST, &mut rng));
        rates.push(tally.games as f64 / took.as_secs_f64());
        act_rates.push(tally.acts as f64 / took.as_secs_f64());
        all.games += tally.games;
        all.acts += tally.acts;
        all.won[0] += tally.won[0];
        all.won[1] += tally.won[1];
        all.drawn += tally.drawn;
        all.unfinished += tally.unfinished;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (rates, act_rates) = (Rates::from(rates), Rates::from(act_rates));
    if args.json.json {
        json::print(Output::Games {
            games: all.games,
            acts: all.acts,
            won: Wins {
                first: all.won[0],
                second: all.won[1],
            },
            drawn: all.drawn,
            unfinished: all.unfinished,
            games_per_second: rates.summary(),
            acts_per_second: act_rates.summary(),
        });
        return Status::Done;
    }
    result(&format!(
        "{} games, {:.1} acts each: first won {}, second won {}, drawn {}, unfinished {}",
        all.games,
        all.acts as f64 / all.games as f64,
        all.won[0],
        all.won[1],
        all.drawn,
        all.unfinished
    ));
    result(&rates.told("games"));
    result(&act_rates.told("acts"));
    Status::Done
}

fn count(args: &Args, game: &Game, depth: u32) -> u64 {
    if args.listed {
        game.perft_listed(depth)
    } else {
        game.perft(depth, false)
    }
}

/// The first depth that takes a fifth of a second.
fn deep_enough(args: &Args, game: &Game) -> u32 {
    (1..64)
        .find(|depth| {
            let (nodes, took) = timed(|| count(args, game, *depth));
            took > Duration::from_millis(200) || nodes == 0
        })
        .unwrap_or(64)
}

const LOADS: usize = 21;

/// How long it takes from the text of a file to the first act, if the file can be read that often.
fn loading(args: &VariantArgs) -> Option<Duration> {
    let mut times = (0..LOADS)
        .map(|_| {
            let began = Instant::now();
            let variant: Variant = args.open().ok()?;
            black_box(Game::new(&variant).acts());
            Some(began.elapsed())
        })
        .collect::<Option<Vec<_>>>()?;
    times.sort();
    Some(times[LOADS / 2])
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = Instant::now();
    let done = black_box(work());
    (done, began.elapsed().max(Duration::from_nanos(1)))
}

/// A number as a person would say it: `86.1 million`.
fn short(n: f64) -> String {
    if n >= 1e6 {
        format!("{:.1} million", n / 1e6)
    } else if n >= 1e4 {
        format!("{:.1} thousand", n / 1e3)
    } else {
        format!("{n:.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let rates = Rates::from(vec![3.0, 1.0, 2.0]);
        assert_eq!(
            (rates.lowest(), rates.median(), rates.highest()),
            (1.0, 2.0, 3.0)
        );
        assert_eq!(Rates::from(vec![1.0, 2.0]).median(), 1.5);
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(short(86_120_000.0), "86.1 million");
        assert_eq!(short(22_400.0), "22.4 thousand");
        assert_eq!(short(512.0), "512");
    }
}
