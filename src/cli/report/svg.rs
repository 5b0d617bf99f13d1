//! Drawings as SVG, black on white: a position with its hands and zones, how a piece moves.

use super::drawing::{self, Mark};
use super::labels::words;
use super::tables::html;
use koma::board::diagram::Setup;
use koma::board::{Owner, Player, Square, Squares};
use koma::check::sheet::Kind;
use koma::play::Variant;
use koma::say::Language;

/// The side of a square.
const CELL: i32 = 40;
/// Room for the coordinates.
const EDGE: i32 = 18;
/// Room for a hand.
const HAND: i32 = 34;
/// The tints of zones, each over the others.
const TINTS: [&str; 4] = ["#cfcfcf", "#e3e3e3", "#bdbdbd", "#d9d9d9"];

/// A position: the board with its zones, both hands, whose move it is.
pub fn board(variant: &Variant, setup: &Setup, language: Language) -> String {
    let sheet = variant.sheet();
    let geometry = &sheet.geometry;
    let (files, ranks) = (geometry.files as i32, geometry.ranks as i32);
    let wide = files * CELL + 2 * EDGE;
    let high = ranks * CELL + 2 * EDGE + 2 * HAND;
    let corner = |square: Square| {
        let (file, rank) = (geometry.file(square) as i32, geometry.rank(square) as i32);
        (EDGE + file * CELL, HAND + EDGE + (ranks - 1 - rank) * CELL)
    };
    let mut out = open("board", wide, high, 1, &sheet.title);
    for (i, (_, zone)) in drawing::zone_squares(sheet, language).iter().enumerate() {
        for square in geometry.squares().filter(|it| zone.has(*it)) {
            let (x, y) = corner(square);
            out += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{}\"/>\n",
                tint(i)
            );
        }
    }
    out += &lines(files, ranks, (EDGE, HAND + EDGE), CELL);
    for file in 0..geometry.files {
        let x = EDGE + file as i32 * CELL + CELL / 2;
        let label = html(&drawing::file_label(sheet, file));
        out += &text((x, HAND + EDGE - 5), 11, "middle", &label);
        out += &text((x, high - HAND - 5), 11, "middle", &label);
    }
    for rank in 0..geometry.ranks {
        let y = HAND + EDGE + (ranks - 1 - rank as i32) * CELL + CELL / 2 + 4;
        let label = html(&drawing::rank_label(sheet, rank));
        out += &text((EDGE - 5, y), 11, "end", &label);
        out += &text((wide - EDGE + 5, y), 11, "start", &label);
    }
    for square in geometry.squares() {
        let (x, y) = corner(square);
        let pieces = &setup.cells[square.index()];
        let n = pieces.len() as i32;
        for (i, (owner, kind)) in (0..).zip(pieces) {
            // Pieces above each other are drawn beside each other, the lowest on the left.
            let at = (x + CELL * (2 * i + 1) / (2 * n), y + CELL / 2);
            let size = if n == 1 { 100 } else { 130 / n };
            out += &tile(&sheet.kinds[*kind as usize], *owner, at, size);
        }
    }
    for player in Player::BOTH {
        let y = match player {
            Player::First => high - HAND / 2,
            Player::Second => HAND / 2,
        };
        out += &hand(variant, setup, player, y, language);
    }
    out + "</svg>\n"
}

/// A player's name and hand.
fn hand(variant: &Variant, setup: &Setup, player: Player, y: i32, language: Language) -> String {
    let sheet = variant.sheet();
    let words = words(language);
    let mut label = words.player(sheet, player);
    if setup.side == player {
        label += &format!(", {}", words.to_move);
    }
    let held = &setup.hands[player.index()];
    let none = held.iter().all(|it| *it == 0);
    if drawing::has_hands(sheet, setup) {
        label += &format!(", {}", words.in_hand);
        if none {
            label += &format!(" {}", words.nothing);
        }
    }
    let mut out = text((EDGE, y + 4), 11, "start", &html(&label));
    let mut x = EDGE + 7 * label.chars().count() as i32 + 12;
    for (kind, n) in held.iter().enumerate().filter(|it| *it.1 > 0) {
        out += &tile(&sheet.kinds[kind], Owner::Of(player), (x, y), 70);
        if *n > 1 {
            out += &text((x + 14, y + 4), 11, "start", &format!("×{n}"));
            x += 20;
        }
        x += 30;
    }
    out
}

/// The names of the zones, each after its tint.
pub fn zones(variant: &Variant, language: Language) -> String {
    let zones = drawing::zone_squares(variant.sheet(), language);
    let mut out = String::new();
    for (i, (name, _)) in zones.iter().enumerate() {
        out += &format!(
            "<span class=\"zone\"><svg width=\"14\" height=\"14\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">\
             <rect x=\"1\" y=\"1\" width=\"12\" height=\"12\" fill=\"{}\" stroke=\"#000\"/></svg> {}</span>\n",
            tint(i),
            html(name)
        );
    }
    out
}

