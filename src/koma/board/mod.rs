//! Boards: squares, sets of squares, players, directions, diagrams. No rules, no text of rules.

pub mod diagram;
pub mod geometry;
pub mod player;
pub mod square;
pub mod squares;

pub use geometry::{Geometry, Turned, Ways};
pub use player::{Owner, Player};
pub use square::{Coordinates, Square};
pub use squares::Squares;
