//! What rules have to do with a position or an act, beyond whether it is legal: which of their parts it makes use of.

use std::ops::ControlFlow;

use super::Act;
use super::effects;
use super::forbid::{applies, breaches, conditions_after};
use super::generate::{Legality, each};
use super::judge::{History, Past, conditions_hold, each_condition, note_fitted};
use super::pattern::{Allowance, fits, promotion_squares};
use super::position::Shape;
use super::session::{Advance, Session, advance};
use super::view::{ActSquares, View};
use crate::board::Squares;
use crate::check::Sheet;
use crate::check::sheet::{Kind, RuleId};
use crate::rules::Cond;
use crate::rules::movement::{Rays, mover};
use crate::rules::program::ForbidProgram;
use crate::rules::set::{SetMaker, Tables};

/// A part of a rule that a game can make use of. Places count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RulePart {
    /// An act of a turn rule, by its place, was done.
    Act(RuleId, usize),
    /// A kind moved in the manner of this place.
    Manner(u8, usize),
    /// A promotion was offered and taken.
    Taken(RuleId),
    /// A promotion was offered and not taken.
    Declined(RuleId),
    /// A promotion was demanded.
    Demanded(RuleId),
    /// A kind was dropped.
    Dropped(u8),
    /// An effect took something off the board.
    Removed(RuleId),
    /// A condition of a rule, by its place, held.
    Held(RuleId, usize),
    /// A rule refused an act that movement and turn allow.
    Refused(RuleId),
    /// A rule ended the game.
    Ended(RuleId),
}

/// The `forbid` rule for every act whose conditions hold for the player who has just moved: no act of his could have
/// left this position.
pub fn breached<S: Shape>(session: &Session<S>) -> Option<RuleId> {
    let view = session.view();
    let mover = session.position.side.other();
    let forbids = session.rules.player(mover).forbids.iter();
    forbids
        .filter(|it| it.act.is_none() && it.beforehand.is_empty() && !it.loses)
        .find(|it| {
            conditions_hold(
                &view,
                &it.conditions,
                ActSquares::default(),
                Legality::NoLookahead,
            )
        })
        .map(|it| it.rule)
}

/// What `forbid` rules have to do with the acts that movement and turn allow: each condition that would hold after an
/// act, and each rule that refuses it.
pub fn refused<S: Shape>(session: &Session<S>) -> Vec<(Act, RulePart)> {
    let mut found = Vec::new();
    if session.verdict.is_some() {
        return found;
    }
    let view = session.view();
    let forbids = &session.rules.player(session.position.side).forbids;
    let _ = each(&view, Legality::Pseudo, |act| {
        for forbid in forbids.iter().filter(|_| act != Act::End) {
            if forbid.act.as_ref().is_some_and(|it| !fits(&view, it, act)) {
                continue;
            }
            let held = held(&view, forbid, act);
            found.extend(held.map(|it| (act, RulePart::Held(forbid.rule, it))));
            if !forbid.loses && breaches(&view, forbid, act) {
                found.push((act, RulePart::Refused(forbid.rule)));
            }
        }
        ControlFlow::Continue(())
    });
    found
}

/// Which conditions of a `forbid` rule hold, each by itself: those of before the act, then those of after it.
fn held<S: Shape>(
    view: &View<'_, S>,
    forbid: &ForbidProgram<S::Set>,
    act: Act,
) -> impl Iterator<Item = usize> {
    let alone = move |beforehand: &[Cond<S::Set>], conditions: &[Cond<S::Set>]| ForbidProgram {
        act: None,
        beforehand: beforehand.to_vec(),
        conditions: conditions.to_vec(),
        ..*forbid
    };
    let n = forbid.beforehand.len();
    let before = (0..n).filter(move |it| {
        let one = std::slice::from_ref(&forbid.beforehand[*it]);
        applies(view, &alone(one, &[]))
    });
    let after = (0..forbid.conditions.len()).filter(move |it| {
        let one = std::slice::from_ref(&forbid.conditions[*it]);
        conditions_after(view, &alone(&[], one), act)
    });
    before.chain(after.map(move |it| n + it))
}

