//! Pieces that may not be left attacked, kept by masks: checkers, pins and squares in danger are worked out once for a
//! position, and no act is tried.

use super::position::Shape;
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindId;
use crate::rules::plan::GuardPlan;

/// How the rule that guards pieces is kept in a position.
#[derive(Debug)]
pub enum Guarding<B> {
    /// There is nothing to guard.
    Free,
    /// By masks.
    Masks(Guard<B>),
    /// By trying each act: more than one piece is guarded.
    Tried(usize),
}

/// The masks of one guarded piece.
#[derive(Debug)]
pub struct Guard<B> {
    /// Where it stands.
    pub piece: Square,
    /// Where acts of other pieces must end: anywhere, or where they meet every attack on it. Two attacks along
    /// different lines have no square in common.
    pub evade: B,
    /// Own pieces that shield it.
    pub pinned: B,
    /// Where each of those may go.
    lines: [(Square, B); 8],
    n_lines: usize,
    /// Where it would be attacked itself.
    pub danger: B,
}

impl<B: Squares> Guarding<B> {
    /// Looks at the position for the side to act.
    #[inline]
    pub fn new<S: Shape<Set = B>>(view: &View<'_, S>, plan: Option<&GuardPlan<B>>) -> Self {
        let Some(plan) = plan else {
            return Guarding::Free;
        };
        let guarded = view.kinds_of(view.position.side, plan.kinds);
        match guarded {
            none if none.is_empty() => Guarding::Free,
            one if one.without_lowest().is_empty() => {
                Guarding::Masks(Guard::new(view, plan, guarded.lowest()))
            }
            _ => Guarding::Tried(plan.forbid),
        }
    }

    /// The targets that a piece may go to.
    #[inline]
    pub fn moves(&self, from: Square, targets: B) -> B {
        match self {
            Guarding::Masks(guard) if from == guard.piece => targets.without(guard.danger),
            Guarding::Masks(guard) => {
                let targets = targets & guard.evade;
                if guard.pinned.has(from) {
                    targets & guard.line(from)
                } else {
                    targets
                }
            }
            _ => targets,
        }
    }

    /// The targets that a piece may be dropped on.
    #[inline]
    pub fn drops(&self, targets: B) -> B {
        match self {
            Guarding::Masks(guard) => targets & guard.evade,
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

impl<B: Squares> Guard<B> {
    fn new<S: Shape<Set = B>>(view: &View<'_, S>, plan: &GuardPlan<B>, piece: Square) -> Self {
        let me = view.position.side;
        let enemy = me.other();
        let own = view.of[me.index()];
        let theirs = view.of[enemy.index()];
        let occupied = view.occupied;
        let mut guard = Guard {
            piece,
            evade: view.rules.all,
            pinned: B::EMPTY,
            lines: [(Square(0), B::EMPTY); 8],
            n_lines: 0,
            danger: B::EMPTY,
        };
        let at = piece.index();
        let bands = view.rules.seat(enemy).bands.as_deref().unwrap_or_default();
        for (band, threat) in bands.iter().zip(&plan.threats) {
            let pieces = band.among(view.position.kinds.as_ref(), theirs);
            if let Some(near) = threat.near.get(at) {
                for from in (pieces & *near).iter() {
                    let to = band.to[from.index()];
                    guard.danger |= to;
                    if to.has(piece) {
                        guard.evade &= B::one(from);
                    }
                }
            }
            if band.slides.is_empty() {
                continue;
            }
            // The guarded piece does not shield the squares behind it from those who attack it.
            let unshielded = occupied.without(B::one(piece));
            for from in (pieces & threat.aimed[at]).iter() {
                for slide in &band.slides {
                    let land = slide.land[from.index()];
                    guard.danger |= slide.swept(from, unshielded) & land;
                    if !land.has(piece) {
                        continue;
                    }
                    let between = slide.path[from.index()] & slide.back_ray[at];
                    let shields = between & occupied;
                    let line = between | B::one(from);
                    if shields.is_empty() {
                        guard.evade &= line;
                    } else if shields.without_lowest().is_empty() && (shields & own).any() {
                        guard.pin(shields.lowest(), line);
                    }
                }
            }
        }
        guard
    }

    fn pin(&mut self, shield: Square, line: B) {
        // A piece is pinned along one line only; another slide along the same line says the same.
        if !self.pinned.has(shield) && self.n_lines < self.lines.len() {
            self.pinned |= B::one(shield);
            self.lines[self.n_lines] = (shield, line);
            self.n_lines += 1;
        }
    }

    /// The own pieces that shield it, and where each may go.
    #[inline]
    pub fn lines(&self) -> &[(Square, B)] {
        &self.lines[..self.n_lines]
    }

    fn line(&self, from: Square) -> B {
        self.lines()
            .iter()
            .find(|it| it.0 == from)
            .map_or(B::EMPTY, |it| it.1)
    }
}

/// The squares from which a piece of a kind, newly there, would attack one of these.
pub fn attack_sources<S: Shape>(
    view: &View<'_, S>,
    player: Player,
    kind: u8,
    targets: S::Set,
) -> S::Set {
    let mover = &view.rules.seat(player).movers[kind as usize];
    let mut sources = S::Set::EMPTY;
    for target in targets.iter() {
        for jump in &mover.jumps {
            sources |= jump.back[target.index()];
        }
        for slide in &mover.slides {
            sources |= slide.back_land[target.index()];
        }
    }
    sources
}
