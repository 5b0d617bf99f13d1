//! Random games to the end, as fast as the rules allow.

use fastrand::Rng;

use super::draw::{Draw, Drawn};
use super::judge::{History, Past, Verdict, judge, note_fitted, over_for_counting};
use super::position::{Position, Shape};
use super::session::Session;
use super::view::View;
use crate::board::Player;

/// What became of some random games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were played.
    pub games: u64,
    /// How many acts in all of them.
    pub acts: u64,
    /// Won by the first and by the second player.
    pub won: [u64; 2],
    /// Drawn.
    pub drawn: u64,
    /// Given up at the limit, or with nothing to do and no rule for it.
    pub unfinished: u64,
}

impl Tally {
    fn enter(&mut self, verdict: Option<Verdict>) {
        self.games += 1;
        match verdict {
            None => self.unfinished += 1,
            Some(Verdict { winner: None, .. }) => self.drawn += 1,
            Some(Verdict {
                winner: Some(Player::First),
                ..
            }) => self.won[0] += 1,
            Some(Verdict {
                winner: Some(Player::Second),
                ..
            }) => self.won[1] += 1,
        }
    }
}

/// Plays random games from here: each act is one of the legal ones, all with the same chance. A game of more than
/// `longest` acts is given up.
pub fn playouts<S: Shape>(session: &Session<S>, games: u64, longest: u64, rng: &mut Rng) -> Tally {
    let mut tally = Tally::default();
    let mut draw = Draw::default();
    let mut past = Vec::new();
    for _ in 0..games {
        // Each game has its own dice: how many numbers one takes does not matter to the next.
        let rng = &mut rng.fork();
        let verdict = if session.rules.plain_turns && session.verdict.is_none() {
            plain_game(session, &mut draw, &mut past, longest, &mut tally.acts, rng)
        } else {
            any_game(session, &mut draw, longest, &mut tally.acts, rng)
        };
        tally.enter(verdict);
    }
    tally
}

/// One game of any variant.
fn any_game<S: Shape>(
    session: &Session<S>,
    draw: &mut Draw<S>,
    longest: u64,
    acts: &mut u64,
    rng: &mut Rng,
) -> Option<Verdict> {
    let mut session = session.clone();
    let mut after = session.position;
    for _ in 0..longest {
        if session.verdict.is_some() {
            return session.verdict;
        }
        let drawn = draw.draw(&session.view(), &mut after, rng)?;
        session.play_unchecked(drawn.act);
        *acts += 1;
    }
    session.verdict
}

/// One game of a variant whose turns are always one act of the same rule. The next act is drawn before the end of the
/// turn is judged: rules that hold only for a player who cannot act need no second look.
fn plain_game<S: Shape>(
    session: &Session<S>,
    draw: &mut Draw<S>,
    past: &mut Vec<Past<S>>,
    longest: u64,
    acts: &mut u64,
    rng: &mut Rng,
) -> Option<Verdict> {
    let rules = &*session.rules;
    let keeps_history = session.keeps_history();
    let mut position: Position<S> = session.position;
    past.clear();
    past.extend_from_slice(session.past());
    let mut stood = Stood::default();
    for it in past.iter() {
        stood.enter(it.key());
    }
    let mut after = position;
    let mut drawn = draw.draw(&View::new(rules, &position), &mut after, rng);
    for _ in 0..longest {
        let Drawn { act, captured } = drawn?;
        position = after;
        position.fitted = 0;
        let mover = position.side;
        note_fitted(rules, &mut position, act, captured);
        position.side = mover.other();
        *acts += 1;
        let mut again = false;
        if keeps_history {
            let place = Past::new(&position);
            again = stood.enter(place.key()) >= rules.least_repeats;
            past.push(place);
        }
        let view = View::new(rules, &position);
        drawn = draw.draw(&view, &mut after, rng);
        let stuck = drawn.is_none();
        if stuck || again || over_for_counting(rules, &position, mover) {
            let history = keeps_history.then_some(History(past.as_slice()));
            let verdict = judge(&view, mover, history, |it| {
                stuck || it.counts || (again && it.looks_back)
            });
            if verdict.is_some() {
                return verdict;
            }
        }
    }
    None
}

/// How often positions stood, at most: several share a place.
struct Stood([u8; Stood::PLACES]);

impl Stood {
    const PLACES: usize = 1024;

    /// Enters a position by its key; how often it has stood now, at most.
    #[inline]
    fn enter(&mut self, key: u64) -> u32 {
        let times = &mut self.0[(key >> 32) as usize % Self::PLACES];
        *times = times.saturating_add(1);
        if *times == u8::MAX {
            return u32::MAX;
        }
        u32::from(*times)
    }
}

impl Default for Stood {
    fn default() -> Self {
        Stood([0; Self::PLACES])
    }
}

/// The same games, each act played and each turn judged as in any other game.
#[cfg(test)]
pub fn slow_playouts<S: Shape>(
    session: &Session<S>,
    games: u64,
    longest: u64,
    rng: &mut Rng,
) -> Tally {
    let mut tally = Tally::default();
    let mut draw = Draw::default();
    for _ in 0..games {
        let rng = &mut rng.fork();
        let verdict = any_game(session, &mut draw, longest, &mut tally.acts, rng);
        tally.enter(verdict);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Picks;
    use crate::play::Variant;
    use crate::shipped;

    #[test]
    fn quick_games_are_the_same_games() {
        for name in shipped::names() {
            let variant = Variant::open(name, &Picks::default()).expect("it is shipped");
            let table = variant.session(&variant.sheet().start);
            let quick = table.playouts(60, 400, &mut Rng::with_seed(3));
            let slow = table.slow_playouts(60, 400, &mut Rng::with_seed(3));
            assert_eq!(quick, slow, "{name}");
            assert_eq!(quick.games, 60);
        }
    }
}
