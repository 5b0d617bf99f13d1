//! What `koma xboard` tells XBoard, line by line: itself, the rules, where a piece may go, what it thinks, the result.

use std::time::Duration;

use crate::protocols::betza::betza;
use crate::protocols::engine::Seat;
use crate::protocols::xboard_notation::Notation;
use koma::board::Player;
use koma::check::Picks;
use koma::play::{Act, Game, Outcome};
use koma::text::safe;
use koma_lab::think::{Score, Thought};

/// The parent variant of a game with hands: a word of XBoard's protocol, listed as such in the test that finds games in
/// the source.
const WITH_HANDS: &str = "shogi";

/// What the engine can do, and which variants it knows.
pub fn features(seat: &Seat) -> [String; 2] {
    let own = seat.word();
    let mut names = vec![own.clone()];
    for name in koma::shipped::names().filter(|it| *it != own) {
        let fits =
            Seat::open(name, Picks::default()).is_ok_and(|it| Notation::of(&it.variant).is_ok());
        if fits {
            names.push(name.to_owned());
        }
    }
    let all = format!(
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 \
         analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 \
         myname=\"Koma {}\" variants=\"{}\"",
        env!("CARGO_PKG_VERSION"),
        names.join(",")
    );
    [all, "feature done=1".to_owned()]
}

/// The rules, as far as XBoard understands them.
pub fn setup(game: &Game, notation: &Notation) -> Vec<String> {
    let sheet = game.variant().sheet();
    let board = sheet.geometry;
    let in_hand = sheet
        .kinds
        .iter()
        .zip(&notation.letters)
        .filter(|(kind, letter)| !kind.drops_as.is_empty() && !letter.starts_with('+'))
        .filter(|(_, letter)| letter.chars().next() != notation.chief)
        .count();
    let droppable = sheet.fills_hands() || sheet.start.hands.iter().flatten().any(|it| *it > 0);
    let (held, parent) = if droppable {
        (in_hand.max(1), WITH_HANDS)
    } else {
        (0, "fairy")
    };
    let mut lines = vec![format!(
        "setup ({}) {}x{}+{held}_{parent} {}",
        notation.table,
        board.files,
        board.ranks,
        notation.fen(sheet, &sheet.start)
    )];
    for (kind, letter) in sheet.kinds.iter().zip(&notation.letters) {
        let moves = betza(kind);
        if !moves.is_empty() && !letter.is_empty() {
            lines.push(format!("piece {letter}& {moves}"));
        }
    }
    lines
}

/// The result.
pub fn outcome(it: &Outcome) -> String {
    let score = match it.winner {
        Some(Player::First) => "1-0",
        Some(Player::Second) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {{{}}}", safe::line(&it.path))
}

/// The user holds a piece in the air, from a square or from the hand: where may it go?
pub fn highlight(game: &Game, notation: &Notation, from: &str) -> String {
    let sheet = game.variant().sheet();
    let board = sheet.geometry;
    let mut marks = vec![None::<char>; board.n_squares()];
    let now = game.setup();
    for act in game.acts() {
        let (to, mark) = match act {
            Act::Move {
                from: square,
                to,
                becomes,
                ..
            } if notation.square(sheet, square) == from => {
                let plain = if now.cells[to.index()].is_empty() {
                    'Y'
                } else {
                    'R'
                };
                (to, if becomes.is_some() { 'M' } else { plain })
            }
            Act::Drop { to, kind } => {
                let letter = &notation.letters[kind as usize];
                if !from.to_uppercase().starts_with(&format!("{letter}@")) {
                    continue;
                }
                (to, 'Y')
            }
            _ => continue,
        };
        let cell = &mut marks[to.index()];
        // A choice is offered where the piece may promote, even if it also may not.
        if *cell != Some('M') {
            *cell = Some(mark);
        }
    }
    let mut rows = Vec::new();
    for rank in (0..board.ranks).rev() {
        let mut row = String::new();
        let mut run = 0;
        for file in 0..board.files {
            match marks[board.square(file, rank).index()] {
                Some(mark) => {
                    if run > 0 {
                        row += &run.to_string();
                    }
                    run = 0;
                    row.push(mark);
                }
                None => run += 1,
            }
        }
        if run > 0 {
            row += &run.to_string();
        }
        rows.push(row);
    }
    format!("highlight {}", rows.join("/"))
}

/// A line of thinking: depth, score, hundredths of a second, acts tried, the best line.
pub fn thinking(game: &Game, notation: &Notation, thought: &Thought, spent: Duration) -> String {
    let score = match thought.score {
        Score::Value(value) => value,
        Score::Wins(turns) => 100_000 + turns.div_ceil(2) as i32,
        Score::Loses(turns) => -100_000 - (turns / 2) as i32,
    };
    let mut play = game.clone();
    let mut line = Vec::new();
    for turn in &thought.line {
        line.push(notation.turn(&play, turn));
        for act in turn {
            play.play_unchecked(*act);
        }
    }
    format!(
        "{} {score} {} {} {}",
        thought.depth,
        spent.as_millis() / 10,
        thought.nodes,
        line.join(" ")
    )
}