/// Every part of a rule that a legal act makes use of, but for the judging of its turn.
pub fn uses<S: Shape>(session: &Session<S>, sheet: &Sheet, act: Act) -> Vec<RulePart> {
    let mut parts = Vec::new();
    let view = session.view();
    turn_parts(session, &view, act, &mut parts);
    match act {
        Act::Move { from, to, kind, .. } => {
            let paths = &sheet.kinds[kind as usize].moves;
            for (i, path) in paths.iter().enumerate() {
                let reaches = || {
                    let alone = Kind {
                        moves: vec![path.clone()],
                        ..sheet.kinds[kind as usize].clone()
                    };
                    let tables = Tables::new(sheet.geometry);
                    let maker = SetMaker {
                        tables: &tables,
                        sheet,
                        all: session.rules.all,
                        own: session.position.side,
                        stuck: None,
                    };
                    let table = mover(&alone, &maker, &mut Rays::new());
                    view.mover_reach(session.position.side, &table, from)
                        .has(to)
                };
                if paths.len() == 1 || reaches() {
                    parts.push(RulePart::Manner(kind, i));
                }
            }
            promotion_parts(session, &view, act, &mut parts);
        }
        Act::Drop { kind, .. } => parts.push(RulePart::Dropped(kind)),
        Act::Pass | Act::End => {}
    }
    effects::seen(&view, act, |it, _| parts.push(RulePart::Removed(it.rule)));
    parts
}

fn turn_parts<S: Shape>(
    session: &Session<S>,
    view: &View<'_, S>,
    act: Act,
    parts: &mut Vec<RulePart>,
) {
    let position = &session.position;
    let turns = &session.rules.player(position.side).turns;
    if position.spent == 0 {
        for turn in turns {
            for (i, condition) in turn.conditions.iter().enumerate() {
                let alone = std::slice::from_ref(condition);
                if conditions_hold(view, alone, ActSquares::default(), Legality::NoLookahead) {
                    parts.push(RulePart::Held(turn.rule, i));
                }
            }
        }
    }
    if let Some(turn) = position.turn.map(|it| &turns[it as usize]) {
        let charged = Allowance::new(turn, position.spent).charged(view, act);
        parts.extend(charged.map(|it| RulePart::Act(turn.rule, it)));
    }
}

fn promotion_parts<S: Shape>(
    session: &Session<S>,
    view: &View<'_, S>,
    act: Act,
    parts: &mut Vec<RulePart>,
) {
    let Act::Move {
        from,
        to,
        kind,
        becomes,
    } = act
    else {
        return;
    };
    if session.rules.kinds[kind as usize].becomes.is_empty() {
        return;
    }
    let (_, must) = promotion_squares(view, kind, from, S::Set::one(to));
    for rule in &session.rules.player(session.position.side).promotes {
        if rule.must.as_ref().is_some_and(|it| fits(view, it, act)) {
            parts.push(RulePart::Demanded(rule.rule));
        }
        let offered = rule.may.as_ref().is_some_and(|it| fits(view, it, act));
        if offered && !must.has(to) {
            parts.push(match becomes {
                Some(_) => RulePart::Taken(rule.rule),
                None => RulePart::Declined(rule.rule),
            });
        }
    }
}

/// The conditions of end rules that hold when a legal act or its turn is judged, and the rule that ends the game. What was
/// before counts, so the game itself is asked.
pub fn judged<S: Shape>(session: &Session<S>, act: Act) -> Vec<RulePart> {
    let mut parts = Vec::new();
    let rules = &session.rules;
    let mover = session.position.side;
    let mut after = session.clone();
    after.play_unchecked(act);
    let mut position = session.position;
    let advanced = advance(rules, &mut position, act);
    if advanced == Advance::TurnOver {
        position.side = mover.other();
        position.spent = 0;
        let mut past = session.past().to_vec();
        past.push(Past::new(&position));
        let history = session.keeps_history().then_some(History(&past));
        each_condition(
            &View::new(rules, &position),
            mover,
            history,
            |_| true,
            |rule, i| parts.push(RulePart::Held(rule, i)),
        );
    } else {
        // A rule that is judged after an act sees that act alone.
        let mut alone = session.position;
        alone.fitted = 0;
        let captured = alone.make(rules, act);
        note_fitted(rules, &mut alone, act, captured);
        each_condition(
            &View::new(rules, &alone),
            mover,
            None,
            |it| it.at_act,
            |rule, i| parts.push(RulePart::Held(rule, i)),
        );
    }
    parts.extend(after.verdict.map(|it| RulePart::Ended(it.rule)));
    parts
}
