//! Movement as tables: where a piece comes to from each square, and from where a square is come to.

use std::sync::Arc;

use super::set::{self, Set, SetMaker};
use crate::board::{Geometry, Player, Square, Squares};
use crate::check::sheet::{self, KindId, KindSet};

/// How one kind of one player moves.
#[derive(Debug, Clone)]
pub struct Mover<B> {
    /// Its manners of moving, a slide of several directions as several of them.
    pub manners: Vec<Manner<B>>,
    /// Squares from which it could never move, whatever stood where.
    pub stuck: B,
}

/// One manner of moving.
#[derive(Debug, Clone, PartialEq)]
pub struct Manner<B> {
    /// Where it leads.
    pub course: Course<B>,
    /// Only from these squares, if that depends on the position.
    pub gate: Option<Set<B>>,
    /// Where it lands.
    pub onto: Landing<B>,
    /// Where it could capture.
    pub takes: Set<B>,
}

/// Where a manner of moving leads, whatever stands on the target.
#[derive(Debug, Clone, PartialEq)]
pub enum Course<B> {
    /// Steps and leaps.
    Jump(Jump<B>),
    /// Along a line.
    Slide(Slide<B>),
    /// Along a line, crossing exactly one square of a set.
    Hop(Hop<B>),
}

/// A slide that crosses exactly one square of a set.
#[derive(Debug, Clone, PartialEq)]
pub struct Hop<B> {
    /// Where it leads if nothing is in the way.
    pub slide: Slide<B>,
    /// One of these is crossed.
    pub over: Set<B>,
}

/// Where a movement may land.
#[derive(Debug, Clone, PartialEq)]
pub enum Landing<B> {
    /// An empty square or one with an enemy: what movement does where nothing else is said.
    Usual,
    /// An empty square.
    Empty,
    /// A square with an enemy.
    Enemy,
    /// A square with an enemy of these kinds.
    Only(KindSet),
    /// What the set says.
    Set(Set<B>),
}

/// Steps and leaps.
#[derive(Debug, Clone, PartialEq)]
pub struct Jump<B> {
    /// Per square, where it goes to.
    pub to: Arc<[B]>,
    /// Per square, where it comes from.
    pub back: Arc<[B]>,
}

/// A slide in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Slide<B> {
    /// Every square in the opposite direction, per square.
    pub back_ray: Arc<[B]>,
    /// Whether squares further along have higher numbers.
    pub up: bool,
    /// As far as it may go, per square.
    pub path: Arc<[B]>,
    /// Where it may stop, per square.
    pub land: Arc<[B]>,
    /// From where it may stop here, per square.
    pub back_land: Arc<[B]>,
    /// What it may cross; empty squares if nothing is said.
    pub through: Option<Set<B>>,
}

impl<B: Squares> Slide<B> {
    /// The squares it comes to from a square, the first of `stops` included.
    #[inline]
    pub fn swept(&self, from: Square, stops: B) -> B {
        let path = self.path[from.index()];
        let stops = path & stops;
        path & if self.up {
            stops.up_to_lowest()
        } else {
            stops.highest_and_up()
        }
    }

    /// The squares from which it comes to a square, the nearest of `stops` included.
    #[inline]
    pub fn swept_back(&self, to: Square, stops: B) -> B {
        let back = self.back_ray[to.index()];
        let stops = back & stops;
        let seen = if stops.is_empty() {
            back
        } else {
            back.without(self.back_ray[self.nearest_back(stops).index()])
        };
        seen & self.back_land[to.index()]
    }

    /// The squares it comes to from a square behind the first of `stops`, which has to be one of `over`, the next of `stops`
    /// included.
    pub fn hopped(&self, from: Square, stops: B, over: B) -> B {
        let path = self.path[from.index()];
        let near = path & stops;
        if near.is_empty() {
            return B::EMPTY;
        }
        let (first, as_far_as) = match self.up {
            true => (near.lowest(), near.up_to_lowest()),
            false => (near.highest(), near.highest_and_up()),
        };
        if !over.has(first) {
            return B::EMPTY;
        }
        let behind = path.without(as_far_as);
        let stops = behind & stops;
        behind
            & match self.up {
                true => stops.up_to_lowest(),
                false => stops.highest_and_up(),
            }
    }

