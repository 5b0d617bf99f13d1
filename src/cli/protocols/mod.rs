//! Protocols in which clients talk to Koma, and in which Koma talks to other engines.

pub mod betza;
pub mod engine;
pub mod usi;
pub mod xboard;
pub mod xboard_notation;
pub mod xboard_output;
