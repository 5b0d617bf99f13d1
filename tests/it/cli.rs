//! What a person or a program sees of the command line.

use serde_json::Value;

use crate::command::{koma, koma_with};

fn json(args: &[&str]) -> (i32, Value) {
    let run = koma(args);
    (
        run.status,
        serde_json::from_str(&run.stdout).unwrap_or_else(|it| panic!("{it}: {}", run.stdout)),
    )
}

#[test]
fn moves_tells_a_program_everything() {
    let (status, value) = json(&["moves", "yokai_3x4", "--json", "b2b3"]);
    assert_eq!(status, 0);
    assert_eq!(value["position"], "tkf/1P1/3/FKT w P");
    assert_eq!(value["to_move"], "second");
    assert_eq!(
        value["acts"],
        serde_json::json!(["a4a3", "b4a3", "b4b3", "b4c3", "c4b3"])
    );
    assert!(value["outcome"].is_null());
    let (_, value) = json(&[
        "moves",
        "yokai_3x4",
        "--json",
        "--position",
        "1k1/1T1/3/K2 b -",
        "b3b4",
    ]);
    assert_eq!(
        value["outcome"],
        serde_json::json!({ "result": "win", "winner": "first", "by": "capture" })
    );
    assert_eq!(value["acts"], serde_json::json!([]));
}

