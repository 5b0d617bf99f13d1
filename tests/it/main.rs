//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod diff;
mod errors;
mod fingerprint;
mod hostile;
mod oracle;
mod perft;
mod reference;
mod rulebooks;
mod sheet;
mod tidy;
mod trace;
mod variants;
