//! The search: alpha-beta over acts, deeper and deeper, with a table of what was found.
//!
//! A turn of several acts is several steps of the same side; only when the side changes is a value seen from the other
//! side. Values are for the side to act.

mod deepen;
mod order;
mod quiet;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use self::order::{BAD, Choice, LOUD, pick};
use super::eval::MOST;
use super::node::{Node, Step, World, mark};
use super::table::{Bound, Known, Table};
use crate::clock::{self, Moment};
use koma::board::Player;
use koma::play::Act;
use koma::play::position::{Position, Shape};

/// The value of a win at once; a win later is worth a little less.
pub const WIN: i32 = 32_000;
const FAR: i32 = 32_500;

/// Whether a value is that of a win or a loss that is seen to the end.
pub fn is_decided(value: i32) -> bool {
    value.abs() > MOST + 2000
}

/// When to stop.
#[derive(Debug, Clone)]
pub struct Stops {
    /// Asked for from outside.
    pub stop: Arc<AtomicBool>,
    /// Of this search alone: one of the threads is done.
    pub done: Arc<AtomicBool>,
    /// Not later than this.
    pub until: Option<Moment>,
    /// How long it may take.
    pub time: Option<Duration>,
    /// Not more acts tried than this.
    pub nodes: u64,
    /// Not deeper than this.
    pub depth: i32,
}

/// What one deepening found.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The value for the side to act.
    pub value: i32,
    /// The best line.
    pub line: Vec<Act>,
    /// How deep it went.
    pub depth: i32,
    /// How many acts were tried.
    pub nodes: u64,
}

/// Searches for one thread, and remembers from search to search what was good.
#[derive(Debug)]
pub struct Worker<S: Shape> {
    /// The rules and values.
    pub world: Arc<World<S>>,
    table: Arc<Table>,
    /// Keys at the ends of turns: of the game, then of the line being searched.
    keys: Vec<u64>,
    /// The positions to these keys, where the rules ask for them.
    places: Vec<Position<S>>,
    /// Where the search begins among the keys.
    root: usize,
    /// Per step: lists of acts, kept to be filled again.
    lists: Vec<Vec<Choice>>,
    lines: Vec<Vec<Act>>,
    tried: Vec<Vec<Act>>,
    killers: Vec<[u16; 2]>,
    stills: Vec<i32>,
    /// By the act before: what refuted it.
    answers: Vec<u16>,
    /// By side, manner, kind and target: how often an act was best.
    history: Vec<i32>,
    nodes: u64,
    shared_nodes: Arc<AtomicU64>,
    until_clock: u32,
    stops: Stops,
    stopped: bool,
    /// A little chance in every judgement, and the seed of it.
    noise: i32,
    seed: u64,
    longest: usize,
    reductions: Vec<i32>,
    /// Who asks, and how little a draw pleases: whoever plays on may win.
    asker: Player,
    dull: i32,
    /// By the act before and the act: how often the answer was best.
    follow: Vec<i16>,
    spots: usize,
}

/// What a step of the search is asked.
#[derive(Debug, Clone, Copy)]
struct Ask {
    depth: i32,
    alpha: i32,
    beta: i32,
    /// Steps from the root.
    step: usize,
    /// Turns from the root.
    turns: i32,
    /// The act before, for what answers it.
    before: usize,
    /// A turn may be left out to see whether the position is good enough even so.
    may_pass: bool,
}

impl<S: Shape> Worker<S> {
    /// A worker that knows nothing yet.
    pub fn new(world: Arc<World<S>>, table: Arc<Table>, stops: Stops) -> Self {
        let n_kinds = world.rules.kinds.len();
        let n_squares = world.rules.geometry.n_squares();
        // Large positions are deep enough sooner, for the sake of the stack.
        let longest = match size_of::<Position<S>>() {
            0..=1024 => 100,
            1025..=8192 => 48,
            _ => 24,
        };
        let spots = 2 * n_kinds * n_squares;
        let reductions = (0..64 * 64)
            .map(|i| {
                let (depth, n) = (f64::from(i / 64), f64::from(i % 64));
                if depth < 1.0 || n < 1.0 {
                    return 0;
                }
                (0.5 + depth.ln() * n.ln() / 1.9) as i32
            })
            .collect();
        // As large a table as is well used: on large boards there is none.
        let follow = match (2 * spots + 1) * 2 * spots {
            n if n <= 1 << 22 => vec![0; n],
            _ => Vec::new(),
        };
        Worker {
            world,
            table,
            keys: Vec::new(),
            places: Vec::new(),
            root: 0,
            lists: vec![Vec::new(); longest + 2],
            lines: vec![Vec::new(); longest + 2],
            tried: vec![Vec::new(); longest + 2],
            killers: vec![[0; 2]; longest + 2],
            stills: vec![0; longest + 2],
            answers: vec![0; 2 * spots + 1],
            history: vec![0; 2 * spots],
            nodes: 0,
            shared_nodes: Arc::default(),
            until_clock: 0,
            stops,
            stopped: false,
            noise: 0,
            seed: 0,
            longest,
            reductions,
            asker: Player::First,
            dull: 0,
            follow,
            spots: 2 * spots,
        }
    }

