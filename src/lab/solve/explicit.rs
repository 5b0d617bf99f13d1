//! Every position that can be reached, each kept with its acts: for any game, as long as there are few enough.
//!
//! It knows nothing of the rules but what a game in play tells, so it solves turns of several acts, layers and movement of
//! every manner alike.

use std::collections::HashMap;

use koma::Player;
use koma::play::Game;

use super::{Sums, Value, Watch};

/// About how many bytes a position and its acts take.
pub const BYTES: u64 = 400;

/// Why there is no solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// More positions than allowed.
    TooMany,
    /// Told to stop.
    Stopped,
}

/// Where an act leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// To a position; with the turn over, or not.
    To(u32, bool),
    /// To the end of the game: the winner.
    Over(Option<Player>),
}

/// A solved game.
#[derive(Debug)]
pub struct Explicit {
    numbers: HashMap<u128, u32>,
    pub is_mirrored: bool,
    values: Vec<Value>,
    /// What it says of all positions together.
    pub sums: Sums,
}

struct Nodes {
    mover: Vec<Player>,
    /// Per position, where its acts begin among the edges; one more at the end.
    first: Vec<usize>,
    edges: Vec<Edge>,
}

/// A number for a position, the same for its mirror image where left and right do not matter.
pub fn key(game: &Game, is_mirrored: bool) -> u128 {
    let [plain, mirrored] = game.keys();
    match is_mirrored && !game.is_turn_open() {
        true => plain.min(mirrored),
        false => plain,
    }
}

impl Explicit {
    /// Solves every position that can be reached from a game, at most so many. What was before does not count.
    pub fn solve(
        game: &Game,
        is_mirrored: bool,
        most: u64,
        depth: Option<u32>,
        watch: &dyn Watch,
    ) -> Result<Explicit, Broken> {
        let start = game.clone().without_history();
        let mut numbers = HashMap::from([(key(&start, is_mirrored), 0u32)]);
        let mut nodes = Nodes {
            mover: Vec::new(),
            first: vec![0],
            edges: Vec::new(),
        };
        // Each with the turns that led to it.
        let mut queue = std::collections::VecDeque::from([(start, 0)]);
        let mut sums = Sums::default();
        while let Some((game, turns)) = queue.pop_front() {
            let mover = game.to_move();
            nodes.mover.push(mover);
            if depth.is_some_and(|it| turns >= it) {
                // Nobody knows: as good as a draw.
                nodes.edges.push(Edge::Over(None));
                nodes.first.push(nodes.edges.len());
                continue;
            }
            let acts = game.acts();
            let mut reached = Vec::new();
            for act in acts {
                let mut next = game.clone();
                next.play_unchecked(act);
                reached.push(next);
            }
            let winner = |it: &Game| it.outcome().map(|it| it.winner);
            if reached.iter().any(|it| winner(it) == Some(Some(mover))) {
                sums.won_now += 1;
                nodes.edges.push(Edge::Over(Some(mover)));
            } else {
                sums.acts += reached.len() as u64;
                sums.most_acts = sums.most_acts.max(reached.len() as u64);
                for next in reached {
                    nodes.edges.push(match winner(&next) {
                        Some(winner) => Edge::Over(winner),
                        None => {
                            let number = numbers.len() as u32;
                            let is_over = next.to_move() != mover || !next.is_turn_open();
                            let number = *numbers.entry(key(&next, is_mirrored)).or_insert(number);
                            if number as usize == nodes.mover.len() + queue.len() {
                                queue.push_back((next, turns + u32::from(is_over)));
                            }
                            Edge::To(number, is_over)
                        }
                    });
                }
            }
            nodes.first.push(nodes.edges.len());
            if numbers.len() as u64 > most || numbers.len() >= u32::MAX as usize {
                return Err(Broken::TooMany);
            }
            if nodes.mover.len().is_multiple_of(1024) {
                watch.reaching(nodes.mover.len() as u64, numbers.len() as u64);
                if watch.stops() {
                    return Err(Broken::Stopped);
                }
            }
        }
        sums.reached = numbers.len() as u64;
        let wins = Player::BOTH.map(|it| nodes.won_by(it));
        let values: Vec<Value> = (0..nodes.mover.len())
            .map(|at| {
                let mover = nodes.mover[at];
                match [mover, mover.other()].map(|it| wins[it.index()][at]) {
                    [Some(turns), _] => Value::Win(turns),
                    [_, Some(turns)] => Value::Loss(turns),
                    [None, None] => Value::Draw,
                }
            })
            .collect();
        for value in &values {
            match value {
                Value::Win(1) => sums.longest = sums.longest.max(1),
                Value::Win(turns) => {
                    sums.won += 1;
                    sums.longest = sums.longest.max(*turns);
                }
                Value::Draw => sums.drawn += 1,
                Value::Loss(_) => sums.lost += 1,
            }
        }
        Ok(Explicit {
            numbers,
            is_mirrored,
            values,
            sums,
        })
    }

