//! Variants that nobody wrote, each held against the plain definition: acts, positions, outcomes, refusals and their
//! reasons, counts.
//!
//! The usual run makes some hundreds of variants. A campaign makes as many as it is told, on all cores:
//!
//! ```sh
//! GENERATED=10000 POSITIONS=100 cargo test --release generated -- --nocapture
//! ```
//!
//! compares a million positions. Where something differs, the seed is told with the smallest file, position and acts
//! found that show it; `SEED=1234 GENERATED=1` looks at one seed again.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;
use koma::Variant;
use koma::check::{Picks, Sheet};
use koma::syntax::{Rule, RuleLanguage};
use pest::Parser;
use pest::iterators::Pair;

use super::case::{Care, Case, Difference};
use super::derive::Grammar;
use super::generate::{self, File};
use super::slow;

/// How many variants the usual run makes, and how many positions of each it compares.
const USUAL: (u64, usize) = (400, 30);
/// How often the plain definition may look at squares, for each position that is compared.
const LOOKS: u64 = 60_000;
/// After so many differences a run is given up.
const ENOUGH: usize = 8;

#[test]
fn generated_variants_play_as_defined() {
    let (first, n_variants, n_positions) = (
        setting("SEED", 0),
        setting("GENERATED", USUAL.0),
        setting("POSITIONS", USUAL.1 as u64) as usize,
    );
    let (next, n_loaded, n_compared) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let faults: Mutex<BTreeMap<u64, String>> = Mutex::default();
    let n_faults = || faults.lock().expect("no thread panics here").len();
    let work = || {
        while n_faults() < ENOUGH {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= n_variants {
                break;
            }
            if n > 0 && n.is_multiple_of(250) {
                let compared = n_compared.load(Ordering::Relaxed);
                eprintln!("{n} variants, {compared} positions, {} differ", n_faults());
            }
            let seed = first + n;
            let file = generate::variant(seed);
            let Some(case) = case(&file) else {
                continue;
            };
            n_loaded.fetch_add(1, Ordering::Relaxed);
            match compare(&case, seed, n_positions) {
                Ok(n) => _ = n_compared.fetch_add(n as u64, Ordering::Relaxed),
                Err(difference) => {
                    let told = told(seed, &file, difference);
                    eprintln!("{told}");
                    let mut faults = faults.lock().expect("no thread panics here");
                    faults.insert(seed, told);
                }
            }
        }
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|threads| {
        for _ in 0..n_threads {
            threads.spawn(work);
        }
    });
    let (n_loaded, n_compared) = (n_loaded.into_inner(), n_compared.into_inner());
    let n_variants = n_variants.min(next.into_inner());
    eprintln!("{n_variants} variants, {n_loaded} of them load, {n_compared} positions compared");
    let faults = faults.into_inner().expect("no thread panics here");
    let seeds: Vec<&u64> = faults.keys().collect();
    let told: Vec<&str> = faults.values().map(String::as_str).collect();
    assert!(faults.is_empty(), "seeds {seeds:?}\n{}", told.join("\n"));
    assert!(
        n_loaded >= n_variants * 9 / 10,
        "only {n_loaded} of {n_variants} load"
    );
}

#[test]
fn generated_variants_use_every_rule_of_the_grammar() {
    let mut missing = Grammar::get().words();
    let mut missing_shapes: BTreeSet<&str> = SHAPES.into_iter().collect();
    for seed in 0..USUAL.0 {
        let file = generate::variant(seed);
        let Some(case) = case(&file) else {
            continue;
        };
        if !is_played(&case, seed) {
            continue;
        }
        missing_shapes.remove(shape(case.sheet()));
        for line in &file.0 {
            let Some(place) = line.place else {
                continue;
            };
            for text in &line.texts {
                let pairs = RuleLanguage::parse(rule(place.rule()), text);
                let pairs = pairs.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                pairs.for_each(|it| strike_out(it, &mut missing));
            }
        }
    }
    assert!(missing.is_empty(), "never generated: {missing:?}");
    assert!(
        missing_shapes.is_empty(),
        "never generated: {missing_shapes:?}"
    );
}

/// A number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(usual, |it| it.parse().expect("a number"))
}

/// A generated variant, unless the language refuses it.
fn case(file: &File) -> Option<Case> {
    let text = file.to_string();
    let variant = Variant::parse("generated.toml", &text, &Picks::default()).ok()?;
    Some(Case::new(text, variant))
}

/// Plays random games until enough positions are compared, or the plain definition has had enough: how many were.
fn compare(case: &Case, seed: u64, n_positions: usize) -> Result<usize, Difference> {
    let mut rng = Rng::with_seed(seed);
    let mut n_compared = 0;
    let looks = LOOKS * n_positions as u64;
    let done = slow::within(
        looks,
        AssertUnwindSafe(|| {
            for n in 0.. {
                if n_compared >= n_positions {
                    break;
                }
                let start = case.some_start(&mut rng, n);
                let care = if n % 3 == 0 { Care::Full } else { Care::Acts };
                let most = rng.usize(2..9);
                let (played, _) = case.play(&start, &mut rng, most, care)?;
                n_compared += played + 1;
            }
            Ok(())
        }),
    );
    done.unwrap_or(Ok(())).map(|()| n_compared)
}

/// Whether some act can be played in one of a few positions.
fn is_played(case: &Case, seed: u64) -> bool {
    let mut rng = Rng::with_seed(seed);
    (0..6).any(|n| !case.game(&case.some_start(&mut rng, n)).acts().is_empty())
}

