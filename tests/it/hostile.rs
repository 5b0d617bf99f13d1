//! Texts that no person would write: refused (or taken) quickly, without a panic, and without a raw control
//! character on the way out.

use std::time::{Duration, Instant};

use koma::check::Document;
use koma::text::safe::is_unsafe;
use koma::{Code, Game, Picks, Report, Variant};

use crate::errors::{drawn, spans_are_inside};

/// The largest file that is read.
const FULL: usize = 256 * 1024;

/// No file of this size takes a second; this only tells a hang from a busy machine.
const HANG: Duration = Duration::from_secs(60);

/// A variant that loads.
const TINY: &str = r#"koma = 1
game.name      = "Tiny"
board.size     = "3x3"
board.turned   = "half-turn"
board.start    = "1k1/3/1K1"
turn.play.acts = "one of move"
pieces.king    = { letter = "K", moves = "step any" }
"#;

/// A text followed by as many lines as a file may hold.
fn filled(head: &str, line: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    for next in (0..).map(line) {
        if text.len() + next.len() > FULL {
            return text;
        }
        text += &next;
    }
    text
}

/// A text followed by so many lines.
fn lines(head: &str, n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n)
        .map(line)
        .fold(head.to_owned(), |text, it| text + &it)
}

/// Letters for many pieces: `A`, `+A`, `A~`, `+A~`, `B` …; `K` is taken.
fn letters() -> Vec<String> {
    ('A'..='Z')
        .flat_map(|it| {
            [
                format!("{it}"),
                format!("+{it}"),
                format!("{it}~"),
                format!("+{it}~"),
            ]
        })
        .filter(|it| it != "K")
        .collect()
}

/// Twelve options of twelve choices each, and a body for each choice.
fn options(body: impl Fn(usize, usize) -> String) -> String {
    lines(TINY, 12, |o| {
        let head = format!("[option.o{o}]\ndefault = \"d\"\n");
        lines(&head, 11, |c| format!("is.c{c} = {{ {} }}\n", body(o, c)))
    })
}

/// Checks and draws a text; says what it found.
#[track_caller]
fn judge(text: &str) -> Report {
    let begun = Instant::now();
    let report = match Document::of_text("hostile.toml", text) {
        Ok(document) => document.check(),
        Err(report) => *report,
    };
    spans_are_inside(&report);
    let out = drawn(&report);
    let took = begun.elapsed();
    println!(
        "{took:>8.0?} {:>7} bytes in, {:>6} out, {} problems",
        text.len(),
        out.len(),
        report.problems.len()
    );
    assert!(took < HANG, "{took:?}");
    assert!(out.len() < 1_000_000, "{} bytes to read", out.len());
    report
}

/// The text is refused, and this is the first thing said of it.
#[track_caller]
fn refused(text: &str, code: Code) {
    let report = judge(text);
    let first = report.problems.first().map(|it| it.code);
    assert_eq!(first, Some(code), "{report}");
}

#[track_caller]
fn accepted(text: &str) {
    let report = judge(text);
    assert!(report.loads(), "{report}");
}

#[test]
fn the_tiny_variant_loads() {
    accepted(TINY);
}

