//! What many games tell together.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::interval::{Estimate, difference, mean, wilson};
use super::measure::{Measure, PieceUse};
use super::{LONGEST, Verdict};
use crate::study::cover::parts;
use koma::check::Sheet;
use koma::play::RulePart;

/// Games of one variant, added up. The order in which they come does not matter.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Per game, by its number.
    games: BTreeMap<u64, Brief>,
    /// Per rule that ended games, or what else did: by verdict.
    ends: BTreeMap<Arc<str>, [u64; 4]>,
    pieces: Vec<PieceUse>,
    /// How often, and in how many games.
    parts: BTreeMap<RulePart, (u64, u64)>,
    faults: BTreeMap<u64, (String, String)>,
}

/// What is kept of each game.
#[derive(Debug, Clone)]
struct Brief {
    result: Verdict,
    by: Arc<str>,
    turns: u32,
    branching: f64,
}

/// A part of the rules, and how it was made use of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartUse {
    /// The part.
    pub part: RulePart,
    /// How often.
    pub times: u64,
    /// In how many games.
    pub games: u64,
}

/// An end of games.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// The rule's path, or what else ended them.
    pub by: String,
    /// How many games the first player won by it, the second won, were drawn, were given up.
    pub results: [u64; 4],
}

impl End {
    /// How many games ended so.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

impl Tally {
    /// Adds a game; one that is known already changes nothing.
    pub fn add(&mut self, it: &Measure) {
        let known = self.ends.get_key_value(it.by.as_str());
        let by: Arc<str> = known.map_or_else(|| it.by.as_str().into(), |it| it.0.clone());
        let brief = Brief {
            result: it.result,
            by: by.clone(),
            turns: it.turns,
            branching: it.acts as f64 / it.choices.max(1) as f64,
        };
        if self.games.insert(it.game, brief).is_some() {
            return;
        }
        self.ends.entry(by).or_default()[it.result as usize] += 1;
        self.pieces.resize(it.pieces.len(), PieceUse::default());
        for (sum, piece) in self.pieces.iter_mut().zip(&it.pieces) {
            sum.add(piece);
        }
        for (part, times) in &it.parts {
            let sum = self.parts.entry(*part).or_default();
            sum.0 += times;
            sum.1 += 1;
        }
        if let Some(reason) = &it.reason {
            self.faults.insert(it.game, (it.by.clone(), reason.clone()));
        }
    }

    /// How many games.
    pub fn n_games(&self) -> u64 {
        self.games.len() as u64
    }

    /// How many of them went so.
    pub fn n(&self, result: Verdict) -> u64 {
        self.games.values().filter(|it| it.result == result).count() as u64
    }

    /// The share of games that went so.
    pub fn share(&self, result: Verdict) -> Estimate {
        wilson(self.n(result) as f64, self.n_games())
    }

    fn points(&self) -> f64 {
        self.games.values().map(|it| it.result.score()).sum()
    }

    /// What the first player scores; a game without a winner is one half.
    pub fn score(&self) -> Estimate {
        wilson(self.points(), self.n_games())
    }

    /// The mean number of turns.
    pub fn length(&self) -> Estimate {
        mean(&self.all(|it| f64::from(it.turns)))
    }

    /// The mean number of acts to choose from: the mean of the games' means.
    pub fn branching(&self) -> Estimate {
        mean(&self.all(|it| it.branching))
    }

    fn all(&self, what: impl Fn(&Brief) -> f64) -> Vec<f64> {
        self.games.values().map(what).collect()
    }

    /// The lengths of all games, shortest first.
    pub fn lengths(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.games.values().map(|it| it.turns).collect();
        all.sort_unstable();
        all
    }

    /// The length that half of the games do not exceed.
    pub fn median(&self) -> f64 {
        let all = self.lengths();
        match all.len() {
            0 => 0.0,
            n if n % 2 == 1 => f64::from(all[n / 2]),
            n => f64::from(all[n / 2 - 1] + all[n / 2]) / 2.0,
        }
    }

    /// How many games are of which length, in steps of the same size: the first length of each step, and the games.
    pub fn distribution(&self) -> (u32, Vec<(u32, u64)>) {
        let all = self.lengths();
        let (Some(least), Some(most)) = (all.first(), all.last()) else {
            return (1, Vec::new());
        };
        let wanted = (most - least) / STEPS + 1;
        let sizes = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
        let size = sizes.into_iter().find(|it| *it >= wanted);
        let size = size.unwrap_or(wanted.next_multiple_of(1000));
        let mut steps: Vec<(u32, u64)> = (least / size..=most / size)
            .map(|it| (it * size, 0))
            .collect();
        for it in &all {
            steps[(it / size - least / size) as usize].1 += 1;
        }
        (size, steps)
    }

