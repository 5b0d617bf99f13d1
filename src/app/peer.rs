//! Another engine to measure against: a UCI program that counts sequences of moves.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::text::safe;

/// How long an engine may take to answer a question that needs no work.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may count.
const LONGEST: Duration = Duration::from_secs(600);

/// An engine that is running. It ends with this value.
#[derive(Debug)]
pub struct Peer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// What it calls itself.
    pub name: String,
}

impl Peer {
    /// Starts an engine and tells it its options: `NAME=VALUE` each.
    pub fn start(path: &str, options: &[String]) -> Result<Peer, String> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start `{}`: {error}", safe::line(path)))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("cannot talk to the engine".to_owned());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut peer = Peer {
            child,
            input,
            lines,
            name: safe::line(path),
        };
        peer.say("uci")?;
        let mut name = None;
        peer.hear(PATIENCE, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = Some(safe::line(told));
            }
            (line == "uciok").then_some(())
        })?;
        if let Some(name) = name {
            peer.name = name;
        }
        for option in options {
            let Some((name, value)) = option.split_once('=') else {
                return Err(format!("`{}` is not NAME=VALUE", safe::line(option)));
            };
            peer.say(&format!("setoption name {name} value {value}"))?;
        }
        peer.say("isready")?;
        peer.hear(PATIENCE, |line| (line == "readyok").then_some(()))?;
        Ok(peer)
    }

    /// Counts sequences from a position, or from the start of its variant: how many, and how long it took.
    pub fn perft(&mut self, fen: Option<&str>, depth: u32) -> Result<(u64, Duration), String> {
        match fen {
            Some(fen) => self.say(&format!("position fen {fen}"))?,
            None => self.say("position startpos")?,
        }
        let began = Instant::now();
        self.say(&format!("go perft {depth}"))?;
        let nodes = self.hear(LONGEST, |line| {
            line.strip_prefix("Nodes searched: ")
                .map(|it| it.trim().parse::<u64>().ok())
        })?;
        let took = began.elapsed();
        match nodes {
            Some(nodes) => Ok((nodes, took)),
            None => Err(format!("`{}` gives no number of nodes", self.name)),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|_| format!("`{}` has gone away", self.name))
    }

    fn hear<T>(
        &mut self,
        patience: Duration,
        mut awaited: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(found) = awaited(line.trim_end()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("`{}` does not answer as a UCI engine", self.name));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("`{}` has gone away", self.name));
                }
            }
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
