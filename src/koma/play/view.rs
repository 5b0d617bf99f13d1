//! A position looked at: set programs worked out, reach and attacks asked.

use super::position::{Position, Shape, Store};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet};
use crate::rules::band::Band;
use crate::rules::set::{beside, chain, lines};
use crate::rules::{Masks, Mover, Onto, Rules, Set, Slide};

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
            Set::Attacked(by, kinds) => self.attacked(*by, *kinds, self.rules.all),
            Set::Beside { steps, of } => beside(steps, self.set(of, act)),
        }
    }

    /// Which of some squares are in a set. Attacks are dear: only the squares in question are asked for.
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

    /// The squares that an act of a kind from `from` may end on to fit a pattern, judged on this position.
    pub fn fitting(&self, masks: &Masks<S::Set>, kind: u8, from: Option<Square>) -> S::Set {
        let act = ActSquares {
            origin: from,
            target: None,
        };
        if let (Some(set), Some(from)) = (&masks.from, from)
            && !self.set(set, act).has(from)
        {
            return S::Set::EMPTY;
        }
        let mut squares = match &masks.to {
            Some(set) => self.set(set, act),
            None => self.rules.all,
        };
        if let (Some(set), Some(from)) = (&masks.touching, from) {
            let touching = self.set(set, act);
            if !touching.has(from) {
                squares &= touching;
            }
        }
        if let Some(kinds) = masks.capturing {
            squares &= self.standing(kinds, self.rules.kinds[kind as usize].layer);
        }
        squares
    }

    /// Squares with a piece of some kinds on a layer, whoever owns it.
    fn standing(&self, kinds: KindSet, layer: usize) -> S::Set {
        self.rules.layer_kinds[layer]
            .iter()
            .filter(|it| kinds.has(KindId(**it)))
            .fold(S::Set::EMPTY, |set, kind| {
                set | self.position.kinds.as_ref()[*kind as usize]
            })
    }

    /// Where a piece of a player may go from a square by its movement alone.
    #[inline]
    pub fn reach(&self, player: Player, mover: &Mover<S::Set>, from: Square) -> S::Set {
        let usual = self.usual(player);
        if mover.usual {
            let mut reached = match mover.jumps.first() {
                Some(jump) => jump.to[from.index()],
                None => S::Set::EMPTY,
            };
            for slide in &mover.slides {
                reached |= slide.swept(from, self.occupied) & slide.land[from.index()];
            }
            return reached & usual;
        }
        self.unusual_reach(usual, mover, from)
    }

    fn unusual_reach(&self, usual: S::Set, mover: &Mover<S::Set>, from: Square) -> S::Set {
        let act = ActSquares::default();
        let mut reached = S::Set::EMPTY;
        for jump in &mover.jumps {
            let to = jump.to[from.index()];
            if to.is_empty() || !self.open(&jump.gate, from) {
                continue;
            }
            reached |= match &jump.onto {
                Onto::Usual => to & usual,
                Onto::Set(set) => to & self.set(set, act),
            };
        }
        for slide in &mover.slides {
            if !self.open(&slide.gate, from) {
                continue;
            }
            let to = self.sweep(slide, from) & slide.land[from.index()];
            reached |= match &slide.onto {
                Onto::Usual => to & usual,
                Onto::Set(set) => to & self.set(set, act),
            };
        }
        reached.without(S::Set::one(from))
    }

    /// Empty squares and squares with an enemy.
    #[inline]
    fn usual(&self, player: Player) -> S::Set {
        self.empty | self.of[player.other().index()]
    }

    fn open(&self, gate: &Option<Set<S::Set>>, from: Square) -> bool {
        gate.as_ref()
            .is_none_or(|it| self.set(it, ActSquares::default()).has(from))
    }

    fn blockers(&self, slide: &Slide<S::Set>) -> S::Set {
        match &slide.through {
            None => self.occupied,
            Some(set) => self.rules.all.without(self.set(set, ActSquares::default())),
        }
    }

    /// The squares a slide comes to, the first that stops it included.
    #[inline]
    fn sweep(&self, slide: &Slide<S::Set>, from: Square) -> S::Set {
        slide.swept(from, self.blockers(slide))
    }

    /// The squares from which a slide would come to `to`, as far as the first piece that stops it.
    fn sweep_back(&self, slide: &Slide<S::Set>, to: Square) -> S::Set {
        let back = slide.back_ray[to.index()];
        let stops = back & self.blockers(slide);
        let seen = if stops.is_empty() {
            back
        } else {
            back.without(slide.back_ray[slide.nearest_back(stops).index()])
        };
        seen & slide.back_land[to.index()]
    }

    /// Which of these squares a player could capture on with some kinds.
    pub fn attacked(&self, by: Player, kinds: KindSet, asked: S::Set) -> S::Set {
        if asked.count() <= 3 {
            return asked
                .iter()
                .filter(|it| self.is_attacked(by, kinds, *it))
                .fold(S::Set::EMPTY, |set, it| set | S::Set::one(it));
        }
        let act = ActSquares::default();
        let mut found = S::Set::EMPTY;
        for (kind, mover) in self.rules.seat(by).movers.iter().enumerate() {
            let pieces = self.position.of(self.rules, by, kind as u8);
            if pieces.is_empty() || !kinds.has(KindId(kind as u8)) {
                continue;
            }
            for jump in &mover.jumps {
                let takes = self.set(&jump.takes, act) & asked;
                if takes.is_empty() {
                    continue;
                }
                for from in pieces.iter().filter(|it| self.open(&jump.gate, *it)) {
                    found |= jump.to[from.index()] & takes;
                }
            }
            for slide in &mover.slides {
                let takes = self.set(&slide.takes, act) & asked;
                if takes.is_empty() {
                    continue;
                }
                for from in pieces.iter().filter(|it| self.open(&slide.gate, *it)) {
                    found |= self.sweep(slide, from) & slide.land[from.index()] & takes;
                }
            }
        }
        found
    }

    /// Whether a piece of a player could capture on a square from where it stands.
    pub fn is_attacked_from(&self, by: Player, kind: u8, from: Square, square: Square) -> bool {
        let act = ActSquares::default();
        let mover = &self.rules.seat(by).movers[kind as usize];
        let jumps = mover.jumps.iter().any(|it| {
            it.to[from.index()].has(square)
                && self.open(&it.gate, from)
                && self.set(&it.takes, act).has(square)
        });
        jumps
            || mover.slides.iter().any(|it| {
                (self.sweep(it, from) & it.land[from.index()]).has(square)
                    && self.open(&it.gate, from)
                    && self.set(&it.takes, act).has(square)
            })
    }

    /// Whether a player could capture on a square, where every kind moves and captures in the usual way.
    fn is_attacked_by_bands(&self, by: Player, bands: &[Band<S::Set>], square: Square) -> bool {
        let kinds = self.position.kinds.as_ref();
        bands.iter().any(|band| {
            let aimed = band.among(kinds, self.of[by.index()]) & band.sources[square.index()];
            aimed.any()
                && (band.slides.is_empty()
                    || aimed
                        .iter()
                        .any(|from| band.reach(from, self.occupied).has(square)))
        })
    }

    /// Whether a player could capture on a square with some kinds.
    pub fn is_attacked(&self, by: Player, kinds: KindSet, square: Square) -> bool {
        if kinds == KindSet::ALL
            && self.rules.usual_attacks
            && let Some(bands) = &self.rules.seat(by).bands
        {
            return self.is_attacked_by_bands(by, bands, square);
        }
        let act = ActSquares::default();
        for (kind, mover) in self.rules.seat(by).movers.iter().enumerate() {
            let pieces = self.position.of(self.rules, by, kind as u8);
            if pieces.is_empty() || !kinds.has(KindId(kind as u8)) {
                continue;
            }
            let from_here = |sources: S::Set, gate: &Option<Set<S::Set>>, takes: &Set<S::Set>| {
                let mut pieces = pieces & sources;
                if pieces.is_empty() {
                    return false;
                }
                if let Some(gate) = gate {
                    pieces &= self.set(gate, act);
                }
                pieces.any() && self.set(takes, act).has(square)
            };
            let jumped = mover
                .jumps
                .iter()
                .any(|it| from_here(it.back[square.index()], &it.gate, &it.takes));
            if jumped {
                return true;
            }
            let slid = mover.slides.iter().any(|it| {
                (slide_could(it, square) & pieces).any()
                    && from_here(self.sweep_back(it, square), &it.gate, &it.takes)
            });
            if slid {
                return true;
            }
        }
        false
    }
}

/// The squares from which a slide could ever come to a square.
#[inline]
fn slide_could<B: Squares>(slide: &Slide<B>, square: Square) -> B {
    slide.back_land[square.index()]
}
