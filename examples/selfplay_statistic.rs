//! A statistic of self-play: random games of a variant, how long they last and which rule ends them.
//!
//! ```sh
//! cargo run --release --example selfplay_statistic [VARIANT] [GAMES]
//! ```

use std::collections::BTreeMap;

use koma::{Game, Picks, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "yokai_3x4".to_owned());
    let games: u32 = args.next().map_or(Ok(200), |it| it.parse())?;
    let variant = Variant::open(&name, &Picks::default())?;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let mut acts = 0;
    for _ in 0..games {
        let mut game = Game::new(&variant);
        let end = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.to_string();
            }
            let Some(act) = rng.choice(game.acts()) else {
                break "no act is possible".to_owned();
            };
            game.play(act)?;
            acts += 1;
        };
        *ends.entry(end).or_default() += 1;
    }
    println!(
        "{name}: {games} games, {:.1} acts each",
        f64::from(acts) / f64::from(games)
    );
    for (end, n) in ends {
        println!("{n:>6}  {end}");
    }
    Ok(())
}
