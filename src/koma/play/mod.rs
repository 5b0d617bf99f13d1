//! Positions, acts, refusals, outcomes: asks the tables, and knows nothing of text but notation.

pub mod act;
pub mod check;
pub mod coverage;
pub mod effects;
mod explain;
pub mod forbid;
pub mod game;
pub mod generate;
pub mod judge;
pub mod notation;
pub mod pattern;
pub mod perft;
pub mod pieces;
pub mod playout;
pub mod position;
pub mod possible;
pub mod refuse;
pub mod sample;
pub mod session;
mod shapes;
pub mod variant;
pub mod view;
pub mod visit;
pub mod why;

pub use act::Act;
pub use coverage::RulePart;
pub use game::{Game, Outcome, Refusal};
pub use possible::Impossible;
pub use variant::Variant;
