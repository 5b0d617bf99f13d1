//! `koma list`

use serde_json::{Value, json};

use crate::args::JsonArgs;
use crate::report::output::{JSON_VERSION, Status, json_line, result};
use koma::check::{ChoiceKind, Document};

/// Lists the shipped variants with their options, readings and editions
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    json: JsonArgs,
}

pub fn run(args: Args) -> Status {
    let json = args.json.json;
    let mut all: Vec<Value> = Vec::new();
    for name in koma::shipped::names() {
        let Ok(document) = Document::open(name) else {
            continue;
        };
        let title = document.title();
        let choices = &document.choices;
        if json {
            let of = |kind: ChoiceKind| -> Vec<Value> {
                choices
                    .all
                    .iter()
                    .filter(|it| it.kind == kind)
                    .map(|it| json!({ "name": it.name, "choices": it.choices, "clause": it.clause, "asks": it.asks }))
                    .collect()
            };
            let editions: Vec<&String> = choices.editions.iter().map(|it| &it.0).collect();
            all.push(json!({
                "name": name, "title": title, "options": of(ChoiceKind::Option),
                "readings": of(ChoiceKind::Reading), "editions": editions,
            }));
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
    if json {
        json_line(&json!({ "version": JSON_VERSION, "variants": all }));
    }
    Status::Done
}
