//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod diff;
mod fingerprint;
mod oracle;
mod perft;
mod rulebooks;
mod tidy;
