//! What is true of a square or of the piece on it, in English.

use super::words::list;

/// How many, before a noun.
#[derive(Debug, Clone)]
pub enum Count {
    /// `a`, `the` where there is one only.
    One,
    /// `no`
    No,
    /// Nothing before the plural.
    Many,
    /// `at least three`
    Some(String),
}

impl Count {
    /// Whether the plural follows.
    pub fn is_many(&self) -> bool {
        matches!(self, Count::Many | Count::Some(_))
    }
}

/// What is true of a square.
#[derive(Debug, Clone)]
pub enum About {
    /// `empty`, or (false) `occupied`.
    Free(bool),
    /// On or in a place: `on`, `the last rank`; or (false) not there.
    There(&'static str, String, bool),
    /// `attacked by the enemy`, or (false) not so.
    Is(String, bool),
    /// One square: `a1`, `the square reached`; or (false) not that one.
    At(String, bool),
    /// One of a sort (singular, plural), or (false) none.
    Sort(String, String, bool),
    /// With a piece (`a guard`, `no guard`), or (false) without.
    Holds(String, String, bool),
    /// All of these.
    All(Vec<About>),
    /// Some of these.
    Any(Vec<About>),
}

impl About {
    /// As the verb of a square: `is on the last rank`.
    pub fn verb(&self, many: bool) -> String {
        let (is, holds) = if many {
            ("are", "hold")
        } else {
            ("is", "holds")
        };
        let join = |all: &[About], last: &str| {
            let each: Vec<String> = all.iter().map(|it| it.verb(many)).collect();
            list(&each, last)
        };
        match self {
            About::Free(true) => format!("{is} empty"),
            About::Free(false) => format!("{is} occupied"),
            About::There(on, place, true) => format!("{is} {on} {place}"),
            About::There(on, place, false) => format!("{is} not {on} {place}"),
            About::Is(text, true) => format!("{is} {text}"),
            About::Is(text, false) => format!("{is} not {text}"),
            About::Sort(one, all, yes) => {
                let not = if *yes { "" } else { "not " };
                format!("{is} {not}{}", if many { all } else { one })
            }
            About::At(one, true) => format!("{is} {one}"),
            About::At(one, false) => format!("{is} not {one}"),
            About::Holds(one, _, true) => format!("{holds} {one}"),
            About::Holds(_, none, false) => format!("{holds} {none}"),
            About::All(all) => join(all, "and"),
            About::Any(all) => join(all, "or"),
        }
    }

    /// Behind the word for a square: `on the last rank`, `that is …`.
    pub fn of_square(&self, many: bool) -> String {
        match self {
            About::There(_, place, true) => format!("of {place}"),
            About::There(on, place, false) => format!("not {on} {place}"),
            About::Is(text, true) => text.clone(),
            About::Is(text, false) => format!("not {text}"),
            About::Holds(one, _, true) => format!("with {one}"),
            About::Holds(one, _, false) => format!("without {one}"),
            About::Free(_) | About::At(..) | About::Sort(..) | About::All(_) | About::Any(_) => {
                format!("that {}", self.verb(many))
            }
        }
    }

    /// Behind the word for a piece: `on a wall square`.
    pub fn of_piece(&self, many: bool) -> String {
        let square = if many { "squares" } else { "a square" };
        match self {
            About::Free(true) if many => "on empty squares".to_owned(),
            About::Free(true) => "on an empty square".to_owned(),
            About::Free(false) if many => "on occupied squares".to_owned(),
            About::Free(false) => "on an occupied square".to_owned(),
            About::There(on, place, true) => format!("{on} {place}"),
            About::There(_, _, false) | About::Is(..) => self.of_square(many),
            About::Sort(one, all, yes) => {
                let not = if *yes { "" } else { "not " };
                format!("{not}on {}", if many { all } else { one })
            }
            About::At(one, true) => format!("on {one}"),
            About::At(one, false) => format!("not on {one}"),
            About::Holds(..) | About::All(_) | About::Any(_) => {
                format!("on {square} {}", self.of_square(many))
            }
        }
    }

    /// As the verb of a piece: `is attacked by the enemy`, `stands on a wall square`.
    pub fn piece_verb(&self, many: bool) -> String {
        match (self, many) {
            (About::There(..) | About::Is(..), _) => self.verb(many),
            (_, false) => format!("stands {}", self.of_piece(many)),
            (_, true) => format!("stand {}", self.of_piece(many)),
        }
    }
}

/// Squares of which some things are true.
pub fn squares(abouts: &[About], count: &Count) -> String {
    let many = count.is_many();
    let mut adjective = "";
    let mut bare = None;
    let mut verbs = Vec::new();
    let alone = abouts.len() == 1;
    for about in abouts {
        match about {
            About::Free(yes) if adjective.is_empty() => {
                adjective = if *yes { "empty " } else { "occupied " };
            }
            _ if bare.is_none()
                && (alone || matches!(about, About::There(_, _, true) | About::Is(_, true))) =>
            {
                bare = Some(about.of_square(many));
            }
            _ => verbs.push(about.verb(many)),
        }
    }
    let mut out = match (count, adjective.is_empty()) {
        (Count::One, true) => "a square".to_owned(),
        (Count::One, false) => format!("an {adjective}square"),
        (Count::No, _) => format!("no {adjective}square"),
        (Count::Many, _) => format!("{adjective}squares"),
        (Count::Some(many), _) => format!("{many} {adjective}squares"),
    };
    if let Some(bare) = bare {
        out += &format!(" {bare}");
    }
    if !verbs.is_empty() {
        out += &format!(" that {}", list(&verbs, "and"));
    }
    out
}
