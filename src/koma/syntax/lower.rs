//! Rule strings into `ast`: pest's pairs, one function per grammar rule, of the same name.

mod acts;
mod mistakes;
mod movement;
mod sets;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::ast::*;
use super::envelope::Node;
use super::place::Placed;
use super::{Rule, RuleLanguage};
use crate::board::{Way, Ways};
use crate::text::{Code, Problem, Sources, Span, Spanned};

/// The longest rule string, in characters.
pub const MAX_RULE_CHARS: usize = 4096;
/// The most words in a rule string.
pub const MAX_RULE_WORDS: usize = 400;
/// The most words and brackets of one string that nest something inside of them.
pub const MAX_RULE_NESTING: usize = 32;

type Parsed<T> = Result<T, Box<Problem>>;

/// `moves = "…"`
pub fn moves(node: &Node, sources: &Sources) -> Parsed<Moves> {
    whole(Rule::whole_moves, node, sources, |it, pair| it.moves(pair))
}

/// `squares.NAME = "…"`
pub fn set(node: &Node, sources: &Sources) -> Parsed<Set> {
    whole(Rule::whole_set, node, sources, |it, pair| it.set(pair))
}

/// `forbid.ID.act = "…"`
pub fn act(node: &Node, sources: &Sources) -> Parsed<Act> {
    whole(Rule::whole_act, node, sources, |it, pair| it.act(pair))
}

/// `turn.ID.acts = "…"`
pub fn turn(node: &Node, sources: &Sources) -> Parsed<Turn> {
    whole(Rule::whole_turn, node, sources, |it, pair| it.turn(pair))
}

/// `end.ID.when = "…"`
pub fn condition(node: &Node, sources: &Sources) -> Parsed<Condition> {
    whole(Rule::whole_condition, node, sources, |it, pair| {
        it.condition(pair)
    })
}

/// `groups.NAME = "…"`
pub fn kinds(node: &Node, sources: &Sources) -> Parsed<Kinds> {
    whole(Rule::whole_kinds, node, sources, |it, pair| {
        Ok(it.kinds(pair))
    })
}

/// `end.ID.result = "…"`
pub fn result(node: &Node, sources: &Sources) -> Parsed<ResultWord> {
    whole(Rule::whole_result, node, sources, |it, pair| {
        Ok(it.result(pair))
    })
}

/// Whether a key of the file can be a name in rules; if not, why.
pub fn name_problem(key: &str) -> Option<String> {
    if RuleLanguage::parse(Rule::whole_name, key).is_ok() {
        return None;
    }
    let word = |rule| RuleLanguage::parse(rule, key).is_ok_and(|it| it.as_str() == key);
    Some(if word(Rule::reserved) {
        "is a word of the language".to_owned()
    } else if word(Rule::square) {
        "looks like a square".to_owned()
    } else {
        "is not made of lower-case letters, digits, `-` and `_`, beginning with a letter".to_owned()
    })
}