#[test]
fn depth() {
    let rule = |it: &str| format!("{TINY}squares.deep = \"{it}\"\n");
    refused(&rule(&"(".repeat(200_000)), Code::RuleTooLong);
    refused(&rule(&"(".repeat(2000)), Code::RuleTooLong);
    refused(&rule(&"not ".repeat(60_000)), Code::RuleTooLong);
    refused(&rule(&("not ".repeat(33) + "a1")), Code::RuleTooLong);
    refused(&rule(&"next to ".repeat(33)), Code::RuleTooLong);
    refused(&rule(&"chain of a1 from ".repeat(33)), Code::RuleTooLong);
    accepted(&rule(&("not ".repeat(32) + "a1")));
    accepted(&rule(&format!("{}a1{}", "(".repeat(32), ")".repeat(32))));
    // An early end at every depth costs no more than a whole rule.
    refused(&rule(&"(".repeat(32)), Code::RuleSyntax);
    refused(&rule(&"file of ".repeat(32)), Code::RuleSyntax);

    let top = |it: &str| format!("{TINY}{it}\n");
    refused(
        &top(&("x = ".to_owned() + &"[".repeat(200_000))),
        Code::TooMany,
    );
    refused(
        &top(&("x = ".to_owned() + &"{ a = ".repeat(40_000))),
        Code::TooMany,
    );
    refused(&top(&("a.".repeat(100_000) + "a = 1")), Code::TooMany);
    refused(&top(&format!("[{}a]", "a.".repeat(100_000))), Code::TooMany);
    refused(
        &top(&format!("[{}a]", "\"a\" . ".repeat(40_000))),
        Code::TooMany,
    );
    let dotted = "a.".repeat(32);
    let nested = format!(
        "{}1{}",
        format!("{{ {dotted}a = ").repeat(32),
        " }".repeat(32)
    );
    refused(&top(&format!("x = {nested}")), Code::UnknownKey);
}

/// Brackets and dots inside of strings and comments nest nothing.
#[test]
fn depth_is_not_counted_in_strings() {
    let row = format!("  K{}\n", " .".repeat(35));
    let empty = format!("  {}\n", ". ".repeat(36)).repeat(35);
    for quotes in ["'''", "\"\"\""] {
        let start = format!("{quotes}\n{empty}{row}{quotes} # {}", "[".repeat(50));
        accepted(
            &TINY
                .replace("3x3", "36x36")
                .replace("\"1k1/3/1K1\"", &start),
        );
    }
    let dots = format!("game.name = \"{}\"", ".".repeat(50));
    accepted(&TINY.replace("game.name      = \"Tiny\"", &dots));
    let brackets = format!("game.name = '{}'", "\\[".repeat(50));
    accepted(&TINY.replace("game.name      = \"Tiny\"", &brackets));
}

#[test]
fn size() {
    refused(&"#".repeat(300 * 1024), Code::FileTooLarge);
    accepted(&filled(TINY, |_| "# comment\n".to_owned()));
    refused(
        &format!("{TINY}squares.long = \"{}\"\n", "a".repeat(FULL - 300)),
        Code::RuleTooLong,
    );
    refused(
        &format!("{TINY}{} = 1\n", "a".repeat(FULL - 300)),
        Code::UnknownKey,
    );
    refused(
        &format!(
            "{TINY}pieces.{} = {{ letter = \"A\" }}\n",
            "É".repeat(100_000)
        ),
        Code::TomlSyntax,
    );
    refused(
        &format!(
            "{TINY}pieces.\"{}\" = {{ letter = \"A\" }}\n",
            "é".repeat(100_000)
        ),
        Code::BadName,
    );
    accepted(&format!(
        "{TINY}game.players = [\"{}\", \"b\"]\n",
        "a".repeat(FULL - 300)
    ));
    refused(
        &TINY.replace("1k1/3/1K1", &"1k1/3/1K1/".repeat(20_000)),
        Code::BadStart,
    );
    refused(
        &TINY.replace("1k1/3/1K1", &"é".repeat(100_000)),
        Code::BadStart,
    );
    accepted(&format!(
        "{TINY}board.hands = \"{}\"\n",
        "9999K".repeat(50_000)
    ));
}

