//! Scenarios played: does the variant do what the rulebook says?

use std::collections::HashMap;

use super::rulebook::{Rulebook, Scenario, Verdict};
use crate::check::{Document, Picks};
use crate::play::{Game, Impossible, Variant};
use crate::text::{Code, Problem, Report};

/// Plays scenarios against a variant, each choice of options and readings compiled once.
#[derive(Debug)]
pub struct Replay<'d> {
    document: &'d Document,
    variants: HashMap<Picks, Loaded>,
}

type Loaded = Result<Variant, Box<Report>>;

/// A scenario that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What the rulebook says.
    pub expected: String,
    /// What the variant does.
    pub found: String,
}

impl<'d> Replay<'d> {
    /// A replay against a variant.
    pub fn new(document: &'d Document) -> Self {
        Replay {
            document,
            variants: HashMap::new(),
        }
    }

    /// Plays every scenario of a rulebook; what fails becomes problems of the rulebook file.
    pub fn all(&mut self, book: &Rulebook) -> Report {
        let mut problems = Vec::new();
        for clause in &book.clauses {
            for scenario in &clause.scenarios {
                let name = if scenario.id.is_empty() {
                    &clause.id
                } else {
                    &scenario.id
                };
                if let Some(doubt) = self.doubt(scenario) {
                    problems.push(
                        Problem::at(
                            Code::ImpossiblePosition,
                            scenario.position_span,
                            format!("no game leads to the position of scenario {name}"),
                            &doubt.why,
                        )
                        .help("a position that can arise proves more"),
                    );
                }
                if let Err(failure) = self.one(scenario) {
                    problems.push(
                        Problem::at(
                            Code::ScenarioFailed,
                            scenario.span,
                            format!("scenario {name} fails"),
                            format!("found: {}", failure.found),
                        )
                        .help(format!(
                            "expected: {}\nclause {}: {}",
                            failure.expected, clause.id, clause.says
                        )),
                    );
                }
            }
        }
        Report {
            sources: book.sources.clone(),
            problems,
        }
    }

    fn variant(&mut self, picks: &Picks) -> &Loaded {
        let document = self.document;
        self.variants
            .entry(picks.clone())
            .or_insert_with(|| Variant::of(document, picks))
    }

    /// Why no game leads to the position of a scenario that does not say so itself.
    pub fn doubt(&mut self, scenario: &Scenario) -> Option<Impossible> {
        let position = scenario.position.as_ref()?;
        if matches!(scenario.verdict, Verdict::Impossible(_)) {
            return None;
        }
        let variant = self.variant(&scenario.picks).as_ref().ok()?;
        let game = Game::from_position(variant, position).ok()?;
        game.impossible().into_iter().next()
    }

    /// Plays one scenario.
    pub fn one(&mut self, scenario: &Scenario) -> Result<(), Failure> {
        let verdict = &scenario.verdict;
        let variant = match (self.variant(&scenario.picks), verdict) {
            (Ok(_), Verdict::Unloadable) => {
                return failed("these choices do not go together", "they do");
            }
            (Err(_), Verdict::Unloadable) => return Ok(()),
            (Ok(variant), _) => variant.clone(),
            (Err(report), _) => return failed("these choices go together", &report.to_string()),
        };
        if let (Verdict::Impossible(rule), Some(position)) = (verdict, &scenario.position) {
            return contradicts(&variant, position, rule);
        }
        let mut game = match &scenario.position {
            None => Game::new(&variant),
            Some(position) => match Game::from_position(&variant, position) {
                Ok(game) => game,
                Err(report) => return failed("the position can be read", &report.to_string()),
            },
        };
        let last = scenario.play.len().saturating_sub(1);
        // An invariant can be broken only once it held.
        let mut kept = game.broken().is_empty();
        for (i, turn) in scenario.play.iter().enumerate() {
            match (game.play_turn(turn), verdict) {
                (Ok(()), Verdict::Refused(rule)) if i == last => {
                    return failed(&format!("`{turn}` is refused by {rule}"), "it is legal");
                }
                (Ok(()), _) => {}
                (Err(refusal), Verdict::Refused(rule)) if i == last => {
                    if refusal.by == *rule {
                        return Ok(());
                    }
                    let found = format!("it is refused by {}: {}", refusal.by, refusal.reason);
                    return failed(&format!("`{turn}` is refused by {rule}"), &found);
                }
                (Err(refusal), _) => {
                    return failed(&format!("`{turn}` is legal"), &refusal.to_string());
                }
            }
            match game.broken().first() {
                Some((rule, player)) if kept => {
                    let path = &variant.sheet().rule(*rule).path;
                    let found = format!(
                        "it does not, for the {} player, after `{turn}`",
                        player.as_str()
                    );
                    return failed(&format!("{path} always holds"), &found);
                }
                broken => kept = broken.is_none(),
            }
        }
        match verdict {
            Verdict::Legal | Verdict::Unloadable | Verdict::Impossible(_) => Ok(()),
            Verdict::Refused(rule) => {
                failed(&format!("refused by {rule}"), "there is no turn to refuse")
            }
            Verdict::Reaches(position) => match variant.read_position(position) {
                Err(report) => failed("the position can be read", &report.to_string()),
                Ok(setup) if setup == game.setup() => Ok(()),
                Ok(_) => failed(position, &game.position()),
            },
            Verdict::Acts(acts) => {
                let mut found: Vec<String> =
                    game.acts().into_iter().map(|it| game.write(it)).collect();
                let mut acts = acts.clone();
                found.sort();
                acts.sort();
                if found == acts {
                    Ok(())
                } else {
                    failed(&acts.join(" "), &found.join(" "))
                }
            }
            Verdict::Result(expected) => {
                let outcome = game.outcome();
                let found = outcome
                    .as_ref()
                    .map_or("ongoing".to_owned(), ToString::to_string);
                let any_draw = expected == "draw" && outcome.is_some_and(|it| it.winner.is_none());
                if found == *expected || any_draw {
                    Ok(())
                } else {
                    failed(expected, &found)
                }
            }
        }
    }
}

/// Whether a position contradicts a rule, so that no game can reach it.
fn contradicts(variant: &Variant, position: &str, rule: &str) -> Result<(), Failure> {
    let found = match variant.never_held(position) {
        Some(path) => vec![path],
        None => match Game::from_position(variant, position) {
            Ok(game) => game.impossible().into_iter().map(|it| it.by).collect(),
            Err(report) => return failed("the position can be read", &report.to_string()),
        },
    };
    match found.iter().any(|it| it == rule) {
        true => Ok(()),
        false => failed(
            &format!("no game leads there, by {rule}"),
            &match &found[..] {
                [] => "nothing is said against it".to_owned(),
                others => format!("no game leads there, by {}", others.join(", ")),
            },
        ),
    }
}

fn failed(expected: &str, found: &str) -> Result<(), Failure> {
    Err(Failure {
        expected: expected.to_owned(),
        found: found.to_owned(),
    })
}
