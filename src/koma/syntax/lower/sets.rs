//! Sets of squares.

use pest::iterators::{Pair, Pairs};

use super::{Lower, Parsed, last};
use crate::board::{Along, Bends, Ways};
use crate::syntax::Rule;
use crate::syntax::ast::*;
use crate::syntax::spoken::{spelt, spoken};
use crate::text::{Code, Problem, Spanned};

impl Lower {
    pub(super) fn set(&self, pair: Pair<'_, Rule>) -> Parsed<Set> {
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
                Rule::in_part | Rule::attacked | Rule::stuck | Rule::next_to | Rule::beside => {
                    SetNode::In(left, right)
                }
                other => unreachable!("grammar: {other:?} joins no sets"),
            };
            set = Set { span, node };
        }
        Ok(set)
    }

    pub(super) fn part(&self, pair: Pair<'_, Rule>) -> Parsed<Set> {
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
            Rule::run => self.run(inner)?,
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
                ways: self.way(inner.next().expect("grammar: a direction")),
                of: Box::new(self.part(last(inner))?),
            },
            other => unreachable!("grammar: {other:?} is no part of a set"),
        };
        Ok(Set { span, node })
    }

    fn run(&self, inner: Pairs<'_, Rule>) -> Parsed<SetNode> {
        let (mut along, mut distance, mut of, mut ends) = (None, None, None, Vec::new());
        for it in inner {
            match it.as_rule() {
                Rule::ways => along = Some(Along::Ways(self.ways(it)?)),
                Rule::bends => along = Some(Along::Bends(self.bends(it))),
                Rule::distance => distance = Some(self.distance(it)?),
                Rule::between | Rule::run_from => {
                    let words = [Rule::kw_between, Rule::kw_and, Rule::kw_from];
                    for noun in it.into_inner().filter(|it| !words.contains(&it.as_rule())) {
                        ends.push(self.part(noun)?);
                    }
                }
                Rule::kw_run | Rule::kw_of => {}
                _ => of = Some(self.part(it)?),
            }
        }
        let mut ends = ends.into_iter().map(Box::new);
        Ok(SetNode::Run {
            along,
            distance,
            of: Box::new(of.expect("grammar: a run is of something")),
            from: ends.next().expect("grammar: a run begins somewhere"),
            to: ends.next(),
        })
    }

    fn bends(&self, pair: Pair<'_, Rule>) -> Bends {
        let bends = pair.into_inner().filter(|it| it.as_rule() == Rule::bend);
        bends.fold(Bends::default(), |all, it| {
            let bend = Bends::find(it.as_str().trim_end());
            all.or(bend.expect("grammar: each of its bends is in the table"))
        })
    }

    pub(super) fn count_in(&self, mut inner: Pairs<'_, Rule>) -> Parsed<Option<Number>> {
        inner
            .find(|it| it.as_rule() == Rule::number)
            .map(|it| self.number(it))
            .transpose()
    }
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
