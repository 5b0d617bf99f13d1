//! The program: what a person or another program asks for, over the public names of the library.

pub mod draw;
pub mod show;

use std::process::ExitCode;

/// Runs the command line.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
