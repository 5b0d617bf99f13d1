//! `koma bench` and the ways of counting: figures are printed, never judged.

use koma::{Game, Picks, Variant};

use super::command::koma;
use super::library::has_rulebook;

#[test]
fn it_measures_counting_listing_and_games() {
    let run = koma(&[
        "bench",
        "yokai_3x4",
        "--depth",
        "4",
        "--repeat",
        "3",
        "--json",
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(value["nodes"], 976);
    assert_eq!(value["nodes_per_second"]["runs"], 3);
    assert!(value["loading_seconds"].as_f64().unwrap() > 0.0);

    let run = koma(&[
        "bench",
        "yokai_3x4",
        "--depth",
        "3",
        "--repeat",
        "2",
        "--listed",
    ]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("depth 3, 123 nodes: "),
        "{}",
        run.stdout
    );

    let run = koma(&["bench", "yokai_3x4", "--games", "--repeat", "1", "--json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let n = |name: &str| value[name].as_u64().unwrap();
    let won = |side: &str| value["won"][side].as_u64().unwrap();
    assert_eq!(
        n("games"),
        won("first") + won("second") + n("drawn") + n("unfinished")
    );
}

#[test]
fn threads_and_memory_change_no_count() {
    let plain = koma(&["perft", "mini_shogi", "4", "--divide"]);
    for extra in [
        &["--threads", "2"][..],
        &["--hash", "8"],
        &["--threads", "3", "--hash", "9"],
    ] {
        let args = [&["perft", "mini_shogi", "4", "--divide"], extra].concat();
        let run = koma(&args);
        assert_eq!((run.status, &run.stdout), (0, &plain.stdout), "{extra:?}");
    }
    let run = koma(&["perft", "mini_shogi", "5", "--hash", "8", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert!(value["hash"]["found"].as_u64().unwrap() > 0, "{value}");
}

/// A program that speaks as an engine does, and has but one answer.
#[cfg(unix)]
fn engine(nodes: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let name = format!("koma-engine-{}-{nodes}.sh", std::process::id());
    let path = std::env::temp_dir().join(name);
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Test Engine'; echo uciok;;\nisready) echo readyok;;\n\
         'go perft'*) echo 'a1a2: 1'; echo; echo 'Nodes searched: {nodes}';;\nquit) exit;;\nesac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn counts_that_differ_are_told() {
    let against = |path: &str, extra: &[&str]| {
        let args = [
            &[
                "bench",
                "yokai_3x4",
                "--depth",
                "3",
                "--repeat",
                "2",
                "--against",
                path,
            ],
            extra,
        ]
        .concat();
        koma(&args)
    };
    let (right, wrong) = (engine("123"), engine("124"));
    let run = against(right.to_str().unwrap(), &["--option", "Anything=1"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("Test Engine: depth 3, 123 nodes"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("ratio: "), "{}", run.stdout);
    let run = against(wrong.to_str().unwrap(), &[]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stderr.contains("the counts differ"), "{}", run.stderr);
    let run = against(wrong.to_str().unwrap(), &["--rates-only"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for path in [right, wrong] {
        let _ = std::fs::remove_file(path);
    }
    let run = against("no-such-engine", &[]);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("cannot start `no-such-engine`"),
        "{}",
        run.stderr
    );
    let run = against("true", &[]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("has gone away"), "{}", run.stderr);
}

/// How often memory is asked for.
fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

#[test]
fn playing_asks_for_no_memory() {
    for name in koma::shipped::names().filter(|it| has_rulebook(it) || *it == "shogi") {
        let variant = Variant::open(name, &Picks::default()).unwrap();
        let game = Game::new(&variant);
        let depth = if game.perft(1, false) < 100 { 3 } else { 1 };
        let counting = allocations(|| {
            game.perft(depth, false);
        });
        assert_eq!(counting, 0, "{name}: counting");
        let listing = allocations(|| {
            game.perft_listed(depth);
        });
        assert_eq!(listing, 0, "{name}: listing");
        // Lists and the past grow to what they need, a few times in all, however many games there are.
        let games = allocations(|| {
            game.playouts(300, 500, &mut fastrand::Rng::with_seed(5));
        });
        assert!(games < 40, "{name}: {games} times in 300 random games");
    }
}
