//! Values of solved positions, in words.

use std::time::Duration;

use koma::play::Game;
use koma_lab::solve::{Table, Value, valued_acts};

/// `win`, `draw` or `loss`.
pub fn word(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    }
}

/// In how many turns it ends.
pub fn turns(value: Value) -> Option<u16> {
    match value {
        Value::Win(turns) | Value::Loss(turns) => Some(turns),
        Value::Draw => None,
    }
}

/// What an act is worth: `wins in 5`.
fn of_act(value: Option<Value>) -> String {
    match value {
        None => "not in the table".to_owned(),
        Some(Value::Draw) => "draws".to_owned(),
        Some(Value::Win(turns)) => format!("wins in {turns}"),
        Some(Value::Loss(turns)) => format!("loses in {turns}"),
    }
}

/// The acts of a game and what each is worth, the best first.
pub fn lines(table: &Table, game: &Game) -> Vec<String> {
    let acts = valued_acts(table, game).into_iter();
    acts.map(|(act, value)| format!("  {:<8} {}", game.write(act), of_act(value)))
        .collect()
}

/// Who wins, and when: `second wins in 78 turns`.
pub fn outcome(winner: Option<&str>, turns: Option<u16>) -> String {
    match (winner, turns) {
        (Some(winner), Some(turns)) => format!("{winner} wins in {turns} turns"),
        (Some(winner), None) => format!("{winner} wins"),
        (None, _) => "draw".to_owned(),
    }
}

/// Choices made: `try=none promotion=forced`.
pub fn choices(made: &[(String, String)]) -> String {
    let each: Vec<String> = made
        .iter()
        .map(|(name, choice)| format!("{name}={choice}"))
        .collect();
    each.join(" ")
}

/// A time of one core, roughly.
pub fn span(seconds: f64) -> String {
    match seconds {
        _ if !seconds.is_finite() => "beyond reach".to_owned(),
        ..1.0 => "under a second".to_owned(),
        ..3e9 => humantime::format_duration(Duration::from_secs(seconds as u64)).to_string(),
        _ => format!("{:.0e} years", seconds / 3.156e7),
    }
}