    /// Makes ready for a search.
    pub fn begin(
        &mut self,
        past: &[Position<S>],
        stops: Stops,
        shared_nodes: Arc<AtomicU64>,
        noise: i32,
        seed: u64,
        asker: Player,
    ) {
        self.keys = past.iter().map(|it| self.world.node(it).key).collect();
        self.places = past.to_vec();
        self.root = past.len().saturating_sub(1);
        self.stops = stops;
        self.stopped = false;
        self.shared_nodes = shared_nodes;
        self.noise = noise;
        self.seed = seed;
        self.asker = asker;
        self.dull = self.world.values.typical / 20;
        self.nodes = 0;
        self.until_clock = 0;
        for it in &mut self.killers {
            *it = [0; 2];
        }
        for it in &mut self.history {
            *it /= 4;
        }
    }

    /// The value, for the player who acted, of what an act led to. The ask is that player's.
    fn after(&mut self, next: &Node<S>, step: Step, mover: Player, ask: Ask) -> i32 {
        match step {
            Step::Over(winner) => {
                self.lines[ask.step].clear();
                self.won(winner, mover, ask.turns)
            }
            Step::SameTurn => self.search(next, ask),
            Step::NextTurn => {
                self.keys.push(next.key);
                if self.world.rules.facts.needs_history {
                    self.places.push(next.position);
                }
                let value = match self.repeated(next) {
                    Some(winner) => {
                        self.lines[ask.step].clear();
                        self.won(winner, mover, ask.turns)
                    }
                    None => -self.search(
                        next,
                        Ask {
                            alpha: -ask.beta,
                            beta: -ask.alpha,
                            turns: ask.turns + 1,
                            ..ask
                        },
                    ),
                };
                self.keys.pop();
                if self.world.rules.facts.needs_history {
                    self.places.pop();
                }
                value
            }
        }
    }

    /// The same for an act that is not expected to be the best: asked whether it is better at all, `late` steps less
    /// deep at first, and only where it seems so for more.
    fn widening(&mut self, next: &Node<S>, step: Step, mover: Player, ask: Ask, late: i32) -> i32 {
        let narrow = Ask {
            beta: ask.alpha + 1,
            ..ask
        };
        let shallow = Ask {
            depth: ask.depth - late,
            ..narrow
        };
        let mut value = self.after(next, step, mover, shallow);
        if value > ask.alpha && late > 0 {
            value = self.after(next, step, mover, narrow);
        }
        if value > ask.alpha && value < ask.beta {
            value = self.after(next, step, mover, ask);
        }
        value
    }

    /// Whether the position stood before in such a way that it may stand again and again, and who wins then.
    fn repeated(&self, node: &Node<S>) -> Option<Option<Player>> {
        let n = self.keys.len();
        let earlier = self.keys[..n - 1].iter().rposition(|it| *it == node.key)?;
        if earlier < self.root {
            // It stood in the game itself: only if nearly as often as the rules ask for.
            let times = self.keys[..n].iter().filter(|it| **it == node.key).count();
            if (times as u32) < self.world.repeats.unwrap_or(3).min(3) {
                return None;
            }
        }
        if self.world.rules.facts.needs_history && self.places.len() == n {
            return Some(self.world.round(&self.places[earlier..]));
        }
        Some(None)
    }

