//! What `forbid` rules take out of the acts that movement and hands offer.
//!
//! The dearest are rules against a mate by a drop. Most drops are cleared of it without being made: they do not attack, or
//! there is an easy answer.

use super::Act;
use super::generate::{Batch, Strength, fits};
use super::judge::conditions_hold;
use super::position::{Position, Shape};
use super::view::{ActSquares, View};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindSet;
use crate::rules::Cond;
use crate::rules::band::Band;
use crate::rules::plan::GuardPlan;
use crate::rules::program::ForbidProgram;

/// The `forbid` rules of the side to act that count.
pub fn forbids_of<'a, S: Shape>(
    view: &View<'a, S>,
    strength: Strength,
) -> impl Iterator<Item = &'a ForbidProgram<S::Set>> + use<'a, S> {
    let rules = view.rules;
    rules
        .seat(view.position.side)
        .forbids
        .iter()
        .filter(move |it| strength.counts(it))
}

/// The `forbid` rules that can touch the acts of a kind.
pub struct Bans<'a> {
    /// By number.
    pub bans: &'a [usize],
    /// One more, where masks do not keep it.
    pub tried: Option<usize>,
}

impl Bans<'_> {
    /// Takes out of a batch what is forbidden.
    #[inline]
    pub fn apply<S: Shape>(
        &self,
        view: &View<'_, S>,
        batch: &mut Batch<S::Set>,
        strength: Strength,
    ) {
        if self.bans.is_empty() && self.tried.is_none() || strength == Strength::Free {
            return;
        }
        let forbids = &view.rules.seat(view.position.side).forbids;
        for forbid in self.bans.iter().chain(&self.tried).map(|it| &forbids[*it]) {
            if batch.targets.is_empty() {
                break;
            }
            if strength == Strength::Full || !forbid.looks_ahead {
                forbid_some(view, batch, forbid);
            }
        }
    }
}

/// Takes out of a batch what one rule forbids.
fn forbid_some<S: Shape>(
    view: &View<'_, S>,
    batch: &mut Batch<S::Set>,
    forbid: &ForbidProgram<S::Set>,
) {
    let mut suspects = match &forbid.act {
        None => batch.targets,
        Some(pattern) => match &pattern.kinds[batch.kind as usize] {
            None => return,
            Some(masks) if masks.promoting && batch.becomes.is_none() => return,
            Some(masks) => batch.targets & view.fitting(masks, batch.kind, batch.from),
        },
    };
    if forbid.looks_ahead && batch.from.is_none() {
        suspects = could_mate(view, batch.kind, suspects, forbid);
    }
    let mut refused = suspects;
    if !forbid.conditions.is_empty() {
        for to in suspects.iter() {
            if !conditions_after(view, forbid, batch.act(to)) {
                refused ^= S::Set::one(to);
            }
        }
    }
    batch.targets = batch.targets.without(refused);
}

/// The drops that could make a mate: a drop opens no line, so the piece itself must attack, unless the attack is
/// already there.
fn could_mate<S: Shape>(
    view: &View<'_, S>,
    kind: u8,
    suspects: S::Set,
    forbid: &ForbidProgram<S::Set>,
) -> S::Set {
    let me = view.position.side;
    let mate = forbid.conditions.iter().find_map(|it| match it {
        Cond::Mate { of, kinds, answers } if *of == me.other() => Some((*kinds, answers)),
        _ => None,
    });
    let Some((kinds, answers)) = mate else {
        return suspects;
    };
    if !view.rules.usual_attacks {
        return suspects;
    }
    let royal = view.kinds_of(me.other(), kinds);
    let near = suspects & attack_sources(view, me, kind, royal);
    let enemy = view.rules.seat(me.other());
    let plan = enemy.guard.as_ref().filter(|it| it.kinds == kinds);
    if near != suspects {
        let aimed = match plan {
            Some(plan) => royal.iter().any(|it| could_strike(view, me, plan, it)),
            None => true,
        };
        if aimed && view.attacked(me, KindSet::ALL, royal).any() {
            return suspects;
        }
    }
    match plan.filter(|_| answers.is_none() && !enemy.any_loses && enemy.counts_by_table) {
        // Where the piece can step out of it, it is no mate.
        Some(plan) => near
            .iter()
            .filter(|to| !has_way_out(view, plan, royal, kind, *to))
            .fold(S::Set::EMPTY, |left, to| left | S::Set::one(to)),
        None => near,
    }
}

