//! Acts and turns, conditions and results.

use pest::iterators::Pair;

use super::{Lower, Parsed, last, only, put};
use crate::syntax::Rule;
use crate::syntax::ast::*;
use crate::text::Spanned;

impl Lower {
    pub(super) fn kinds(&self, pair: Pair<'_, Rule>) -> Kinds {
        pair.into_inner()
            .filter(|it| it.as_rule() == Rule::name)
            .map(|it| self.name(it))
            .collect()
    }

    pub(super) fn act(&self, pair: Pair<'_, Rule>) -> Parsed<Act> {
        let span = self.span_of(&pair);
        let mut inner = pair.into_inner();
        let verb = inner.next().expect("grammar: an act opens with its verb");
        let verb = Spanned {
            span: self.span_of(&verb),
            value: match only(verb).as_rule() {
                Rule::kw_move => Verb::Move,
                Rule::kw_drop => Verb::Drop,
                Rule::kw_pass => Verb::Pass,
                other => unreachable!("grammar: {other:?} is no verb"),
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
                Rule::act_promoting => put(&mut act.promoting, at, at, "promoting")?,
                other => unreachable!("grammar: {other:?} is no clause of an act"),
            }
        }
        Ok(act)
    }

    pub(super) fn turn(&self, pair: Pair<'_, Rule>) -> Parsed<Turn> {
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

    pub(super) fn times(&self, pair: Pair<'_, Rule>) -> Parsed<Number> {
        let span = self.span_of(&pair);
        let inner = only(pair);
        match inner.as_rule() {
            Rule::kw_once => Ok(Spanned { value: 1, span }),
            Rule::kw_twice => Ok(Spanned { value: 2, span }),
            _ => self.number(inner),
        }
    }

    pub(super) fn quantity(&self, pair: Pair<'_, Rule>) -> Parsed<Quantity> {
        let inner: Vec<Pair<'_, Rule>> = pair.into_inner().collect();
        Ok(match inner[0].as_rule() {
            Rule::kw_some => Quantity::Some,
            Rule::kw_no => Quantity::No,
            _ => {
                let number = self.number(inner[2].clone())?;
                match inner[1].as_rule() {
                    Rule::kw_least => Quantity::AtLeast(number),
                    Rule::kw_most => Quantity::AtMost(number),
                    other => unreachable!("grammar: {other:?} is no quantity"),
                }
            }
        })
    }

    pub(super) fn counting(&self, pair: Pair<'_, Rule>) -> Parsed<(Quantity, Set)> {
        let mut inner = pair.into_inner();
        let quantity = self.quantity(inner.next().expect("grammar: a quantity"))?;
        let set = self.set(inner.next().expect("grammar: a set"))?;
        Ok((quantity, set))
    }

    pub(super) fn purse(&self, pair: Pair<'_, Rule>) -> Parsed<Purse> {
        let mut inner = pair.into_inner();
        Ok(Purse {
            set: self.set(inner.next().expect("grammar: a set"))?,
            hand: inner
                .find(|it| it.as_rule() == Rule::side)
                .map(|it| self.side(it)),
        })
    }

    pub(super) fn condition(&self, pair: Pair<'_, Rule>) -> Parsed<Condition> {
        let span = self.span_of(&pair);
        let rule = pair.as_rule();
        let mut inner = pair.clone().into_inner();
        let node = match rule {
            Rule::counting => {
                let (quantity, set) = self.counting(pair)?;
                ConditionNode::Counting(quantity, set)
            }
            Rule::points | Rule::lead => {
                let quantity = { inner.clone() }
                    .find(|it| it.as_rule() == Rule::quantity)
                    .map_or(Ok(Quantity::Some), |it| self.quantity(it))?;
                let purses = inner.filter(|it| it.as_rule() == Rule::purse);
                let mut purses = purses.map(|it| self.purse(it));
                ConditionNode::Points {
                    quantity,
                    of: purses.next().expect("grammar: points of something")?,
                    than: purses.next().transpose()?,
                }
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
                    Rule::quantity => {
                        let quantity = self.quantity(rest[0].clone())?;
                        Holds::Kinds(quantity, self.kinds(rest[1].clone()))
                    }
                    _ => Holds::Kinds(Quantity::Some, self.kinds(rest[0].clone())),
                };
                ConditionNode::InHand { side, holds }
            }
            Rule::seat => ConditionNode::Seat {
                side: self.side(inner.next().expect("grammar: a side")),
                first: last(inner).as_rule() == Rule::kw_first,
            },
            Rule::act => ConditionNode::Act(self.act(pair)?),
            other => unreachable!("grammar: {other:?} is no condition"),
        };
        Ok(Condition { span, node })
    }

    pub(super) fn result(&self, pair: Pair<'_, Rule>) -> ResultWord {
        match only(pair).as_rule() {
            Rule::kw_own => ResultWord::Own,
            Rule::kw_enemy => ResultWord::Enemy,
            Rule::kw_first => ResultWord::First,
            Rule::kw_second => ResultWord::Second,
            Rule::kw_draw => ResultWord::Draw,
            other => unreachable!("grammar: {other:?} is no result"),
        }
    }
}
