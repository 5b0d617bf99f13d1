//! Solving a game: the value of every position that can be reached, worked out from the rules.
//!
//! Two ways, one answer. Where turns are single acts of pieces on one layer, positions are numbered (`index`), and a few bits
//! and two bytes are enough for each (`strong`). Everything else, if it is small, is solved with every position and act kept
//! (`explicit`).
//!
//! A solution knows positions, not how they came about. Rules of history are left out: a repetition is the draw that remains
//! where neither player can win. Where a rule of history decides who wins, there is no such value, and the game is not solved.

mod bits;
mod explicit;
mod graph;
mod index;
mod material;
mod strong;
mod table;

use std::io::{Read, Write};
use std::sync::Arc;

use koma::board::squares::Word;
use koma::check::sheet::{Condition, ResultWord};
use koma::play::position::{Plain, Position, Shape, Small};
use koma::play::{Act, Game, Variant};
use koma::rules::Rules;
use koma::{Outcome, Player};

use crate::study::Canon;
use crate::study::canon::Manner;
use explicit::Explicit;
use graph::Graph;
use index::Index;
use material::Material;
use strong::State;
pub use table::{Table, Unreadable};

/// About how many bytes a numbered position takes while it is solved: three bits for each number, and two bytes for each
/// position that is reached and open. Of the numbers about one in eight is.
const BYTES_PER_NUMBER: f64 = 3.0 / 8.0 + 2.0 / 8.0;

/// About how many numbers one core does in a second.
const NUMBERS_PER_SECOND: f64 = 5e6;

/// The value of a position for the player to move, with the number of turns under optimal play: whoever wins takes the
/// shortest way, whoever loses the longest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won in so many turns.
    Win(u16),
    /// Neither can win.
    Draw,
    /// Lost in so many turns.
    Loss(u16),
}

impl Value {
    /// The value for the player who moves here.
    pub fn before(self) -> Value {
        match self {
            Value::Win(n) => Value::Loss(n + 1),
            Value::Draw => Value::Draw,
            Value::Loss(n) => Value::Win(n + 1),
        }
    }

    /// The same value for the other player.
    pub fn for_other(self) -> Value {
        match self {
            Value::Win(n) => Value::Loss(n),
            Value::Draw => Value::Draw,
            Value::Loss(n) => Value::Win(n),
        }
    }

    /// Larger is better for the player to move: short wins first, long losses before short ones.
    pub fn merit(self) -> i32 {
        match self {
            Value::Win(n) => 0x10000 - i32::from(n),
            Value::Draw => 0,
            Value::Loss(n) => i32::from(n) - 0x10000,
        }
    }
}

/// What a solution says of all positions together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sums {
    /// Positions that can be reached without passing up a win. A position and the same one with the players exchanged, or with
    /// left and right changed, are one where the rules make no difference.
    pub reached: u64,
    /// Those in which the player to move wins at once: they are not looked into.
    pub won_now: u64,
    /// Of the others, those won for the player to move.
    pub won: u64,
    /// Those that neither can win.
    pub drawn: u64,
    /// Those lost for the player to move.
    pub lost: u64,
    /// Acts of those others in all.
    pub acts: u64,
    /// The most acts in one of them.
    pub most_acts: u64,
    /// The longest win, in turns.
    pub longest: u16,
}

/// How far the work is, for whoever watches.
pub trait Watch: Sync {
    /// So many positions have been reached, of which so many were looked at.
    fn reaching(&self, looked_at: u64, reached: u64);
    /// The acts of so many of the open positions have been counted.
    fn counting(&self, done: u64, of: u64);
    /// A round of values begins; so many positions have their value.
    fn round(&self, distance: u16, settled: u64, of: u64);
    /// Whether to stop.
    fn stops(&self) -> bool;
    /// Whether it is time to keep what has been done, so that it need not be done again.
    fn is_due(&self) -> bool {
        false
    }
    /// Keeps what has been done: it writes itself.
    fn keep(&self, _write: &dyn Fn(&mut dyn Write) -> std::io::Result<()>) {}
}

/// How a game would be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By the numbers of positions.
    Numbered,
    /// With every position and its acts kept.
    Listed,
}

/// What solving a game would take.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// How.
    pub method: Method,
    /// Arrangements of the pieces for one side to move, whatever the rules say of them.
    pub arrangements: f64,
    /// How many of them have numbers of their own, players and sides of the board exchanged.
    pub numbers: Option<u64>,
    /// Bytes of memory.
    pub bytes: f64,
    /// Seconds of one core, about.
    pub seconds: f64,
    /// Both players see the same rules: a position and the one with the players exchanged are one.
    pub is_turned: bool,
    /// Left and right do not matter.
    pub is_mirrored: bool,
    /// The rule of history that decides who wins, if there is one: then there is no solution.
    pub decided_by_history: Option<String>,
}

/// Why there is no solution.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// A rule of history decides who wins.
    History(String),
    /// It would take more memory than allowed.
    TooLarge(Box<Estimate>),
    /// Told to stop.
    Stopped,
    /// The game is over before it begins.
    Over(Outcome),
}

