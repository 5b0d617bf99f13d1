//! A position looked at: set programs worked out, reach and attacks asked.

use super::Act;
use super::effects;
use super::position::{Position, Shape, Store};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet};
use crate::rules::plan::class::MoveClass;
use crate::rules::set::{beside, chain, lines};
use crate::rules::{ActFilter, Course, Hop, Landing, Manner, Mover, Purse, Rules, Set, Slide};

/// A position with what nearly every question needs: who stands where.
#[derive(Debug)]
pub struct View<'a, S: Shape> {
    /// The tables.
    pub rules: &'a Rules<S::Set>,
    /// The position.
    pub position: &'a Position<S>,
    /// Each player's pieces, on any layer.
    pub of: [S::Set; 2],
    /// Squares with a piece.
    pub occupied: S::Set,
    /// Squares without a piece.
    pub empty: S::Set,
}

/// The squares of the act being judged.
#[derive(Debug, Clone, Copy, Default)]
pub struct ActSquares {
    /// Where it began.
    pub origin: Option<Square>,
    /// Where it ended.
    pub target: Option<Square>,
}

impl ActSquares {
    /// The squares of an act that has been made.
    pub fn of(act: Act) -> Self {
        match act {
            Act::Move { from, to, .. } => ActSquares {
                origin: Some(from),
                target: Some(to),
            },
            Act::Drop { to, .. } => ActSquares {
                origin: None,
                target: Some(to),
            },
            Act::Pass | Act::End => ActSquares::default(),
        }
    }
}

impl<'a, S: Shape> View<'a, S> {
    /// Looks at a position.
    #[inline]
    pub fn new(rules: &'a Rules<S::Set>, position: &'a Position<S>) -> Self {
        let layers = position.owned.as_ref();
        let mut of = layers[0];
        if <S::Layers as Store<[S::Set; 2]>>::LEN > 1 {
            for layer in &layers[1..] {
                of[0] |= layer[0];
                of[1] |= layer[1];
            }
        }
        let mut occupied = of[0] | of[1];
        for kind in &rules.neutral {
            occupied |= position.kinds.as_ref()[*kind as usize];
        }
        View {
            rules,
            position,
            of,
            occupied,
            empty: rules.all.without(occupied),
        }
    }

    /// A player's pieces of some kinds.
    pub fn kinds_of(&self, player: Player, kinds: KindSet) -> S::Set {
        if kinds == KindSet::ALL {
            return self.of[player.index()];
        }
        // A neutral kind is among nobody's pieces, so it adds nothing.
        kinds
            .iter()
            .take_while(|it| it.index() < self.rules.kinds.len())
            .fold(S::Set::EMPTY, |set, it| {
                set | self.position.of(self.rules, player, it.0)
            })
    }

    /// Works out a set program.
    pub fn set(&self, set: &Set<S::Set>, act: ActSquares) -> S::Set {
        let one = |square: Option<Square>| square.map_or(S::Set::EMPTY, S::Set::one);
        match set {
            Set::Const(squares) => *squares,
            Set::Of(player) => self.of[player.index()],
            Set::Kind(player, kind) => self.position.of(self.rules, *player, *kind),
            Set::Kinds(player, kinds) => kinds.iter().fold(S::Set::EMPTY, |set, kind| {
                set | self.position.of(self.rules, *player, *kind)
            }),
            Set::Any(kinds) => kinds.iter().fold(S::Set::EMPTY, |set, kind| {
                set | self.position.kinds.as_ref()[*kind as usize]
            }),
            Set::Occupied => self.occupied,
            Set::Empty => self.empty,
            Set::Origin => one(act.origin),
            Set::Target => one(act.target),
            Set::And(parts) => {
                let first = self.set(&parts[0], act);
                parts[1..]
                    .iter()
                    .fold(first, |left, part| self.set_in(part, act, left))
            }
            Set::Or(parts) => parts
                .iter()
                .fold(S::Set::EMPTY, |all, part| all | self.set(part, act)),
            Set::Not(of) => self.rules.all.without(self.set(of, act)),
            Set::Lines {
                lines: table,
                count,
                of,
            } => lines(table, *count, self.set(of, act)),
            Set::Chain { joins, of, from } => {
                let of = self.set(of, act);
                if of.is_empty() {
                    of
                } else {
                    chain(joins, of, self.set(from, act))
                }
            }
            Set::Run(run) => {
                let from = self.set(&run.from, act);
                let of = match from.is_empty() {
                    true => return from,
                    false => self.set(&run.of, act),
                };
                let to = run.to.as_ref().map(|it| self.set(it, act));
                let ends = [act.origin, act.target];
                run.squares(&self.rules.geometry, ends, of, from, to)
            }
            Set::Attacked(by, kinds) => self.attacked(*by, *kinds, self.rules.all),
            Set::Beside { steps, of } => beside(steps, self.set(of, act)),
        }
    }

