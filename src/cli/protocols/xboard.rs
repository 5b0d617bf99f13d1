//! `koma xboard`: version 2 of the protocol of XBoard, with variants that it never heard of.
//!
//! XBoard is told the board, the start and each piece's moves; what it cannot know (forbidden drops, ends) is the
//! engine's word: `Illegal move (reason)`, and the result of the game.

use std::time::{Duration, Instant};

use crate::protocols::engine::{Engine, Seat, Speaker, converse, in_a_line, share_of_clock};
use crate::protocols::xboard_notation::{Notation, Wanted};
use crate::protocols::xboard_output::{features, highlight, outcome, setup, thinking};
use crate::report::output::{Status, remark, result};
use koma::board::Player;
use koma::check::Picks;
use koma::play::Game;
use koma::text::safe;
use koma_lab::think::{Limits, Thought};

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
    notation: Notation,
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
    since: Instant,
}

/// Speaks with XBoard until it is told to quit.
pub fn xboard(seat: Seat) -> Status {
    let notation = match Notation::of(&seat.variant) {
        Ok(notation) => notation,
        Err(wrong) => {
            remark(&format!("koma: {}: {wrong}", safe::line(&seat.name)));
            return Status::No;
        }
    };
    let game = Game::new(&seat.variant);
    converse(&mut Board {
        engine: Engine::new(seat),
        game,
        before: Vec::new(),
        notation,
        own: Some(Player::Second),
        busy: Busy::No,
        analyses: false,
        tells: false,
        left: None,
        every: Duration::ZERO,
        turns_per_session: 0,
        fixed: None,
        depth: None,
        since: Instant::now(),
    })
}

impl Speaker for Board {
    fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

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
            "protover" => features(&self.engine.seat).iter().for_each(|it| result(it)),
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
            "lift" => result(&highlight(&self.game, &self.notation, rest)),
            "edit" | "exclude" | "include" | "setscore" | "option" | "egtb" => {
                error("unknown command", line);
            }
            // A client that was not asked for `usermove` sends turns as they are.
            _ if self.reads(word).is_some() && rest.is_empty() => self.user_turn(word),
            _ => error("unknown command", line),
        }
        true
    }

    fn thought(&mut self, thought: Option<Thought>) {
        let busy = std::mem::replace(&mut self.busy, Busy::No);
        let Some(thought) = thought else {
            if busy == Busy::Turn {
                // There is nothing to do, and no rule ends the game.
                result("1/2-1/2 {no act is possible}");
            }
            return;
        };
        let text = self.notation.turn(&self.game, &thought.turn);
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

    /// A turn that is being thought about is still played.
    fn gone(&mut self) -> bool {
        self.busy == Busy::Turn
    }
}

impl Board {
    fn variant(&mut self, name: &str) {
        self.rest();
        let seat = if name == self.engine.seat.word() {
            Ok(self.engine.seat.clone())
        } else {
            let (plain, edition) = crate::args::split_edition(name);
            let picks = Picks {
                edition: edition.map(str::to_owned),
                sets: Vec::new(),
            };
            Seat::open(plain, picks).map_err(|it| in_a_line(&it))
        };
        let seat = seat.and_then(|seat| {
            let notation = Notation::of(&seat.variant)?;
            Ok((seat, notation))
        });
        match seat {
            Ok((seat, notation)) => {
                self.game = Game::new(&seat.variant);
                self.before.clear();
                self.notation = notation;
                self.engine.sit(seat);
                setup(&self.game, &self.notation)
                    .iter()
                    .for_each(|it| result(it));
            }
            Err(wrong) => {
                error(&wrong, &format!("variant {name}"));
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
            .notation
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
        self.notation.reads(self.game.variant().sheet(), text)
    }

    /// The user's turn, or the other engine's.
    fn user_turn(&mut self, text: &str) {
        let Some(wanted) = self.reads(text) else {
            error("unknown move", text);
            return;
        };
        self.rest();
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
        if let Some(it) = self.game.outcome() {
            result(&outcome(&it));
        }
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
        let (game, notation, since) = (self.game.clone(), self.notation.clone(), self.since);
        self.engine
            .think(&self.game, limits, Vec::new(), move |thought, _| {
                if tells {
                    result(&thinking(&game, &notation, thought, since.elapsed()));
                }
            });
    }

    /// Lets no thinking go on.
    fn rest(&mut self) {
        if self.busy != Busy::No {
            self.engine.finish();
            self.busy = Busy::No;
        }
    }
}

fn error(kind: &str, line: &str) {
    result(&format!(
        "Error ({}): {}",
        kind.replace(['(', ')'], ""),
        safe::short(line)
    ));
}
