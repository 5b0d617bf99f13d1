//! The one test crate.
#![allow(clippy::unwrap_used)]

mod errors;
mod hostile;
mod reference;
