//! Pieces that may not be left attacked: checkers, pins and squares in danger are worked out once for a position, and hardly
//! any act is tried.

use super::Act;
use super::position::Shape;
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindId;
use crate::rules::plan::check::CheckRule;

/// How the check rule is kept in a position.
#[derive(Debug, Clone, Copy)]
pub enum CheckState<B> {
    /// There is nothing to guard.
    Free,
    /// Masks tell all: one piece is guarded, and tables tell who attacks it.
    Masks(CheckMasks<B>),
    /// Masks do not tell all: some acts are tried.
    Tried(CheckMasks<B>),
}

/// Who checks, who is pinned, and what is in danger.
#[derive(Debug, Clone, Copy)]
pub struct CheckMasks<B> {
    /// The guarded pieces.
    pub royal: B,
    /// Where acts of other pieces must end: anywhere, or where they meet every check. Two checks along different lines have
    /// no square in common.
    pub evade: B,
    /// Own pieces that are pinned.
    pub pinned: B,
    /// The enemies that pin them.
    pinners: B,
    /// Where the guarded piece would be attacked itself, if there is one alone.
    pub danger: B,
    /// Enemies that could attack a guarded piece, of which tables do not tell whether they do.
    asked: B,
}

/// A player's guarded pieces.
#[inline(always)]
pub fn guarded<S: Shape>(view: &View<'_, S>, player: Player, rule: &CheckRule<S::Set>) -> S::Set {
    let kinds = view.position.kinds.as_ref();
    let all = rule.list.iter();
    all.fold(S::Set::EMPTY, |set, it| set | kinds[*it as usize]) & view.of[player.index()]
}

impl<B: Squares> CheckState<B> {
    /// Looks at the position for the side to act.
    #[inline(always)]
    pub fn new<S: Shape<Set = B>>(view: &View<'_, S>, rule: Option<&CheckRule<B>>) -> Self {
        let Some(rule) = rule else {
            return CheckState::Free;
        };
        let royal = guarded(view, view.position.side, rule);
        if royal.is_empty() {
            CheckState::Free
        } else if royal.without_lowest().is_empty()
            && rule.asked.is_empty()
            && rule.is_unconditional()
        {
            let mut masks = CheckMasks::free(view, royal);
            masks.look_from(view, rule, royal.lowest());
            CheckState::Masks(masks)
        } else {
            CheckState::look_closer(view, rule, royal)
        }
    }

    /// The same where several pieces are guarded, where attacks have to be asked of the position, or where the rule needs
    /// that many pieces.
    #[inline(never)]
    fn look_closer<S: Shape<Set = B>>(view: &View<'_, S>, rule: &CheckRule<B>, royal: B) -> Self {
        let me = view.position.side;
        // No act changes how many there are, unless it is tried.
        let applies = rule
            .needs
            .iter()
            .all(|(quantity, kinds)| quantity.fits(view.kinds_of(me, *kinds).count()));
        if !applies {
            return CheckState::Free;
        }
        let mut masks = CheckMasks::free(view, royal);
        for at in royal.iter() {
            masks.look_from(view, rule, at);
        }
        let unclear = view.kinds_of(me.other(), rule.asked);
        if unclear.is_empty() && royal.without_lowest().is_empty() {
            return CheckState::Masks(masks);
        }
        let enemy = view.rules.plan(me.other());
        for (class, attacker) in enemy.classes.iter().zip(&rule.attackers) {
            if !attacker.asked.is_empty() {
                let pieces = class.among(view.position.kinds.as_ref(), unclear);
                for at in royal.iter() {
                    masks.asked |= pieces & attacker.asked[at.index()];
                }
            }
        }
        CheckState::Tried(masks)
    }

    /// The targets of a piece that the rule leaves, of which those of [`CheckState::tried`] are still to be tried.
    #[inline]
    pub fn moves<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square, targets: B) -> B {
        match self {
            CheckState::Free => targets,
            CheckState::Tried(masks) if masks.royal.has(from) => targets,
            // A guarded piece that is captured by an own one is not attacked.
            CheckState::Masks(masks) | CheckState::Tried(masks) => {
                masks.moves(view, from, targets) | targets & masks.royal
            }
        }
    }

    /// The targets of a drop that the rule leaves.
    #[inline]
    pub fn drops(&self, targets: B) -> B {
        match self {
            CheckState::Free => targets,
            CheckState::Masks(masks) | CheckState::Tried(masks) => targets & masks.evade,
        }
    }

    /// Which of some targets are still to be tried.
    pub fn tried<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        rule: &CheckRule<B>,
        from: Option<Square>,
        kind: u8,
        becomes: Option<u8>,
        targets: B,
    ) -> B {
        let guards = |kind: u8| rule.kinds.has(KindId(kind));
        // A piece that comes to be guarded, or ceases to be, changes what the rule is about.
        if becomes.is_some_and(|it| guards(it) != guards(kind)) || (from.is_none() && guards(kind))
        {
            return targets;
        }
        let royal = match self {
            CheckState::Tried(masks)
                if masks.asked.any() || from.is_some_and(|it| masks.royal.has(it)) =>
            {
                return targets;
            }
            CheckState::Masks(masks) | CheckState::Tried(masks) => masks.royal,
            CheckState::Free => guarded(view, view.position.side, rule),
        };
        // So does one that is captured by an own piece.
        targets & royal
    }
}

