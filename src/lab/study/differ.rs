//! Two variants played side by side: the first position in which they differ, or how far none was found.

use std::collections::HashSet;

use fastrand::Rng;

use super::random::{Moves, Style};
use koma::board::diagram::{Piece, Setup};
use koma::board::{Owner, Player, Square};
use koma::check::Sheet;
use koma::check::sheet::{Condition, Kind, KindId, KindSet, Set};
use koma::play::{Act, Game, Variant};

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
    /// Positions to begin from, the start first.
    bases: Vec<Setup>,
    /// Whether both have the same pieces, which are the same in a hand: only then the same act leads to the same.
    same_pieces: bool,
    /// What can stand on a square together: what does so in one of those positions.
    stacks: HashSet<Vec<Piece>>,
    /// How many positions were compared.
    pub positions: u64,
}

/// The two games and how they came about.
#[derive(Debug, Clone)]
struct Both {
    one: Game,
    two: Game,
    position: String,
    acts: Vec<Act>,
    moves: Moves,
}

impl<'v> Pair<'v> {
    /// Two variants to compare, and positions to begin from.
    pub fn new(one: &'v Variant, two: &'v Variant, positions: &[String]) -> Self {
        let mut bases = vec![one.sheet().start.clone()];
        bases.extend(positions.iter().filter_map(|it| one.read_position(it).ok()));
        let mut stacks = HashSet::new();
        for cell in bases.iter().flat_map(|it| &it.cells) {
            let other = |owner: Owner| match owner {
                Owner::Of(player) => Owner::Of(player.other()),
                Owner::Nobody => Owner::Nobody,
            };
            stacks.insert(cell.clone());
            stacks.insert(cell.iter().map(|it| (other(it.0), it.1)).collect());
        }
        let pieces = |it: &Variant| -> Vec<_> {
            let held = |it: &Kind| (it.in_hand_as, it.drops_as.clone());
            let kinds = it.sheet().kinds.iter();
            kinds
                .map(|it| (it.letter.clone(), it.layer, it.neutral, held(it)))
                .collect()
        };
        let to_hand = one.sheet().to_hand == two.sheet().to_hand;
        Pair {
            one,
            two,
            same_pieces: to_hand && pieces(one) == pieces(two),
            bases,
            stacks,
            positions: 0,
        }
    }

    /// Every position to a depth from each of those to begin from, breadth first.
    pub fn near(&mut self, depth: u32) -> Result<(), Difference> {
        let other = self.two.letters().write_position(&self.two.sheet().start);
        let start = self.written(&self.bases[0]);
        if start != other {
            return Err(Difference {
                position: start,
                acts: Vec::new(),
                how: format!("the start is `{other}`"),
            });
        }
        let mut seen: HashSet<String> = HashSet::new();
        for i in 0..self.bases.len() {
            let position = self.written(&self.bases[i]);
            let Some(both) = self.begin(&position)? else {
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

    /// One random game, from one of the positions to begin from or from one made of it at random.
    pub fn far(&mut self, seed: u64) -> Result<(), Difference> {
        let mut rng = Rng::with_seed(seed);
        let n = rng.usize(..self.bases.len());
        let setup = match rng.u8(..8) {
            0 => self.bases[0].clone(),
            1 => self.bases[n].clone(),
            2 => self.shuffled(n, &mut rng),
            _ => self.nudged(n, &mut rng),
        };
        let Some(mut both) = self.begin(&self.written(&setup))? else {
            return Ok(());
        };
        let style = Style::any(&mut rng);
        for _ in 0..30 {
            let Some(act) = style.pick(&both.one, &both.moves, &mut rng) else {
                break;
            };
            both.play(act);
            self.look(&both)?;
        }
        Ok(())
    }

    fn written(&self, setup: &Setup) -> String {
        self.one.letters().write_position(setup)
    }

    /// Both games from a position; nothing if it cannot come about.
    fn begin(&mut self, position: &str) -> Result<Option<Both>, Difference> {
        let games = [self.one, self.two].map(|it| Game::from_position(it, position));
        let [Ok(one), Ok(two)] = games else {
            return Ok(None);
        };
        if one.breached().is_some() {
            return Ok(None);
        }
        let both = Both {
            one,
            two,
            position: position.to_owned(),
            acts: Vec::new(),
            moves: Moves::default(),
        };
        self.look(&both)?;
        Ok(Some(both))
    }

    /// Compares position, acts and outcome.
    fn look(&mut self, both: &Both) -> Result<(), Difference> {
        self.positions += 1;
        let Some(how) = both.difference(self.same_pieces) else {
            return Ok(());
        };
        let mut acts = Vec::new();
        if let Ok(mut game) = Game::from_position(self.one, &both.position) {
            for act in &both.acts {
                acts.push(game.write(*act));
                game.play_unchecked(*act);
            }
        }
        Err(Difference {
            position: both.position.clone(),
            acts,
            how,
        })
    }
}

impl Both {
    fn play(&mut self, act: Act) {
        self.acts.push(act);
        self.moves.note(&self.one, act);
        self.one.play_unchecked(act);
        self.two.play_unchecked(act);
    }

    /// How the two differ, if they do. Where the pieces are the same, the same acts lead to the same position.
    fn difference(&self, same_pieces: bool) -> Option<String> {
        let (one, two) = (&self.one, &self.two);
        let result = |game: &Game| game.outcome().map(|it| (it.winner, it.path));
        if result(one) != result(two) {
            let told = |game: &Game| {
                let outcome = game.outcome();
                outcome.map_or("ongoing".to_owned(), |it| it.to_string())
            };
            return Some(format!("`{}`, not `{}`", told(two), told(one)));
        }
        if one.to_move() != two.to_move() || !same_pieces && one.setup() != two.setup() {
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

// ---- random positions ----

impl Pair<'_> {
    fn sheet(&self) -> &Sheet {
        self.one.sheet()
    }

    /// The pieces of a position on other squares, some of them in a hand, turned over or gone.
    fn shuffled(&self, base: usize, rng: &mut Rng) -> Setup {
        let base = &self.bases[base];
        let sheet = self.sheet();
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
            if is_loose && sheet.to_hand && rng.u8(..100) < taken {
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
        let sheet = self.sheet();
        let mut setup = self.bases[base].clone();
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
                        3 if is_loose(sheet, piece) && sheet.to_hand => {
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
