//! Looking at a game in the shape that its variant has: for those above who are compiled for each shape too.

use std::any::Any;

use super::Game;
use super::position::{Large, Layered, Plain, Shape, Small};
use super::session::Session;
use crate::board::squares::{Pair, Wide, Word};

/// Someone who can be shown a game of any shape.
pub trait Visitor {
    /// What comes of the visit.
    type Answer;
    /// Looks at the game.
    fn visit<S: Shape>(self, session: &Session<S>) -> Self::Answer;
}

#[cfg(any(test, feature = "unstable"))]
#[doc(hidden)]
impl Game {
    /// Shows the game, in its shape, to a visitor.
    pub fn visit<V: Visitor>(&self, visitor: V) -> V::Answer {
        let any: &dyn Any = self.table();
        macro_rules! try_shapes {
            ($($shape:ty),*) => { $(
                if let Some(session) = any.downcast_ref::<Session<$shape>>() {
                    return visitor.visit(session);
                }
            )* };
        }
        // The shapes that `Variant::session` chooses from.
        try_shapes!(
            Small<Word>,
            Plain<Word>,
            Layered<Word>,
            Plain<Pair>,
            Large<Pair>,
            Large<Wide<8>>,
            Large<Wide<21>>
        );
        unreachable!("play: a game has one of the shapes that a variant gives")
    }
}
