//! What the rules allow to be done faster.
//!
//! A plan is a pure function of the program, made once and never changed. It depends on what a variant's rules say, never on
//! which variant it is, and applies kind by kind and rule by rule: what it does not cover is asked of the program. It never
//! decides what is legal: with every plan switched off, the same games are played.

pub mod check;
pub mod class;
pub mod drops;
pub mod ends;
pub mod piece_table;
pub mod promotion;

use crate::board::{Player, Squares};
use crate::check::sheet::{KindId, KindSet, Verb};

use super::facts::Facts;
use super::program::Program;
use check::CheckRule;
use class::{MoveClass, Traits};
use drops::DropPlan;
use ends::EndPlan;
use promotion::Promotion;

/// What may be done faster, for both players.
#[derive(Debug, Clone)]
pub struct Plan<B> {
    /// For the first and for the second player.
    pub players: [PlayerPlan<B>; 2],
}

/// What may be done faster for one player.
#[derive(Debug, Clone)]
pub struct PlayerPlan<B> {
    /// The kinds by how they move: first those whose moves are counted by tables and masks, then those that the position must
    /// be asked about.
    pub classes: Vec<MoveClass<B>>,
    /// How many of them are counted by tables and masks.
    pub n_counted: usize,
    /// Per kind, its class by number; a number too high for a kind that has none.
    pub class_of: Box<[u8]>,
    /// The rule that guards pieces from attack, if masks can keep it.
    pub check: Option<CheckRule<B>>,
    /// Per kind, the `forbid` rules that can refuse its moves, except the check rule.
    pub move_forbids: Vec<Vec<usize>>,
    /// What may be dropped, and where.
    pub drops: Vec<DropPlan<B>>,
    /// Per turn rule, what it lets be done.
    pub turns: Vec<TurnPlan>,
    /// What the first turn rule lets be done: mostly the only one.
    pub first_turn: TurnPlan,
    /// When end rules are worth asking.
    pub ends: EndPlan<B>,
    /// The kinds whose moves can take off more than what stands on their target.
    pub effect_moves: KindSet,
    /// The kinds whose moves have to be generated to be counted.
    pub generated: KindSet,
    /// The kinds that attack in manners that the position must be asked about.
    pub asked_attacks: KindSet,
}

/// What a turn rule lets be done.
#[derive(Debug, Clone, Copy, Default)]
pub struct TurnPlan {
    /// It is one act, and every move is one.
    pub all_moves: bool,
    /// It is one act, and every drop is one.
    pub all_drops: bool,
    /// It is one act, and none is a move.
    pub no_moves: bool,
    /// It is one act, and none is a drop.
    pub no_drops: bool,
    /// Tables and masks tell all its acts: it is one move or drop of any piece, none of which has to be asked about.
    pub is_tabular: bool,
}

impl<B: Squares> Plan<B> {
    /// What a program allows to be done faster.
    pub fn new(program: &Program<B>, facts: &Facts) -> Plan<B> {
        let guards = Player::BOTH.map(|it| check::find(program, it));
        let classes = Player::BOTH.map(|own| {
            if program.n_layers != 1 {
                return Vec::new();
            }
            let rules = program.player(own);
            let guard = guards[own.index()].as_ref();
            let promotions = Promotion::of_kinds(program, &rules.promotes);
            class::classes(&program.geometry, &rules.movers, &promotions, |kind| {
                let mut others = rules.forbids.iter().enumerate();
                let guarded = |kind: u8| guard.is_some_and(|it| it.1.has(KindId(kind)));
                let mut faces = program.kinds[kind as usize].becomes.iter();
                Traits {
                    guarded: guarded(kind),
                    refusable: others.any(|(i, it)| {
                        guard.is_none_or(|it| it.0 != i) && it.can_refuse(Verb::Move, kind)
                    }),
                    affects: { rules.effects.iter() }.any(|it| it.can_follow(Verb::Move, kind)),
                    changes_guard: faces.any(|it| guarded(*it) != guarded(kind)),
                }
            })
        });
        let players = Player::BOTH.map(|own| {
            let enemy = &classes[own.other().index()];
            let guard = guards[own.index()].clone();
            let check = guard.map(|it| CheckRule::new(program, own, it, enemy));
            PlayerPlan::new(
                program,
                facts,
                own,
                classes[own.index()].clone(),
                check,
                true,
            )
        });
        Plan { players }
    }

