//! `koma list`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::JsonArgs;
use crate::report::json;
use crate::report::output::{Status, result};
use koma::check::{ChoiceKind, Document};

/// Lists the shipped variants, their options and readings
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    json: JsonArgs,
}

/// The shipped variants.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    variants: Vec<ListedVariant>,
}

/// A shipped variant and what can be chosen in it.
#[derive(Serialize, JsonSchema)]
pub struct ListedVariant {
    name: String,
    title: String,
    options: Vec<ListedChoice>,
    readings: Vec<ListedChoice>,
    editions: Vec<String>,
}

/// An option or a reading.
#[derive(Serialize, JsonSchema)]
pub struct ListedChoice {
    name: String,
    /// The default first
    choices: Vec<String>,
    /// The clause of the rulebook that it reads
    clause: Option<String>,
    /// The question that it answers
    asks: Option<String>,
}

pub fn run(args: Args) -> Status {
    let mut variants = Vec::new();
    for name in koma::shipped::names() {
        let Ok(document) = Document::open(name) else {
            continue;
        };
        let title = document.title();
        let choices = &document.choices;
        if args.json.json {
            let of = |kind: ChoiceKind| {
                let choices = choices.all.iter().filter(|it| it.kind == kind);
                let choices = choices.map(|it| ListedChoice {
                    name: it.name.clone(),
                    choices: it.choices.clone(),
                    clause: it.clause.clone(),
                    asks: it.asks.clone(),
                });
                choices.collect()
            };
            variants.push(ListedVariant {
                name: name.to_owned(),
                title: title.to_owned(),
                options: of(ChoiceKind::Option),
                readings: of(ChoiceKind::Reading),
                editions: choices.editions.iter().map(|it| it.0.clone()).collect(),
            });
            continue;
        }
        result(&format!("{name:<16} {title}"));
        for choice in &choices.all {
            let kind = if choice.kind == ChoiceKind::Option {
                "option "
            } else {
                "reading"
            };
            result(&format!(
                "    {kind} {}={}",
                choice.name,
                choice.choices.join("|")
            ));
        }
        if !choices.editions.is_empty() {
            let names: Vec<&str> = choices.editions.iter().map(|it| it.0.as_str()).collect();
            result(&format!("    edition @{}", names.join(" @")));
        }
    }
    if args.json.json {
        json::print(Output { variants });
    }
    Status::Done
}