    /// The squares from which it comes to a square behind one of `over`: the same line, the other way.
    pub fn hopped_back(&self, to: Square, stops: B, over: B) -> B {
        let near = self.back_ray[to.index()] & stops;
        if near.is_empty() {
            return B::EMPTY;
        }
        let first = self.nearest_back(near);
        if !over.has(first) {
            return B::EMPTY;
        }
        let behind = self.back_ray[first.index()];
        let stops = behind & stops;
        let seen = match stops.is_empty() {
            true => behind,
            false => behind.without(self.back_ray[self.nearest_back(stops).index()]),
        };
        seen & self.back_land[to.index()]
    }

    /// The squares between an origin and a square that it leads to.
    #[inline]
    pub fn between(&self, from: Square, to: Square) -> B {
        self.path[from.index()] & self.back_ray[to.index()]
    }

    /// The nearest of some squares that lie behind, against the direction of the slide.
    #[inline]
    pub fn nearest_back(&self, behind: B) -> Square {
        if self.up {
            behind.highest()
        } else {
            behind.lowest()
        }
    }
}

impl<B: Squares> Course<B> {
    /// Where it could come to from a square, if nothing stood in the way.
    pub fn could_reach(&self, from: Square) -> B {
        match self {
            Course::Jump(jump) => jump.to[from.index()],
            Course::Slide(slide) | Course::Hop(Hop { slide, .. }) => slide.land[from.index()],
        }
    }

    /// From where it could come to a square, if nothing stood in the way.
    #[inline]
    pub fn could_come_from(&self, to: Square) -> B {
        match self {
            Course::Jump(jump) => jump.back[to.index()],
            Course::Slide(slide) | Course::Hop(Hop { slide, .. }) => slide.back_land[to.index()],
        }
    }
}

impl<B: Squares> Manner<B> {
    /// Whether it goes from anywhere onto empty squares and enemies, crossing empty squares alone.
    pub fn is_usual(&self) -> bool {
        self.onto == Landing::Usual && self.is_plain()
    }

    /// Whether only what stands in the way of a slide can keep it from a target that it may land on.
    pub fn is_plain(&self) -> bool {
        self.gate.is_none()
            && match &self.course {
                Course::Jump(_) => true,
                Course::Slide(slide) => slide.through.is_none(),
                Course::Hop(_) => false,
            }
    }
}

impl<B: Squares> Mover<B> {
    /// Whether all its manners are usual.
    pub fn is_usual(&self) -> bool {
        self.manners.iter().all(Manner::is_usual)
    }

    /// Where it could come to from a square, if nothing stood in the way.
    pub fn could_reach(&self, from: Square) -> B {
        let manners = self.manners.iter();
        manners.fold(B::EMPTY, |all, it| all | it.course.could_reach(from))
    }
}

/// The rays of a board, made once and shared.
#[derive(Debug)]
pub struct Rays<B> {
    made: Vec<RayTable<B>>,
}

type Distances = (u32, Option<u32>);

/// A direction, how far, and the squares at that distance from each square.
type RayTable<B> = ((i32, i32), Distances, Arc<[B]>);

impl<B: Squares> Rays<B> {
    /// No ray yet.
    pub fn new() -> Self {
        Rays { made: Vec::new() }
    }

