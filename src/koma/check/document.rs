//! A variant file with its parents: read, merged, and resolved for the choices made.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::cost::Cost;
use super::display;
use super::fields::{Cx, Fields, section};
use super::meaning::{self, Meaning};
use super::names::{Names, Thing};
use super::parsed::Parsed;
use super::pieces;
use super::rules::{self, RuleBook};
use super::sets::{self, Book};
use super::setup;
use super::sheet::{Kind, KindId, KindSet, RuleId, Sheet};
use super::unknown::{self, Unknown};
use super::{Choices, Picks, limits, shown};
use crate::board::diagram::{Figure, Letters};
use crate::syntax::envelope::{self, Entry, Table, Value};
use crate::text::{Code, Problem, Problems, Report, Source, Sources, Span, near, safe};

/// The sections of a variant file.
pub const SECTIONS: [&str; 21] = [
    "koma",
    "extends",
    "game",
    "board",
    "squares",
    "groups",
    "pieces",
    "turn",
    "capture",
    "promote",
    "effect",
    "forbid",
    "end",
    "invariant",
    "unknown",
    "option",
    "reading",
    "edition",
    "names",
    "display",
    "allow",
];

/// A variant as written: its file and its parents merged, nothing chosen yet.
#[derive(Debug, Clone)]
pub struct Document {
    /// The files, parents first.
    pub sources: Sources,
    /// What can be chosen.
    pub choices: Choices,
    pub(super) tree: Table,
    problems: Problems,
    /// Whether every file of the chain was read to its end.
    whole: bool,
}

/// Problems that a line shows by itself. Where a part of the text could not be read, only these are told: a name
/// or a key that seems to be missing may stand in the part that was not read.
const BY_THEMSELVES: [Code; 21] = [
    Code::FileTooLarge,
    Code::TomlSyntax,
    Code::ControlCharacter,
    Code::WrongType,
    Code::UnsupportedVersion,
    Code::TooMany,
    Code::RuleSyntax,
    Code::RuleTooLong,
    Code::TooCostly,
    Code::MixedOr,
    Code::BadName,
    Code::NameTaken,
    Code::SetCycle,
    Code::MoveCycle,
    Code::BadNumber,
    Code::BadSize,
    Code::BadLetter,
    Code::LetterTaken,
    Code::ImpossibleAct,
    Code::UnknownParent,
    Code::ParentCycle,
];

impl Document {
    /// Opens a shipped variant by name, or a file by path.
    pub fn open(name: &str) -> Result<Document, Box<Report>> {
        let looks_like_path = name.ends_with(".toml") || name.contains(['/', '\\']);
        match crate::shipped::variant(name) {
            Some(text) if !looks_like_path => Document::of_text(&format!("{name}.toml"), text),
            _ => {
                let path = Path::new(name);
                if !looks_like_path && !path.exists() {
                    let problem = Problem::plain(
                        Code::UnreadableFile,
                        format!("there is no variant `{name}`"),
                    )
                    .maybe_help(near::hint(
                        name,
                        "shipped are",
                        crate::shipped::names(),
                    ));
                    return Err(Box::new(Report::plain(problem)));
                }
                let source = Source::read(path).map_err(|it| Box::new(Report::plain(*it)))?;
                let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
                Ok(Document::new(source, Some(folder)))
            }
        }
    }

    /// A document made of text in memory; it may extend shipped variants.
    pub fn of_text(name: &str, text: &str) -> Result<Document, Box<Report>> {
        let source = Source::new(name, text).map_err(|it| Box::new(Report::plain(*it)))?;
        Ok(Document::new(source, None))
    }

    /// A document made of text that stands for the file of this name in a folder. What it extends is shipped or in that
    /// folder: a path that leads out of it, by `..` or by a link, is refused.
    pub fn in_folder(folder: &Path, name: &str, text: &str) -> Result<Document, Box<Report>> {
        let folder = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let name = folder.join(name).to_string_lossy().into_owned();
        let source = Source::new(name, text).map_err(|it| Box::new(Report::plain(*it)))?;
        Ok(Document::confined(
            source,
            Some(folder.clone()),
            Some(&folder),
        ))
    }

    fn new(source: Source, folder: Option<PathBuf>) -> Document {
        Document::confined(source, folder, None)
    }

