//! Random games to the end, as fast as the rules allow.

use fastrand::Rng;

use super::judge::{History, Past, Verdict, is_over_without_history, judge, note_fitted};
use super::position::{Position, Shape};
use super::sample::{Sample, Sampler};
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
    /// Sample.
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
    let mut draw = Sampler::new(&session.rules);
    let mut memory = Memory::default();
    for _ in 0..games {
        // Each game has its own dice: how many numbers one takes does not matter to the next.
        let rng = &mut rng.fork();
        let verdict = if session.rules.facts.plain_turns && session.verdict.is_none() {
            plain_game(
                session,
                &mut draw,
                &mut memory,
                longest,
                &mut tally.acts,
                rng,
            )
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
    draw: &mut Sampler<S>,
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
        draw.begin(&session.position);
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
    draw: &mut Sampler<S>,
    memory: &mut Memory<S>,
    longest: u64,
    acts: &mut u64,
    rng: &mut Rng,
) -> Option<Verdict> {
    let rules = &*session.rules;
    let keeps_history = session.keeps_history();
    // Positions are made in turns in two places, so that none is copied from one to the other.
    let mut here: Position<S> = session.position;
    let mut there = here;
    let (mut position, mut after) = (&mut here, &mut there);
    memory.begin(session.past());
    draw.begin(position);
    let mut drawn = draw.draw(&View::new(rules, position), after, rng);
    for _ in 0..longest {
        let Sample { act, captured } = drawn?;
        draw.follow(act);
        std::mem::swap(&mut position, &mut after);
        position.fitted = 0;
        let mover = position.side;
        note_fitted(rules, position, act, captured);
        position.side = mover.other();
        *acts += 1;
        let mut again = false;
        if keeps_history {
            again = memory.enter(Past::new(position)) >= rules.facts.least_repeats;
        }
        let view = View::new(rules, position);
        drawn = draw.draw(&view, after, rng);
        let stuck = drawn.is_none();
        if stuck || again || is_over_without_history(rules, position, mover) {
            let history = keeps_history.then_some(History(&memory.past));
            let matters = &rules.plan(mover).ends.matters_for_perft;
            let verdict = judge(&view, mover, history, |number, it| {
                if it.looks_back() {
                    again
                } else {
                    stuck || matters[number]
                }
            });
            if verdict.is_some() {
                return verdict;
            }
        }
    }
    None
}

/// What happened in a game. It serves one after the other, so that nothing is allocated.
struct Memory<S: Shape> {
    past: Vec<Past<S>>,
    /// How often positions stood, at most: several share a place.
    stood: Box<[u8; PLACES]>,
}

/// How many places there are for positions that stood.
const PLACES: usize = 4096;

/// The place of a position.
#[inline]
fn place<S: Shape>(position: &Past<S>) -> usize {
    (position.key() >> 32) as usize % PLACES
}

impl<S: Shape> Memory<S> {
    /// Forgets the last game, and begins one with this past.
    fn begin(&mut self, past: &[Past<S>]) {
        for it in self.past.drain(..) {
            self.stood[place(&it)] = 0;
        }
        for it in past {
            self.enter(*it);
        }
    }

    /// Enters a position; how often it has stood now, at most.
    #[inline]
    fn enter(&mut self, position: Past<S>) -> u32 {
        let times = &mut self.stood[place(&position)];
        *times = times.saturating_add(1);
        let times = *times;
        self.past.push(position);
        match times {
            u8::MAX => u32::MAX,
            _ => u32::from(times),
        }
    }
}

impl<S: Shape> Default for Memory<S> {
    fn default() -> Self {
        Memory {
            past: Vec::new(),
            stood: Box::new([0; PLACES]),
        }
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
    let mut draw = Sampler::new(&session.rules);
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
