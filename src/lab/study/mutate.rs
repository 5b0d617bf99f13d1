//! Which small changes of a variant do the scenarios of its rulebook notice?

use super::Canon;
use super::diff::{Difference, Probe};
use super::mutants::{Mutant, mutants};
use crate::crowd;
use koma::book::{Replay, Rulebook};
use koma::check::{Document, Picks, Sheet, limits};
use koma::play::Variant;
use koma::text::Report;

/// What is tried, and how hard a difference is looked for where no scenario fails.
#[derive(Debug, Clone)]
pub struct Settings {
    /// From every position of the rulebook, all sequences of so many acts.
    pub depth: u32,
    /// Then random games, until so many positions were compared.
    pub positions: u64,
    /// Only changes under this path.
    pub rule: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            depth: 2,
            positions: 300_000,
            rule: None,
        }
    }
}

/// A change and what came of it.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The change.
    pub mutant: Mutant,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// A scenario fails: the first, by its id.
    Killed(String),
    /// The game is another and no scenario fails.
    Unnoticed(Unnoticed),
    /// The rules say the same in every choice.
    Same,
    /// No difference was found.
    Alike {
        /// In so many positions.
        positions: u64,
        /// In all of them to so many acts from the positions of the rulebook.
        depth: u32,
    },
    /// The changed file is no variant: why.
    Invalid(String),
}

/// Where a change shows that no scenario notices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unnoticed {
    /// The choices made there, but for those the file makes itself.
    pub choices: Vec<(String, String)>,
    /// The position; none if already the choices differ.
    pub difference: Option<Difference>,
}

/// How many of each fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// All changes.
    pub all: usize,
    /// Noticed by a scenario.
    pub killed: usize,
    /// Not noticed.
    pub unnoticed: usize,
    /// The rules say the same.
    pub same: usize,
    /// No difference found.
    pub alike: usize,
    /// No variant.
    pub invalid: usize,
}

impl Score {
    /// How many of each fate there are.
    pub fn of(tried: &[Tried]) -> Score {
        let mut score = Score::default();
        for it in tried {
            score.all += 1;
            *match it.fate {
                Fate::Killed(_) => &mut score.killed,
                Fate::Unnoticed(_) => &mut score.unnoticed,
                Fate::Same => &mut score.same,
                Fate::Alike { .. } => &mut score.alike,
                Fate::Invalid(_) => &mut score.invalid,
            } += 1;
        }
        score
    }

    /// The changes that make another game of it: all that a scenario could notice.
    pub fn real(&self) -> usize {
        self.all - self.same - self.alike - self.invalid
    }
}

/// Changes a variant in every way, one at a time, and plays the scenarios of its rulebook each time. The order is
/// that of [`mutants`], whatever the number of threads. `told` hears how many are to be tried, then of each one tried.
pub fn mutate(
    document: &Document,
    book: &Rulebook,
    settings: &Settings,
    told: &(dyn Fn(Progress) + Sync),
) -> Result<Vec<Tried>, Box<Report>> {
    let mut all = mutants(document)?;
    if let Some(rule) = &settings.rule {
        all.retain(|it| it.is_under(rule));
    }
    told(Progress::Of(all.len()));
    let lab = Lab::new(document, book, settings)?;
    Ok(crowd::in_order(&all, crowd::cores(), |mutant| {
        let (mutant, fate) = (mutant.clone(), lab.try_one(mutant));
        told(Progress::One);
        Tried { mutant, fate }
    }))
}

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// So many are to be tried.
    Of(usize),
    /// One more was tried.
    One,
}

type Made = Vec<(String, String)>;

/// The variant as written, and what its mutants are compared with.
struct Lab<'a> {
    document: &'a Document,
    book: &'a Rulebook,
    settings: &'a Settings,
    /// Every combination of choices, and what the rules then say.
    forms: Vec<(Made, Canon)>,
    /// The positions of the scenarios, each once.
    positions: Vec<String>,
}

impl<'a> Lab<'a> {
    fn new(
        document: &'a Document,
        book: &'a Rulebook,
        settings: &'a Settings,
    ) -> Result<Self, Box<Report>> {
        let scenarios = book.clauses.iter().flat_map(|it| &it.scenarios);
        let mut positions: Vec<String> = Vec::new();
        for position in scenarios.filter_map(|it| it.position.as_ref()) {
            if !positions.contains(position) {
                positions.push(position.clone());
            }
        }
        Ok(Lab {
            document,
            book,
            settings,
            forms: forms(&sheets(document, limits::COMBINATIONS)?),
            positions,
        })
    }

