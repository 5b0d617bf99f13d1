//! What a position looks like before any search: material, freedom, the safety of royal pieces, nearness to goals.

use super::node::{Node, World, sign};
use koma::board::{Player, Squares};
use koma::play::Act;
use koma::play::position::Shape;
use koma::play::view::{ActSquares, View};

/// Beyond this, a value would be taken for a win.
pub const MOST: i32 = 20_000;

/// How much each thing counts. These are the same for all games: they were fitted to positions of several that a deep
/// search had judged, together with [`values`](super::values).
mod weights {
    /// To be the one who acts, in hundredths of a typical piece.
    pub const TURN: i32 = 20;
    /// A piece that may be taken for nothing, in hundredths of a typical piece: while the enemy acts, and while its
    /// owner does and may save it.
    pub const LOOSE: [i32; 2] = [42, 19];
    /// A piece attacked by a cheaper one, in hundredths of its worth.
    pub const THREATENED: i32 = 29;
    /// An enemy piece near a royal piece, in hundredths of its worth for each step nearer than four.
    pub const BESIEGED: i32 = 17;
    /// An own piece there.
    pub const ESCORTED: i32 = 6;
    /// A square beside a royal piece that the enemy attacks and nothing else defends, in hundredths of a typical piece.
    pub const WEAK: i32 = 8;
    /// The same, attacked more than once: so much more.
    pub const WEAK_TWICE: i32 = 20;
    /// A kind that the enemy could drop to attack a royal piece unharmed: while the enemy acts, and while it does not.
    pub const DROP: [i32; 2] = [50, 10];
    /// A square that a royal piece may flee to.
    pub const FLIGHT: i32 = 6;
    /// An own piece beside a royal piece.
    pub const GUARD: i32 = 11;
}

/// What each side attacks, and how hard.
struct Attacks<B> {
    /// Squares attacked, per player.
    all: [B; 2],
    /// Squares attacked twice or more, per player.
    twice: [B; 2],
    /// By others than royal pieces, per player.
    common: [B; 2],
    /// Squares to go to, per player.
    freedom: [i32; 2],
    /// Worth of pieces attacked by cheaper ones, per player.
    threatened: [i32; 2],
}

impl<S: Shape> World<S> {
    /// The value of a position for the side to act.
    pub fn still(&self, node: &Node<S>) -> i32 {
        let view = View::new(&self.rules, &node.position);
        let mut value = node.material;
        value += self.progress(&view);
        if self.rules.facts.usual_movement {
            value += self.usual_terms(&view);
        } else {
            value += self.unusual_freedom(&view);
        }
        let value = sign(node.position.side) * value + self.values.typical * weights::TURN / 100;
        value.clamp(-MOST, MOST)
    }

    /// Attacks of pieces that move in the usual way.
    fn attacks(&self, view: &View<'_, S>) -> Attacks<S::Set> {
        let empty = [S::Set::EMPTY; 2];
        let mut found = Attacks {
            all: empty,
            twice: empty,
            common: empty,
            freedom: [0; 2],
            threatened: [0; 2],
        };
        for kind in &self.values.by_risk {
            let kind = *kind as usize;
            let royal = self
                .values
                .royal
                .has(koma::check::sheet::KindId(kind as u8));
            let pieces = Player::BOTH.map(|it| view.position.of(&self.rules, it, kind as u8));
            // What is attacked so far is attacked by something cheaper.
            for player in Player::BOTH {
                let (me, you) = (player.index(), player.other().index());
                let threatened = (pieces[me] & found.all[you]).count() as i32;
                found.threatened[me] += threatened * self.values.plain[kind];
            }
            for player in Player::BOTH {
                let me = player.index();
                let own = view.of[me];
                for from in pieces[me].iter() {
                    let reached = view.attacks_from(player, kind as u8, from);
                    found.twice[me] |= found.all[me] & reached;
                    found.all[me] |= reached;
                    if !royal {
                        found.common[me] |= reached;
                        found.freedom[me] += reached.without(own).count() as i32;
                    }
                }
            }
        }
        found
    }

    /// How much stands near a royal piece: the nearer, the more.
    fn crowd(&self, view: &View<'_, S>, player: Player, royal: S::Set) -> i32 {
        let mut sum = 0;
        for square in royal.iter() {
            let [two, three] = &self.values.wider[square.index()];
            let one = &self.values.ring[square.index()];
            for kind in &self.values.by_risk {
                let pieces = view.position.of(&self.rules, player, *kind);
                if pieces.is_empty() {
                    continue;
                }
                let n =
                    (pieces & *one).count() + (pieces & *two).count() + (pieces & *three).count();
                sum += n as i32 * self.values.plain[*kind as usize];
            }
        }
        sum
    }

    /// Freedom, and the safety of royal pieces, as the first player counts.
    fn usual_terms(&self, view: &View<'_, S>) -> i32 {
        let values = &self.values;
        let royals = Player::BOTH.map(|it| view.kinds_of(it, values.royal));
        let rings = royals.map(|royals| {
            royals
                .iter()
                .fold(S::Set::EMPTY, |set, it| set | values.ring[it.index()])
        });
        let attacks = self.attacks(view);
        let mut value = values.mobility * (attacks.freedom[0] - attacks.freedom[1]);
        for player in Player::BOTH {
            let (me, you) = (player.index(), player.other().index());
            let acts = view.position.side == player;
            // Pieces that may be taken for nothing: less of a danger when they may be moved away.
            let loose = (view.of[me] & attacks.all[you])
                .without(attacks.all[me] | royals[me])
                .count() as i32;
            let mut bad = values.typical * loose * weights::LOOSE[usize::from(acts)];
            bad += attacks.threatened[me] * weights::THREATENED;
            if royals[me].any() {
                bad +=
                    values.typical * self.exposure(view, player, royals[me], rings[me], &attacks);
                bad += weights::BESIEGED * self.crowd(view, player.other(), royals[me]);
                bad -= weights::ESCORTED * self.crowd(view, player, royals[me]);
            }
            value -= sign(player) * bad / 100;
        }
        value
    }

