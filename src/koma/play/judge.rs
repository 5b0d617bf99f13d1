//! Conditions and ends: does it hold, is the game over, by which rule.

use std::ops::ControlFlow;

use super::Act;
use super::forbid::breaches;
use super::generate::{Legality, each, some};
use super::pattern::fits;
use super::position::{Captured, Position, Shape};
use super::view::{ActSquares, View};
use crate::board::{Player, Squares};
use crate::check::sheet::{KindId, KindSet, ResultWord, RuleId, Verb};
use crate::rules::plan::ends::Presence;
use crate::rules::program::EndProgram;
use crate::rules::{Cond, PatternProgram, Rules};

/// How a game ended: the rule, and who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The rule that ended it.
    pub rule: RuleId,
    /// The winner, if there is one.
    pub winner: Option<Player>,
}

/// One turn of the past.
#[derive(Debug, Clone, Copy)]
pub struct Past<S: Shape> {
    /// The position at its end.
    pub position: Position<S>,
    /// The same for the same position, and nearly always another for another.
    key: u64,
}

/// What happened before, for the conditions that ask: positions at the ends of turns, this one last.
#[derive(Debug, Clone, Copy)]
pub struct History<'a, S: Shape>(pub &'a [Past<S>]);

/// Whether all conditions hold that ask neither for acts nor for the past.
pub fn conditions_hold<S: Shape>(
    view: &View<'_, S>,
    conditions: &[Cond<S::Set>],
    act: ActSquares,
    legality: Legality,
) -> bool {
    conditions
        .iter()
        .all(|it| holds(view, it, act, legality, None))
}

/// What the judging of an end rule knows beyond the position.
#[derive(Clone, Copy)]
struct Judging<'a, S: Shape> {
    judged: Player,
    mover: Player,
    history: Option<History<'a, S>>,
    rule: &'a EndProgram<S::Set>,
}

fn holds<S: Shape>(
    view: &View<'_, S>,
    condition: &Cond<S::Set>,
    act: ActSquares,
    legality: Legality,
    judging: Option<Judging<'_, S>>,
) -> bool {
    match condition {
        Cond::Count(quantity, set) => quantity.fits(view.set(set, act).count()),
        Cond::Points { quantity, of, than } => {
            let than = than.as_ref().map_or(0, |it| view.points(it, act));
            quantity.fits_difference(view.points(of, act) - than)
        }
        Cond::Hand(player, quantity, kinds) => {
            let hand = view.position.hands[player.index()].as_ref();
            let n: u32 = hand[..view.rules.kinds.len()]
                .iter()
                .enumerate()
                .filter(|(kind, _)| kinds.has(KindId(*kind as u8)))
                .map(|(_, n)| u32::from(*n))
                .sum();
            quantity.fits(n)
        }
        Cond::CannotAct(player) => {
            let fresh = fresh_turn(view, *player);
            !some(&View::new(view.rules, &fresh), legality)
        }
        Cond::Mate { of, kinds, answers } => mate(view, *of, *kinds, answers.as_deref(), legality),
        Cond::Act(number) => judging
            .is_some_and(|it| it.judged == it.mover && view.position.fitted >> number & 1 != 0),
        Cond::Repeated { times, in_a_row } => judging
            .and_then(|it| it.history)
            .is_some_and(|it| repeated(it, *times, *in_a_row)),
        Cond::Throughout(number) => judging.is_some_and(|judging| {
            let times = judging.rule.conditions.iter().find_map(|it| match it {
                Cond::Repeated { times, .. } => Some(*times),
                _ => None,
            });
            match (judging.history, times) {
                (Some(history), Some(times)) => {
                    throughout(view.rules, history, times, *number, judging.judged)
                }
                _ => false,
            }
        }),
    }
}

/// The position as if a player's turn began now.
fn fresh_turn<S: Shape>(view: &View<'_, S>, player: Player) -> Position<S> {
    let mut fresh = *view.position;
    fresh.side = player;
    fresh.spent = 0;
    fresh.fitted = 0;
    fresh.turn = turn_of(view, player);
    fresh
}

