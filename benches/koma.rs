//! Micro-benchmarks over every shipped variant: `cargo bench`. For figures against another engine see `koma bench`.

use divan::Bencher;
use koma::{Game, Picks, Variant};

fn main() {
    divan::main();
}

fn names() -> Vec<&'static str> {
    koma::shipped::names().collect()
}

fn open(name: &str) -> Variant {
    match Variant::open(name, &Picks::default()) {
        Ok(variant) => variant,
        Err(report) => panic!("{name} is shipped, and does not open: {report:?}"),
    }
}

/// A game some turns on, with pieces in hand: always the same one.
fn middle(name: &str) -> Game {
    let variant = open(name);
    let mut rng = fastrand::Rng::with_seed(7);
    loop {
        let mut game = Game::new(&variant);
        for _ in 0..24 {
            match rng.choice(game.acts()) {
                Some(act) => game.play_unchecked(act),
                None => break,
            }
        }
        if game.outcome().is_none() && !game.is_turn_open() {
            return game;
        }
    }
}

/// From the text of the file to a game with its first acts.
#[divan::bench(args = names())]
fn loading(name: &str) -> usize {
    Game::new(&open(name)).acts().len()
}

#[divan::bench(args = names())]
fn listing(bencher: Bencher, name: &str) {
    let game = middle(name);
    bencher.bench(|| game.acts().len());
}

/// Every act of a position played once: the board changed, the turn judged.
#[divan::bench(args = names())]
fn playing_and_judging(bencher: Bencher, name: &str) {
    let game = middle(name);
    let acts = game.acts();
    bencher
        .counter(divan::counter::ItemsCount::new(acts.len()))
        .bench(|| {
            for act in &acts {
                let mut next = game.clone();
                next.play_unchecked(*act);
                divan::black_box(next.outcome());
            }
        });
}

#[divan::bench(args = names())]
fn counting(bencher: Bencher, name: &str) {
    let game = middle(name);
    let depth = if game.acts().len() > 500 { 1 } else { 2 };
    bencher
        .counter(divan::counter::ItemsCount::new(game.perft(depth, false)))
        .bench(|| game.perft(depth, false));
}

#[divan::bench(args = names())]
fn random_games(bencher: Bencher, name: &str) {
    let game = Game::new(&open(name));
    let mut rng = fastrand::Rng::with_seed(1);
    bencher.bench_local(|| game.playouts(1, 1000, &mut rng).acts);
}
