//! The line of a player: name, clock, and the pieces in hand, each with its place.

use unicode_width::UnicodeWidthStr;

use super::state::State;
use crate::report::drawing::has_hands;
use koma::board::{Owner, Player};

/// A player's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandLine {
    /// What stands before the pieces.
    pub head: String,
    /// The pieces.
    pub held: Vec<Held>,
}

/// Pieces of one kind in a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The kind.
    pub kind: u8,
    /// What is shown.
    pub label: String,
    /// The first column.
    pub x: u16,
    /// How many columns.
    pub width: u16,
}

/// The line of a player.
pub fn line(state: &State, player: Player) -> HandLine {
    let table = &state.it.table;
    let setup = state.game().setup();
    let to_move = table.result().is_none() && state.game().to_move() == player;
    let mut head = String::from(if to_move { "> " } else { "  " });
    head += &table.name(player);
    if let Some(strength) = state.it.seats.computer(player) {
        head += &format!(" ({strength})");
    }
    if let Some(clock) = &state.it.clock {
        head += &format!("  {}", clock.shown(player));
    }
    if has_hands(table.variant().sheet(), &setup) {
        head += "  in hand:";
        if setup.hands[player.index()].iter().all(|it| *it == 0) {
            head += " nothing";
        }
    }
    let mut x = head.width() as u16 + 1;
    let mut held = Vec::new();
    for (kind, n) in setup.hands[player.index()].iter().enumerate() {
        if *n == 0 {
            continue;
        }
        let piece = (Owner::Of(player), kind as u8);
        // Whose it is shows by the line; no mark is needed.
        let sign = state.look.sign(table.variant(), piece, player);
        let label = match n {
            1 => format!(" {} ", sign.trim()),
            n => format!(" {n}{} ", sign.trim()),
        };
        let width = label.width() as u16;
        held.push(Held {
            kind: kind as u8,
            label,
            x,
            width,
        });
        x += width + 1;
    }
    HandLine { head, held }
}
