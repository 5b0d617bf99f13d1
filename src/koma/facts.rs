//! What a program has to know of a variant to show a game and let a person play it, as plain data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::board::Player;
use crate::check::sheet::{Kind, KindId, KindSet, NamedSet, RuleId, SetId, Sheet, Verb};
use crate::check::{Choice, ChoiceKind};
use crate::play::Variant;
use crate::say::{self, Language, Sentence};
use crate::text::Place;

/// What a program has to know of a variant to show a game and let a person play it. `koma show --json` prints the same.
///
/// ```
/// let facts = koma::Variant::open("yokai_3x4", &koma::Picks::default())?.facts();
/// assert_eq!((facts.board.files, facts.board.ranks), (3, 4));
/// let kodama = facts.kinds.iter().find(|it| it.name == "kodama").unwrap();
/// assert_eq!((kodama.letter.as_str(), &kodama.becomes[..]), ("P", &["samurai".to_owned()][..]));
/// assert_eq!(facts.royal, ["koropokkuru"]);
/// # Ok::<(), Box<koma::Report>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Facts {
    /// The title of the game
    pub title: String,
    /// What the game is like, in a line
    pub about: Option<String>,
    /// The board and its squares
    pub board: BoardFacts,
    /// The first player and the second
    pub players: [PlayerFacts; 2],
    /// Names of the layers of a square, lowest first
    pub layers: Vec<String>,
    /// The kinds of piece, each at the index of its [`KindId`]
    pub kinds: Vec<KindFacts>,
    /// Sets of squares that have a name
    pub sets: Vec<SetFacts>,
    /// What can be done in a turn
    pub acts: Vec<ActKind>,
    /// A turn may hold several acts
    pub turns_of_several_acts: bool,
    /// Captured pieces go to the hand of the captor
    pub captures_to_hand: bool,
    /// Names of the kinds that lose the game when they are mated, captured or gone, or that may not be left attacked
    pub royal: Vec<String>,
    /// Whether a rule asks for earlier positions, so that a position alone does not say how the game goes on
    pub history_matters: bool,
    /// What the players may choose
    pub options: Vec<ChoiceFacts>,
    /// Where the rulebook can be read in more than one way
    pub readings: Vec<ChoiceFacts>,
    /// Names of bundles of choices
    pub editions: Vec<String>,
    /// Values that stand for others which are not known: paths and reasons
    pub unknown: BTreeMap<String, String>,
    /// The start position
    pub start: String,
}

/// The board of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Board")
)]
#[non_exhaustive]
pub struct BoardFacts {
    /// How many files it has
    pub files: usize,
    /// How many ranks it has
    pub ranks: usize,
    /// Every square as acts write it, rank by rank from the first player's side
    pub squares: Vec<String>,
}

/// A player of a variant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Player")
)]
#[non_exhaustive]
pub struct PlayerFacts {
    /// The player's name: `first` and `second` if the variant gives none
    pub name: String,
    /// The letter of the side to move in positions
    pub side: char,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Kind")
)]
#[non_exhaustive]
pub struct KindFacts {
    /// Its name in rules
    pub name: String,
    /// Its letter in positions and acts; lower case is the second player's
    pub letter: String,
    /// Its name in each language
    pub names: BTreeMap<String, String>,
    /// What it looks like on a screen: the first player's and the second's
    pub signs: Option<[String; 2]>,
    /// What it may be promoted to
    pub becomes: Vec<String>,
    /// What it is in a hand; null if captured pieces leave the game
    pub in_hand_as: Option<String>,
    /// What it may be dropped as from the hand
    pub drops_as: Vec<String>,
    /// Its layer, from the lowest
    pub layer: usize,
    /// Nobody owns it
    pub neutral: bool,
}

/// A set of squares that has a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Set")
)]
#[non_exhaustive]
pub struct SetFacts {
    /// Its name in rules
    pub name: String,
    /// Its name in each language
    pub names: BTreeMap<String, String>,
    /// It mentions no piece: its squares are the same in every position
    pub is_zone: bool,
}

/// What a player can do in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ActKind {
    /// Move a piece on the board
    Move,
    /// Put a piece from the hand on the board
    Drop,
    /// Do nothing
    Pass,
    /// End a turn of several acts
    End,
}

/// An option or reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "Choice")
)]
#[non_exhaustive]
pub struct ChoiceFacts {
    /// Its name, as in `--set NAME=CHOICE`
    pub name: String,
    /// The default first
    pub choices: Vec<String>,
    /// The choice that this variant was loaded with
    pub chosen: Option<String>,
    /// The question that it answers
    pub asks: Option<String>,
    /// The clause of the rulebook that it reads
    pub clause: Option<String>,
}

/// A rule of a variant file: what a refusal, a reason or an outcome names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rule {
    /// Its path in the file: `forbid.two-pawns`, `end.mate`
    pub path: String,
    /// Where it is written
    pub place: Place,
    /// What is written there
    pub text: String,
}

