//! What was found out about positions, shared by all threads of a search.
//!
//! An entry is two numbers, the key mixed with what it says: a half-written entry is no entry, so no lock is needed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// Which side of the truth a stored value lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The value is at most this.
    Upper = 1,
    /// The value is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// The mark of the best act.
    pub best: u16,
    /// Its value.
    pub value: i32,
    /// What it looked like before any search.
    pub still: i32,
    /// How deep it was searched.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
}

/// The table.
#[derive(Debug)]
pub struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

/// Slots that one key may use, in one line of the processor's memory.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([[AtomicU64; 2]; 4]);

impl Table {
    /// A table of about so many megabytes.
    pub fn new(megabytes: usize) -> Table {
        let n = (megabytes.clamp(1, 1 << 16) << 20) / size_of::<Cluster>();
        Table {
            clusters: std::iter::repeat_with(Cluster::default)
                .take(n.next_power_of_two())
                .collect(),
            age: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for [key, data] in self.clusters.iter().flat_map(|it| &it.0) {
            key.store(0, Relaxed);
            data.store(0, Relaxed);
        }
    }

    /// A new search begins: what is older gives way first.
    pub fn grow_older(&self) {
        self.age
            .store(self.age.load(Relaxed).wrapping_add(1) & 63, Relaxed);
    }

    fn cluster(&self, key: u64) -> &[[AtomicU64; 2]; 4] {
        &self.clusters[key as usize & (self.clusters.len() - 1)].0
    }

    /// What is known of a position.
    pub fn get(&self, key: u64) -> Option<Known> {
        self.cluster(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (data != 0 && check.load(Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Keeps what is known of a position.
    pub fn put(&self, key: u64, mut known: Known) {
        let age = self.age.load(Relaxed);
        let mut worst = (0, i32::MAX);
        for (i, [check, data]) in self.cluster(key).iter().enumerate() {
            let data = data.load(Relaxed);
            if data == 0 {
                worst = (i, i32::MIN);
                continue;
            }
            let old = unpack(data);
            if check.load(Relaxed) ^ data == key {
                if known.best == 0 {
                    known.best = old.best;
                }
                if known.bound != Bound::Exact && known.depth + 3 < old.depth && age_of(data) == age
                {
                    return;
                }
                worst = (i, i32::MIN);
                break;
            }
            let years = i32::from(age.wrapping_sub(age_of(data)) & 63);
            let worth = old.depth - 8 * years;
            if worth < worst.1 {
                worst = (i, worth);
            }
        }
        let data = pack(known, age);
        let [check, slot] = &self.cluster(key)[worst.0];
        check.store(key ^ data, Relaxed);
        slot.store(data, Relaxed);
    }

    /// How full it is, in thousandths, as far as a glance tells.
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let seen = self.clusters.len().min(250);
        let slots = self.clusters[..seen].iter().flat_map(|it| &it.0);
        let used = slots
            .map(|it| it[1].load(Relaxed))
            .filter(|it| *it != 0 && age_of(*it) == age)
            .count();
        let seen = 4 * seen;
        (used * 1000 / seen.max(1)) as u32
    }
}

fn pack(known: Known, age: u8) -> u64 {
    let short = |n: i32| n.clamp(-32_767, 32_767) as i16 as u16;
    u64::from(known.best)
        | u64::from(short(known.value)) << 16
        | u64::from(short(known.still)) << 32
        | u64::from(known.depth.clamp(-8, 120) as i8 as u8) << 48
        | (known.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Known {
    let long = |n: u64| i32::from(n as u16 as i16);
    Known {
        best: data as u16,
        value: long(data >> 16),
        still: long(data >> 32),
        depth: i32::from((data >> 48) as u8 as i8),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1);
        assert!(table.get(77).is_none());
        for (value, depth) in [(-31_990, 3), (25, -2), (31_000, 100)] {
            let known = Known {
                best: 513,
                value,
                still: -40,
                depth,
                bound: Bound::Lower,
            };
            table.put(77, known);
            let got = table.get(77).expect("just put");
            assert_eq!((got.best, got.value, got.still), (513, value, -40));
            assert_eq!((got.depth, got.bound), (depth, Bound::Lower));
            table.grow_older();
        }
        table.clear();
        assert!(table.get(77).is_none());
    }
}
