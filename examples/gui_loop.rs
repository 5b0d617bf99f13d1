//! The loop of a small GUI: a person picks a square, sees where the piece may go, and picks one of those. Clicks are words
//! on the input here (`b2`, then `b3`; a whole act such as `P*b2` works too), pictures are lines on the output.
//!
//! ```sh
//! printf 'b2\nb3\n' | cargo run --example gui_loop
//! ```

use std::io::BufRead;

use koma::{Game, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = Variant::load("variants/yokai_3x4.toml")?;
    let mut game = Game::new(&variant);
    let mut history = Vec::new();
    let mut picked = String::new();
    draw(&game);
    for click in std::io::stdin().lock().lines() {
        let click = click?;
        let click = click.trim();
        if click == "undo" {
            // A game is a value: to take back is to keep the one before.
            game = history.pop().unwrap_or(game);
            draw(&game);
            continue;
        }
        let act = format!("{picked}{click}");
        let targets = targets(&game, &act);
        if picked.is_empty() && !targets.is_empty() && !targets.contains(&String::new()) {
            println!("{click} may go to {}", targets.join(" "));
            picked = click.to_owned();
            continue;
        }
        picked.clear();
        let before = game.clone();
        match game.play_turn(&act) {
            Ok(()) => history.push(before),
            // The rule that refuses, and why: what a status line shows.
            Err(refusal) => println!("{refusal}"),
        }
        draw(&game);
        if let Some(outcome) = game.outcome() {
            println!("{outcome}");
            break;
        }
    }
    Ok(())
}

/// What can follow the beginning of an act; an act that is whole is followed by nothing.
fn targets(game: &Game, begin: &str) -> Vec<String> {
    let acts = game.acts().into_iter().map(|it| game.write(it));
    acts.filter_map(|it| it.strip_prefix(begin).map(str::to_owned))
        .collect()
}

fn draw(game: &Game) {
    let position = game.position();
    let board = position.split(' ').next().unwrap_or_default();
    for rank in board.split('/') {
        println!("  {rank}");
    }
    println!("{position}");
}
