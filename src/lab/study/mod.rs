//! What a rulebook says, studied: where two readings part, what no scenario notices, which rule carries out what.

pub mod canon;
pub mod cover;
pub mod diff;
pub mod edits;
pub mod fingerprint;
pub mod invariants;
pub mod mutants;
pub mod mutate;
pub mod random;
pub mod selfplay;
pub mod trace;
pub mod words;

pub use canon::Canon;
pub use fingerprint::Fingerprint;