    /// Every end rule of the variant, and what else ended games.
    pub fn ends(&self, sheet: &Sheet) -> Vec<End> {
        let forbids = sheet.forbids.iter().filter(|it| it.loses);
        let rules = sheet.ends.iter().map(|it| it.rule);
        let rules = rules.chain(forbids.map(|it| it.rule));
        let known: Vec<&str> = rules.map(|it| sheet.rule(it).path.as_str()).collect();
        let others = self.ends.keys().map(|it| &**it);
        let others = others.filter(|it| !known.contains(it));
        let all = known.iter().copied().chain(others);
        let mut ends: Vec<End> = all
            .map(|by| End {
                by: by.to_owned(),
                results: self.ends.get(by).copied().unwrap_or_default(),
            })
            .collect();
        ends.sort_by_key(|it| std::cmp::Reverse(it.games()));
        ends
    }

    /// Per kind of piece, what it did.
    pub fn pieces(&self) -> &[PieceUse] {
        &self.pieces
    }

    /// Every part of the rules, made use of or not, in the order of the file.
    pub fn parts(&self, sheet: &Sheet) -> Vec<PartUse> {
        let found = |part: RulePart| {
            let (times, games) = self.parts.get(&part).copied().unwrap_or_default();
            PartUse { part, times, games }
        };
        parts(sheet).into_iter().map(found).collect()
    }

    /// What opponents did wrong: the number of the game, in a word, in a sentence.
    pub fn faults(&self) -> impl Iterator<Item = (u64, &str, &str)> {
        let all = self.faults.iter();
        all.map(|(game, (what, reason))| (*game, what.as_str(), reason.as_str()))
    }
}

/// About how many steps a distribution has.
const STEPS: u32 = 16;

/// What two choices have and how they differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// What is measured.
    pub what: String,
    /// Whether it is a share.
    pub is_share: bool,
    /// Per choice.
    pub values: Vec<Estimate>,
    /// Per choice but the first: how far from the first.
    pub differences: Vec<Estimate>,
}

/// What each choice makes of the game, held against the first. The games of a round begin with the same opening and the
/// same dice, so all differences are those of pairs.
pub fn contrasts(tallies: &[Tally], sheets: &[&Sheet]) -> Vec<Contrast> {
    let Some((base, others)) = tallies.split_first() else {
        return Vec::new();
    };
    // The games of a round stand side by side in the order of their numbers.
    let pairs = |other: &Tally, of: &dyn Fn(&Brief) -> f64| -> Vec<(f64, f64)> {
        let both = base.games.values().zip(other.games.values());
        both.map(|(a, b)| (of(a), of(b))).collect()
    };
    let share = |what: &str, of: &dyn Fn(&Brief) -> f64| Contrast {
        what: what.to_owned(),
        is_share: true,
        values: tallies
            .iter()
            .map(|it| wilson(it.all(of).iter().sum(), it.n_games()))
            .collect(),
        differences: others.iter().map(|it| difference(&pairs(it, of))).collect(),
    };
    let figure = |what: &str, of: &dyn Fn(&Brief) -> f64| Contrast {
        what: what.to_owned(),
        is_share: false,
        values: tallies.iter().map(|it| mean(&it.all(of))).collect(),
        differences: others
            .iter()
            .map(|it| {
                let apart = pairs(it, of).into_iter().map(|(a, b)| b - a);
                mean(&apart.collect::<Vec<f64>>())
            })
            .collect(),
    };
    let went = |result: Verdict| move |it: &Brief| f64::from(u8::from(it.result == result));
    let mut all = vec![
        share("first wins", &went(Verdict::First)),
        share("second wins", &went(Verdict::Second)),
        share("draws", &went(Verdict::Draw)),
        share("score of first", &|it| it.result.score()),
        figure("length in turns", &|it| f64::from(it.turns)),
        figure("acts to choose from", &|it| it.branching),
    ];
    if tallies.iter().any(|it| it.n(Verdict::Unfinished) > 0) {
        all.insert(3, share("given up", &went(Verdict::Unfinished)));
    }
    let mut known: Vec<String> = Vec::new();
    for (tally, sheet) in tallies.iter().zip(sheets) {
        for end in tally.ends(sheet) {
            // A game that is too long is given up, and told of already.
            if end.by != LONGEST && !known.contains(&end.by) {
                known.push(end.by);
            }
        }
    }
    for by in known {
        let of = |it: &Brief| f64::from(u8::from(*it.by == *by));
        all.push(share(&format!("ends by {by}"), &of));
    }
    all
}
