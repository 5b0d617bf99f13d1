//! Every position that can be reached, solved in three passes: what can be reached; how many acts of each position are not
//! known to lose; and then values backward from the ends, round by round.
//!
//! The work stops only between pieces of it that are whole, so what is kept then ([`State`]) can be taken up again and
//! gives the same values.

use std::io::{Read, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use koma::play::position::Shape;
use serde::{Deserialize, Serialize};

use super::bits::{Bits, Places};
use super::graph::{Graph, Scratch, Standing};
use super::{Sums, Watch};
use crate::mix::mix;

/// A value as it is kept while rounds go on: whether it is open, and how many acts are not known to lose.
pub const OPEN: u16 = 0x8000;
/// Some act draws at once.
const DRAWS: u16 = 0x4000;
/// Distances past this are not kept.
const LONGEST: u16 = 0x3fff;

/// Words of a set that one thread does at once.
const CHUNK: usize = 1 << 10;

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

/// Which of the passes is being made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Pass {
    Reach,
    Count,
    Rounds,
}

/// How far a pass is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Progress {
    pass: Pass,
    /// What is below this number is done, in this sweep or round.
    done_to: u64,
    /// Turns from the end, in rounds.
    distance: u16,
    /// How many rounds in a row have found nothing.
    idle: u16,
    reached: u64,
    looked_at: u64,
    acts: u64,
    most_acts: u64,
    settled: u64,
}

/// A solution in the making.
#[derive(Debug)]
pub struct State {
    progress: Progress,
    reached: Bits,
    done: Bits,
    open: Bits,
    values: Vec<AtomicU16>,
}

/// What a kept state says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct StateHeader {
    progress: Progress,
    words: u64,
    values: u64,
    checksum: u64,
}

impl State {
    /// Nothing is known but where to begin.
    pub fn new(size: u64, start: u64) -> State {
        let state = State {
            progress: Progress {
                pass: Pass::Reach,
                done_to: 0,
                distance: 0,
                idle: 0,
                reached: 1,
                looked_at: 0,
                acts: 0,
                most_acts: 0,
                settled: 0,
            },
            reached: Bits::new(size),
            done: Bits::new(size),
            open: Bits::new(size),
            values: Vec::new(),
        };
        state.reached.enter(start);
        state
    }

    /// The sets that the pass needs.
    fn sets(&self) -> Vec<&Bits> {
        match self.progress.pass {
            Pass::Reach => vec![&self.reached, &self.done, &self.open],
            Pass::Count | Pass::Rounds => vec![&self.open],
        }
    }

    fn checksum(&self) -> u64 {
        let words = self
            .sets()
            .into_iter()
            .flat_map(|it| (0..it.n_words()).map(|at| it.word(at)));
        let values = self.values.iter().map(|it| u64::from(it.load(Relaxed)));
        words.chain(values).fold(1, |sum, it| mix(sum ^ it))
    }

