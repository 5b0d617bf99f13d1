//! Games by chance: far from the start, where no search comes to.

use super::pair::{Both, Pair, Sides, Sight};
use super::search::search;
use super::walks::{Effort, Past, circle};
use super::{Bounds, Progress, Watch};
use crate::crowd;
use crate::mix::spread;

/// A game of chance is this long at most.
const LONGEST: usize = 300;

/// So many games that show a difference are enough.
const ENOUGH: usize = 6;

/// So often a game is played again to make it shorter.
const TRIES: usize = 3000;

/// So many positions are met in search of a short cut, from each position of a game.
const SHORT_CUT: usize = 3000;

/// Plays games by chance until some show a difference, makes them as short as they will, and gives back the
/// shortest; and how many games were played. The same seed gives the same answer for any number of threads.
pub fn games(
    sides: &Sides,
    root: &Pair,
    past: Option<&Past>,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> (Option<Vec<Both>>, u32) {
    let mut found: Vec<Vec<Both>> = Vec::new();
    let mut done = 0;
    watch.note(Progress::Games { done });
    while done < bounds.games && found.len() < ENOUGH && watch.goes_on() {
        // As many at once for any number of threads, or more would be found with more of them.
        let some = Vec::from_iter(done..bounds.games.min(done.saturating_add(32)));
        let games = crowd::in_order(&some, bounds.threads, |it| {
            game(sides, root, past, seed(bounds.seed, *it), watch)
        });
        found.extend(games.into_iter().flatten());
        done += some.len() as u32;
        watch.note(Progress::Games { done });
    }
    found.truncate(ENOUGH);
    let short = crowd::in_order(&found, bounds.threads, |it| {
        shortened(sides, root, it, watch)
    });
    let best = short.into_iter().min_by_key(Vec::len);
    (best.map(|it| with_short_cuts(sides, root, it, watch)), done)
}

fn seed(seed: u64, game: u32) -> u64 {
    seed.wrapping_add(spread(u64::from(game)))
}

/// One game; it is given back if it shows a difference.
fn game(
    sides: &Sides,
    root: &Pair,
    past: Option<&Past>,
    seed: u64,
    watch: &dyn Watch,
) -> Option<Vec<Both>> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut pair = root.clone();
    let mut game: Vec<Both> = Vec::new();
    // Where the past counts, the game goes round in circles at some point.
    let turning = past.map(|past| (past, dice.usize(0..80)));
    while game.len() < LONGEST && watch.goes_on() {
        let acts = match sides.look(&pair) {
            Sight::Alike(acts) if acts.is_empty() => return None,
            Sight::Alike(acts) => acts,
            Sight::Over => return None,
            Sight::Apart => return Some(game),
        };
        if let Some((past, at)) = turning
            && game.len() >= at
            && game.len() < at + 3
            && !pair.is_turn_open()
            && let Some(round) = circle(sides, &pair, past, usize::MAX, Effort::SMALL, watch)
        {
            game.extend(round);
            return Some(game);
        }
        let act = acts[dice.usize(..acts.len())];
        pair.play(act);
        game.push(act);
    }
    None
}

/// The same difference, or another one, with as many turns left out as can be.
pub fn shortened(sides: &Sides, root: &Pair, game: &[Both], watch: &dyn Watch) -> Vec<Both> {
    let Some(mut best) = replayed(sides, root, &turns(root, game)) else {
        return game.to_vec();
    };
    let mut tries = TRIES;
    let mut size = (best.len() / 2).max(1);
    while size > 0 && tries > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at + size <= best.len() && tries > 0 {
            tries = if watch.goes_on() { tries - 1 } else { 0 };
            let rest = [&best[..at], &best[at + size..]].concat();
            match replayed(sides, root, &rest) {
                Some(found) => {
                    best = found;
                    shorter = true;
                }
                None => at += 1,
            }
        }
        if !shorter {
            size = if size > 2 { size / 2 } else { size - 1 };
        }
        size = size.min(best.len());
    }
    best.concat()
}

/// The same beginning, but from some position on the shortest way to a difference.
pub fn with_short_cuts(
    sides: &Sides,
    root: &Pair,
    game: Vec<Both>,
    watch: &dyn Watch,
) -> Vec<Both> {
    let mut best = game;
    let mut pair = root.clone();
    let mut at = 0;
    while at < best.len() && watch.goes_on() {
        let bounds = Bounds {
            depth: (best.len() - at - 1) as u32,
            positions: SHORT_CUT,
            ..Bounds::default()
        };
        let plain = pair.clone().without_history();
        if let Some(rest) = search(sides, &plain, false, &bounds, &Quiet(watch)).game {
            let shorter = [&best[..at], &rest].concat();
            // What was before may count, and end the game.
            if let Some(found) = replayed(sides, root, &turns(root, &shorter)) {
                best = found.concat();
            }
        }
        if let Some(act) = best.get(at) {
            pair.play(*act);
        }
        at += 1;
    }
    best
}

/// Watches the clock alone.
pub struct Quiet<'a>(pub &'a dyn Watch);

impl Watch for Quiet<'_> {
    fn goes_on(&self) -> bool {
        self.0.goes_on()
    }
}

/// The acts of a game, turn by turn.
pub fn turns(root: &Pair, game: &[Both]) -> Vec<Vec<Both>> {
    let mut pair = root.clone();
    let mut turns: Vec<Vec<Both>> = vec![Vec::new()];
    for act in game {
        let mover = pair.games[0].to_move();
        if let Some(turn) = turns.last_mut() {
            turn.push(*act);
        }
        pair.play(*act);
        if pair.games[0].to_move() != mover {
            turns.push(Vec::new());
        }
    }
    turns.retain(|it| !it.is_empty());
    turns
}

/// Plays turns as far as to the first difference in the outcome, or to the end, where the acts may differ; nothing
/// if they cannot be played, or show no difference.
pub fn replayed(sides: &Sides, root: &Pair, turns: &[Vec<Both>]) -> Option<Vec<Vec<Both>>> {
    let mut pair = root.clone();
    let mut played: Vec<Vec<Both>> = Vec::new();
    for turn in turns {
        played.push(Vec::new());
        for act in turn {
            if !pair.try_play(*act) {
                return None;
            }
            played.last_mut()?.push(*act);
            match sides.outcomes(&pair) {
                None => {}
                Some(Sight::Apart) => return Some(played),
                Some(_) => return None,
            }
        }
    }
    (sides.look(&pair) == Sight::Apart).then_some(played)
}
