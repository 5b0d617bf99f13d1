//! Programs from outside as opponents, over USI, UCI and CECP. Nothing that they do or fail to do is waited for longer
//! than is allowed, and nothing that they say is believed without being checked.

use crate::players::process::{GREETING, Process, gone};
use crate::players::spec::{Limit, Program, Protocol};
use crate::protocols::engine::with_squares;
use crate::protocols::xboard_notation::Notation;
use koma::board::Coordinates;
use koma::play::Game;
use koma::text::safe;
use koma_lab::study::selfplay::opponent::{Fault, Opponent, Reply};

/// How often a program that does not come is called.
const CALLS: u32 = 2;

/// A program from outside.
pub struct EnginePlayer {
    program: Program,
    process: Option<Process>,
    /// How often it did not come in a row, and what was the matter.
    failed: (u32, Option<Fault>),
    /// The position that the program's game began from, as it is told.
    start: String,
    /// The game as far as it was translated, and the turns in the program's notation.
    mirror: Option<Game>,
    told: Vec<String>,
    /// How many of them a program that remembers has heard.
    heard: usize,
}

impl EnginePlayer {
    /// The program is called when it is first needed.
    pub fn new(program: Program) -> EnginePlayer {
        EnginePlayer {
            program,
            process: None,
            failed: (0, None),
            start: String::new(),
            mirror: None,
            told: Vec::new(),
            heard: 0,
        }
    }

    /// Why a program cannot even be called, if it cannot.
    pub fn missing(program: &Program) -> Option<String> {
        Process::spawn(program).err().map(|it| it.reason)
    }

