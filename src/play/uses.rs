//! What rules have to do with a position or an act, beyond whether it is legal.

use super::generate::Strength;
use super::judge::conditions_hold;
use super::position::Shape;
use super::session::Session;
use super::view::ActSquares;
use crate::check::sheet::RuleId;

/// The `forbid` rule for every act whose conditions hold for the player who has just moved: no act of his could have
/// left this position.
pub fn breached<S: Shape>(session: &Session<S>) -> Option<RuleId> {
    let view = session.view();
    let mover = session.position.side.other();
    let forbids = session.rules.seat(mover).forbids.iter();
    forbids
        .filter(|it| it.act.is_none() && !it.loses)
        .find(|it| conditions_hold(&view, &it.conditions, ActSquares::default(), Strength::Near))
        .map(|it| it.rule)
}