impl<B: Squares> CheckMasks<B> {
    fn free<S: Shape<Set = B>>(view: &View<'_, S>, royal: B) -> Self {
        CheckMasks {
            royal,
            evade: view.rules.all,
            pinned: B::EMPTY,
            pinners: B::EMPTY,
            danger: B::EMPTY,
            asked: B::EMPTY,
        }
    }

    /// Adds what concerns the guarded piece on a square.
    #[inline(always)]
    fn look_from<S: Shape<Set = B>>(
        &mut self,
        view: &View<'_, S>,
        rule: &CheckRule<B>,
        piece: Square,
    ) {
        let me = view.position.side;
        let enemy = me.other();
        let own = view.of[me.index()];
        let kinds = view.position.kinds.as_ref();
        // All kinds are asked at once: mostly, few could do anything to the piece.
        let theirs = match rule.check_origins.among(kinds, piece) {
            Some(origins) => origins & view.of[enemy.index()],
            None => view.of[enemy.index()],
        };
        if theirs.is_empty() {
            return;
        }
        let occupied = view.occupied;
        // The guarded piece does not shield the squares behind it from those who check it.
        let unshielded = occupied.without(B::one(piece));
        let at = piece.index();
        let classes = &view.rules.plan(enemy).classes;
        for (class, attacker) in classes.iter().zip(&rule.attackers) {
            let pieces = class.among(kinds, theirs);
            if pieces.is_empty() {
                continue;
            }
            let strides = &attacker.strides;
            if let Some(by_jump) = attacker.by_jump.get(at) {
                for from in (pieces & *by_jump).iter() {
                    let to = strides.to[from.index()];
                    self.danger |= to;
                    if to.has(piece) {
                        self.evade &= B::one(from);
                    }
                }
            }
            let Some(by_slide) = attacker.by_slide.get(at) else {
                continue;
            };
            for from in (pieces & *by_slide).iter() {
                self.danger |= strides.reach(from, unshielded);
                if !attacker.aims[from.index()].has(piece) {
                    continue;
                }
                for slide in &strides.slides {
                    if !slide.land[from.index()].has(piece) {
                        continue;
                    }
                    let between = slide.path[from.index()] & slide.back_ray[at];
                    let shields = between & occupied;
                    if shields.is_empty() {
                        self.evade &= between | B::one(from);
                    } else if shields.without_lowest().is_empty() && (shields & own).any() {
                        self.pinned |= shields;
                        self.pinners |= B::one(from);
                    }
                }
            }
        }
    }

    /// The targets that a piece may go to.
    #[inline(always)]
    pub fn moves<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square, targets: B) -> B {
        if self.royal.has(from) {
            return targets.without(self.danger);
        }
        let targets = targets & self.evade;
        if self.pinned.has(from) {
            targets & self.pin_line(view, from)
        } else {
            targets
        }
    }

    /// Where a pinned piece may go: along the line, up to the one that pins it.
    #[inline(never)]
    pub fn pin_line<S: Shape<Set = B>>(&self, view: &View<'_, S>, shield: Square) -> B {
        let me = view.position.side;
        let mut line = view.rules.all;
        let Some(rule) = &view.rules.plan(me).check else {
            return line;
        };
        let classes = &view.rules.plan(me.other()).classes;
        for (class, attacker) in classes.iter().zip(&rule.attackers) {
            if attacker.strides.slides.is_empty() {
                continue;
            }
            let pieces = class.among(view.position.kinds.as_ref(), self.pinners);
            for from in pieces.iter() {
                for slide in &attacker.strides.slides {
                    for piece in (slide.land[from.index()] & self.royal).iter() {
                        let between = slide.between(from, piece);
                        let alone = (between & view.occupied).without_lowest().is_empty();
                        if between.has(shield) && alone {
                            line &= between | B::one(from);
                        }
                    }
                }
            }
        }
        line
    }
}

/// The squares on which a guarded piece that is dropped would be attacked; none where some acts have to be tried to know.
pub fn danger_for_drops<S: Shape>(view: &View<'_, S>, rule: &CheckRule<S::Set>) -> Option<S::Set> {
    if !rule.is_unconditional() || !rule.asked.is_empty() {
        return None;
    }
    let enemy = view.position.side.other();
    let classes = view.rules.plan(enemy).classes.iter();
    let mut danger = S::Set::EMPTY;
    for (class, attacker) in classes.zip(&rule.attackers) {
        let pieces = class.among(view.position.kinds.as_ref(), view.of[enemy.index()]);
        for from in pieces.iter() {
            danger |= attacker.strides.reach(from, view.occupied);
        }
    }
    Some(danger)
}

/// Whether an act leaves a guarded piece attacked, by trying it.
pub fn leaves_attacked<S: Shape>(view: &View<'_, S>, rule: &CheckRule<S::Set>, act: Act) -> bool {
    let forbid = &view.rules.player(view.position.side).forbids[rule.forbid];
    super::forbid::conditions_after(view, forbid, act)
}
