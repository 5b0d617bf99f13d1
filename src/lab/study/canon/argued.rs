//! What no game can show, argued away.
//!
//! The plain form sorts what has no order; here it is asked what a position can come to, so that rules which differ only
//! where nothing can happen become the same:
//!
//! - `for`, if a condition asks for an act of the turn (only the mover has made one), or if all ask for repetition
//!   alone and the result names neither `own` nor `enemy`;
//! - the order of two ends, one of the position alone and one of a repetition: where the first holds, it has ended the
//!   game when the position stood for the first time;
//! - the order of two ends, one at an act of a kind and one at the end of a turn of several acts: the act comes first;
//! - of a pattern, the moves that no piece can make: from where it is stuck, or between squares that its movement never
//!   joins;
//! - attacks by kinds that never move.

use super::Writer;
use koma::board::{Player, Square, Squares};
use koma::check::sheet::{Condition, End, KindId, KindSet, ResultWord, Sheet, Subject};
use koma::rules::ActFilter;

/// The end rules by number, in an order that says only what matters.
pub(super) fn order_of_ends(sheet: &Sheet) -> Vec<usize> {
    let ends = &sheet.ends;
    let several = sheet.turns.iter().all(|it| it.several);
    let mut order: Vec<usize> = (0..ends.len()).collect();
    for n in (1..order.len()).rev() {
        for i in 0..n {
            let (one, two) = (&ends[order[i]], &ends[order[i + 1]]);
            let sooner = several && is_at_act(two) && !one.at_act;
            if sooner || is_repetition(one) && is_of_position(two) {
                order.swap(i, i + 1);
            }
        }
    }
    order
}

/// Whether it makes a difference that an end rule is judged for both players.
pub(super) fn counts_for_each(end: &End) -> bool {
    let is_act = |it: &Condition| it.subject() == Subject::Act;
    let one_sided = matches!(end.result, ResultWord::Own | ResultWord::Enemy);
    let alike =
        end.conditions.iter().any(is_act) || end.conditions.iter().all(is_repeated) && !one_sided;
    end.for_each && !alike
}

fn is_repeated(condition: &Condition) -> bool {
    condition.repeats().is_some()
}

/// Whether an end rule asks of the position alone, in every position that stands at the end of a turn.
fn is_of_position(end: &End) -> bool {
    let of_position = |it: &Condition| match it.subject() {
        Subject::Squares | Subject::Hands | Subject::Future | Subject::Seat => true,
        Subject::History | Subject::Act => false,
    };
    !end.at_act && end.conditions.iter().all(of_position)
}

/// Whether an end rule holds only where the position has stood before.
fn is_repetition(end: &End) -> bool {
    !end.at_act && end.conditions.iter().any(is_repeated)
}

/// Whether an end rule holds after an act that fits, and asks nothing else.
fn is_at_act(end: &End) -> bool {
    end.at_act && matches!(end.conditions[..], [Condition::Act(_)])
}

impl<B: Squares> Writer<'_, B> {
    /// The kinds of a set that ever attack anything.
    pub(super) fn attackers(&self, kinds: KindSet) -> KindSet {
        let moves = |it: &KindId| match self.sheet.kinds.get(it.index()) {
            Some(kind) => !self.argued || !kind.moves.is_empty(),
            None => false,
        };
        let kinds = kinds.iter().filter(moves);
        kinds.fold(KindSet::default(), |all, it| all.or(KindSet::one(it)))
    }

    /// The moves of a kind that fit `from`, `to` and `touching`, if these are the same in every position: the squares
    /// that its movement joins, or nothing if those are all of them. The outer nothing is a pattern that depends on the
    /// position.
    pub(super) fn moves_between(
        &self,
        masks: &ActFilter<B>,
        kind: usize,
        own: Player,
    ) -> Option<Option<Vec<(Square, Square)>>> {
        let known = |set: &Option<_>| match set {
            None => Some(self.rules.all),
            Some(set) => koma::rules::Set::constant(set),
        };
        let from = known(&masks.from)?;
        let to = known(&masks.to)?;
        let touching = known(&masks.touching)?;
        let all = self.joined(kind, own);
        let fits = |(here, there): &(Square, Square)| {
            from.has(*here) && to.has(*there) && (touching.has(*here) || touching.has(*there))
        };
        let found: Vec<(Square, Square)> = all.iter().copied().filter(fits).collect();
        Some((found.len() < all.len()).then_some(found))
    }

    /// Every pair of squares that the movement of a kind joins, whatever stands where.
    fn joined(&self, kind: usize, own: Player) -> Vec<(Square, Square)> {
        let board = self.geometry();
        let moves = &self.sheet.kinds[kind].moves;
        let mut found = Vec::new();
        for mut ray in moves.iter().flat_map(|it| it.motion.rays(board)) {
            ray.shift = board.shift_of(own, ray.shift);
            for from in board.squares() {
                let there = ray.squares(board, from).filter(|it| it.0 >= ray.least);
                found.extend(there.map(|(_, to)| (from, to)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
