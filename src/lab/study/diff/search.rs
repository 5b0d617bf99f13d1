//! Every game, shortest first: breadth first over the positions that both sides agree on.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::pair::{Both, Pair, Sides, Sight};
use super::{Bounds, Progress, Watch};
use crate::crowd;

/// How many positions are looked at between two looks at the clock, at most.
const BATCH: usize = 2048;

/// How many acts are tried between two looks at the clock, about.
const LOAD: usize = 200_000;

/// How many acts are tried for each position that may be met, at most.
const TRIES: usize = 64;

/// More positions than this are not kept, whatever the bound.
const MOST: usize = 1 << 31;

/// Levels smaller than this are not worth a thread.
const SMALL: usize = 48;

/// What a search found and how far it came.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The least of the shortest games after which the sides differ.
    pub game: Option<Vec<Both>>,
    /// How many different positions were compared, all of them up to `depth`.
    pub positions: usize,
    /// After how many acts, at most; nothing if not even the first position was looked at.
    pub depth: Option<u32>,
    /// No position was left: every game was compared.
    pub complete: bool,
}

/// A position by the way to it: the position before and the number of the act there.
#[derive(Debug, Clone, Copy)]
struct Node {
    before: u32,
    act: u32,
}

/// A position met on the way from another.
struct Child {
    node: Node,
    key: u128,
    apart: bool,
}

/// What a thread found in its share of a batch.
#[derive(Default)]
struct Share {
    apart: Option<u32>,
    children: Vec<Child>,
    tried: usize,
    stopped: bool,
}

/// Keys are spread already.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = self.0.rotate_left(5) ^ word;
        }
    }

    fn write_u128(&mut self, n: u128) {
        self.0 = n as u64;
    }
}

type Seen = HashSet<u128, BuildHasherDefault<Spread>>;

/// Searches from a pair of games. Positions are met once each: where rules of history count, ask without them. The answer
/// is the same for any number of threads.
pub fn search(
    sides: &Sides,
    root: &Pair,
    mirrored: bool,
    bounds: &Bounds,
    watch: &dyn Watch,
) -> Reached {
    let mut reached = Reached {
        game: None,
        positions: 0,
        depth: None,
        complete: false,
    };
    let mut nodes = vec![Node { before: 0, act: 0 }];
    let mut seen = Seen::default();
    seen.insert(root.key(mirrored));
    let mut level = 0..1;
    let (mut tried, mut batch) = (0usize, 1);
    // A position of this level known to differ in the outcome: what stands before it is still to be looked at.
    let mut apart: Option<u32> = match sides.look(root) {
        Sight::Alike(_) => None,
        Sight::Apart => Some(0),
        Sight::Over => {
            reached.complete = true;
            return reached;
        }
    };
    for depth in 0.. {
        let mut next_apart: Option<u32> = None;
        // Some positions of the next level are not met for want of room.
        let mut cut = false;
        let last = apart.map_or(level.end, |it| it as usize);
        let mut at = level.start;
        while at < last {
            let end = (at + batch).min(last);
            let room = nodes.len() < bounds.positions.min(MOST)
                && tried <= bounds.positions.saturating_mul(TRIES);
            cut |= !room;
            let growing = depth < bounds.depth && room && apart.or(next_apart).is_none();
            let expand = Expand {
                sides,
                root,
                nodes: &nodes,
                seen: &seen,
                growing,
                mirrored,
                watch,
            };
            let before = tried;
            for share in expand.all(at..end, bounds.threads) {
                tried += share.tried;
                if share.stopped {
                    return reached;
                }
                if let Some(found) = share.apart {
                    reached.game = Some(way(sides, root, &nodes, found));
                    return reached;
                }
                for child in share.children {
                    if next_apart.is_some() {
                        break;
                    }
                    if child.apart {
                        next_apart = Some(nodes.len() as u32);
                        nodes.push(child.node);
                    } else if seen.insert(child.key) {
                        nodes.push(child.node);
                    }
                }
            }
            // The busier the positions, the fewer at once. (Nothing is tried where nothing grows.)
            batch = (LOAD * (end - at) / (tried - before).max(1)).clamp(1, BATCH);
            at = end;
            watch.note(Progress::Search {
                depth,
                positions: at,
            });
        }
        if let Some(found) = apart {
            reached.game = Some(way(sides, root, &nodes, found));
            return reached;
        }
        reached.positions = level.end;
        reached.depth = Some(depth);
        cut &= next_apart.is_none();
        level = level.end..nodes.len();
        apart = next_apart;
        reached.complete = level.is_empty() && !cut && depth < bounds.depth;
        if level.is_empty() || cut {
            return reached;
        }
    }
    reached
}

