//! Pieces: letters, layers, movement, faces.

use std::rc::Rc;

use super::fields::{Cx, Fields, text, word, wrong_type};
use super::movement::{Step, expand, own_path};
use super::names::{Names, Thing};
use super::order;
use super::rules::RuleBook;
use super::sets::{Book, circle};
use super::sheet::{Kind, KindId, KindSet};
use crate::syntax::ast;
use crate::syntax::envelope::{Entry, Node, Value};
use crate::text::{Code, Problem, Span};

const KEYS: [&str; 8] = [
    "letter",
    "moves",
    "becomes",
    "in_hand_as",
    "drops_as",
    "layer",
    "owner",
    "points",
];

/// The most points that a piece is worth.
const POINTS: i64 = 9999;

/// The face of a piece, known before any rule is read.
#[derive(Debug, Clone)]
pub struct Face {
    /// The letter.
    pub letter: String,
    /// The layer.
    pub layer: usize,
    /// Whether nobody owns it.
    pub neutral: bool,
}

/// Letters, layers and owners of all pieces.
pub fn faces(cx: &mut Cx<'_>, entries: &[Entry], layers: &[String]) -> Vec<Option<Face>> {
    let mut taken: Vec<(String, Span)> = Vec::new();
    entries
        .iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &KEYS)?;
            let neutral = match fields.get("owner") {
                Some(owner) => word(cx, owner, &[("nobody", true), ("players", false)])?,
                None => false,
            };
            let layer = match fields.text(cx, "layer") {
                None => 0,
                Some((name, node)) => match layers.iter().position(|it| it == name) {
                    Some(layer) => layer,
                    None => {
                        cx.add(
                            Problem::at(
                                Code::UnknownWord,
                                node.span,
                                format!("the board has no layer `{name}`"),
                                "no such layer",
                            )
                            .maybe_help(crate::text::near::hint(
                                name,
                                "`board.layers` has",
                                layers.iter().map(String::as_str),
                            )),
                        );
                        0
                    }
                },
            };
            let entry = fields.need(cx, "letter", "one upper-case letter, such as `letter = \"P\"`")?;
            let (letter, node) = text(cx, entry)?;
            let upper = letter.to_ascii_uppercase();
            if !is_letter(letter, neutral) {
                cx.add(
                    Problem::at(
                        Code::BadLetter,
                        node.span,
                        format!("`{letter}` cannot be a piece's letter"),
                        "not a letter for positions",
                    )
                    .help(if is_letter(&upper, neutral) {
                        format!("write `{upper}`: the same in lower case is the second player's piece")
                    } else {
                        "one upper-case ASCII letter, or two or three in brackets (`[GG]`); `+` before or `~` after it allowed; a neutral piece may have a sign such as `*`".to_owned()
                    }),
                );
                // The start diagram can still be judged if it is clear what was meant.
                return is_letter(&upper, neutral).then_some(Face { letter: upper, layer, neutral });
            }
            if let Some((_, at)) = taken.iter().find(|it| it.0 == letter) {
                cx.add(
                    Problem::at(
                        Code::LetterTaken,
                        node.span,
                        format!("the letter `{letter}` is used twice"),
                        "used again",
                    )
                    .label(*at, "used here")
                    .help("give one of them another letter, or `+` before it"),
                );
                // The diagram can still be read with it.
            }
            taken.push((letter.to_owned(), node.span));
            Some(Face { letter: letter.to_owned(), layer, neutral })
        })
        .collect()
}

fn is_letter(letter: &str, neutral: bool) -> bool {
    let core = letter.strip_prefix('+').unwrap_or(letter);
    let core = core.strip_suffix('~').unwrap_or(core);
    if let Some(signs) = core.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
        return (2..=3).contains(&signs.len())
            && signs.starts_with(|c: char| c.is_ascii_uppercase())
            && { signs.bytes() }.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    }
    let mut chars = core.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_uppercase() => true,
        (Some(c), None) => {
            neutral
                && letter.len() == 1
                && c.is_ascii_punctuation()
                && !"/()[].+~-,=\"'\\".contains(c)
        }
        _ => false,
    }
}

/// `[groups]`: kinds, and other groups, under one name.
pub fn groups(cx: &mut Cx<'_>, entries: &[Entry], names: &mut Names) -> Vec<(String, KindSet)> {
    let written: Vec<Option<Rc<ast::Kinds>>> = entries
        .iter()
        .map(|entry| {
            let (_, node) = text(cx, entry)?;
            cx.kinds(node)
        })
        .collect();
    let index = |name: &ast::Name| entries.iter().position(|it| it.key == name.value);
    let mentions: Vec<Vec<usize>> = written
        .iter()
        .map(|kinds| {
            let names = kinds.iter().flat_map(|it| it.iter());
            names.filter_map(index).collect()
        })
        .collect();
    let found = order::ordered(&mentions);
    for round in &found.circles {
        let round: Vec<&Entry> = round.iter().map(|it| &entries[*it]).collect();
        circle(cx, Code::MoveCycle, "groups", &round);
    }
    let mut groups: Vec<Option<KindSet>> = vec![None; entries.len()];
    for at in found.order {
        let Some(written) = &written[at] else {
            continue;
        };
        let kinds = written.iter().filter_map(|it| names.kinds(cx, it));
        let kinds = kinds.fold(KindSet::default(), KindSet::or);
        names.settle(&entries[at].key, Thing::Group(kinds));
        groups[at] = Some(kinds);
    }
    let named = entries.iter().zip(groups);
    named
        .filter_map(|(entry, kinds)| Some((entry.key.clone(), kinds?)))
        .collect()
}

