//! The program: what a person or another program asks for, over the public names of the library.

pub mod bench;
pub mod betza;
pub mod check;
pub mod cli;
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
pub mod page;
pub mod peer;
pub mod perft;
pub mod play;
pub mod reference;
pub mod sheet;
pub mod sheet_html;
pub mod show;
pub mod svg;
pub mod trace;
pub mod usi;
pub mod why;
pub mod words;
pub mod xboard;

pub use cli::main;
