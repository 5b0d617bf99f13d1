//! What could be typed at a place: what the grammar allows there, found by asking the parser itself.

use std::collections::BTreeSet;

use pest::Parser;
use pest::error::InputLocation;
use serde::{Deserialize, Serialize};

use super::No;
use super::cursor::Cursor;
use super::desk::{Desk, RulesAsk, text_of};
use super::games;
use super::place::{Units, byte_of};
use koma::check::Document;
use koma::check::document::SECTIONS;
use koma::shipped;
use koma::syntax::envelope::Table;
use koma::syntax::{Rule, RuleLanguage};
use koma::text::Code;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompleteAsk {
    rules: RulesAsk,
    /// Where, in UTF-16 units.
    at: usize,
}

/// What could be typed.
#[derive(Debug, Serialize, Default)]
pub struct Completion {
    /// From where to the place it takes the room of what is there.
    from: usize,
    options: Vec<OptionData>,
}

#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct OptionData {
    label: String,
    /// What it is: `piece`, `squares`, `group`, `word`, `key`, `section`, `game`.
    detail: &'static str,
}

pub fn complete(desk: &mut Desk, ask: CompleteAsk) -> Result<Completion, No> {
    let text = text_of(&ask.rules)?;
    let at = byte_of(text, ask.at);
    let cursor = Cursor::at(text, at);
    if cursor.comment {
        return Ok(Completion::default());
    }
    let named = |names: &[String], detail| {
        let names = names.iter().map(|it| (it.clone(), detail));
        names.collect::<Vec<_>>()
    };
    let found: Vec<(String, &'static str)> = match (&cursor.string, cursor.rule()) {
        (Some((before, begin)), Some(rule)) => {
            let names = Names::of(desk, &ask.rules);
            let before = &before[..cursor.word.saturating_sub(*begin)];
            words(before, rule, &names)
        }
        (Some(_), None) => {
            let path: Vec<&str> = cursor.path.iter().map(String::as_str).collect();
            let names = Names::of(desk, &ask.rules);
            match path[..] {
                ["extends"] => shipped::names().map(|it| (it.to_owned(), "game")).collect(),
                ["pieces", _, "becomes" | "in_hand_as" | "drops_as"] => {
                    named(&names.pieces, "piece")
                }
                ["board", "turned"] => fixed(&["half-turn", "mirror"]),
                ["board", "coordinates"] => fixed(&["a1", "usi"]),
                ["capture", "to"] => fixed(&["hand"]),
                ["end", _, "for"] => fixed(&["each", "mover"]),
                ["end", _, "at"] => fixed(&["turn", "act"]),
                ["forbid", _, "breach"] => fixed(&["illegal", "loses"]),
                ["pieces", _, "owner"] => fixed(&["nobody", "players"]),
                _ => Vec::new(),
            }
        }
        (None, _) if cursor.value => Vec::new(),
        (None, _) if cursor.path.is_empty() => SECTIONS
            .iter()
            .map(|it| ((*it).to_owned(), "section"))
            .collect(),
        (None, _) => keys(text, cursor.word, at),
    };
    let mut options: Vec<OptionData> = { found.into_iter() }
        .map(|(label, detail)| OptionData { label, detail })
        .collect();
    options.sort();
    options.dedup();
    Ok(Completion {
        from: Units::of(text).at(cursor.word),
        options,
    })
}

fn fixed(words: &[&str]) -> Vec<(String, &'static str)> {
    words.iter().map(|it| ((*it).to_owned(), "word")).collect()
}

/// The names that a file gives.
#[derive(Default)]
struct Names {
    pieces: Vec<String>,
    groups: Vec<String>,
    sets: Vec<String>,
}

impl Names {
    fn of(desk: &mut Desk, ask: &RulesAsk) -> Names {
        let Ok(document) = desk.document(ask) else {
            return Names::default();
        };
        let keys = |section: &str| {
            let table: Option<&Table> = document.tree().table(section);
            table.map_or(Vec::new(), |it| it.keys().map(str::to_owned).collect())
        };
        Names {
            pieces: keys("pieces"),
            groups: keys("groups"),
            sets: keys("squares"),
        }
    }
}

