//! A rule sheet made from the data, every sentence with the id of the rule that it states.

use super::drawing;
use super::labels::{Words, words};
use super::tables::{clean, code, markdown};
use koma::board::Player;
use koma::check::sheet::{KindId, Verb};
use koma::check::{Document, Picks};
use koma::play::Variant;
use koma::say::{Language, Sentence, piece_name, sentences};
use koma::text::Report;

/// Everything on a rule sheet, in its order.
#[derive(Debug)]
pub struct Page {
    /// The variant with the choices made.
    pub variant: Variant,
    /// The language.
    pub language: Language,
    /// The board, the start, the zones.
    pub board: Vec<Sentence>,
    /// What several kinds are called together, and what holds of all.
    pub groups: Vec<Sentence>,
    /// Each piece.
    pub pieces: Vec<(KindId, Vec<Sentence>)>,
    /// The other sections.
    pub sections: Vec<(&'static str, Vec<Sentence>)>,
    /// Options and readings.
    pub choices: Vec<Choosing>,
    /// Editions and what they choose.
    pub editions: Vec<(Named, Vec<String>)>,
}

/// An option or reading, and what its choices change.
#[derive(Debug)]
pub struct Choosing {
    /// `reading.goal`
    pub path: String,
    /// The clause that it reads.
    pub clause: Option<String>,
    /// The question.
    pub asks: Option<String>,
    /// What the sheet was made with.
    pub chosen: Named,
    /// What else could be chosen.
    pub others: Vec<Other>,
}

/// What can be chosen, by its name in the language of the sheet.
#[derive(Debug)]
pub struct Named {
    /// The name.
    pub text: String,
    /// What picks it, where the name does not say it: `goal=mate`.
    pub picks: Option<String>,
}

/// What another choice says instead.
#[derive(Debug)]
pub struct Other {
    /// The choice.
    pub choice: Named,
    /// Rules it says otherwise, or adds.
    pub says: Vec<Sentence>,
    /// Rules it takes away.
    pub without: Vec<String>,
    /// It cannot be made together with the other choices.
    pub apart: bool,
}

impl Page {
    /// The sheet of a variant with some choices made.
    pub fn new(
        document: &Document,
        picks: &Picks,
        language: Language,
    ) -> Result<Page, Box<Report>> {
        let variant = Variant::of(document, picks)?;
        let sheet = variant.sheet();
        let words = words(language);
        let said = sentences(sheet, language);
        let of = |test: &dyn Fn(&str) -> bool| -> Vec<Sentence> {
            said.iter().filter(|it| test(&it.path)).cloned().collect()
        };
        let section = |path: &str, name: &str| path.split('.').next() == Some(name);
        let is_drop = |path: &str| {
            sheet.forbids.iter().any(|it| {
                let act = it.act.as_ref();
                sheet.rule(it.rule).path == path && act.is_some_and(|it| it.verb == Verb::Drop)
            })
        };
        let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
        let drops = match acts.any(|(act, _)| act.verb == Verb::Drop) {
            true => words.drops,
            false => words.captures,
        };
        let mut sections = vec![
            (words.turn, of(&|it| section(it, "turn"))),
            (
                drops,
                of(&|it| section(it, "capture") || section(it, "effect") || is_drop(it)),
            ),
            (words.promotion, of(&|it| section(it, "promote"))),
            (
                words.forbidden,
                of(&|it| section(it, "forbid") && !is_drop(it)),
            ),
            (words.end, of(&|it| section(it, "end"))),
            (words.invariants, of(&|it| section(it, "invariant"))),
        ];
        sections.retain(|it| !it.1.is_empty());
        let pieces = sheet.kinds.iter().enumerate().map(|(i, kind)| {
            let path = format!("{}.", sheet.rule(kind.rule).path);
            (KindId(i as u8), of(&|it| it.starts_with(&path)))
        });
        let shown = |path: &str| sheet.shown(language.code(), path).map(str::to_owned);
        let named = |path: String, id: &str, picks: String| match shown(&path) {
            Some(text) => Named {
                text,
                picks: Some(picks),
            },
            None => Named {
                text: id.to_owned(),
                picks: None,
            },
        };
        let choices = document.choices.all.iter().map(|choice| {
            let path = choice.path();
            let name = &choice.name;
            let made = sheet.chosen.iter().find(|it| it.0 == *name);
            let chosen = made.map_or("", |it| it.1.as_str());
            let named = |it: &str| named(format!("{path}.is.{it}"), it, format!("{name}={it}"));
            let others = choice.choices.iter().filter(|it| *it != chosen);
            Choosing {
                clause: choice.clause.clone(),
                asks: shown(&format!("{path}.asks")).or(choice.asks.clone()),
                others: others
                    .map(|it| other(document, picks, (name, it), named(it), &said, language))
                    .collect(),
                chosen: named(chosen),
                path: path.clone(),
            }
        });
        let editions = document.choices.editions.iter().map(|(name, bundle)| {
            let bundle = { bundle.iter() }.map(|(name, choice)| format!("{name}={choice}"));
            let named = named(format!("edition.{name}"), name, name.clone());
            (named, bundle.collect())
        });
        Ok(Page {
            language,
            board: of(&|it| section(it, "board") || section(it, "squares")),
            groups: of(&|it| section(it, "groups") || it == "pieces"),
            pieces: pieces.collect(),
            sections,
            choices: choices.collect(),
            editions: editions.collect(),
            variant: variant.clone(),
        })
    }

    /// The fixed words.
    pub fn words(&self) -> &'static Words {
        words(self.language)
    }

