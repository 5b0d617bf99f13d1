//! What a person sees who made a mistake: every problem code, in its smallest file, drawn as on a terminal.

use std::collections::BTreeSet;
use std::path::Path;

use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::text::{Severity, Source};
use koma::{Code, Game, Picks, Report, Variant};
use miette::{GraphicalReportHandler, GraphicalTheme};

const FOLDER: &str = "tests/cases/errors";

/// Codes that no variant file can show, and what shows them instead.
const SHOWN_ELSEWHERE: &[(Code, &str)] = &[
    (Code::UnreadableFile, "`what_is_no_text_is_told`, below"),
    (Code::FileTooLarge, "`what_is_no_text_is_told`, below"),
    (Code::BadPosition, "`a_bad_position_is_shown`, below"),
    (
        Code::RefusedAct,
        "`cli::a_refusal_names_its_rule_and_place`",
    ),
    (Code::BadRecord, "`record`, a record of a game"),
    (
        Code::ImpossiblePosition,
        "`invariants`, a position or a rulebook",
    ),
    (Code::BrokenInvariant, "`invariants`, the start in play"),
    (Code::RuleSays, "`cli::why_tells_every_rule`"),
    (Code::UnnoticedChange, "`mutate`, a rulebook file"),
];

/// Rulebooks of a shipped variant, each with one mistake.
const RULEBOOKS: &str = "tests/cases/rulebooks";

fn has_rulebook(code: Code) -> bool {
    Path::new(RULEBOOKS).join(format!("{code}.toml")).exists()
}

/// Files of the folder that show several codes, and so are not named after one.
const MIXED: &[&str] = &[
    "ten_mistakes",
    "strings",
    "words",
    "choices",
    "empty",
    "broken_toml",
];

/// Every problem of a report as it is drawn.
pub fn drawn(report: &Report) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(100);
    let mut out = String::new();
    for problem in report.diagnostics() {
        handler.render_report(&mut out, &problem).unwrap();
    }
    out.lines()
        .map(|it| format!("{}\n", it.trim_end()))
        .collect()
}

/// Every place that is spoken of lies inside its file, between characters.
#[track_caller]
pub fn spans_are_inside(report: &Report) {
    for (span, label) in report.problems.iter().flat_map(|it| it.labels()) {
        let text = &report.sources().of(*span).text;
        let (start, end) = (span.start as usize, span.end as usize);
        let inside = text.get(start..end).is_some();
        assert!(inside, "{label}: {start}..{end} of {}", text.len());
    }
}

fn check(stem: &str) -> Report {
    let name = format!("{stem}.toml");
    let path = Path::new(FOLDER).join(&name);
    if stem == "parent_cycle" {
        // A text in memory has no name by which it could be its own parent.
        return Document::open(path.to_str().unwrap()).unwrap().check();
    }
    let text = std::fs::read_to_string(path).unwrap();
    Document::of_text(&name, &text).unwrap().check()
}

#[test]
fn every_problem_is_drawn() {
    insta::glob!("../cases/errors", "*.toml", |path| {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let report = check(stem);
        spans_are_inside(&report);
        assert!(!report.problems.is_empty(), "{stem}.toml shows nothing");
        // A file with warnings loads, one with problems does not.
        let warns = Code::find(stem).is_some_and(|it| it.severity() == Severity::Warning);
        assert_eq!(report.loads(), warns, "{stem}.toml");
        if !MIXED.contains(&stem) {
            let code = Code::find(stem).unwrap_or_else(|| panic!("{stem} is no code"));
            let shown = report.problems.iter().any(|it| it.code == code);
            assert!(shown, "{stem}.toml does not show {code}:\n{report}");
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("errors", drawn(&report));
        });
    });
}

/// What is wrong with a rulebook: what cannot be read, or what does not hold.
fn check_rulebook(name: &str, text: &str) -> Report {
    let book = match Rulebook::parse(name, text) {
        Ok(book) => book,
        Err(report) => return *report,
    };
    let document = Document::open(&book.variant).unwrap();
    let mismatch = book.check_against(&document);
    match mismatch.problems.is_empty() {
        true => Replay::new(&document).all(&book),
        false => mismatch,
    }
}

