//! What a rulebook says, studied: where two readings part, what no scenario notices, which rule carries out what.

pub mod cover;
pub mod differ;
pub mod edits;
pub mod mutants;
pub mod mutate;
pub mod random;
pub mod same;
pub mod words;
