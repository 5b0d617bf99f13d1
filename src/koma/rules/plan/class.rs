//! Kinds that move alike, taken together: questions about many pieces are answered class by class.

use std::sync::Arc;

use super::promotion::{Promotion, PromotionTable};
use crate::board::{Geometry, Square, Squares};
use crate::rules::movement::{Course, Hop, Landing, Manner, Mover, Slide};

/// Kinds of one player that move, promote and are guarded alike.
#[derive(Debug, Clone)]
pub struct MoveClass<B> {
    /// One of the kinds.
    pub first: u8,
    /// The other kinds.
    pub rest: Box<[u8]>,
    /// The check rule guards them.
    pub guarded: bool,
    /// Some of their moves have to be tried: a `forbid` rule other than the check rule can refuse them, they can take off more
    /// than what stands on their target, or promotion changes whether the check rule guards the piece.
    pub is_tried: bool,
    /// Every manner is the usual one: [`MoveClass::usual`] is all there is.
    pub is_usual: bool,
    /// Manners that land on empty squares and on enemies.
    pub usual: Strides<B>,
    /// All other manners.
    pub other: Box<OtherManners<B>>,
    /// Where they attack.
    pub attacks: AttackTable<B>,
    /// How promotion splits the targets.
    pub promotion: Promotion<B>,
    count_by: CountBy<B>,
}

/// Manners that land elsewhere than is usual.
#[derive(Debug, Clone)]
pub struct OtherManners<B> {
    /// Onto empty squares alone.
    pub quiet: Strides<B>,
    /// Onto enemies alone.
    pub taking: Strides<B>,
    /// Those that have to be asked of the position.
    pub asked: Box<[Manner<B>]>,
}

/// Where the pieces of a class attack, as far as tables tell.
#[derive(Debug, Clone)]
pub struct AttackTable<B> {
    /// The manners that capture whatever enemy they come to.
    pub strides: Strides<B>,
    /// Per square, from where a jump comes to it, or a slide could on an empty board.
    pub sources: Box<[B]>,
    /// Nothing else captures: the tables tell all.
    pub is_whole: bool,
}

/// Jumps and slides without conditions of their own.
#[derive(Debug, Clone)]
pub struct Strides<B> {
    /// Per square, where jumps go to; nothing at all where there are none.
    pub to: Arc<[B]>,
    /// The slides.
    pub slides: Vec<Slide<B>>,
    /// The paths of the slides again, where that is all there is to them.
    rays: Option<RayQuads<B>>,
}

/// What the moves of a class are made of: the less there is, the less must be asked.
#[derive(Debug, Clone)]
enum CountBy<B> {
    /// One usual jump: all pieces make it at once.
    Shift(UniformShift<B>),
    /// Jumps, and no promotion.
    Jumps,
    /// Jumps, and promotion.
    SplitJumps,
    /// Any usual moves.
    Usual,
    /// A few jumps and short slides onto empty squares or enemies: all pieces make each at once.
    Shifts(Box<[UniformShift<B>]>),
    /// Any moves that need not be asked of the position.
    Static,
    /// The position must be asked.
    Asked,
}

/// The paths of slides that may stop anywhere, all of one square side by side.
#[derive(Debug, Clone)]
struct RayQuads<B> {
    /// How many quads there are for a square.
    n: usize,
    /// Per square, quads of paths: two that go to higher numbers, two that go to lower ones, some of them empty.
    table: Box<[[B; 4]]>,
}

impl<B: Squares> RayQuads<B> {
    /// None where a slide may not stop everywhere, or where the table would be too long.
    fn new(board: &Geometry, slides: &[Slide<B>]) -> Option<Self> {
        if slides.is_empty() || B::CAPACITY > 128 || !slides.iter().all(|it| it.path == it.land) {
            return None;
        }
        let (up, down): (Vec<_>, Vec<_>) = slides.iter().partition(|it| it.up);
        let n = up.len().max(down.len()).div_ceil(2);
        let path = |slides: &[&Slide<B>], number: usize, at: Square| {
            slides
                .get(number)
                .map_or(B::EMPTY, |it| it.path[at.index()])
        };
        let quad = |at: Square, i: usize| {
            let [a, b] = [2 * i, 2 * i + 1];
            [
                path(&up, a, at),
                path(&up, b, at),
                path(&down, a, at),
                path(&down, b, at),
            ]
        };
        let places = board.squares().flat_map(|at| (0..n).map(move |i| (at, i)));
        Some(RayQuads {
            n,
            table: places.map(|(at, i)| quad(at, i)).collect(),
        })
    }

