//! Set programs: sets of squares with everything static folded away, one for each player's view.

use std::cell::RefCell;
use std::sync::Arc;

use super::run::{Line, Run, RunLines};
use crate::board::{Along, Geometry, Player, Square, Squares, Ways};
use crate::check::sheet::{self, Axis, KindSet, Side};

/// A set of squares to be worked out in a position. Players are absolute here.
#[derive(Debug, Clone, PartialEq)]
pub enum Set<B> {
    /// The same in every position.
    Const(B),
    /// Every piece of a player.
    Of(Player),
    /// Pieces of one kind of a player.
    Kind(Player, u8),
    /// Pieces of some kinds of a player.
    Kinds(Player, Arc<[u8]>),
    /// Pieces of some kinds, whoever owns them.
    Any(Arc<[u8]>),
    /// Every piece.
    Occupied,
    /// No piece on any layer.
    Empty,
    /// Where the act began.
    Origin,
    /// Where the act ended.
    Target,
    /// In all of these.
    And(Box<[Set<B>]>),
    /// In some of these.
    Or(Box<[Set<B>]>),
    /// Not in it.
    Not(Box<Set<B>>),
    /// Lines that hold at least so many.
    Lines {
        /// The squares of each line.
        lines: Arc<[B]>,
        /// How many at least.
        count: u32,
        /// Of what.
        of: Box<Set<B>>,
    },
    /// Connected parts of one set that meet another.
    Chain {
        /// The squares joined to each square.
        joins: Arc<[B]>,
        /// What is joined.
        of: Box<Set<B>>,
        /// What each part must meet.
        from: Box<Set<B>>,
    },
    /// Straight unbroken rows of squares of one set that begin beside another.
    Run(Box<Run<B>>),
    /// Squares a player could capture on with these kinds.
    Attacked(Player, KindSet),
    /// Squares one step away.
    Beside {
        /// The squares one step away from each square.
        steps: Arc<[B]>,
        /// Of what.
        of: Box<Set<B>>,
    },
}

impl<B: Squares> Set<B> {
    /// The squares, if they are the same in every position.
    pub fn constant(&self) -> Option<B> {
        match self {
            Set::Const(squares) => Some(*squares),
            _ => None,
        }
    }

    /// The kinds of a set that is just a player's pieces of some kinds.
    pub fn kinds_of(&self, owner: Player) -> Option<KindSet> {
        let kinds: &[u8] = match self {
            Set::Kind(player, kind) if *player == owner => std::slice::from_ref(kind),
            Set::Kinds(player, kinds) if *player == owner => kinds,
            _ => return None,
        };
        let one = |kind: &u8| KindSet::one(sheet::KindId(*kind));
        Some(kinds.iter().map(one).fold(KindSet::default(), KindSet::or))
    }

    /// How expensive it is to work out: the cheap parts of an `And` go first.
    fn cost(&self) -> u32 {
        match self {
            Set::Const(_) | Set::Origin | Set::Target => 0,
            Set::Of(_)
            | Set::Kind(..)
            | Set::Kinds(..)
            | Set::Any(_)
            | Set::Occupied
            | Set::Empty => 1,
            Set::Not(of) => of.cost(),
            Set::And(parts) | Set::Or(parts) => parts.iter().map(Set::cost).max().unwrap_or(0) + 1,
            Set::Beside { of, .. } => of.cost() + 10,
            Set::Lines { of, .. } => of.cost() + 20,
            Set::Chain { of, from, .. } => of.cost() + from.cost() + 50,
            Set::Run(run) => run.of.cost() + run.from.cost() + 50,
            Set::Attacked(..) => 1000,
        }
    }
}

/// The lines that hold at least `count` squares of a set.
pub fn lines<B: Squares>(lines: &[B], count: u32, of: B) -> B {
    // Both ways are worked out: no processor can foresee which lines it will be.
    let mut all = B::EMPTY;
    for line in lines {
        let held = *line & of;
        let holds = if count == 1 {
            held.any()
        } else {
            held.count() >= count
        };
        all |= if holds { *line } else { B::EMPTY };
    }
    all
}

