//! What the rules allow to be done faster: found once, from what the programs say.
//!
//! A plan never changes what is legal. It may depend on what a variant's rules say, never on which variant it is.

use super::band::Band;
use super::program::*;
use super::reach::Mover;
use super::set::Set;
use crate::board::{Geometry, Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet, Quantity, Verb};

/// How the targets of a kind are split by promotion.
#[derive(Debug, Clone)]
pub enum Faces<B> {
    /// It never promotes.
    Never,
    /// By its origin alone: the targets on which promotion is offered or demanded, and those on which it is demanded.
    Table {
        /// Per origin, offered or demanded.
        may: Box<[B]>,
        /// Per origin, demanded.
        must: Box<[B]>,
    },
    /// By the position: the patterns are asked.
    Asked,
}

/// A `forbid` rule that says nothing but: own pieces of these kinds may not be left attacked.
///
/// Invariant: the board has one layer, and every kind moves and captures in the usual way, so checkers, pins and
/// squares in danger are all there is to it.
#[derive(Debug, Clone)]
pub struct GuardPlan<B> {
    /// The rule, by its place in [`Seat::forbids`].
    pub forbid: usize,
    /// The kinds guarded.
    pub kinds: KindSet,
    /// The same as a list.
    pub list: Box<[u8]>,
    /// Per band of the enemy, what of it is worth looking at.
    pub threats: Vec<Threat<B>>,
    /// From where enemies could capture.
    pub strikers: Strikers<B>,
    /// From where enemies could trouble a guarded piece: the threats of all bands, by kind.
    pub troublers: Strikers<B>,
}

/// Per square and kind, from where an enemy of the kind could capture there on an empty board, or do something else to it.
#[derive(Debug, Clone)]
pub struct Strikers<B> {
    /// How many places there are for kinds.
    room: usize,
    /// Nothing at all where it would be too much to keep.
    table: Box<[B]>,
}

impl<B: Squares> Strikers<B> {
    /// The longest table that is kept.
    const MOST: usize = 8192;

    /// Before the bands are known.
    fn unknown() -> Self {
        Strikers {
            room: 0,
            table: Box::default(),
        }
    }

    /// For an enemy's bands, by what tells for a band and a square. Positions have room for a power of two of kinds, see
    /// `play::position::Shape`.
    fn new(
        board: &Geometry,
        n_kinds: usize,
        enemy: &[Band<B>],
        from: impl Fn(usize, Square) -> B,
    ) -> Self {
        let room = match n_kinds {
            ..=8 if B::CAPACITY <= 64 => 8,
            ..=16 => 16,
            _ => 128,
        };
        let n = board.squares().count() * room;
        if n > Self::MOST {
            return Strikers {
                room,
                table: Box::default(),
            };
        }
        let mut table = vec![B::EMPTY; n];
        for (i, band) in enemy.iter().enumerate() {
            for kind in band.kinds() {
                for at in board.squares() {
                    table[at.index() * room + kind as usize] = from(i, at);
                }
            }
        }
        Strikers {
            room,
            table: table.into(),
        }
    }

    /// The pieces among all kinds that could do it to a square, whoever owns them; none if that is not known.
    #[inline(always)]
    pub fn among(&self, kinds: &[B], at: Square) -> Option<B> {
        if kinds.len() != self.room {
            return None;
        }
        let row = self
            .table
            .get(at.index() * kinds.len()..)?
            .get(..kinds.len())?;
        let mut all = B::EMPTY;
        for (kind, from) in kinds.iter().zip(row) {
            all |= *kind & *from;
        }
        Some(all)
    }
}

/// The places from which a band could trouble a guarded piece: attack it, or a square it might go to.
#[derive(Debug, Clone)]
pub struct Threat<B> {
    /// Per square of the guarded piece, by jumps.
    pub near: Box<[B]>,
    /// Per square of the guarded piece, by slides.
    pub aimed: Box<[B]>,
}

/// Per kind, its band by number; a number too high for a kind that never moves.
pub fn band_of<B: Squares>(n_kinds: usize, bands: &[Band<B>]) -> Box<[u8]> {
    (0..n_kinds as u8)
        .map(|kind| {
            let band = bands.iter().position(|it| it.kinds().any(|it| it == kind));
            band.map_or(u8::MAX, |it| it as u8)
        })
        .collect()
}

