//! From the sentence of the booklet to the rule and back: which rule carries out which clause, what proves it, and
//! what on either side has no counterpart.

use koma::book::{Clause, Failure, Replay, Rulebook};
use koma::check::written::{RulePlace, Written};
use koma::check::{Choice, ChoiceKind, Document, Picks};
use koma::play::Variant;
use koma::say::{self, Language};
use koma::text::Problem;

use super::invariants;

/// A rulebook held against its variant.
#[derive(Debug)]
pub struct Trace<'a> {
    /// The variant.
    pub document: &'a Document,
    /// The rulebook.
    pub book: &'a Rulebook,
    /// Each clause with the rules that carry it out, in the order of the rulebook.
    pub clauses: Vec<Traced<'a>>,
    /// Each rule with the clauses that ask for it, in the order of the variant.
    pub rules: Vec<Asked<'a>>,
    /// Each reading and option with what was chosen, readings first.
    pub choices: Vec<Settled<'a>>,
    /// Each invariant, and what random games showed of it.
    pub invariants: Vec<Claimed<'a>>,
    /// In so many positions of random games the invariants were asked.
    pub positions: u64,
}

/// An invariant and what became of it.
#[derive(Debug)]
pub struct Claimed<'a> {
    /// `invariant.one-king`
    pub path: String,
    /// What it says.
    pub says: String,
    /// The numbers of the clauses that ask for it.
    pub clauses: Vec<&'a str>,
    /// The turns of a random game after which it does not hold.
    pub broken: Option<Vec<String>>,
}

/// So many random games are asked whether the invariants hold.
const GAMES: u32 = 200;

/// A clause and what became of it.
#[derive(Debug)]
pub struct Traced<'a> {
    /// The clause.
    pub clause: &'a Clause,
    /// The rules it names; without a place if the variant has none of that name.
    pub rules: Vec<(&'a str, Option<RulePlace>)>,
    /// Its scenarios: the name, and the failure of one that fails.
    pub scenarios: Vec<(&'a str, Option<Failure>)>,
}

/// A rule and who asked for it.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The rule.
    pub rule: Written,
    /// The numbers of the clauses.
    pub clauses: Vec<&'a str>,
}

/// An option or reading and what was chosen.
#[derive(Debug)]
pub struct Settled<'a> {
    /// The option or reading.
    pub choice: &'a Choice,
    /// What was chosen.
    pub chosen: String,
    /// What else could be.
    pub others: Vec<&'a str>,
    /// The numbers of the clauses it settles.
    pub clauses: Vec<&'a str>,
}

/// Holds a rulebook against its variant, and plays its scenarios. The problem is one of the picks.
pub fn trace<'a>(
    document: &'a Document,
    book: &'a Rulebook,
    picks: &Picks,
) -> Result<Trace<'a>, Box<Problem>> {
    let made = document.choices.pick(picks)?;
    let mut replay = Replay::new(document);
    let clauses = book
        .clauses
        .iter()
        .map(|clause| Traced {
            clause,
            rules: clause
                .rules
                .iter()
                .map(|(rule, _)| (rule.as_str(), document.place(rule)))
                .collect(),
            scenarios: clause
                .scenarios
                .iter()
                .map(|it| (it.id.as_str(), replay.one(it).err()))
                .collect(),
        })
        .collect();
    let rules = document
        .written()
        .into_iter()
        .map(|rule| Asked {
            clauses: asking(document, book, &rule.path),
            rule,
        })
        .collect();
    let mut choices: Vec<Settled<'a>> = document
        .choices
        .all
        .iter()
        .zip(made)
        .map(|(choice, (_, chosen))| Settled {
            others: choice
                .choices
                .iter()
                .filter(|it| **it != chosen)
                .map(String::as_str)
                .collect(),
            clauses: asking(document, book, &choice.path()),
            choice,
            chosen,
        })
        .collect();
    choices.sort_by_key(|it| it.choice.kind == ChoiceKind::Option);
    let (invariants, positions) = match Variant::of(document, picks) {
        Ok(variant) => claimed(document, book, &variant),
        Err(_) => (Vec::new(), 0),
    };
    Ok(Trace {
        document,
        book,
        clauses,
        rules,
        choices,
        invariants,
        positions,
    })
}

