//! `koma usi`: the protocol of shogi clients.
//!
//! Squares are written as USI writes them, whatever the variant's own coordinates are. A turn of several acts is one
//! move, its acts joined by commas.

use std::time::{Duration, Instant};

use crate::protocols::engine::{
    Engine, Seat, Speaker, converse, in_a_line, say_turn, share_of_clock, with_squares,
};
use crate::report::output::{Status, result};
use koma::board::Coordinates;
use koma::play::{Act, Game};
use koma::text::safe;
use koma_lab::think::{Level, Limits, Score, Thought};

/// Options of the variant begin so: the names of an author meet no name of the protocol.
const CHOICE: &str = "Choice_";

struct Usi {
    engine: Engine,
    game: Game,
    /// What is being thought about, if anything is.
    thinking: Option<Thinking>,
}

struct Thinking {
    /// The best turn is kept back until the client asks for it.
    held: bool,
    /// It came to an end while it was held back.
    answer: Option<Option<Thought>>,
    /// A mate is looked for.
    mate: bool,
    /// What the clock will allow once the client's guess turns out right.
    on_hit: Option<Duration>,
}

/// Speaks USI until it is told to quit.
pub fn usi(seat: Seat) -> Status {
    let game = Game::new(&seat.variant);
    converse(&mut Usi {
        engine: Engine::new(seat),
        game,
        thinking: None,
    })
}

impl Speaker for Usi {
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
            "usi" => self.introduce(),
            "isready" => {
                if self.thinking.is_none() {
                    self.engine.prepare();
                }
                result("readyok");
            }
            "setoption" => {
                self.settle();
                if let Err(wrong) = self.set(rest) {
                    refuse(&wrong);
                }
            }
            // Adapters of UCI to other protocols say it as they are used to.
            "usinewgame" | "ucinewgame" => {
                self.settle();
                self.engine.forget();
                self.game = Game::new(&self.engine.seat.variant);
            }
            "position" => {
                self.settle();
                match self.position(rest) {
                    Ok(game) => self.game = game,
                    Err(wrong) => refuse(&wrong),
                }
            }
            "go" => {
                self.settle();
                if let Err(wrong) = self.go(rest) {
                    refuse(&wrong);
                }
            }
            "stop" => match &mut self.thinking {
                Some(thinking) => {
                    thinking.held = false;
                    if let Some(answer) = thinking.answer.take() {
                        self.answer(answer);
                    } else {
                        self.engine.stop();
                    }
                }
                None => refuse("nothing is thought about"),
            },
            "ponderhit" => match &mut self.thinking {
                Some(thinking) if thinking.held => {
                    thinking.held = false;
                    if let Some(answer) = thinking.answer.take() {
                        self.answer(answer);
                    } else if let Some(time) = thinking.on_hit {
                        self.engine.alarm = Some(Instant::now() + time);
                    } else {
                        self.engine.stop();
                    }
                }
                _ => refuse("nothing is pondered"),
            },
            "gameover" => self.settle(),
            // For a person who looks.
            "d" => {
                let board = crate::report::drawing::board(
                    self.game.variant(),
                    &self.game.setup(),
                    koma::say::Language::English,
                    koma::board::Player::First,
                );
                for line in board.trim_end().lines() {
                    result(&format!("info string {line}"));
                }
                result(&format!("info string sfen {}", self.game.position()));
            }
            _ => refuse(&format!("`{}` is no command", safe::short(word))),
        }
        true
    }

    fn thought(&mut self, thought: Option<Thought>) {
        match &mut self.thinking {
            Some(thinking) if thinking.held => thinking.answer = Some(thought),
            Some(_) => self.answer(thought),
            None => {}
        }
    }

    /// What can come to an end by itself does.
    fn gone(&mut self) -> bool {
        let Some(thinking) = &mut self.thinking else {
            return false;
        };
        if thinking.held {
            self.engine.stop();
        }
        thinking.held = false;
        match thinking.answer.take() {
            Some(answer) => {
                self.answer(answer);
                false
            }
            None => true,
        }
    }
}

