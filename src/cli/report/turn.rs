//! Turns as text.

use koma::play::{Act, Game};

/// Plays the acts of a turn on a game and writes them, joined by commas; the `end` of a turn of several acts goes
/// without saying.
pub fn write_turn(game: &mut Game, turn: &[Act]) -> String {
    let mut texts = Vec::new();
    for act in turn {
        if *act != Act::End {
            texts.push(game.write(*act));
        }
        game.play_unchecked(*act);
    }
    texts.join(",")
}