/// Which turn rule applies to a player whose turn begins now.
pub fn turn_of<S: Shape>(view: &View<'_, S>, player: Player) -> Option<u8> {
    view.rules
        .player(player)
        .turns
        .iter()
        .position(|it| {
            conditions_hold(
                view,
                &it.conditions,
                ActSquares::default(),
                Legality::NoLookahead,
            )
        })
        .map(|it| it as u8)
}

/// Whether some of a player's pieces of these kinds is attacked and no answer mends it.
fn mate<S: Shape>(
    view: &View<'_, S>,
    of: Player,
    kinds: KindSet,
    answers: Option<&PatternProgram<S::Set>>,
    legality: Legality,
) -> bool {
    let in_danger = |view: &View<'_, S>| {
        let pieces = view.kinds_of(of, kinds);
        pieces.any() && view.attacked(of.other(), KindSet::ALL, pieces).any()
    };
    if !in_danger(view) {
        return false;
    }
    let rules = view.rules;
    let fresh = fresh_turn(view, of);
    let before = View::new(rules, &fresh);
    let guarded = rules.facts.guarded[of.index()];
    if answers.is_none() && !rules.facts.some_act_loses && kinds.0 & !guarded.0 == 0 {
        // Every legal act leaves them unattacked, and so is an answer.
        return !some(&before, legality);
    }
    let loses = rules
        .player(of)
        .forbids
        .iter()
        .filter(|it| it.loses && !it.looks_ahead);
    each(&before, legality, |act| {
        if act == Act::End || answers.is_some_and(|it| !fits(&before, it, act)) {
            return ControlFlow::Continue(());
        }
        if loses.clone().any(|it| breaches(&before, it, act)) {
            return ControlFlow::Continue(());
        }
        let mut after = fresh;
        let captured = after.make(rules, act);
        let answered =
            !in_danger(&View::new(rules, &after)) || wins_at_once(rules, after, act, captured);
        if answered {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .is_continue()
}

/// Whether an act just made wins for its maker by a rule that asks neither what comes nor what was.
fn wins_at_once<S: Shape>(
    rules: &Rules<S::Set>,
    mut after: Position<S>,
    act: Act,
    captured: Captured,
) -> bool {
    let mover = after.side;
    if !rules
        .player(mover)
        .ends
        .iter()
        .any(EndProgram::asks_position_alone)
    {
        return false;
    }
    note_fitted(rules, &mut after, act, captured);
    let several = after
        .turn
        .is_some_and(|it| rules.player(mover).turns[it as usize].several);
    let view = View::new(rules, &after);
    let verdict = judge(&view, mover, None, |_, it| {
        it.asks_position_alone() && (it.at_act || !several)
    });
    verdict.is_some_and(|it| it.winner == Some(mover))
}

/// Marks the act patterns of end rules that an act just made fits, judged on the position after it.
#[inline(always)]
pub fn note_fitted<S: Shape>(
    rules: &Rules<S::Set>,
    after: &mut Position<S>,
    act: Act,
    captured: Captured,
) {
    let plan = &rules.plan(after.side).ends;
    // Most acts can fit no pattern at all: that is known by kind.
    let mut open = match act {
        Act::Move { kind, .. } => plan.moves[kind as usize],
        Act::Drop { kind, .. } => plan.drops[kind as usize],
        Act::Pass => plan.pass,
        Act::End => 0,
    } & !after.fitted;
    open &= match captured.on_target {
        _ if !captured.elsewhere.is_empty() => !0,
        None => plan.quiet,
        Some(kind) => plan.taking[kind as usize],
    };
    if open != 0 {
        note_open(rules, after, act, captured, open);
    }
}

/// Marks those of some act patterns that an act just made fits.
#[inline(never)]
fn note_open<S: Shape>(
    rules: &Rules<S::Set>,
    after: &mut Position<S>,
    act: Act,
    captured: Captured,
    mut open: u64,
) {
    let plan = &rules.plan(after.side).ends;
    let can_fit = match act {
        Act::Move { kind, to, .. } => plan.move_targets[kind as usize].has(to),
        Act::Drop { kind, to } => plan.drop_targets[kind as usize].has(to),
        Act::Pass | Act::End => true,
    };
    if !can_fit {
        return;
    }
    let end_acts = &rules.player(after.side).end_acts;
    while open != 0 {
        let number = open.trailing_zeros() as usize;
        open &= open - 1;
        if fits_after(rules, after, &end_acts[number], act, captured) {
            after.fitted |= 1 << number;
        }
    }
}

/// Whether some end rule holds, ignoring rules of history and rules that hold only where the player to move has no act.
#[inline(always)]
pub fn is_over_without_history<S: Shape>(
    rules: &Rules<S::Set>,
    after: &Position<S>,
    mover: Player,
) -> bool {
    rules.plan(mover).ends.perft_ends.iter().any(|it| {
        if it.acts != 0 && it.acts & after.fitted == 0 {
            return false;
        }
        let is_there = |presence: &Option<Presence<S::Set>>| {
            presence
                .as_ref()
                .is_none_or(|it| (after.of(rules, it.player, it.kind) & it.squares).any())
        };
        (is_there(&it.presence[0]) && holds_for(rules, after, it.end, mover, mover))
            || (it.for_each
                && is_there(&it.presence[1])
                && holds_for(rules, after, it.end, mover.other(), mover))
    })
}

/// Whether an end rule holds for a player, rules of history aside.
#[inline(never)]
fn holds_for<S: Shape>(
    rules: &Rules<S::Set>,
    after: &Position<S>,
    end: usize,
    judged: Player,
    mover: Player,
) -> bool {
    let rule = &rules.player(judged).ends[end];
    let view = View::new(rules, after);
    let judging = Some(Judging {
        judged,
        mover,
        history: None,
        rule,
    });
    let act = ActSquares::default();
    let mut conditions = rule.conditions.iter();
    conditions.all(|it| holds(&view, it, act, Legality::Full, judging))
}

/// Whether an act just made fits a pattern, judged on the position after it.
fn fits_after<S: Shape>(
    rules: &Rules<S::Set>,
    after: &Position<S>,
    pattern: &PatternProgram<S::Set>,
    act: Act,
    captured: Captured,
) -> bool {
    let (kind, from, to, promoted) = match (act, pattern.verb) {
        (
            Act::Move {
                from,
                to,
                kind,
                becomes,
            },
            Verb::Move,
        ) => (kind, Some(from), to, becomes.is_some()),
        (Act::Drop { to, kind }, Verb::Drop) => (kind, None, to, false),
        (Act::Pass, Verb::Pass) => return true,
        _ => return false,
    };
    let Some(filter) = pattern.of(kind) else {
        return false;
    };
    if filter.promoting && !promoted {
        return false;
    }
    if filter.capturing.is_some_and(|it| !captured.has(it)) {
        return false;
    }
    if filter.sets().next().is_none() {
        return true;
    }
    let view = View::new(rules, after);
    let squares = ActSquares {
        origin: from,
        target: None,
    };
    let within = |set: &Option<crate::rules::Set<S::Set>>,
                  ends: [Option<crate::board::Square>; 2]| match set {
        None => true,
        Some(set) => {
            let asked = ends
                .into_iter()
                .flatten()
                .fold(S::Set::EMPTY, |all, it| all | S::Set::one(it));
            view.set_in(set, squares, asked).any()
        }
    };
    within(&filter.from, [from, None])
        && within(&filter.to, [Some(to), None])
        && within(&filter.touching, [from, Some(to)])
}

/// The first end rule that holds, in their order: for the mover, then for the other where a rule is for each.
pub fn judge<S: Shape>(
    view: &View<'_, S>,
    mover: Player,
    history: Option<History<'_, S>>,
    asked: impl Fn(usize, &EndProgram<S::Set>) -> bool,
) -> Option<Verdict> {
    let n = view.rules.player(mover).ends.len();
    for i in 0..n {
        for judged in [mover, mover.other()] {
            let rule = &view.rules.player(judged).ends[i];
            if !asked(i, rule) || (judged != mover && !rule.for_each) {
                continue;
            }
            let judging = Judging {
                judged,
                mover,
                history,
                rule,
            };
            let all = rule.conditions.iter().all(|it| {
                holds(
                    view,
                    it,
                    ActSquares::default(),
                    Legality::Full,
                    Some(judging),
                )
            });
            if all {
                let winner = match rule.result {
                    ResultWord::Own => Some(judged),
                    ResultWord::Enemy => Some(judged.other()),
                    ResultWord::First => Some(Player::First),
                    ResultWord::Second => Some(Player::Second),
                    ResultWord::Draw => None,
                };
                return Some(Verdict {
                    rule: rule.rule,
                    winner,
                });
            }
        }
    }
    None
}

/// Tells of each condition of the end rules that holds by itself: the rule, and its place among the conditions.
pub fn each_condition<S: Shape>(
    view: &View<'_, S>,
    mover: Player,
    history: Option<History<'_, S>>,
    asked: impl Fn(&EndProgram<S::Set>) -> bool,
    mut found: impl FnMut(RuleId, usize),
) {
    for judged in [mover, mover.other()] {
        for rule in view.rules.player(judged).ends.iter().filter(|it| asked(it)) {
            if judged != mover && !rule.for_each {
                continue;
            }
            let judging = Judging {
                judged,
                mover,
                history,
                rule,
            };
            for (i, condition) in rule.conditions.iter().enumerate() {
                let act = ActSquares::default();
                if holds(view, condition, act, Legality::Full, Some(judging)) {
                    found(rule.rule, i);
                }
            }
        }
    }
}

/// The places in the past, latest first, where the position of now stood.
fn occurrences<'a, S: Shape>(history: History<'a, S>) -> impl Iterator<Item = usize> + 'a {
    let past = history.0;
    let now = past.last();
    (0..past.len())
        .rev()
        .filter(move |at| now.is_some_and(|now| past[*at].is_same(now)))
}

