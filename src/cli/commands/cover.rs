//! `koma cover`

use serde_json::{Value, json};

use crate::args::{JsonArgs, VariantArgs};
use crate::report::output::{JSON_VERSION, Status, json_line, result};
use crate::report::progress;
use koma_lab::study::cover::{Seen, cover, told};

/// Plays random games: which parts of the rules are never used?
#[derive(Debug, clap::Args)]
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

pub fn run(args: Args) -> Status {
    let Args { games, seed, .. } = args;
    let variant = match args.variant.open() {
        Ok(variant) => variant,
        Err(status) => return status,
    };
    let bar = progress::bar(u64::from(games), "games");
    let seen = cover(&variant, games, seed, &|| bar.inc(1));
    bar.finish_and_clear();
    let told = |it: &Seen| told(variant.sheet(), it.part);
    let (used, never): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(|it| it.times > 0);
    if args.json.json {
        let parts: Vec<Value> = seen
            .iter()
            .map(|it| json!({ "part": told(it), "times": it.times, "example": it.example }))
            .collect();
        json_line(&json!({
            "version": JSON_VERSION, "games": games, "seed": seed, "used": used.len(),
            "never": never.len(), "parts": parts,
        }));
        return Status::Done;
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
    Status::Done
}