    /// Which of some squares are in a set. Attacks are expensive: only the squares in question are asked for.
    pub fn set_in(&self, set: &Set<S::Set>, act: ActSquares, asked: S::Set) -> S::Set {
        if asked.is_empty() {
            return asked;
        }
        match set {
            Set::Attacked(by, kinds) => self.attacked(*by, *kinds, asked),
            Set::And(parts) => parts
                .iter()
                .fold(asked, |left, part| self.set_in(part, act, left)),
            Set::Or(parts) => parts.iter().fold(S::Set::EMPTY, |all, part| {
                all | self.set_in(part, act, asked)
            }),
            Set::Not(of) => asked.without(self.set_in(of, act, asked)),
            set => asked & self.set(set, act),
        }
    }

    /// What pieces on some squares and in a hand are worth together.
    pub fn points(&self, purse: &Purse<S::Set>, act: ActSquares) -> i64 {
        let squares = self.set(&purse.set, act);
        let kinds = self.rules.kinds.iter().enumerate();
        kinds
            .filter(|(_, it)| it.points > 0)
            .map(|(kind, it)| {
                let standing = (self.position.kinds.as_ref()[kind] & squares).count();
                let held = purse.hand.map_or(0, |player| {
                    u32::from(self.position.hands[player.index()].as_ref()[kind])
                });
                i64::from(it.points) * i64::from(standing + held)
            })
            .sum()
    }

    /// Of some targets, those that an act of a kind from `from` may end on to fit a pattern, judged on this position.
    pub fn fitting(
        &self,
        filter: &ActFilter<S::Set>,
        kind: u8,
        from: Option<Square>,
        becomes: Option<u8>,
        targets: S::Set,
    ) -> S::Set {
        match (filter.capturing, from) {
            (Some(kinds), Some(from)) if self.rules.has_effects => {
                let targets = targets & self.fitting_squares(filter, Some(from));
                effects::capturing(self, kinds, (kind, from, becomes), targets)
            }
            _ => targets & self.fitting_alone(filter, kind, from),
        }
    }

    /// The same where effects are not asked for: `capturing` speaks of the target.
    pub fn fitting_alone(
        &self,
        filter: &ActFilter<S::Set>,
        kind: u8,
        from: Option<Square>,
    ) -> S::Set {
        let squares = self.fitting_squares(filter, from);
        match filter.capturing {
            Some(kinds) => squares & self.standing(kinds, self.rules.kinds[kind as usize].layer),
            None => squares,
        }
    }

    /// The targets that fit where a pattern says that acts begin and end.
    fn fitting_squares(&self, filter: &ActFilter<S::Set>, from: Option<Square>) -> S::Set {
        let act = ActSquares {
            origin: from,
            target: None,
        };
        if let (Some(set), Some(from)) = (&filter.from, from)
            && !self.set(set, act).has(from)
        {
            return S::Set::EMPTY;
        }
        let mut squares = match &filter.to {
            Some(set) => self.set(set, act),
            None => self.rules.all,
        };
        if let (Some(set), Some(from)) = (&filter.touching, from) {
            let touching = self.set(set, act);
            if !touching.has(from) {
                squares &= touching;
            }
        }
        squares
    }

    /// Squares with a piece of some kinds on a layer, whoever owns it.
    pub fn standing(&self, kinds: KindSet, layer: usize) -> S::Set {
        self.rules.layer_kinds[layer]
            .iter()
            .filter(|it| kinds.has(KindId(**it)))
            .fold(S::Set::EMPTY, |set, kind| {
                set | self.position.kinds.as_ref()[*kind as usize]
            })
    }

    /// Where a player's piece of a kind may go from a square by its movement alone.
    pub fn reach(&self, player: Player, kind: u8, from: Square) -> S::Set {
        self.mover_reach(
            player,
            &self.rules.player(player).movers[kind as usize],
            from,
        )
    }

    /// Where a piece that moves like this may go.
    pub fn mover_reach(&self, player: Player, mover: &Mover<S::Set>, from: Square) -> S::Set {
        let reached = mover.manners.iter().fold(S::Set::EMPTY, |all, it| {
            all | self.manner_reach(player, it, from)
        });
        reached.without(S::Set::one(from))
    }

    fn manner_reach(&self, player: Player, manner: &Manner<S::Set>, from: Square) -> S::Set {
        if manner.course.could_reach(from).is_empty() || !self.is_open(&manner.gate, from) {
            return S::Set::EMPTY;
        }
        let stops = self.stops(&manner.course);
        course_reach(&manner.course, from, stops) & self.landing(player, &manner.onto)
    }