/// The game to a position.
fn way(sides: &Sides, root: &Pair, nodes: &[Node], found: u32) -> Vec<Both> {
    let mut trail = Trail::new(sides, root, nodes);
    trail.go(found);
    trail.game
}

struct Expand<'a> {
    sides: &'a Sides,
    root: &'a Pair,
    nodes: &'a [Node],
    seen: &'a Seen,
    growing: bool,
    mirrored: bool,
    watch: &'a dyn Watch,
}

impl Expand<'_> {
    /// Looks at some positions on all threads; the shares are in the order of the positions.
    fn all(&self, range: Range<usize>, threads: usize) -> Vec<Share> {
        if range.len() < SMALL || threads < 2 {
            return vec![self.share(range)];
        }
        let size = range.len().div_ceil(threads);
        let parts: Vec<Range<usize>> = range
            .clone()
            .step_by(size)
            .map(|start| start..(start + size).min(range.end))
            .collect();
        crowd::in_order(&parts, threads, |part| self.share(part.clone()))
    }

    fn share(&self, range: Range<usize>) -> Share {
        let mut share = Share::default();
        let mut trail = Trail::new(self.sides, self.root, self.nodes);
        for id in range {
            if !self.watch.goes_on() {
                share.stopped = true;
                break;
            }
            trail.go(id as u32);
            let (pair, acts) = trail.here();
            let Some(acts) = acts else {
                share.apart = Some(id as u32);
                break;
            };
            if !self.growing {
                continue;
            }
            for (i, act) in acts.iter().enumerate() {
                share.tried += 1;
                if share.tried.is_multiple_of(64) && !self.watch.goes_on() {
                    share.stopped = true;
                    return share;
                }
                let next = pair.after(*act);
                let apart = match self.sides.outcomes(&next) {
                    None => false,
                    Some(Sight::Apart) => true,
                    Some(_) => continue,
                };
                let key = next.key(self.mirrored);
                if apart || !self.seen.contains(&key) {
                    let node = Node {
                        before: id as u32,
                        act: i as u32,
                    };
                    share.children.push(Child { node, key, apart });
                }
            }
        }
        share
    }
}

/// A walk from position to position in their order: neighbours share most of their games.
struct Trail<'a> {
    sides: &'a Sides,
    nodes: &'a [Node],
    /// The positions on the way, each with its number and its acts.
    steps: Vec<(u32, Pair, Option<Vec<Both>>)>,
    /// The acts that lead to the last of them.
    game: Vec<Both>,
}

impl<'a> Trail<'a> {
    fn new(sides: &'a Sides, root: &Pair, nodes: &'a [Node]) -> Self {
        let acts = acts_of(sides, root);
        Trail {
            sides,
            nodes,
            steps: vec![(0, root.clone(), acts)],
            game: Vec::new(),
        }
    }

    /// Goes to a position.
    fn go(&mut self, id: u32) {
        let mut ways = Vec::new();
        let mut at = id;
        while at != 0 {
            ways.push(at);
            at = self.nodes[at as usize].before;
        }
        ways.reverse();
        let common = { self.steps[1..].iter().zip(&ways) }
            .take_while(|(step, id)| step.0 == **id)
            .count();
        self.steps.truncate(1 + common);
        self.game.truncate(common);
        for id in &ways[common..] {
            let Some((_, pair, Some(acts))) = self.steps.last() else {
                return;
            };
            let act = acts[self.nodes[*id as usize].act as usize];
            let next = pair.after(act);
            let acts = acts_of(self.sides, &next);
            self.game.push(act);
            self.steps.push((*id, next, acts));
        }
    }

    fn here(&self) -> (&Pair, Option<&Vec<Both>>) {
        let (_, pair, acts) = &self.steps[self.steps.len() - 1];
        (pair, acts.as_ref())
    }
}

fn acts_of(sides: &Sides, pair: &Pair) -> Option<Vec<Both>> {
    match sides.look(pair) {
        Sight::Alike(acts) => Some(acts),
        Sight::Over => Some(Vec::new()),
        Sight::Apart => None,
    }
}