    #[inline(always)]
    fn reach(&self, from: Square, occupied: B) -> B {
        // Most sliders have one quad.
        if self.n == 1 {
            return swept(&self.table[from.index()], occupied);
        }
        let mut reached = B::EMPTY;
        for quad in self.of(from) {
            reached |= swept(quad, occupied);
        }
        reached
    }

    #[inline(always)]
    fn of(&self, from: Square) -> &[[B; 4]] {
        let at = from.index() * self.n;
        &self.table[at..at + self.n]
    }
}

/// Where slides come to along four paths, two up and two down, the first pieces that stop them included.
#[inline(always)]
pub fn swept<B: Squares>(quad: &[B; 4], occupied: B) -> B {
    let [a, b, c, d] = *quad;
    a & (a & occupied).up_to_lowest()
        | b & (b & occupied).up_to_lowest()
        | c & (c & occupied).highest_and_up()
        | d & (d & occupied).highest_and_up()
}

impl<B: Squares> Strides<B> {
    /// The jumps and slides of some manners, whose clauses have been seen to.
    pub fn new<'a>(board: &Geometry, courses: impl Iterator<Item = &'a Course<B>>) -> Self {
        let mut to: Option<Vec<B>> = None;
        let mut slides: Vec<Slide<B>> = Vec::new();
        for course in courses {
            match course {
                Course::Jump(jump) => {
                    let to = to.get_or_insert_with(|| vec![B::EMPTY; board.n_squares()]);
                    for (all, more) in to.iter_mut().zip(jump.to.iter()) {
                        *all |= *more;
                    }
                }
                Course::Slide(slide) => slides.push(slide.clone()),
                // Always asked of the position.
                Course::Hop(_) => {}
            }
        }
        Strides {
            rays: RayQuads::new(board, &slides),
            to: to.unwrap_or_default().into(),
            slides,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty() && self.slides.is_empty()
    }

    /// Where a jump goes to.
    #[inline(always)]
    pub fn jumps(&self, from: Square) -> B {
        match self.to.get(from.index()) {
            Some(to) => *to,
            None => B::EMPTY,
        }
    }

    /// Where a piece comes to, whatever stands there.
    #[inline(always)]
    pub fn reach(&self, from: Square, occupied: B) -> B {
        let mut reached = self.jumps(from);
        if let Some(rays) = &self.rays {
            return reached | rays.reach(from, occupied);
        }
        for slide in &self.slides {
            reached |= slide.swept(from, occupied) & slide.land[from.index()];
        }
        reached
    }

    /// Where slides could come to on an empty board.
    pub fn slides_from(&self, from: Square) -> B {
        let slides = self.slides.iter();
        slides.fold(B::EMPTY, |all, it| all | it.land[from.index()])
    }

    /// How many quads of rays a square has; none where slides have more to them.
    pub fn n_quads(&self) -> Option<usize> {
        match &self.rays {
            Some(rays) => Some(rays.n),
            None => self.slides.is_empty().then_some(0),
        }
    }

    /// The rays from a square, where that is all there is to the slides.
    pub fn quads(&self, from: Square) -> &[[B; 4]] {
        self.rays.as_ref().map_or(&[], |it| it.of(from))
    }

    /// What lies between a piece and a square that it comes to: nothing if it jumps there.
    pub fn between(&self, from: Square, at: Square, occupied: B) -> B {
        if self.jumps(from).has(at) {
            return B::EMPTY;
        }
        let slides = self.slides.iter();
        let aimed = slides.filter(|it| it.land[from.index()].has(at));
        aimed
            .map(|it| it.between(from, at))
            .find(|it| (*it & occupied).is_empty())
            .unwrap_or(B::EMPTY)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.to == other.to && self.slides == other.slides
    }
}