    fn try_one(&self, mutant: &Mutant) -> Fate {
        let changed = mutant.document(self.document);
        let invalid = |report: Box<Report>| {
            let first = report.problems.first();
            Fate::Invalid(first.map_or(String::new(), |it| it.message.clone()))
        };
        // The file as written and each choice alone come first, and tell nearly always.
        let choices = changed.choices.all.iter();
        let alone = 1 + choices.map(|it| it.choices.len() - 1).sum::<usize>();
        if let Err(report) = sheets(&changed, alone) {
            return invalid(report);
        }
        let mut replay = Replay::new(&changed);
        for clause in &self.book.clauses {
            for scenario in &clause.scenarios {
                if replay.one(scenario).is_err() {
                    let mut ids = [&scenario.id, &clause.id].into_iter();
                    let id = ids.find(|it| !it.is_empty());
                    return Fate::Killed(id.cloned().unwrap_or_default());
                }
            }
        }
        let forms = match sheets(&changed, limits::COMBINATIONS) {
            Ok(sheets) => forms(&sheets),
            Err(report) => return invalid(report),
        };
        if let Some(choices) = self.parted(&changed, &forms) {
            return Fate::Unnoticed(Unnoticed {
                choices,
                difference: None,
            });
        }
        let concerned: Vec<&Made> = self
            .forms
            .iter()
            .filter(|(made, form)| forms.iter().any(|it| it.0 == *made && it.1 != *form))
            .map(|it| &it.0)
            .collect();
        if concerned.is_empty() {
            Fate::Same
        } else {
            self.compared(&changed, &concerned)
        }
    }

    /// Choices that go together in the one and not in the other, or an edition that is another.
    fn parted(&self, changed: &Document, forms: &[(Made, Canon)]) -> Option<Made> {
        let has = |all: &[(Made, Canon)], made: &Made| all.iter().any(|it| it.0 == *made);
        let lost = self.forms.iter().find(|it| !has(forms, &it.0));
        let new = forms.iter().find(|it| !has(&self.forms, &it.0));
        if let Some((made, _)) = lost.or(new) {
            return Some(self.unusual(made));
        }
        let editions = self.document.choices.editions.iter();
        editions.clone().find_map(|(edition, bundle)| {
            let picks = Picks {
                edition: Some(edition.clone()),
                sets: Vec::new(),
            };
            let of = |document: &Document| document.choices.pick(&picks).ok();
            (of(self.document) != of(changed)).then(|| bundle.clone())
        })
    }

    /// Plays both variants side by side.
    fn compared(&self, changed: &Document, concerned: &[&Made]) -> Fate {
        let variants: Vec<(&Made, Variant, Variant)> = concerned
            .iter()
            .filter_map(|made| {
                let picks = picks(made);
                let one = Variant::of(self.document, &picks).ok()?;
                let two = Variant::of(changed, &picks).ok()?;
                Some((*made, one, two))
            })
            .collect();
        let mut pairs: Vec<(&Made, Probe<'_>)> = variants
            .iter()
            .map(|(made, one, two)| (*made, Probe::new(one, two, &self.positions)))
            .collect();
        let found = |made: &Made, difference: Difference| {
            Fate::Unnoticed(Unnoticed {
                choices: self.unusual(made),
                difference: Some(difference),
            })
        };
        // The first combinations differ least from the file as written; the others are tried by the random games.
        for (made, pair) in pairs.iter_mut().take(2) {
            if let Err(difference) = pair.near(self.settings.depth) {
                return found(made, difference);
            }
        }
        let compared =
            |pairs: &[(&Made, Probe<'_>)]| pairs.iter().map(|it| it.1.positions).sum::<u64>();
        for seed in 0.. {
            let turn = seed as usize % pairs.len();
            let (made, pair) = &mut pairs[turn];
            if let Err(difference) = pair.far(seed) {
                return found(made, difference);
            }
            if turn == 0
                && (compared(&pairs) >= self.settings.positions || seed >= self.settings.positions)
            {
                break;
            }
        }
        Fate::Alike {
            positions: compared(&pairs),
            depth: self.settings.depth,
        }
    }

    /// The choices that are not those of the file as written.
    fn unusual(&self, made: &Made) -> Made {
        let usual = |(name, choice): &(String, String)| {
            let all = self.document.choices.all.iter();
            all.clone()
                .any(|it| it.name == *name && it.choices[0] == *choice)
        };
        made.iter().filter(|it| !usual(it)).cloned().collect()
    }
}

fn picks(made: &Made) -> Picks {
    Picks {
        edition: None,
        sets: made.clone(),
    }
}

/// A document resolved in the combinations of its choices, so many at most.
fn sheets(document: &Document, most: usize) -> Result<Vec<(Made, Sheet)>, Box<Report>> {
    let all = document.choices.combinations(most);
    all.into_iter()
        .map(|made| Ok((made.clone(), document.sheet(&picks(&made))?)))
        .collect()
}

fn forms(sheets: &[(Made, Sheet)]) -> Vec<(Made, Canon)> {
    sheets
        .iter()
        .map(|(made, sheet)| (made.clone(), Canon::argued(sheet)))
        .collect()
}