    /// The value of a position for the side to act.
    fn search(&mut self, node: &Node<S>, ask: Ask) -> i32 {
        if ask.depth <= 0 || ask.step >= self.longest {
            return self.quiet(node, ask, 0);
        }
        self.lines[ask.step].clear();
        if self.is_out() {
            return ask.alpha;
        }
        let Ask {
            mut alpha,
            beta,
            step,
            ..
        } = ask;
        let mut depth = ask.depth;
        let is_main = beta - alpha > 1;
        // No win can be shorter than one in this turn.
        if alpha >= WIN - ask.turns {
            return alpha;
        }
        let known = self.table.get(node.key);
        if let Some(known) = known
            && !is_main
            && known.depth >= depth
        {
            let value = from_table(known.value, ask.turns);
            let tells = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if tells {
                return value;
            }
        }
        let world = self.world.clone();
        let still = match known {
            _ if node.in_check => -FAR,
            Some(known) => known.still,
            None => self.judge(node),
        };
        self.stills[step] = still;
        let improving = step >= 2 && !node.in_check && still > self.stills[step - 2];
        let usual = world.rules.facts.plain_turns && world.rules.facts.usual_movement;
        if !is_main && !node.in_check && usual && !is_decided(beta) {
            // So far above what is asked for that a quiet act will hold it.
            let typical = world.values.typical;
            if depth <= 6 && still - typical * 3 * (depth - i32::from(improving)) / 10 >= beta {
                return still;
            }
            // So far below that nothing but a loud act could mend it: if none does, that is the answer.
            let hopeless = still + typical * 6 * depth / 10 <= alpha;
            if world.values.is_hunt && depth <= 3 && hopeless {
                let value = self.quiet(node, ask, 0);
                if value <= alpha {
                    return value;
                }
            }
            // Good enough even if nothing is done.
            if ask.may_pass && depth >= 3 && still >= beta && self.has_much(node) {
                let next = world.passed(node);
                let less = 3 + depth / 4 + ((still - beta) / typical.max(1)).clamp(0, 2);
                self.nodes += 1;
                self.keys.push(next.key);
                if world.rules.facts.needs_history {
                    self.places.push(next.position);
                }
                let value = -self.search(
                    &next,
                    Ask {
                        depth: depth - less,
                        alpha: -beta,
                        beta: -beta + 1,
                        step: step + 1,
                        turns: ask.turns + 1,
                        before: 0,
                        may_pass: false,
                    },
                );
                self.keys.pop();
                if world.rules.facts.needs_history {
                    self.places.pop();
                }
                if self.stopped {
                    return alpha;
                }
                if value >= beta {
                    return if is_decided(value) { beta } else { value };
                }
            }
        }
        // Without an act to try first, a shallower search is cheaper than trying all in the wrong order.
        if known.is_none_or(|it| it.best == 0) && depth >= 5 {
            depth -= 1;
        }
        let mut list = std::mem::take(&mut self.lists[step]);
        list.clear();
        world.acts(node, |act| list.push(Choice { act, promise: 0 }));
        if list.is_empty() {
            self.lists[step] = list;
            return self.won(world.stuck(node), node.position.side, ask.turns - 1);
        }
        self.rate(
            node,
            &mut list,
            known.map_or(0, |it| it.best),
            step,
            ask.before,
        );
        let mut tried = std::mem::take(&mut self.tried[step]);
        tried.clear();
        let low = alpha;
        let mut best = -FAR;
        let mut best_act = None;
        for i in 0..list.len() {
            pick(&mut list, i);
            let Choice { act, promise } = list[i];
            let is_quiet = promise < LOUD && promise > BAD;
            let (next, made) = world.step(node, act);
            let checks = made == Step::NextTurn && next.in_check;
            if !is_main
                && best > -MOST
                && !node.in_check
                && !checks
                && usual
                && made == Step::NextTurn
            {
                // Late quiet acts near the end of the search hardly ever turn out well.
                if is_quiet && depth <= 4 {
                    let most = (4 + 2 * depth * depth) >> i32::from(!improving);
                    if i as i32 > most {
                        continue;
                    }
                    if depth <= 3 && still + world.values.typical * depth / 3 + 60 <= alpha {
                        continue;
                    }
                }
                // Nor do those that only lose something.
                if depth <= 4 && promise < LOUD {
                    let lost = if promise <= BAD {
                        -world.values.typical * depth / 3
                    } else {
                        -50 * depth
                    };
                    if world.exchange(node, act) < lost {
                        continue;
                    }
                }
            }
            self.nodes += 1;
            let mut deeper = 0;
            // An attack on the royal piece is looked at further, unless it is a mere gift.
            if checks
                && step < 2 * self.stops_depth()
                && (!world.values.is_hunt || world.exchange(node, act) >= 0)
            {
                deeper = 1;
            }
            // The end of a turn decides nothing: what was done before it did.
            if act == Act::End {
                deeper = 1;
            }
            let inner = Ask {
                depth: depth - 1 + deeper,
                alpha,
                beta,
                step: step + 1,
                turns: ask.turns,
                before: self.spot(&node.position, act),
                may_pass: true,
            };
            let value = if i == 0 {
                self.after(&next, made, node.position.side, inner)
            } else {
                let mut late = 0;
                if depth >= 3 && i >= 2 + 2 * usize::from(is_main) && promise < LOUD {
                    late = self.reduction(depth, i);
                    late -= i32::from(is_main) + i32::from(checks) + i32::from(node.in_check);
                    late -= i32::from(improving);
                    if is_quiet {
                        let at = self.spot(&node.position, act);
                        late -= (self
                            .history
                            .get(at.wrapping_sub(1))
                            .map_or(0, |it| it / 6000))
                        .clamp(-1, 1);
                    } else {
                        late += 1;
                    }
                    late = late.clamp(0, inner.depth - 1);
                }
                self.widening(&next, made, node.position.side, inner, late)
            };
            if self.stopped {
                self.lists[step] = list;
                self.tried[step] = tried;
                return alpha;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_act = Some(act);
                    if is_main {
                        let (head, tail) = self.lines.split_at_mut(step + 1);
                        head[step].clear();
                        head[step].push(act);
                        head[step].extend_from_slice(&tail[0]);
                    }
                    if value >= beta {
                        if is_quiet {
                            self.praise(node, act, &tried, depth, step, ask.before);
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                tried.push(act);
            }
        }
        self.lists[step] = list;
        self.tried[step] = tried;
        let bound = match best {
            it if it >= beta => Bound::Lower,
            it if it > low => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known {
            best: best_act.map_or(0, mark),
            value: to_table(best, ask.turns),
            still,
            depth,
            bound,
        };
        self.table.put(node.key, known);
        best
    }

    /// What a position looks like, with the chance that was asked for.
    fn judge(&self, node: &Node<S>) -> i32 {
        let value = self.world.still(node);
        if self.noise == 0 {
            return value;
        }
        let mixed = crate::mix::spread(node.key ^ self.seed);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33;
        // The sum of two dice: small slips are more common than great ones.
        let die = |n: u64| (n % (2 * self.noise as u64 + 1)) as i32 - self.noise;
        let slip = (die(mixed & 0xffff) + die(mixed >> 16)) / 2;
        (value + slip).clamp(-MOST, MOST)
    }

    /// The value of a game that ended with the `turns`th turn.
    fn won(&self, winner: Option<Player>, player: Player, turns: i32) -> i32 {
        match winner {
            None if player == self.asker => -self.dull,
            None => self.dull,
            Some(it) if it == player => WIN - turns,
            Some(_) => turns - WIN,
        }
    }

    /// Whether doing nothing would hardly ever be the best: something is there to be moved.
    fn has_much(&self, node: &Node<S>) -> bool {
        use koma::board::Squares;
        let me = node.position.side;
        let royal = self.world.values.royal;
        let pieces = node.position.owned.as_ref()[0][me.index()].count();
        let held: u32 = node.position.hands[me.index()]
            .as_ref()
            .iter()
            .map(|it| u32::from(*it))
            .sum();
        self.world.rules.geometry.n_squares() >= 20
            && pieces + held > royal.iter().count() as u32 + 1
    }

    fn reduction(&self, depth: i32, n: usize) -> i32 {
        self.reductions[depth.clamp(0, 63) as usize * 64 + n.min(63)]
    }

    fn stops_depth(&self) -> usize {
        self.longest / 2
    }

    fn keep(&self, node: &Node<S>, act: Act, value: i32, depth: i32, bound: Bound, turns: i32) {
        let known = Known {
            best: mark(act),
            value: to_table(value, turns),
            still: self.stills[0],
            depth,
            bound,
        };
        self.table.put(node.key, known);
    }

    /// Whether it is time to stop.
    fn is_out(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.until_clock > 0 {
            self.until_clock -= 1;
            return self.nodes >= self.stops.nodes && self.out();
        }
        self.until_clock = 31;
        if self.nodes >= self.stops.nodes
            || self.stops.stop.load(Relaxed)
            || self.stops.done.load(Relaxed)
            || self.stops.until.is_some_and(|it| clock::now() >= it)
        {
            return self.out();
        }
        false
    }

    fn out(&mut self) -> bool {
        self.stopped = true;
        true
    }
}

/// A win is so many turns from here, not from where the search began.
fn to_table(value: i32, turns: i32) -> i32 {
    match value {
        it if it > MOST + 2000 => (it + turns).min(FAR),
        it if it < -MOST - 2000 => (it - turns).max(-FAR),
        it => it,
    }
}

fn from_table(value: i32, turns: i32) -> i32 {
    match value {
        it if it > MOST + 2000 => it - turns,
        it if it < -MOST - 2000 => it + turns,
        it => it,
    }
}
