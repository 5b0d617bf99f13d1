//! What follows from the rules and is asked by many: worked out once, here.

use super::program::{Cond, PlayerRules, Program};
use super::set::Set;
use crate::board::{Player, Squares};
use crate::check::sheet::{KindSet, Quantity};

/// What follows from the rules of a variant.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The kinds that a player loses the game with: mated, captured, gone, or not to be left attacked.
    pub royal: KindSet,
    /// Per player, the kinds that no act at all may leave attacked.
    pub guarded: [KindSet; 2],
    /// Every kind moves and captures in the usual way on one layer: a piece attacks what it reaches.
    pub usual_movement: bool,
    /// A turn is always exactly one act, and no act loses by a `forbid` rule.
    pub one_act_turns: bool,
    /// The same, and it is always the same turn rule that applies.
    pub plain_turns: bool,
    /// Some `forbid` rule lets an act be played and lose.
    pub some_act_loses: bool,
    /// Some end rule asks for the history.
    pub needs_history: bool,
    /// How often a position must have occurred, at least, before an end rule that asks for the history can hold.
    pub least_repeats: u32,
    /// Some end rule is judged after each act of a turn.
    pub ends_at_act: bool,
    /// Some `forbid` rule depends on what the player who acts has in hand.
    pub forbids_ask_own_hand: bool,
}

impl Facts {
    /// What follows from a program.
    pub fn new<B: Squares>(program: &Program<B>) -> Facts {
        // Both players have the same rules, seen from their sides.
        let rules = program.player(Player::First);
        let guarded = Player::BOTH.map(|it| {
            let rules = program.player(it).forbids.iter();
            let plain = rules.filter(|it| {
                it.act.is_none()
                    && !it.loses
                    && it.beforehand.is_empty()
                    && it.conditions.len() == 1
            });
            plain
                .filter_map(|forbid| left_attacked(it, &forbid.conditions[0]))
                .fold(KindSet::default(), KindSet::or)
        });
        let some_act_loses = rules.forbids.iter().any(|it| it.loses);
        Facts {
            royal: program.goals.or(guarded[0]),
            guarded,
            usual_movement: program.n_layers == 1
                && program
                    .players
                    .iter()
                    .flat_map(|it| &it.movers)
                    .all(|it| it.is_usual()),
            one_act_turns: !some_act_loses && !rules.turns.iter().any(|it| it.several),
            plain_turns: !some_act_loses
                && matches!(&rules.turns[..], [turn] if turn.conditions.is_empty() && !turn.several),
            some_act_loses,
            needs_history: rules.ends.iter().any(|it| it.looks_back()),
            least_repeats: least_repeats(rules),
            ends_at_act: rules.ends.iter().any(|it| it.at_act),
            forbids_ask_own_hand: rules
                .forbids
                .iter()
                .flat_map(|it| it.beforehand.iter().chain(&it.conditions))
                .any(|it| it.asks_hand_of(Player::First)),
        }
    }
}

/// The kinds of `some own KINDS attacked by enemy`, if a condition says that.
pub fn left_attacked<B: Squares>(own: Player, condition: &Cond<B>) -> Option<KindSet> {
    let Cond::Count(Quantity::AtLeast(1), Set::And(parts)) = condition else {
        return None;
    };
    let [pieces, Set::Attacked(by, KindSet::ALL)] = &**parts else {
        return None;
    };
    (*by == own.other()).then(|| pieces.kinds_of(own)).flatten()
}

/// How often a position must have occurred, at least, before one of the end rules that ask for the history can hold.
fn least_repeats<B>(rules: &PlayerRules<B>) -> u32 {
    let asking = rules.ends.iter().filter(|it| it.looks_back());
    let times = asking.map(|end| {
        let times = end.conditions.iter().filter_map(|it| match it {
            Cond::Repeated { times, .. } => Some(*times),
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Mate { .. }
            | Cond::CannotAct(_)
            | Cond::Throughout(_)
            | Cond::Hand(..)
            | Cond::Act(_) => None,
        });
        times.max().unwrap_or(0)
    });
    times.min().unwrap_or(0)
}
