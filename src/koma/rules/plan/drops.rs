//! What may be dropped, and where.

use super::check::CheckRule;
use crate::board::Squares;
use crate::check::sheet::{KindId, Verb};
use crate::rules::program::{PlayerRules, Program};
use crate::rules::set::Set;

/// Drops of one kind.
#[derive(Debug, Clone)]
pub struct DropPlan<B> {
    /// The kind in the hand.
    pub held: u8,
    /// The kind it is dropped as.
    pub kind: u8,
    /// Where no rule forbids it that looks at squares which never change.
    pub allowed: B,
    /// Where rules that look at squares alone forbid it, if that depends on the position.
    pub forbidden_sets: Box<[Set<B>]>,
    /// The other `forbid` rules that can refuse it, except the check rule.
    pub forbids: Box<[usize]>,
    /// The check rule guards the kind: the drop is tried.
    pub guarded: bool,
    /// The drop can take something off the board: it is tried if there is a check rule.
    pub affects: bool,
    /// There is nothing to ask beyond the squares allowed.
    pub is_free: bool,
}

impl<B: Squares> DropPlan<B> {
    /// Whether the check rule has to be asked about each drop.
    pub fn is_tried(&self) -> bool {
        self.guarded || self.affects
    }

    /// What each kind in a hand may be dropped as, and where. Without a plan, every rule is asked about every square.
    pub fn of_kinds(
        program: &Program<B>,
        rules: &PlayerRules<B>,
        check: Option<&CheckRule<B>>,
        is_planned: bool,
    ) -> Vec<DropPlan<B>> {
        let plan = |held: u8, kind: u8| {
            let mut allowed = program.all;
            let (mut forbids, mut forbidden_sets) = (Vec::new(), Vec::new());
            for (number, forbid) in rules.forbids.iter().enumerate() {
                if check.is_some_and(|it| it.forbid == number)
                    || !forbid.can_refuse(Verb::Drop, kind)
                {
                    continue;
                }
                let filter = forbid.act.as_ref().and_then(|it| it.of(kind));
                let by_target = filter.filter(|it| {
                    is_planned
                        && forbid.beforehand.is_empty()
                        && forbid.conditions.is_empty()
                        && it.asks_target_alone()
                });
                match by_target.map(|it| it.to.as_ref().map(|it| (it, it.constant()))) {
                    None => forbids.push(number),
                    Some(None) => allowed = B::EMPTY,
                    Some(Some((_, Some(squares)))) => allowed = allowed.without(squares),
                    Some(Some((set, None))) => forbidden_sets.push(set.clone()),
                }
            }
            let guarded = check.is_some_and(|it| it.kinds.has(KindId(kind)));
            let mut effects = rules.effects.iter();
            let affects = effects.any(|it| it.can_follow(Verb::Drop, kind));
            DropPlan {
                held,
                kind,
                allowed,
                is_free: forbids.is_empty() && forbidden_sets.is_empty() && !guarded && !affects,
                affects,
                forbidden_sets: forbidden_sets.into(),
                forbids: forbids.into(),
                guarded,
            }
        };
        let kinds = program.kinds.iter().enumerate();
        kinds
            .flat_map(|(held, it)| it.drops_as.iter().map(move |kind| (held as u8, *kind)))
            .map(|(held, kind)| plan(held, kind))
            .collect()
    }
}
