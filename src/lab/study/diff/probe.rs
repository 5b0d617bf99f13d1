//! A quick comparison of a variant with a small change of it: all games of a few acts from known positions, and random
//! games from positions made of them.

use fastrand::Rng;

use super::kinds::Kinds;
use super::made_up::Bases;
use super::pair::{Both, Pair, Sides, Sight};
use super::search::search;
use super::{Bounds, Patient};
use crate::study::random::{Moves, Style};
use koma::board::diagram::Setup;
use koma::check::sheet::Kind;
use koma::play::{Act, Game, Variant};

/// A random game is this long at most.
const LONGEST: usize = 30;

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

/// Two variants that are thought to play the same. Both have the same letters on the same board.
#[derive(Debug)]
pub struct Probe<'v> {
    sides: Sides,
    /// Positions to begin from.
    bases: Bases<'v>,
    /// How many positions were compared.
    pub positions: u64,
}

impl<'v> Probe<'v> {
    /// Two variants to compare, and positions to begin from.
    pub fn new(one: &'v Variant, two: &'v Variant, positions: &[String]) -> Self {
        let more = positions.iter().filter_map(|it| one.read_position(it).ok());
        // The same act leads to the same position only where pieces are the same in a hand.
        let pieces = |it: &Variant| -> Vec<_> {
            let held = |it: &Kind| (it.in_hand_as, it.drops_as.clone());
            let kinds = it.sheet().kinds.iter();
            let pieces = kinds.map(|it| (it.letter.clone(), it.layer, it.neutral, held(it)));
            pieces.collect()
        };
        let same_pieces = one.sheet().to_hand == two.sheet().to_hand && pieces(one) == pieces(two);
        Probe {
            bases: Bases::new(one.sheet(), more),
            sides: Sides {
                kinds: Kinds::by_letter(one.sheet(), two.sheet()),
                variants: [one.clone(), two.clone()],
                compares_positions: !same_pieces,
            },
            positions: 0,
        }
    }

    /// Every position to a depth from each of those to begin from.
    pub fn near(&mut self, depth: u32) -> Result<(), Difference> {
        let [start, other] = self.sides.variants.each_ref().map(|it| {
            let start = &it.sheet().start;
            it.letters().write_position(start)
        });
        if start != other {
            return Err(Difference {
                position: start,
                acts: Vec::new(),
                how: format!("the start is `{other}`"),
            });
        }
        let bounds = Bounds {
            depth,
            positions: usize::MAX,
            ..Bounds::default()
        };
        for setup in &self.bases.setups {
            let Some(root) = self.begin(setup) else {
                continue;
            };
            let reached = search(&self.sides, &root, false, &bounds, &Patient);
            self.positions += reached.positions as u64;
            if let Some(game) = reached.game {
                return Err(self.difference(root, &game));
            }
        }
        Ok(())
    }

    /// One random game, from one of the positions to begin from or from one made of it at random.
    pub fn far(&mut self, seed: u64) -> Result<(), Difference> {
        let mut rng = Rng::with_seed(seed);
        let Some(root) = self.begin(&self.bases.any(&mut rng)) else {
            return Ok(());
        };
        let mut pair = root.clone();
        let mut moves = Moves::default();
        let mut game: Vec<Both> = Vec::new();
        let mut style = None;
        loop {
            self.positions += 1;
            let acts = match self.sides.look(&pair) {
                Sight::Alike(acts) => acts,
                Sight::Over => return Ok(()),
                Sight::Apart => return Err(self.difference(root, &game)),
            };
            if game.len() >= LONGEST {
                return Ok(());
            }
            let style = style.get_or_insert_with(|| Style::any(&mut rng));
            let picked = style.pick(&pair.games[0], &moves, &mut rng);
            let Some(act) = acts.into_iter().find(|it| Some(it[0]) == picked) else {
                return Ok(());
            };
            moves.note(&pair.games[0], act[0]);
            pair.play(act);
            game.push(act);
        }
    }

    /// Both games from a position; nothing if it cannot come about.
    fn begin(&self, setup: &Setup) -> Option<Pair> {
        let [one, two] = &self.sides.variants;
        let position = one.letters().write_position(setup);
        let games = [one, two].map(|it| Game::from_position(it, &position).ok());
        let [Some(one), Some(two)] = games else {
            return None;
        };
        one.breached()
            .is_none()
            .then_some(Pair { games: [one, two] })
    }

    /// What a game shows.
    fn difference(&self, root: Pair, game: &[Both]) -> Difference {
        let position = root.games[0].position();
        let mut pair = root;
        let mut acts = Vec::new();
        for act in game {
            acts.push(pair.games[0].write(act[0]));
            pair.play(*act);
        }
        Difference {
            position,
            acts,
            how: how(&pair),
        }
    }
}

/// How two games differ, in a few words.
fn how(pair: &Pair) -> String {
    let [one, two] = &pair.games;
    let result = |game: &Game| game.outcome().map(|it| (it.winner, it.path));
    if result(one) != result(two) {
        let told = |game: &Game| {
            let outcome = game.outcome();
            outcome.map_or("ongoing".to_owned(), |it| it.to_string())
        };
        return format!("`{}`, not `{}`", told(two), told(one));
    }
    if one.position() != two.position() {
        return format!("`{}`, not `{}`", two.position(), one.position());
    }
    let (here, there) = (one.acts(), two.acts());
    let only = |game: &Game, acts: &[Act], others: &[Act]| -> String {
        let only = acts.iter().filter(|it| !others.contains(it));
        let texts: Vec<String> = only.map(|it| game.write(*it)).collect();
        texts.join(" ")
    };
    let (more, less) = (only(two, &there, &here), only(one, &here, &there));
    match (more.as_str(), less.as_str()) {
        (more, "") => format!("`{more}` is legal"),
        ("", less) => format!("`{less}` is not legal"),
        (more, less) => format!("`{more}` is legal, not `{less}`"),
    }
}
