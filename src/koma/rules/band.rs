//! Kinds that move alike, taken together: where every kind moves in the usual way, questions about many pieces are
//! answered band by band.

use std::sync::Arc;

use super::plan::Faces;
use super::program::KindFacts;
use super::reach::{Mover, Slide};
use crate::board::{Geometry, Square, Squares};
use crate::check::sheet::{KindId, KindSet};

/// Kinds of one player that move, promote and are guarded alike.
#[derive(Debug, Clone)]
pub struct Band<B> {
    /// One of the kinds.
    pub first: u8,
    /// The other kinds.
    pub rest: Box<[u8]>,
    /// They are kept from attack by a `forbid` rule.
    pub guarded: bool,
    /// Per square, where a jump goes to; nothing at all for kinds that do not jump.
    pub to: Arc<[B]>,
    /// The slides.
    pub slides: Vec<Slide<B>>,
    /// The paths of the slides again, where that is all there is to them.
    paths: Option<Paths<B>>,
    /// Per square, where slides could come to on an empty board; nothing at all for kinds that do not slide.
    pub cover: Box<[B]>,
    /// Per square, from where a jump comes to it, or a slide could on an empty board.
    pub sources: Box<[B]>,
    /// How promotion splits the targets.
    pub faces: Option<Split<B>>,
    /// How they are counted.
    gait: Gait<B>,
}

/// What the moves of a band are made of: the less there is, the less must be asked.
#[derive(Debug, Clone, Copy)]
enum Gait<B> {
    /// One jump: all pieces make it at once.
    Together(Together<B>),
    /// Jumps, and no promotion.
    Jumps,
    /// Jumps, and promotion.
    SplitJumps,
    /// Anything.
    Mixed,
}

/// The paths of slides that may stop anywhere, all of one square side by side.
#[derive(Debug, Clone)]
struct Paths<B> {
    /// How many fours there are for a square.
    fours: usize,
    /// Per square, fours of paths: two that go to higher numbers, two that go to lower ones, some of them empty.
    table: Box<[[B; 4]]>,
}

impl<B: Squares> Paths<B> {
    /// None where a slide may not stop everywhere, or where the table would be too long.
    fn new(board: &Geometry, slides: &[Slide<B>]) -> Option<Self> {
        if slides.is_empty() || B::CAPACITY > 128 || !slides.iter().all(|it| it.path == it.land) {
            return None;
        }
        let (up, down): (Vec<_>, Vec<_>) = slides.iter().partition(|it| it.up);
        let fours = up.len().max(down.len()).div_ceil(2);
        let path = |slides: &[&Slide<B>], number: usize, at: Square| {
            slides
                .get(number)
                .map_or(B::EMPTY, |it| it.path[at.index()])
        };
        let four = |at: Square, i: usize| {
            let [a, b] = [2 * i, 2 * i + 1];
            [
                path(&up, a, at),
                path(&up, b, at),
                path(&down, a, at),
                path(&down, b, at),
            ]
        };
        let places = board
            .squares()
            .flat_map(|at| (0..fours).map(move |i| (at, i)));
        Some(Paths {
            fours,
            table: places.map(|(at, i)| four(at, i)).collect(),
        })
    }

    /// Where slides come to from a square, the first pieces that stop them included.
    #[inline(always)]
    fn reach(&self, from: Square, occupied: B) -> B {
        let fours = self.of(from).iter();
        fours.fold(B::EMPTY, |reached, it| reached | swept(it, occupied))
    }

    /// The fours of a square.
    #[inline(always)]
    fn of(&self, from: Square) -> &[[B; 4]] {
        let at = from.index() * self.fours;
        &self.table[at..at + self.fours]
    }
}

/// Where slides come to along four paths, two up and two down, the first pieces that stop them included.
#[inline(always)]
pub fn swept<B: Squares>(four: &[B; 4], occupied: B) -> B {
    let [a, b, c, d] = *four;
    a & (a & occupied).up_to_lowest()
        | b & (b & occupied).up_to_lowest()
        | c & (c & occupied).highest_and_up()
        | d & (d & occupied).highest_and_up()
}

/// Promotion by origin.
#[derive(Debug, Clone)]
pub struct Split<B> {
    /// How many faces there are to choose from.
    pub n: u32,
    /// Per origin, where promotion is offered or demanded.
    pub may: Box<[B]>,
    /// Per origin, where it is demanded.
    pub must: Box<[B]>,
}

