//! Programs from outside as opponents, over USI, UCI and CECP. Nothing that they do or fail to do is waited for longer
//! than is allowed, and nothing that they say is believed without being checked.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::contestant::{Limit, Program, Protocol};
use super::dialect::Dialect;
use super::engine::with_squares;
use crate::board::Coordinates;
use crate::play::Game;
use crate::study::selfplay::opponent::{Failing, Fault, Opponent, Reply};
use crate::text::safe;

/// How long a program may take to introduce itself and to get ready.
const GREETING: Duration = Duration::from_secs(20);
/// How long it may take to go when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);
/// How often a program that does not come is called.
const CALLS: u32 = 2;
/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines wait to be read before the program waits.
const WAITING: usize = 4096;

/// A program from outside.
pub struct Outside {
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

impl Outside {
    /// The program is called when it is first needed.
    pub fn new(program: Program) -> Outside {
        Outside {
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
        let sheet = variant_start.variant().sheet();
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
                let dialect = Dialect::of(sheet).map_err(|it| gone(&it))?;
                dialect.fen(sheet, &variant_start.setup())
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
                    let dialect = Dialect::of(sheet).map_err(|it| gone(&it))?;
                    let act = mirror.clone().play_text(turn);
                    let act = act.map_err(|it| gone(&it.to_string()))?;
                    dialect.turn(mirror, &[act])
                }
            };
            mirror.play_turn(turn).map_err(|it| gone(&it.to_string()))?;
            self.told.push(told);
        }
        Ok(())
    }

    /// Asks for the turn to be played.
    fn ask(&mut self, game: &Game) -> Result<Reply, Fault> {
        let sheet = game.variant().sheet();
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
                let dialect = Dialect::of(sheet).map_err(|it| gone(&it))?;
                match dialect.reads(sheet, &text) {
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

impl Opponent for Outside {
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

fn gone(reason: &str) -> Fault {
    Fault {
        what: Failing::Crash,
        reason: safe::line(reason),
    }
}

/// A program that runs. It is ended when this is dropped.
struct Process {
    child: Child,
    input: Sender<String>,
    lines: Receiver<String>,
    /// The names of its options; of its features, if it speaks CECP.
    options: Vec<String>,
}

impl Process {
    fn spawn(program: &Program) -> Result<Process, Fault> {
        let child = Command::new(&program.command[0])
            .args(&program.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|it| {
            gone(&format!(
                "cannot run `{}`: {it}",
                safe::short(&program.command[0])
            ))
        })?;
        let (input, to_write) = channel::<String>();
        let (sender, lines) = sync_channel(WAITING);
        if let Some(stdin) = child.stdin.take() {
            std::thread::spawn(move || write_all(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || read_all(stdout, |line| sender.send(line).is_ok()));
        }
        Ok(Process {
            child,
            input,
            lines,
            options: Vec::new(),
        })
    }

    /// Lets it introduce itself, and sets its options.
    fn meet(&mut self, program: &Program) -> Result<(), Fault> {
        let greeting = GREETING.min(program.wait.max(FAREWELL) * 4);
        let mut options = Vec::new();
        match program.protocol {
            Protocol::Usi | Protocol::Uci => {
                let (hello, done) = match program.protocol {
                    Protocol::Usi => ("usi", "usiok"),
                    _ => ("uci", "uciok"),
                };
                self.say(hello);
                self.wait(greeting, |line| {
                    options.extend(option_name(line));
                    (line == done).then_some(())
                })?;
                for (name, value) in &program.options {
                    self.say(&format!("setoption name {name} value {value}"));
                }
                if let Some(name) = &program.variant {
                    self.say(&format!("setoption name UCI_Variant value {name}"));
                }
                self.say("isready");
                self.wait(greeting, |line| (line == "readyok").then_some(()))?;
            }
            Protocol::Cecp => {
                self.say("xboard");
                self.say("protover 2");
                let mut accepted = Vec::new();
                let done = self.wait(greeting, |line| {
                    let features = line.strip_prefix("feature ")?;
                    for (name, value) in features_of(features) {
                        accepted.push(name.clone());
                        if value != "0" {
                            options.push(name.clone());
                        }
                        if name == "done" && value == "1" {
                            return Some(());
                        }
                    }
                    None
                });
                // One that never says that it is done may know nothing of features.
                match done {
                    Err(fault) if fault.what != Failing::Timeout => return Err(fault),
                    _ => {}
                }
                for name in accepted {
                    self.say(&format!("accepted {name}"));
                }
                for (name, value) in &program.options {
                    self.say(&format!("option {name}={value}"));
                }
            }
        }
        self.options = options;
        Ok(())
    }

    fn has(&self, feature: &str) -> bool {
        self.options.iter().any(|it| it == feature)
    }

    fn say(&self, line: &str) {
        // One that has gone is noticed when it does not answer.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Forgets what was said so far.
    fn drain(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Waits for a line that means something.
    fn wait<T>(
        &self,
        time: Duration,
        mut meant: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(it) = meant(line.trim()) {
                        return Ok(it);
                    }
                    if left.is_zero() {
                        return Err(late(time));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(late(time)),
                Err(RecvTimeoutError::Disconnected) => return Err(gone("it has gone")),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn late(time: Duration) -> Fault {
    Fault {
        what: Failing::Timeout,
        reason: format!("no answer within {} ms", time.as_millis()),
    }
}

/// Writes what is to be said: beside everything else, for a program may not listen.
fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        let written = stdin.write_all(line.as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, mut send: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let read = output
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(n) if n > 0) {
            return;
        }
        if !send(String::from_utf8_lossy(&bytes).into_owned()) {
            return;
        }
    }
}

/// The name of `option name NAME type …`.
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let name = rest.split(" type ").next()?;
    Some(name.trim().to_owned())
}

/// `ping=1 myname="A b" done=1`
fn features_of(text: &str) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        all.push((name.trim().to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let all = features_of(r#"ping=1 myname="Some = one 2" variants="a,b" done=1"#);
        let names: Vec<&str> = all.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["ping", "myname", "variants", "done"]);
        assert_eq!(all[1].1, "Some = one 2");
        assert!(features_of("nonsense").is_empty());
    }
}
