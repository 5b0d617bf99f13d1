//! `koma trace`

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::args::{VariantArgs, rulebook_of, unopened};
use crate::report::output::{JSON_VERSION, Status, complain, deliver, remark};
use crate::report::tables::{Table, clean, frame, html, markdown};
use koma::check::written::Place;
use koma::check::{ChoiceKind, Document};
use koma::text::Report;
use koma_lab::study::trace::{Settled, Trace, Traced};

/// Holds the rulebook against the variant, clause by clause
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Shows which rule carries out which clause, and what has no counterpart.\n\
Exit status 1 if a clause has no rule, a rule no clause, or a scenario fails."
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
    if !report.problems.is_empty() {
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
        Format::Json => in_json(&trace).to_string(),
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
    let title = html(&trace.book.title);
    let mut body = format!("<h1>{title}</h1>\n<p>{}</p>\n", summary(trace));
    for table in tables(trace) {
        body += &table.html();
    }
    frame("en", &trace.book.title, STYLE, &body)
}

/// Everything there is to say, what is missing first.
fn tables(trace: &Trace<'_>) -> Vec<Table> {
    let place = |place: &Place| trace.place(place);
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

fn in_json(trace: &Trace<'_>) -> Value {
    let place = |it: &Place| {
        let source = trace.document.sources.of(it.span);
        let (line, column) = source.line_column(it.span.start as usize);
        let choice = it.choice.as_ref();
        json!({
            "file": source.name, "line": line, "column": column, "removes": it.removes,
            "choice": choice.map(|(name, choice)| json!({ "name": name, "choice": choice })),
        })
    };
    let clauses: Vec<Value> = trace
        .clauses
        .iter()
        .map(|it| {
            let clause = it.clause;
            let rules = it.rules.iter();
            let rules: Vec<Value> = rules
                .map(|(path, at)| json!({ "path": path, "place": at.as_ref().map(place) }))
                .collect();
            let scenarios = it.scenarios.iter();
            let scenarios: Vec<Value> = scenarios
                .map(|(id, failure)| {
                    json!({
                        "id": id, "holds": failure.is_none(),
                        "expected": failure.as_ref().map(|it| &it.expected),
                        "found": failure.as_ref().map(|it| &it.found),
                    })
                })
                .collect();
            json!({
                "id": clause.id, "title": clause.title, "source": clause.source,
                "quote": clause.quote, "says": clause.says, "note": clause.note,
                "derived": clause.derived, "figure": clause.figure, "untested": clause.untested,
                "reading": clause.reading, "rules": rules, "scenarios": scenarios,
            })
        })
        .collect();
    let rules: Vec<Value> = trace
        .rules
        .iter()
        .map(|it| {
            let places: Vec<Value> = it.rule.places.iter().map(place).collect();
            json!({ "path": it.rule.path, "places": places, "clauses": it.clauses })
        })
        .collect();
    let choices: Vec<Value> = trace
        .choices
        .iter()
        .map(|it| {
            let kind = match it.choice.kind {
                ChoiceKind::Option => "option",
                ChoiceKind::Reading => "reading",
            };
            json!({
                "kind": kind, "name": it.choice.name, "chosen": it.chosen, "others": it.others,
                "clauses": it.clauses, "asks": it.choice.asks,
            })
        })
        .collect();
    let books: Vec<Value> = trace
        .book
        .books
        .iter()
        .map(|(id, title, language)| json!({ "id": id, "title": title, "language": language }))
        .collect();
    let ids = |it: &Traced<'_>| it.clause.id.clone();
    let unknown = trace.unknown();
    let unknown: Vec<Value> = unknown
        .map(|(clause, rule)| json!({ "clause": clause.id, "rule": rule }))
        .collect();
    json!({
        "version": JSON_VERSION, "title": trace.book.title, "whole": trace.is_whole(), "sources": books,
        "without_rule": trace.without_rule().map(ids).collect::<Vec<_>>(),
        "without_scenario": trace.without_scenario().map(ids).collect::<Vec<_>>(),
        "without_clause": trace.without_clause().map(|it| it.rule.path.clone()).collect::<Vec<_>>(),
        "unknown_rules": unknown,
        "failing": trace.failing().map(|it| it.1.to_owned()).collect::<Vec<_>>(),
        "clauses": clauses, "rules": rules, "choices": choices,
    })
}
