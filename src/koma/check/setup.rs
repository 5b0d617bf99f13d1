//! Game, board and start position.

use super::fields::{Cx, Fields, text, texts, word};
use super::limits;
use super::sheet::Setup;
use crate::board::diagram::{Letters, Wrong};
use crate::board::geometry::MAX_SIDE;
use crate::board::{Coordinates, Geometry, Player, Turned};
use crate::syntax::envelope::{Entry, Node};
use crate::syntax::place::Placed;
use crate::text::{Code, Problem, Span};

/// What `[board]` says, but for the start.
#[derive(Debug, Clone)]
pub struct Board {
    /// Size and turn.
    pub geometry: Geometry,
    /// How squares are written.
    pub coordinates: Coordinates,
    /// Letters of the side to move.
    pub sides: [char; 2],
    /// Names of the layers.
    pub layers: Vec<String>,
}

/// The keys of `[board]`.
const KEYS: [&str; 7] = [
    "size",
    "turned",
    "start",
    "hands",
    "layers",
    "coordinates",
    "sides",
];

/// What `[game]` says.
#[derive(Debug, Clone)]
pub struct About {
    /// The title.
    pub title: String,
    /// What the game is like, in a line.
    pub about: Option<String>,
    /// The games that it is listed with.
    pub family: Option<String>,
    /// The players' names.
    pub players: [String; 2],
}

/// `[game]`: what it is called and what it is like.
pub fn game(cx: &mut Cx<'_>, top: &Fields<'_>) -> About {
    let mut game = About {
        title: String::new(),
        about: None,
        family: None,
        players: ["first".to_owned(), "second".to_owned()],
    };
    let Some(entry) = top.need(cx, "game", "a variant has a title: `game.name = \"…\"`") else {
        return game;
    };
    let Some(fields) = Fields::new(cx, entry, &["name", "about", "family", "players"]) else {
        return game;
    };
    game.title = fields
        .need(cx, "name", "the title: `game.name = \"…\"`")
        .and_then(|entry| text(cx, entry))
        .map(|(title, _)| title.to_owned())
        .unwrap_or_default();
    if let Some(entry) = fields.get("players") {
        let names: Vec<String> = texts(cx, entry)
            .iter()
            .filter_map(|it| it.as_text())
            .map(str::to_owned)
            .collect();
        match <[String; 2]>::try_from(names) {
            Ok(names) => game.players = names,
            Err(names) => cx.add(Problem::at(
                Code::BadNumber,
                entry.node.span,
                format!("there are two players, not {}", names.len()),
                "a list of two names",
            )),
        }
    }
    let mut line = |key| fields.text(cx, key).map(|it| it.0.to_owned());
    game.about = line("about");
    game.family = line("family");
    game
}

/// `[board]`, but for the start.
pub fn board<'t>(cx: &mut Cx<'_>, top: &Fields<'t>) -> Option<(Board, Fields<'t>)> {
    let entry = top.need(
        cx,
        "board",
        "size, start and how it is turned: `board.size = \"3x4\"`",
    )?;
    let fields = Fields::new(cx, entry, &KEYS)?;
    let size = fields
        .need(cx, "size", "FILESxRANKS: `board.size = \"3x4\"`")
        .and_then(|entry| size(cx, entry));
    let turned = fields
        .need(
            cx,
            "turned",
            "how the second player sees the board: `half-turn` or `mirror`",
        )
        .and_then(|entry| {
            word(
                cx,
                entry,
                &[("half-turn", Turned::HalfTurn), ("mirror", Turned::Mirror)],
            )
        });
    fields.need(
        cx,
        "start",
        "the start position, ranks from the far side: `board.start = \"…\"`",
    );
    let coordinates = fields.word(
        cx,
        "coordinates",
        &[("a1", Coordinates::A1), ("usi", Coordinates::Usi)],
    );
    let mut sides = ['b', 'w'];
    if let Some((letters, node)) = fields.text(cx, "sides") {
        let chars: Vec<char> = letters.chars().collect();
        match chars[..] {
            [a, b] if a != b && a.is_ascii_lowercase() && b.is_ascii_lowercase() => sides = [a, b],
            _ => cx.add(Problem::at(
                Code::BadLetter,
                node.span,
                "the sides are two different lower-case letters",
                "such as `bw`",
            )),
        }
    }
    let mut layers = Vec::new();
    if let Some(entry) = fields.get("layers") {
        let nodes = texts(cx, entry);
        cx.limit(nodes.len(), limits::LAYERS, entry.node.span, "layers");
        for node in nodes.into_iter().take(limits::LAYERS) {
            let name = node.as_text().unwrap_or("").to_owned();
            if layers.contains(&name) {
                cx.add(Problem::at(
                    Code::NameTaken,
                    node.span,
                    format!("the layer `{name}` is named twice"),
                    "named again",
                ));
            }
            layers.push(name);
        }
    }
    if layers.is_empty() {
        layers.push("board".to_owned());
    }
    let (files, ranks) = size?;
    let geometry = Geometry {
        files,
        ranks,
        turned: turned?,
    };
    Some((
        Board {
            geometry,
            coordinates: coordinates?,
            sides,
            layers,
        },
        fields,
    ))
}

fn size(cx: &mut Cx<'_>, entry: &Entry) -> Option<(usize, usize)> {
    let (text, node) = text(cx, entry)?;
    let side = |it: &str| -> Option<usize> {
        (it.len() <= 4 && it.bytes().all(|b| b.is_ascii_digit()))
            .then(|| it.parse().ok())
            .flatten()
    };
    let Some((files, ranks)) = text
        .split_once('x')
        .and_then(|(a, b)| Some((side(a)?, side(b)?)))
    else {
        cx.add(Problem::at(
            Code::BadSize,
            node.span,
            format!("`{text}` is not a size"),
            "FILESxRANKS, such as `3x4`",
        ));
        return None;
    };
    if files == 0 || ranks == 0 || files > MAX_SIDE || ranks > MAX_SIDE {
        cx.add(Problem::at(
            Code::BadSize,
            node.span,
            format!("a board of {files}×{ranks} cannot be"),
            format!("from 1x1 to {MAX_SIDE}x{MAX_SIDE}"),
        ));
        return None;
    }
    Some((files, ranks))
}

/// `board.start` and `board.hands`.
pub fn start(cx: &mut Cx<'_>, fields: &Fields<'_>, letters: &Letters) -> Option<Setup> {
    let cells = fields.text(cx, "start").and_then(|(text, node)| {
        letters
            .board(text)
            .map_err(|wrong| report(cx, node, Code::BadStart, wrong))
            .ok()
    });
    let hands = match fields.text(cx, "hands") {
        Some((text, node)) => letters
            .hands(text)
            .map_err(|wrong| report(cx, node, Code::BadStart, wrong))
            .ok(),
        None => letters.hands("-").ok(),
    };
    Some(Setup {
        cells: cells?,
        hands: hands?,
        side: Player::First,
    })
}

/// A mistake inside of a diagram, at its place in the file.
fn report(cx: &mut Cx<'_>, node: &Node, code: Code, wrong: Wrong) {
    let file = &cx.sources.of(node.span).text;
    let placed = Placed::new(file, node.span.start as usize..node.span.end as usize);
    let place = placed.place(wrong.at);
    let span = Span::new(node.span.file, place.start, place.end);
    cx.add(Problem::at(code, span, &wrong.what, "here").maybe_help(wrong.help));
}
