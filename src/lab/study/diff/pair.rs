//! Two games that are played side by side.

use std::collections::BTreeMap;

use super::kinds::Kinds;
use crate::mix::GOLDEN;
use koma::board::Square;
use koma::board::diagram::Setup;
use koma::play::{Act, Game, Variant};

/// An act as each side has it.
pub type Both = [Act; 2];

/// Two variants on boards of the same size, and which kind of the one is which of the other.
#[derive(Debug, Clone)]
pub struct Sides {
    /// A and B.
    pub variants: [Variant; 2],
    /// The pairing of their kinds.
    pub kinds: Kinds,
    /// Different positions are a difference by themselves, whatever acts they allow.
    pub compares_positions: bool,
}

/// The same game as A and as B play it.
#[derive(Debug, Clone)]
pub struct Pair {
    /// A's and B's.
    pub games: [Game; 2],
}

/// What two games show when they are looked at side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// They go on, and these are the acts of both, in A's order.
    Alike(Vec<Both>),
    /// They are over, with the same outcome.
    Over,
    /// They differ in the outcome or in the acts.
    Apart,
}

impl Sides {
    /// The games from a position that A reads, or each from its own start. Nothing if a piece has no partner.
    pub fn pair(&self, position: Option<&Setup>) -> Option<Pair> {
        let [a, b] = &self.variants;
        Some(Pair {
            games: match position {
                None => [Game::new(a), Game::new(b)],
                Some(setup) => {
                    let other = self.kinds.setup_to_b(setup, b.sheet())?;
                    [Game::from_setup(a, setup), Game::from_setup(b, &other)]
                }
            },
        })
    }

    /// Looks at two games.
    pub fn look(&self, pair: &Pair) -> Sight {
        match self.outcomes(pair) {
            Some(sight) => sight,
            None if self.compares_positions && !self.is_same_position(pair) => Sight::Apart,
            None => match self.acts(pair) {
                Some(acts) => Sight::Alike(acts),
                None => Sight::Apart,
            },
        }
    }

    /// Looks at the outcomes alone; nothing if both games go on.
    pub fn outcomes(&self, pair: &Pair) -> Option<Sight> {
        let [a, b] = pair.games.each_ref().map(Game::outcome);
        match (a, b) {
            (None, None) => None,
            (Some(a), Some(b)) if a.winner == b.winner && a.path == b.path => Some(Sight::Over),
            _ => Some(Sight::Apart),
        }
    }

    fn is_same_position(&self, pair: &Pair) -> bool {
        let [a, b] = pair.games.each_ref().map(Game::setup);
        let open = pair.games.each_ref().map(Game::is_turn_open);
        open[0] == open[1] && self.kinds.setup_to_b(&a, self.variants[1].sheet()) == Some(b)
    }

    /// The acts of both, in A's order; nothing if they are not the same.
    fn acts(&self, pair: &Pair) -> Option<Vec<Both>> {
        let [a, b] = pair.games.each_ref().map(Game::acts);
        if self.kinds.identical && a == b {
            return Some(a.into_iter().zip(b).map(|(a, b)| [a, b]).collect());
        }
        let seen: Option<BTreeMap<Act, Act>> = b
            .iter()
            .map(|it| Some((self.kinds.act_to_a(*it)?, *it)))
            .collect();
        let both = |a: &Act| Some([*a, *seen.as_ref()?.get(a)?]);
        if a.len() == b.len()
            && let Some(acts) = a.iter().map(both).collect()
        {
            return Some(acts);
        }
        // Acts are the same when they are written in the same way.
        let written: BTreeMap<String, Act> =
            b.iter().map(|it| (self.write(pair, 1, *it), *it)).collect();
        let both = |a: &Act| Some([*a, *written.get(&self.write(pair, 0, *a))?]);
        (a.len() == b.len()).then(|| a.iter().map(both).collect())?
    }

    /// An act of one of the sides (0 or 1), as A writes it.
    pub fn write(&self, pair: &Pair, side: usize, act: Act) -> String {
        let own = pair.games[side].write(act);
        if side == 0 {
            return own;
        }
        let [a, b] = self.variants.each_ref().map(Variant::sheet);
        let letters = self.kinds.letters(a, b);
        let letter = |kind: u8| letters[kind as usize].trim_start_matches('?');
        let square = |it: Square| a.geometry.write(it, a.coordinates);
        match act {
            Act::Pass | Act::End => own,
            Act::Drop { to, kind } => format!("{}*{}", letter(kind), square(to)),
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => {
                let named =
                    own.starts_with(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
                let face = match becomes {
                    None => String::new(),
                    Some(_) if b.kinds[kind as usize].becomes.len() == 1 => "+".to_owned(),
                    Some(face) => format!("={}", letter(face)),
                };
                let name = if named { letter(kind) } else { "" };
                format!("{name}{}{}{face}", square(from), square(to))
            }
        }
    }

    /// An act of one side as the other side writes it.
    pub fn write_over(&self, pair: &Pair, side: usize, act: Act) -> String {
        let mapped = match side {
            0 => self.kinds.act_to_b(act),
            _ => self.kinds.act_to_a(act),
        };
        match mapped {
            Some(act) => pair.games[1 - side].write(act),
            None => pair.games[side].write(act),
        }
    }
}

impl Pair {
    /// Plays an act that both allow.
    pub fn play(&mut self, act: Both) {
        for (game, act) in self.games.iter_mut().zip(act) {
            game.play_unchecked(act);
        }
    }

    /// The games after an act that both allow.
    pub fn after(&self, act: Both) -> Pair {
        let mut next = self.clone();
        next.play(act);
        next
    }

    /// Plays acts that may not be allowed; whether they were.
    pub fn try_play(&mut self, act: Both) -> bool {
        { self.games.iter_mut().zip(act) }.all(|(game, act)| game.play(act).is_ok())
    }

    /// The games without rules of history.
    pub fn without_history(self) -> Pair {
        Pair {
            games: self.games.map(Game::without_history),
        }
    }

    /// Whether a turn of several acts is under way.
    pub fn is_turn_open(&self) -> bool {
        self.games.iter().any(Game::is_turn_open)
    }

    /// A number that tells pairs of positions apart. Where left and right do not count, a position and its mirror
    /// image have the same number, between turns.
    pub fn key(&self, mirrored: bool) -> u128 {
        let [a, b] = self.games.each_ref().map(Game::keys);
        let joined = |it: usize| {
            let other = b[it].rotate_left(61) ^ u128::from(GOLDEN);
            a[it] ^ other.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15)
        };
        match mirrored && !self.is_turn_open() {
            true => joined(0).min(joined(1)),
            false => joined(0),
        }
    }
}
