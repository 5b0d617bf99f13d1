//! The resolved form of a variant: what the rules say, with ids for names, still seen from one player's side.
//!
//! A `Sheet` exists only when nothing was wrong. It is the definition of the game: the engine's tables are made
//! from it, and the slow oracle of the tests plays straight from it.

pub use super::nodes::{
    Condition, Dependence, Motion, Path, Pattern, Purse, Quantity, Ray, Set, Subject,
};
pub use super::unknown::Unknown;
pub use crate::board::diagram::Setup;
use crate::board::diagram::{Figure, Letters};
use crate::board::{Coordinates, Geometry};
pub use crate::syntax::ast::{Axis, ResultWord, Side, Verb};
use crate::text::{Sources, Span};

/// A kind of piece, by its place in [`Sheet::kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

impl KindId {
    /// The number, for tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A named set, by its place in [`Sheet::sets`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SetId(pub u16);

/// A rule with a name, by its place in [`Sheet::rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u16);

/// Some kinds of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KindSet(pub u128);

impl KindSet {
    /// Every kind.
    pub const ALL: KindSet = KindSet(u128::MAX);

    /// The set of one kind.
    pub fn one(kind: KindId) -> KindSet {
        KindSet(1 << kind.0)
    }

    /// Whether a kind is in it.
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and those.
    pub fn or(self, other: KindSet) -> KindSet {
        KindSet(self.0 | other.0)
    }

    /// The kinds, in order.
    pub fn iter(self) -> impl Iterator<Item = KindId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let kind = (left != 0).then(|| KindId(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(kind)
        })
    }
}

/// A rule of the file: what refusals and outcomes name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleInfo {
    /// `forbid.two-pawns`, `pieces.pawn.moves`, `end.mate`.
    pub path: String,
    /// Where it is written: the key and its value, or the key where the value is not there.
    pub span: Span,
    /// What of it is written elsewhere: by a choice, by a file that extends, or key by key.
    pub parts: Vec<Span>,
}

impl RuleInfo {
    /// The last part of the path: `mate` of `end.mate`.
    pub fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }
}

/// A set with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSet {
    /// The name.
    pub name: String,
    /// The definition.
    pub set: Set,
    /// Whether it mentions no piece, and so is the same in every position: a zone.
    pub is_zone: bool,
    /// As a rule of the file.
    pub rule: RuleId,
}

/// A kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The name in rules.
    pub name: String,
    /// The letter in positions and acts.
    pub letter: String,
    /// How it moves.
    pub moves: Vec<Path>,
    /// What it may turn into.
    pub becomes: Vec<KindId>,
    /// What it is in a hand.
    pub in_hand_as: KindId,
    /// What it may be dropped as.
    pub drops_as: Vec<KindId>,
    /// Its layer, from the lowest.
    pub layer: usize,
    /// Whether nobody owns it.
    pub neutral: bool,
    /// What it is worth where points are counted.
    pub points: u32,
    /// The rule `pieces.K`.
    pub rule: RuleId,
    /// The rule `pieces.K.moves`.
    pub moves_rule: RuleId,
    /// The rule `pieces.K.becomes`.
    pub becomes_rule: RuleId,
}

/// What a turn is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// As a rule of the file.
    pub rule: RuleId,
    /// It applies while all of these hold.
    pub conditions: Vec<Condition>,
    /// Several acts in any order, ended when the player likes; else exactly one.
    pub several: bool,
    /// The acts and how often each may be done.
    pub acts: Vec<(Pattern, u32)>,
}

/// When pieces promote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promote {
    /// As a rule of the file.
    pub rule: RuleId,
    /// Acts that may be done either way.
    pub may: Option<Pattern>,
    /// Acts that are done only promoting.
    pub must: Option<Pattern>,
    /// Which kinds.
    pub kinds: KindSet,
}

/// Acts that are refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbid {
    /// As a rule of the file.
    pub rule: RuleId,
    /// Which acts; every one if not said.
    pub act: Option<Pattern>,
    /// While all of these hold before the act.
    pub beforehand: Vec<Condition>,
    /// If all of these hold after the act.
    pub conditions: Vec<Condition>,
    /// The act may be played and loses.
    pub loses: bool,
}

impl Forbid {
    /// All its conditions: those of before the act, then those of after it.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.beforehand.iter().chain(&self.conditions)
    }
}

/// What else an act takes off the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// As a rule of the file.
    pub rule: RuleId,
    /// Of which acts; of every move and drop if not said.
    pub act: Option<Pattern>,
    /// The squares that are emptied, seen right after the act.
    pub removes: Set,
    /// What stood there goes to the actor's hand; else it leaves the game.
    pub to_hand: bool,
}

/// A way the game ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// As a rule of the file.
    pub rule: RuleId,
    /// Judged for both players, the mover first; else for the mover alone.
    pub for_each: bool,
    /// Judged after each act; else at the end of a turn.
    pub at_act: bool,
    /// All of these hold.
    pub conditions: Vec<Condition>,
    /// Who wins then.
    pub result: ResultWord,
}

/// What is so whenever a turn begins: a claim about the rules, not one of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invariant {
    /// As a rule of the file.
    pub rule: RuleId,
    /// It holds for both players; else for the one who has just moved.
    pub for_each: bool,
    /// All of these hold.
    pub conditions: Vec<Condition>,
}

