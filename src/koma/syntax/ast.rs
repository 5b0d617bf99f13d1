//! What a rule string says, as it was written: no defaults, no names resolved, every leaf with its place in the
//! variant file. One type per rule of `grammar/rules.pest`, of the same name.

use crate::board::{Along, Ways};
use crate::text::{Span, Spanned};

/// A name as written.
pub type Name = Spanned<String>;
/// A number as written.
pub type Number = Spanned<u32>;

/// Whose: `own`, `enemy`, `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player whose rule it is.
    Own,
    /// His opponent.
    Enemy,
    /// Either, or nobody.
    Any,
}

/// `file` or `rank`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// A column.
    File,
    /// A row.
    Rank,
}

/// A set of squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// Where.
    pub span: Span,
    /// What.
    pub node: SetNode,
}

/// The forms of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetNode {
    /// `A or B or C`
    Or(Vec<Set>),
    /// `A in B`, or a quality of A.
    In(Box<Set>, Box<Set>),
    /// `A except B`
    Except(Box<Set>, Box<Set>),
    /// `not A`
    Not(Box<Set>),
    /// `own`, `enemy king`, `enemy camp`
    Pieces {
        /// Whose.
        side: Spanned<Side>,
        /// A kind, a group or a named set.
        name: Option<Name>,
    },
    /// `camp`
    Named(Name),
    /// `empty`
    Empty,
    /// `origin`
    Origin,
    /// `target`
    Target,
    /// `d4`
    Square(Name),
    /// `first 2 ranks`, `last rank`
    Edge {
        /// From the far side.
        last: bool,
        /// How many; one if not said.
        count: Option<Number>,
    },
    /// `rank 2`, `ranks 2..3`
    Ranks(Number, Number),
    /// `file a`, `files a..c`
    Files(Name, Name),
    /// `file of 2 own pawn`
    Lines {
        /// Files or ranks.
        axis: Axis,
        /// How many at least; one if not said.
        count: Option<Number>,
        /// Of what.
        of: Box<Set>,
    },
    /// `chain orthogonal of wall from file a`
    Chain {
        /// How squares join; any way if not said.
        ways: Option<Ways>,
        /// What is joined.
        of: Box<Set>,
        /// What each part must meet.
        from: Box<Set>,
    },
    /// `run orthogonal 1..2 of enemy between target and own`
    Run {
        /// In which directions; any if not said.
        along: Option<Along>,
        /// How long.
        distance: Option<Distance>,
        /// Of what.
        of: Box<Set>,
        /// Beside which it begins.
        from: Box<Set>,
        /// Beside which it ends, if that is said.
        to: Option<Box<Set>>,
    },
    /// `attacked by enemy rook`
    Attacked {
        /// By whom.
        by: Spanned<Side>,
        /// By which kind.
        kind: Option<Name>,
    },
    /// `stuck`
    Stuck,
    /// `forward of S`, `next to S`
    Beside {
        /// In which directions.
        ways: Ways,
        /// Of what.
        of: Box<Set>,
    },
}

impl Set {
    /// The sets it is directly made of, as written.
    pub fn children(&self) -> impl Iterator<Item = &Set> {
        let (many, few): (&[Set], [Option<&Set>; 3]) = match &self.node {
            SetNode::Pieces { .. }
            | SetNode::Named(_)
            | SetNode::Empty
            | SetNode::Origin
            | SetNode::Target
            | SetNode::Square(_)
            | SetNode::Edge { .. }
            | SetNode::Ranks(..)
            | SetNode::Files(..)
            | SetNode::Attacked { .. }
            | SetNode::Stuck => (&[], [None; 3]),
            SetNode::Or(parts) => (parts, [None; 3]),
            SetNode::Not(of) | SetNode::Lines { of, .. } | SetNode::Beside { of, .. } => {
                (&[], [Some(of), None, None])
            }
            SetNode::In(a, b) | SetNode::Except(a, b) => (&[], [Some(a), Some(b), None]),
            SetNode::Chain { of, from, .. } => (&[], [Some(of), Some(from), None]),
            SetNode::Run { of, from, to, .. } => (&[], [Some(of), Some(from), to.as_deref()]),
        };
        many.iter().chain(few.into_iter().flatten())
    }

    /// Itself and every set in it, each before what it is made of.
    pub fn nodes(&self) -> impl Iterator<Item = &Set> {
        walk(self, Set::children)
    }
}

/// A node and everything in it, each before what it is made of.
pub fn walk<'a, T, I: Iterator<Item = &'a T>>(
    root: &'a T,
    children: impl Fn(&'a T) -> I,
) -> impl Iterator<Item = &'a T> {
    let mut waiting = vec![root];
    std::iter::from_fn(move || {
        let next = waiting.pop()?;
        let from = waiting.len();
        waiting.extend(children(next));
        waiting[from..].reverse();
        Some(next)
    })
}

