//! Every position that can be reached, solved: first what can be reached, then backward from the ends, round by round.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use koma::play::position::Shape;

use super::bits::{Bits, Places};
use super::graph::{Graph, Scratch, Standing};
use super::{Sums, Watch};

/// A value as it is kept while rounds go on: whether it is open, and how many acts are not known to lose.
pub const OPEN: u16 = 0x8000;
/// Some act draws at once.
const DRAWS: u16 = 0x4000;
/// Distances past this are not kept.
const LONGEST: u16 = 0x3fff;

/// Words of a set that one thread does at once.
const CHUNK: usize = 1 << 12;

/// A frontier larger than this is looked for instead of kept.
const LISTED: usize = 1 << 22;

/// What keeps a solution from being made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// Pieces changed that were taken for fixed.
    Unnumbered,
    /// A player without acts wins: distances do not tell who does.
    StuckWins,
    /// More positions or acts than fit.
    TooMany,
    /// Told to stop.
    Stopped,
}

/// A solved game.
#[derive(Debug)]
pub struct Solution<S: Shape> {
    /// Its edges.
    pub graph: Graph<S>,
    /// The positions with a value.
    pub bits: Bits,
    /// Their places.
    pub places: Places,
    /// The values by place.
    pub values: Vec<AtomicU16>,
    /// What it says of all together.
    pub sums: Sums,
}

/// Shares out the words of a set among threads.
fn share(
    words: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(std::ops::Range<usize>) + Sync,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let worker = || {
            while !stop.load(Relaxed) {
                let from = next.fetch_add(CHUNK, Relaxed);
                if from >= words {
                    return;
                }
                work(from..(from + CHUNK).min(words));
            }
        };
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}

fn members(word: usize, bits: u64) -> impl Iterator<Item = u64> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(word as u64 * 64 + u64::from(bit))
    })
}

/// Solves every position that can be reached from some, none of which is over.
pub fn solve<S: Shape>(
    graph: Graph<S>,
    starts: &[u64],
    threads: usize,
    watch: &dyn Watch,
) -> Result<Solution<S>, Broken> {
    let size = graph.index.size().ok_or(Broken::TooMany)?;
    let (reached, done, open) = (Bits::new(size), Bits::new(size), Bits::new(size));
    for start in starts {
        reached.enter(*start);
    }
    let stop = AtomicBool::new(false);
    let broken = std::sync::Mutex::new(None);
    let halt = |why: Broken| {
        *broken.lock().unwrap_or_else(|it| it.into_inner()) = Some(why);
        stop.store(true, Relaxed);
    };
    let [n_reached, n_done, won_now] = [const { AtomicU64::new(0) }; 3];
    n_reached.store(starts.len() as u64, Relaxed);
    // Every sweep looks at what the sweeps before it, and this one so far, have reached.
    loop {
        let before = n_done.load(Relaxed);
        share(reached.n_words(), threads, &stop, |range| {
            let (mut scratch, mut near) = (Scratch::default(), 0);
            let (mut fresh, mut looked) = (0, 0);
            for word in range {
                for number in members(word, reached.word(word) & !done.word(word)) {
                    done.enter(number);
                    looked += 1;
                    let (position, _) = graph.position(number, &mut near);
                    match graph.ahead(&position, &mut scratch) {
                        Ok(Standing::WinsNow) => {
                            won_now.fetch_add(1, Relaxed);
                        }
                        Ok(Standing::Stuck(winner)) => {
                            open.enter(number);
                            if winner == Some(position.side) {
                                return halt(Broken::StuckWins);
                            }
                        }
                        Ok(Standing::Open { .. }) => {
                            open.enter(number);
                            for child in &scratch.children {
                                fresh += u64::from(reached.enter(*child));
                            }
                        }
                        Err(_) => return halt(Broken::Unnumbered),
                    }
                }
            }
            n_reached.fetch_add(fresh, Relaxed);
            n_done.fetch_add(looked, Relaxed);
            if looked > 0 {
                watch.reaching(n_done.load(Relaxed), n_reached.load(Relaxed));
            }
            if watch.stops() {
                halt(Broken::Stopped);
            }
        });
        if let Some(why) = broken.lock().unwrap_or_else(|it| it.into_inner()).take() {
            return Err(why);
        }
        if n_done.load(Relaxed) == before {
            break;
        }
    }
    drop(done);
    drop(reached);
    let mut sums = Sums {
        reached: n_reached.load(Relaxed),
        won_now: won_now.load(Relaxed),
        ..Sums::default()
    };
    let places = Places::new(&open).ok_or(Broken::TooMany)?;
    let n_open = open.count();
    let values: Vec<AtomicU16> = (0..n_open).map(|_| AtomicU16::new(0)).collect();
    // How many acts lead to an open position. Acts to others lose: there the enemy wins at once.
    let [acts, most, counted] = [const { AtomicU64::new(0) }; 3];
    share(open.n_words(), threads, &stop, |range| {
        let (mut scratch, mut near) = (Scratch::default(), 0);
        let (mut sum, mut n) = (0, 0);
        for word in range {
            for number in members(word, open.word(word)) {
                n += 1;
                let (position, _) = graph.position(number, &mut near);
                let value = match graph.ahead(&position, &mut scratch) {
                    Ok(Standing::Stuck(Some(_))) => 0,
                    Ok(Standing::Stuck(None)) => OPEN | DRAWS,
                    Ok(Standing::Open { can_draw }) => {
                        sum += scratch.acts as u64;
                        most.fetch_max(scratch.acts as u64, Relaxed);
                        let left = scratch.children.iter().filter(|it| open.has(**it)).count();
                        match left {
                            // Whoever can only end the game by losing it has lost already.
                            0 if !can_draw && scratch.children.is_empty() => 0,
                            0 if !can_draw => 2,
                            0..0x4000 => OPEN | if can_draw { DRAWS } else { 0 } | left as u16,
                            _ => return halt(Broken::TooMany),
                        }
                    }
                    Ok(Standing::WinsNow) | Err(_) => return halt(Broken::Unnumbered),
                };
                values[places.of(&open, number)].store(value, Relaxed);
            }
        }
        acts.fetch_add(sum, Relaxed);
        let n = counted.fetch_add(n, Relaxed) + n;
        watch.counting(n, n_open);
        if watch.stops() {
            halt(Broken::Stopped);
        }
    });
    if let Some(why) = broken.lock().unwrap_or_else(|it| it.into_inner()).take() {
        return Err(why);
    }
    sums.acts = acts.load(Relaxed);
    sums.most_acts = most.load(Relaxed);
    let solution = Solution {
        graph,
        bits: open,
        places,
        values,
        sums,
    };
    solution.rounds(threads, watch)
}

