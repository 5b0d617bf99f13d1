//! The TOML envelope as a tree in the order of the text, every node with its place; and the one merge that
//! `extends`, options and readings share.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::{DeArray, DeTable, DeValue};

use crate::text::source::floor_boundary;
use crate::text::{Code, Problem, Problems, Source, Span, safe};

/// A value of the file and where it stands.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where, quotes and brackets included.
    pub span: Span,
    /// What.
    pub value: Value,
}

/// A value of the file.
#[derive(Debug, Clone)]
pub enum Value {
    /// A string, decoded.
    Text(String),
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Table),
    /// Something the language has no use for, by its TOML name.
    Other(&'static str),
}

impl Value {
    /// What it is, for messages.
    pub fn what(&self) -> &'static str {
        match self {
            Value::Text(_) => "a text",
            Value::Number(_) => "a number",
            Value::Flag(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(what) => what,
        }
    }
}

/// A table of the file, its entries in the order of the text.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub node: Node,
}

impl Table {
    /// The entry of a key.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|it| it.key == key)
    }

    /// The value of a key, if it is a table.
    pub fn table(&self, key: &str) -> Option<&Table> {
        self.get(key).and_then(|it| it.node.as_table())
    }

    /// The entry at a dotted path.
    pub fn at(&self, path: &str) -> Option<&Entry> {
        match path.split_once('.') {
            Some((key, rest)) => self.table(key)?.at(rest),
            None => self.get(path),
        }
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|it| it.key.as_str())
    }
}

