//! English words: numbers, articles, directions.

use super::super::lexicon::Noun;
use super::super::plan::{Way, heading};
use crate::board::{Bends, Ways};

/// `one` to `twelve`, then figures.
pub fn number(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(n as usize)
        .map_or_else(|| n.to_string(), |it| it.to_string())
}

/// `first` to `twelfth`, then figures.
pub fn ordinal(n: u32) -> String {
    const WORDS: [&str; 13] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth", "eleventh", "twelfth",
    ];
    match WORDS.get(n as usize) {
        Some(word) => word.to_string(),
        None if (11..=13).contains(&(n % 100)) => format!("{n}th"),
        None => match n % 10 {
            1 => format!("{n}st"),
            2 => format!("{n}nd"),
            3 => format!("{n}rd"),
            _ => format!("{n}th"),
        },
    }
}

/// `a, b or c`
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

/// `a guard`, `an owl`
pub fn a(noun: &Noun) -> String {
    let sounded = noun
        .text
        .starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let usual = if sounded { "an" } else { "a" };
    format!("{} {}", noun.article.as_deref().unwrap_or(usual), noun.text)
}

/// `guards`
pub fn plural(noun: &Noun) -> String {
    if let Some(plural) = &noun.plural {
        return plural.clone();
    }
    let text = &noun.text;
    let hisses = ["s", "x", "z", "ch", "sh"];
    match text.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if hisses.iter().any(|it| text.ends_with(it)) => format!("{text}es"),
        _ => format!("{text}s"),
    }
}

/// `in any direction except backward`
pub fn direction(ways: Ways) -> String {
    let heading = heading(ways);
    let said = |ways: &[Way]| list(&ways.iter().map(|it| way(*it)).collect::<Vec<_>>(), "or");
    match (heading.ways.is_empty(), heading.except.is_empty()) {
        (true, _) => "nowhere".to_owned(),
        (false, true) => said(&heading.ways),
        (false, false) => format!("{} except {}", said(&heading.ways), said(&heading.except)),
    }
}

/// `straight on or back`: as the move went.
pub fn bent(bends: Bends) -> String {
    let said = bends.said().map(|it| match it {
        "onward" => "straight on",
        "slanting" => "at half a right angle",
        "aside" => "at a right angle",
        _ => "straight back",
    });
    list(&said.map(str::to_owned).collect::<Vec<_>>(), "or")
}

fn way(way: Way) -> String {
    match way {
        Way::Any => "in any direction",
        Way::Orthogonal => "orthogonally",
        Way::Diagonal => "diagonally",
        Way::Vertical => "forward or backward",
        Way::Sideways => "sideways",
        Way::ForwardDiagonal => "diagonally forward",
        Way::BackwardDiagonal => "diagonally backward",
        Way::Forward => "forward",
        Way::Backward => "backward",
        Way::Left => "to the left",
        Way::Right => "to the right",
        Way::ForwardLeft => "diagonally forward to the left",
        Way::ForwardRight => "diagonally forward to the right",
        Way::BackwardLeft => "diagonally backward to the left",
        Way::BackwardRight => "diagonally backward to the right",
    }
    .to_owned()
}

/// Where a neighbour stands: `next to`. What belongs to the enemy faces the other way.
pub fn neighbour(way: Way, turned: bool) -> &'static str {
    match (way, turned) {
        (Way::Any, _) => "next to",
        (Way::Orthogonal, _) => "orthogonally next to",
        (Way::Diagonal, _) => "diagonally next to",
        (Way::Vertical, _) => "right in front of or behind",
        (Way::Sideways, _) => "beside",
        (Way::Forward, false) | (Way::Backward, true) => "right in front of",
        (Way::Backward, false) | (Way::Forward, true) => "right behind",
        (Way::ForwardDiagonal, false) | (Way::BackwardDiagonal, true) => "diagonally in front of",
        (Way::BackwardDiagonal, false) | (Way::ForwardDiagonal, true) => "diagonally behind",
        (Way::Left, _) => "to the left of",
        (Way::Right, _) => "to the right of",
        (Way::ForwardLeft, false) => "diagonally in front and to the left of",
        (Way::ForwardRight, false) => "diagonally in front and to the right of",
        (Way::BackwardLeft, false) => "diagonally behind and to the left of",
        (Way::BackwardRight, false) => "diagonally behind and to the right of",
        (Way::ForwardLeft, true) => "diagonally behind and, as the player sees it, to the left of",
        (Way::ForwardRight, true) => {
            "diagonally behind and, as the player sees it, to the right of"
        }
        (Way::BackwardLeft, true) => {
            "diagonally in front and, as the player sees it, to the left of"
        }
        (Way::BackwardRight, true) => {
            "diagonally in front and, as the player sees it, to the right of"
        }
    }
}
