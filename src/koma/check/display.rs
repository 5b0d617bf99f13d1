//! `[display]`: what a piece looks like on a screen, where letters are not all there is.

use unicode_width::UnicodeWidthStr;

use super::fields::{Cx, Fields, section, texts};
use super::names::Names;
use super::sheet::KindId;
use crate::syntax::ast::Name;
use crate::syntax::envelope::{Entry, Node, Value};
use crate::text::{Code, Problem, Span, safe};

/// The sign of a kind for each player, the first player's first.
pub type Sign = [String; 2];

/// The widest sign, in columns of a terminal: a kanji or an emoji.
const COLUMNS: usize = 2;
/// The longest sign: an emoji with its modifiers.
const CHARACTERS: usize = 8;

/// The signs of the kinds, by number; none where the letter is shown.
pub fn signs(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    pieces: &[Entry],
    names: &Names,
) -> Vec<Option<Sign>> {
    let mut signs = vec![None; pieces.len()];
    for entry in section(cx, top, "display") {
        let known = pieces.iter().any(|it| it.key == entry.key);
        // A file that extends another may have removed a piece; its sign then goes with it.
        if !known && entry.key_span.file != Span::default().file {
            continue;
        }
        let name = Name {
            value: entry.key.clone(),
            span: entry.key_span,
        };
        let kind = names.kind(cx, &name);
        if let (Some(KindId(kind)), Some(sign)) = (kind, sign(cx, entry)) {
            signs[kind as usize] = Some(sign);
        }
    }
    signs
}

/// One text for both players, or one for each.
fn sign(cx: &mut Cx<'_>, entry: &Entry) -> Option<Sign> {
    let nodes = texts(cx, entry);
    let (first, second) = match nodes[..] {
        [both] => (both, both),
        [first, second] => (first, second),
        [] => return None,
        _ => {
            cx.add(Problem::at(
                Code::BadSign,
                entry.node.span,
                format!("`{}` has {} signs", safe::short(&entry.key), nodes.len()),
                "one for both players, or two: the first player's and the second's",
            ));
            return None;
        }
    };
    Some([shown(cx, first)?, shown(cx, second)?])
}

fn shown(cx: &mut Cx<'_>, node: &Node) -> Option<String> {
    let Value::Text(text) = &node.value else {
        return None;
    };
    let columns = text.width();
    let fits = (1..=COLUMNS).contains(&columns) && text.chars().count() <= CHARACTERS;
    if fits
        && !text
            .chars()
            .any(|it| safe::is_unsafe(it) || it.is_whitespace())
    {
        return Some(text.clone());
    }
    cx.add(
        Problem::at(
            Code::BadSign,
            node.span,
            format!("`{}` cannot be the sign of a piece", safe::short(text)),
            match columns {
                0 => "nothing would be seen",
                n if n > COLUMNS => "wider than two columns",
                _ => "not a sign that can be shown",
            },
        )
        .help("one or two letters, a kanji or an emoji; a piece without a sign shows its letter"),
    );
    None
}
