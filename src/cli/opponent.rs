//! Who plays when no person does: a mover on a thread of its own, which can be told to move now.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use koma::play::{Act, Game, Variant};
use koma_lab::think::{self, Level, Score, Thinker};

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Any legal act, by chance.
    Random,
    /// From 1, the weakest, to 10.
    Level(u8),
}

impl Strength {
    /// Reads `random` or a level.
    pub fn parse(text: &str) -> Result<Strength, String> {
        match text.parse() {
            _ if text == "random" => Ok(Strength::Random),
            Ok(level @ 1..=10) => Ok(Strength::Level(level)),
            _ => Err("a level is a number from 1 to 10, or `random`".to_owned()),
        }
    }
}

impl std::fmt::Display for Strength {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Strength::Random => write!(f, "random"),
            Strength::Level(level) => write!(f, "level {level}"),
        }
    }
}

/// A turn that was thought of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    /// The acts of the turn.
    pub turn: Vec<Act>,
    /// How it was found, for people: depth and score.
    pub remark: String,
}

/// What bounds the thinking.
#[derive(Debug, Clone)]
pub struct Limits {
    /// So long at most.
    pub time: Option<Duration>,
    /// Set from outside: answer now.
    pub stop: Arc<AtomicBool>,
}

/// Finds turns.
pub trait Opponent: Send {
    /// The turn to play; none where there is no act. `so_far` is told of better turns as they are found.
    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        so_far: &mut dyn FnMut(&Thought),
    ) -> Option<Thought>;
}

/// The opponent of some strength. This is the one place that knows who they are.
pub fn opponent(variant: &Variant, strength: Strength, seed: u64) -> Box<dyn Opponent> {
    let level = match strength {
        Strength::Random => None,
        Strength::Level(level) => Level::new(level),
    };
    match level {
        None => Box::new(Random(fastrand::Rng::with_seed(seed))),
        Some(level) => {
            let mut thinker = Thinker::new(variant, TABLE, seed);
            thinker.set_level(level);
            Box::new(LooksAhead { thinker, level })
        }
    }
}

/// Whether an opponent of this strength has advice to give.
pub fn advises(strength: Strength) -> bool {
    matches!(strength, Strength::Level(_))
}

/// Megabytes of memory for what an opponent found out.
const TABLE: usize = 32;

/// Looks ahead.
struct LooksAhead {
    thinker: Thinker,
    level: Level,
}

impl Opponent for LooksAhead {
    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        so_far: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let own = self.level.limits();
        let limits = think::Limits {
            time: own.time.into_iter().chain(limits.time).min(),
            stop: limits.stop.clone(),
            ..own
        };
        let thought = |it: &think::Thought| Thought {
            turn: it.turn.clone(),
            remark: format!("depth {}, {}", it.depth, told(it.score)),
        };
        let found = self
            .thinker
            .think(game, &limits, &mut |it| so_far(&thought(it)));
        found.as_ref().map(thought)
    }
}

/// A score in words.
fn told(score: Score) -> String {
    match score {
        Score::Value(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Wins(1) => "wins at once".to_owned(),
        Score::Wins(turns) => format!("wins in {turns} turns"),
        Score::Loses(turns) => format!("loses in {turns} turns"),
    }
}

/// Plays by chance.
struct Random(fastrand::Rng);

impl Opponent for Random {
    fn think(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _so_far: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let mut game = game.clone();
        let mover = game.to_move();
        let mut turn = Vec::new();
        while game.outcome().is_none() && game.to_move() == mover {
            let acts = game.acts();
            if acts.is_empty() {
                return None;
            }
            let act = acts[self.0.usize(..acts.len())];
            turn.push(act);
            game.play_unchecked(act);
        }
        Some(Thought {
            turn,
            remark: "by chance".to_owned(),
        })
    }
}

/// What the thread says; each with the number of the question.
#[derive(Debug)]
pub enum Said {
    /// The best so far.
    SoFar(u64, Thought),
    /// The answer.
    Answer(u64, Option<Thought>),
    /// There will be no answer to anything any more.
    Gone,
}

struct Question {
    number: u64,
    game: Game,
    strength: Strength,
    limits: Limits,
}

/// The thread that thinks. It ends when this is dropped.
#[derive(Debug)]
pub struct Thinking {
    questions: Sender<Question>,
    said: Receiver<Said>,
    stop: Arc<AtomicBool>,
}

impl Thinking {
    /// Starts the thread; it waits for questions.
    pub fn new(seed: u64) -> Thinking {
        let (questions, asked) = channel::<Question>();
        let (says, said) = channel();
        std::thread::spawn(move || answer_all(&asked, &says, seed));
        Thinking {
            questions,
            said,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Asks for a turn. A question asked before is cut short.
    pub fn ask(&mut self, number: u64, game: Game, strength: Strength, time: Option<Duration>) {
        self.hurry();
        self.stop = Arc::new(AtomicBool::new(false));
        let limits = Limits {
            time,
            stop: self.stop.clone(),
        };
        // A thread that is gone says so by its silence.
        let _ = self.questions.send(Question {
            number,
            game,
            strength,
            limits,
        });
    }

    /// Move now.
    pub fn hurry(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What was said since, if anything.
    pub fn heard(&self) -> Option<Said> {
        match self.said.try_recv() {
            Ok(said) => Some(said),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Said::Gone),
        }
    }

    /// Waits for the next thing said.
    pub fn wait(&self) -> Said {
        self.said.recv().unwrap_or(Said::Gone)
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.hurry();
    }
}

fn answer_all(asked: &Receiver<Question>, says: &Sender<Said>, seed: u64) {
    let mut known: Option<(Strength, Variant, Box<dyn Opponent>)> = None;
    for question in asked {
        let variant = question.game.variant();
        let fits = |it: &(Strength, Variant, _)| it.0 == question.strength && it.1.is(variant);
        let (_, _, opponent) = match known.take().filter(fits) {
            Some(same) => known.insert(same),
            None => {
                let made = opponent(variant, question.strength, seed);
                known.insert((question.strength, variant.clone(), made))
            }
        };
        let mut so_far = |thought: &Thought| {
            let _ = says.send(Said::SoFar(question.number, thought.clone()));
        };
        let answer = opponent.think(&question.game, &question.limits, &mut so_far);
        if says.send(Said::Answer(question.number, answer)).is_err() {
            return;
        }
    }
}