    fn confined(source: Source, folder: Option<PathBuf>, within: Option<&Path>) -> Document {
        let mut sources = Sources::default();
        let mut problems = Problems::default();
        let (chain, whole) = read_chain(source, folder, within, &mut sources, &mut problems);
        let mut tree = Table::default();
        for table in chain.iter().rev() {
            envelope::merge(&mut tree, table, &mut problems);
        }
        let mut document = Document::of_tree(sources, tree, problems, whole);
        let mut cx = Cx {
            sources: &document.sources,
            problems: std::mem::take(&mut document.problems),
            parsed: &Parsed::default(),
        };
        shown::check(&mut cx, &document.tree, &document.choices);
        document.problems = cx.problems;
        document
    }

    /// What can be chosen is read from the tree.
    fn of_tree(sources: Sources, tree: Table, problems: Problems, whole: bool) -> Document {
        let mut cx = Cx {
            sources: &sources,
            problems,
            parsed: &Parsed::default(),
        };
        let top = Fields::top(&mut cx, &tree, &SECTIONS);
        version(&mut cx, &top);
        let choices = Choices::read(&mut cx, &top);
        let problems = cx.problems;
        Document {
            sources,
            choices,
            tree,
            problems,
            whole,
        }
    }

    /// Everything that is written, the parents' merged in, nothing chosen.
    pub fn tree(&self) -> &Table {
        &self.tree
    }

    /// A copy with something else written. What stays keeps its place in the files; so does what is only changed,
    /// if its span is kept.
    pub fn edited(&self, edit: impl FnOnce(&mut Table)) -> Document {
        let mut tree = self.tree.clone();
        edit(&mut tree);
        Document::of_tree(self.sources.clone(), tree, Problems::default(), self.whole)
    }

    /// The title, as written.
    pub fn title(&self) -> &str {
        self.text("game.name").unwrap_or("")
    }

    /// What is written at a path, in a language if it is said in that one: `game.about`.
    pub fn told(&self, language: &str, path: &str) -> Option<&str> {
        let shown = self.text(&format!("names.{language}.{path}"));
        shown.or_else(|| self.text(path))
    }

    /// What is not known of the values that the file itself says, with the reasons in a language.
    pub fn unknown(&self, language: &str) -> Vec<Unknown> {
        unknown::said(&self.tree, language)
    }

    /// What is written at a path, if it is a text.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.tree.at(path).and_then(|it| it.node.as_text())
    }

    /// Whether the file or one of its choices says something at this path: `forbid.two-pawns`, `pieces.pawn.moves`.
    pub fn says(&self, path: &str) -> bool {
        let made: Vec<Vec<(String, String)>> = self.choices.combinations(limits::COMBINATIONS);
        self.tree.at(path).is_some()
            || made.iter().any(|made| {
                self.choices
                    .overlays(made)
                    .any(|overlay| overlay.at(path).is_some())
            })
    }

    /// The paths of all rules, in any choice: for suggestions.
    pub fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut walk = |table: &Table| {
            for entry in &table.entries {
                if let Some(inner) = entry.node.as_table() {
                    found.extend(
                        inner
                            .entries
                            .iter()
                            .map(|it| format!("{}.{}", entry.key, it.key)),
                    );
                }
            }
        };
        walk(&self.tree);
        for made in self.choices.combinations(limits::COMBINATIONS) {
            self.choices.overlays(&made).for_each(&mut walk);
        }
        found.sort();
        found.dedup();
        found
    }

    /// Resolves the variant for these picks. Everything wrong with it is in the report.
    pub fn sheet(&self, picks: &Picks) -> Result<Sheet, Box<Report>> {
        let made = match self.choices.pick(picks) {
            Ok(made) => made,
            Err(problem) => {
                let mut problems = self.problems.clone();
                if problems.is_empty() {
                    problems.add(*problem);
                }
                return Err(Box::new(self.report(problems)));
            }
        };
        let mut problems = self.problems.clone();
        match self.resolve(&made, &mut problems, &Parsed::default(), None) {
            Some(sheet) if problems.is_empty() => Ok(sheet),
            _ => Err(Box::new(self.report(problems))),
        }
    }

    /// Everything wrong with the file in any choice of options and readings; if nothing is, what may not be meant.
    pub fn check(&self) -> Report {
        let mut problems = self.problems.clone();
        // A large file is checked in fewer combinations: each choice alone and each edition is always among them.
        let size: usize = self.sources.of(Span::default()).text.len().max(1);
        let alone: usize = self.choices.all.iter().map(|it| it.choices.len()).sum();
        let least = 1 + self.choices.editions.len() + alone;
        let most = (4_000_000 / size).max(least).min(limits::COMBINATIONS);
        let parsed = Parsed::default();
        let mut meaning = Meaning::default();
        for made in self.choices.combinations(most) {
            self.resolve(&made, &mut problems, &parsed, Some(&mut meaning));
            if problems.len() > 100 {
                break;
            }
        }
        if problems.is_empty() {
            problems = meaning.warnings();
        }
        self.report(problems)
    }

    fn report(&self, problems: Problems) -> Report {
        let mut problems = problems.sorted();
        problems.retain(|it| self.whole || BY_THEMSELVES.contains(&it.code));
        Report {
            sources: self.sources.clone(),
            problems,
        }
    }

    fn resolve(
        &self,
        made: &[(String, String)],
        problems: &mut Problems,
        parsed: &Parsed,
        meaning: Option<&mut Meaning>,
    ) -> Option<Sheet> {
        let mut cx = Cx {
            sources: &self.sources,
            problems: std::mem::take(problems),
            parsed,
        };
        let mut tree = Cow::Borrowed(&self.tree);
        for overlay in self.choices.overlays(made) {
            envelope::merge(tree.to_mut(), overlay, &mut cx.problems);
        }
        let sheet = resolve(&mut cx, &tree);
        if let (Some(meaning), Some(sheet), true) = (meaning, &sheet, cx.problems.is_empty()) {
            let top = Fields::top(&mut cx, &tree, &SECTIONS);
            let allows = meaning::allowed(&mut cx, &top);
            let others = made.iter().zip(&self.choices.all);
            let others = others.filter(|(made, it)| made.1 != it.choices[0]);
            let chosen: Vec<String> = others
                .map(|(made, _)| format!("`{}={}`", made.0, made.1))
                .collect();
            meaning.look(sheet, &tree, allows, &chosen.join(", "));
        }
        *problems = cx.problems;
        sheet.map(|sheet| Sheet {
            chosen: made.to_vec(),
            sources: self.sources.clone(),
            ..sheet
        })
    }
}

