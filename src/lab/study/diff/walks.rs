//! Games that go round in circles, for the rules that count how often a position stood.
//!
//! A search that meets every position once cannot see such a rule. So short circles are looked for (a way from a
//! position back to itself), and played again and again, one of them alone and several in turn.

use std::collections::{HashSet, VecDeque};

use super::Watch;
use super::pair::{Both, Pair, Sides, Sight};
use crate::study::Canon;
use koma::board::diagram::Setup;
use koma::check::sheet::Verb;
use koma::play::{Act, Variant};

/// How the rules of history of two variants differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Past {
    /// The fewest times that a position must stand before one of the rules that differ can be met.
    least: u32,
    /// The most times that one of them asks for.
    most: u32,
    /// The fewest acts after which a position can stand again.
    round: usize,
}

/// How much is tried from one position.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// How many acts are played to find circles.
    pub plays: usize,
    /// How many circles are kept.
    pub circles: usize,
}

impl Effort {
    /// From the first positions of a game.
    pub const LARGE: Effort = Effort {
        plays: 60_000,
        circles: 200,
    };
    /// From positions met by chance.
    pub const SMALL: Effort = Effort {
        plays: 4_000,
        circles: 60,
    };
}

/// Circles longer than this many turns are not looked for.
const LONGEST_CIRCLE: usize = 6;

/// From so many positions circles are looked for.
const ANCHORS: usize = 300;

/// A game longer than this is not played.
const LONGEST_GAME: usize = 20_000;

impl Past {
    /// How two variants differ in what they make of the past; nothing if they do not.
    pub fn between(variants: &[Variant; 2], [a, b]: [&Canon; 2]) -> Option<Past> {
        let rules = |it: &Canon| -> Vec<(u32, String)> {
            let rules = it.ends.iter();
            rules
                .filter_map(|it| Some((it.repeated?, it.text.clone())))
                .collect()
        };
        let (one, other) = (rules(a), rules(b));
        let names = |it: &Canon| Vec::from_iter(it.ends.iter().map(|it| it.name.clone()));
        let mut times: Vec<u32> = match (one == other, names(a) == names(b)) {
            (true, true) => return None,
            // In another order among the other rules, any of them may count.
            (true, false) => one.iter().map(|it| it.0).collect(),
            (false, _) => {
                let only = |here: &[(u32, String)], there: &[(u32, String)]| {
                    let missing = here.iter().filter(|it| !there.contains(it));
                    Vec::from_iter(missing.map(|it| it.0))
                };
                [only(&one, &other), only(&other, &one)].concat()
            }
        };
        // The same rules in another order.
        if times.is_empty() {
            times = one.iter().map(|it| it.0).collect();
        }
        let turns = || variants.iter().flat_map(|it| &it.sheet().turns);
        let passing = turns().any(|it| it.acts.iter().any(|it| it.0.verb == Verb::Pass));
        let several = turns().any(|it| it.several);
        Some(Past {
            least: *times.iter().min()?,
            most: *times.iter().max()?,
            // Each side needs an act there and an act back, in one turn and its end where a turn is several acts.
            round: match (passing, several) {
                (true, _) => 2,
                (_, true) => 6,
                _ => 4,
            },
        })
    }

    /// No game shorter than this can show the difference.
    pub fn shortest(&self) -> usize {
        (self.least as usize - 1) * self.round
    }
}

/// The shortest game found, of fewer acts than `below`, after which the sides differ in the outcome: from the
/// positions nearest to the first, by circles from each.
pub fn walk(
    sides: &Sides,
    root: &Pair,
    past: &Past,
    below: usize,
    watch: &dyn Watch,
) -> Option<Vec<Both>> {
    let plain = root.clone().without_history();
    let mut best: Option<Vec<Both>> = None;
    let mut seen: HashSet<u128> = HashSet::from([plain.key(false)]);
    let mut anchors: VecDeque<(Vec<Both>, Pair)> = VecDeque::from([(Vec::new(), plain)]);
    let mut tried = 0;
    while let Some((way, plain)) = anchors.pop_front() {
        let limit = best.as_ref().map_or(below, Vec::len);
        if tried >= ANCHORS || way.len() + past.shortest() >= limit || !watch.goes_on() {
            break;
        }
        let Sight::Alike(acts) = sides.look(&plain) else {
            continue;
        };
        if !plain.is_turn_open() {
            tried += 1;
            let mut pair = root.clone();
            way.iter().for_each(|it| pair.play(*it));
            let effort = if tried == 1 {
                Effort::LARGE
            } else {
                Effort::SMALL
            };
            if let Some(round) = circle(sides, &pair, past, limit - way.len(), effort, watch) {
                best = Some([way.clone(), round].concat());
            }
        }
        for act in acts {
            if anchors.len() >= ANCHORS || !watch.goes_on() {
                break;
            }
            let next = plain.after(act);
            if sides.outcomes(&next).is_none() && seen.insert(next.key(false)) {
                anchors.push_back(([way.clone(), vec![act]].concat(), next));
            }
        }
    }
    best
}

