//! Why an act is refused or allowed, or a game over: every rule that has a say, with the squares that made it so.

use std::ops::ControlFlow;

use super::Act;
use super::generate::{Legality, each};
use super::judge::{Verdict, turn_of};
use super::notation::{self, Signs, Written};
use super::position::{Position, Shape};
use super::refuse;
use super::session::Session;
use super::view::{ActSquares, View};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet, RuleId};
use crate::rules::program::{EndProgram, ForbidProgram};
use crate::rules::{ActFilter, Cond, Rules, Set};

/// What one rule says of an act or a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The rule.
    pub rule: RuleId,
    /// In a sentence, what it says.
    pub text: String,
    /// The squares that made it so.
    pub squares: Vec<Square>,
    /// What it sees there: `own guard on c3`, and for a mate why each answer fails.
    pub facts: Vec<String>,
}

/// The answer to "why?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The act is refused by these rules.
    Refused(Vec<Reason>),
    /// The act is allowed by these rules.
    Allowed(Vec<Reason>),
    /// The text is no act.
    Unreadable(String),
}

/// Why an act can or cannot be played.
pub fn act<S: Shape>(session: &Session<S>, written: Result<Written, String>) -> Why {
    if let Some(verdict) = session.verdict {
        return Why::Refused(vec![over(session, verdict)]);
    }
    let written = match written {
        Ok(written) => written,
        Err(reason) => return Why::Unreadable(reason),
    };
    let view = session.view();
    match refuse::meant(session, written) {
        Ok(act) => Why::Allowed(allowed(session, &view, act)),
        Err(wrong) => {
            let Some(rule) = wrong.rule else {
                return Why::Unreadable(wrong.reason);
            };
            let teller = Teller {
                rules: view.rules,
                me: session.position.side,
            };
            let mut reasons = Vec::new();
            let acts = refuse::otherwise_possible(session, written);
            for act in &acts {
                for forbid in view
                    .rules
                    .player(teller.me)
                    .forbids
                    .iter()
                    .filter(|it| !it.loses)
                {
                    if super::forbid::breaches(&view, forbid, *act)
                        && !reasons.iter().any(|it: &Reason| it.rule == forbid.rule)
                    {
                        reasons.push(teller.forbid(&view, forbid, *act, &wrong.reason));
                    }
                }
            }
            if !reasons.iter().any(|it| it.rule == rule) {
                let squares = Vec::new();
                reasons.insert(
                    0,
                    Reason {
                        rule,
                        text: wrong.reason,
                        squares,
                        facts: Vec::new(),
                    },
                );
            }
            Why::Refused(reasons)
        }
    }
}

/// Why a game is over.
pub fn over<S: Shape>(session: &Session<S>, verdict: Verdict) -> Reason {
    let view = session.view();
    let rules = view.rules;
    let mover = session.position.side.other();
    let teller = Teller { rules, me: mover };
    let text = match verdict.winner {
        Some(winner) => format!("the game is over: the {} player has won", winner.as_str()),
        None => "the game is over: a draw".to_owned(),
    };
    let mut reason = Reason {
        rule: verdict.rule,
        text,
        squares: Vec::new(),
        facts: Vec::new(),
    };
    let find = |player: Player| -> Option<&EndProgram<S::Set>> {
        rules
            .player(player)
            .ends
            .iter()
            .find(|it| it.rule == verdict.rule)
    };
    if let Some(end) = find(mover) {
        for condition in &end.conditions {
            teller.condition(&view, condition, ActSquares::default(), &mut reason);
        }
    }
    reason
}

fn allowed<S: Shape>(session: &Session<S>, view: &View<'_, S>, act: Act) -> Vec<Reason> {
    let rules = view.rules;
    let teller = Teller {
        rules,
        me: session.position.side,
    };
    let plain = |rule: RuleId, text: String| Reason {
        rule,
        text,
        squares: Vec::new(),
        facts: Vec::new(),
    };
    let turn_rule = match session.position.turn {
        Some(turn) => rules.player(teller.me).turns[turn as usize].rule,
        None => rules.turn_rule,
    };
    let mut reasons = Vec::new();
    match act {
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => {
            let facts = &rules.kinds[kind as usize];
            let text = format!(
                "a {} on {} goes to {}",
                facts.name,
                teller.square(from),
                teller.square(to)
            );
            reasons.push(plain(facts.moves_rule, text));
            for rule in &rules.player(teller.me).promotes {
                let fits = |pattern: &Option<crate::rules::PatternProgram<S::Set>>| {
                    pattern
                        .as_ref()
                        .is_some_and(|it| super::pattern::fits(view, it, act))
                };
                if becomes.is_some() && (fits(&rule.may) || fits(&rule.must)) {
                    reasons.push(plain(
                        rule.rule,
                        format!("a {} promotes by this move", facts.name),
                    ));
                }
            }
        }
        Act::Drop { to, kind } => {
            let text = format!(
                "a {} from the hand comes to {}",
                rules.kinds[kind as usize].name,
                teller.square(to)
            );
            reasons.push(plain(turn_rule, text));
        }
        Act::Pass | Act::End => {}
    }
    super::effects::seen(view, act, |effect, squares| {
        let taken: Vec<String> = squares.iter().map(|it| teller.square(it)).collect();
        let mut reason = plain(effect.rule, format!("it takes off {}", taken.join(" and ")));
        teller.note(view, squares, &mut reason);
        reasons.push(reason);
    });
    if !reasons.iter().any(|it| it.rule == turn_rule) {
        reasons.push(plain(turn_rule, "the turn allows it".to_owned()));
    }
    reasons
}