#[test]
fn garbage() {
    let mut random = fastrand::Rng::with_seed(3);
    let ascii: String = (0..FULL).map(|_| char::from(random.u8(32..127))).collect();
    let printed: String = (0..FULL)
        .map(|_| char::from([b'\n', random.u8(32..127)][usize::from(random.u8(..8) != 0)]))
        .collect();
    let tokens = [
        "[", "]", "{", "}", "=", ".", ",", "\"", "'", "\n", "a", "1", "#", " ",
    ];
    let toml: String = (0..FULL)
        .map(|_| tokens[random.usize(..tokens.len())])
        .collect();
    for text in [ascii, printed, toml] {
        assert!(!judge(&text).problems.is_empty());
    }
    for line in [
        "=\n", "]\n", "[\n", "\"\n", "'\n", "''\n", "a\n", "a=\n", "{}\n", "a=[1\n", "\n",
    ] {
        assert!(!judge(&filled("", |_| line.to_owned())).problems.is_empty());
    }
    refused(&filled("", |i| format!("a{i}=[\n]]\n")), Code::TomlSyntax);
    refused(&filled(TINY, |_| "k=1\n".to_owned()), Code::TomlSyntax);
    refused(&filled(TINY, |_| "[k]\n".to_owned()), Code::TomlSyntax);
    refused(
        &filled(TINY, |i| format!("[{}a]\n", "a.".repeat(i % 31))),
        Code::TomlSyntax,
    );
    refused(&filled(TINY, |_| "[[k]]\n".to_owned()), Code::UnknownKey);
}

#[test]
fn many_keys() {
    refused(&filled(TINY, |i| format!("k{i}=1\n")), Code::TooMany);
    refused(&filled(TINY, |i| format!("k{i}=false\n")), Code::TooMany);
    refused(
        &lines(TINY, 1000, |i| format!("k{i}=1\n")),
        Code::UnknownKey,
    );
    let child = "koma = 1\nextends = \"shogi\"\n[pieces]\n";
    refused(&filled(child, |i| format!("k{i}=false\n")), Code::TooMany);
    refused(
        &lines(child, 1000, |i| format!("king{i}=false\n")),
        Code::RemovesNothing,
    );
    refused(
        &filled(TINY, |i| format!("pieces.k{i} = {{ letter = \"A\" }}\n")),
        Code::TooMany,
    );
    refused(
        &lines(TINY, 200, |i| {
            format!("pieces.k-{i} = {{ letter = \"A\" }}\n")
        }),
        Code::TooMany,
    );
    refused(
        &filled(TINY, |i| format!("squares.k-{i} = \"a1\"\n")),
        Code::TooMany,
    );
    refused(
        &lines(TINY, 300, |i| format!("squares.k-{i} = \"a1\"\n")),
        Code::TooMany,
    );
    refused(
        &lines(TINY, 300, |i| format!("groups.k-{i} = \"king\"\n")),
        Code::TooMany,
    );
    refused(
        &lines(TINY, 600, |i| format!("forbid.k{i}.act = \"pass\"\n")),
        Code::TooMany,
    );
    refused(
        &lines(TINY, 40, |i| format!("edition.k{i} = {{}}\n")),
        Code::TooMany,
    );
}

#[test]
fn many_rules() {
    let ends = format!("{TINY}[end]\n");
    let end = |i: usize, set: String| {
        format!("k{i} = {{ when = \"some {set}own\", result = \"draw\" }}\n")
    };
    accepted(&lines(&ends, 510, |i| end(i, "a1 or ".repeat(30))));
    refused(
        &lines(&ends, 510, |i| end(i, "a1 or ".repeat(75))),
        Code::TooCostly,
    );
    let named = |i: usize| {
        (0..48)
            .map(|j| format!("z{i:03}-{j} or "))
            .collect::<String>()
    };
    refused(&lines(&ends, 440, |i| end(i, named(i))), Code::UnknownSet);
    let sets = lines(&format!("{TINY}[squares]\n"), 256, |i| {
        format!("x{i:03}-y = \"a1\"\n")
    });
    let groups = lines(&format!("{sets}[groups]\n"), 256, |i| {
        format!("y{i:03}-y = \"king\"\n")
    });
    refused(
        &lines(&format!("{groups}[end]\n"), 420, |i| end(i, named(i))),
        Code::UnknownSet,
    );
    // Each follows the next.
    let after = lines(&ends, 510, |i| {
        format!(
            "k{i} = {{ after = \"k{}\", when = \"some own\", result = \"draw\" }}\n",
            i + 1
        )
    });
    accepted(&format!(
        "{after}k510 = {{ when = \"some own\", result = \"draw\" }}\n"
    ));
    refused(&after, Code::UnknownRule);
}

