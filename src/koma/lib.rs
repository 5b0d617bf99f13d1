//! Koma makes a written rulebook executable.
//!
//! A *variant file* says the rules of a board game as data; one interpreter plays any of them, says which
//! rule allowed or refused an act, and which rule ended the game.

// Without the feature `unstable`, what only the lab, the program and the tests use is used by nobody.
#![cfg_attr(not(feature = "unstable"), allow(dead_code, unused_imports))]

/// Declares methods of public types that are machinery: public with the feature `unstable`, else for this crate alone.
macro_rules! unstable {
    (impl $type:ty { $( $(#[$meta:meta])* fn $name:ident $args:tt $(-> $result:ty)? $body:block )* }) => {
        impl $type { $(
            $(#[$meta])*
            #[doc(hidden)]
            #[cfg(feature = "unstable")]
            pub fn $name $args $(-> $result)? $body

            $(#[$meta])*
            #[cfg(not(feature = "unstable"))]
            pub(crate) fn $name $args $(-> $result)? $body
        )* }
    };
}

#[cfg(not(feature = "unstable"))]
mod board;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod board;

#[cfg(not(feature = "unstable"))]
mod book;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod book;

#[cfg(not(feature = "unstable"))]
mod check;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod check;

#[cfg(not(feature = "unstable"))]
mod play;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod play;

#[cfg(not(feature = "unstable"))]
mod rules;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod rules;

#[cfg(not(feature = "unstable"))]
mod say;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod say;

#[cfg(not(feature = "unstable"))]
mod shipped;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod shipped;

#[cfg(not(feature = "unstable"))]
mod syntax;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod syntax;

#[cfg(not(feature = "unstable"))]
mod text;
#[cfg(feature = "unstable")]
#[doc(hidden)]
pub mod text;

mod facts;

pub use board::{Player, Square};
pub use check::Picks;
pub use check::sheet::{KindId, RuleId};
pub use facts::{ActKind, BoardFacts, ChoiceFacts, Facts, KindFacts, PlayerFacts, Rule, SetFacts};
pub use play::why::{Reason, Why};
pub use play::{Act, Game, Outcome, Refusal, Variant};
pub use say::{Language, Sentence};
pub use text::{Code, Place, Problem, Report, Severity};