    /// Writes the state.
    pub fn write(&self, to: &mut dyn Write) -> std::io::Result<()> {
        let header = StateHeader {
            progress: self.progress.clone(),
            words: self.open.n_words() as u64,
            values: self.values.len() as u64,
            checksum: self.checksum(),
        };
        writeln!(to, "{}", serde_json::to_string(&header)?)?;
        for set in self.sets() {
            for at in 0..set.n_words() {
                to.write_all(&set.word(at).to_le_bytes())?;
            }
        }
        for value in &self.values {
            to.write_all(&value.load(Relaxed).to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads a state of so many numbers; none if it is not whole.
    pub fn read(header: &[u8], mut from: impl Read, size: u64) -> Option<State> {
        let header: StateHeader = serde_json::from_slice(header).ok()?;
        let n_words = size.div_ceil(64);
        if header.words != n_words || header.values > size {
            return None;
        }
        let mut set = || {
            let mut word = [0; 8];
            let mut words = Vec::with_capacity(n_words as usize);
            for _ in 0..n_words {
                from.read_exact(&mut word).ok()?;
                words.push(u64::from_le_bytes(word));
            }
            Some(Bits::from_words(words.into_iter()))
        };
        let (reached, done, open) = match header.progress.pass {
            Pass::Reach => (set()?, set()?, set()?),
            Pass::Count | Pass::Rounds => (Bits::default(), Bits::default(), set()?),
        };
        let mut values = Vec::new();
        let mut value = [0; 2];
        for _ in 0..header.values {
            from.read_exact(&mut value).ok()?;
            values.push(AtomicU16::new(u16::from_le_bytes(value)));
        }
        let checksum = header.checksum;
        let state = State {
            progress: header.progress,
            reached,
            done,
            open,
            values,
        };
        (state.checksum() == checksum).then_some(state)
    }
}

/// Shares out words among threads until they are done or it is time to pause; says up to where all of them are done.
fn share(
    words: Range<usize>,
    threads: usize,
    pause: &(dyn Fn() -> bool + Sync),
    work: impl Fn(Range<usize>) + Sync,
) -> usize {
    let next = AtomicUsize::new(words.start);
    let paused = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let worker = || {
            while !paused.load(Relaxed) {
                let from = next.fetch_add(CHUNK, Relaxed);
                if from >= words.end {
                    return;
                }
                work(from..(from + CHUNK).min(words.end));
                if pause() {
                    paused.store(true, Relaxed);
                }
            }
        };
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    next.load(Relaxed).min(words.end)
}

fn members(word: usize, bits: u64) -> impl Iterator<Item = u64> {
    let mut rest = bits;
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(word as u64 * 64 + u64::from(bit))
    })
}

/// The first thing that went wrong on any thread.
#[derive(Default)]
struct Trouble(Mutex<Option<Broken>>);

impl Trouble {
    fn note(&self, why: Broken) {
        self.0
            .lock()
            .unwrap_or_else(|it| it.into_inner())
            .get_or_insert(why);
    }

    fn get(&self) -> Option<Broken> {
        *self.0.lock().unwrap_or_else(|it| it.into_inner())
    }
}

/// Solves every position that can be reached, from the beginning or from a state that was kept. A state is kept behind a label.
pub fn solve<S: Shape>(
    graph: Graph<S>,
    mut state: State,
    label: &str,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Solution<S>, Broken> {
    let worker = Worker {
        graph: &graph,
        label,
        threads,
        watch,
    };
    if state.progress.pass == Pass::Reach {
        worker.reach(&mut state)?;
    }
    let places = Places::new(&state.open).ok_or(Broken::TooMany)?;
    if state.progress.pass == Pass::Count {
        worker.count(&mut state, &places)?;
    }
    worker.rounds(&mut state, &places)?;
    let mut sums = Sums {
        reached: state.progress.reached,
        won_now: state.progress.reached - state.values.len() as u64,
        acts: state.progress.acts,
        most_acts: state.progress.most_acts,
        ..Sums::default()
    };
    for value in &state.values {
        let value = value.load(Relaxed);
        match (value & OPEN, value % 2) {
            (0, 1) => {
                sums.won += 1;
                sums.longest = sums.longest.max(value);
            }
            (0, _) => sums.lost += 1,
            _ => sums.drawn += 1,
        }
    }
    if sums.won_now > 0 {
        sums.longest = sums.longest.max(1);
    }
    Ok(Solution {
        graph,
        bits: state.open,
        places,
        values: state.values,
        sums,
    })
}

struct Worker<'a, S: Shape> {
    graph: &'a Graph<S>,
    /// What a kept state begins with.
    label: &'a str,
    threads: usize,
    watch: &'a dyn Watch,
}

impl<S: Shape> Worker<'_, S> {
    /// Keeps the state if it is time to, and stops if told to.
    fn pause(&self, state: &State, trouble: &Trouble) -> Result<(), Broken> {
        if let Some(why) = trouble.get() {
            return Err(why);
        }
        let stops = self.watch.stops();
        if stops || self.watch.is_due() {
            self.watch.keep(&|to| {
                to.write_all(self.label.as_bytes())?;
                state.write(to)
            });
        }
        match stops {
            true => Err(Broken::Stopped),
            false => Ok(()),
        }
    }

