//! `koma calls`

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::report::output::Status;
use koma::check::Document;
use koma_calls::Desk;

/// Answers the calls of the page, line by line, for programs
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A line is the name of a call and its argument as JSON; so is an answer, after a line {\"part\": …} for \
each thing that a long call found so far.\n\
Example:\n  echo 'outcome {\"rules\": {\"name\": \"GAME\"}}' | koma calls"
)]
pub struct Args {
    /// Texts are taken as if they stood beside this file: they may extend what is in its folder
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
}

/// The longest line.
const LONGEST: u64 = 4 << 20;

pub fn run(args: Args) -> Status {
    let mut desk = match args.beside {
        None => Desk::default(),
        Some(file) => {
            let parent = file.parent().filter(|it| !it.as_os_str().is_empty());
            let folder = parent.unwrap_or(Path::new(".")).to_path_buf();
            Desk::with_library(Box::new(move |name, text| {
                Document::in_folder(&folder, name, text)
            }))
        }
    };
    desk.on_part(|part| {
        let _ = say(&format!("{{\"part\":{part}}}"));
    });
    let mut input = BufReader::new(std::io::stdin().lock());
    loop {
        let mut line = Vec::new();
        match (&mut input).take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Status::Done,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let (name, ask) = line.split_once(' ').unwrap_or((line, "{}"));
        if say(&koma_calls::answer(&mut desk, name, ask)).is_err() {
            return Status::Done;
        }
    }
}

fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush())
}
