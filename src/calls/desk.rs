//! What was loaded for earlier calls: the next one mostly asks about the same text.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::No;
use super::place;
use koma::book::Rulebook;
use koma::check::{Document, Picks};
use koma::play::{Game, Refusal, Variant};
use koma::say::Language;
use koma::shipped;
use koma::text::Report;

/// A variant as it is asked for: its text, or the name of a shipped one, and the choices made.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulesAsk {
    pub name: String,
    pub text: Option<String>,
    /// The text of the rulebook beside it; without it, that of the shipped variant of this name.
    pub book: Option<String>,
    pub edition: Option<String>,
    pub sets: BTreeMap<String, String>,
    pub lang: Lang,
}

/// A game as it is asked for.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameAsk {
    /// From where, if not from the start.
    pub position: Option<String>,
    /// The turns; a comma after the last leaves it open.
    pub turns: Vec<String>,
}

/// The language of an answer.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    En,
    Fr,
}

impl From<Lang> for Language {
    fn from(it: Lang) -> Language {
        match it {
            Lang::En => Language::English,
            Lang::Fr => Language::French,
        }
    }
}

/// More turns than this are no game that a page could show.
const MAX_TURNS: usize = 5000;
/// How many texts, and games of them, are kept.
const KEPT: usize = 6;

/// Opens a text by its name where it is more than a text in memory: in the folder of a file.
pub type Library = dyn Fn(&str, &str) -> Result<Document, Box<Report>>;

/// Who hears of the parts of a long answer.
type Told = dyn FnMut(&str);

/// What is kept from call to call.
#[derive(Default)]
pub struct Desk {
    /// The latest last.
    loaded: Vec<Loaded>,
    games: Vec<Kept>,
    library: Option<Box<Library>>,
    told: Option<Box<Told>>,
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

struct Loaded {
    name: String,
    text: String,
    document: Rc<Document>,
    variants: Vec<(Picks, Variant)>,
}

struct Kept {
    position: Option<String>,
    turns: Vec<String>,
    game: Game,
}

/// A game as far as the rules allow it.
pub struct Played {
    pub game: Game,
    /// The turns that were played.
    pub turns: Vec<String>,
    /// Why the one after them was not.
    pub refusal: Option<Refusal>,
}

impl Desk {
    /// A desk that opens texts otherwise than as texts in memory.
    pub fn with_library(library: Box<Library>) -> Desk {
        Desk {
            library: Some(library),
            ..Desk::default()
        }
    }

    /// Long calls tell here, as JSON, what they have found so far.
    pub fn on_part(&mut self, told: impl FnMut(&str) + 'static) {
        self.told = Some(Box::new(told));
    }

    pub(crate) fn tell(&mut self, part: &impl Serialize) {
        if let Some(told) = &mut self.told {
            told(&serde_json::to_string(part).expect("json: keys are text"));
        }
    }

    fn loaded(&mut self, ask: &RulesAsk) -> Result<&mut Loaded, No> {
        let text = text_of(ask)?;
        let known = |it: &Loaded| it.name == ask.name && it.text == text;
        match self.loaded.iter().position(known) {
            Some(at) => {
                let loaded = self.loaded.remove(at);
                self.loaded.push(loaded);
            }
            None => {
                let name = match ask.name.is_empty() {
                    true => "variant.toml".to_owned(),
                    false => format!("{}.toml", ask.name),
                };
                let document = match &self.library {
                    Some(library) => library(&name, text),
                    None => Document::of_text(&name, text),
                };
                let document = Rc::new(document.map_err(|it| not_loaded(&it))?);
                if self.loaded.len() >= KEPT {
                    self.loaded.remove(0);
                }
                self.loaded.push(Loaded {
                    name: ask.name.clone(),
                    text: text.to_owned(),
                    document,
                    variants: Vec::new(),
                });
            }
        }
        Ok(self.loaded.last_mut().expect("desk: it was just put there"))
    }

    pub(crate) fn document(&mut self, ask: &RulesAsk) -> Result<Rc<Document>, No> {
        Ok(self.loaded(ask)?.document.clone())
    }

    pub(crate) fn variant(&mut self, ask: &RulesAsk) -> Result<Variant, No> {
        let picks = picks_of(ask);
        let loaded = self.loaded(ask)?;
        if let Some((_, variant)) = loaded.variants.iter().find(|it| it.0 == picks) {
            return Ok(variant.clone());
        }
        let variant = Variant::of(&loaded.document, &picks).map_err(|it| not_loaded(&it))?;
        if loaded.variants.len() >= KEPT {
            loaded.variants.remove(0);
        }
        loaded.variants.push((picks, variant.clone()));
        Ok(variant)
    }

    /// The rulebook, if there is one that can be read.
    pub(crate) fn book(&self, ask: &RulesAsk) -> Option<Result<Rulebook, Box<Report>>> {
        let text = match &ask.book {
            Some(text) => text.as_str(),
            None => shipped::rulebook(&ask.name)?,
        };
        let name = format!("{}.rulebook.toml", ask.name);
        Some(Rulebook::parse(&name, text))
    }

    /// A game as far as its turns can be played.
    pub(crate) fn game(&mut self, rules: &RulesAsk, ask: &GameAsk) -> Result<Played, No> {
        let variant = self.variant(rules)?;
        if ask.turns.len() > MAX_TURNS {
            return Err(No::because("the game is too long to be shown"));
        }
        let begun = |it: &Kept| {
            it.game.variant().is(&variant)
                && it.position == ask.position
                && ask.turns.starts_with(&it.turns)
                && !it.turns.last().is_some_and(|it| it.ends_with(','))
        };
        let known = self.games.iter().filter(|it| begun(it));
        let known = known.max_by_key(|it| it.turns.len());
        let (mut game, done) = match (known, &ask.position) {
            (Some(known), _) => (known.game.clone(), known.turns.len()),
            (None, None) => (Game::new(&variant), 0),
            (None, Some(position)) => (
                Game::from_position(&variant, position).map_err(|it| not_loaded(&it))?,
                0,
            ),
        };
        let mut turns = ask.turns[..done].to_vec();
        let mut refusal = None;
        for turn in &ask.turns[done..] {
            match game.play_turn(turn) {
                Ok(()) => turns.push(turn.clone()),
                Err(it) => {
                    refusal = Some(it);
                    break;
                }
            }
        }
        if self.games.len() >= KEPT {
            self.games.remove(0);
        }
        self.games.push(Kept {
            position: ask.position.clone(),
            turns: turns.clone(),
            game: game.clone(),
        });
        Ok(Played {
            game,
            turns,
            refusal,
        })
    }
}

/// The text that is asked about.
pub fn text_of(ask: &RulesAsk) -> Result<&str, No> {
    match &ask.text {
        Some(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
        None => shipped::variant(&ask.name)
            .ok_or_else(|| No::because(format!("there is no variant `{}`", ask.name))),
    }
}

/// The choices that are asked for.
pub fn picks_of(ask: &RulesAsk) -> Picks {
    Picks {
        edition: ask.edition.clone(),
        sets: ask.sets.clone().into_iter().collect(),
    }
}

/// A text that cannot be played.
pub fn not_loaded(report: &Report) -> No {
    No {
        why: "there are problems".to_owned(),
        problems: place::problems(report),
    }
}