    /// Every sweep looks at what the sweeps before it, and this one so far, have reached.
    fn reach(&self, state: &mut State) -> Result<(), Broken> {
        let (graph, watch) = (self.graph, self.watch);
        let words = state.open.n_words();
        let trouble = Trouble::default();
        let reached = AtomicU64::new(state.progress.reached);
        let looked_at = AtomicU64::new(state.progress.looked_at);
        let pause = || watch.stops() || watch.is_due() || trouble.get().is_some();
        loop {
            let State {
                reached: all,
                done,
                open,
                ..
            } = &*state;
            let before = looked_at.load(Relaxed);
            let at = share(0..words, self.threads, &pause, |range| {
                let (mut scratch, mut near) = (Scratch::default(), 0);
                let (mut fresh, mut looked) = (0, 0);
                for word in range {
                    for number in members(word, all.word(word) & !done.word(word)) {
                        done.enter(number);
                        looked += 1;
                        let (position, _) = graph.position(number, &mut near);
                        match graph.ahead(&position, &mut scratch) {
                            Ok(Standing::WinsNow) => {}
                            Ok(Standing::Stuck(winner)) => {
                                open.enter(number);
                                if winner == Some(position.side) {
                                    return trouble.note(Broken::StuckWins);
                                }
                            }
                            Ok(Standing::Open { .. }) => {
                                open.enter(number);
                                for child in &scratch.children {
                                    fresh += u64::from(all.enter(*child));
                                }
                            }
                            Err(_) => return trouble.note(Broken::Unnumbered),
                        }
                    }
                }
                if looked > 0 {
                    let reached = reached.fetch_add(fresh, Relaxed) + fresh;
                    watch.reaching(looked_at.fetch_add(looked, Relaxed) + looked, reached);
                }
            });
            state.progress.reached = reached.load(Relaxed);
            state.progress.looked_at = looked_at.load(Relaxed);
            self.pause(state, &trouble)?;
            if at == words && looked_at.load(Relaxed) == before {
                break;
            }
        }
        let n_open = state.open.count();
        state.reached = Bits::default();
        state.done = Bits::default();
        state.values = (0..n_open).map(|_| AtomicU16::new(0)).collect();
        state.progress.pass = Pass::Count;
        state.progress.done_to = 0;
        Ok(())
    }

