//! Where two variants part: the shortest game after which they differ in the acts allowed or in the outcome.
//!
//! 1. Two variants of the same canonical form are the same.
//! 2. All games are searched, shortest first, as far as the bounds go ([`search`]).
//! 3. Rules that count how often a position stood are looked for in games that go round in circles ([`walks`]).
//! 4. Positions of a rulebook show what no search comes to; a game is looked for that leads there ([`elsewhere`]).
//! 5. Games by chance go far from the start ([`chance`]).

pub mod chance;
pub mod elsewhere;
pub mod kinds;
pub mod made_up;
pub mod pair;
pub mod probe;
pub mod search;
pub mod walks;
pub mod witness;

pub use pair::{Pair, Sides};
pub use probe::{Difference, Probe};
pub use witness::{Only, Witness};

use self::elsewhere::Elsewhere;
use self::kinds::Kinds;
use self::walks::Past;
use super::canon::Manner;
use super::{Canon, Fingerprint};
use koma::board::diagram::Setup;
use koma::play::Variant;

/// How far is searched.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// After how many acts at most.
    pub depth: u32,
    /// How many positions are met at most.
    pub positions: usize,
    /// How many games are played by chance.
    pub games: u32,
    /// The seed of chance.
    pub seed: u64,
    /// How many threads; the answer does not depend on it.
    pub threads: usize,
    /// Positions to begin from where no game from the start shows a difference.
    pub elsewhere: Vec<Elsewhere>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            depth: 1000,
            positions: 500_000,
            games: 200,
            seed: 0,
            threads: 1,
            elsewhere: Vec::new(),
        }
    }
}

/// What is going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// All games up to a length are searched.
    Search {
        /// How many acts.
        depth: u32,
        /// How many positions were compared.
        positions: usize,
    },
    /// Games go round in circles.
    Walks,
    /// Positions of a rulebook are looked at.
    Elsewhere,
    /// Games are played by chance.
    Games {
        /// How many were.
        done: u32,
    },
}

/// Someone who waits for the answer.
pub trait Watch: Sync {
    /// Is told what is going on.
    fn note(&self, _: Progress) {}

    /// Whether there is time left for what was noted last. An answer that time cut short may be another one next time.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Waits as long as it takes.
#[derive(Debug, Clone, Copy)]
pub struct Patient;

impl Watch for Patient {}

/// What came of a comparison.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The fingerprints of A and B.
    pub fingerprints: [Fingerprint; 2],
    /// Letters of A that B has as another letter.
    pub renamed: Vec<(String, String)>,
    /// Whether the two starts (or the given position) are the same.
    pub same_start: bool,
    /// Same, alike or different.
    pub verdict: Verdict,
    /// What was compared.
    pub searched: Searched,
}

/// What was compared to come to a verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Searched {
    /// How many different positions.
    pub positions: usize,
    /// All positions after at most so many acts; nothing if none was.
    pub depth: Option<u32>,
    /// All positions that can be reached.
    pub complete: bool,
    /// How many games by chance.
    pub games: u32,
    /// From how many positions of a rulebook.
    pub elsewhere: usize,
    /// The rules that count how often a position stood differ: what was proven is proven without them.
    pub but_history: bool,
    /// They are the only rules that differ: no search was needed for the others.
    pub same_but_history: bool,
    /// Mirror images were taken for the same position.
    pub mirrored: bool,
}

/// Whether two variants are the same.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// The same rules, if perhaps with other letters or coordinates.
    Same,
    /// No difference was found.
    Alike,
    /// A game parts them.
    Different(Box<Witness>),
}

/// Why two variants cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlike {
    /// Their boards are of different size: files and ranks of each.
    Boards([(usize, usize); 2]),
    /// The pairing of letters that was given is wrong.
    Letters(String),
    /// A piece of the given position has no partner.
    Position,
}