/// What may be used.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Threads.
    pub threads: usize,
    /// How many turns ahead is looked, if not to the end.
    pub depth: Option<u32>,
}

/// A game made ready for solving.
struct Setting {
    rules: Option<Arc<Rules<Word>>>,
    index: Option<Index>,
    estimate: Estimate,
}

/// What solving the game from a position would take.
pub fn estimate(game: &Game) -> Estimate {
    Setting::new(game, true).estimate
}

/// The rule of history that decides who wins, if there is one.
fn decided_by_history(variant: &Variant) -> Option<String> {
    let sheet = variant.sheet();
    let asks = |it: &Condition| it.repeats().is_some();
    let decides = sheet
        .ends
        .iter()
        .find(|it| it.result != ResultWord::Draw && it.conditions.iter().any(asks));
    decides.map(|it| sheet.rule(it.rule).path.clone())
}

impl Setting {
    fn new(game: &Game, guesses: bool) -> Setting {
        let variant = game.variant();
        let sheet = variant.sheet();
        let start = game.setup();
        let canon = Canon::new(sheet);
        let manner = Manner::default();
        let is_mirrored = canon.is_mirrored_by(&Canon::with(
            sheet,
            &Manner {
                mirrored: true,
                ..manner.clone()
            },
        ));
        let mut is_turned = canon.is_turned_by(&Canon::with(
            sheet,
            &Manner {
                turned: true,
                ..manner
            },
        ));
        let squares = sheet.geometry.n_squares();
        let is_small = squares <= 64 && sheet.kinds.len() <= 16 && sheet.layers.len() == 1;
        let mut estimate = Estimate {
            method: Method::Listed,
            arrangements: f64::INFINITY,
            numbers: None,
            bytes: f64::INFINITY,
            seconds: f64::INFINITY,
            is_turned: false,
            is_mirrored,
            decided_by_history: decided_by_history(variant),
        };
        let program = Rules::<koma::board::squares::Wide<21>>::without_plans(sheet);
        let mut material = Material::new(&program, &start);
        if guesses {
            let seen = random_positions(game);
            material.guess_fixed(sheet.kinds.len(), &start, seen.iter());
        }
        is_turned &= material.is_even(sheet.kinds.len(), &start);
        estimate.is_turned = is_turned;
        estimate.arrangements = material.arrangements(squares, &start, sheet.kinds.len());
        // Every position is kept with its acts.
        estimate.bytes = estimate.arrangements * explicit::BYTES as f64;
        estimate.seconds = estimate.arrangements / 1e5;
        let mut setting = Setting {
            rules: None,
            index: None,
            estimate,
        };
        let rules = is_small.then(|| Arc::new(Rules::<Word>::new(sheet)));
        let is_plain = |it: &Arc<Rules<Word>>| {
            it.facts.plain_turns && it.neutral.is_empty() && !it.has_effects
        };
        let Some(rules) = rules.filter(is_plain) else {
            return setting;
        };
        let index = Index::new(&rules, &material, &start, is_turned, is_mirrored);
        let size = index.as_ref().and_then(Index::size);
        if let Some(index) = index.filter(|_| graph::is_reversible(&rules)) {
            let numbers = size.unwrap_or(u64::MAX) as f64;
            setting.estimate.method = Method::Numbered;
            setting.estimate.numbers = size;
            setting.estimate.bytes = numbers * BYTES_PER_NUMBER;
            setting.estimate.seconds = numbers / NUMBERS_PER_SECOND;
            setting.index = Some(index);
        }
        setting.rules = Some(rules);
        setting
    }
}

/// Positions of some random games, none of them over.
fn random_positions(game: &Game) -> Vec<koma::board::diagram::Setup> {
    let mut dice = fastrand::Rng::with_seed(0x736f_6c76);
    let mut seen = Vec::new();
    for _ in 0..100 {
        let mut game = game.clone().without_history();
        for _ in 0..200 {
            let acts = game.acts();
            if acts.is_empty() {
                break;
            }
            game.play_unchecked(acts[dice.usize(..acts.len())]);
            if game.outcome().is_none() && !game.is_turn_open() {
                seen.push(game.setup());
            }
        }
    }
    seen
}

/// Solves every position that can be reached from a game.
pub fn solve(game: &Game, limits: &Limits, watch: &dyn Watch) -> Result<Table, Failure> {
    go_on(game, None, limits, watch)
}

