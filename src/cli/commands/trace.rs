//! `koma trace`

use std::path::PathBuf;

use clap::ValueEnum;
use maud::html;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{VariantArgs, rulebook_of, unopened};
use crate::report::json;
use crate::report::output::{Status, complain, deliver, remark};
use crate::report::html;
use crate::report::tables::{Table, clean, markdown};
use koma::Place;
use koma::check::written::RulePlace;
use koma::check::{ChoiceKind, Document};
use koma::say::Language;
use koma::text::Report;
use koma_lab::study::trace::{Settled, Trace, Traced};

/// Holds the rulebook against the variant, clause by clause
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Shows which rule carries out which clause, and what has no counterpart.\n\
Exit status 1 if a clause has no rule, a rule no clause, or if a scenario fails or an invariant does not hold."
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,
    /// Writes to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a trace is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables in the terminal
    Text,
    /// Markdown
    Md,
    /// One HTML file
    Html,
    /// Data for programs
    Json,
}

/// A rulebook held against its variant.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    title: String,
    /// Every clause has a rule, every rule a clause, and every scenario and invariant holds
    whole: bool,
    sources: Vec<SourceOutput>,
    /// Ids of clauses
    without_rule: Vec<String>,
    /// Ids of clauses
    without_scenario: Vec<String>,
    /// Paths of rules
    without_clause: Vec<String>,
    unknown_rules: Vec<UnknownRule>,
    /// Ids of scenarios
    failing: Vec<String>,
    clauses: Vec<ClauseOutput>,
    rules: Vec<RuleOutput>,
    choices: Vec<ChoiceOutput>,
    invariants: Vec<InvariantOutput>,
    /// Values that stand for others which are not known
    unknown: Vec<UnknownOutput>,
    /// In so many positions of random games the invariants were asked
    positions: u64,
}

/// A value that stands for one that is not known.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unknown")]
pub struct UnknownOutput {
    path: String,
    /// The choice that says it: `setup=chasms`; null if the file itself does
    choice: Option<String>,
    why: String,
}

/// What is so whenever a turn begins.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Invariant")]
pub struct InvariantOutput {
    path: String,
    says: String,
    clauses: Vec<String>,
    /// The turns of a random game after which it does not hold
    broken: Option<Vec<String>>,
}

/// A printed rulebook.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Source")]
pub struct SourceOutput {
    id: String,
    title: String,
    language: String,
}

/// A rule that a clause names and the variant does not have.
#[derive(Serialize, JsonSchema)]
pub struct UnknownRule {
    clause: String,
    rule: String,
}

/// A clause, the rules that carry it out, and the scenarios that prove it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Clause")]
pub struct ClauseOutput {
    id: String,
    title: String,
    source: String,
    quote: Option<String>,
    says: String,
    note: Option<String>,
    derived: bool,
    figure: Option<String>,
    untested: Option<String>,
    reading: Option<String>,
    rules: Vec<ClauseRule>,
    scenarios: Vec<ScenarioOutput>,
}

/// A rule that a clause names.
#[derive(Serialize, JsonSchema)]
pub struct ClauseRule {
    path: String,
    place: Option<PlaceOutput>,
}

/// Where a rule is written, by the file or by a choice.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RulePlace")]
pub struct PlaceOutput {
    #[serde(flatten)]
    place: Place,
    /// The choice takes the rule away
    removes: bool,
    choice: Option<NamedChoice>,
}

/// A choice of an option or reading.
#[derive(Serialize, JsonSchema)]
pub struct NamedChoice {
    name: String,
    choice: String,
}

/// A scenario, and what was expected and found if it fails.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Scenario")]
pub struct ScenarioOutput {
    id: String,
    holds: bool,
    expected: Option<String>,
    found: Option<String>,
}

/// A rule and the clauses that ask for it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
pub struct RuleOutput {
    path: String,
    places: Vec<PlaceOutput>,
    clauses: Vec<String>,
}

/// An option or reading, and what was chosen.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
pub struct ChoiceOutput {
    /// `option` or `reading`
    kind: &'static str,
    name: String,
    chosen: String,
    others: Vec<String>,
    clauses: Vec<String>,
    asks: Option<String>,
}