    /// How many acts of each position lead to an open one. Acts to others lose: there the enemy wins at once.
    fn count(&self, state: &mut State, places: &Places) -> Result<(), Broken> {
        let (graph, watch) = (self.graph, self.watch);
        let words = state.open.n_words();
        let trouble = Trouble::default();
        let [acts, most, counted] =
            [state.progress.acts, state.progress.most_acts, 0].map(AtomicU64::new);
        let mut at = (state.progress.done_to / 64) as usize;
        while at < words {
            let State { open, values, .. } = &*state;
            let pause = || watch.stops() || watch.is_due() || trouble.get().is_some();
            at = share(at..words, self.threads, &pause, |range| {
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
                                let left =
                                    scratch.children.iter().filter(|it| open.has(**it)).count();
                                match left {
                                    // Whoever can only end the game by losing it has lost already.
                                    0 if !can_draw && scratch.children.is_empty() => 0,
                                    0 if !can_draw => 2,
                                    0..0x4000 => {
                                        OPEN | if can_draw { DRAWS } else { 0 } | left as u16
                                    }
                                    _ => return trouble.note(Broken::TooMany),
                                }
                            }
                            Ok(Standing::WinsNow) | Err(_) => {
                                return trouble.note(Broken::Unnumbered);
                            }
                        };
                        values[places.of(open, number)].store(value, Relaxed);
                    }
                }
                acts.fetch_add(sum, Relaxed);
                watch.counting(counted.fetch_add(n, Relaxed) + n, values.len() as u64);
            });
            state.progress.done_to = at as u64 * 64;
            state.progress.acts = acts.load(Relaxed);
            state.progress.most_acts = most.load(Relaxed);
            self.pause(state, &trouble)?;
        }
        state.progress.pass = Pass::Rounds;
        state.progress.done_to = 0;
        Ok(())
    }

    /// Values from the ends on: whoever can reach a lost position has won, whoever can reach nothing but won ones has lost.
    fn rounds(&self, state: &mut State, places: &Places) -> Result<(), Broken> {
        let watch = self.watch;
        let n_open = state.values.len() as u64;
        let mut frontier: Option<Vec<u64>> = None;
        while state.progress.idle < 3 && state.progress.distance < LONGEST {
            let distance = state.progress.distance;
            watch.round(distance, state.progress.settled, n_open);
            let trouble = Trouble::default();
            let found = Mutex::new(Vec::new());
            let here = AtomicU64::new(0);
            let hand_in = |list: Vec<u64>| {
                let mut all = found.lock().unwrap_or_else(|it| it.into_inner());
                if all.len() <= LISTED {
                    all.extend(list);
                }
            };
            // A round of a list is short, and kept only when it is whole.
            let is_listed = frontier.is_some();
            let pause = || watch.stops() || !is_listed && watch.is_due();
            let is_whole = state.progress.done_to == 0;
            let end = match &frontier {
                Some(listed) => listed.len(),
                None => state.open.n_words(),
            };
            let mut at = match &frontier {
                Some(_) => 0,
                None => (state.progress.done_to / 64) as usize,
            };
            while at < end {
                let State { open, values, .. } = &*state;
                at = share(at..end, self.threads, &pause, |range| {
                    let (mut list, mut near) = (Vec::new(), 0);
                    let mut n = 0;
                    match &frontier {
                        Some(listed) => {
                            for number in &listed[range] {
                                n += 1;
                                self.spread(
                                    open, values, places, distance, *number, &mut near, &mut list,
                                );
                            }
                        }
                        None => {
                            let mut place = places.of_word(open, range.start);
                            for word in range {
                                for number in members(word, open.word(word)) {
                                    if values[place].load(Relaxed) == distance {
                                        n += 1;
                                        self.spread(
                                            open, values, places, distance, number, &mut near,
                                            &mut list,
                                        );
                                    }
                                    place += 1;
                                }
                            }
                        }
                    }
                    here.fetch_add(n, Relaxed);
                    hand_in(list);
                });
                if is_listed && at < end {
                    return Err(Broken::Stopped);
                }
                if at < end {
                    state.progress.done_to = at as u64 * 64;
                    self.pause(state, &trouble)?;
                }
            }
            let mut all = found.into_inner().unwrap_or_else(|it| it.into_inner());
            // Neighbours are looked up together.
            all.sort_unstable();
            // Those lost in two turns were found by counting: they are met with those that this round settles. And a round
            // that was taken up in its middle has not seen all that it settled.
            let is_known = distance > 1 && is_whole && all.len() <= LISTED;
            frontier = is_known.then_some(all);
            let here = here.load(Relaxed);
            state.progress.settled += here;
            state.progress.idle = match here {
                0 if is_whole => state.progress.idle + 1,
                _ => 0,
            };
            state.progress.distance += 1;
            state.progress.done_to = 0;
            self.pause(state, &trouble)?;
        }
        Ok(())
    }

    /// Tells the positions before one of its value; those that get theirs by it are listed.
    #[allow(clippy::too_many_arguments)]
    fn spread(
        &self,
        open: &Bits,
        values: &[AtomicU16],
        places: &Places,
        distance: u16,
        number: u64,
        near: &mut usize,
        list: &mut Vec<u64>,
    ) {
        let (position, cells) = self.graph.position(number, near);
        let wins = !distance.is_multiple_of(2);
        self.graph.behind(
            &position,
            &cells,
            |it| open.has(it),
            |before, times| {
                let value = &values[places.of(open, before)];
                let mut kept = value.load(Relaxed);
                while kept & OPEN != 0 {
                    let left = (kept & !(OPEN | DRAWS)).saturating_sub(times);
                    let next = match wins {
                        false => distance + 1,
                        true if left == 0 && kept & DRAWS == 0 => distance + 1,
                        true => kept & (OPEN | DRAWS) | left,
                    };
                    match value.compare_exchange(kept, next, Relaxed, Relaxed) {
                        Ok(_) if next & OPEN == 0 => {
                            list.push(before);
                            return;
                        }
                        Ok(_) => return,
                        Err(now) => kept = now,
                    }
                }
            },
        );
    }
}
