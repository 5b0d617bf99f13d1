//! Legal acts. They come in batches (one kind, one origin, all its targets at once), so that counting them needs no list.

use std::ops::ControlFlow;

use super::Act;
use super::check::{CheckState, danger_for_drops, leaves_attacked};
use super::forbid::{breaches, forbids_of, refuse_some};
use super::pattern::{Allowance, promotion_squares};
use super::position::{Shape, Store};
use super::view::{ActSquares, AskedManners, View};
use crate::board::{Square, Squares};
use crate::check::sheet::{KindId, KindSet, Verb};
use crate::rules::plan::check::CheckRule;
use crate::rules::plan::drops::DropPlan;
use crate::rules::plan::promotion::Promotion;
use crate::rules::plan::{PlayerPlan, TurnPlan};
use crate::rules::program::ForbidProgram;

/// Which `forbid` rules count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legality {
    /// Every one.
    Full,
    /// Those that do not look ahead: what a rule that looks ahead sees of the next act.
    NoLookahead,
    /// None: what movement and turn allow.
    Pseudo,
}

impl Legality {
    /// Whether a rule counts.
    pub fn counts<B>(self, forbid: &ForbidProgram<B>) -> bool {
        match self {
            Legality::Full => !forbid.loses,
            Legality::NoLookahead => !forbid.loses && !forbid.looks_ahead,
            Legality::Pseudo => false,
        }
    }
}

/// Acts that differ only in their target, or an act without squares.
#[derive(Debug, Clone, Copy)]
pub enum Batch<B> {
    /// Moves of one piece.
    Moves {
        /// Where they begin.
        from: Square,
        /// The kind that moves.
        kind: u8,
        /// What it becomes.
        becomes: Option<u8>,
        /// Where they end.
        targets: B,
    },
    /// Drops of one kind.
    Drops {
        /// The kind that is dropped.
        kind: u8,
        /// Where.
        targets: B,
    },
    /// A pass or the end of the turn.
    Bare(Act),
}

impl<B: Squares> Batch<B> {
    /// How many acts there are.
    #[inline]
    pub fn count(&self) -> u64 {
        match self {
            Batch::Bare(_) => 1,
            Batch::Moves { targets, .. } | Batch::Drops { targets, .. } => {
                u64::from(targets.count())
            }
        }
    }

    /// The same acts on other targets.
    pub fn with_targets(self, squares: B) -> Self {
        match self {
            Batch::Bare(act) => Batch::Bare(act),
            Batch::Moves {
                from,
                kind,
                becomes,
                ..
            } => Batch::Moves {
                from,
                kind,
                becomes,
                targets: squares,
            },
            Batch::Drops { kind, .. } => Batch::Drops {
                kind,
                targets: squares,
            },
        }
    }

    /// The act with a number.
    pub fn nth(&self, number: u32) -> Act {
        match *self {
            Batch::Bare(act) => act,
            Batch::Moves {
                from,
                kind,
                becomes,
                targets,
            } => Act::Move {
                from,
                to: targets.nth(number),
                kind,
                becomes,
            },
            Batch::Drops { kind, targets } => Act::Drop {
                to: targets.nth(number),
                kind,
            },
        }
    }

    /// The acts, one by one.
    pub fn each(&self, mut found: impl FnMut(Act) -> ControlFlow<()>) -> ControlFlow<()> {
        match *self {
            Batch::Bare(act) => found(act),
            Batch::Moves {
                from,
                kind,
                becomes,
                targets,
            } => targets.iter().try_for_each(|to| {
                found(Act::Move {
                    from,
                    to,
                    kind,
                    becomes,
                })
            }),
            Batch::Drops { kind, targets } => targets
                .iter()
                .try_for_each(|to| found(Act::Drop { to, kind })),
        }
    }
}

