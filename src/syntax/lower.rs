//! Rule strings into [`ast`]: pest's pairs, one function per grammar rule, of the same name.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

use super::ast::*;
use super::envelope::Node;
use super::place::Placed;
use super::spoken::{article, directions, opens_set, set_words, spelt, spoken};
use super::{Rule, RuleLanguage};
use crate::board::Ways;
use crate::text::{Code, Problem, Sources, Span, Spanned, near, safe};

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

    fn syntax_problem(&self, text: &str, error: &pest::error::Error<Rule>) -> Problem {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
        };
        let rest = &text[at..];
        let word: &str = match rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')) {
            Some(0) => rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]),
            Some(n) => &rest[..n],
            None => rest,
        };
        let positives: &[Rule] = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => &[],
        };
        // Where any set could stand, the list of its forms would hide the rest.
        let any_set = positives.iter().filter(|it| opens_set(**it)).count() > 5;
        let mut expected: Vec<&'static str> = positives
            .iter()
            .map(|it| match any_set && opens_set(*it) {
                true => Rule::set,
                false => *it,
            })
            .filter_map(spoken)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        let message = if word.is_empty() {
            "the rule ends too early".to_owned()
        } else {
            format!("`{}` does not fit here", safe::short(word))
        };
        let label = match expected.len() {
            0 => "this cannot be understood".to_owned(),
            1..=8 => format!("expected {}", article(&expected)),
            _ => format!("expected {}, …", expected[..8].join(", ")),
        };
        let direction = expected.contains(&"a direction");
        let candidates: Vec<&str> = expected
            .iter()
            .copied()
            .flat_map(spelt)
            .chain(directions().filter(|_| direction))
            .collect();
        let help = near::nearest(word, candidates)
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| {
                let wants_name = ["a name", "a kind of piece", "a set of squares"]
                    .iter()
                    .any(|it| expected.contains(it));
                (wants_name
                    && name_problem(word).is_some_and(|it| it.contains("word of the language")))
                .then(|| format!("`{word}` is a word of the language and cannot be a name"))
            })
            .or_else(|| {
                (expected == ["a direction"])
                    .then(|| near::hint("", "directions are", directions()))
                    .flatten()
            });
        // Trailing blanks are not the place: an early end is shown on the closing quote's left.
        let span = if word.is_empty() {
            let end = text.trim_end().len();
            let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
            self.span(end - last, end)
        } else {
            self.span(at, at + word.len())
        };
        let problem = Problem::at(Code::RuleSyntax, span, message, label).maybe_help(help);
        match self.misspelt_before(text, at) {
            Some((span, meant)) => {
                problem.label(span, format!("read as a name: is `{meant}` meant?"))
            }
            None => problem,
        }
    }

    /// A word just before a mistake that reads as a name but is nearly a word of the language: `some onw king`.
    fn misspelt_before(&self, text: &str, at: usize) -> Option<(Span, &'static str)> {
        let before = text[..at].trim_end();
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .map_or(0, |it| {
                it + before[it..].chars().next().map_or(0, char::len_utf8)
            });
        let word = &before[start..];
        if name_problem(word).is_some() {
            return None;
        }
        let meant = near::nearest(word, set_words())?;
        Some((self.span(start, before.len()), meant))
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
            _ => Side::Any,
        };
        Spanned { value, span }
    }

    fn direction(&self, pair: Pair<'_, Rule>) -> Ways {
        match only(pair).as_rule() {
            Rule::orthogonal => Ways::ORTHOGONAL,
            Rule::diagonal => Ways::DIAGONAL,
            Rule::vertical => Ways::VERTICAL,
            Rule::sideways => Ways::SIDEWAYS,
            Rule::forward => Ways::FORWARD,
            Rule::forward_left => Ways::FORWARD_LEFT,
            Rule::forward_right => Ways::FORWARD_RIGHT,
            Rule::forward_diagonal => Ways::FORWARD_DIAGONAL,
            Rule::backward => Ways::BACKWARD,
            Rule::backward_left => Ways::BACKWARD_LEFT,
            Rule::backward_right => Ways::BACKWARD_RIGHT,
            Rule::backward_diagonal => Ways::BACKWARD_DIAGONAL,
            Rule::left => Ways::LEFT,
            Rule::right => Ways::RIGHT,
            other => unreachable!("grammar: {other:?} is no direction"),
        }
    }

    fn way(&self, pair: Pair<'_, Rule>) -> Ways {
        let inner = only(pair);
        match inner.as_rule() {
            Rule::kw_any => Ways::ANY,
            _ => self.direction(inner),
        }
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

    // ---- sets ----

    fn set(&self, pair: Pair<'_, Rule>) -> Parsed<Set> {
        let whole = pair.as_span();
        let span = self.span_of(&pair);
        let mut parts = pair.into_inner();
        let first = parts.next().expect("grammar: a set opens with a part");
        let opening = first.as_str().trim_end();
        let first = self.part(first)?;
        let mut tails: Vec<(Rule, Set, usize)> = Vec::new();
        let mut written: Vec<&str> = Vec::new();
        for it in parts {
            let rule = it.as_rule();
            written.push(it.as_str().trim_end());
            let end = it.as_span().end();
            let set = match rule {
                Rule::in_part | Rule::except_part | Rule::or_part => {
                    let inner = it
                        .into_inner()
                        .nth(1)
                        .expect("grammar: a part follows its word");
                    self.part(inner)?
                }
                _ => self.part(it)?,
            };
            tails.push((rule, set, end));
        }
        let ors = tails.iter().filter(|it| it.0 == Rule::or_part).count();
        if ors > 0 && ors < tails.len() {
            return Err(Box::new(
                Problem::at(
                    Code::MixedOr,
                    span,
                    "`or` beside `in`, `except` or a quality can be read in two ways",
                    "which belongs together?",
                )
                .help(brackets(opening, &written)),
            ));
        }
        if ors > 0 {
            let all = std::iter::once(first)
                .chain(tails.into_iter().map(|it| it.1))
                .collect();
            return Ok(Set {
                span,
                node: SetNode::Or(all),
            });
        }
        let mut set = first;
        for (rule, tail, end) in tails {
            let span = self.span(whole.start(), end);
            let (left, right) = (Box::new(set), Box::new(tail));
            let node = match rule {
                Rule::except_part => SetNode::Except(left, right),
                _ => SetNode::In(left, right),
            };
            set = Set { span, node };
        }
        Ok(set)
    }

    fn part(&self, pair: Pair<'_, Rule>) -> Parsed<Set> {
        let span = self.span_of(&pair);
        let rule = pair.as_rule();
        let text = pair.as_str().trim();
        let mut inner = pair.clone().into_inner();
        let node = match rule {
            Rule::bracket => return self.set(inner.nth(1).expect("grammar: a set in brackets")),
            Rule::negation => SetNode::Not(Box::new(self.part(last(inner))?)),
            Rule::lines => {
                let axis = match inner.next().map(|it| it.as_rule()) {
                    Some(Rule::kw_file) => Axis::File,
                    _ => Axis::Rank,
                };
                let count = self.count_in(inner.clone())?;
                SetNode::Lines {
                    axis,
                    count,
                    of: Box::new(self.part(last(inner))?),
                }
            }
            Rule::chain => {
                let ways = inner
                    .clone()
                    .find(|it| it.as_rule() == Rule::way)
                    .map(|it| self.way(it));
                let nouns: Vec<Pair<'_, Rule>> = inner
                    .filter(|it| {
                        !matches!(
                            it.as_rule(),
                            Rule::kw_chain | Rule::way | Rule::kw_of | Rule::kw_from
                        )
                    })
                    .collect();
                let [of, from] = <[_; 2]>::try_from(nouns).expect("grammar: a chain has two nouns");
                SetNode::Chain {
                    ways,
                    of: Box::new(self.part(of)?),
                    from: Box::new(self.part(from)?),
                }
            }
            Rule::edge_ranks => SetNode::Edge {
                last: inner.next().is_some_and(|it| it.as_rule() == Rule::kw_last),
                count: self.count_in(inner)?,
            },
            Rule::one_rank | Rule::some_ranks => {
                let numbers = inner
                    .filter(|it| it.as_rule() == Rule::number)
                    .map(|it| self.number(it))
                    .collect::<Parsed<Vec<Number>>>()?;
                SetNode::Ranks(numbers[0].clone(), numbers[numbers.len() - 1].clone())
            }
            Rule::one_file | Rule::some_files => {
                let names: Vec<Name> = inner
                    .filter(|it| it.as_rule() == Rule::file_letter)
                    .map(|it| self.name(it))
                    .collect();
                SetNode::Files(names[0].clone(), names[names.len() - 1].clone())
            }
            Rule::empty => SetNode::Empty,
            Rule::origin => SetNode::Origin,
            Rule::target => SetNode::Target,
            Rule::square => SetNode::Square(Spanned {
                value: text.to_owned(),
                span,
            }),
            Rule::pieces => SetNode::Pieces {
                side: self.side(inner.next().expect("grammar: pieces open with a side")),
                name: inner.next().map(|it| self.name(it)),
            },
            Rule::named => SetNode::Named(self.name(last(inner))),
            Rule::attacked => SetNode::Attacked {
                by: self.side(inner.nth(2).expect("grammar: attacked by a side")),
                kind: inner.next().map(|it| self.name(it)),
            },
            Rule::stuck => SetNode::Stuck,
            Rule::next_to => SetNode::Beside {
                ways: Ways::ANY,
                of: Box::new(self.part(last(inner))?),
            },
            Rule::beside => SetNode::Beside {
                ways: self.direction(inner.next().expect("grammar: a direction")),
                of: Box::new(self.part(last(inner))?),
            },
            other => unreachable!("grammar: {other:?} is no part of a set"),
        };
        Ok(Set { span, node })
    }

    fn count_in(&self, mut inner: Pairs<'_, Rule>) -> Parsed<Option<Number>> {
        inner
            .find(|it| it.as_rule() == Rule::number)
            .map(|it| self.number(it))
            .transpose()
    }

    // ---- movement ----

    fn moves(&self, pair: Pair<'_, Rule>) -> Parsed<Moves> {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::path)
            .map(|it| self.path(it))
            .collect()
    }

    fn path(&self, pair: Pair<'_, Rule>) -> Parsed<Path> {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let motion = self.motion(inner.next().expect("grammar: a path opens with its manner"))?;
        let mut path = Path {
            span,
            motion,
            from: None,
            onto: None,
            through: None,
            within: None,
        };
        for clause in inner {
            let at = self.span_of(&clause);
            let rule = clause.as_rule();
            let set = self.set(last(clause.into_inner()))?;
            let (place, word) = match rule {
                Rule::from_clause => (&mut path.from, "from"),
                Rule::onto_clause => (&mut path.onto, "onto"),
                Rule::through_clause => (&mut path.through, "through"),
                _ => (&mut path.within, "within"),
            };
            put(place, set, at, word)?;
        }
        Ok(path)
    }

    fn motion(&self, pair: Pair<'_, Rule>) -> Parsed<Motion> {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let _word = inner.next();
        Ok(match rule {
            Rule::step => Motion::Step(self.ways(inner.next().expect("grammar: ways"))?),
            Rule::slide => Motion::Slide {
                ways: self.ways(inner.next().expect("grammar: ways"))?,
                distance: inner.next().map(|it| self.distance(it)).transpose()?,
            },
            Rule::leap => {
                let mut ways = None;
                let mut offsets = Vec::new();
                for it in inner {
                    match it.as_rule() {
                        Rule::ways => ways = Some(self.ways(it)?),
                        Rule::offset => offsets.push(self.offset(it)?),
                        _ => {}
                    }
                }
                Motion::Leap { ways, offsets }
            }
            Rule::borrowed => Motion::As(self.name(inner.next().expect("grammar: a name"))),
            other => unreachable!("grammar: {other:?} is no manner of moving"),
        })
    }

    fn distance(&self, pair: Pair<'_, Rule>) -> Parsed<Distance> {
        let open = pair
            .clone()
            .into_inner()
            .any(|it| it.as_rule() == Rule::dots);
        let numbers = self.numbers(pair)?;
        Ok(Distance {
            least: numbers[0].clone(),
            most: match (numbers.get(1), open) {
                (Some(most), _) => Some(most.clone()),
                (None, true) => None,
                (None, false) => Some(numbers[0].clone()),
            },
        })
    }

    fn offset(&self, pair: Pair<'_, Rule>) -> Parsed<(Number, Number)> {
        let numbers = self.numbers(pair)?;
        Ok((numbers[0].clone(), numbers[1].clone()))
    }

    fn numbers(&self, pair: Pair<'_, Rule>) -> Parsed<Vec<Number>> {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::number)
            .map(|it| self.number(it))
            .collect()
    }

    // ---- acts and turns ----

    fn kinds(&self, pair: Pair<'_, Rule>) -> Kinds {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::name)
            .map(|it| self.name(it))
            .collect()
    }

    fn act(&self, pair: Pair<'_, Rule>) -> Parsed<Act> {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let verb = inner.next().expect("grammar: an act opens with its verb");
        let verb = Spanned {
            span: self.span_of(&verb),
            value: match only(verb).as_rule() {
                Rule::kw_move => Verb::Move,
                Rule::kw_drop => Verb::Drop,
                _ => Verb::Pass,
            },
        };
        let mut act = Act {
            span,
            verb,
            kinds: None,
            from: None,
            to: None,
            touching: None,
            capturing: None,
            promoting: None,
        };
        for it in inner {
            let at = self.span_of(&it);
            match it.as_rule() {
                Rule::kinds => act.kinds = Some(self.kinds(it)),
                Rule::act_from => put(&mut act.from, self.set(last(it.into_inner()))?, at, "from")?,
                Rule::act_to => put(&mut act.to, self.set(last(it.into_inner()))?, at, "to")?,
                Rule::act_touching => {
                    put(
                        &mut act.touching,
                        self.set(last(it.into_inner()))?,
                        at,
                        "touching",
                    )?;
                }
                Rule::act_capturing => {
                    let kinds = it
                        .into_inner()
                        .find(|it| it.as_rule() == Rule::kinds)
                        .map(|it| self.kinds(it));
                    put(
                        &mut act.capturing,
                        Spanned {
                            value: kinds,
                            span: at,
                        },
                        at,
                        "capturing",
                    )?;
                }
                _ => put(&mut act.promoting, at, at, "promoting")?,
            }
        }
        Ok(act)
    }

    fn turn(&self, pair: Pair<'_, Rule>) -> Parsed<Turn> {
        let span = self.span_of(&pair);
        let inner = only(pair);
        let several = inner.as_rule() == Rule::any_of;
        let mut acts = Vec::new();
        for it in inner.into_inner() {
            match it.as_rule() {
                Rule::act => {
                    let span = self.span_of(&it);
                    acts.push((self.act(it)?, Spanned { value: 1, span }));
                }
                Rule::budget => {
                    let mut inner = it.into_inner();
                    let act =
                        self.act(inner.next().expect("grammar: a budget opens with an act"))?;
                    acts.push((act, self.times(inner.next().expect("grammar: times"))?));
                }
                _ => {}
            }
        }
        Ok(Turn {
            span,
            several,
            acts,
        })
    }

    fn times(&self, pair: Pair<'_, Rule>) -> Parsed<Number> {
        let span = self.span_of(&pair);
        let inner = only(pair);
        match inner.as_rule() {
            Rule::kw_once => Ok(Spanned { value: 1, span }),
            Rule::kw_twice => Ok(Spanned { value: 2, span }),
            _ => self.number(inner),
        }
    }

    // ---- conditions ----

    fn quantity(&self, pair: Pair<'_, Rule>) -> Parsed<Quantity> {
        let inner: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        Ok(match inner[0].as_rule() {
            Rule::kw_some => Quantity::Some,
            Rule::kw_no => Quantity::No,
            _ => {
                let number = self.number(inner[2].clone())?;
                match inner[1].as_rule() {
                    Rule::kw_least => Quantity::AtLeast(number),
                    _ => Quantity::AtMost(number),
                }
            }
        })
    }

    fn counting(&self, pair: Pair<'_, Rule>) -> Parsed<(Quantity, Set)> {
        let mut inner = pair.into_inner();
        let quantity = self.quantity(inner.next().expect("grammar: a quantity"))?;
        let set = self.set(inner.next().expect("grammar: a set"))?;
        Ok((quantity, set))
    }

    fn condition(&self, pair: Pair<'_, Rule>) -> Parsed<Condition> {
        let span = self.span_of(&pair);
        let rule = pair.as_rule();
        let mut inner = pair.clone().into_inner();
        let node = match rule {
            Rule::counting => {
                let (quantity, set) = self.counting(pair)?;
                ConditionNode::Counting(quantity, set)
            }
            Rule::throughout => {
                let (quantity, set) = self.counting(last(inner))?;
                ConditionNode::Throughout(quantity, set)
            }
            Rule::mate => ConditionNode::Mate {
                side: self.side(inner.nth(2).expect("grammar: mate of a side")),
                kind: self.name(inner.next().expect("grammar: mate of a kind")),
                answers: inner
                    .find(|it| it.as_rule() == Rule::act)
                    .map(|it| self.act(it))
                    .transpose()?,
            },
            Rule::cannot_act => {
                ConditionNode::CannotAct(self.side(inner.next().expect("grammar: a side")))
            }
            Rule::repeated => ConditionNode::Repeated {
                times: self.number(inner.nth(1).expect("grammar: a number"))?,
                in_a_row: inner.any(|it| it.as_rule() == Rule::in_a_row),
            },
            Rule::in_hand => {
                let side = self.side(inner.next().expect("grammar: a side"));
                let rest: Vec<Pair<'_, Rule>> = inner.skip(2).collect();
                let holds = match rest[0].as_rule() {
                    Rule::kw_nothing => Holds::Nothing,
                    Rule::kw_any => Holds::Any,
                    Rule::at_least => {
                        let number = self.number(last(rest[0].clone().into_inner()))?;
                        Holds::AtLeast(Some(number), self.kinds(rest[1].clone()))
                    }
                    _ => Holds::AtLeast(None, self.kinds(rest[0].clone())),
                };
                ConditionNode::InHand { side, holds }
            }
            Rule::act => ConditionNode::Act(self.act(pair)?),
            other => unreachable!("grammar: {other:?} is no condition"),
        };
        Ok(Condition { span, node })
    }

    fn result(&self, pair: Pair<'_, Rule>) -> ResultWord {
        match only(pair).as_rule() {
            Rule::kw_own => ResultWord::Own,
            Rule::kw_enemy => ResultWord::Enemy,
            Rule::kw_first => ResultWord::First,
            Rule::kw_second => ResultWord::Second,
            _ => ResultWord::Draw,
        }
    }
}

fn last<'a>(inner: Pairs<'a, Rule>) -> Pair<'a, Rule> {
    inner.last().expect("grammar: this rule is not empty")
}

/// How a set that can be read in two ways could be written: with its own words if it is short.
fn brackets(opening: &str, tails: &[&str]) -> String {
    let general =
        "put brackets round the part that is meant first: `(A or B) in C`, or `A or (B in C)`";
    let [second, third] = tails else {
        return general.to_owned();
    };
    let word = second
        .split([' ', '\t', '\n', '\r', '('])
        .next()
        .unwrap_or("");
    let rest = second[word.len()..].trim_start();
    let early = format!("`({opening} {second}) {third}`");
    let late = format!("`{opening} {word} ({rest} {third})`");
    // Only after one of these words can a bracket open.
    let words = [Rule::kw_in, Rule::kw_except, Rule::kw_or];
    let opens = words
        .iter()
        .any(|it| spoken(*it).is_some_and(|it| spelt(it).eq([word])));
    if early.len() + late.len() > 120 {
        general.to_owned()
    } else if opens {
        format!("write {early} or {late}")
    } else {
        format!("write {early}")
    }
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
