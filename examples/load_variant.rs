//! A variant that is loaded at run time: from a file, or from text that the program has.
//!
//! ```sh
//! cargo run --example load_variant [FILE]
//! ```

use koma::{Game, Picks, Report, Variant};

/// A game in a few lines: the first who captures the enemy's king wins.
const TEXT: &str = r#"
koma = 1
game.name      = "Two kings"
board.size     = "3x4"
board.turned   = "half-turn"
board.start    = "1k1/3/3/1K1"
turn.play.acts = "one of move"
pieces.king    = { letter = "K", moves = "step any" }
end.capture    = { when = "move capturing king", result = "own wins" }
end.repetition = { when = "repeated 3 times", result = "draw" }
"#;

fn main() {
    let variant = match std::env::args().nth(1) {
        Some(path) => Variant::load(path),
        None => Variant::parse("two_kings.toml", TEXT, &Picks::default()),
    };
    match variant {
        Ok(variant) => first_acts(&variant),
        Err(report) => problems(&report),
    }
}

fn first_acts(variant: &Variant) {
    let game = Game::new(variant);
    let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
    println!("{}", game.position());
    println!("{} may play {}", game.to_move().as_str(), acts.join(" "));
}

/// Everything that is wrong with the file, each problem with its code and place.
fn problems(report: &Report) {
    for problem in &report.problems {
        let place = report
            .place(problem)
            .map_or(String::new(), |it| format!("{it}: "));
        println!("{place}{}: {}", problem.code, problem.message);
    }
}
