//! The TOML envelope as a tree in the order of the text, every node with its place; and the one merge that
//! `extends`, options and readings share.

use toml::de::{DeArray, DeTable, DeValue};

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

/// Reads the TOML of a source. Everything wrong with it becomes a problem; what could be read is returned.
pub fn read(source: &Source, file: u16, problems: &mut Problems) -> Table {
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
            return Table::default();
        }
    }
    // toml has its own limit; this one is ours, the same on every build.
    if let Some(at) = deepest(text) {
        problems.add(
            Problem::at(
                Code::TooMany,
                Span::new(file, at, at + 1),
                format!("more than {MAX_DEPTH} brackets inside each other"),
                "this one is too deep",
            )
            .help("a variant file needs three or four"),
        );
        return Table::default();
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut lines_seen = Vec::new();
    for error in errors {
        let span = error.span().unwrap_or(0..0);
        let line = source.line_column(span.start).0;
        if lines_seen.contains(&line) {
            continue;
        }
        lines_seen.push(line);
        let end = span.end.max((span.start + 1).min(text.len()));
        problems.add(Problem::at(
            Code::TomlSyntax,
            Span::new(file, span.start, end),
            error.message().replace('\n', ", "),
            "TOML does not allow this here",
        ));
    }
    self::table(table.get_ref(), file, 0)
}

/// The first bracket that is nested too deep, strings and comments passed over roughly: a linear scan that errs
/// on the side of strictness only for text no person writes.
fn deepest(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut dots = 0usize;
    let mut quote: Option<u8> = None;
    let mut escaped = false;
    let mut comment = false;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'\n' {
            comment = false;
            dots = 0;
            // A broken one-line string must not hide the rest of the file.
            quote = None;
        }
        if comment {
            continue;
        }
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(b'"'), b'\\') => escaped = true,
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'#') => comment = true,
            (None, b'[' | b'{') => depth += 1,
            (None, b']' | b'}') => depth = depth.saturating_sub(1),
            (None, b'.') => dots += 1,
            (None, b'=' | b',') => dots = 0,
            _ => {}
        }
        if depth > MAX_DEPTH || dots > MAX_DEPTH {
            return Some(at);
        }
    }
    None
}

fn table(from: &DeTable<'_>, file: u16, depth: usize) -> Table {
    let mut entries: Vec<Entry> = from
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_span: Span::new(file, key.span().start, key.span().end),
            node: node(value.get_ref(), value.span(), file, depth + 1),
        })
        .collect();
    entries.sort_by_key(|it| it.key_span);
    Table { entries }
}

fn node(from: &DeValue<'_>, span: std::ops::Range<usize>, file: u16, depth: usize) -> Node {
    let value = match from {
        _ if depth > 2 * MAX_DEPTH => Value::Other("something nested too deep"),
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::Other("a number too large"),
        },
        DeValue::Boolean(flag) => Value::Flag(*flag),
        DeValue::Array(list) => Value::List(self::list(list, file, depth)),
        DeValue::Table(inner) => Value::Table(table(inner, file, depth)),
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Datetime(_) => Value::Other("a date"),
    };
    Node {
        span: Span::new(file, span.start, span.end),
        value,
    }
}

fn list(from: &DeArray<'_>, file: u16, depth: usize) -> Vec<Node> {
    from.iter()
        .map(|it| node(it.get_ref(), it.span(), file, depth + 1))
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
