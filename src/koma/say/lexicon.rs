//! The names that a variant gives to things in a language, and what a sentence must know to use them.
//!
//! `[names.LANG]` may also say two things of grammar, for words that the rules of the language get wrong:
//! `articles.ID`, the indefinite article (`an`, `une`), and `plurals.ID`.

use crate::board::{Owner, Player};
use crate::check::sheet::{KindId, KindSet, SetId, Sheet};
use crate::text::safe;

/// The names of a variant in one language.
#[derive(Debug)]
pub struct Lexicon<'a> {
    /// What the rules say.
    pub sheet: &'a Sheet,
    language: &'static str,
    unique: Vec<bool>,
}

/// A word with what is known of it.
#[derive(Debug, Clone)]
pub struct Noun {
    /// The word.
    pub text: String,
    /// Its indefinite article, if the variant says it.
    pub article: Option<String>,
    /// Its plural, if the variant says it.
    pub plural: Option<String>,
}

/// What some kinds are called together.
#[derive(Debug, Clone)]
pub enum Kinds {
    /// Every kind: a piece.
    All,
    /// A group of the variant.
    Group(Noun),
    /// These, one by one.
    Each(Vec<Noun>),
}

impl<'a> Lexicon<'a> {
    /// The names of a variant in a language.
    pub fn new(sheet: &'a Sheet, language: &'static str) -> Lexicon<'a> {
        let unique = (0..sheet.kinds.len())
            .map(|it| is_unique(sheet, it))
            .collect();
        Lexicon {
            sheet,
            language,
            unique,
        }
    }

    /// The shown name of something, if it has one.
    pub fn shown(&self, path: &str) -> Option<String> {
        self.sheet.shown(self.language, path).map(safe::line)
    }

    fn noun(&self, id: &str, text: String) -> Noun {
        Noun {
            text,
            article: self.shown(&format!("articles.{id}")),
            plural: self.shown(&format!("plurals.{id}")),
        }
    }

    /// The name of a kind.
    pub fn kind(&self, kind: KindId) -> Noun {
        let id = &self.sheet.kinds[kind.index()].name;
        let text = self.shown(&format!("pieces.{id}"));
        self.noun(id, text.unwrap_or_else(|| id.clone()))
    }

    /// The shown name of a named set; none if only its id is known.
    pub fn set(&self, set: SetId) -> Option<Noun> {
        let id = &self.sheet.sets[set.0 as usize].name;
        let text = self.shown(&format!("squares.{id}"))?;
        Some(self.noun(id, text))
    }

    /// The name of a group.
    pub fn group(&self, id: &str) -> Noun {
        let text = self.shown(&format!("groups.{id}"));
        self.noun(id, text.unwrap_or_else(|| id.to_owned()))
    }

    /// The name of a layer, counted from the lowest.
    pub fn layer(&self, layer: usize) -> String {
        let id = &self.sheet.layers[layer];
        let shown = self.shown(&format!("layers.{id}"));
        shown.unwrap_or_else(|| safe::line(id))
    }

    /// The names of all layers, the lowest first.
    pub fn layers(&self) -> Vec<String> {
        (0..self.sheet.layers.len())
            .map(|it| self.layer(it))
            .collect()
    }

    /// What some kinds are called.
    pub fn kinds(&self, kinds: KindSet) -> Kinds {
        let each: Vec<KindId> = self.each(kinds);
        if kinds == KindSet::ALL {
            return Kinds::All;
        }
        let group = self.sheet.groups.iter().find(|it| it.1 == kinds);
        match group {
            Some((id, _)) if each.len() > 1 => Kinds::Group(self.group(id)),
            _ => Kinds::Each(each.into_iter().map(|it| self.kind(it)).collect()),
        }
    }

    /// Those of some kinds that can turn into another; none if they are all that can, and too many to be listed.
    pub fn promoted(&self, kinds: KindSet) -> Option<Vec<Noun>> {
        let able = { self.sheet.kinds.iter().enumerate() }.filter(|it| !it.1.becomes.is_empty());
        let able: Vec<KindId> = able.map(|it| KindId(it.0 as u8)).collect();
        let meant: Vec<KindId> = able.iter().copied().filter(|it| kinds.has(*it)).collect();
        let listed = meant.len() < able.len() || able.len() <= 3;
        listed.then(|| meant.into_iter().map(|it| self.kind(it)).collect())
    }

    /// What a player has in hand at the start, and how many of it.
    pub fn held(&self, player: Player) -> Vec<(u32, Noun)> {
        let hand = self.sheet.start.hands[player.index()].iter().enumerate();
        let held = hand.filter(|(_, n)| **n > 0);
        held.map(|(kind, n)| (u32::from(*n), self.kind(KindId(kind as u8))))
            .collect()
    }

    /// The kinds of the variant that are in a set of kinds.
    pub fn each(&self, kinds: KindSet) -> Vec<KindId> {
        let n = self.sheet.kinds.len();
        kinds.iter().take_while(|it| it.index() < n).collect()
    }

    /// Whether all of some kinds belong to nobody.
    pub fn are_neutral(&self, kinds: KindSet) -> bool {
        self.each(kinds)
            .iter()
            .all(|it| self.sheet.kinds[it.index()].neutral)
    }

    /// Whether some kinds are one kind that a player has one of: *the* enemy chief, not *an* enemy chief.
    pub fn is_unique(&self, kinds: KindSet) -> bool {
        kinds != KindSet::ALL && matches!(self.each(kinds)[..], [one] if self.unique[one.index()])
    }

    /// The name of a player; none if it is only `first` or `second`.
    pub fn player(&self, player: Player) -> Option<String> {
        let name = &self.sheet.players[player.index()];
        (name != player.as_str()).then(|| safe::line(name))
    }
}

/// Whether each player has one piece of a kind and can have no other: no piece turns into it, and it is not
/// taken into a hand to come back, since the game ends first.
fn is_unique(sheet: &Sheet, kind: usize) -> bool {
    let id = KindId(kind as u8);
    let pieces = sheet.start.cells.iter().flatten();
    let has_one = |player: Player| {
        let piece = (Owner::Of(player), id.0);
        let on_board = pieces.clone().filter(|it| **it == piece).count();
        on_board + usize::from(sheet.start.hands[player.index()][kind]) == 1
    };
    let comes_back = sheet.fills_hands() && super::has_drops(sheet) && !sheet.goals().has(id);
    Player::BOTH.into_iter().all(has_one)
        && !comes_back
        && !sheet.kinds.iter().any(|it| it.becomes.contains(&id))
}
