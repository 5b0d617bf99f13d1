//! The one test crate.
#![allow(clippy::unwrap_used)]

mod cli;
mod command;
mod cover;
mod mutate;
mod oracle;
mod perft;
mod rulebooks;
mod tidy;
