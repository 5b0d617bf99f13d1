//! What things look like: the signs of pieces, and the colours, or what stands for them where there are none.

use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::report::drawing::zone_squares;
use koma::board::diagram::{Piece, Setup, drawn};
use koma::board::{Owner, Player, Square, Squares};
use koma::play::Variant;
use koma::say::Language;

/// How a person likes to see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Whether there are colours.
    pub colours: bool,
    /// Letters, not the variant's own signs.
    pub letters: bool,
}

/// What is so of a square, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// In which zone it lies, by number.
    pub zone: Option<u8>,
    /// The last turn touched it.
    pub last: bool,
    /// The piece that was taken up can go there.
    pub target: bool,
    /// The piece here was taken up.
    pub selected: bool,
    /// A rule refused something because of it.
    pub blamed: bool,
    /// Advice touches it.
    pub advised: bool,
    /// The cursor is here.
    pub cursor: bool,
}

const WOOD: Color = Color::Indexed(223);
const ZONES: [Color; 4] = [
    Color::Indexed(187),
    Color::Indexed(181),
    Color::Indexed(152),
    Color::Indexed(189),
];
const LAST: Color = Color::Indexed(220);
const TARGET: Color = Color::Indexed(114);
const SELECTED: Color = Color::Indexed(75);
const BLAMED: Color = Color::Indexed(210);
const ADVISED: Color = Color::Indexed(177);

impl Look {
    /// A look.
    pub fn new(colours: bool, letters: bool) -> Look {
        Look { colours, letters }
    }

    /// The style of a square.
    pub fn square(&self, marks: Marks) -> Style {
        let mut style = Style::new();
        if self.colours {
            let zone = marks.zone.map(|it| ZONES[it as usize % ZONES.len()]);
            let ground = match marks {
                Marks { selected: true, .. } => SELECTED,
                Marks { target: true, .. } => TARGET,
                Marks { blamed: true, .. } => BLAMED,
                Marks { advised: true, .. } => ADVISED,
                Marks { last: true, .. } => LAST,
                _ => zone.unwrap_or(WOOD),
            };
            style = style.fg(Color::Indexed(16)).bg(ground);
        } else {
            if marks.selected {
                style = style.add_modifier(Modifier::REVERSED);
            }
            if marks.last || marks.blamed || marks.advised {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
        }
        if marks.cursor {
            style = style.add_modifier(Modifier::BOLD);
        }
        style
    }

    /// A player's pieces on a square of some style.
    pub fn piece(&self, square: Style, owner: Owner) -> Style {
        let style = square.add_modifier(Modifier::BOLD);
        match (self.colours, owner) {
            (true, Owner::Of(Player::First)) => style.fg(Color::Indexed(16)),
            (true, Owner::Of(Player::Second)) => style.fg(Color::Indexed(124)),
            (true, Owner::Nobody) => style.fg(Color::Indexed(240)),
            (false, _) => style,
        }
    }

    /// The lines between squares.
    pub fn lines(&self) -> Style {
        match self.colours {
            true => Style::new().fg(Color::Indexed(137)).bg(WOOD),
            false => Style::new(),
        }
    }

    /// Words that matter less.
    pub fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Words that matter more.
    pub fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What was refused or went wrong.
    pub fn alarm(&self) -> Style {
        match self.colours {
            true => Style::new().fg(Color::LightRed),
            false => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// What can be pressed.
    pub fn button(&self) -> Style {
        match self.colours {
            true => Style::new().fg(Color::Black).bg(Color::Cyan),
            false => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// A patch of a zone's colour, for the legend.
    pub fn zone(&self, zone: usize) -> Style {
        self.square(Marks {
            zone: Some(zone as u8),
            ..Marks::default()
        })
    }

    /// What stands for a piece, as `view` sees the board. Where the players share a sign, a small `v` marks pieces that
    /// point down.
    pub fn sign(&self, variant: &Variant, piece: Piece, view: Player) -> String {
        let (owner, kind) = piece;
        let signs = &variant.sheet().signs;
        let (Some(sign), false) = (&signs[kind as usize], self.letters) else {
            return drawn(&variant.letters().write_piece(piece));
        };
        let Owner::Of(player) = owner else {
            return sign[0].clone();
        };
        let of_both = signs.iter().zip(&variant.sheet().kinds);
        let shared = of_both
            .filter(|(_, kind)| !kind.neutral)
            .any(|(sign, _)| sign.as_ref().is_some_and(|it| it[0] == it[1]));
        let mark = match (shared, player == view) {
            (false, _) => "",
            (true, true) => " ",
            (true, false) => "v",
        };
        format!("{mark}{}", sign[player.index()])
    }

    /// How many columns the pieces of a square take at most.
    pub fn columns(&self, variant: &Variant, setup: &Setup) -> u16 {
        let sheet = variant.sheet();
        let mut widest = vec![0; sheet.layers.len()];
        // A layer on which nothing stands needs no room.
        let held = setup.hands.iter().flat_map(|hand| {
            let held = hand.iter().enumerate().filter(|(_, n)| **n > 0);
            held.map(|(kind, _)| kind as u8)
        });
        let standing = setup.cells.iter().flatten().map(|it| it.1);
        let mut in_use = vec![false; sheet.layers.len()];
        for kind in standing.chain(held) {
            in_use[sheet.kinds[kind as usize].layer] = true;
        }
        for (i, kind) in sheet
            .kinds
            .iter()
            .enumerate()
            .filter(|it| in_use[it.1.layer])
        {
            let owner = match kind.neutral {
                true => Owner::Nobody,
                false => Owner::Of(Player::Second),
            };
            let wide = self.sign(variant, (owner, i as u8), Player::First).width();
            widest[kind.layer] = widest[kind.layer].max(wide);
        }
        widest.iter().sum::<usize>().max(1) as u16
    }
}

/// The zones by square, as both players see them, and their names.
#[derive(Debug, Clone, Default)]
pub struct Zones {
    /// By square, the first zone it lies in.
    pub of: Vec<Option<u8>>,
    /// The names.
    pub names: Vec<String>,
}

impl Zones {
    /// The zones of a variant.
    pub fn new(variant: &Variant) -> Zones {
        let sheet = variant.sheet();
        let zones = zone_squares(sheet, Language::English);
        let of = |square: Square| {
            let seen = Player::BOTH.map(|it| sheet.geometry.seen_by(it, square));
            let here = |(_, zone): &(String, crate::report::drawing::Zone)| {
                seen.iter().any(|it| zone.has(*it))
            };
            zones.iter().position(here).map(|it| it as u8)
        };
        Zones {
            of: sheet.geometry.squares().map(of).collect(),
            names: zones.iter().map(|it| it.0.clone()).collect(),
        }
    }
}
