//! A game on the table: the position, what can be done, what was done, and how it ended.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, GameAsk, Played, RulesAsk};
use super::look::Look;
use super::place::{PlaceData, Places};
use koma::board::{Owner, Player, Square};
use koma::play::{Act, Game, Outcome, Refusal, Variant};
use koma::say::{self, Language};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableAsk {
    pub rules: RulesAsk,
    #[serde(default)]
    pub game: GameAsk,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayAsk {
    rules: RulesAsk,
    #[serde(default)]
    game: GameAsk,
    /// The act to be played, or a whole turn.
    act: String,
    /// The turn stays open if it may: one act of several.
    #[serde(default)]
    open: bool,
}

/// A game as a page shows it. Squares are numbers, rank by rank from the first player's left.
#[derive(Debug, Serialize)]
pub struct TableData {
    pub position: String,
    /// Per square what stands there, lowest first: kind, and owner (0, 1, or 2 for nobody).
    pub cells: Vec<Vec<(u8, u8)>>,
    /// Per player what is in hand: kind, and how many.
    pub hands: [Vec<(u8, u16)>; 2],
    pub side: usize,
    /// A turn of several acts is under way.
    pub open: bool,
    /// What is left of a turn of several acts.
    pub left: Vec<LeftData>,
    pub outcome: Option<OutcomeData>,
    pub acts: Vec<ActData>,
    /// The squares of pieces that must not be lost and are attacked.
    pub check: Vec<u16>,
    /// The turns that were played, as they are written.
    pub turns: Vec<String>,
    /// The squares of the last turn.
    pub last: Vec<u16>,
    /// Why the turn after them was not played.
    pub refused: Option<RefusedData>,
}

/// An act of a turn of several, and how often it may still be done.
#[derive(Debug, Serialize)]
pub struct LeftData {
    text: String,
    left: u32,
    of: u32,
}

/// An act: `from` is missing in a drop, both squares in a pass and at the end of a turn.
#[derive(Debug, Serialize)]
pub struct ActData {
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<u8>,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct OutcomeData {
    /// 0 or 1; none is a draw.
    winner: Option<usize>,
    /// The rule: `end.mate`.
    rule: String,
    /// What the rule says.
    says: String,
    place: PlaceData,
}

/// Why an act is refused.
#[derive(Debug, Serialize)]
pub struct RefusedData {
    pub act: String,
    /// The rule, or `notation`.
    pub rule: String,
    pub reason: String,
    /// What the rule says.
    pub says: Option<String>,
    pub place: Option<PlaceData>,
}

/// What came of an act.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayedData {
    Table(Box<TableData>),
    Refused(RefusedData),
}

pub fn acts(desk: &mut Desk, ask: TableAsk) -> Result<TableData, No> {
    let played = desk.game(&ask.rules, &ask.game)?;
    Ok(table(&played, ask.rules.lang.into()))
}

pub fn outcome(desk: &mut Desk, ask: TableAsk) -> Result<Option<OutcomeData>, No> {
    let game = desk.game(&ask.rules, &ask.game)?.game;
    let outcome = game.outcome();
    Ok(outcome.map(|it| ended(&game, &it, ask.rules.lang.into())))
}

/// Plays an act. The answer has the turns of the game with it: an act of a turn that is open is joined to its turn.
pub fn play(desk: &mut Desk, ask: PlayAsk) -> Result<PlayedData, No> {
    let language: Language = ask.rules.lang.into();
    let before = desk.game(&ask.rules, &ask.game)?;
    if let Some(refusal) = &before.refusal {
        return Ok(PlayedData::Refused(refused(
            before.game.variant(),
            refusal,
            language,
        )));
    }
    let mut after = ask.game.clone();
    match after.turns.last_mut().filter(|it| it.ends_with(',')) {
        Some(open) if ask.act.is_empty() => {
            open.pop();
        }
        Some(open) => open.push_str(&ask.act),
        None => after.turns.push(ask.act.clone()),
    }
    if ask.open
        && let Some(turn) = after.turns.last_mut()
    {
        turn.push(',');
    }
    let mut played = desk.game(&ask.rules, &after)?;
    if let Some(refusal) = &played.refusal {
        return Ok(PlayedData::Refused(refused(
            played.game.variant(),
            refusal,
            language,
        )));
    }
    // A turn that could not stay open is over.
    if !played.game.is_turn_open()
        && let Some(turn) = played.turns.last_mut()
    {
        *turn = turn.trim_end_matches(',').to_owned();
    }
    Ok(PlayedData::Table(Box::new(table(&played, language))))
}

/// Everything that is to be shown of a game.
pub fn table(played: &Played, language: Language) -> TableData {
    let game = &played.game;
    let variant = game.variant();
    let sheet = variant.sheet();
    let setup = game.setup();
    let owner = |it: Owner| match it {
        Owner::Of(player) => player.index() as u8,
        Owner::Nobody => 2,
    };
    let cells = setup
        .cells
        .iter()
        .map(|it| it.iter().map(|(of, kind)| (*kind, owner(*of))).collect());
    let hands = setup.hands.each_ref().map(|hand| {
        let held = hand.iter().enumerate().filter(|it| *it.1 > 0);
        held.map(|(kind, n)| (kind as u8, *n)).collect()
    });
    let left = game.left().into_iter().map(|(pattern, left, of)| LeftData {
        text: say::act_name(sheet, pattern),
        left,
        of,
    });
    let mut check: Vec<u16> = Vec::new();
    for player in Player::BOTH {
        check.extend(Look::Check(player).at(game).iter().map(|it| it.0));
    }
    TableData {
        position: game.position(),
        cells: cells.collect(),
        hands,
        side: game.to_move().index(),
        open: game.is_turn_open(),
        left: left.collect(),
        outcome: game.outcome().map(|it| ended(game, &it, language)),
        acts: game
            .acts()
            .into_iter()
            .map(|it| act_data(game, it))
            .collect(),
        check,
        last: played
            .turns
            .last()
            .map_or(Vec::new(), |it| squares_of(variant, it)),
        turns: played.turns.clone(),
        refused: played
            .refusal
            .as_ref()
            .map(|it| refused(variant, it, language)),
    }
}

fn act_data(game: &Game, act: Act) -> ActData {
    let text = game.write(act);
    let (from, to, kind, becomes) = match act {
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => (Some(from.0), Some(to.0), Some(kind), becomes),
        Act::Drop { to, kind } => (None, Some(to.0), Some(kind), None),
        Act::Pass | Act::End => (None, None, None, None),
    };
    ActData {
        text,
        from,
        to,
        kind,
        becomes,
    }
}

/// The squares that a turn names.
fn squares_of(variant: &Variant, turn: &str) -> Vec<u16> {
    let sheet = variant.sheet();
    let mut found = Vec::new();
    for act in turn.split(',') {
        // A letter of a piece may stand in front; a drop has a star after it.
        let mut rest =
            act.trim_start_matches(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
        while let Some((Square(square), taken)) = sheet.geometry.read(rest, sheet.coordinates) {
            found.push(square);
            rest = &rest[taken..];
        }
    }
    found
}

fn ended(game: &Game, outcome: &Outcome, language: Language) -> OutcomeData {
    let sheet = game.variant().sheet();
    OutcomeData {
        winner: outcome.winner.map(Player::index),
        rule: outcome.path.clone(),
        says: sentence(game.variant(), &outcome.path, language).unwrap_or_default(),
        place: Places::new(&sheet.sources).at(sheet.rule(outcome.rule).span),
    }
}

/// A refusal with what its rule says and where.
pub fn refused(variant: &Variant, refusal: &Refusal, language: Language) -> RefusedData {
    let sheet = variant.sheet();
    RefusedData {
        act: refusal.act.clone(),
        rule: refusal.by.clone(),
        reason: refusal.reason.clone(),
        says: sentence(variant, &refusal.by, language),
        place: refusal
            .rule
            .map(|it| Places::new(&sheet.sources).at(sheet.rule(it).span)),
    }
}

/// What a rule says, in a language.
pub fn sentence(variant: &Variant, path: &str, language: Language) -> Option<String> {
    let said = say::sentences(variant.sheet(), language);
    said.into_iter()
        .find(|it| it.path == path)
        .map(|it| it.text)
}
