//! Drawings as SVG, black on white: a position with its hands and zones, how a piece moves.

use maud::{Markup, html};

use super::drawing::{self, Mark};
use super::labels::words;
use koma::board::diagram::{Setup, drawn};
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
pub fn board(variant: &Variant, setup: &Setup, language: Language) -> Markup {
    let sheet = variant.sheet();
    let geometry = &sheet.geometry;
    let (files, ranks) = (geometry.files as i32, geometry.ranks as i32);
    let wide = files * CELL + 2 * EDGE;
    let high = ranks * CELL + 2 * EDGE + 2 * HAND;
    let corner = |square: Square| {
        let (file, rank) = (geometry.file(square) as i32, geometry.rank(square) as i32);
        (EDGE + file * CELL, HAND + EDGE + (ranks - 1 - rank) * CELL)
    };
    let zones = drawing::zone_squares(sheet, language);
    let drawn = html! {
        @for (i, (_, zone)) in zones.iter().enumerate() {
            @for square in geometry.squares().filter(|it| zone.has(*it)) {
                @let (x, y) = corner(square);
                rect x=(x) y=(y) width=(CELL) height=(CELL) fill=(tint(i)) {} "\n"
            }
        }
        (lines(files, ranks, (EDGE, HAND + EDGE), CELL))
        @for file in 0..geometry.files {
            @let x = EDGE + file as i32 * CELL + CELL / 2;
            @let label = drawing::file_label(sheet, file);
            (text((x, HAND + EDGE - 5), 11, "middle", &label)) "\n"
            (text((x, high - HAND - 5), 11, "middle", &label)) "\n"
        }
        @for rank in 0..geometry.ranks {
            @let y = HAND + EDGE + (ranks - 1 - rank as i32) * CELL + CELL / 2 + 4;
            @let label = drawing::rank_label(sheet, rank);
            (text((EDGE - 5, y), 11, "end", &label)) "\n"
            (text((wide - EDGE + 5, y), 11, "start", &label)) "\n"
        }
        @for square in geometry.squares() {
            @let (x, y) = corner(square);
            @let pieces = &setup.cells[square.index()];
            @let n = pieces.len() as i32;
            @for (i, (owner, kind)) in (0..).zip(pieces) {
                // Pieces above each other are drawn beside each other, the lowest on the left.
                @let at = (x + CELL * (2 * i + 1) / (2 * n), y + CELL / 2);
                @let size = if n == 1 { 100 } else { 130 / n };
                (tile(&sheet.kinds[*kind as usize], *owner, at, size))
            }
        }
        (hand(variant, setup, Player::First, high - HAND / 2, language))
        (hand(variant, setup, Player::Second, HAND / 2, language))
    };
    framed("board", wide, high, 1, &sheet.title, &drawn)
}

/// A player's name and hand.
fn hand(variant: &Variant, setup: &Setup, player: Player, y: i32, language: Language) -> Markup {
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
    let mut x = EDGE + 7 * label.chars().count() as i32 + 12;
    let mut pieces = Vec::new();
    for (kind, n) in held.iter().enumerate().filter(|it| *it.1 > 0) {
        pieces.push((kind, *n, x));
        x += if *n > 1 { 50 } else { 30 };
    }
    html! {
        (text((EDGE, y + 4), 11, "start", &label)) "\n"
        @for (kind, n, x) in pieces {
            (tile(&sheet.kinds[kind], Owner::Of(player), (x, y), 70))
            @if n > 1 {
                (text((x + 14, y + 4), 11, "start", &format!("×{n}"))) "\n"
            }
        }
    }
}

/// The names of the zones, each after its tint.
pub fn zones(variant: &Variant, language: Language) -> Markup {
    let zones = drawing::zone_squares(variant.sheet(), language);
    html! {
        @for (i, (name, _)) in zones.iter().enumerate() {
            span.zone { (swatch(tint(i))) " " (name) } "\n"
        }
    }
}

/// A small square of one colour, for a legend.
pub fn swatch(colour: &str) -> Markup {
    html! {
        svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" {
            rect x="1" y="1" width="12" height="12" fill=(colour) stroke="#000" {}
        }
    }
}

fn tint(zone: usize) -> &'static str {
    TINTS[zone % TINTS.len()]
}

/// How a piece moves: the piece in the middle, forward upwards.
pub fn movement(kind: &Kind, name: &str) -> Markup {
    const SMALL: i32 = 20;
    let diagram = drawing::diagram(kind);
    let side = diagram.marks.len() as i32;
    let middle = diagram.radius;
    let at = middle * SMALL + SMALL / 2;
    let drawn = html! {
        (lines(side, side, (0, 0), SMALL))
        @for (y, row) in (0..).zip(&diagram.marks) {
            @for (x, mark) in (0..).zip(row) {
                @let at = (x * SMALL + SMALL / 2, y * SMALL + SMALL / 2);
                @if *mark != Mark::None {
                    (sign(*mark, at, (x - middle, y - middle), middle)) "\n"
                }
            }
        }
        (tile(kind, Owner::Of(Player::First), (at, at), 52))
    };
    framed("movement", side * SMALL, side * SMALL, 1, name, &drawn)
}

