//! `koma why`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs, rulebook_of};
use crate::report::json::{self, OutcomeOutput};
use crate::report::output::{Status, remark, result};
use crate::report::reasons::tell_reasons;
use koma::Place;
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

/// What the rules say of a turn, or of the end of the game.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    turn: String,
    /// The act of the turn that is judged
    act: String,
    legal: bool,
    rules: Vec<RuleOutput>,
    /// What a legal act makes of the game, or how it ended
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Option<OutcomeOutput>>,
}

/// A rule and what it says.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
pub struct RuleOutput {
    /// The path of the rule, or `notation`
    by: String,
    reason: String,
    #[serde(flatten)]
    sight: Option<Sight>,
}

/// What a rule sees on the board, and where it is written.
#[derive(Serialize, JsonSchema)]
pub struct Sight {
    squares: Vec<String>,
    facts: Vec<String>,
    #[serde(flatten)]
    place: Place,
    clauses: Vec<ClauseOutput>,
}

/// A clause of the rulebook that the rule carries out.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Clause")]
pub struct ClauseOutput {
    id: String,
    source: String,
    says: String,
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
                    json::print(Output {
                        turn: turn.to_owned(),
                        act,
                        legal: false,
                        rules: vec![RuleOutput {
                            by: "notation".to_owned(),
                            reason,
                            sight: None,
                        }],
                        outcome: None,
                    });
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
                    let variant = before.variant();
                    json::print(Output {
                        outcome: Some(game.outcome().as_ref().map(OutcomeOutput::from)),
                        ..output(variant, book.as_ref(), turn, act, true, &reasons)
                    });
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
        let turn = turn.unwrap_or("");
        json::print(Output {
            outcome: Some(game.outcome().as_ref().map(OutcomeOutput::from)),
            ..output(game.variant(), book, turn, turn, false, reasons)
        });
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
        json::print(output(game.variant(), book, turn, act, legal, reasons));
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

fn output(
    variant: &Variant,
    book: Option<&Rulebook>,
    turn: &str,
    act: &str,
    legal: bool,
    reasons: &[Reason],
) -> Output {
    let sheet = variant.sheet();
    let rule = |reason: &Reason| {
        let rule = sheet.rule(reason.rule);
        let squares = reason.squares.iter();
        let clauses = book.into_iter().flat_map(|it| &it.clauses);
        let clauses = clauses.filter(|it| it.rules.iter().any(|it| it.0 == rule.path));
        RuleOutput {
            by: rule.path.clone(),
            reason: reason.text.clone(),
            sight: Some(Sight {
                squares: squares
                    .map(|it| sheet.geometry.write(*it, sheet.coordinates))
                    .collect(),
                facts: reason.facts.clone(),
                place: sheet.sources.place(rule.span),
                clauses: clauses
                    .map(|it| ClauseOutput {
                        id: it.id.clone(),
                        source: it.source.clone(),
                        says: it.says.clone(),
                    })
                    .collect(),
            }),
        }
    };
    Output {
        turn: turn.to_owned(),
        act: act.to_owned(),
        legal,
        rules: reasons.iter().map(rule).collect(),
        outcome: None,
    }
}
