//! Clauses and rules held against each other: nothing is missing in what is shipped, and what is missing is told.

use koma::Picks;
use koma::book::Rulebook;
use koma::check::Document;
use koma_lab::study::trace::{Trace, trace};
use serde_json::Value;

use crate::command::koma;
use crate::sheet::{BOOKS, assert_balanced};

fn book(name: &str) -> Rulebook {
    Rulebook::parse(name, koma::shipped::rulebook(name).unwrap()).unwrap()
}

fn traced<'a>(document: &'a Document, book: &'a Rulebook) -> Trace<'a> {
    trace(document, book, &Picks::default()).unwrap()
}

#[test]
fn nothing_is_missing_in_the_shipped_rulebooks() {
    let mut clauses = 0;
    for name in BOOKS {
        let (document, book) = (Document::open(name).unwrap(), book(name));
        let trace = traced(&document, &book);
        let missing: Vec<&str> = trace.without_rule().map(|it| &*it.clause.id).collect();
        assert!(missing.is_empty(), "{name}: no rule for {missing:?}");
        let loose: Vec<&str> = trace.without_clause().map(|it| &*it.rule.path).collect();
        assert!(loose.is_empty(), "{name}: no clause for {loose:?}");
        assert!(trace.is_whole(), "{name}");
        let known = |it: &str| book.clauses.iter().any(|clause| clause.id == it);
        for it in &trace.choices {
            let named = it.choice.clause.as_deref().unwrap_or("");
            let named = named.split(',').map(str::trim).filter(|it| !it.is_empty());
            let unknown: Vec<&str> = named.filter(|it| !known(it)).collect();
            assert!(
                unknown.is_empty(),
                "{name}: {} reads {unknown:?}",
                it.choice.name
            );
        }
        for it in trace.without_scenario() {
            assert!(it.clause.untested.is_some(), "{name}: {}", it.clause.id);
        }
        clauses += trace.clauses.len();
    }
    assert_eq!(clauses, 162);
}

#[test]
fn a_rule_whose_clause_is_gone_is_told() {
    let document = Document::open("mini_shogi").unwrap();
    let mut book = book("mini_shogi");
    let rules = ["forbid.two-pawns", "invariant.one-a-file"];
    book.clauses
        .retain(|it| it.rules.iter().all(|(it, _)| it != rules[0]));
    let trace = traced(&document, &book);
    let loose: Vec<&str> = trace.without_clause().map(|it| &*it.rule.path).collect();
    assert_eq!(loose, rules);
    assert!(!trace.is_whole());
}

/// Every kind of rule, in the file or in a choice of it, needs a clause.
#[test]
fn a_rule_that_is_added_is_told() {
    let more = [
        ("turn.more.acts = \"one of move\"", "turn.more"),
        ("promote.more.may = \"move to last rank\"", "promote.more"),
        ("forbid.more.act = \"drop king\"", "forbid.more"),
        (
            "end.more = { when = \"no own king\", result = \"enemy wins\" }",
            "end.more",
        ),
        ("squares.more = \"last rank\"", "squares.more"),
        ("invariant.more.holds = \"some own king\"", "invariant.more"),
        ("groups.more = \"king gold\"", "groups.more"),
        ("board.hands = \"P\"", "board.hands"),
        ("pieces.pawn.drops_as = \"tokin\"", "pieces.pawn.drops_as"),
        (
            "option.more = { default = \"a\", is.b = {} }",
            "option.more",
        ),
        (
            "reading.more = { clause = \"X\", default = \"a\", is.b = {} }",
            "reading.more",
        ),
        (
            "reading.stalemate.is.more = { forbid.hidden.act = \"drop king\" }",
            "forbid.hidden",
        ),
    ];
    let book = book("mini_shogi");
    for (line, path) in more {
        let text = format!("koma = 1\nextends = \"mini_shogi\"\n{line}\n");
        let document = Document::of_text("more.toml", &text).unwrap();
        let trace = traced(&document, &book);
        let loose: Vec<&str> = trace.without_clause().map(|it| &*it.rule.path).collect();
        assert_eq!(loose, [path], "{line}");
        let rule = trace.without_clause().next().unwrap();
        let place = trace.place(&rule.rule.places[0]);
        assert!(place.starts_with("more.toml:3"), "{place}");
    }
}

#[test]
fn a_clause_without_a_rule_is_told() {
    let document = Document::open("mini_shogi").unwrap();
    let mut book = book("mini_shogi");
    let id = book.clauses[5].id.clone();
    book.clauses[5].rules.clear();
    // A rule that is not there carries nothing out.
    let span = book.clauses[6].span;
    book.clauses[6].rules = vec![("forbid.nothing".to_owned(), span)];
    let other = book.clauses[6].id.clone();
    let trace = traced(&document, &book);
    let missing: Vec<&str> = trace.without_rule().map(|it| &*it.clause.id).collect();
    assert_eq!(missing, [&id, &other]);
    let unknown: Vec<&str> = trace.unknown().map(|it| it.1).collect();
    assert_eq!(unknown, ["forbid.nothing"]);
    assert!(!trace.is_whole());
}

#[test]
fn the_command_line_tells_it_too() {
    for name in BOOKS {
        let run = koma(&["trace", name, "--format", "json"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(json["version"], 1);
        assert_eq!(json["whole"], true);
        assert!(json["clauses"].as_array().unwrap().len() >= 32);
        for format in ["text", "md"] {
            let run = koma(&["trace", name, "--format", format]);
            assert_eq!(run.status, 0);
            for clause in json["clauses"].as_array().unwrap() {
                let id = clause["id"].as_str().unwrap();
                assert!(run.stdout.contains(id), "{format}: {id}");
            }
        }
        let run = koma(&["trace", name, "--format", "html"]);
        assert_eq!(run.status, 0);
        assert_balanced(&run.stdout);
    }
    assert_eq!(koma(&["trace", "shogi"]).status, 2, "it has no rulebook");
    assert_eq!(koma(&["trace", "mini_shogi", "--set", "a=b"]).status, 2);
}

#[test]
fn files_with_holes_are_told_and_written_whole() {
    let folder = std::env::temp_dir().join(format!("koma-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let text = koma::shipped::variant("mini_shogi").unwrap();
    let text = text.replace("[forbid]", "[forbid]\n\"bad\" = { act = \"drop king\" }");
    std::fs::write(path("game.toml"), text).unwrap();
    // User text is text, whatever it looks like.
    let book = koma::shipped::rulebook("mini_shogi").unwrap();
    let book = book.replacen("title    = \"", "title    = \"<script>|`", 1);
    std::fs::write(path("game.rulebook.toml"), book).unwrap();
    let (game, out) = (path("game.toml"), path("out.html"));
    std::fs::write(&out, "old").unwrap();
    let run = koma(&["trace", &game, "--format", "html", "-o", &out]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    let written = std::fs::read_to_string(&out).unwrap();
    assert_balanced(&written);
    assert!(written.contains("forbid.bad") && !written.contains("<script>"));
    let nowhere = path("no/such/out.html");
    assert_eq!(koma(&["trace", &game, "-o", &nowhere]).status, 2);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 3, "nothing is left beside the file");
    std::fs::remove_dir_all(&folder).unwrap();
}
