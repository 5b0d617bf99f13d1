//! What is true of a square or of the piece on it, in French.

use super::words::{de, list, number};

/// How many, before a noun.
#[derive(Debug, Clone)]
pub enum Count {
    /// `un`, `le` where there is one only.
    One,
    /// `aucun`
    No,
    /// Nothing before the plural.
    Many,
    /// `au moins`, three.
    Some(&'static str, u32),
}

impl Count {
    /// Whether the plural follows.
    pub fn is_many(&self) -> bool {
        matches!(self, Count::Many | Count::Some(..))
    }
}

/// What is true of a square.
#[derive(Debug, Clone)]
pub enum About {
    /// `vide`, or (false) `occupée`.
    Free(bool),
    /// On or in a place: `sur`, `la dernière rangée`; or (false) not there.
    There(&'static str, String, bool),
    /// `sous l'attaque de l'adversaire`, or (false) not so.
    Is(String, bool),
    /// One square: `a1`, `la case d'arrivée`; or (false) not that one.
    At(String, bool),
    /// One of a sort (singular, plural without article), or (false) none.
    Sort(String, String, bool),
    /// With a piece (`une dame`, `aucune dame`, `dame`), or (false) without.
    Holds([String; 3], bool),
    /// All of these.
    All(Vec<About>),
    /// Some of these.
    Any(Vec<About>),
}

impl About {
    /// As the verb of a square: `est sur la dernière rangée`.
    pub fn verb(&self, many: bool) -> String {
        let (is, not) = if many {
            ("sont", "ne sont pas")
        } else {
            ("est", "n'est pas")
        };
        let join = |all: &[About], last: &str| {
            let each: Vec<String> = all.iter().map(|it| it.verb(many)).collect();
            list(&each, last)
        };
        let s = if many { "s" } else { "" };
        match self {
            About::Free(true) => format!("{is} vide{s}"),
            About::Free(false) => format!("{is} occupée{s}"),
            About::There(on, place, true) => format!("{is} {on} {place}"),
            About::There(on, place, false) => format!("{not} {on} {place}"),
            About::Is(text, true) => format!("{is} {text}"),
            About::Is(text, false) => format!("{not} {text}"),
            About::Sort(one, all, yes) => {
                let be = if *yes { is } else { not };
                match many {
                    true => format!("{be} des {all}"),
                    false => format!("{be} {one}"),
                }
            }
            About::At(one, true) => format!("{is} {one}"),
            About::At(one, false) => format!("{not} {one}"),
            About::Holds([one, ..], true) if many => format!("portent {one}"),
            About::Holds([one, ..], true) => format!("porte {one}"),
            About::Holds([_, none, _], false) if many => format!("ne portent {none}"),
            About::Holds([_, none, _], false) => format!("ne porte {none}"),
            About::All(all) => join(all, "et"),
            About::Any(all) => join(all, "ou"),
        }
    }

    /// Behind the word for a square: `sur la dernière rangée`, `qui est …`.
    pub fn of_square(&self, many: bool) -> String {
        let s = if many { "s" } else { "" };
        match self {
            About::Free(true) => format!("vide{s}"),
            About::Free(false) => format!("occupée{s}"),
            About::There(_, place, true) => de(place),
            About::Is(text, true) => text.clone(),
            About::Holds([one, ..], true) => format!("occupée{s} par {one}"),
            About::Holds([.., bare], false) => format!("sans {bare}"),
            About::There(_, _, false)
            | About::Is(_, false)
            | About::At(..)
            | About::Sort(..)
            | About::All(_)
            | About::Any(_) => format!("qui {}", self.verb(many)),
        }
    }

    /// Behind the word for a piece: `sur une case « mur »`.
    pub fn of_piece(&self, many: bool) -> String {
        let square = if many { "des cases" } else { "une case" };
        match self {
            About::There(on, place, true) => format!("{on} {place}"),
            About::There(_, _, false) | About::Is(..) => self.of_square(many),
            About::Sort(_, all, true) if many => format!("sur des {all}"),
            About::Sort(one, _, true) => format!("sur {one}"),
            About::Sort(one, _, false) => format!("ailleurs que sur {one}"),
            About::At(one, true) => format!("sur {one}"),
            About::At(one, false) => format!("ailleurs que sur {one}"),
            About::Free(_) | About::Holds(..) | About::All(_) | About::Any(_) => {
                format!("sur {square} {}", self.of_square(many))
            }
        }
    }

    /// As the verb of a piece: `est sous l'attaque de l'adversaire`.
    pub fn piece_verb(&self, many: bool) -> String {
        match (self, many) {
            (About::There(..) | About::Is(..), _) => self.verb(many),
            (_, false) => format!("est {}", self.of_piece(many)),
            (_, true) => format!("sont {}", self.of_piece(many)),
        }
    }
}

/// Squares of which some things are true.
pub fn squares(abouts: &[About], count: &Count) -> String {
    let mut out = match count {
        Count::One => "une case".to_owned(),
        Count::No => "aucune case".to_owned(),
        Count::Many => "cases".to_owned(),
        Count::Some(least, n) => format!("{least} {} cases", number(*n, true)),
    };
    let many = count.is_many();
    let free = |it: &&About| matches!(it, About::Free(_));
    let there = |it: &&About| matches!(it, About::There(_, _, true));
    // What the square is comes first, then its place, then the rest.
    let first = abouts.iter().find(free).into_iter();
    let placed = first.chain(abouts.iter().find(there));
    let mut bare: Vec<&About> = placed.collect();
    if let Some(is) = abouts.iter().find(|it| matches!(it, About::Is(_, true))) {
        bare.push(is);
    }
    if bare.is_empty() && abouts.len() == 1 {
        bare.push(&abouts[0]);
    }
    for about in &bare {
        out += &format!(" {}", about.of_square(many));
    }
    let verbs: Vec<String> = abouts
        .iter()
        .filter(|it| !bare.iter().any(|other| std::ptr::eq(*other, *it)))
        .map(|it| it.verb(many))
        .collect();
    if !verbs.is_empty() {
        out += &format!(" qui {}", list(&verbs, "et"));
    }
    out
}
