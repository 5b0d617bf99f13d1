//! What a rulebook says, studied: where two readings part, what no scenario notices, which rule carries out what.

pub mod differ;
pub mod mutants;
pub mod mutate;
pub mod same;
pub mod words;