fn whole<T>(
    rule: Rule,
    node: &Node,
    sources: &Sources,
    lower: impl FnOnce(&Lower, Pair<'_, Rule>) -> Parsed<T>,
) -> Parsed<T> {
    let text = node.as_text().unwrap_or("");
    too_long(text, node.span)?;
    let lowering = Lower {
        file: node.span.file,
        placed: Placed::new(
            &sources.of(node.span).text,
            node.span.start as usize..node.span.end as usize,
        ),
    };
    match RuleLanguage::parse(rule, text) {
        Ok(mut pairs) => {
            let whole = pairs.next().expect("grammar: a whole string is one pair");
            let inner = whole
                .into_inner()
                .next()
                .expect("grammar: a whole string holds its rule");
            lower(&lowering, inner)
        }
        Err(error) => Err(Box::new(lowering.syntax_problem(text, &error))),
    }
}

/// The size limits, checked in one pass before anything recurses.
fn too_long(text: &str, span: Span) -> Parsed<()> {
    let refuse = |what: String| {
        Err(Box::new(
            Problem::at(Code::RuleTooLong, span, what, "too much for one rule")
                .help("give a part of it a name under [squares]"),
        ))
    };
    if text.chars().count() > MAX_RULE_CHARS {
        return refuse(format!(
            "a rule string has at most {MAX_RULE_CHARS} characters"
        ));
    }
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
        .filter(|it| !it.is_empty())
        .collect();
    let punctuation = text
        .chars()
        .filter(|c| matches!(c, '(' | ')' | ','))
        .count();
    if words.len() + punctuation > MAX_RULE_WORDS {
        return refuse(format!(
            "a rule string has at most {MAX_RULE_WORDS} words and signs"
        ));
    }
    let nesting = text.matches('(').count()
        + words
            .iter()
            .filter(|it| matches!(**it, "not" | "of" | "to"))
            .count();
    if nesting > MAX_RULE_NESTING {
        return refuse(format!(
            "more than {MAX_RULE_NESTING} brackets, `not`, `of` and `to` in one rule string"
        ));
    }
    Ok(())
}

/// One string being lowered: where its bytes stand in the file.
struct Lower {
    file: u16,
    placed: Placed,
}

fn only(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    pair.into_inner()
        .next()
        .expect("grammar: this rule holds another")
}

impl Lower {
    fn span(&self, start: usize, end: usize) -> Span {
        let place = self.placed.place(start..end);
        Span::new(self.file, place.start, place.end)
    }

    fn span_of(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        // A rule that ends in optional parts may have taken trailing blanks with it.
        let text = span.as_str().trim_end();
        self.span(span.start(), span.start() + text.len())
    }

    fn name(&self, pair: Pair<'_, Rule>) -> Name {
        Spanned {
            value: pair.as_str().to_owned(),
            span: self.span_of(&pair),
        }
    }

    fn number(&self, pair: Pair<'_, Rule>) -> Parsed<Number> {
        let span = self.span_of(&pair);
        let value = pair
            .as_str()
            .parse()
            .ok()
            .filter(|it| *it <= 9999)
            .ok_or_else(|| {
                Box::new(Problem::at(
                    Code::BadNumber,
                    span,
                    format!("`{}` is too large", pair.as_str()),
                    "at most 9999",
                ))
            })?;
        Ok(Spanned { value, span })
    }

    fn side(&self, pair: Pair<'_, Rule>) -> Spanned<Side> {
        let span = self.span_of(&pair);
        let value = match only(pair).as_rule() {
            Rule::kw_own => Side::Own,
            Rule::kw_enemy => Side::Enemy,
            Rule::kw_any => Side::Any,
            other => unreachable!("grammar: {other:?} is no side"),
        };
        Spanned { value, span }
    }

    /// A `direction`, or a `way`, which may also be `any`.
    fn way(&self, pair: Pair<'_, Rule>) -> Ways {
        let way = Way::find(pair.as_str().trim_end());
        way.expect("grammar: each of its directions is in the table")
            .ways()
    }

    fn way_list(&self, pair: Pair<'_, Rule>) -> Ways {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::way)
            .fold(Ways::default(), |ways, it| ways.or(self.way(it)))
    }

    fn ways(&self, pair: Pair<'_, Rule>) -> Parsed<Ways> {
        let span = self.span_of(&pair);
        let lists: Vec<Ways> = pair
            .into_inner()
            .filter(|it| it.as_rule() == Rule::way_list)
            .map(|it| self.way_list(it))
            .collect();
        let ways = lists[0].except(lists.get(1).copied().unwrap_or_default());
        if ways.is_empty() {
            return Err(Box::new(Problem::at(
                Code::BadNumber,
                span,
                "no direction is left",
                "everything is excepted",
            )));
        }
        Ok(ways)
    }
}

fn last<'a>(inner: Pairs<'a, Rule>) -> Pair<'a, Rule> {
    inner.last().expect("grammar: this rule is not empty")
}

/// Keeps a clause, or says that it stands there twice.
fn put<T>(place: &mut Option<T>, value: T, span: Span, word: &str) -> Parsed<()> {
    if place.is_some() {
        return Err(Box::new(Problem::at(
            Code::RuleSyntax,
            span,
            format!("`{word}` is said twice"),
            "the second time",
        )));
    }
    *place = Some(value);
    Ok(())
}
