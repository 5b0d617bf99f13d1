//! The computer in a person's game: it thinks on a thread of its own, and can be told to move now.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::Duration;

use koma::play::{Act, Game, Variant};
use koma_lab::study::selfplay::opponent::{House, Opponent, Reply};
use koma_lab::think::{self, Level, Limits, Score, Thinker};

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Any legal act, at random.
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

/// A turn that the computer would play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought {
    pub turn: Vec<Act>,
    /// How it was found, for people: depth and score.
    pub remark: String,
}

impl Thought {
    fn of(it: &think::Thought) -> Thought {
        Thought {
            turn: it.turn.clone(),
            remark: format!("depth {}, {}", it.depth, score_text(it.score)),
        }
    }
}

/// The computer at some strength. At random it is the same opponent that plays in matches; a search is asked directly,
/// because a person can hurry it and wants to see what it finds.
enum Computer {
    Random(Box<dyn Opponent>),
    Search(Thinker, Level),
}

/// Megabytes of memory for what a search found out.
const TABLE: usize = 32;

impl Computer {
    fn new(game: &Game, strength: Strength, seed: u64) -> Computer {
        let level = match strength {
            Strength::Random => None,
            Strength::Level(level) => Level::new(level),
        };
        match level {
            None => {
                let mut opponent = House::Random.opponent();
                // Only engines in other processes fail to begin.
                let _ = opponent.begin(game, seed);
                Computer::Random(opponent)
            }
            Some(level) => {
                let mut thinker = Thinker::new(game.variant(), TABLE, seed);
                thinker.set_level(level);
                Computer::Search(thinker, level)
            }
        }
    }

    /// The turn to play, if there is any act; `so_far` hears of better turns as they are found.
    fn think(
        &mut self,
        game: &Game,
        time: Option<Duration>,
        stop: Arc<AtomicBool>,
        so_far: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        match self {
            Computer::Random(opponent) => match opponent.turn(game, &[]) {
                Ok(Reply::Acts(turn)) if !turn.is_empty() => Some(Thought {
                    turn,
                    remark: "at random".to_owned(),
                }),
                _ => None,
            },
            Computer::Search(thinker, level) => {
                let own = level.limits();
                let limits = Limits {
                    time: own.time.into_iter().chain(time).min(),
                    stop,
                    ..own
                };
                let found = thinker.think(game, &limits, &mut |it| so_far(Thought::of(it)));
                found.as_ref().map(Thought::of)
            }
        }
    }
}

/// Whether an opponent of this strength has advice to give.
pub fn advises(strength: Strength) -> bool {
    matches!(strength, Strength::Level(_))
}

/// A score in words.
fn score_text(score: Score) -> String {
    match score {
        Score::Value(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Wins(1) => "wins at once".to_owned(),
        Score::Wins(turns) => format!("wins in {turns} turns"),
        Score::Loses(turns) => format!("loses in {turns} turns"),
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
    time: Option<Duration>,
    stop: Arc<AtomicBool>,
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
        // A thread that is gone says so by its silence.
        let _ = self.questions.send(Question {
            number,
            game,
            strength,
            time,
            stop: self.stop.clone(),
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
    let mut known: Option<(Strength, Variant, Computer)> = None;
    for question in asked {
        let Question {
            number,
            game,
            strength,
            time,
            stop,
        } = question;
        let fits = |it: &(Strength, Variant, _)| it.0 == strength && it.1.is(game.variant());
        let (_, _, computer) = match known.take().filter(fits) {
            Some(same) => known.insert(same),
            None => {
                let made = Computer::new(&game, strength, seed);
                known.insert((strength, game.variant().clone(), made))
            }
        };
        let answer = computer.think(&game, time, stop, &mut |thought| {
            let _ = says.send(Said::SoFar(number, thought));
        });
        if says.send(Said::Answer(number, answer)).is_err() {
            return;
        }
    }
}