#[test]
fn a_refusal_names_its_rule_and_place() {
    let args = [
        "moves",
        "yokai_5x6",
        "--position",
        "4k/5/5/2P2/5/K4 b P",
        "P*c5",
    ];
    let run = koma(&args);
    assert_eq!(run.status, 1);
    assert!(
        run.stderr.contains("forbid.two-kodama") && run.stderr.contains("yokai_5x6.toml:"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("drop kodama to file of own kodama"),
        "{}",
        run.stderr
    );
    let (status, value) = json(&["moves", "yokai_5x6", "--json", "b1b2", "nonsense"]);
    assert_eq!(
        (status, &value["refused"]["by"]),
        (1, &Value::from("notation"))
    );
    assert_eq!(value["refused"]["turn"], "nonsense");
}

#[test]
fn turns_of_several_acts_stay_open_with_a_comma() {
    let (_, value) = json(&["moves", "sensei", "--json", "a1a4,Cd1c1,"]);
    assert_eq!(value["to_move"], "first");
    let acts: Vec<&str> = value["acts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect();
    assert!(
        acts.contains(&"end")
            && acts.contains(&"d1d2")
            && !acts.iter().any(|it| it.starts_with('C'))
    );
    let (_, value) = json(&["moves", "sensei", "--json", "a1a4,Cd1c1,", "end"]);
    assert_eq!(value["to_move"], "second");
    let (status, value) = json(&["moves", "sensei", "--json", "a1a4,a4a5,a5a6"]);
    assert_eq!(
        (status, &value["refused"]["by"]),
        (1, &Value::from("turn.play"))
    );
}

#[test]
fn chasms_come_with_the_position() {
    let position = "--position=sss(sc)sss/7/7/3*3/7/3S3/SSS(SC)1SS b -";
    assert_eq!(koma(&["moves", "sensei", position, "d2d4"]).status, 1);
    assert_eq!(koma(&["moves", "sensei", position, "d2d3"]).status, 0);
}

#[test]
fn three_lines_change_one_rule() {
    let path = std::env::temp_dir().join(format!("koma-three-lines-{}.toml", std::process::id()));
    std::fs::write(&path, "koma = 1\nextends = \"sensei\"\nturn.play.acts = \"any of move stone once, move character once\"\n")
        .unwrap();
    let file = path.to_str().unwrap();
    assert_eq!(koma(&["moves", "sensei", "a1a2,a2a3"]).status, 0);
    let run = koma(&["moves", file, "--json", "a1a2,a2a3"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("turn.play"), "{}", run.stdout);
    assert_eq!(koma(&["moves", file, "a1a2,Cd1c1"]).status, 0);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn perft_counts_every_depth() {
    let (_, value) = json(&["perft", "mini_shogi", "4", "--json"]);
    assert_eq!(value["nodes"], 35401);
    assert_eq!(value["counts"], serde_json::json!([14, 181, 2512, 35401]));
    assert!(value["seconds"].is_number());
    let run = koma(&["perft", "yokai_3x4", "3", "--divide"]);
    assert!(run.stdout.ends_with("1 4\n2 17\n3 123\n"), "{}", run.stdout);
    // Rules of history end games only when they are asked for.
    let start = "--position=k2/3/3/K2 b -";
    let free = koma(&["perft", "yokai_3x4", "--set=try=none", start, "9"]).stdout;
    let judged = koma(&[
        "perft",
        "yokai_3x4",
        "--set=try=none",
        start,
        "9",
        "--history",
    ])
    .stdout;
    assert_ne!(free, judged);
}

#[test]
fn exit_status_tells_no_from_wrong_usage() {
    for args in [
        &["moves", "no_such_variant"][..],
        &["moves", "yokai_3x4", "--set", "try=sometimes"],
        &["moves", "yokai_3x4", "--set", "try"],
        &["moves", "yokai_3x4@klingon"],
        &["moves", "yokai_3x4", "--position", "nonsense"],
        &[
            "moves",
            "sensei",
            "--set",
            "setup=exchanged",
            "--set",
            "mode=arashi",
        ],
        &["perft", "yokai_3x4", "many"],
        &["explain", "no_such_code"],
        &["frobnicate"],
    ] {
        let run = koma(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.stderr);
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
    assert_eq!(koma(&["check", "no_such_file.toml"]).status, 1);
    assert_eq!(
        koma(&["check", "tests/cases/errors/ten_mistakes.toml"]).status,
        1
    );
    assert_eq!(
        koma(&["check", "yokai_3x4", "variants/sensei.rulebook.toml"]).status,
        0
    );
}

#[test]
fn warnings_are_no_problems() {
    let file = "tests/cases/errors/unused_set.toml";
    let run = koma(&["check", file]);
    assert_eq!(run.status, 0);
    assert!(run.stdout.contains("no problems; 1 warning"));
    assert!(run.stderr.contains("unused_set"), "{}", run.stderr);
    let (status, value) = json(&["check", "--json", file]);
    assert_eq!((status, &value["fine"]), (0, &Value::from(true)));
    let problem = &value["files"][0]["problems"][0];
    assert_eq!(problem["code"], "unused_set");
    assert_eq!(problem["severity"], "warning");
    let (_, value) = json(&["check", "--json", "tests/cases/errors/ten_mistakes.toml"]);
    assert_eq!(value["files"][0]["problems"][0]["severity"], "error");
}

#[test]
fn check_is_data_when_asked() {
    let (status, value) = json(&["check", "--json", "tests/cases/errors/ten_mistakes.toml"]);
    assert_eq!(status, 1);
    let problems = value["files"][0]["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 10);
    for it in problems {
        assert!(
            it["code"].is_string() && it["places"][0]["line"].is_number(),
            "{it}"
        );
    }
}

#[test]
fn a_typed_game_can_be_won() {
    let moves = "hint\nwhy\nb1b4\nwhy\nnonsense\nundo\nb3b4\n";
    let run = koma_with(
        &[
            "play",
            "yokai_3x4",
            "--random",
            "none",
            "--position",
            "1k1/1T1/3/K2 b -",
        ],
        moves,
    );
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("wins by capture (end.capture)"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr.contains("nothing was refused yet") && run.stderr.contains("turn.play"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("yokai_3x4.toml:"), "{}", run.stdout);
}

#[test]
fn why_tells_every_rule() {
    let said = |args: &[&str]| koma(args).stdout;
    let two = said(&[
        "why",
        "yokai_5x6",
        "--position",
        "4k/5/5/2P2/5/K4 b P",
        "P*c5",
    ]);
    assert!(
        two.contains("forbid.two-kodama")
            && two.contains("own kodama on c3")
            && two.contains("Y56-23"),
        "{two}"
    );
    let mate = said(&[
        "why",
        "mini_shogi",
        "--position",
        "kg2R/5/1S3/5/4K b P",
        "P*a4",
    ]);
    assert!(
        mate.contains("forbid.drop-mate") && mate.contains("MS-31"),
        "{mate}"
    );
    assert!(
        mate.contains("b5a4 (gold) is no answer: own rook on e5 would attack enemy king on a5"),
        "{mate}"
    );
    // Two rules refuse this one: the file holds a pawn, and a pawn there could never move.
    let both = said(&[
        "why",
        "mini_shogi",
        "--position",
        "4k/5/5/P4/K4 b P",
        "P*a5",
    ]);
    assert!(
        both.contains("refused by 2 rules") && both.contains("forbid.dead-drop"),
        "{both}"
    );
    assert!(
        both.contains("forbid.two-pawns") && both.contains("own pawn on a2"),
        "{both}"
    );
    let fine = said(&["why", "yokai_3x4", "--position", "1k1/1T1/3/K2 b -", "b3b4"]);
    assert!(
        fine.contains("pieces.tanuki.moves") && fine.contains("end.capture"),
        "{fine}"
    );
    let over = koma(&[
        "why",
        "yokai_5x6",
        "--position",
        "2kgs/1+S3/S1gS1/Pgp2/1p1G1/+p1K2 w 2P",
    ]);
    assert!(
        over.status == 0 && over.stdout.contains("end.mate"),
        "{}",
        over.stdout
    );
    let (status, value) = json(&["why", "sensei", "--json", "a1a2,Cd1c1,c1c2"]);
    assert_eq!(
        (status, &value["rules"][0]["by"]),
        (1, &Value::from("forbid.carrying"))
    );
    assert_eq!(value["rules"][0]["squares"], serde_json::json!(["c1"]));
    assert_eq!(koma(&["why", "yokai_3x4"]).status, 2);
    assert_eq!(koma(&["why", "yokai_3x4", "nonsense"]).status, 1);
}

#[test]
fn random_games_are_the_same_for_the_same_seed() {
    let game =
        |seed: &str| koma(&["play", "mini_shogi", "--random", "both", "--seed", seed]).stdout;
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
    assert!(game("7").trim_end().ends_with(')'));
    // The end of the input ends a game that waits for a person.
    assert_eq!(koma(&["play", "sensei"]).status, 0);
}

#[test]
fn a_new_file_plays_and_is_not_overwritten() {
    let path = std::env::temp_dir().join(format!("koma-new-{}.toml", std::process::id()));
    let file = path.to_str().unwrap();
    assert_eq!(koma(&["new", file]).status, 0);
    assert_eq!(koma(&["check", file]).status, 0);
    assert_eq!(koma(&["perft", file, "2"]).status, 0);
    assert_eq!(koma(&["new", file]).status, 2);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn help_list_explain_and_completions_speak() {
    for args in [
        &["--help"][..],
        &["help", "moves"],
        &["list"],
        &["explain"],
        &["completions", "bash"],
    ] {
        let run = koma(args);
        assert_eq!(run.status, 0, "{args:?}");
        assert!(run.stdout.len() > 100, "{args:?}");
    }
    for code in koma::Code::ALL {
        let run = koma(&["explain", code.as_str()]);
        assert!(run.status == 0 && run.stdout.contains("Example:"), "{code}");
    }
    let (_, value) = json(&["list", "--json"]);
    assert_eq!(
        value["variants"].as_array().unwrap().len(),
        koma::shipped::names().count()
    );
}

#[test]
fn nothing_raw_reaches_the_terminal() {
    for args in [
        &["moves", "a\u{1b}[31mb"][..],
        &["moves", "mini_shogi", "a\u{1b}[31mb\u{9b}\u{202e}"],
        &["moves", "mini_shogi", "--position", "\u{1b}]0;x\u{7} b -"],
        &["moves", "mini_shogi", "--set", "\u{1b}[2J=\u{7}"],
        &["explain", "\u{1b}c"],
        &["check", "\u{1b}[31m.toml"],
    ] {
        let run = koma(args);
        assert_ne!(run.status, 0, "{args:?}");
        let said = run.stdout + &run.stderr;
        assert!(
            !said
                .chars()
                .any(|c| c != '\n' && koma::text::safe::is_unsafe(c)),
            "{args:?}: {said:?}"
        );
    }
}

#[test]
fn the_list_tells_the_variants_apart() {
    for language in ["en", "fr"] {
        let run = koma(&["list", "--lang", language]);
        let is_variant = |it: &&str| it.starts_with("  ") && !it.starts_with("   ");
        let lines: Vec<&str> = run.stdout.lines().filter(is_variant).collect();
        assert_eq!(lines.len(), koma::shipped::names().count());
        let mut said: Vec<&str> = Vec::new();
        for line in lines {
            assert!(line.chars().count() <= 110, "too long: {line}");
            let (_, about) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
            assert!(!said.contains(&about), "said of another game too: {line}");
            said.push(about);
        }
    }
    let run = koma(&["list"]);
    assert!(
        run.stdout
            .starts_with("With their rulebooks\n  mini_shogi ")
    );
}
