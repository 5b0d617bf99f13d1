//! `koma why`

use serde_json::{Value, json};

use super::moves::outcome_json;
use crate::args::{GameArgs, JsonArgs, rulebook_of};
use crate::report::output::{JSON_VERSION, Status, json_line, remark, result};
use crate::report::reasons::tell_reasons;
use koma::book::Rulebook;
use koma::play::why::{Reason, Why};
use koma::play::{Game, Variant};
use koma::text::Code;

/// Tells why a turn is refused or allowed, or why the game is over
#[derive(Debug, clap::Args)]
#[command(after_help = "Every rule is shown at its place in the file, with its clause of the rulebook.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    json: JsonArgs,
    /// The turn in question; without it, why the game is over
    #[arg(value_name = "TURN")]
    turn: Option<String>,
}

pub fn run(args: Args) -> Status {
    let (turn, json) = (args.turn.as_deref(), args.json.json);
    let mut game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    let book = rulebook_of(args.game.variant.name()).and_then(Result::ok);
    if let Some(reason) = game.why_over() {
        return over(&game, &reason, book.as_ref(), turn, json);
    }
    let Some(turn) = turn else {
        remark("koma: the game goes on; name a turn to ask about, or `koma moves` lists the acts");
        return Status::Usage;
    };
    // Acts before the one in question are played; a comma leaves the turn open.
    let acts: Vec<&str> = turn.trim_end_matches(',').split(',').collect();
    for (i, act) in acts.iter().enumerate() {
        let answer = game.why(act);
        let last = i + 1 == acts.len();
        match answer {
            Why::Unreadable(reason) => {
                let (act, reason) = (koma::text::safe::line(act), koma::text::safe::line(&reason));
                if json {
                    json_line(&json!({
                        "version": JSON_VERSION, "turn": turn, "act": act, "legal": false,
                        "rules": [{ "by": "notation", "reason": reason }],
                    }));
                } else {
                    remark(&format!("`{act}` cannot be read: {reason}"));
                }
                return Status::No;
            }
            Why::Refused(reasons) => {
                tell(&game, book.as_ref(), turn, act, false, &reasons, json);
                return Status::No;
            }
            Why::Allowed(reasons) if last => {
                let before = game.clone();
                if game
                    .play_turn(&if i == 0 {
                        turn.to_owned()
                    } else {
                        format!("{act},")
                    })
                    .is_err()
                {
                    // The turn as a whole is another matter; the act itself is fine.
                    game = before.clone();
                }
                if json {
                    let mut value =
                        value(before.variant(), book.as_ref(), turn, act, true, &reasons);
                    value["outcome"] = game.outcome().as_ref().map_or(Value::Null, outcome_json);
                    json_line(&value);
                } else {
                    result(&format!("`{}` is allowed", koma::text::safe::line(act)));
                    tell_reasons(before.variant(), book.as_ref(), Code::RuleSays, &reasons);
                    match game.why_over() {
                        Some(reason) => {
                            tell_reasons(game.variant(), book.as_ref(), Code::RuleSays, &[reason])
                        }
                        None => result("it does not end the game"),
                    }
                }
            }
            Why::Allowed(_) => {
                if let Err(refusal) = game.play_text(act) {
                    remark(&refusal.to_string());
                    return Status::No;
                }
            }
        }
    }
    Status::Done
}

fn over(
    game: &Game,
    reason: &Reason,
    book: Option<&Rulebook>,
    turn: Option<&str>,
    json: bool,
) -> Status {
    let reasons = std::slice::from_ref(reason);
    if json {
        let mut value = value(
            game.variant(),
            book,
            turn.unwrap_or(""),
            turn.unwrap_or(""),
            false,
            reasons,
        );
        value["outcome"] = game.outcome().as_ref().map_or(Value::Null, outcome_json);
        json_line(&value);
    } else {
        if let Some(outcome) = game.outcome() {
            result(&outcome.to_string());
        }
        tell_reasons(game.variant(), book, Code::RuleSays, reasons);
    }
    // A turn asked about in a finished game is refused; without one, the question is answered.
    if turn.is_some() {
        Status::No
    } else {
        Status::Done
    }
}

fn tell(
    game: &Game,
    book: Option<&Rulebook>,
    turn: &str,
    act: &str,
    legal: bool,
    reasons: &[Reason],
    json: bool,
) {
    if json {
        json_line(&value(game.variant(), book, turn, act, legal, reasons));
        return;
    }
    let n = reasons.len();
    let rules = if n == 1 {
        "one rule".to_owned()
    } else {
        format!("{n} rules")
    };
    result(&format!(
        "`{}` is refused by {rules}",
        koma::text::safe::line(act)
    ));
    tell_reasons(game.variant(), book, Code::RefusedAct, reasons);
}

fn value(
    variant: &Variant,
    book: Option<&Rulebook>,
    turn: &str,
    act: &str,
    legal: bool,
    reasons: &[Reason],
) -> Value {
    let sheet = variant.sheet();
    let rules: Vec<Value> = reasons
        .iter()
        .map(|reason| {
            let rule = sheet.rule(reason.rule);
            let source = sheet.sources.of(rule.span);
            let (line, column) = source.line_column(rule.span.start as usize);
            let squares: Vec<String> = reason
                .squares
                .iter()
                .map(|it| sheet.geometry.write(*it, sheet.coordinates))
                .collect();
            let clauses: Vec<Value> = book
                .into_iter()
                .flat_map(|it| &it.clauses)
                .filter(|it| it.rules.iter().any(|it| it.0 == rule.path))
                .map(|it| json!({ "id": it.id, "source": it.source, "says": it.says }))
                .collect();
            json!({
                "by": rule.path, "reason": reason.text, "squares": squares, "facts": reason.facts,
                "file": source.name, "line": line, "column": column, "clauses": clauses,
            })
        })
        .collect();
    json!({ "version": JSON_VERSION, "turn": turn, "act": act, "legal": legal, "rules": rules })
}
