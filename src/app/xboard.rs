//! `koma xboard`: version 2 of the protocol of XBoard, with variants that it never heard of.
//!
//! XBoard is told the board, the start and each piece's moves; what it cannot know (forbidden drops, ends) is the
//! engine's word: `Illegal move (reason)`, and the result of the game.

use std::time::{Duration, Instant};

use super::betza::betza;
use super::dialect::{Dialect, Wanted};
use super::engine::{Engine, Event, Seat, in_a_line, share_of_clock};
use super::output::{Status, remark, result};
use crate::board::Player;
use crate::check::Picks;
use crate::play::{Act, Game};
use crate::text::safe;
use crate::think::{Limits, Score, Thought};

/// What XBoard calls the games with hands that it knows. It is a word of the protocol, and no game is meant by it.
const WITH_HANDS: &str = concat!("sho", "gi");

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Busy {
    /// Nothing.
    No,
    /// The engine's own turn.
    Turn,
    /// Whatever is on the board.
    Analysis,
    /// A hint.
    Hint,
}

struct Board {
    engine: Engine,
    game: Game,
    /// The games before each turn.
    before: Vec<Game>,
    dialect: Dialect,
    /// Whom the engine plays.
    own: Option<Player>,
    busy: Busy,
    analyses: bool,
    tells: bool,
    /// What the clock says, and when it said so.
    left: Option<Duration>,
    every: Duration,
    turns_per_session: u32,
    fixed: Option<Duration>,
    depth: Option<u32>,
    /// The square of the piece that the user has in the air.
    lifted: Option<String>,
    waiting: Vec<String>,
    since: Instant,
}

/// Speaks with XBoard until it is told to quit.
pub fn xboard(seat: Seat) -> Status {
    let dialect = match Dialect::of(seat.variant.sheet()) {
        Ok(dialect) => dialect,
        Err(wrong) => {
            remark(&format!("koma: {}: {wrong}", safe::line(&seat.name)));
            return Status::No;
        }
    };
    let game = Game::new(&seat.variant);
    let mut board = Board {
        engine: Engine::new(seat),
        game,
        before: Vec::new(),
        dialect,
        own: Some(Player::Second),
        busy: Busy::No,
        analyses: false,
        tells: false,
        left: None,
        every: Duration::ZERO,
        turns_per_session: 0,
        fixed: None,
        depth: None,
        lifted: None,
        waiting: Vec::new(),
        since: Instant::now(),
    };
    loop {
        let event = match board.waiting.is_empty() {
            false => Event::Line(board.waiting.remove(0)),
            true => board.engine.event(),
        };
        match event {
            Event::Line(line) => {
                if !board.line(&line) {
                    board.engine.stop();
                    return Status::Done;
                }
            }
            Event::Thought(thought) => board.thought(thought),
            Event::Time => board.engine.stop(),
            // A turn that is being thought about is still played.
            Event::Gone if board.busy == Busy::Turn => {}
            Event::Gone => return Status::Done,
        }
    }
}

