//! Legal acts. They come in batches (one kind, one origin, all its targets at once), so that counting them needs
//! no list.

use std::ops::ControlFlow;

use super::Act;
use super::judge::conditions_hold;
use super::position::{Position, Shape};
use super::view::{ActSquares, View};
use crate::board::{Square, Squares};
use crate::check::sheet::Verb;
use crate::rules::program::ForbidProgram;
use crate::rules::{PatternProgram, TurnProgram};

/// How far ahead legality looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Every `forbid` rule counts.
    Full,
    /// Those that look ahead do not: what a rule that looks ahead sees of the next act.
    Near,
    /// None does: what movement and turn allow.
    Free,
}

impl Strength {
    fn counts<B>(self, forbid: &ForbidProgram<B>) -> bool {
        match self {
            Strength::Full => !forbid.loses,
            Strength::Near => !forbid.loses && !forbid.looks_ahead,
            Strength::Free => false,
        }
    }
}

/// Acts that differ only in their target.
#[derive(Debug, Clone, Copy)]
pub struct Batch<B> {
    /// Where they begin; nowhere for drops.
    pub from: Option<Square>,
    /// The kind that moves or is dropped.
    pub kind: u8,
    /// What it becomes by it.
    pub becomes: Option<u8>,
    /// The targets.
    pub targets: B,
}

impl<B: Squares> Batch<B> {
    fn act(&self, to: Square) -> Act {
        match self.from {
            Some(from) => Act::Move {
                from,
                to,
                kind: self.kind,
                becomes: self.becomes,
            },
            None => Act::Drop {
                to,
                kind: self.kind,
            },
        }
    }
}

/// What is going on: batches, or an act without squares.
#[derive(Debug, Clone, Copy)]
pub enum Found<B> {
    /// Moves or drops.
    Batch(Batch<B>),
    /// A pass or the end of the turn.
    Bare(Act),
}

