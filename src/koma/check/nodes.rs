//! What rules are made of: sets of squares, movements, act patterns, conditions.
//!
//! Whoever only wants to know what is *in* a node asks for its parts: [`Set::nodes`], [`Path::sets`], [`Pattern::sets`],
//! [`Condition::sets`]. What a node is made of and what it depends on is said here once, in matches that name every form
//! and every field: a new one does not compile until it has answered.

use super::sheet::{KindSet, SetId};
use crate::board::geometry::MAX_SIDE;
use crate::board::{Along, Geometry, Player, Square, Ways};
use crate::syntax::ast::{Axis, Side, Verb, walk};

/// A set of squares, as `own` sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Set {
    /// All of these ranks, from 0, both ends in.
    Ranks(u8, u8),
    /// All of these files, from 0, both ends in.
    Files(u8, u8),
    /// One square, numbered as `own` sees the board.
    Square(Square),
    /// Squares with a piece: of a side, of some kinds. `Any` also finds neutral pieces.
    Pieces(Side, KindSet),
    /// No piece on any layer.
    Empty,
    /// Where the act began.
    Origin,
    /// Where the act ended.
    Target,
    /// Squares on which the acting piece could never move again.
    Stuck,
    /// A named set, seen by `own` or (true) by the enemy.
    Named(SetId, bool),
    /// In every one of these.
    And(Vec<Set>),
    /// In some of these.
    Or(Vec<Set>),
    /// Not in it.
    Not(Box<Set>),
    /// The files or ranks that hold at least `count` squares of a set.
    Lines {
        /// Files or ranks.
        axis: Axis,
        /// How many at least.
        count: u32,
        /// Of what.
        of: Box<Set>,
    },
    /// The connected parts of one set that meet another.
    Chain {
        /// How squares join.
        ways: Ways,
        /// What is joined.
        of: Box<Set>,
        /// What each part must meet.
        from: Box<Set>,
    },
    /// Straight unbroken rows of squares of a set that begin beside a square of another, and end beside one of a third.
    Run {
        /// In which directions.
        along: Along,
        /// At least so many squares.
        least: u32,
        /// At most so many, if there is a limit.
        most: Option<u32>,
        /// Of what.
        of: Box<Set>,
        /// Beside which it begins.
        from: Box<Set>,
        /// Beside which it ends, if that matters.
        to: Option<Box<Set>>,
    },
    /// Squares that a side could capture on.
    Attacked {
        /// By own pieces (else by the enemy's).
        by_own: bool,
        /// By which kinds.
        kinds: KindSet,
    },
    /// Squares one step away from a set, in some directions.
    Beside {
        /// In which directions, as `own` sees them.
        ways: Ways,
        /// Of what.
        of: Box<Set>,
    },
}

/// What a set depends on beyond the sets it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependence {
    /// The board alone.
    Nothing,
    /// What stands where.
    Pieces,
    /// The act that is judged, or the piece that does it.
    Act,
    /// Who could capture where.
    Attacks,
    /// A named set.
    Name(SetId),
}

impl Set {
    /// Where a movement lands if nothing is said of it: on empty squares and on enemies.
    pub fn usual() -> Set {
        Set::Or(vec![Set::Empty, Set::Pieces(Side::Enemy, KindSet::ALL)])
    }

    /// The sets it is directly made of. A name is not followed.
    pub fn children(&self) -> impl Iterator<Item = &Set> {
        let (many, few): (&[Set], [Option<&Set>; 3]) = match self {
            Set::Ranks(..)
            | Set::Files(..)
            | Set::Square(_)
            | Set::Pieces(..)
            | Set::Empty
            | Set::Origin
            | Set::Target
            | Set::Stuck
            | Set::Named(..)
            | Set::Attacked { .. } => (&[], [None; 3]),
            Set::And(parts) | Set::Or(parts) => (parts, [None; 3]),
            Set::Not(of) | Set::Lines { of, .. } | Set::Beside { of, .. } => {
                (&[], [Some(of), None, None])
            }
            Set::Chain { of, from, .. } => (&[], [Some(of), Some(from), None]),
            Set::Run { of, from, to, .. } => (&[], [Some(of), Some(from), to.as_deref()]),
        };
        many.iter().chain(few.into_iter().flatten())
    }

