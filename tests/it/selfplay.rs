//! Games between opponents: the same for any number of threads, kept and gone on with, and no program from outside can
//! break anything.

use std::path::{Path, PathBuf};

use koma::{Picks, Variant};
use koma_lab::study::selfplay::{Pairing, Programme};
use serde_json::Value;

use crate::command::{Run, koma};

/// A folder of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("koma-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn run(line: &[&str]) -> Run {
    let run = koma(line);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    run
}

#[track_caller]
fn json(line: &[&str]) -> Value {
    let run = run(line);
    assert_eq!(run.status, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

const SMALL: [&str; 8] = [
    "selfplay",
    "yokai_3x4",
    "--first",
    "level:2",
    "--second",
    "nodes:150",
    "--games",
    "8",
];

#[test]
fn any_number_of_threads_plays_the_same_games() {
    let of = |threads: &str, seed: &str| {
        let more = ["--json", "--threads", threads, "--seed", seed];
        run(&[&SMALL[..], &more].concat()).stdout
    };
    let one = of("1", "5");
    assert!(one.contains("\"games\":8"), "{one}");
    assert_eq!(one, of("3", "5"));
    assert_ne!(one, of("3", "6"));
}

#[test]
fn a_run_that_broke_off_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let file = folder.file("games.jsonl");
    let whole = run(&[&SMALL[..], &["--json", "-o", &file]].concat());
    let text = read(&file);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9);
    // The fourth game was being written.
    let torn = format!("{}\n{}", lines[..4].join("\n"), &lines[4][..30]);
    for torn in [torn, text[..20].to_owned(), format!("{text}{{\"game\"")] {
        std::fs::write(&file, torn).unwrap();
        let again = run(&[&SMALL[..], &["--json", "--resume", &file]].concat());
        assert!(again.stderr.contains("is dropped"), "{}", again.stderr);
        assert_eq!(again.stdout, whole.stdout);
        assert_eq!(read(&file).lines().count(), 9);
    }
    // More games of the same run, and none at all to play.
    let more: Vec<&str> = SMALL[..7].iter().copied().chain(["10"]).collect();
    let more = json(&[&more[..], &["--json", "--resume", &file]].concat());
    assert_eq!(more["result"]["games"], 10);
    assert_eq!(read(&file).lines().count(), 11);
    let again = run(&[&SMALL[..], &["--json", "--resume", &file]].concat());
    assert_eq!(again.stdout, whole.stdout);
    // One that is not there yet is begun.
    let new = folder.file("new.jsonl");
    run(&[&SMALL[..], &["--resume", &new]].concat());
    assert_eq!(read(&new).lines().count(), 9);
}

#[test]
fn one_run_at_a_time_writes_a_file() {
    let folder = Folder::new("lock");
    let file = folder.file("games.jsonl");
    let line = |games: &'static str| {
        let players = ["--first", "random", "--second", "random", "--games", games];
        [&["selfplay", "yokai_3x4"][..], &players].concat()
    };
    // A run that goes on for longer than the other takes to notice.
    let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_koma"))
        .args(line("10000000"))
        .args(["--threads", "1", "-o", &file])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !std::fs::read_to_string(&file).is_ok_and(|it| it.lines().count() > 2) {
        std::thread::sleep(std::time::Duration::from_millis(10));
        assert!(first.try_wait().unwrap().is_none(), "it should go on");
    }
    let second = run(&[&line("2")[..], &["--resume", &file]].concat());
    assert_eq!(second.status, 2, "{}", second.stderr);
    let told = "is being written by another run";
    assert!(second.stderr.contains(told), "{}", second.stderr);
    // However the first ends, the file is free.
    first.kill().unwrap();
    first.wait().unwrap();
    let third = run(&[&line("2")[..], &["--resume", &file]].concat());
    assert_eq!(third.status, 0, "{}", third.stderr);
}

