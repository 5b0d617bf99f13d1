//! Two variants played side by side: the first position in which they differ, or how far none was found.

use std::collections::HashSet;

use fastrand::Rng;

use crate::board::diagram::{Piece, Setup};
use crate::board::{Owner, Player, Square};
use crate::check::Sheet;
use crate::check::sheet::{Condition, KindId, KindSet, Set};
use crate::play::{Act, Game, Variant};

/// A position in which two variants differ, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where the game began.
    pub position: String,
    /// The acts played from there.
    pub acts: Vec<String>,
    /// What the one says and the other does not.
    pub how: String,
}

/// Two variants that are thought to play the same. Both have the same pieces on the same board.
#[derive(Debug)]
pub struct Pair<'v> {
    one: &'v Variant,
    two: &'v Variant,
    /// How many positions were compared.
    pub positions: u64,
}

/// The two games and how they came about.
#[derive(Debug, Clone)]
struct Both {
    one: Game,
    two: Game,
    position: String,
    acts: Vec<String>,
}

impl<'v> Pair<'v> {
    /// Two variants to compare.
    pub fn new(one: &'v Variant, two: &'v Variant) -> Self {
        Pair {
            one,
            two,
            positions: 0,
        }
    }

    /// The start, then every position to a depth from each of these, breadth first.
    pub fn near(&mut self, positions: &[String], depth: u32) -> Result<(), Difference> {
        let start = self.one.letters().write_position(&self.one.sheet().start);
        let other = self.two.letters().write_position(&self.two.sheet().start);
        if start != other {
            return Err(Difference {
                position: start,
                acts: Vec::new(),
                how: format!("the start is `{other}`"),
            });
        }
        let mut seen: HashSet<String> = HashSet::new();
        for position in std::iter::once(&start).chain(positions) {
            let Some(both) = self.begin(position)? else {
                continue;
            };
            let mut layer = vec![both];
            for _ in 0..depth {
                let mut next = Vec::new();
                for both in &layer {
                    for act in both.one.acts() {
                        let mut below = both.clone();
                        below.play(act);
                        // What is spent of a turn is no part of the text: an open turn is always looked at.
                        let is_new = below.one.is_turn_open() || seen.insert(below.one.position());
                        if is_new {
                            self.look(&below)?;
                            next.push(below);
                        }
                    }
                }
                layer = next;
            }
        }
        Ok(())
    }

    /// One random game from a random position made of one of these, or of the start.
    pub fn far(&mut self, positions: &[String], seed: u64) -> Result<(), Difference> {
        let mut rng = Rng::with_seed(seed);
        let n = rng.usize(..positions.len() + 1);
        let base = match positions.get(n) {
            Some(position) => self.one.read_position(position).ok(),
            None => Some(self.one.sheet().start.clone()),
        };
        let Some(base) = base else {
            return Ok(());
        };
        let setup = match seed % 4 {
            0 => base,
            1 => shuffled(self.one.sheet(), &base, &mut rng),
            _ => nudged(self.one.sheet(), base, &mut rng),
        };
        let position = self.one.letters().write_position(&setup);
        let Some(mut both) = self.begin(&position)? else {
            return Ok(());
        };
        let style = Style {
            eager: rng.u8(..3) == 0,
            to_and_fro: rng.bool(),
        };
        for _ in 0..30 {
            let acts = both.one.acts();
            if acts.is_empty() {
                break;
            }
            let act = style.pick(&both, &acts, &mut rng);
            both.play(act);
            self.look(&both)?;
        }
        Ok(())
    }

    /// Both games from a position; nothing if neither can be loaded.
    fn begin(&mut self, position: &str) -> Result<Option<Both>, Difference> {
        let games = [self.one, self.two].map(|it| Game::from_position(it, position));
        let both = match games {
            [Ok(one), Ok(two)] => Both {
                one,
                two,
                position: position.to_owned(),
                acts: Vec::new(),
            },
            [Err(_), Err(_)] => return Ok(None),
            _ => {
                return Err(Difference {
                    position: position.to_owned(),
                    acts: Vec::new(),
                    how: "only one of them reads this position".to_owned(),
                });
            }
        };
        self.look(&both)?;
        Ok(Some(both))
    }

    /// Compares position, acts and outcome.
    fn look(&mut self, both: &Both) -> Result<(), Difference> {
        self.positions += 1;
        match both.difference() {
            None => Ok(()),
            Some(how) => Err(Difference {
                position: both.position.clone(),
                acts: both.acts.clone(),
                how,
            }),
        }
    }
}

impl Both {
    fn play(&mut self, act: Act) {
        self.acts.push(self.one.write(act));
        self.one.play_unchecked(act);
        self.two.play_unchecked(act);
    }

