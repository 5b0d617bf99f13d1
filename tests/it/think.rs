//! The opponent: plays by the rules, to the end, and sees what an exhaustive search proves.

use std::time::{Duration, Instant};

use koma::{Game, Picks, Player, Variant};
use koma_lab::think::{Level, Limits, Score, Thinker};

fn open(name: &str) -> Variant {
    Variant::open(name, &Picks::default()).unwrap()
}

fn nodes(n: u64) -> Limits {
    Limits {
        nodes: Some(n),
        ..Limits::default()
    }
}

/// Plays the thinker's turn, every act of it checked; false if there is none.
fn play_turn(thinker: &mut Thinker, game: &mut Game, limits: &Limits) -> bool {
    let mover = game.to_move();
    let Some(thought) = thinker.think(game, limits, &mut |_| {}) else {
        return false;
    };
    for act in &thought.turn {
        assert_eq!(game.to_move(), mover, "a turn is one player's");
        game.play(*act)
            .unwrap_or_else(|refusal| panic!("{}: {refusal}", game.position()));
    }
    assert!(
        game.outcome().is_some() || game.to_move() != mover,
        "a turn is whole: {}",
        game.position()
    );
    true
}

fn random_turn(game: &mut Game, dice: &mut fastrand::Rng) {
    let mover = game.to_move();
    while game.outcome().is_none() && game.to_move() == mover {
        let acts = game.acts();
        game.play(acts[dice.usize(..acts.len())]).unwrap();
    }
}

#[test]
fn it_always_beats_chance() {
    let games = [
        ("yokai_3x4", 10, 2000),
        ("yokai_5x6", 4, 1500),
        ("mini_shogi", 6, 1500),
        ("goro_goro_plus", 4, 1500),
        ("judkins", 2, 1500),
        ("sensei", 2, 4000),
    ];
    for (name, n, limit) in games {
        let variant = open(name);
        let mut dice = fastrand::Rng::with_seed(7);
        for game_number in 0..n {
            let mut thinker = Thinker::new(&variant, 4, game_number);
            let own = Player::BOTH[game_number as usize % 2];
            let mut game = Game::new(&variant);
            for _ in 0..400 {
                if game.outcome().is_some() {
                    break;
                }
                if game.to_move() == own {
                    assert!(play_turn(&mut thinker, &mut game, &nodes(limit)));
                } else {
                    random_turn(&mut game, &mut dice);
                }
            }
            let winner = game.outcome().and_then(|it| it.winner);
            assert_eq!(
                winner,
                Some(own),
                "{name}, game {game_number}: {}",
                game.position()
            );
        }
    }
}

#[test]
fn it_plays_every_choice_of_every_variant_by_the_rules() {
    for name in koma::shipped::names() {
        let choices = open(name).choices().combinations(6);
        for made in choices {
            let picks = Picks {
                edition: None,
                sets: made,
            };
            let variant = Variant::open(name, &picks).unwrap();
            let mut thinker = Thinker::new(&variant, 1, 3);
            thinker.set_level(Level::new(2).unwrap());
            let mut game = Game::new(&variant);
            for _ in 0..24 {
                if game.outcome().is_some() || !play_turn(&mut thinker, &mut game, &nodes(150)) {
                    break;
                }
            }
        }
    }
}

/// Whether the side to act can force a win within so many turns.
fn wins_within(game: &Game, turns: u32) -> bool {
    let me = game.to_move();
    game.acts().into_iter().any(|act| {
        let mut next = game.clone();
        next.play_unchecked(act);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(me),
            None => turns > 2 && loses_within(&next, turns - 1),
        }
    })
}

fn loses_within(game: &Game, turns: u32) -> bool {
    let me = game.to_move();
    game.acts().into_iter().all(|act| {
        let mut next = game.clone();
        next.play_unchecked(act);
        match next.outcome() {
            Some(outcome) => outcome.winner == Some(me.other()),
            None => turns > 1 && wins_within(&next, turns - 1),
        }
    })
}

#[test]
fn it_finds_the_wins_that_an_exhaustive_search_proves() {
    let variant = open("yokai_3x4");
    let mut dice = fastrand::Rng::with_seed(11);
    // How many positions of each length, and how many of their wins are arrivals.
    let mut found = [0; 6];
    let mut arrivals = 0;
    while found[1] < 40 || found[3] < 40 || found[5] < 12 {
        let mut game = Game::new(&variant).without_history();
        for _ in 0..dice.usize(4..40) {
            if game.outcome().is_some() {
                break;
            }
            random_turn(&mut game, &mut dice);
        }
        if game.outcome().is_some() {
            continue;
        }
        let Some(turns) = [1, 3, 5].into_iter().find(|it| wins_within(&game, *it)) else {
            continue;
        };
        if found[turns as usize] >= 40 {
            continue;
        }
        found[turns as usize] += 1;
        let mut thinker = Thinker::new(&variant, 4, 1);
        let thought = thinker.think(&game, &nodes(60_000), &mut |_| {}).unwrap();
        let Score::Wins(claimed) = thought.score else {
            panic!("no win in {turns} seen: {} {thought:?}", game.position());
        };
        assert!(
            claimed >= turns && claimed <= turns + 2,
            "{}: a win in {turns}, said to be one in {claimed}",
            game.position()
        );
        // The turn keeps the win.
        let mut next = game.clone();
        next.play(thought.turn[0]).unwrap();
        match next.outcome() {
            Some(outcome) => {
                assert_eq!(outcome.winner, Some(game.to_move()));
                arrivals += usize::from(outcome.by() == "try");
            }
            None => assert!(loses_within(&next, claimed - 1), "{}", game.position()),
        }
    }
    assert!(arrivals > 5, "wins by arrival were among them: {arrivals}");
}

