//! `koma list`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, LangArgs};
use crate::report::json;
use crate::report::library::{self, Listed};
use crate::report::output::{Status, result};
use crate::report::labels::words;
use koma::check::{ChoiceKind, Choices};
use koma::say::Language;
use koma::text::safe;

/// Lists the shipped variants, their options and readings
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    lang: LangArgs,
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
    /// What it is like, in a line
    about: Option<String>,
    /// The games that it is listed with
    family: Option<String>,
    /// It comes with its rulebook, clause by clause
    rulebook: bool,
    options: Vec<ListedChoice>,
    readings: Vec<ListedChoice>,
    editions: Vec<String>,
    /// What is not known of the values that the file itself says
    unknown: Vec<UnknownOutput>,
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
    /// What is not known of the values of its choices
    unknown: Vec<UnknownOutput>,
}

/// A value that stands for one that is not known.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Unknown")]
pub struct UnknownOutput {
    /// The choice that says it; null if the file itself does
    choice: Option<String>,
    /// Where it is said: `board.start`
    path: String,
    why: String,
}

pub fn run(args: Args) -> Status {
    let language = args.lang.language();
    let words = words(language);
    let groups = library::groups(language);
    if args.json.json {
        let all = groups.iter().flat_map(|it| &it.variants);
        let variants = all.map(listed).collect();
        json::print(Output { variants });
        return Status::Done;
    }
    let all = || groups.iter().flat_map(|it| &it.variants);
    let column = all().map(|it| it.name.len()).max().unwrap_or(0) + 2;
    for (i, group) in groups.iter().enumerate() {
        if i > 0 {
            result("");
        }
        result(&group.heading);
        for it in &group.variants {
            let about = it.about.as_ref().map(|it| format!(": {it}"));
            let about = about.unwrap_or_default();
            let size = it.size();
            result(&format!("  {:<column$}{}, {size}{about}", it.name, it.title));
            for unknown in it.document.unknown(language.code()) {
                let (unsure, colon) = (words.unknown, words.colon);
                result(&format!("      {unsure}{colon} {}", safe::line(&unknown.why)));
            }
            tell_choices(&it.document.choices, language);
        }
    }
    Status::Done
}

fn tell_choices(choices: &Choices, language: Language) {
    for choice in &choices.all {
        let kind = match choice.kind {
            ChoiceKind::Option => "option ",
            ChoiceKind::Reading => "reading",
        };
        let all = choice.choices.join("|");
        result(&format!("      {kind} {}={all}", choice.name));
        for (picked, unknown) in choice.unknown(language.code()) {
            let (unsure, why) = (words(language).unknown, safe::line(&unknown.why));
            let colon = words(language).colon;
            result(&format!("              {picked}{colon} {unsure}{colon} {why}"));
        }
    }
    if !choices.editions.is_empty() {
        let names: Vec<&str> = choices.editions.iter().map(|it| it.0.as_str()).collect();
        result(&format!("      edition @{}", names.join(" @")));
    }
}

fn listed(it: &Listed) -> ListedVariant {
    let choices = &it.document.choices;
    let of = |kind: ChoiceKind| {
        let choices = choices.all.iter().filter(|it| it.kind == kind);
        let choices = choices.map(|it| ListedChoice {
            name: it.name.clone(),
            choices: it.choices.clone(),
            clause: it.clause.clone(),
            asks: it.asks.clone(),
            unknown: { it.unknown(Language::English.code()).into_iter() }
                .map(|(choice, it)| UnknownOutput {
                    choice: Some(choice.to_owned()),
                    path: it.path,
                    why: it.why,
                })
                .collect(),
        });
        choices.collect()
    };
    ListedVariant {
        name: it.name.to_owned(),
        title: it.title.clone(),
        about: it.about.clone(),
        family: it.family.clone(),
        rulebook: koma::shipped::rulebook(it.name).is_some(),
        options: of(ChoiceKind::Option),
        readings: of(ChoiceKind::Reading),
        editions: choices.editions.iter().map(|it| it.0.clone()).collect(),
        unknown: { it.document.unknown(Language::English.code()).into_iter() }
            .map(|it| UnknownOutput {
                choice: None,
                path: it.path,
                why: it.why,
            })
            .collect(),
    }
}
