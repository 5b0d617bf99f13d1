//! The rulebook file: sources, clauses, scenarios.

use std::path::Path;

use crate::check::fields::{Cx, Fields, text, texts, wrong_type};
use crate::check::parsed::Parsed;
use crate::check::{ChoiceKind, Document, Picks};
use crate::syntax::envelope::{self, Entry, Table, Value};
use crate::text::{Code, Problem, Problems, Report, Source, Sources, Span, near};

/// A rulebook, clause by clause.
#[derive(Debug, Clone)]
pub struct Rulebook {
    /// The file.
    pub sources: Sources,
    /// The variant it belongs to: a name beside it, or a shipped one.
    pub variant: String,
    /// The title.
    pub title: String,
    /// Where the clauses come from: (id, title, language).
    pub books: Vec<(String, String, String)>,
    /// The clauses, in order.
    pub clauses: Vec<Clause>,
}

/// One sentence of the booklet.
#[derive(Debug, Clone)]
pub struct Clause {
    /// Its number.
    pub id: String,
    /// A few words.
    pub title: String,
    /// Source and line.
    pub source: String,
    /// A short fragment of the source.
    pub quote: Option<String>,
    /// What it says, in our own words.
    pub says: String,
    /// The rules that carry it out, with their places in the rulebook file.
    pub rules: Vec<(String, Span)>,
    /// The reading that settles it.
    pub reading: Option<String>,
    /// Differences between editions, ambiguities, what was taken.
    pub note: Option<String>,
    /// Forced by silence or by another clause.
    pub derived: bool,
    /// A fact supplied from outside the text.
    pub figure: Option<String>,
    /// Why no position can test it.
    pub untested: Option<String>,
    /// What proves it.
    pub scenarios: Vec<Scenario>,
    /// Where it stands.
    pub span: Span,
}

/// A position, turns to play, and what must come of it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its name.
    pub id: String,
    /// The choices it is played with.
    pub picks: Picks,
    /// The position; the start if not said.
    pub position: Option<String>,
    /// Where the position stands, or the scenario.
    pub position_span: Span,
    /// The turns.
    pub play: Vec<String>,
    /// What must come of it.
    pub verdict: Verdict,
    /// Where the verdict stands.
    pub span: Span,
}

/// What a scenario expects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every turn can be played.
    Legal,
    /// The last turn is refused by the rule of this path.
    Refused(String),
    /// This position is reached.
    Reaches(String),
    /// These are all the acts.
    Acts(Vec<String>),
    /// The game has this result: `first wins by mate`, `draw`, `ongoing`.
    Result(String),
    /// No game can reach the position: it contradicts the rule of this path.
    Impossible(String),
    /// The choices do not go together.
    Unloadable,
}

const TOP: [&str; 5] = ["rulebook", "variant", "title", "source", "clause"];
const SOURCE: [&str; 3] = ["id", "title", "language"];
const CLAUSE: [&str; 12] = [
    "id", "title", "source", "quote", "says", "rules", "reading", "note", "derived", "figure",
    "untested", "scenario",
];
const VERDICTS: [&str; 7] = [
    "legal",
    "refused",
    "reaches",
    "acts",
    "result",
    "impossible",
    "unloadable",
];
const SCENARIO: [&str; 12] = [
    "id",
    "set",
    "edition",
    "position",
    "play",
    "legal",
    "refused",
    "reaches",
    "acts",
    "result",
    "impossible",
    "unloadable",
];

/// More clauses or scenarios than this are refused.
const MOST: usize = 2000;

impl Rulebook {
    /// Reads a rulebook file.
    pub fn read(path: &Path) -> Result<Rulebook, Box<Report>> {
        Rulebook::new(Source::read(path).map_err(|it| Box::new(Report::plain(*it)))?)
    }

    /// Reads a rulebook from text.
    pub fn parse(name: &str, text: &str) -> Result<Rulebook, Box<Report>> {
        Rulebook::new(Source::new(name, text).map_err(|it| Box::new(Report::plain(*it)))?)
    }

    fn new(source: Source) -> Result<Rulebook, Box<Report>> {
        let mut sources = Sources::default();
        let file = sources.add(source.clone());
        let mut problems = Problems::default();
        let table = envelope::read(&source, file, &mut problems).table;
        let mut cx = Cx {
            sources: &sources,
            problems,
            parsed: &Parsed::default(),
        };
        let book = read(&mut cx, &table);
        let problems = cx.problems;
        match book {
            Some(book) if problems.is_empty() => Ok(Rulebook { sources, ..book }),
            _ => Err(Box::new(Report {
                sources,
                problems: problems.sorted(),
            })),
        }
    }