// ---- what is covered ----

/// The rule of a name.
fn rule(name: &str) -> Rule {
    let all = Rule::all_rules().iter();
    let mut found = all.filter(|it| format!("{it:?}") == name);
    *found.next().expect("a rule of the grammar")
}

fn strike_out(pair: Pair<'_, Rule>, missing: &mut BTreeSet<&'static str>) {
    missing.remove(format!("{:?}", pair.as_rule()).as_str());
    pair.into_inner().for_each(|it| strike_out(it, missing));
}

/// Every shape of position that the engine has: how wide its sets are, how many kinds and layers it has room for.
const SHAPES: [&str; 9] = [
    "64 squares, 8 kinds",
    "64 squares, 16 kinds",
    "64 squares, 16 kinds, layers",
    "64 squares, many kinds",
    "128 squares, 16 kinds",
    "128 squares, 16 kinds, layers",
    "128 squares, many kinds",
    "512 squares",
    "many squares",
];

fn shape(sheet: &Sheet) -> &'static str {
    let (squares, kinds) = (sheet.geometry.n_squares(), sheet.kinds.len());
    let n = match (squares, kinds, sheet.layers.len()) {
        (..=64, ..=8, 1) => 0,
        (..=64, ..=16, 1) => 1,
        (..=64, ..=16, _) => 2,
        (..=64, ..) => 3,
        (..=128, ..=16, 1) => 4,
        (..=128, ..=16, _) => 5,
        (..=128, ..) => 6,
        (..=512, ..) => 7,
        _ => 8,
    };
    SHAPES[n]
}

// ---- a difference, made small ----

/// A difference in a variant: what it takes to see it.
#[derive(Clone)]
struct Reproduction {
    file: File,
    start: String,
    acts: Vec<String>,
}

impl Reproduction {
    /// The difference that it shows, if it is of a sort.
    fn shown(&self, sort: &str) -> Option<Difference> {
        let case = case(&self.file)?;
        let work = AssertUnwindSafe(|| case.replay(&self.start, &self.acts).err());
        let found = catch_unwind(|| slow::within(50 * LOOKS, work));
        found.ok()??.filter(|it| it.sort == sort)
    }
}

/// A difference as people read it: seed, file, position, acts.
fn told(seed: u64, file: &File, difference: Difference) -> String {
    let mut small = Reproduction {
        file: file.clone(),
        start: difference.start.clone(),
        acts: difference.played.clone(),
    };
    let sort = difference.sort;
    let Some(mut shown) = small.shown(sort) else {
        return format!("---- seed {seed}, as generated ----\n{file}\n{difference}\n");
    };
    let mut tries = 4000;
    loop {
        let better = smaller(&small).into_iter().find_map(|it| {
            tries -= 1;
            let shown = (tries > 0).then(|| it.shown(sort)).flatten()?;
            Some((it, shown))
        });
        let Some(better) = better else {
            break;
        };
        (small, shown) = better;
    }
    format!("---- seed {seed} ----\n{}\n{shown}\n", small.file)
}

/// Reproductions with a little less in them, the boldest first.
fn smaller(of: &Reproduction) -> Vec<Reproduction> {
    let mut found = Vec::new();
    let with_file = |lines: Vec<generate::Line>| Reproduction {
        file: File(lines),
        ..of.clone()
    };
    // Fewer acts: from the position after some of them.
    if let Some(case) = case(&of.file).filter(|_| !of.acts.is_empty()) {
        for n in (1..=of.acts.len()).rev() {
            let mut game = case.game(&of.start);
            if of.acts[..n].iter().all(|it| game.play_text(it).is_ok()) && !game.is_turn_open() {
                found.push(Reproduction {
                    start: game.position(),
                    acts: of.acts[n..].to_vec(),
                    ..of.clone()
                });
            }
        }
    }
    // Without a rule, without a key.
    let lines = &of.file.0;
    let mut prefixes: Vec<&str> = lines
        .iter()
        .filter_map(|it| it.key.rsplit_once('.').map(|it| it.0))
        .collect();
    prefixes.dedup();
    let keys = lines.iter().map(|it| it.key.as_str());
    for gone in prefixes.into_iter().chain(keys) {
        let inner = format!("{gone}.");
        let mut left = lines.clone();
        left.retain(|it| it.key != gone && !it.key.starts_with(&inner));
        found.push(with_file(left));
    }
    // Without a piece.
    if let Some(case) = case(&of.file) {
        let fewer = case.with_fewer_pieces(&of.start);
        found.extend(fewer.into_iter().map(|start| Reproduction {
            start,
            ..of.clone()
        }));
    }
    // Without some words.
    for (i, line) in lines.iter().enumerate() {
        if line.place.is_none() {
            continue;
        }
        for (j, text) in line.texts.iter().enumerate() {
            if line.texts.len() > 1 {
                let mut left = lines.clone();
                left[i].texts.remove(j);
                found.push(with_file(left));
            }
            let words: Vec<&str> = text.split(' ').collect();
            for len in (1..words.len()).rev() {
                for at in 0..=words.len() - len {
                    let kept = [&words[..at], &words[at + len..]].concat();
                    let mut left = lines.clone();
                    left[i].texts[j] = kept.join(" ").trim_end_matches(',').to_owned();
                    found.push(with_file(left));
                }
            }
        }
    }
    found
}
