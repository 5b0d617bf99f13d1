//! What the protocols share: lines that come in, a thinker that works beside them, acts in the notation of a client.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::report::output::Status;
use crate::report::turn::write_turn;
use koma::board::diagram::letter_length;
use koma::board::{Coordinates, Geometry};
use koma::check::{Document, Picks};
use koma::play::{Act, Game, Variant};
use koma::text::Report;
use koma_lab::think::{Level, Limits, Thinker, Thought};

/// The longest line that is read; a game of many turns comes in one line.
const LONGEST_LINE: u64 = 1 << 20;

/// A protocol: what it makes of what happens.
pub trait Speaker {
    /// The thinker and the lines.
    fn engine(&mut self) -> &mut Engine;

    /// A line came in; false to quit.
    fn line(&mut self, line: &str) -> bool;

    /// Thinking has come to an end.
    fn thought(&mut self, thought: Option<Thought>);

    /// No more lines come; false to quit. It is told again when nothing else can happen.
    fn gone(&mut self) -> bool;
}

/// Listens and thinks until the client has had enough.
pub fn converse(it: &mut impl Speaker) -> Status {
    loop {
        let goes_on = match it.engine().event() {
            Event::Line(line) => it.line(&line),
            Event::Thought(thought) => {
                it.thought(thought);
                true
            }
            Event::Time => {
                it.engine().stop();
                true
            }
            Event::Gone => it.gone(),
        };
        if !goes_on {
            it.engine().stop();
            return Status::Done;
        }
    }
}

/// Something that happened.
#[derive(Debug)]
enum Event {
    /// A line came in.
    Line(String),
    /// No more lines come.
    Gone,
    /// Thinking has come to an end.
    Thought(Option<Thought>),
    /// The moment that was waited for.
    Time,
}

enum Inner {
    Line(String),
    Gone,
    Done(Box<Thinker>, Option<Thought>),
}

/// A thinker with the lines that it is told by.
pub struct Engine {
    events: Receiver<Inner>,
    sender: Sender<Inner>,
    /// The thinker, while it does not think.
    resting: Option<Box<Thinker>>,
    stop: Arc<AtomicBool>,
    thinking: bool,
    /// No more lines come.
    gone: bool,
    /// Lines that came in while thinking had to end first.
    waiting: VecDeque<String>,
    /// When to look up again, whatever comes in.
    pub alarm: Option<Instant>,
    /// The variant as it was asked for.
    pub seat: Seat,
    megabytes: usize,
    threads: usize,
    level: Option<Level>,
    seed: u64,
}

/// A variant, and the choices made in it.
#[derive(Debug, Clone)]
pub struct Seat {
    /// The name or path.
    pub name: String,
    /// The choices.
    pub picks: Picks,
    /// The variant.
    pub variant: Variant,
}

impl Seat {
    /// Opens a variant.
    pub fn open(name: &str, picks: Picks) -> Result<Seat, Box<Report>> {
        let variant = Variant::of(&Document::open(name)?, &picks)?;
        Ok(Seat {
            name: name.to_owned(),
            picks,
            variant,
        })
    }

    /// The name without folders and ending, and without anything that would not fit in a word.
    pub fn word(&self) -> String {
        let stem = std::path::Path::new(&self.name)
            .file_stem()
            .map_or(self.name.clone(), |it| it.to_string_lossy().into_owned());
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let word: String = stem
            .chars()
            .map(|c| if plain(c) { c } else { '_' })
            .collect();
        if word.is_empty() {
            "variant".to_owned()
        } else {
            word
        }
    }
}

/// A report as one line.
pub fn in_a_line(report: &Report) -> String {
    let texts: Vec<String> = report
        .problems
        .iter()
        .map(|it| it.message.clone())
        .collect();
    koma::text::safe::line(&texts.join("; "))
}