impl<B: Squares> GuardPlan<B> {
    /// Looks at the enemy's bands, which are known only when all is compiled.
    pub fn look_at(
        &mut self,
        board: &Geometry,
        n_kinds: usize,
        own: &[Band<B>],
        enemy: &[Band<B>],
    ) {
        self.threats = threats(board, self.kinds, own, enemy);
        self.strikers = Strikers::new(board, n_kinds, enemy, |band, at| {
            enemy[band].sources[at.index()]
        });
        let threats = &self.threats;
        self.troublers = Strikers::new(board, n_kinds, enemy, |band, at| {
            let of = |table: &[B]| table.get(at.index()).copied().unwrap_or(B::EMPTY);
            of(&threats[band].near) | of(&threats[band].aimed)
        });
    }
}

/// Where the enemy's bands could trouble guarded pieces.
fn threats<B: Squares>(
    board: &Geometry,
    guarded: KindSet,
    own: &[Band<B>],
    enemy: &[Band<B>],
) -> Vec<Threat<B>> {
    let zones: Vec<B> = board
        .squares()
        .map(|at| {
            own.iter()
                .filter(|it| guarded.has(KindId(it.first)))
                .fold(B::one(at), |zone, it| zone | it.reach(at, B::EMPTY))
        })
        .collect();
    let sources = |table: &[B]| -> Box<[B]> {
        if table.is_empty() {
            return Box::default();
        }
        let mut back = vec![B::EMPTY; zones.len()];
        for (from, to) in board.squares().zip(table) {
            for square in to.iter() {
                back[square.index()] |= B::one(from);
            }
        }
        let from = |zone: &B| zone.iter().fold(B::EMPTY, |all, it| all | back[it.index()]);
        zones.iter().map(from).collect()
    };
    enemy
        .iter()
        .map(|it| Threat {
            near: sources(&it.to),
            aimed: sources(&it.cover),
        })
        .collect()
}

/// Finds a rule that guards pieces, if it can be kept by masks.
pub fn guard<B: Squares>(
    own: Player,
    n_layers: usize,
    kinds: &[KindFacts],
    movers: &[Vec<Mover<B>>; 2],
    forbids: &[ForbidProgram<B>],
) -> Option<GuardPlan<B>> {
    if n_layers != 1 || !movers.iter().flatten().all(|it| it.usual) {
        return None;
    }
    forbids.iter().enumerate().find_map(|(forbid, it)| {
        if it.loses || it.act.is_some() {
            return None;
        }
        let guarded = guarded_kinds(own, &it.conditions)?;
        // A guarded piece stays what it is, and nothing else becomes one.
        let stays = kinds.iter().enumerate().all(|(i, it)| {
            let is_guarded = |kind: u8| guarded.has(KindId(kind));
            !it.becomes.iter().any(|to| is_guarded(*to))
                && (!is_guarded(i as u8) || it.becomes.is_empty())
        });
        stays.then_some(GuardPlan {
            forbid,
            kinds: guarded,
            list: guarded.iter().map(|it| it.0).collect(),
            threats: Vec::new(),
            strikers: Strikers::unknown(),
            troublers: Strikers::unknown(),
        })
    })
}

/// The kinds of `some own KINDS attacked by enemy`.
fn guarded_kinds<B: Squares>(own: Player, conditions: &[Cond<B>]) -> Option<KindSet> {
    let [Cond::Count(Quantity::AtLeast(1), Set::And(parts))] = conditions else {
        return None;
    };
    let [pieces, Set::Attacked(by, KindSet::ALL)] = &**parts else {
        return None;
    };
    if *by != own.other() {
        return None;
    }
    match pieces {
        Set::Kind(player, kind) if *player == own => Some(KindSet::one(KindId(*kind))),
        Set::Kinds(player, kinds) if *player == own => {
            Some(kinds.iter().fold(KindSet::default(), |set, it| {
                set.or(KindSet::one(KindId(*it)))
            }))
        }
        _ => None,
    }
}

/// The `forbid` rules, by number, that can touch moves (or drops) of each kind.
pub fn bans<B: Squares>(
    n_kinds: usize,
    verb: Verb,
    forbids: &[ForbidProgram<B>],
    guard: Option<&GuardPlan<B>>,
) -> Vec<Vec<usize>> {
    (0..n_kinds)
        .map(|kind| {
            (0..forbids.len())
                .filter(|i| guard.is_none_or(|it| it.forbid != *i) && !forbids[*i].loses)
                .filter(|i| match &forbids[*i].act {
                    None => true,
                    Some(pattern) => {
                        pattern.verb == verb && pattern.kinds[kind].as_ref().is_some_and(can_fit)
                    }
                })
                .collect()
        })
        .collect()
}

