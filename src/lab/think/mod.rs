//! An opponent that plays any variant with no knowledge of any: what things are worth is worked out from the rules, and
//! a search does the rest.

pub mod eval;
pub mod node;
pub mod search;
pub mod table;
pub mod values;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use crate::clock;
use koma::play::position::{Position, Shape};
use koma::play::session::{Session, begin_turn};
use koma::play::visit::Visitor;
use koma::play::{Act, Game, Variant};
use node::{Node, World};
use search::{Finding, Stops, WIN, Worker, is_decided};
use table::Table;

/// An opponent. It keeps from turn to turn what it found out.
pub struct Thinker {
    variant: Variant,
    table: Arc<Table>,
    seed: u64,
    threads: usize,
    /// How far off its judgement may be, in hundredths of a typical piece.
    noise: i32,
    /// The workers, in the shape of the variant: made when they are first needed.
    workers: Option<Box<dyn Any + Send>>,
}

/// When to stop thinking. Without any limit it thinks until it is told to stop.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// How many acts deep.
    pub depth: Option<u32>,
    /// How many acts may be tried.
    pub nodes: Option<u64>,
    /// For how long.
    pub time: Option<Duration>,
    /// Set it to stop.
    pub stop: Arc<AtomicBool>,
}

/// How strong an opponent is: from 1, who hardly looks ahead and misjudges what it sees, to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Per level: depth, acts tried, milliseconds at most, misjudgement in hundredths of a typical piece.
const LEVELS: [(u32, u64, u64, i32); 10] = [
    (1, 300, 1000, 160),
    (2, 800, 1000, 100),
    (3, 2_000, 1000, 70),
    (4, 5_000, 1000, 45),
    (5, 15_000, 1500, 30),
    (6, 40_000, 1500, 20),
    (8, 120_000, 2000, 10),
    (10, 400_000, 3000, 4),
    (16, 1_500_000, 5000, 0),
    (90, 5_000_000, 10_000, 0),
];

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(10);

    /// A level of 1 to 10.
    pub fn new(level: u8) -> Option<Level> {
        (1..=10).contains(&level).then_some(Level(level))
    }

    /// The number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// How long an opponent of this level thinks.
    pub fn limits(self) -> Limits {
        let (depth, nodes, time, _) = LEVELS[self.0 as usize - 1];
        Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(Duration::from_millis(time)),
            stop: Arc::default(),
        }
    }

    /// Whether chance has a part in its play.
    pub fn misjudges(self) -> bool {
        self.noise() > 0
    }

    fn noise(self) -> i32 {
        LEVELS[self.0 as usize - 1].3
    }
}

/// What came of thinking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The turn to be played: every act of it.
    pub turn: Vec<Act>,
    /// What it promises.
    pub score: Score,
    /// How deep the search went, in acts.
    pub depth: u32,
    /// How many acts were tried.
    pub nodes: u64,
    /// The best line, turn by turn, this one first; the last may be unfinished.
    pub line: Vec<Vec<Act>>,
}

/// What a position promises to the side to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the cheapest piece.
    Value(i32),
    /// It wins with so many turns of both players, its own next one the first.
    Wins(u32),
    /// It loses after so many turns of both players; none is a loss that stands already.
    Loses(u32),
}

impl Score {
    fn of(value: i32) -> Score {
        let turns = (WIN - value.abs()).max(0) as u32;
        match value {
            it if !is_decided(it) => Score::Value(it),
            it if it > 0 => Score::Wins(turns),
            _ => Score::Loses(turns),
        }
    }
}

impl Thinker {
    /// An opponent for a variant, with a table of about so many megabytes. The same seed thinks the same, as long as no
    /// clock and only one thread is involved.
    pub fn new(variant: &Variant, table_megabytes: usize, seed: u64) -> Thinker {
        Thinker {
            variant: variant.clone(),
            table: Arc::new(Table::new(table_megabytes)),
            seed,
            threads: 1,
            noise: 0,
            workers: None,
        }
    }

    /// The variant it plays.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Makes it misjudge as an opponent of this level does; [`Level::limits`] is the rest of being one.
    pub fn set_level(&mut self, level: Level) {
        self.noise = level.noise();
    }

    /// How many threads think.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, 256);
        if threads != self.threads {
            self.threads = threads;
            self.workers = None;
        }
    }

    /// Gives it another table.
    pub fn set_table(&mut self, megabytes: usize) {
        self.table = Arc::new(Table::new(megabytes));
        self.workers = None;
    }

    /// Forgets everything: a new game begins.
    pub fn clear(&mut self) {
        self.table.clear();
        self.workers = None;
    }

    /// How full the table is, in thousandths.
    pub fn fill(&self) -> u32 {
        self.table.fill()
    }

    /// Thinks about the turn to be played, and tells of every deepening; nothing when the game is over.
    ///
    /// A game of another variant is thought about as well as its own.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        on_info: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        self.think_of(game, limits, &[], on_info)
    }

    /// As [`Thinker::think`], but the turn begins with one of some acts; with any act if there are none.
    pub fn think_of(
        &mut self,
        game: &Game,
        limits: &Limits,
        first_acts: &[Act],
        on_info: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        if game.outcome().is_some() {
            return None;
        }
        let since = clock::now();
        self.table.grow_older();
        let time = limits.time;
        // A little is left for what comes after the search.
        let until = time.map(|it| since + it - (it / 20).min(Duration::from_millis(4)));
        let stops = Stops {
            stop: limits.stop.clone(),
            done: Arc::default(),
            until,
            time,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            depth: limits.depth.map_or(1000, |it| it.clamp(1, 1000) as i32),
        };
        let found = game.visit(Search {
            thinker: self,
            stops,
            only: first_acts,
            tell: &mut |finding| on_info(&thought(game, finding)),
        });
        match found {
            Some(finding) => Some(thought(game, &finding)),
            None => {
                // No act was searched at all, or there is none.
                let act = *game.acts().first()?;
                Some(thought(
                    game,
                    &Finding {
                        value: 0,
                        line: vec![act],
                        depth: 0,
                        nodes: 0,
                    },
                ))
            }
        }
    }
}