/// Whoever takes batches, until he has had enough. Called through a pointer: the generator is compiled once for a shape.
pub type Taker<'a, B> = &'a mut dyn FnMut(Batch<B>) -> ControlFlow<()>;

/// Hands out every legal act of the side to act, until told to stop.
pub fn legal<S: Shape>(
    view: &View<'_, S>,
    legality: Legality,
    found: Taker<'_, S::Set>,
) -> ControlFlow<()> {
    let position = view.position;
    let Some(number) = position.turn else {
        return ControlFlow::Continue(());
    };
    let turn = &view.rules.player(position.side).turns[number as usize];
    let plan = view.rules.plan(position.side);
    let check = match legality {
        Legality::Pseudo => CheckState::Free,
        Legality::Full | Legality::NoLookahead => CheckState::new(view, plan.check.as_ref()),
    };
    let generator = Generator {
        view,
        legality,
        plan,
        turn: plan.turns[number as usize],
        allowance: Allowance::new(turn, position.spent),
        check,
    };
    if turn.several && position.spent != 0 {
        found(Batch::Bare(Act::End))?;
    }
    generator.moves(found)?;
    generator.drops(found)?;
    let may_pass = generator.allowance.has(Verb::Pass);
    if may_pass && !forbids_of(view, legality).any(|it| breaches(view, it, Act::Pass)) {
        found(Batch::Bare(Act::Pass))?;
    }
    ControlFlow::Continue(())
}

/// What the legal acts of one position are made from.
struct Generator<'a, S: Shape> {
    view: &'a View<'a, S>,
    legality: Legality,
    plan: &'a PlayerPlan<S::Set>,
    turn: TurnPlan,
    allowance: Allowance<'a, S::Set>,
    check: CheckState<S::Set>,
}

