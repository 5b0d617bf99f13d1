//! The pictures of the README: the real screen, cell by cell, as SVG. `SCREENSHOTS=1 cargo test screenshot` draws
//! them again; without it they are only compared.

use std::fmt::Write;

use koma_cli::players::thinking::Strength;
use koma_cli::terminal::clock::{Clock, Control};
use koma_cli::terminal::screen::State;
use koma_cli::terminal::seats::{Seats, Sides};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::screen::{buffer, click, menu, menu_buffer, screen, typed};

const FOLDER: &str = "tests/screenshots";
/// A cell, in the units of the picture.
const WIDE: f32 = 8.4;
const HIGH: f32 = 18.0;

#[test]
fn the_pictures_show_the_program_of_today() {
    let pictures = [
        ("mini_shogi", buffer(&mini_shogi())),
        ("sensei", buffer(&sensei())),
        ("menu", menu_buffer(&menu(), (100, 15))),
    ];
    for (name, buffer) in pictures {
        let file = format!("{FOLDER}/{name}.svg");
        let drawn = svg(&buffer);
        if std::env::var_os("SCREENSHOTS").is_some() {
            std::fs::create_dir_all(FOLDER).unwrap();
            std::fs::write(&file, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept == drawn,
            "{file} is out of date: `SCREENSHOTS=1 cargo test screenshot` draws it again"
        );
    }
}

/// A game under way, a piece taken up.
fn mini_shogi() -> State {
    let mut state = screen("mini_shogi", None, Sides::None, (78, 29));
    let turns = ["e1e4", "e5e4", "d1c2", "e4e5", "c1d2", "d5d4"];
    for turn in turns {
        typed(&mut state, turn);
    }
    assert_eq!(state.it.table.written(), turns);
    state.it.seats = Seats::of(Sides::Second, Strength::Level(3));
    state.it.clock = Some(Clock::new(Control::parse("5m+3s").unwrap()));
    click(&mut state, "c2");
    state
}

/// A turn of several acts, half done, and an act that a rule refuses.
fn sensei() -> State {
    let mut state = screen("sensei", None, Sides::None, (86, 26));
    state.look.letters = true;
    for turn in ["a1a4,Cd1c1", "g7g5", "b1b3,"] {
        typed(&mut state, turn);
    }
    assert_eq!(state.it.table.written(), ["a1a4,Cd1c1", "g7g5", "b1b3,"]);
    typed(&mut state, "c1c3");
    assert!(state.saying.alarm);
    state
}

fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (f32::from(columns) * WIDE, f32::from(rows) * HIGH);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
style=\"white-space:pre\" shape-rendering=\"crispEdges\" \
font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK JP',monospace\" font-size=\"14\">\n\
<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        hex(Color::Reset, false)
    );
    for y in 0..rows {
        let mut x = 0;
        while x < columns {
            let (run, next) = run(buffer, x, y);
            draw(&mut out, &buffer[(x, y)], &run, (x, y), next - x);
            x = next;
        }
    }
    out + "</svg>\n"
}

/// Neighbouring cells of one style; a wide sign stands by itself.
fn run(buffer: &Buffer, x: u16, y: u16) -> (String, u16) {
    let first = &buffer[(x, y)];
    let mut text = first.symbol().to_owned();
    let wide = text.width() as u16;
    if wide > 1 {
        return (text, x + wide);
    }
    let mut next = x + 1;
    while next < buffer.area.width {
        let cell = &buffer[(next, y)];
        if cell.symbol().width() > 1 || style(cell) != style(first) {
            break;
        }
        text += cell.symbol();
        next += 1;
    }
    (text, next)
}

fn style(cell: &Cell) -> (Color, Color, Modifier) {
    (cell.fg, cell.bg, cell.modifier)
}

fn draw(out: &mut String, cell: &Cell, text: &str, (x, y): (u16, u16), cells: u16) {
    let (mut ink, mut ground) = (hex(cell.fg, true), hex(cell.bg, false));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut ground);
    }
    let (left, top) = (f32::from(x) * WIDE, f32::from(y) * HIGH);
    let wide = f32::from(cells) * WIDE;
    if ground != hex(Color::Reset, false) {
        writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.0}\" width=\"{wide:.1}\" height=\"{HIGH:.0}\" fill=\"{ground}\"/>"
        )
        .unwrap();
    }
    let shown = text.trim_end();
    if shown.trim().is_empty() {
        return;
    }
    let before = shown.len() - shown.trim_start().len();
    let left = left + before as f32 * WIDE;
    let shown = shown.trim_start();
    let wide = shown.width() as f32 * WIDE;
    let mut more = String::new();
    if cell.modifier.contains(Modifier::BOLD) {
        more += " font-weight=\"bold\"";
    }
    if cell.modifier.contains(Modifier::DIM) {
        more += " opacity=\"0.6\"";
    }
    let shown = shown.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(
        out,
        "<text x=\"{left:.1}\" y=\"{:.0}\" textLength=\"{wide:.1}\" fill=\"{ink}\"{more}>{shown}</text>",
        top + 13.0
    )
    .unwrap();
}

/// A colour of the terminal as people mostly have it.
fn hex(colour: Color, is_ink: bool) -> String {
    let named = |it: &str| format!("#{it}");
    match colour {
        Color::Indexed(16) | Color::Black => named("000000"),
        Color::Indexed(n @ 16..=231) => {
            let level = |it: u8| if it == 0 { 0 } else { 55 + 40 * u32::from(it) };
            let n = n - 16;
            format!(
                "#{:02x}{:02x}{:02x}",
                level(n / 36),
                level(n / 6 % 6),
                level(n % 6)
            )
        }
        Color::Indexed(n @ 232..) => {
            let grey = 8 + 10 * u32::from(n - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
        Color::Cyan => named("2aa1b3"),
        Color::LightRed => named("f66151"),
        _ if is_ink => named("d8dee9"),
        _ => named("1e222a"),
    }
}