#[test]
fn every_problem_of_a_rulebook_is_drawn() {
    insta::glob!("../cases/rulebooks", "*.toml", |path| {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        let report = check_rulebook(&format!("{stem}.toml"), &text);
        spans_are_inside(&report);
        let codes: Vec<&str> = report.problems.iter().map(|it| it.code.as_str()).collect();
        assert_eq!(codes, [stem], "{report}");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!("rulebooks", drawn(&report));
        });
    });
}

#[test]
fn every_code_has_its_smallest_file() {
    for code in Code::ALL {
        let file = Path::new(FOLDER).join(format!("{code}.toml"));
        let elsewhere = SHOWN_ELSEWHERE.iter().any(|it| it.0 == *code);
        let cases = [file.exists(), has_rulebook(*code), elsewhere];
        assert_eq!(
            cases.into_iter().filter(|it| *it).count(),
            1,
            "{code} needs a file in {FOLDER} or {RULEBOOKS}, or a line in SHOWN_ELSEWHERE, and one of them only"
        );
    }
}

/// What `[allow]` says with the reason is told no more: of everything, or of one thing.
#[test]
fn what_is_allowed_is_not_told() {
    for code in Code::WARNINGS {
        if *code == Code::AllowsNothing {
            continue;
        }
        let path = Path::new(FOLDER).join(format!("{code}.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        let told = Document::of_text("file.toml", &text).unwrap().check();
        let help = told.problems[0].help.clone().unwrap();
        let allow = help.split('`').rev().nth(1).unwrap();
        for allow in [allow, &format!("allow.{code} = \"it is meant so\"")] {
            let report = Document::of_text("file.toml", &format!("{allow}\n{text}"))
                .unwrap()
                .check();
            assert!(report.problems.is_empty(), "{allow}\n{report}");
        }
        Variant::parse("file.toml", &text, &Picks::default()).unwrap();
    }
}

/// Only a warning can be allowed, and only with a reason.
#[test]
fn what_cannot_be_allowed_is_told() {
    let text = std::fs::read_to_string(Path::new(FOLDER).join("endless.toml")).unwrap();
    for (allow, code, word) in [
        ("endles = \"no draw\"", Code::UnknownKey, "endless"),
        (
            "allows_nothing = \"why not\"",
            Code::UnknownKey,
            "known are",
        ),
        ("bad_size = \"why not\"", Code::UnknownKey, "known are"),
        ("endless = \" \"", Code::MissingKey, "reader"),
        ("endless = 1", Code::WrongType, ""),
        ("endless = { end = 1 }", Code::WrongType, ""),
    ] {
        let text = format!("allow.{allow}\n{text}");
        let report = Document::of_text("file.toml", &text).unwrap().check();
        assert_eq!(report.problems.len(), 1, "{allow}: {report}");
        assert_eq!(report.problems[0].code, code, "{allow}: {report}");
        let help = report.problems[0].help.clone().unwrap_or_default();
        assert!(help.contains(word), "{allow}: {help}");
    }
}

/// What is idle in one choice alone is not told; what can go wrong in one choice is.
#[test]
fn choices_are_looked_at_together() {
    let read = |stem: &str| {
        std::fs::read_to_string(Path::new(FOLDER).join(format!("{stem}.toml"))).unwrap()
    };
    let warnings = |text: &str| -> Vec<Code> {
        let report = Document::of_text("file.toml", text).unwrap().check();
        report.problems.iter().map(|it| it.code).collect()
    };
    let used =
        "[option.camp]\ndefault = \"open\"\nis.closed = { forbid.camp.act = \"move to camp\" }\n";
    assert_eq!(warnings(&(read("unused_set") + used)), []);
    let ends = "[option.draw]\ndefault = \"no\"\nis.yes = { end.again = { when = \"repeated 3 times\", result = \"draw\" } }\n";
    assert_eq!(warnings(&(read("endless") + ends)), [Code::Endless]);
    // A choice may bring its own reason.
    let uneven = "[option.start]\ndefault = \"even\"\nis.odd = { board.start = \"2k/3/1K1\", allow.one_sided = \"a handicap\" }\n";
    let even = read("unused_set").replace("squares.camp = \"last rank\"\n", "");
    assert_eq!(warnings(&(even.clone() + uneven)), []);
    let silent = uneven.replace(", allow.one_sided = \"a handicap\"", "");
    assert_eq!(warnings(&(even + &silent)), [Code::OneSided]);
}

/// Rules that are told of, and their neighbours that are not.
#[test]
fn only_what_is_certain_is_told() {
    let base = std::fs::read_to_string(Path::new(FOLDER).join("unused_set.toml")).unwrap();
    let base = base.replace("squares.camp = \"last rank\"\n", "");
    for (more, codes) in [
        (
            "end.a = { when = \"no enemy\", result = \"own wins\" }\nend.b = { when = \"no own\", result = \"enemy wins\" }",
            &[][..],
        ),
        (
            "end.a = { when = \"at least 2 own next to own king\", result = \"draw\" }\nend.b = { when = \"some own king in last rank\", result = \"own wins\" }",
            &[Code::OrderDecides],
        ),
        (
            "end.a = { when = [\"no enemy\", \"some own king\"], result = \"own wins\" }\nend.b = { when = \"no enemy\", result = \"draw\" }",
            &[],
        ),
        (
            "end.a = { when = \"at least 10 own\", result = \"own wins\" }",
            &[Code::NeverHolds],
        ),
        (
            "end.a = { when = \"at least 4 own in first rank\", result = \"own wins\" }",
            &[Code::NeverHolds],
        ),
        (
            "end.a = { when = \"own hand holds king\", result = \"own wins\" }",
            &[Code::NeverHolds],
        ),
        (
            "end.again = { after = \"repetition\", when = \"repeated 4 times\", result = \"draw\" }",
            &[Code::Shadowed],
        ),
        ("turn.later.acts = \"one of move king\"", &[Code::Shadowed]),
        (
            "forbid.a.act = \"move king to last rank\"\nforbid.b.act = \"move to ranks 2..3\"",
            &[],
        ),
        (
            "forbid.a.act = \"move to ranks 2..3\"\nforbid.b.act = \"move king to last rank\"",
            &[Code::Shadowed],
        ),
        ("promote.a.may = \"move king\"", &[Code::NeverPromotes]),
        (
            "pieces.rock = { letter = \"*\", owner = \"nobody\" }",
            &[Code::NeverArises],
        ),
        ("board.hands = \"K\"", &[Code::OneSided]),
        (
            "squares.near = \"last rank\"\nsquares.far = \"next to near\"",
            &[Code::UnusedSet, Code::UnusedSet],
        ),
        (
            "squares.near = \"last rank\"\nforbid.a.act = \"move king to enemy near\"",
            &[],
        ),
    ] {
        // One table twice is no TOML: dotted keys go on top of the file as a child of it.
        let folder = std::env::temp_dir().join(format!("koma-meaning-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("base.toml"), &base).unwrap();
        let child = folder.join("child.toml");
        std::fs::write(&child, format!("extends = \"base.toml\"\n{more}\n")).unwrap();
        let report = Document::open(child.to_str().unwrap()).unwrap().check();
        let told: Vec<Code> = report.problems.iter().map(|it| it.code).collect();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(told, codes, "{more}\n{report}");
    }
}

#[test]
fn shipped_variants_are_free_of_warnings() {
    for name in koma::shipped::names() {
        let report = Document::open(name).unwrap().check();
        assert!(report.problems.is_empty(), "{name}:\n{}", drawn(&report));
    }
}

/// The smallest file shows its own code and no echo of it.
#[test]
fn one_mistake_is_told_once() {
    for code in Code::ALL {
        if has_rulebook(*code) || SHOWN_ELSEWHERE.iter().any(|it| it.0 == *code) {
            continue;
        }
        let report = check(code.as_str());
        let others: Vec<Code> = report
            .problems
            .iter()
            .map(|it| it.code)
            .filter(|it| it != code)
            .collect();
        assert_eq!(others, [], "{code}.toml:\n{report}");
    }
}

#[test]
fn ten_mistakes_are_told_at_ten_places() {
    let report = check("ten_mistakes");
    let places: BTreeSet<String> = report
        .problems
        .iter()
        .map(|it| report.place(it).unwrap().to_string())
        .collect();
    assert_eq!(report.problems.len(), 10, "{report}");
    assert_eq!(places.len(), 10, "{report}");
    // Each mistake has a number beside it in the file, and the report keeps their order.
    let text = &report.sources().of(report.problems[0].span().unwrap()).text;
    for (i, problem) in report.problems.iter().enumerate() {
        let (line, _) = report
            .sources()
            .of(problem.span().unwrap())
            .line_column(problem.span().unwrap().start as usize);
        let line = text.lines().nth(line - 1).unwrap();
        assert!(line.contains(&format!("# {}:", i + 1)), "{line}");
    }
}

/// Everything that must be there is missed at once, not one key after the other.
#[test]
fn every_missing_key_is_told() {
    let report = Document::of_text("bare.toml", "# nothing yet\nboard = {}\n")
        .unwrap()
        .check();
    let messages: Vec<&str> = report
        .problems
        .iter()
        .map(|it| it.message.as_str())
        .collect();
    let missing = ["koma", "game", "size", "turned", "start", "pieces", "turn"]
        .map(|it| format!("`{it}` is missing"));
    for message in &missing {
        assert!(
            messages.contains(&message.as_str()),
            "{message}: {messages:?}"
        );
    }
    assert_eq!(messages.len(), missing.len());
    // At the first thing the file says, not at a comment.
    assert!(
        report
            .problems
            .iter()
            .all(|it| { report.place(it).unwrap().to_string() == "bare.toml:2:1" })
    );
}

/// Places that are far apart are drawn one by one, without all that lies between.
#[test]
fn what_lies_between_two_places_is_not_drawn() {
    let between = "# a line between\n".repeat(100);
    let text = format!(
        "koma = 1\n{between}[squares]\nking = \"rank 1\"\n{between}[pieces]\nking = {{ letter = \"K\" }}\n"
    );
    let report = Document::of_text("far.toml", &text).unwrap().check();
    let lines = drawn(&report);
    assert!(lines.contains("declared here") && lines.contains("declared again"));
    assert!(lines.matches("a line between").count() < 5, "{lines}");
}

#[test]
fn what_is_no_text_is_told() {
    let folder = std::env::temp_dir().join(format!("koma-errors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let open = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        let problem = Source::read(&path).map(|_| ()).unwrap_err();
        assert_eq!(
            Document::open(path.to_str().unwrap()).unwrap_err().problems,
            [*problem.clone()]
        );
        *problem
    };
    let broken = open("broken.toml", b"koma = 1\ngame.name = \"\xff\xfe\"\n");
    assert_eq!(broken.code, Code::UnreadableFile);
    assert!(
        broken
            .message
            .ends_with("is not UTF-8 text (first wrong byte at 22)"),
        "{}",
        broken.message
    );
    let large = open("large.toml", &[b'#'; 256 * 1024 + 1]);
    assert_eq!(large.code, Code::FileTooLarge);
    assert!(
        large.message.ends_with("is larger than 256 KiB"),
        "{}",
        large.message
    );
    let missing = Source::read(&folder.join("nowhere.toml"))
        .map(|_| ())
        .unwrap_err();
    assert_eq!(missing.code, Code::UnreadableFile);
    // A parent that is too large is the child's problem, at its own line.
    let child = folder.join("child.toml");
    std::fs::write(&child, "koma = 1\nextends = \"large.toml\"\n").unwrap();
    let report = Document::open(child.to_str().unwrap()).unwrap().check();
    assert_eq!(report.problems[0].code, Code::FileTooLarge);
    assert_eq!(
        report.sources().words(report.problems[0].span().unwrap()),
        "\"large.toml\""
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let unknown = Document::open("shoggi").unwrap_err();
    assert_eq!(
        unknown.problems[0].help.as_deref(),
        Some("did you mean `shogi`?")
    );
}

#[test]
fn a_bad_position_is_shown() {
    let variant = Variant::open("mini_shogi", &Picks::default()).unwrap();
    let report = Game::from_position(&variant, "rbsgk/4p/5/P4/KGSBR x -")
        .map(|_| ())
        .unwrap_err();
    assert_eq!(report.problems[0].code, Code::BadPosition);
    spans_are_inside(&report);
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("errors@bad_position", drawn(&report));
    });
}