/// The words and names that may follow the beginning of a rule.
fn words(before: &str, rule: Rule, names: &Names) -> Vec<(String, &'static str)> {
    let allows = |word: &str| allows(rule, before, word);
    let mut found: Vec<(String, &'static str)> = { games::all_words().into_iter() }
        .filter(|it| allows(it))
        .map(|it| (it.to_owned(), "word"))
        .collect();
    // A name that nobody has: is one allowed at all, and could a square stand here as well?
    if allows("zz-nobody") {
        let last = before.split_whitespace().last().unwrap_or("");
        let sided = matches!(last, "own" | "enemy" | "any");
        let squares = allows("a1");
        if !squares || sided {
            found.extend(names.pieces.iter().map(|it| (it.clone(), "piece")));
            found.extend(names.groups.iter().map(|it| (it.clone(), "group")));
        }
        if squares || sided {
            found.extend(names.sets.iter().map(|it| (it.clone(), "squares")));
        }
    }
    found
}

/// Whether a rule that begins so may go on with a word: then the parser complains of what comes after it, not of it.
fn allows(rule: Rule, before: &str, word: &str) -> bool {
    let text = format!("{before}{word} \u{1}");
    let end = before.len() + word.len();
    match RuleLanguage::parse(rule, &text) {
        Ok(_) => true,
        Err(error) => match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at > end,
        },
    }
}

/// The keys that a table could have at a place: what the checker says to one that it does not know.
fn keys(text: &str, word: usize, at: usize) -> Vec<(String, &'static str)> {
    const NOBODYS: &str = "zz-nobodys-key";
    let rest = &text[at..];
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let behind = rest.trim_start_matches(is_word);
    // A key that has its value already only changes its name.
    let value = match behind
        .trim_start_matches([' ', '\t'])
        .starts_with(['=', '.'])
    {
        true => "",
        false => " = 0",
    };
    let tried = format!("{}{NOBODYS}{value}{behind}", &text[..word]);
    let Ok(document) = Document::of_text("", &tried) else {
        return Vec::new();
    };
    let report = document.check();
    let about_it =
        |it: &&koma::Problem| it.code == Code::UnknownKey && it.message.contains(NOBODYS);
    let Some(problem) = report.problems.iter().find(about_it) else {
        return Vec::new();
    };
    let help = problem.help.as_deref().unwrap_or("");
    let known = help.split('`').skip(1).step_by(2);
    let known: BTreeSet<String> = known.map(str::to_owned).collect();
    known.into_iter().map(|it| (it, "key")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What could be typed at the bar of the text.
    fn at_bar(text: &str) -> Vec<String> {
        let bar = text.find('|').expect("a bar");
        let text = text.replace('|', "");
        let ask = CompleteAsk {
            at: text[..bar].encode_utf16().count(),
            rules: RulesAsk {
                text: Some(text),
                ..RulesAsk::default()
            },
        };
        let found = complete(&mut Desk::default(), ask).expect("an answer");
        found.options.into_iter().map(|it| it.label).collect()
    }

    const GAME: &str = "koma = 1\nboard.size = \"3x3\"\nsquares.camp = \"last rank\"\n[pieces]\nguard = { letter = \"G\" }\n";

    #[test]
    fn the_grammar_says_what_may_follow() {
        let with = |rest: &str| at_bar(&format!("{GAME}{rest}"));
        let movement = with("scout = { letter = \"S\", moves = \"|\" }");
        for word in ["step", "slide", "leap", "hop", "as"] {
            assert!(movement.iter().any(|it| it == word), "{movement:?}");
        }
        assert!(
            !movement.iter().any(|it| it == "forward" || it == "camp"),
            "{movement:?}"
        );
        let ways = with("scout = { letter = \"S\", moves = \"step f|\" }");
        assert!(
            ways.contains(&"forward".to_owned()) && !ways.contains(&"step".to_owned()),
            "{ways:?}"
        );
        assert_eq!(
            with("scout = { letter = \"S\", moves = \"as |\" }"),
            ["guard", "scout"]
        );
        let result = with("[end]\na = { result = \"own |\" }");
        assert_eq!(result, ["wins"]);
        let set = with("[forbid]\na = { act = \"move to |\" }");
        assert!(
            set.contains(&"camp".to_owned()) && !set.contains(&"guard".to_owned()),
            "{set:?}"
        );
        let kinds = with("[forbid]\na = { act = \"drop |\" }");
        assert!(
            kinds.contains(&"guard".to_owned()) && !kinds.contains(&"camp".to_owned()),
            "{kinds:?}"
        );
    }

    #[test]
    fn keys_are_those_of_the_checker() {
        let keys = at_bar(&format!("{GAME}scout = {{ letter = \"S\", mo| }}"));
        assert!(
            keys.contains(&"moves".to_owned()) && keys.contains(&"becomes".to_owned()),
            "{keys:?}"
        );
        let ends = at_bar(&format!("{GAME}[end]\na = {{ wh| }}"));
        assert!(ends.contains(&"when".to_owned()), "{ends:?}");
        let board = at_bar("koma = 1\nboard.si|\n");
        assert!(board.contains(&"size".to_owned()), "{board:?}");
        assert!(at_bar("ko|").contains(&"koma".to_owned()));
        assert_eq!(at_bar("# ko|"), Vec::<String>::new());
    }
}
