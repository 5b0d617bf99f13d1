//! Drawings in text: a board, its zones, how a piece moves.

use unicode_width::UnicodeWidthStr;

use koma::board::diagram::{Setup, drawn};
use koma::board::square::letters;
use koma::board::squares::Wide;
use koma::board::{Coordinates, Player, Square, Squares};
use koma::check::sheet::{Kind, KindId, KindSet, Motion, Path, Set, SetId, Sheet, Side};
use koma::play::Variant;
use koma::rules::set::{SetMaker, Tables};
use koma::say::{Language, piece_name, set_name};

use super::labels::{Words, words};

/// A position: the board with its coordinates, both hands, whose move it is. `view` sits below.
pub fn board(variant: &Variant, setup: &Setup, language: Language, view: Player) -> String {
    let words = words(language);
    let sheet = variant.sheet();
    let piece = |it: &(_, _)| variant.letters().write_piece(*it);
    let cell = |square: Square| match &setup.cells[square.index()][..] {
        [] => ".".to_owned(),
        [only] => drawn(&piece(only)),
        pieces => pieces.iter().map(piece).collect(),
    };
    let mut lines = vec![hand(variant, setup, view.other(), words)];
    lines.extend(grid(sheet, view, cell));
    lines.push(hand(variant, setup, view, words));
    joined(lines)
}

/// `first (upper case), in hand: 2P, to move`
fn hand(variant: &Variant, setup: &Setup, player: Player, words: &Words) -> String {
    let held: Vec<String> = setup.hands[player.index()]
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(kind, n)| {
            let owner = koma::board::Owner::Of(player);
            let letter = drawn(&variant.letters().write_piece((owner, kind as u8)));
            match n {
                1 => letter,
                n => format!("{n}{letter}"),
            }
        })
        .collect();
    let sheet = variant.sheet();
    let mut line = format!(
        "{} ({})",
        words.player(sheet, player),
        words.cases[player.index()]
    );
    if !held.is_empty() {
        line += &format!(", {} {}", words.in_hand, held.join(" "));
    } else if has_hands(sheet, setup) {
        line += &format!(", {} {}", words.in_hand, words.nothing);
    }
    if setup.side == player {
        line += &format!(", {}", words.to_move);
    }
    line
}

/// Whether there is anything to hold in a hand.
pub fn has_hands(sheet: &Sheet, setup: &Setup) -> bool {
    sheet.fills_hands() || setup.hands.iter().flatten().any(|it| *it > 0)
}

/// The squares of a zone, as the first player sees them.
pub type Zone = Wide<21>;

/// The zones of a variant: shown name and squares.
pub fn zone_squares(sheet: &Sheet, language: Language) -> Vec<(String, Zone)> {
    let squares = sheet.geometry.squares();
    let tables = Tables::new(sheet.geometry);
    let maker = SetMaker::<Zone> {
        tables: &tables,
        sheet,
        all: squares.fold(Zone::EMPTY, |all, it| all | Zone::one(it)),
        own: Player::First,
        stuck: None,
    };
    let zones = sheet.sets.iter().enumerate().filter(|(_, it)| it.is_zone);
    zones
        .filter_map(|(i, zone)| {
            let squares = maker.set(&zone.set).constant()?;
            Some((set_name(sheet, SetId(i as u16), language), squares))
        })
        .collect()
}

/// The zones of a variant as the first player sees them, each with its own mark; nothing if there is none.
pub fn zones(variant: &Variant, language: Language) -> String {
    const MARKS: &str = "123456789abcdefghijklmnopqrstuvwxyz";
    let sheet = variant.sheet();
    let zones: Vec<(char, (String, Zone))> =
        MARKS.chars().zip(zone_squares(sheet, language)).collect();
    if zones.is_empty() {
        return String::new();
    }
    let mut lines = grid(sheet, Player::First, |square| {
        let here = zones.iter().filter(|it| it.1.1.has(square));
        let marks: String = here.map(|it| it.0).collect();
        match marks.is_empty() {
            true => ".".to_owned(),
            false => marks,
        }
    });
    for (mark, (name, _)) in &zones {
        lines.push(format!("{mark}  {name}"));
    }
    lines.push(words(language).seen(sheet));
    joined(lines)
}