impl<S: Shape> Solution<S> {
    /// Values from the ends on: whoever can reach a lost position has won, whoever can reach nothing but won ones has lost.
    fn rounds(mut self, threads: usize, watch: &dyn Watch) -> Result<Solution<S>, Broken> {
        let stop = AtomicBool::new(false);
        let n_open = self.values.len() as u64;
        let settled = AtomicU64::new(0);
        let mut frontier: Option<Vec<u64>> = None;
        let mut distance = 0u16;
        let mut idle = 0;
        while idle < 3 && distance < LONGEST {
            watch.round(distance, settled.load(Relaxed), n_open);
            let found = std::sync::Mutex::new(Vec::new());
            let n_found = AtomicU64::new(0);
            let n_here = AtomicU64::new(0);
            let settle = |number: u64, list: &mut Vec<u64>| {
                if list.len() <= LISTED {
                    list.push(number);
                }
            };
            let visit = |number: u64, near: &mut usize, list: &mut Vec<u64>| {
                let (position, cells) = self.graph.position(number, near);
                self.graph.behind(
                    &position,
                    &cells,
                    |it| self.bits.has(it),
                    |before, times| {
                        let value = &self.values[self.places.of(&self.bits, before)];
                        if distance.is_multiple_of(2) {
                            let kept = value.load(Relaxed);
                            if kept & OPEN != 0
                                && value
                                    .compare_exchange(kept, distance + 1, Relaxed, Relaxed)
                                    .is_ok()
                            {
                                settle(before, list);
                            }
                        } else {
                            let mut kept = value.load(Relaxed);
                            while kept & OPEN != 0 {
                                let left = (kept & !(OPEN | DRAWS)).saturating_sub(times);
                                let next = match left {
                                    0 if kept & DRAWS == 0 => distance + 1,
                                    _ => kept & (OPEN | DRAWS) | left,
                                };
                                match value.compare_exchange(kept, next, Relaxed, Relaxed) {
                                    Ok(_) if next & OPEN == 0 => {
                                        settle(before, list);
                                        break;
                                    }
                                    Ok(_) => break,
                                    Err(now) => kept = now,
                                }
                            }
                        }
                    },
                );
            };
            let hand_in = |list: Vec<u64>| {
                n_found.fetch_add(list.len() as u64, Relaxed);
                let mut all = found.lock().unwrap_or_else(|it| it.into_inner());
                if all.len() <= LISTED {
                    all.extend(list);
                }
            };
            match &frontier {
                Some(listed) => {
                    n_here.store(listed.len() as u64, Relaxed);
                    share(listed.len(), threads, &stop, |range| {
                        let (mut list, mut near) = (Vec::new(), 0);
                        for number in &listed[range] {
                            visit(*number, &mut near, &mut list);
                        }
                        hand_in(list);
                    });
                }
                None => share(self.bits.n_words(), threads, &stop, |range| {
                    let (mut list, mut near) = (Vec::new(), 0);
                    let mut here = 0;
                    let mut place = self.places.of_word(&self.bits, range.start);
                    for word in range {
                        for number in members(word, self.bits.word(word)) {
                            if self.values[place].load(Relaxed) == distance {
                                here += 1;
                                visit(number, &mut near, &mut list);
                            }
                            place += 1;
                        }
                    }
                    n_here.fetch_add(here, Relaxed);
                    hand_in(list);
                    if watch.stops() {
                        stop.store(true, Relaxed);
                    }
                }),
            }
            if watch.stops() {
                return Err(Broken::Stopped);
            }
            settled.fetch_add(n_here.load(Relaxed), Relaxed);
            let all = found.into_inner().unwrap_or_else(|it| it.into_inner());
            // Those lost in two turns were found by counting: they are met with those that this round settles.
            frontier = (distance > 1 && all.len() <= LISTED).then_some(all);
            idle = match n_here.load(Relaxed) {
                0 => idle + 1,
                _ => 0,
            };
            distance += 1;
        }
        for value in &self.values {
            let value = value.load(Relaxed);
            match (value & OPEN, value % 2) {
                (0, 1) => {
                    self.sums.won += 1;
                    self.sums.longest = self.sums.longest.max(value);
                }
                (0, _) => self.sums.lost += 1,
                _ => self.sums.drawn += 1,
            }
        }
        if self.sums.reached > 0 && self.sums.longest == 0 && self.sums.won_now > 0 {
            self.sums.longest = 1;
        }
        Ok(self)
    }
}
