//! Per kind and square, all that tells the moves of a piece: for those who know what stands where and ask piece by piece.
//! The same steps lead to the answer whatever the kind, so that a processor need not guess.

use super::band::{Band, swept};
use crate::board::{Geometry, Square, Squares};

/// More than one four of paths.
pub const MANY: usize = 2;

/// What one player's pieces can do, per kind and square.
#[derive(Debug, Clone)]
pub struct Spots<B> {
    n_squares: usize,
    spots: Box<[Spot<B>]>,
    /// How many fours of paths there are for a kind and a square: as many for each as the kind with the most has, some of
    /// them empty.
    fours: usize,
    /// Those beyond the first.
    more_paths: Box<[[B; 4]]>,
}

/// A piece of some kind on some square.
#[derive(Debug, Clone, Copy)]
pub struct Spot<B> {
    /// Where a jump goes to.
    to: B,
    /// Paths of slides: two that go to higher numbers, two that go to lower ones, some of them empty.
    paths: [B; 4],
    /// Where promotion is offered or demanded.
    pub may: B,
    /// Where it is demanded.
    pub must: B,
    /// How many faces there are to choose from.
    faces: u32,
}

impl<B: Squares> Spot<B> {
    /// How many acts end on some targets without promotion, and how many with it.
    #[inline(always)]
    pub fn acts(&self, targets: B) -> (u32, u32) {
        let promoting = (targets & self.may).count();
        (targets.without(self.must).count(), self.faces * promoting)
    }
}

impl<B: Squares> Spots<B> {
    /// The longest table that is kept.
    const MOST: usize = 8192;

    /// None where it would be too much to keep, or where slides have more to them than paths.
    pub fn new(board: &Geometry, n_kinds: usize, bands: &[Band<B>]) -> Option<Self> {
        let n_squares = board.n_squares();
        let n = n_kinds * n_squares;
        let fours: Option<Vec<usize>> = bands.iter().map(Band::fours).collect();
        let fours = fours?.into_iter().max().unwrap_or(0);
        if n * fours.max(1) > Self::MOST {
            return None;
        }
        let more = fours.saturating_sub(1);
        let nothing = Spot {
            to: B::EMPTY,
            paths: [B::EMPTY; 4],
            may: B::EMPTY,
            must: B::EMPTY,
            faces: 0,
        };
        let mut spots = vec![nothing; n];
        let mut more_paths = vec![[B::EMPTY; 4]; n * more];
        for band in bands {
            for kind in band.kinds() {
                for from in board.squares() {
                    let at = kind as usize * n_squares + from.index();
                    let spot = &mut spots[at];
                    spot.to = band.to.get(from.index()).copied().unwrap_or(B::EMPTY);
                    if let Some(faces) = &band.faces {
                        spot.may = faces.may[from.index()];
                        spot.must = faces.must[from.index()];
                        spot.faces = faces.n;
                    }
                    if let Some((first, rest)) = band.paths_of(from).split_first() {
                        spot.paths = *first;
                        more_paths[at * more..][..rest.len()].copy_from_slice(rest);
                    }
                }
            }
        }
        Some(Spots {
            n_squares,
            spots: spots.into(),
            fours,
            more_paths: more_paths.into(),
        })
    }

    /// A piece on a square.
    #[inline(always)]
    pub fn at(&self, kind: u8, from: Square) -> &Spot<B> {
        &self.spots[self.place(kind, from)]
    }

    /// How many fours of paths there are: none, one, or [`MANY`].
    pub fn fours(&self) -> usize {
        self.fours.min(MANY)
    }

    /// Where a piece goes to, whatever stands there. `FOURS` is [`Spots::fours`]: who asks for many pieces has a loop for
    /// each.
    #[inline(always)]
    pub fn reach<const FOURS: usize>(
        &self,
        spot: &Spot<B>,
        kind: u8,
        from: Square,
        occupied: B,
    ) -> B {
        let jumped = spot.to;
        match FOURS {
            0 => jumped,
            1 => jumped | swept(&spot.paths, occupied),
            _ => jumped | swept(&spot.paths, occupied) | self.swept_more(kind, from, occupied),
        }
    }

    #[inline(never)]
    fn swept_more(&self, kind: u8, from: Square, occupied: B) -> B {
        let more = self.fours.saturating_sub(1);
        let at = self.place(kind, from) * more;
        let paths = self.more_paths[at..at + more].iter();
        paths.fold(B::EMPTY, |reached, it| reached | swept(it, occupied))
    }

    #[inline(always)]
    fn place(&self, kind: u8, from: Square) -> usize {
        kind as usize * self.n_squares + from.index()
    }
}
