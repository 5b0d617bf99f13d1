//! The start menu: which variant, who plays, how well, with which clock. Like [`super::state`], it knows no terminal.

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::look::Look;
use crate::players::thinking::Strength;
use crate::report::library::{self, Listed};
use crate::terminal::clock::Control;
use crate::terminal::seats::Sides;
use koma::say::Language;

/// What the person plays, with what is left to the computer.
const SEATS: [(&str, Sides); 4] = [
    ("first", Sides::Second),
    ("second", Sides::First),
    ("both sides", Sides::None),
    ("nothing, and watches", Sides::Both),
];
/// Clocks to choose from.
const CLOCKS: [&str; 5] = ["1m+1s", "5m", "5m+3s", "15m+10s", "1h"];
const HELP: &str = " Up/Down choose, Left/Right change, Enter plays, Esc leaves";

/// What was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The name of a shipped variant.
    pub variant: String,
    /// Which sides the computer plays.
    pub computer: Sides,
    /// How well.
    pub level: Strength,
    /// The clock, if there is to be one.
    pub clock: Option<Control>,
}

/// What came of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is decided yet.
    Open,
    /// The game begins.
    Play(Chosen),
    /// No game after all.
    Leave,
}

/// A variant that can be chosen.
#[derive(Debug)]
struct Entry {
    name: &'static str,
    title: String,
    gist: String,
    /// What stands above it, if it is the first of a group.
    heading: Option<String>,
}

/// Something that has one of several values.
#[derive(Debug)]
struct Setting<T> {
    name: &'static str,
    values: Vec<(String, T)>,
    at: usize,
}

impl<T: PartialEq + Copy> Setting<T> {
    fn new(name: &'static str, values: Vec<(String, T)>, value: T) -> Setting<T> {
        let at = values.iter().position(|it| it.1 == value).unwrap_or(0);
        Setting { name, values, at }
    }

    fn value(&self) -> T {
        self.values[self.at].1
    }

    fn turn(&mut self, forward: bool) {
        let n = self.values.len();
        self.at = (self.at + if forward { 1 } else { n - 1 }) % n;
    }

    fn shown(&self) -> String {
        format!("{:<10} < {} >", self.name, self.values[self.at].0)
    }
}

/// The menu.
#[derive(Debug)]
pub struct Menu {
    look: Look,
    entries: Vec<Entry>,
    /// The variant that is chosen.
    entry: usize,
    /// Where the cursor is: the variants, then the settings.
    row: usize,
    seats: Setting<Sides>,
    level: Setting<Strength>,
    clock: Setting<Option<Control>>,
}

/// So few rows of variants are not worth keeping apart from the settings.
const FEW: usize = 3;
/// How many settings there are.
const SETTINGS: usize = 3;

impl Menu {
    /// The shipped variants, and settings to begin with.
    pub fn new(look: Look, computer: Sides, level: Strength, clock: Option<Control>) -> Menu {
        let mut entries: Vec<Entry> = Vec::new();
        for group in library::groups(Language::English) {
            let mut heading = Some(group.heading);
            entries.extend(group.variants.into_iter().map(|it| Entry {
                name: it.name,
                gist: gist(&it),
                title: it.title,
                heading: heading.take(),
            }));
        }
        let seats = SEATS.map(|it| (it.0.to_owned(), it.1)).to_vec();
        let levels = (1..=10).map(Strength::Level);
        let levels = std::iter::once(Strength::Random).chain(levels);
        let clocks = CLOCKS.iter().filter_map(|it| Control::parse(it).ok());
        let mut clocks: Vec<Control> = clocks.collect();
        clocks.extend(clock.filter(|it| !clocks.contains(it)));
        let clocks = clocks.into_iter().map(|it| (it.to_string(), Some(it)));
        let clocks = std::iter::once(("none".to_owned(), None)).chain(clocks);
        Menu {
            look,
            entries,
            entry: 0,
            row: 0,
            seats: Setting::new("You play", seats, computer),
            level: Setting::new(
                "Computer",
                levels.map(|it| (it.to_string(), it)).collect(),
                level,
            ),
            clock: Setting::new("Clock", clocks.collect(), clock),
        }
    }

