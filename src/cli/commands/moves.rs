//! `koma moves`

use serde_json::{Value, json};

use crate::args::{GameArgs, JsonArgs};
use crate::report::output::{Status, complain, json_line, result};
use crate::report::reasons::refusal_report;
use koma::play::Outcome;

/// Plays turns, then prints the position, the acts and the outcome
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A turn is an act (`a1b2`, `a1b2+`, `P*b2`, `pass`), or several joined by commas.\n\
The turn ends with the last act written; a trailing comma leaves it open."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
    /// Turns to play first
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
}

pub fn run(args: Args) -> Status {
    let json = args.json.json;
    let mut game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    for turn in &args.turns {
        if let Err(refusal) = game.play_turn(turn) {
            if json {
                json_line(&json!({ "refused": {
                    "turn": turn, "act": refusal.act, "by": refusal.by, "reason": refusal.reason,
                } }));
            } else {
                complain(&refusal_report(game.variant(), &refusal));
            }
            return Status::No;
        }
    }
    let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
    let outcome = game.outcome();
    if json {
        json_line(&json!({
            "position": game.position(),
            "to_move": game.to_move().as_str(),
            "acts": acts,
            "outcome": outcome.as_ref().map_or(Value::Null, outcome_json),
        }));
        return Status::Done;
    }
    result(&format!("position  {}", game.position()));
    result(&format!("to move   {}", game.to_move().as_str()));
    result(format!("acts      {} {}", acts.len(), acts.join(" ")).trim_end());
    result(&format!(
        "outcome   {}",
        outcome.map_or("none yet".to_owned(), |it| it.to_string())
    ));
    Status::Done
}

/// An outcome as data.
pub fn outcome_json(outcome: &Outcome) -> Value {
    match outcome.winner {
        Some(player) => json!({ "result": "win", "winner": player.as_str(), "by": outcome.by() }),
        None => json!({ "result": "draw", "by": outcome.by() }),
    }
}
