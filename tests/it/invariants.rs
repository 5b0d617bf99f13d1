//! What is so whenever a turn begins: asked of the start, of loaded positions, of scenarios and of random games.

use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::play::possible::check_start;
use koma::{Code, Game, Picks, Variant};
use koma_lab::study::Fingerprint;
use koma_lab::study::invariants::kept;

use crate::command::koma;

/// Two kings and two pawns on a small board; pawns step and are dropped anywhere.
fn small(more: &str) -> String {
    format!(
        "koma = 1\ngame.name = \"Small\"\nboard.size = \"3x4\"\nboard.turned = \"half-turn\"\n\
         board.start = \"1kp/3/3/PK1\"\nturn.play.acts = \"one of move, drop\"\ncapture.to = \"hand\"\n\
         [pieces]\nking = {{ letter = \"K\", moves = \"step any\" }}\n\
         pawn = {{ letter = \"P\", moves = \"step any\" }}\n\
         [end]\ntaken = {{ when = \"move capturing king\", result = \"own wins\" }}\n[invariant]\n{more}\n"
    )
}

fn variant(more: &str) -> Variant {
    Variant::parse("small.toml", &small(more), &Picks::default()).unwrap()
}

fn broken(variant: &Variant, position: &str) -> Vec<String> {
    let game = Game::from_position(variant, position).unwrap();
    game.impossible().into_iter().map(|it| it.by).collect()
}

#[test]
fn a_loaded_position_is_asked() {
    let each = variant("apart.holds = \"no own pawn next to own king\"");
    assert_eq!(broken(&each, "k1p/3/3/P1K b -"), [""; 0]);
    // For each player, whoever is to move.
    for position in ["kp1/3/3/P1K b -", "kp1/3/3/P1K w -", "k1p/3/3/1PK w -"] {
        assert_eq!(broken(&each, position), ["invariant.apart"], "{position}");
    }
    let mover = variant("apart = { for = \"mover\", holds = \"no own pawn next to own king\" }");
    assert_eq!(broken(&mover, "kp1/3/3/P1K b -"), ["invariant.apart"]);
    assert_eq!(broken(&mover, "kp1/3/3/P1K w -"), [""; 0]);
}

/// A game that is over has no turn that begins.
#[test]
fn a_finished_game_is_not_asked() {
    let it = variant("both.holds = \"some own king\"");
    let mut game = Game::from_position(&it, "1k1/1K1/3/P2 b -").unwrap();
    game.play_text("b3b4").unwrap();
    assert!(game.outcome().is_some() && game.broken().is_empty());
}

#[test]
fn more_than_the_start_has_cannot_be() {
    let it = variant("");
    assert_eq!(broken(&it, "1kp/3/3/PK1 b -"), [""; 0]);
    assert_eq!(
        broken(&it, "1k1/3/3/1K1 b -"),
        [""; 0],
        "fewer are a diagram"
    );
    assert_eq!(broken(&it, "1kp/3/3/PK1 b P"), ["board.start"]);
    assert_eq!(
        broken(&it, "kkp/3/3/P2 b -"),
        [""; 0],
        "captured and dropped"
    );
    let text = small("").replace("capture.to = \"hand\"\n", "");
    let it = Variant::parse("small.toml", &text, &Picks::default()).unwrap();
    assert_eq!(
        broken(&it, "kkp/3/3/P2 b -"),
        ["board.start"],
        "nobody changes sides"
    );
    // Faces of one piece are counted together.
    let shogi = Variant::open("shogi", &Picks::default()).unwrap();
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b";
    assert_eq!(broken(&shogi, &format!("{kings} 2R")), [""; 0]);
    let three = "4k4/8+R/9/9/9/9/9/9/4K4 b 2R";
    assert_eq!(broken(&shogi, three), ["board.start"]);
}

#[test]
fn what_no_turn_can_leave_cannot_be() {
    let shogi = Variant::open("shogi", &Picks::default()).unwrap();
    let found = broken(&shogi, "4k4/9/9/4R4/9/9/9/9/4K4 b -");
    assert_eq!(found, ["forbid.self-check"]);
}

#[test]
fn a_piece_that_is_another_in_hand_is_refused_there() {
    for (name, position, word) in [
        (
            "yokai_3x4",
            "k2/3/3/K2 b +P",
            "`+P` is never in a hand: there it is `P`",
        ),
        (
            "yokai_5x6",
            "4k/5/5/5/5/K4 w 2+s",
            "`+S` is never in a hand: there it is `S`",
        ),
        (
            "mini_shogi",
            "k4/5/5/5/4K b R+R",
            "`+R` is never in a hand: there it is `R`",
        ),
    ] {
        let it = Variant::open(name, &Picks::default()).unwrap();
        let report = Game::from_position(&it, position).unwrap_err();
        assert_eq!(report.problems[0].code, Code::BadPosition);
        assert_eq!(report.problems[0].message, word);
    }
    // The start's hands too.
    let text = "koma = 1\nextends = \"yokai_3x4\"\nboard.hands = \"+P\"\n";
    let report = Document::of_text("hands.toml", text).unwrap().check();
    assert_eq!(report.problems[0].code, Code::BadStart);
}