/// The connected parts of `of` that meet `from`.
pub fn chain<B: Squares>(joins: &[B], of: B, from: B) -> B {
    let mut found = of & from;
    let mut fresh = found;
    while fresh.any() {
        let mut next = B::EMPTY;
        for square in fresh.iter() {
            next |= joins[square.index()];
        }
        fresh = (next & of).without(found);
        found |= fresh;
    }
    found
}

/// The squares one step away from a set.
pub fn beside<B: Squares>(steps: &[B], of: B) -> B {
    of.iter()
        .fold(B::EMPTY, |all, square| all | steps[square.index()])
}

/// Tables that many sets of a variant share, each made once.
#[derive(Debug)]
pub struct Tables<B> {
    board: Geometry,
    made: RefCell<Vec<(Shared, Arc<[B]>)>>,
}

/// What a shared table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shared {
    /// The squares of each file or rank.
    Lines(Axis),
    /// The squares one step away, in directions as a player sees them.
    Steps(Ways, Player),
    /// The squares joined to each, in directions as a player sees them.
    Joins(Ways, Player),
    /// The squares that follow in a direction, as the first player sees it.
    Ray(Ways),
}

impl<B: Squares> Tables<B> {
    /// No table yet.
    pub fn new(board: Geometry) -> Self {
        Tables {
            board,
            made: RefCell::new(Vec::new()),
        }
    }

    fn get(&self, shared: Shared) -> Arc<[B]> {
        if let Some((_, table)) = self.made.borrow().iter().find(|it| it.0 == shared) {
            return table.clone();
        }
        let board = &self.board;
        let seen = |ways: Ways, player| ways.shifts().map(move |it| board.shift_of(player, it));
        let table = match shared {
            Shared::Lines(axis) => {
                let n = match axis {
                    Axis::File => board.files,
                    Axis::Rank => board.ranks,
                };
                let of = |square| match axis {
                    Axis::File => board.file(square),
                    Axis::Rank => board.rank(square),
                };
                let mut lines = vec![B::EMPTY; n];
                for square in board.squares() {
                    lines[of(square)] |= B::one(square);
                }
                lines.into()
            }
            Shared::Steps(ways, player) => {
                shift_table(board, &seen(ways, player).collect::<Vec<_>>())
            }
            Shared::Joins(ways, player) => {
                // Squares are joined when one is a step from the other.
                let mut shifts: Vec<(i32, i32)> = Vec::new();
                for (x, y) in seen(ways, player) {
                    for shift in [(x, y), (-x, -y)] {
                        if !shifts.contains(&shift) {
                            shifts.push(shift);
                        }
                    }
                }
                shift_table(board, &shifts)
            }
            Shared::Ray(way) => board
                .squares()
                .map(|from| {
                    let rays = way.shifts().flat_map(|it| board.ray(from, it));
                    rays.fold(B::EMPTY, |set, it| set | B::one(it))
                })
                .collect(),
        };
        self.made.borrow_mut().push((shared, Arc::clone(&table)));
        table
    }
}

/// Makes set programs for one player's view.
#[derive(Debug)]
pub struct SetMaker<'a, B> {
    /// The tables shared by all sets.
    pub tables: &'a Tables<B>,
    /// The resolved variant.
    pub sheet: &'a sheet::Sheet,
    /// All squares of the board.
    pub all: B,
    /// Whose view.
    pub own: Player,
    /// Squares where the acting piece is stuck, where there is one.
    pub stuck: Option<B>,
}

