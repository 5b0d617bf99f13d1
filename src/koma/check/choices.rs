//! Options, readings and editions: what can be chosen, what goes together, and the overlay of each choice.

use super::fields::{Cx, Fields, section, text};
use super::limits;
use super::unknown::{self, Unknown};
use crate::syntax::envelope::{Entry, Table, Value};
use crate::text::{Code, Problem, Span, near};

/// A choice of play, or a choice of interpretation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChoiceKind {
    /// The players choose it.
    Option,
    /// The rulebook can be read so.
    Reading,
}

/// One option or reading.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Option or reading.
    pub kind: ChoiceKind,
    /// Its name.
    pub name: String,
    /// Its choices, the default first.
    pub choices: Vec<String>,
    /// The clause of the rulebook that it reads.
    pub clause: Option<String>,
    /// The question, in a sentence.
    pub asks: Option<String>,
    /// Where it is declared.
    pub span: Span,
    overlays: Vec<Overlay>,
}

impl Choice {
    /// `option.NAME` or `reading.NAME`.
    pub fn path(&self) -> String {
        match self.kind {
            ChoiceKind::Option => format!("option.{}", self.name),
            ChoiceKind::Reading => format!("reading.{}", self.name),
        }
    }

    /// What is not known of the values that its choices say: the choice, and what of it, with the reason in a language.
    pub fn unknown(&self, language: &str) -> Vec<(&str, Unknown)> {
        let overlays = self.overlays.iter();
        overlays
            .flat_map(|it| {
                let said = unknown::said(&it.table, language).into_iter();
                said.map(|unknown| (it.choice.as_str(), unknown))
            })
            .collect()
    }

    /// What each of its choices says on top of the file.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.overlays.iter().map(|it| &it.table)
    }
}

#[derive(Debug, Clone)]
struct Overlay {
    choice: String,
    requires: Vec<(String, String)>,
    table: Table,
    span: Span,
}

/// A choice by name, and where the name and the choice are written.
struct Pick<'e> {
    name: &'e str,
    choice: &'e str,
    places: [Span; 2],
}

/// Everything that can be chosen in a variant.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// Options, then readings, each in the order of the file.
    pub all: Vec<Choice>,
    /// Editions: named bundles of choices.
    pub editions: Vec<(String, Vec<(String, String)>)>,
}

/// What a person asked for: an edition, and single choices on top of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Picks {
    /// `VARIANT@EDITION`
    pub edition: Option<String>,
    /// `--set NAME=CHOICE`
    pub sets: Vec<(String, String)>,
}

