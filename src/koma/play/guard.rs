//! Pieces that may not be left attacked, kept by masks: checkers, pins and squares in danger are worked out once for a
//! position, and no act is tried.

use super::position::Shape;
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindId;
use crate::rules::plan::GuardPlan;

/// How the rule that guards pieces is kept in a position.
#[derive(Debug, Clone, Copy)]
pub enum Guarding<B> {
    /// There is nothing to guard.
    Free,
    /// By masks.
    Masks(Guard<B>),
    /// By trying each act: more than one piece is guarded.
    Tried(usize),
}

/// The masks of one guarded piece.
#[derive(Debug, Clone, Copy)]
pub struct Guard<B> {
    /// Where it stands.
    pub piece: Square,
    /// Where acts of other pieces must end: anywhere, or where they meet every attack on it. Two attacks along
    /// different lines have no square in common.
    pub evade: B,
    /// Own pieces that shield it.
    pub pinned: B,
    /// The enemy's pieces that it is shielded from.
    pinners: B,
    /// Where it would be attacked itself.
    pub danger: B,
}

impl<B: Squares> Guarding<B> {
    /// Looks at the position for the side to act.
    #[inline(always)]
    pub fn new<S: Shape<Set = B>>(view: &View<'_, S>, plan: Option<&GuardPlan<B>>) -> Self {
        let Some(plan) = plan else {
            return Guarding::Free;
        };
        let guarded = guarded(view, view.position.side, plan);
        if guarded.is_empty() {
            Guarding::Free
        } else if guarded.without_lowest().is_empty() {
            Guarding::Masks(Guard::new(view, plan, guarded.lowest()))
        } else {
            Guarding::Tried(plan.forbid)
        }
    }

    /// The targets that a piece may go to.
    #[inline]
    pub fn moves<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square, targets: B) -> B {
        match self {
            Guarding::Masks(guard) => guard.moves(view, from, targets),
            _ => targets,
        }
    }

    /// The targets that a piece may be dropped on.
    #[inline]
    pub fn drops(&self, targets: B) -> B {
        match self {
            Guarding::Masks(guard) => guard.drops(targets),
            _ => targets,
        }
    }

    /// The `forbid` rule to be tried on an act of a kind, if masks do not keep it.
    #[inline]
    pub fn tried(&self, plan: Option<&GuardPlan<B>>, kind: u8, drops: bool) -> Option<usize> {
        match self {
            Guarding::Tried(forbid) => Some(*forbid),
            // A guarded piece that comes from the hand is a second one, or the first where there was none.
            _ if drops => plan
                .filter(|it| it.kinds.has(KindId(kind)))
                .map(|it| it.forbid),
            _ => None,
        }
    }
}

/// What is left of targets by the rule that guards pieces, where no act need be tried.
pub trait Keeper<B: Squares> {
    /// The targets that a piece may go to.
    fn moves<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square, targets: B) -> B;
    /// The targets that a piece may be dropped on.
    fn drops(&self, targets: B) -> B;
}

/// There is nothing to guard.
#[derive(Debug, Clone, Copy)]
pub struct Unguarded;

impl<B: Squares> Keeper<B> for Unguarded {
    #[inline(always)]
    fn moves<S: Shape<Set = B>>(&self, _: &View<'_, S>, _: Square, targets: B) -> B {
        targets
    }

    #[inline(always)]
    fn drops(&self, targets: B) -> B {
        targets
    }
}

impl<B: Squares> Keeper<B> for Guard<B> {
    #[inline(always)]
    fn moves<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square, targets: B) -> B {
        if from == self.piece {
            return targets.without(self.danger);
        }
        let targets = targets & self.evade;
        if self.pinned.has(from) {
            targets & self.line(view, from)
        } else {
            targets
        }
    }

    #[inline(always)]
    fn drops(&self, targets: B) -> B {
        targets & self.evade
    }
}

impl<B: Squares> Guard<B> {
    #[inline]
    fn new<S: Shape<Set = B>>(view: &View<'_, S>, plan: &GuardPlan<B>, piece: Square) -> Self {
        let me = view.position.side;
        let enemy = me.other();
        let own = view.of[me.index()];
        let kinds = view.position.kinds.as_ref();
        // All kinds are asked at once: mostly, few could do anything to the piece.
        let theirs = match plan.troublers.among(kinds, piece) {
            Some(troublers) => troublers & view.of[enemy.index()],
            None => view.of[enemy.index()],
        };
        let occupied = view.occupied;
        // The guarded piece does not shield the squares behind it from those who attack it.
        let unshielded = occupied.without(B::one(piece));
        let at = piece.index();
        let mut evade = view.rules.all;
        let mut pinned = B::EMPTY;
        let mut pinners = B::EMPTY;
        let mut danger = B::EMPTY;
        let bands = match theirs.any() {
            true => view.rules.seat(enemy).bands.as_deref().unwrap_or_default(),
            false => &[],
        };
        for (band, threat) in bands.iter().zip(&plan.threats) {
            let pieces = band.among(kinds, theirs);
            if pieces.is_empty() {
                continue;
            }
            if let Some(near) = threat.near.get(at) {
                for from in (pieces & *near).iter() {
                    let to = band.to[from.index()];
                    danger |= to;
                    if to.has(piece) {
                        evade &= B::one(from);
                    }
                }
            }
            if band.slides.is_empty() {
                continue;
            }
            for from in (pieces & threat.aimed[at]).iter() {
                for slide in &band.slides {
                    let land = slide.land[from.index()];
                    danger |= slide.swept(from, unshielded) & land;
                    if !land.has(piece) {
                        continue;
                    }
                    let between = slide.path[from.index()] & slide.back_ray[at];
                    let shields = between & occupied;
                    if shields.is_empty() {
                        evade &= between | B::one(from);
                    } else if shields.without_lowest().is_empty() && (shields & own).any() {
                        pinned |= shields;
                        pinners |= B::one(from);
                    }
                }
            }
        }
        Guard {
            piece,
            evade,
            pinned,
            pinners,
            danger,
        }
    }

    /// Where a piece that shields it may go: along the line, up to the one it shields it from.
    #[inline(never)]
    pub fn line<S: Shape<Set = B>>(&self, view: &View<'_, S>, shield: Square) -> B {
        let enemy = view.position.side.other();
        let at = self.piece.index();
        let bands = view.rules.seat(enemy).bands.as_deref().unwrap_or_default();
        let mut line = view.rules.all;
        for band in bands.iter().filter(|it| !it.slides.is_empty()) {
            let pieces = band.among(view.position.kinds.as_ref(), self.pinners);
            for from in pieces.iter() {
                for slide in &band.slides {
                    let between = slide.path[from.index()] & slide.back_ray[at];
                    if between.has(shield) && slide.land[from.index()].has(self.piece) {
                        line &= between | B::one(from);
                    }
                }
            }
        }
        line
    }
}

/// A player's pieces that a rule guards.
#[inline(always)]
pub fn guarded<S: Shape>(view: &View<'_, S>, player: Player, plan: &GuardPlan<S::Set>) -> S::Set {
    let kinds = view.position.kinds.as_ref();
    let all = plan.list.iter();
    all.fold(S::Set::EMPTY, |set, it| set | kinds[*it as usize]) & view.of[player.index()]
}