    /// Per square, the squares in a direction at a distance of `least` to `most`.
    fn get(&mut self, board: &Geometry, shift: (i32, i32), distances: Distances) -> Arc<[B]> {
        let mut made = self.made.iter();
        if let Some((_, _, table)) = made.find(|it| it.0 == shift && it.1 == distances) {
            return table.clone();
        }
        let (least, most) = distances;
        let most = most.unwrap_or(u32::MAX) as usize;
        let table: Arc<[B]> = board
            .squares()
            .map(|from| {
                let ray = board.ray(from, shift).take(most);
                let far = ray.skip(least.saturating_sub(1) as usize);
                far.fold(B::EMPTY, |set, it| set | B::one(it))
            })
            .collect();
        self.made.push((shift, distances, table.clone()));
        table
    }
}

impl<B: Squares> Default for Rays<B> {
    fn default() -> Self {
        Rays::new()
    }
}

/// The tables of one kind for one player.
pub fn mover<B: Squares>(
    kind: &sheet::Kind,
    maker: &SetMaker<'_, B>,
    rays: &mut Rays<B>,
) -> Mover<B> {
    let mut mover = Mover {
        manners: Vec::new(),
        stuck: maker.all,
    };
    for path in &kind.moves {
        let clauses = Clauses::new(path, kind.layer, maker);
        match &path.motion {
            sheet::Motion::Jump(shifts) => {
                let shifts: Vec<(i32, i32)> = shifts
                    .iter()
                    .map(|it| maker.board().shift_of(maker.own, *it))
                    .collect();
                let table = set::shift_table::<B>(maker.board(), &shifts);
                clauses.jump(maker, &table, &mut mover);
            }
            sheet::Motion::Anywhere => {
                let squares = maker.board().squares();
                let table: Vec<B> = squares.map(|it| maker.all.without(B::one(it))).collect();
                clauses.jump(maker, &table, &mut mover);
            }
            sheet::Motion::Slide { ways, least, most } => {
                for shift in ways.shifts() {
                    let shift = maker.board().shift_of(maker.own, shift);
                    let slide =
                        clauses.slide(maker, rays, shift, (*least, *most), None, &mut mover);
                    mover.manners.push(clauses.manner(Course::Slide(slide)));
                }
            }
            sheet::Motion::Hop {
                ways,
                least,
                most,
                over,
            } => {
                for shift in ways.shifts() {
                    let shift = maker.board().shift_of(maker.own, shift);
                    let hurdles = Some(Hurdles::new(maker, over));
                    let slide =
                        clauses.slide(maker, rays, shift, (*least, *most), hurdles, &mut mover);
                    let over = clauses.narrowed(maker, maker.set(over));
                    mover
                        .manners
                        .push(clauses.manner(Course::Hop(Hop { slide, over })));
                }
            }
        }
    }
    mover
}

/// The clauses of a manner of moving: what never changes goes into the tables, what depends on the position is asked.
struct Clauses<B> {
    /// The origins that a `from` which never changes leaves.
    rows: B,
    gate: Option<Set<B>>,
    /// The squares that a `within` which never changes leaves.
    room: B,
    /// What may be crossed, if not just empty squares.
    through: Option<Set<B>>,
    /// The targets that an `onto` which never changes leaves.
    lands: B,
    onto: Landing<B>,
    takes: Set<B>,
    /// Squares that could ever be moved from, landed on and crossed.
    could_from: B,
    could_land: B,
    could_cross: B,
    could_within: B,
    /// A `within` that depends on the position.
    within: Option<Set<B>>,
}