    /// The sheet as Markdown.
    pub fn markdown(&self) -> String {
        let (variant, words, language) = (&self.variant, self.words(), self.language);
        let sheet = variant.sheet();
        let title = sheet.title_in(language.code());
        let mut out = format!("# {}\n", markdown(title));
        let mut add = |part: &str| {
            if !part.is_empty() {
                out.push('\n');
                out += part;
            }
        };
        if let Some(about) = sheet.about_in(language.code()) {
            add(&format!("{}\n", markdown(about)));
        }
        add(&format!("## {}\n", words.board));
        add(&code_block(&drawing::board(
            variant,
            &sheet.start,
            language,
            Player::First,
        )));
        add(&code_block(&drawing::zones(variant, language)));
        add(&self.list(&self.board));

        add(&format!("## {}\n", words.pieces));
        let mut all = String::new();
        for (kind, said) in &self.pieces {
            let piece = &sheet.kinds[kind.index()];
            let name = piece_name(sheet, *kind, language);
            add(&format!(
                "### {} {}\n",
                markdown(&name),
                code(&piece.letter)
            ));
            if !piece.moves.is_empty() {
                let drawn = drawing::movement(variant, *kind, language);
                all += &drawn;
                // The heading names the piece already.
                let (_, drawn) = drawn.split_once('\n').unwrap_or(("", &drawn));
                add(&code_block(drawn));
            }
            add(&self.list(said));
        }
        add(&code_block(
            &drawing::legend(&all, language).replace("     ", "\n"),
        ));
        add(&self.list(&self.groups));
        for (heading, said) in &self.sections {
            add(&format!("## {heading}\n"));
            add(&self.list(said));
        }
        if !self.choices.is_empty() {
            add(&format!("## {}\n", words.choices));
        }
        for choosing in &self.choices {
            add(&self.choosing(choosing));
        }
        let editions: Vec<String> = self
            .editions
            .iter()
            .map(|(name, bundle)| {
                let picks: Vec<String> = bundle.iter().map(|it| code(it)).collect();
                let bundle = match picks.is_empty() {
                    true => words.as_written.to_owned(),
                    false => picks.join(", "),
                };
                let named = self.named(name, words.edition);
                format!("- {named}{} {bundle}\n", words.colon)
            })
            .collect();
        add(&editions.concat());
        out
    }

    fn choosing(&self, it: &Choosing) -> String {
        let words = self.words();
        let mut out = String::new();
        if let Some(asks) = &it.asks {
            out += &format!("{} ", self.text(asks));
        }
        out += &code(&it.path);
        if let Some(clause) = &it.clause {
            out += &format!(" ({})", markdown(clause));
        }
        out += &format!(
            "\n\n- {}{} {}\n",
            self.named(&it.chosen, "{}"),
            words.colon,
            words.here
        );
        for other in &it.others {
            let mut parts: Vec<String> = other.says.iter().map(|it| self.line(it)).collect();
            if !other.without.is_empty() {
                let gone: Vec<String> = other.without.iter().map(|it| code(it)).collect();
                parts.push(format!("{} {}", words.without, gone.join(", ")));
            }
            if other.apart {
                parts.push(words.apart.to_owned());
            }
            let choice = self.named(&other.choice, "{}");
            out += &format!("- {choice}{} {}\n", words.colon, parts.join(" "));
        }
        out
    }

    /// A name within some words, and what picks it.
    fn named(&self, it: &Named, within: &str) -> String {
        let name = within.replace("{}", &format!("**{}**", self.text(&it.text)));
        match &it.picks {
            Some(picks) => format!("{name} {}", code(picks)),
            None => name,
        }
    }

    /// Sentences, each with the id of its rule.
    fn list(&self, said: &[Sentence]) -> String {
        let lines = said.iter().map(|it| format!("- {}\n", self.line(it)));
        lines.collect()
    }

    fn line(&self, said: &Sentence) -> String {
        format!("{} {}", self.text(&said.text), code(&said.path))
    }

    /// A text as it is printed.
    fn text(&self, text: &str) -> String {
        markdown(&self.words().printed(text))
    }
}

/// What another choice changes in what is said.
fn other(
    document: &Document,
    picks: &Picks,
    (name, choice): (&str, &str),
    named: Named,
    said: &[Sentence],
    language: Language,
) -> Other {
    let mut picks = picks.clone();
    picks.sets.retain(|it| it.0 != name);
    picks.sets.push((name.to_owned(), choice.to_owned()));
    let sheet = document.sheet(&picks);
    let apart = sheet.is_err();
    let now = sheet.map_or(Vec::new(), |it| sentences(&it, language));
    // What holds of a whole section is no rule that a choice could take away.
    let is_rule = |it: &&Sentence| it.path.contains('.');
    let gone = |it: &&Sentence| !apart && !now.iter().any(|other| other.path == it.path);
    let gone = said.iter().filter(is_rule).filter(gone);
    let mut without: Vec<String> = gone.map(|it| it.path.clone()).collect();
    without.dedup();
    // What another rule told before need not be told again.
    let is_new = |it: &&Sentence| !said.iter().any(|other| other.text == it.text);
    Other {
        choice: named,
        says: now.iter().filter(is_new).cloned().collect(),
        without,
        apart,
    }
}

/// A drawing in text, letter by letter.
fn code_block(drawn: &str) -> String {
    if drawn.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = drawn
        .lines()
        .map(|it| clean(it).replace('`', "'"))
        .collect();
    format!("```text\n{}\n```\n", lines.join("\n"))
}
