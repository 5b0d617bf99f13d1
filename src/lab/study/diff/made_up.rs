//! Random positions near those of a rulebook.

use std::collections::HashSet;

use fastrand::Rng;

use koma::board::diagram::{Piece, Setup};
use koma::board::{Owner, Player, Square};
use koma::check::Sheet;
use koma::check::sheet::{Condition, KindId, KindSet, Set};

/// Positions to make others from.
#[derive(Debug)]
pub struct Bases<'s> {
    sheet: &'s Sheet,
    /// The positions, the start first.
    pub setups: Vec<Setup>,
    /// What can stand on a square together: what does so in one of those positions.
    stacks: HashSet<Vec<Piece>>,
}

impl<'s> Bases<'s> {
    /// The start of a variant, and some positions more.
    pub fn new(sheet: &'s Sheet, more: impl Iterator<Item = Setup>) -> Bases<'s> {
        let mut setups = vec![sheet.start.clone()];
        setups.extend(more);
        let mut stacks = HashSet::new();
        for cell in setups.iter().flat_map(|it| &it.cells) {
            let other = |owner: Owner| match owner {
                Owner::Of(player) => Owner::Of(player.other()),
                Owner::Nobody => Owner::Nobody,
            };
            stacks.insert(cell.clone());
            stacks.insert(cell.iter().map(|it| (other(it.0), it.1)).collect());
        }
        Bases {
            sheet,
            setups,
            stacks,
        }
    }

    /// One of the positions, or one made of it at random.
    pub fn any(&self, rng: &mut Rng) -> Setup {
        let n = rng.usize(..self.setups.len());
        match rng.u8(..8) {
            0 => self.setups[0].clone(),
            1 => self.setups[n].clone(),
            2 => self.shuffled(n, rng),
            _ => self.nudged(n, rng),
        }
    }

    /// The pieces of a position on other squares, some of them in a hand, turned over or gone.
    fn shuffled(&self, base: usize, rng: &mut Rng) -> Setup {
        let base = &self.setups[base];
        let sheet = self.sheet;
        let mut setup = Setup {
            cells: vec![Vec::new(); base.cells.len()],
            hands: base.hands.clone(),
            side: Player::BOTH[rng.usize(..2)],
        };
        let (taken, gone) = (rng.u8(..80), rng.u8(..60));
        for cell in base.cells.iter().filter(|it| !it.is_empty()) {
            let is_loose = cell.iter().all(|it| is_loose(sheet, *it));
            if is_loose && rng.u8(..100) < gone {
                continue;
            }
            if is_loose && sheet.fills_hands() && rng.u8(..100) < taken {
                cell.iter().for_each(|it| take(sheet, &mut setup, *it, rng));
                continue;
            }
            // What finds no place in a few tries is not missed, unless the game is about it.
            for _ in 0..if is_loose { 2 } else { 100 } {
                let there = &mut setup.cells[any_square(sheet, rng).index()];
                if there.is_empty() {
                    *there = cell.iter().map(|it| turned(sheet, *it, rng)).collect();
                    break;
                }
            }
        }
        setup
    }

    /// A position with one to three things changed: a piece moved, turned over, taken or gone, two squares exchanged,
    /// the other player to move.
    fn nudged(&self, base: usize, rng: &mut Rng) -> Setup {
        let sheet = self.sheet;
        let mut setup = self.setups[base].clone();
        for _ in 0..rng.u8(1..4) {
            let before = setup.clone();
            let (from, to) = (any_square(sheet, rng), any_square(sheet, rng));
            let piece = setup.cells[from.index()].last().copied();
            match (rng.u8(..8), piece) {
                (0, _) => setup.side = setup.side.other(),
                (1..3, _) => setup.cells.swap(from.index(), to.index()),
                (_, None) => {}
                (way, Some(piece)) => {
                    setup.cells[from.index()].pop();
                    match way {
                        3 if is_loose(sheet, piece) && sheet.fills_hands() => {
                            take(sheet, &mut setup, piece, rng);
                        }
                        4 if is_loose(sheet, piece) => {}
                        5 => setup.cells[from.index()].push(turned(sheet, piece, rng)),
                        _ => setup.cells[to.index()].push(piece),
                    }
                }
            }
            let stands = |it: &Square| self.stacks.contains(&setup.cells[it.index()]);
            if ![from, to].iter().all(stands) {
                setup = before;
            }
        }
        setup
    }
}

fn any_square(sheet: &Sheet, rng: &mut Rng) -> Square {
    Square(rng.u16(..sheet.geometry.n_squares() as u16))
}

/// Whether a player may be without such a piece: no end of the game asks for it by name.
fn is_loose(sheet: &Sheet, (_, kind): Piece) -> bool {
    let named = |kinds: KindSet| kinds != KindSet::ALL && kinds.has(KindId(kind));
    let conditions = sheet.ends.iter().flat_map(|it| &it.conditions);
    !conditions.into_iter().any(|it| match it {
        Condition::Mate { kinds, .. } => named(*kinds),
        Condition::Act(act) => named(act.kinds) || act.capturing.is_some_and(named),
        Condition::Count(_, Set::And(parts)) => parts
            .iter()
            .any(|it| matches!(it, Set::Pieces(_, kinds) if named(*kinds))),
        Condition::Count(..)
        | Condition::Points { .. }
        | Condition::CannotAct { .. }
        | Condition::Repeated { .. }
        | Condition::Throughout(..)
        | Condition::Hand { .. }
        | Condition::OwnIs(_) => false,
    })
}

/// Puts a piece in a hand, as what it is there.
fn take(sheet: &Sheet, setup: &mut Setup, (owner, kind): Piece, rng: &mut Rng) {
    if owner != Owner::Nobody {
        let held = sheet.kinds[usize::from(kind)].in_hand_as;
        setup.hands[rng.usize(..2)][held.index()] += 1;
    }
}

/// The piece with this face or another.
fn turned(sheet: &Sheet, (owner, kind): Piece, rng: &mut Rng) -> Piece {
    let facts = &sheet.kinds[usize::from(kind)];
    match facts.becomes.get(rng.usize(..3)) {
        Some(face) => (owner, face.0),
        None if rng.u8(..3) == 0 => (owner, facts.in_hand_as.0),
        None => (owner, kind),
    }
}