    fn difference(&self) -> Option<String> {
        let (one, two) = (&self.one, &self.two);
        let told = |game: &Game| {
            let outcome = game.outcome();
            outcome.map_or("ongoing".to_owned(), |it| it.to_string())
        };
        if told(one) != told(two) {
            return Some(format!("`{}`, not `{}`", told(two), told(one)));
        }
        if one.setup() != two.setup() {
            return Some(format!("`{}`, not `{}`", two.position(), one.position()));
        }
        let (here, there) = (one.acts(), two.acts());
        if here == there && one.is_turn_open() == two.is_turn_open() {
            return None;
        }
        let only = |game: &Game, acts: &[Act], others: &[Act]| -> String {
            let only = acts.iter().filter(|it| !others.contains(it));
            let texts: Vec<String> = only.map(|it| game.write(*it)).collect();
            texts.join(" ")
        };
        let (more, less) = (only(two, &there, &here), only(one, &here, &there));
        Some(match (more.as_str(), less.as_str()) {
            (more, "") => format!("`{more}` is legal"),
            ("", less) => format!("`{less}` is not legal"),
            (more, less) => format!("`{more}` is legal, not `{less}`"),
        })
    }
}

/// How acts are chosen.
struct Style {
    /// Those that leave few replies: a check, a mate, the end.
    eager: bool,
    /// Those that take back the one before: repetitions.
    to_and_fro: bool,
}

impl Style {
    fn pick(&self, both: &Both, acts: &[Act], rng: &mut Rng) -> Act {
        let any = |rng: &mut Rng| acts[rng.usize(..acts.len())];
        if self.to_and_fro && rng.u8(..8) > 0 {
            let before = both.acts.len().checked_sub(2).map(|it| &both.acts[it]);
            let back = acts.iter().find(|act| match act {
                Act::Move { from, to, .. } => {
                    let board = both.one.variant().sheet();
                    let write = |it| board.geometry.write(it, board.coordinates);
                    let undone = format!("{}{}", write(*to), write(*from));
                    before.is_some_and(|it| it.ends_with(&undone))
                }
                _ => false,
            });
            if let Some(act) = back {
                return *act;
            }
        }
        if !self.eager {
            return any(rng);
        }
        let replies = |act: &Act| {
            let mut next = both.one.clone();
            next.play_unchecked(*act);
            next.acts().len()
        };
        let some = [any(rng), any(rng), any(rng)];
        let best = some.iter().min_by_key(|it| replies(it));
        *best.unwrap_or(&some[0])
    }
}

// ---- random positions ----

/// The pieces of a position on other squares, some of them in a hand, turned over or gone.
fn shuffled(sheet: &Sheet, base: &Setup, rng: &mut Rng) -> Setup {
    let mut setup = Setup {
        cells: vec![Vec::new(); base.cells.len()],
        hands: base.hands.clone(),
        side: Player::BOTH[rng.usize(..2)],
    };
    let (taken, gone) = (rng.u8(..80), rng.u8(..60));
    for piece in base.cells.iter().flatten() {
        let is_loose = is_loose(sheet, *piece);
        if is_loose && rng.u8(..100) < gone {
            continue;
        }
        if is_loose && sheet.to_hand && rng.u8(..100) < taken {
            take(sheet, &mut setup, *piece, rng);
            continue;
        }
        let piece = turned(sheet, *piece, rng);
        // A piece that finds no place in a few tries is not missed, unless the game is about it.
        for _ in 0..if is_loose { 2 } else { 100 } {
            if put(sheet, &mut setup, any_square(sheet, rng), piece) {
                break;
            }
        }
    }
    setup
}

/// A position with one to three things changed: a piece moved, turned over, taken or gone, two squares exchanged, the
/// other player to move.
fn nudged(sheet: &Sheet, mut setup: Setup, rng: &mut Rng) -> Setup {
    for _ in 0..rng.u8(1..4) {
        let from = any_square(sheet, rng);
        if rng.u8(..4) == 0 {
            setup
                .cells
                .swap(from.index(), any_square(sheet, rng).index());
            continue;
        }
        let Some(piece) = setup.cells[from.index()].pop() else {
            if rng.u8(..6) == 0 {
                setup.side = setup.side.other();
            }
            continue;
        };
        match rng.u8(..6) {
            0 if is_loose(sheet, piece) && sheet.to_hand => take(sheet, &mut setup, piece, rng),
            1 if is_loose(sheet, piece) => {}
            2 => {
                let piece = turned(sheet, piece, rng);
                put(sheet, &mut setup, from, piece);
            }
            _ => {
                let to = any_square(sheet, rng);
                if !put(sheet, &mut setup, to, piece) {
                    put(sheet, &mut setup, from, piece);
                }
            }
        }
    }
    setup
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
        _ => false,
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

/// Puts a piece on a square, unless its layer is taken there.
fn put(sheet: &Sheet, setup: &mut Setup, square: Square, piece: Piece) -> bool {
    let layer = |it: &Piece| sheet.kinds[usize::from(it.1)].layer;
    let cell = &mut setup.cells[square.index()];
    let is_free = !cell.iter().any(|it| layer(it) == layer(&piece));
    if is_free {
        cell.push(piece);
        cell.sort_by_key(layer);
    }
    is_free
}