impl Engine {
    /// Begins to listen.
    pub fn new(seat: Seat) -> Engine {
        let (sender, events) = channel();
        let lines = sender.clone();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            loop {
                let mut bytes = Vec::new();
                let read = input
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut bytes);
                if !matches!(read, Ok(n) if n > 0) {
                    let _ = lines.send(Inner::Gone);
                    return;
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if lines.send(Inner::Line(line)).is_err() {
                    return;
                }
            }
        });
        Engine {
            events,
            sender,
            resting: None,
            stop: Arc::default(),
            thinking: false,
            gone: false,
            waiting: VecDeque::new(),
            alarm: None,
            seat,
            megabytes: 64,
            threads: 1,
            level: None,
            seed: 0,
        }
    }

    /// Waits for something to happen. That no more lines come is told at once, and again when nothing else can happen.
    fn event(&mut self) -> Event {
        if let Some(line) = self.waiting.pop_front() {
            return Event::Line(line);
        }
        if self.gone && !self.thinking {
            return Event::Gone;
        }
        let inner = match self.alarm {
            None => self
                .events
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(alarm) => self
                .events
                .recv_timeout(alarm.saturating_duration_since(Instant::now())),
        };
        match inner {
            Ok(Inner::Line(line)) => Event::Line(line),
            Ok(Inner::Gone) | Err(RecvTimeoutError::Disconnected) => {
                self.gone = true;
                Event::Gone
            }
            Ok(Inner::Done(thinker, thought)) => {
                self.thinking = false;
                self.resting = Some(thinker);
                self.alarm = None;
                Event::Thought(thought)
            }
            Err(RecvTimeoutError::Timeout) => {
                self.alarm = None;
                Event::Time
            }
        }
    }

    /// Thinks about a game beside what comes in. There must be no thinking under way.
    pub fn think(
        &mut self,
        game: &Game,
        mut limits: Limits,
        first_acts: Vec<Act>,
        mut tell: impl FnMut(&Thought, u32) + Send + 'static,
    ) {
        let mut thinker = match self.resting.take() {
            Some(thinker) => thinker,
            None => Box::new(self.thinker()),
        };
        self.thinking = true;
        self.stop = Arc::default();
        limits.stop = self.stop.clone();
        let game = game.clone();
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let fill = thinker.fill();
            let thought = thinker.think_of(&game, &limits, &first_acts, &mut |it| tell(it, fill));
            let _ = sender.send(Inner::Done(thinker, thought));
        });
    }

    /// Makes thinking come to an end; it is an event when it has.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Makes thinking come to an end and waits for what came of it; lines that come in meanwhile wait. There must be
    /// thinking under way.
    pub fn finish(&mut self) -> Option<Thought> {
        self.stop();
        self.alarm = None;
        loop {
            match self.events.recv() {
                Ok(Inner::Done(thinker, thought)) => {
                    self.resting = Some(thinker);
                    self.thinking = false;
                    return thought;
                }
                Ok(Inner::Line(line)) => self.waiting.push_back(line),
                Ok(Inner::Gone) => self.gone = true,
                Err(_) => return None,
            }
        }
    }

    fn thinker(&self) -> Thinker {
        let mut thinker = Thinker::new(&self.seat.variant, self.megabytes, self.seed);
        thinker.set_threads(self.threads);
        if let Some(level) = self.level {
            thinker.set_level(level);
        }
        thinker
    }

    /// Makes the thinker, so that the first turn takes no longer than others.
    pub fn prepare(&mut self) {
        if self.resting.is_none() {
            self.resting = Some(Box::new(self.thinker()));
        }
    }

    /// Another variant is played from now on.
    pub fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.resting = None;
    }

    /// A new game begins.
    pub fn forget(&mut self) {
        if let Some(thinker) = &mut self.resting {
            thinker.clear();
        }
    }

    /// How large the table is.
    pub fn set_table(&mut self, megabytes: usize) {
        self.megabytes = megabytes.clamp(1, 65_536);
        if let Some(thinker) = &mut self.resting {
            thinker.set_table(self.megabytes);
        }
    }

    /// How many threads think.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, 256);
        if let Some(thinker) = &mut self.resting {
            thinker.set_threads(self.threads);
        }
    }

    /// How strong it is; as strong as it can be if nothing is said.
    pub fn set_level(&mut self, level: Option<Level>) {
        self.level = level;
        self.resting = None;
    }

    /// The seed of its chance.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.resting = None;
    }

    /// What an opponent of its level keeps to, with the limits of the moment.
    pub fn limits(&self, asked: Limits) -> Limits {
        let Some(level) = self.level else {
            return asked;
        };
        let own = level.limits();
        let least = |a: Option<Duration>, b: Option<Duration>| a.into_iter().chain(b).min();
        Limits {
            depth: asked.depth.into_iter().chain(own.depth).min(),
            nodes: asked.nodes.into_iter().chain(own.nodes).min(),
            time: least(asked.time, own.time),
            stop: asked.stop,
        }
    }
}

/// A turn, with its squares written in another way. What is no turn stays as it is.
pub fn with_squares(board: &Geometry, turn: &str, from: Coordinates, to: Coordinates) -> String {
    let act = |act: &str| -> Option<String> {
        if matches!(act, "pass" | "end" | "") {
            return None;
        }
        if let Some((letter, rest)) = act.split_once('*') {
            let (square, n) = board.read(rest, from)?;
            return Some(format!(
                "{letter}*{}{}",
                board.write(square, to),
                &rest[n..]
            ));
        }
        let start = match board.read(act, from) {
            Some(_) => 0,
            None => letter_length(act)?,
        };
        let (first, n) = board.read(&act[start..], from)?;
        let (second, m) = board.read(act.get(start + n..)?, from)?;
        let (first, second) = (board.write(first, to), board.write(second, to));
        Some(format!(
            "{}{first}{second}{}",
            &act[..start],
            &act[start + n + m..]
        ))
    };
    let acts: Vec<String> = turn
        .split(',')
        .map(|it| act(it).unwrap_or_else(|| it.to_owned()))
        .collect();
    acts.join(",")
}

/// Plays a turn of acts on a game, and says it as text; an `end` at its end goes without saying.
pub fn say_turn(game: &mut Game, turn: &[Act], coordinates: Coordinates) -> String {
    let sheet = game.variant().sheet();
    let (board, own) = (sheet.geometry, sheet.coordinates);
    let mut text = write_turn(game, turn);
    if text.is_empty() {
        text = "end".to_owned();
    }
    with_squares(&board, &text, own, coordinates)
}

/// How long to think about a turn with a clock.
pub fn share_of_clock(left: Duration, every_turn: Duration, turns_to_go: Option<u32>) -> Duration {
    let reserve = Duration::from_millis(60);
    let part = turns_to_go.map_or(28, |it| it.clamp(1, 28) + 1);
    let wanted = left / part + every_turn.mul_f64(0.85);
    let most = (left + every_turn).saturating_sub(reserve);
    wanted.min(most).max(Duration::from_millis(5))
}
