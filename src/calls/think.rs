//! The opponent: a turn to play, a hint, or an analysis with several lines.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, GameAsk, RulesAsk};
use koma::play::{Act, Game};
use koma_lab::clock;
use koma_lab::think::{Level, Limits, Score, Thinker, Thought};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkAsk {
    rules: RulesAsk,
    #[serde(default)]
    game: GameAsk,
    /// 1 to 10; without it, at full strength.
    #[serde(default)]
    level: Option<u8>,
    /// How long at most, in milliseconds.
    #[serde(default)]
    time: Option<u32>,
    /// How many lines are looked at.
    #[serde(default)]
    lines: Option<u8>,
    /// Chance of weaker levels.
    #[serde(default)]
    seed: u64,
}

/// What came of thinking, or of as much as there was time for.
#[derive(Debug, Clone, Serialize)]
pub struct ThoughtData {
    depth: u32,
    nodes: u64,
    lines: Vec<LineData>,
}

/// A line: the turn to be played first, and what it promises to the side to move.
#[derive(Debug, Clone, Serialize)]
struct LineData {
    turns: Vec<String>,
    /// In hundredths of the cheapest piece, if it is not decided.
    value: Option<i32>,
    /// In so many turns it is won, or, below 0, lost.
    mate: Option<i32>,
    depth: u32,
}

/// The most that is thought about one turn.
const LONGEST: u32 = 30_000;
/// What is thought if nothing is said.
const USUAL: u32 = 1000;
/// The size of the table.
const MEGABYTES: usize = 16;
/// The most lines.
const MOST_LINES: u8 = 5;

pub fn think(desk: &mut Desk, ask: ThinkAsk) -> Result<Option<ThoughtData>, No> {
    let game = desk.game(&ask.rules, &ask.game)?.game;
    let mut thinker = Thinker::new(game.variant(), MEGABYTES, ask.seed);
    let level = match ask.level.map(Level::new) {
        Some(None) => return Err(No::because("levels are 1 to 10")),
        Some(Some(level)) => Some(level),
        None => None,
    };
    let time = ask.time.map(|it| it.min(LONGEST));
    match level {
        Some(level) => {
            thinker.set_level(level);
            let mut limits = level.limits();
            if let Some(time) = time {
                limits.time = Some(Duration::from_millis(time.into()));
            }
            let found = thinker.think(&game, &limits, &mut |_| {});
            Ok(found.map(|it| data(&game, &[it])))
        }
        None => {
            let time = Duration::from_millis(time.unwrap_or(USUAL).into());
            let lines = ask.lines.unwrap_or(1).clamp(1, MOST_LINES);
            Ok(analyse(desk, &mut thinker, &game, time, lines))
        }
    }
}

/// Looks deeper and deeper at the best turns, as many as there are lines, each without those before it.
fn analyse(
    desk: &mut Desk,
    thinker: &mut Thinker,
    game: &Game,
    time: Duration,
    lines: u8,
) -> Option<ThoughtData> {
    let until = clock::now() + time;
    let acts = game.acts();
    let mut best: Option<ThoughtData> = None;
    for depth in 1..=60 {
        let mut found: Vec<Thought> = Vec::new();
        let mut left: Vec<Act> = acts.clone();
        for _ in 0..lines {
            let rest = until.saturating_sub(clock::now());
            if left.is_empty() || best.is_some() && rest.is_zero() {
                break;
            }
            let limits = Limits {
                depth: Some(depth),
                time: Some(rest.max(Duration::from_millis(5))),
                ..Limits::default()
            };
            // One that is as good as over needs no more than it has.
            let Some(thought) = thinker.think_of(game, &limits, &left, &mut |_| {}) else {
                break;
            };
            let first = thought.turn.first().copied();
            left.retain(|it| Some(*it) != first);
            found.push(thought);
        }
        let in_time = clock::now() < until;
        if found.is_empty() || best.is_some() && !in_time {
            break;
        }
        let settled = found.iter().all(|it| it.depth < depth);
        found.sort_by_key(|it| std::cmp::Reverse(worth(it.score)));
        let now = data(game, &found);
        desk.tell(&now);
        best = Some(now);
        if !in_time
            || settled && depth > 8
            || found.iter().all(|it| !matches!(it.score, Score::Value(_))) && depth > 12
        {
            break;
        }
    }
    best
}

/// A number to sort by.
fn worth(score: Score) -> i64 {
    match score {
        Score::Value(value) => value.into(),
        Score::Wins(turns) => 1_000_000 - i64::from(turns),
        Score::Loses(turns) => -1_000_000 + i64::from(turns),
    }
}

fn data(game: &Game, thoughts: &[Thought]) -> ThoughtData {
    ThoughtData {
        depth: thoughts.iter().map(|it| it.depth).max().unwrap_or(0),
        nodes: thoughts.iter().map(|it| it.nodes).sum(),
        lines: thoughts.iter().map(|it| line(game, it)).collect(),
    }
}

fn line(game: &Game, thought: &Thought) -> LineData {
    let mut play = game.clone();
    let mut turns = Vec::new();
    for turn in &thought.line {
        let mut acts = Vec::new();
        for act in turn {
            // The line was made sure of; the end of a turn is not written.
            if *act != Act::End {
                acts.push(play.write(*act));
            }
            play.play_unchecked(*act);
        }
        turns.push(acts.join(","));
    }
    let (value, mate) = match thought.score {
        Score::Value(value) => (Some(value), None),
        Score::Wins(turns) => (None, Some(turns as i32)),
        Score::Loses(turns) => (None, Some(-(turns as i32))),
    };
    LineData {
        turns,
        value,
        mate,
        depth: thought.depth,
    }
}