impl Usi {
    fn introduce(&self) {
        result(&format!("id name Koma {}", env!("CARGO_PKG_VERSION")));
        result("id author the authors of Koma");
        result("option name USI_Hash type spin default 64 min 1 max 65536");
        result("option name USI_Ponder type check default false");
        result("option name Threads type spin default 1 min 1 max 256");
        result("option name Level type spin default 0 min 0 max 10");
        result("option name Seed type spin default 0 min 0 max 2147483647");
        let own = self.engine.seat.word();
        // Some clients cut long lines in two: as many names as are safe, whoever knows another one may still set it.
        let mut names = vec![own.clone()];
        for name in koma::shipped::names().filter(|it| *it != own) {
            if names.iter().map(|it| it.len() + 5).sum::<usize>() + name.len() > 90 {
                break;
            }
            names.push(name.to_owned());
        }
        for option in ["USI_Variant", "UCI_Variant"] {
            result(&combo(option, &own, &names));
        }
        let variant = &self.engine.seat.variant;
        for choice in &variant.choices().all {
            let made = variant.sheet().chosen.iter().find(|it| it.0 == choice.name);
            let made = made.map_or(choice.choices[0].as_str(), |it| it.1.as_str());
            let name = format!("{CHOICE}{}", choice.name);
            result(&combo(&name, made, &choice.choices));
        }
        result("usiok");
    }

