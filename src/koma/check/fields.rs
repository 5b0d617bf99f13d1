//! Reading tables of the envelope: typed values, unknown keys, and one place where problems are collected.

use super::parsed::Parsed;
use crate::syntax::envelope::{Entry, Node, Table, Value};
use crate::text::{Code, Problem, Problems, Sources, Span, near};

/// What all of checking shares: the texts, and the problems found so far.
#[derive(Debug)]
pub struct Cx<'a> {
    /// The files.
    pub sources: &'a Sources,
    /// What is wrong.
    pub problems: Problems,
    /// The rule strings parsed so far.
    pub parsed: &'a Parsed,
}

impl Cx<'_> {
    /// Keeps a problem.
    pub fn add(&mut self, problem: Problem) {
        self.problems.add(problem);
    }

    /// Keeps the problem of a failed parse and goes on without the value.
    pub fn keep<T>(&mut self, result: Result<T, Box<Problem>>) -> Option<T> {
        result.map_err(|problem| self.problems.add(*problem)).ok()
    }

    /// Refuses more entries than the language allows, at the first one too many.
    pub fn few<'e>(
        &mut self,
        entries: impl IntoIterator<Item = &'e Entry>,
        most: usize,
        what: &str,
    ) -> bool {
        let entries: Vec<&Entry> = entries.into_iter().collect();
        let span = entries.get(most).map_or(Span::default(), |it| it.key_span);
        self.limit(entries.len(), most, span, what)
    }

    /// Refuses more of something than the language allows.
    pub fn limit(&mut self, n: usize, most: usize, span: Span, what: &str) -> bool {
        if n <= most {
            return true;
        }
        self.add(
            Problem::at(
                Code::TooMany,
                span,
                format!("{n} {what}, at most {most} are allowed"),
                "too many",
            )
            .help("`koma explain too_many` lists the bounds"),
        );
        false
    }
}

/// A table whose keys are known.
#[derive(Debug, Clone, Copy)]
pub struct Fields<'t> {
    table: &'t Table,
    known: &'static [&'static str],
    /// Where the table (or the key that holds it) stands.
    pub span: Span,
    /// Where a missing key belongs.
    home: &'static str,
}

impl<'t> Fields<'t> {
    /// The table of an entry; unknown keys become problems.
    pub fn new(
        cx: &mut Cx<'_>,
        entry: &'t Entry,
        known: &'static [&'static str],
    ) -> Option<Fields<'t>> {
        match &entry.node.value {
            Value::Table(table) => {
                unknown_keys(cx, table, known, &format!("`{}`", entry.key));
                Some(Fields {
                    table,
                    known,
                    span: entry.key_span,
                    home: "here",
                })
            }
            other => {
                wrong_type(cx, entry, "a table", other.what());
                None
            }
        }
    }

    /// A table of a list, with an entry that stands for it in messages.
    pub fn of(
        cx: &mut Cx<'_>,
        stand_in: &Entry,
        table: &'t Table,
        known: &'static [&'static str],
    ) -> Fields<'t> {
        unknown_keys(cx, table, known, &format!("`{}`", stand_in.key));
        Fields {
            table,
            known,
            span: stand_in.key_span,
            home: "here",
        }
    }

    /// A whole file's table. What is missing from it is told at the line that names the language, or else at the
    /// first key: the file itself, not what it extends.
    pub fn top(cx: &mut Cx<'_>, table: &'t Table, known: &'static [&'static str]) -> Fields<'t> {
        unknown_keys(cx, table, known, "a variant file");
        let file = Span::default().file;
        let mut own: Vec<&Entry> = table.entries.iter().collect();
        own.retain(|it| it.key_span.file == file);
        let first = own.iter().min_by_key(|it| (it.key != "koma", it.key_span));
        Fields {
            table,
            known,
            span: first.map_or(Span::default(), |it| it.key_span),
            home: "in this file",
        }
    }

    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&'t Entry> {
        self.table.get(key)
    }

    /// The entry of a key that must be there.
    pub fn need(&self, cx: &mut Cx<'_>, key: &str, help: &str) -> Option<&'t Entry> {
        let found = self.table.get(key);
        if found.is_none() && !self.misspells(key) {
            cx.add(
                Problem::at(
                    Code::MissingKey,
                    self.span,
                    format!("`{key}` is missing"),
                    format!("`{key}` belongs {}", self.home),
                )
                .help(help),
            );
        }
        found
    }

    /// Whether a key that is missing stands there with a slip of the pen: that was already told.
    fn misspells(&self, key: &str) -> bool {
        self.table.keys().any(|it| {
            !self.known.contains(&it) && near::nearest(it, self.known.iter().copied()) == Some(key)
        })
    }

    /// The text of a key, if there is one.
    pub fn text(&self, cx: &mut Cx<'_>, key: &str) -> Option<(&'t str, &'t Node)> {
        self.get(key).and_then(|entry| text(cx, entry))
    }

    /// One of a few fixed words; the first if the key is absent.
    pub fn word<T: Copy>(&self, cx: &mut Cx<'_>, key: &str, words: &[(&str, T)]) -> Option<T> {
        let Some(entry) = self.get(key) else {
            return Some(words[0].1);
        };
        self::word(cx, entry, words)
    }
}

