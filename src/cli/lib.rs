//! The program: what a person or another program asks for, over the public names of the library.

pub mod bench;
pub mod betza;
pub mod check;
pub mod cli;
pub mod contest;
pub mod contestant;
pub mod cover;
pub mod dialect;
pub mod diff;
pub mod draw;
pub mod engine;
pub mod fingerprint;
pub mod moves;
pub mod mutate;
pub mod new;
pub mod opponent;
pub mod output;
pub mod outside;
pub mod page;
pub mod peer;
pub mod perft;
pub mod play;
pub mod plot;
pub mod process;
pub mod reference;
pub mod results;
pub mod selfplay;
pub mod selfplay_report;
pub mod sheet;
pub mod sheet_html;
pub mod show;
pub mod svg;
pub mod tournament;
pub mod trace;
pub mod usi;
pub mod why;
pub mod words;
pub mod xboard;
pub mod xboard_told;

pub use cli::main;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
