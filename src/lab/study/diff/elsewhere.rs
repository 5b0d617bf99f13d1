//! Positions that someone thought worth a look: those of the scenarios of a rulebook. They show what a search from the
//! start is too short to come to; then a game is looked for that leads there.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::chance::{Quiet, replayed, shortened, turns, with_short_cuts};
use super::pair::{Both, Pair, Sides, Sight};
use super::search::search;
use super::{Bounds, Watch};
use crate::crowd;
use koma::board::diagram::{Piece, Setup};
use koma::board::{Owner, Square};
use koma::book::Rulebook;
use koma::check::Sheet;
use koma::play::{Game, Variant};

/// A position to begin from.
#[derive(Debug, Clone)]
pub struct Elsewhere {
    /// The clause that it is from.
    pub clause: String,
    /// The position, as A has it.
    pub setup: Setup,
}

/// How many positions are met from each, at first and then.
const EFFORTS: [usize; 2] = [60, 1000];

/// The positions of a rulebook that A can have: those of its scenarios, with whatever choices they are played there,
/// and after each of their turns as A plays them.
pub fn positions(book: &Rulebook, a: &Variant) -> Vec<Elsewhere> {
    let mut known = BTreeSet::from([a.letters().write_position(&a.sheet().start)]);
    let mut found = Vec::new();
    for clause in &book.clauses {
        for scenario in &clause.scenarios {
            let game = match &scenario.position {
                None => Ok(Game::new(a)),
                Some(position) => Game::from_position(a, position),
            };
            let Ok(mut game) = game else { continue };
            let mut turns = scenario.play.iter();
            loop {
                let setup = game.setup();
                if game.outcome().is_none()
                    && game.breached().is_none()
                    && is_possible(a.sheet(), &setup)
                    && known.insert(game.position())
                {
                    let clause = clause.id.clone();
                    found.push(Elsewhere { clause, setup });
                }
                let Some(turn) = turns.next() else { break };
                if game.play_turn(turn).is_err() {
                    break;
                }
            }
        }
    }
    found
}

/// Whether the start has enough for a position: nobody's pieces where they stand, and as many pieces of the players.
fn is_possible(sheet: &Sheet, setup: &Setup) -> bool {
    let mut cells = setup.cells.iter().zip(&sheet.start.cells);
    owned(setup) <= owned(&sheet.start)
        && cells.all(|(now, then)| {
            let mut neutral = now.iter().filter(|it| it.0 == Owner::Nobody);
            neutral.all(|it| then.contains(it))
        })
}

/// How many pieces the players have, on the board and in hand.
fn owned(setup: &Setup) -> usize {
    let pieces = setup.cells.iter().flatten();
    let on_board = pieces.filter(|it| it.0 != Owner::Nobody).count();
    let in_hand = setup.hands.iter().flatten();
    on_board + in_hand.map(|it| usize::from(*it)).sum::<usize>()
}

/// What was found from some positions.
#[derive(Debug, Default)]
pub struct Looked {
    /// From how many there was time to look.
    pub positions: usize,
    /// Ways to a difference, the shortest first: from which position, and the acts.
    pub found: Vec<(usize, Pair, Vec<Both>)>,
}

/// Looks for a difference near the positions of the bounds. The same answer for any number of threads.
pub fn look(sides: &Sides, bounds: &Bounds, watch: &dyn Watch) -> Looked {
    let mut looked = Looked::default();
    for positions in EFFORTS {
        let near = Bounds {
            positions,
            ..Bounds::default()
        };
        let each = crowd::in_order(&bounds.elsewhere, bounds.threads, |it| {
            let pair = sides.pair(Some(&it.setup))?;
            if !watch.goes_on() {
                return None;
            }
            let plain = pair.clone().without_history();
            let game = search(sides, &plain, false, &near, &Quiet(watch)).game;
            Some((pair, game))
        });
        looked.positions = looked.positions.max(each.iter().flatten().count());
        let found = { each.into_iter().enumerate() }
            .filter_map(|(i, it)| it.and_then(|(pair, game)| Some((i, pair, game?))));
        looked.found = found.collect();
        looked.found.sort_by_key(|it| it.2.len());
        if !looked.found.is_empty() {
            break;
        }
    }
    looked
}

/// How many of the positions a game is looked for that leads there.
const GOALS: usize = 4;

/// How many positions are gone on from in search of such a game.
const STEPS: usize = 3000;