    /// How exposed a royal piece is, in hundredths of a typical piece.
    fn exposure(
        &self,
        view: &View<'_, S>,
        player: Player,
        royal: S::Set,
        ring: S::Set,
        attacks: &Attacks<S::Set>,
    ) -> i32 {
        let (me, you) = (player.index(), player.other().index());
        let ring = ring.without(royal);
        // Squares beside it that the enemy attacks and only it defends.
        let weak = (ring & attacks.all[you]).without(attacks.common[me]);
        let flights = ring.without(view.of[me] | attacks.all[you]);
        let guards = ring & view.of[me];
        let drops = self.safe_drops(view, player, royal, attacks.all[me]);
        let acts = view.position.side == player;
        weights::WEAK * weak.count() as i32
            + weights::WEAK_TWICE * (weak & attacks.twice[you]).count() as i32
            + weights::DROP[usize::from(acts)] * drops
            - weights::FLIGHT * flights.count() as i32
            - weights::GUARD * guards.count() as i32
    }

    /// How many kinds the other player could drop so that they attack a royal piece and cannot be taken at once.
    fn safe_drops(
        &self,
        view: &View<'_, S>,
        player: Player,
        royal: S::Set,
        defended: S::Set,
    ) -> i32 {
        let enemy = player.other();
        let hand = view.position.hands[enemy.index()].as_ref();
        let room = view.empty.without(defended);
        let mut n = 0;
        for (held, facts) in self.rules.kinds.iter().enumerate() {
            if hand[held] == 0 {
                continue;
            }
            let drops = |kind: &u8| {
                royal.iter().any(|square| {
                    (view.attack_sources(enemy, *kind, square, view.occupied) & room).any()
                })
            };
            n += i32::from(facts.drops_as.iter().any(drops));
        }
        n
    }

    /// Freedom of pieces that move in other ways, and what those that win by arriving could reach.
    fn unusual_freedom(&self, view: &View<'_, S>) -> i32 {
        let mut value = 0;
        for player in Player::BOTH {
            let goals = &self.values.goals[player.index()];
            for kind in 0..self.rules.kinds.len() {
                let pieces = view.position.of(&self.rules, player, kind as u8);
                for from in pieces.iter() {
                    let reached = view.reach(player, kind as u8, from);
                    let mut gain = self.values.mobility * reached.count() as i32;
                    for goal in goals.iter().filter(|it| it.kind as usize == kind) {
                        let best = reached.iter().map(|it| goal.near[it.index()]).max();
                        gain += best.unwrap_or(0) * self.values.typical / 200;
                    }
                    value += sign(player) * gain;
                }
            }
        }
        value
    }

    /// How much is there of what wins by number.
    fn progress(&self, view: &View<'_, S>) -> i32 {
        let mut value = 0;
        for player in Player::BOTH {
            for (wanted, set) in &self.values.counts[player.index()] {
                let n = view.set(set, ActSquares::default()).count().min(*wanted) as i32;
                let most = (*wanted * *wanted) as i32;
                value += sign(player) * n * n * self.values.typical / most.max(1);
            }
        }
        value
    }

    /// What an exchange on the target of an act gains for the side to act, both sides taking with their cheapest.
    pub fn exchange(&self, node: &Node<S>, act: Act) -> i32 {
        let (from, to, kind, after) = match act {
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => (Some(from), to, kind, becomes.unwrap_or(kind)),
            Act::Drop { to, kind } => (None, to, kind, kind),
            Act::Pass | Act::End => return 0,
        };
        let values = &self.values;
        let taken = self
            .captured(node, act)
            .map_or(0, |it| values.exchange[it as usize]);
        let first = taken + values.plain[after as usize] - values.plain[kind as usize];
        if !self.rules.facts.usual_movement {
            return first;
        }
        let view = View::new(&self.rules, &node.position);
        let mut occupied = view.occupied | S::Set::one(to);
        if let Some(from) = from {
            occupied = occupied.without(S::Set::one(from));
        }
        let mut gains = [0i32; 32];
        gains[0] = first;
        let mut n = 0;
        let mut risked = values.exchange[after as usize];
        let mut side = node.position.side.other();
        while n + 1 < gains.len()
            && let Some((kind, from)) = self.cheapest(&view, side, to, occupied)
        {
            n += 1;
            gains[n] = risked - gains[n - 1];
            if gains[n].max(-gains[n - 1]) < 0 {
                break;
            }
            risked = values.exchange[kind as usize];
            occupied = occupied.without(S::Set::one(from));
            side = side.other();
        }
        while n > 0 {
            gains[n - 1] = -gains[n].max(-gains[n - 1]);
            n -= 1;
        }
        gains[0]
    }

    /// The cheapest piece of a player that could take on a square.
    fn cheapest(
        &self,
        view: &View<'_, S>,
        player: Player,
        to: koma::board::Square,
        occupied: S::Set,
    ) -> Option<(u8, koma::board::Square)> {
        for kind in &self.values.by_risk {
            let pieces = view.position.of(&self.rules, player, *kind) & occupied;
            if pieces.is_empty() {
                continue;
            }
            let found = view.attack_sources(player, *kind, to, occupied) & pieces;
            if found.any() {
                return Some((*kind, found.lowest()));
            }
        }
        None
    }
}
