//! Looking at a game in the shape that its variant has: for those above who are compiled for each shape too.

use super::position::Shape;
use super::session::Session;

/// Someone who can be shown a game of any shape.
pub trait Visitor {
    /// What comes of the visit.
    type Answer;
    /// Looks at the game.
    fn visit<S: Shape>(self, session: &Session<S>) -> Self::Answer;
}