impl Picks {
    /// Reads `NAME=CHOICE` texts; the first that is not one is the error.
    pub fn parse<S: AsRef<str>>(sets: &[S], edition: Option<&str>) -> Result<Picks, String> {
        let sets = sets
            .iter()
            .map(|it| {
                let it = it.as_ref();
                match it.split_once('=') {
                    Some((name, choice)) if !name.is_empty() && !choice.is_empty() => {
                        Ok((name.to_owned(), choice.to_owned()))
                    }
                    _ => Err(format!(
                        "`{}` is not NAME=CHOICE",
                        crate::text::safe::line(it)
                    )),
                }
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Picks {
            edition: edition.map(str::to_owned),
            sets,
        })
    }
}

impl Choices {
    /// Reads `[option]`, `[reading]` and `[edition]`.
    pub fn read(cx: &mut Cx<'_>, top: &Fields<'_>) -> Choices {
        let mut choices = Choices::default();
        for (key, kind) in [
            ("option", ChoiceKind::Option),
            ("reading", ChoiceKind::Reading),
        ] {
            for entry in section(cx, top, key) {
                if let Some(choice) = read_choice(cx, entry, kind) {
                    if let Some(other) = choices.all.iter().find(|it| it.name == choice.name) {
                        cx.add(
                            Problem::at(
                                Code::NameTaken,
                                entry.key_span,
                                format!("`{}` is both an option and a reading", choice.name),
                                "declared again",
                            )
                            .label(other.span, "declared here"),
                        );
                        continue;
                    }
                    choices.all.push(choice);
                }
            }
        }
        let most = choices.all.get(limits::CHOOSINGS).map(|it| it.span);
        cx.limit(
            choices.all.len(),
            limits::CHOOSINGS,
            most.unwrap_or_default(),
            "options and readings",
        );
        choices.all.truncate(limits::CHOOSINGS);
        for key in ["option", "reading"] {
            for entry in section(cx, top, key) {
                let is = entry.node.as_table().and_then(|it| it.table("is"));
                for overlay in is.into_iter().flat_map(|it| &it.entries) {
                    if let Some(needed) = overlay.node.as_table().and_then(|it| it.get("requires"))
                    {
                        choices.known(cx, needed);
                    }
                }
            }
        }
        let editions = section(cx, top, "edition");
        cx.few(editions, limits::EDITIONS, "editions");
        for entry in editions.iter().take(limits::EDITIONS) {
            let bundle = choices.known(cx, entry);
            if let Err(problem) = choices.make(&bundle) {
                cx.add(
                    problem
                        .label(entry.key_span, "these choices do not go together")
                        .help("an edition is a bundle of choices that can be made together"),
                );
            }
            choices.editions.push((entry.key.clone(), bundle));
        }
        choices.unmakeable(cx);
        choices.conflicts(cx);
        choices
    }

    /// The picks of a table that exist; says so of those that do not.
    fn known(&self, cx: &mut Cx<'_>, entry: &Entry) -> Vec<(String, String)> {
        let mut known = Vec::new();
        for pick in picks(cx, entry) {
            match self.unknown(pick.name, pick.choice) {
                None => known.push((pick.name.to_owned(), pick.choice.to_owned())),
                Some((message, help)) => {
                    let named = self.all.iter().any(|it| it.name == pick.name);
                    let label = if named {
                        "there is no such choice"
                    } else {
                        "there is nothing of this name to choose"
                    };
                    let span = pick.places[usize::from(named)];
                    cx.add(Problem::at(Code::UnknownChoice, span, message, label).maybe_help(help));
                }
            }
        }
        known
    }

    /// Says so of a choice that can never be made, because what it requires does not go together.
    fn unmakeable(&self, cx: &mut Cx<'_>) {
        for choice in &self.all {
            for overlay in &choice.overlays {
                let exist = overlay
                    .requires
                    .iter()
                    .all(|(name, needed)| self.unknown(name, needed).is_none());
                let only = [(choice.name.clone(), overlay.choice.clone())];
                if exist && let Err(problem) = self.make(&only) {
                    cx.add(
                        problem
                            .label(overlay.span, "this can never be chosen")
                            .help("a choice has to go together with all that it requires"),
                    );
                }
            }
        }
    }

    /// What is wrong with a pick, if anything.
    fn unknown(&self, name: &str, choice: &str) -> Option<(String, Option<String>)> {
        let Some(found) = self.all.iter().find(|it| it.name == name) else {
            let help = near::hint(
                name,
                "there are",
                self.all.iter().map(|it| it.name.as_str()),
            );
            return Some((format!("no option or reading is called `{name}`"), help));
        };
        if found.choices.iter().any(|it| it == choice) {
            return None;
        }
        let help = near::hint(
            choice,
            "its choices are",
            found.choices.iter().map(String::as_str),
        );
        Some((format!("`{name}` has no choice `{choice}`"), help))
    }