/// The shortest way found, of fewer acts than `below`, from a position round and round to a difference.
pub fn circle(
    sides: &Sides,
    pair: &Pair,
    past: &Past,
    below: usize,
    effort: Effort,
    watch: &dyn Watch,
) -> Option<Vec<Both>> {
    let plain = pair.clone().without_history();
    let mut finder = Finder {
        sides,
        watch,
        home: plain.games[0].setup(),
        home_key: plain.key(false),
        plays: effort.plays,
        circles: Vec::new(),
        most: effort.circles,
    };
    // Back after two turns is who may pass, or take back in a turn what he did in it.
    let fewest = if past.round == 4 { 4 } else { 2 };
    for turns in (fewest..=LONGEST_CIRCLE).step_by(2) {
        finder.find(&plain, turns, turns == 2, &mut Vec::new());
        if finder.circles.len() >= 2 {
            break;
        }
    }
    let circles = finder.circles;
    let mut best: Option<Vec<Both>> = None;
    for word in words(circles.len(), past.most as usize - 1) {
        let limit = best.as_ref().map_or(below, Vec::len).min(LONGEST_GAME);
        let game = word.iter().flat_map(|it| &circles[*it]).copied();
        let game = game.take_while(|_| watch.goes_on());
        if let Some(found) = played(sides, pair, game.take(limit.saturating_sub(1))) {
            best = Some(found);
        }
    }
    best
}

/// Plays acts until the outcomes differ; nothing if they do not.
fn played(sides: &Sides, pair: &Pair, game: impl Iterator<Item = Both>) -> Option<Vec<Both>> {
    let mut pair = pair.clone();
    let mut acts = Vec::new();
    for act in game {
        pair.play(act);
        acts.push(act);
        match sides.outcomes(&pair) {
            None => {}
            Some(Sight::Apart) => return Some(acts),
            Some(_) => return None,
        }
    }
    None
}

/// In which order circles are played, each word `rounds` long: each circle alone; then the first few in all orders,
/// or, where those would be too many, in turn and with a stranger at either end.
fn words(circles: usize, rounds: usize) -> Vec<Vec<usize>> {
    let mut words: Vec<Vec<usize>> = (0..circles).map(|it| vec![it; rounds]).collect();
    let few = circles.min(3);
    if few < 2 {
        return words;
    }
    if rounds <= 4 {
        for n in 0..few.pow(rounds as u32) {
            let digits = (0..rounds as u32).map(|at| n / few.pow(at) % few);
            words.push(digits.collect());
        }
    } else {
        for other in 1..few {
            words.push(
                (0..rounds)
                    .map(|it| if it % 2 == 0 { 0 } else { other })
                    .collect(),
            );
            words.push(
                (0..rounds)
                    .map(|it| if it == 0 { other } else { 0 })
                    .collect(),
            );
            words.push(
                (0..rounds)
                    .map(|it| if it + 1 == rounds { other } else { 0 })
                    .collect(),
            );
        }
    }
    words
}

/// Looks for ways from a position back to itself.
struct Finder<'a> {
    sides: &'a Sides,
    watch: &'a dyn Watch,
    home: Setup,
    home_key: u128,
    plays: usize,
    circles: Vec<Vec<Both>>,
    most: usize,
}

impl Finder<'_> {
    /// Goes on for so many turns; `null` also tries turns that take back what they did.
    fn find(&mut self, pair: &Pair, turns: usize, null: bool, way: &mut Vec<Both>) {
        if turns == 0 {
            if pair.key(false) == self.home_key && !self.circles.contains(way) {
                self.circles.push(way.clone());
            }
            return;
        }
        // A turn of one act changes two squares at most.
        if way.len() > 1 && self.distance(pair) > 2 * turns {
            return;
        }
        let Sight::Alike(acts) = self.sides.look(pair) else {
            return;
        };
        for act in acts {
            if self.plays == 0 || self.circles.len() >= self.most || !self.watch.goes_on() {
                return;
            }
            self.plays -= 1;
            let length = way.len();
            let next = pair.after(act);
            way.push(act);
            if self.sides.outcomes(&next).is_none() {
                if next.is_turn_open() {
                    self.close(&next, turns, null, way);
                    if null && let Some((back, after)) = self.taken_back(&next, act) {
                        way.push(back);
                        self.close(&after, turns, null, way);
                    }
                } else {
                    self.find(&next, turns - 1, null, way);
                }
            }
            way.truncate(length);
        }
    }

    /// Ends an open turn and goes on.
    fn close(&mut self, pair: &Pair, turns: usize, null: bool, way: &mut Vec<Both>) {
        let next = pair.after([Act::End; 2]);
        if self.sides.outcomes(&next).is_none() {
            way.push([Act::End; 2]);
            self.find(&next, turns - 1, null, way);
            way.pop();
        }
    }

    /// The act that takes back an act of an open turn, and what is there then.
    fn taken_back(&self, pair: &Pair, [act, _]: Both) -> Option<(Both, Pair)> {
        let Act::Move { from, to, .. } = act else {
            return None;
        };
        let Sight::Alike(acts) = self.sides.look(pair) else {
            return None;
        };
        let back = acts.into_iter().find(|[it, _]| {
            matches!(it, Act::Move { from: origin, to: target, .. } if *origin == to && *target == from)
        })?;
        let after = pair.after(back);
        let goes_on = self.sides.outcomes(&after).is_none() && after.is_turn_open();
        goes_on.then_some((back, after))
    }

    /// On how many squares something else stands than at home, as A sees it.
    fn distance(&self, pair: &Pair) -> usize {
        let here = pair.games[0].setup();
        if here.hands != self.home.hands {
            return usize::MAX;
        }
        { here.cells.iter().zip(&self.home.cells) }
            .filter(|(here, home)| here != home)
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_of_one_length_and_not_too_many() {
        for rounds in [1, 2, 3, 4, 5, 100] {
            for circles in [0, 1, 2, 200] {
                let words = words(circles, rounds);
                assert!(words.len() <= 300, "{circles} {rounds}");
                assert!(words.iter().all(|it| it.len() == rounds));
                assert!(words.iter().flatten().all(|it| *it < circles));
            }
        }
    }
}