impl<B: Squares> SetMaker<'_, B> {
    /// The board.
    pub fn board(&self) -> &Geometry {
        &self.sheet.geometry
    }

    fn seen_from(&self, own: Player) -> SetMaker<'_, B> {
        SetMaker {
            tables: self.tables,
            sheet: self.sheet,
            all: self.all,
            own,
            stuck: self.stuck,
        }
    }

    /// The squares for which something holds, as `own` sees them.
    fn squares(&self, holds: impl Fn(usize, usize) -> bool) -> B {
        let board = self.board();
        board
            .squares()
            .filter(|it| {
                let seen = board.seen_by(self.own, *it);
                holds(board.file(seen), board.rank(seen))
            })
            .fold(B::EMPTY, |set, it| set | B::one(it))
    }

    /// Makes the program of a set.
    pub fn set(&self, set: &sheet::Set) -> Set<B> {
        use sheet::Set as S;
        match set {
            S::Ranks(from, to) => {
                Set::Const(self.squares(|_, rank| (*from as usize..=*to as usize).contains(&rank)))
            }
            S::Files(from, to) => {
                Set::Const(self.squares(|file, _| (*from as usize..=*to as usize).contains(&file)))
            }
            S::Square(square) => Set::Const(B::one(self.board().seen_by(self.own, *square))),
            S::Pieces(side, kinds) => self.pieces(*side, *kinds),
            S::Empty => Set::Empty,
            S::Origin => Set::Origin,
            S::Target => Set::Target,
            S::Stuck => Set::Const(
                self.stuck
                    .expect("check: `stuck` stands where a piece acts"),
            ),
            S::Named(id, enemy) => {
                let own = if *enemy { self.own.other() } else { self.own };
                self.seen_from(own).set(&self.sheet.sets[id.0 as usize].set)
            }
            S::And(parts) => and(parts.iter().map(|it| self.set(it)).collect(), self.all),
            S::Or(parts) => or(parts.iter().map(|it| self.set(it)).collect()),
            S::Not(of) => not(self.set(of), self.all),
            S::Lines { axis, count, of } => {
                let lines = self.tables.get(Shared::Lines(*axis));
                match self.set(of) {
                    Set::Const(of) => Set::Const(self::lines(&lines, *count, of)),
                    of => Set::Lines {
                        lines,
                        count: *count,
                        of: Box::new(of),
                    },
                }
            }
            S::Chain { ways, of, from } => {
                let joins = self.tables.get(Shared::Joins(*ways, self.own));
                match (self.set(of), self.set(from)) {
                    (Set::Const(of), Set::Const(from)) => Set::Const(chain(&joins, of, from)),
                    (of, from) => Set::Chain {
                        joins,
                        of: Box::new(of),
                        from: Box::new(from),
                    },
                }
            }
            S::Run {
                along,
                least,
                most,
                of,
                from,
                to,
            } => self.run(*along, (*least, *most), of, from, to.as_deref()),
            S::Attacked { by_own, kinds } => {
                Set::Attacked(if *by_own { self.own } else { self.own.other() }, *kinds)
            }
            S::Beside { ways, of } => {
                let steps = self.tables.get(Shared::Steps(*ways, self.own));
                match self.set(of) {
                    Set::Const(of) => Set::Const(beside(&steps, of)),
                    of => Set::Beside {
                        steps,
                        of: Box::new(of),
                    },
                }
            }
        }
    }

    fn run(
        &self,
        along: Along,
        (least, most): (u32, Option<u32>),
        of: &sheet::Set,
        from: &sheet::Set,
        to: Option<&sheet::Set>,
    ) -> Set<B> {
        let board = self.board();
        let line = |shift: (i32, i32)| {
            let (dx, dy) = shift;
            let way = Ways::of_line(shift).unwrap_or_default();
            Line {
                ray: self.tables.get(Shared::Ray(way)),
                up: dy > 0 || (dy == 0 && dx > 0),
            }
        };
        let run = Run {
            lines: match along {
                Along::Ways(ways) => {
                    let shifts = ways.shifts().map(|it| board.shift_of(self.own, it));
                    RunLines::Fixed(shifts.map(line).collect())
                }
                Along::Bends(bends) => {
                    RunLines::Bent(bends, Ways::ANY.shifts().map(line).collect())
                }
            },
            least,
            most: most.unwrap_or(u32::MAX),
            of: self.set(of),
            from: self.set(from),
            to: to.map(|it| self.set(it)),
        };
        let to = run.to.as_ref().map(Set::constant);
        match (&run.lines, run.of.constant(), run.from.constant(), to) {
            (_, Some(of), _, _) if of.is_empty() => Set::Const(of),
            (RunLines::Fixed(_), Some(of), Some(from), None) => {
                Set::Const(run.squares(board, [None; 2], of, from, None))
            }
            (RunLines::Fixed(_), Some(of), Some(from), Some(Some(to))) => {
                Set::Const(run.squares(board, [None; 2], of, from, Some(to)))
            }
            _ => Set::Run(Box::new(run)),
        }
    }

    fn pieces(&self, side: Side, kinds: KindSet) -> Set<B> {
        let player = match side {
            Side::Own => Some(self.own),
            Side::Enemy => Some(self.own.other()),
            Side::Any => None,
        };
        if kinds == KindSet::ALL {
            return player.map_or(Set::Occupied, Set::Of);
        }
        let list: Arc<[u8]> = (0..self.sheet.kinds.len() as u8)
            .filter(|it| {
                kinds.has(sheet::KindId(*it))
                    && (player.is_none() || !self.sheet.kinds[*it as usize].neutral)
            })
            .collect();
        match player {
            _ if list.is_empty() => Set::Const(B::EMPTY),
            Some(player) if list.len() == 1 => Set::Kind(player, list[0]),
            Some(player) => Set::Kinds(player, list),
            None => Set::Any(list),
        }
    }

    /// The squares on which a movement onto `set` would capture, if an enemy of no kind stood there on the
    /// mover's own layer.
    pub fn capturable(&self, set: &sheet::Set, layer: usize) -> Set<B> {
        self.imagined(set, layer, Side::Enemy)
    }

    /// A set with a piece of no kind imagined on each square in question, in place of what stands on a layer there;
    /// the piece is on this side as seen from here.
    fn imagined(&self, set: &sheet::Set, layer: usize, side: Side) -> Set<B> {
        use sheet::Set as S;
        match set {
            S::Pieces(asked, kinds) if *asked == side || *asked == Side::Any => {
                if *kinds == KindSet::ALL {
                    return Set::Const(self.all);
                }
                // It has no kind; a piece of that side that is really there is not imagined away.
                let real = self.pieces(side, *kinds);
                match asked {
                    Side::Any => or(vec![self.other_layers(*kinds, layer, Side::Any), real]),
                    _ => real,
                }
            }
            // What stands on the layer is imagined away; pieces of other layers stay.
            S::Pieces(asked, kinds) => self.other_layers(*kinds, layer, *asked),
            S::Empty => Set::Const(B::EMPTY),
            S::Named(id, enemy) => {
                let named = &self.sheet.sets[id.0 as usize];
                if named.is_zone {
                    return self.set(set);
                }
                let (own, side) = match (*enemy, side) {
                    (false, side) => (self.own, side),
                    (true, Side::Enemy) => (self.own.other(), Side::Own),
                    (true, _) => (self.own.other(), Side::Enemy),
                };
                self.seen_from(own).imagined(&named.set, layer, side)
            }
            S::And(parts) => and(
                parts
                    .iter()
                    .map(|it| self.imagined(it, layer, side))
                    .collect(),
                self.all,
            ),
            S::Or(parts) => or(parts
                .iter()
                .map(|it| self.imagined(it, layer, side))
                .collect()),
            S::Not(of) => not(self.imagined(of, layer, side), self.all),
            S::Ranks(..)
            | S::Files(..)
            | S::Square(_)
            | S::Origin
            | S::Target
            | S::Stuck
            | S::Lines { .. }
            | S::Chain { .. }
            | S::Run { .. }
            | S::Attacked { .. }
            | S::Beside { .. } => self.set(set),
        }
    }

    fn other_layers(&self, kinds: KindSet, layer: usize, side: Side) -> Set<B> {
        let rest = self
            .sheet
            .kinds
            .iter()
            .enumerate()
            .filter(|(i, it)| it.layer != layer && kinds.has(sheet::KindId(*i as u8)))
            .fold(KindSet::default(), |set, (i, _)| {
                set.or(KindSet::one(sheet::KindId(i as u8)))
            });
        self.pieces(side, rest)
    }

    /// Squares that could be in the set in some position: static parts exactly, everything else always.
    pub fn could(&self, set: &sheet::Set) -> B {
        use sheet::Set as S;
        if crate::check::sets::is_static(set, &self.sheet.sets) {
            return self.set(set).constant().unwrap_or(self.all);
        }
        match set {
            S::And(parts) => parts.iter().fold(self.all, |all, it| all & self.could(it)),
            S::Or(parts) => parts.iter().fold(B::EMPTY, |all, it| all | self.could(it)),
            S::Named(id, enemy) => {
                let own = if *enemy { self.own.other() } else { self.own };
                self.seen_from(own)
                    .could(&self.sheet.sets[id.0 as usize].set)
            }
            S::Ranks(..)
            | S::Files(..)
            | S::Square(_)
            | S::Pieces(..)
            | S::Empty
            | S::Origin
            | S::Target
            | S::Stuck
            | S::Not(_)
            | S::Lines { .. }
            | S::Chain { .. }
            | S::Run { .. }
            | S::Attacked { .. }
            | S::Beside { .. } => self.all,
        }
    }
}