    /// Overlays of two different names may not write the same key, unless `requires` keeps them apart.
    fn conflicts(&self, cx: &mut Cx<'_>) {
        for (i, a) in self.all.iter().enumerate() {
            for b in &self.all[i + 1..] {
                for one in &a.overlays {
                    for two in &b.overlays {
                        if apart(one, a, two, b) || apart(two, b, one, a) {
                            continue;
                        }
                        if let Some((path, first, second)) = same_key(&one.table, &two.table, "") {
                            cx.add(
                                Problem::at(
                                    Code::ChoiceConflict,
                                    second,
                                    format!(
                                        "`{}={}` and `{}={}` both write `{path}`",
                                        a.name, one.choice, b.name, two.choice
                                    ),
                                    "written here too",
                                )
                                .label(first, "written here")
                                .help("give the part that differs a name of its own, or keep them apart with `requires`"),
                            );
                        }
                    }
                }
            }
        }
    }

    /// The choice made for every option and reading, in their order; the problem if they do not go together.
    pub fn pick(&self, picks: &Picks) -> Result<Vec<(String, String)>, Box<Problem>> {
        let mut wanted: Vec<(String, String)> = Vec::new();
        if let Some(edition) = &picks.edition {
            let Some((_, bundle)) = self.editions.iter().find(|it| it.0 == *edition) else {
                return Err(Box::new(
                    Problem::plain(
                        Code::UnknownChoice,
                        format!("there is no edition `{edition}`"),
                    )
                    .maybe_help(near::hint(
                        edition,
                        "there are",
                        self.editions.iter().map(|it| it.0.as_str()),
                    )),
                ));
            };
            wanted.extend(bundle.iter().cloned());
        }
        for (i, (name, choice)) in picks.sets.iter().enumerate() {
            if let Some((message, help)) = self.unknown(name, choice) {
                return Err(Box::new(
                    Problem::plain(Code::UnknownChoice, message).maybe_help(help),
                ));
            }
            if let Some((_, other)) = picks.sets[..i]
                .iter()
                .find(|it| it.0 == *name && it.1 != *choice)
            {
                return Err(Box::new(Problem::plain(
                    Code::ChoiceConflict,
                    format!("`{name}` cannot be both `{other}` and `{choice}`"),
                )));
            }
            wanted.retain(|it| it.0 != *name);
            wanted.push((name.clone(), choice.clone()));
        }
        self.make(&wanted)
    }

    /// The choice for every option and reading if these are wanted: the others as written, or as required.
    fn make(&self, wanted: &[(String, String)]) -> Result<Vec<(String, String)>, Box<Problem>> {
        let mut made: Vec<(String, String)> = self
            .all
            .iter()
            .map(|it| {
                let choice = wanted
                    .iter()
                    .find(|(name, _)| *name == it.name)
                    .map(|it| it.1.clone());
                (
                    it.name.clone(),
                    choice.unwrap_or_else(|| it.choices[0].clone()),
                )
            })
            .collect();
        // A choice that needs another brings it along, unless something else was asked for by name.
        for _ in 0..self.all.len() {
            for (name, needed) in self.needs(&made) {
                let asked = wanted.iter().any(|it| it.0 == name);
                if !asked && let Some(at) = made.iter().position(|it| it.0 == name) {
                    made[at].1 = needed;
                }
            }
        }
        if let Some((overlay, choice, name, needed)) = self.unmet(&made) {
            let found = made
                .iter()
                .find(|it| it.0 == name)
                .map_or("", |it| it.1.as_str());
            return Err(Box::new(
                Problem::plain(
                    Code::ChoiceConflict,
                    format!("`{choice}={overlay}` requires `{name}={needed}`, but it is `{found}`"),
                )
                .help(format!(
                    "add `--set {name}={needed}`, or choose another `{choice}`"
                )),
            ));
        }
        Ok(made)
    }

    fn needs(&self, made: &[(String, String)]) -> Vec<(String, String)> {
        self.overlays_of(made)
            .flat_map(|(_, it)| it.requires.clone())
            .collect()
    }