    /// `name NAME value VALUE`
    fn set(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, value) = match words.as_slice() {
            ["name", name, "value", value @ ..] => (*name, value.join(" ")),
            ["name", name] => (*name, String::new()),
            _ => return Err("an option is `setoption name NAME value VALUE`".to_owned()),
        };
        let number = |most: u64| -> Result<u64, String> {
            let n: u64 = value
                .parse()
                .map_err(|_| format!("`{}` is no number for {name}", safe::short(&value)))?;
            Ok(n.min(most))
        };
        match name {
            "USI_Hash" => self.engine.set_table(number(65_536)? as usize),
            "Threads" => self.engine.set_threads(number(256)? as usize),
            "Seed" => {
                let seed = number(u64::MAX)?;
                self.engine.set_seed(seed);
            }
            "Level" => {
                let level = number(10)? as u8;
                self.engine.set_level(Level::new(level));
            }
            "USI_Ponder" => {}
            "USI_Variant" | "UCI_Variant" => {
                let (name, edition) = crate::args::split_edition(&value);
                // The file that was opened is known by its short name too.
                let name = if name == self.engine.seat.word() {
                    self.engine.seat.name.clone()
                } else {
                    name.to_owned()
                };
                let picks = koma::check::Picks {
                    edition: edition.map(str::to_owned),
                    sets: Vec::new(),
                };
                self.sit(&name, picks)?;
            }
            _ => {
                let Some(choice) = name.strip_prefix(CHOICE) else {
                    return Err(format!("no option is called `{}`", safe::short(name)));
                };
                let mut picks = self.engine.seat.picks.clone();
                picks.sets.retain(|it| it.0 != choice);
                picks.sets.push((choice.to_owned(), value));
                let name = self.engine.seat.name.clone();
                self.sit(&name, picks)?;
            }
        }
        Ok(())
    }

    fn sit(&mut self, name: &str, picks: koma::check::Picks) -> Result<(), String> {
        let seat = Seat::open(name, picks).map_err(|it| in_a_line(&it))?;
        self.game = Game::new(&seat.variant);
        let sheet = seat.variant.sheet();
        result(&format!(
            "info string variant {} files {} ranks {} pocket {} template koma startpos {}",
            seat.word(),
            sheet.geometry.files,
            sheet.geometry.ranks,
            u8::from(sheet.to_hand),
            self.game.position(),
        ));
        self.engine.sit(seat);
        Ok(())
    }

    /// `startpos` or `sfen …`, then `moves …`
    fn position(&self, text: &str) -> Result<Game, String> {
        let variant = &self.engine.seat.variant;
        let sheet = variant.sheet();
        let (start, moves) = match text.split_once("moves") {
            Some((start, moves)) => (start.trim(), moves),
            None => (text, ""),
        };
        let mut game = match start.split_once(char::is_whitespace) {
            None if start == "startpos" => Game::new(variant),
            Some(("sfen", fields)) => {
                // Sides are `b` and `w` here, whatever letters the variant gives them.
                let mut fields: Vec<String> =
                    fields.split_whitespace().map(str::to_owned).collect();
                if let Some(side) = fields.get_mut(1) {
                    match side.as_str() {
                        "b" => *side = sheet.sides[0].to_string(),
                        "w" => *side = sheet.sides[1].to_string(),
                        _ => {}
                    }
                }
                Game::from_position(variant, &fields.join(" ")).map_err(|it| in_a_line(&it))?
            }
            _ => {
                return Err("a position is `startpos` or `sfen BOARD SIDE HANDS NUMBER`".to_owned());
            }
        };
        for turn in moves.split_whitespace() {
            let own = with_squares(&sheet.geometry, turn, Coordinates::Usi, sheet.coordinates);
            game.play_turn(&own).map_err(|refusal| {
                format!(
                    "illegal move {}: {}: {}",
                    safe::short(turn),
                    refusal.by,
                    refusal.reason
                )
            })?;
        }
        Ok(game)
    }

    fn go(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace().peekable();
        let mut limits = Limits::default();
        let mut clocks = [None::<Duration>; 2];
        let mut every = [Duration::ZERO; 2];
        let mut byoyomi = Duration::ZERO;
        let (mut infinite, mut ponder, mut mate) = (false, false, false);
        let mut turns_to_go = None;
        let mut first_acts = Vec::new();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64, String> {
                let text = words.next().unwrap_or("");
                // A clock may have run out already.
                let text = text.strip_prefix('-').map_or(text, |_| "0");
                text.parse()
                    .map_err(|_| format!("`go {word}` wants a number"))
            };
            match word {
                "btime" => clocks[0] = Some(Duration::from_millis(number()?)),
                "wtime" => clocks[1] = Some(Duration::from_millis(number()?)),
                "binc" => every[0] = Duration::from_millis(number()?),
                "winc" => every[1] = Duration::from_millis(number()?),
                "byoyomi" => byoyomi = Duration::from_millis(number()?),
                "movestogo" => turns_to_go = Some(number()? as u32),
                "movetime" => limits.time = Some(Duration::from_millis(number()?)),
                "depth" => limits.depth = Some(number()?.min(1000) as u32),
                "nodes" => limits.nodes = Some(number()?),
                "infinite" => infinite = true,
                "ponder" => ponder = true,
                "mate" => {
                    mate = true;
                    match words.next() {
                        Some("infinite") | None => {}
                        Some(time) => {
                            let time = time
                                .parse()
                                .map_err(|_| "`go mate` wants a number or `infinite`".to_owned())?;
                            limits.time = Some(Duration::from_millis(time));
                        }
                    }
                }
                "searchmoves" => {
                    while let Some(turn) = words.peek() {
                        match self.first_act(turn) {
                            Some(act) => first_acts.push(act),
                            None if is_limit(turn) => break,
                            None => refuse(&format!("illegal move {}", safe::short(turn))),
                        }
                        words.next();
                    }
                }
                _ => return Err(format!("`{}` is no limit", safe::short(word))),
            }
        }
        let me = self.game.to_move().index();
        let clock = clocks[me].filter(|_| limits.time.is_none());
        if (clock.is_some() || byoyomi > Duration::ZERO) && limits.time.is_none() {
            let left = clock.unwrap_or_default();
            let every = every[me] + byoyomi;
            limits.time = Some(share_of_clock(left, every, turns_to_go));
        }
        let nothing = limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none();
        let on_hit = limits.time;
        if ponder {
            limits.time = None;
        }
        self.thinking = Some(Thinking {
            held: infinite || ponder || (nothing && !mate),
            answer: None,
            mate,
            on_hit,
        });
        if let Some(time) = limits.time {
            // The reply has a way to go.
            let way = (time / 20).min(Duration::from_millis(10));
            limits.time = Some(time - way);
        }
        let limits = if infinite || ponder {
            limits
        } else {
            self.engine.limits(limits)
        };
        let since = Instant::now();
        let game = self.game.clone();
        self.engine
            .think(&self.game, limits, first_acts, move |thought, fill| {
                inform(&game, thought, fill, since);
            });
        Ok(())
    }

    /// The first act of a turn, if it is legal.
    fn first_act(&self, turn: &str) -> Option<Act> {
        let sheet = self.game.variant().sheet();
        let own = with_squares(&sheet.geometry, turn, Coordinates::Usi, sheet.coordinates);
        let first = own.split(',').next()?;
        self.game.clone().play_text(first).ok()
    }

    /// Tells the client the turn to be played.
    fn answer(&mut self, thought: Option<Thought>) {
        let mate = self.thinking.take().is_some_and(|it| it.mate);
        let say = |turns: &[Vec<Act>]| -> Vec<String> {
            let mut game = self.game.clone();
            turns
                .iter()
                .map(|it| say_turn(&mut game, it, Coordinates::Usi))
                .collect()
        };
        if mate {
            result(&match &thought {
                Some(it) => match it.score {
                    Score::Wins(_) => format!("checkmate {}", say(&it.line).join(" ")),
                    Score::Loses(_) => "checkmate nomate".to_owned(),
                    Score::Value(_) => "checkmate timeout".to_owned(),
                },
                None => "checkmate nomate".to_owned(),
            });
            return;
        }
        match thought {
            Some(thought) => {
                let turns = say(&thought.line[..thought.line.len().min(2)]);
                let ponder = match turns.get(1) {
                    Some(turn) => format!(" ponder {turn}"),
                    None => String::new(),
                };
                result(&format!("bestmove {}{ponder}", turns[0]));
            }
            None => {
                let won = self
                    .game
                    .outcome()
                    .is_some_and(|it| it.winner == Some(self.game.to_move()));
                result(if won {
                    "bestmove win"
                } else {
                    "bestmove resign"
                });
            }
        }
    }

    /// Lets no thinking go on: the client did not ask for its turn, or will not want it.
    fn settle(&mut self) {
        let Some(thinking) = &mut self.thinking else {
            return;
        };
        thinking.held = false;
        if let Some(answer) = thinking.answer.take() {
            self.answer(answer);
            return;
        }
        let thought = self.engine.finish();
        self.answer(thought);
    }
}

