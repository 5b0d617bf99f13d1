//! The one namespace of pieces, groups and named sets.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::fields::Cx;
use super::sheet::{KindId, KindSet, SetId};
use crate::syntax::ast::Name;
use crate::syntax::envelope::Entry;
use crate::text::{Code, Problem, Span, near};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// A kind of piece.
    Kind(KindId),
    /// A group of kinds.
    Group(KindSet),
    /// A named set; its id is known once the sets are in order.
    Set(Option<SetId>),
}

impl Thing {
    fn what(self) -> &'static str {
        match self {
            Thing::Kind(_) => "a piece",
            Thing::Group(_) => "a group of pieces",
            Thing::Set(_) => "a set of squares",
        }
    }
}

/// Every name of the file.
#[derive(Debug, Default)]
pub struct Names(
    BTreeMap<String, (Thing, Span)>,
    /// The groups that something has mentioned so far.
    RefCell<BTreeSet<String>>,
);

impl Names {
    /// Declares a name; says so if it cannot be one or is taken.
    pub fn declare(&mut self, cx: &mut Cx<'_>, entry: &Entry, thing: Thing) {
        if let Some(why) = cx.name_problem(&entry.key) {
            cx.add(
                Problem::at(
                    Code::BadName,
                    entry.key_span,
                    format!("`{}` {why}", entry.key),
                    "this cannot be a name in rules",
                )
                .help("a name is lower-case letters, digits, `-` and `_`; words of the language and squares such as `p1` are taken"),
            );
        }
        if let Some((other, at)) = self.0.get(&entry.key) {
            cx.add(
                Problem::at(
                    Code::NameTaken,
                    entry.key_span,
                    format!("`{}` is already {}", entry.key, other.what()),
                    "declared again",
                )
                .label(*at, "declared here")
                .help("pieces, groups and named sets share one namespace"),
            );
            return;
        }
        self.0.insert(entry.key.clone(), (thing, entry.key_span));
    }

    /// Gives a declared name its meaning.
    pub fn settle(&mut self, name: &str, thing: Thing) {
        if let Some(it) = self.0.get_mut(name) {
            it.0 = thing;
        }
    }

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<Thing> {
        self.0.get(name).map(|it| it.0)
    }

    /// Whether something has mentioned a group.
    pub fn is_mentioned(&self, group: &str) -> bool {
        self.1.borrow().contains(group)
    }

    /// The kinds that a name means, or a problem.
    pub fn kinds(&self, cx: &mut Cx<'_>, name: &Name) -> Option<KindSet> {
        match self.0.get(&name.value) {
            Some((Thing::Kind(kind), _)) => Some(KindSet::one(*kind)),
            Some((Thing::Group(kinds), _)) => {
                self.1.borrow_mut().insert(name.value.clone());
                Some(*kinds)
            }
            Some((Thing::Set(_), at)) => {
                cx.add(
                    Problem::at(
                        Code::WrongName,
                        name.span,
                        format!("`{}` is a set of squares, not a kind of piece", name.value),
                        "a piece or a group is needed here",
                    )
                    .label(*at, "declared here"),
                );
                None
            }
            None => {
                self.unknown(cx, name, Code::UnknownPiece, "piece", |it| {
                    !matches!(it, Thing::Set(_))
                });
                None
            }
        }
    }

    /// One kind, not a group.
    pub fn kind(&self, cx: &mut Cx<'_>, name: &Name) -> Option<KindId> {
        match self.get(&name.value) {
            Some(Thing::Kind(kind)) => Some(kind),
            Some(Thing::Group(_)) => {
                cx.add(Problem::at(
                    Code::WrongName,
                    name.span,
                    format!("`{}` is a group", name.value),
                    "one kind of piece is needed here",
                ));
                None
            }
            _ => {
                self.kinds(cx, name);
                None
            }
        }
    }

    /// Says that a name is unknown, and which one may have been meant.
    pub fn unknown(
        &self,
        cx: &mut Cx<'_>,
        name: &Name,
        code: Code,
        what: &str,
        fits: impl Fn(Thing) -> bool,
    ) {
        if cx.problems.is_full() {
            return;
        }
        let candidates: Vec<&str> = self
            .0
            .iter()
            .filter(|(_, it)| fits(it.0))
            .map(|(key, _)| key.as_str())
            .collect();
        let everything = self.0.keys().map(String::as_str);
        let help = near::nearest(&name.value, everything)
            .map(|it| format!("did you mean `{it}`?"))
            .or_else(|| near::hint(&name.value, "declared are", candidates));
        cx.add(
            Problem::at(
                code,
                name.span,
                format!("no {what} is called `{}`", name.value),
                format!("no {what} has this name"),
            )
            .maybe_help(help),
        );
    }
}