/// Whether the conditions of a `forbid` rule hold after an act.
pub fn conditions_after<S: Shape>(
    view: &View<'_, S>,
    forbid: &ForbidProgram<S::Set>,
    act: Act,
) -> bool {
    let mut after: Position<S> = *view.position;
    after.make(view.rules, act);
    let squares = match act {
        Act::Move { from, to, .. } => ActSquares {
            origin: Some(from),
            target: Some(to),
        },
        Act::Drop { to, .. } => ActSquares {
            origin: None,
            target: Some(to),
        },
        Act::Pass | Act::End => ActSquares::default(),
    };
    let view = View::new(view.rules, &after);
    conditions_hold(&view, &forbid.conditions, squares, Strength::Near)
}

/// Whether an act is refused by a `forbid` rule, or loses by it.
pub fn breaches<S: Shape>(view: &View<'_, S>, forbid: &ForbidProgram<S::Set>, act: Act) -> bool {
    forbid.act.as_ref().is_none_or(|it| fits(view, it, act))
        && (forbid.conditions.is_empty() || conditions_after(view, forbid, act))
}

/// Whether a player's pieces could capture on a square of a piece that this plan guards from them, if nothing stood between.
#[inline]
fn could_strike<S: Shape>(
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
fn has_way_out<S: Shape>(
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
fn attack_sources<S: Shape>(
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

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::check::Picks;
    use crate::play::session::Session;
    use crate::play::visit::Visitor;
    use crate::play::{Game, Variant};
    use crate::shipped;

    /// Drops that are known to make no mate, and those that do make one, of every kind on every empty square.
    struct Drops;

    impl Visitor for Drops {
        type Answer = [usize; 2];

        fn visit<S: Shape>(self, session: &Session<S>) -> [usize; 2] {
            let view = session.view();
            let seat = view.rules.seat(session.position.side);
            let forbids = seat.forbids.iter().filter(|it| it.looks_ahead);
            let mut n = [0; 2];
            for (forbid, plan) in forbids.flat_map(|it| seat.drops.iter().map(move |p| (it, p))) {
                let kind = plan.kind;
                let suspects = could_mate(&view, kind, view.empty, forbid);
                for to in view.empty.iter() {
                    let mates = conditions_after(&view, forbid, Act::Drop { to, kind });
                    assert!(suspects.has(to) || !mates, "{:?}", Act::Drop { to, kind });
                    n[usize::from(mates)] += usize::from(mates || !suspects.has(to));
                }
            }
            n
        }
    }

    #[test]
    fn drops_known_to_make_no_mate_make_none() {
        let mut asking = 0;
        for name in shipped::names() {
            let variant = Variant::open(name, &Picks::default()).expect("it is shipped");
            let mut rng = Rng::with_seed(11);
            let mut game = Game::new(&variant);
            let mut n = [0; 2];
            for _ in 0..1000 {
                let acts = game.acts();
                if acts.is_empty() {
                    game = Game::new(&variant);
                    continue;
                }
                let found = game.visit(Drops);
                n = [n[0] + found[0], n[1] + found[1]];
                game.play_unchecked(acts[rng.usize(..acts.len())]);
            }
            // Where no rule asks for such mates, nothing was compared.
            asking += usize::from(n[0] > 10_000 && n[1] > 20);
        }
        assert!(asking >= 3, "{asking}");
    }
}