    /// Itself and every set in it, each before what it is made of.
    pub fn nodes(&self) -> impl Iterator<Item = &Set> {
        walk(self, Set::children)
    }

    /// What it depends on by itself.
    pub fn depends_on(&self) -> Dependence {
        match self {
            Set::Ranks(..) | Set::Files(..) | Set::Square(_) => Dependence::Nothing,
            Set::Pieces(..) | Set::Empty => Dependence::Pieces,
            Set::Origin | Set::Target | Set::Stuck => Dependence::Act,
            Set::Named(id, _) => Dependence::Name(*id),
            Set::Attacked { .. } => Dependence::Attacks,
            Set::Run {
                along: Along::Bends(_),
                ..
            } => Dependence::Act,
            Set::Run { .. }
            | Set::And(_)
            | Set::Or(_)
            | Set::Not(_)
            | Set::Lines { .. }
            | Set::Chain { .. }
            | Set::Beside { .. } => Dependence::Nothing,
        }
    }

    /// The named sets that it mentions itself.
    pub fn names(&self) -> impl Iterator<Item = SetId> {
        self.nodes().filter_map(|it| match it.depends_on() {
            Dependence::Name(id) => Some(id),
            Dependence::Nothing | Dependence::Pieces | Dependence::Act | Dependence::Attacks => {
                None
            }
        })
    }
}

/// One manner of moving.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Path {
    /// The manner.
    pub motion: Motion,
    /// Only from here.
    pub from: Option<Set>,
    /// Only onto this; (empty or enemy) if not said.
    pub onto: Option<Set>,
    /// Only through this; empty squares if not said.
    pub through: Option<Set>,
    /// Neither crossing nor landing outside of this.
    pub within: Option<Set>,
}

impl Path {
    /// Every set in it.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        let Path {
            motion,
            from,
            onto,
            through,
            within,
        } = self;
        let clauses = [from, onto, through, within];
        clauses.into_iter().flatten().chain(motion.sets())
    }
}

/// A manner of moving, as the owner sees the board.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Motion {
    /// To a square this far away, whatever lies between: (to the right, forward).
    Jump(Vec<(i32, i32)>),
    /// To any other square, whatever lies between.
    Anywhere,
    /// Along a line.
    Slide {
        /// In which directions.
        ways: Ways,
        /// At least so many squares.
        least: u32,
        /// At most so many, if there is a limit.
        most: Option<u32>,
    },
    /// Along a line, crossing exactly one square of a set.
    Hop {
        /// In which directions.
        ways: Ways,
        /// At least so many squares.
        least: u32,
        /// At most so many, if there is a limit.
        most: Option<u32>,
        /// One of these is crossed.
        over: Box<Set>,
    },
}

/// Squares in a row that a motion may land on: the same shift again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ray {
    /// One step, as the owner sees it.
    pub shift: (i32, i32),
    /// At least so many steps.
    pub least: u32,
    /// At most so many, if there is a limit.
    pub most: Option<u32>,
    /// A square on the way that cannot be crossed ends it.
    pub can_be_blocked: bool,
}

impl Ray {
    /// The squares along it from a square, with their distance; the first of them may be too near to land on.
    pub fn squares(self, board: &Geometry, from: Square) -> impl Iterator<Item = (u32, Square)> {
        let next = move |at: &Square| board.shifted(*at, self.shift);
        let along = std::iter::successors(next(&from), next);
        (1..=self.most.unwrap_or(MAX_SIDE as u32)).zip(along)
    }
}

