//! The one test crate.
#![allow(clippy::unwrap_used)]

mod bench;
mod cli;
mod command;
mod cover;
mod diff;
mod door;
mod errors;
mod fingerprint;
mod hostile;
mod invariants;
mod letters;
mod library;
mod licences;
mod mutate;
mod oracle;
mod perft;
mod places;
mod points;
mod protocols;
mod readme;
mod record;
mod reference;
mod rulebooks;
mod schema;
mod screen;
mod screenshot;
mod selfplay;
mod serve;
mod sheet;
mod solve;
mod think;
mod tidy;
mod trace;
mod tui;
mod variants;
