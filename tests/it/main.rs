//! The one test crate.
#![allow(clippy::unwrap_used)]

mod oracle;
mod perft;