    /// The first requirement that does not hold: (choice, its name, the other's name, what it should be).
    fn unmet(&self, made: &[(String, String)]) -> Option<(String, String, String, String)> {
        self.overlays_of(made).find_map(|(choice, overlay)| {
            let (name, needed) = overlay
                .requires
                .iter()
                .find(|(name, needed)| !made.contains(&(name.clone(), needed.clone())))?;
            Some((
                overlay.choice.clone(),
                choice.name.clone(),
                name.clone(),
                needed.clone(),
            ))
        })
    }

    fn overlays_of<'a>(
        &'a self,
        made: &'a [(String, String)],
    ) -> impl Iterator<Item = (&'a Choice, &'a Overlay)> {
        self.all.iter().filter_map(move |choice| {
            let (_, picked) = made.iter().find(|it| it.0 == choice.name)?;
            Some((
                choice,
                choice.overlays.iter().find(|it| it.choice == *picked)?,
            ))
        })
    }

    /// The tables that the choices made say on top of the file.
    pub fn overlays<'a>(&'a self, made: &'a [(String, String)]) -> impl Iterator<Item = &'a Table> {
        self.overlays_of(made).map(|(_, overlay)| &overlay.table)
    }

    /// Combinations to check, each allowed by `requires`: the default, each edition, each choice alone, then
    /// pairs, then the rest, up to `most`.
    pub fn combinations(&self, most: usize) -> Vec<Vec<(String, String)>> {
        let mut found: Vec<Vec<(String, String)>> = Vec::new();
        // What is not wanted is as written, or as a wanted choice requires.
        let mut add = |wanted: &[(String, String)]| {
            if let Ok(made) = self.make(wanted)
                && !found.contains(&made)
            {
                found.push(made);
            }
            found.len() < most
        };
        let singles: Vec<(usize, (String, String))> = self
            .all
            .iter()
            .enumerate()
            .flat_map(|(i, it)| {
                let others = it.choices.iter().skip(1);
                others.map(move |choice| (i, (it.name.clone(), choice.clone())))
            })
            .collect();
        let pairs = singles.iter().enumerate().flat_map(|(n, (i, one))| {
            let others = singles[n + 1..].iter().filter(move |(j, _)| i != j);
            others.map(move |(_, two)| vec![one.clone(), two.clone()])
        });
        let total = self
            .all
            .iter()
            .map(|it| it.choices.len())
            .fold(1usize, usize::saturating_mul);
        let every = (0..if total <= limits::COMBINATIONS {
            total
        } else {
            0
        })
            .map(|mut n| {
                let mut one = Vec::with_capacity(self.all.len());
                for it in &self.all {
                    one.push((it.name.clone(), it.choices[n % it.choices.len()].clone()));
                    n /= it.choices.len();
                }
                one
            });
        let _ = std::iter::once(Vec::new())
            .chain(self.editions.iter().map(|it| it.1.clone()))
            .chain(singles.iter().map(|it| vec![it.1.clone()]))
            .chain(pairs)
            .chain(every)
            // Where hardly anything goes together, looking for more would take longer than it is worth.
            .take(4 * limits::COMBINATIONS)
            .all(|wanted| add(&wanted));
        found
    }
}

/// The entries of a table of choices: `{ mode = "slow", drops = "none" }`.
fn picks<'e>(cx: &mut Cx<'_>, entry: &'e Entry) -> Vec<Pick<'e>> {
    let Value::Table(table) = &entry.node.value else {
        super::fields::wrong_type(cx, entry, "a table of choices", entry.node.value.what());
        return Vec::new();
    };
    let mut found = Vec::new();
    for pick in &table.entries {
        if let Some((choice, node)) = text(cx, pick) {
            found.push(Pick {
                name: &pick.key,
                choice,
                places: [pick.key_span, node.span],
            });
        }
    }
    found
}

/// Whether `one` of `a` requires another choice of `b` than `two`.
fn apart(one: &Overlay, _a: &Choice, two: &Overlay, b: &Choice) -> bool {
    one.requires
        .iter()
        .any(|(name, needed)| *name == b.name && *needed != two.choice)
        || one.requires.iter().any(|(name, needed)| {
            two.requires
                .iter()
                .any(|(other, wanted)| name == other && needed != wanted)
        })
}

