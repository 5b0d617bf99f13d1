//! Who plays: the computer behind a person's game, players of a match, and engines in processes of their own.

pub mod engine_player;
pub mod games_file;
pub mod matches;
pub mod perft_peer;
pub mod process;
pub mod spec;
pub mod thinking;