pub fn run(args: Args) -> Status {
    let (name, picks) = match args.variant.picked() {
        Ok(it) => it,
        Err(status) => return status,
    };
    let document = match Document::open(name) {
        Ok(document) => document,
        Err(report) => return unopened(&report),
    };
    let book = match rulebook_of(name) {
        Some(Ok(book)) => book,
        Some(Err(report)) => {
            complain(&report);
            return Status::No;
        }
        None => {
            let name = koma::text::safe::line(name);
            remark(&format!("koma: there is no rulebook beside `{name}`"));
            return Status::Usage;
        }
    };
    let report = document.check();
    if !report.loads() {
        complain(&report);
        return Status::No;
    }
    let trace = match koma_lab::study::trace::trace(&document, &book, &picks) {
        Ok(trace) => trace,
        Err(problem) => {
            complain(&Report::plain(*problem));
            return Status::Usage;
        }
    };
    let written = match args.format {
        Format::Text => text(&trace),
        Format::Md => in_markdown(&trace),
        Format::Html => in_html(&trace),
        Format::Json => json::text(output(&trace)),
    };
    match deliver(&written, args.output.as_deref()) {
        Status::Done if !trace.is_whole() => Status::No,
        status => status,
    }
}

/// `39 clauses, 24 rules, 74 of 74 scenarios hold`
fn summary(trace: &Trace<'_>) -> String {
    let all = trace.n_scenarios();
    let holding = all - trace.failing().count();
    format!(
        "{} clauses, {} rules, {holding} of {all} scenarios hold",
        trace.clauses.len(),
        trace.rules.len()
    )
}

fn text(trace: &Trace<'_>) -> String {
    let tables: Vec<String> = tables(trace).iter().map(Table::text).collect();
    format!(
        "{}: {}\n\n{}",
        clean(&trace.book.title),
        summary(trace),
        tables.join("\n")
    )
}

fn in_markdown(trace: &Trace<'_>) -> String {
    let tables: Vec<String> = tables(trace).iter().map(Table::markdown).collect();
    format!(
        "# {}\n\n{}\n\n{}",
        markdown(&trace.book.title),
        summary(trace),
        tables.join("\n")
    )
}

