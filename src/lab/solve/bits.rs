//! Large sets of numbers that several threads fill, with the place of each member among them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Words that are counted together.
const STRIDE: usize = 8;

/// A set of numbers below some size.
#[derive(Debug, Default)]
pub struct Bits {
    words: Vec<AtomicU64>,
}

impl Bits {
    /// The empty set of numbers below a size.
    pub fn new(size: u64) -> Bits {
        let words = size.div_ceil(64) as usize;
        Bits {
            words: (0..words).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// A set from its words.
    pub fn from_words(words: impl Iterator<Item = u64>) -> Bits {
        Bits {
            words: words.map(AtomicU64::new).collect(),
        }
    }

    /// How many words there are.
    pub fn n_words(&self) -> usize {
        self.words.len()
    }

    /// The numbers from 64 times `at` on, as bits.
    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        self.words[at].load(Relaxed)
    }

    /// Enters a number; says whether it is new.
    #[inline]
    pub fn enter(&self, number: u64) -> bool {
        let (word, bit) = (&self.words[(number / 64) as usize], 1 << (number % 64));
        // Most are there already, and reading is cheaper than writing.
        word.load(Relaxed) & bit == 0 && word.fetch_or(bit, Relaxed) & bit == 0
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn has(&self, number: u64) -> bool {
        self.word((number / 64) as usize) >> (number % 64) & 1 != 0
    }

    /// How many numbers are in the set.
    pub fn count(&self) -> u64 {
        self.words
            .iter()
            .map(|it| u64::from(it.load(Relaxed).count_ones()))
            .sum()
    }
}

/// The place of each member of a set among them.
#[derive(Debug, Default)]
pub struct Places {
    before: Vec<u32>,
}

impl Places {
    /// The places of the members of a set; none if there are more than four thousand million.
    pub fn new(bits: &Bits) -> Option<Places> {
        let mut all = 0u64;
        let before = bits
            .words
            .chunks(STRIDE)
            .map(|chunk| {
                let before = u32::try_from(all).ok();
                all += chunk
                    .iter()
                    .map(|it| u64::from(it.load(Relaxed).count_ones()))
                    .sum::<u64>();
                before
            })
            .collect::<Option<Vec<u32>>>()?;
        u32::try_from(all).ok()?;
        Some(Places { before })
    }

    /// The place of a member.
    #[inline]
    pub fn of(&self, bits: &Bits, number: u64) -> usize {
        let word = (number / 64) as usize;
        let first = word / STRIDE * STRIDE;
        let mut place = self.before[word / STRIDE];
        for at in first..word {
            place += bits.word(at).count_ones();
        }
        let below = bits.word(word) & ((1 << (number % 64)) - 1);
        (place + below.count_ones()) as usize
    }

    /// The place of the first member from a word on.
    pub fn of_word(&self, bits: &Bits, word: usize) -> usize {
        self.of(bits, word as u64 * 64)
    }
}
