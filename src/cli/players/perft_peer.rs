//! Another engine to measure against: a UCI program that counts sequences of moves.

use std::time::{Duration, Instant};

use crate::players::process::Process;
use crate::players::spec::{Limit, Program, Protocol};
use koma::text::safe;
use koma_lab::study::selfplay::opponent::{Failing, Fault};

/// How long an engine may take to answer a question that needs no work.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long it may count.
const LONGEST: Duration = Duration::from_secs(600);

/// An engine that is running. It ends with this value.
pub struct PerftPeer {
    process: Process,
    /// What it calls itself.
    pub name: String,
}

impl PerftPeer {
    /// Starts an engine and tells it its options: `NAME=VALUE` each.
    pub fn start(path: &str, options: &[String]) -> Result<PerftPeer, String> {
        let options = options
            .iter()
            .map(|it| match it.split_once('=') {
                Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
                None => Err(format!("`{}` is not NAME=VALUE", safe::line(it))),
            })
            .collect::<Result<_, String>>()?;
        let program = Program {
            protocol: Protocol::Uci,
            command: vec![path.to_owned()],
            options,
            limit: Limit::Time(LONGEST.as_millis() as u64),
            wait: PATIENCE,
            variant: None,
        };
        let name = safe::line(path);
        let mut process = Process::spawn(&program).map_err(|it| it.reason)?;
        process
            .meet(&program)
            .map_err(|fault| silent(&name, &fault))?;
        let name = process.name.clone().unwrap_or(name);
        Ok(PerftPeer { process, name })
    }

    /// Counts sequences from a position, or from the start of its variant: how many, and how long it took.
    pub fn perft(&mut self, fen: Option<&str>, depth: u32) -> Result<(u64, Duration), String> {
        self.process.say(&match fen {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_owned(),
        });
        let began = Instant::now();
        self.process.say(&format!("go perft {depth}"));
        let counted = |line: &str| {
            line.strip_prefix("Nodes searched: ")
                .map(|it| it.trim().parse::<u64>().ok())
        };
        let nodes = self
            .process
            .wait(LONGEST, counted)
            .map_err(|fault| silent(&self.name, &fault))?;
        let took = began.elapsed();
        match nodes {
            Some(nodes) => Ok((nodes, took)),
            None => Err(format!("`{}` gives no number of nodes", self.name)),
        }
    }
}

/// Why there is no answer.
fn silent(name: &str, fault: &Fault) -> String {
    match fault.what {
        Failing::Timeout => format!("`{name}` does not answer as a UCI engine"),
        _ => format!("`{name}` has gone away"),
    }
}
