//! `koma check`

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, RULEBOOK, rulebook_of};
use crate::report::json::{self, ProblemOutput};
use crate::report::output::{Status, complain, result};
use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::play::possible::check_start;
use koma::text::{Report, Severity};

/// Checks variants and rulebooks, and plays their scenarios
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  koma check my_game.toml\n  koma check variants/*.toml --json"
)]
pub struct Args {
    /// Variant files, rulebook files, or names of shipped variants
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    json: JsonArgs,
}

/// What is wrong with some files.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// No problem in any file; warnings are none
    fine: bool,
    files: Vec<FileOutput>,
}

/// What is wrong with a file and the rulebook beside it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "File")]
pub struct FileOutput {
    file: String,
    problems: Vec<ProblemOutput>,
    /// How many clauses its rulebook has
    clauses: usize,
    scenarios: usize,
    /// How many scenarios fail
    failed: usize,
}

/// What was found in one file.
struct Finding {
    file: String,
    reports: Vec<Report>,
    summary: String,
    clauses: usize,
    scenarios: usize,
    failed: usize,
}

pub fn run(args: Args) -> Status {
    let files = &args.files;
    let mut fine = true;
    let mut found = Vec::new();
    for file in files {
        // A rulebook listed together with its variant is checked with it.
        if let Some(stem) = file.strip_suffix(RULEBOOK)
            && files.contains(&format!("{stem}.toml"))
        {
            continue;
        }
        let finding = check_one(file);
        fine &= finding.reports.iter().all(Report::loads);
        if args.json.json {
            found.push(FileOutput {
                problems: finding.reports.iter().flat_map(json::problems).collect(),
                file: finding.file,
                clauses: finding.clauses,
                scenarios: finding.scenarios,
                failed: finding.failed,
            });
        } else {
            finding.reports.iter().for_each(complain);
            result(&format!(
                "{}: {}",
                koma::text::safe::line(&finding.file),
                finding.summary
            ));
        }
    }
    if args.json.json {
        json::print(Output { fine, files: found });
    }
    if fine { Status::Done } else { Status::No }
}

fn check_one(file: &str) -> Finding {
    let mut finding = Finding {
        file: file.to_owned(),
        reports: Vec::new(),
        summary: String::new(),
        clauses: 0,
        scenarios: 0,
        failed: 0,
    };
    let (variant, book) = match file.strip_suffix(RULEBOOK) {
        Some(_) => {
            let book = Rulebook::read(Path::new(file));
            let variant = match &book {
                Ok(book) => beside(file, &book.variant),
                Err(_) => String::new(),
            };
            (variant, Some(book))
        }
        None => (file.to_owned(), rulebook_of(file)),
    };
    let book = match book {
        Some(Err(report)) => {
            finding.reports.push(*report);
            None
        }
        Some(Ok(book)) => Some(book),
        None => None,
    };
    if variant.is_empty() {
        finding.summary = problems(&finding);
        return finding;
    }
    match Document::open(&variant) {
        Err(report) => finding.reports.push(*report),
        Ok(document) => {
            let report = document.check();
            let loads = report.loads();
            let started = match loads {
                true => check_start(&document),
                false => Report::new(document.sources.clone(), Vec::new()),
            };
            let told = [report, started].into_iter();
            finding
                .reports
                .extend(told.filter(|it| !it.problems.is_empty()));
            if let Some(book) = book.filter(|_| loads) {
                finding.clauses = book.clauses.len();
                finding.scenarios = book.n_scenarios();
                let mismatch = book.check_against(&document);
                let played = Replay::new(&document).all(&book);
                finding.failed = played.errors().count();
                finding.reports.extend(
                    [mismatch, played]
                        .into_iter()
                        .filter(|it| !it.problems.is_empty()),
                );
            }
        }
    }
    finding.summary = problems(&finding);
    finding
}

fn problems(finding: &Finding) -> String {
    let of = |severity: Severity| {
        let all = finding.reports.iter().flat_map(|it| &it.problems);
        all.filter(|it| it.severity() == severity).count()
    };
    let others = of(Severity::Error) - finding.failed;
    let warnings = of(Severity::Warning);
    let mut parts = Vec::new();
    if others > 0 {
        parts.push(format!(
            "{others} problem{}",
            if others == 1 { "" } else { "s" }
        ));
    } else {
        parts.push("no problems".to_owned());
    }
    if warnings > 0 {
        parts.push(format!(
            "{warnings} warning{}",
            if warnings == 1 { "" } else { "s" }
        ));
    }
    if finding.scenarios > 0 {
        let holding = finding.scenarios - finding.failed;
        parts.push(format!(
            "{} clauses, {holding} of {} scenarios hold",
            finding.clauses, finding.scenarios
        ));
    }
    parts.join("; ")
}

/// The variant that a rulebook names: beside it, or shipped.
fn beside(rulebook: &str, variant: &str) -> String {
    let path = Path::new(rulebook).with_file_name(format!("{variant}.toml"));
    if path.exists() {
        path.display().to_string()
    } else {
        variant.to_owned()
    }
}
