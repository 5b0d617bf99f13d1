//! What is asked about games rather than played: an opponent that searches, and studies of variants and rulebooks.

pub mod clock;
pub mod crowd;
pub mod mix;
pub mod solve;
pub mod study;
pub mod think;
