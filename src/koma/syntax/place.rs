//! From a place inside a decoded TOML string to the place in the file.
//!
//! Escapes, the line break after `"""` and line continuations make the two differ. TOML's own decoder hands out
//! every verbatim run as a slice of the file, so the address of the slice is its place.

use std::ops::Range;

use toml_parser::decoder::{Encoding, StringBuilder};
use toml_parser::{ParseError, Raw, Span as RawSpan};

/// One run of text that stands in the file as it is.
#[derive(Debug, Clone, Copy)]
struct Run {
    decoded: usize,
    file: usize,
    len: usize,
}

/// A decoded string and where each of its bytes stands in the file.
#[derive(Debug)]
pub struct Placed {
    base: usize,
    text: String,
    runs: Vec<Run>,
    whole: Range<usize>,
}

impl Placed {
    /// Decodes the TOML string that stands at `whole` (quotes included) of `file`.
    pub fn new(file: &str, whole: Range<usize>) -> Placed {
        let raw = &file[whole.clone()];
        let encoding = match raw.as_bytes() {
            [b'"', b'"', b'"', ..] if raw.len() >= 6 => Encoding::MlBasicString,
            [b'\'', b'\'', b'\'', ..] if raw.len() >= 6 => Encoding::MlLiteralString,
            [b'"', ..] => Encoding::BasicString,
            _ => Encoding::LiteralString,
        };
        let mut placed = Placed {
            base: file.as_ptr() as usize,
            text: String::new(),
            runs: Vec::new(),
            whole: whole.clone(),
        };
        let mut errors: Vec<ParseError> = Vec::new();
        let span = RawSpan::new_unchecked(whole.start, whole.end);
        let _ =
            Raw::new_unchecked(raw, Some(encoding), span).decode_scalar(&mut placed, &mut errors);
        placed
    }

    /// The place in the file of a range of the decoded text.
    pub fn place(&self, range: Range<usize>) -> Range<usize> {
        if self.runs.is_empty() {
            return self.whole.clone();
        }
        let start = self.start(range.start);
        start..self.end(range.end).max(start)
    }

    fn run(&self, at: usize) -> usize {
        self.runs
            .partition_point(|run| run.decoded <= at)
            .saturating_sub(1)
    }

    fn start(&self, at: usize) -> usize {
        let run = self.runs[self.run(at)];
        run.file + at.saturating_sub(run.decoded).min(run.len)
    }

    fn end(&self, at: usize) -> usize {
        if at == 0 {
            return self.start(0);
        }
        let i = self.run(at - 1);
        let run = self.runs[i];
        let into = (at - 1).saturating_sub(run.decoded);
        if into < run.len {
            run.file + into + 1
        } else {
            self.runs
                .get(i + 1)
                .map_or(run.file + run.len, |next| next.file)
        }
    }
}

impl<'s> StringBuilder<'s> for Placed {
    fn clear(&mut self) {
        self.text.clear();
        self.runs.clear();
    }

    fn push_str(&mut self, run: &'s str) -> bool {
        self.runs.push(Run {
            decoded: self.text.len(),
            file: (run.as_ptr() as usize).saturating_sub(self.base),
            len: run.len(),
        });
        self.text.push_str(run);
        true
    }

    fn push_char(&mut self, escape: char) -> bool {
        self.text.push(escape);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the decoded string must be found at their own place in the file.
    #[track_caller]
    fn check(file: &str, decoded: &str, word: &str, found: &str) {
        let start = file.find('=').expect("a key") + 2;
        let placed = Placed::new(file, start..file.trim_end().len());
        assert_eq!(placed.text, decoded);
        let at = decoded.find(word).expect("the word");
        assert_eq!(&file[placed.place(at..at + word.len())], found);
    }

    #[test]
    fn every_kind_of_string() {
        check("k = \"step any\"", "step any", "any", "any");
        check("k = 'step any'", "step any", "any", "any");
        check("k = '''\nstep\nany'''", "step\nany", "any", "any");
        check(
            "k = \"\"\"\nstep \\\n   any\"\"\"",
            "step any",
            "any",
            "any",
        );
        check("k = \"st\\u0065p 王 any\"", "step 王 any", "any", "any");
        check("k = \"st\\u0065p any\"", "step any", "e", "\\u0065");
        check("k = \"st\\u0065p any\"", "step any", "step", "st\\u0065p");
        check("k = \"\\u0061\\u006ey\"", "any", "n", "\\u006e");
        check("k = \"王王 any\"", "王王 any", "any", "any");
    }
}
