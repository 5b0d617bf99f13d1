//! Draws the state. The only thing it knows of a terminal is a buffer of cells.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use unicode_width::UnicodeWidthStr;

use super::hand;
use super::layout::Layout;
use super::look::Marks;
use super::state::{Dialog, Spot, State};
use crate::report::drawing::{file_label, rank_label};
use crate::terminal::table::turn_text;
use koma::board::{Owner, Player};
use koma::play::Act;
use koma::text::safe;

/// What can be pressed: the number of the key and its name.
pub const BUTTONS: [(u8, &str); 10] = [
    (1, "Help"),
    (2, "Hint"),
    (3, "Why"),
    (4, "Undo"),
    (5, "Redo"),
    (6, "Flip"),
    (7, "Save"),
    (8, ""),
    (9, "Resign"),
    (10, "Quit"),
];

/// What turns round while the computer thinks.
const SPINNER: [char; 4] = ['|', '/', '-', '\\'];

/// Draws everything.
pub fn draw(state: &State, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    // The terminal may have changed its size before we were told.
    match state.layout_for((area.width, area.height)) {
        Ok(layout) => {
            title(state, &layout, buffer);
            board(state, &layout, buffer);
            for (row, player) in [(layout.far, state.view.other()), (layout.near, state.view)] {
                player_line(state, player, row, buffer);
            }
            if let Some(panel) = layout.panel {
                self::panel(state, panel, buffer);
            }
            words(state, &layout, buffer);
            buttons(state, &layout, buffer);
            if let Some(dialog) = &state.dialog {
                self::dialog(state, dialog, &layout, buffer);
            } else {
                let x = 2 + state.input.width() as u16;
                let x = x.min(layout.input.right().saturating_sub(1));
                frame.set_cursor_position(Position::new(x, layout.input.y));
            }
        }
        Err((columns, rows)) => {
            let said = format!(
                "This game needs {columns} columns and {rows} rows; there are {} and {}.\n\
Make the terminal larger, or leave with Ctrl-C and use --plain.\n\n{}\n> {}",
                area.width,
                area.height,
                status(state),
                state.input
            );
            Paragraph::new(said)
                .wrap(Wrap { trim: true })
                .render(area, buffer);
        }
    }
}

fn title(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let sheet = state.it.table.variant().sheet();
    let chosen = sheet.chosen.iter().map(|it| format!("{}={}", it.0, it.1));
    let chosen: Vec<String> = chosen.collect();
    let line = Line::from(vec![
        Span::styled(
            format!(" {}", safe::line(&sheet.title)),
            state.look.strong(),
        ),
        Span::styled(
            format!("  {}", safe::line(&chosen.join(" "))),
            state.look.dim(),
        ),
    ]);
    line.render(layout.title, buffer);
}

fn player_line(state: &State, player: Player, row: Rect, buffer: &mut Buffer) {
    let line = hand::line(state, player);
    let style = match line.head.starts_with('>') {
        true => state.look.strong(),
        false => Style::new(),
    };
    buffer.set_stringn(row.x, row.y, &line.head, row.width as usize, style);
    for held in &line.held {
        let spot = Spot::Hand(player, held.kind);
        let marks = Marks {
            selected: state.selected == Some(spot),
            cursor: state.cursor == spot,
            ..Marks::default()
        };
        let style = state.look.square(marks);
        let style = state.look.piece(style, Owner::Of(player));
        let label = match marks.cursor {
            true => format!("[{}]", held.label.trim()),
            false => held.label.clone(),
        };
        if held.x + held.width <= row.right() {
            buffer.set_string(held.x, row.y, label, style);
        }
    }
}

