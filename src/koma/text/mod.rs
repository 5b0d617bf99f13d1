//! Text and what is wrong with it: sources, places in them, problems, and how they are shown.

pub mod code;
#[cfg(feature = "miette")]
pub mod diagnostic;
pub mod near;
pub mod problem;
pub mod safe;
pub mod source;

pub use code::{Code, Severity};
pub use problem::{Problem, Problems, Report};
pub use source::{Place, Source, Sources, Span, Spanned};