impl<S: Shape> Generator<'_, S> {
    fn moves(&self, found: Taker<'_, S::Set>) -> ControlFlow<()> {
        if self.turn.no_moves || !(self.turn.all_moves || self.allowance.has(Verb::Move)) {
            return ControlFlow::Continue(());
        }
        let view = self.view;
        let mut left = self.plan.generated;
        match &self.check {
            CheckState::Free if self.turn.all_moves => {
                tabular_moves(view, self.plan, |_, targets| targets, found)?;
            }
            CheckState::Masks(masks) if self.turn.all_moves => {
                let left = |from, targets| masks.moves(view, from, targets);
                tabular_moves(view, self.plan, left, found)?;
            }
            CheckState::Free | CheckState::Masks(_) | CheckState::Tried(_) => {
                left = KindSet::ALL;
            }
        }
        for kind in left
            .iter()
            .take_while(|it| it.index() < view.rules.kinds.len())
        {
            let pieces = view.position.of(view.rules, view.position.side, kind.0);
            if pieces.any() {
                self.moves_of_kind(kind.0, pieces, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn hand_out(
        &self,
        from: Square,
        kind: u8,
        becomes: Option<u8>,
        targets: S::Set,
        found: Taker<'_, S::Set>,
    ) -> ControlFlow<()> {
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        found(Batch::Moves {
            from,
            kind,
            becomes,
            targets,
        })
    }

    /// The check rule, where it counts.
    fn rule(&self) -> Option<&CheckRule<S::Set>> {
        match self.legality {
            Legality::Pseudo => None,
            Legality::Full | Legality::NoLookahead => self.plan.check.as_ref(),
        }
    }

    /// The moves of a kind that the position must be asked about.
    fn moves_of_kind(&self, kind: u8, pieces: S::Set, found: Taker<'_, S::Set>) -> ControlFlow<()> {
        let view = self.view;
        let me = view.position.side;
        let class = self.plan.class(kind);
        let asked = class.map(|it| AskedManners::new(view, me, &it.other.asked));
        let open = view.empty | view.of[me.other().index()];
        for from in pieces.iter() {
            let reached = match (class, &asked) {
                (Some(class), Some(asked)) => {
                    class.reach(from, open, view.occupied) | asked.reach(view, from)
                }
                _ => view.reach(me, kind, from),
            };
            if reached.is_empty() {
                continue;
            }
            let (may, must) = match class.map(|it| &it.promotion) {
                Some(Promotion::Never) => (S::Set::EMPTY, S::Set::EMPTY),
                Some(Promotion::Table(table)) => {
                    (table.may[from.index()], table.must[from.index()])
                }
                Some(Promotion::Asked) | None => {
                    let (may, must) = promotion_squares(view, kind, from, reached);
                    (may | must, must)
                }
            };
            let faces = &view.rules.kinds[kind as usize].becomes;
            let (may, must) = match faces.is_empty() {
                true => (S::Set::EMPTY, S::Set::EMPTY),
                false => (may, must),
            };
            self.filtered(from, kind, None, reached.without(must), found)?;
            for face in faces {
                self.filtered(from, kind, Some(*face), reached & may, found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands out what turn and `forbid` rules leave of some targets.
    fn filtered(
        &self,
        from: Square,
        kind: u8,
        becomes: Option<u8>,
        mut targets: S::Set,
        found: Taker<'_, S::Set>,
    ) -> ControlFlow<()> {
        let view = self.view;
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        if !self.turn.all_moves {
            let mover = (kind, Some(from), becomes);
            targets = self.allowance.targets(view, Verb::Move, mover, targets);
        }
        if let Some(rule) = self.rule() {
            let changes = becomes
                .is_some_and(|it| rule.kinds.has(KindId(it)) != rule.kinds.has(KindId(kind)));
            // What is taken off elsewhere may open lines and close them: masks say nothing of it.
            let affects = self.plan.effect_moves.has(KindId(kind));
            if !changes && !affects {
                targets = self.check.moves(view, from, targets);
            }
            let tried = match affects {
                true => targets,
                false => self
                    .check
                    .tried(view, rule, Some(from), kind, becomes, targets),
            };
            targets = self.safe(rule, Some(from), kind, becomes, targets, tried);
        }
        let forbids = &self.plan.move_forbids[kind as usize];
        if !forbids.is_empty() {
            let mut batch = Batch::Moves {
                from,
                kind,
                becomes,
                targets,
            };
            refuse_some(view, &mut batch, forbids, self.legality);
            if let Batch::Moves { targets: left, .. } = batch {
                targets = left;
            }
        }
        self.hand_out(from, kind, becomes, targets, found)
    }

    /// What the check rule leaves of some targets, of which some are tried.
    fn safe(
        &self,
        rule: &CheckRule<S::Set>,
        from: Option<Square>,
        kind: u8,
        becomes: Option<u8>,
        targets: S::Set,
        tried: S::Set,
    ) -> S::Set {
        tried.iter().fold(targets, |left, to| {
            let act = match from {
                Some(from) => Act::Move {
                    from,
                    to,
                    kind,
                    becomes,
                },
                None => Act::Drop { to, kind },
            };
            match leaves_attacked(self.view, rule, act) {
                true => left.without(S::Set::one(to)),
                false => left,
            }
        })
    }

    fn drops(&self, found: Taker<'_, S::Set>) -> ControlFlow<()> {
        let view = self.view;
        let hand = &view.position.hands[view.position.side.index()];
        if self.turn.no_drops || *hand == S::Hand::filled(0) {
            return ControlFlow::Continue(());
        }
        if !self.turn.all_drops && !self.allowance.has(Verb::Drop) {
            return ControlFlow::Continue(());
        }
        for plan in &self.plan.drops {
            if hand.as_ref()[plan.held as usize] == 0 {
                continue;
            }
            let targets = self.drop_targets(plan);
            if targets.any() {
                found(Batch::Drops {
                    kind: plan.kind,
                    targets,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn drop_targets(&self, plan: &DropPlan<S::Set>) -> S::Set {
        let view = self.view;
        let mut open = view.empty;
        if !self.turn.all_drops {
            let dropped = (plan.kind, None, None);
            open = self.allowance.targets(view, Verb::Drop, dropped, open);
        }
        if self.legality == Legality::Pseudo {
            return open;
        }
        let targets = drop_targets(view, plan, [open, self.check.drops(open)], self.legality);
        match &self.check {
            CheckState::Tried(_) if targets.any() && !plan.is_tried() => match self.rule() {
                Some(rule) => {
                    let tried = self.check.tried(view, rule, None, plan.kind, None, targets);
                    self.safe(rule, None, plan.kind, None, targets, tried)
                }
                None => targets,
            },
            _ => targets,
        }
    }
}

/// The moves that tables tell, as far as the check rule leaves them.
#[inline(always)]
fn tabular_moves<S: Shape>(
    view: &View<'_, S>,
    plan: &PlayerPlan<S::Set>,
    left: impl Fn(Square, S::Set) -> S::Set,
    found: Taker<'_, S::Set>,
) -> ControlFlow<()> {
    let me = view.position.side;
    let own = view.of[me.index()];
    let open = view.empty | view.of[me.other().index()];
    let kinds = view.position.kinds.as_ref();
    for class in plan.counted() {
        for kind in class.kinds() {
            for from in (kinds[kind as usize] & own).iter() {
                let targets = left(from, class.reach(from, open, view.occupied));
                let (mut targets, promoted, faces) = match &class.promotion {
                    Promotion::Table(table) => (
                        targets.without(table.must[from.index()]),
                        targets & table.may[from.index()],
                        &view.rules.kinds[kind as usize].becomes[..],
                    ),
                    Promotion::Never | Promotion::Asked => (targets, S::Set::EMPTY, &[][..]),
                };
                // Handed out in one place, so that it is one loop to the compiler.
                let mut becomes = None;
                let mut faces = faces.iter();
                loop {
                    if targets.any() {
                        found(Batch::Moves {
                            from,
                            kind,
                            becomes,
                            targets,
                        })?;
                    }
                    if promoted.is_empty() {
                        break;
                    }
                    becomes = faces.next().copied();
                    if becomes.is_none() {
                        break;
                    }
                    targets = promoted;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every legal act, one by one.
pub fn each<S: Shape>(
    view: &View<'_, S>,
    legality: Legality,
    mut found: impl FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(view, legality, &mut |batch| batch.each(&mut found))
}

/// Whether there is a legal act at all.
pub fn some<S: Shape>(view: &View<'_, S>, legality: Legality) -> bool {
    legal(view, legality, &mut |_| ControlFlow::Break(())).is_break()
}

/// How many legal acts there are, without listing them.
#[inline]
pub fn count<S: Shape>(view: &View<'_, S>) -> u64 {
    match view.position.turn {
        None => 0,
        Some(turn) => {
            let plan = view.rules.plan(view.position.side);
            count_in_turn(view, plan, &plan.turns[turn as usize])
        }
    }
}

/// The same where the first turn rule applies.
#[inline(always)]
pub fn count_in_first_turn<S: Shape>(view: &View<'_, S>) -> u64 {
    let plan = view.rules.plan(view.position.side);
    count_in_turn(view, plan, &plan.first_turn)
}

#[inline(always)]
fn count_in_turn<S: Shape>(view: &View<'_, S>, plan: &PlayerPlan<S::Set>, turn: &TurnPlan) -> u64 {
    let position = view.position;
    let me = position.side;
    if !turn.is_tabular {
        return count_one_by_one(view);
    }
    let check = CheckState::new(view, plan.check.as_ref());
    let kinds = position.kinds.as_ref();
    let own = view.of[me.index()];
    let open = view.empty | view.of[me.other().index()];
    let mut n = 0u32;
    match &check {
        CheckState::Tried(_) => return count_one_by_one(view),
        _ if turn.no_moves => {}
        CheckState::Masks(masks) => {
            let evading = open & masks.evade;
            let safe = open.without(masks.danger);
            let free = own.without(masks.pinned);
            for class in &plan.classes {
                let pieces = class.among(kinds, free);
                if pieces.any() {
                    let open = if class.guarded { safe } else { evading };
                    n += class.count(pieces, open, view.occupied);
                }
            }
            if masks.pinned.any() && evading.any() {
                n += count_pinned(view, masks, evading);
            }
        }
        CheckState::Free => {
            for class in &plan.classes {
                let pieces = class.among(kinds, own);
                if pieces.any() {
                    n += class.count(pieces, open, view.occupied);
                }
            }
        }
    }
    let hand = &position.hands[me.index()];
    if turn.all_drops && *hand != S::Hand::filled(0) {
        let open = [view.empty, check.drops(view.empty)];
        for plan in &plan.drops {
            let hand = hand.as_ref();
            if hand[plan.held as usize & (hand.len() - 1)] > 0 {
                n += drop_targets(view, plan, open, Legality::Full).count();
            }
        }
    }
    u64::from(n)
}

/// How many legal acts there are, batch by batch.
#[inline(never)]
fn count_one_by_one<S: Shape>(view: &View<'_, S>) -> u64 {
    let mut n = 0u64;
    let _ = legal(view, Legality::Full, &mut |it| {
        n += it.count();
        ControlFlow::Continue(())
    });
    n
}

/// How many acts the pinned pieces have.
#[inline(never)]
fn count_pinned<S: Shape>(
    view: &View<'_, S>,
    masks: &super::check::CheckMasks<S::Set>,
    open: S::Set,
) -> u32 {
    let kinds = view.position.kinds.as_ref();
    let mut n = 0;
    for class in &view.rules.plan(view.position.side).classes {
        for from in class.among(kinds, masks.pinned).iter() {
            let line = masks.pin_line(view, from);
            n += class.count(S::Set::one(from), open & line, view.occupied);
        }
    }
    n
}

/// Where a kind may be dropped among some squares: all of them, and those that the masks of the check rule leave.
#[inline(always)]
pub fn drop_targets<S: Shape>(
    view: &View<'_, S>,
    plan: &DropPlan<S::Set>,
    open: [S::Set; 2],
    legality: Legality,
) -> S::Set {
    if plan.is_free {
        open[1] & plan.allowed
    } else {
        asked_drop_targets(view, plan, open, legality)
    }
}

/// The same where rules ask more than squares.
#[inline(never)]
fn asked_drop_targets<S: Shape>(
    view: &View<'_, S>,
    plan: &DropPlan<S::Set>,
    open: [S::Set; 2],
    legality: Legality,
) -> S::Set {
    let rule = match plan.is_tried() {
        true => view.rules.plan(view.position.side).check.as_ref(),
        false => None,
    };
    let danger = rule.filter(|_| !plan.affects);
    let danger = danger.and_then(|it| danger_for_drops(view, it));
    let mut targets = plan.allowed
        & match (rule, danger) {
            (Some(_), Some(danger)) => open[1].without(danger),
            // It is judged by trying, so nothing is left out before.
            (Some(_), None) => open[0],
            (None, _) => open[1],
        };
    for forbidden in &plan.forbidden_sets {
        targets = targets.without(view.set(forbidden, ActSquares::default()));
    }
    let mut batch = Batch::Drops {
        kind: plan.kind,
        targets,
    };
    refuse_some(view, &mut batch, &plan.forbids, legality);
    if let Some(rule) = rule.filter(|_| danger.is_none()) {
        refuse_some(view, &mut batch, &[rule.forbid], legality);
    }
    match batch {
        Batch::Drops { targets, .. } => targets,
        Batch::Moves { .. } | Batch::Bare(_) => S::Set::EMPTY,
    }
}
