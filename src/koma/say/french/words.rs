//! French words: numbers, articles and elisions, directions.

use super::super::lexicon::Noun;
use super::super::plan::{Way, heading};
use crate::board::{Bends, Ways};

/// A blank at which no line is broken: before `;` and `:`, inside of « ».
pub const NBSP: &str = "\u{a0}";

/// `une` or `un`, `deux` to `douze`, then figures.
pub fn number(n: u32, feminine: bool) -> String {
    const WORDS: [&str; 13] = [
        "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze",
    ];
    match (n, feminine) {
        (1, true) => "une".to_owned(),
        _ => WORDS
            .get(n as usize)
            .map_or_else(|| n.to_string(), |it| it.to_string()),
    }
}

/// `première` to `douzième`, then figures; feminine.
pub fn ordinal(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "zéroième",
        "première",
        "deuxième",
        "troisième",
        "quatrième",
        "cinquième",
        "sixième",
        "septième",
        "huitième",
        "neuvième",
        "dixième",
        "onzième",
        "douzième",
    ];
    WORDS
        .get(n as usize)
        .map_or_else(|| format!("{n}e"), |it| it.to_string())
}

/// `a, b ou c`
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// With a capital.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A sentence in the middle of another.
pub fn small(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// `« id »`
pub fn quoted(text: &str) -> String {
    format!("«{NBSP}{text}{NBSP}»")
}

/// Whether `le` and `de` lose their vowel before a text.
fn elides(text: &str) -> bool {
    const VOWELS: &str = "aeiouàâäéèêëîïôöùûüœæāēīōū";
    let first = text.chars().flat_map(char::to_lowercase).next();
    first.is_some_and(|it| VOWELS.contains(it))
}

/// Whether a noun is feminine: only its article tells.
pub fn is_feminine(noun: &Noun) -> bool {
    noun.article.as_deref() == Some("une")
}

/// `le soldat`, `la reine`, `l'oie`
pub fn le(noun: &Noun) -> String {
    match (elides(&noun.text), is_feminine(noun)) {
        (true, _) => format!("l'{}", noun.text),
        (false, true) => format!("la {}", noun.text),
        (false, false) => format!("le {}", noun.text),
    }
}

/// `un soldat`, `une reine`
pub fn un(noun: &Noun) -> String {
    let un = if is_feminine(noun) { "une" } else { "un" };
    format!("{un} {}", noun.text)
}

/// `son soldat`, `sa reine`, `son oie`
pub fn son(noun: &Noun) -> String {
    let sa = is_feminine(noun) && !elides(&noun.text);
    format!("{} {}", if sa { "sa" } else { "son" }, noun.text)
}

/// `de` before a noun with its article: `du soldat`, `d'un soldat`, `des reines`.
pub fn de(text: &str) -> String {
    if let Some(rest) = text.strip_prefix("le ") {
        format!("du {rest}")
    } else if let Some(rest) = text.strip_prefix("les ") {
        format!("des {rest}")
    } else if elides(text) {
        format!("d'{text}")
    } else {
        format!("de {text}")
    }
}

/// `que` before a text: `qu'un soldat`.
pub fn que(text: &str) -> String {
    if elides(text) {
        format!("qu'{text}")
    } else {
        format!("que {text}")
    }
}

/// `à` before a noun with its article: `au soldat`, `à la reine`.
pub fn au(text: &str) -> String {
    if let Some(rest) = text.strip_prefix("le ") {
        format!("au {rest}")
    } else if let Some(rest) = text.strip_prefix("les ") {
        format!("aux {rest}")
    } else {
        format!("à {text}")
    }
}

/// `soldats`, `généraux`; words with a capital inside of a name stay.
pub fn plural(noun: &Noun) -> String {
    if let Some(plural) = &noun.plural {
        return plural.clone();
    }
    let words = noun.text.split(' ').enumerate().map(|(i, word)| {
        let kept = i > 0 && !word.starts_with(char::is_lowercase);
        if kept || word.ends_with(['s', 'x', 'z']) {
            word.to_owned()
        } else if let Some(stem) = word.strip_suffix("al") {
            format!("{stem}aux")
        } else if ["au", "eu"].iter().any(|it| word.ends_with(it)) {
            format!("{word}x")
        } else {
            format!("{word}s")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `dans toutes les directions sauf en arrière`
pub fn direction(ways: Ways) -> String {
    let heading = heading(ways);
    let said = |ways: &[Way]| {
        let words: Vec<String> = ways.iter().flat_map(|it| way(*it)).collect();
        list(&words, "ou")
    };
    match (heading.ways.is_empty(), heading.except.is_empty()) {
        (true, _) => "dans aucune direction".to_owned(),
        (false, true) => said(&heading.ways),
        (false, false) => format!("{} sauf {}", said(&heading.ways), said(&heading.except)),
    }
}

/// `tout droit ou en revenant` : comme la pièce est allée.
pub fn bent(bends: Bends) -> String {
    let said = bends.said().map(|it| match it {
        "onward" => "tout droit",
        "slanting" => "en biais",
        "aside" => "à angle droit",
        _ => "en revenant",
    });
    list(&said.map(str::to_owned).collect::<Vec<_>>(), "ou")
}

fn way(way: Way) -> Vec<String> {
    let words: &[&str] = match way {
        Way::Any => &["dans toutes les directions"],
        Way::Orthogonal => &["horizontalement", "verticalement"],
        Way::Diagonal => &["en diagonale"],
        Way::Vertical => &["en avant", "en arrière"],
        Way::Sideways => &["de côté"],
        Way::ForwardDiagonal => &["en diagonale avant"],
        Way::BackwardDiagonal => &["en diagonale arrière"],
        Way::Forward => &["en avant"],
        Way::Backward => &["en arrière"],
        Way::Left => &["à gauche"],
        Way::Right => &["à droite"],
        Way::ForwardLeft => &["en diagonale avant gauche"],
        Way::ForwardRight => &["en diagonale avant droite"],
        Way::BackwardLeft => &["en diagonale arrière gauche"],
        Way::BackwardRight => &["en diagonale arrière droite"],
    };
    words.iter().map(|it| it.to_string()).collect()
}

/// Where a neighbour of something stands. What belongs to the enemy faces the other way.
pub fn neighbour(way: Way, what: &str, turned: bool) -> String {
    let of = de(what);
    match (way, turned) {
        (Way::Any, _) => format!("en contact avec {what}"),
        (Way::Orthogonal, _) => format!("en contact par un côté avec {what}"),
        (Way::Diagonal, _) => format!("en contact par un coin avec {what}"),
        (Way::Vertical, _) => format!("juste devant ou derrière {what}"),
        (Way::Sideways, _) => format!("juste à gauche ou à droite {of}"),
        (Way::Forward, false) | (Way::Backward, true) => format!("juste devant {what}"),
        (Way::Backward, false) | (Way::Forward, true) => format!("juste derrière {what}"),
        (Way::ForwardDiagonal, false) | (Way::BackwardDiagonal, true) => {
            format!("en diagonale devant {what}")
        }
        (Way::BackwardDiagonal, false) | (Way::ForwardDiagonal, true) => {
            format!("en diagonale derrière {what}")
        }
        (Way::Left, _) => format!("juste à gauche {of}"),
        (Way::Right, _) => format!("juste à droite {of}"),
        (Way::ForwardLeft, false) | (Way::BackwardLeft, true) => {
            format!("en diagonale devant {what}, à gauche pour le joueur")
        }
        (Way::ForwardRight, false) | (Way::BackwardRight, true) => {
            format!("en diagonale devant {what}, à droite pour le joueur")
        }
        (Way::BackwardLeft, false) | (Way::ForwardLeft, true) => {
            format!("en diagonale derrière {what}, à gauche pour le joueur")
        }
        (Way::BackwardRight, false) | (Way::ForwardRight, true) => {
            format!("en diagonale derrière {what}, à droite pour le joueur")
        }
    }
}