impl Variant {
    /// The facts of the variant: its board, its kinds of piece, what can be done and chosen.
    pub fn facts(&self) -> Facts {
        let sheet = self.sheet();
        let board = &sheet.geometry;
        let player = |it: Player| PlayerFacts {
            name: sheet.players[it.index()].clone(),
            side: sheet.sides[it.index()],
        };
        let squares = board.squares();
        let kinds = (0..sheet.kinds.len()).map(|it| KindId(it as u8));
        let sets = sheet.sets.iter().enumerate();
        Facts {
            title: sheet.title.clone(),
            about: sheet.about.clone(),
            board: BoardFacts {
                files: board.files,
                ranks: board.ranks,
                squares: squares
                    .map(|it| board.write(it, sheet.coordinates))
                    .collect(),
            },
            players: Player::BOTH.map(player),
            layers: sheet.layers.clone(),
            kinds: kinds.map(|it| kind_facts(sheet, it)).collect(),
            sets: sets
                .map(|(i, set)| set_facts(sheet, SetId(i as u16), set))
                .collect(),
            acts: acts(sheet),
            turns_of_several_acts: sheet.turns.iter().any(|it| it.several),
            captures_to_hand: sheet.to_hand,
            royal: names(sheet, self.rule_facts().royal),
            history_matters: self.rule_facts().needs_history,
            options: choices(self, ChoiceKind::Option),
            readings: choices(self, ChoiceKind::Reading),
            editions: { self.choices().editions.iter() }
                .map(|it| it.0.clone())
                .collect(),
            unknown: { sheet.unknown.iter() }
                .map(|it| (it.path.clone(), it.why.clone()))
                .collect(),
            start: self.letters().write_position(&sheet.start),
        }
    }

    /// A rule that a verdict names: its path, its place in the file, and what is written there.
    ///
    /// ```
    /// use koma::{Game, Picks, Variant};
    ///
    /// let variant = Variant::open("yokai_3x4", &Picks::default())?;
    /// let refusal = Game::new(&variant).play_text("b1b3").unwrap_err();
    /// let rule = variant.rule(refusal.rule.unwrap());
    /// assert_eq!(rule.path, "pieces.koropokkuru.moves");
    /// assert!(rule.text.contains("step any"), "{}: {}", rule.place, rule.text);
    /// # Ok::<(), Box<koma::Report>>(())
    /// ```
    pub fn rule(&self, id: RuleId) -> Rule {
        let sheet = self.sheet();
        let rule = sheet.rule(id);
        Rule {
            path: rule.path.clone(),
            place: sheet.sources.place(rule.span),
            text: sheet.sources.words(rule.span).to_owned(),
        }
    }

    /// The rules in words, in the order of a rulebook.
    ///
    /// ```
    /// use koma::{Language, Picks, Variant};
    ///
    /// let variant = Variant::open("yokai_3x4", &Picks::default())?;
    /// let rules = variant.sentences(Language::French);
    /// assert_eq!(rules[0].path, "board.size");
    /// println!("{}", rules[0].text);
    /// # Ok::<(), Box<koma::Report>>(())
    /// ```
    pub fn sentences(&self, language: Language) -> Vec<Sentence> {
        say::sentences(self.sheet(), language)
    }
}

fn names(sheet: &Sheet, kinds: KindSet) -> Vec<String> {
    let all = sheet.kinds.iter().enumerate();
    all.filter(|(i, _)| kinds.has(KindId(*i as u8)))
        .map(|it| it.1.name.clone())
        .collect()
}

/// A name in every language, by its code.
fn in_each_language(name: impl Fn(Language) -> String) -> BTreeMap<String, String> {
    let all = Language::ALL.into_iter();
    all.map(|it| (it.code().to_owned(), name(it))).collect()
}

fn kind_facts(sheet: &Sheet, id: KindId) -> KindFacts {
    let kind: &Kind = &sheet.kinds[id.index()];
    let name = |it: &KindId| sheet.kinds[it.index()].name.clone();
    KindFacts {
        name: kind.name.clone(),
        letter: kind.letter.clone(),
        names: in_each_language(|it| say::piece_name(sheet, id, it)),
        signs: sheet.signs.get(id.index()).cloned().flatten(),
        becomes: kind.becomes.iter().map(name).collect(),
        in_hand_as: sheet.to_hand.then(|| name(&kind.in_hand_as)),
        drops_as: kind.drops_as.iter().map(name).collect(),
        layer: kind.layer,
        neutral: kind.neutral,
    }
}

fn set_facts(sheet: &Sheet, id: SetId, set: &NamedSet) -> SetFacts {
    SetFacts {
        name: set.name.clone(),
        names: in_each_language(|it| say::set_name(sheet, id, it)),
        is_zone: set.is_zone,
    }
}

fn acts(sheet: &Sheet) -> Vec<ActKind> {
    let verbs = [
        (Verb::Move, ActKind::Move),
        (Verb::Drop, ActKind::Drop),
        (Verb::Pass, ActKind::Pass),
    ];
    let has = |verb: Verb| {
        let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
        acts.any(|it| it.0.verb == verb)
    };
    let mut acts: Vec<ActKind> = { verbs.iter().filter(|it| has(it.0)) }
        .map(|it| it.1)
        .collect();
    if sheet.turns.iter().any(|it| it.several) {
        acts.push(ActKind::End);
    }
    acts
}

fn choices(variant: &Variant, kind: ChoiceKind) -> Vec<ChoiceFacts> {
    let chosen = &variant.sheet().chosen;
    let facts = |it: &Choice| ChoiceFacts {
        name: it.name.clone(),
        choices: it.choices.clone(),
        chosen: { chosen.iter() }
            .find(|made| made.0 == it.name)
            .map(|made| made.1.clone()),
        asks: it.asks.clone(),
        clause: it.clause.clone(),
    };
    let all = variant.choices().all.iter();
    all.filter(|it| it.kind == kind).map(facts).collect()
}