impl Board {
    /// Does what a line says; false to quit.
    fn line(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" => return false,
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer"
            | "name" | "rating" | "ics" | "egtpath" | "nps" | "bk" | "put" | "hover" | "pause"
            | "resume" => {}
            "protover" => self.introduce(),
            "ping" => result(&format!("pong {}", safe::line(rest))),
            "post" => self.tells = true,
            "nopost" => self.tells = false,
            "variant" => self.variant(rest),
            "new" => {
                self.rest();
                self.engine.forget();
                self.game = Game::new(&self.engine.seat.variant);
                self.before.clear();
                self.own = Some(Player::Second);
                self.depth = None;
                self.analyses = false;
            }
            "force" => {
                self.rest();
                self.own = None;
            }
            "result" => {
                self.rest();
                self.own = None;
            }
            "go" => {
                self.rest();
                self.own = Some(self.game.to_move());
                self.act();
            }
            "playother" => {
                self.rest();
                self.own = Some(self.game.to_move().other());
            }
            "white" | "black" => {
                // As old clients mean it: this side is to move, the engine plays the other.
                let player = if word == "white" {
                    Player::First
                } else {
                    Player::Second
                };
                if self.game.to_move() == player {
                    self.rest();
                    self.own = Some(player.other());
                } else {
                    error("command not legal now", word);
                }
            }
            "?" => {
                if self.busy == Busy::Turn {
                    self.engine.stop();
                }
            }
            "usermove" => self.user_turn(rest),
            "level" => self.level(rest),
            "st" => match rest.parse::<f64>() {
                Ok(seconds) if (0.0..1e9).contains(&seconds) => {
                    self.fixed = Some(Duration::from_secs_f64(seconds));
                }
                _ => error("bad parameter", line),
            },
            "sd" => match rest.parse::<u32>() {
                Ok(depth) if depth > 0 => self.depth = Some(depth),
                _ => error("bad parameter", line),
            },
            "time" | "otim" => match rest.parse::<i64>() {
                Ok(centis) if word == "time" => {
                    self.left = Some(Duration::from_millis(centis.max(0) as u64 * 10));
                }
                Ok(_) => {}
                Err(_) => error("bad parameter", line),
            },
            "memory" => match rest.parse::<usize>() {
                Ok(megabytes) => {
                    self.rest();
                    self.engine.set_table(megabytes);
                }
                Err(_) => error("bad parameter", line),
            },
            "cores" => match rest.parse::<usize>() {
                Ok(threads) => {
                    self.rest();
                    self.engine.set_threads(threads);
                }
                Err(_) => error("bad parameter", line),
            },
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1, line),
            "remove" => self.undo(2, line),
            "analyze" => {
                self.rest();
                self.own = None;
                self.analyses = true;
                self.act();
            }
            "exit" => {
                self.rest();
                self.analyses = false;
            }
            "." => {}
            "draw" => {}
            "hint" => {
                if self.busy == Busy::No && self.game.outcome().is_none() {
                    self.think(Busy::Hint, Some(Duration::from_millis(500)));
                }
            }
            "lift" => self.lift(rest),
            "edit" | "exclude" | "include" | "setscore" | "option" | "egtb" => {
                error("unknown command", line);
            }
            // A client that was not asked for `usermove` sends turns as they are.
            _ if self.reads(word).is_some() && rest.is_empty() => self.user_turn(word),
            _ => error("unknown command", line),
        }
        true
    }

    fn introduce(&self) {
        let own = self.engine.seat.word();
        let mut names = vec![own.clone()];
        for name in crate::shipped::names().filter(|it| *it != own) {
            let fits = Seat::open(name, Picks::default())
                .is_ok_and(|it| Dialect::of(it.variant.sheet()).is_ok());
            if fits {
                names.push(name.to_owned());
            }
        }
        result(&format!(
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 \
             analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 \
             myname=\"Koma {}\" variants=\"{}\"",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ));
        result("feature done=1");
    }

    fn variant(&mut self, name: &str) {
        self.rest();
        let seat = if name == self.engine.seat.word() {
            Ok(self.engine.seat.clone())
        } else {
            let (plain, edition) = super::cli::split_edition(name);
            let picks = Picks {
                edition: edition.map(str::to_owned),
                sets: Vec::new(),
            };
            Seat::open(plain, picks).map_err(|it| in_a_line(&it))
        };
        let seat = seat.and_then(|seat| {
            let dialect = Dialect::of(seat.variant.sheet())?;
            Ok((seat, dialect))
        });
        match seat {
            Ok((seat, dialect)) => {
                self.game = Game::new(&seat.variant);
                self.before.clear();
                self.dialect = dialect;
                self.engine.sit(seat);
                self.describe();
            }
            Err(wrong) => {
                error(&wrong, &format!("variant {name}"));
            }
        }
    }

    /// Tells XBoard the rules, as far as it understands them.
    fn describe(&self) {
        let sheet = self.game.variant().sheet();
        let board = sheet.geometry;
        let royal = self.dialect.royal;
        let in_hand = sheet
            .kinds
            .iter()
            .zip(&self.dialect.letters)
            .filter(|(kind, letter)| !kind.drops_as.is_empty() && !letter.starts_with('+'))
            .filter(|(_, letter)| letter.chars().next() != royal)
            .count();
        let droppable = sheet.to_hand || sheet.start.hands.iter().flatten().any(|it| *it > 0);
        let (held, parent) = if droppable {
            (in_hand.max(1), WITH_HANDS)
        } else {
            (0, "fairy")
        };
        result(&format!(
            "setup ({}) {}x{}+{held}_{parent} {}",
            self.dialect.table,
            board.files,
            board.ranks,
            self.dialect.fen(sheet, &sheet.start)
        ));
        for (kind, letter) in sheet.kinds.iter().zip(&self.dialect.letters) {
            let moves = betza(kind);
            if !moves.is_empty() && !letter.is_empty() {
                result(&format!("piece {letter}& {moves}"));
            }
        }
    }

    /// `level MOVES BASE INCREMENT`: minutes or minutes:seconds, then seconds.
    fn level(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parsed = match words.as_slice() {
            [turns, base, every] => {
                let base = match base.split_once(':') {
                    Some((minutes, seconds)) => minutes
                        .parse::<u64>()
                        .ok()
                        .zip(seconds.parse::<u64>().ok())
                        .map(|(m, s)| m.saturating_mul(60).saturating_add(s)),
                    None => base.parse::<u64>().ok().map(|it| it.saturating_mul(60)),
                };
                turns
                    .parse::<u32>()
                    .ok()
                    .zip(base)
                    .zip(every.parse::<f64>().ok())
            }
            _ => None,
        };
        match parsed {
            Some(((turns, base), every)) if (0.0..1e9).contains(&every) && base < 1 << 40 => {
                self.turns_per_session = turns;
                self.left = Some(Duration::from_secs(base));
                self.every = Duration::from_secs_f64(every);
                self.fixed = None;
            }
            _ => error("bad parameter", &format!("level {text}")),
        }
    }

    fn set_board(&mut self, text: &str) {
        self.rest();
        let variant = &self.engine.seat.variant;
        let read = self
            .dialect
            .setup(variant.sheet(), text)
            .and_then(|it| variant.read_position(&it).map_err(|it| in_a_line(&it)));
        match read {
            Ok(setup) => {
                self.game = Game::from_setup(variant, &setup);
                self.before.clear();
                self.act();
            }
            Err(wrong) => {
                result(&format!("tellusererror Illegal position: {wrong}"));
            }
        }
    }

    fn undo(&mut self, turns: usize, line: &str) {
        self.rest();
        if self.before.len() < turns {
            error("command not legal now", line);
            return;
        }
        for _ in 0..turns {
            if let Some(earlier) = self.before.pop() {
                self.game = earlier;
            }
        }
        if self.analyses {
            self.act();
        }
    }

    fn reads(&self, text: &str) -> Option<Wanted> {
        self.dialect.reads(self.game.variant().sheet(), text)
    }

    /// The user's turn, or the other engine's.
    fn user_turn(&mut self, text: &str) {
        let Some(wanted) = self.reads(text) else {
            error("unknown move", text);
            return;
        };
        self.rest();
        self.lifted = None;
        let sheet = self.game.variant().sheet();
        let own = wanted.text(sheet);
        let before = self.game.clone();
        match self.game.play_turn(&own) {
            Ok(()) => {
                self.before.push(before);
                self.tell_end();
                self.act();
            }
            Err(refusal) => {
                let reason = format!("{}: {}", refusal.by, refusal.reason);
                let reason = reason.replace(['(', ')'], "");
                result(&format!("Illegal move ({reason}): {}", safe::line(text)));
                if self.analyses {
                    self.act();
                }
            }
        }
    }

    /// Says the result, if there is one.
    fn tell_end(&self) {
        let Some(outcome) = self.game.outcome() else {
            return;
        };
        let score = match outcome.winner {
            Some(Player::First) => "1-0",
            Some(Player::Second) => "0-1",
            None => "1/2-1/2",
        };
        result(&format!("{score} {{{}}}", safe::line(&outcome.path)));
    }

    /// Thinks, if it is the moment to.
    fn act(&mut self) {
        if self.busy != Busy::No || self.game.outcome().is_some() {
            return;
        }
        if self.own == Some(self.game.to_move()) {
            let time = match (self.fixed, self.left) {
                (Some(fixed), _) => Some(
                    fixed
                        .saturating_sub(Duration::from_millis(20))
                        .max(fixed / 2),
                ),
                (None, Some(left)) => {
                    let played = (self.before.len() / 2) as u32;
                    let to_go = match self.turns_per_session {
                        0 => None,
                        n => Some(n - played % n),
                    };
                    Some(share_of_clock(left, self.every, to_go))
                }
                (None, None) => Some(Duration::from_secs(2)),
            };
            self.think(Busy::Turn, time);
        } else if self.analyses {
            self.think(Busy::Analysis, None);
        }
    }

    fn think(&mut self, busy: Busy, time: Option<Duration>) {
        let limits = Limits {
            depth: if busy == Busy::Turn { self.depth } else { None },
            time,
            ..Limits::default()
        };
        let limits = match busy {
            Busy::Turn => self.engine.limits(limits),
            _ => limits,
        };
        self.busy = busy;
        self.since = Instant::now();
        let tells = self.tells && busy != Busy::Hint || busy == Busy::Analysis;
        let (game, dialect, since) = (self.game.clone(), self.dialect.clone(), self.since);
        self.engine
            .think(&self.game, limits, Vec::new(), move |thought, _| {
                if tells {
                    inform(&game, &dialect, thought, since);
                }
            });
    }

    /// Thinking has come to an end.
    fn thought(&mut self, thought: Option<Thought>) {
        let busy = std::mem::replace(&mut self.busy, Busy::No);
        let Some(thought) = thought else {
            if busy == Busy::Turn {
                // There is nothing to do, and no rule ends the game.
                result("1/2-1/2 {no act is possible}");
            }
            return;
        };
        let text = self.dialect.turn(&self.game, &thought.turn);
        match busy {
            Busy::Turn => {
                self.before.push(self.game.clone());
                for act in &thought.turn {
                    self.game.play_unchecked(*act);
                }
                self.left = self.left.map(|it| it.saturating_sub(self.since.elapsed()));
                result(&format!("move {text}"));
                self.tell_end();
            }
            Busy::Hint => result(&format!("Hint: {text}")),
            Busy::Analysis | Busy::No => {}
        }
    }

    /// Lets no thinking go on.
    fn rest(&mut self) {
        if self.busy != Busy::No {
            self.engine.abandon(&mut self.waiting);
            self.busy = Busy::No;
        }
    }

    /// The user holds a piece in the air: where may it go?
    fn lift(&mut self, from: &str) {
        self.lifted = Some(from.to_owned());
        let sheet = self.game.variant().sheet();
        let board = sheet.geometry;
        let mut marks = vec![None::<char>; board.n_squares()];
        let setup = self.game.setup();
        for act in self.game.acts() {
            let (to, mark) = match act {
                Act::Move {
                    from: square,
                    to,
                    becomes,
                    ..
                } if self.dialect.square(sheet, square) == from => {
                    let plain = if setup.cells[to.index()].is_empty() {
                        'Y'
                    } else {
                        'R'
                    };
                    (to, if becomes.is_some() { 'M' } else { plain })
                }
                Act::Drop { to, kind } => {
                    let letter = &self.dialect.letters[kind as usize];
                    if !from.to_uppercase().starts_with(&format!("{letter}@")) {
                        continue;
                    }
                    (to, 'Y')
                }
                _ => continue,
            };
            let cell = &mut marks[to.index()];
            // A choice is offered where the piece may promote, even if it also may not.
            if *cell != Some('M') {
                *cell = Some(mark);
            }
        }
        let mut rows = Vec::new();
        for rank in (0..board.ranks).rev() {
            let mut row = String::new();
            let mut run = 0;
            for file in 0..board.files {
                match marks[board.square(file, rank).index()] {
                    Some(mark) => {
                        if run > 0 {
                            row += &run.to_string();
                        }
                        run = 0;
                        row.push(mark);
                    }
                    None => run += 1,
                }
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        result(&format!("highlight {}", rows.join("/")));
    }
}

fn error(kind: &str, line: &str) {
    result(&format!(
        "Error ({}): {}",
        kind.replace(['(', ')'], ""),
        safe::short(line)
    ));
}

/// A line of thinking: depth, score, hundredths of a second, acts tried, the best line.
fn inform(game: &Game, dialect: &Dialect, thought: &Thought, since: Instant) {
    let score = match thought.score {
        Score::Value(value) => value,
        Score::Wins(turns) => 100_000 + turns.div_ceil(2) as i32,
        Score::Loses(turns) => -100_000 - (turns / 2) as i32,
    };
    let mut play = game.clone();
    let mut line = Vec::new();
    for turn in &thought.line {
        line.push(dialect.turn(&play, turn));
        for act in turn {
            play.play_unchecked(*act);
        }
    }
    result(&format!(
        "{} {score} {} {} {}",
        thought.depth,
        since.elapsed().as_millis() / 10,
        thought.nodes,
        line.join(" ")
    ));
}