/// Compares two variants, from a position that A reads or each from its own start. `letters` pairs letters of A
/// with letters of B.
pub fn diff(
    variants: [Variant; 2],
    letters: &[(String, String)],
    position: Option<&Setup>,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> Result<Finding, Unlike> {
    let [a, b] = variants.each_ref().map(Variant::sheet);
    let sizes = [a, b].map(|it| (it.geometry.files, it.geometry.ranks));
    if sizes[0] != sizes[1] {
        return Err(Unlike::Boards(sizes));
    }
    let kinds = Kinds::between(a, b, letters).map_err(Unlike::Letters)?;
    let written = kinds.letters(a, b);
    let canons = [false, true].map(|mirrored| {
        let manner = |letters| Manner {
            letters,
            mirrored,
            turned: false,
            argued: false,
        };
        [
            Canon::with(a, &manner(None)),
            Canon::with(b, &manner(Some(&written))),
        ]
    });
    let [[one, other], mirrored] = &canons;
    let same_start = position.is_some() || one.start_board() == other.start_board();
    let renamed = kinds.renamed(a, b);
    let fingerprints = [a, b].map(Fingerprint::of);
    let mirrors = one.is_mirrored_by(&mirrored[0]) && other.is_mirrored_by(&mirrored[1]);
    let same = same_start && one.rules == other.rules && one.ends == other.ends;
    let sight = same_start && one.is_same_at_sight(other);
    let past = Past::between(&variants, [one, other]);
    let sides = Sides {
        variants,
        kinds,
        compares_positions: false,
    };
    let root = sides.pair(position).ok_or(Unlike::Position)?;
    let (verdict, searched) = if same {
        (Verdict::Same, Searched::default())
    } else {
        let compared = Compared {
            sides: &sides,
            root: &root,
            past,
            sight,
            mirrors,
        };
        compared.run(bounds, watch)
    };
    Ok(Finding {
        fingerprints,
        renamed,
        same_start,
        verdict,
        searched,
    })
}

/// Two variants that are not written alike.
struct Compared<'a> {
    sides: &'a Sides,
    root: &'a Pair,
    past: Option<Past>,
    /// They are the same but for rules of history.
    sight: bool,
    mirrors: bool,
}

impl Compared<'_> {
    fn run(&self, bounds: &Bounds, watch: &dyn Watch) -> (Verdict, Searched) {
        let Compared { sides, root, .. } = *self;
        let mut searched = Searched {
            but_history: self.past.is_some(),
            same_but_history: self.sight,
            mirrored: self.mirrors && !self.sight,
            ..Searched::default()
        };
        let mut game = None;
        if !self.sight {
            let plain = root.clone().without_history();
            let reached = search::search(sides, &plain, self.mirrors, bounds, watch);
            searched.positions = reached.positions;
            searched.depth = reached.depth;
            searched.complete = reached.complete;
            game = reached.game;
        }
        // Up to this length there is no difference but by rules of history.
        let clear = match (self.sight, &game, searched.complete, searched.depth) {
            (true, ..) | (_, None, true, _) => usize::MAX,
            (_, Some(game), ..) => game.len() - usize::from(!game.is_empty()),
            (_, None, _, depth) => depth.map_or(0, |it| it as usize),
        };
        // Nor can a rule of history part them in a shorter game than this.
        let bound = self.past.map_or(usize::MAX, |it| it.shortest());
        let mut shortest = game.as_ref().is_some_and(|it| it.len() <= bound);
        if let Some(past) = &self.past
            && !shortest
        {
            watch.note(Progress::Walks);
            let below = game.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(round) = walks::walk(sides, root, past, below, watch) {
                shortest = round.len() <= bound && round.len() <= clear.saturating_add(1);
                game = Some(round);
            }
        }
        if game.is_none() && !(searched.complete && self.past.is_none()) {
            watch.note(Progress::Elsewhere);
            let looked = elsewhere::look(sides, bounds, watch);
            searched.elsewhere = looked.positions;
            game = elsewhere::lead(sides, root, &looked, bounds, watch);
            if game.is_none() {
                let (found, games) = chance::games(sides, root, self.past.as_ref(), bounds, watch);
                searched.games = games;
                game = found;
            }
            if let (None, Some((from, pair, rest))) = (&game, looked.found.first()) {
                let witness = Witness::new(sides, pair, rest, false);
                let from = Some(*from);
                let witness = Witness { from, ..witness };
                return (Verdict::Different(Box::new(witness)), searched);
            }
        }
        let verdict = match game {
            Some(game) => Verdict::Different(Box::new(Witness::new(sides, root, &game, shortest))),
            None => Verdict::Alike,
        };
        (verdict, searched)
    }
}
