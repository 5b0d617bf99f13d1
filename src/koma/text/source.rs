//! Files as they were read, and places in them.

use std::fmt;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Code, Problem};

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 256 * 1024;

/// A place in one of the files of a load: bytes `start..end` of file number `file`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// Which file of the load, see [`Sources`].
    pub file: u16,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place of bytes `start..end` of a file.
    pub fn new(file: u16, start: usize, end: usize) -> Self {
        Span {
            file,
            start: start as u32,
            end: end as u32,
        }
    }
}

/// A place in a file, shown as `file.toml:3:14`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The path of the file, or the name of a text that is in none.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = super::safe::line(&self.file);
        write!(f, "{file}:{}:{}", self.line, self.column)
    }
}

/// A value and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

/// One file: its name as shown to people, and its text.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path or shipped name.
    pub name: String,
    /// The whole text, without a byte-order mark.
    pub text: String,
}

impl Source {
    /// A source made of text that is already in memory. The same limits hold as for a file.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Result<Source, Box<Problem>> {
        let (name, text) = (name.into(), text.into());
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        if text.len() > MAX_FILE_BYTES {
            return Err(too_large(&name));
        }
        Ok(Source { name, text })
    }

    /// Reads a file. The only place below `app` that touches the outside world.
    pub fn read(path: &Path) -> Result<Source, Box<Problem>> {
        let name = path.display().to_string();
        let unreadable = |why: String| {
            Box::new(Problem::plain(
                Code::UnreadableFile,
                format!("`{name}` {why}"),
            ))
        };
        let file = std::fs::File::open(path)
            .map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        let mut bytes = Vec::new();
        file.take(MAX_FILE_BYTES as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(format!("cannot be read: {error}")))?;
        if bytes.len() > MAX_FILE_BYTES {
            return Err(too_large(&name));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            unreadable(format!(
                "is not UTF-8 text (first wrong byte at {})",
                error.utf8_error().valid_up_to()
            ))
        })?;
        Source::new(name, text)
    }

    /// Line and column (both from 1, columns in characters) of a byte of the text.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let byte = floor_boundary(&self.text, byte);
        let before = &self.text[..byte];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }
}

fn too_large(name: &str) -> Box<Problem> {
    Box::new(
        Problem::plain(
            Code::FileTooLarge,
            format!("`{name}` is larger than {} KiB", MAX_FILE_BYTES / 1024),
        )
        .help("a variant is a page or two of text; is this the right file?"),
    )
}

/// The nearest place at or before a byte where a character begins.
pub fn floor_boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The files of one load, in the order they were read; a [`Span`] names one by number.
#[derive(Debug, Clone, Default)]
pub struct Sources(Vec<Arc<Source>>);

impl Sources {
    /// Adds a file and gives its number.
    pub fn add(&mut self, source: Source) -> u16 {
        self.0.push(Arc::new(source));
        (self.0.len() - 1) as u16
    }

    /// The file that a span is in.
    pub fn of(&self, span: Span) -> &Arc<Source> {
        &self.0[span.file as usize]
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no file was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words at a place.
    pub fn words(&self, span: Span) -> &str {
        self.of(span)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Where a span begins.
    pub fn place(&self, span: Span) -> Place {
        let source = self.of(span);
        let (line, column) = source.line_column(span.start as usize);
        Place {
            file: source.name.clone(),
            line,
            column,
        }
    }
}