/// The file's table and its parents', child first; and whether all of them could be read.
fn read_chain(
    source: Source,
    folder: Option<PathBuf>,
    within: Option<&Path>,
    sources: &mut Sources,
    problems: &mut Problems,
) -> (Vec<Table>, bool) {
    let mut chain = Vec::new();
    let mut whole = true;
    // A text in memory has no place of its own, so it can be nobody's parent.
    let mut seen: Vec<PathBuf> = folder.iter().map(|_| identity(&source.name)).collect();
    let mut next = Some((source, folder));
    while let Some((source, folder)) = next.take() {
        let file = sources.add(source.clone());
        let envelope::Read { table, whole: all } = envelope::read(&source, file, problems);
        whole &= all;
        if let Some(entry) = table.get("extends") {
            let span = entry.node.span;
            match &entry.node.value {
                Value::Text(parent) => match open_parent(parent, folder.as_deref(), within, span) {
                    Err(problem) => {
                        problems.add(*problem);
                        whole = false;
                    }
                    Ok((parent, folder)) => {
                        let identity = match &folder {
                            Some(_) => identity(&parent.name),
                            None => PathBuf::from(&parent.name),
                        };
                        let circle = seen.contains(&identity);
                        if circle {
                            problems.add(
                                Problem::at(
                                    Code::ParentCycle,
                                    span,
                                    "the file extends itself, directly or by way of its parents",
                                    "the circle closes here",
                                )
                                .help("a chain of `extends` ends with a file that stands alone"),
                            );
                        } else if chain.len() + 1 >= limits::PARENTS {
                            problems.add(Problem::at(
                                Code::ParentCycle,
                                span,
                                format!(
                                    "more than {} files in a chain of `extends`",
                                    limits::PARENTS
                                ),
                                "one parent too many",
                            ));
                        } else {
                            seen.push(identity);
                            next = Some((parent, folder));
                        }
                        whole &= next.is_some();
                    }
                },
                other => {
                    problems.add(Problem::at(
                        Code::WrongType,
                        span,
                        "`extends` is a text",
                        format!("this is {}", other.what()),
                    ));
                    whole = false;
                }
            }
        }
        chain.push(table);
    }
    (chain, whole)
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "toml")
}

/// By what a file is known again, however its path is written.
fn identity(name: &str) -> PathBuf {
    std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name))
}

type Opened = (Source, Option<PathBuf>);

