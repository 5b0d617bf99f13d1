//! How the cost grows with the size of the board, the number of kinds and the number of end rules, on variants made
//! for it: `cargo bench --bench growth` prints the tables of `src/ARCHITECTURE.md`.

use std::time::{Duration, Instant};

use koma::{Game, Picks, Variant};

/// A game with a guarded king, pawns that promote, and pieces of `kinds` ways to move, behind a full row of pawns.
fn variant(files: usize, ranks: usize, kinds: usize, ends: usize) -> String {
    let steps = [
        "step any",
        "step orthogonal",
        "step diagonal",
        "step forward or diagonal",
        "slide orthogonal",
        "slide diagonal",
        "step any except backward-diagonal",
        "leap (1,2)",
    ];
    let letters: Vec<char> = ('A'..='Z').filter(|it| !"KPT".contains(*it)).collect();
    let mut pieces = String::from(
        "king = { letter = \"K\", moves = \"step any\" }\n\
         pawn = { letter = \"P\", moves = \"step forward\", becomes = \"top\" }\n\
         top = { letter = \"+P\", moves = \"step any except backward-diagonal\", in_hand_as = \"pawn\" }\n",
    );
    let mut names = Vec::new();
    for i in 0..kinds.saturating_sub(3) {
        let letter = letters[i % letters.len()];
        let sign = if i < letters.len() { "" } else { "+" };
        let moves = steps[i % steps.len()];
        pieces += &format!("kind{i} = {{ letter = \"{sign}{letter}\", moves = \"{moves}\" }}\n");
        names.push(format!("{sign}{letter}"));
    }
    let officers: String = (0..files)
        .map(|file| match file {
            _ if file == files / 2 => "K".to_owned(),
            _ if names.is_empty() => "P".to_owned(),
            _ => names[file % names.len()].clone(),
        })
        .collect();
    let empty = vec![files.to_string(); ranks - 4].join("/");
    let middle = if ranks > 4 {
        format!("{empty}/")
    } else {
        String::new()
    };
    let pawns = "P".repeat(files);
    let start = format!(
        "{}/{}/{middle}{pawns}/{officers}",
        officers.to_lowercase(),
        pawns.to_lowercase()
    );
    let mut rules = String::new();
    for i in 0..ends {
        rules += &format!(
            "goal{i} = {{ when = \"at least {} own pawn in last rank\", result = \"own wins\" }}\n",
            i + 2
        );
    }
    format!(
        "koma = 1\ngame.name = \"Growth\"\nboard.size = \"{files}x{ranks}\"\nboard.turned = \"half-turn\"\n\
         board.start = \"{start}\"\nturn.play.acts = \"one of move, drop\"\ncapture.to = \"hand\"\n\
         promote.camp = {{ may = \"move touching last rank\", must = \"move to stuck\" }}\n[pieces]\n{pieces}\n\
         [forbid]\nself-check = {{ if = \"some own king attacked by enemy\" }}\ndead-drop = {{ act = \"drop to stuck\" }}\n\
         [end]\nmate = {{ when = \"mate of enemy king\", result = \"own wins\" }}\n{rules}\
         stuck = {{ when = \"enemy cannot act\", result = \"draw\" }}\n"
    )
}

/// Prints one row: what was varied, acts of the start, nodes per second, and nanoseconds per node.
fn row(label: &str, text: &str) {
    let variant = match Variant::parse("growth", text, &Picks::default()) {
        Ok(variant) => variant,
        Err(report) => panic!("{label}: {report:?}\n{text}"),
    };
    let game = Game::new(&variant);
    let mut depth = 1;
    let mut best = f64::INFINITY;
    let mut nodes = 0;
    while depth < 12 {
        let began = Instant::now();
        nodes = game.perft(depth, false);
        let took = began.elapsed();
        best = took.as_secs_f64();
        if took > Duration::from_millis(50) {
            break;
        }
        depth += 1;
    }
    for _ in 0..6 {
        let began = Instant::now();
        std::hint::black_box(game.perft(depth, false));
        best = best.min(began.elapsed().as_secs_f64());
    }
    let rate = nodes as f64 / best / 1e6;
    println!(
        "| {label} | {} | {rate:.1} | {:.1} |",
        game.acts().len(),
        1e3 / rate
    );
}

fn table(what: &str) {
    println!(
        "\n| {what} | acts at the start | million nodes a second | ns per node |\n| ---: | ---: | ---: | ---: |"
    );
}

fn main() {
    table("board");
    for (files, ranks) in [
        (3, 5),
        (5, 6),
        (8, 8),
        (9, 9),
        (11, 11),
        (16, 16),
        (22, 22),
        (29, 29),
        (36, 36),
    ] {
        row(&format!("{files}×{ranks}"), &variant(files, ranks, 7, 0));
    }
    table("kinds on 9×9");
    for kinds in [3, 5, 8, 12, 16, 24, 40] {
        row(&kinds.to_string(), &variant(9, 9, kinds, 0));
    }
    table("end rules on 9×9");
    for ends in [0, 1, 2, 4, 8, 16, 32] {
        row(&ends.to_string(), &variant(9, 9, 7, ends));
    }
}
