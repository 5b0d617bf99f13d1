//! Numbers for positions: every arrangement of the pieces has one, and every number below the size is an arrangement.
//!
//! The families whose pieces never change hands come first: where they stand is the *block* of a position. So most acts stay
//! within one block of numbers, and what is looked up next is mostly near. Within a block positions are numbered by their
//! *signature* (how many pieces of each class are where), then by the squares, class by class, among those still free.

use koma::board::diagram::Setup;
use koma::board::{Geometry, Owner, Player, Square, Squares};
use koma::play::position::{Position, Shape, Store};
use koma::rules::Rules;

use super::material::Material;

/// How many classes of pieces there may be on the board, and in the hands.
pub const MOST_CLASSES: usize = 24;

/// Signatures past this number are not tabulated.
const MOST_SIGNATURES: u64 = 1 << 22;

/// Pieces of one kind and owner, as the player to move sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// The kind.
    pub kind: u8,
    /// Whether the player to move owns them.
    pub own: bool,
}

/// Where the pieces of each class are, as the player to move sees the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    /// Per class on the board, its squares.
    pub masks: [u64; MOST_CLASSES],
    /// Per class in the hands, how many.
    pub held: [u8; MOST_CLASSES],
}

/// What can be done with a block of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    /// It is kept under this number.
    Kept(u32),
    /// Its mirror image is kept instead.
    Mirrored(u32),
    /// It is its own mirror image, and kept.
    Both(u32),
}

/// Which of a position and its mirror image is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image {
    /// The one that is numbered.
    Itself,
    /// The other.
    Other,
    /// They are the same.
    Same,
}

/// A family within a block.
#[derive(Debug, Clone)]
struct Shares {
    /// Its classes on the board: from, to.
    board: (usize, usize),
    /// Its classes in hands: from, to.
    hands: (usize, usize),
    /// Base of the key of a composition: one more than the pieces there are.
    base: usize,
    /// By the key of a composition, its number; `u32::MAX` for what cannot be.
    numbers: Vec<u32>,
    /// The compositions: how many of each class on the board, then in the hands.
    compositions: Vec<Vec<u8>>,
    /// What a composition's number is multiplied by in a signature.
    stride: usize,
}

/// Numbers for positions.
#[derive(Debug, Clone)]
pub struct Index {
    squares: u32,
    /// Both players are one: positions are seen by the player to move.
    pub is_turned: bool,
    /// A position and its mirror image are one.
    pub is_mirrored: bool,
    turn: [u8; 64],
    mirror: [u8; 64],
    /// Classes on the board: those of fixed families first.
    pub board: Vec<Class>,
    /// Classes in hands.
    pub hands: Vec<Class>,
    /// How many of `board` are of fixed families, and how many pieces of each there are.
    fixed: Vec<u32>,
    families: Vec<Shares>,
    blocks: Vec<Block>,
    /// Kept blocks, by the number they had before.
    kept: Vec<u32>,
    /// Per signature, where its numbers begin within a block; one more at the end.
    offsets: Vec<u64>,
    /// How many numbers a block has.
    block_size: u64,
    /// Per size and number of a set of free squares, their places among the free ones, four bits each, the highest lowest.
    picks: Vec<Vec<u64>>,
    binomials: [[u64; 13]; 65],
}

