//! Random games and the parts of the rules that they make use of.

use koma::{Game, Picks, Variant};
use koma_lab::study::cover::{Seen, cover, told};

use crate::command::koma;

fn seen(name: &str, games: u32) -> (Variant, Vec<Seen>) {
    let variant = Variant::open(name, &Picks::default()).unwrap();
    let seen = cover(&variant, games, 7, &|| {});
    (variant, seen)
}

fn times(variant: &Variant, seen: &[Seen], part: &str) -> u64 {
    let named = seen
        .iter()
        .find(|it| told(variant.sheet(), it.part) == part);
    named.unwrap_or_else(|| panic!("{part}")).times
}

#[test]
fn the_ends_of_a_small_game_are_all_found_but_the_one_that_cannot_happen() {
    let (variant, seen) = seen("yokai_3x4", 300);
    for rule in ["capture", "try", "repetition"] {
        let part = format!("end.{rule} ends the game");
        assert!(times(&variant, &seen, &part) > 0, "{part}");
    }
    // The rulebook says so: a player without an action does not arise in a real game (Y34-37), nor does a captured
    // koropokkuru come back (Y34-39).
    let never: Vec<String> = seen
        .iter()
        .filter(|it| it.times == 0)
        .map(|it| told(variant.sheet(), it.part))
        .collect();
    assert_eq!(
        never,
        [
            "pieces.koropokkuru is dropped",
            "end.stalemate ends the game"
        ]
    );
}

/// What a rule takes away is still told: acts are looked at before any rule forbids them.
#[test]
fn rules_that_forbid_are_seen_to_refuse() {
    let (variant, seen) = seen("mini_shogi", 200);
    let forbids = variant.sheet().forbids.iter();
    for forbid in forbids.filter(|it| it.conditions.is_empty()) {
        let rule = &variant.sheet().rule(forbid.rule).path;
        assert!(
            times(&variant, &seen, &format!("{rule} refuses")) > 0,
            "{rule}"
        );
    }
    for rule in ["self-check", "dead-drop", "two-pawns"] {
        let part = format!("forbid.{rule} refuses");
        assert!(times(&variant, &seen, &part) > 0, "{part}");
    }
}

/// Every example can be played; the last turn of a refusal is refused by that rule.
#[test]
fn examples_show_what_they_say() {
    for name in ["mini_shogi", "sensei", "yokai_5x6"] {
        let (variant, seen) = seen(name, 60);
        for it in seen.iter().filter(|it| it.times > 0) {
            let told = told(variant.sheet(), it.part);
            let turns = it.example.clone().unwrap();
            let (last, before) = turns.split_last().unwrap();
            let mut game = Game::new(&variant);
            for turn in before {
                game.play_turn(turn)
                    .unwrap_or_else(|it| panic!("{told}: {it}"));
            }
            let played = game.play_turn(last);
            match told.split_once(' ') {
                Some((rule, "refuses")) => {
                    let refusal = played.unwrap_err();
                    // Another rule may refuse the same act before it.
                    assert!(refusal.by.starts_with("forbid."), "{told}: {refusal}");
                    assert!(rule.starts_with("forbid."), "{told}");
                }
                Some((rule, "ends the game")) => {
                    assert_eq!(game.outcome().unwrap().path, rule, "{turns:?}");
                }
                _ if told.starts_with("forbid.") => {}
                _ => assert!(played.is_ok(), "{told}: {turns:?}: {played:?}"),
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let run = |seed: &str| koma(&["cover", "mini_shogi", "--games=40", seed, "--json"]);
    let (one, two) = (run("--seed=3"), run("--seed=3"));
    assert_eq!(one.status, 0);
    assert_eq!(one.stdout, two.stdout);
    assert_ne!(one.stdout, run("--seed=4").stdout);
    let choice = "--set=repetition=first-loses";
    let run = koma(&["cover", "mini_shogi", choice, "--games=40"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("never  pieces.king is dropped"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("parts of the rules made use of in 40 games")
    );
}
