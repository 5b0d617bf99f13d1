//! A game in play, for one shape of position.

use std::sync::Arc;

use super::Act;
use super::forbid::breaches;
use super::generate::{Legality, each};
use super::judge::{History, Past, Verdict, judge, note_fitted, turn_of};
use super::pattern::Allowance;
use super::position::{Position, Shape};
use super::view::View;
use crate::board::diagram::Setup;
use crate::rules::Rules;

/// A game: the position, what happened before, and whether it is over.
#[derive(Debug, Clone)]
pub struct Session<S: Shape> {
    /// The tables.
    pub rules: Arc<Rules<S::Set>>,
    /// The position.
    pub position: Position<S>,
    /// How it ended, if it did.
    pub verdict: Option<Verdict>,
    /// Positions at the ends of turns, if some rule asks for them.
    past: Vec<Past<S>>,
    /// Whether rules of history are judged.
    keeps_history: bool,
}

impl<S: Shape> Session<S> {
    /// A game from a position. It is judged at once, as if the player not to move had just moved, with no act.
    pub fn new(rules: Arc<Rules<S::Set>>, setup: &Setup) -> Self {
        let mut position = Position::<S>::new(&rules, setup);
        let keeps_history = rules.facts.needs_history;
        let mut past = Vec::new();
        let view = View::new(&rules, &position);
        let verdict = judge(&view, position.side.other(), None, |_, _| true);
        let turn = turn_of(&view, position.side);
        if keeps_history {
            past.push(Past::new(&position));
        }
        position.turn = turn;
        Session {
            rules,
            position,
            verdict,
            past,
            keeps_history,
        }
    }

    /// A game in the middle of it, without what was before.
    pub fn at(rules: Arc<Rules<S::Set>>, position: Position<S>, verdict: Option<Verdict>) -> Self {
        Session {
            rules,
            position,
            verdict,
            past: Vec::new(),
            keeps_history: false,
        }
    }

    /// From now on what was does not count, and is not kept.
    pub fn forget_history(&mut self) {
        self.keeps_history = false;
        self.past = Vec::new();
    }

    /// Positions at the ends of turns, as far as they are kept.
    pub fn past(&self) -> &[Past<S>] {
        &self.past
    }

    /// Whether rules of history are judged.
    pub fn keeps_history(&self) -> bool {
        self.keeps_history
    }

    /// Looks at the position.
    pub fn view(&self) -> View<'_, S> {
        View::new(&self.rules, &self.position)
    }

    /// The legal acts; none when the game is over.
    pub fn acts(&self) -> Vec<Act> {
        let mut acts = Vec::new();
        if self.verdict.is_none() {
            let _ = each(&self.view(), Legality::Full, |act| {
                acts.push(act);
                std::ops::ControlFlow::Continue(())
            });
        }
        acts.sort_unstable();
        acts
    }

    /// Plays a legal act.
    pub fn play_unchecked(&mut self, act: Act) {
        let over = advance(&self.rules, &mut self.position, act);
        match over {
            Advance::Over(verdict) => self.verdict = Some(verdict),
            Advance::SameTurn => {}
            Advance::TurnOver => self.finish_turn(),
        }
    }

    fn finish_turn(&mut self) {
        let mover = self.position.side;
        self.position.side = mover.other();
        self.position.spent = 0;
        if self.keeps_history {
            self.past.push(Past::new(&self.position));
        }
        let history = self.keeps_history.then_some(History(&self.past));
        let verdict = judge(
            &View::new(&self.rules, &self.position),
            mover,
            history,
            |_, _| true,
        );
        self.verdict = verdict;
        begin_turn(&self.rules, &mut self.position);
    }
}

/// What an act led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// The game is over by it.
    Over(Verdict),
    /// The turn goes on.
    SameTurn,
    /// The turn is over; its end is still to be judged.
    TurnOver,
}

/// Plays an act of a turn: changes the board, charges the turn, judges the rules that are judged after acts.
pub fn advance<S: Shape>(rules: &Rules<S::Set>, position: &mut Position<S>, act: Act) -> Advance {
    if act == Act::End {
        return Advance::TurnOver;
    }
    let mover = position.side;
    let player = rules.player(mover);
    let several = position
        .turn
        .is_some_and(|it| player.turns[it as usize].several);
    let mut breach = None;
    let mut charged = None;
    if several || rules.facts.some_act_loses {
        let view = View::new(rules, position);
        breach = player
            .forbids
            .iter()
            .find(|it| it.loses && breaches(&view, it, act))
            .map(|it| it.rule);
        if let Some(turn) = position.turn.filter(|_| several) {
            charged =
                Allowance::new(&player.turns[turn as usize], position.spent).charged(&view, act);
        }
    }
    let captured = position.make(rules, act);
    // Rules judged after an act see that act alone; rules judged at the end of a turn see all of them.
    let earlier = std::mem::take(&mut position.fitted);
    note_fitted(rules, position, act, captured);
    if let Some(rule) = breach {
        return Advance::Over(Verdict {
            rule,
            winner: Some(mover.other()),
        });
    }
    if !several {
        return Advance::TurnOver;
    }
    position.spent += charged.map_or(0, |it| 1 << (4 * it));
    let over = if rules.facts.ends_at_act {
        judge(&View::new(rules, position), mover, None, |_, it| it.at_act)
    } else {
        None
    };
    position.fitted |= earlier;
    if let Some(verdict) = over {
        return Advance::Over(verdict);
    }
    Advance::SameTurn
}

/// Makes ready for a turn that begins: nothing spent, nothing fitted, its rule found.
pub fn begin_turn<S: Shape>(rules: &Rules<S::Set>, position: &mut Position<S>) {
    position.spent = 0;
    position.fitted = 0;
    position.turn = match rules.player(position.side).turns.as_slice() {
        [only] if only.conditions.is_empty() => Some(0),
        _ => turn_of(&View::new(rules, position), position.side),
    };
}
