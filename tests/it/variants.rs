//! A portrait of every shipped variant: adding a file adds a snapshot.

use koma::{Game, Picks, Variant};

use super::library::has_rulebook;

/// What a reader should see of a variant: the page that `koma show` prints, the opening acts, small counts.
fn portrait(variant: &Variant) -> String {
    let game = Game::new(variant);
    let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
    let depth = if acts.len() > 35 { 1 } else { 3 };
    let counts: Vec<String> = (1..=depth)
        .map(|it| game.perft(it, false).to_string())
        .collect();
    format!(
        "{}\n\nOpening acts\n------------\n\n{}\n\nperft {}\n",
        koma_cli::report::portrait::portrait(variant).trim_end(),
        acts.join(" "),
        counts.join(" ")
    )
}

#[test]
fn every_shipped_variant() {
    insta::glob!("../../variants", "*.toml", |path| {
        let path = path.to_str().unwrap();
        // The library is many games: those with a rulebook stand for them.
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.strip_suffix(".toml").unwrap_or(name);
        if path.ends_with(".rulebook.toml") || !has_rulebook(name) {
            return;
        }
        let variant = Variant::load(path).unwrap_or_else(|report| panic!("{report}"));
        insta::assert_snapshot!(portrait(&variant));
    });
}

#[test]
fn shipped_variants_are_the_files() {
    for name in koma::shipped::names() {
        let file = std::fs::read_to_string(format!("variants/{name}.toml")).unwrap();
        assert_eq!(koma::shipped::variant(name), Some(file.as_str()));
    }
}

#[test]
fn both_players_play_the_same_game() {
    // Every shipped start is the same from both sides: the second player's openings are the first's, turned.
    for name in koma::shipped::names() {
        let variant = Variant::open(name, &Picks::default()).unwrap();
        let text = Game::new(&variant).position();
        let [first, second] = variant.sheet().sides;
        let flipped = text.replacen(&format!(" {first} "), &format!(" {second} "), 1);
        let turned = Game::from_position(&variant, &flipped).unwrap();
        assert_eq!(
            Game::new(&variant).acts().len(),
            turned.acts().len(),
            "{name}"
        );
    }
}