#[test]
fn a_file_of_another_run_is_refused() {
    let folder = Folder::new("foreign");
    let file = folder.file("games.jsonl");
    let begin = [
        "selfplay",
        "yokai_3x4",
        "--first",
        "random",
        "--second",
        "random",
        "--games",
        "3",
    ];
    run(&[&begin[..], &["-o", &file]].concat());
    let before = read(&file);
    let refused = |line: &[&str], why: &str| {
        let run = run(line);
        assert_eq!(run.status, 2, "{why}: {}", run.stdout);
        assert!(run.stderr.contains(why), "{why}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    };
    let with = |more: &[&'static str]| [&begin[..], more, &["--resume", &file]].concat();
    refused(&with(&["--seed", "2"]), "seed is 1 there and 2 here");
    refused(
        &with(&["--openings", "5"]),
        "openings is 2 there and 5 here",
    );
    refused(
        &with(&["--set", "try=none"]),
        "its rules or choices are not these",
    );
    refused(
        &with(&["--compare", "try"]),
        "its rules or choices are not these",
    );
    let other = [
        "selfplay",
        "mini_shogi",
        "--first",
        "random",
        "--second",
        "random",
    ];
    refused(
        &[&other[..], &["--resume", &file]].concat(),
        "variant is \"yokai_3x4\" there and \"mini_shogi\" here",
    );
    let tournament = [
        "tournament",
        "yokai_3x4",
        "random",
        "random",
        "--resume",
        &file,
    ];
    refused(&tournament, "koma is \"selfplay\" there");
    refused(&[&begin[..], &["-o", &file]].concat(), "is already there");
    assert_eq!(read(&file), before, "a refused file stays as it is");

    // What is no game of this file is not believed.
    let lines: Vec<&str> = before.lines().collect();
    let mut game: Value = serde_json::from_str(lines[1]).unwrap();
    let turns = game["turns"].as_array_mut().unwrap();
    turns.pop();
    std::fs::write(&file, format!("{}\n{game}\n{}\n", lines[0], lines[2])).unwrap();
    refused(&with(&[]), "was not played so");
    std::fs::write(&file, format!("{}\nnonsense\n{}\n", lines[0], lines[2])).unwrap();
    refused(&with(&[]), "line 2: no game");
    std::fs::write(&file, "\u{1b}[31m{}\n").unwrap();
    refused(&with(&[]), "no file of games");
    let nowhere = folder.file("no/such/folder");
    refused(&[&begin[..], &["-o", &nowhere]].concat(), "cannot write");
}

#[test]
fn choices_are_compared_from_the_same_openings() {
    let folder = Folder::new("compare");
    let (file, page) = (folder.file("games.jsonl"), folder.file("report.html"));
    let line = [
        "selfplay",
        "yokai_3x4",
        "--compare",
        "try",
        "--games",
        "12",
        "--first",
        "level:2",
        "--second",
        "level:2",
        "--json",
        "-o",
        &file,
        "--html",
        &page,
    ];
    let told = json(&line);
    let choices: Vec<&str> = told["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["choice"].as_str().unwrap())
        .collect();
    assert_eq!(
        choices,
        [
            "arrival", "standing", "survival", "always", "refused", "none"
        ]
    );
    let contrasts = told["contrasts"].as_array().unwrap();
    let tries = contrasts.iter().find(|it| it["what"] == "ends by end.try");
    let tries = tries.unwrap();
    let share = |choice: usize| tries["values"][choice]["value"].as_f64().unwrap();
    assert_eq!(
        share(5),
        0.0,
        "where nobody wins by it, nobody does: {tries}"
    );
    assert!(share(3) > share(5), "{tries}");
    for it in contrasts {
        let differences = it["differences"].as_array().unwrap();
        assert_eq!(differences.len(), 5);
        for it in differences {
            assert!(it["low"].as_f64() <= it["value"].as_f64(), "{it}");
            assert!(it["value"].as_f64() <= it["high"].as_f64(), "{it}");
        }
    }
    let mut games: Vec<Value> = read(&file)
        .lines()
        .skip(1)
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    games.sort_by_key(|it| it["game"].as_u64());
    assert_eq!(games.len(), 72);
    for round in games.chunks(6) {
        let openings: Vec<&[Value]> = round
            .iter()
            .map(|it| &it["turns"].as_array().unwrap()[..2])
            .collect();
        assert!(openings.iter().all(|it| it == &openings[0]), "{openings:?}");
    }
    self_contained(&page);
    assert!(read(&page).contains("does not hold 0"));
    let text = run(&[&line[..10], &["--resume", &file]].concat());
    assert!(
        text.stdout.contains("What the choices change"),
        "{}",
        text.stdout
    );
    let wrong = run(&["selfplay", "yokai_3x4", "--compare", "no\u{1b}thing"]);
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("there is "), "{}", wrong.stderr);
    assert!(!wrong.stderr.contains('\u{1b}'));
}

fn self_contained(path: &str) {
    let page = read(path);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"));
    for outside in ["http", "<script", "<link", "url(", "NaN", "inf"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_report_tells_of_everything() {
    let folder = Folder::new("report");
    let page = folder.file("report.html");
    let told = run(&[
        "selfplay",
        "mini_shogi",
        "--first",
        "random",
        "--second",
        "level:1",
        "--games",
        "6",
        "--html",
        &page,
    ]);
    assert_eq!(told.status, 0, "{}", told.stderr);
    for wanted in [
        "6 games, random first, level:1 second, after 2 random turns, seed 1",
        "first wins",
        "score of first",
        "mean",
        "Length in turns",
        "end.mate",
        "king (K)",
        "promotions",
        "forbid.self-check refuses",
    ] {
        assert!(told.stdout.contains(wanted), "{wanted}\n{}", told.stdout);
    }
    self_contained(&page);
}

#[test]
fn turns_of_several_acts_are_played_too() {
    let told = json(&[
        "selfplay",
        "sensei",
        "--first",
        "random",
        "--second",
        "level:1",
        "--games",
        "3",
        "--longest",
        "30",
        "--json",
    ]);
    assert_eq!(told["result"]["games"], 3);
    assert_eq!(told["result"]["faults"].as_array().unwrap().len(), 0);
}

#[test]
fn an_opening_is_the_same_whoever_asks() {
    let variant = Variant::open("mini_shogi", &Picks::default()).unwrap();
    let programme = Programme {
        variants: vec![variant],
        pairing: Pairing::RoundRobin(3),
        seed: 3,
        opening: 4,
        longest: 100,
    };
    let openings: Vec<Vec<String>> = (0..20).map(|it| programme.opening(it)).collect();
    assert!(openings.iter().all(|it| it.len() == 4));
    assert_eq!(openings[7], programme.opening(7));
    let different: std::collections::BTreeSet<_> = openings.iter().collect();
    assert!(different.len() > 15, "{openings:?}");
}

#[test]
fn a_level_beats_chance() {
    let told = json(&[
        "tournament",
        "yokai_3x4",
        "level:3",
        "random",
        "--games",
        "30",
        "--json",
    ]);
    assert_eq!(told["order"], serde_json::json!([0, 1]));
    let level = &told["players"][0];
    assert!(level["won"].as_u64().unwrap() >= 28, "{level}");
    assert!(level["score"]["low"].as_f64().unwrap() > 0.75, "{level}");
    assert_eq!(
        told["first"]["won"].as_u64().unwrap()
            + told["first"]["lost"].as_u64().unwrap()
            + told["first"]["drawn"].as_u64().unwrap(),
        30
    );
}

#[test]
fn players_that_are_none_are_refused() {
    for line in [
        &["tournament", "yokai_3x4", "random"][..],
        &["tournament", "yokai_3x4", "random", "level:11"],
        &["tournament", "yokai_3x4", "random", "usi:/no/such/program"],
        &["selfplay", "sensei", "--first", "cecp:sh"],
        &["selfplay", "yokai_3x4", "--first", "queen"],
    ] {
        let run = run(line);
        assert_eq!(run.status, 2, "{line:?}");
        assert!(!run.stderr.is_empty());
    }
}

/// The program itself, from outside.
fn itself(protocol: &str, command: &str, options: &str) -> String {
    format!(
        "{protocol}:\"{}\" {command}{options}",
        env!("CARGO_BIN_EXE_koma")
    )
}

#[test]
fn programs_from_outside_play_whole_games() {
    let usi = itself("usi", "usi mini_shogi", ",Level=2,USI_Hash=1,nodes=300");
    let cecp = itself("cecp", "xboard mini_shogi", ",depth=1");
    let folder = Folder::new("outside");
    let file = folder.file("games.jsonl");
    let line = [
        "tournament",
        "mini_shogi",
        &usi,
        &cecp,
        "random",
        "--games",
        "2",
        "--json",
        "-o",
        &file,
    ];
    let told = json(&line);
    assert_eq!(told["faults"].as_array().unwrap().len(), 0, "{told}");
    for player in &told["players"].as_array().unwrap()[..2] {
        let lost = player["against"][2]["lost"].as_u64().unwrap();
        assert_eq!(lost, 0, "chance wins: {player}");
    }
    let again = json(&[&line[..8], &["--resume", &file]].concat());
    assert_eq!(again, told);
}

#[cfg(unix)]
fn script(folder: &Folder, name: &str, on_go: &str) -> String {
    let path = folder.file(name);
    let text = format!(
        "while read -r line; do case \"$line\" in\n\
         usi) echo usiok;; isready) echo readyok;; go*) {on_go};; quit) exit 0;;\nesac; done\n"
    );
    std::fs::write(Path::new(&path), text).unwrap();
    format!("usi:sh {path}")
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_loses_and_nothing_breaks() {
    let folder = Folder::new("fakes");
    let wrong = script(&folder, "wrong", "echo 'bestmove 9i9h'");
    let noise = script(
        &folder,
        "noise",
        "printf 'info \\033[31m\\nbestmove \\033]0;x\\007\\n'",
    );
    let open = script(&folder, "open", "echo 'bestmove 1d1c,'");
    let hangs = script(&folder, "hangs", ":") + ",wait=150";
    let dies = script(&folder, "dies", "exit 3");
    let wins = script(&folder, "wins", "echo 'bestmove win'");
    let resigns = script(&folder, "resigns", "echo 'bestmove resign'");
    let deaf = "usi:sleep 5,wait=100".to_owned();
    let rude = "cecp:true,depth=1".to_owned();
    let players = [
        (&wrong, "illegal"),
        (&noise, "illegal"),
        (&open, "illegal"),
        (&hangs, "timeout"),
        (&dies, "crash"),
        (&wins, "illegal"),
        (&deaf, "timeout"),
        (&rude, "crash"),
        (&resigns, ""),
    ];
    for (player, what) in players {
        let line = ["tournament", "yokai_3x4", "random", player, "--games", "2"];
        let told = json(&[&line[..], &["--json"]].concat());
        let theirs = &told["players"][1];
        assert_eq!(theirs["lost"], 2, "{player}: {told}");
        let faults = told["faults"].as_array().unwrap();
        match what {
            "" => assert!(faults.is_empty(), "{told}"),
            what => {
                assert_eq!(theirs[what], 2, "{player}: {told}");
                assert!(
                    faults
                        .iter()
                        .all(|it| it["what"] == what && it["player"] == 1)
                );
            }
        }
    }
    let text = run(&["tournament", "yokai_3x4", "random", &noise, "--games", "2"]);
    assert!(
        text.stdout.contains("is refused by notation"),
        "{}",
        text.stdout
    );
    assert!(!text.stdout.contains('\u{1b}') && !text.stdout.contains('\u{7}'));
}