/// A game from the beginning to a difference by way of one of the positions found, if one is easily found.
pub fn lead(
    sides: &Sides,
    root: &Pair,
    looked: &Looked,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> Option<Vec<Both>> {
    // Where what is captured goes to a hand, no piece is ever gone.
    let sheet = sides.variants[0].sheet();
    let all = owned(&root.games[0].setup());
    let setup = |from: usize| &bounds.elsewhere[from].setup;
    let keeps = sheet.to_hand && sheet.effects.iter().all(|it| it.to_hand);
    let whole = { looked.found.iter() }.filter(|it| !keeps || owned(setup(it.0)) == all);
    let goals = Vec::from_iter(whole.take(GOALS));
    let games = crowd::in_order(&goals, bounds.threads, |(from, _, rest)| {
        let mut game = way(sides, root, setup(*from), watch)?;
        if sides.look(&played(root, &game)) != Sight::Apart {
            game.extend(rest);
        }
        let game = replayed(sides, root, &turns(root, &game))?.concat();
        Some(shortened(sides, root, &game, watch))
    });
    let best = games.into_iter().flatten().min_by_key(Vec::len)?;
    Some(with_short_cuts(sides, root, best, watch))
}

fn played(root: &Pair, game: &[Both]) -> Pair {
    let mut pair = root.clone();
    game.iter().for_each(|it| pair.play(*it));
    pair
}

/// Acts that lead to a position, or to a difference on the way: always on from what is nearest to it.
fn way(sides: &Sides, root: &Pair, goal: &Setup, watch: &dyn Watch) -> Option<Vec<Both>> {
    let sheet = sides.variants[0].sheet();
    let far = |pair: &Pair| {
        let open = usize::from(pair.is_turn_open());
        distance(sheet, &pair.games[0].setup(), goal) + open
    };
    let mut met: Vec<(Pair, Option<(usize, Both)>)> = vec![(root.clone(), None)];
    let mut seen = BTreeSet::from([root.key(false)]);
    // The nearest, then the shortest way, then the first: one answer only.
    let mut open = BinaryHeap::from([Reverse((far(root), 0, 0))]);
    for _ in 0..STEPS {
        let Reverse((left, acts, at)) = open.pop()?;
        let next = match sides.look(&met[at].0) {
            Sight::Alike(next) if left > 0 => next,
            Sight::Alike(_) | Sight::Apart => return Some(way_to(&met, at)),
            Sight::Over => continue,
        };
        if !watch.goes_on() {
            return None;
        }
        for act in next {
            let pair = met[at].0.after(act);
            if seen.insert(pair.key(false)) {
                open.push(Reverse((far(&pair), acts + 1, met.len())));
                met.push((pair, Some((at, act))));
            }
        }
    }
    None
}

fn way_to(met: &[(Pair, Option<(usize, Both)>)], at: usize) -> Vec<Both> {
    let mut game = Vec::new();
    let mut at = at;
    while let Some((before, act)) = met[at].1 {
        game.push(act);
        at = before;
    }
    game.reverse();
    game
}

/// How far a position is from another: for each piece that is missing there, how far the nearest is that could be it.
fn distance(sheet: &Sheet, from: &Setup, to: &Setup) -> usize {
    let board = &sheet.geometry;
    let steps = |a: Square, b: Square| {
        let files = board.file(a).abs_diff(board.file(b));
        files.max(board.rank(a).abs_diff(board.rank(b)))
    };
    let missing = |one: &Setup, other: &Setup| -> Vec<(Square, Piece)> {
        let squares = board.squares();
        squares
            .flat_map(|at| {
                let there = &other.cells[at.index()];
                let missing = one.cells[at.index()]
                    .iter()
                    .filter(|it| !there.contains(it));
                missing.map(move |it| (at, *it)).collect::<Vec<_>>()
            })
            .collect()
    };
    let extra = missing(from, to);
    let lacking = missing(to, from);
    let pieces = lacking.iter().map(|(at, piece)| {
        let same = extra.iter().filter(|it| it.1 == *piece);
        let nearest = same.map(|it| steps(it.0, *at)).min();
        // None is on the board: it must be dropped, or promoted, or captured first.
        1 + nearest.unwrap_or(board.files + board.ranks)
    });
    let hands = from.hands.iter().flatten().zip(to.hands.iter().flatten());
    let hands = hands.map(|(a, b)| usize::from(a.abs_diff(*b)));
    let side = usize::from(from.side != to.side);
    pieces.sum::<usize>() + extra.len() + hands.sum::<usize>() + side
}