#[test]
fn sets_of_sets() {
    let head = format!("{TINY}[squares]\nx-0 = \"own\"\n");
    let set = |i: usize, text: String| format!("x-{} = \"{text}\"\n", i + 1);
    refused(
        &lines(&head, 255, |i| set(i, format!("x-{i} or x-{i}"))),
        Code::TooCostly,
    );
    accepted(&lines(&head, 255, |i| set(i, format!("next to x-{i}"))));
    let all = |i: usize| {
        (0..i.min(120))
            .map(|j| format!("x-{j} or "))
            .collect::<String>()
    };
    refused(
        &lines(&head, 255, |i| set(i, all(i) + "own")),
        Code::TooCostly,
    );
    let circle = format!("{TINY}[squares]\n");
    refused(
        &lines(&circle, 256, |i| {
            set(i, all(120) + &format!("x-{}", (i + 1) % 256 + 1))
        }),
        Code::SetCycle,
    );
    refused(
        &lines(&circle, 256, |i| set(i, format!("x-{}", (i + 1) % 256 + 1))),
        Code::SetCycle,
    );

    // Every piece moves as many others: without a circle, and with one.
    let letters = letters();
    let piece = |i: usize, moves: String| {
        format!(
            "pieces.x-{i} = {{ letter = \"{}\", moves = \"{moves}step any\" }}\n",
            letters[i]
        )
    };
    let others = |from: usize, to: usize| {
        (from..to)
            .map(|j| format!("as x-{j}, "))
            .collect::<String>()
    };
    accepted(&lines(TINY, letters.len(), |i| {
        piece(i, others(i.saturating_sub(90), i))
    }));
    refused(
        &lines(TINY, letters.len(), |i| piece(i, others(0, 90))),
        Code::MoveCycle,
    );
}

#[test]
fn rules_of_many_kinds() {
    let letters = letters();
    let pieces = lines(TINY, letters.len(), |i| {
        format!(
            "pieces.p-{i} = {{ letter = \"{}\", moves = \"step any\" }}\n",
            letters[i]
        )
    });
    let sets = lines(
        &format!("{pieces}[squares]\nx-0 = \"own or enemy\"\n"),
        8,
        |i| format!("x-{} = \"x-{i} or x-{i}\"\n", i + 1),
    );
    refused(
        &format!("{sets}[forbid]\nheavy.act = \"move to x-8\"\n"),
        Code::TooCostly,
    );
    accepted(&format!(
        "{sets}[forbid]\nheavy.act = \"move king to x-8\"\n"
    ));
}

#[test]
fn many_choices() {
    let end = |o: usize, c: usize| {
        format!(
            "end.r{o} = {{ when = \"at least {} own\", result = \"draw\" }}",
            c + 1
        )
    };
    accepted(&options(end));
    refused(&options(|_, c| end(0, c)), Code::ChoiceConflict);
    refused(
        &options(|o, c| {
            (0..30)
                .map(|k| format!("end.r{o}-{k}.when = \"at least {} own\"", c + 1))
                .collect::<Vec<_>>()
                .join(", ")
        }),
        Code::MissingKey,
    );
    let all = |o: usize, c: usize| {
        let others = (0..12)
            .filter(|it| *it != o)
            .map(|it| format!("o{it} = \"c{c}\""));
        format!("requires = {{ {} }}", others.collect::<Vec<_>>().join(", "))
    };
    accepted(&options(all));
    // Each choice is judged alone even in a file as large as can be.
    let large = lines(&format!("{}[end]\n", options(end)), 480, |i| {
        format!(
            "k{i} = {{ when = \"some {}own\", result = \"draw\" }} #{}\n",
            "a1 or ".repeat(38),
            "-".repeat(180)
        )
    });
    accepted(&large);
    refused(
        &large.replace(
            "at least 11 own\", result = \"draw\" } }\n[option.o11]",
            "at least 11 onw\", result = \"draw\" } }\n[option.o11]",
        ),
        Code::UnknownSet,
    );
    refused(
        &lines(TINY, 13, |i| {
            format!("[option.x{i}]\ndefault = \"a\"\nis.b = {{}}\n")
        }),
        Code::TooMany,
    );
    refused(
        &lines(&format!("{TINY}[option.x]\ndefault = \"a\"\n"), 13, |i| {
            format!("is.b{i} = {{}}\n")
        }),
        Code::TooMany,
    );
}

