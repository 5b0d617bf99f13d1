//! How the players of a tournament stand.

use super::Fixture;
use super::Verdict;
use super::interval::{Estimate, wilson};
use super::measure::Measure;
use super::opponent::Failing;

/// What a player has against another: games won, drawn or given up, lost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Won.
    pub won: u64,
    /// Neither won nor lost.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Score {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A win is one point, a game without a winner half of one.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    /// The share of the points.
    pub fn share(&self) -> Estimate {
        wilson(self.points(), self.games())
    }

    fn note(&mut self, points: f64) {
        match points {
            1.0 => self.won += 1,
            0.0 => self.lost += 1,
            _ => self.drawn += 1,
        }
    }
}

/// How the players stand. The order in which games come in does not matter.
#[derive(Debug, Clone)]
pub struct Standing {
    /// Per player, against each player.
    pub against: Vec<Vec<Score>>,
    /// Per player, how many games were lost by which failing.
    pub failings: Vec<[u64; 3]>,
    /// What went wrong: the game, the player, in a word, in a sentence.
    pub faults: Vec<(u64, usize, String, String)>,
    /// What those who moved first have.
    pub first: Score,
}

impl Standing {
    /// Before the first game.
    pub fn new(players: usize) -> Standing {
        Standing {
            against: vec![vec![Score::default(); players]; players],
            failings: vec![[0; 3]; players],
            faults: Vec::new(),
            first: Score::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: Fixture, it: &Measure) {
        let [first, second] = fixture.seats;
        let points = it.result.score();
        self.against[first][second].note(points);
        self.against[second][first].note(1.0 - points);
        self.first.note(points);
        let failing = Failing::ALL.iter().position(|that| that.as_str() == it.by);
        if let Some(failing) = failing {
            let loser = match it.result {
                Verdict::First => second,
                _ => first,
            };
            self.failings[loser][failing] += 1;
            let reason = it.reason.clone().unwrap_or_default();
            self.faults.push((it.game, loser, it.by.clone(), reason));
            self.faults.sort();
        }
    }

    /// What a player has against all others.
    pub fn whole(&self, player: usize) -> Score {
        let all = self.against[player].iter();
        all.fold(Score::default(), |sum, it| Score {
            won: sum.won + it.won,
            drawn: sum.drawn + it.drawn,
            lost: sum.lost + it.lost,
        })
    }

    /// The players, the best first; of equal ones the one that was named first.
    pub fn order(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.against.len()).collect();
        all.sort_by(|a, b| {
            let share = |it: usize| self.whole(it).share().value;
            share(*b).total_cmp(&share(*a)).then(a.cmp(b))
        });
        all
    }
}
