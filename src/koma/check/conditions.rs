//! Conditions, and where each may be asked.

use super::fields::{Cx, texts};
use super::limits;
use super::sets::{Book, Here, wrong_side};
use super::sheet::{Condition, KindSet, Purse, Quantity, Side};
use crate::board::Player;
use crate::syntax::ast::{self, ConditionNode, Holds};
use crate::syntax::envelope::Entry;
use crate::text::{Code, Problem, Spanned};

/// What may be asked at a place.
#[derive(Debug, Clone, Copy)]
pub struct Asks {
    /// What its sets may speak of.
    pub here: Here,
    /// The acts of the turn.
    pub acts: bool,
    /// What a player could do next.
    pub ahead: bool,
    /// The history of the game.
    pub back: bool,
}

impl Book<'_> {
    /// The conditions of a key that holds a text or a list of texts, all of which must hold.
    pub fn conditions(&self, cx: &mut Cx<'_>, entry: &Entry, asks: Asks) -> Option<Vec<Condition>> {
        let nodes = texts(cx, entry);
        if nodes.is_empty()
            || !cx.limit(
                nodes.len(),
                limits::CONDITIONS,
                entry.key_span,
                "conditions",
            )
        {
            if nodes.is_empty() {
                cx.add(Problem::at(
                    Code::MissingKey,
                    entry.node.span,
                    format!("`{}` says nothing", entry.key),
                    "at least one condition belongs here",
                ));
            }
            return None;
        }
        let mut found = Vec::new();
        for node in &nodes {
            if let Some(written) = cx.condition(node)
                && let Some(condition) = self.condition(cx, &written, asks)
            {
                found.push((condition, written.span));
            }
        }
        let repeated = found
            .iter()
            .any(|(it, _)| matches!(it, Condition::Repeated { .. }));
        for (condition, span) in &found {
            if matches!(condition, Condition::Throughout(..)) && !repeated {
                cx.add(
                    Problem::at(
                        Code::ConditionNotHere,
                        *span,
                        "`throughout` needs a `repeated` beside it",
                        "throughout what?",
                    )
                    .help("write a list: [\"repeated 4 times\", \"throughout …\"]"),
                );
            }
        }
        (found.len() == nodes.len()).then(|| found.into_iter().map(|it| it.0).collect())
    }

    fn condition(
        &self,
        cx: &mut Cx<'_>,
        written: &ast::Condition,
        asks: Asks,
    ) -> Option<Condition> {
        let refuse = |cx: &mut Cx<'_>, what: &str, help: &str| {
            cx.add(
                Problem::at(
                    Code::ConditionNotHere,
                    written.span,
                    what,
                    "this cannot be asked here",
                )
                .help(help),
            );
        };
        const AT_TURNS: &str =
            "an `end` rule can ask it, at the end of a turn: without `at = \"act\"`";
        const AHEAD: &str = "an `end` rule can ask it at the end of a turn (without `at = \"act\"`), and `forbid.ID.if`";
        Some(match &written.node {
            ConditionNode::Counting(quantity, set) => {
                Condition::Count(quantity_of(quantity), self.set(cx, set, asks.here)?)
            }
            ConditionNode::Points { quantity, of, than } => {
                let of = self.purse(cx, of, asks.here);
                let than = than.as_ref().map(|it| self.purse(cx, it, asks.here));
                Condition::Points {
                    quantity: quantity_of(quantity),
                    of: of?,
                    than: match than {
                        Some(than) => Some(than?),
                        None => None,
                    },
                }
            }
            ConditionNode::Throughout(quantity, set) => {
                let set = self.set(cx, set, asks.here);
                if !asks.back {
                    refuse(
                        cx,
                        "`throughout` looks at the history of the game",
                        AT_TURNS,
                    );
                    return None;
                }
                Condition::Throughout(quantity_of(quantity), set?)
            }
            ConditionNode::Mate {
                side,
                kind,
                answers,
            } => {
                let kinds = self.names.kinds(cx, kind);
                let here = Here {
                    acting: true,
                    origin: true,
                    target: false,
                    movement: false,
                };
                let answers = match answers {
                    Some(act) => self.pattern(cx, act, here).map(|it| Some(Box::new(it))),
                    None => Some(None),
                };
                let of_own = one_side(cx, side)?;
                if !asks.ahead {
                    refuse(cx, "`mate of` asks what a player could do next", AHEAD);
                    return None;
                }
                Condition::Mate {
                    of_own,
                    kinds: kinds?,
                    answers: answers?,
                }
            }
            ConditionNode::CannotAct(side) => {
                let own = one_side(cx, side)?;
                if !asks.ahead {
                    refuse(cx, "`cannot act` asks what a player could do next", AHEAD);
                    return None;
                }
                Condition::CannotAct { own }
            }
            ConditionNode::Repeated { times, in_a_row } => {
                if !asks.back {
                    refuse(cx, "`repeated` looks at the history of the game", AT_TURNS);
                    return None;
                }
                if !(2..=1000).contains(&times.value) {
                    cx.add(Problem::at(
                        Code::BadNumber,
                        times.span,
                        format!("a position cannot be repeated {} times", times.value),
                        "from 2 to 1000; the first occurrence counts",
                    ));
                    return None;
                }
                Condition::Repeated {
                    times: times.value,
                    in_a_row: *in_a_row,
                }
            }
            ConditionNode::InHand { side, holds } => {
                let own = one_side(cx, side)?;
                let (quantity, kinds) = match holds {
                    Holds::Nothing => (Quantity::AtMost(0), KindSet::ALL),
                    Holds::Any => (Quantity::AtLeast(1), KindSet::ALL),
                    Holds::Kinds(quantity, names) => {
                        (quantity_of(quantity), self.kinds(cx, names)?)
                    }
                };
                Condition::Hand {
                    own,
                    quantity,
                    kinds,
                }
            }
            ConditionNode::Seat { side, first } => {
                let own = one_side(cx, side)?;
                Condition::OwnIs(match own == *first {
                    true => Player::First,
                    false => Player::Second,
                })
            }
            ConditionNode::Act(act) => {
                let here = Here {
                    origin: true,
                    target: false,
                    acting: false,
                    movement: false,
                };
                let pattern = self.pattern(cx, act, here);
                if !asks.acts {
                    refuse(
                        cx,
                        "an act is no condition here",
                        "`forbid.ID.act` says which acts are meant; an `end` rule can ask for an act in `when`",
                    );
                    return None;
                }
                Condition::Act(pattern?)
            }
        })
    }
}

impl Book<'_> {
    fn purse(&self, cx: &mut Cx<'_>, purse: &ast::Purse, here: Here) -> Option<Purse> {
        let set = self.set(cx, &purse.set, here);
        let hand = match &purse.hand {
            Some(side) => Some(one_side(cx, side)?),
            None => None,
        };
        Some(Purse { set: set?, hand })
    }
}

fn quantity_of(quantity: &ast::Quantity) -> Quantity {
    match quantity {
        ast::Quantity::Some => Quantity::AtLeast(1),
        ast::Quantity::No => Quantity::AtMost(0),
        ast::Quantity::AtLeast(n) => Quantity::AtLeast(n.value),
        ast::Quantity::AtMost(n) => Quantity::AtMost(n.value),
    }
}

fn one_side(cx: &mut Cx<'_>, side: &Spanned<Side>) -> Option<bool> {
    match side.value {
        Side::Own => Some(true),
        Side::Enemy => Some(false),
        Side::Any => {
            wrong_side(cx, side, "`own` or `enemy` must be meant here");
            None
        }
    }
}
