//! Why an act is refused or allowed, or a game over: each rule with its place, its clause and the squares that made it so.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, GameAsk, RulesAsk};
use super::place::{PlaceData, Places};
use koma::book::Rulebook;
use koma::play::Variant;
use koma::play::why::{Reason, Why};
use koma::say::{self, Language};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhyAsk {
    rules: RulesAsk,
    #[serde(default)]
    game: GameAsk,
    /// The act in question; without it, why the game is over.
    #[serde(default)]
    act: Option<String>,
}

/// What the rules say of an act.
#[derive(Debug, Serialize)]
pub struct WhyData {
    act: Option<String>,
    legal: bool,
    /// The text is no act: what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<String>,
    reasons: Vec<ReasonData>,
}

/// A rule that has a say.
#[derive(Debug, Serialize)]
struct ReasonData {
    /// The rule: `forbid.two-pawns`.
    rule: String,
    /// What it says.
    says: Vec<String>,
    /// What it says of this act.
    text: String,
    /// What it sees.
    facts: Vec<String>,
    /// The squares that made it so.
    squares: Vec<u16>,
    place: PlaceData,
    /// What of it is written elsewhere.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<PlaceData>,
    clauses: Vec<ClauseData>,
}

/// A clause of the rulebook.
#[derive(Debug, Serialize)]
pub struct ClauseData {
    id: String,
    title: String,
    says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<String>,
    /// The book it is from.
    book: String,
    source: String,
}

pub fn why(desk: &mut Desk, ask: WhyAsk) -> Result<WhyData, No> {
    let game = desk.game(&ask.rules, &ask.game)?.game;
    let book = desk.book(&ask.rules).and_then(Result::ok);
    let told = |reasons: &[Reason]| {
        reasons_data(
            game.variant(),
            book.as_ref(),
            reasons,
            ask.rules.lang.into(),
        )
    };
    let (legal, unreadable, reasons) = match &ask.act {
        None => {
            let over = game.why_over();
            (false, None, told(over.as_slice()))
        }
        Some(act) => match game.why(act) {
            Why::Allowed(reasons) => (true, None, told(&reasons)),
            Why::Refused(reasons) => (false, None, told(&reasons)),
            Why::Unreadable(why) => (false, Some(koma::text::safe::line(&why)), Vec::new()),
        },
    };
    Ok(WhyData {
        act: ask.act,
        legal,
        unreadable,
        reasons,
    })
}

fn reasons_data(
    variant: &Variant,
    book: Option<&Rulebook>,
    reasons: &[Reason],
    language: Language,
) -> Vec<ReasonData> {
    let sheet = variant.sheet();
    let places = Places::new(&sheet.sources);
    let said = say::sentences(sheet, language);
    let reason = |it: &Reason| {
        let rule = sheet.rule(it.rule);
        let says = said.iter().filter(|it| it.path == rule.path);
        ReasonData {
            rule: rule.path.clone(),
            says: says.map(|it| it.text.clone()).collect(),
            text: it.text.clone(),
            facts: it.facts.clone(),
            squares: it.squares.iter().map(|it| it.0).collect(),
            place: places.at(rule.span),
            parts: rule.parts.iter().map(|it| places.at(*it)).collect(),
            clauses: clauses_of(book, &rule.path),
        }
    };
    reasons.iter().map(reason).collect()
}

/// The clauses that a rule carries out.
pub fn clauses_of(book: Option<&Rulebook>, path: &str) -> Vec<ClauseData> {
    let Some(book) = book else {
        return Vec::new();
    };
    let clauses = book.clauses.iter();
    let clauses = clauses.filter(|it| it.rules.iter().any(|it| it.0 == path));
    let title = |source: &str| {
        let id = source.split(':').next().unwrap_or_default();
        let book = book.books.iter().find(|it| it.0 == id);
        book.map_or(String::new(), |it| it.1.clone())
    };
    clauses
        .map(|it| ClauseData {
            id: it.id.clone(),
            title: it.title.clone(),
            says: it.says.clone(),
            quote: it.quote.clone(),
            book: title(&it.source),
            source: it.source.clone(),
        })
        .collect()
}
