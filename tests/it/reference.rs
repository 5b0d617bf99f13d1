//! The language reference, `grammar/README.md`, and the grammar beside it: every example in them is what it says.

use std::collections::BTreeSet;

use koma::board::geometry::MAX_SIDE;
use koma::check::Document;
use koma::check::{document::SECTIONS, limits};
use koma::play::why::Why;
use koma::syntax::{Rule, RuleLanguage, lower};
use koma::{Picks, Variant};
use pest::Parser;

const REFERENCE: &str = include_str!("../../grammar/README.md");
const GRAMMAR: &str = include_str!("../../grammar/rules.pest");

/// A fenced block: its tag, its text and its line.
struct Block<'t> {
    tag: &'t str,
    text: String,
    line: usize,
}

fn blocks() -> Vec<Block<'static>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut open = false;
    for (i, line) in REFERENCE.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if open => open = false,
            Some(tag) => {
                open = true;
                let (text, line) = (String::new(), i + 2);
                found.push(Block { tag, text, line });
            }
            None if open => {
                let text = &mut found.last_mut().unwrap().text;
                *text += line;
                *text += "\n";
            }
            None => {}
        }
    }
    assert!(!open, "a block is not closed");
    found
}

/// What a tag of one-line examples stands for.
fn whole_rule(tag: &str) -> Option<Rule> {
    Some(match tag {
        "set" => Rule::whole_set,
        "moves" => Rule::whole_moves,
        "act" => Rule::whole_act,
        "turn" => Rule::whole_turn,
        "condition" => Rule::whole_condition,
        "kinds" => Rule::whole_kinds,
        "result" => Rule::whole_result,
        _ => return None,
    })
}

/// The rule strings of the one-line examples, without the remarks behind them.
fn strings() -> Vec<(Rule, String, usize)> {
    let mut found = Vec::new();
    for block in blocks() {
        if let Some(rule) = whole_rule(block.tag) {
            for (i, line) in block.text.lines().enumerate() {
                let string = line.split('#').next().unwrap().trim();
                found.push((rule, string.to_owned(), block.line + i));
            }
        }
    }
    found
}

/// Every name of the grammar's rules that occurs in the parse of a string.
fn rules_in(rule: Rule, string: &str) -> BTreeSet<String> {
    let pairs = RuleLanguage::parse(rule, string).unwrap_or_else(|error| panic!("{error}"));
    let all = pairs.flatten();
    all.map(|it| format!("{:?}", it.as_rule())).collect()
}

/// The variant of the tour: what the parts are parts of.
fn tour() -> String {
    let first = blocks().into_iter().find(|it| it.tag == "toml whole");
    first.expect("the tour").text
}

#[test]
fn every_block_is_of_a_known_sort() {
    for block in blocks() {
        let known = ["toml whole", "toml part", "position", "turns", "text"];
        assert!(
            known.contains(&block.tag) || whole_rule(block.tag).is_some(),
            "line {}: `{}` is no tag",
            block.line - 1,
            block.tag
        );
    }
}

#[test]
fn every_whole_variant_loads() {
    for block in blocks().iter().filter(|it| it.tag == "toml whole") {
        let document = Document::of_text("example.toml", &block.text).unwrap();
        let report = document.check();
        assert!(report.loads(), "line {}:\n{report}", block.line);
        Variant::of(&document, &Picks::default()).unwrap();
    }
}