    /// The squares that a movement of a player may land on.
    fn landing(&self, player: Player, landing: &Landing<S::Set>) -> S::Set {
        let enemy = player.other();
        match landing {
            Landing::Usual => self.empty | self.of[enemy.index()],
            Landing::Empty => self.empty,
            Landing::Enemy => self.of[enemy.index()],
            Landing::Only(kinds) => self.kinds_of(enemy, *kinds),
            Landing::Set(set) => self.set(set, ActSquares::default()),
        }
    }

    fn is_open(&self, gate: &Option<Set<S::Set>>, from: Square) -> bool {
        gate.as_ref()
            .is_none_or(|it| self.set(it, ActSquares::default()).has(from))
    }

    /// What stands in the way of a movement.
    fn stops(&self, course: &Course<S::Set>) -> Stops<S::Set> {
        match course {
            Course::Jump(_) => Stops::at(S::Set::EMPTY),
            Course::Slide(slide) => Stops::at(self.slide_stops(slide)),
            Course::Hop(hop) => {
                let over = self.set(&hop.over, ActSquares::default());
                Stops {
                    all: self.slide_stops(&hop.slide) | over,
                    over,
                }
            }
        }
    }

    fn slide_stops(&self, slide: &Slide<S::Set>) -> S::Set {
        match &slide.through {
            None => self.occupied,
            Some(set) => self.rules.all.without(self.set(set, ActSquares::default())),
        }
    }

    /// Which of these squares a player could capture on with some kinds.
    pub fn attacked(&self, by: Player, kinds: KindSet, asked: S::Set) -> S::Set {
        if asked.count() <= 3 {
            return asked
                .iter()
                .filter(|it| self.is_attacked(by, kinds, *it))
                .fold(S::Set::EMPTY, |set, it| set | S::Set::one(it));
        }
        let mut found = S::Set::EMPTY;
        for kind in 0..self.rules.kinds.len() as u8 {
            let pieces = self.position.of(self.rules, by, kind);
            if pieces.is_empty() || !kinds.has(KindId(kind)) {
                continue;
            }
            match self
                .rules
                .plan(by)
                .class(kind)
                .filter(|it| it.attacks.is_whole)
            {
                Some(class) => {
                    for from in pieces.iter() {
                        found |= class.attacks.strides.reach(from, self.occupied) & asked;
                    }
                }
                None => found |= self.attacked_by_kind(by, kind, pieces, asked),
            }
        }
        found
    }

    fn attacked_by_kind(&self, by: Player, kind: u8, pieces: S::Set, asked: S::Set) -> S::Set {
        let act = ActSquares::default();
        let mut found = S::Set::EMPTY;
        for manner in &self.rules.player(by).movers[kind as usize].manners {
            let takes = self.set(&manner.takes, act) & asked;
            if takes.is_empty() {
                continue;
            }
            let stops = self.stops(&manner.course);
            for from in pieces.iter().filter(|it| self.is_open(&manner.gate, *it)) {
                found |= course_reach(&manner.course, from, stops) & takes;
            }
        }
        found
    }

    /// Whether a piece of a player could capture on a square from where it stands.
    pub fn is_attacked_from(&self, by: Player, kind: u8, from: Square, square: Square) -> bool {
        self.attacked_by_kind(by, kind, S::Set::one(from), S::Set::one(square))
            .any()
    }

    /// Whether a player could capture on a square with some kinds.
    pub fn is_attacked(&self, by: Player, kinds: KindSet, square: Square) -> bool {
        let plan = self.rules.plan(by);
        if kinds != KindSet::ALL || plan.classes.is_empty() {
            let mut all = kinds
                .iter()
                .take_while(|it| it.index() < self.rules.kinds.len());
            return all.any(|it| self.is_attacked_by_kind(by, it.0, square));
        }
        plan.classes
            .iter()
            .any(|it| it.attacks.is_whole && self.is_attacked_by_class(by, it, square))
            || plan
                .asked_attacks
                .iter()
                .any(|it| self.is_attacked_by_kind(by, it.0, square))
    }

    /// Whether pieces of a class, whose attacks tables tell, could capture on a square.
    fn is_attacked_by_class(&self, by: Player, class: &MoveClass<S::Set>, square: Square) -> bool {
        let kinds = self.position.kinds.as_ref();
        let attacks = &class.attacks;
        let aimed = class.among(kinds, self.of[by.index()]) & attacks.sources[square.index()];
        aimed.any()
            && (attacks.strides.slides.is_empty()
                || aimed
                    .iter()
                    .any(|from| attacks.strides.reach(from, self.occupied).has(square)))
    }

    /// Where a piece attacks that moves in the usual way.
    pub fn attacks_from(&self, player: Player, kind: u8, from: Square) -> S::Set {
        match self.rules.plan(player).class(kind) {
            Some(class) => class.attacks.strides.reach(from, self.occupied),
            None => {
                let mover = &self.rules.player(player).movers[kind as usize];
                mover.manners.iter().fold(S::Set::EMPTY, |all, it| {
                    all | course_reach(&it.course, from, Stops::at(self.occupied))
                })
            }
        }
    }