/// A whole variant, resolved.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The title.
    pub title: String,
    /// What the game is like, in a line.
    pub about: Option<String>,
    /// The games that it is listed with.
    pub family: Option<String>,
    /// The players' names.
    pub players: [String; 2],
    /// The board.
    pub geometry: Geometry,
    /// How squares are written.
    pub coordinates: Coordinates,
    /// Letters of the side to move.
    pub sides: [char; 2],
    /// Names of the layers, lowest first.
    pub layers: Vec<String>,
    /// Named sets; each mentions only earlier ones.
    pub sets: Vec<NamedSet>,
    /// Groups of kinds.
    pub groups: Vec<(String, KindSet)>,
    /// Names of the groups that nothing mentions.
    pub unused_groups: Vec<String>,
    /// Kinds of piece.
    pub kinds: Vec<Kind>,
    /// Turns; the first whose conditions hold applies.
    pub turns: Vec<Turn>,
    /// Captured pieces go to the captor's hand; else they leave the game.
    pub to_hand: bool,
    /// When pieces promote.
    pub promotes: Vec<Promote>,
    /// What else acts take off the board.
    pub effects: Vec<Effect>,
    /// What is refused.
    pub forbids: Vec<Forbid>,
    /// How the game ends, in the order of judging.
    pub ends: Vec<End>,
    /// What is so whenever a turn begins.
    pub invariants: Vec<Invariant>,
    /// The start position.
    pub start: Setup,
    /// Every rule that a verdict can name.
    pub rules: Vec<RuleInfo>,
    /// Shown names: (language, path, name).
    pub names: Vec<(String, String, String)>,
    /// Values that stand for others which are not known.
    pub unknown: Vec<Unknown>,
    /// What the kinds look like on a screen, by number: the first player's and the second's; none shows the letter.
    pub signs: Vec<Option<[String; 2]>>,
    /// The choices made: (option or reading, choice).
    pub chosen: Vec<(String, String)>,
    /// The files it was read from.
    pub sources: Sources,
}

impl Sheet {
    /// The conditions of every rule and invariant.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let turns = self.turns.iter().flat_map(|it| &it.conditions);
        let forbids = self.forbids.iter().flat_map(Forbid::conditions);
        let ends = self.ends.iter().flat_map(|it| &it.conditions);
        let invariants = self.invariants.iter().flat_map(|it| &it.conditions);
        turns.chain(forbids).chain(ends).chain(invariants)
    }

    /// Every set that a rule or a movement is made of; not the definitions of named sets.
    pub fn sets_of_rules(&self) -> impl Iterator<Item = &Set> {
        let paths = self.kinds.iter().flat_map(|it| &it.moves);
        let acts = self.turns.iter().flat_map(|it| &it.acts).map(|it| &it.0);
        let promotes = self.promotes.iter().flat_map(|it| [&it.may, &it.must]);
        let forbids = self.forbids.iter().map(|it| &it.act);
        let effects = self.effects.iter().map(|it| &it.act);
        let patterns = acts.chain(promotes.chain(effects).chain(forbids).flatten());
        paths
            .flat_map(Path::sets)
            .chain(patterns.flat_map(Pattern::sets))
            .chain(self.conditions().flat_map(Condition::sets))
            .chain(self.effects.iter().map(|it| &it.removes))
    }

    /// Whether pieces can come to a hand.
    pub fn fills_hands(&self) -> bool {
        self.to_hand || self.effects.iter().any(|it| it.to_hand)
    }

    /// A rule's path and place.
    pub fn rule(&self, id: RuleId) -> &RuleInfo {
        &self.rules[id.0 as usize]
    }

    /// The name to show in a language for what stands at a path, if the file gives one.
    pub fn shown(&self, language: &str, path: &str) -> Option<&str> {
        let mut names = self.names.iter();
        let found = names.find(|it| it.0 == language && it.1 == path);
        found.map(|it| it.2.as_str())
    }

    /// The title in a language.
    pub fn title_in(&self, language: &str) -> &str {
        self.shown(language, "game.name").unwrap_or(&self.title)
    }

    /// What the game is like, in a language.
    pub fn about_in(&self, language: &str) -> Option<&str> {
        let shown = self.shown(language, "game.about");
        shown.or(self.about.as_deref())
    }

    /// What is not known, each reason in a language.
    pub fn unknown_in(&self, language: &str) -> Vec<Unknown> {
        let told = |it: &Unknown| {
            let shown = self.shown(language, &format!("unknown.{}", it.path));
            Unknown {
                path: it.path.clone(),
                why: shown.unwrap_or(&it.why).to_owned(),
            }
        };
        self.unknown.iter().map(told).collect()
    }

    /// What diagrams need to know.
    pub fn letters(&self) -> Letters {
        let figures = self.kinds.iter().map(|it| Figure {
            letter: it.letter.clone(),
            neutral: it.neutral,
            layer: it.layer,
            held_as: None,
        });
        let mut letters = Letters {
            geometry: self.geometry,
            figures: figures.collect(),
            sides: self.sides,
        };
        let held = self.kinds.iter().map(|it| Some(it.in_hand_as.index()));
        letters.hold(&held.collect::<Vec<_>>());
        letters
    }
}
