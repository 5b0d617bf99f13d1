//! Games by chance: far from the start, where no search comes to.

use super::pair::{Both, Pair, Sides, Sight};
use super::walks::{Effort, Past, circle};
use super::{Bounds, Progress, Watch};

/// A game of chance is this long at most.
const LONGEST: usize = 300;

/// So often a game is played again to make it shorter.
const TRIES: usize = 4000;

/// Plays games by chance until one shows a difference, which is made as short as it will; and how many games were
/// played. The same seed gives the same answer for any number of threads.
pub fn games(
    sides: &Sides,
    root: &Pair,
    past: Option<&Past>,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> (Option<Vec<Both>>, u32) {
    let threads = bounds.threads.max(1) as u32;
    let mut done = 0;
    while done < bounds.games && watch.goes_on() {
        let some = done..bounds.games.min(done.saturating_add(4 * threads));
        let found: Vec<Option<Vec<Both>>> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads)
                .map(|thread| {
                    let some = some.clone();
                    scope.spawn(move || {
                        some.skip(thread as usize)
                            .step_by(threads as usize)
                            .map(|it| (it, game(sides, root, past, seed(bounds.seed, it))))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            let mut all = Vec::new();
            for it in running {
                match it.join() {
                    Ok(some) => all.extend(some),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            all.sort_by_key(|it| it.0);
            all.into_iter().map(|it| it.1).collect()
        });
        for (number, game) in some.clone().zip(found) {
            if let Some(game) = game {
                return (Some(shortened(sides, root, game)), number + 1);
            }
        }
        done = some.end;
        watch.note(Progress::Games { done });
    }
    (None, done)
}

fn seed(seed: u64, game: u32) -> u64 {
    seed.wrapping_add(u64::from(game).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// One game; it is given back if it shows a difference.
fn game(sides: &Sides, root: &Pair, past: Option<&Past>, seed: u64) -> Option<Vec<Both>> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut pair = root.clone();
    let mut game: Vec<Both> = Vec::new();
    // Where the past counts, the game goes round in circles at some point.
    let turning = past.map(|past| (past, dice.usize(0..80)));
    while game.len() < LONGEST {
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
            && let Some(round) = circle(sides, &pair, past, usize::MAX, Effort::SMALL)
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
fn shortened(sides: &Sides, root: &Pair, game: Vec<Both>) -> Vec<Both> {
    let Some(mut best) = replayed(sides, root, &turns(root, &game)) else {
        return game;
    };
    let mut tries = TRIES;
    let mut size = (best.len() / 2).max(1);
    while size > 0 {
        let mut at = 0;
        let mut shorter = false;
        while at + size <= best.len() && tries > 0 {
            tries -= 1;
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
            size = match size {
                // What one side leaves out, the other has to leave out, too.
                3.. => size / 2,
                _ => size - 1,
            };
        }
        size = size.min(best.len());
    }
    best.concat()
}

/// The acts of a game, turn by turn.
fn turns(root: &Pair, game: &[Both]) -> Vec<Vec<Both>> {
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

/// Plays turns as far as to the first difference; nothing if they cannot be played, or show none.
fn replayed(sides: &Sides, root: &Pair, turns: &[Vec<Both>]) -> Option<Vec<Vec<Both>>> {
    let mut pair = root.clone();
    let mut played: Vec<Vec<Both>> = Vec::new();
    for turn in turns {
        played.push(Vec::new());
        for act in turn {
            match sides.look(&pair) {
                Sight::Alike(acts) if acts.contains(act) => {}
                Sight::Apart => {
                    played.retain(|it| !it.is_empty());
                    return Some(played);
                }
                _ => return None,
            }
            pair.play(*act);
            played.last_mut()?.push(*act);
        }
    }
    (sides.look(&pair) == Sight::Apart).then_some(played)
}