impl Motion {
    /// Every square that it may land on, whatever stands where: at least these, in rows.
    pub fn rays(&self, board: &Geometry) -> Vec<Ray> {
        let jump = |shift: (i32, i32)| Ray {
            shift,
            least: 1,
            most: Some(1),
            can_be_blocked: false,
        };
        match self {
            Motion::Jump(shifts) => shifts.iter().copied().map(jump).collect(),
            Motion::Anywhere => board.shifts().map(jump).collect(),
            Motion::Slide { ways, least, most }
            | Motion::Hop {
                ways, least, most, ..
            } => {
                let ray = |shift| Ray {
                    shift,
                    least: *least,
                    most: *most,
                    can_be_blocked: true,
                };
                ways.shifts().map(ray).collect()
            }
        }
    }

    /// Every set in it.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        let set: Option<&Set> = match self {
            Motion::Jump(_) | Motion::Anywhere | Motion::Slide { .. } => None,
            Motion::Hop { over, .. } => Some(over),
        };
        set.into_iter()
    }
}

/// A pattern of acts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// What is done.
    pub verb: Verb,
    /// By which kinds.
    pub kinds: KindSet,
    /// From a square of this.
    pub from: Option<Set>,
    /// To a square of this.
    pub to: Option<Set>,
    /// From or to a square of this.
    pub touching: Option<Set>,
    /// Capturing one of these kinds.
    pub capturing: Option<KindSet>,
    /// Only with promotion.
    pub promoting: bool,
}

impl Pattern {
    /// Every set in it.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        let Pattern {
            verb: _,
            kinds: _,
            from,
            to,
            touching,
            capturing: _,
            promoting: _,
        } = self;
        [from, to, touching].into_iter().flatten()
    }
}

/// How many squares of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// So many or more.
    AtLeast(u32),
    /// So many or fewer.
    AtMost(u32),
}

impl Quantity {
    /// Whether a number fits.
    pub fn fits(self, n: u32) -> bool {
        match self {
            Quantity::AtLeast(least) => n >= least,
            Quantity::AtMost(most) => n <= most,
        }
    }

    /// Whether a number fits that may be below zero.
    pub fn fits_difference(self, n: i64) -> bool {
        match self {
            Quantity::AtLeast(least) => n >= i64::from(least),
            Quantity::AtMost(most) => n <= i64::from(most),
        }
    }
}

/// Squares whose pieces are added up, and perhaps a hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Purse {
    /// Every piece on these.
    pub set: Set,
    /// And what is in a hand: own (true), or the enemy's.
    pub hand: Option<bool>,
}

/// Something that holds or does not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// A set has so many squares.
    Count(Quantity, Set),
    /// Pieces are worth so many points, or so many more than others.
    Points {
        /// How many, or how many more.
        quantity: Quantity,
        /// Of what.
        of: Purse,
        /// Than of what.
        than: Option<Purse>,
    },
    /// Some piece of these kinds is attacked by its opponent, and no answer mends it.
    Mate {
        /// An own piece (else an enemy's).
        of_own: bool,
        /// Of which kinds.
        kinds: KindSet,
        /// Only these answers are considered.
        answers: Option<Box<Pattern>>,
    },
    /// A player (own, else the enemy) has no act.
    CannotAct {
        /// Own, else the enemy.
        own: bool,
    },
    /// The position has stood so often.
    Repeated {
        /// How often, this time included.
        times: u32,
        /// By the same positions each time round.
        in_a_row: bool,
    },
    /// Held after each of the judged player's turns since the first of those occurrences.
    Throughout(Quantity, Set),
    /// A hand (own, else the enemy's) holds between so many pieces of some kinds.
    Hand {
        /// Own, else the enemy's.
        own: bool,
        /// How many.
        quantity: Quantity,
        /// Of which kinds.
        kinds: KindSet,
    },
    /// `own` is this player.
    OwnIs(Player),
    /// The act just made (or an act of the turn) fits.
    Act(Pattern),
}

/// What a condition speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The squares of the board.
    Squares,
    /// What a player has in hand.
    Hands,
    /// What a player could do next.
    Future,
    /// What happened before this turn.
    History,
    /// Who the player is.
    Seat,
    /// What was done in this turn.
    Act,
}

