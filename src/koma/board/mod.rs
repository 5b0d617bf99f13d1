//! Boards: squares, sets of squares, players, directions and their words, diagrams. No rules.

pub mod diagram;
pub mod geometry;
pub mod player;
pub mod square;
pub mod squares;
pub mod ways;

pub use geometry::{Geometry, Turned};
pub use player::{Owner, Player};
pub use square::{Coordinates, Square};
pub use squares::Squares;
pub use ways::{Along, Bends, Way, Ways};
