//! The scenarios of the rulebook: what each expects, and whether it holds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, GameAsk, RulesAsk};
use super::place::{PlaceData, Places, ProblemData, problems};
use super::table::{TableData, table};
use koma::book::{Replay, Scenario, Verdict};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenariosAsk {
    rules: RulesAsk,
}

/// Every scenario of a rulebook, or what is wrong with the rulebook.
#[derive(Debug, Serialize, Default)]
pub struct ScenariosData {
    scenarios: Vec<ScenarioData>,
    problems: Vec<ProblemData>,
}

#[derive(Debug, Serialize)]
struct ScenarioData {
    id: String,
    clause: String,
    title: String,
    says: String,
    edition: Option<String>,
    sets: BTreeMap<String, String>,
    position: Option<String>,
    turns: Vec<String>,
    /// What it expects: `legal`, `refused by …`.
    expects: String,
    holds: bool,
    /// What was found instead.
    found: Option<String>,
    place: PlaceData,
    /// The position that it begins with.
    table: Option<Box<TableData>>,
}

pub fn scenarios(desk: &mut Desk, ask: ScenariosAsk) -> Result<ScenariosData, No> {
    let document = desk.document(&ask.rules)?;
    let book = match desk.book(&ask.rules) {
        None => return Ok(ScenariosData::default()),
        Some(Err(report)) => {
            return Ok(ScenariosData {
                problems: problems(&report),
                ..ScenariosData::default()
            });
        }
        Some(Ok(book)) => book,
    };
    let places = Places::new(&book.sources);
    let mut replay = Replay::new(&document);
    let mut scenarios = Vec::new();
    for clause in &book.clauses {
        for it in &clause.scenarios {
            let failure = replay.one(it).err();
            let mut rules = ask.rules.clone();
            rules.edition = it.picks.edition.clone();
            rules.sets = it.picks.sets.iter().cloned().collect();
            let begin = GameAsk {
                position: it.position.clone(),
                turns: Vec::new(),
            };
            let played = desk.game(&rules, &begin).ok();
            scenarios.push(ScenarioData {
                id: it.id.clone(),
                clause: clause.id.clone(),
                title: clause.title.clone(),
                says: clause.says.clone(),
                edition: it.picks.edition.clone(),
                sets: rules.sets,
                position: it.position.clone(),
                turns: it.play.clone(),
                expects: expected(it),
                holds: failure.is_none(),
                found: failure.map(|it| it.found),
                place: places.at(it.span),
                table: played.map(|it| Box::new(table(&it, ask.rules.lang.into()))),
            });
        }
    }
    Ok(ScenariosData {
        scenarios,
        problems: Vec::new(),
    })
}

fn expected(it: &Scenario) -> String {
    match &it.verdict {
        Verdict::Legal => "legal".to_owned(),
        Verdict::Refused(rule) => format!("refused by {rule}"),
        Verdict::Reaches(position) => format!("reaches {position}"),
        Verdict::Acts(acts) => format!("acts: {}", acts.join(" ")),
        Verdict::Result(result) => result.clone(),
        Verdict::Impossible(why) => format!("impossible: {why}"),
        Verdict::Unloadable => "these choices do not go together".to_owned(),
    }
}
