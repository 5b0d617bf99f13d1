//! The engine against the plain definition of [`slow`]: random games in which both list the same acts, reach the same
//! positions and end by the same rule, and in which every act not listed is refused by a rule.
//!
//! Games are played in every shipped variant with every combination of its choices, in a few odd variants that use what
//! the shipped ones do not, and in [`generated`] variants. Set `SLOW_TESTS` to play twenty times as many.

mod case;
mod derive;
mod generate;
mod generated;
mod odd;
mod slow;

use fastrand::Rng;
use koma::check::{Document, limits};

use case::{Care, Case, Difference};
use odd::ODD;

use crate::library::has_rulebook;

#[test]
fn every_shipped_variant_plays_as_defined() {
    // Those with a rulebook at length, each on a thread of its own; the others shortly.
    let (long, short): (Vec<&str>, Vec<&str>) =
        koma::shipped::names().partition(|it| has_rulebook(it));
    std::thread::scope(|threads| {
        for name in long {
            threads.spawn(move || plays_as_defined(name, true));
        }
        threads.spawn(move || short.iter().for_each(|it| plays_as_defined(it, false)));
    });
}

#[test]
fn odd_variants_play_as_defined() {
    std::thread::scope(|threads| {
        for (name, text) in ODD {
            threads.spawn(move || plays_as_defined(&odd_file("plays", name, text), true));
        }
    });
}

#[test]
fn what_is_not_listed_is_refused_by_a_rule() {
    let odd = ODD
        .iter()
        .map(|(name, text)| odd_file("refuses", name, text));
    for name in koma::shipped::names().map(str::to_owned).chain(odd) {
        let case = Case::open(&name, &[]);
        let mut rng = Rng::with_seed(11);
        let games = match has_rulebook(&name) || koma::shipped::variant(&name).is_none() {
            true => 6,
            false => 1,
        };
        for n in 0..games * times() {
            let start = case.some_start(&mut rng, n);
            sound(&case, case.refuses(&start, &mut rng, 12));
        }
    }
}

/// How many times the usual number of games is played.
fn times() -> usize {
    if std::env::var_os("SLOW_TESTS").is_some() {
        20
    } else {
        1
    }
}

/// Plays a variant in every combination of its choices, for a number of acts that suits the size of its board.
#[track_caller]
fn plays_as_defined(name: &str, thorough: bool) {
    let document = Document::open(name).unwrap_or_else(|report| panic!("{report}"));
    let combinations = document.choices.combinations(limits::COMBINATIONS);
    for choice in &document.choices.all {
        for it in &choice.choices {
            let picked = (choice.name.clone(), it.clone());
            assert!(
                combinations.iter().any(|made| made.contains(&picked)),
                "{name}: {picked:?} is never possible"
            );
        }
    }
    for (i, made) in combinations.iter().enumerate() {
        let case = Case::open(name, made);
        // The plain definition takes time by the square of the number of squares.
        let (effort, least) = match thorough {
            true => (4_000_000, 160),
            false => (200_000, 12),
        };
        let per_variant = effort / case.sheet().geometry.n_squares().pow(2);
        let mut left = (per_variant / combinations.len()).max(least) * times();
        let mut rng = Rng::with_seed(i as u64);
        let mut n = i;
        while left > 0 {
            let start = case.some_start(&mut rng, n);
            let mut play = |start: &str, most: usize| {
                sound(&case, case.play(start, &mut rng, most, Care::Acts))
            };
            let (played, last) = play(&start, left.min(30));
            // What was reached is also loaded: judged at once, and with no history.
            let (again, _) = play(&last, left.min(4));
            left = left.saturating_sub(played + again + 1);
            n += 1;
        }
    }
}

/// What was found, if nothing differs.
#[track_caller]
fn sound<T>(case: &Case, found: Result<T, Difference>) -> T {
    found.unwrap_or_else(|it| {
        panic!(
            "the engine and the plain definition differ: {}\n{it}",
            case.label
        )
    })
}

/// Writes an odd variant to a file of its own, and gives the path.
fn odd_file(test: &str, name: &str, text: &str) -> String {
    let path = format!("{}/{test}_{name}.toml", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).expect("the folder of the tests is writable");
    path
}