    /// The values by the keys of positions.
    pub fn into_values(self) -> HashMap<u128, Value> {
        let Explicit {
            numbers, values, ..
        } = self;
        let value = |(key, number): (u128, u32)| Some((key, *values.get(number as usize)?));
        numbers.into_iter().filter_map(value).collect()
    }
}

impl Nodes {
    fn acts(&self, at: usize) -> &[Edge] {
        &self.edges[self.first[at]..self.first[at + 1]]
    }

    /// Per position, in how many turns a player wins from it, if he does: he picks the shortest way, the other the longest.
    fn won_by(&self, winner: Player) -> Vec<Option<u16>> {
        let n = self.mover.len();
        let mut before: Vec<u32> = vec![0; n + 1];
        for edge in &self.edges {
            if let Edge::To(to, _) = edge {
                before[*to as usize + 1] += 1;
            }
        }
        for at in 0..n {
            before[at + 1] += before[at];
        }
        let mut place = before.clone();
        let mut from = vec![(0u32, false); before[n] as usize];
        for at in 0..n {
            for edge in self.acts(at) {
                if let Edge::To(to, is_over) = edge {
                    let slot = &mut place[*to as usize];
                    from[*slot as usize] = (at as u32, *is_over);
                    *slot += 1;
                }
            }
        }
        let mut turns: Vec<Option<u16>> = vec![None; n];
        // How many acts of the other player are not known to lose.
        let mut left: Vec<u32> = (0..n).map(|at| self.acts(at).len() as u32).collect();
        let mut rounds: Vec<Vec<u32>> = vec![Vec::new(), Vec::new()];
        for (at, left) in left.iter_mut().enumerate() {
            let ends = self
                .acts(at)
                .iter()
                .filter(|it| **it == Edge::Over(Some(winner)))
                .count() as u32;
            if self.mover[at] == winner && ends > 0 {
                rounds[1].push(at as u32);
            } else if self.mover[at] != winner {
                *left -= ends;
                if ends > 0 && *left == 0 {
                    rounds[1].push(at as u32);
                }
            }
        }
        let mut round = 0;
        while round < rounds.len() {
            rounds.resize(rounds.len().max(round + 3), Vec::new());
            let mut next = 0;
            while let Some(&at) = rounds[round].get(next) {
                next += 1;
                let at = at as usize;
                if turns[at].is_some() {
                    continue;
                }
                turns[at] = u16::try_from(round).ok();
                for &(earlier, is_over) in &from[before[at] as usize..before[at + 1] as usize] {
                    let place = earlier as usize;
                    if turns[place].is_some() {
                        continue;
                    }
                    left[place] -= 1;
                    if self.mover[place] == winner || left[place] == 0 {
                        rounds[round + usize::from(is_over)].push(earlier);
                    }
                }
            }
            if rounds[round..].iter().all(Vec::is_empty)
                || rounds[round + 1..].iter().all(Vec::is_empty)
            {
                break;
            }
            round += 1;
        }
        turns
    }
}
