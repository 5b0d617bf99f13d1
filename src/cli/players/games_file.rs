//! The file that games are kept in while they are played: a line that says what is played, then a line for each game.
//! Whatever ends a run, what is in the file need not be played again.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::report::output::remark;
use koma::play::Variant;
use koma::text::safe;
use koma_lab::study::Fingerprint;
use koma_lab::study::selfplay::Record;

/// The version of the file.
const VERSION: u32 = 1;

/// The games of a run, and where they are kept.
#[derive(Debug)]
pub struct GamesFile {
    file: Option<File>,
    /// The games that were there already.
    pub records: Vec<Record>,
}

/// What is played: the first line of the file. Two runs that agree in it play the same games.
pub fn header(command: &str, name: &str, variants: &[Variant], settings: Value) -> Value {
    let variants: Vec<Value> = variants
        .iter()
        .map(|it| {
            let sheet = it.sheet();
            let chosen = sheet.chosen.iter();
            let chosen: Map<String, Value> =
                chosen.map(|(name, it)| (name.clone(), json!(it))).collect();
            json!({ "chosen": chosen, "fingerprint": Fingerprint::of(sheet).to_string() })
        })
        .collect();
    let mut all = json!({
        "koma": command, "version": VERSION, "variant": name, "variants": variants,
    });
    if let (Value::Object(all), Value::Object(settings)) = (&mut all, settings) {
        all.extend(settings);
    }
    all
}

impl GamesFile {
    /// Nothing is kept, or a file is begun, or one is gone on with; the error says why that cannot be.
    pub fn open(
        output: Option<&Path>,
        resume: Option<&Path>,
        header: &Value,
    ) -> Result<GamesFile, String> {
        let none = GamesFile {
            file: None,
            records: Vec::new(),
        };
        match (resume, output) {
            (None, None) => Ok(none),
            (None, Some(path)) => {
                let mut new = OpenOptions::new();
                let new = new.read(true).append(true).create_new(true).open(path);
                let mut file = new.map_err(|error| match error.kind() {
                    std::io::ErrorKind::AlreadyExists => format!(
                        "`{}` is already there; `--resume` goes on with it",
                        named(path)
                    ),
                    _ => format!("cannot write `{}`: {error}", named(path)),
                })?;
                lock(&file, path)?;
                line(&mut file, header)
                    .map_err(|error| format!("cannot write `{}`: {error}", named(path)))?;
                Ok(GamesFile {
                    file: Some(file),
                    ..none
                })
            }
            (Some(path), _) if !path.exists() => GamesFile::open(Some(path), None, header),
            (Some(path), _) => resumed(path, header),
        }
    }

    /// Keeps a game, at once.
    pub fn keep(&mut self, record: &Record) -> Result<(), String> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        line(file, &json!(record)).map_err(|error| format!("cannot keep a game: {error}"))
    }
}

/// Keeps other runs from writing the same file, until it is closed: however this run ends.
fn lock(file: &File, path: &Path) -> Result<(), String> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(format!(
            "`{}` is being written by another run; wait for its end, or keep the games in another file",
            named(path)
        )),
        // Not every file system has locks; games can be kept all the same.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn named(path: &Path) -> String {
    safe::line(&path.display().to_string())
}

/// A line in one go: it is there whole, or torn at the very end of the file.
fn line(file: &mut File, value: &Value) -> std::io::Result<()> {
    file.write_all(format!("{value}\n").as_bytes())?;
    file.flush()
}

fn resumed(path: &Path, header: &Value) -> Result<GamesFile, String> {
    let name = named(path);
    let cannot = |error: std::io::Error| format!("cannot go on with `{name}`: {error}");
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .open(path)
        .map_err(cannot)?;
    lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(cannot)?;
    let whole = bytes
        .iter()
        .rposition(|it| *it == b'\n')
        .map_or(0, |it| it + 1);
    let mut sound = whole;
    let mut records: Vec<Record> = Vec::new();
    let mut known = BTreeSet::new();
    let mut at = 0;
    for (i, text) in bytes[..whole]
        .split_inclusive(|it| *it == b'\n')
        .enumerate()
    {
        let begin = at;
        at += text.len();
        if i == 0 {
            let there: Value = serde_json::from_slice(text).map_err(|_| {
                format!("`{name}` is no file of games: its first line is no header")
            })?;
            if let Some(other) = unlike(&there, header) {
                return Err(format!("`{name}` holds games of another run: {other}"));
            }
            continue;
        }
        match serde_json::from_slice::<Record>(text) {
            Ok(record) => {
                if known.insert(record.game) {
                    records.push(record);
                }
            }
            // What was being written when the run ended.
            Err(_) if at == whole => sound = begin,
            Err(error) => {
                return Err(format!("`{name}`, line {}: no game: {error}", i + 1));
            }
        }
    }
    if sound < bytes.len() {
        let what = match sound {
            0 => "its first line",
            _ => "its last line",
        };
        remark(&format!(
            "koma: `{name}`: {what} was not written to the end, and is dropped"
        ));
        file.set_len(sound as u64).map_err(cannot)?;
    }
    if sound == 0 {
        line(&mut file, header).map_err(cannot)?;
    }
    Ok(GamesFile {
        file: Some(file),
        records,
    })
}

/// The first thing that two headers do not agree in.
fn unlike(there: &Value, here: &Value) -> Option<String> {
    let (Value::Object(there), Value::Object(here)) = (there, here) else {
        return Some("its first line is no header".to_owned());
    };
    let short = |it: Option<&Value>| match it {
        Some(it) => safe::line(&it.to_string()),
        None => "not said".to_owned(),
    };
    let keys = here.keys().chain(there.keys());
    let mut apart = keys.filter(|it| there.get(*it) != here.get(*it));
    let key = apart.next()?;
    let (a, b) = (there.get(key), here.get(key));
    if key == "variants" {
        return Some("its rules or choices are not these (see `koma fingerprint`)".to_owned());
    }
    Some(format!(
        "{} is {} there and {} here",
        safe::short(key),
        short(a),
        short(b)
    ))
}
