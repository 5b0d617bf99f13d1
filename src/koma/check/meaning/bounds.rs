//! What can be known of sets, acts and conditions without a position: bounds that hold in all of them.
//!
//! Everything is seen from the side of the first player: both see the same, each from his own side.

use std::cell::{Cell, RefCell};

use crate::board::squares::Wide;
use crate::board::{Geometry, Player, Square, Squares, Ways};
use crate::check::sheet::{
    Axis, Condition, KindId, KindSet, Motion, Pattern, Purse, Quantity, Set, Sheet, Side, Verb,
};

/// Squares of any board.
pub type Board = Wide<21>;

/// Steps of work for one file. When they are done everything is thought possible, so that a file that nobody would
/// write is judged quickly.
#[derive(Debug, Clone)]
pub struct Work(Cell<u64>);

impl Default for Work {
    fn default() -> Work {
        Work(Cell::new(8_000_000))
    }
}

impl Work {
    /// Does so many steps; false when there are too many.
    pub fn does(&self, steps: usize) -> bool {
        self.0.set(self.0.get().saturating_sub(steps as u64));
        !self.is_done()
    }

    /// Whether no more is looked at.
    pub fn is_done(&self) -> bool {
        self.0.get() == 0
    }
}

/// A set in any position: it has at least these squares, and at most those.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// In the set in every position.
    pub least: Board,
    /// In the set in some position, as far as is known.
    pub most: Board,
}

impl Bounds {
    fn exactly(squares: Board) -> Bounds {
        Bounds {
            least: squares,
            most: squares,
        }
    }

    fn map(self, f: impl Fn(Board) -> Board) -> Bounds {
        Bounds {
            least: f(self.least),
            most: f(self.most),
        }
    }
}

/// One manner of moving: where it could begin, cross and land.
struct Way<'s> {
    motion: &'s Motion,
    from: Board,
    cross: Board,
    land: Board,
}

/// What is known of a variant before the first move.
#[derive(Debug)]
pub struct Facts<'s> {
    /// The variant.
    pub sheet: &'s Sheet,
    /// What is left to do.
    pub work: &'s Work,
    /// Kinds that stand on the board at some time.
    pub on_board: KindSet,
    /// Kinds that are in a hand at some time.
    pub in_hand: KindSet,
    /// Kinds that are dropped at some time.
    pub dropped: KindSet,
    all: Board,
    named: RefCell<Vec<Option<Bounds>>>,
    stuck: RefCell<Vec<Option<Board>>>,
}