impl Index {
    /// Numbers for the positions of some pieces; none if there would be too many classes or signatures.
    pub fn new<B: Squares>(
        rules: &Rules<B>,
        material: &Material,
        start: &Setup,
        is_turned: bool,
        is_mirrored: bool,
    ) -> Option<Index> {
        let geometry = &rules.geometry;
        if geometry.n_squares() > 64 || rules.n_layers > 1 || !rules.neutral.is_empty() {
            return None;
        }
        let mut binomials = [[0; 13]; 65];
        for n in 0..65 {
            binomials[n][0] = 1;
            for k in 1..13.min(n + 1) {
                binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
            }
        }
        let (mut board, mut hands, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
        for family in material.families.iter().filter(|it| it.is_fixed) {
            for &kind in &family.on_board {
                for player in Player::BOTH {
                    let n = start.cells.iter().flatten();
                    let n = n.filter(|it| **it == (Owner::Of(player), kind)).count();
                    if n > 0 {
                        // Seen by the player to move, both may be either's: only equal numbers can be turned.
                        board.push(Class {
                            kind,
                            own: player == Player::First,
                        });
                        fixed.push(n as u32);
                    }
                }
            }
            if family.on_board.iter().any(|_| family.pieces > 12) {
                return None;
            }
        }
        let mut families = Vec::new();
        for family in material.families.iter().filter(|it| !it.is_fixed) {
            let (from, held_from) = (board.len(), hands.len());
            for own in [true, false] {
                board.extend(family.on_board.iter().map(|&kind| Class { kind, own }));
                hands.extend(family.in_hand.iter().map(|&kind| Class { kind, own }));
            }
            let classes = board.len() - from + hands.len() - held_from;
            let base = family.pieces + 1;
            let keys = (base as u64)
                .checked_pow(classes as u32)
                .filter(|it| *it <= MOST_SIGNATURES)?;
            if family.pieces > 12 {
                return None;
            }
            let mut shares = Shares {
                board: (from, board.len()),
                hands: (held_from, hands.len()),
                base,
                numbers: vec![u32::MAX; keys as usize],
                compositions: Vec::new(),
                stride: 0,
            };
            for key in 0..keys as usize {
                let mut rest = key;
                let composition: Vec<u8> = (0..classes)
                    .map(|_| {
                        let n = rest % base;
                        rest /= base;
                        n as u8
                    })
                    .collect();
                let sum: usize = composition.iter().map(|it| *it as usize).sum();
                if sum == family.pieces || (material.can_leave && sum < family.pieces) {
                    shares.numbers[key] = shares.compositions.len() as u32;
                    shares.compositions.push(composition);
                }
            }
            families.push(shares);
        }
        if board.len() > MOST_CLASSES || hands.len() > MOST_CLASSES {
            return None;
        }
        let signatures = families.iter().try_fold(1u64, |n, it| {
            n.checked_mul(it.compositions.len() as u64)
                .filter(|it| *it <= MOST_SIGNATURES)
        })?;
        let mut stride = 1;
        for family in families.iter_mut() {
            family.stride = stride;
            stride *= family.compositions.len();
        }
        let map = |to: &dyn Fn(Square) -> Square| {
            let mut table = [0; 64];
            for square in geometry.squares() {
                table[square.index()] = to(square).0 as u8;
            }
            table
        };
        let mut index = Index {
            squares: geometry.n_squares() as u32,
            is_turned,
            is_mirrored,
            turn: map(&|it| geometry.seen_by(Player::Second, it)),
            mirror: map(&|it| mirrored(geometry, it)),
            board,
            hands,
            fixed,
            families,
            blocks: Vec::new(),
            kept: Vec::new(),
            offsets: Vec::new(),
            block_size: 0,
            picks: Vec::new(),
            binomials,
        };
        index.number_picks();
        index.number_blocks()?;
        index.number_signatures(signatures as usize)?;
        index.size()?;
        Some(index)
    }

    fn choose(&self, n: u32, k: u32) -> u64 {
        self.binomials[n as usize][k as usize]
    }

    /// On boards of up to sixteen squares the free ones fit a word.
    fn number_picks(&mut self) {
        if self.squares > 16 {
            return;
        }
        let most = self
            .families
            .iter()
            .map(|it| it.base - 1)
            .chain(self.fixed.iter().map(|it| *it as usize));
        for k in 0..=most.max().unwrap_or(0).min(12) {
            let mut sets: Vec<(u64, u64)> = (0u64..1 << self.squares)
                .filter(|it| it.count_ones() as usize == k)
                .map(|mask| {
                    let (mut places, mut rest) = (0, mask);
                    while rest != 0 {
                        let at = 63 - rest.leading_zeros();
                        rest ^= 1 << at;
                        places |= u64::from(at) << (4 * (k - 1 - rest.count_ones() as usize));
                    }
                    (self.subset(mask, 0), places)
                })
                .collect();
            sets.sort_unstable();
            self.picks.push(sets.into_iter().map(|it| it.1).collect());
        }
    }

    fn number_blocks(&mut self) -> Option<()> {
        let mut free = self.squares;
        let mut n: u64 = 1;
        for &k in &self.fixed {
            n = n
                .checked_mul(self.choose(free, k))
                .filter(|it| *it <= MOST_SIGNATURES)?;
            free = free.checked_sub(k)?;
        }
        self.blocks = vec![Block::Kept(u32::MAX); n as usize];
        for raw in 0..n as u32 {
            let mut cells = Cells::EMPTY;
            self.place_block(raw, &mut cells);
            let other = match self.is_mirrored {
                true => self.raw_block(&self.mirror_of(&cells)),
                false => raw,
            };
            let number = self.kept.len() as u32;
            self.blocks[raw as usize] = match other.cmp(&raw) {
                std::cmp::Ordering::Less => match self.blocks[other as usize] {
                    Block::Kept(it) | Block::Mirrored(it) | Block::Both(it) => Block::Mirrored(it),
                },
                std::cmp::Ordering::Equal if self.is_mirrored => Block::Both(number),
                _ => Block::Kept(number),
            };
            if !matches!(self.blocks[raw as usize], Block::Mirrored(_)) {
                self.kept.push(raw);
            }
        }
        Some(())
    }

    fn number_signatures(&mut self, n: usize) -> Option<()> {
        let taken: u32 = self.fixed.iter().sum();
        let mut at = 0u64;
        for signature in 0..n {
            self.offsets.push(at);
            let mut free = self.squares - taken;
            let mut places = 1u64;
            for family in &self.families {
                let composition = self.composition(family, signature);
                for &k in &composition[..family.board.1 - family.board.0] {
                    places = places.checked_mul(if u32::from(k) > free {
                        0
                    } else {
                        self.choose(free, k.into())
                    })?;
                    free = free.saturating_sub(k.into());
                }
            }
            at = at.checked_add(places)?;
        }
        self.offsets.push(at);
        self.block_size = at;
        Some(())
    }

    fn composition<'a>(&self, family: &'a Shares, signature: usize) -> &'a [u8] {
        &family.compositions[signature / family.stride % family.compositions.len()]
    }

    /// How many numbers a block has.
    #[inline]
    fn block_size(&self) -> u64 {
        self.block_size
    }

    /// How many numbers there are.
    pub fn size(&self) -> Option<u64> {
        let sides = if self.is_turned { 1 } else { 2 };
        let size = self
            .block_size()
            .checked_mul(self.kept.len() as u64)?
            .checked_mul(sides)?;
        (size < 1 << 40).then_some(size)
    }

    /// A position as the player to move sees it.
    pub fn cells<S: Shape>(&self, position: &Position<S>) -> Cells {
        let me = if self.is_turned {
            position.side
        } else {
            Player::First
        };
        let [own, enemy] =
            [me, me.other()].map(|it| position.owned.as_ref()[0][it.index()].folded());
        let mut cells = Cells::EMPTY;
        for (mask, class) in cells.masks.iter_mut().zip(&self.board) {
            let owned = if class.own { own } else { enemy };
            let squares = position.kinds.as_ref()[class.kind as usize].folded() & owned;
            *mask = match me {
                Player::First => squares,
                Player::Second => moved(squares, &self.turn),
            };
        }
        for (held, class) in cells.held.iter_mut().zip(&self.hands) {
            let player = if class.own { me } else { me.other() };
            *held = position.hands[player.index()].as_ref()[class.kind as usize].min(255) as u8;
        }
        cells
    }

    /// The number of a position as plain data.
    pub fn number(&self, setup: &Setup) -> Option<u64> {
        let me = if self.is_turned {
            setup.side
        } else {
            Player::First
        };
        let mut cells = Cells::EMPTY;
        for (square, pieces) in setup.cells.iter().enumerate() {
            for (owner, kind) in pieces {
                let Owner::Of(player) = owner else {
                    return None;
                };
                let own = *player == me;
                let class = self
                    .board
                    .iter()
                    .position(|it| it.kind == *kind && it.own == own)?;
                let square = match me {
                    Player::First => square as u8,
                    Player::Second => self.turn[square],
                };
                cells.masks[class] |= 1 << square;
            }
        }
        for player in Player::BOTH {
            for (kind, n) in setup.hands[player.index()]
                .iter()
                .enumerate()
                .filter(|it| *it.1 > 0)
            {
                let own = player == me;
                let class = self
                    .hands
                    .iter()
                    .position(|it| it.kind as usize == kind && it.own == own)?;
                cells.held[class] = u8::try_from(*n).ok()?;
            }
        }
        self.rank(&cells, setup.side)
    }

    /// The position with a number: the first player is to move, if both are one.
    pub fn position<S: Shape>(
        &self,
        template: &Position<S>,
        number: u64,
        near: &mut usize,
    ) -> (Position<S>, Cells) {
        let (cells, side) = self.unrank(number, near);
        let mut position = *template;
        position.kinds = S::Kinds::filled(S::Set::EMPTY);
        position.owned = S::Layers::filled([S::Set::EMPTY; 2]);
        position.hands = [S::Hand::filled(0); 2];
        position.side = side;
        for (class, mask) in self.board.iter().zip(cells.masks) {
            let owner = usize::from(!class.own);
            let mut rest = mask;
            while rest != 0 {
                let square = S::Set::one(Square(rest.trailing_zeros() as u16));
                rest &= rest - 1;
                position.kinds.as_mut()[class.kind as usize] |= square;
                position.owned.as_mut()[0][owner] |= square;
            }
        }
        for (class, n) in self.hands.iter().zip(cells.held) {
            position.hands[usize::from(!class.own)].as_mut()[class.kind as usize] = n.into();
        }
        (position, cells)
    }

    /// The number of a position; none if the pieces are not those that are numbered.
    #[inline]
    pub fn rank(&self, cells: &Cells, side: Player) -> Option<u64> {
        self.rank_of(cells, side).map(|it| it.0)
    }

    /// The number of a position, and which of it and its mirror image has it.
    #[inline]
    pub fn rank_of(&self, cells: &Cells, side: Player) -> Option<(u64, Image)> {
        for (i, n) in self.fixed.iter().enumerate() {
            if cells.masks[i].count_ones() != *n {
                return None;
            }
        }
        let (block, within, image) = match self.blocks[self.raw_block(cells) as usize] {
            Block::Kept(block) => (block, self.within(cells)?, Image::Itself),
            Block::Mirrored(block) => (block, self.within(&self.mirror_of(cells))?, Image::Other),
            Block::Both(block) => {
                let (one, other) = (self.within(cells)?, self.within(&self.mirror_of(cells))?);
                match one.cmp(&other) {
                    std::cmp::Ordering::Less => (block, one, Image::Itself),
                    std::cmp::Ordering::Equal => (block, one, Image::Same),
                    std::cmp::Ordering::Greater => (block, other, Image::Other),
                }
            }
        };
        let number = u64::from(block) * self.block_size() + within;
        let number = match self.is_turned {
            true => number,
            false => number * 2 + side.index() as u64,
        };
        Some((number, image))
    }

    /// Left and right changed.
    pub fn mirror_of(&self, cells: &Cells) -> Cells {
        let mut mirrored = *cells;
        for mask in &mut mirrored.masks[..self.board.len()] {
            *mask = moved(*mask, &self.mirror);
        }
        mirrored
    }

    fn raw_block(&self, cells: &Cells) -> u32 {
        let mut used = 0u64;
        let mut number = 0u64;
        for (i, &n) in self.fixed.iter().enumerate() {
            let free = self.squares - used.count_ones();
            number = number * self.choose(free, n) + self.subset(cells.masks[i], used);
            used |= cells.masks[i];
        }
        number as u32
    }

    /// The number of a set of squares among those of its size on squares that are not used.
    #[inline]
    fn subset(&self, mask: u64, used: u64) -> u64 {
        let (mut number, mut k, mut rest) = (0, 1, mask);
        while rest != 0 {
            let at = rest.trailing_zeros();
            let below = (used & ((1 << at) - 1)).count_ones();
            number += self.binomials[(at - below) as usize][k];
            k += 1;
            rest &= rest - 1;
        }
        number
    }

    #[inline]
    fn within(&self, cells: &Cells) -> Option<u64> {
        let mut signature = 0;
        for family in &self.families {
            let mut key = 0;
            for i in (family.hands.0..family.hands.1).rev() {
                key = key * family.base + cells.held[i] as usize;
            }
            for i in (family.board.0..family.board.1).rev() {
                key = key * family.base + cells.masks[i].count_ones() as usize;
            }
            let number = *family.numbers.get(key)?;
            if number == u32::MAX {
                return None;
            }
            signature += number as usize * family.stride;
        }
        let from = self.fixed.len();
        let mut used = 0;
        for i in 0..from {
            used |= cells.masks[i];
        }
        let mut places = 0u64;
        for i in from..self.board.len() {
            let mask = cells.masks[i];
            if mask != 0 {
                let free = self.squares - used.count_ones();
                places = places * self.choose(free, mask.count_ones()) + self.subset(mask, used);
                used |= mask;
            }
        }
        Some(self.offsets[signature] + places)
    }

    fn place_block(&self, raw: u32, cells: &mut Cells) {
        let mut sizes = [0u64; MOST_CLASSES];
        let mut free = self.squares;
        for (size, &n) in sizes.iter_mut().zip(&self.fixed) {
            *size = self.choose(free, n);
            free -= n;
        }
        self.place(&self.fixed, &sizes, raw.into(), 0, &mut cells.masks);
    }

    /// Puts classes on squares by a number, the last class being the lowest digit.
    fn place(&self, counts: &[u32], sizes: &[u64], mut number: u64, used: u64, masks: &mut [u64]) {
        let mut digits = [0u64; MOST_CLASSES];
        for i in (0..counts.len()).rev() {
            digits[i] = number % sizes[i];
            number /= sizes[i];
        }
        if !self.picks.is_empty() {
            self.place_few(counts, &digits, used, masks);
            return;
        }
        let mut used = used;
        for (i, &n) in counts.iter().enumerate() {
            let mut digit = digits[i];
            let mut mask = 0u64;
            // The highest square first: the largest that the number leaves room for.
            for k in (1..=n as usize).rev() {
                let mut at = k - 1;
                while self.binomials[at + 1][k] <= digit {
                    at += 1;
                }
                digit -= self.binomials[at][k];
                mask |= 1 << nth_free(used, at as u32);
            }
            masks[i] = mask;
            used |= mask;
        }
    }

    /// The same on a small board: the free squares are a list in a word, four bits each.
    fn place_few(&self, counts: &[u32], digits: &[u64], used: u64, masks: &mut [u64]) {
        let mut free = 0xfedc_ba98_7654_3210u64;
        let mut rest = used;
        while rest != 0 {
            let at = 63 - rest.leading_zeros();
            rest ^= 1 << at;
            free = without_place(free, at);
        }
        for (i, &n) in counts.iter().enumerate() {
            let mut places = self.picks[n as usize][digits[i] as usize];
            let mut mask = 0;
            for _ in 0..n {
                let at = (places & 15) as u32;
                places >>= 4;
                mask |= 1 << (free >> (4 * at) & 15);
                free = without_place(free, at);
            }
            masks[i] = mask;
        }
    }

    /// The position with a number; `near` is the signature found last, which is mostly this one's too.
    fn unrank(&self, number: u64, near: &mut usize) -> (Cells, Player) {
        let (number, side) = match self.is_turned {
            true => (number, Player::First),
            false => (number / 2, Player::BOTH[(number % 2) as usize]),
        };
        let (block, within) = (number / self.block_size(), number % self.block_size());
        let mut cells = Cells::EMPTY;
        self.place_block(self.kept[block as usize], &mut cells);
        if !(self.offsets[*near] <= within && within < self.offsets[*near + 1]) {
            *near = self.offsets.partition_point(|it| *it <= within) - 1;
        }
        let signature = *near;
        let mut counts = [0u32; MOST_CLASSES];
        let mut sizes = [0u64; MOST_CLASSES];
        let mut free = self.squares - self.fixed.iter().sum::<u32>();
        let from = self.fixed.len();
        for family in &self.families {
            let composition = self.composition(family, signature);
            let (board, hands) = composition.split_at(family.board.1 - family.board.0);
            for (i, &k) in board.iter().enumerate() {
                let at = family.board.0 + i - from;
                counts[at] = k.into();
                sizes[at] = self.choose(free, k.into());
                free -= u32::from(k);
            }
            cells.held[family.hands.0..family.hands.1].copy_from_slice(hands);
        }
        let used = cells.masks[..from].iter().fold(0, |all, it| all | it);
        let n = self.board.len() - from;
        let places = within - self.offsets[signature];
        self.place(
            &counts[..n],
            &sizes[..n],
            places,
            used,
            &mut cells.masks[from..],
        );
        (cells, side)
    }
}

impl Cells {
    const EMPTY: Cells = Cells {
        masks: [0; MOST_CLASSES],
        held: [0; MOST_CLASSES],
    };
}

/// A set of squares, each taken to another.
#[inline]
fn moved(mask: u64, table: &[u8; 64]) -> u64 {
    let (mut to, mut rest) = (0, mask);
    while rest != 0 {
        to |= 1 << table[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    to
}

/// A list in a word without one of its places.
#[inline]
fn without_place(list: u64, at: u32) -> u64 {
    let below = (1u64 << (4 * at)) - 1;
    list & below | list >> 4 & !below
}

/// The square with a number among those that are not used.
fn nth_free(used: u64, number: u32) -> u32 {
    let mut free = !used;
    for _ in 0..number {
        free &= free - 1;
    }
    free.trailing_zeros()
}

fn mirrored(geometry: &Geometry, square: Square) -> Square {
    geometry.square(
        geometry.files - 1 - geometry.file(square),
        geometry.rank(square),
    )
}
