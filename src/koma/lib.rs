//! Koma makes a written rulebook executable.
//!
//! A *variant file* says the rules of a board game as data; one interpreter plays any of them, says which
//! rule allowed or refused an act, and which rule ended the game.

pub mod board;
pub mod book;
pub mod check;
pub mod play;
pub mod rules;
pub mod say;
pub mod shipped;
pub mod syntax;
pub mod text;

pub use board::Player;
pub use check::{Document, Picks};
pub use play::{Act, Game, Outcome, Refusal, Variant};
pub use text::{Code, Problem, Report};