/// A board with its coordinates around it.
fn grid(sheet: &Sheet, view: Player, cell: impl Fn(Square) -> String) -> Vec<String> {
    let board = &sheet.geometry;
    // Looking from the other side turns the board half round, whatever the rules call left there.
    let file = |it: usize| match view {
        Player::First => it,
        Player::Second => board.files - 1 - it,
    };
    let ranks: Vec<usize> = match view {
        Player::First => (0..board.ranks).rev().collect(),
        Player::Second => (0..board.ranks).collect(),
    };
    let rank = |it: usize| rank_label(sheet, it);
    let cells: Vec<String> = board.squares().map(cell).collect();
    let files: Vec<String> = (0..board.files)
        .map(|it| file_label(sheet, file(it)))
        .collect();
    let wide = cells.iter().chain(&files).map(|it| it.width()).max();
    let wide = wide.unwrap_or(1);
    let margin = (0..board.ranks).map(|it| rank(it).width()).max();
    let margin = margin.unwrap_or(1);
    let row = |label: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|it| right(it, wide)).collect();
        let line = format!("{}  {}", right(label, margin), cells.join(" "));
        match label {
            "" => line,
            _ => format!("{line}  {label}"),
        }
    };
    let mut lines = vec![row("", &files)];
    for it in ranks {
        let square = |x| cells[board.square(file(x), it).index()].clone();
        let cells: Vec<String> = (0..board.files).map(square).collect();
        lines.push(row(&rank(it), &cells));
    }
    lines.push(row("", &files));
    lines
}

/// What stands above a file.
pub fn file_label(sheet: &Sheet, file: usize) -> String {
    match sheet.coordinates {
        Coordinates::A1 => letters(file),
        Coordinates::Usi => (sheet.geometry.files - file).to_string(),
    }
}

/// What stands beside a rank.
pub fn rank_label(sheet: &Sheet, rank: usize) -> String {
    match sheet.coordinates {
        Coordinates::A1 => (rank + 1).to_string(),
        Coordinates::Usi => letters(sheet.geometry.ranks - 1 - rank),
    }
}

/// How a piece moves on an empty board, forward upwards.
#[derive(Debug)]
pub struct Diagram {
    /// How far it goes each way from the piece in the middle.
    pub radius: i32,
    /// The signs, row by row from the top.
    pub marks: Vec<Vec<Mark>>,
    /// The piece goes farther than that.
    pub beyond: bool,
}

/// The signs of a piece's movement.
pub fn diagram(piece: &Kind) -> Diagram {
    let radius = piece.moves.iter().map(reach).fold(NEAREST, i32::max);
    let radius = radius.min(FARTHEST);
    let side = (2 * radius + 1) as usize;
    let mut marks = vec![vec![Mark::None; side]; side];
    let mut beyond = false;
    for path in &piece.moves {
        for (shift, mark) in marked(path, radius) {
            let (x, y) = (shift.0 + radius, radius - shift.1);
            match marks
                .get_mut(y as usize)
                .and_then(|it| it.get_mut(x as usize))
            {
                Some(known) => *known = known.and(mark),
                None => beyond = true,
            }
        }
        beyond |= reach(path) > radius;
    }
    Diagram {
        radius,
        marks,
        beyond,
    }
}

/// How a piece moves on an empty board, with its name above: the piece in the middle, forward upwards.
pub fn movement(variant: &Variant, kind: KindId, language: Language) -> String {
    let sheet = variant.sheet();
    let piece = &sheet.kinds[kind.index()];
    let Diagram {
        radius,
        marks,
        beyond,
    } = diagram(piece);
    let side = marks.len();
    let name = piece_name(sheet, kind, language);
    let line = "─".repeat(2 * side + 1);
    let mut lines = vec![format!("{name} {}", piece.letter), format!("┌{line}┐")];
    for (y, row) in marks.iter().enumerate() {
        let mut chars = vec![' '; 2 * side + 1];
        for (x, mark) in row.iter().enumerate() {
            chars[2 * x + 1] = mark.sign();
        }
        if y as i32 == radius {
            // The sign before or after the letter takes the blank beside it.
            let letter: Vec<char> = drawn(&piece.letter).chars().collect();
            let before = usize::from(letter.first() == Some(&'+'));
            for (i, c) in letter.into_iter().enumerate() {
                chars[2 * radius as usize + 1 + i - before] = c;
            }
        }
        lines.push(format!("│{}│", chars.into_iter().collect::<String>()));
    }
    lines.push(format!("└{line}┘"));
    if beyond {
        lines.push(words(language).farther.to_owned());
    }
    joined(lines)
}

/// What the signs of some drawings mean; only those that are there.
pub fn legend(drawings: &str, language: Language) -> String {
    const SIGNS: [&str; 6] = ["o", "·", "x", "?", "| - / \\", "2"];
    let body: String = drawings.lines().filter(|it| it.starts_with('│')).collect();
    let rows = body.split('│').collect::<Vec<_>>().concat();
    let has = |sign: &str| match sign {
        "2" => rows.chars().any(|it| it.is_ascii_digit()),
        sign => rows.chars().any(|it| it != ' ' && sign.contains(it)),
    };
    let known = SIGNS.iter().zip(words(language).signs);
    let known: Vec<String> = known
        .filter(|(sign, _)| has(sign))
        .map(|(sign, text)| format!("{sign}  {text}"))
        .collect();
    known.join("     ")
}

