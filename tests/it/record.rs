//! Records of games: written, read again, and every way in which one can be wrong.

use koma::{Code, Game, Picks, Player, Report, Variant};
use koma_cli::players::thinking::Strength;
use koma_cli::terminal::clock::{Clock, Control};
use koma_cli::terminal::record::{Kept, parse, write};
use koma_cli::terminal::seats::{Seats, Sides};
use koma_cli::terminal::table::{Forfeit, Origin, Table};

use crate::command::{koma, koma_with};
use crate::errors::{drawn, spans_are_inside};

fn table(name: &str, sets: &[&str], turns: &[&str]) -> Table {
    let picks = Picks::parse(sets, None).unwrap();
    let variant = Variant::open(name, &picks).unwrap();
    let origin = Origin {
        name: name.to_owned(),
        picks,
    };
    let mut table = Table::new(origin, Game::new(&variant));
    for turn in turns {
        table.play_turn(turn).unwrap();
    }
    table
}

fn seats() -> Seats {
    Seats::of(Sides::Second, Strength::Level(3))
}

fn wrong(text: &str) -> Report {
    let Err(report) = parse("game.koma", text, false) else {
        panic!("nothing is wrong with it:\n{text}");
    };
    spans_are_inside(&report);
    *report
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut one = table(
        "sensei",
        &["mode=shizukana"],
        &["a1a2,b1b2", "a7a6", "c1c2,"],
    );
    let mut clock = Clock::new(Control::parse("5m+3s").unwrap());
    clock.run(Player::First, std::time::Duration::from_millis(1234));
    let text = write(&one, &seats(), Some(&clock));
    insta::assert_snapshot!("record", text);
    let Kept {
        table,
        seats: sat,
        clock: left,
    } = parse("game.koma", &text, false).unwrap();
    assert_eq!(table.written(), one.written());
    assert_eq!(table.game().position(), one.game().position());
    assert_eq!((sat, left), (Some(seats()), Some(clock)));
    assert_eq!(write(&table, &seats(), None), write(&one, &seats(), None));
    for forfeit in [
        Forfeit::Resigned(Player::First),
        Forfeit::OutOfTime(Player::Second),
    ] {
        one = self::table("mini_shogi", &[], &["a2a3"]);
        one.forfeit(forfeit);
        let again = parse("game.koma", &write(&one, &seats(), None), false).unwrap();
        assert_eq!(again.table.result(), one.result());
    }
}

#[test]
fn a_record_of_other_rules_is_refused() {
    let text = write(&table("mini_shogi", &[], &["a2a3"]), &seats(), None);
    let start = text.find("fingerprint = \"").unwrap() + 15;
    let other = format!("{}0000{}", &text[..start], &text[start + 4..]);
    let report = wrong(&other);
    assert_eq!(report.problems[0].code, Code::BadRecord);
    insta::assert_snapshot!("other_rules", drawn(&report));
    // It can be played by the rules of today all the same.
    let kept = parse("game.koma", &other, true).unwrap();
    assert_eq!(kept.table.written(), ["a2a3"]);
}

#[test]
fn whatever_is_wrong_is_shown_at_its_place() {
    let good = write(&table("mini_shogi", &[], &["a2a3", "e4e3"]), &seats(), None);
    let mut shown = String::new();
    for (from, to) in [
        ("\"e4e3\"", "\"e4e2\""),
        ("\"e4e3\"", "\"\\u001b[31m\""),
        ("\"e4e3\"", "7"),
        ("unfinished", "first wins by mate"),
        ("\"mini_shogi\"", "\"mini_shogu\""),
        ("rbsgk/", "rbsgkk/"),
        ("koma-record = 1", "koma-record = 2"),
        ("koma-record = 1\n", ""),
        ("stalemate = \"loss\"", "stalemate = \"win\""),
        ("level 3", "level 33"),
        ("result ", "rseult "),
        ("turns ", "turns = turns"),
        ("]", ""),
    ] {
        assert!(good.contains(from), "{from}");
        let report = wrong(&good.replacen(from, to, 1));
        shown += &format!("{from} -> {to}\n{}\n", drawn(&report));
    }
    // A turn in the middle cannot be left open.
    let good = write(
        &table("sensei", &[], &["a1a2,b1b2", "a7a6"]),
        &seats(),
        None,
    );
    let report = wrong(&good.replacen("a1a2,b1b2", "a1a2,", 1));
    shown += &drawn(&report);
    assert!(!shown.contains('\u{1b}'));
    insta::assert_snapshot!("wrong_records", shown);
}

