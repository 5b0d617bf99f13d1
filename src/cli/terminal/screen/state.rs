//! What is so: the game, the cursor, what is being typed, asked and thought. Pure data; [`super::input`] changes it.

use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use super::layout::Layout;
use super::look::{Look, Zones};
use crate::players::thinking::{Said, Strength};
use crate::report::drawing::rank_label;
use crate::terminal::record::Kept;
use crate::terminal::sitting::Sitting;
use koma::board::{Player, Square};
use koma::play::{Act, Game};

/// Something that happens.
#[derive(Debug)]
pub enum Event {
    /// A key is pressed.
    Key(KeyEvent),
    /// The mouse does something.
    Mouse(MouseEvent),
    /// Text is pasted.
    Paste(String),
    /// The screen has another size: columns, rows.
    Resize(u16, u16),
    /// Time goes by.
    Tick(Duration),
    /// The opponent says something.
    Said(Said),
    /// The game was written to a file, or could not be; whether a person asked for it.
    Written {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        error: Option<String>,
        /// Whether a person asked for it.
        asked: bool,
    },
    /// A game was read from a file, or what is wrong with the file.
    Read {
        /// The file.
        file: PathBuf,
        /// The game, or the report in lines.
        kept: Result<Box<Kept>, Vec<String>>,
    },
}

/// Something to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// The opponent shall think.
    Ask {
        /// The number of the question.
        number: u64,
        /// The game.
        game: Box<Game>,
        /// How well.
        strength: Strength,
        /// How long at most; if not said, as its level has it.
        time: Option<Duration>,
    },
    /// The opponent shall answer now.
    Hurry,
    /// The game shall be written where it is kept.
    Keep,
    /// The game shall be written to a file that a person named.
    Save(PathBuf),
    /// A game shall be read.
    Load(PathBuf),
    /// The end.
    Quit,
}

/// A place that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A square.
    Square(Square),
    /// A kind in a player's hand.
    Hand(Player, u8),
}

/// What lies over the board and wants an answer first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dialog {
    /// Something to read.
    Text {
        /// What it is.
        title: String,
        /// The lines.
        lines: Vec<String>,
        /// The first line that is seen.
        top: usize,
    },
    /// Which of several acts.
    Choose {
        /// The question.
        title: String,
        /// What can be chosen.
        choices: Vec<(String, Act)>,
        /// Where the cursor is.
        at: usize,
    },
    /// Whether to give up.
    Resign,
}

/// What was said last, at the bottom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saying {
    /// The words.
    pub text: String,
    /// Whether something went wrong.
    pub alarm: bool,
}

/// The opponent at work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The number of the question.
    pub number: u64,
    /// It is asked for advice only.
    pub is_advice: bool,
    /// What it has found so far.
    pub so_far: String,
}

/// The whole state of the screen.
#[derive(Debug)]
pub struct State {
    /// The game and what belongs to it.
    pub it: Sitting,
    /// How it is shown.
    pub look: Look,
    /// Who sits at the bottom.
    pub view: Player,
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// Where the cursor is.
    pub cursor: Spot,
    /// What was taken up.
    pub selected: Option<Spot>,
    /// What is being typed.
    pub input: String,
    /// What was said last.
    pub saying: Saying,
    /// What lies over the board.
    pub dialog: Option<Dialog>,
    /// The opponent at work.
    pub work: Option<Work>,
    /// The squares that the last refusal speaks of.
    pub blamed: Vec<Square>,
    /// The squares of the last advice.
    pub advised: Vec<Square>,
    /// The zones.
    pub zones: Zones,
    /// The legal acts.
    pub acts: Vec<Act>,
    /// Counts the ticks, for what turns round while waiting.
    pub ticks: usize,
    /// The number of the last question.
    pub(super) asked: u64,
}