#[test]
fn the_command_line_warns_and_goes_on() {
    let run = koma(&["moves", "yokai_5x6", "--position", "4k/5/2P2/2P2/5/K4 b -"]);
    assert_eq!(run.status, 0);
    assert!(run.stderr.contains("impossible_position"), "{}", run.stderr);
    assert!(
        run.stderr.contains("invariant.one-a-file"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("acts "), "{}", run.stdout);
    let run = koma(&["moves", "yokai_5x6", "--position", "4k/5/2P2/5/5/K4 b -"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let run = koma(&[
        "moves",
        "yokai_3x4",
        "--position",
        "k2/3/3/K2 b +P",
        "+P*b2",
    ]);
    assert_eq!(run.status, 2, "{}", run.stdout);
}

#[test]
fn the_start_is_asked_in_every_choice() {
    let more = "few.holds = \"at most 1 own pawn\"\n[option.pawns]\ndefault = \"one\"\n\
                is.two = { board.start = \"pkp/3/3/PKP\" }";
    let document = Document::of_text("small.toml", &small(more)).unwrap();
    assert!(document.sheet(&Picks::default()).is_ok());
    let report = check_start(&document);
    let codes: Vec<Code> = report.problems.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::BrokenInvariant], "{report}");
    assert!(
        check_start(&Document::open("sensei").unwrap())
            .problems
            .is_empty()
    );
}

/// A scenario whose turns lead out of an invariant fails; one that begins outside is told, and may say so itself.
#[test]
fn scenarios_are_asked() {
    let document = Document::of_text(
        "small.toml",
        &small("few.holds = \"no own pawn in last rank\""),
    )
    .unwrap();
    let book = |scenario: &str| {
        let text = format!(
            "rulebook = 1\nvariant = \"small\"\ntitle = \"Small\"\n[[clause]]\nid = \"1\"\nsays = \"…\"\n\
             rules = [\"invariant.few\"]\n[[clause.scenario]]\n{scenario}\n"
        );
        Rulebook::parse("small.rulebook.toml", &text).unwrap()
    };
    let told = |scenario: &str| -> Vec<Code> {
        let report = Replay::new(&document).all(&book(scenario));
        report.problems.iter().map(|it| it.code).collect()
    };
    let (near, far) = (
        "position = \"1k1/P2/3/1K1 b -\"",
        "position = \"Pk1/3/3/1K1 b -\"",
    );
    assert_eq!(told(&format!("{near}\nplay = \"a3a2\"\nlegal = true")), []);
    let leads = told(&format!("{near}\nplay = \"a3a4\"\nlegal = true"));
    assert_eq!(leads, [Code::ScenarioFailed]);
    let begins = told(&format!("{far}\nplay = \"b1b2\"\nlegal = true"));
    assert_eq!(begins, [Code::ImpossiblePosition]);
    assert_eq!(told(&format!("{far}\nimpossible = \"invariant.few\"")), []);
    let other = told(&format!("{far}\nimpossible = \"board.start\""));
    assert_eq!(other, [Code::ScenarioFailed]);
    let sound = told(&format!("{near}\nimpossible = \"invariant.few\""));
    assert_eq!(sound, [Code::ScenarioFailed]);
}

#[test]
fn random_games_ask_and_show_a_game() {
    let it = variant("few.holds = \"no own pawn in last rank\"");
    let found = kept(&it, 20, 1);
    assert_eq!(found.broken.len(), 1, "{found:?}");
    let mut game = Game::new(&it);
    for turn in &found.broken[0].turns {
        assert!(game.broken().is_empty());
        game.play_turn(turn).unwrap();
    }
    let shown = (found.broken[0].rule, found.broken[0].player);
    assert_eq!(game.broken(), [shown]);
    assert_eq!(found, kept(&it, 20, 1), "the same seed, the same answer");
}

#[test]
fn the_invariants_of_the_shipped_variants_hold() {
    for name in crate::sheet::BOOKS {
        let document = Document::open(name).unwrap();
        let combinations = document.choices.combinations(64);
        let games = 120 / combinations.len() as u32 + 1;
        for sets in combinations {
            let picks = Picks {
                edition: None,
                sets,
            };
            let it = Variant::of(&document, &picks).unwrap();
            assert!(!it.sheet().invariants.is_empty());
            let found = kept(&it, games, 7);
            assert!(found.broken.is_empty(), "{name} {picks:?}: {found:?}");
            assert!(found.positions > 20);
        }
    }
}

#[test]
fn commands_that_play_tell_it() {
    let path = format!("{}/invariant.toml", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, small("few.holds = \"no own pawn in last rank\"")).unwrap();
    let run = koma(&["cover", &path, "--games", "20"]);
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(
        run.stdout.contains("broken  invariant.few"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("0 of 1 invariants hold"),
        "{}",
        run.stdout
    );
    let run = koma(&["trace", "yokai_5x6"]);
    assert_eq!(run.status, 0);
    assert!(
        run.stdout.contains("invariant.one-a-file"),
        "{}",
        run.stdout
    );
    std::fs::write(&path, small("few.holds = \"at most 0 own pawn\"")).unwrap();
    let run = koma(&["check", &path]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("broken_invariant"), "{}", run.stderr);
}

/// It is a claim about the rules, and none of them.
#[test]
fn the_game_is_the_same_without_it() {
    let one = Fingerprint::of(variant("").sheet());
    assert_eq!(
        one,
        Fingerprint::of(variant("few.holds = \"some own\"").sheet())
    );
}

#[test]
fn what_cannot_be_asked_is_told() {
    for (more, code) in [
        ("a.holds = \"repeated 3 times\"", Code::ConditionNotHere),
        ("a.holds = \"enemy cannot act\"", Code::ConditionNotHere),
        ("a.holds = \"move king\"", Code::ConditionNotHere),
        ("a.holds = \"some target\"", Code::NoActHere),
        ("a.for = \"each\"", Code::MissingKey),
        (
            "a = { holds = \"some own\", for = \"enemy\" }",
            Code::UnknownWord,
        ),
        ("a = { hold = \"some own\" }", Code::UnknownKey),
    ] {
        let report = Document::of_text("small.toml", &small(more))
            .unwrap()
            .check();
        assert_eq!(report.problems[0].code, code, "{more}: {report}");
    }
}
