//! `[names.LANG]`: what is shown instead of a name of the file, in some language.

use std::collections::BTreeSet;

use super::choices::{Choice, Choices};
use super::fields::{Cx, Fields, section, wrong_type};
use super::unknown;
use crate::syntax::envelope::{Entry, Table, Value};
use crate::text::{Code, Problem, Span, near};

/// What has a name to be shown, by section.
const NAMED: [&str; 3] = ["pieces", "groups", "squares"];

/// What of `[game]` may be said in another language.
const GAME: [&str; 3] = ["name", "about", "family"];

/// What may be said of the grammar of such a name.
const GRAMMAR: [&str; 2] = ["articles", "plurals"];

/// (language, path, name) of everything that has a shown name.
pub fn names(cx: &mut Cx<'_>, top: &Fields<'_>) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for language in section(cx, top, "names") {
        each(language, |path, entry| match &entry.node.value {
            Value::Text(name) if !path.is_empty() => {
                found.push((language.key.clone(), path.to_owned(), name.clone()));
            }
            other => wrong_type(cx, entry, "a name or a table of names", other.what()),
        });
    }
    found
}

/// Refuses shown names of things that the file itself has in no choice. A parent's are its own affair: a child may
/// have removed what they name.
pub fn check(cx: &mut Cx<'_>, tree: &Table, choices: &Choices) {
    let tables = || std::iter::once(tree).chain(choices.all.iter().flat_map(Choice::tables));
    let file = Span::default().file;
    let languages = tables().filter_map(|it| it.table("names"));
    let languages: Vec<&Entry> = languages.flat_map(|it| &it.entries).collect();
    if languages.is_empty() {
        return;
    }
    let known = known(tables(), choices);
    for language in languages {
        each(language, |path, entry| {
            let own = entry.key_span.file == file;
            if path.is_empty() || !own || known.contains(path) || cx.problems.is_full() {
                return;
            }
            let candidates = known.iter().map(String::as_str);
            cx.add(
                Problem::at(
                    Code::UnknownName,
                    entry.key_span,
                    format!("`{path}` is nothing that is shown by a name"),
                    "this names nothing",
                )
                .maybe_help(near::hint(path, "names can be given to", candidates)),
            );
        });
    }
}

/// Every path that a name can be given to.
fn known<'t>(tables: impl Iterator<Item = &'t Table>, choices: &Choices) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for table in tables {
        for section in NAMED {
            for key in table.table(section).iter().flat_map(|it| it.keys()) {
                known.insert(format!("{section}.{key}"));
                known.extend(GRAMMAR.map(|it| format!("{it}.{key}")));
            }
        }
        let unknown = unknown::said(table, "").into_iter();
        known.extend(unknown.map(|it| format!("unknown.{}", it.path)));
        let said = GAME.map(|it| format!("game.{it}"));
        known.extend(said.into_iter().filter(|it| table.at(it).is_some()));
        if let Some(Value::List(layers)) = table.at("board.layers").map(|it| &it.node.value) {
            let layers = layers.iter().filter_map(|it| it.as_text());
            known.extend(layers.map(|it| format!("layers.{it}")));
        }
    }
    for choice in &choices.all {
        let path = choice.path();
        known.extend(choice.choices.iter().map(|it| format!("{path}.is.{it}")));
        known.insert(format!("{path}.asks"));
    }
    known.extend(
        choices
            .editions
            .iter()
            .map(|it| format!("edition.{}", it.0)),
    );
    known
}

/// Every leaf of an entry, with its path below it.
pub fn each(entry: &Entry, mut found: impl FnMut(&str, &Entry)) {
    let mut stack: Vec<(String, &Entry)> = vec![(String::new(), entry)];
    while let Some((path, entry)) = stack.pop() {
        let Value::Table(table) = &entry.node.value else {
            found(&path, entry);
            continue;
        };
        for inner in table.entries.iter().rev() {
            let path = match path.is_empty() {
                true => inner.key.clone(),
                false => format!("{path}.{}", inner.key),
            };
            stack.push((path, inner));
        }
    }
}