const STYLE: &str = "\
@page { size: A4 landscape; margin: 12mm; }
body { font: 10pt/1.35 sans-serif; color: #000; background: #fff; max-width: 75em; margin: 1em auto; padding: 0 1em; }
h1 { font-size: 16pt; margin-bottom: 0; }
h2 { font-size: 12pt; break-after: avoid; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.2em 0.8em 0.2em 0; border-bottom: 1px solid #bbb; }
tr { break-inside: avoid; }
";

fn in_html(trace: &Trace<'_>) -> String {
    let body = html! {
        h1 { (trace.book.title) } "\n"
        p { (summary(trace)) } "\n"
        @for table in tables(trace) {
            (table.html(&html! {}))
        }
    };
    html::page("en", &trace.book.title, STYLE, &body)
}

/// Everything there is to say, what is missing first.
fn tables(trace: &Trace<'_>) -> Vec<Table> {
    let place = |place: &RulePlace| trace.place(place);
    let clause = |it: &Traced<'_>, why: &str| {
        let clause = it.clause;
        vec![clause.id.clone(), clean(&clause.says), clean(why)]
    };
    let settled = |kind: ChoiceKind| -> Vec<Vec<String>> {
        let of_kind = |it: &&Settled<'_>| it.choice.kind == kind;
        let row = |it: &Settled<'_>| {
            vec![
                it.choice.path(),
                it.clauses.join(", "),
                it.chosen.clone(),
                it.others.join(", "),
                clean(it.choice.asks.as_deref().unwrap_or("")),
            ]
        };
        trace.choices.iter().filter(of_kind).map(row).collect()
    };
    let chosen = |title, kind| Table {
        title,
        heads: vec!["name", "clause", "chosen", "not chosen", "question"],
        rows: settled(kind),
    };
    vec![
        Table {
            title: "Clauses without a rule",
            heads: vec!["clause", "says", "note"],
            rows: trace
                .without_rule()
                .map(|it| clause(it, it.clause.note.as_deref().unwrap_or("")))
                .collect(),
        },
        Table {
            title: "Rules that no clause asks for",
            heads: vec!["rule", "place"],
            rows: trace
                .without_clause()
                .map(|it| {
                    let places: Vec<String> = it.rule.places.iter().map(place).collect();
                    vec![it.rule.path.clone(), places.join("\n")]
                })
                .collect(),
        },
        Table {
            title: "Rules that the variant does not have",
            heads: vec!["clause", "rule"],
            rows: trace
                .unknown()
                .map(|(clause, rule)| vec![clause.id.clone(), clean(rule)])
                .collect(),
        },
        Table {
            title: "Scenarios that fail",
            heads: vec!["clause", "scenario", "expected", "found"],
            rows: trace
                .failing()
                .map(|(clause, id, failure)| {
                    let (expected, found) = (clean(&failure.expected), clean(&failure.found));
                    vec![clause.id.clone(), clean(id), expected, found]
                })
                .collect(),
        },
        Table {
            title: "Invariants",
            heads: vec!["invariant", "clause", "says", "in random games"],
            rows: trace
                .invariants
                .iter()
                .map(|it| {
                    let held = match &it.broken {
                        None => format!("holds in {} positions", trace.positions),
                        Some(turns) => format!("does not hold after {}", turns.join(" ")),
                    };
                    let clauses = it.clauses.join(", ");
                    vec![it.path.clone(), clauses, it.says.clone(), held]
                })
                .collect(),
        },
        chosen("Readings", ChoiceKind::Reading),
        chosen("Options", ChoiceKind::Option),
        Table {
            title: "Facts from outside of the text",
            heads: vec!["clause", "says", "fact"],
            rows: trace
                .clauses
                .iter()
                .filter_map(|it| Some(clause(it, it.clause.figure.as_deref()?)))
                .collect(),
        },
        Table {
            title: "Values that are not known",
            heads: vec!["value", "choice", "what is not known"],
            rows: unknown_values(trace)
                .into_iter()
                .map(|it| vec![it.path, it.choice.unwrap_or_default(), clean(&it.why)])
                .collect(),
        },
        Table {
            title: "Derived clauses",
            heads: vec!["clause", "says", "note"],
            rows: trace
                .clauses
                .iter()
                .filter(|it| it.clause.derived)
                .map(|it| clause(it, it.clause.note.as_deref().unwrap_or("")))
                .collect(),
        },
        Table {
            title: "Clauses without a scenario",
            heads: vec!["clause", "says", "reason"],
            rows: trace
                .without_scenario()
                .map(|it| clause(it, it.clause.untested.as_deref().unwrap_or("")))
                .collect(),
        },
        Table {
            title: "Clauses",
            heads: vec!["clause", "source", "what", "rules", "scenarios"],
            rows: trace.clauses.iter().map(|it| row(trace, it)).collect(),
        },
    ]
}

/// What is not known of the variant, in any of its choices.
fn unknown_values(trace: &Trace<'_>) -> Vec<UnknownOutput> {
    let language = Language::English.code();
    let own = trace.document.unknown(language).into_iter();
    let mut found: Vec<UnknownOutput> = own
        .map(|it| UnknownOutput {
            path: it.path,
            choice: None,
            why: it.why,
        })
        .collect();
    for choice in &trace.document.choices.all {
        found.extend(choice.unknown(language).into_iter().map(|(picked, it)| {
            UnknownOutput {
                path: it.path,
                choice: Some(format!("{}={picked}", choice.name)),
                why: it.why,
            }
        }));
    }
    found
}