/// Records with bytes changed, cut and doubled: always an answer, never more.
#[test]
fn hostile_records_are_answered() {
    let good = write(&table("yokai_3x4", &[], &["b2b3", "a4a3"]), &seats(), None);
    let mut dice = fastrand::Rng::with_seed(11);
    let bits = [
        "\"", "[", "]", "{", "}", "=", "#", "\n", "\u{0}", "\u{202e}", "'''", "9", ",", "\\",
    ];
    for _ in 0..2000 {
        let mut text: Vec<char> = good.chars().collect();
        for _ in 0..dice.usize(1..4) {
            let at = dice.usize(..text.len());
            let end = (at + dice.usize(..8)).min(text.len());
            let bit = bits[dice.usize(..bits.len())];
            text.splice(at..end, bit.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(report) = parse("hostile.koma", &text, true) {
            assert!(!report.problems.is_empty(), "{text}");
            spans_are_inside(&report);
        }
    }
    let many = format!(
        "koma-record = 1\nturns = [{}]\n",
        "\"a1a2\",".repeat(30_000)
    );
    wrong(&many);
    wrong(&"[".repeat(100_000));
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.koma");
    let name = file.to_str().unwrap();
    let first = koma_with(
        &["play", "sensei", "--computer", "none", "--plain"],
        &format!("save {name}\na1a2,b1b2\na7a6,\nhint\nquit\n"),
    );
    assert_eq!(first.status, 0, "{}", first.stderr);
    assert!(
        first.stdout.contains("left of the turn: 1 × move a stone"),
        "{}",
        first.stdout
    );
    let again = koma_with(&["play", "--load", name], "undo\nundo\nredo\nresign\n");
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(
        again.stdout.contains("wins by resignation"),
        "{}",
        again.stdout
    );
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("by resignation"), "{text}");
    // Only the game itself is left in the folder.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    // Other rules: refused by name, unless allowed.
    let start = text.find("fingerprint = \"").unwrap() + 15;
    let other = format!("{}0000{}", &text[..start], &text[start + 4..]);
    std::fs::write(&file, other).unwrap();
    let refused = koma(&["play", "--load", name]);
    assert_eq!(refused.status, 1);
    assert!(refused.stderr.contains("other rules"), "{}", refused.stderr);
    assert_eq!(koma(&["play", "--load", name, "--other-rules"]).status, 0);
    // A file that cannot be written is told, and the game goes on.
    let lost = koma_with(
        &[
            "play",
            "mini_shogi",
            "--record",
            "/nowhere/at/all.koma",
            "--random",
            "none",
        ],
        "a2a3\nboard\n",
    );
    assert_eq!(lost.status, 0);
    assert!(lost.stderr.contains("cannot write"), "{}", lost.stderr);
}

#[test]
fn the_clock_of_a_line_game() {
    let run = koma_with(
        &["play", "mini_shogi", "--clock", "5m+3s", "--random", "none"],
        "a2a3\n",
    );
    assert_eq!(run.status, 0);
    assert_eq!(koma(&["play", "mini_shogi", "--clock", "soon"]).status, 2);
    assert_eq!(koma(&["play", "mini_shogi", "--level", "11"]).status, 2);
    assert_eq!(koma(&["play"]).status, 2);
}

#[test]
fn the_record_of_the_reference_is_one() {
    let reference = include_str!("../../grammar/README.md");
    let (_, rest) = reference.split_once("```text\nkoma-record").unwrap();
    let text = format!("koma-record{}", rest.split("```").next().unwrap());
    let kept = parse("reference.koma", &text, false).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(kept.table.written().len(), 3);
    assert_eq!(kept.table.result_text(), "second wins by resignation");
}

#[test]
fn a_variant_beside_its_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let text = "koma = 1\nextends = \"mini_shogi\"\ngame.name = \"Mine\"\n";
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let table = table("mini_shogi", &[], &["a2a3"]);
    let text = write(&table, &seats(), None).replace("\"mini_shogi\"", "\"mine.toml\"");
    let file = folder.path().join("game.koma");
    std::fs::write(&file, text).unwrap();
    let kept = koma_cli::terminal::record::read(&file, false).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(kept.table.variant().sheet().title, "Mine");
}