fn open_parent(
    name: &str,
    folder: Option<&Path>,
    within: Option<&Path>,
    span: Span,
) -> Result<Opened, Box<Problem>> {
    let unknown =
        |why: String| {
            Box::new(
                Problem::at(Code::UnknownParent, span, why, "no such parent")
                    .maybe_help(near::hint(name, "shipped are", crate::shipped::names())),
            )
        };
    if let Some(text) = crate::shipped::variant(name) {
        let source = Source::new(format!("{name}.toml"), text)?;
        return Ok((source, None));
    }
    let short = safe::short(name);
    let Some(folder) = folder else {
        return Err(unknown(format!("no shipped variant is called `{short}`")));
    };
    let mut path = folder.join(name);
    if let Some(within) = within {
        match std::fs::canonicalize(&path) {
            Ok(real) if real.starts_with(within) && is_toml(&real) && real.is_file() => path = real,
            Ok(_) => {
                return Err(unknown(format!(
                    "`{short}` is no `.toml` file of the folder"
                )));
            }
            Err(_) => return Err(unknown(format!("there is no file `{short}` in the folder"))),
        }
    }
    match Source::read(&path) {
        Ok(source) => Ok((source, path.parent().map(Path::to_path_buf))),
        Err(why) if why.code == Code::FileTooLarge => Err(Box::new(why.label(span, "the parent"))),
        Err(_) => Err(unknown(format!(
            "`{short}` is neither a shipped variant nor a readable file"
        ))),
    }
}

fn version(cx: &mut Cx<'_>, top: &Fields<'_>) {
    match top.get("koma") {
        None => {
            top.need(
                cx,
                "koma",
                "a variant file begins with the version of its language: `koma = 1`",
            );
        }
        Some(entry) => match &entry.node.value {
            Value::Number(1) => {}
            Value::Number(n) => cx.add(Problem::at(
                Code::UnsupportedVersion,
                entry.node.span,
                format!("version {n} of the language is not known here"),
                "this program speaks version 1",
            )),
            other => super::fields::wrong_type(cx, entry, "a number", other.what()),
        },
    }
}

