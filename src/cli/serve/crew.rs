//! Those who answer calls: processes of this program, one call at a time each. One that takes too long is ended, and
//! another begun when it is needed; so nothing that a variant says can keep the page waiting.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::http::{Reply, Stream};
use koma_calls::{CALLS, Call};

/// How many answer at the same time: calls that a person waits for, and long ones.
const CREW: [usize; 2] = [3, 2];
/// How long a worker may take to start, on a machine that is busy.
const START: Duration = Duration::from_secs(10);

/// Those who answer.
pub struct Crew {
    file: Option<PathBuf>,
    /// Short calls, long calls.
    shifts: [Shift; 2],
}

#[derive(Default)]
struct Shift {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Worker>,
    busy: usize,
}

impl Crew {
    pub fn new(file: Option<&Path>) -> Crew {
        Crew {
            file: file.map(Path::to_path_buf),
            shifts: Default::default(),
        }
    }

    /// Answers a call: a line of JSON for each part of a long one, the answer last.
    pub fn call(&self, stream: &mut Stream, name: &str, ask: &str, stays: bool) -> io::Result<()> {
        let Some(call) = CALLS.iter().find(|it| it.name == name) else {
            return stream.send(&Reply::plain(404, "there is no such call"), stays);
        };
        // A line is a call.
        if ask.contains(['\n', '\r']) {
            return stream.send(&Reply::plain(400, "a call is one line of JSON"), stays);
        }
        let budget = Duration::from_millis(call.budget.into());
        let shift = &self.shifts[usize::from(call.long)];
        let Some(idle) = shift.take(CREW[usize::from(call.long)], budget) else {
            return stream.send(&Reply::plain(503, "all who answer are busy"), stays);
        };
        let worker = match idle {
            Some(worker) => Ok(worker),
            None => Worker::start(self.file.as_deref()),
        };
        let worker = match worker {
            Ok(worker) => worker,
            Err(_) => {
                shift.put(None);
                return stream.send(&Reply::plain(503, "nobody can answer"), stays);
            }
        };
        let (worker, told) = worker.answer(stream, call, ask, budget, stays);
        shift.put(worker);
        told
    }
}

impl Shift {
    /// One who is idle, or the right to start one; nothing if all are busy for too long.
    fn take(&self, most: usize, patience: Duration) -> Option<Option<Worker>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |it: &mut State| it.idle.is_empty() && it.busy >= most;
        let waited = self.freed.wait_timeout_while(state, patience, busy);
        let (mut state, time) = waited.unwrap_or_else(PoisonError::into_inner);
        if time.timed_out() {
            return None;
        }
        state.busy += 1;
        Some(state.idle.pop())
    }

    fn put(&self, worker: Option<Worker>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.busy -= 1;
        state.idle.extend(worker);
        self.freed.notify_one();
    }
}

/// A process that answers. It is ended when this is dropped.
struct Worker {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    fresh: bool,
}

impl Worker {
    fn start(file: Option<&Path>) -> io::Result<Worker> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("calls");
        if let Some(file) = file {
            command.arg("--beside").arg(file);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Worker {
            child,
            input,
            lines,
            fresh: true,
        })
    }

    /// Answers a call; the worker comes back if it can answer another.
    fn answer(
        mut self,
        stream: &mut Stream,
        call: &Call,
        ask: &str,
        budget: Duration,
        stays: bool,
    ) -> (Option<Worker>, io::Result<()>) {
        let mut told = stream.begin("application/x-ndjson", stays);
        let mut until = Instant::now() + budget;
        if std::mem::take(&mut self.fresh) {
            until += START;
        }
        let asked = writeln!(self.input, "{} {ask}", call.name).and_then(|()| self.input.flush());
        while told.is_ok() {
            let left = until.saturating_duration_since(Instant::now());
            let ends = |why: &str| {
                let no = serde_json::json!({ "no": { "why": why, "stopped": true } });
                format!("{no}\n")
            };
            let line = match asked {
                Ok(()) => self
                    .lines
                    .recv_timeout(left.min(Duration::from_millis(100))),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            };
            match line {
                Ok(line) => {
                    let is_part = line.starts_with("{\"part\":");
                    told = stream.piece(&format!("{line}\n"));
                    if !is_part {
                        return (Some(self), told.and_then(|()| stream.end()));
                    }
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let why = format!("it took longer than {} ms and was ended", call.budget);
                    return (None, stream.piece(&ends(&why)).and_then(|()| stream.end()));
                }
                Err(RecvTimeoutError::Timeout) if stream.is_gone() => {
                    return (None, Err(io::ErrorKind::BrokenPipe.into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let said = stream.piece(&ends("the one who answers has gone"));
                    return (None, said.and_then(|()| stream.end()));
                }
            }
        }
        (None, told)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
