//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod cover;
mod diff;
mod errors;
mod fingerprint;
mod hostile;
mod mutate;
mod oracle;
mod perft;
mod protocols;
mod reference;
mod rulebooks;
mod selfplay;
mod sheet;
mod think;
mod tidy;
mod trace;
mod variants;