/// Everything else about the pieces.
pub fn kinds(
    cx: &mut Cx<'_>,
    entries: &[Entry],
    faces: &[Option<Face>],
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<Kind>> {
    let written: Vec<Option<Rc<ast::Moves>>> = entries
        .iter()
        .map(|entry| {
            let moves = entry.node.as_table()?.get("moves")?;
            let (_, node) = text(cx, moves)?;
            cx.moves(node)
        })
        .collect();
    let own: Vec<Vec<Step>> = written
        .iter()
        .map(|moves| {
            moves
                .iter()
                .flat_map(|it| it.iter())
                .filter_map(|path| own_path(cx, path, book))
                .collect()
        })
        .collect();
    entries
        .iter()
        .enumerate()
        .map(|(i, entry)| {
            let table = entry.node.as_table()?;
            let this = KindId(i as u8);
            let rule = rules.add(format!("pieces.{}", entry.key), span_of(entry));
            let sub = |rules: &mut RuleBook, key: &str| {
                let span = table.get(key).map_or(entry.key_span, span_of);
                rules.add(format!("pieces.{}.{key}", entry.key), span)
            };
            let moves_rule = sub(rules, "moves");
            let becomes_rule = sub(rules, "becomes");
            let moves = expand(cx, i, &own, entries, book);
            let kinds = |cx: &mut Cx<'_>, key: &str| -> Option<Vec<KindId>> {
                let Some(entry) = table.get(key) else {
                    return Some(Vec::new());
                };
                let (_, node) = text(cx, entry)?;
                let names = cx.kinds(node)?;
                let ids: Vec<Option<KindId>> =
                    names.iter().map(|it| book.names.kind(cx, it)).collect();
                let mut ids = ids.into_iter().collect::<Option<Vec<KindId>>>()?;
                for (id, name) in ids.iter().zip(names.iter()) {
                    let here = faces[i].as_ref();
                    let there = faces.get(id.index()).and_then(Option::as_ref);
                    if let (Some(here), Some(there)) = (here, there)
                        && (here.layer != there.layer || here.neutral != there.neutral)
                    {
                        cx.add(Problem::at(
                            Code::WrongName,
                            name.span,
                            format!("`{}` is on another layer or has another owner", name.value),
                            "a piece keeps its layer and owner",
                        ));
                    }
                }
                ids.sort_unstable();
                ids.dedup();
                Some(ids)
            };
            let becomes = kinds(cx, "becomes");
            let in_hand_as = kinds(cx, "in_hand_as");
            let drops_as = kinds(cx, "drops_as");
            let points = match table.get("points") {
                Some(entry) => self::points(cx, entry),
                None => Some(0),
            };
            let face = faces[i].clone()?;
            let in_hand_as = in_hand_as?;
            if in_hand_as.len() > 1 {
                let span = table
                    .get("in_hand_as")
                    .map_or(entry.key_span, |it| it.node.span);
                cx.add(Problem::at(
                    Code::BadNumber,
                    span,
                    "a piece is one kind in a hand",
                    "one kind only",
                ));
            }
            let mut drops_as = drops_as?;
            if drops_as.is_empty() {
                drops_as.push(this);
            }
            Some(Kind {
                name: entry.key.clone(),
                letter: face.letter,
                moves: moves?,
                becomes: becomes?,
                in_hand_as: in_hand_as.first().copied().unwrap_or(this),
                drops_as,
                layer: face.layer,
                neutral: face.neutral,
                points: points?,
                rule,
                moves_rule,
                becomes_rule,
            })
        })
        .collect()
}

/// `pieces.K.points`
fn points(cx: &mut Cx<'_>, entry: &Entry) -> Option<u32> {
    let Value::Number(number) = entry.node.value else {
        wrong_type(cx, entry, "a number", entry.node.value.what());
        return None;
    };
    let points = u32::try_from(number).ok().filter(|_| number <= POINTS);
    if points.is_none() {
        cx.add(Problem::at(
            Code::BadNumber,
            entry.node.span,
            format!("a piece cannot be worth {number} points"),
            format!("from 0 to {POINTS}"),
        ));
    }
    points
}

/// Where a key and its value stand.
pub fn span_of(entry: &Entry) -> Span {
    let Node { span, .. } = entry.node;
    if span.file == entry.key_span.file && span.start >= entry.key_span.start {
        Span {
            end: span.end,
            ..entry.key_span
        }
    } else {
        entry.key_span
    }
}