/// A key that both tables write: its path, and the two places.
fn same_key(a: &Table, b: &Table, path: &str) -> Option<(String, Span, Span)> {
    a.entries.iter().find_map(|one| {
        let two = b.get(&one.key)?;
        let path = if path.is_empty() {
            one.key.clone()
        } else {
            format!("{path}.{}", one.key)
        };
        match (&one.node.value, &two.node.value) {
            (Value::Table(x), Value::Table(y)) => same_key(x, y, &path),
            _ => Some((path, one.key_span, two.key_span)),
        }
    })
}

fn read_choice(cx: &mut Cx<'_>, entry: &Entry, kind: ChoiceKind) -> Option<Choice> {
    let known: &[&str] = match kind {
        ChoiceKind::Option => &["default", "is", "asks"],
        ChoiceKind::Reading => &["default", "is", "asks", "clause"],
    };
    let fields = Fields::new(cx, entry, known)?;
    let default = fields.need(
        cx,
        "default",
        "the name of the choice that the file as written makes",
    );
    let default = default
        .and_then(|entry| text(cx, entry))
        .map(|it| it.0.to_owned());
    let clause = match kind {
        ChoiceKind::Option => None,
        ChoiceKind::Reading => fields
            .need(
                cx,
                "clause",
                "the clause of the rulebook that can be read in more than one way",
            )
            .and_then(|entry| text(cx, entry))
            .map(|it| it.0.to_owned()),
    };
    let asks = fields.text(cx, "asks").map(|it| it.0.to_owned());
    let is = fields.need(
        cx,
        "is",
        "the other choices, each an overlay: `is.CHOICE = { … }`",
    )?;
    let Value::Table(table) = &is.node.value else {
        super::fields::wrong_type(cx, is, "a table of choices", is.node.value.what());
        return None;
    };
    let default = default?;
    let mut choices = vec![default.clone()];
    let mut overlays = Vec::new();
    let most = table.entries.get(limits::CHOICES - 1);
    cx.limit(
        table.entries.len() + 1,
        limits::CHOICES,
        most.map_or(is.key_span, |it| it.key_span),
        "choices",
    );
    for it in table.entries.iter().take(limits::CHOICES - 1) {
        let Value::Table(overlay) = &it.node.value else {
            super::fields::wrong_type(
                cx,
                it,
                "a table: what this choice says instead",
                it.node.value.what(),
            );
            continue;
        };
        if it.key == default {
            cx.add(Problem::at(
                Code::ChoiceConflict,
                it.key_span,
                format!("`{default}` is the file as written"),
                "the default has no overlay",
            ));
            continue;
        }
        let mut overlay = overlay.clone();
        let mut requires = Vec::new();
        if let Some(at) = overlay.entries.iter().position(|it| it.key == "requires") {
            let needed = overlay.entries.remove(at);
            let needed = picks(cx, &needed);
            requires.extend(
                needed
                    .iter()
                    .map(|it| (it.name.to_owned(), it.choice.to_owned())),
            );
        }
        for inner in &overlay.entries {
            if ["koma", "extends", "option", "reading", "edition"].contains(&inner.key.as_str()) {
                cx.add(Problem::at(
                    Code::UnknownKey,
                    inner.key_span,
                    format!("a choice cannot change `{}`", inner.key),
                    "an overlay holds rules, not choices",
                ));
            }
        }
        choices.push(it.key.clone());
        overlays.push(Overlay {
            choice: it.key.clone(),
            requires,
            table: overlay,
            span: it.key_span,
        });
    }
    Some(Choice {
        kind,
        name: entry.key.clone(),
        choices,
        clause,
        asks,
        span: entry.key_span,
        overlays,
    })
}
