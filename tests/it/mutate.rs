//! Every small change of a shipped variant is noticed by its rulebook, or makes no difference.

use koma::book::Rulebook;
use koma::check::{Document, Picks, limits};
use koma::{Player, Variant};
use koma_lab::study::canon;
use koma_lab::study::diff::Probe;
use koma_lab::study::mutants::mutants;
use koma_lab::study::mutate::{Fate, Score, Settings, Tried, mutate};

use crate::command::koma;

/// Little effort: what the scenarios notice, they notice at once.
fn settings() -> Settings {
    Settings {
        depth: 1,
        positions: 4000,
        rule: None,
    }
}

fn tried(name: &str, rulebook: &str) -> Vec<Tried> {
    let document = Document::open(name).unwrap();
    let book = Rulebook::parse("book", rulebook).unwrap();
    mutate(&document, &book, &settings(), &|_| {}).unwrap()
}

fn shipped() -> Vec<(&'static str, &'static str)> {
    koma::shipped::names()
        .filter_map(|it| Some((it, koma::shipped::rulebook(it)?)))
        .collect()
}

/// How many changes each shipped variant has, and how many of them are neither equivalent nor invalid: what
/// `koma mutate` prints, and variants/README.md tells.
const FIGURES: [(&str, usize, usize); 4] = [
    ("mini_shogi", 185, 173),
    ("sensei", 226, 204),
    ("yokai_3x4", 176, 160),
    ("yokai_5x6", 203, 186),
];

#[test]
fn every_change_of_a_shipped_variant_is_noticed() {
    let mut found = Vec::new();
    for (name, rulebook) in shipped() {
        let tried = tried(name, rulebook);
        for Tried { mutant, fate } in &tried {
            assert!(
                !matches!(fate, Fate::Unnoticed(_)),
                "{name}: {}: {}: {fate:?}",
                mutant.path(),
                mutant.what
            );
        }
        let score = Score::of(&tried);
        assert_eq!(score.killed, score.real());
        found.push((name, score.all, score.real()));
    }
    assert_eq!(found, FIGURES);
    let readme = include_str!("../../variants/README.md");
    for (name, all, real) in found {
        let row = format!("| `{name}` | {all} | {real} | {real} |");
        assert!(
            readme.lines().any(|it| it.starts_with(&row)),
            "variants/README.md has no row {row}"
        );
    }
}

/// A rulebook without the scenarios of one rule lets its changes pass: the check can fail.
#[test]
fn a_weaker_rulebook_lets_a_change_pass_and_it_is_shown_at_its_place() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("mutate");
    std::fs::create_dir_all(&folder).unwrap();
    let variant = folder.join("weak.toml");
    std::fs::write(&variant, koma::shipped::variant("mini_shogi").unwrap()).unwrap();
    let strong = koma::shipped::rulebook("mini_shogi").unwrap();
    let weak: Vec<&str> = strong
        .split("\n[[clause.scenario]]\n")
        .filter(|it| {
            !(it.contains("MS-30") && it.contains("forbid.two-pawns\"\n") && it.contains("play"))
        })
        .collect();
    let weak = weak.join("\n[[clause.scenario]]\n");
    assert!(weak.len() < strong.len());
    std::fs::write(folder.join("weak.rulebook.toml"), weak).unwrap();
    let file = variant.to_str().unwrap();
    let rule = "--rule=forbid.two-pawns";
    let run = koma(&["mutate", file, rule, "--depth=1"]);
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("unnoticed_change"), "{}", run.stderr);
    let text = koma::shipped::variant("mini_shogi").unwrap();
    let line = text.lines().position(|it| it.starts_with("two-pawns"));
    let place = format!("weak.toml:{}:", line.unwrap() + 1);
    assert!(run.stderr.contains(&place), "{}", run.stderr);
    assert!(
        run.stderr
            .contains("no scenario notices a change of forbid.two-pawns"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("it shows"), "{}", run.stderr);
    // The shipped rulebook notices all of them.
    let run = koma(&["mutate", "mini_shogi", rule, "--json", "--depth=1"]);
    assert_eq!(run.status, 0, "{}", run.stdout);
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["killed"], json["real"]);
    assert_eq!(json["unnoticed"], 0);
}

/// What is called the same without being played, plays the same.
#[test]
fn changes_that_say_the_same_play_the_same() {
    let mut compared = 0;
    for (name, rulebook) in shipped() {
        let document = Document::open(name).unwrap();
        let book = Rulebook::parse("book", rulebook).unwrap();
        let scenarios = book.clauses.iter().flat_map(|it| &it.scenarios);
        let positions: Vec<String> = scenarios.filter_map(|it| it.position.clone()).collect();
        let combinations = document.choices.combinations(limits::COMBINATIONS);
        for mutant in mutants(&document).unwrap() {
            let changed = mutant.document(&document);
            for (i, made) in combinations.iter().enumerate() {
                let picks = Picks {
                    edition: None,
                    sets: made.clone(),
                };
                let [one, two] = [&document, &changed].map(|it| Variant::of(it, &picks));
                let (Ok(one), Ok(two)) = (one, two) else {
                    break;
                };
                let written = |it: &Variant| {
                    format!(
                        "{:?}",
                        (it.sheet().geometry, &it.sheet().ends, &it.sheet().promotes)
                    )
                };
                if !canon::same(one.sheet(), two.sheet()) || written(&one) == written(&two) {
                    break;
                }
                if i >= 3 {
                    break;
                }
                let mut pair = Probe::new(&one, &two, &positions);
                let different = pair.near(1).err();
                let different = different.or_else(|| (0..40).find_map(|it| pair.far(it).err()));
                assert_eq!(
                    different,
                    None,
                    "{name}: {}: {}",
                    mutant.path(),
                    mutant.what
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

/// A player who cannot be in check after his own turn is the reason why a change of `for` makes no difference.
#[test]
fn a_position_that_no_act_leaves_is_told() {
    let variant = Variant::open("mini_shogi", &Picks::default()).unwrap();
    let breached = |position: &str| {
        let game = koma::Game::from_position(&variant, position).unwrap();
        assert_eq!(game.to_move(), Player::First);
        game.breached()
            .map(|it| variant.sheet().rule(it).path.clone())
    };
    assert_eq!(
        breached("4k/4G/5/5/K4 b -").as_deref(),
        Some("forbid.self-check")
    );
    assert_eq!(breached("4k/5/4G/5/K4 b -"), None);
}