fn can_fit<B: Squares>(masks: &Masks<B>) -> bool {
    let never = |set: &Option<Set<B>>| {
        set.as_ref()
            .and_then(Set::constant)
            .is_some_and(B::is_empty)
    };
    !never(&masks.from) && !never(&masks.to) && !never(&masks.touching)
}

/// How each kind's targets are split by promotion.
pub fn faces<B: Squares>(
    board: &Geometry,
    all: B,
    kinds: &[KindFacts],
    promotes: &[PromoteProgram<B>],
) -> Vec<Faces<B>> {
    kinds
        .iter()
        .enumerate()
        .map(|(kind, facts)| {
            if facts.becomes.is_empty() {
                return Faces::Never;
            }
            let patterns = |must: bool| {
                promotes.iter().filter_map(move |it| {
                    if must {
                        it.must.as_ref()
                    } else {
                        it.may.as_ref()
                    }
                    .and_then(|it| it.kinds[kind].as_ref())
                })
            };
            if !patterns(true).chain(patterns(false)).all(is_static) {
                return Faces::Asked;
            }
            let table = |must: bool| -> Vec<B> {
                board
                    .squares()
                    .map(|from| {
                        patterns(must).fold(B::EMPTY, |set, it| set | static_fit(it, all, from))
                    })
                    .collect()
            };
            let must = table(true);
            let may = table(false)
                .into_iter()
                .zip(&must)
                .map(|(may, must)| may | *must)
                .collect();
            Faces::Table {
                may,
                must: must.into(),
            }
        })
        .collect()
}

fn is_static<B: Squares>(masks: &Masks<B>) -> bool {
    let fixed = |set: &Option<Set<B>>| set.as_ref().is_none_or(|it| it.constant().is_some());
    fixed(&masks.from)
        && fixed(&masks.to)
        && fixed(&masks.touching)
        && masks.capturing.is_none()
        && !masks.promoting
}

/// The targets that fit a static pattern from a square.
fn static_fit<B: Squares>(masks: &Masks<B>, all: B, from: Square) -> B {
    let set = |it: &Option<Set<B>>| it.as_ref().and_then(Set::constant).unwrap_or(all);
    if !set(&masks.from).has(from) {
        return B::EMPTY;
    }
    let touching = set(&masks.touching);
    set(&masks.to) & if touching.has(from) { all } else { touching }
}

/// Whether an end rule can make a difference while sequences are counted: not if it asks for history, nor if it holds
/// only when the player to move has no act anyway.
pub fn counts<B: Squares>(
    judged: Player,
    end: &EndProgram<B>,
    guarded: [Option<KindSet>; 2],
    any_loses: bool,
) -> bool {
    if end.conditions.iter().any(Cond::looks_back) {
        return false;
    }
    !end.conditions.iter().any(|it| match it {
        // Judged for the mover, the other is to move; the rule is asked for the mover's own seat.
        Cond::CannotAct(player) => !end.for_each && *player == judged.other(),
        Cond::Mate {
            of,
            kinds,
            answers: None,
        } => {
            !end.for_each
                && *of == judged.other()
                && !any_loses
                && guarded[of.index()] == Some(*kinds)
        }
        _ => false,
    })
}

/// The end rules that count, with what makes each worth asking.
pub fn counting<B: Squares>(
    all: B,
    own: &[EndProgram<B>],
    other: &[EndProgram<B>],
) -> Vec<CountingEnd<B>> {
    own.iter()
        .enumerate()
        .filter(|(_, it)| it.counts)
        .map(|(end, it)| CountingEnd {
            end,
            for_each: it.for_each,
            acts: it.conditions.iter().fold(0, |acts, it| match it {
                Cond::Act(number) => acts | 1 << number,
                _ => acts,
            }),
            gates: [own, other].map(|ends| gate(&ends[end].conditions, all)),
        })
        .collect()
}

/// Per kind, which of some act patterns its acts of a verb can fit.
pub fn acts<B: Squares>(n_kinds: usize, verb: Verb, patterns: &[PatternProgram<B>]) -> Vec<u64> {
    (0..n_kinds)
        .map(|kind| {
            patterns.iter().enumerate().fold(0, |acts, (i, it)| {
                let fits = it.verb == verb && (verb == Verb::Pass || it.kinds[kind].is_some());
                acts | u64::from(fits) << i
            })
        })
        .collect()
}

/// Which of some act patterns an act can fit that captures nothing, or that captures a kind.
pub fn capturing<B: Squares>(patterns: &[PatternProgram<B>], taken: Option<u8>) -> u64 {
    patterns.iter().enumerate().fold(0, |acts, (i, it)| {
        let fits = it.verb == Verb::Pass
            || it.kinds.iter().flatten().any(|it| match it.capturing {
                None => true,
                Some(kinds) => taken.is_some_and(|it| kinds.has(KindId(it))),
            });
        acts | u64::from(fits) << i
    })
}

