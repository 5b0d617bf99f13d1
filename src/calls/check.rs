//! What is wrong with a text: the same as `koma check` says, at the same places.

use serde::{Deserialize, Serialize};

use super::No;
use super::desk::{Desk, RulesAsk};
use super::place::{ProblemData, problems};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckAsk {
    rules: RulesAsk,
}

/// What is wrong.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// It can be played as it is.
    loads: bool,
    title: String,
    problems: Vec<ProblemData>,
}

pub fn check(desk: &mut Desk, ask: CheckAsk) -> Result<Checked, No> {
    let document = match desk.document(&ask.rules) {
        Ok(document) => document,
        // A text that is no text of a variant at all has a problem like any other.
        Err(No { problems, .. }) if !problems.is_empty() => {
            return Ok(Checked {
                loads: false,
                title: String::new(),
                problems,
            });
        }
        Err(no) => return Err(no),
    };
    let report = document.check();
    Ok(Checked {
        loads: report.loads(),
        title: koma::text::safe::line(document.title()),
        problems: problems(&report),
    })
}