impl Node {
    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Tables nested deeper than this are refused.
const MAX_DEPTH: usize = 32;
/// The most keys of one table.
pub const MAX_KEYS: usize = 1024;

/// What could be read of a file.
#[derive(Debug, Clone, Default)]
pub struct Read {
    /// The table.
    pub table: Table,
    /// Whether that is all there is: if not, what seems to be missing may only be unread.
    pub whole: bool,
}

/// Reads the TOML of a source. Everything wrong with it becomes a problem; what could be read is returned.
pub fn read(source: &Source, file: u16, problems: &mut Problems) -> Read {
    let text = &source.text;
    for (at, c) in text.char_indices() {
        if safe::is_unsafe(c)
            && !matches!(c, '\n' | '\t')
            && !(c == '\r' && text[at + 1..].starts_with('\n'))
        {
            let span = Span::new(file, at, at + c.len_utf8());
            problems.add(
                Problem::at(
                    Code::ControlCharacter,
                    span,
                    format!("control code U+{:04X} in the file", c as u32),
                    "not allowed here",
                )
                .help("remove it, or write it as a TOML escape inside quotes"),
            );
            return Read::default();
        }
    }
    // toml has its own limit; this one is ours, the same on every build.
    if let Some(at) = deepest(text) {
        problems.add(
            Problem::at(
                Code::TooMany,
                Span::new(file, at, at + 1),
                format!("more than {MAX_DEPTH} brackets or dots inside each other"),
                "this one is too deep",
            )
            .help("a variant file needs three or four"),
        );
        return Read::default();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut spoilt: Vec<usize> = errors
        .iter()
        .filter_map(|it| it.span().map(|it| it.start))
        .collect();
    spoilt.sort_unstable();
    let breaks: Vec<usize> = text.match_indices('\n').map(|it| it.0).collect();
    let mut lines_seen = BTreeSet::new();
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        let line = breaks.partition_point(|it| *it < span.start);
        if problems.is_full() {
            break;
        }
        if lines_seen.insert(line) {
            problems.add(syntax_problem(text, file, span, error.message()));
        }
    }
    let table = self::table(table.get_ref(), file, 0, &spoilt);
    if !few_keys(&table, problems) {
        return Read::default();
    }
    Read {
        table,
        whole: errors.is_empty(),
    }
}

/// An error of TOML itself, with the remedy for the usual slips.
fn syntax_problem(text: &str, file: u16, span: Range<usize>, message: &str) -> Problem {
    let span = floor_boundary(text, span.start)..floor_boundary(text, span.end.max(span.start));
    let first = text[span.start..].chars().next();
    // An error at the end of a line has no width of its own: what stands before it is shown.
    let (start, end) = match first {
        Some(c) if span.is_empty() && c != '\n' => (span.start, span.start + c.len_utf8()),
        _ if span.is_empty() => {
            let line = text[..span.start].trim_end_matches([' ', '\t', '\r']);
            let last = line.chars().next_back().filter(|it| *it != '\n');
            (line.len() - last.map_or(0, char::len_utf8), line.len())
        }
        _ => (span.start, span.end),
    };
    let before = text[..start].trim_end_matches([' ', '\t']);
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    let twice = message.contains("duplicate key");
    let value = message.contains("must be quoted")
        || (!twice
            && first.is_some_and(char::is_alphabetic)
            && line.contains('=')
            && line.ends_with(['=', '[', ',']));
    let open = message.starts_with("invalid basic string, expected")
        || message.starts_with("invalid literal string, expected");
    let help = if open {
        Some("a text ends with the quote it begins with, on the same line")
    } else if value {
        Some("a text stands in quotes: `key = \"text\"`")
    } else if twice {
        Some("each key and each [table] is said once: put everything about it in one place")
    } else {
        None
    };
    Problem::at(
        Code::TomlSyntax,
        Span::new(file, start, end),
        if open {
            "a text that does not end".to_owned()
        } else if value {
            "a text without quotes".to_owned()
        } else {
            message.replace('\n', ", ")
        },
        "TOML does not allow this here",
    )
    .maybe_help(help)
}

/// Refuses tables of very many keys: every later pass may then compare key by key.
fn few_keys(table: &Table, problems: &mut Problems) -> bool {
    if let Some(entry) = table.entries.get(MAX_KEYS) {
        problems.add(
            Problem::at(
                Code::TooMany,
                entry.key_span,
                format!(
                    "{} keys in one table, at most {MAX_KEYS} are allowed",
                    table.entries.len()
                ),
                "the first one too many",
            )
            .help("`koma explain too_many` lists the bounds"),
        );
        return false;
    }
    let inner = table.entries.iter().filter_map(|it| it.node.as_table());
    inner.fold(true, |few, it| few_keys(it, problems) & few)
}

/// The first bracket or dot that is nested too deep: a linear scan that knows strings and comments.
fn deepest(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut dots = 0usize;
    // The quotes that close the string we are in.
    let mut inside: Option<&str> = None;
    let mut at = 0;
    while at < bytes.len() {
        let here = at;
        at += 1;
        if let Some(close) = inside {
            let ends = bytes[here..].starts_with(close.as_bytes());
            if ends {
                at = here + close.len();
            } else if bytes[here] == b'\\' && close.starts_with('"') {
                at += 1;
            }
            // A broken string of one line must not hide the rest of the file.
            let broken = bytes[here] == b'\n' && close.len() == 1;
            if ends || broken {
                inside = None;
            }
            if broken {
                dots = 0;
            }
            continue;
        }
        match bytes[here] {
            b'\n' | b'=' | b',' => dots = 0,
            b'#' => at = text[here..].find('\n').map_or(bytes.len(), |n| here + n),
            b'"' | b'\'' => {
                let close = ["\"\"\"", "'''", "\"", "'"]
                    .into_iter()
                    .find(|it| bytes[here..].starts_with(it.as_bytes()))?;
                at = here + close.len();
                inside = Some(close);
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'.' => dots += 1,
            _ => {}
        }
        if depth > MAX_DEPTH || dots > MAX_DEPTH {
            return Some(here);
        }
    }
    None
}

fn table(from: &DeTable<'_>, file: u16, depth: usize, spoilt: &[usize]) -> Table {
    let mut entries: Vec<Entry> = from
        .iter()
        .filter_map(|(key, value)| {
            Some(Entry {
                key: key.get_ref().to_string(),
                key_span: Span::new(file, key.span().start, key.span().end),
                node: node(value.get_ref(), value.span(), file, depth + 1, spoilt)?,
            })
        })
        .collect();
    entries.sort_by_key(|it| it.key_span);
    Table { entries }
}

/// A value; nothing if TOML found something wrong with it: what it was meant to be is not known.
fn node(
    from: &DeValue<'_>,
    span: Range<usize>,
    file: u16,
    depth: usize,
    spoilt: &[usize],
) -> Option<Node> {
    let next = spoilt.partition_point(|it| *it < span.start);
    let is_spoilt = spoilt.get(next).is_some_and(|it| *it < span.end);
    let value = match from {
        _ if depth > 2 * MAX_DEPTH => Value::Other("something nested too deep"),
        DeValue::Array(list) => Value::List(self::list(list, file, depth, spoilt)),
        DeValue::Table(inner) => Value::Table(table(inner, file, depth, spoilt)),
        _ if is_spoilt => return None,
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number too large"),
        },
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Some(Node {
        span: Span::new(file, span.start, span.end),
        value,
    })
}

fn list(from: &DeArray<'_>, file: u16, depth: usize, spoilt: &[usize]) -> Vec<Node> {
    from.iter()
        .filter_map(|it| node(it.get_ref(), it.span(), file, depth + 1, spoilt))
        .collect()
}

/// Says `over` on top of `base`: tables merge key by key, everything else replaces, `false` removes. What is
/// said again keeps its place in the order, what is new stands last.
///
/// The overlays of options and readings (`reading.X.is.CHOICE`) are not said yet, only carried: they replace
/// each other whole, and a `false` inside of them waits until they are.
pub fn merge(base: &mut Table, over: &Table, problems: &mut Problems) {
    merge_at(base, over, Depth::Top, problems);
}

/// How near the tables being merged are to overlays that must be carried unread.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Top,
    Choosing,
    Choice,
    Overlays,
    Plain,
}

impl Depth {
    fn below(self, key: &str) -> Depth {
        match (self, key) {
            (Depth::Top, "option" | "reading") => Depth::Choosing,
            (Depth::Choosing, _) => Depth::Choice,
            (Depth::Choice, "is") => Depth::Overlays,
            _ => Depth::Plain,
        }
    }
}

fn merge_at(base: &mut Table, over: &Table, depth: Depth, problems: &mut Problems) {
    for entry in &over.entries {
        let place = base.entries.iter().position(|it| it.key == entry.key);
        let below = depth.below(&entry.key);
        match (&entry.node.value, place) {
            (Value::Flag(false), Some(at)) => {
                base.entries.remove(at);
            }
            (Value::Flag(false), None) if problems.is_full() => {}
            (Value::Flag(false), None) => problems.add(
                Problem::at(
                    Code::RemovesNothing,
                    entry.key_span,
                    format!("there is no `{}` to remove", entry.key),
                    "nothing of this name was said before",
                )
                .maybe_help(crate::text::near::hint(
                    &entry.key,
                    "there are",
                    base.keys(),
                )),
            ),
            (Value::Table(new), found) if depth != Depth::Overlays => {
                if let Some(Value::Table(old)) = found.map(|at| &mut base.entries[at].node.value) {
                    merge_at(old, new, below, problems);
                    continue;
                }
                let mut fresh = Table::default();
                merge_at(&mut fresh, new, below, problems);
                let node = Node {
                    span: entry.node.span,
                    value: Value::Table(fresh),
                };
                put(
                    base,
                    found,
                    Entry {
                        node,
                        ..entry.clone()
                    },
                );
            }
            (_, found) => put(base, found, entry.clone()),
        }
    }
}

fn put(base: &mut Table, found: Option<usize>, entry: Entry) {
    match found {
        Some(at) => base.entries[at] = entry,
        None => base.entries.push(entry),
    }
}