/// Resolves a whole tree. Looks at everything, whatever is wrong before it.
fn resolve(cx: &mut Cx<'_>, tree: &Table) -> Option<Sheet> {
    let top = Fields::top(cx, tree, &SECTIONS);
    let game = setup::game(cx, &top);
    let board = setup::board(cx, &top);

    let piece_entries = section(cx, &top, "pieces");
    let group_entries = section(cx, &top, "groups");
    let set_entries = section(cx, &top, "squares");
    let rule_entries: Vec<&Entry> = ["turn", "promote", "effect", "forbid", "end", "invariant"]
        .iter()
        .flat_map(|it| section(cx, &top, it))
        .collect();
    let within = [
        cx.few(piece_entries, limits::KINDS, "kinds of piece"),
        cx.few(group_entries, limits::GROUPS, "groups"),
        cx.few(set_entries, limits::SETS, "named sets"),
        cx.few(rule_entries, limits::RULES, "rules"),
    ];
    if within.contains(&false) {
        return None;
    }

    let mut names = Names::default();
    for (i, entry) in piece_entries.iter().enumerate() {
        names.declare(cx, entry, Thing::Kind(KindId(i as u8)));
    }
    for entry in group_entries {
        names.declare(cx, entry, Thing::Group(KindSet::default()));
    }
    for entry in set_entries {
        names.declare(cx, entry, Thing::Set(None));
    }
    if piece_entries.is_empty() {
        top.need(
            cx,
            "pieces",
            "a game has pieces: `[pieces]`, then `chief = { letter = \"C\", moves = \"step any\" }`",
        );
    }

    let layers = board
        .as_ref()
        .map(|it| it.0.layers.clone())
        .unwrap_or_else(|| vec![String::new()]);
    let faces = pieces::faces(cx, piece_entries, &layers);
    let groups = pieces::groups(cx, group_entries, &mut names);

    // Without a board nothing on it can be judged, but the largest board lets every name be checked.
    let geometry = board.as_ref().map_or(
        crate::board::Geometry {
            files: 36,
            ranks: 36,
            turned: crate::board::Turned::HalfTurn,
        },
        |it| it.0.geometry,
    );
    let mut rules = RuleBook::default();
    for path in ["board", "turn", "capture", "promote"] {
        let span = tree.get(path).map_or(Span::default(), |it| it.key_span);
        rules.add(path.to_owned(), span);
    }
    let set_rules: Vec<RuleId> = set_entries
        .iter()
        .map(|it| rules.add(format!("squares.{}", it.key), pieces::span_of(it)))
        .collect();
    let named = sets::named(cx, set_entries, geometry, &mut names, &set_rules);
    let book = Book {
        geometry,
        names: &names,
        parts: &named.parts,
        attacks: &named.attacks,
    };
    let kinds = pieces::kinds(cx, piece_entries, &faces, book, &mut rules);
    let turns = rules::turns(cx, &top, book, &mut rules);
    if turns.is_empty() {
        top.need(
            cx,
            "turn",
            "what a player does: `turn.play.acts = \"one of move, drop\"`",
        );
    }
    let promotes = rules::promotes(cx, &top, book, &mut rules);
    let forbids = rules::forbids(cx, &top, book, &mut rules);
    let ends = rules::ends(cx, &top, book, &mut rules);
    let invariants = rules::invariants(cx, &top, book, &mut rules);
    let to_hand = match top.get("capture") {
        None => Some(false),
        Some(entry) => Fields::new(cx, entry, &["to"]).and_then(|fields| {
            let entry = fields.need(
                cx,
                "to",
                "where captured pieces go: `capture.to = \"hand\"`",
            )?;
            super::fields::word(cx, entry, &[("hand", true)])
        }),
    };
    let effects = rules::effects(cx, &top, book, &mut rules, to_hand == Some(true));
    let shown = shown::names(cx, &top);
    let unknown = unknown::unknown(cx, &top, tree);
    let signs = display::signs(cx, &top, piece_entries, &names);
    meaning::allowed(cx, &top);

    let start = match &board {
        Some((board, fields)) => {
            let figures: Vec<Figure> = faces
                .iter()
                .map(|face| match face {
                    Some(face) => Figure {
                        letter: face.letter.clone(),
                        neutral: face.neutral,
                        layer: face.layer,
                        held_as: None,
                    },
                    // No letter matches; its piece was already reported.
                    None => Figure {
                        letter: String::new(),
                        neutral: false,
                        layer: 0,
                        held_as: None,
                    },
                })
                .collect();
            let whole = faces.iter().all(Option::is_some);
            let mut letters = Letters {
                geometry: board.geometry,
                figures,
                sides: board.sides,
            };
            let held = |kind: &Option<Kind>| kind.as_ref().map(|it| it.in_hand_as.index());
            letters.hold(&kinds.iter().map(held).collect::<Vec<_>>());
            // With a letter missing, only the shape of the diagram can be judged.
            if whole {
                setup::start(cx, fields, &letters)
            } else {
                None
            }
        }
        None => None,
    };

    let mut cost = Cost::new(book, kinds.len());
    kinds.iter().flatten().for_each(|it| cost.kind(it));
    turns.iter().flatten().for_each(|it| cost.turn(it));
    promotes.iter().flatten().for_each(|it| cost.promote(it));
    effects.iter().flatten().for_each(|it| cost.effect(it));
    forbids.iter().flatten().for_each(|it| cost.forbid(it));
    ends.iter().flatten().for_each(|it| cost.end(it));
    invariants
        .iter()
        .flatten()
        .for_each(|it| cost.invariant(it));
    cost.judge(cx, &rules);

    let kinds = kinds.into_iter().collect::<Option<Vec<_>>>()?;
    let spans: Vec<Span> = piece_entries.iter().map(|it| it.key_span).collect();
    rules::unique_drops(cx, &kinds, &spans);
    let (board, _) = board?;
    let unused = groups.iter().map(|it| it.0.clone());
    let unused_groups = unused.filter(|it| !names.is_mentioned(it)).collect();
    rules.note_parts(tree);
    Some(Sheet {
        title: game.title,
        about: game.about,
        family: game.family,
        players: game.players,
        geometry: board.geometry,
        coordinates: board.coordinates,
        sides: board.sides,
        layers: board.layers,
        sets: named.sets,
        unused_groups,
        groups,
        kinds,
        turns: turns.into_iter().collect::<Option<Vec<_>>>()?,
        to_hand: to_hand?,
        promotes: promotes.into_iter().collect::<Option<Vec<_>>>()?,
        effects: effects.into_iter().collect::<Option<Vec<_>>>()?,
        forbids: forbids.into_iter().collect::<Option<Vec<_>>>()?,
        ends: ends.into_iter().collect::<Option<Vec<_>>>()?,
        invariants: invariants.into_iter().collect::<Option<Vec<_>>>()?,
        start: start?,
        rules: rules.0,
        names: shown,
        unknown,
        signs,
        chosen: Vec::new(),
        sources: Sources::default(),
    })
}
