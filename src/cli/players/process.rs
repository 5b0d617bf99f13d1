//! A program from outside that runs: what is said to it, and what it says, in time or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use crate::players::spec::{Program, Protocol};
use koma::text::safe;
use koma_lab::study::selfplay::opponent::{Failing, Fault};

/// How long a program may take to introduce itself and to get ready.
pub const GREETING: Duration = Duration::from_secs(20);
/// How long it may take to go when it is told to.
const FAREWELL: Duration = Duration::from_millis(300);
/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines wait to be read before the program waits.
const WAITING: usize = 4096;

/// A program that has gone, or never came.
pub fn gone(reason: &str) -> Fault {
    Fault {
        what: Failing::Crash,
        reason: safe::line(reason),
    }
}

/// A program that runs. It is ended when this is dropped.
pub struct Process {
    child: Child,
    input: Sender<String>,
    lines: Receiver<String>,
    /// What it calls itself, if it speaks UCI or USI and says so.
    pub name: Option<String>,
    /// The names of its options; of its features, if it speaks CECP.
    pub options: Vec<String>,
}

impl Process {
    /// Calls a program.
    pub fn spawn(program: &Program) -> Result<Process, Fault> {
        let child = Command::new(&program.command[0])
            .args(&program.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = child.map_err(|it| {
            gone(&format!(
                "cannot start `{}`: {it}",
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
            name: None,
            options: Vec::new(),
        })
    }

    /// Lets it introduce itself, and sets its options.
    pub fn meet(&mut self, program: &Program) -> Result<(), Fault> {
        let greeting = GREETING.min(program.wait.max(FAREWELL) * 4);
        let mut options = Vec::new();
        match program.protocol {
            Protocol::Usi | Protocol::Uci => {
                let (hello, done) = match program.protocol {
                    Protocol::Usi => ("usi", "usiok"),
                    _ => ("uci", "uciok"),
                };
                self.say(hello);
                let mut name = None;
                self.wait(greeting, |line| {
                    options.extend(option_name(line));
                    if let Some(told) = line.strip_prefix("id name ") {
                        name = Some(safe::line(told));
                    }
                    (line == done).then_some(())
                })?;
                self.name = name;
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

    /// Whether it has an option or feature.
    pub fn has(&self, feature: &str) -> bool {
        self.options.iter().any(|it| it == feature)
    }

    /// Says a line to it.
    pub fn say(&self, line: &str) {
        // One that has gone is noticed when it does not answer.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Forgets what was said so far.
    pub fn drain(&self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Waits for a line that means something.
    pub fn wait<T>(
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