/// What a sign of a movement looks like, for a legend.
pub fn sample(mark: Mark) -> Markup {
    html! {
        svg width="14" height="14" viewBox="0 0 20 20" aria-hidden="true" {
            (sign(mark, (10, 10), (1, 0), 1))
        }
    }
}

/// One sign: at a place, this far from the piece (down is more), in a drawing of `radius` squares each way.
fn sign(mark: Mark, (x, y): (i32, i32), shift: (i32, i32), radius: i32) -> Markup {
    match mark {
        Mark::None => html! {},
        Mark::Reaches => html! { circle cx=(x) cy=(y) r="4" {} },
        Mark::Quiet => html! {
            circle cx=(x) cy=(y) r="4" fill="#fff" stroke="#000" stroke-width="1.5" {}
        },
        Mark::Takes => {
            let path = format!("M{} {}l8 8m0 -8l-8 8", x - 4, y - 4);
            html! { path d=(path) stroke="#000" stroke-width="2" {} }
        }
        Mark::Other => text((x, y + 5), 14, "middle", "?"),
        Mark::Distance(n) => text((x, y + 5), 13, "middle", &n.to_string()),
        Mark::Line(_) => {
            let (dx, dy) = (shift.0.signum(), shift.1.signum());
            let last = shift.0.abs().max(shift.1.abs()) == radius;
            let far = if last { 7 } else { 10 };
            let (from_x, from_y) = (x - 10 * dx, y - 10 * dy);
            let line = format!("M{from_x} {from_y}L{} {}", x + far * dx, y + far * dy);
            let (tip_x, tip_y) = (x + 9 * dx, y + 9 * dy);
            let (back_x, back_y) = (tip_x - 6 * dx, tip_y - 6 * dy);
            let head = format!(
                "M{tip_x} {tip_y}L{} {}L{} {}Z",
                back_x - 3 * dy,
                back_y + 3 * dx,
                back_x + 3 * dy,
                back_y - 3 * dx
            );
            html! {
                path d=(line) stroke="#000" stroke-width="1.5" {}
                @if last {
                    "\n" path d=(head) {}
                }
            }
        }
    }
}

/// A piece: a tile that points its owner's way, round if nobody owns it; its size in percent.
fn tile(kind: &Kind, owner: Owner, (x, y): (i32, i32), size: i32) -> Markup {
    let turn = match owner {
        Owner::Of(Player::Second) => " rotate(180)",
        _ => "",
    };
    let scale = format!("{}.{:02}", size / 100, size % 100);
    let transform = format!("translate({x} {y}) scale({scale}){turn}");
    let letter = drawn(&kind.letter);
    let font = match letter.chars().count() {
        1 => 19,
        2 => 16,
        3 => 11,
        _ => 9,
    };
    let base = if kind.neutral { 6 } else { 10 };
    html! {
        g transform=(transform) {
            @if kind.neutral {
                circle r="14" fill="#fff" stroke="#000" stroke-width="1.4" {}
            } @else {
                path d="M0 -18L12 -12L15 17L-15 17L-12 -12Z" fill="#fff" stroke="#000" stroke-width="1.4" {}
            }
            (text((0, base), font, "middle", &letter))
        }
        "\n"
    }
}

/// The lines of a board.
fn lines(files: i32, ranks: i32, (x, y): (i32, i32), cell: i32) -> Markup {
    let mut path = String::new();
    for i in 0..=files {
        path += &format!("M{} {y}v{}", x + i * cell, ranks * cell);
    }
    for i in 0..=ranks {
        path += &format!("M{x} {}h{}", y + i * cell, files * cell);
    }
    html! { path d=(path) fill="none" stroke="#000" stroke-width="0.8" {} "\n" }
}

/// A drawing with a margin around it.
fn framed(class: &str, wide: i32, high: i32, margin: i32, label: &str, drawn: &Markup) -> Markup {
    let (w, h) = (wide + 2 * margin, high + 2 * margin);
    let view = format!("-{margin} -{margin} {w} {h}");
    html! {
        svg class=(class) width=(w) height=(h) viewBox=(view) role="img" aria-label=(label) {
            "\n" (drawn)
        }
        "\n"
    }
}

fn text((x, y): (i32, i32), size: i32, anchor: &str, text: &str) -> Markup {
    html! { text x=(x) y=(y) font-size=(size) text-anchor=(anchor) { (text) } }
}