impl<'s> Facts<'s> {
    /// The facts of a variant.
    pub fn new(sheet: &'s Sheet, work: &'s Work) -> Facts<'s> {
        let mut facts = Facts {
            sheet,
            on_board: KindSet::default(),
            in_hand: KindSet::default(),
            dropped: KindSet::default(),
            all: squares(sheet.geometry.squares()),
            named: RefCell::new(vec![None; sheet.sets.len()]),
            stuck: RefCell::new(vec![None; sheet.kinds.len()]),
            work,
        };
        facts.arise();
        facts
    }

    /// Finds the kinds that arise: from the start by promotion, capture and drops.
    fn arise(&mut self) {
        let sheet = self.sheet;
        let with = |set: KindSet, kind: usize| set.or(KindSet::one(KindId(kind as u8)));
        for (_, kind) in sheet.start.cells.iter().flatten() {
            self.on_board = with(self.on_board, *kind as usize);
        }
        for (kind, _) in sheet.kinds.iter().enumerate() {
            if sheet.start.hands.iter().any(|it| it[kind] > 0) {
                self.in_hand = with(self.in_hand, kind);
            }
        }
        loop {
            let before = (self.on_board, self.in_hand);
            for (i, kind) in sheet.kinds.iter().enumerate() {
                if self.on_board.has(KindId(i as u8)) {
                    for to in &kind.becomes {
                        self.on_board = with(self.on_board, to.index());
                    }
                    if sheet.fills_hands() && !kind.neutral {
                        self.in_hand = with(self.in_hand, kind.in_hand_as.index());
                    }
                }
                if self.in_hand.has(KindId(i as u8)) {
                    for to in &kind.drops_as {
                        if self.in_turn(Verb::Drop, *to) {
                            self.dropped = with(self.dropped, to.index());
                        }
                    }
                    self.on_board = self.on_board.or(self.dropped);
                }
            }
            if before == (self.on_board, self.in_hand) {
                return;
            }
        }
    }

    /// Whether a turn has acts like this of a kind.
    fn in_turn(&self, verb: Verb, kind: KindId) -> bool {
        let mut acts = self.sheet.turns.iter().flat_map(|it| &it.acts);
        acts.any(|(it, _)| it.verb == verb && it.kinds.has(kind))
    }

    /// Whether a kind is on the board or in a hand at some time.
    pub fn arises(&self, kind: KindId) -> bool {
        self.on_board.has(kind) || self.in_hand.has(kind)
    }

    fn board(&self) -> &Geometry {
        &self.sheet.geometry
    }

    /// The bounds of a set. `stuck` are the squares where the acting piece is, where there is one.
    pub fn set(&self, set: &Set, stuck: Option<Board>) -> Bounds {
        let board = *self.board();
        let unknown = Bounds {
            least: Board::EMPTY,
            most: self.all,
        };
        if !self.work.does(1) {
            return unknown;
        }
        let among = |from: u8, to: u8, n: usize| (from as usize..=to as usize).contains(&n);
        match set {
            Set::Ranks(..) | Set::Files(..) if !self.work.does(board.n_squares()) => unknown,
            Set::Ranks(from, to) => Bounds::exactly(squares(
                board
                    .squares()
                    .filter(|it| among(*from, *to, board.rank(*it))),
            )),
            Set::Files(from, to) => Bounds::exactly(squares(
                board
                    .squares()
                    .filter(|it| among(*from, *to, board.file(*it))),
            )),
            Set::Square(square) => Bounds::exactly(Board::one(*square)),
            Set::Pieces(side, kinds) => match self.stands(*side, *kinds) {
                true => unknown,
                false => Bounds::exactly(Board::EMPTY),
            },
            Set::Attacked { kinds, .. } => match self.stands(Side::Own, *kinds) {
                true => unknown,
                false => Bounds::exactly(Board::EMPTY),
            },
            Set::Empty | Set::Origin | Set::Target => unknown,
            Set::Stuck => Bounds {
                least: Board::EMPTY,
                most: stuck.unwrap_or(self.all),
            },
            Set::Named(id, enemy) => {
                let at = id.0 as usize;
                let known = self.named.borrow()[at];
                let found = known.unwrap_or_else(|| self.set(&self.sheet.sets[at].set, None));
                self.named.borrow_mut()[at] = Some(found);
                if !*enemy {
                    return found;
                }
                found.map(|it| squares(it.iter().map(|it| board.seen_by(Player::Second, it))))
            }
            Set::And(parts) => parts.iter().map(|it| self.set(it, stuck)).fold(
                Bounds::exactly(self.all),
                |a, b| Bounds {
                    least: a.least & b.least,
                    most: a.most & b.most,
                },
            ),
            Set::Or(parts) => parts.iter().map(|it| self.set(it, stuck)).fold(
                Bounds::exactly(Board::EMPTY),
                |a, b| Bounds {
                    least: a.least | b.least,
                    most: a.most | b.most,
                },
            ),
            Set::Not(of) => {
                let of = self.set(of, stuck);
                Bounds {
                    least: self.all.without(of.most),
                    most: self.all.without(of.least),
                }
            }
            Set::Lines { axis, count, of } => {
                let of = self.set(of, stuck);
                of.map(|it| self.lines(*axis, *count, it))
            }
            Set::Beside { ways, of } => {
                let of = self.set(of, stuck);
                if !self.work.does(8 * board.n_squares()) {
                    return unknown;
                }
                of.map(|it| beside(&board, *ways, it))
            }
            Set::Run { of, .. } => Bounds {
                least: Board::EMPTY,
                most: self.set(of, stuck).most,
            },
            Set::Chain { ways, of, from } => {
                let (of, from) = (self.set(of, stuck), self.set(from, stuck));
                if !self.work.does(16 * board.n_squares()) {
                    return unknown;
                }
                Bounds {
                    least: chain(&board, *ways, of.least, from.least),
                    most: chain(&board, *ways, of.most, from.most),
                }
            }
        }
    }

    /// Whether pieces of a side and of some kinds stand on the board at some time.
    fn stands(&self, side: Side, kinds: KindSet) -> bool {
        let mut standing = KindSet(kinds.0 & self.on_board.0).iter();
        standing.any(|it| side == Side::Any || !self.sheet.kinds[it.index()].neutral)
    }

    fn lines(&self, axis: Axis, count: u32, of: Board) -> Board {
        let board = self.board();
        let line = |square: Square| match axis {
            Axis::File => board.file(square),
            Axis::Rank => board.rank(square),
        };
        let mut held = vec![0; board.files.max(board.ranks)];
        of.iter().for_each(|it| held[line(it)] += 1);
        squares(board.squares().filter(|it| held[line(*it)] >= count))
    }

    /// Whether every square of one set is in the other, in every position.
    pub fn is_within(&self, a: &Set, b: &Set) -> bool {
        if !self.work.does(5) {
            return false;
        }
        let part = match (a, b) {
            (Set::And(parts), _) if parts.contains(b) => true,
            (_, Set::Or(parts)) if parts.contains(a) => true,
            _ => a == b,
        };
        part || self
            .set(a, None)
            .most
            .without(self.set(b, None).least)
            .is_empty()
    }

    fn ways(&self, kind: KindId) -> Vec<Way<'s>> {
        let most = |it: &Option<Set>| it.as_ref().map_or(self.all, |it| self.set(it, None).most);
        let moves = &self.sheet.kinds[kind.index()].moves;
        moves
            .iter()
            .map(|it| {
                let within = most(&it.within);
                Way {
                    motion: &it.motion,
                    from: most(&it.from),
                    cross: most(&it.through) & within,
                    land: most(&it.onto) & within,
                }
            })
            .collect()
    }

    /// The squares that a piece could move to, whatever stood where.
    fn targets(&self, ways: &[Way<'_>], from: Square) -> Board {
        let board = self.board();
        let mut found = Board::EMPTY;
        for way in ways.iter().filter(|it| it.from.has(from)) {
            let mut land = |to: Square| {
                if way.land.has(to) {
                    found |= Board::one(to);
                }
            };
            for ray in way.motion.rays(board) {
                if !self.work.does(1) {
                    return self.all;
                }
                for (distance, to) in ray.squares(board, from) {
                    if !self.work.does(1) {
                        return self.all;
                    }
                    if distance >= ray.least {
                        land(to);
                    }
                    if ray.can_be_blocked && !way.cross.has(to) {
                        break;
                    }
                }
            }
        }
        found
    }

    /// Squares on which a piece could never move, whatever stood where.
    pub fn stuck(&self, kind: KindId) -> Board {
        if let Some(known) = self.stuck.borrow()[kind.index()] {
            return known;
        }
        let ways = self.ways(kind);
        let all = self.board().squares();
        let stuck = squares(all.filter(|it| self.targets(&ways, *it).is_empty()));
        self.stuck.borrow_mut()[kind.index()] = Some(stuck);
        stuck
    }

    /// Whether a kind can never move.
    pub fn never_moves(&self, kind: KindId) -> bool {
        let ways = self.ways(kind);
        let mut all = self.board().squares();
        all.all(|it| self.targets(&ways, it).is_empty())
    }

    /// Whether some act could fit a pattern.
    pub fn fits(&self, pattern: &Pattern) -> bool {
        let mut acts = self.sheet.turns.iter().flat_map(|it| &it.acts);
        match pattern.verb {
            Verb::Pass => acts.any(|(it, _)| it.verb == Verb::Pass),
            _ => (0..self.sheet.kinds.len()).any(|it| self.fits_kind(pattern, KindId(it as u8))),
        }
    }

    /// Whether some act of a kind could fit a pattern.
    pub fn fits_kind(&self, pattern: &Pattern, kind: KindId) -> bool {
        if !pattern.kinds.has(kind) || !self.in_turn(pattern.verb, kind) {
            return false;
        }
        let speaks_of_stuck = pattern
            .sets()
            .flat_map(Set::nodes)
            .any(|it| *it == Set::Stuck);
        let stuck = speaks_of_stuck.then(|| self.stuck(kind));
        let most = |it: &Option<Set>| it.as_ref().map_or(self.all, |it| self.set(it, stuck).most);
        let to = most(&pattern.to);
        if pattern.verb == Verb::Drop {
            return self.dropped.has(kind) && to.any();
        }
        let facts = &self.sheet.kinds[kind.index()];
        let captures = pattern.capturing.is_none_or(|taken| {
            let mut taken = KindSet(taken.0 & self.on_board.0).iter();
            taken.any(|it| self.sheet.kinds[it.index()].layer == facts.layer)
        });
        if facts.neutral
            || !self.on_board.has(kind)
            || !captures
            || pattern.promoting && facts.becomes.is_empty()
        {
            return false;
        }
        let (from, touching) = (most(&pattern.from), most(&pattern.touching));
        let ways = self.ways(kind);
        from.iter().any(|it| {
            let mut found = self.targets(&ways, it) & to;
            if !touching.has(it) {
                found &= touching;
            }
            found.any()
        })
    }

    /// Whether a condition could hold.
    pub fn could_hold(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Count(quantity, set) | Condition::Throughout(quantity, set) => {
                let bounds = self.set(set, None);
                match quantity {
                    Quantity::AtLeast(least) => bounds.most.count() >= *least,
                    Quantity::AtMost(most) => bounds.least.count() <= *most,
                }
            }
            Condition::Points { quantity, of, than } => {
                let counts = |it: &Purse| {
                    let stand = self.set(&it.set, None).most.any();
                    let mut kinds = self.sheet.kinds.iter().filter(|it| it.points > 0);
                    (stand || it.hand.is_some()) && kinds.next().is_some()
                };
                // Something must be worth points, unless none will do.
                quantity.fits_difference(0)
                    || counts(of)
                    || than.is_some() && matches!(quantity, Quantity::AtMost(_))
            }
            Condition::Mate { kinds, .. } => self.stands(Side::Own, *kinds),
            Condition::Hand {
                quantity, kinds, ..
            } => quantity.fits(0) || kinds.0 & self.in_hand.0 != 0,
            Condition::Act(pattern) => self.fits(pattern),
            Condition::CannotAct { .. } | Condition::Repeated { .. } | Condition::OwnIs(_) => true,
        }
    }

    /// Whether every act that fits one pattern fits the other.
    pub fn fits_within(&self, a: &Pattern, b: &Pattern) -> bool {
        let all = [
            (&a.from, &b.from),
            (&a.to, &b.to),
            (&a.touching, &b.touching),
        ];
        let within = |a: &Option<Set>, b: &Option<Set>| match (a, b) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => self.is_within(a, b),
        };
        a.verb == b.verb
            && self.kinds_within(a.kinds, b.kinds)
            && all.iter().all(|(a, b)| within(a, b))
            && match (a.capturing, b.capturing) {
                (_, None) => true,
                (None, Some(_)) => false,
                (Some(a), Some(b)) => self.kinds_within(a, b),
            }
            && (a.promoting || !b.promoting)
    }

    /// Whether every kind of one set is in the other.
    pub fn kinds_within(&self, a: KindSet, b: KindSet) -> bool {
        (0..self.sheet.kinds.len() as u8).all(|it| !a.has(KindId(it)) || b.has(KindId(it)))
    }

    /// Whether one condition holds whenever the other does.
    pub fn follows(&self, a: &Condition, b: &Condition) -> bool {
        use Condition as C;
        if !self.work.does(1) {
            return false;
        }
        let counts = |(n, s): (&Quantity, &Set), (m, t): (&Quantity, &Set)| match (n, m) {
            (Quantity::AtLeast(n), Quantity::AtLeast(m)) => n >= m && self.is_within(s, t),
            (Quantity::AtMost(n), Quantity::AtMost(m)) => n <= m && self.is_within(t, s),
            _ => false,
        };
        a == b
            || match a {
                C::Count(n, s) => matches!(b, C::Count(m, t) if counts((n, s), (m, t))),
                C::Throughout(n, s) => matches!(b, C::Throughout(m, t) if counts((n, s), (m, t))),
                C::Repeated { times, in_a_row } => matches!(
                    b,
                    C::Repeated { times: fewer, in_a_row: row }
                        if times >= fewer && (*in_a_row || !row)
                ),
                C::Act(a) => matches!(b, C::Act(b) if self.fits_within(a, b)),
                C::Points { .. }
                | C::Mate { .. }
                | C::CannotAct { .. }
                | C::Hand { .. }
                | C::OwnIs(_) => false,
            }
    }
}

fn squares(all: impl Iterator<Item = Square>) -> Board {
    all.fold(Board::EMPTY, |set, it| set | Board::one(it))
}

fn beside(board: &Geometry, ways: Ways, of: Board) -> Board {
    squares(
        of.iter()
            .flat_map(|from| ways.shifts().filter_map(move |it| board.shifted(from, it))),
    )
}

/// The connected parts of `of` that meet `from`: squares join both ways.
fn chain(board: &Geometry, ways: Ways, of: Board, from: Board) -> Board {
    let mut found = of & from;
    let mut fresh = found;
    while fresh.any() {
        let mut next = Board::EMPTY;
        for square in fresh.iter() {
            for (dx, dy) in ways.shifts() {
                for shift in [(dx, dy), (-dx, -dy)] {
                    if let Some(it) = board.shifted(square, shift) {
                        next |= Board::one(it);
                    }
                }
            }
        }
        fresh = (next & of).without(found);
        found |= fresh;
    }
    found
}
