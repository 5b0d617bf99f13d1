//! What a whole file costs when every name is put in: bounded, so that loading it and playing it stay quick.

use super::fields::Cx;
use super::limits;
use super::rules::RuleBook;
use super::sets::Book;
use super::sheet::{
    Condition, Effect, End, Forbid, Invariant, Kind, Path, Pattern, Promote, RuleId, Turn,
};
use crate::text::{Code, Problem};

/// Counts the parts of every rule, and says so if they are too many together.
#[derive(Debug)]
pub struct Cost<'a> {
    book: Book<'a>,
    n_kinds: usize,
    found: Vec<(u64, RuleId)>,
}

impl<'a> Cost<'a> {
    /// Nothing counted yet, for a game of so many kinds.
    pub fn new(book: Book<'a>, n_kinds: usize) -> Self {
        Cost {
            book,
            n_kinds,
            found: Vec::new(),
        }
    }

    /// Counts how a piece moves.
    pub fn kind(&mut self, kind: &Kind) {
        let sets = kind.moves.iter().flat_map(Path::sets);
        let parts = sets.map(|it| self.book.size(it)).sum();
        self.found.push((parts, kind.moves_rule));
    }

    /// Counts a turn.
    pub fn turn(&mut self, turn: &Turn) {
        let acts: u64 = turn.acts.iter().map(|it| self.pattern(&it.0)).sum();
        self.found
            .push((acts + self.conditions(&turn.conditions), turn.rule));
    }

    /// Counts a promotion.
    pub fn promote(&mut self, promote: &Promote) {
        let patterns = [&promote.may, &promote.must].into_iter().flatten();
        let parts = patterns.map(|it| self.pattern(it)).sum();
        self.found.push((parts, promote.rule));
    }

    /// Counts an effect.
    pub fn effect(&mut self, effect: &Effect) {
        let act = effect.act.as_ref().map_or(0, |it| self.pattern(it));
        self.found
            .push((act + self.book.size(&effect.removes), effect.rule));
    }

    /// Counts a refusal.
    pub fn forbid(&mut self, forbid: &Forbid) {
        let act = forbid.act.as_ref().map_or(0, |it| self.pattern(it));
        let asked = self.conditions(&forbid.beforehand) + self.conditions(&forbid.conditions);
        self.found.push((act + asked, forbid.rule));
    }

    /// Counts an end.
    pub fn end(&mut self, end: &End) {
        self.found
            .push((self.conditions(&end.conditions), end.rule));
    }

    /// Counts an invariant.
    pub fn invariant(&mut self, invariant: &Invariant) {
        self.found
            .push((self.conditions(&invariant.conditions), invariant.rule));
    }

    /// The sets of a pattern, once for every kind it speaks of: `stuck` is another set for each.
    fn pattern(&self, pattern: &Pattern) -> u64 {
        let kinds = pattern.kinds.iter().filter(|it| it.index() < self.n_kinds);
        let parts: u64 = pattern.sets().map(|it| self.book.size(it)).sum();
        parts * kinds.count() as u64
    }

    fn conditions(&self, conditions: &[Condition]) -> u64 {
        let parts = conditions.iter().map(|it| {
            let (sets, pattern) = it.children();
            let sets: u64 = sets.map(|it| self.book.size(it)).sum();
            sets + pattern.map_or(0, |it| self.pattern(it))
        });
        parts.sum()
    }

    /// Says so if all of it together is too much, at the rule that costs most.
    pub fn judge(self, cx: &mut Cx<'_>, rules: &RuleBook) {
        let total: u64 = self.found.iter().map(|it| it.0).sum();
        if total <= limits::ALL_PARTS {
            return;
        }
        // The first of those that cost most.
        let Some((parts, rule)) = self.found.iter().rev().max_by_key(|it| it.0) else {
            return;
        };
        cx.add(
            Problem::at(
                Code::TooCostly,
                rules.0[rule.0 as usize].span,
                format!(
                    "with all names and kinds put in, the rules have more than {} parts together",
                    limits::ALL_PARTS
                ),
                format!("this rule alone has {parts}"),
            )
            .help("a pattern counts once for every kind it speaks of: name the kinds, or use large sets fewer times"),
        );
    }
}