/// What steers a terminal or reorders a line never comes out as it went in.
#[test]
fn control_characters_stay_inside() {
    let bad = [
        '\u{1b}', '\u{7}', '\u{8}', '\0', '\r', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}',
        '\u{200f}', '\u{feff}', '\u{2028}',
    ];
    let clean = |report: &Report| {
        for text in [drawn(report), report.to_string()] {
            let raw = text.chars().find(|it| is_unsafe(*it) && *it != '\n');
            assert_eq!(raw, None, "{text:?}");
        }
    };
    for c in bad {
        let escape = format!("\\U{:08x}", c as u32);
        for text in [
            format!("{TINY}# {c}.\n"),
            format!("{TINY}x = \"{c}\"\n"),
            format!("{TINY}{c}x = 1\n"),
            format!("{TINY}\"{c}\" = 1\n"),
            // Escaped, it is no matter of TOML, and is quoted in a message.
            format!("{TINY}\"{escape}[31m\" = 1\n"),
            format!("{TINY}pieces.\"k{escape}\" = {{ letter = \"{escape}\" }}\n"),
            format!("{TINY}squares.x = \"{escape} in {escape}\"\n"),
            format!("{TINY}squares.x = \"own k{escape}\"\n"),
            format!("{TINY}extends = \"{escape}\"\n"),
            format!("{TINY}board.hands = \"{escape}\"\n"),
            format!("{TINY}board.coordinates = \"{escape}\"\n"),
            format!(
                "{TINY}end.\"{escape}\" = {{ after = \"{escape}\", when = \"some own\", result = \"draw\" }}\n"
            ),
            format!(
                "{TINY}[option.\"{escape}\"]\ndefault = \"{escape}\"\nis.\"b{escape}\" = {{ requires = {{ \"{escape}\" = \"{escape}\" }} }}\n"
            ),
            format!("{TINY}[edition]\n\"{escape}\" = {{ \"{escape}\" = \"{escape}\" }}\n"),
        ] {
            for name in ["hostile.toml".to_owned(), format!("a{c}b.toml")] {
                let report = Document::of_text(&name, &text).unwrap().check();
                assert!(!report.problems.is_empty(), "{text:?}");
                spans_are_inside(&report);
                clean(&report);
            }
        }
        clean(&Document::of_text(&format!("{c}"), &"#".repeat(FULL + 1)).unwrap_err());
        clean(&Document::open(&format!("no{c}where")).unwrap_err());
        clean(&Document::open(&format!("no{c}where.toml")).unwrap_err());
        let variant = Variant::open("mini_shogi", &Picks::default()).unwrap();
        clean(&variant.read_position(&format!("{c}")).unwrap_err());
        clean(
            &variant
                .read_position(&format!("{c}/4p/5/P4/KGSBR b -"))
                .unwrap_err(),
        );
        let picks = Picks {
            edition: Some(format!("{c}")),
            sets: Vec::new(),
        };
        clean(&Variant::open("yokai_3x4", &picks).unwrap_err());
    }
}

