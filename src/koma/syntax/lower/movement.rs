//! How pieces move.

use pest::iterators::Pair;

use super::{Lower, Parsed, last, put};
use crate::syntax::Rule;
use crate::syntax::ast::*;

impl Lower {
    pub(super) fn moves(&self, pair: Pair<'_, Rule>) -> Parsed<Moves> {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::path)
            .map(|it| self.path(it))
            .collect()
    }

    pub(super) fn path(&self, pair: Pair<'_, Rule>) -> Parsed<Path> {
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
                Rule::within_clause => (&mut path.within, "within"),
                other => unreachable!("grammar: {other:?} is no clause of a path"),
            };
            put(place, set, at, word)?;
        }
        Ok(path)
    }

    pub(super) fn motion(&self, pair: Pair<'_, Rule>) -> Parsed<Motion> {
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
                if inner
                    .peek()
                    .is_some_and(|it| it.as_rule() == Rule::kw_anywhere)
                {
                    return Ok(Motion::Anywhere);
                }
                for it in inner {
                    match it.as_rule() {
                        Rule::ways => ways = Some(self.ways(it)?),
                        Rule::offset => offsets.push(self.offset(it)?),
                        Rule::kw_or => {}
                        other => unreachable!("grammar: {other:?} is no part of a leap"),
                    }
                }
                Motion::Leap { ways, offsets }
            }
            Rule::hop => {
                let ways = self.ways(inner.next().expect("grammar: ways"))?;
                let mut distance = None;
                let mut over = None;
                for it in inner {
                    match it.as_rule() {
                        Rule::distance => distance = Some(self.distance(it)?),
                        Rule::set => over = Some(self.set(it)?),
                        Rule::kw_over => {}
                        other => unreachable!("grammar: {other:?} is no part of a hop"),
                    }
                }
                Motion::Hop {
                    ways,
                    distance,
                    over: over.expect("grammar: a hop says over what"),
                }
            }
            Rule::borrowed => Motion::As(self.name(inner.next().expect("grammar: a name"))),
            other => unreachable!("grammar: {other:?} is no manner of moving"),
        })
    }

    pub(super) fn distance(&self, pair: Pair<'_, Rule>) -> Parsed<Distance> {
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

    pub(super) fn offset(&self, pair: Pair<'_, Rule>) -> Parsed<(Number, Number)> {
        let numbers = self.numbers(pair)?;
        Ok((numbers[0].clone(), numbers[1].clone()))
    }

    pub(super) fn numbers(&self, pair: Pair<'_, Rule>) -> Parsed<Vec<Number>> {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::number)
            .map(|it| self.number(it))
            .collect()
    }
}