/// For each square, the squares some shifts away.
pub fn shift_table<B: Squares>(board: &Geometry, shifts: &[(i32, i32)]) -> Arc<[B]> {
    board
        .squares()
        .map(|from| {
            shifts
                .iter()
                .filter_map(|shift| board.shifted(from, *shift))
                .fold(B::EMPTY, |set, to: Square| set | B::one(to))
        })
        .collect()
}

/// In all of these; static parts folded, the dear ones last.
pub fn and<B: Squares>(parts: Vec<Set<B>>, all: B) -> Set<B> {
    let mut constant = all;
    let mut rest: Vec<Set<B>> = Vec::new();
    for part in parts {
        match part {
            Set::Const(squares) => constant &= squares,
            Set::And(inner) => {
                for it in inner.into_vec() {
                    match it {
                        Set::Const(squares) => constant &= squares,
                        it => rest.push(it),
                    }
                }
            }
            part => rest.push(part),
        }
    }
    if constant.is_empty() || rest.is_empty() {
        return Set::Const(constant);
    }
    if constant != all {
        rest.insert(0, Set::Const(constant));
    }
    rest.sort_by_key(Set::cost);
    if rest.len() == 1 {
        return rest.swap_remove(0);
    }
    Set::And(rest.into())
}

/// In some of these; static parts folded.
pub fn or<B: Squares>(parts: Vec<Set<B>>) -> Set<B> {
    let mut constant = B::EMPTY;
    let mut rest: Vec<Set<B>> = Vec::new();
    for part in parts {
        match part {
            Set::Const(squares) => constant |= squares,
            part => rest.push(part),
        }
    }
    if rest.is_empty() {
        return Set::Const(constant);
    }
    if constant.any() {
        rest.insert(0, Set::Const(constant));
    }
    if rest.len() == 1 {
        return rest.swap_remove(0);
    }
    Set::Or(rest.into())
}

/// Not in it.
pub fn not<B: Squares>(of: Set<B>, all: B) -> Set<B> {
    match of {
        Set::Const(squares) => Set::Const(all.without(squares)),
        Set::Empty => Set::Occupied,
        Set::Occupied => Set::Empty,
        Set::Not(of) => *of,
        of => Set::Not(Box::new(of)),
    }
}
