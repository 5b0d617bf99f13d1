//! The shipped games without a rulebook: `tests/cases/library.tsv` shows both sides of each rule that makes one special.

use std::collections::{BTreeMap, BTreeSet};

use koma::{Game, Picks, Variant};

/// Whether a variant has its rulebook beside it. Those are looked at thoroughly, the others lightly: they are many.
pub fn has_rulebook(name: &str) -> bool {
    koma::shipped::rulebook(name).is_some()
}

/// A scenario: turns played from a position, and what a rule makes of them.
struct Scenario {
    variant: String,
    sets: Vec<String>,
    rule: String,
    position: String,
    turns: Vec<String>,
    verdict: String,
}

fn scenarios() -> Vec<Scenario> {
    let text = std::fs::read_to_string("tests/cases/library.tsv").unwrap();
    let lines = text.lines().filter(|it| !it.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let cells = <[&str; 6]>::try_from(line.split('\t').collect::<Vec<_>>());
            let [variant, sets, rule, position, turns, verdict] =
                cells.unwrap_or_else(|_| panic!("six columns: {line}"));
            let words = |it: &str| it.split_whitespace().map(str::to_owned).collect();
            Scenario {
                variant: variant.to_owned(),
                sets: words(sets),
                rule: rule.to_owned(),
                position: position.to_owned(),
                turns: words(turns),
                verdict: verdict.to_owned(),
            }
        })
        .collect()
}

/// What came of a scenario, in the words of the table.
fn found(it: &Scenario) -> String {
    let picks = Picks::parse(&it.sets, None).unwrap();
    let variant = Variant::open(&it.variant, &picks).unwrap_or_else(|report| panic!("{report}"));
    let mut game = match it.position.as_str() {
        "" => Game::new(&variant),
        position => Game::from_position(&variant, position).unwrap_or_else(|it| panic!("{it}")),
    };
    for (i, turn) in it.turns.iter().enumerate() {
        match game.play_turn(turn) {
            Ok(()) => {}
            Err(refusal) if i + 1 == it.turns.len() => {
                return match refusal.by == it.rule {
                    true => "refused".to_owned(),
                    false => format!("refused by {}", refusal.by),
                };
            }
            Err(refusal) => return format!("{turn} is refused: {refusal}"),
        }
    }
    match game.outcome() {
        None if it.verdict == "legal" => "legal".to_owned(),
        None => "goes on".to_owned(),
        Some(outcome) => {
            let told = match outcome.winner {
                Some(winner) => format!("{} wins", winner.as_str()),
                None => "draw".to_owned(),
            };
            match it.rule.ends_with(&format!(".{}", outcome.by())) {
                true => told,
                false => format!("{told} by {}", outcome.by()),
            }
        }
    }
}

#[test]
fn special_rules_do_what_they_say() {
    let mut wrong = Vec::new();
    for it in scenarios() {
        let found = found(&it);
        if found != it.verdict {
            wrong.push(format!(
                "{} {} {} {:?}: {}, found {found}",
                it.variant, it.rule, it.position, it.turns, it.verdict
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Rules that most games share; what they do is tried elsewhere.
const COMMON: [&str; 9] = [
    "forbid.self-check",
    "forbid.dead-drop",
    "forbid.two-pawns",
    "forbid.drop-mate",
    "end.mate",
    "end.stalemate",
    "end.stuck",
    "end.perpetual",
    "end.repetition",
];

/// The rules that a file itself states.
fn rules_of(name: &str) -> Vec<String> {
    let file: toml::Table = koma::shipped::variant(name).unwrap().parse().unwrap();
    let mut rules = Vec::new();
    for section in ["promote", "forbid", "end"] {
        let Some(table) = file.get(section).and_then(|it| it.as_table()) else {
            continue;
        };
        let stated = table.iter().filter(|it| !it.1.is_bool());
        rules.extend(stated.map(|it| format!("{section}.{}", it.0)));
    }
    rules
}

#[test]
fn both_sides_of_every_special_rule_are_shown() {
    let mut shown: BTreeMap<(String, String), BTreeSet<bool>> = BTreeMap::new();
    for it in scenarios() {
        let acts = !["legal", "goes on"].contains(&it.verdict.as_str());
        let key = (it.variant, it.rule);
        shown.entry(key).or_default().insert(acts);
    }
    let mut missing = Vec::new();
    for name in koma::shipped::names().filter(|it| !has_rulebook(it)) {
        for rule in rules_of(name) {
            let sides = shown.get(&(name.to_owned(), rule.clone()));
            if !COMMON.contains(&rule.as_str()) && sides.is_none_or(|it| it.len() < 2) {
                missing.push(format!("{name}: {rule}"));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}", missing.join("\n"));
}

#[test]
fn every_game_names_its_source() {
    for name in koma::shipped::names().filter(|it| !has_rulebook(it)) {
        let text = koma::shipped::variant(name).unwrap();
        let head = text.split("\nkoma ").next().unwrap();
        assert!(
            head.contains("Rules: "),
            "{name}: where are its rules from?"
        );
    }
}