#[test]
fn the_same_seed_thinks_the_same() {
    for name in ["mini_shogi", "sensei"] {
        let variant = open(name);
        let line = |seed: u64| {
            let mut thinker = Thinker::new(&variant, 2, seed);
            thinker.set_level(Level::new(5).unwrap());
            let mut game = Game::new(&variant);
            let mut told = Vec::new();
            for _ in 0..6 {
                let thought = thinker.think(&game, &nodes(3000), &mut |_| {}).unwrap();
                for act in &thought.turn {
                    game.play(*act).unwrap();
                }
                told.push(thought);
            }
            told
        };
        assert_eq!(line(5), line(5), "{name}");
        assert_ne!(line(5), line(6), "{name}");
    }
}

#[test]
fn it_keeps_to_its_time_and_can_be_stopped() {
    for name in ["shogi", "sensei", "yokai_3x4"] {
        let variant = open(name);
        let game = Game::new(&variant);
        for threads in [1, 2] {
            let mut thinker = Thinker::new(&variant, 4, 1);
            thinker.set_threads(threads);
            for time in [0, 1, 20, 150] {
                let limits = Limits {
                    time: Some(Duration::from_millis(time)),
                    ..Limits::default()
                };
                let since = Instant::now();
                assert!(thinker.think(&game, &limits, &mut |_| {}).is_some());
                // Other tests run beside this one.
                assert!(
                    since.elapsed() < Duration::from_millis(time + 2000),
                    "{name}"
                );
            }
            let limits = Limits::default();
            let stop = limits.stop.clone();
            let clock = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(30));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            assert!(thinker.think(&game, &limits, &mut |_| {}).is_some());
            clock.join().unwrap();
        }
    }
}

#[test]
fn stronger_levels_win() {
    let variant = open("mini_shogi");
    let mut points = 0;
    for number in 0..6u64 {
        let mut game = Game::new(&variant);
        let mut dice = fastrand::Rng::with_seed(number / 2);
        random_turn(&mut game, &mut dice);
        random_turn(&mut game, &mut dice);
        let levels = [Level::new(1).unwrap(), Level::new(5).unwrap()];
        let mut players = levels.map(|level| {
            let mut thinker = Thinker::new(&variant, 2, number);
            thinker.set_level(level);
            (thinker, level.limits())
        });
        let strong = Player::BOTH[number as usize % 2];
        for _ in 0..200 {
            if game.outcome().is_some() {
                break;
            }
            let (thinker, limits) = &mut players[usize::from(game.to_move() == strong)];
            play_turn(thinker, &mut game, limits);
        }
        match game.outcome().map(|it| it.winner) {
            Some(Some(winner)) if winner == strong => points += 2,
            Some(Some(_)) => {}
            _ => points += 1,
        }
    }
    assert!(
        points >= 9,
        "level 5 has {points} of 12 points against level 1"
    );
}

#[test]
fn nothing_to_think_about_is_no_thought() {
    let variant = open("yokai_3x4");
    let mut thinker = Thinker::new(&variant, 1, 1);
    let mut game = Game::new(&variant);
    let mut dice = fastrand::Rng::with_seed(1);
    while game.outcome().is_none() {
        random_turn(&mut game, &mut dice);
    }
    assert!(thinker.think(&game, &nodes(10), &mut |_| {}).is_none());
    // Every size of board has its search.
    for size in ["4x4", "9x9", "12x12", "20x20", "36x36"] {
        let files: usize = size.split('x').next().unwrap().parse().unwrap();
        let (head, tail) = (format!("k{}", files - 1), format!("{}K", files - 1));
        let start = std::iter::once(head)
            .chain((2..files).map(|_| files.to_string()))
            .chain([tail])
            .collect::<Vec<_>>()
            .join("/");
        let text = format!(
            "koma = 1\ngame.name = \"g\"\nboard.size = \"{size}\"\nboard.turned = \"half-turn\"\n\
             board.start = \"{start}\"\nturn.play.acts = \"one of move\"\n[pieces]\n\
             king = {{ letter = \"K\", moves = \"slide any\" }}\n[end]\n\
             capture = {{ when = \"move capturing king\", result = \"own wins\" }}\n"
        );
        let variant = Variant::parse("g.toml", &text, &Picks::default())
            .unwrap_or_else(|report| panic!("{report}"));
        let mut thinker = Thinker::new(&variant, 1, 1);
        let game = Game::new(&variant);
        let thought = thinker.think(&game, &nodes(2000), &mut |_| {}).unwrap();
        assert!(game.acts().contains(&thought.turn[0]), "{size}");
    }
}
