//! The program: what a person or another program asks for, over the public names of the library.

pub mod check;
pub mod cli;
pub mod cover;
pub mod moves;
pub mod mutate;
pub mod new;
pub mod output;
pub mod perft;
pub mod play;
pub mod reference;

pub use cli::main;
