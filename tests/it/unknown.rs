//! A value that is not known says so wherever it is shown.

use koma::Code;
use koma::check::Document;

use crate::command::koma;

const EN: &str = "figure 6, which alone shows the chasms, was not found";
const FR: &str = "la figure 6, qui seule montre les gouffres";

/// What a run prints, its line breaks taken out.
fn printed(args: &[&str]) -> String {
    let run = koma(args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let words: Vec<&str> = run.stdout.split_whitespace().collect();
    words.join(" ").replace('’', "'")
}

#[test]
fn every_output_says_so() {
    let chasms = ["--set", "setup=chasms"];
    for command in [
        &["sheet", "sensei"][..],
        &["sheet", "sensei", "--format", "html"],
        &["show", "sensei"],
        &["list"],
        &["list", "--json"],
        &["trace", "sensei"],
        &["trace", "sensei", "--format", "json"],
    ] {
        assert!(printed(command).contains(EN), "{command:?}");
    }
    for command in [
        &["sheet", "sensei"][..],
        &["show", "sensei"],
        &["show", "sensei", "--json"],
        &["play", "sensei", "--plain"],
    ] {
        let args = [command, &chasms].concat();
        assert!(printed(&args).contains(EN), "{args:?}");
    }
    for command in [&["sheet", "sensei"][..], &["list"]] {
        let args = [command, &["--lang", "fr"]].concat();
        assert!(printed(&args).contains(FR), "{args:?}");
    }
    // What the players have not chosen is no part of their game.
    assert!(!printed(&["play", "sensei", "--plain"]).contains("figure"));
}

#[test]
fn only_what_is_said_can_be_unknown() {
    for (line, code, word) in [
        (
            "unknown.board.strat = \"lost\"",
            Code::UnknownRule,
            "board.start",
        ),
        ("unknown.board.start = \" \"", Code::MissingKey, ""),
        ("unknown.board.start = 3", Code::WrongType, ""),
        (
            "names.fr.unknown.board.size = \"perdue\"",
            Code::UnknownName,
            "",
        ),
    ] {
        let text = format!("koma = 1\nextends = \"yokai_3x4\"\n{line}\n");
        let report = Document::of_text("lost.toml", &text).unwrap().check();
        assert_eq!(report.problems[0].code, code, "{line}: {report}");
        let help = report.problems[0].help.clone().unwrap_or_default();
        assert!(help.contains(word), "{line}: {help}");
    }
}