impl Condition {
    /// What it speaks of.
    pub fn subject(&self) -> Subject {
        match self {
            Condition::Count(..) | Condition::Points { .. } => Subject::Squares,
            Condition::Mate { .. } | Condition::CannotAct { .. } => Subject::Future,
            Condition::Repeated { .. } | Condition::Throughout(..) => Subject::History,
            Condition::Hand { .. } => Subject::Hands,
            Condition::OwnIs(_) => Subject::Seat,
            Condition::Act(_) => Subject::Act,
        }
    }

    /// Whether it asks what a player could do next.
    pub fn looks_ahead(&self) -> bool {
        self.subject() == Subject::Future
    }

    /// Whether it asks what happened before.
    pub fn looks_back(&self) -> bool {
        self.subject() == Subject::History
    }

    /// How often a position must have stood for it to hold, if it asks for that.
    pub fn repeats(&self) -> Option<u32> {
        match self {
            Condition::Repeated { times, .. } => Some(*times),
            Condition::Count(..)
            | Condition::Points { .. }
            | Condition::Mate { .. }
            | Condition::CannotAct { .. }
            | Condition::Throughout(..)
            | Condition::Hand { .. }
            | Condition::OwnIs(_)
            | Condition::Act(_) => None,
        }
    }

    /// The sets and the pattern that it is directly made of.
    pub fn children(&self) -> (impl Iterator<Item = &Set>, Option<&Pattern>) {
        let (sets, pattern): ([Option<&Set>; 2], Option<&Pattern>) = match self {
            Condition::Count(_, set) | Condition::Throughout(_, set) => ([Some(set), None], None),
            Condition::Points { of, than, .. } => {
                ([Some(&of.set), than.as_ref().map(|it| &it.set)], None)
            }
            Condition::Mate { answers, .. } => ([None; 2], answers.as_deref()),
            Condition::Act(pattern) => ([None; 2], Some(pattern)),
            Condition::CannotAct { .. }
            | Condition::Repeated { .. }
            | Condition::Hand { .. }
            | Condition::OwnIs(_) => ([None; 2], None),
        };
        (sets.into_iter().flatten(), pattern)
    }

    /// Every set in it.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        let (sets, pattern) = self.children();
        sets.chain(pattern.into_iter().flat_map(Pattern::sets))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Turned;

    #[test]
    fn every_set_in_a_set_comes_before_its_parts() {
        let chain = Set::Chain {
            ways: Ways::ANY,
            of: Box::new(Set::Not(Box::new(Set::Empty))),
            from: Box::new(Set::Named(SetId(1), true)),
        };
        let set = Set::Or(vec![chain.clone(), Set::And(vec![Set::Stuck])]);
        let found: Vec<&Set> = set.nodes().collect();
        let parts = [
            &set,
            &chain,
            &Set::Not(Box::new(Set::Empty)),
            &Set::Empty,
            &Set::Named(SetId(1), true),
            &Set::And(vec![Set::Stuck]),
            &Set::Stuck,
        ];
        assert_eq!(found, parts);
        assert_eq!(set.names().collect::<Vec<_>>(), [SetId(1)]);
    }

    #[test]
    fn rays_end_with_the_board_or_their_limit() {
        let board = Geometry {
            files: 5,
            ranks: 5,
            turned: Turned::HalfTurn,
        };
        let far = |motion: Motion| -> Vec<usize> {
            let rays = motion.rays(&board).into_iter();
            rays.map(|it| it.squares(&board, board.square(1, 1)).count())
                .collect()
        };
        let slide = |most| Motion::Slide {
            ways: Ways::FORWARD.or(Ways::LEFT),
            least: 1,
            most,
        };
        assert_eq!(far(slide(None)), [3, 1]);
        assert_eq!(far(slide(Some(2))), [2, 1]);
        assert_eq!(far(Motion::Jump(vec![(1, 2), (-2, 1)])), [1, 0]);
    }
}