impl State {
    /// A game on a screen of some size. Call [`State::begin`] next.
    pub fn new(it: Sitting, look: Look, size: (u16, u16)) -> State {
        // A lone person sits at the bottom.
        let view = match (
            it.seats.is_person(Player::First),
            it.seats.is_person(Player::Second),
        ) {
            (false, true) => Player::Second,
            _ => Player::First,
        };
        let board = it.table.variant().sheet().geometry;
        let middle = match view {
            Player::First => board.square(board.files / 2, 0),
            Player::Second => board.square(board.files / 2, board.ranks - 1),
        };
        let unknown = &it.table.variant().sheet().unknown;
        let unknown: Vec<&str> = unknown.iter().map(|it| it.why.as_str()).collect();
        let saying = match unknown.is_empty() {
            true => Saying::default(),
            false => Saying {
                text: format!("not known: {}", unknown.join("; ")),
                alarm: false,
            },
        };
        State {
            zones: Zones::new(it.table.variant()),
            acts: it.table.game().acts(),
            it,
            look,
            view,
            size,
            cursor: Spot::Square(middle),
            selected: None,
            input: String::new(),
            saying,
            dialog: None,
            work: None,
            blamed: Vec::new(),
            advised: Vec::new(),
            ticks: 0,
            asked: 0,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.it.table.game()
    }

    /// Where things are, or the size that the screen needs.
    pub fn layout(&self) -> Result<Layout, (u16, u16)> {
        self.layout_for(self.size)
    }

    /// Where things are on a screen of some size, or the size that it needs.
    pub fn layout_for(&self, size: (u16, u16)) -> Result<Layout, (u16, u16)> {
        let variant = self.it.table.variant();
        let sheet = variant.sheet();
        let columns = self.look.columns(variant, &self.game().setup());
        let margin = rank_label(sheet, 0).len();
        let margin = margin.max(rank_label(sheet, sheet.geometry.ranks - 1).len());
        Layout::of(size, &sheet.geometry, columns, margin as u16)
    }

    /// Whether the computer is to move and at work.
    pub fn computer_thinks(&self) -> bool {
        self.work.as_ref().is_some_and(|it| !it.is_advice)
    }

    /// The acts that begin at a place.
    pub fn acts_from(&self, spot: Spot) -> Vec<Act> {
        let kinds = &self.game().variant().sheet().kinds;
        let begins = |act: &Act| match (*act, spot) {
            (Act::Move { from, .. }, Spot::Square(square)) => from == square,
            (Act::Drop { kind, .. }, Spot::Hand(player, held)) => {
                player == self.game().to_move()
                    && kinds[held as usize].drops_as.iter().any(|it| it.0 == kind)
            }
            _ => false,
        };
        self.acts.iter().copied().filter(begins).collect()
    }

    /// Where what was taken up can go.
    pub fn targets(&self) -> Vec<Square> {
        let acts = self.selected.map_or(Vec::new(), |it| self.acts_from(it));
        acts.into_iter().filter_map(target).collect()
    }

    /// The squares that the last turn touched, or the turn that is open.
    pub fn touched(&self) -> Vec<Square> {
        let acts = self.it.table.last_turn().iter();
        acts.flat_map(|it| squares(it.act)).collect()
    }

    /// What ends the turn without a move or a drop, if something does.
    pub fn ending(&self) -> Option<Act> {
        let ends = |it: &&Act| matches!(it, Act::End | Act::Pass);
        self.acts.iter().find(ends).copied()
    }
}

/// Where an act ends.
pub fn target(act: Act) -> Option<Square> {
    match act {
        Act::Move { to, .. } | Act::Drop { to, .. } => Some(to),
        Act::Pass | Act::End => None,
    }
}

/// The squares of an act.
pub fn squares(act: Act) -> Vec<Square> {
    match act {
        Act::Move { from, to, .. } => vec![from, to],
        Act::Drop { to, .. } => vec![to],
        Act::Pass | Act::End => Vec::new(),
    }
}
