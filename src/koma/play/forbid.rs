//! What `forbid` rules take out of the acts that movement and hands offer.
//!
//! The most expensive are rules against a mate by a drop. Most drops are cleared of it without being made: they do not attack,
//! or there is an easy answer.

use super::Act;
use super::generate::{Batch, Legality};
use super::judge::conditions_hold;
use super::pattern::fits;
use super::position::{Position, Shape};
use super::view::{ActSquares, View};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::KindSet;
use crate::rules::Cond;
use crate::rules::plan::check::CheckRule;
use crate::rules::plan::class::MoveClass;
use crate::rules::program::ForbidProgram;

/// The `forbid` rules of the side to act that count.
pub fn forbids_of<'a, S: Shape>(
    view: &View<'a, S>,
    legality: Legality,
) -> impl Iterator<Item = &'a ForbidProgram<S::Set>> + use<'a, S> {
    let rules = view.rules;
    rules
        .player(view.position.side)
        .forbids
        .iter()
        .filter(move |it| legality.counts(it))
}

/// Takes out of a batch what some rules, by number, forbid.
pub fn refuse_some<S: Shape>(
    view: &View<'_, S>,
    batch: &mut Batch<S::Set>,
    forbids: &[usize],
    legality: Legality,
) {
    let rules = &view.rules.player(view.position.side).forbids;
    for forbid in forbids.iter().map(|it| &rules[*it]) {
        if legality.counts(forbid) {
            forbid_some(view, batch, forbid);
        }
    }
}

/// Takes out of a batch what one rule forbids.
fn forbid_some<S: Shape>(
    view: &View<'_, S>,
    batch: &mut Batch<S::Set>,
    forbid: &ForbidProgram<S::Set>,
) {
    let (from, kind, becomes, targets) = match *batch {
        Batch::Moves {
            from,
            kind,
            becomes,
            targets,
        } => (Some(from), kind, becomes, targets),
        Batch::Drops { kind, targets } => (None, kind, None, targets),
        Batch::Bare(_) => return,
    };
    if targets.is_empty() || !applies(view, forbid) {
        return;
    }
    let mut suspects = match &forbid.act {
        None => targets,
        Some(pattern) => match pattern.of(kind) {
            None => return,
            Some(filter) if filter.promoting && becomes.is_none() => return,
            Some(filter) => view.fitting(filter, kind, from, becomes, targets),
        },
    };
    if forbid.looks_ahead && from.is_none() {
        suspects = could_mate(view, kind, suspects, forbid);
    }
    let mut refused = suspects;
    if !forbid.conditions.is_empty() {
        let suspected = batch.with_targets(suspects);
        let _ = suspected.each(|act| {
            if !conditions_after(view, forbid, act)
                && let Act::Move { to, .. } | Act::Drop { to, .. } = act
            {
                refused ^= S::Set::one(to);
            }
            std::ops::ControlFlow::Continue(())
        });
    }
    *batch = batch.with_targets(targets.without(refused));
}

/// The drops that could make a mate: a drop opens no line, so the piece itself must attack, unless the attack is
/// already there. Nothing is left out where attacks have to be asked of the position.
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
    let plan = view.rules.plan(me);
    // What is taken off elsewhere may open a line.
    if view.rules.has_effects {
        return suspects;
    }
    let (Some((kinds, answers)), Some(class)) = (mate, plan.class(kind)) else {
        return suspects;
    };
    if !class.attacks.is_whole || view.kinds_of(me, plan.asked_attacks).any() {
        return suspects;
    }
    let royal = view.kinds_of(me.other(), kinds);
    let sources = royal.iter().map(|it| class.attacks.sources[it.index()]);
    let near = suspects & sources.fold(S::Set::EMPTY, |all, it| all | it);
    let enemy = view.rules.plan(me.other());
    let rule = enemy
        .check
        .as_ref()
        .filter(|it| it.kinds == kinds && it.is_unconditional());
    if near != suspects {
        let aimed = match rule {
            Some(rule) => royal.iter().any(|it| could_attack(view, me, rule, it)),
            None => true,
        };
        if aimed && view.attacked(me, KindSet::ALL, royal).any() {
            return suspects;
        }
    }
    let is_tabular = enemy.turns.iter().all(|it| it.is_tabular && it.all_moves);
    match rule.filter(|_| answers.is_none() && !view.rules.facts.some_act_loses && is_tabular) {
        // Where the piece can step out of it, it is no mate.
        Some(rule) => near
            .iter()
            .filter(|to| !has_way_out(view, rule, royal, class, *to))
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
    let view = View::new(view.rules, &after);
    let squares = ActSquares::of(act);
    conditions_hold(&view, &forbid.conditions, squares, Legality::NoLookahead)
}

/// Whether a `forbid` rule applies before anything is done.
#[inline]
pub fn applies<S: Shape>(view: &View<'_, S>, forbid: &ForbidProgram<S::Set>) -> bool {
    forbid.beforehand.is_empty()
        || conditions_hold(
            view,
            &forbid.beforehand,
            ActSquares::default(),
            Legality::NoLookahead,
        )
}

/// Whether an act is refused by a `forbid` rule, or loses by it.
pub fn breaches<S: Shape>(view: &View<'_, S>, forbid: &ForbidProgram<S::Set>, act: Act) -> bool {
    forbid.act.as_ref().is_none_or(|it| fits(view, it, act))
        && applies(view, forbid)
        && (forbid.conditions.is_empty() || conditions_after(view, forbid, act))
}