    /// The program, introduced and ready.
    fn ready(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            if let (CALLS.., Some(fault)) = &self.failed {
                return Err(fault.clone());
            }
            let met = Process::spawn(&self.program).and_then(|mut process| {
                process.meet(&self.program)?;
                Ok(process)
            });
            match met {
                Ok(process) => {
                    self.failed = (0, None);
                    self.process = Some(process);
                }
                Err(fault) => {
                    self.failed = (self.failed.0 + 1, Some(fault.clone()));
                    return Err(fault);
                }
            }
        }
        match &mut self.process {
            Some(process) => Ok(process),
            None => Err(gone("it has gone")),
        }
    }

    fn new_game(&mut self, variant_start: &Game) -> Result<(), Fault> {
        let variant = variant_start.variant();
        let sheet = variant.sheet();
        let program = self.program.clone();
        let position = variant_start.position();
        self.start = match program.protocol {
            Protocol::Usi => {
                // Sides are `b` and `w` there, whatever letters the variant gives them.
                let mut fields: Vec<String> =
                    position.split_whitespace().map(str::to_owned).collect();
                if let Some(side) = fields.get_mut(1) {
                    let first = *side == sheet.sides[0].to_string();
                    *side = if first { "b" } else { "w" }.to_owned();
                }
                format!("{} 1", fields.join(" "))
            }
            Protocol::Uci | Protocol::Cecp => {
                let notation = Notation::of(variant).map_err(|it| gone(&it))?;
                notation.fen(sheet, &variant_start.setup())
            }
        };
        let start = self.start.clone();
        let process = self.ready()?;
        match program.protocol {
            Protocol::Usi | Protocol::Uci => {
                for (name, choice) in &sheet.chosen {
                    let option = format!("Choice_{name}");
                    if process.options.contains(&option) {
                        process.say(&format!("setoption name {option} value {choice}"));
                    }
                }
                process.say("isready");
                process.wait(GREETING, |line| (line == "readyok").then_some(()))?;
                process.say(match program.protocol {
                    Protocol::Usi => "usinewgame",
                    _ => "ucinewgame",
                });
            }
            Protocol::Cecp => {
                process.drain();
                process.say("new");
                if let Some(name) = &program.variant {
                    process.say(&format!("variant {name}"));
                }
                process.say("force");
                process.say("easy");
                process.say("nopost");
                match program.limit {
                    Limit::Depth(depth) => process.say(&format!("sd {depth}")),
                    Limit::Time(time) | Limit::Nodes(time) => {
                        process.say(&format!("st {}", time as f64 / 1000.0));
                    }
                }
                if process.has("setboard") {
                    process.say(&format!("setboard {start}"));
                }
                if process.has("ping") {
                    process.say("ping 1");
                    process.wait(GREETING, |it| it.starts_with("pong").then_some(()))?;
                }
            }
        }
        Ok(())
    }

    /// Translates the turns that are not translated yet.
    fn translate(&mut self, turns: &[String]) -> Result<(), Fault> {
        let Some(mirror) = &mut self.mirror else {
            return Err(gone("no game was begun"));
        };
        let variant = mirror.variant().clone();
        let sheet = variant.sheet();
        for turn in &turns[self.told.len().min(turns.len())..] {
            let told = match self.program.protocol {
                Protocol::Usi => {
                    with_squares(&sheet.geometry, turn, sheet.coordinates, Coordinates::Usi)
                }
                Protocol::Uci | Protocol::Cecp => {
                    let notation = Notation::of(&variant).map_err(|it| gone(&it))?;
                    let act = mirror.clone().play_text(turn);
                    let act = act.map_err(|it| gone(&it.to_string()))?;
                    notation.turn(mirror, &[act])
                }
            };
            mirror.play_turn(turn).map_err(|it| gone(&it.to_string()))?;
            self.told.push(told);
        }
        Ok(())
    }

    /// Asks for the turn to be played.
    fn ask(&mut self, game: &Game) -> Result<Reply, Fault> {
        let variant = game.variant();
        let sheet = variant.sheet();
        let (start, told, heard) = (self.start.clone(), self.told.clone(), self.heard);
        let program = self.program.clone();
        let process = self.ready()?;
        let text = match program.protocol {
            Protocol::Usi | Protocol::Uci => {
                let (word, time) = match program.protocol {
                    Protocol::Usi => ("sfen", "btime 0 wtime 0 byoyomi"),
                    _ => ("fen", "movetime"),
                };
                let mut line = format!("position {word} {start}");
                if !told.is_empty() {
                    line += &format!(" moves {}", told.join(" "));
                }
                process.say(&line);
                process.say(&match program.limit {
                    Limit::Time(it) => format!("go {time} {it}"),
                    Limit::Nodes(it) => format!("go nodes {it}"),
                    Limit::Depth(it) => format!("go depth {it}"),
                });
                process.wait(program.wait, |line| {
                    let mut words = line.split_whitespace();
                    (words.next() == Some("bestmove"))
                        .then(|| words.next().unwrap_or_default().to_owned())
                })?
            }
            Protocol::Cecp => {
                for turn in &told[heard..] {
                    let word = if process.has("usermove") {
                        "usermove "
                    } else {
                        ""
                    };
                    process.say(&format!("{word}{turn}"));
                }
                process.say("go");
                let answer = process.wait(program.wait, cecp_answer)?;
                process.say("force");
                self.heard = told.len() + 1;
                answer.map_err(Fault::illegal)?
            }
        };
        match text.as_str() {
            "resign" => return Ok(Reply::Resigns),
            "win" => {
                return Err(Fault::illegal(
                    "it claims to have won, and no rule says so".to_owned(),
                ));
            }
            "" | "(none)" | "0000" => {
                return Err(Fault::illegal(format!("it plays `{text}`: no turn")));
            }
            _ => {}
        }
        match program.protocol {
            Protocol::Usi => Ok(Reply::Text(with_squares(
                &sheet.geometry,
                &text,
                Coordinates::Usi,
                sheet.coordinates,
            ))),
            Protocol::Uci | Protocol::Cecp => {
                let notation = Notation::of(variant).map_err(|it| gone(&it))?;
                match notation.reads(sheet, &text) {
                    Some(wanted) => Ok(Reply::Text(wanted.text(sheet))),
                    None => Err(Fault::illegal(format!(
                        "`{}` is no turn",
                        safe::short(&text)
                    ))),
                }
            }
        }
    }
}

/// A line that answers `go`: the turn, or why there is none.
fn cecp_answer(line: &str) -> Option<Result<String, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "move" => Some(Ok(rest.trim().to_owned())),
        "resign" => Some(Ok("resign".to_owned())),
        "1-0" | "0-1" | "1/2-1/2" | "Illegal" => {
            Some(Err(format!("it says `{}`", safe::short(line))))
        }
        _ => None,
    }
}

impl Opponent for EnginePlayer {
    fn begin(&mut self, game: &Game, _: u64) -> Result<(), Fault> {
        let start = Game::new(game.variant());
        self.told.clear();
        self.heard = 0;
        self.mirror = Some(start.clone());
        let begun = self.new_game(&start);
        if begun.is_err() {
            self.blame();
        }
        begun
    }

    fn turn(&mut self, game: &Game, turns: &[String]) -> Result<Reply, Fault> {
        let answer = self.translate(turns).and_then(|()| self.ask(game));
        if answer.is_err() {
            self.blame();
        }
        answer
    }

    /// A program that went wrong is not asked again: another is called for the next game.
    fn blame(&mut self) {
        self.process = None;
    }
}