/// Goes on where a run that was broken off has kept its state.
pub fn resume(
    game: &Game,
    kept: impl Read,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Result<Table, Failure>, Unreadable> {
    let mut kept = std::io::BufReader::with_capacity(1 << 16, kept);
    let label = table::line(&mut kept).ok_or(Unreadable::NoTable)?;
    let guesses = [true, false]
        .into_iter()
        .find(|it| label_of(game, *it).trim_end().as_bytes() == label);
    let guesses = guesses.ok_or(match label.starts_with(STATE.as_bytes()) {
        true => Unreadable::OtherRules("another game or position".to_owned()),
        false => Unreadable::NoTable,
    })?;
    let damaged = |what: &str| Unreadable::Damaged(what.to_owned());
    let size = Setting::new(game, guesses).index.and_then(|it| it.size());
    let header = table::line(&mut kept).ok_or(damaged("it ends too soon"))?;
    let state = size
        .and_then(|it| State::read(&header, kept, it))
        .ok_or(damaged("what was done is not whole"))?;
    Ok(go_on(game, Some((guesses, state)), limits, watch))
}

/// How a kept state begins.
const STATE: &str = "koma solving 1 ";

/// What a kept state says of the game: a line.
fn label_of(game: &Game, guesses: bool) -> String {
    let rules = crate::study::Fingerprint::of(game.variant().sheet());
    format!("{STATE}{rules} {guesses} {}\n", game.position())
}

fn go_on(
    game: &Game,
    mut kept: Option<(bool, State)>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Table, Failure> {
    if let Some(outcome) = game.outcome() {
        return Err(Failure::Over(outcome));
    }
    if limits.depth.is_some() {
        return solve_listed(game, &estimate(game), limits, watch);
    }
    let first = kept.as_ref().is_none_or(|it| it.0);
    for guesses in [true, false].into_iter().filter(|it| !it || first) {
        let state = kept.take().map(|it| it.1);
        let Setting {
            rules,
            index,
            estimate,
        } = Setting::new(game, guesses);
        if let Some(rule) = estimate.decided_by_history {
            return Err(Failure::History(rule));
        }
        let (Some(rules), Some(index)) = (rules, index) else {
            return solve_listed(game, &estimate, limits, watch);
        };
        if estimate.bytes > limits.memory as f64 {
            // What is reached may still be little.
            return solve_listed(game, &estimate, limits, watch);
        }
        let solved = match rules.kinds.len() {
            ..=8 => {
                solve_numbered::<Small<Word>>(game, guesses, state, rules, index, limits, watch)
            }
            _ => solve_numbered::<Plain<Word>>(game, guesses, state, rules, index, limits, watch),
        };
        match solved {
            Ok(table) => return Ok(table),
            Err(strong::Broken::Stopped) => return Err(Failure::Stopped),
            // A piece changed that was taken for fixed: once more, without taking any for it.
            Err(strong::Broken::Unnumbered) if guesses => {}
            Err(
                strong::Broken::Unnumbered | strong::Broken::StuckWins | strong::Broken::TooMany,
            ) => {
                return solve_listed(game, &estimate, limits, watch);
            }
        }
    }
    Err(Failure::TooLarge(Box::new(estimate(game))))
}

fn solve_numbered<S: Shape<Set = Word>>(
    game: &Game,
    guesses: bool,
    state: Option<State>,
    rules: Arc<Rules<Word>>,
    index: Index,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Table, strong::Broken> {
    let mut position = Position::<S>::new(&rules, &game.setup());
    position.turn = Some(0);
    let graph = Graph::new(rules, index, position);
    let number = graph.number(&position).ok_or(strong::Broken::Unnumbered)?;
    let size = graph.index.size().ok_or(strong::Broken::TooMany)?;
    let state = state.unwrap_or_else(|| State::new(size, number));
    let label = label_of(game, guesses);
    let solution = strong::solve(graph, state, &label, limits.threads, watch)?;
    Ok(Table::numbered(game, guesses, solution))
}

fn solve_listed(
    game: &Game,
    estimate: &Estimate,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Table, Failure> {
    let most = limits.memory / explicit::BYTES;
    match Explicit::solve(game, estimate.is_mirrored, most, limits.depth, watch) {
        Ok(solved) => Ok(Table::listed(game, solved)),
        Err(explicit::Broken::Stopped) => Err(Failure::Stopped),
        Err(explicit::Broken::TooMany) => Err(Failure::TooLarge(Box::new(estimate.clone()))),
    }
}

/// The acts of a game with what each is worth to whoever plays it, the best first.
pub fn valued_acts(table: &Table, game: &Game) -> Vec<(Act, Option<Value>)> {
    let mut acts: Vec<(Act, Option<Value>)> = game
        .acts()
        .into_iter()
        .map(|act| (act, table.value_of(game, act)))
        .collect();
    acts.sort_by_key(|it| std::cmp::Reverse(it.1.map_or(i32::MIN, Value::merit)));
    acts
}

/// What of the rules matters to the values of positions: the canonical form without rules of history.
pub fn essence(variant: &Variant) -> String {
    let canon = Canon::new(variant.sheet());
    let ends = canon.ends.iter().filter(|it| it.repeated.is_none());
    let ends: String = ends.map(|it| it.text.as_str()).collect();
    format!("{}{}{}{ends}", canon.board, canon.start, canon.rules)
}

/// Who wins from a position with a value, if anybody does.
pub fn winner(value: Value, to_move: Player) -> Option<Player> {
    match value {
        Value::Win(_) => Some(to_move),
        Value::Draw => None,
        Value::Loss(_) => Some(to_move.other()),
    }
}