fn board(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let sheet = state.it.table.variant().sheet();
    let geometry = &sheet.geometry;
    if layout.cells.lines {
        lines(state, layout, buffer);
    }
    let setup = state.game().setup();
    let (targets, touched) = (state.targets(), state.touched());
    for square in geometry.squares() {
        let marks = Marks {
            zone: state.zones.of[square.index()],
            last: touched.contains(&square),
            target: targets.contains(&square),
            selected: state.selected == Some(Spot::Square(square)),
            blamed: state.blamed.contains(&square),
            advised: state.advised.contains(&square),
            cursor: state.cursor == Spot::Square(square),
        };
        let here = &setup.cells[square.index()];
        cell(state, layout.cell(state.view, square), here, marks, buffer);
    }
    for file in 0..geometry.files {
        let cell = layout.cell(state.view, geometry.square(file, 0));
        let label = file_label(sheet, file);
        let x = cell.x + cell.width.saturating_sub(label.len() as u16) / 2;
        buffer.set_string(x, layout.files.y, label, state.look.dim());
    }
    for rank in 0..geometry.ranks {
        let cell = layout.cell(state.view, geometry.square(0, rank));
        let label = rank_label(sheet, rank);
        let x = layout.board.x.saturating_sub(label.len() as u16 + 1);
        buffer.set_string(x, cell.y + cell.height / 2, label, state.look.dim());
    }
}

fn lines(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let board = layout.board;
    let (step_x, step_y) = (layout.cells.width + 1, layout.cells.height + 1);
    for y in 0..board.height {
        for x in 0..board.width {
            let (on_x, on_y) = (x % step_x == 0, y % step_y == 0);
            let edge = |at: u16, last: u16| match at {
                0 => 0,
                at if at == last => 2,
                _ => 1,
            };
            let sign = match (on_x, on_y) {
                (true, true) => {
                    let row = ["┌┬┐", "├┼┤", "└┴┘"][edge(y, board.height - 1)];
                    row.chars().nth(edge(x, board.width - 1)).unwrap_or('┼')
                }
                (true, false) => '│',
                (false, true) => '─',
                (false, false) => continue,
            };
            let cell = &mut buffer[(board.x + x, board.y + y)];
            cell.set_char(sign).set_style(state.look.lines());
        }
    }
}

/// One square: its ground, the pieces in the middle, and around them what the cursor and the targets are.
fn cell(state: &State, area: Rect, here: &[(Owner, u8)], marks: Marks, buffer: &mut Buffer) {
    let look = &state.look;
    let ground = look.square(marks);
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, " ".repeat(area.width as usize), ground);
    }
    let variant = state.it.table.variant();
    let signs: Vec<(Owner, String)> = here
        .iter()
        .map(|it| (it.0, look.sign(variant, *it, state.view)))
        .collect();
    let wide: usize = signs.iter().map(|it| it.1.width()).sum();
    let middle = area.y + area.height / 2;
    let mut x = area.x + area.width.saturating_sub(wide.max(1) as u16) / 2;
    if signs.is_empty() {
        let sign = match (marks.target, look.colours, marks.zone) {
            (true, ..) => "*",
            (false, true, _) => " ",
            (false, false, Some(_)) => ":",
            (false, false, None) => ".",
        };
        buffer.set_string(x, middle, sign, ground);
    }
    for (owner, sign) in &signs {
        buffer.set_string(x, middle, sign, look.piece(ground, *owner));
        x += sign.width() as u16;
    }
    let right = area.right() - 1;
    if marks.cursor {
        buffer.set_string(area.x, middle, "[", ground);
        buffer.set_string(right, middle, "]", ground);
    } else if marks.target && !signs.is_empty() {
        buffer.set_string(area.x, middle, "x", ground);
    }
}

