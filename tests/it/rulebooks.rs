//! The shipped rulebooks: every scenario holds, through the library and through the command line.

use std::collections::BTreeMap;

use koma::Picks;
use koma::book::{Replay, Rulebook, Verdict};
use koma::check::Document;
use serde_json::Value;

use crate::command::koma;

fn books() -> Vec<(String, Rulebook)> {
    koma::shipped::names()
        .filter_map(|name| {
            let text = koma::shipped::rulebook(name)?;
            let book = Rulebook::parse(name, text).unwrap_or_else(|report| panic!("{report}"));
            Some((name.to_owned(), book))
        })
        .collect()
}

#[test]
fn every_shipped_rulebook_holds() {
    for (name, book) in books() {
        let document = Document::open(&name).unwrap();
        let mismatch = book.check_against(&document);
        assert!(mismatch.problems.is_empty(), "{mismatch}");
        let played = Replay::new(&document).all(&book);
        assert!(played.problems.is_empty(), "{played}");
    }
}

#[test]
fn every_clause_is_there() {
    let counts: BTreeMap<String, usize> = books()
        .into_iter()
        .map(|(name, book)| (name, book.clauses.len()))
        .collect();
    let expected = [
        ("mini_shogi", 40),
        ("sensei", 51),
        ("yokai_3x4", 39),
        ("yokai_5x6", 32),
    ]
    .map(|(name, n)| (name.to_owned(), n));
    assert_eq!(counts, BTreeMap::from(expected));
}

#[test]
fn every_choice_has_a_scenario() {
    for (name, book) in books() {
        let document = Document::open(&name).unwrap();
        for choice in &document.choices.all {
            for picked in &choice.choices[1..] {
                let found = book.clauses.iter().flat_map(|it| &it.scenarios).any(|it| {
                    let asked = (choice.name.clone(), picked.clone());
                    it.picks.sets.contains(&asked)
                });
                assert!(
                    found,
                    "{name}: no scenario is played with {}={picked}",
                    choice.name
                );
            }
        }
    }
}

/// The same scenarios as a program would ask them.
#[test]
fn every_scenario_holds_through_the_command_line() {
    let mut asked = 0;
    let mut wrong = Vec::new();
    for (name, book) in books() {
        for scenario in book.clauses.iter().flat_map(|it| &it.scenarios) {
            let chosen = match &scenario.picks.edition {
                Some(edition) => format!("{name}@{edition}"),
                None => name.clone(),
            };
            let mut args = vec!["moves".to_owned(), chosen, "--json".to_owned()];
            for (option, choice) in &scenario.picks.sets {
                args.push(format!("--set={option}={choice}"));
            }
            if let Some(position) = &scenario.position {
                args.push(format!("--position={position}"));
            }
            args.extend(scenario.play.iter().cloned());
            let run = koma(&args);
            asked += 1;
            if let Err(why) = agrees(&scenario.verdict, run.status, &run.stdout) {
                wrong.push(format!("{}: {why}", scenario.id));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(asked > 300);
}

fn agrees(verdict: &Verdict, status: i32, stdout: &str) -> Result<(), String> {
    if *verdict == Verdict::Unloadable {
        return if status == 2 {
            Ok(())
        } else {
            Err(format!("exit status {status}"))
        };
    }
    if let (Verdict::Impossible(rule), 2) = (verdict, status) {
        // A piece that is never in a hand: the position is not even read.
        return match rule.ends_with(".in_hand_as") {
            true => Ok(()),
            false => Err("it cannot be read".to_owned()),
        };
    }
    let json: Value = serde_json::from_str(stdout).map_err(|it| format!("{it}: {stdout}"))?;
    let says = |fine: bool| if fine { Ok(()) } else { Err(stdout.to_owned()) };
    let texts = |value: &Value| -> Vec<String> {
        let mut all: Vec<String> = value
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect();
        all.sort();
        all
    };
    match verdict {
        Verdict::Refused(rule) => says(status == 1 && json["refused"]["by"] == rule.as_str()),
        _ if status != 0 => Err(format!("exit status {status}: {stdout}")),
        Verdict::Legal | Verdict::Unloadable => Ok(()),
        Verdict::Impossible(rule) => {
            let found = json["impossible"].as_array().unwrap();
            says(found.iter().any(|it| it["by"] == rule.as_str()))
        }
        Verdict::Reaches(position) => says(json["position"] == position.as_str()),
        Verdict::Acts(acts) => {
            let mut acts = acts.clone();
            acts.sort();
            says(texts(&json["acts"]) == acts)
        }
        Verdict::Result(result) => says(match result.as_str() {
            "ongoing" => json["outcome"].is_null(),
            "draw" => json["outcome"]["result"] == "draw",
            other => {
                let (winner, rule) = other.split_once(" wins by ").unwrap_or(("", ""));
                let drawn = other.strip_prefix("draw by ").unwrap_or("");
                json["outcome"]["winner"] == winner && json["outcome"]["by"] == rule
                    || json["outcome"]["result"] == "draw" && json["outcome"]["by"] == drawn
            }
        }),
    }
}

/// A scenario that is wrong must be told: the check can fail.
#[test]
fn a_false_scenario_fails_at_its_place() {
    let text = koma::shipped::rulebook("mini_shogi").unwrap();
    let broken = text.replacen("legal    = true", "refused  = \"forbid.nothing\"", 1);
    assert_ne!(text, broken);
    let book = Rulebook::parse("broken", &broken).unwrap();
    let document = Document::open("mini_shogi").unwrap();
    let report = Replay::new(&document).all(&book);
    assert_eq!(report.problems.len(), 1, "{report}");
    let span = report.problems[0].span().unwrap();
    assert_eq!(report.sources().words(span), "\"forbid.nothing\"");
    // And a weakened rule is noticed by the scenarios.
    let weak = "koma = 1\nextends = \"mini_shogi\"\nforbid.two-pawns = false";
    let weak = Document::of_text("weak", weak).unwrap();
    assert!(weak.sheet(&Picks::default()).is_ok());
    let book = Rulebook::parse("book", text).unwrap();
    assert!(!Replay::new(&weak).all(&book).problems.is_empty());
}
