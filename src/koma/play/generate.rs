//! Legal acts. They come in batches (one kind, one origin, all its targets at once), so that counting them needs
//! no list.

use std::ops::ControlFlow;

use super::Act;
use super::forbid::{Bans, breaches, forbids_of};
use super::guard::{Guard, Guarding, Keeper, Unguarded};
use super::position::{Shape, Store};
use super::view::{ActSquares, View};
use crate::board::{Square, Squares};
use crate::check::sheet::Verb;
use crate::rules::plan::{DropPlan, Faces};
use crate::rules::program::ForbidProgram;
use crate::rules::{PatternProgram, TurnProgram};

/// How far ahead legality looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// Every `forbid` rule counts.
    Full,
    /// Those that look ahead do not: what a rule that looks ahead sees of the next act.
    Near,
    /// None does: what movement and turn allow.
    Free,
}

impl Strength {
    /// Whether a rule counts.
    pub fn counts<B>(self, forbid: &ForbidProgram<B>) -> bool {
        match self {
            Strength::Full => !forbid.loses,
            Strength::Near => !forbid.loses && !forbid.looks_ahead,
            Strength::Free => false,
        }
    }
}

/// Acts that differ only in their target.
#[derive(Debug, Clone, Copy)]
pub struct Batch<B> {
    /// Where they begin; nowhere for drops.
    pub from: Option<Square>,
    /// The kind that moves or is dropped.
    pub kind: u8,
    /// What it becomes by it.
    pub becomes: Option<u8>,
    /// The targets.
    pub targets: B,
}

impl<B: Squares> Batch<B> {
    /// The act that ends on one of the targets.
    #[inline]
    pub fn act(&self, to: Square) -> Act {
        match self.from {
            Some(from) => Act::Move {
                from,
                to,
                kind: self.kind,
                becomes: self.becomes,
            },
            None => Act::Drop {
                to,
                kind: self.kind,
            },
        }
    }
}

/// What is going on: batches, or an act without squares.
#[derive(Debug, Clone, Copy)]
pub enum Found<B> {
    /// Moves or drops.
    Batch(Batch<B>),
    /// A pass or the end of the turn.
    Bare(Act),
}

impl<B: Squares> Found<B> {
    /// How many acts it stands for.
    #[inline]
    pub fn count(&self) -> u64 {
        match self {
            Found::Bare(_) => 1,
            Found::Batch(batch) => u64::from(batch.targets.count()),
        }
    }
}