/// One jump, or a slide of one length, that all pieces of a class make at once.
#[derive(Debug, Clone)]
struct UniformShift<B> {
    /// By how much the number of the square grows with each step.
    by: i32,
    /// How many steps; only empty squares are crossed.
    steps: u32,
    /// The squares it can be made from.
    from: B,
    onto: ShiftOnto,
    /// How many faces there are to choose from.
    n_faces: u32,
    /// The targets on which promotion is offered or demanded.
    may: B,
    /// The targets on which it is demanded.
    must: B,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ShiftOnto {
    Usual,
    Empty,
    Enemy,
}

impl<B: Squares> UniformShift<B> {
    /// How many acts some pieces have, given where acts may end by [`ShiftOnto`].
    #[inline(always)]
    fn count(&self, pieces: B, open: [B; 3], occupied: B) -> u32 {
        let mut targets = self.step(pieces & self.from);
        for _ in 1..self.steps {
            targets = self.step(targets.without(occupied));
        }
        self.acts(targets & open[self.onto as usize])
    }

    /// How many acts end on some targets.
    #[inline(always)]
    fn acts(&self, targets: B) -> u32 {
        targets.without(self.must).count() + self.n_faces * (targets & self.may).count()
    }

    #[inline(always)]
    fn step(&self, pieces: B) -> B {
        if self.by > 0 {
            pieces.up(self.by as u32)
        } else {
            pieces.down(self.by.unsigned_abs())
        }
    }
}

impl<B: Squares> MoveClass<B> {
    /// The kinds.
    pub fn kinds(&self) -> impl Iterator<Item = u8> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    /// The pieces of the class among some squares. There is room for a power of two of kinds, which spares a check.
    #[inline(always)]
    pub fn among(&self, kinds: &[B], squares: B) -> B {
        debug_assert!(kinds.len().is_power_of_two());
        let mut pieces = kinds[self.first as usize & (kinds.len() - 1)];
        for kind in &self.rest {
            pieces |= kinds[*kind as usize];
        }
        pieces & squares
    }

    /// Whether its moves can be counted by tables and masks alone.
    #[inline]
    pub fn is_counted(&self) -> bool {
        !self.is_tried && !matches!(self.count_by, CountBy::Asked)
    }

    /// Where a piece goes to among the squares `open`, which are empty or hold enemies; manners that have to be asked of the
    /// position are left out.
    #[inline(always)]
    pub fn reach(&self, from: Square, open: B, occupied: B) -> B {
        let usual = self.usual.reach(from, occupied) & open;
        if self.is_usual {
            return usual;
        }
        usual | self.other_reach(from, open, occupied)
    }

    #[inline(never)]
    fn other_reach(&self, from: Square, open: B, occupied: B) -> B {
        let quiet = self.other.quiet.reach(from, occupied) & open.without(occupied);
        quiet | self.other.taking.reach(from, occupied) & open & occupied
    }

    /// How many acts end on some targets from a square; promotion is none that has to be asked of the position.
    #[inline(always)]
    pub fn acts(&self, from: Square, targets: B) -> u32 {
        let Promotion::Table(table) = &self.promotion else {
            return targets.count();
        };
        let plain = targets.without(table.must[from.index()]).count();
        plain + table.n_faces * (targets & table.may[from.index()]).count()
    }

    /// How many acts some pieces have that may end on the squares `open`, which are empty or hold enemies: for a class that is
    /// counted, see [`MoveClass::is_counted`].
    #[inline(always)]
    pub fn count(&self, pieces: B, open: B, occupied: B) -> u32 {
        match &self.count_by {
            CountBy::Shift(shift) => shift.acts(shift.step(pieces & shift.from) & open),
            CountBy::Jumps => pieces
                .iter()
                .map(|from| (self.usual.to[from.index()] & open).count())
                .sum(),
            CountBy::SplitJumps => pieces
                .iter()
                .map(|from| self.acts(from, self.usual.to[from.index()] & open))
                .sum(),
            CountBy::Usual => pieces
                .iter()
                .map(|from| self.acts(from, self.usual.reach(from, occupied) & open))
                .sum(),
            CountBy::Shifts(shifts) => count_by_shifts(shifts, pieces, open, occupied),
            CountBy::Static | CountBy::Asked => self.count_static(pieces, open, occupied),
        }
    }

    #[inline(never)]
    fn count_static(&self, pieces: B, open: B, occupied: B) -> u32 {
        pieces
            .iter()
            .map(|from| self.acts(from, self.reach(from, open, occupied)))
            .sum()
    }