/// The invariants of a variant, tried in random games.
fn claimed<'a>(
    document: &Document,
    book: &'a Rulebook,
    variant: &Variant,
) -> (Vec<Claimed<'a>>, u64) {
    let sheet = variant.sheet();
    let kept = invariants::kept(variant, GAMES, 1);
    let said = say::sentences(sheet, Language::English);
    let claimed = sheet.invariants.iter().map(|it| {
        let path = &sheet.rule(it.rule).path;
        let says = said.iter().find(|said| said.path == *path);
        let broken = kept.broken.iter().find(|broken| broken.rule == it.rule);
        Claimed {
            path: path.clone(),
            says: says.map_or(String::new(), |it| it.text.clone()),
            clauses: asking(document, book, path),
            broken: broken.map(|it| it.turns.clone()),
        }
    });
    (claimed.collect(), kept.positions)
}

impl Trace<'_> {
    /// Clauses that no rule of the variant carries out.
    pub fn without_rule(&self) -> impl Iterator<Item = &Traced<'_>> {
        self.clauses
            .iter()
            .filter(|it| it.rules.iter().all(|(_, place)| place.is_none()))
    }

    /// Clauses without a scenario; each has its reason.
    pub fn without_scenario(&self) -> impl Iterator<Item = &Traced<'_>> {
        self.clauses.iter().filter(|it| it.scenarios.is_empty())
    }

    /// Rules that no clause asked for.
    pub fn without_clause(&self) -> impl Iterator<Item = &Asked<'_>> {
        self.rules.iter().filter(|it| it.clauses.is_empty())
    }

    /// Clauses and the rules they name that the variant does not have.
    pub fn unknown(&self) -> impl Iterator<Item = (&Clause, &str)> {
        self.clauses.iter().flat_map(|it| {
            let missing = it.rules.iter().filter(|(_, place)| place.is_none());
            missing.map(|(rule, _)| (it.clause, *rule))
        })
    }

    /// Scenarios that fail, each with its clause.
    pub fn failing(&self) -> impl Iterator<Item = (&Clause, &str, &Failure)> {
        self.clauses.iter().flat_map(|it| {
            let failed = it.scenarios.iter();
            failed.filter_map(|(id, failure)| Some((it.clause, *id, failure.as_ref()?)))
        })
    }

    /// How many scenarios there are.
    pub fn n_scenarios(&self) -> usize {
        self.clauses.iter().map(|it| it.scenarios.len()).sum()
    }

    /// Every clause has its rule, every rule its clause, and every scenario and invariant holds.
    pub fn is_whole(&self) -> bool {
        self.without_rule().next().is_none()
            && self.without_clause().next().is_none()
            && self.unknown().next().is_none()
            && self.failing().next().is_none()
            && self.invariants.iter().all(|it| it.broken.is_none())
    }

    /// `file.toml:12`, and the choice that says it there.
    pub fn place(&self, place: &RulePlace) -> String {
        let source = self.document.sources.of(place.span);
        let (line, _) = source.line_column(place.span.start as usize);
        let at = format!("{}:{line}", koma::text::safe::line(&source.name));
        match &place.choice {
            None => at,
            Some((name, choice)) => format!("{at} ({name}={choice})"),
        }
    }
}

/// The clauses that ask for a rule: they name it or a part of it, or, for a reading, it settles them.
fn asking<'a>(document: &Document, book: &'a Rulebook, path: &str) -> Vec<&'a str> {
    let read = document
        .choices
        .all
        .iter()
        .find(|it| it.kind == ChoiceKind::Reading && it.path() == path);
    let settles = |clause: &Clause| {
        read.is_some_and(|reading| {
            let named = reading.clause.as_deref().unwrap_or("");
            clause.reading.as_deref() == Some(&reading.name)
                || named.split(',').any(|it| it.trim() == clause.id)
        })
    };
    let names = |rule: &str| {
        let rest = rule.strip_prefix(path);
        rest.is_some_and(|it| it.is_empty() || it.starts_with('.'))
    };
    book.clauses
        .iter()
        .filter(|it| it.rules.iter().any(|(rule, _)| names(rule)) || settles(it))
        .map(|it| it.id.as_str())
        .collect()
}
