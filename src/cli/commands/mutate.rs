//! `koma mutate`

use serde_json::{Value, json};

use crate::args::{JsonArgs, rulebook_of};
use crate::report::output::{JSON_VERSION, Status, complain, json_line, remark, report_json, result};
use crate::report::progress;
use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::text::{Code, Problem, Report};
use koma_lab::study::mutate::{
    Fate, Progress, Score, Settings, Tried, Unnoticed, mutate,
};

/// Changes each rule a little: which changes does no scenario notice?
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  koma mutate my_game.toml\n  koma mutate my_game.toml --rule end.mate --json"
)]
pub struct Args {
    /// A path to a .toml file with a rulebook beside it, or the name of a shipped variant
    #[arg(value_name = "VARIANT")]
    variant: String,
    #[command(flatten)]
    json: JsonArgs,
    /// How many acts deep a change that no scenario notices is played beside the variant as written
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=8))]
    depth: u32,
    /// Changes only what lies under this path: `end.mate`, `pieces`
    #[arg(long, value_name = "PATH")]
    rule: Option<String>,
}

pub fn run(args: Args) -> Status {
    let variant = args.variant.as_str();
    let (document, book) = match opened(variant) {
        Ok(both) => both,
        Err(status) => return status,
    };
    let settings = Settings {
        depth: args.depth,
        rule: args.rule,
        ..Settings::default()
    };
    let bar = progress::bar(0, "changes");
    let tried = mutate(&document, &book, &settings, &|it| match it {
        Progress::Of(n) => bar.set_length(n as u64),
        Progress::One => bar.inc(1),
    });
    bar.finish_and_clear();
    let tried = match tried {
        Ok(tried) => tried,
        Err(report) => {
            complain(&report);
            return Status::No;
        }
    };
    if tried.is_empty() {
        remark("koma: nothing to change there");
        return Status::Usage;
    }
    let score = Score::of(&tried);
    let unnoticed = report(&document, &tried);
    if args.json.json {
        let all: Vec<Value> = tried.iter().map(|it| tried_json(&document, it)).collect();
        json_line(&json!({
            "version": JSON_VERSION, "variant": variant, "all": score.all, "killed": score.killed,
            "unnoticed": score.unnoticed, "same": score.same, "alike": score.alike,
            "invalid": score.invalid, "real": score.real(), "problems": report_json(&unnoticed),
            "mutants": all,
        }));
    } else {
        complain(&unnoticed);
        for it in &tried {
            let (what, why) = match &it.fate {
                Fate::Same => ("equivalent", "the rules say the same".to_owned()),
                Fate::Alike { positions, depth } => (
                    "probably equivalent",
                    format!("no difference in {positions} positions to depth {depth}"),
                ),
                Fate::Invalid(why) => ("invalid", why.clone()),
                Fate::Killed(_) | Fate::Unnoticed(_) => continue,
            };
            result(&format!("{what}: {}: {why}", told(&document, it)));
        }
        result(&format!(
            "{}: {} of {} changes noticed ({:.1} %); equivalent: {}, probably: {}, invalid: {}",
            koma::text::safe::line(variant),
            score.killed,
            score.real(),
            100.0 * score.killed as f64 / score.real().max(1) as f64,
            score.same,
            score.alike,
            score.invalid
        ));
    }
    if score.unnoticed == 0 {
        Status::Done
    } else {
        Status::No
    }
}

/// The variant and its rulebook, both without a problem, every scenario holding.
fn opened(variant: &str) -> Result<(Document, Rulebook), Status> {
    let no = |report: Box<Report>| {
        complain(&report);
        Status::No
    };
    let document = Document::open(variant).map_err(|report| {
        complain(&report);
        Status::Usage
    })?;
    let Some(book) = rulebook_of(variant) else {
        remark(&format!(
            "koma: `{}` has no rulebook beside it",
            koma::text::safe::line(variant)
        ));
        return Err(Status::Usage);
    };
    let book = book.map_err(no)?;
    for report in [
        document.check(),
        book.check_against(&document),
        Replay::new(&document).all(&book),
    ] {
        if !report.problems.is_empty() {
            return Err(no(Box::new(report)));
        }
    }
    Ok((document, book))
}

/// `file.toml:3:14: end.mate.when: without …`
fn told(document: &Document, tried: &Tried) -> String {
    let mutant = &tried.mutant;
    let place = document.sources.place(mutant.span);
    koma::text::safe::line(&format!("{place}: {}: {}", mutant.path(), mutant.what))
}

/// The changes that no scenario notices, each at its place.
fn report(document: &Document, tried: &[Tried]) -> Report {
    let mut problems = Vec::new();
    for Tried { mutant, fate } in tried {
        let Fate::Unnoticed(unnoticed) = fate else {
            continue;
        };
        let message = format!("no scenario notices a change of {}", mutant.path());
        problems.push(
            Problem::at(Code::UnnoticedChange, mutant.span, message, &mutant.what)
                .help(shows(unnoticed)),
        );
    }
    Report {
        sources: document.sources.clone(),
        problems,
    }
}

/// Where a change shows.
fn shows(unnoticed: &Unnoticed) -> String {
    let sets: Vec<String> = unnoticed
        .choices
        .iter()
        .map(|(name, choice)| format!("{name}={choice}"))
        .collect();
    let choices = match &sets[..] {
        [] => String::new(),
        sets => format!(" with {}", sets.join(" ")),
    };
    match &unnoticed.difference {
        None => format!("it shows in the choices{choices}"),
        Some(it) if it.acts.is_empty() => {
            format!("it shows{choices}\nat `{}`: {}", it.position, it.how)
        }
        Some(it) => format!(
            "it shows{choices}\nat `{}`\nafter {}: {}",
            it.position,
            it.acts.join(" "),
            it.how
        ),
    }
}

fn tried_json(document: &Document, tried: &Tried) -> Value {
    let mutant = &tried.mutant;
    let source = document.sources.of(mutant.span);
    let (line, column) = source.line_column(mutant.span.start as usize);
    let mut value = json!({
        "rule": mutant.rule, "within": mutant.within, "file": source.name, "line": line,
        "column": column, "change": mutant.what,
    });
    match &tried.fate {
        Fate::Killed(by) => {
            value["fate"] = json!("killed");
            value["by"] = json!(by);
        }
        Fate::Unnoticed(it) => {
            value["fate"] = json!("unnoticed");
            value["choices"] = json!(it.choices);
            if let Some(it) = &it.difference {
                value["shows"] = json!({ "position": it.position, "acts": it.acts, "how": it.how });
            }
        }
        Fate::Same => value["fate"] = json!("same"),
        Fate::Alike { positions, depth } => {
            value["fate"] = json!("alike");
            value["positions"] = json!(positions);
            value["depth"] = json!(depth);
        }
        Fate::Invalid(why) => {
            value["fate"] = json!("invalid");
            value["why"] = json!(why);
        }
    }
    value
}
