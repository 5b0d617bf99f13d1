//! The facts of a variant as data: what a program has to know to show a game and let a person play it.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::Pairs;
use koma::board::Player;
use koma::check::sheet::{
    Condition, Forbid, Kind, KindId, KindSet, Quantity, ResultWord, Set, Sheet, Side, Verb,
};
use koma::check::{Choice, ChoiceKind};
use koma::play::{Game, Variant};
use koma::say::{Language, piece_name};

/// What a program has to know of a variant.
#[derive(Serialize, JsonSchema)]
pub struct Facts {
    title: String,
    /// What the game is like, in a line
    about: Option<String>,
    board: Board,
    players: [PlayerFacts; 2],
    /// Names of the layers of a square, lowest first
    layers: Vec<String>,
    kinds: Vec<KindFacts>,
    /// What can be done in a turn: `move`, `drop`, `pass`, `end`
    acts: Vec<&'static str>,
    /// A turn may hold several acts
    turns_of_several_acts: bool,
    /// Captured pieces go to the hand of the captor
    captures_to_hand: bool,
    /// Names of the kinds that lose the game when they are mated, captured or gone, or that may not be left attacked
    royal: Vec<String>,
    /// Whether a rule asks for earlier positions, so that a position alone does not say how the game goes on
    history_matters: bool,
    options: Vec<ChoiceFacts>,
    readings: Vec<ChoiceFacts>,
    editions: Vec<String>,
    /// The position that was asked for, or the start
    position: String,
}

#[derive(Serialize, JsonSchema)]
struct Board {
    files: usize,
    ranks: usize,
    /// Every square as acts write it, rank by rank from the first player's side
    squares: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Player")]
struct PlayerFacts {
    name: String,
    /// The letter of the side to move in positions
    side: char,
}

/// A kind of piece.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Kind")]
struct KindFacts {
    /// Its name in rules
    name: String,
    /// Its letter in positions and acts; lower case is the second player's
    letter: String,
    /// Its name in each language
    names: Pairs<String>,
    /// What it looks like on a screen: the first player's and the second's
    signs: Option<[String; 2]>,
    /// What it may be promoted to
    becomes: Vec<String>,
    /// What it is in a hand; null if captured pieces leave the game
    in_hand_as: Option<String>,
    /// What it may be dropped as from the hand
    drops_as: Vec<String>,
    layer: usize,
    /// Nobody owns it
    neutral: bool,
}

/// An option or reading.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
struct ChoiceFacts {
    name: String,
    /// The default first
    choices: Vec<String>,
    chosen: Option<String>,
    /// The question that it answers
    asks: Option<String>,
    /// The clause of the rulebook that it reads
    clause: Option<String>,
}

impl Facts {
    pub fn new(game: &Game) -> Facts {
        let variant = game.variant();
        let sheet = variant.sheet();
        let board = &sheet.geometry;
        let squares = board.squares();
        let player = |it: Player| PlayerFacts {
            name: sheet.players[it.index()].clone(),
            side: sheet.sides[it.index()],
        };
        let kinds = (0..sheet.kinds.len()).map(|it| KindId(it as u8));
        let editions = variant.choices().editions.iter();
        Facts {
            title: sheet.title.clone(),
            about: sheet.about.clone(),
            board: Board {
                files: board.files,
                ranks: board.ranks,
                squares: squares
                    .map(|it| board.write(it, sheet.coordinates))
                    .collect(),
            },
            players: Player::BOTH.map(player),
            layers: sheet.layers.clone(),
            kinds: kinds.map(|it| kind_facts(sheet, it)).collect(),
            acts: acts(sheet),
            turns_of_several_acts: sheet.turns.iter().any(|it| it.several),
            captures_to_hand: sheet.to_hand,
            royal: names(sheet, royal_kinds(sheet)),
            history_matters: sheet.conditions().any(Condition::looks_back),
            options: choices(variant, ChoiceKind::Option),
            readings: choices(variant, ChoiceKind::Reading),
            editions: editions.map(|it| it.0.clone()).collect(),
            position: game.position(),
        }
    }
}

fn names(sheet: &Sheet, kinds: KindSet) -> Vec<String> {
    let all = sheet.kinds.iter().enumerate();
    all.filter(|(i, _)| kinds.has(KindId(*i as u8)))
        .map(|it| it.1.name.clone())
        .collect()
}

fn kind_facts(sheet: &Sheet, id: KindId) -> KindFacts {
    let kind: &Kind = &sheet.kinds[id.index()];
    let name = |it: &KindId| sheet.kinds[it.index()].name.clone();
    let in_language = |it: Language| (it.code().to_owned(), piece_name(sheet, id, it));
    KindFacts {
        name: kind.name.clone(),
        letter: kind.letter.clone(),
        names: Pairs(Language::ALL.map(in_language).to_vec()),
        signs: sheet.signs.get(id.index()).cloned().flatten(),
        becomes: kind.becomes.iter().map(name).collect(),
        in_hand_as: sheet.to_hand.then(|| name(&kind.in_hand_as)),
        drops_as: kind.drops_as.iter().map(name).collect(),
        layer: kind.layer,
        neutral: kind.neutral,
    }
}

fn acts(sheet: &Sheet) -> Vec<&'static str> {
    let verbs = [
        (Verb::Move, "move"),
        (Verb::Drop, "drop"),
        (Verb::Pass, "pass"),
    ];
    let has = |verb: Verb| {
        let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
        acts.any(|it| it.0.verb == verb)
    };
    let mut acts: Vec<&str> = { verbs.iter().filter(|it| has(it.0)) }
        .map(|it| it.1)
        .collect();
    if sheet.turns.iter().any(|it| it.several) {
        acts.push("end");
    }
    acts
}

/// The kinds that lose the game when they are mated, captured or gone, and those that may not be left attacked.
fn royal_kinds(sheet: &Sheet) -> KindSet {
    let mut royal = KindSet::default();
    let mut add = |kinds: KindSet| {
        // What holds of every kind makes none of them special.
        if names(sheet, kinds).len() < sheet.kinds.len().max(2) {
            royal = royal.or(kinds);
        }
    };
    let always = |it: &&Forbid| it.act.is_none() && it.beforehand.is_empty();
    for forbid in sheet.forbids.iter().filter(always) {
        guarded(&forbid.conditions).into_iter().for_each(&mut add);
    }
    for end in sheet.ends.iter().filter(|it| it.result == ResultWord::Own) {
        for condition in &end.conditions {
            match condition {
                Condition::Mate {
                    of_own: false,
                    kinds,
                    ..
                } => add(*kinds),
                Condition::Act(pattern) => pattern.capturing.into_iter().for_each(&mut add),
                Condition::Count(Quantity::AtMost(0), Set::Pieces(Side::Enemy, kinds)) => {
                    add(*kinds);
                }
                _ => {}
            }
        }
    }
    royal
}

/// The kinds that a `forbid` rule keeps from being left attacked.
fn guarded(conditions: &[Condition]) -> Option<KindSet> {
    let [Condition::Count(Quantity::AtLeast(1), Set::And(parts))] = conditions else {
        return None;
    };
    let attacked = |it: &Set| matches!(it, Set::Attacked { by_own: false, .. });
    let own = |it: &Set| match it {
        Set::Pieces(Side::Own, kinds) => Some(*kinds),
        _ => None,
    };
    parts.iter().any(attacked).then_some(())?;
    parts.iter().find_map(own)
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