    /// What is wrong between the rulebook and the variant: rules and readings that are not there.
    pub fn check_against(&self, document: &Document) -> Report {
        let mut problems = Problems::default();
        let paths = document.paths();
        for clause in &self.clauses {
            for (rule, span) in &clause.rules {
                if !document.says(rule) {
                    problems.add(
                        Problem::at(
                            Code::UnknownRule,
                            *span,
                            format!("the variant has no `{rule}`"),
                            "no such rule in the variant",
                        )
                        .maybe_help(
                            near::nearest(rule, paths.iter().map(String::as_str))
                                .map(|it| format!("did you mean `{it}`?")),
                        ),
                    );
                }
            }
            let readings = || {
                document
                    .choices
                    .all
                    .iter()
                    .filter(|it| it.kind == ChoiceKind::Reading)
            };
            if let Some(reading) = &clause.reading
                && !readings().any(|it| it.name == *reading)
            {
                problems.add(
                    Problem::at(
                        Code::UnknownChoice,
                        clause.span,
                        format!("the variant has no reading `{reading}`"),
                        "named in this clause",
                    )
                    .maybe_help(near::hint(
                        reading,
                        "there are",
                        readings().map(|it| it.name.as_str()),
                    )),
                );
            }
        }
        Report {
            sources: self.sources.clone(),
            problems: problems.sorted(),
        }
    }

    /// How many scenarios there are.
    pub fn n_scenarios(&self) -> usize {
        self.clauses.iter().map(|it| it.scenarios.len()).sum()
    }
}

fn read(cx: &mut Cx<'_>, table: &Table) -> Option<Rulebook> {
    let top = Fields::top(cx, table, &TOP);
    match top.need(
        cx,
        "rulebook",
        "a rulebook begins with the version of its format: `rulebook = 1`",
    ) {
        Some(Entry { node, .. }) if matches!(node.value, Value::Number(1)) => {}
        Some(entry) => cx.add(Problem::at(
            Code::UnsupportedVersion,
            entry.node.span,
            "this version of the format is not known here",
            "this program reads version 1",
        )),
        None => {}
    }
    let variant = needed(
        cx,
        &top,
        "variant",
        "the variant beside it: `variant = \"my_game\"`",
    );
    let title = needed(cx, &top, "title", "the title of the booklet");
    let mut books = Vec::new();
    for (entry, table) in tables(cx, &top, "source") {
        let fields = Fields::of(cx, &entry, table, &SOURCE);
        let id = needed(cx, &fields, "id", "how clauses name this source");
        let title = needed(cx, &fields, "title", "the title of this source");
        let language = fields.text(cx, "language").map_or("", |it| it.0).to_owned();
        books.push((id?, title?, language));
    }
    let mut clauses: Vec<Clause> = Vec::new();
    let mut fine = true;
    for (entry, table) in tables(cx, &top, "clause") {
        match clause(cx, &entry, table) {
            Some(clause) => {
                if let Some(other) = clauses.iter().find(|it| it.id == clause.id) {
                    cx.add(
                        Problem::at(
                            Code::BadClause,
                            clause.span,
                            format!("the clause `{}` is there twice", clause.id),
                            "told again",
                        )
                        .label(other.span, "told here"),
                    );
                }
                clauses.push(clause);
            }
            None => fine = false,
        }
    }
    fine.then_some(Rulebook {
        sources: Sources::default(),
        variant: variant?,
        title: title?,
        books,
        clauses,
    })
}

fn needed(cx: &mut Cx<'_>, fields: &Fields<'_>, key: &str, help: &str) -> Option<String> {
    let entry = fields.need(cx, key, help)?;
    text(cx, entry).map(|it| it.0.to_owned())
}

/// The tables of `[[key]]`, each with an entry that stands for it in messages.
fn tables<'t>(cx: &mut Cx<'_>, fields: &Fields<'t>, key: &str) -> Vec<(Entry, &'t Table)> {
    let Some(entry) = fields.get(key) else {
        return Vec::new();
    };
    let Value::List(list) = &entry.node.value else {
        wrong_type(
            cx,
            entry,
            "a list of tables: `[[…]]`",
            entry.node.value.what(),
        );
        return Vec::new();
    };
    if !cx.limit(list.len(), MOST, entry.key_span, "entries") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for node in list {
        match &node.value {
            Value::Table(table) => {
                let id = table.get("id").map_or(node.span, |it| it.node.span);
                let stand_in = Entry {
                    key: entry.key.clone(),
                    key_span: id,
                    node: node.clone(),
                };
                found.push((stand_in, table));
            }
            other => cx.add(Problem::at(
                Code::WrongType,
                node.span,
                format!("`{key}` is a list of tables"),
                format!("this is {}", other.what()),
            )),
        }
    }
    found
}