/// Pieces that must stand somewhere for some conditions to hold.
fn gate<B: Squares>(conditions: &[Cond<B>], all: B) -> Option<Gate<B>> {
    conditions.iter().find_map(|it| match it {
        Cond::Count(Quantity::AtLeast(1..), Set::And(parts)) => {
            let squares = parts
                .iter()
                .filter_map(Set::constant)
                .fold(all, |set, it| set & it);
            parts.iter().find_map(|it| match it {
                Set::Kind(player, kind) => Some(Gate {
                    player: *player,
                    kind: *kind,
                    squares,
                }),
                _ => None,
            })
        }
        _ => None,
    })
}

/// Drops of one kind.
#[derive(Debug, Clone)]
pub struct DropPlan<B> {
    /// The kind in the hand.
    pub held: u8,
    /// The kind it is dropped as.
    pub kind: u8,
    /// Where no rule that looks at squares alone forbids it.
    pub room: B,
    /// Where rules that look at squares alone forbid it, if that depends on the position.
    pub closed: Box<[Set<B>]>,
    /// The other `forbid` rules that can touch it, the guarding one left out.
    pub bans: Box<[usize]>,
    /// A rule guards the kind: it is tried.
    pub guarded: bool,
    /// There is nothing but the room.
    pub is_free: bool,
}

/// What each kind in a hand may be dropped as, and where.
pub fn drops<B: Squares>(kinds: &[KindFacts], all: B, seat: &Seat<B>) -> Vec<DropPlan<B>> {
    let guarded = seat.guard.as_ref().map(|it| it.kinds);
    let plan = |held: u8, kind: u8| {
        let mut plan = DropPlan {
            held,
            kind,
            room: all,
            closed: Box::default(),
            bans: Box::default(),
            guarded: guarded.is_some_and(|it| it.has(KindId(kind))),
            is_free: false,
        };
        let (mut bans, mut closed) = (Vec::new(), Vec::new());
        for ban in &seat.drop_bans[kind as usize] {
            let forbid = &seat.forbids[*ban];
            let masks = forbid
                .act
                .as_ref()
                .and_then(|it| it.kinds[kind as usize].as_ref());
            match masks {
                Some(masks) if forbid.conditions.is_empty() && asks_target_alone(masks) => {
                    match masks.to.as_ref().map(|it| (it, it.constant())) {
                        Some((_, Some(squares))) => plan.room = plan.room.without(squares),
                        Some((set, None)) => closed.push(set.clone()),
                        None => plan.room = B::EMPTY,
                    }
                }
                _ => bans.push(*ban),
            }
        }
        plan.bans = bans.into();
        plan.closed = closed.into();
        plan.is_free = plan.bans.is_empty() && plan.closed.is_empty() && !plan.guarded;
        plan
    };
    kinds
        .iter()
        .enumerate()
        .flat_map(|(held, it)| it.drops_as.iter().map(move |kind| (held as u8, *kind)))
        .map(|(held, kind)| plan(held, kind))
        .collect()
}

/// Whether a pattern asks nothing of a drop but where it ends.
fn asks_target_alone<B: Squares>(masks: &Masks<B>) -> bool {
    masks.from.is_none()
        && masks.touching.is_none()
        && masks.capturing.is_none()
        && !masks.promoting
}

/// How often a position must have stood, at least, before one of some end rules that ask for the history can hold.
pub fn least_repeats<B>(ends: &[EndProgram<B>]) -> u32 {
    let of = |end: &EndProgram<B>| {
        let times = end.conditions.iter().filter_map(|it| match it {
            Cond::Repeated { times, .. } => Some(*times),
            _ => None,
        });
        times.max().unwrap_or(0)
    };
    let asking = ends.iter().filter(|it| it.looks_back);
    asking.map(of).min().unwrap_or(0)
}

/// Whether a player's acts can be counted by tables alone.
pub fn counts_by_table<B: Squares>(seat: &Seat<B>) -> bool {
    let [turn] = &seat.turns[..] else {
        return false;
    };
    let passes = turn.acts.iter().any(|(it, _)| it.verb == Verb::Pass);
    turn.any_move
        && (turn.any_drop || turn.acts.iter().all(|(it, _)| it.verb != Verb::Drop))
        && !passes
        && seat.bands.is_some()
        && seat.move_bans.iter().all(Vec::is_empty)
}
