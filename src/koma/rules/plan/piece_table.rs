//! A move table indexed by kind and square, for callers that iterate over pieces: the same steps lead to the answer whatever
//! the kind, so that there are no branches to mispredict.

use super::class::{MoveClass, swept};
use super::promotion::Promotion;
use crate::board::{Geometry, Square, Squares};

/// More than one quad of rays.
pub const MANY: usize = 2;

/// What one player's pieces can do, per kind and square.
#[derive(Debug, Clone)]
pub struct PieceTable<B> {
    n_squares: usize,
    entries: Box<[Entry<B>]>,
    /// How many quads of rays there are for a kind and a square: as many for each as the kind with the most has, some of
    /// them empty.
    n_quads: usize,
    /// Those beyond the first.
    more_paths: Box<[[B; 4]]>,
}

/// A piece of some kind on some square.
#[derive(Debug, Clone, Copy)]
pub struct Entry<B> {
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

impl<B: Squares> Entry<B> {
    /// How many acts end on some targets without promotion, and how many with it.
    #[inline(always)]
    pub fn acts(&self, targets: B) -> (u32, u32) {
        let promoting = (targets & self.may).count();
        (targets.without(self.must).count(), self.faces * promoting)
    }
}

impl<B: Squares> PieceTable<B> {
    /// The longest table that is kept.
    const MOST: usize = 8192;

    /// None where it would be too much to keep, or where slides have more to them than paths.
    pub fn new(board: &Geometry, n_kinds: usize, classes: &[MoveClass<B>]) -> Option<Self> {
        if !classes.iter().all(|it| it.is_usual) {
            return None;
        }
        let n_squares = board.n_squares();
        let n = n_kinds * n_squares;
        let n_quads: Option<Vec<usize>> = classes.iter().map(|it| it.usual.n_quads()).collect();
        let n_quads = n_quads?.into_iter().max().unwrap_or(0);
        if n * n_quads.max(1) > Self::MOST {
            return None;
        }
        let more = n_quads.saturating_sub(1);
        let nothing = Entry {
            to: B::EMPTY,
            paths: [B::EMPTY; 4],
            may: B::EMPTY,
            must: B::EMPTY,
            faces: 0,
        };
        let mut entries = vec![nothing; n];
        let mut more_paths = vec![[B::EMPTY; 4]; n * more];
        for class in classes {
            for kind in class.kinds() {
                for from in board.squares() {
                    let at = kind as usize * n_squares + from.index();
                    let entry = &mut entries[at];
                    entry.to = class.usual.jumps(from);
                    if let Promotion::Table(table) = &class.promotion {
                        entry.may = table.may[from.index()];
                        entry.must = table.must[from.index()];
                        entry.faces = table.n_faces;
                    }
                    if let Some((first, rest)) = class.usual.quads(from).split_first() {
                        entry.paths = *first;
                        more_paths[at * more..][..rest.len()].copy_from_slice(rest);
                    }
                }
            }
        }
        Some(PieceTable {
            n_squares,
            entries: entries.into(),
            n_quads,
            more_paths: more_paths.into(),
        })
    }

    /// A piece on a square.
    #[inline(always)]
    pub fn at(&self, kind: u8, from: Square) -> &Entry<B> {
        &self.entries[self.place(kind, from)]
    }

    /// How many quads of rays there are: none, one, or [`MANY`].
    pub fn n_quads(&self) -> usize {
        self.n_quads.min(MANY)
    }

    /// Where a piece goes to, whatever stands there. `QUADS` is [`PieceTable::n_quads`]: who asks for many pieces has a loop for
    /// each.
    #[inline(always)]
    pub fn reach<const QUADS: usize>(
        &self,
        entry: &Entry<B>,
        kind: u8,
        from: Square,
        occupied: B,
    ) -> B {
        let jumped = entry.to;
        match QUADS {
            0 => jumped,
            1 => jumped | swept(&entry.paths, occupied),
            _ => jumped | swept(&entry.paths, occupied) | self.swept_more(kind, from, occupied),
        }
    }

    #[inline(never)]
    fn swept_more(&self, kind: u8, from: Square, occupied: B) -> B {
        let more = self.n_quads.saturating_sub(1);
        let at = self.place(kind, from) * more;
        let paths = self.more_paths[at..at + more].iter();
        paths.fold(B::EMPTY, |reached, it| reached | swept(it, occupied))
    }

    #[inline(always)]
    fn place(&self, kind: u8, from: Square) -> usize {
        kind as usize * self.n_squares + from.index()
    }
}