    /// A key is pressed.
    pub fn key(&mut self, key: KeyEvent) -> Answer {
        if key.kind == KeyEventKind::Release {
            return Answer::Open;
        }
        let rows = self.entries.len() + SETTINGS;
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Answer::Leave;
            }
            KeyCode::Esc | KeyCode::F(10) | KeyCode::Char('q') => return Answer::Leave,
            KeyCode::Enter => {
                let Some(entry) = self.entries.get(self.entry) else {
                    return Answer::Leave;
                };
                return Answer::Play(Chosen {
                    variant: entry.name.to_owned(),
                    computer: self.seats.value(),
                    level: self.level.value(),
                    clock: self.clock.value(),
                });
            }
            KeyCode::Up | KeyCode::BackTab => self.row = (self.row + rows - 1) % rows,
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows,
            KeyCode::Home => self.row = 0,
            KeyCode::End => self.row = rows - 1,
            KeyCode::Left => self.turn(false),
            KeyCode::Right | KeyCode::Char(' ') => self.turn(true),
            _ => {}
        }
        if self.row < self.entries.len() {
            self.entry = self.row;
        }
        Answer::Open
    }

    fn turn(&mut self, forward: bool) {
        match self.row.checked_sub(self.entries.len()) {
            Some(0) => self.seats.turn(forward),
            Some(1) => self.level.turn(forward),
            Some(2) => self.clock.turn(forward),
            _ => {}
        }
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        let mut lines = vec![
            (None, Line::styled(" Koma: which game?", self.look.strong())),
            (None, Line::default()),
        ];
        let widest = self.entries.iter().map(|it| it.title.width()).max();
        let widest = widest.unwrap_or(0);
        for (i, it) in self.entries.iter().enumerate() {
            if let Some(heading) = &it.heading {
                lines.push((None, Line::styled(format!(" {heading}"), self.look.dim())));
            }
            let sign = if i == self.entry { '>' } else { ' ' };
            let room = " ".repeat(widest - it.title.width());
            let title = format!(" {sign} {}{room} ", it.title);
            let left = usize::from(area.width).saturating_sub(title.width() + 1);
            let gist = format!(" {}", shortened(&it.gist, left));
            let line = vec![
                Span::styled(title, self.style(i)),
                Span::styled(gist, self.look.dim()),
            ];
            lines.push((Some(i), Line::from(line)));
        }
        let mut below = vec![(None, Line::default())];
        let settings = [self.seats.shown(), self.level.shown(), self.clock.shown()];
        for (row, text) in (self.entries.len()..).zip(settings) {
            let line = Line::styled(format!("   {text} "), self.style(row));
            below.push((Some(row), line));
        }
        below.push((None, Line::default()));
        // Where not everything fits, the cursor does; the last row tells what can be pressed. The settings stay in
        // sight while the variants roll by, unless the screen is too low for that.
        let mut room = usize::from(area.height).saturating_sub(1).max(1);
        match room.checked_sub(below.len()) {
            Some(rest) if rest > FEW => room = rest,
            _ => lines.append(&mut below),
        }
        let here = match self.row < self.entries.len() || below.is_empty() {
            true => self.row,
            false => self.entry,
        };
        let here = lines.iter().position(|it| it.0 == Some(here));
        let top = (here.unwrap_or(0) + 1).saturating_sub(room);
        let seen = lines.into_iter().skip(top).take(room);
        for (y, (_, line)) in (area.y..).zip(seen.chain(below)) {
            let row = Rect::new(area.x, y, area.width, 1).intersection(area);
            line.render(row, buffer);
        }
        if area.height > 1 {
            let last = Rect::new(area.x, area.bottom() - 1, area.width, 1);
            Line::styled(HELP, self.look.dim()).render(last, buffer);
        }
    }

    fn style(&self, row: usize) -> ratatui::style::Style {
        match row == self.row {
            true => self.look.button(),
            false => ratatui::style::Style::new(),
        }
    }
}

/// A variant in a line: the size of its board, and what it is like.
fn gist(it: &Listed) -> String {
    let about = it.about.as_ref().map(|it| format!(", {it}"));
    it.size() + &about.unwrap_or_default()
}

/// As much of a text as fits, in whole words.
fn shortened(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    for word in text.split_inclusive(' ') {
        if out.width() + word.trim_end().width() + 2 > columns {
            break;
        }
        out += word;
    }
    match out.is_empty() {
        true => out,
        false => out + "…",
    }
}