fn refuse(text: &str) {
    result(&format!("info string error: {text}"));
}

fn is_limit(word: &str) -> bool {
    const WORDS: [&str; 12] = [
        "btime",
        "wtime",
        "binc",
        "winc",
        "byoyomi",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "infinite",
        "ponder",
        "mate",
    ];
    WORDS.contains(&word)
}

fn combo<S: AsRef<str>>(name: &str, default: &str, choices: &[S]) -> String {
    let vars: Vec<String> = choices
        .iter()
        .map(|it| format!(" var {}", it.as_ref()))
        .collect();
    format!(
        "option name {name} type combo default {default}{}",
        vars.concat()
    )
}

/// An `info` line of a deepening.
fn inform(game: &Game, thought: &Thought, fill: u32, since: Instant) {
    let spent = since.elapsed();
    let nps = (thought.nodes as f64 / spent.as_secs_f64().max(1e-6)) as u64;
    let score = match thought.score {
        Score::Value(value) => format!("cp {value}"),
        Score::Wins(turns) => format!("mate {turns}"),
        Score::Loses(turns) => format!("mate -{turns}"),
    };
    let mut play = game.clone();
    let line: Vec<String> = thought
        .line
        .iter()
        .map(|it| say_turn(&mut play, it, Coordinates::Usi))
        .collect();
    result(&format!(
        "info depth {} nodes {} time {} nps {nps} hashfull {fill} score {score} pv {}",
        thought.depth,
        thought.nodes,
        spent.as_millis(),
        line.join(" ")
    ));
}
