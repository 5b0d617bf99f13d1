//! Every rule that a variant file says, in any of its choices, and where it says it.

use super::Document;
use super::pieces::span_of;
use crate::syntax::envelope::{Entry, Table, Value};
use crate::text::Span;

/// A rule as written: what a clause of a rulebook can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// `end.mate`, `pieces.scout.moves`, `board.size`, `reading.goal`.
    pub path: String,
    /// Where: the file itself first, then each choice that says it otherwise.
    pub places: Vec<RulePlace>,
}

/// One place where a rule is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePlace {
    /// The option or reading and its choice, if not the file itself says it.
    pub choice: Option<(String, String)>,
    /// Where.
    pub span: Span,
    /// The choice takes the rule away.
    pub removes: bool,
}

/// Sections whose every entry is a rule.
const RULES: [&str; 10] = [
    "squares",
    "groups",
    "turn",
    "promote",
    "effect",
    "forbid",
    "end",
    "invariant",
    "option",
    "reading",
];

/// What is a rule of the other sections.
const KEYS: [(&str, &[&str]); 2] = [
    ("board", &["size", "turned", "layers", "start", "hands"]),
    ("capture", &["to"]),
];

/// What is a rule of a piece.
const PIECE: [&str; 7] = [
    "owner",
    "layer",
    "moves",
    "becomes",
    "in_hand_as",
    "drops_as",
    "points",
];

impl Document {
    /// Every rule of the file and of its choices, in the order of the file.
    pub fn written(&self) -> Vec<Written> {
        let mut all: Vec<Written> = Vec::new();
        let mut add = |path: String, entry: &Entry, choice: &Option<(String, String)>| {
            let place = RulePlace {
                choice: choice.clone(),
                span: span_of(entry),
                removes: matches!(entry.node.value, Value::Flag(false)),
            };
            match all.iter_mut().find(|it| it.path == path) {
                Some(known) => known.places.push(place),
                None => all.push(Written {
                    path,
                    places: vec![place],
                }),
            }
        };
        walk(&self.tree, |path, entry| add(path, entry, &None));
        for choice in &self.choices.all {
            for picked in &choice.choices {
                let made = [(choice.name.clone(), picked.clone())];
                for overlay in self.choices.overlays(&made) {
                    let made = Some(made[0].clone());
                    walk(overlay, |path, entry| add(path, entry, &made));
                }
            }
        }
        all.retain(|it| it.places.iter().any(|it| !it.removes));
        all
    }

    /// Where something is written, whether it is a rule or not: the file itself, else the first choice that says it.
    pub fn place(&self, path: &str) -> Option<RulePlace> {
        if let Some(entry) = self.tree.at(path) {
            return Some(RulePlace {
                choice: None,
                span: span_of(entry),
                removes: false,
            });
        }
        self.choices.all.iter().find_map(|choice| {
            choice.choices.iter().find_map(|picked| {
                let made = [(choice.name.clone(), picked.clone())];
                let mut overlays = self.choices.overlays(&made);
                let entry = overlays.find_map(|it| it.at(path))?;
                Some(RulePlace {
                    choice: Some(made[0].clone()),
                    span: span_of(entry),
                    removes: false,
                })
            })
        })
    }
}

fn walk(table: &Table, mut found: impl FnMut(String, &Entry)) {
    for section in &table.entries {
        let name = section.key.as_str();
        let Some(inner) = section.node.as_table() else {
            continue;
        };
        let keys = KEYS.iter().find(|it| it.0 == name).map(|it| it.1);
        for entry in &inner.entries {
            let path = format!("{name}.{}", entry.key);
            if name == "pieces" {
                for part in entry.node.as_table().iter().flat_map(|it| &it.entries) {
                    if PIECE.contains(&part.key.as_str()) {
                        found(format!("{path}.{}", part.key), part);
                    }
                }
            } else if RULES.contains(&name)
                || keys.is_some_and(|it| it.contains(&entry.key.as_str()))
            {
                found(path, entry);
            }
        }
    }
}
