//! The shapes of position that the engine is compiled for: all of them are named here, and nowhere else.

use std::sync::Arc;

use super::game::AnyGame;
use super::position::{Large, Layered, Plain, Small};
use super::session::Session;
use crate::board::Squares;
use crate::board::diagram::Setup;
use crate::board::squares::{Pair, Wide, Word};
use crate::check::Sheet;
use crate::rules::{Facts, Rules};

/// Names the shapes: how many squares, kinds and layers each holds, and its sets of squares. The first that holds a variant is
/// taken, and the last holds every one.
macro_rules! shapes {
    ($( $(#[$only:meta])* $holds:pat => $name:ident: $shape:ident of $set:ty; )*) => {
        /// The rules of a variant, by the shape of its positions.
        #[derive(Debug)]
        pub(super) enum Tables {
            $( $(#[$only])* $name(Arc<Rules<$set>>), )*
        }

        impl Tables {
            /// The rules of a variant, for the smallest shape that holds it.
            pub(super) fn new(sheet: &Sheet, is_planned: bool) -> Tables {
                let (n_kinds, n_layers) = (sheet.kinds.len(), sheet.layers.len());
                match (sheet.geometry.n_squares(), n_kinds, n_layers) {
                    $( $(#[$only])* $holds => Tables::$name(rules(sheet, is_planned)), )*
                }
            }

            /// A game, in the shape of the variant: chosen once, here.
            pub(super) fn session(&self, setup: &Setup) -> Box<dyn AnyGame> {
                match self {
                    $( $(#[$only])* Tables::$name(rules) => {
                        Box::new(Session::<$shape<$set>>::new(rules.clone(), setup))
                    } )*
                }
            }

            /// What follows from the rules.
            pub(super) fn facts(&self) -> &Facts {
                match self {
                    $( $(#[$only])* Tables::$name(rules) => &rules.facts, )*
                }
            }
        }

        #[cfg(any(test, feature = "unstable"))]
        #[doc(hidden)]
        impl super::Game {
            /// Shows the game, in its shape, to a visitor.
            pub fn visit<V: super::visit::Visitor>(&self, visitor: V) -> V::Answer {
                let any: &dyn std::any::Any = self.table();
                $(
                    $(#[$only])*
                    if let Some(session) = any.downcast_ref::<Session<$shape<$set>>>() {
                        return visitor.visit(session);
                    }
                )*
                unreachable!("play: a game has one of the shapes that a variant gives")
            }
        }
    };
}

// In a page of the web, every shape is paid for by everyone who loads it: the common ones and the largest are enough.
shapes! {
    #[cfg(not(target_arch = "wasm32"))]
    (..=64, ..=8, 1) => Small: Small of Word;
    (..=64, ..=16, 1) => Plain: Plain of Word;
    #[cfg(not(target_arch = "wasm32"))]
    (..=64, ..=16, _) => Layered: Layered of Word;
    (..=128, ..=16, 1) => PlainPair: Plain of Pair;
    #[cfg(not(target_arch = "wasm32"))]
    (..=128, _, _) => LargePair: Large of Pair;
    #[cfg(not(target_arch = "wasm32"))]
    (..=512, _, _) => Wide8: Large of Wide<8>;
    _ => Wide21: Large of Wide<21>;
}

fn rules<B: Squares>(sheet: &Sheet, is_planned: bool) -> Arc<Rules<B>> {
    Arc::new(match is_planned {
        true => Rules::new(sheet),
        false => Rules::without_plans(sheet),
    })
}