    fn new(
        board: &Geometry,
        kind: u8,
        traits: Traits,
        mover: &Mover<B>,
        promotion: Promotion<B>,
    ) -> Self {
        let landing = |wanted: Landing<B>| {
            let manners = mover.manners.iter();
            let found = manners.filter(move |it| it.onto == wanted && it.is_plain());
            Strides::new(board, found.map(|it| &it.course))
        };
        let is_asked = |it: &&Manner<B>| {
            !it.is_plain() || matches!(it.onto, Landing::Only(_) | Landing::Set(_))
        };
        let usual = landing(Landing::Usual);
        let other = Box::new(OtherManners {
            quiet: landing(Landing::Empty),
            taking: landing(Landing::Enemy),
            asked: mover.manners.iter().filter(is_asked).cloned().collect(),
        });
        let is_usual = other.quiet.is_empty() && other.taking.is_empty() && other.asked.is_empty();
        let mut class = MoveClass {
            first: kind,
            rest: Box::default(),
            guarded: traits.guarded,
            is_tried: traits.refusable || traits.affects || traits.changes_guard,
            is_usual,
            attacks: AttackTable::new(board, mover.manners.iter()),
            usual,
            other,
            promotion,
            count_by: CountBy::Asked,
        };
        class.count_by = class.count_by(board);
        class
    }

    /// The cheapest way to count that tells all.
    fn count_by(&self, board: &Geometry) -> CountBy<B> {
        let table = match &self.promotion {
            Promotion::Never => None,
            Promotion::Table(table) => Some(table),
            Promotion::Asked => return CountBy::Asked,
        };
        if !self.other.asked.is_empty() {
            return CountBy::Asked;
        }
        let parts = [
            (&self.usual, ShiftOnto::Usual),
            (&self.other.quiet, ShiftOnto::Empty),
            (&self.other.taking, ShiftOnto::Enemy),
        ];
        // Pieces of which a player has many have few ways to go, and those that capture otherwise than they move are such.
        let most = if self.is_usual { 1 } else { 6 };
        match shifts(board, parts, table, most) {
            Some(mut shifts) if self.is_usual && shifts[0].steps == 1 => {
                CountBy::Shift(shifts.swap_remove(0))
            }
            Some(shifts) => CountBy::Shifts(shifts.into()),
            None if !self.is_usual => CountBy::Static,
            None if !self.usual.slides.is_empty() => CountBy::Usual,
            None if table.is_some() => CountBy::SplitJumps,
            None => CountBy::Jumps,
        }
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.guarded == other.guarded
            && self.is_tried == other.is_tried
            && self.usual.is_same(&other.usual)
            && self.other.quiet.is_same(&other.other.quiet)
            && self.other.taking.is_same(&other.other.taking)
            && self.other.asked == other.other.asked
            && self.promotion == other.promotion
            // Promotion that is asked of the position is asked by kind.
            && self.promotion != Promotion::Asked
    }
}

impl<B: Squares> AttackTable<B> {
    /// The attacks of some manners.
    pub fn new<'a>(board: &Geometry, manners: impl Iterator<Item = &'a Manner<B>>) -> Self {
        let mut is_whole = true;
        let mut courses: Vec<Course<B>> = Vec::new();
        for manner in manners {
            match (manner.takes.constant(), manner.is_plain()) {
                (Some(squares), _) if squares.is_empty() => {}
                (Some(squares), true) => courses.push(narrowed(&manner.course, squares)),
                _ => is_whole = false,
            }
        }
        let sources = board.squares().map(|at| {
            let courses = courses.iter();
            courses.fold(B::EMPTY, |all, it| all | it.could_come_from(at))
        });
        AttackTable {
            sources: sources.collect(),
            strides: Strides::new(board, courses.iter()),
            is_whole,
        }
    }
}

/// A course that ends on some squares alone.
pub fn narrowed<B: Squares>(course: &Course<B>, squares: B) -> Course<B> {
    let ends = |table: &[B]| -> Arc<[B]> { table.iter().map(|it| *it & squares).collect() };
    let starts = |table: &[B]| -> Arc<[B]> {
        let rows = table.iter().enumerate();
        rows.map(|(at, it)| match squares.has(Square(at as u16)) {
            true => *it,
            false => B::EMPTY,
        })
        .collect()
    };
    let mut course = course.clone();
    match &mut course {
        Course::Jump(jump) => {
            if ends(&jump.to) != jump.to {
                jump.to = ends(&jump.to);
                jump.back = starts(&jump.back);
            }
        }
        Course::Slide(slide) | Course::Hop(Hop { slide, .. }) => {
            if ends(&slide.land) != slide.land {
                slide.land = ends(&slide.land);
                slide.back_land = starts(&slide.back_land);
            }
        }
    }
    course
}