/// Line ends as other systems write them change nothing, not even the places.
#[test]
fn carriage_returns() {
    let text = TINY.replace("step any", "step upwards");
    let unix = Document::of_text("tiny.toml", &text).unwrap().check();
    let dos = Document::of_text("tiny.toml", &text.replace('\n', "\r\n"))
        .unwrap()
        .check();
    assert_eq!(unix.to_string(), dos.to_string());
    let rules = "\nstep upwards,\nstep any";
    let several = |end: &str| {
        let text = TINY
            .replace("\"step any\"", &format!("'''{rules}'''"))
            .replace('\n', end);
        Document::of_text("tiny.toml", &text)
            .unwrap()
            .check()
            .to_string()
    };
    assert_eq!(several("\n"), several("\r\n"));
    assert!(
        several("\n").starts_with("tiny.toml:8:6"),
        "{}",
        several("\n")
    );
}

/// One small change of a text, of the kinds that hands and editors make.
fn mutated(text: &str, random: &mut fastrand::Rng) -> String {
    const WORDS: &[&str] = &[
        "\"",
        "'''",
        "[",
        "]",
        "{",
        "}",
        "=",
        ".",
        ",",
        "(",
        ")",
        "\n",
        "\\",
        "#",
        "-1",
        "0",
        "99999999999",
        "false",
        "true",
        "own",
        "enemy",
        "any",
        "stuck",
        "origin",
        "target",
        "not",
        "next to",
        "file of",
        "chain of",
        "as",
        "step",
        "slide",
        "leap",
        "mate of",
        "cannot act",
        "repeated 2 times",
        "throughout",
        "a1",
        "last rank",
        "in",
        "except",
        "or",
        "pass",
        "drop",
        "move",
        "promoting",
        "é",
        "王",
        "\u{301}",
        "\u{1b}",
        "[pieces]",
        "[end]",
        "is.x = {}",
        "requires",
        "after = ",
        "extends = \"shogi\"\n",
        "*",
        "~",
        "+",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len().max(1)).min(bytes.len());
        let to = (at + random.usize(..12)).min(bytes.len());
        match random.u8(..6) {
            0 if at < bytes.len() => bytes[at] = random.u8(..),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let copy = bytes[at..to].to_vec();
                let there = random.usize(..=bytes.len());
                bytes.splice(there..there, copy);
            }
            3 if random.u8(..20) == 0 => bytes.truncate(at),
            4 if at < bytes.len() => bytes[at] = random.u8(32..127),
            _ => {
                let word = WORDS[random.usize(..WORDS.len())];
                bytes.splice(at..[at, to][random.usize(..2)], word.bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whatever becomes of a shipped file, it is judged, not choked on; and what is still accepted can be played.
#[test]
fn shipped_files_with_slips() {
    let rounds = match std::env::var_os("SLOW_TESTS") {
        Some(_) => 20_000,
        None => 400,
    };
    for name in koma::shipped::names() {
        let text = koma::shipped::variant(name).unwrap();
        let mut random = fastrand::Rng::with_seed(11);
        let rounds = match crate::library::has_rulebook(name) {
            true => rounds,
            false => rounds / 20,
        };
        for round in 0..rounds {
            let text = mutated(text, &mut random);
            let outcome = std::panic::catch_unwind(|| {
                let begun = Instant::now();
                let document = Document::of_text(name, &text).unwrap();
                match document.sheet(&Picks::default()) {
                    Err(report) => {
                        assert!(!report.problems.is_empty());
                        spans_are_inside(&report);
                        if round % 10 == 0 {
                            assert!(!drawn(&report).chars().any(|it| is_unsafe(it) && it != '\n'));
                        }
                    }
                    Ok(_) if round % 4 == 0 => some_turns(&document),
                    Ok(_) => {}
                }
                assert!(begun.elapsed() < HANG, "{:?}", begun.elapsed());
            });
            assert!(outcome.is_ok(), "{name}, round {round}:\n{text}");
        }
    }
}

/// Plays the first and last legal acts in turn for a while.
fn some_turns(document: &Document) {
    let variant = Variant::of(document, &Picks::default()).unwrap();
    let mut game = Game::new(&variant);
    for n in 0..12 {
        let acts = game.acts();
        let Some(act) = (if n % 2 == 0 {
            acts.first()
        } else {
            acts.last()
        }) else {
            break;
        };
        game.play(*act).unwrap();
    }
}
