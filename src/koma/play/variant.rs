//! A variant ready to be played: loaded, checked, compiled.

use std::sync::Arc;

use super::explain::Explaining;
use super::game::AnyGame;
use super::shapes::Tables;
use crate::board::diagram::{Letters, Setup};
use crate::check::{Choices, Document, Picks, Sheet};
use crate::rules;
use crate::text::{Code, Report};

/// A loaded variant. Cheap to clone; games share it.
#[derive(Debug, Clone)]
pub struct Variant {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    sheet: Sheet,
    choices: Choices,
    letters: Letters,
    tables: Tables,
    explaining: Explaining,
}

impl Variant {
    /// Loads a variant file as it is written.
    pub fn load(path: impl AsRef<std::path::Path>) -> Result<Variant, Box<Report>> {
        Variant::open(&path.as_ref().to_string_lossy(), &Picks::default())
    }

    /// Opens a shipped variant by name, or a file by path, with some choices made.
    pub fn open(name: &str, picks: &Picks) -> Result<Variant, Box<Report>> {
        Variant::of(&Document::open(name)?, picks)
    }

    /// A variant from the text of a file; it may extend shipped variants.
    pub fn parse(name: &str, text: &str, picks: &Picks) -> Result<Variant, Box<Report>> {
        Variant::of(&Document::of_text(name, text)?, picks)
    }

    fn of_sheet(sheet: Sheet, choices: Choices, is_planned: bool) -> Variant {
        let tables = Tables::new(&sheet, is_planned);
        let letters = sheet.letters();
        Variant {
            inner: Arc::new(Inner {
                sheet,
                choices,
                letters,
                tables,
                explaining: Explaining::default(),
            }),
        }
    }

    /// The rules to explain games with.
    pub(super) fn explaining(&self) -> &Explaining {
        &self.inner.explaining
    }

    /// A game, in the shape of the variant.
    pub(super) fn session(&self, setup: &Setup) -> Box<dyn AnyGame> {
        self.inner.tables.session(setup)
    }
}

unstable! {
impl Variant {
    /// A variant from a document that was read, with some choices made.
    fn of(document: &Document, picks: &Picks) -> Result<Variant, Box<Report>> {
        let sheet = document.sheet(picks)?;
        Ok(Variant::of_sheet(sheet, document.choices.clone(), true))
    }

    /// The same variant with everything that makes it faster switched off: what the rules say is enough to play. It plays
    /// the same games, only slower.
    fn without_plans(&self) -> Variant {
        Variant::of_sheet(self.inner.sheet.clone(), self.inner.choices.clone(), false)
    }

    /// Whether this is the same variant, loaded once.
    fn is(&self, other: &Variant) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// What the rules say, resolved.
    fn sheet(&self) -> &Sheet {
        &self.inner.sheet
    }

    /// What can be chosen.
    fn choices(&self) -> &Choices {
        &self.inner.choices
    }

    /// The letters of its positions.
    fn letters(&self) -> &Letters {
        &self.inner.letters
    }

    /// What follows from the rules.
    fn rule_facts(&self) -> &rules::Facts {
        self.inner.tables.facts()
    }

    /// The rule by which a position cannot be read: a piece is in a hand that is another kind there.
    fn never_held(&self, position: &str) -> Option<String> {
        let wrong = self.inner.letters.position(position).err()?;
        let kind = &self.inner.sheet.kinds[usize::from(wrong.never_held?)];
        Some(format!("{}.in_hand_as", self.inner.sheet.rule(kind.rule).path))
    }

    /// Reads a position of this variant.
    fn read_position(&self, text: &str) -> Result<Setup, Box<Report>> {
        self.inner.letters.position(text).map_err(|wrong| {
            Box::new(Report::on_text(
                "position",
                text,
                Code::BadPosition,
                wrong.at,
                &wrong.what,
                wrong.help,
            ))
        })
    }
}
}