/// Tells what is seen, from one player's side.
struct Teller<'a, B> {
    rules: &'a Rules<B>,
    me: Player,
}

impl<B: Squares> Teller<'_, B> {
    fn square(&self, square: Square) -> String {
        self.rules.geometry.write(square, self.rules.coordinates)
    }

    /// `own guard on c3`
    fn standing<S: Shape<Set = B>>(&self, view: &View<'_, S>, square: Square) -> Vec<String> {
        let mut found = Vec::new();
        for layer in 0..self.rules.n_layers {
            if let Some(kind) = view.position.kind_on(self.rules, layer, square) {
                let owned = view.position.owned.as_ref()[layer];
                let whose = if owned[self.me.index()].has(square) {
                    "own "
                } else if owned[self.me.other().index()].has(square) {
                    "enemy "
                } else {
                    ""
                };
                let name = &self.rules.kinds[kind as usize].name;
                found.push(format!("{whose}{name} on {}", self.square(square)));
            }
        }
        found
    }

    fn note<S: Shape<Set = B>>(&self, view: &View<'_, S>, squares: B, reason: &mut Reason) {
        for square in squares.iter() {
            if !reason.squares.contains(&square) {
                reason.squares.push(square);
            }
            for fact in self.standing(view, square) {
                if !reason.facts.contains(&fact) {
                    reason.facts.push(fact);
                }
            }
        }
    }

    /// What a `forbid` rule sees in an act.
    fn forbid<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        forbid: &ForbidProgram<B>,
        act: Act,
        text: &str,
    ) -> Reason {
        let mut reason = Reason {
            rule: forbid.rule,
            text: text.to_owned(),
            squares: Vec::new(),
            facts: Vec::new(),
        };
        let (kind, from, to) = match act {
            Act::Move { from, to, kind, .. } => (kind, Some(from), Some(to)),
            Act::Drop { to, kind } => (kind, None, Some(to)),
            Act::Pass | Act::End => (0, None, None),
        };
        if let (Some(pattern), Some(to)) = (&forbid.act, to)
            && let Some(ActFilter {
                from: origin,
                to: target,
                touching,
                ..
            }) = &pattern.kinds[kind as usize]
        {
            let squares = ActSquares {
                origin: from,
                target: None,
            };
            for (set, ends) in [
                (origin, from),
                (target, Some(to)),
                (touching, Some(to)),
                (touching, from),
            ] {
                if let (Some(set), Some(end)) = (set, ends) {
                    self.note(
                        view,
                        witnesses(view, set, squares, B::one(end)),
                        &mut reason,
                    );
                }
            }
        }
        for condition in &forbid.beforehand {
            self.condition(view, condition, ActSquares::default(), &mut reason);
        }
        let mut after: Position<S> = *view.position;
        after.make(self.rules, act);
        let after = View::new(self.rules, &after);
        let squares = ActSquares {
            origin: from,
            target: to,
        };
        for condition in &forbid.conditions {
            self.condition(&after, condition, squares, &mut reason);
        }
        reason
    }

    /// What a condition sees in a position.
    fn condition<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        condition: &Cond<B>,
        act: ActSquares,
        reason: &mut Reason,
    ) {
        match condition {
            Cond::Count(_, set) => {
                let found = view.set(set, act);
                self.note(view, found, reason);
                self.note(view, witnesses(view, set, act, found), reason);
            }
            Cond::Points { of, than, .. } => {
                for purse in std::iter::once(of).chain(than) {
                    let found = view.set(&purse.set, act);
                    self.note(view, found & view.occupied, reason);
                    let hand = match purse.hand {
                        Some(player) if player == self.me => " with the own hand",
                        Some(_) => " with the enemy's hand",
                        None => "",
                    };
                    let points = view.points(purse, act);
                    reason.facts.push(format!("{points} points{hand}"));
                }
            }
            Cond::Mate { of, kinds, .. } => self.mate(view, *of, *kinds, reason),
            Cond::CannotAct(player) => {
                reason
                    .facts
                    .push(format!("the {} player has no act", player.as_str()));
            }
            Cond::Repeated { times, .. } => {
                reason.facts.push(format!(
                    "the position stands for the {times}th time or more"
                ));
            }
            Cond::Throughout(_) | Cond::Hand(..) | Cond::Act(_) => {}
        }
    }

    /// Who attacks, and why each answer that could be thought of fails.
    fn mate<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        of: Player,
        kinds: KindSet,
        reason: &mut Reason,
    ) {
        let royal = view.kinds_of(of, kinds);
        let mut attackers = B::EMPTY;
        for square in royal.iter() {
            let found = attackers_of(view, of.other(), KindSet::ALL, square);
            if found.any() {
                reason
                    .facts
                    .extend(self.standing(view, square).into_iter().map(|it| {
                        let by: Vec<String> = found
                            .iter()
                            .flat_map(|it| self.standing(view, it))
                            .collect();
                        format!("{it} is attacked by {}", by.join(" and "))
                    }));
            }
            attackers |= found;
        }
        for square in (royal | attackers).iter() {
            reason.squares.push(square);
        }
        let mut fresh = *view.position;
        fresh.side = of;
        fresh.spent = 0;
        fresh.fitted = 0;
        fresh.turn = turn_of(view, of);
        let before = View::new(self.rules, &fresh);
        // What the pieces could do by movement alone, as far as it touches the attack: taking an attacker, or going away.
        for kind in 0..self.rules.kinds.len() {
            for from in before.position.of(self.rules, of, kind as u8).iter() {
                let reach = before.reach(of, kind as u8, from);
                let tried = if kinds.has(KindId(kind as u8)) {
                    reach
                } else {
                    reach & attackers
                };
                for to in tried.iter() {
                    let act = Act::Move {
                        from,
                        to,
                        kind: kind as u8,
                        becomes: None,
                    };
                    let mut after = fresh;
                    after.make(self.rules, act);
                    let after = View::new(self.rules, &after);
                    let left = after.kinds_of(of, kinds);
                    let (mut by, mut attacked): (Vec<String>, Vec<String>) = Default::default();
                    for square in left.iter() {
                        let from = attackers_of(&after, of.other(), KindSet::ALL, square);
                        by.extend(from.iter().flat_map(|it| self.standing(&after, it)));
                        if from.any() {
                            attacked.extend(self.standing(&after, square));
                        }
                    }
                    if !by.is_empty() {
                        let text =
                            notation::write(Signs::of(self.rules), act, fresh.shares_origin(act));
                        let name = &self.rules.kinds[kind].name;
                        reason.facts.push(format!(
                            "{text} ({name}) is no answer: {} would attack {}",
                            by.join(" and "),
                            attacked.join(" and ")
                        ));
                    }
                }
            }
        }
        let mut n = 0;
        let _ = each(&before, Legality::NoLookahead, |act| {
            n += usize::from(act != Act::End);
            ControlFlow::Continue(())
        });
        reason.facts.push(match n {
            0 => "no other act is legal".to_owned(),
            n => format!("none of the {n} legal acts mends it"),
        });
    }
}