    /// No plan at all: everything is asked of the program.
    pub fn none(program: &Program<B>, facts: &Facts) -> Plan<B> {
        let players =
            Player::BOTH.map(|own| PlayerPlan::new(program, facts, own, Vec::new(), None, false));
        Plan { players }
    }
}

impl<B: Squares> PlayerPlan<B> {
    fn new(
        program: &Program<B>,
        facts: &Facts,
        own: Player,
        classes: Vec<MoveClass<B>>,
        check: Option<CheckRule<B>>,
        is_planned: bool,
    ) -> Self {
        let rules = program.player(own);
        let n_kinds = program.kinds.len() as u8;
        let class_of: Box<[u8]> = (0..n_kinds)
            .map(|kind| {
                let class = classes
                    .iter()
                    .position(|it| it.kinds().any(|it| it == kind));
                class.map_or(u8::MAX, |it| it as u8)
            })
            .collect();
        let move_forbids: Vec<Vec<usize>> = (0..n_kinds)
            .map(|kind| {
                let forbids = rules.forbids.iter().enumerate();
                forbids
                    .filter(|(i, it)| {
                        check.as_ref().is_none_or(|it| it.forbid != *i)
                            && it.can_refuse(Verb::Move, kind)
                    })
                    .map(|it| it.0)
                    .collect()
            })
            .collect();
        let class = |kind: u8| classes.get(class_of[kind as usize] as usize);
        let generated = program.kinds_that(|kind| {
            !rules.movers[kind as usize].manners.is_empty()
                && !class(kind).is_some_and(MoveClass::is_counted)
        });
        let asked_attacks = program.kinds_that(|kind| {
            !rules.movers[kind as usize].manners.is_empty()
                && !class(kind).is_some_and(|it| it.attacks.is_whole)
        });
        let affects = |verb, kind| { rules.effects.iter() }.any(|it| it.can_follow(verb, kind));
        let affected_drops = (0..n_kinds).any(|it| affects(Verb::Drop, it));
        let turns: Vec<TurnPlan> = rules
            .turns
            .iter()
            .map(|it| {
                let [all_moves, all_drops] =
                    [Verb::Move, Verb::Drop].map(|verb| it.allows_all(verb));
                let [no_moves, no_drops] =
                    [Verb::Move, Verb::Drop].map(|verb| !it.several && !it.has(verb));
                TurnPlan {
                    all_moves,
                    all_drops,
                    no_moves,
                    no_drops,
                    is_tabular: is_planned
                        && (no_moves || all_moves && generated.is_empty())
                        && (no_drops || all_drops && !affected_drops)
                        && !it.has(Verb::Pass),
                }
            })
            .collect();
        PlayerPlan {
            drops: DropPlan::of_kinds(program, rules, check.as_ref(), is_planned),
            ends: EndPlan::new(program, facts, own, is_planned),
            n_counted: classes.iter().filter(|it| it.is_counted()).count(),
            first_turn: turns.first().copied().unwrap_or_default(),
            turns,
            effect_moves: program.kinds_that(|kind| affects(Verb::Move, kind)),
            generated,
            asked_attacks,
            classes,
            class_of,
            check,
            move_forbids,
        }
    }

    /// The classes whose moves are counted by tables and masks.
    #[inline(always)]
    pub fn counted(&self) -> &[MoveClass<B>] {
        &self.classes[..self.n_counted]
    }

    /// How pieces of a kind move, where there is a class for it.
    #[inline]
    pub fn class(&self, kind: u8) -> Option<&MoveClass<B>> {
        self.classes.get(self.class_of[kind as usize] as usize)
    }
}
