//! From text to what was written: the TOML envelope, the rule strings, nothing resolved and nothing assumed.

pub mod ast;
pub mod envelope;
pub mod lower;
pub mod place;
pub mod spoken;

/// The parser that pest makes of `grammar/rules.pest`.
mod grammar {
    #![allow(missing_docs)]
    /// See `grammar/rules.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "../../grammar/rules.pest"]
    pub struct RuleLanguage;
}

pub use grammar::{Rule, RuleLanguage};
