//! What random games make use of: each rule, how often, and where it is written.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, RulesAsk};
use super::place::{PlaceData, Places};
use koma::play::RulePart;
use koma_lab::study::cover as study;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverAsk {
    rules: RulesAsk,
    #[serde(default)]
    games: Option<u32>,
    #[serde(default)]
    seed: u64,
}

/// A part of a rule.
#[derive(Debug, Serialize)]
pub struct CoveredData {
    rule: String,
    /// In words: `end.mate ends the game`.
    part: String,
    times: u64,
    /// The shortest game that makes use of it.
    example: Option<Vec<String>>,
    place: PlaceData,
}

pub fn cover(desk: &mut Desk, ask: CoverAsk) -> Result<Vec<CoveredData>, No> {
    let variant = desk.variant(&ask.rules)?;
    let sheet = variant.sheet();
    let places = Places::new(&sheet.sources);
    let games = ask.games.unwrap_or(60).min(500);
    let seen = study::cover(&variant, games, ask.seed, &|| {});
    let covered = seen.into_iter().map(|it| {
        let rule = match it.part {
            RulePart::Manner(kind, _) => sheet.kinds[usize::from(kind)].moves_rule,
            RulePart::Dropped(kind) => sheet.kinds[usize::from(kind)].rule,
            RulePart::Act(rule, _)
            | RulePart::Taken(rule)
            | RulePart::Declined(rule)
            | RulePart::Demanded(rule)
            | RulePart::Held(rule, _)
            | RulePart::Refused(rule)
            | RulePart::Removed(rule)
            | RulePart::Ended(rule) => rule,
        };
        let rule = sheet.rule(rule);
        CoveredData {
            rule: rule.path.clone(),
            part: study::told(sheet, it.part),
            times: it.times,
            example: it.example,
            place: places.at(rule.span),
        }
    });
    Ok(covered.collect())
}