fn tint(zone: usize) -> &'static str {
    TINTS[zone % TINTS.len()]
}

/// How a piece moves: the piece in the middle, forward upwards.
pub fn movement(kind: &Kind, name: &str) -> String {
    const SMALL: i32 = 20;
    let diagram = drawing::diagram(kind);
    let side = diagram.marks.len() as i32;
    let middle = diagram.radius;
    let mut out = open("movement", side * SMALL, side * SMALL, 1, name);
    out += &lines(side, side, (0, 0), SMALL);
    for (y, row) in (0..).zip(&diagram.marks) {
        for (x, mark) in (0..).zip(row) {
            let at = (x * SMALL + SMALL / 2, y * SMALL + SMALL / 2);
            out += &sign(*mark, at, (x - middle, y - middle), middle);
        }
    }
    let at = middle * SMALL + SMALL / 2;
    out += &tile(kind, Owner::Of(Player::First), (at, at), 52);
    out + "</svg>\n"
}

/// What a sign of a movement looks like, for a legend.
pub fn sample(mark: Mark) -> String {
    let mut out =
        String::from("<svg width=\"14\" height=\"14\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">");
    out += sign(mark, (10, 10), (1, 0), 1).trim_end();
    out + "</svg>"
}

/// One sign: at a place, so far from the piece (down is more), in a drawing of so many squares each way.
fn sign(mark: Mark, (x, y): (i32, i32), shift: (i32, i32), radius: i32) -> String {
    match mark {
        Mark::None => String::new(),
        Mark::Reaches => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n"),
        Mark::Quiet => format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.5\"/>\n"
        ),
        Mark::Takes => format!(
            "<path d=\"M{} {}l8 8m0 -8l-8 8\" stroke=\"#000\" stroke-width=\"2\"/>\n",
            x - 4,
            y - 4
        ),
        Mark::Other => text((x, y + 5), 14, "middle", "?"),
        Mark::Distance(n) => text((x, y + 5), 13, "middle", &n.to_string()),
        Mark::Line(_) => {
            let (dx, dy) = (shift.0.signum(), shift.1.signum());
            let last = shift.0.abs().max(shift.1.abs()) == radius;
            let far = if last { 7 } else { 10 };
            let mut out = format!(
                "<path d=\"M{} {}L{} {}\" stroke=\"#000\" stroke-width=\"1.5\"/>\n",
                x - 10 * dx,
                y - 10 * dy,
                x + far * dx,
                y + far * dy
            );
            if last {
                let (tip_x, tip_y) = (x + 9 * dx, y + 9 * dy);
                let (back_x, back_y) = (tip_x - 6 * dx, tip_y - 6 * dy);
                out += &format!(
                    "<path d=\"M{tip_x} {tip_y}L{} {}L{} {}Z\"/>\n",
                    back_x - 3 * dy,
                    back_y + 3 * dx,
                    back_x + 3 * dy,
                    back_y - 3 * dx
                );
            }
            out
        }
    }
}

/// A piece: a tile that points its owner's way, round if nobody owns it; its size in percent.
fn tile(kind: &Kind, owner: Owner, (x, y): (i32, i32), size: i32) -> String {
    let turn = match owner {
        Owner::Of(Player::Second) => " rotate(180)",
        _ => "",
    };
    let scale = format!("{}.{:02}", size / 100, size % 100);
    let shape = match kind.neutral {
        true => "<circle r=\"14\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.4\"/>",
        false => {
            "<path d=\"M0 -18L12 -12L15 17L-15 17L-12 -12Z\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"1.4\"/>"
        }
    };
    let letters = kind.letter.chars().count();
    let font = match letters {
        1 => 19,
        2 => 16,
        _ => 11,
    };
    let base = if kind.neutral { 6 } else { 10 };
    format!(
        "<g transform=\"translate({x} {y}) scale({scale}){turn}\">{shape}{}</g>\n",
        text((0, base), font, "middle", &html(&kind.letter)).trim_end()
    )
}

/// The lines of a board.
fn lines(files: i32, ranks: i32, (x, y): (i32, i32), cell: i32) -> String {
    let mut path = String::new();
    for i in 0..=files {
        path += &format!("M{} {y}v{}", x + i * cell, ranks * cell);
    }
    for i in 0..=ranks {
        path += &format!("M{x} {}h{}", y + i * cell, files * cell);
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"#000\" stroke-width=\"0.8\"/>\n")
}

/// Begins a drawing, with a margin around it.
fn open(class: &str, wide: i32, high: i32, margin: i32, label: &str) -> String {
    let (w, h) = (wide + 2 * margin, high + 2 * margin);
    format!(
        "<svg class=\"{class}\" width=\"{w}\" height=\"{h}\" viewBox=\"-{margin} -{margin} {w} {h}\" role=\"img\" aria-label=\"{}\">\n",
        html(label)
    )
}

/// Text that is safe already.
fn text((x, y): (i32, i32), size: i32, anchor: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{text}</text>\n"
    )
}