impl<B: Squares> Clauses<B> {
    fn new(path: &sheet::Path, layer: usize, maker: &SetMaker<'_, B>) -> Self {
        let usual = sheet::Set::usual();
        let onto = path.onto.as_ref().unwrap_or(&usual);
        // A `within` that never changes cuts the tables; another narrows what is landed on and crossed.
        let within = path.within.as_ref().map(|it| maker.set(it));
        let room = within.as_ref().map_or(Some(maker.all), Set::constant);
        let within = within.filter(|_| room.is_none());
        let narrowed = |set: Set<B>| match &within {
            Some(within) => set::and(vec![set, within.clone()], maker.all),
            None => set,
        };
        let (lands, landing) = landing(narrowed(maker.set(onto)), maker.own, maker.all);
        let through = match (&path.through, &within) {
            (None, None) => None,
            (written, _) => Some(narrowed(
                maker.set(written.as_ref().unwrap_or(&sheet::Set::Empty)),
            )),
        };
        let from = path.from.as_ref().map(|it| maker.set(it));
        let rows = from.as_ref().map_or(Some(maker.all), Set::constant);
        let could = |set: &Option<sheet::Set>| set.as_ref().map_or(maker.all, |it| maker.could(it));
        let could_within = could(&path.within);
        Clauses {
            rows: rows.unwrap_or(maker.all),
            gate: from.filter(|_| rows.is_none()),
            room: room.unwrap_or(maker.all),
            through: through.filter(|it| *it != Set::Empty),
            lands,
            onto: landing,
            takes: narrowed(maker.capturable(onto, layer)),
            could_from: could(&path.from),
            could_land: could(&path.onto) & could_within,
            could_cross: could(&path.through) & could_within,
            could_within,
            within,
        }
    }

    /// What of a set lies within, if that depends on the position.
    fn narrowed(&self, maker: &SetMaker<'_, B>, set: Set<B>) -> Set<B> {
        match &self.within {
            Some(within) => set::and(vec![set, within.clone()], maker.all),
            None => set,
        }
    }

    fn manner(&self, course: Course<B>) -> Manner<B> {
        Manner {
            course,
            gate: self.gate.clone(),
            onto: self.onto.clone(),
            takes: self.takes.clone(),
        }
    }

    /// From each square to those of a table.
    fn jump(&self, maker: &SetMaker<'_, B>, all: &[B], mover: &mut Mover<B>) {
        let board = maker.board();
        let to: Arc<[B]> = self.rows_of(board, all, self.room & self.lands);
        for from in board.squares() {
            if self.could_from.has(from) && (all[from.index()] & self.could_land).any() {
                mover.stuck = mover.stuck.without(B::one(from));
            }
        }
        let back = inverse(board, &to);
        mover
            .manners
            .push(self.manner(Course::Jump(Jump { to, back })));
    }

    fn slide(
        &self,
        maker: &SetMaker<'_, B>,
        rays: &mut Rays<B>,
        shift: (i32, i32),
        (least, most): Distances,
        hurdles: Option<Hurdles<B>>,
        mover: &mut Mover<B>,
    ) -> Slide<B> {
        let board = maker.board();
        let opposite = (-shift.0, -shift.1);
        let lands = rays.get(board, shift, (least, most));
        for from in board.squares() {
            let reached = match &hurdles {
                None => as_far_as(board, from, shift, self.could_cross, most),
                Some(hurdles) => hurdles.could_hop(board, from, shift, self, most),
            };
            if self.could_from.has(from) && (reached & lands[from.index()] & self.could_land).any()
            {
                mover.stuck = mover.stuck.without(B::one(from));
            }
        }
        let mut path = rays.get(board, shift, (1, most));
        let mut land = lands;
        let mut back_land = rays.get(board, opposite, (least, most));
        let all = maker.all;
        if [self.rows, self.room, self.lands] != [all; 3] {
            let cut: Vec<B> = board
                .squares()
                .map(|from| as_far_as(board, from, shift, self.room, most) & self.room)
                .collect();
            path = self.rows_of(board, &cut, all);
            land = board
                .squares()
                .map(|it| path[it.index()] & land[it.index()] & self.lands)
                .collect();
            back_land = inverse(board, &land);
        }
        let (dx, dy) = shift;
        Slide {
            back_ray: rays.get(board, opposite, (1, None)),
            up: dy > 0 || (dy == 0 && dx > 0),
            path,
            land,
            back_land,
            through: self.through.clone(),
        }
    }

    /// A table with the rows of the origins alone, and of each row some squares.
    fn rows_of(&self, board: &Geometry, table: &[B], squares: B) -> Arc<[B]> {
        board
            .squares()
            .map(|it| match self.rows.has(it) {
                true => table[it.index()] & squares,
                false => B::EMPTY,
            })
            .collect()
    }
}