/// Hands out every legal act of the side to act, until told to stop.
pub fn legal<S: Shape>(
    view: &View<'_, S>,
    strength: Strength,
    mut found: impl FnMut(Found<S::Set>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let position = view.position;
    let me = position.side;
    let rules = view.rules;
    let seat = rules.seat(me);
    let Some(turn) = position.turn.map(|it| &seat.turns[it as usize]) else {
        return ControlFlow::Continue(());
    };
    if turn.several && position.spent != 0 {
        found(Found::Bare(Act::End))?;
    }
    let open = Allowance::new(turn, position.spent);
    if open.has(Verb::Move) {
        for kind in 0..rules.kinds.len() as u8 {
            let pieces = position.of(rules, me, kind);
            if pieces.is_empty() {
                continue;
            }
            let mover = &seat.movers[kind as usize];
            for from in pieces.iter() {
                let mut targets = view.reach(me, mover, from);
                if targets.is_empty() {
                    continue;
                }
                targets &= open.targets(view, Verb::Move, kind, Some(from));
                if targets.is_empty() {
                    continue;
                }
                let mut hand_out = |becomes: Option<u8>, targets: S::Set| {
                    let batch = permitted(
                        view,
                        Batch {
                            from: Some(from),
                            kind,
                            becomes,
                            targets,
                        },
                        strength,
                    );
                    if batch.targets.any() {
                        found(Found::Batch(batch))
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                let becomes = &rules.kinds[kind as usize].becomes;
                if becomes.is_empty() {
                    hand_out(None, targets)?;
                    continue;
                }
                let (may, must) = promotion_squares(view, kind, from);
                hand_out(None, targets.without(must))?;
                for face in becomes {
                    hand_out(Some(*face), targets & (may | must))?;
                }
            }
        }
    }
    if open.has(Verb::Drop) && view.empty.any() {
        let hand = position.hands[me.index()].as_ref();
        for (held, facts) in rules.kinds.iter().enumerate() {
            if hand[held] == 0 {
                continue;
            }
            for kind in &facts.drops_as {
                let targets = view.empty & open.targets(view, Verb::Drop, *kind, None);
                if targets.any() {
                    let batch = permitted(
                        view,
                        Batch {
                            from: None,
                            kind: *kind,
                            becomes: None,
                            targets,
                        },
                        strength,
                    );
                    if batch.targets.any() {
                        found(Found::Batch(batch))?;
                    }
                }
            }
        }
    }
    if open.has(Verb::Pass) && !forbids_of(view, strength).any(|it| breaches(view, it, Act::Pass)) {
        found(Found::Bare(Act::Pass))?;
    }
    ControlFlow::Continue(())
}

/// Every legal act, one by one.
pub fn each<S: Shape>(
    view: &View<'_, S>,
    strength: Strength,
    mut found: impl FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(view, strength, |it| match it {
        Found::Bare(act) => found(act),
        Found::Batch(batch) => batch.targets.iter().try_for_each(|to| found(batch.act(to))),
    })
}

/// How many legal acts there are, without listing them.
pub fn count<S: Shape>(view: &View<'_, S>) -> u64 {
    let mut n = 0u64;
    let _ = legal(view, Strength::Full, |it| {
        n += match it {
            Found::Bare(_) => 1,
            Found::Batch(batch) => u64::from(batch.targets.count()),
        };
        ControlFlow::Continue(())
    });
    n
}

/// Whether there is a legal act at all.
pub fn some<S: Shape>(view: &View<'_, S>, strength: Strength) -> bool {
    legal(view, strength, |_| ControlFlow::Break(())).is_break()
}

/// What of a turn may still be done.
pub struct Allowance<'a, B> {
    turn: &'a TurnProgram<B>,
    spent: u32,
}

impl<'a, B: Squares> Allowance<'a, B> {
    /// What is left of a turn.
    pub fn new(turn: &'a TurnProgram<B>, spent: u32) -> Self {
        Allowance { turn, spent }
    }

    /// The patterns with something left, by number.
    fn left(&self) -> impl Iterator<Item = (usize, &'a PatternProgram<B>)> + use<'a, B> {
        let spent = self.spent;
        self.turn
            .acts
            .iter()
            .enumerate()
            .filter(move |(i, (_, times))| spent >> (4 * i) & 15 < *times)
            .map(|(i, (pattern, _))| (i, pattern))
    }

    /// Whether some act of this verb may still be done.
    pub fn has(&self, verb: Verb) -> bool {
        self.left().any(|(_, it)| it.verb == verb)
    }

    /// The targets that the turn allows.
    pub fn targets<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        verb: Verb,
        kind: u8,
        from: Option<Square>,
    ) -> B {
        let mut allowed = B::EMPTY;
        for (_, pattern) in self.left().filter(|it| it.1.verb == verb) {
            match &pattern.kinds[kind as usize] {
                Some(masks) if masks.is_free() => return view.rules.all,
                Some(masks) => allowed |= view.fitting(masks, kind, from),
                None => {}
            }
        }
        allowed
    }

    /// The first pattern with something left that an act fits: the one it is charged to.
    pub fn charged<S: Shape<Set = B>>(&self, view: &View<'_, S>, act: Act) -> Option<usize> {
        self.left()
            .find(|(_, pattern)| fits(view, pattern, act))
            .map(|it| it.0)
    }
}

/// Whether an act fits a pattern, judged on the position before it.
pub fn fits<S: Shape>(view: &View<'_, S>, pattern: &PatternProgram<S::Set>, act: Act) -> bool {
    match (act, pattern.verb) {
        (Act::Pass, Verb::Pass) => true,
        (
            Act::Move {
                from,
                to,
                kind,
                becomes,
            },
            Verb::Move,
        ) => pattern.kinds[kind as usize].as_ref().is_some_and(|it| {
            (!it.promoting || becomes.is_some()) && view.fitting(it, kind, Some(from)).has(to)
        }),
        (Act::Drop { to, kind }, Verb::Drop) => pattern.kinds[kind as usize]
            .as_ref()
            .is_some_and(|it| view.fitting(it, kind, None).has(to)),
        _ => false,
    }
}

/// The targets on which promotion is offered, and on which it is demanded.
pub fn promotion_squares<S: Shape>(view: &View<'_, S>, kind: u8, from: Square) -> (S::Set, S::Set) {
    let (mut may, mut must) = (S::Set::EMPTY, S::Set::EMPTY);
    for rule in &view.rules.seat(view.position.side).promotes {
        let squares = |pattern: &Option<PatternProgram<S::Set>>| match pattern {
            Some(pattern) => match &pattern.kinds[kind as usize] {
                Some(masks) => view.fitting(masks, kind, Some(from)),
                None => S::Set::EMPTY,
            },
            None => S::Set::EMPTY,
        };
        may |= squares(&rule.may);
        must |= squares(&rule.must);
    }
    (may, must)
}

fn forbids_of<'a, S: Shape>(
    view: &View<'a, S>,
    strength: Strength,
) -> impl Iterator<Item = &'a ForbidProgram<S::Set>> + use<'a, S> {
    let rules = view.rules;
    rules
        .seat(view.position.side)
        .forbids
        .iter()
        .filter(move |it| strength.counts(it))
}

/// Takes out of a batch what is forbidden.
fn permitted<S: Shape>(
    view: &View<'_, S>,
    mut batch: Batch<S::Set>,
    strength: Strength,
) -> Batch<S::Set> {
    let verb = if batch.from.is_some() {
        Verb::Move
    } else {
        Verb::Drop
    };
    for forbid in forbids_of(view, strength) {
        if batch.targets.is_empty() {
            break;
        }
        let suspects = match &forbid.act {
            None => batch.targets,
            Some(pattern) if pattern.verb != verb => continue,
            Some(pattern) => match &pattern.kinds[batch.kind as usize] {
                None => continue,
                Some(masks) if masks.promoting && batch.becomes.is_none() => continue,
                Some(masks) => batch.targets & view.fitting(masks, batch.kind, batch.from),
            },
        };
        let mut refused = suspects;
        if !forbid.conditions.is_empty() {
            for to in suspects.iter() {
                if !conditions_after(view, forbid, batch.act(to)) {
                    refused ^= S::Set::one(to);
                }
            }
        }
        batch.targets = batch.targets.without(refused);
    }
    batch
}

/// Whether the conditions of a `forbid` rule hold after an act.
pub fn conditions_after<S: Shape>(
    view: &View<'_, S>,
    forbid: &ForbidProgram<S::Set>,
    act: Act,
) -> bool {
    let mut after: Position<S> = *view.position;
    after.make(view.rules, act);
    let squares = match act {
        Act::Move { from, to, .. } => ActSquares {
            origin: Some(from),
            target: Some(to),
        },
        Act::Drop { to, .. } => ActSquares {
            origin: None,
            target: Some(to),
        },
        Act::Pass | Act::End => ActSquares::default(),
    };
    let view = View::new(view.rules, &after);
    conditions_hold(&view, &forbid.conditions, squares, Strength::Near)
}

/// Whether an act is refused by a `forbid` rule, or loses by it.
pub fn breaches<S: Shape>(view: &View<'_, S>, forbid: &ForbidProgram<S::Set>, act: Act) -> bool {
    forbid.act.as_ref().is_none_or(|it| fits(view, it, act))
        && (forbid.conditions.is_empty() || conditions_after(view, forbid, act))
}
