//! Where two readings of a variant part: the shortest game after which they differ.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, RulesAsk};
use super::place::PlaceData;
use super::table::{RefusedData, refused};
use koma::play::Outcome;
use koma_lab::clock::{self, Moment};
use koma_lab::study::diff::{self as study, Bounds, Only, Unlike, Verdict, Watch, elsewhere};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiffAsk {
    rules: RulesAsk,
    /// The choices of the other side, on top of those of the rules.
    other: BTreeMap<String, String>,
    /// How long at most, in milliseconds.
    #[serde(default)]
    time: Option<u32>,
}

/// What came of a comparison.
#[derive(Debug, Serialize)]
pub struct DiffData {
    /// `same`, `alike` (no difference was found) or `different`.
    verdict: &'static str,
    /// How many positions were compared, and to which depth all of them.
    positions: usize,
    depth: Option<u32>,
    witness: Option<WitnessData>,
}

/// A game after which the two differ.
#[derive(Debug, Serialize)]
struct WitnessData {
    /// The position that it begins from, if not the start.
    from: Option<String>,
    turns: Vec<String>,
    shortest: bool,
    sides: [SideData; 2],
}

#[derive(Debug, Serialize)]
struct SideData {
    position: String,
    /// `first wins by mate`
    outcome: Option<String>,
    /// The rule that ended it.
    rule: Option<String>,
    /// The acts that this side alone allows, and why the other refuses each.
    only: Vec<OnlyData>,
    place: Option<PlaceData>,
}

#[derive(Debug, Serialize)]
struct OnlyData {
    act: String,
    refused: RefusedData,
}

/// More acts of one side than this are not listed.
const LISTED: usize = 24;
/// The longest comparison, in milliseconds.
const LONGEST: u32 = 20_000;

/// Half of the time is for the search, the rest for what comes after it.
struct Clock(Moment, Moment);

impl Watch for Clock {
    fn goes_on(&self) -> bool {
        clock::now() < self.1.max(self.0)
    }
}

pub fn diff(desk: &mut Desk, ask: DiffAsk) -> Result<DiffData, No> {
    let mut other = ask.rules.clone();
    other.sets.extend(ask.other.clone());
    let variants = [desk.variant(&ask.rules)?, desk.variant(&other)?];
    let book = desk.book(&ask.rules).and_then(Result::ok);
    let positions = book.map(|it| elsewhere::positions(&it, &variants[0]));
    let bounds = Bounds {
        elsewhere: positions.unwrap_or_default(),
        positions: 200_000,
        ..Bounds::default()
    };
    let time = Duration::from_millis(ask.time.unwrap_or(8000).min(LONGEST).into());
    let watch = Clock(clock::now(), clock::now() + time);
    let finding = match study::diff(variants.clone(), &[], None, &bounds, &watch) {
        Ok(finding) => finding,
        Err(Unlike::Boards(_)) => return Err(No::because("the boards are not of the same size")),
        Err(_) => return Err(No::because("the pieces cannot be paired")),
    };
    let searched = finding.searched;
    let (verdict, witness) = match finding.verdict {
        Verdict::Same => ("same", None),
        Verdict::Alike => ("alike", None),
        Verdict::Different(witness) => ("different", Some(witness)),
    };
    let lang = ask.rules.lang.into();
    let witness = witness.map(|it| {
        let from = it.from.and_then(|at| bounds.elsewhere.get(at));
        let side = |side: usize| {
            let outcome: &Option<Outcome> = &it.outcomes[side];
            let only = it.only[side]
                .iter()
                .take(LISTED)
                .map(|only: &Only| OnlyData {
                    act: only.act.clone(),
                    refused: refused(&variants[1 - side], &only.refusal, lang),
                });
            SideData {
                position: it.positions[side].clone(),
                outcome: outcome.as_ref().map(ToString::to_string),
                rule: outcome.as_ref().map(|it| it.path.clone()),
                only: only.collect(),
                place: None,
            }
        };
        WitnessData {
            from: from.map(|it| variants[0].letters().write_position(&it.setup)),
            turns: it.turns.clone(),
            shortest: it.shortest,
            sides: [side(0), side(1)],
        }
    });
    Ok(DiffData {
        verdict,
        positions: searched.positions,
        depth: searched.depth,
        witness,
    })
}