fn clause(cx: &mut Cx<'_>, entry: &Entry, table: &Table) -> Option<Clause> {
    let fields = Fields::of(cx, entry, table, &CLAUSE);
    let id = needed(cx, &fields, "id", "each clause has its own number");
    let says = needed(
        cx,
        &fields,
        "says",
        "what the clause says, in your own words",
    );
    let optional = |cx: &mut Cx<'_>, key: &str| fields.text(cx, key).map(|it| it.0.to_owned());
    let mut rules = Vec::new();
    if let Some(entry) = fields.get("rules") {
        for node in texts(cx, entry) {
            rules.push((node.as_text().unwrap_or("").to_owned(), node.span));
        }
    }
    let derived = match fields.get("derived").map(|it| &it.node.value) {
        None => false,
        Some(Value::Flag(flag)) => *flag,
        Some(_) => {
            if let Some(entry) = fields.get("derived") {
                wrong_type(cx, entry, "true or false", entry.node.value.what());
            }
            false
        }
    };
    let mut scenarios = Vec::new();
    let mut fine = true;
    for (entry, table) in tables(cx, &fields, "scenario") {
        match scenario(cx, &entry, table) {
            Some(it) => scenarios.push(it),
            None => fine = false,
        }
    }
    let untested = optional(cx, "untested");
    if fine && scenarios.is_empty() == untested.is_none() {
        let (what, help) = if untested.is_none() {
            (
                "has neither a scenario nor a reason",
                "add a `[[clause.scenario]]`, or `untested = \"why no position can test it\"`",
            )
        } else {
            (
                "has scenarios and a reason to have none",
                "remove `untested`",
            )
        };
        let name = id.clone().unwrap_or_default();
        cx.add(
            Problem::at(
                Code::BadClause,
                fields.span,
                format!("the clause `{name}` {what}"),
                "this clause",
            )
            .help(help),
        );
    }
    let clause = Clause {
        id: id?,
        title: optional(cx, "title").unwrap_or_default(),
        source: optional(cx, "source").unwrap_or_default(),
        quote: optional(cx, "quote"),
        says: says?,
        rules,
        reading: optional(cx, "reading"),
        note: optional(cx, "note"),
        derived,
        figure: optional(cx, "figure"),
        untested,
        scenarios,
        span: fields.span,
    };
    fine.then_some(clause)
}

fn scenario(cx: &mut Cx<'_>, entry: &Entry, table: &Table) -> Option<Scenario> {
    let fields = Fields::of(cx, entry, table, &SCENARIO);
    let id = fields.text(cx, "id").map_or("", |it| it.0).to_owned();
    let mut picks = Picks {
        edition: fields.text(cx, "edition").map(|it| it.0.to_owned()),
        sets: Vec::new(),
    };
    if let Some(entry) = fields.get("set") {
        match &entry.node.value {
            Value::Table(sets) => {
                for pick in &sets.entries {
                    picks
                        .sets
                        .push((pick.key.clone(), text(cx, pick)?.0.to_owned()));
                }
            }
            other => {
                wrong_type(cx, entry, "a table of choices", other.what());
                return None;
            }
        }
    }
    let position = fields.text(cx, "position");
    let position_span = position.map_or(fields.span, |it| it.1.span);
    let position = position.map(|it| it.0.to_owned());
    let play: Vec<String> = fields
        .text(cx, "play")
        .map_or("", |it| it.0)
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let said: Vec<&Entry> = VERDICTS.iter().filter_map(|it| fields.get(it)).collect();
    let [said] = said[..] else {
        cx.add(
            Problem::at(
                Code::BadScenario,
                fields.span,
                format!(
                    "a scenario has exactly one verdict, this has {}",
                    said.len()
                ),
                "this scenario",
            )
            .help("`legal`, `refused`, `reaches`, `acts`, `result`, `impossible` or `unloadable`"),
        );
        return None;
    };
    let flag = |cx: &mut Cx<'_>, verdict: Verdict| match said.node.value {
        Value::Flag(true) => Some(verdict),
        _ => {
            wrong_type(cx, said, "`true`", said.node.value.what());
            None
        }
    };
    let verdict = match said.key.as_str() {
        "legal" => flag(cx, Verdict::Legal)?,
        "unloadable" => flag(cx, Verdict::Unloadable)?,
        "refused" => Verdict::Refused(text(cx, said)?.0.to_owned()),
        "reaches" => Verdict::Reaches(text(cx, said)?.0.to_owned()),
        "impossible" if position.is_none() || !play.is_empty() => {
            cx.add(
                Problem::at(
                    Code::BadScenario,
                    said.key_span,
                    "`impossible` speaks of a position",
                    "which position?",
                )
                .help("give it a `position`, and no `play`"),
            );
            return None;
        }
        "impossible" => Verdict::Impossible(text(cx, said)?.0.to_owned()),
        "acts" => Verdict::Acts(
            text(cx, said)?
                .0
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        ),
        _ => Verdict::Result(text(cx, said)?.0.to_owned()),
    };
    Some(Scenario {
        id,
        picks,
        position,
        position_span,
        play,
        verdict,
        span: said.node.span,
    })
}
