//! How random games choose their acts. The same dice, the same game.

use fastrand::Rng;

use koma::board::{Player, Square};
use koma::play::{Act, Game};

/// The last move of each player, in the order they were made.
#[derive(Debug, Clone, Default)]
pub struct Moves([Option<(Square, Square)>; 2]);

impl Moves {
    /// Notes an act that is about to be played.
    pub fn note(&mut self, game: &Game, act: Act) {
        if let Act::Move { from, to, .. } = act {
            self.0[game.to_move().index()] = Some((from, to));
        }
    }

    fn of(&self, player: Player) -> Option<(Square, Square)> {
        self.0[player.index()]
    }
}

/// How acts are chosen.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Those that leave few replies: a check, a mate, the end.
    eager: bool,
    /// Those that take back the one before: repetitions.
    to_and_fro: bool,
}

impl Style {
    /// Some style.
    pub fn any(rng: &mut Rng) -> Style {
        Style {
            eager: rng.u8(..3) == 0,
            to_and_fro: rng.bool(),
        }
    }

    /// Chooses a legal act, if there is one.
    pub fn pick(&self, game: &Game, moves: &Moves, rng: &mut Rng) -> Option<Act> {
        let acts = game.acts();
        if acts.is_empty() {
            return None;
        }
        if self.to_and_fro && rng.u8(..8) > 0 {
            let mine = moves.of(game.to_move());
            let back = acts.iter().find(|act| match act {
                Act::Move { from, to, .. } => mine == Some((*to, *from)) && !game.is_turn_open(),
                // Short turns come back sooner.
                Act::End => true,
                _ => false,
            });
            if let Some(act) = back {
                return Some(*act);
            }
        }
        let any = |rng: &mut Rng| acts[rng.usize(..acts.len())];
        if !self.eager {
            return Some(any(rng));
        }
        let replies = |act: &Act| {
            let mut next = game.clone();
            next.play_unchecked(*act);
            next.acts().len()
        };
        let some = [any(rng), any(rng), any(rng)];
        some.into_iter().min_by_key(replies)
    }
}