#[test]
fn every_part_loads_on_top_of_the_tour() {
    let folder = std::env::temp_dir().join(format!("koma-reference-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("tour.toml"), tour()).unwrap();
    let mut n = 0;
    for block in blocks().iter().filter(|it| it.tag == "toml part") {
        let path = folder.join(format!("part-{}.toml", block.line));
        std::fs::write(&path, format!("extends = \"tour.toml\"\n{}", block.text)).unwrap();
        let document = Document::open(path.to_str().unwrap()).unwrap();
        let report = document.check();
        assert!(report.loads(), "line {}:\n{report}", block.line);
        Variant::of(&document, &Picks::default()).unwrap();
        n += 1;
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(n > 5, "parts are found");
}

#[test]
fn the_tour_plays() {
    let variant = Variant::parse("tour.toml", &tour(), &Picks::default()).unwrap();
    let mut game = koma::Game::new(&variant);
    for act in ["a2a3", "d4d3", "a3a4", "b5b4", "a4a5+", "d3d2", "R*b3"] {
        let played = game.play_text(act).map_err(|it| it.reason);
        assert!(played.is_ok(), "{act}: {played:?}");
    }
    let refusal = game.play_text("d2d1").unwrap_err();
    assert_eq!(refusal.by, "promote.camp", "{}", refusal.reason);
    assert!(game.outcome().is_none());
}

#[test]
fn the_tour_guards_its_king_whatever_promotion_asks() {
    let eager = "promote.eager = { must = \"move capturing\", pieces = \"pawn\" }\n\n[pieces]";
    let text = tour().replacen("[pieces]", eager, 1);
    let variant = Variant::parse("tour.toml", &text, &Picks::default()).unwrap();
    let game = koma::Game::from_position(&variant, "2rk/4/4/4/1K1R b -").unwrap();
    let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
    for act in &acts {
        let why = game.why(act);
        assert!(matches!(why, Why::Allowed(_)), "{act}: {why:?}");
    }
    assert_eq!(acts.len(), 9, "{acts:?}");
}

#[test]
fn positions_are_positions() {
    let whole: Vec<Variant> = blocks()
        .iter()
        .filter(|it| it.tag == "toml whole")
        .map(|it| Variant::parse("example.toml", &it.text, &Picks::default()).unwrap())
        .collect();
    for block in blocks().iter().filter(|it| it.tag == "position") {
        for line in block.text.lines() {
            let read = whole.iter().find_map(|it| {
                let setup = it.read_position(line).ok()?;
                Some(it.letters().write_position(&setup))
            });
            assert_eq!(read.as_deref(), Some(line));
        }
    }
}

#[test]
fn every_rule_string_parses_and_means_something() {
    for (rule, string, line) in strings() {
        let parsed = RuleLanguage::parse(rule, &string);
        assert!(parsed.is_ok(), "line {line}: {}", parsed.unwrap_err());
        // What the grammar takes, the lowering may still refuse: an `or` without brackets.
        let mut sources = koma::text::Sources::default();
        let quoted = format!("\"{string}\"");
        let text = koma::syntax::envelope::Value::Text(string.clone());
        let node = koma::syntax::envelope::Node {
            span: koma::text::Span::new(0, 0, quoted.len()),
            value: text,
        };
        sources.add(koma::text::Source::new("example", quoted).unwrap());
        let problem = match rule {
            Rule::whole_set => lower::set(&node, &sources).err(),
            Rule::whole_moves => lower::moves(&node, &sources).err(),
            Rule::whole_act => lower::act(&node, &sources).err(),
            Rule::whole_turn => lower::turn(&node, &sources).err(),
            Rule::whole_condition => lower::condition(&node, &sources).err(),
            Rule::whole_kinds => lower::kinds(&node, &sources).err(),
            _ => lower::result(&node, &sources).err(),
        };
        assert!(
            problem.is_none(),
            "line {line}: {}",
            problem.unwrap().message
        );
    }
}

/// The rules of the grammar in their order: name, whether silent, and the examples above it.
fn grammar() -> Vec<(String, bool, Vec<String>)> {
    let mut found = Vec::new();
    let mut examples: Vec<String> = Vec::new();
    for line in GRAMMAR.lines() {
        if let Some(doc) = line.strip_prefix("///") {
            let quoted = doc.split('`').skip(1).step_by(2);
            examples.extend(quoted.map(str::to_owned));
        } else if let Some((name, body)) = line.split_once('=') {
            let name = name.trim();
            if !name.is_empty()
                && name
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_')
            {
                let silent = body.trim_start().starts_with('_');
                found.push((name.to_owned(), silent, std::mem::take(&mut examples)));
            }
        }
    }
    found
}

#[test]
fn every_form_and_every_word_is_in_the_reference() {
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for (rule, string, _) in strings() {
        shown.extend(rules_in(rule, &string));
    }
    // A name alone is a key of the file; the rest is no form of its own.
    let apart = ["whole_name", "reserved", "kw_later"];
    for (name, silent, _) in grammar() {
        assert!(
            silent || apart.contains(&name.as_str()) || shown.contains(&name),
            "`{name}` of rules.pest is in no example of the reference"
        );
    }
}

#[test]
fn every_example_of_the_grammar_is_one() {
    let all = Rule::all_rules();
    let find = |name: &str| all.iter().find(|it| format!("{it:?}") == name);
    let mut n = 0;
    for (name, _, examples) in grammar() {
        let Some(rule) = find(&name) else {
            panic!("`{name}` is a rule of the grammar");
        };
        for example in examples {
            let parsed = RuleLanguage::parse(*rule, &example);
            let taken = parsed.map(|it| it.as_str().len());
            assert_eq!(taken.ok(), Some(example.len()), "`{example}` above {name}");
            n += 1;
        }
    }
    assert!(n > 60, "{n} examples are found");
}

#[test]
fn every_rule_of_the_grammar_has_an_example() {
    let words = GRAMMAR.find("---- words ----").unwrap();
    for (name, silent, examples) in grammar() {
        let at = GRAMMAR.find(&format!("\n{name} ")).unwrap();
        let plain = silent || name == "WHITESPACE" || at > words;
        assert!(plain || !examples.is_empty(), "{name} has no example");
    }
}

#[test]
fn every_key_is_in_the_reference() {
    let rows: Vec<&str> = REFERENCE
        .lines()
        .filter(|it| it.starts_with("| `"))
        .collect();
    let mentioned = |key: &str| {
        rows.iter().any(|row| {
            let keys = row.split('|').nth(1).unwrap();
            keys.split('`').skip(1).step_by(2).any(|it| {
                it == key || it.starts_with(&format!("{key}.")) || format!("promote.ID{it}") == key
            })
        })
    };
    for key in SECTIONS {
        assert!(mentioned(key), "`{key}` is in no table of the reference");
    }
    // What a table may hold is told to those who misspell it.
    for (table, path) in [
        ("game", "game"),
        ("board", "board"),
        ("capture", "capture"),
        ("pieces.king", "pieces.K"),
        ("turn.play", "turn.ID"),
        ("promote.camp", "promote.ID"),
        ("forbid.dead-drop", "forbid.ID"),
        ("end.mate", "end.ID"),
    ] {
        let text = format!("koma = 1\n{table}.xyzzy = 1\n");
        let report = Document::of_text("keys.toml", &text).unwrap().check();
        let problem = report
            .problems
            .iter()
            .find(|it| it.code == koma::Code::UnknownKey);
        let help = problem.and_then(|it| it.help.as_deref()).unwrap();
        let keys: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
        assert!(!keys.is_empty() && !help.contains('…'), "{help}");
        for key in keys {
            assert!(
                mentioned(&format!("{path}.{key}")),
                "`{path}.{key}` is in no table of the reference"
            );
        }
    }
}

/// Every warning is in the table, and its example has nothing left to warn of.
#[test]
fn every_warning_is_in_the_reference() {
    let (_, section) = REFERENCE.split_once("\n## Warnings").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<&str> = section.lines().filter(|it| it.starts_with("| `")).collect();
    for code in koma::Code::WARNINGS {
        let code = format!("`{code}`");
        let named = |row: &&str| row.split('|').nth(1).unwrap().contains(&code);
        assert!(rows.iter().any(named), "{code} is not in the table");
    }
    let (_, example) = section.split_once("```toml part\n").unwrap();
    let example = example.split("```").next().unwrap();
    let folder = std::env::temp_dir().join(format!("koma-warnings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("tour.toml"), tour()).unwrap();
    let path = folder.join("part.toml");
    std::fs::write(&path, format!("extends = \"tour.toml\"\n{example}")).unwrap();
    let report = Document::open(path.to_str().unwrap()).unwrap().check();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(report.problems.is_empty(), "{report}");
}

#[test]
fn every_bound_is_in_the_reference() {
    let rows: Vec<&str> = REFERENCE.lines().filter(|it| it.starts_with('|')).collect();
    for (what, most) in [
        ("a file", koma::text::source::MAX_FILE_BYTES / 1024),
        ("keys of one table", koma::syntax::envelope::MAX_KEYS),
        ("a side of the board", MAX_SIDE),
        ("layers", limits::LAYERS),
        ("kinds of piece", limits::KINDS),
        ("groups", limits::GROUPS),
        ("named sets", limits::SETS),
        (
            "rules of turn, promote, effect, forbid and end, and invariants, together",
            limits::RULES,
        ),
        ("conditions of one rule", limits::CONDITIONS),
        (
            "act patterns and `throughout` in end rules together",
            limits::END_ACTS,
        ),
        ("acts in a turn", limits::TURN_ACTS),
        ("manners of moving of one piece, `as` put in", limits::PATHS),
        ("a rule string", lower::MAX_RULE_CHARS),
        (
            "`(`, `not`, `of` and `to` in a rule string",
            lower::MAX_RULE_NESTING,
        ),
        ("parts of one set, names put in", limits::PARTS as usize),
        (
            "parts of all rules, names put in, a pattern once for each kind",
            limits::ALL_PARTS as usize,
        ),
        ("options and readings together", limits::CHOOSINGS),
        ("choices of one", limits::CHOICES),
        ("editions", limits::EDITIONS),
        ("files in a chain of `extends`", limits::PARENTS),
        (
            "combinations of choices that are checked",
            limits::COMBINATIONS,
        ),
        (
            "pieces of one kind in a hand",
            koma::board::diagram::MAX_IN_HAND as usize,
        ),
    ] {
        let row = rows
            .iter()
            .find(|it| it.starts_with(&format!("| {what} | ")));
        let most = most.to_string();
        let said = row.and_then(|it| it.split('|').nth(2));
        let number = said.and_then(|it| it.split([' ', ',']).find(|it| !it.is_empty()));
        assert_eq!(number, Some(most.as_str()), "{what}");
    }
    let rows = rows.join("\n");
    assert!(rows.contains(&format!("{} words and signs", lower::MAX_RULE_WORDS)));
    assert!(rows.contains(&format!("each at most {} times", limits::TIMES)));
}

#[test]
fn every_word_kept_for_later_is_in_the_reference() {
    let (_, body) = GRAMMAR.split_once("kw_later      =").unwrap();
    let body = &body[..body.find("~ edge").unwrap()];
    let kept: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
    assert!(!kept.is_empty());
    let (_, section) = REFERENCE.split_once("## Words kept for later").unwrap();
    let listed: Vec<&str> = section.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, kept);
}
