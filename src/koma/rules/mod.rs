//! From what is meant to tables: everything a player's side could change is worked out here, once, for both
//! players. Knows geometry, not positions.

pub mod band;
pub mod compile;
pub mod plan;
pub mod program;
pub mod reach;
pub mod set;
pub mod spots;

pub use program::{Cond, Masks, PatternProgram, Rules, Seat, TurnProgram};
pub use reach::{Jump, Mover, Onto, Slide};
pub use set::Set;