/// What a hop crosses one of, as far as the board alone tells.
struct Hurdles<B> {
    /// Squares that could be such.
    could: B,
    /// Squares that are such in every position.
    always: B,
}

impl<B: Squares> Hurdles<B> {
    fn new(maker: &SetMaker<'_, B>, over: &sheet::Set) -> Self {
        Hurdles {
            could: maker.could(over),
            always: maker.set(over).constant().unwrap_or(B::EMPTY),
        }
    }

    /// The squares that a hop could ever come to: behind exactly one square of these, the others on the way being crossed.
    fn could_hop(
        &self,
        board: &Geometry,
        from: Square,
        shift: (i32, i32),
        clauses: &Clauses<B>,
        most: Option<u32>,
    ) -> B {
        let mut reached = B::EMPTY;
        let mut some_hurdle = false;
        // The squares on the way that cannot be simply crossed: at most one, and then it is the hurdle.
        let mut blocks: Vec<Square> = Vec::new();
        for next in board
            .ray(from, shift)
            .take(most.unwrap_or(u32::MAX) as usize)
        {
            let could_be_hurdle = |it: Square| (self.could & clauses.could_within).has(it);
            let is_reached = match &blocks[..] {
                [] => some_hurdle,
                [only] => could_be_hurdle(*only),
                _ => false,
            };
            if is_reached {
                reached |= B::one(next);
            }
            some_hurdle |= could_be_hurdle(next);
            if self.always.has(next) || !clauses.could_cross.has(next) {
                blocks.push(next);
            }
        }
        reached
    }
}

/// What a set of targets is to a player: the squares it never leaves, and which of them it means in a position.
fn landing<B: Squares>(set: Set<B>, own: Player, all: B) -> (B, Landing<B>) {
    let (room, set) = match set {
        Set::And(parts) => match parts.into_vec() {
            // The parts that never change have been folded into the first.
            parts if parts.len() == 2 && parts[0].constant().is_some() => {
                let mut parts = parts.into_iter();
                let room = parts.next().and_then(|it| it.constant()).unwrap_or(all);
                (room, parts.next().unwrap_or(Set::Const(all)))
            }
            parts => (all, Set::And(parts.into())),
        },
        set => (all, set),
    };
    let enemy = own.other();
    let landing = match &set {
        Set::Empty => Landing::Empty,
        Set::Of(player) if *player == enemy => Landing::Enemy,
        Set::Kind(player, kind) if *player == enemy => Landing::Only(KindSet::one(KindId(*kind))),
        Set::Kinds(player, kinds) if *player == enemy => {
            Landing::Only(kinds.iter().fold(KindSet::default(), |set, it| {
                set.or(KindSet::one(KindId(*it)))
            }))
        }
        Set::Or(parts) if parts.len() == 2 && parts.contains(&Set::Empty) => {
            match parts.contains(&Set::Of(enemy)) {
                true => Landing::Usual,
                false => Landing::Set(set),
            }
        }
        _ => Landing::Set(set),
    };
    (room, landing)
}

/// Per square, the squares whose row has it.
fn inverse<B: Squares>(board: &Geometry, table: &[B]) -> Arc<[B]> {
    let mut back = vec![B::EMPTY; board.n_squares()];
    for (from, row) in board.squares().zip(table) {
        for square in row.iter() {
            back[square.index()] |= B::one(from);
        }
    }
    back.into()
}

/// The squares that a slide comes to if only some squares can be crossed, the first of the others included.
fn as_far_as<B: Squares>(
    board: &Geometry,
    from: Square,
    shift: (i32, i32),
    cross: B,
    most: Option<u32>,
) -> B {
    let mut reached = B::EMPTY;
    for next in board
        .ray(from, shift)
        .take(most.unwrap_or(u32::MAX) as usize)
    {
        reached |= B::one(next);
        if !cross.has(next) {
            break;
        }
    }
    reached
}