fn panel(state: &State, area: Rect, buffer: &mut Buffer) {
    let look = &state.look;
    let mut top: Vec<Line<'_>> = Vec::new();
    for (i, name) in state.zones.names.iter().enumerate() {
        let patch = if look.colours { "   " } else { " : " };
        top.push(Line::from(vec![
            Span::styled(patch, look.zone(i)),
            Span::raw(format!(" {}", safe::short(name))),
        ]));
    }
    if let Some(left) = state
        .it
        .left()
        .filter(|_| state.it.table.result().is_none())
    {
        top.push(Line::styled("left of the turn:", look.strong()));
        top.extend(left.split(", ").map(|it| Line::raw(format!("  {it}"))));
    }
    if !top.is_empty() {
        top.push(Line::raw(""));
    }
    let block = Block::bordered().title(" turns ").border_style(look.dim());
    let inside = block.inner(area);
    block.render(area, buffer);
    let rows = (inside.height as usize).saturating_sub(top.len());
    let turns = turn_rows(state, inside.width as usize);
    let skipped = turns.len().saturating_sub(rows);
    top.extend(turns.into_iter().skip(skipped).map(Line::raw));
    Paragraph::new(top)
        .wrap(Wrap { trim: false })
        .render(inside, buffer);
}

/// The turns in rows, both players' beside each other where there is room.
fn turn_rows(state: &State, width: usize) -> Vec<String> {
    let table = &state.it.table;
    let mut turns: Vec<String> = table.turns().map(turn_text).collect();
    if table.start().to_move() == Player::Second && !turns.is_empty() {
        turns.insert(0, "…".to_owned());
    }
    let longest = turns.iter().map(|it| it.width()).max().unwrap_or(0);
    let per_row = if 6 + 2 * longest <= width { 2 } else { 1 };
    let rows = turns.chunks(per_row).enumerate();
    rows.map(|(i, it)| {
        let both: Vec<String> = it.iter().map(|it| format!("{it:longest$}")).collect();
        let number = match per_row {
            2 => format!("{:3}", i + 1),
            _ if i % 2 == 0 => format!("{:3}", i / 2 + 1),
            _ => "   ".to_owned(),
        };
        format!("{number} {}", both.join(" "))
    })
    .collect()
}

/// What may be done next.
pub fn status(state: &State) -> String {
    let table = &state.it.table;
    if let Some(result) = table.result_told() {
        let why = match table.ended_by() {
            Some(_) => "; F3 shows the rule",
            None => "",
        };
        return format!("{result}{why}; F4 takes back, F10 leaves");
    }
    if let Some(work) = &state.work {
        let spinner = SPINNER[state.ticks % SPINNER.len()];
        let so_far = match work.so_far.is_empty() {
            true => String::new(),
            false => format!(" ({})", work.so_far),
        };
        let who = match work.is_advice {
            true => "looking for advice".to_owned(),
            false => format!("{} is thinking", table.name(state.game().to_move())),
        };
        return format!("{spinner} {who}{so_far}; F8 or `now` cuts it short");
    }
    let name = table.name(state.game().to_move());
    match (state.selected, state.it.left()) {
        (Some(_), _) => match state.targets().len() {
            0 => "it can go nowhere: choose a square to see why; Esc lets go".to_owned(),
            _ => "choose where it goes; Esc lets go".to_owned(),
        },
        (None, Some(left)) => {
            let ends = match state.ending() {
                Some(Act::End) => "; F8 ends the turn",
                _ => "",
            };
            format!("{name} to move; left: {left}{ends}")
        }
        (None, None) => format!("{name} to move: choose a piece or type a turn; ? tells more"),
    }
}

fn words(state: &State, layout: &Layout, buffer: &mut Buffer) {
    let style = match state.saying.alarm {
        true => state.look.alarm(),
        false => Style::new(),
    };
    Paragraph::new(format!(" {}", safe_lines(&state.saying.text)))
        .style(style)
        .wrap(Wrap { trim: false })
        .render(layout.said, buffer);
    let status = Line::styled(format!(" {}", status(state)), state.look.strong());
    status.render(layout.status, buffer);
    // The end of what is typed is what is looked at.
    let room = layout.input.width.saturating_sub(4) as usize;
    let mut typed = state.input.as_str();
    while typed.width() > room {
        let mut chars = typed.chars();
        chars.next();
        typed = chars.as_str();
    }
    Line::raw(format!("> {typed}")).render(layout.input, buffer);
}

fn safe_lines(text: &str) -> String {
    safe::block(text).replace('\t', " ")
}

