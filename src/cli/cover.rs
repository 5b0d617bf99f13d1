//! `koma cover`

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::output::{JSON_VERSION, Status, json_line, result};
use koma::play::Variant;
use koma_lab::study::cover::{Seen, cover as play_all, told};

/// Plays random games and tells which parts of the rules they made use of.
pub fn cover(variant: &Variant, games: u32, seed: u64, json: bool) -> Status {
    let bar = ProgressBar::new(u64::from(games));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let seen = play_all(variant, games, seed, &|| bar.inc(1));
    bar.finish_and_clear();
    let told = |it: &Seen| told(variant.sheet(), it.part);
    let (used, never): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(|it| it.times > 0);
    if json {
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
