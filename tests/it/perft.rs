//! Counts of independent programs: `tests/cases/perft.tsv`, each with its source.

use koma::play::perft::Memory;
use koma::{Game, Picks, Variant};

struct Count {
    variant: String,
    sets: Vec<String>,
    which: String,
    position: String,
    depth: u32,
    nodes: u64,
    source: String,
}

fn counts() -> Vec<Count> {
    let text = std::fs::read_to_string("tests/cases/perft.tsv").unwrap();
    text.lines()
        .filter(|it| !it.starts_with('#'))
        .skip(1)
        .map(|line| {
            let [variant, sets, which, position, depth, nodes, source] =
                <[&str; 7]>::try_from(line.split('\t').collect::<Vec<_>>()).unwrap();
            Count {
                variant: variant.to_owned(),
                sets: sets.split_whitespace().map(str::to_owned).collect(),
                which: which.to_owned(),
                position: position.to_owned(),
                depth: depth.parse().unwrap(),
                nodes: nodes.parse().unwrap(),
                source: source.to_owned(),
            }
        })
        .collect()
}

/// Counts up to this many are made in every run; `SLOW_TESTS=1` makes all but the longest.
fn affordable() -> u64 {
    match std::env::var("SLOW_TESTS") {
        Ok(_) => 60_000_000,
        Err(_) => 1_000_000,
    }
}

#[test]
fn every_count_agrees_with_its_source() {
    let mut wrong = Vec::new();
    let mut made = 0;
    for it in counts().iter().filter(|it| it.nodes <= affordable()) {
        let picks = Picks::parse(&it.sets, None).unwrap();
        let variant = if it.source.ends_with("drop-mate loses") {
            let text = format!(
                "koma = 1\nextends = \"{}\"\nforbid.drop-mate.breach = \"loses\"",
                it.variant
            );
            Variant::parse("as fairy-stockfish has it", &text, &picks).unwrap()
        } else {
            Variant::open(&it.variant, &picks).unwrap()
        };
        let game = match it.position.as_str() {
            "" => Game::new(&variant),
            position => Game::from_position(&variant, position).unwrap(),
        };
        let found = game.perft(it.depth, false);
        made += 1;
        if found != it.nodes {
            let sets = it.sets.join(" ");
            wrong.push(format!(
                "{} {sets} {} depth {}: {} by {}, found {found}",
                it.variant, it.which, it.depth, it.nodes, it.source
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(made > 180, "only {made} counts were made");
}

#[test]
fn a_promotion_that_depends_on_the_position_leaves_the_king_guarded() {
    // Pawns that promote by capturing, as Seireigi has them: the count is of Fairy-Stockfish, configured so.
    let text = "koma = 1\nextends = \"shogi\"\npromote.eager = { must = \"move capturing\", pieces = \"pawn\" }";
    let variant = Variant::parse("eager.toml", text, &Picks::default()).unwrap();
    assert_eq!(Game::new(&variant).perft(4, false), 719_731);
}

#[test]
fn hops_count_as_fairy_stockfish_counts_them() {
    let games = [
        ("xiangqi", [44, 1_920, 79_666, 3_290_240]),
        ("cannon_shogi", [60, 3_447, 216_600, 13_406_022]),
    ];
    for (name, counts) in games {
        let variant = Variant::load(format!("tests/cases/games/{name}.toml")).unwrap();
        let game = Game::new(&variant);
        for (depth, nodes) in (1..).zip(counts).filter(|it| it.1 <= affordable()) {
            assert_eq!(game.perft(depth, false), nodes, "{name} depth {depth}");
        }
    }
}

#[test]
fn effects_count_as_square_by_square() {
    // By tests/clients/custodial.py, which shares nothing with the engine.
    let games: [(&str, &str, &[u64]); 6] = [
        ("hasami", "", &[63, 3_717, 254_219]),
        (
            "hasami",
            "m1M3m1m/MMm2m3/9/2mM1m3/1M1m2M2/4mm3/2Mm3M1/9/M1m2M1Mm b -",
            &[66, 5_083, 338_749],
        ),
        ("brandubh", "", &[40, 960, 39_512]),
        (
            "brandubh",
            "2M4/k3M2/2dM3/1M2d2/2M1d1M/1M1d3/5M1 b -",
            &[49, 1_370, 59_585],
        ),
        (
            "brandubh",
            "7/3M3/2MkM2/3d3/1M2d2/3M3/2M4 b -",
            &[43, 656, 27_367],
        ),
        (
            "brandubh",
            "7/7/2M4/1M1kM2/3M3/3M3/7 b -",
            &[41, 199, 8_300],
        ),
    ];
    for (name, position, counts) in games {
        let variant = Variant::load(format!("tests/cases/games/{name}.toml")).unwrap();
        let game = match position {
            "" => Game::new(&variant),
            position => Game::from_position(&variant, position).unwrap(),
        };
        for (depth, nodes) in (1..).zip(counts) {
            let found = game.perft(depth, false);
            assert_eq!(found, *nodes, "{name} {position} depth {depth}");
        }
    }
}

#[test]
fn counting_is_listing_and_playing() {
    // The count without lists, against the slow way through every act.
    fn listed(game: &Game, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mover = game.to_move();
        game.acts()
            .into_iter()
            .map(|act| {
                let mut next = game.clone();
                next.play(act).unwrap();
                let over = next.to_move() != mover || next.outcome().is_some();
                listed(&next, if over { depth - 1 } else { depth })
            })
            .sum()
    }
    for (name, depth) in [
        ("yokai_3x4", 4),
        ("yokai_5x6", 3),
        ("mini_shogi", 3),
        ("sensei", 1),
        ("shogi", 2),
    ] {
        let game = Game::new(&Variant::open(name, &Picks::default()).unwrap());
        assert_eq!(listed(&game, depth), game.perft(depth, false), "{name}");
    }
}

#[test]
fn listing_and_recalling_count_the_same() {
    for name in koma::shipped::names() {
        let variant = Variant::open(name, &Picks::default()).unwrap();
        let game = Game::new(&variant);
        // As deep as some thousands of sequences; where the first turn alone has that many, no deeper.
        let first = game.perft(1, false);
        let small = |depth: &u32| *depth == 1 || first < 700 && game.perft(*depth, false) < 20_000;
        let depth = (1..6).take_while(small).last().unwrap_or(1);
        let counted = game.perft(depth, false);
        assert_eq!(game.perft_listed(depth), counted, "{name}");
        let mut memory = Memory::new(1);
        assert_eq!(game.perft_recalling(depth, &mut memory), counted, "{name}");
        assert_eq!(game.perft_recalling(depth, &mut memory), counted, "{name}");
        assert!(
            depth < 2 || memory.found > 0,
            "{name}: the second time, nothing was recalled"
        );
    }
}