/// The buttons in their places: key, label, first column, columns.
fn placed_buttons(state: &State) -> Vec<(u8, String, u16, u16)> {
    let narrow = state.size.0 < 96;
    let mut x = 0;
    let mut placed = Vec::new();
    for (n, name) in BUTTONS {
        let name = match (n, state.ending()) {
            (8, _) if state.work.is_some() => "Now",
            (8, Some(Act::Pass)) => "Pass",
            (8, Some(_)) => "End turn",
            (8, None) => continue,
            _ => name,
        };
        let label = match narrow {
            true => format!("{n}{name}"),
            false => format!("F{n} {name}"),
        };
        let width = label.width() as u16;
        placed.push((n, label, x, width));
        x += width + 1;
    }
    placed
}

fn buttons(state: &State, layout: &Layout, buffer: &mut Buffer) {
    for (_, label, x, width) in placed_buttons(state) {
        if x + width <= layout.buttons.width {
            buffer.set_string(x, layout.buttons.y, label, state.look.button());
        }
    }
}

/// The button at a column.
pub fn button_at(state: &State, x: u16) -> Option<u8> {
    let placed = placed_buttons(state);
    let found = placed.iter().find(|it| (it.2..it.2 + it.3).contains(&x));
    found.map(|it| it.0)
}

/// The lines of a dialog, and where it lies.
fn dialog_box(dialog: &Dialog, layout: &Layout) -> (String, Vec<String>, Rect) {
    let (title, lines) = match dialog {
        Dialog::Text { title, lines, .. } => (title.clone(), lines.clone()),
        Dialog::Choose { title, choices, .. } => {
            let choices = choices.iter().enumerate();
            let lines = choices.map(|(i, it)| format!("{}  {}", i + 1, it.0));
            (title.clone(), lines.collect())
        }
        Dialog::Resign => (
            "Give the game up?".to_owned(),
            vec!["y  yes, resign".to_owned(), "n  no, play on".to_owned()],
        ),
    };
    let longest = lines.iter().map(|it| it.width()).max().unwrap_or(0);
    let longest = longest.max(title.width() + 2);
    let width = (longest as u16 + 4).min(layout.area.width);
    let height = (lines.len() as u16 + 2).min(layout.area.height);
    let area = Rect::new(
        (layout.area.width - width) / 2,
        (layout.area.height - height) / 2,
        width,
        height,
    );
    (title, lines, area)
}

/// The row of a dialog at a place of the screen.
pub fn dialog_row(state: &State, layout: &Layout, x: u16, y: u16) -> Option<usize> {
    let (_, lines, area) = dialog_box(state.dialog.as_ref()?, layout);
    let row = y.checked_sub(area.y + 1)? as usize;
    (area.contains(Position { x, y }) && row < lines.len()).then_some(row)
}

fn dialog(state: &State, dialog: &Dialog, layout: &Layout, buffer: &mut Buffer) {
    let (title, lines, area) = dialog_box(dialog, layout);
    let inside = area.height.saturating_sub(2) as usize;
    let (at, foot) = match dialog {
        Dialog::Choose { at, .. } => (Some(*at), " Enter "),
        Dialog::Resign => (None, ""),
        Dialog::Text { .. } if lines.len() > inside => (None, " arrows, Esc "),
        Dialog::Text { .. } => (None, " Esc "),
    };
    let top = match dialog {
        Dialog::Text { top, .. } => (*top).min(lines.len().saturating_sub(inside)),
        _ => 0,
    };
    Clear.render(area, buffer);
    let shown = lines.iter().enumerate().skip(top).take(inside);
    let shown: Vec<Line<'_>> = shown
        .map(|(i, it)| {
            let line = Line::raw(format!(" {}", safe_lines(it)));
            match at == Some(i) {
                true => line.style(state.look.button()),
                false => line,
            }
        })
        .collect();
    let block = Block::bordered()
        .title(format!(" {title} "))
        .title_bottom(Line::raw(foot).alignment(Alignment::Right));
    Paragraph::new(shown).block(block).render(area, buffer);
}
