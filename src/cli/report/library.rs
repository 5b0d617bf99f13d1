//! The shipped variants in groups: those with a rulebook first, then family by family.

use koma::check::Document;
use koma::say::Language;
use koma::text::safe;

use super::labels::words;

/// A shipped variant.
#[derive(Debug)]
pub struct Listed {
    /// Its name, which commands take.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// What it is like, in a line.
    pub about: Option<String>,
    /// The games that it is listed with.
    pub family: Option<String>,
    /// The whole of it.
    pub document: Document,
}

impl Listed {
    /// The board: `9×9`.
    pub fn size(&self) -> String {
        let size = self.document.text("board.size").unwrap_or_default();
        safe::line(&size.replace('x', "×"))
    }
}

/// Some variants and what they have in common.
#[derive(Debug)]
pub struct Group {
    /// What stands above them.
    pub heading: String,
    /// The variants.
    pub variants: Vec<Listed>,
}

/// Every shipped variant; larger families come before smaller ones.
pub fn groups(language: Language) -> Vec<Group> {
    let words = words(language);
    let mut with_rulebook = Vec::new();
    let mut families: Vec<Group> = Vec::new();
    for name in koma::shipped::names() {
        let Ok(document) = Document::open(name) else {
            continue;
        };
        let told = |path: &str| document.told(language.code(), path).map(safe::line);
        let listed = Listed {
            name,
            title: told("game.name").unwrap_or_default(),
            about: told("game.about"),
            family: told("game.family"),
            document,
        };
        if koma::shipped::rulebook(name).is_some() {
            with_rulebook.push(listed);
            continue;
        }
        let heading = listed.family.as_deref().unwrap_or(words.other_games);
        match families.iter_mut().find(|it| it.heading == heading) {
            Some(family) => family.variants.push(listed),
            None => families.push(Group {
                heading: heading.to_owned(),
                variants: vec![listed],
            }),
        }
    }
    families.sort_by_key(|it| std::cmp::Reverse(it.variants.len()));
    let with_rulebook = Group {
        heading: words.with_rulebook.to_owned(),
        variants: with_rulebook,
    };
    let mut all = vec![with_rulebook];
    all.extend(families);
    all
}
