//! What a page has to know of a variant before a game of it is shown.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, RulesAsk};
use super::look::Look;
use super::place::{PlaceData, Places};
use super::why::{ClauseData, clauses_of};
use koma::board::{Coordinates, Player, Turned};
use koma::check::sheet::{KindId, SetId, Sheet};
use koma::check::{Choice, ChoiceKind};
use koma::play::Game;
use koma::say::{self, Language};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactsAsk {
    rules: RulesAsk,
}

/// The facts of a variant, in the language that was asked for.
#[derive(Debug, Serialize)]
pub struct FactsData {
    title: String,
    files: usize,
    ranks: usize,
    /// The second player sees the board from the opposite side; else in a mirror.
    half_turn: bool,
    /// Every square as acts write it.
    squares: Vec<String>,
    /// The labels of the files from the first player's left, and of the ranks from his side.
    labels: [Vec<String>; 2],
    players: [String; 2],
    layers: Vec<String>,
    kinds: Vec<KindData>,
    /// There is something to hold in a hand.
    hands: bool,
    drops: bool,
    several: bool,
    zones: Vec<ZoneData>,
    choices: Vec<ChoiceData>,
    editions: Vec<EditionData>,
    rules: Vec<RuleData>,
    /// The letters of the side to move, in positions.
    sides: [char; 2],
    /// The position at the start.
    start: String,
}

#[derive(Debug, Serialize)]
struct KindData {
    /// In rules.
    id: String,
    letter: String,
    /// In the language.
    name: String,
    /// What it looks like: the first player's and the second's.
    signs: Option<[String; 2]>,
    becomes: Vec<u8>,
    in_hand_as: u8,
    drops_as: Vec<u8>,
    layer: usize,
    neutral: bool,
}

#[derive(Debug, Serialize)]
struct ZoneData {
    id: String,
    name: String,
    /// As each player says it.
    squares: [Vec<u16>; 2],
}

#[derive(Debug, Serialize)]
struct ChoiceData {
    name: String,
    /// A reading of the rulebook; else an option of the players.
    reading: bool,
    asks: Option<String>,
    clause: Option<String>,
    /// What can be chosen, the default first: in rules, and in the language.
    choices: Vec<(String, String)>,
    chosen: String,
    place: PlaceData,
}

#[derive(Debug, Serialize)]
struct EditionData {
    id: String,
    name: String,
    sets: Vec<(String, String)>,
}

/// A rule with what it says and where.
#[derive(Debug, Serialize)]
struct RuleData {
    path: String,
    says: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<PlaceData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<ClauseData>,
}

pub fn facts(desk: &mut Desk, ask: FactsAsk) -> Result<FactsData, No> {
    let variant = desk.variant(&ask.rules)?;
    let document = desk.document(&ask.rules)?;
    let book = desk.book(&ask.rules).and_then(Result::ok);
    let language: Language = ask.rules.lang.into();
    let sheet = variant.sheet();
    let places = Places::new(&sheet.sources);
    let board = &sheet.geometry;
    let shown = |path: &str| sheet.shown(language.code(), path).map(str::to_owned);
    let game = Game::new(&variant);
    let zones = sheet.sets.iter().enumerate().filter(|it| it.1.is_zone);
    let zones = zones.map(|(i, zone)| ZoneData {
        id: zone.name.clone(),
        name: say::set_name(sheet, SetId(i as u16), language),
        squares: Player::BOTH.map(|own| {
            let found = Look::Set(sheet, &zone.set, own).at(&game);
            found.iter().map(|it| it.0).collect()
        }),
    });
    let choice = |it: &Choice| {
        let path = it.path();
        let named = |id: &String| {
            let name = shown(&format!("{path}.is.{id}"));
            (
                id.clone(),
                name.unwrap_or_else(|| id.replace(['-', '_'], " ")),
            )
        };
        let chosen = sheet.chosen.iter().find(|made| made.0 == it.name);
        ChoiceData {
            name: it.name.clone(),
            reading: it.kind == ChoiceKind::Reading,
            asks: shown(&format!("{path}.asks")).or(it.asks.clone()),
            clause: it.clause.clone(),
            choices: it.choices.iter().map(named).collect(),
            chosen: chosen.map_or(String::new(), |it| it.1.clone()),
            place: places.at(it.span),
        }
    };
    let editions = document
        .choices
        .editions
        .iter()
        .map(|(id, sets)| EditionData {
            name: shown(&format!("edition.{id}")).unwrap_or_else(|| id.clone()),
            id: id.clone(),
            sets: sets.clone(),
        });
    let mut rules: Vec<RuleData> = Vec::new();
    for said in say::sentences(sheet, language) {
        match rules.iter_mut().find(|it| it.path == said.path) {
            Some(known) => known.says.push(said.text),
            None => rules.push(RuleData {
                clauses: clauses_of(book.as_ref(), &said.path),
                place: document.place(&said.path).map(|it| places.at(it.span)),
                path: said.path,
                says: vec![said.text],
            }),
        }
    }
    let labels = [
        (0..board.files).map(|it| label(sheet, it, true)).collect(),
        (0..board.ranks).map(|it| label(sheet, it, false)).collect(),
    ];
    let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
    Ok(FactsData {
        title: sheet.title.clone(),
        files: board.files,
        ranks: board.ranks,
        half_turn: board.turned == Turned::HalfTurn,
        squares: { board.squares() }
            .map(|it| board.write(it, sheet.coordinates))
            .collect(),
        labels,
        players: sheet.players.clone(),
        layers: sheet.layers.clone(),
        kinds: (0..sheet.kinds.len())
            .map(|it| kind(sheet, KindId(it as u8), language))
            .collect(),
        hands: sheet.to_hand || sheet.start.hands.iter().flatten().any(|it| *it > 0),
        drops: acts.any(|it| it.0.verb == koma::check::sheet::Verb::Drop),
        several: sheet.turns.iter().any(|it| it.several),
        zones: zones.collect(),
        choices: document.choices.all.iter().map(choice).collect(),
        editions: editions.collect(),
        rules,
        sides: sheet.sides,
        start: game.position(),
    })
}

fn kind(sheet: &Sheet, id: KindId, language: Language) -> KindData {
    let kind = &sheet.kinds[id.index()];
    let ids = |kinds: &[KindId]| kinds.iter().map(|it| it.0).collect();
    KindData {
        id: kind.name.clone(),
        letter: kind.letter.clone(),
        name: say::piece_name(sheet, id, language),
        signs: sheet.signs.get(id.index()).cloned().flatten(),
        becomes: ids(&kind.becomes),
        in_hand_as: kind.in_hand_as.0,
        drops_as: ids(&kind.drops_as),
        layer: kind.layer,
        neutral: kind.neutral,
    }
}

/// How a file or rank is labelled: what of a square's name is its own.
fn label(sheet: &Sheet, at: usize, is_file: bool) -> String {
    let board = &sheet.geometry;
    let square = match is_file {
        true => board.square(at, 0),
        false => board.square(0, at),
    };
    let name = board.write(square, sheet.coordinates);
    // Letters come first where files have them.
    let letters = (sheet.coordinates == Coordinates::A1) == is_file;
    name.chars()
        .filter(|it| it.is_ascii_alphabetic() == letters)
        .collect()
}
