//! What an event makes of the state, and what has to be done outside for it. Nothing here touches the terminal.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::draw::{BUTTONS, button_at, dialog_row};
use super::hand;
use super::look::Zones;
use super::state::{Dialog, Effect, Event, Spot, State};
use crate::players::thinking::advises;
use crate::report::output::drawn;
use crate::report::wrap::wrap;
use crate::terminal::command::{self, Command, WORDS};
use crate::terminal::sitting::Told;
use koma::text::safe;

/// The title of the dialog that lists the acts.
pub(super) const HINT: &str = "Hint";
/// The longest text that can be typed.
const LONGEST_INPUT: usize = 500;

impl State {
    /// Begins: the computer may be to move.
    pub fn begin(&mut self) -> Vec<Effect> {
        self.ask_computer().into_iter().collect()
    }

    /// Something happens.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Key(_) => Vec::new(),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) => {
                text.chars().for_each(|it| self.typed(it));
                Vec::new()
            }
            Event::Resize(columns, rows) => {
                self.size = (columns, rows);
                Vec::new()
            }
            Event::Tick(time) => self.tick(time),
            Event::Said(said) => self.heard(said),
            Event::Written { file, error, asked } => {
                let name = safe::line(&file.display().to_string());
                match error {
                    Some(error) => self.alarm(format!(
                        "the game cannot be written to `{name}`: {}",
                        safe::line(&error)
                    )),
                    None if asked => {
                        self.it.file = Some(file);
                        self.it.keeps_itself = false;
                        self.say(format!("saved to `{name}`; from now on after each turn"));
                    }
                    None => {}
                }
                Vec::new()
            }
            Event::Read { file, kept } => match kept {
                Err(lines) => {
                    self.show("This game cannot be loaded", lines);
                    Vec::new()
                }
                Ok(kept) => {
                    self.it.take_up(*kept, &file);
                    self.zones = Zones::new(self.it.table.variant());
                    let effects = self.changed();
                    self.say("loaded");
                    effects
                }
            },
        }
    }

    fn tick(&mut self, time: std::time::Duration) -> Vec<Effect> {
        self.ticks = self.ticks.wrapping_add(1);
        let going_on = self.it.table.result().is_none();
        self.it.run_clock(time);
        if going_on && self.it.table.result().is_some() {
            return self.changed();
        }
        Vec::new()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => vec![Effect::Quit],
                KeyCode::Char('z') => self.obey(Command::Undo),
                KeyCode::Char('y') => self.obey(Command::Redo),
                KeyCode::Char('s') => self.obey(Command::Save(None)),
                KeyCode::Char('u') => {
                    self.input.clear();
                    Vec::new()
                }
                _ => Vec::new(),
            };
        }
        if self.dialog.is_some() {
            return self.dialog_key(key.code);
        }
        match key.code {
            KeyCode::F(n) => match BUTTONS.iter().find(|it| it.0 == n) {
                Some(_) => self.button(n),
                None => Vec::new(),
            },
            KeyCode::Up => self.moved(0, -1),
            KeyCode::Down => self.moved(0, 1),
            KeyCode::Left => self.moved(-1, 0),
            KeyCode::Right => self.moved(1, 0),
            KeyCode::Tab => self.next(false),
            KeyCode::BackTab => self.next(true),
            KeyCode::Esc => {
                if !self.input.is_empty() {
                    self.input.clear();
                } else {
                    self.selected = None;
                    self.blamed.clear();
                }
                Vec::new()
            }
            KeyCode::Enter if self.input.trim().is_empty() => self.pick(self.cursor),
            KeyCode::Enter => {
                let typed = std::mem::take(&mut self.input);
                match command::parse(&typed) {
                    Ok(None) => Vec::new(),
                    Ok(Some(command)) => self.obey(command),
                    Err(why) => {
                        self.alarm(why);
                        Vec::new()
                    }
                }
            }
            KeyCode::Backspace => {
                self.input.pop();
                Vec::new()
            }
            KeyCode::Char(' ') if self.input.is_empty() => self.pick(self.cursor),
            KeyCode::Char('?') if self.input.is_empty() => self.obey(Command::Help),
            KeyCode::Char(c) => {
                self.typed(c);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn typed(&mut self, c: char) {
        if !safe::is_unsafe(c) && self.input.len() < LONGEST_INPUT {
            self.input.push(c);
        }
    }

    fn dialog_key(&mut self, code: KeyCode) -> Vec<Effect> {
        let Some(dialog) = self.dialog.as_mut() else {
            return Vec::new();
        };
        match dialog {
            Dialog::Text { lines, top, .. } => {
                let last = lines.len().saturating_sub(1);
                match code {
                    KeyCode::Down => *top = (*top + 1).min(last),
                    KeyCode::Up => *top = top.saturating_sub(1),
                    KeyCode::PageDown | KeyCode::Char(' ') => *top = (*top + 10).min(last),
                    KeyCode::PageUp => *top = top.saturating_sub(10),
                    KeyCode::Home => *top = 0,
                    _ => self.dialog = None,
                }
                Vec::new()
            }
            Dialog::Choose { choices, at, .. } => {
                let chosen = match code {
                    KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                        *at = (*at + 1) % choices.len();
                        return Vec::new();
                    }
                    KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
                        *at = (*at + choices.len() - 1) % choices.len();
                        return Vec::new();
                    }
                    KeyCode::Enter | KeyCode::Char(' ') => Some(*at),
                    KeyCode::Char(c) => c.to_digit(10).map(|it| (it as usize).wrapping_sub(1)),
                    KeyCode::Esc => {
                        self.dialog = None;
                        return Vec::new();
                    }
                    _ => None,
                };
                self.choose(chosen)
            }
            Dialog::Resign => match code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.give_up(),
                _ => {
                    self.dialog = None;
                    Vec::new()
                }
            },
        }
    }

    fn choose(&mut self, chosen: Option<usize>) -> Vec<Effect> {
        let Some(Dialog::Choose { choices, .. }) = &self.dialog else {
            return Vec::new();
        };
        let Some(act) = chosen.and_then(|it| choices.get(it)).map(|it| it.1) else {
            return Vec::new();
        };
        self.dialog = None;
        self.play(act)
    }

    fn give_up(&mut self) -> Vec<Effect> {
        self.dialog = None;
        self.it.resign();
        self.changed()
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let step = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => 0,
            MouseEventKind::ScrollDown => 3,
            MouseEventKind::ScrollUp => -3,
            MouseEventKind::Down(MouseButton::Right) => {
                self.selected = None;
                return Vec::new();
            }
            _ => return Vec::new(),
        };
        if let Some(Dialog::Text { lines, top, .. }) = &mut self.dialog
            && step != 0
        {
            let last = lines.len().saturating_sub(1);
            *top = top.saturating_add_signed(step).min(last);
            return Vec::new();
        }
        let Ok(layout) = self.layout() else {
            return Vec::new();
        };
        let (x, y) = (mouse.column, mouse.row);
        match &self.dialog {
            _ if step != 0 => return Vec::new(),
            Some(Dialog::Choose { .. }) => {
                let row = dialog_row(self, &layout, x, y);
                return self.choose(row);
            }
            Some(Dialog::Resign) => {
                return match dialog_row(self, &layout, x, y) {
                    Some(0) => self.give_up(),
                    _ => {
                        self.dialog = None;
                        Vec::new()
                    }
                };
            }
            Some(Dialog::Text { .. }) => {
                self.dialog = None;
                return Vec::new();
            }
            None => {}
        }
        if let Some(square) = layout.square(self.view, x, y) {
            return self.pick(Spot::Square(square));
        }
        for (row, player) in [(layout.far, self.view.other()), (layout.near, self.view)] {
            if y == row.y && x < row.right() {
                let line = hand::line(self, player);
                let held = line
                    .held
                    .iter()
                    .find(|it| (it.x..it.x + it.width).contains(&x));
                return match held {
                    Some(held) => self.pick(Spot::Hand(player, held.kind)),
                    None => Vec::new(),
                };
            }
        }
        if y == layout.buttons.y
            && let Some(n) = button_at(self, x)
        {
            return self.button(n);
        }
        Vec::new()
    }

    fn button(&mut self, n: u8) -> Vec<Effect> {
        match n {
            1 => self.obey(Command::Help),
            2 => self.obey(Command::Hint),
            3 => self.obey(Command::Why(None)),
            4 => self.obey(Command::Undo),
            5 => self.obey(Command::Redo),
            6 => self.obey(Command::Flip),
            7 => self.obey(Command::Save(None)),
            8 if self.computer_thinks() => self.obey(Command::Now),
            8 => match self.ending() {
                Some(act) if !self.it.waits_for_computer() => self.play(act),
                _ => {
                    self.say("there is no turn to be ended");
                    Vec::new()
                }
            },
            9 => self.obey(Command::Resign),
            10 => self.obey(Command::Quit),
            _ => Vec::new(),
        }
    }

    /// Does what was typed or pressed.
    pub fn obey(&mut self, command: Command) -> Vec<Effect> {
        match command {
            Command::Turn(_)
                if self.it.table.result().is_none() && self.it.waits_for_computer() =>
            {
                self.say("it is the computer's turn");
            }
            Command::Turn(turn) => return self.play_typed(&turn),
            Command::Help => {
                let columns = usize::from(self.size.0).saturating_sub(4);
                self.show("Help", help(columns));
            }
            Command::Board => {}
            Command::Hint => return self.hint(),
            Command::Why(turn) => self.why(turn.as_deref()),
            Command::Undo => match self.it.undo() {
                true => {
                    let effects = self.changed();
                    self.say("taken back; F5 or `redo` does it again");
                    return effects;
                }
                false => self.say("there is nothing to take back"),
            },
            Command::Redo => match self.it.redo() {
                true => return self.changed(),
                false => self.say("nothing was taken back"),
            },
            Command::Flip => self.view = self.view.other(),
            Command::Letters => self.look.letters = !self.look.letters,
            Command::Resign if self.it.table.result().is_some() => self.say("the game is over"),
            Command::Resign => self.dialog = Some(Dialog::Resign),
            Command::Save(Some(file)) => return vec![Effect::Save(file.into())],
            Command::Save(None) => match (&self.it.file, self.it.keeps_itself) {
                (Some(file), false) => return vec![Effect::Save(file.clone())],
                _ => {
                    self.input = "save ".to_owned();
                    self.say("type the name of the file to save to");
                }
            },
            Command::Load(file) => return vec![Effect::Load(file.into())],
            Command::Level(strength) => {
                self.it.seats.set_strength(strength);
                self.say(format!("the computer plays at {strength}"));
            }
            Command::Computer(sides) => {
                self.it.seats.seat(sides);
                let effects = self.changed();
                self.say("the seats have changed");
                return effects;
            }
            Command::Now if self.work.is_some() => return vec![Effect::Hurry],
            Command::Now => self.say("the computer is not thinking"),
            Command::Quit => return vec![Effect::Quit],
        }
        Vec::new()
    }

    fn hint(&mut self) -> Vec<Effect> {
        if self.it.table.result().is_some() || self.it.waits_for_computer() {
            self.say("it is not your turn");
            return Vec::new();
        }
        let acts = self.it.acts();
        let mut lines = vec![format!("{} acts are possible:", acts.len())];
        lines.extend(acts.chunks(8).map(|it| it.join("  ")));
        if let Some(left) = self.it.left() {
            lines.push(String::new());
            lines.push(format!("left of the turn: {left}"));
        }
        self.show(HINT, lines);
        let strength = self.it.seats.strength();
        match advises(strength) {
            true => vec![self.ask(strength, true)],
            false => Vec::new(),
        }
    }

    fn why(&mut self, turn: Option<&str>) {
        match self.it.why(turn) {
            Told::Remark(said) => self.say(said),
            Told::Rules(said, reports) => {
                let width = usize::from(self.size.0).saturating_sub(6).clamp(40, 110);
                let mut lines = vec![said, String::new()];
                for report in &reports {
                    let text = drawn(report, false, width);
                    lines.extend(text.trim_end().lines().map(str::to_owned));
                    lines.push(String::new());
                }
                self.show("Why", lines);
            }
        }
    }

    fn show(&mut self, title: &str, lines: Vec<String>) {
        self.dialog = Some(Dialog::Text {
            title: title.to_owned(),
            lines,
            top: 0,
        });
    }
}

/// What can be pressed and typed, in so many columns.
fn help(columns: usize) -> Vec<String> {
    let keys = [
        (
            "arrows",
            "move the cursor; past the edge of the board lie the hands",
        ),
        ("Enter, Space", "take a piece up, put it down; Esc lets go"),
        (
            "Tab",
            "the next piece that can move, or the next square it can go to",
        ),
        (
            "mouse",
            "click a piece, then a square; the buttons below can be clicked too",
        ),
        (
            "F1 … F10",
            "as the last line says; F8 ends a turn of several acts, or makes the computer move",
        ),
        ("Ctrl-Z, Ctrl-Y", "undo, redo"),
        ("Ctrl-C", "leaves; the game is kept"),
    ];
    let pair = |(left, right): &(&str, &str)| {
        let mut left = *left;
        let mut lines = Vec::new();
        for line in wrap(right, columns.saturating_sub(16)) {
            lines.push(format!("{left:15} {line}"));
            left = "";
        }
        lines
    };
    let mut lines: Vec<String> = keys.iter().flat_map(pair).collect();
    lines.push(String::new());
    lines.push("What can be typed, with Enter behind it:".to_owned());
    lines.extend(WORDS.iter().filter(|it| it.0 != "board").flat_map(pair));
    lines
}