    /// The squares from which a piece that moves in the usual way would attack a square, if these were occupied.
    pub fn attack_sources(
        &self,
        player: Player,
        kind: u8,
        square: Square,
        occupied: S::Set,
    ) -> S::Set {
        let mover = &self.rules.player(player).movers[kind as usize];
        mover.manners.iter().fold(S::Set::EMPTY, |all, it| {
            all | course_sources(&it.course, square, Stops::at(occupied))
        })
    }

    fn is_attacked_by_kind(&self, by: Player, kind: u8, square: Square) -> bool {
        let pieces = self.position.of(self.rules, by, kind);
        if pieces.is_empty() {
            return false;
        }
        let act = ActSquares::default();
        let manners = &self.rules.player(by).movers[kind as usize].manners;
        manners.iter().any(|it| {
            let mut pieces = pieces & it.course.could_come_from(square);
            if pieces.is_empty() {
                return false;
            }
            pieces &= course_sources(&it.course, square, self.stops(&it.course));
            if let Some(gate) = it.gate.as_ref().filter(|_| pieces.any()) {
                pieces &= self.set(gate, act);
            }
            pieces.any() && self.set_in(&it.takes, act, S::Set::one(square)).any()
        })
    }
}

/// What stands in the way of a movement.
#[derive(Clone, Copy)]
struct Stops<B> {
    /// Every square that it cannot simply cross.
    all: B,
    /// Those of which a hop crosses one.
    over: B,
}

impl<B: Squares> Stops<B> {
    fn at(all: B) -> Self {
        Stops {
            all,
            over: B::EMPTY,
        }
    }
}

/// Where a movement comes to from a square, the square that stops it included.
fn course_reach<B: Squares>(course: &Course<B>, from: Square, stops: Stops<B>) -> B {
    match course {
        Course::Jump(jump) => jump.to[from.index()],
        Course::Slide(slide) => slide.swept(from, stops.all) & slide.land[from.index()],
        Course::Hop(Hop { slide, .. }) => {
            slide.hopped(from, stops.all, stops.over) & slide.land[from.index()]
        }
    }
}

/// From where a movement comes to a square.
fn course_sources<B: Squares>(course: &Course<B>, to: Square, stops: Stops<B>) -> B {
    match course {
        Course::Jump(jump) => jump.back[to.index()],
        Course::Slide(slide) => slide.swept_back(to, stops.all),
        Course::Hop(Hop { slide, .. }) => slide.hopped_back(to, stops.all, stops.over),
    }
}

/// Manners of moving that have to be asked of the position: asked once for all pieces of a class.
pub struct AskedManners<'a, B> {
    manners: &'a [Manner<B>],
    /// Per manner, where it begins, what stops it, where it lands.
    answers: [Answer<B>; MOST_ASKED],
}

/// How many manners are asked at once; pieces with more of them are asked one by one.
const MOST_ASKED: usize = 16;

#[derive(Clone, Copy)]
struct Answer<B> {
    from: B,
    stops: Stops<B>,
    lands: B,
}

impl<'a, B: Squares> AskedManners<'a, B> {
    /// Asks the position for manners of a player.
    pub fn new<S: Shape<Set = B>>(
        view: &View<'_, S>,
        player: Player,
        manners: &'a [Manner<B>],
    ) -> Self {
        let mut answers = [Answer {
            from: B::EMPTY,
            stops: Stops::at(B::EMPTY),
            lands: B::EMPTY,
        }; MOST_ASKED];
        if manners.len() <= MOST_ASKED {
            for (answer, manner) in answers.iter_mut().zip(manners) {
                answer.from = match &manner.gate {
                    None => view.rules.all,
                    Some(gate) => view.set(gate, ActSquares::default()),
                };
                answer.stops = view.stops(&manner.course);
                answer.lands = view.landing(player, &manner.onto);
            }
        }
        AskedManners { manners, answers }
    }

    /// Where they come to from a square.
    pub fn reach<S: Shape<Set = B>>(&self, view: &View<'_, S>, from: Square) -> B {
        if self.manners.len() > MOST_ASKED {
            let manners = self.manners.iter();
            return manners.fold(B::EMPTY, |all, it| {
                all | view.manner_reach(view.position.side, it, from)
            });
        }
        let asked = self.manners.iter().zip(&self.answers);
        let open = asked.filter(|(_, answer)| answer.from.has(from));
        let reached = open.fold(B::EMPTY, |all, (manner, answer)| {
            all | course_reach(&manner.course, from, answer.stops) & answer.lands
        });
        reached.without(B::one(from))
    }
}