/// How far a diagram goes at least and at most.
const NEAREST: i32 = 2;
const FARTHEST: i32 = 3;

/// A sign of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not there.
    None,
    /// There.
    Reaches,
    /// There if nothing is there.
    Quiet,
    /// There to capture.
    Takes,
    /// There as its rule says.
    Other,
    /// Any number of squares that way.
    Line(char),
    /// So many squares.
    Distance(u32),
}

impl Mark {
    fn sign(self) -> char {
        match self {
            Mark::None => ' ',
            Mark::Reaches => 'o',
            Mark::Quiet => '·',
            Mark::Takes => 'x',
            Mark::Other => '?',
            Mark::Line(sign) => sign,
            Mark::Distance(n) => char::from_digit(n, 10).unwrap_or('+'),
        }
    }

    /// Both ways of reaching a square in one sign: the one that says more.
    fn and(self, other: Mark) -> Mark {
        let rank = |it: Mark| match it {
            Mark::None => 0,
            Mark::Other => 1,
            Mark::Quiet | Mark::Takes => 2,
            Mark::Reaches => 3,
            Mark::Distance(_) => 4,
            Mark::Line(_) => 5,
        };
        match (self, other) {
            (Mark::Quiet, Mark::Takes) | (Mark::Takes, Mark::Quiet) => Mark::Reaches,
            _ if rank(other) > rank(self) => other,
            _ => self,
        }
    }
}

/// How far a path needs a diagram to go.
fn reach(path: &Path) -> i32 {
    let far = |(x, y): (i32, i32)| x.abs().max(y.abs());
    match &path.motion {
        Motion::Jump(shifts) => shifts.iter().copied().map(far).max().unwrap_or(0),
        Motion::Slide { least, most, .. } | Motion::Hop { least, most, .. } => {
            squares(most.unwrap_or(least.saturating_add(1)))
        }
        // As far as any diagram.
        Motion::Anywhere => i32::MAX,
    }
}

/// A number of squares that a diagram can be measured with.
fn squares(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The signs of a path, by shift.
fn marked(path: &Path, radius: i32) -> Vec<((i32, i32), Mark)> {
    let landing = landing(path);
    let is_bound = path.from.is_some() || path.within.is_some();
    let mark = if is_bound { Mark::Other } else { landing };
    match &path.motion {
        Motion::Jump(shifts) => shifts.iter().map(|it| (*it, mark)).collect(),
        Motion::Anywhere => {
            let near = (-radius..=radius).flat_map(|y| (-radius..=radius).map(move |x| (x, y)));
            near.filter(|it| *it != (0, 0))
                .map(|it| (it, mark))
                .collect()
        }
        // What has to be hopped over decides how far it goes.
        Motion::Hop {
            ways, least, most, ..
        } => {
            let far = radius.min(most.map_or(radius, squares));
            let shifts = ways.shifts();
            shifts
                .flat_map(|(x, y)| (squares(*least)..=far).map(move |n| (n * x, n * y)))
                .map(|shift| (shift, Mark::Other))
                .collect()
        }
        Motion::Slide { ways, least, most } => {
            let mut marks = Vec::new();
            for (x, y) in ways.shifts() {
                let line = match (x, y) {
                    (0, _) => '|',
                    (_, 0) => '-',
                    _ if x == y => '/',
                    _ => '\\',
                };
                for n in squares(*least)..=radius.min(most.map_or(radius, squares)) {
                    let mark = match (most, landing) {
                        _ if is_bound => Mark::Other,
                        (Some(1), landing) => landing,
                        (Some(_), _) => Mark::Distance(n as u32),
                        (None, Mark::Reaches) => Mark::Line(line),
                        // A line that ends in a sign: where it may stop.
                        (None, landing) if n == radius => landing,
                        (None, _) => Mark::Line(line),
                    };
                    marks.push(((n * x, n * y), mark));
                }
            }
            marks
        }
    }
}

/// What a path does where it lands.
fn landing(path: &Path) -> Mark {
    let enemy = |it: &Set| matches!(it, Set::Pieces(Side::Enemy, _));
    match &path.onto {
        None => Mark::Reaches,
        Some(Set::Empty) => Mark::Quiet,
        Some(onto) if enemy(onto) => Mark::Takes,
        Some(Set::Or(sets)) if sets.iter().all(enemy) => Mark::Takes,
        Some(Set::Or(sets)) => {
            let any = Set::Pieces(Side::Enemy, KindSet::ALL);
            match sets.contains(&Set::Empty) && sets.contains(&any) {
                true => Mark::Reaches,
                false => Mark::Other,
            }
        }
        Some(_) => Mark::Other,
    }
}

/// A text at the right end of so many columns.
fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(text.width())))
}

/// Lines as one text, without blanks at their ends.
fn joined(lines: Vec<String>) -> String {
    let lines: Vec<&str> = lines.iter().map(|it| it.trim_end()).collect();
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests;
