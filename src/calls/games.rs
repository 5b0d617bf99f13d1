//! The shipped games and their texts, and the words of the language.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, Lang};
use koma::check::Document;
use koma::say::Language;
use koma::shipped;
use koma::syntax::Rule;
use koma::syntax::spoken::{spelt, spoken};
use koma::text::safe;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesAsk {
    #[serde(default)]
    lang: Lang,
}

/// A shipped game.
#[derive(Debug, Serialize)]
pub struct GameData {
    name: &'static str,
    title: String,
    /// What it is like, in a line.
    about: Option<String>,
    /// The games that it is listed with.
    family: Option<String>,
    /// The board: `9x9`.
    size: Option<String>,
    /// It comes with its rulebook, clause by clause.
    rulebook: bool,
}

pub fn games(_: &mut Desk, ask: GamesAsk) -> Result<Vec<GameData>, No> {
    let language: Language = ask.lang.into();
    let games = shipped::names().filter_map(|name| {
        let document = Document::open(name).ok()?;
        let told = |path: &str| document.told(language.code(), path).map(safe::line);
        Some(GameData {
            name,
            title: told("game.name").unwrap_or_default(),
            about: told("game.about"),
            family: told("game.family"),
            size: document.text("board.size").map(safe::line),
            rulebook: shipped::rulebook(name).is_some(),
        })
    });
    Ok(games.collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadAsk {
    name: String,
}

/// The text of a shipped game.
#[derive(Debug, Serialize)]
pub struct TextData {
    text: &'static str,
    book: Option<&'static str>,
}

pub fn read(_: &mut Desk, ask: ReadAsk) -> Result<TextData, No> {
    match shipped::variant(&ask.name) {
        Some(text) => Ok(TextData {
            text,
            book: shipped::rulebook(&ask.name),
        }),
        None => Err(No::because(format!("there is no variant `{}`", ask.name))),
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordsAsk {}

/// Every word of the rule language, sorted.
pub fn words(_: &mut Desk, _: WordsAsk) -> Result<Vec<&'static str>, No> {
    Ok(all_words())
}

/// Every word of the rule language, sorted.
pub fn all_words() -> Vec<&'static str> {
    let rules = Rule::all_rules().iter().copied();
    let mut words: Vec<&str> = rules.filter_map(spoken).flat_map(spelt).collect();
    words.sort_unstable();
    words.dedup();
    words
}
