//! Which end rules are worth asking, and when.

use crate::board::{Player, Squares};
use crate::check::sheet::{KindId, Quantity, Verb};
use crate::rules::facts::Facts;
use crate::rules::program::{Cond, EndProgram, PatternProgram, PlayerRules, Program};
use crate::rules::set::Set;

/// When the end rules of a player are worth asking.
#[derive(Debug, Clone)]
pub struct EndPlan<B> {
    /// Per end rule, whether it can hold where its player's opponent still has an act: history aside, only these make a
    /// difference while sequences are counted.
    pub matters_for_perft: Vec<bool>,
    /// Those that do, with what makes each worth asking.
    pub perft_ends: Vec<PerftEnd<B>>,
    /// Per kind, which act patterns of end rules its moves can fit.
    pub moves: Vec<u64>,
    /// Per kind, the targets of such moves.
    pub move_targets: Vec<B>,
    /// Per kind, which act patterns of end rules its drops can fit.
    pub drops: Vec<u64>,
    /// Per kind, the targets of such drops.
    pub drop_targets: Vec<B>,
    /// Which act patterns a pass fits.
    pub pass: u64,
    /// Which act patterns an act can fit that captures nothing.
    pub quiet: u64,
    /// Per kind, which act patterns an act can fit that captures one.
    pub taking: Vec<u64>,
}

/// An end rule to be judged while sequences are counted.
#[derive(Debug, Clone, Copy)]
pub struct PerftEnd<B> {
    /// The rule, by its place among the end rules.
    pub end: usize,
    /// Judged for the other player as well.
    pub for_each: bool,
    /// The act patterns of which one must have fitted; none if the rule does not ask for acts.
    pub acts: u64,
    /// What must stand somewhere for the rule to hold for the player himself, and for the other.
    pub presence: [Option<Presence<B>>; 2],
}

/// A player's pieces of a kind on some squares.
#[derive(Debug, Clone, Copy)]
pub struct Presence<B> {
    /// Whose.
    pub player: Player,
    /// Of which kind.
    pub kind: u8,
    /// Where.
    pub squares: B,
}

impl<B: Squares> EndPlan<B> {
    /// When the end rules of a player are worth asking. Without a plan, each of them is asked each time.
    pub fn new(program: &Program<B>, facts: &Facts, own: Player, is_planned: bool) -> Self {
        let rules = program.player(own);
        let matters_for_perft: Vec<bool> = rules
            .ends
            .iter()
            .map(|it| !(it.looks_back() || is_planned && needs_no_act(it, facts, own)))
            .collect();
        let others = &program.player(own.other()).ends;
        let perft_ends = (0..rules.ends.len())
            .filter(|it| matters_for_perft[*it])
            .map(|end| PerftEnd {
                end,
                for_each: rules.ends[end].for_each,
                acts: match is_planned {
                    true => acts_asked(&rules.ends[end]),
                    false => 0,
                },
                presence: [&rules.ends, others].map(|ends| {
                    let conditions = &ends[end].conditions;
                    is_planned
                        .then(|| presence(conditions, program.all))
                        .flatten()
                }),
            })
            .collect();
        let kinds = 0..program.kinds.len() as u8;
        let by_kind = |verb: Verb| -> (Vec<u64>, Vec<B>) {
            let fits = |kind| fitting(program, rules, verb, kind);
            kinds.clone().map(fits).unzip()
        };
        let (moves, move_targets) = by_kind(Verb::Move);
        let (drops, drop_targets) = by_kind(Verb::Drop);
        EndPlan {
            moves,
            move_targets,
            drops,
            drop_targets,
            pass: numbers(&rules.end_acts, |it| it.verb == Verb::Pass),
            quiet: capturing(&rules.end_acts, None),
            taking: kinds
                .clone()
                .map(|it| capturing(&rules.end_acts, Some(it)))
                .collect(),
            matters_for_perft,
            perft_ends,
        }
    }
}

/// Whether an end rule holds only where the player to move, who is not the judged one, has no act.
fn needs_no_act<B: Squares>(end: &EndProgram<B>, facts: &Facts, judged: Player) -> bool {
    let other = judged.other();
    !end.for_each
        && end.conditions.iter().any(|it| match it {
            Cond::CannotAct(player) => *player == other,
            // Whoever may not leave pieces attacked and cannot help it has no act.
            Cond::Mate {
                of,
                kinds,
                answers: None,
            } => {
                *of == other
                    && !facts.some_act_loses
                    && kinds.0 & !facts.guarded[other.index()].0 == 0
            }
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Mate { .. }
            | Cond::Repeated { .. }
            | Cond::Throughout(_)
            | Cond::Hand(..)
            | Cond::Act(_) => false,
        })
}

/// The act patterns that an end rule asks for.
fn acts_asked<B>(end: &EndProgram<B>) -> u64 {
    end.conditions.iter().fold(0, |acts, it| match it {
        Cond::Act(number) => acts | 1 << number,
        Cond::Count(..)
        | Cond::Points { .. }
        | Cond::Mate { .. }
        | Cond::CannotAct(_)
        | Cond::Repeated { .. }
        | Cond::Throughout(_)
        | Cond::Hand(..) => acts,
    })
}

/// The numbers of the patterns that pass a test, as bits.
fn numbers<B>(patterns: &[PatternProgram<B>], holds: impl Fn(&PatternProgram<B>) -> bool) -> u64 {
    patterns
        .iter()
        .enumerate()
        .fold(0, |found, (i, it)| found | u64::from(holds(it)) << i)
}

/// Which act patterns of end rules the acts of a kind can fit, and on which targets.
fn fitting<B: Squares>(
    program: &Program<B>,
    rules: &PlayerRules<B>,
    verb: Verb,
    kind: u8,
) -> (u64, B) {
    let fits = |it: &PatternProgram<B>| it.verb == verb && it.of(kind).is_some();
    let targets = rules.end_acts.iter().filter(|it| fits(it)).map(|it| {
        let to = it.of(kind).and_then(|it| it.to.as_ref());
        to.and_then(|it| it.constant()).unwrap_or(program.all)
    });
    let targets = targets.fold(B::EMPTY, |all, it| all | it);
    (numbers(&rules.end_acts, fits), targets)
}

/// Which act patterns an act can fit that captures nothing, or that captures a kind.
fn capturing<B>(patterns: &[PatternProgram<B>], taken: Option<u8>) -> u64 {
    numbers(patterns, |it| {
        it.verb == Verb::Pass
            || it.kinds.iter().flatten().any(|it| match it.capturing {
                None => true,
                Some(kinds) => taken.is_some_and(|it| kinds.has(KindId(it))),
            })
    })
}

/// Pieces that must stand somewhere for some conditions to hold.
fn presence<B: Squares>(conditions: &[Cond<B>], all: B) -> Option<Presence<B>> {
    conditions.iter().find_map(|it| {
        let Cond::Count(Quantity::AtLeast(1..), Set::And(parts)) = it else {
            return None;
        };
        let constants = parts.iter().filter_map(Set::constant);
        let squares = constants.fold(all, |set, it| set & it);
        parts.iter().find_map(|it| match it {
            Set::Kind(player, kind) => Some(Presence {
                player: *player,
                kind: *kind,
                squares,
            }),
            _ => None,
        })
    })
}
