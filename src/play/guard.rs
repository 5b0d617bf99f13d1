//! Pieces that may not be left attacked, kept by masks: checkers, pins and squares in danger are worked out once for a
//! position, and no act is tried.

use super::position::Shape;
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindId;
use crate::rules::band::Band;
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

/// Whether a player's pieces could capture on a square of a piece that this plan guards from them, if nothing stood between.
#[inline]
pub fn could_strike<S: Shape>(
    view: &View<'_, S>,
    by: Player,
    plan: &GuardPlan<S::Set>,
    at: Square,
) -> bool {
    let strikers = plan.strikers.among(view.position.kinds.as_ref(), at);
    strikers.is_none_or(|it| (it & view.of[by.index()]).any())
}

/// Whether the other player's only guarded piece has an easy way out of the attack that a drop of the side to act makes: a
/// step to where nothing strikes, or a capture of the newcomer by another. If not, there may still be a hard one. The
/// newcomer alone attacks, and acts of that player are those that tables tell.
#[inline(never)]
pub fn has_way_out<S: Shape>(
    view: &View<'_, S>,
    plan: &GuardPlan<S::Set>,
    guarded: S::Set,
    dropped: u8,
    on: Square,
) -> bool {
    let me = view.position.side;
    if guarded.is_empty() || guarded.without_lowest().any() {
        return false;
    }
    let piece = guarded.lowest();
    let Some(own_band) = band_on(view, me.other(), piece) else {
        return false;
    };
    let open = view.empty | view.of[me.index()];
    let steps = own_band.reach(piece, view.occupied) & open;
    let struck = match band_of(view, me, dropped) {
        Some(band) => band.reach(on, S::Set::EMPTY),
        None => S::Set::EMPTY,
    };
    let mut steps = steps.without(struck).iter();
    let is_safe = |to: Square| !could_strike(view, me, plan, to);
    // Mostly one of the first two is; if not, a capture is more likely than the others.
    steps.by_ref().take(2).any(is_safe) || is_takeable(view, plan, piece, on) || steps.any(is_safe)
}

/// Whether a piece of the other player, not the guarded one, can capture on an empty square where the side to act puts one.
fn is_takeable<S: Shape>(
    view: &View<'_, S>,
    plan: &GuardPlan<S::Set>,
    piece: Square,
    on: Square,
) -> bool {
    let me = view.position.side;
    let kinds = view.position.kinds.as_ref();
    let theirs = view.of[me.other().index()].without(S::Set::one(piece));
    let own_plan = view.rules.seat(me).guard.as_ref();
    let takers = match own_plan.and_then(|it| it.strikers.among(kinds, on)) {
        Some(takers) => takers & theirs,
        None => return false,
    };
    if takers.is_empty() {
        return false;
    }
    // Those that may shield the guarded piece stay where they are.
    let mut shields = S::Set::EMPTY;
    let aimed = match plan.strikers.among(kinds, piece) {
        Some(strikers) => strikers & view.of[me.index()],
        None => return false,
    };
    for from in aimed.iter() {
        for slide in band_on(view, me, from).iter().flat_map(|it| &it.slides) {
            if slide.land[from.index()].has(piece) {
                let between = slide.path[from.index()] & slide.back_ray[piece.index()];
                shields |= between & view.occupied;
            }
        }
    }
    takers.without(shields).iter().any(|from| {
        let band = band_on(view, me.other(), from);
        band.is_some_and(|it| it.reach(from, view.occupied).has(on))
    })
}

/// How a player's pieces of a kind move, where there are bands.
fn band_of<'a, S: Shape>(view: &View<'a, S>, player: Player, kind: u8) -> Option<&'a Band<S::Set>> {
    let seat = view.rules.seat(player);
    let bands = seat.bands.as_deref()?;
    bands.get(*seat.band_of.get(kind as usize)? as usize)
}

/// How a player's piece on a square moves, where there are bands.
fn band_on<'a, S: Shape>(
    view: &View<'a, S>,
    player: Player,
    square: Square,
) -> Option<&'a Band<S::Set>> {
    let kinds = view.position.kinds.as_ref();
    let kind = kinds.iter().position(|it| it.has(square))?;
    band_of(view, player, kind as u8)
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
