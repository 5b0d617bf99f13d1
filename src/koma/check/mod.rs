//! From what was written to what is meant: names become ids, everything is complete and in bounds, or a problem
//! says where it is not.

pub mod acts;
pub mod choices;
pub mod conditions;
pub mod cost;
pub mod display;
pub mod document;
pub mod fields;
pub mod goals;
pub mod meaning;
pub mod movement;
pub mod names;
pub mod nodes;
pub mod order;
pub mod parsed;
pub mod pieces;
pub mod rules;
pub mod sets;
pub mod setup;
pub mod sheet;
pub mod shown;
pub mod unknown;
pub mod written;

pub use choices::{Choice, ChoiceKind, Choices, Picks};
pub use document::Document;
pub use sheet::Sheet;

/// Bounds of the language, the same on every build. A file past one of them is refused with `too_many`.
pub mod limits {
    /// Layers of a board.
    pub const LAYERS: usize = 4;
    /// Kinds of piece.
    pub const KINDS: usize = 128;
    /// Named sets.
    pub const SETS: usize = 256;
    /// Groups of kinds.
    pub const GROUPS: usize = 256;
    /// Rules of turn, promote, effect, forbid and end, and invariants, together.
    pub const RULES: usize = 512;
    /// Conditions of one rule.
    pub const CONDITIONS: usize = 16;
    /// Act patterns among the conditions of all end rules.
    pub const END_ACTS: usize = 64;
    /// Acts of one turn.
    pub const TURN_ACTS: usize = 8;
    /// How often one act may be done in a turn.
    pub const TIMES: u32 = 15;
    /// Manners of moving of one piece, `as` put in.
    pub const PATHS: usize = 64;
    /// Parts of one rule when all names are put in.
    pub const PARTS: u64 = 4000;
    /// Parts of all rules together, a pattern counted once for every kind it speaks of.
    pub const ALL_PARTS: u64 = 20_000;
    /// Options and readings.
    pub const CHOOSINGS: usize = 12;
    /// Choices of one option or reading.
    pub const CHOICES: usize = 12;
    /// Editions.
    pub const EDITIONS: usize = 32;
    /// Files in a chain of `extends`.
    pub const PARENTS: usize = 8;
    /// Combinations of choices that are checked.
    pub const COMBINATIONS: usize = 256;
}
