//! Rule strings parsed once. A file is checked in many combinations of its choices, and most of its strings are the
//! same in all of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use super::fields::Cx;
use crate::syntax::ast;
use crate::syntax::envelope::Node;
use crate::syntax::lower;
use crate::text::{Problem, Sources, Span};

/// What was parsed so far, by its place.
#[derive(Debug, Default)]
pub struct Parsed {
    sets: Memo<ast::Set>,
    moves: Memo<ast::Moves>,
    acts: Memo<ast::Act>,
    turns: Memo<ast::Turn>,
    conditions: Memo<ast::Condition>,
    kinds: Memo<ast::Kinds>,
    results: Memo<ast::ResultWord>,
    names: RefCell<HashMap<String, Option<String>>>,
}

type Outcome<T> = Result<Rc<T>, Box<Problem>>;

#[derive(Debug)]
struct Memo<T>(RefCell<HashMap<Span, Outcome<T>>>);

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo(RefCell::default())
    }
}

impl<T> Memo<T> {
    fn get(
        &self,
        node: &Node,
        sources: &Sources,
        parse: fn(&Node, &Sources) -> Result<T, Box<Problem>>,
    ) -> Outcome<T> {
        let mut known = self.0.borrow_mut();
        let outcome = known
            .entry(node.span)
            .or_insert_with(|| parse(node, sources).map(Rc::new));
        outcome.clone()
    }
}

/// Each parses a text of the file; a text that does not parse becomes a problem.
impl Cx<'_> {
    /// A set of squares.
    pub fn set(&mut self, node: &Node) -> Option<Rc<ast::Set>> {
        let outcome = self.parsed.sets.get(node, self.sources, lower::set);
        self.keep(outcome)
    }

    /// How a piece moves.
    pub fn moves(&mut self, node: &Node) -> Option<Rc<ast::Moves>> {
        let outcome = self.parsed.moves.get(node, self.sources, lower::moves);
        self.keep(outcome)
    }

    /// An act pattern.
    pub fn act(&mut self, node: &Node) -> Option<Rc<ast::Act>> {
        let outcome = self.parsed.acts.get(node, self.sources, lower::act);
        self.keep(outcome)
    }

    /// What a turn is.
    pub fn turn(&mut self, node: &Node) -> Option<Rc<ast::Turn>> {
        let outcome = self.parsed.turns.get(node, self.sources, lower::turn);
        self.keep(outcome)
    }

    /// A condition.
    pub fn condition(&mut self, node: &Node) -> Option<Rc<ast::Condition>> {
        let memo = &self.parsed.conditions;
        let outcome = memo.get(node, self.sources, lower::condition);
        self.keep(outcome)
    }

    /// Some kinds of piece.
    pub fn kinds(&mut self, node: &Node) -> Option<Rc<ast::Kinds>> {
        let outcome = self.parsed.kinds.get(node, self.sources, lower::kinds);
        self.keep(outcome)
    }

    /// Who wins.
    pub fn result(&mut self, node: &Node) -> Option<ast::ResultWord> {
        let outcome = self.parsed.results.get(node, self.sources, lower::result);
        self.keep(outcome).map(|it| *it)
    }

    /// Why a key cannot be a name in rules, if it cannot.
    pub fn name_problem(&self, key: &str) -> Option<String> {
        let mut known = self.parsed.names.borrow_mut();
        if let Some(known) = known.get(key) {
            return known.clone();
        }
        let problem = lower::name_problem(key);
        known.insert(key.to_owned(), problem.clone());
        problem
    }
}
