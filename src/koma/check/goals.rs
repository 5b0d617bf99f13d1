//! Which kinds a game is about.

use super::sheet::{Condition, KindSet, Quantity, ResultWord, Set, Sheet, Side};

impl Sheet {
    /// The kinds that a player loses the game with, as end rules say: mated, captured or gone.
    pub fn goals(&self) -> KindSet {
        let n_kinds = self.kinds.len();
        let mut goals = KindSet::default();
        let ends = self.ends.iter().filter(|it| it.result == ResultWord::Own);
        for condition in ends.flat_map(|it| &it.conditions) {
            let kinds = match condition {
                Condition::Mate {
                    of_own: false,
                    kinds,
                    ..
                } => Some(*kinds),
                Condition::Act(pattern) => pattern.capturing,
                Condition::Count(Quantity::AtMost(0), set) => self.kinds_in(set, Side::Enemy),
                Condition::Count(..)
                | Condition::Points { .. }
                | Condition::Mate { .. }
                | Condition::CannotAct { .. }
                | Condition::Repeated { .. }
                | Condition::Throughout(..)
                | Condition::Hand { .. }
                | Condition::OwnIs(_) => None,
            };
            // Where every kind is one, none is.
            let n = |it: &KindSet| it.iter().take_while(|it| it.index() < n_kinds).count();
            let some = kinds.filter(|it| *it != KindSet::ALL && n(it) < n_kinds.max(2));
            goals = goals.or(some.unwrap_or_default());
        }
        goals
    }

    /// The kinds of a set that is just the pieces of a side, of some kinds.
    fn kinds_in(&self, set: &Set, side: Side) -> Option<KindSet> {
        match set {
            Set::Pieces(of, kinds) => (*of == side).then_some(*kinds),
            Set::Named(id, by_enemy) => {
                let side = match (side, by_enemy) {
                    (side, false) | (side @ Side::Any, true) => side,
                    (Side::Own, true) => Side::Enemy,
                    (Side::Enemy, true) => Side::Own,
                };
                self.kinds_in(&self.sets[id.0 as usize].set, side)
            }
            Set::Or(parts) => {
                let kinds = parts.iter().map(|it| self.kinds_in(it, side));
                let kinds: Option<Vec<KindSet>> = kinds.collect();
                Some({ kinds? }.into_iter().fold(KindSet::default(), KindSet::or))
            }
            Set::Ranks(..)
            | Set::Files(..)
            | Set::Square(_)
            | Set::Empty
            | Set::Origin
            | Set::Target
            | Set::Stuck
            | Set::And(_)
            | Set::Not(_)
            | Set::Lines { .. }
            | Set::Chain { .. }
            | Set::Run { .. }
            | Set::Attacked { .. }
            | Set::Beside { .. } => None,
        }
    }
}