#[inline(never)]
fn count_by_shifts<B: Squares>(shifts: &[UniformShift<B>], pieces: B, open: B, occupied: B) -> u32 {
    // By `ShiftOnto`.
    let open = [open, open.without(occupied), open & occupied];
    let mut n = 0;
    for shift in shifts {
        n += shift.count(pieces, open, occupied);
    }
    n
}

/// What keeps kinds apart that move alike.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    /// The check rule guards the kind.
    pub guarded: bool,
    /// Some other `forbid` rule can refuse its moves.
    pub refusable: bool,
    /// Its moves can take off more than what stands on their target.
    pub affects: bool,
    /// Promotion changes whether the check rule guards the piece.
    pub changes_guard: bool,
}

/// The classes of one player, those that are counted first.
pub fn classes<B: Squares>(
    board: &Geometry,
    movers: &[Mover<B>],
    promotions: &[Promotion<B>],
    traits: impl Fn(u8) -> Traits,
) -> Vec<MoveClass<B>> {
    let mut classes: Vec<MoveClass<B>> = Vec::new();
    for (kind, mover) in movers.iter().enumerate() {
        if mover.manners.is_empty() {
            continue;
        }
        let kind = kind as u8;
        let promotion = promotions[kind as usize].clone();
        let class = MoveClass::new(board, kind, traits(kind), mover, promotion);
        match classes.iter_mut().find(|it| it.is_alike(&class)) {
            Some(alike) => {
                let mut rest = alike.rest.to_vec();
                rest.push(kind);
                alike.rest = rest.into();
            }
            None => classes.push(class),
        }
    }
    classes.sort_by_key(|it| !it.is_counted());
    classes
}

/// The jumps and short slides of a class as shifts of whole sets, if there are at most so many.
fn shifts<B: Squares>(
    board: &Geometry,
    parts: [(&Strides<B>, ShiftOnto); 3],
    promotion: Option<&PromotionTable<B>>,
    most: usize,
) -> Option<Vec<UniformShift<B>>> {
    /// Longer slides are walked piece by piece.
    const LONGEST: u32 = 3;
    let mut found: Vec<((i32, i32), UniformShift<B>)> = Vec::new();
    for (strides, onto) in parts {
        let jumps = board.squares().flat_map(|from| {
            let targets = strides.jumps(from);
            targets
                .iter()
                .map(move |to| (from, to, 1))
                .collect::<Vec<_>>()
        });
        let slides = strides.slides.iter().flat_map(|slide| {
            board.squares().flat_map(move |from| {
                let targets = slide.land[from.index()];
                let steps = move |to| slide.between(from, to).count() + 1;
                targets
                    .iter()
                    .map(move |to| (from, to, steps(to)))
                    .collect::<Vec<_>>()
            })
        });
        for (from, to, steps) in jumps.chain(slides) {
            let apart = (
                board.file(to) as i32 - board.file(from) as i32,
                board.rank(to) as i32 - board.rank(from) as i32,
            );
            let same = |it: &&mut ((i32, i32), UniformShift<B>)| {
                it.0 == apart && it.1.onto == onto && it.1.steps == steps
            };
            let number = (i32::from(to.0) - i32::from(from.0)) / steps as i32;
            if found.iter_mut().find(same).is_none() {
                if steps > LONGEST || found.len() == most {
                    return None;
                }
                let shift = UniformShift {
                    by: number,
                    steps,
                    from: B::EMPTY,
                    onto,
                    n_faces: promotion.map_or(0, |it| it.n_faces),
                    may: B::EMPTY,
                    must: B::EMPTY,
                };
                found.push((apart, shift));
            }
            let Some((_, shift)) = found.iter_mut().find(same) else {
                continue;
            };
            shift.from |= B::one(from);
            if let Some(table) = promotion {
                shift.may |= B::one(to) & table.may[from.index()];
                shift.must |= B::one(to) & table.must[from.index()];
            }
        }
    }
    (!found.is_empty()).then(|| found.into_iter().map(|it| it.1).collect())
}
