//! `koma mutate`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, rulebook_of};
use crate::report::json::{self, ProblemOutput};
use crate::report::output::{Status, complain, remark, result};
use crate::report::progress;
use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::text::{Code, Place, Problem, Report};
use koma_lab::study::mutate::{
    Fate, Progress, Score, Settings, Tried, Unnoticed, mutate,
};

/// Changes each rule a little: what does no scenario notice?
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

/// What became of every small change.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    variant: String,
    /// How many changes were tried
    all: usize,
    killed: usize,
    unnoticed: usize,
    same: usize,
    alike: usize,
    invalid: usize,
    /// The changes that are neither equivalent nor invalid
    real: usize,
    /// The changes that no scenario notices
    problems: Vec<ProblemOutput>,
    mutants: Vec<MutantOutput>,
}

/// A change and what became of it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Mutant")]
pub struct MutantOutput {
    /// The key that is changed
    rule: String,
    /// The choice that the key belongs to
    within: Option<String>,
    #[serde(flatten)]
    place: Place,
    change: String,
    #[serde(flatten)]
    fate: FateOutput,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fate")]
#[serde(tag = "fate", rename_all = "lowercase")]
pub enum FateOutput {
    /// A scenario notices it
    Killed { by: String },
    /// It makes another game, and no scenario notices
    Unnoticed {
        choices: Vec<(String, String)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        shows: Option<Difference>,
    },
    /// The rules say the same
    Same,
    /// No difference was found
    Alike { positions: u64, depth: u32 },
    /// The changed file does not load
    Invalid { why: String },
}

/// Where a change shows.
#[derive(Serialize, JsonSchema)]
pub struct Difference {
    position: String,
    acts: Vec<String>,
    how: String,
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
        let mutants = tried.iter().map(|it| mutant_output(&document, it));
        json::print(Output {
            variant: variant.to_owned(),
            all: score.all,
            killed: score.killed,
            unnoticed: score.unnoticed,
            same: score.same,
            alike: score.alike,
            invalid: score.invalid,
            real: score.real(),
            problems: json::problems(&unnoticed),
            mutants: mutants.collect(),
        });
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
        if !report.loads() {
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
    Report::new(document.sources.clone(), problems)
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

fn mutant_output(document: &Document, tried: &Tried) -> MutantOutput {
    let mutant = &tried.mutant;
    MutantOutput {
        rule: mutant.rule.clone(),
        within: mutant.within.clone(),
        place: document.sources.place(mutant.span),
        change: mutant.what.clone(),
        fate: match &tried.fate {
            Fate::Killed(by) => FateOutput::Killed { by: by.clone() },
            Fate::Unnoticed(it) => FateOutput::Unnoticed {
                choices: it.choices.clone(),
                shows: it.difference.as_ref().map(|it| Difference {
                    position: it.position.clone(),
                    acts: it.acts.clone(),
                    how: it.how.clone(),
                }),
            },
            Fate::Same => FateOutput::Same,
            Fate::Alike { positions, depth } => FateOutput::Alike {
                positions: *positions,
                depth: *depth,
            },
            Fate::Invalid(why) => FateOutput::Invalid { why: why.clone() },
        },
    }
}
