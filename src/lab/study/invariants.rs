//! Do the invariants of a variant hold in random games?

use std::ops::ControlFlow;

use fastrand::Rng;

use super::random::{Moves, Style};
use crate::crowd;
use crate::mix::spread;
use koma::board::Player;
use koma::check::sheet::RuleId;
use koma::play::{Act, Game, Variant};

/// The longest random game, in acts.
const LONGEST: usize = 200;

/// What random games showed of the invariants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// In so many positions where a turn begins they were asked.
    pub positions: u64,
    /// Those that do not hold, each once.
    pub broken: Vec<Broken>,
}

/// An invariant that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The invariant.
    pub rule: RuleId,
    /// For whom it does not hold.
    pub player: Player,
    /// The shortest game found that leads there, by its turns.
    pub turns: Vec<String>,
}

/// Plays random games and asks the invariants whenever a turn begins. The same seed gives the same answer, whatever the
/// number of threads.
pub fn kept(variant: &Variant, games: u32, seed: u64) -> Kept {
    let mut all = Kept::default();
    if variant.sheet().invariants.is_empty() {
        return all;
    }
    let numbers: Vec<u32> = (0..games).collect();
    let play = |_: &mut (), number: &u32| one(variant, *number, seed);
    crowd::each(
        &numbers,
        crowd::cores(),
        || (),
        play,
        |_, found: Kept| {
            all.positions += found.positions;
            found
                .broken
                .into_iter()
                .for_each(|it| note(&mut all.broken, it));
            ControlFlow::Continue(())
        },
    );
    all.broken.sort_by_key(|it| it.rule);
    all
}

/// The shorter game stays, of equal ones the earlier.
fn note(all: &mut Vec<Broken>, found: Broken) {
    match all.iter_mut().find(|it| it.rule == found.rule) {
        None => all.push(found),
        Some(known) if found.turns.len() < known.turns.len() => *known = found,
        Some(_) => {}
    }
}

/// The game of a number.
fn one(variant: &Variant, number: u32, seed: u64) -> Kept {
    let mut rng = Rng::with_seed(seed ^ spread(u64::from(number) + 1));
    let style = Style::any(&mut rng);
    let mut game = Game::new(variant);
    let mut moves = Moves::default();
    let mut turns: Vec<String> = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut kept = Kept::default();
    for _ in 0..=LONGEST {
        if !game.is_turn_open() && game.outcome().is_none() {
            kept.positions += 1;
            for (rule, player) in game.broken() {
                let turns = turns.clone();
                note(
                    &mut kept.broken,
                    Broken {
                        rule,
                        player,
                        turns,
                    },
                );
            }
        }
        let Some(act) = style.pick(&game, &moves, &mut rng) else {
            break;
        };
        moves.note(&game, act);
        if act != Act::End {
            open.push(game.write(act));
        }
        game.play_unchecked(act);
        if !game.is_turn_open() {
            turns.push(open.join(","));
            open.clear();
        }
    }
    kept
}