fn repeated<S: Shape>(history: History<'_, S>, times: u32, in_a_row: bool) -> bool {
    if !in_a_row {
        return occurrences(history).take(times as usize).count() == times as usize;
    }
    let past = history.0;
    let mut places = occurrences(history);
    let (Some(now), Some(before)) = (places.next(), places.next()) else {
        return false;
    };
    let period = now - before;
    // The positions of the last `times - 1` rounds each stood one round earlier, too; the first round has no
    // earlier one to be compared with.
    let rounds = times as usize - 1;
    now >= period * rounds
        && (now - period * (rounds - 1)..=now).all(|at| past[at].is_same(&past[at - period]))
}

/// Whether a count held after each of a player's turns since the first of the last `times` occurrences.
fn throughout<S: Shape>(
    rules: &Rules<S::Set>,
    history: History<'_, S>,
    times: u32,
    number: u8,
    judged: Player,
) -> bool {
    let (quantity, set) = &rules.player(judged).throughout[number as usize];
    let Some(first) = occurrences(history).nth(times as usize - 1) else {
        return false;
    };
    history.0[first + 1..]
        .iter()
        // After a player's turn it is the other's move.
        .filter(|it| it.position.side == judged.other())
        .all(|it| {
            let view = View::new(rules, &it.position);
            quantity.fits(view.set(set, ActSquares::default()).count())
        })
}

impl<S: Shape> Past<S> {
    /// The place in history of a position at the end of a turn.
    #[inline]
    pub fn new(position: &Position<S>) -> Self {
        Past {
            position: *position,
            key: position.hash(),
        }
    }

    /// The same for the same position, and nearly always another for another.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether the same position stood then, for the repetition rule.
    #[inline]
    fn is_same(&self, other: &Self) -> bool {
        self.key == other.key && self.position.is_same(&other.position)
    }
}
