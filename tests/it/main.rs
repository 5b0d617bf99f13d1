//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod errors;
mod hostile;
mod oracle;
mod perft;
mod reference;
mod rulebooks;
mod sheet;
mod tidy;
mod trace;
mod variants;