/// One jump that every piece of a band makes.
#[derive(Debug, Clone, Copy)]
struct Together<B> {
    /// By how much the number of the square grows.
    by: i32,
    /// The squares it can be made from.
    from: B,
    /// How many faces there are to choose from.
    n: u32,
    /// The targets on which promotion is offered or demanded.
    may: B,
    /// The targets on which it is demanded.
    must: B,
}

impl<B: Squares> Together<B> {
    /// Where the pieces go.
    #[inline]
    fn targets(&self, pieces: B) -> B {
        let pieces = pieces & self.from;
        if self.by > 0 {
            pieces.up(self.by as u32)
        } else {
            pieces.down(self.by.unsigned_abs())
        }
    }
}

impl<B: Squares> Band<B> {
    /// The kinds.
    pub fn kinds(&self) -> impl Iterator<Item = u8> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    /// The pieces of the band among some squares. There is room for a power of two of kinds, which spares a check.
    #[inline(always)]
    pub fn among(&self, kinds: &[B], squares: B) -> B {
        debug_assert!(kinds.len().is_power_of_two());
        let mut pieces = kinds[self.first as usize & (kinds.len() - 1)];
        for kind in &self.rest {
            pieces |= kinds[*kind as usize];
        }
        pieces & squares
    }

    /// How many fours of paths a square has; none where slides have more to them.
    pub fn fours(&self) -> Option<usize> {
        match &self.paths {
            Some(paths) => Some(paths.fours),
            None => self.slides.is_empty().then_some(0),
        }
    }

    /// The paths of slides from a square, where that is all there is to them.
    pub fn paths_of(&self, from: Square) -> &[[B; 4]] {
        self.paths.as_ref().map_or(&[], |it| it.of(from))
    }

    /// Where a piece goes to, whatever stands there.
    #[inline(always)]
    pub fn reach(&self, from: Square, occupied: B) -> B {
        let mut reached = match self.to.get(from.index()) {
            Some(to) => *to,
            None => B::EMPTY,
        };
        if let Some(paths) = &self.paths {
            return reached | paths.reach(from, occupied);
        }
        for slide in &self.slides {
            reached |= slide.swept(from, occupied) & slide.land[from.index()];
        }
        reached
    }

    /// What stands between a piece and a square that it could capture on: nothing if it jumps there.
    pub fn between(&self, from: Square, at: Square, occupied: B) -> B {
        if self.to.get(from.index()).is_some_and(|it| it.has(at)) {
            return B::EMPTY;
        }
        let slides = self.slides.iter();
        let aimed = slides.filter(|it| it.land[from.index()].has(at));
        aimed
            .map(|it| it.path[from.index()] & it.back_ray[at.index()])
            .find(|it| (*it & occupied).is_empty())
            .unwrap_or(B::EMPTY)
    }

    /// How many acts end on some targets from a square, and among them how many that do not promote.
    #[inline(always)]
    pub fn acts(&self, from: Square, targets: B) -> (u32, u32) {
        let Some(faces) = &self.faces else {
            let n = targets.count();
            return (n, n);
        };
        let plain = targets.without(faces.must[from.index()]).count();
        let promoting = (targets & faces.may[from.index()]).count();
        (plain + faces.n * promoting, plain)
    }

    /// How many acts some pieces have that may end on the squares `open`.
    #[inline(always)]
    pub fn count(&self, pieces: B, open: B, occupied: B) -> u32 {
        match &self.gait {
            Gait::Together(together) => {
                let targets = together.targets(pieces) & open;
                targets.without(together.must).count()
                    + together.n * (targets & together.may).count()
            }
            Gait::Jumps => pieces
                .iter()
                .map(|from| (self.to[from.index()] & open).count())
                .sum(),
            Gait::SplitJumps => pieces
                .iter()
                .map(|from| self.acts(from, self.to[from.index()] & open).0)
                .sum(),
            Gait::Mixed => pieces
                .iter()
                .map(|from| self.acts(from, self.reach(from, occupied) & open).0)
                .sum(),
        }
    }
}

