//! The game on the full screen of a terminal. What is so ([`state`]), what an event makes of it ([`input`]), where
//! things are ([`layout`]) and what they look like ([`draw`], [`look`]) know nothing of the terminal; [`run`] does.

pub mod answer;
pub mod choice;
pub mod cursor;
pub mod draw;
pub mod hand;
pub mod input;
pub mod layout;
pub mod look;
pub mod menu;
pub mod run;
pub mod state;

pub use state::{Effect, Event, State};
