//! What a rulebook says, studied: where two readings part, what no scenario notices, which rule carries out what.

pub mod canon;
pub mod diff;
pub mod fingerprint;
pub mod trace;

pub use canon::Canon;
pub use fingerprint::Fingerprint;
