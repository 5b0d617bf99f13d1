//! Rulebooks: what the booklet says, clause by clause, and whether the variant beside it does that.

pub mod replay;
pub mod rulebook;

pub use replay::{Failure, Replay};
pub use rulebook::{Clause, Rulebook, Scenario, Verdict};
