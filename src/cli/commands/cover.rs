//! `koma cover`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, VariantArgs};
use crate::report::json;
use crate::report::output::{Status, result};
use crate::report::progress;
use koma_lab::study::cover::{Seen, cover, told};
use koma_lab::study::invariants::{Broken, kept};

/// Plays random games: which parts of the rules are never used?
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status 1 if an invariant of the file does not hold in one of the games.\n\
Example:\n  koma cover my_game.toml --games 10000"
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many games
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the random games: the same seed plays the same
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    #[command(flatten)]
    json: JsonArgs,
}

/// Which parts of the rules some random games used.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    games: u32,
    seed: u64,
    /// How many parts were used
    used: usize,
    /// How many parts were not
    never: usize,
    parts: Vec<PartOutput>,
    /// In so many positions where a turn begins the invariants were asked
    positions: u64,
    /// The invariants that do not hold
    broken: Vec<BrokenOutput>,
}

/// An invariant that does not hold.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Broken")]
pub struct BrokenOutput {
    invariant: String,
    /// `first` or `second`
    player: &'static str,
    /// The turns of a game that leads there
    example: Vec<String>,
}

/// A part of the rules.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Part")]
pub struct PartOutput {
    part: String,
    times: u64,
    /// The turns of a game that uses it
    example: Option<Vec<String>>,
}

pub fn run(args: Args) -> Status {
    let Args { games, seed, .. } = args;
    let variant = match args.variant.open() {
        Ok(variant) => variant,
        Err(status) => return status,
    };
    let bar = progress::bar(u64::from(games), "games");
    let seen = cover(&variant, games, seed, &|| bar.inc(1));
    let kept = kept(&variant, games, seed);
    bar.finish_and_clear();
    let sheet = variant.sheet();
    let path = |it: &Broken| sheet.rule(it.rule).path.clone();
    let status = match kept.broken.is_empty() {
        true => Status::Done,
        false => Status::No,
    };
    let told = |it: &Seen| told(variant.sheet(), it.part);
    let (used, never): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(|it| it.times > 0);
    if args.json.json {
        let parts = seen.iter().map(|it| PartOutput {
            part: told(it),
            times: it.times,
            example: it.example.clone(),
        });
        json::print(Output {
            games,
            seed,
            used: used.len(),
            never: never.len(),
            parts: parts.collect(),
            positions: kept.positions,
            broken: { kept.broken.iter() }
                .map(|it| BrokenOutput {
                    invariant: path(it),
                    player: it.player.as_str(),
                    example: it.turns.clone(),
                })
                .collect(),
        });
        return status;
    }
    for it in &used {
        result(&format!("{:>9}  {}", it.times, told(it)));
        if let Some(turns) = &it.example {
            result(&format!("           {}", turns.join(" ")));
        }
    }
    for it in &never {
        result(&format!("    never  {}", told(it)));
    }
    result(&format!(
        "{} of {} parts of the rules made use of in {games} games",
        used.len(),
        seen.len()
    ));
    for it in &kept.broken {
        let (path, player) = (path(it), it.player.as_str());
        result(&format!("   broken  {path}, for the {player} player"));
        result(&format!("           {}", it.turns.join(" ")));
    }
    if !sheet.invariants.is_empty() {
        let all = sheet.invariants.len();
        let held = all - kept.broken.len();
        result(&format!(
            "{held} of {all} invariants hold in {} positions",
            kept.positions
        ));
    }
    status
}
