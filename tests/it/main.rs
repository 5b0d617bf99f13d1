//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod oracle;
mod perft;
mod rulebooks;
mod sheet;
mod tidy;
mod trace;