/// Whether a player's pieces could capture on a square, if nothing stood between, as the other's check rule knows it.
#[inline]
fn could_attack<S: Shape>(
    view: &View<'_, S>,
    by: Player,
    rule: &CheckRule<S::Set>,
    at: Square,
) -> bool {
    let origins = rule.attack_origins.among(view.position.kinds.as_ref(), at);
    origins.is_none_or(|it| (it & view.of[by.index()]).any())
}

/// Whether the other player's only guarded piece has an easy way out of the check that a drop of the side to act gives: a
/// step to where nothing attacks, or a capture of the dropped piece by another. If not, there may still be a hard one.
///
/// Precondition: the dropped piece gives the only check, and the other player's acts are tabular.
#[inline(never)]
fn has_way_out<S: Shape>(
    view: &View<'_, S>,
    rule: &CheckRule<S::Set>,
    guarded: S::Set,
    dropped: &MoveClass<S::Set>,
    on: Square,
) -> bool {
    let me = view.position.side;
    if guarded.is_empty() || guarded.without_lowest().any() {
        return false;
    }
    let piece = guarded.lowest();
    let Some(class) = class_on(view, me.other(), piece) else {
        return false;
    };
    let open = view.empty | view.of[me.index()];
    // A guarded piece that slides gets no further than the dropped piece.
    let steps = class.reach(piece, open, view.occupied | S::Set::one(on));
    let attacked = dropped.attacks.strides.reach(on, S::Set::EMPTY);
    let mut steps = steps.without(attacked).iter();
    let is_safe = |to: Square| !could_attack(view, me, rule, to);
    // Mostly one of the first two is; if not, a capture is more likely than the others.
    steps.by_ref().take(2).any(is_safe) || is_takeable(view, rule, piece, on) || steps.any(is_safe)
}

/// Whether a piece of the other player, not the guarded one, can capture on an empty square where the side to act puts one.
fn is_takeable<S: Shape>(
    view: &View<'_, S>,
    rule: &CheckRule<S::Set>,
    piece: Square,
    on: Square,
) -> bool {
    let me = view.position.side;
    let kinds = view.position.kinds.as_ref();
    let theirs = view.of[me.other().index()].without(S::Set::one(piece));
    let own_rule = view.rules.plan(me).check.as_ref();
    let takers = match own_rule.and_then(|it| it.attack_origins.among(kinds, on)) {
        Some(takers) => takers & theirs,
        None => return false,
    };
    if takers.is_empty() {
        return false;
    }
    // Those that may be pinned stay where they are.
    let mut shields = S::Set::EMPTY;
    let aimed = match rule.attack_origins.among(kinds, piece) {
        Some(origins) => origins & view.of[me.index()],
        None => return false,
    };
    for from in aimed.iter() {
        let class = class_on(view, me, from);
        for slide in class.iter().flat_map(|it| &it.attacks.strides.slides) {
            if slide.land[from.index()].has(piece) {
                shields |= slide.between(from, piece) & view.occupied;
            }
        }
    }
    takers.without(shields).iter().any(|from| {
        let class = class_on(view, me.other(), from);
        class.is_some_and(|it| {
            it.attacks.is_whole && it.attacks.strides.reach(from, view.occupied).has(on)
        })
    })
}

/// How a player's piece on a square moves, where there is a class for it.
fn class_on<'a, S: Shape>(
    view: &View<'a, S>,
    player: Player,
    square: Square,
) -> Option<&'a MoveClass<S::Set>> {
    let kinds = view.position.kinds.as_ref();
    let kind = kinds.iter().position(|it| it.has(square))?;
    view.rules.plan(player).class(kind as u8)
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
            let side = session.position.side;
            let forbids = view
                .rules
                .player(side)
                .forbids
                .iter()
                .filter(|it| it.looks_ahead);
            let drops = &view.rules.plan(side).drops;
            let mut n = [0; 2];
            for (forbid, plan) in forbids.flat_map(|it| drops.iter().map(move |p| (it, p))) {
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

    /// A king on a4 that slides, and a pawn dropped on a3: a2 and a1 are no way out of it.
    #[test]
    fn a_sliding_king_does_not_pass_the_piece_that_mates_it() {
        let text = r#"
            koma = 1
            game.name = "Sliding chiefs"
            board.size = "4x4"
            board.turned = "half-turn"
            board.start = ".kaa/.p.p/.P.P/.KAA"
            turn.play.acts = "one of move, drop"
            capture.to = "hand"
            pieces.chief = { letter = "K", moves = "slide any" }
            pieces.mote = { letter = "P", moves = "step forward" }
            pieces.ant = { letter = "A", moves = "slide orthogonal" }
            forbid.guard.if = "some own chief attacked by enemy"
            forbid.drop-mate = { act = "drop", if = "mate of enemy chief" }
            end.mate = { when = "mate of enemy chief", result = "own wins" }
        "#;
        let variant = Variant::parse("sliding.toml", text, &Picks::default());
        let variant = variant.unwrap_or_else(|report| panic!("{report}"));
        let game = Game::from_position(&variant, "k3/1A1K/4/4 b P").expect("it is a position");
        let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
        assert!(acts.contains(&"P*a2".to_owned()), "{acts:?}");
        assert!(!acts.contains(&"P*a3".to_owned()), "{acts:?}");
    }
}
