//! `koma moves`

use serde_json::{Value, json};

use super::output::{Status, complain, json_line, refusal_report, result};
use koma::play::{Game, Outcome};

/// Plays turns, then prints position, side, acts and outcome.
pub fn moves(mut game: Game, turns: &[String], json: bool) -> Status {
    for turn in turns {
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