/// Hands out every legal act of the side to act, until told to stop.
pub fn legal<S: Shape>(
    view: &View<'_, S>,
    strength: Strength,
    mut found: impl FnMut(Found<S::Set>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let position = view.position;
    let me = position.side;
    let rules = view.rules;
    let seat = rules.seat(me);
    let Some(turn) = position.turn.map(|it| &seat.turns[it as usize]) else {
        return ControlFlow::Continue(());
    };
    if turn.several && position.spent != 0 {
        found(Found::Bare(Act::End))?;
    }
    let open = Allowance::new(turn, position.spent);
    let guarding = match strength {
        Strength::Free => Guarding::Free,
        _ => Guarding::new(view, seat.guard.as_ref()),
    };
    if seat.counts_by_table && strength != Strength::Free {
        match &guarding {
            Guarding::Free => return legal_by_table(view, &Unguarded, strength, found),
            Guarding::Masks(guard) => return legal_by_table(view, guard, strength, found),
            Guarding::Tried(_) => {}
        }
    }
    if turn.any_move || open.has(Verb::Move) {
        for kind in 0..rules.kinds.len() as u8 {
            let pieces = position.of(rules, me, kind);
            if pieces.is_empty() {
                continue;
            }
            let mover = &seat.movers[kind as usize];
            let tried = guarding.tried(seat.guard.as_ref(), kind, false);
            let bans = Bans {
                bans: &seat.move_bans[kind as usize],
                tried,
            };
            for from in pieces.iter() {
                let targets = guarding.moves(view, from, view.reach(me, mover, from));
                if targets.is_empty() {
                    continue;
                }
                let mut hand_out = |becomes: Option<u8>, mut targets: S::Set| {
                    if !turn.any_move {
                        targets &=
                            open.targets(view, Verb::Move, kind, Some(from), becomes.is_some());
                    }
                    let mut batch = Batch {
                        from: Some(from),
                        kind,
                        becomes,
                        targets,
                    };
                    bans.apply(view, &mut batch, strength);
                    if batch.targets.any() {
                        found(Found::Batch(batch))
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                let (may, must) = match &seat.faces[kind as usize] {
                    Faces::Never => {
                        hand_out(None, targets)?;
                        continue;
                    }
                    Faces::Table { may, must } => (may[from.index()], must[from.index()]),
                    Faces::Asked => {
                        let (may, must) = promotion_squares(view, kind, from);
                        (may | must, must)
                    }
                };
                hand_out(None, targets.without(must))?;
                let promoted = targets & may;
                if promoted.any() {
                    for face in &rules.kinds[kind as usize].becomes {
                        hand_out(Some(*face), promoted)?;
                    }
                }
            }
        }
    }
    if turn.any_drop || open.has(Verb::Drop) {
        let hand = position.hands[me.index()].as_ref();
        let room = guarding.drops(view.empty);
        for (held, facts) in rules.kinds.iter().enumerate() {
            if hand[held] == 0 || room.is_empty() {
                continue;
            }
            for kind in &facts.drops_as {
                let tried = guarding.tried(seat.guard.as_ref(), *kind, true);
                // A guarded piece that is dropped is judged by trying, so nothing is left out before.
                let mut targets = if tried.is_some() { view.empty } else { room };
                if !turn.any_drop {
                    targets &= open.targets(view, Verb::Drop, *kind, None, false);
                }
                let mut batch = Batch {
                    from: None,
                    kind: *kind,
                    becomes: None,
                    targets,
                };
                Bans {
                    bans: &seat.drop_bans[*kind as usize],
                    tried,
                }
                .apply(view, &mut batch, strength);
                if batch.targets.any() {
                    found(Found::Batch(batch))?;
                }
            }
        }
    }
    if open.has(Verb::Pass) && !forbids_of(view, strength).any(|it| breaches(view, it, Act::Pass)) {
        found(Found::Bare(Act::Pass))?;
    }
    ControlFlow::Continue(())
}

/// The legal acts where tables alone tell, see [`crate::rules::plan::counts_by_table`].
#[inline(always)]
fn legal_by_table<S: Shape>(
    view: &View<'_, S>,
    keeper: &impl Keeper<S::Set>,
    strength: Strength,
    mut found: impl FnMut(Found<S::Set>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    moves_by_table(view, keeper, |from, kind, becomes, targets| {
        found(Found::Batch(Batch {
            from: Some(from),
            kind,
            becomes,
            targets,
        }))
    })?;
    drops_by_table(view, keeper, strength, |plan, targets| {
        found(Found::Batch(Batch {
            from: None,
            kind: plan.kind,
            becomes: None,
            targets,
        }))
    })
}

/// The moves where tables alone tell: origin, kind, what it becomes, targets.
#[inline(always)]
pub fn moves_by_table<S: Shape>(
    view: &View<'_, S>,
    keeper: &impl Keeper<S::Set>,
    mut found: impl FnMut(Square, u8, Option<u8>, S::Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rules = view.rules;
    let position = view.position;
    let me = position.side;
    let own = view.of[me.index()];
    let open = view.empty | view.of[me.other().index()];
    for band in rules.seat(me).bands.as_deref().unwrap_or_default() {
        for kind in band.kinds() {
            for from in (position.kinds.as_ref()[kind as usize] & own).iter() {
                let targets = keeper.moves(view, from, band.reach(from, view.occupied) & open);
                let (mut left, promoted, faces) = match &band.faces {
                    None => (targets, S::Set::EMPTY, &[][..]),
                    Some(faces) => (
                        targets.without(faces.must[from.index()]),
                        targets & faces.may[from.index()],
                        &rules.kinds[kind as usize].becomes[..],
                    ),
                };
                // Handed out in one place, so that it is one loop to the compiler.
                let mut becomes = None;
                let mut faces = faces.iter();
                loop {
                    if left.any() {
                        found(from, kind, becomes, left)?;
                    }
                    if promoted.is_empty() {
                        break;
                    }
                    becomes = faces.next().copied();
                    if becomes.is_none() {
                        break;
                    }
                    left = promoted;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The drops where tables alone tell: what is dropped, and the targets.
#[inline(always)]
pub fn drops_by_table<S: Shape>(
    view: &View<'_, S>,
    keeper: &impl Keeper<S::Set>,
    strength: Strength,
    mut found: impl FnMut(&DropPlan<S::Set>, S::Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let position = view.position;
    let seat = view.rules.seat(position.side);
    let hand = &position.hands[position.side.index()];
    if seat.turns[0].any_drop && *hand != S::Hand::filled(0) {
        let room = keeper.drops(view.empty);
        for plan in &seat.drops {
            if hand.as_ref()[plan.held as usize] == 0 {
                continue;
            }
            let targets = drop_targets(view, plan, room, strength);
            if targets.any() {
                found(plan, targets)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every legal act, one by one.
pub fn each<S: Shape>(
    view: &View<'_, S>,
    strength: Strength,
    mut found: impl FnMut(Act) -> ControlFlow<()>,
) -> ControlFlow<()> {
    legal(view, strength, |it| match it {
        Found::Bare(act) => found(act),
        Found::Batch(batch) => batch.targets.iter().try_for_each(|to| found(batch.act(to))),
    })
}

/// How many legal acts there are, without listing them.
#[inline]
pub fn count<S: Shape>(view: &View<'_, S>) -> u64 {
    if view.position.turn == Some(0) && view.rules.seat(view.position.side).counts_by_table {
        return count_by_table(view);
    }
    count_one_by_one(view)
}

/// How many legal acts there are, batch by batch.
#[inline(never)]
fn count_one_by_one<S: Shape>(view: &View<'_, S>) -> u64 {
    let mut n = 0u64;
    let _ = legal(view, Strength::Full, |it| {
        n += it.count();
        ControlFlow::Continue(())
    });
    n
}

/// How many legal acts there are where tables alone tell: the same as listing them, see
/// [`crate::rules::plan::counts_by_table`].
#[inline(always)]
pub fn count_by_table<S: Shape>(view: &View<'_, S>) -> u64 {
    let rules = view.rules;
    let position = view.position;
    let me = position.side;
    let seat = rules.seat(me);
    let guarding = Guarding::new(view, seat.guard.as_ref());
    if let Guarding::Tried(_) = guarding {
        return count_one_by_one(view);
    }
    let bands = seat.bands.as_deref().unwrap_or_default();
    let kinds = position.kinds.as_ref();
    let own = view.of[me.index()];
    let open = view.empty | view.of[me.other().index()];
    let mut n = 0u32;
    if let Guarding::Masks(guard) = &guarding {
        let evading = open & guard.evade;
        let safe = open.without(guard.danger);
        let free = own.without(guard.pinned);
        for band in bands {
            let pieces = band.among(kinds, free);
            if pieces.any() {
                let open = if band.guarded { safe } else { evading };
                n += band.count(pieces, open, view.occupied);
            }
        }
        if guard.pinned.any() && evading.any() {
            n += count_pinned(view, guard, evading);
        }
    } else {
        for band in bands {
            let pieces = band.among(kinds, own);
            if pieces.any() {
                n += band.count(pieces, open, view.occupied);
            }
        }
    }
    let hand = &position.hands[me.index()];
    if seat.turns[0].any_drop && *hand != S::Hand::filled(0) {
        let room = guarding.drops(view.empty);
        for plan in &seat.drops {
            let hand = hand.as_ref();
            if hand[plan.held as usize & (hand.len() - 1)] > 0 {
                n += drop_targets(view, plan, room, Strength::Full).count();
            }
        }
    }
    u64::from(n)
}

/// How many acts the pieces have that shield a guarded one.
#[inline(never)]
fn count_pinned<S: Shape>(view: &View<'_, S>, guard: &Guard<S::Set>, open: S::Set) -> u32 {
    let kinds = view.position.kinds.as_ref();
    let seat = view.rules.seat(view.position.side);
    let mut n = 0;
    for band in seat.bands.as_deref().unwrap_or_default() {
        for from in band.among(kinds, guard.pinned).iter() {
            let line = guard.line(view, from);
            n += band.count(S::Set::one(from), open & line, view.occupied);
        }
    }
    n
}

/// Where a kind may be dropped, in the room that masks leave.
#[inline(always)]
pub fn drop_targets<S: Shape>(
    view: &View<'_, S>,
    plan: &DropPlan<S::Set>,
    room: S::Set,
    strength: Strength,
) -> S::Set {
    if plan.is_free {
        room & plan.room
    } else {
        asked_drop_targets(view, plan, room, strength)
    }
}

/// The same where rules ask more than squares.
#[inline(never)]
fn asked_drop_targets<S: Shape>(
    view: &View<'_, S>,
    plan: &DropPlan<S::Set>,
    room: S::Set,
    strength: Strength,
) -> S::Set {
    let guard = view.rules.seat(view.position.side).guard.as_ref();
    let tried = guard.filter(|_| plan.guarded).map(|it| it.forbid);
    // A guarded piece that is dropped is judged by trying, so nothing is left out before.
    let room = if tried.is_some() { view.empty } else { room };
    let mut batch = Batch {
        from: None,
        kind: plan.kind,
        becomes: None,
        targets: room & plan.room,
    };
    for closed in &plan.closed {
        let closed = view.set(closed, ActSquares::default());
        batch.targets = batch.targets.without(closed);
    }
    Bans {
        bans: &plan.bans,
        tried,
    }
    .apply(view, &mut batch, strength);
    batch.targets
}

/// Whether there is a legal act at all.
pub fn some<S: Shape>(view: &View<'_, S>, strength: Strength) -> bool {
    legal(view, strength, |_| ControlFlow::Break(())).is_break()
}

/// What of a turn may still be done.
pub struct Allowance<'a, B> {
    turn: &'a TurnProgram<B>,
    spent: u32,
}

impl<'a, B: Squares> Allowance<'a, B> {
    /// What is left of a turn.
    pub fn new(turn: &'a TurnProgram<B>, spent: u32) -> Self {
        Allowance { turn, spent }
    }

    /// The patterns with something left, by number.
    fn left(&self) -> impl Iterator<Item = (usize, &'a PatternProgram<B>)> + use<'a, B> {
        let spent = self.spent;
        self.turn
            .acts
            .iter()
            .enumerate()
            .filter(move |(i, (_, times))| spent >> (4 * i) & 15 < *times)
            .map(|(i, (pattern, _))| (i, pattern))
    }

    /// Whether some act of this verb may still be done.
    pub fn has(&self, verb: Verb) -> bool {
        self.left().any(|(_, it)| it.verb == verb)
    }

    /// The targets that the turn allows to acts that promote, or to those that do not.
    pub fn targets<S: Shape<Set = B>>(
        &self,
        view: &View<'_, S>,
        verb: Verb,
        kind: u8,
        from: Option<Square>,
        promotes: bool,
    ) -> B {
        let mut allowed = B::EMPTY;
        for (_, pattern) in self.left().filter(|it| it.1.verb == verb) {
            match &pattern.kinds[kind as usize] {
                Some(masks) if masks.promoting && !promotes => {}
                Some(masks) if masks.is_free() => return view.rules.all,
                Some(masks) => allowed |= view.fitting(masks, kind, from),
                None => {}
            }
        }
        allowed
    }

    /// The first pattern with something left that an act fits: the one it is charged to.
    pub fn charged<S: Shape<Set = B>>(&self, view: &View<'_, S>, act: Act) -> Option<usize> {
        self.left()
            .find(|(_, pattern)| fits(view, pattern, act))
            .map(|it| it.0)
    }
}

/// Whether an act fits a pattern, judged on the position before it.
pub fn fits<S: Shape>(view: &View<'_, S>, pattern: &PatternProgram<S::Set>, act: Act) -> bool {
    match (act, pattern.verb) {
        (Act::Pass, Verb::Pass) => true,
        (
            Act::Move {
                from,
                to,
                kind,
                becomes,
            },
            Verb::Move,
        ) => pattern.kinds[kind as usize].as_ref().is_some_and(|it| {
            (!it.promoting || becomes.is_some()) && view.fitting(it, kind, Some(from)).has(to)
        }),
        (Act::Drop { to, kind }, Verb::Drop) => pattern.kinds[kind as usize]
            .as_ref()
            .is_some_and(|it| view.fitting(it, kind, None).has(to)),
        _ => false,
    }
}

/// The targets on which promotion is offered, and on which it is demanded.
pub fn promotion_squares<S: Shape>(view: &View<'_, S>, kind: u8, from: Square) -> (S::Set, S::Set) {
    let (mut may, mut must) = (S::Set::EMPTY, S::Set::EMPTY);
    for rule in &view.rules.seat(view.position.side).promotes {
        let squares = |pattern: &Option<PatternProgram<S::Set>>| match pattern {
            Some(pattern) => match &pattern.kinds[kind as usize] {
                Some(masks) => view.fitting(masks, kind, Some(from)),
                None => S::Set::EMPTY,
            },
            None => S::Set::EMPTY,
        };
        may |= squares(&rule.may);
        must |= squares(&rule.must);
    }
    (may, must)
}