/// A search of a game, whatever its shape.
struct Search<'a> {
    thinker: &'a mut Thinker,
    stops: Stops,
    only: &'a [Act],
    tell: &'a mut dyn FnMut(&Finding),
}

impl Visitor for Search<'_> {
    type Answer = Option<Finding>;

    fn visit<S: Shape>(self, session: &Session<S>) -> Option<Finding> {
        let thinker = self.thinker;
        let known = thinker
            .workers
            .take()
            .and_then(|it| it.downcast::<Vec<Worker<S>>>().ok())
            .filter(|it| it.len() == thinker.threads)
            .filter(|it| Arc::ptr_eq(&it[0].world.rules, &session.rules));
        let mut workers = known.unwrap_or_else(|| {
            let world = Arc::new(World::<S>::new(session.rules.clone()));
            let worker = |_| Worker::new(world.clone(), thinker.table.clone(), self.stops.clone());
            Box::new((0..thinker.threads).map(worker).collect())
        });
        let world = workers[0].world.clone();
        let root = world.node(&session.position);
        let mut past: Vec<Position<S>> = session.past().iter().map(|it| it.position).collect();
        for position in &mut past {
            begin_turn(&world.rules, position);
        }
        if past.is_empty() {
            past.push(session.position);
        }
        let noise = thinker.noise * world.values.typical / 100;
        let nodes: Arc<AtomicU64> = Arc::default();
        for worker in workers.iter_mut() {
            let stops = self.stops.clone();
            let asker = root.position.side;
            worker.begin(&past, stops, nodes.clone(), noise, thinker.seed, asker);
        }
        let found = search_all(&mut workers, &root, self.only, self.tell);
        thinker.workers = Some(workers);
        found
    }
}

/// Searches on as many threads as there are workers; the first of them tells what it finds.
#[cfg(not(target_family = "wasm"))]
fn search_all<S: Shape>(
    workers: &mut [Worker<S>],
    root: &Node<S>,
    only: &[Act],
    tell: &mut dyn FnMut(&Finding),
) -> Option<Finding> {
    let (sender, findings) = std::sync::mpsc::channel::<Finding>();
    std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for (number, worker) in workers.iter_mut().enumerate() {
            let sender = sender.clone();
            // A line of many large positions needs room.
            let thread = std::thread::Builder::new().stack_size(STACK);
            let handle = thread.spawn_scoped(scope, move || {
                worker.deepen(root, only, number, |finding| {
                    if number == 0 {
                        let _ = sender.send(finding.clone());
                    }
                })
            });
            handles.push(handle);
        }
        drop(sender);
        for finding in findings {
            tell(&finding);
        }
        let mut found = None;
        for (number, handle) in handles.into_iter().enumerate() {
            let answer = handle.ok().and_then(|it| it.join().ok()).flatten();
            if number == 0 {
                found = answer;
            }
        }
        found
    })
}

/// A page has one thread.
#[cfg(target_family = "wasm")]
fn search_all<S: Shape>(
    workers: &mut [Worker<S>],
    root: &Node<S>,
    only: &[Act],
    tell: &mut dyn FnMut(&Finding),
) -> Option<Finding> {
    workers.first_mut()?.deepen(root, only, 0, tell)
}

/// Room for the stack of a search: taken only as far as it is used.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 256 << 20;

/// What was found, said in turns, each act made sure of.
fn thought(game: &Game, finding: &Finding) -> Thought {
    let mut play = game.clone();
    let mut line: Vec<Vec<Act>> = Vec::new();
    let mut turn = Vec::new();
    for act in &finding.line {
        if play.outcome().is_some() || !play.acts().contains(act) {
            break;
        }
        let mover = play.to_move();
        play.play_unchecked(*act);
        turn.push(*act);
        if play.to_move() != mover || play.outcome().is_some() {
            line.push(std::mem::take(&mut turn));
        }
    }
    let mut first = match line.first() {
        Some(turn) => turn.clone(),
        None => turn.clone(),
    };
    if line.is_empty() {
        // The line ends within the turn: so does the turn, as soon as it may.
        let mut play = game.clone();
        for act in &first {
            play.play_unchecked(*act);
        }
        let mover = game.to_move();
        while play.outcome().is_none() && play.to_move() == mover {
            let acts = play.acts();
            let act = match acts.contains(&Act::End) {
                true => Act::End,
                false => match acts.first() {
                    Some(act) => *act,
                    None => break,
                },
            };
            play.play_unchecked(act);
            first.push(act);
        }
        turn.clear();
        line.push(first.clone());
    }
    if !turn.is_empty() {
        line.push(turn);
    }
    Thought {
        turn: first,
        score: Score::of(finding.value),
        depth: finding.depth.max(0) as u32,
        nodes: finding.nodes,
        line,
    }
}
