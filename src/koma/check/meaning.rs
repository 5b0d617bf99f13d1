//! Checks of meaning: what is well formed, but may not say what was meant.
//!
//! Each choice of options and readings is looked at by itself. What is idle (a set nobody mentions, a rule that never
//! holds) is told only if it is so in every choice in which it exists; what can go wrong in play is told if it can in
//! some choice. `[allow]` says that something is meant as it is, and why.

pub mod bounds;
pub mod judge;

use std::collections::{BTreeMap, BTreeSet};

use self::bounds::Work;
use super::fields::{Cx, Fields, section, wrong_type};
use super::sheet::Sheet;
use crate::syntax::envelope::{Entry, Table, Value};
use crate::text::{Code, Problem, Problems, Span, near};

/// What is told if it is so in some choice.
const IN_PLAY: [Code; 4] = [
    Code::Endless,
    Code::NoRuleForNoAct,
    Code::OrderDecides,
    Code::OneSided,
];

/// A line of `[allow]`: a warning that is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// Which warning.
    pub code: Code,
    /// Of what, or of everything.
    pub of: Option<String>,
    /// Where it is written.
    pub span: Span,
}

impl Allow {
    /// Whether it speaks of a path: `camp`, `squares.camp`.
    fn fits(&self, code: Code, path: &str) -> bool {
        let named = |of: &str| {
            path == of
                || path
                    .strip_suffix(of)
                    .is_some_and(|front| front.ends_with('.'))
        };
        self.code == code && self.of.as_deref().is_none_or(named)
    }
}

/// Reads `[allow]`.
pub fn allowed(cx: &mut Cx<'_>, top: &Fields<'_>) -> Vec<Allow> {
    let known: Vec<&str> = Code::WARNINGS
        .iter()
        .filter(|it| **it != Code::AllowsNothing)
        .map(|it| it.as_str())
        .collect();
    let mut found = Vec::new();
    for entry in section(cx, top, "allow") {
        let code = Code::find(&entry.key).filter(|_| known.contains(&entry.key.as_str()));
        let Some(code) = code else {
            cx.add(
                Problem::at(
                    Code::UnknownKey,
                    entry.key_span,
                    format!("no warning is called `{}`", entry.key),
                    "this cannot be allowed",
                )
                .maybe_help(near::hint(
                    &entry.key,
                    "known are",
                    known.iter().copied(),
                )),
            );
            continue;
        };
        reasons(cx, entry, code, None, &mut found);
    }
    found
}

/// The reasons of an entry: one for all, or one for each path.
fn reasons(cx: &mut Cx<'_>, entry: &Entry, code: Code, of: Option<String>, found: &mut Vec<Allow>) {
    match &entry.node.value {
        Value::Text(reason) if reason.trim().is_empty() => cx.add(
            Problem::at(
                Code::MissingKey,
                entry.node.span,
                "the reason is missing",
                "why is it meant as it is?",
            )
            .help("`[allow]` tells the next reader: `endless = \"the booklet knows no draw\"`"),
        ),
        Value::Text(_) => found.push(Allow {
            code,
            of,
            span: entry.key_span,
        }),
        Value::Table(table) => {
            for inner in &table.entries {
                let path = match &of {
                    Some(of) => format!("{of}.{}", inner.key),
                    None => inner.key.clone(),
                };
                reasons(cx, inner, code, Some(path), found);
            }
        }
        other => wrong_type(cx, entry, "a reason, or a table of them", other.what()),
    }
}

/// What was found about one thing, over all choices.
#[derive(Debug, Default)]
struct Tally {
    /// In how many choices it exists.
    exists: usize,
    /// In how many there is something to say.
    found: usize,
    /// What there is to say, and in which choice that is not the default.
    problem: Option<(Problem, String)>,
    /// Lines that allow it.
    allowed: BTreeSet<Span>,
    /// In some choice nothing allows it.
    open: bool,
}

/// Warnings as they are found, one choice after the other.
#[derive(Debug, Default)]
pub struct Meaning {
    tallies: BTreeMap<(Code, String), Tally>,
    allows: BTreeMap<Span, Allow>,
    work: Work,
}

impl Meaning {
    /// Looks at the variant in one choice of options and readings; `chosen` names what is not the default.
    pub fn look(&mut self, sheet: &Sheet, tree: &Table, allows: Vec<Allow>, chosen: &str) {
        for seen in judge::judge(sheet, tree, &self.work) {
            let (code, path) = (seen.code, seen.path.clone());
            let tally = self.tallies.entry((code, seen.path)).or_default();
            tally.exists += 1;
            let Some(problem) = seen.problem else {
                continue;
            };
            tally.found += 1;
            // The line that says most is the one that counts.
            let fitting = allows.iter().filter(|it| it.fits(code, &path));
            match fitting.max_by_key(|it| it.of.as_ref().map(String::len)) {
                Some(allow) => {
                    tally.allowed.insert(allow.span);
                }
                None => {
                    tally.open = true;
                    tally.problem.get_or_insert((problem, chosen.to_owned()));
                }
            }
        }
        self.allows
            .extend(allows.into_iter().map(|it| (it.span, it)));
    }

    /// The warnings.
    pub fn warnings(self) -> Problems {
        let mut problems = Problems::default();
        let mut used: BTreeSet<Span> = BTreeSet::new();
        for ((code, path), tally) in self.tallies {
            let told = match IN_PLAY.contains(&code) {
                true => tally.found > 0,
                false => tally.found == tally.exists,
            };
            if !told {
                continue;
            }
            used.extend(&tally.allowed);
            if let Some((problem, chosen)) = tally.problem.filter(|_| tally.open) {
                let name = match path.rsplit_once('.') {
                    Some((_, name)) => format!("{code}.{name}"),
                    None => code.to_string(),
                };
                let mut help = problem.help.clone().unwrap_or_default();
                if !chosen.is_empty() {
                    help += &format!("\nit is so with {chosen}");
                }
                help += &format!("\nif it is meant so, say why: `allow.{name} = \"…\"`");
                problems.add(problem.help(help));
            }
        }
        for (span, allow) in self.allows {
            // What a parent allows may be mended here; and who did not look at everything cannot tell.
            let own = span.file == Span::default().file;
            if own && !used.contains(&span) && !self.work.is_done() {
                let of = allow.of.map(|it| format!(" of `{it}`")).unwrap_or_default();
                problems.add(
                    Problem::at(
                        Code::AllowsNothing,
                        span,
                        format!("there is no warning `{}`{of}", allow.code),
                        "this allows nothing",
                    )
                    .help("remove the line"),
                );
            }
        }
        problems
    }
}