/// The bands of one player; none where some kind moves in an unusual way or promotes by the position.
pub fn bands<B: Squares>(
    board: &Geometry,
    kinds: &[KindFacts],
    movers: &[Mover<B>],
    faces: &[Faces<B>],
    guarded: KindSet,
) -> Option<Vec<Band<B>>> {
    let mut bands: Vec<Band<B>> = Vec::new();
    for (kind, mover) in movers.iter().enumerate() {
        if !mover.usual || matches!(faces[kind], Faces::Asked) {
            return None;
        }
        if mover.jumps.is_empty() && mover.slides.is_empty() {
            continue;
        }
        let faces = match &faces[kind] {
            Faces::Table { may, must } => Some(Split {
                n: kinds[kind].becomes.len() as u32,
                may: may.clone(),
                must: must.clone(),
            }),
            _ => None,
        };
        let is_guarded = guarded.has(KindId(kind as u8));
        let alike = bands
            .iter_mut()
            .find(|it| it.guarded == is_guarded && it.moves_as(mover) && it.splits_as(&faces));
        match alike {
            Some(band) => {
                let mut rest = band.rest.to_vec();
                rest.push(kind as u8);
                band.rest = rest.into();
            }
            None => bands.push(Band::new(board, kind as u8, is_guarded, mover, faces)),
        }
    }
    Some(bands)
}

impl<B: Squares> Band<B> {
    fn new(
        board: &Geometry,
        kind: u8,
        guarded: bool,
        mover: &Mover<B>,
        faces: Option<Split<B>>,
    ) -> Self {
        let to = mover.jumps.first().map(|it| it.to.clone());
        let slides = board.squares().filter(|_| !mover.slides.is_empty());
        let cover = slides
            .map(|from| {
                let slides = mover.slides.iter();
                slides.fold(B::EMPTY, |all, it| all | it.land[from.index()])
            })
            .collect();
        let together = match &to {
            Some(to) if mover.slides.is_empty() => together(board, to, faces.as_ref()),
            _ => None,
        };
        let gait = match together {
            Some(together) => Gait::Together(together),
            None if mover.slides.is_empty() && faces.is_none() => Gait::Jumps,
            None if mover.slides.is_empty() => Gait::SplitJumps,
            None => Gait::Mixed,
        };
        let sources = board.squares().map(|at| {
            let jumps = mover.jumps.iter().map(|it| it.back[at.index()]);
            let slides = mover.slides.iter().map(|it| it.back_land[at.index()]);
            jumps.chain(slides).fold(B::EMPTY, |all, it| all | it)
        });
        Band {
            first: kind,
            rest: Box::default(),
            guarded,
            to: to.unwrap_or_else(|| Arc::from([])),
            slides: mover.slides.clone(),
            paths: Paths::new(board, &mover.slides),
            cover,
            sources: sources.collect(),
            faces,
            gait,
        }
    }

    fn moves_as(&self, mover: &Mover<B>) -> bool {
        let to = mover.jumps.first().map_or(&[][..], |it| &it.to);
        let same = |a: &Slide<B>, b: &Slide<B>| {
            a.up == b.up && a.path == b.path && a.land == b.land && a.back_ray == b.back_ray
        };
        *self.to == *to
            && self.slides.len() == mover.slides.len()
            && self
                .slides
                .iter()
                .zip(&mover.slides)
                .all(|(a, b)| same(a, b))
    }

    fn splits_as(&self, faces: &Option<Split<B>>) -> bool {
        match (&self.faces, faces) {
            (None, None) => true,
            (Some(a), Some(b)) => a.n == b.n && a.may == b.may && a.must == b.must,
            _ => false,
        }
    }
}

/// The one jump of a table, if there is but one.
fn together<B: Squares>(
    board: &Geometry,
    to: &[B],
    faces: Option<&Split<B>>,
) -> Option<Together<B>> {
    let mut found: Option<(i32, i32)> = None;
    let mut all = Together {
        by: 0,
        from: B::EMPTY,
        n: faces.map_or(0, |it| it.n),
        may: B::EMPTY,
        must: B::EMPTY,
    };
    for from in board.squares() {
        let targets = to[from.index()];
        if targets.is_empty() {
            continue;
        }
        let target = targets.lowest();
        let shift = (
            board.file(target) as i32 - board.file(from) as i32,
            board.rank(target) as i32 - board.rank(from) as i32,
        );
        if targets.count() > 1 || found.is_some_and(|it| it != shift) {
            return None;
        }
        found = Some(shift);
        all.by = i32::from(target.0) - i32::from(from.0);
        all.from |= B::one(from);
        if let Some(faces) = faces {
            all.may |= targets & faces.may[from.index()];
            all.must |= targets & faces.must[from.index()];
        }
    }
    found.map(|_| all)
}