/// A clause in the table of all.
fn row(trace: &Trace<'_>, it: &Traced<'_>) -> Vec<String> {
    let clause = it.clause;
    let quote = clause.quote.as_deref();
    let quote = quote.map_or(String::new(), |it| format!("\n«{}»", clean(it)));
    let what = match clause.title.is_empty() {
        true => &clause.says,
        false => &clause.title,
    };
    let rules: Vec<String> = it
        .rules
        .iter()
        .map(|(rule, place)| {
            let place = place.as_ref().map(|it| trace.place(it));
            format!("{} {}", clean(rule), place.as_deref().unwrap_or("(none)"))
        })
        .collect();
    let failed = it.scenarios.iter().filter(|it| it.1.is_some()).count();
    let state = match (it.scenarios.len(), failed) {
        (0, _) => "none".to_owned(),
        (1, 0) => "1 holds".to_owned(),
        (n, 0) => format!("{n} hold"),
        (n, failed) => format!("{failed} of {n} fail"),
    };
    vec![
        clause.id.clone(),
        clean(&clause.source),
        format!("{}{quote}", clean(what)),
        rules.join("\n"),
        state,
    ]
}

fn output(trace: &Trace<'_>) -> Output {
    let owned = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect();
    let place = |it: &RulePlace| PlaceOutput {
        place: trace.document.sources.place(it.span),
        removes: it.removes,
        choice: it.choice.clone().map(|(name, choice)| NamedChoice { name, choice }),
    };
    let clause = |it: &Traced<'_>| {
        let clause = it.clause.clone();
        let rules = it.rules.iter().map(|(path, at)| ClauseRule {
            path: (*path).to_owned(),
            place: at.as_ref().map(place),
        });
        let scenarios = it.scenarios.iter().map(|(id, failure)| ScenarioOutput {
            id: (*id).to_owned(),
            holds: failure.is_none(),
            expected: failure.as_ref().map(|it| it.expected.clone()),
            found: failure.as_ref().map(|it| it.found.clone()),
        });
        ClauseOutput {
            rules: rules.collect(),
            scenarios: scenarios.collect(),
            id: clause.id,
            title: clause.title,
            source: clause.source,
            quote: clause.quote,
            says: clause.says,
            note: clause.note,
            derived: clause.derived,
            figure: clause.figure,
            untested: clause.untested,
            reading: clause.reading,
        }
    };
    let choice = |it: &Settled<'_>| ChoiceOutput {
        kind: match it.choice.kind {
            ChoiceKind::Option => "option",
            ChoiceKind::Reading => "reading",
        },
        name: it.choice.name.clone(),
        chosen: it.chosen.clone(),
        others: owned(&it.others),
        clauses: owned(&it.clauses),
        asks: it.choice.asks.clone(),
    };
    let id = |it: &Traced<'_>| it.clause.id.clone();
    let books = trace.book.books.iter();
    let unknown = trace.unknown();
    let rules = trace.rules.iter();
    Output {
        title: trace.book.title.clone(),
        whole: trace.is_whole(),
        sources: books
            .map(|(id, title, language)| SourceOutput {
                id: id.clone(),
                title: title.clone(),
                language: language.clone(),
            })
            .collect(),
        without_rule: trace.without_rule().map(id).collect(),
        without_scenario: trace.without_scenario().map(id).collect(),
        without_clause: { trace.without_clause() }
            .map(|it| it.rule.path.clone())
            .collect(),
        unknown_rules: unknown
            .map(|(clause, rule)| UnknownRule {
                clause: clause.id.clone(),
                rule: rule.to_owned(),
            })
            .collect(),
        failing: trace.failing().map(|it| it.1.to_owned()).collect(),
        clauses: trace.clauses.iter().map(clause).collect(),
        rules: rules
            .map(|it| RuleOutput {
                path: it.rule.path.clone(),
                places: it.rule.places.iter().map(place).collect(),
                clauses: owned(&it.clauses),
            })
            .collect(),
        choices: trace.choices.iter().map(choice).collect(),
        invariants: { trace.invariants.iter() }
            .map(|it| InvariantOutput {
                path: it.path.clone(),
                says: it.says.clone(),
                clauses: owned(&it.clauses),
                broken: it.broken.clone(),
            })
            .collect(),
        positions: trace.positions,
        unknown: unknown_values(trace),
    }
}
