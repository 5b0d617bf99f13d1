//! `[unknown]`: values that the file has to say and nobody knows, each with the reason.

use super::fields::{Cx, Fields, section, wrong_type};
use super::shown::each;
use crate::syntax::envelope::{Table, Value};
use crate::text::{Code, Problem, near};

/// A value that stands for one that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// Where it is said: `board.start`.
    pub path: String,
    /// What is not known about it.
    pub why: String,
}

/// Reads `[unknown]`; each key is the path of something that the file says.
pub fn unknown(cx: &mut Cx<'_>, top: &Fields<'_>, tree: &Table) -> Vec<Unknown> {
    let mut found = Vec::new();
    for entry in section(cx, top, "unknown") {
        each(entry, |below, leaf| {
            let path = match below.is_empty() {
                true => entry.key.clone(),
                false => format!("{}.{below}", entry.key),
            };
            match &leaf.node.value {
                Value::Text(why) if why.trim().is_empty() => cx.add(
                    Problem::at(
                        Code::MissingKey,
                        leaf.node.span,
                        "the reason is missing",
                        "what is not known?",
                    )
                    .help("it is shown wherever the value is: `\"figure 6 was not found\"`"),
                ),
                Value::Text(_) if tree.at(&path).is_none() => {
                    let sections = tree.entries.iter();
                    let said: Vec<String> = sections
                        .filter_map(|it| Some((&it.key, it.node.as_table()?)))
                        .flat_map(|(key, inner)| inner.keys().map(move |it| format!("{key}.{it}")))
                        .collect();
                    cx.add(
                        Problem::at(
                            Code::UnknownRule,
                            leaf.key_span,
                            format!("nothing is said at `{path}`"),
                            "this cannot be unknown",
                        )
                        .maybe_help(
                            near::nearest(&path, said.iter().map(String::as_str))
                                .map(|it| format!("did you mean `{it}`?")),
                        ),
                    );
                }
                Value::Text(why) => found.push(Unknown {
                    path,
                    why: why.clone(),
                }),
                other => wrong_type(cx, leaf, "a reason, or a table of them", other.what()),
            }
        });
    }
    found
}

/// What a table says under `[unknown]`: each path and its reason, in some language if the table has it there.
pub fn said(table: &Table, language: &str) -> Vec<Unknown> {
    let mut found = Vec::new();
    for entry in table.table("unknown").iter().flat_map(|it| &it.entries) {
        each(entry, |below, leaf| {
            let path = match below.is_empty() {
                true => entry.key.clone(),
                false => format!("{}.{below}", entry.key),
            };
            let shown = table.at(&format!("names.{language}.unknown.{path}"));
            let shown = shown.and_then(|it| it.node.as_text());
            if let Some(why) = shown.or(leaf.node.as_text()) {
                let why = why.to_owned();
                found.push(Unknown { path, why });
            }
        });
    }
    found
}