impl SetNode {
    /// The name by which it may mean a named set.
    pub fn name(&self) -> Option<&Name> {
        match self {
            SetNode::Named(name) => Some(name),
            SetNode::Pieces { name, .. } => name.as_ref(),
            SetNode::Or(_)
            | SetNode::In(..)
            | SetNode::Except(..)
            | SetNode::Not(_)
            | SetNode::Empty
            | SetNode::Origin
            | SetNode::Target
            | SetNode::Square(_)
            | SetNode::Edge { .. }
            | SetNode::Ranks(..)
            | SetNode::Files(..)
            | SetNode::Lines { .. }
            | SetNode::Chain { .. }
            | SetNode::Run { .. }
            | SetNode::Attacked { .. }
            | SetNode::Stuck
            | SetNode::Beside { .. } => None,
        }
    }
}

/// `step any, slide forward`
pub type Moves = Vec<Path>;

/// One manner of moving with its clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// Where.
    pub span: Span,
    /// The manner.
    pub motion: Motion,
    /// `from S`
    pub from: Option<Set>,
    /// `onto S`
    pub onto: Option<Set>,
    /// `through S`
    pub through: Option<Set>,
    /// `within S`
    pub within: Option<Set>,
}

/// A manner of moving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Motion {
    /// `step any`
    Step(Ways),
    /// `slide forward 1..2`
    Slide {
        /// In which directions.
        ways: Ways,
        /// How far.
        distance: Option<Distance>,
    },
    /// `leap forward (1,2)`
    Leap {
        /// Only the half in these directions.
        ways: Option<Ways>,
        /// Sideways and lengthwise.
        offsets: Vec<(Number, Number)>,
    },
    /// `leap anywhere`
    Anywhere,
    /// `hop orthogonal over any`
    Hop {
        /// In which directions.
        ways: Ways,
        /// How far.
        distance: Option<Distance>,
        /// Over one of these.
        over: Set,
    },
    /// `as gold`
    As(Name),
}

/// `2`, `1..2`, `2..`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distance {
    /// At least.
    pub least: Number,
    /// At most; none is no limit.
    pub most: Option<Number>,
}

/// What an act does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    /// A piece goes from a square to another.
    Move,
    /// A piece comes from the hand.
    Drop,
    /// Nothing happens.
    Pass,
}

/// A pattern of acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// Where.
    pub span: Span,
    /// What is done.
    pub verb: Spanned<Verb>,
    /// By which kinds.
    pub kinds: Option<Kinds>,
    /// `from S`
    pub from: Option<Set>,
    /// `to S`
    pub to: Option<Set>,
    /// `touching S`
    pub touching: Option<Set>,
    /// `capturing`, with the kinds if said.
    pub capturing: Option<Spanned<Option<Kinds>>>,
    /// `promoting`
    pub promoting: Option<Span>,
}

/// `king or prince`
pub type Kinds = Vec<Name>;

/// What a turn is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Where.
    pub span: Span,
    /// Several acts in any order (`any of`), or one (`one of`).
    pub several: bool,
    /// The acts, with how often each.
    pub acts: Vec<(Act, Number)>,
}

/// `some`, `at least 3` …
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// `some`
    Some,
    /// `no`
    No,
    /// `at least N`
    AtLeast(Number),
    /// `at most N`
    AtMost(Number),
}

/// A condition and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Where.
    pub span: Span,
    /// What.
    pub node: ConditionNode,
}

/// Squares whose pieces are added up, and perhaps a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purse {
    /// Pieces on these.
    pub set: Set,
    /// `with own hand`
    pub hand: Option<Spanned<Side>>,
}

/// The forms of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionNode {
    /// `some own king in camp`
    Counting(Quantity, Set),
    /// `at least 28 points of own in camp with own hand`, `more points of own than of enemy`
    Points {
        /// How many, or how many more.
        quantity: Quantity,
        /// Of what.
        of: Purse,
        /// Than of what.
        than: Option<Purse>,
    },
    /// `mate of enemy king`
    Mate {
        /// Whose.
        side: Spanned<Side>,
        /// Of which kind.
        kind: Name,
        /// `answered only by ACT`
        answers: Option<Act>,
    },
    /// `enemy cannot act`
    CannotAct(Spanned<Side>),
    /// `repeated 4 times in a row`
    Repeated {
        /// How often the position has stood.
        times: Number,
        /// By the same moves each time.
        in_a_row: bool,
    },
    /// `throughout some …`
    Throughout(Quantity, Set),
    /// `own hand holds …`
    InHand {
        /// Whose hand.
        side: Spanned<Side>,
        /// What it holds.
        holds: Holds,
    },
    /// `own is first`
    Seat {
        /// Who.
        side: Spanned<Side>,
        /// The player who begins, else the other.
        first: bool,
    },
    /// An act of the turn fits.
    Act(Act),
}

/// What a hand holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// `nothing`
    Nothing,
    /// `any`
    Any,
    /// `pawn`, `no pawn`, `at least 2 pawn`
    Kinds(Quantity, Kinds),
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ResultWord {
    /// The player judged.
    Own,
    /// His opponent.
    Enemy,
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody.
    Draw,
}