/// The squares of a player's pieces that could capture on a square.
fn attackers_of<S: Shape>(
    view: &View<'_, S>,
    by: Player,
    kinds: KindSet,
    square: Square,
) -> S::Set {
    view.kinds_of(by, kinds)
        .iter()
        .filter(|from| {
            // Each attacker is found by looking at it alone.
            (0..view.rules.kinds.len() as u8)
                .filter(|kind| {
                    kinds.has(KindId(*kind)) && view.position.of(view.rules, by, *kind).has(*from)
                })
                .any(|kind| view.is_attacked_from(by, kind, *from, square))
        })
        .fold(S::Set::EMPTY, |set, it| set | S::Set::one(it))
}

/// The squares that put some squares into a set: those that hold a line, that attack, that stand beside.
fn witnesses<S: Shape>(
    view: &View<'_, S>,
    set: &Set<S::Set>,
    act: ActSquares,
    found: S::Set,
) -> S::Set {
    let none = S::Set::EMPTY;
    match set {
        Set::And(parts) | Set::Or(parts) => parts
            .iter()
            .map(|it| witnesses(view, it, act, found & view.set(it, act)))
            .fold(none, |all, it| all | it),
        Set::Lines { lines, of, .. } => {
            let held = view.set(of, act);
            lines
                .iter()
                .filter(|line| (**line & found).any())
                .fold(none, |all, line| all | (*line & held))
        }
        Set::Beside { steps, of } => view
            .set(of, act)
            .iter()
            .filter(|it| (steps[it.index()] & found).any())
            .fold(none, |all, it| all | S::Set::one(it)),
        Set::Run(run) => {
            let ends = [Some(&run.from), run.to.as_ref()].into_iter().flatten();
            ends.fold(found, |all, it| all | view.set(it, act))
        }
        Set::Chain { .. }
        | Set::Of(_)
        | Set::Kind(..)
        | Set::Kinds(..)
        | Set::Any(_)
        | Set::Occupied => found,
        Set::Attacked(by, kinds) => found
            .iter()
            .fold(none, |all, it| all | attackers_of(view, *by, *kinds, it)),
        Set::Const(_) | Set::Empty | Set::Origin | Set::Target | Set::Not(_) => none,
    }
}
