//! `koma show`, `koma list`, `koma explain`

use serde_json::{Value, json};

use super::output::{JSON_VERSION, Status, json_line, remark, result};
use koma::check::{ChoiceKind, Document};
use koma::play::Game;
use koma::text::{Code, near};

/// Shows a variant, or a position of it.
pub fn show(game: &Game, given: bool) -> Status {
    let setup = game.setup();
    result(super::show::show(game.variant(), given.then_some(&setup)).trim_end());
    Status::Done
}

/// Lists the shipped variants.
pub fn list(json: bool) -> Status {
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

/// Tells more about a problem code.
pub fn explain(code: Option<&str>) -> Status {
    let Some(text) = code else {
        for code in Code::ALL {
            result(code.as_str());
        }
        return Status::Done;
    };
    match Code::find(text) {
        Some(code) => {
            result(&format!(
                "{code}\n\n{}\n\nExample:\n",
                wrapped(code.explanation(), 96)
            ));
            for line in code.example().lines() {
                result(&format!("    {line}"));
            }
            Status::Done
        }
        None => {
            let hint = near::nearest(text, Code::ALL.iter().map(|it| it.as_str()))
                .map_or("`koma explain` lists them".to_owned(), |it| {
                    format!("did you mean `{it}`?")
                });
            remark(&format!(
                "koma: there is no code `{}`; {hint}",
                koma::text::safe::line(text)
            ));
            Status::Usage
        }
    }
}

fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let n = word.chars().count();
        if column > 0 && column + 1 + n > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += n;
    }
    out
}