/// One of a few fixed words.
pub fn word<T: Copy>(cx: &mut Cx<'_>, entry: &Entry, words: &[(&str, T)]) -> Option<T> {
    let (text, node) = text(cx, entry)?;
    let found = words
        .iter()
        .find(|(word, _)| *word == text)
        .map(|(_, value)| *value);
    if found.is_none() {
        cx.add(
            Problem::at(
                Code::UnknownWord,
                node.span,
                format!("`{}` cannot be `{text}`", entry.key),
                "not one of the words possible here",
            )
            .maybe_help(near::hint(
                text,
                "possible are",
                words.iter().map(|it| it.0),
            )),
        );
    }
    found
}

/// The text of an entry, or a problem.
pub fn text<'t>(cx: &mut Cx<'_>, entry: &'t Entry) -> Option<(&'t str, &'t Node)> {
    match &entry.node.value {
        Value::Text(text) => Some((text, &entry.node)),
        other => {
            wrong_type(cx, entry, "a text", other.what());
            None
        }
    }
}

/// The texts of an entry that is a text or a list of texts.
pub fn texts<'t>(cx: &mut Cx<'_>, entry: &'t Entry) -> Vec<&'t Node> {
    match &entry.node.value {
        Value::Text(_) => vec![&entry.node],
        Value::List(list) => {
            let mut nodes = Vec::new();
            for node in list {
                match &node.value {
                    Value::Text(_) => nodes.push(node),
                    other => cx.add(Problem::at(
                        Code::WrongType,
                        node.span,
                        format!("`{}` is a list of texts", entry.key),
                        format!("this is {}", other.what()),
                    )),
                }
            }
            nodes
        }
        other => {
            wrong_type(cx, entry, "a text or a list of texts", other.what());
            Vec::new()
        }
    }
}

/// The entries of a section such as `[pieces]`: a table of names.
pub fn section<'t>(cx: &mut Cx<'_>, top: &Fields<'t>, key: &str) -> &'t [Entry] {
    match top.get(key) {
        None => &[],
        Some(entry) => match &entry.node.value {
            Value::Table(table) => &table.entries,
            other => {
                wrong_type(cx, entry, "a table", other.what());
                &[]
            }
        },
    }
}

/// Says that a value is of the wrong kind.
pub fn wrong_type(cx: &mut Cx<'_>, entry: &Entry, wanted: &str, found: &str) {
    let problem = Problem::at(
        Code::WrongType,
        entry.node.span,
        format!("`{}` is {wanted}", entry.key),
        format!("this is {found}"),
    );
    cx.add(match (&entry.node.value, wanted) {
        (Value::Flag(true), _) => {
            problem.help("only `false` means something: it removes what was said before")
        }
        _ => problem,
    });
}

fn unknown_keys(cx: &mut Cx<'_>, table: &Table, known: &[&str], of: &str) {
    for entry in &table.entries {
        if !known.contains(&entry.key.as_str()) && !cx.problems.is_full() {
            cx.add(
                Problem::at(
                    Code::UnknownKey,
                    entry.key_span,
                    format!("{of} has no key `{}`", entry.key),
                    "unknown key",
                )
                .maybe_help(near::hint(
                    &entry.key,
                    "known are",
                    known.iter().copied(),
                )),
            );
        }
    }
}
