//! The program `koma`: arguments in, output and an exit status out.
//!
//! `commands` has a file for each subcommand; the other modules are what they share. Nothing here is an interface for
//! other programs: those use the library `koma`.

// What is public is so for the tests.
#![allow(missing_docs)]

mod args;
mod commands;
mod protocols;
mod serve;

#[doc(hidden)]
pub mod players;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod terminal;

pub use commands::main;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
