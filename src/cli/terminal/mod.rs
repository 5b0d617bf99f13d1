//! A game played by a person: the game with its history, its clock and record, and how it is shown and typed.

pub mod clock;
pub mod command;
pub mod keep;
pub mod lines;
pub mod record;
pub mod screen;
pub mod seats;
pub mod sitting;
pub mod table;
