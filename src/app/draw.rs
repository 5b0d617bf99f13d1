//! Drawings in text: a board, its zones, how a piece moves.

use unicode_width::UnicodeWidthStr;

use crate::board::diagram::Setup;
use crate::board::square::letters;
use crate::board::squares::Wide;
use crate::board::{Coordinates, Player, Square, Squares, Turned};
use crate::check::sheet::{KindId, KindSet, Motion, Path, Set, Sheet, Side};
use crate::play::Variant;
use crate::rules::say::{Language, piece_name};
use crate::rules::set::{SetMaker, Tables};
use crate::text::safe;

/// A position: the board with its coordinates, both hands, whose move it is.
pub fn board(variant: &Variant, setup: &Setup) -> String {
    let sheet = variant.sheet();
    let piece = |it: &(_, _)| variant.letters().write_piece(*it);
    let cell = |square: Square| match &setup.cells[square.index()][..] {
        [] => ".".to_owned(),
        pieces => pieces.iter().map(piece).collect(),
    };
    let mut lines = vec![hand(variant, setup, Player::Second)];
    lines.extend(grid(sheet, cell));
    lines.push(hand(variant, setup, Player::First));
    joined(lines)
}

/// `first (upper case), in hand: 2P, to move`
fn hand(variant: &Variant, setup: &Setup, player: Player) -> String {
    let case = match player {
        Player::First => "upper case",
        Player::Second => "lower case",
    };
    let held: Vec<String> = setup.hands[player.index()]
        .iter()
        .enumerate()
        .filter(|(_, n)| **n > 0)
        .map(|(kind, n)| {
            let owner = crate::board::Owner::Of(player);
            let letter = variant.letters().write_piece((owner, kind as u8));
            match n {
                1 => letter,
                n => format!("{n}{letter}"),
            }
        })
        .collect();
    let mut line = format!(
        "{} ({case})",
        safe::line(&variant.sheet().players[player.index()])
    );
    let sheet = variant.sheet();
    let has_hands = sheet.to_hand || setup.hands.iter().flatten().any(|it| *it > 0);
    if !held.is_empty() {
        line += &format!(", in hand: {}", held.join(" "));
    } else if has_hands {
        line += ", in hand: nothing";
    }
    if setup.side == player {
        line += ", to move";
    }
    line
}

/// The zones of a variant as the first player sees them, each with its own mark; nothing if there is none.
pub fn zones(variant: &Variant) -> String {
    const MARKS: &str = "123456789abcdefghijklmnopqrstuvwxyz";
    let sheet = variant.sheet();
    type All = Wide<21>;
    let squares = sheet.geometry.squares();
    let tables = Tables::new(sheet.geometry);
    let maker = SetMaker::<All> {
        tables: &tables,
        sheet,
        all: squares.fold(All::EMPTY, |all, it| all | All::one(it)),
        own: Player::First,
        stuck: None,
    };
    let zones: Vec<(char, &str, All)> = sheet
        .sets
        .iter()
        .filter(|it| it.is_zone)
        .zip(MARKS.chars())
        .filter_map(|(zone, mark)| {
            let squares = maker.set(&zone.set).constant()?;
            Some((mark, zone.name.as_str(), squares))
        })
        .collect();
    if zones.is_empty() {
        return String::new();
    }
    let mut lines = grid(sheet, |square| {
        let here = zones.iter().filter(|it| it.2.has(square));
        let marks: String = here.map(|it| it.0).collect();
        match marks.is_empty() {
            true => ".".to_owned(),
            false => marks,
        }
    });
    for (mark, name, _) in &zones {
        lines.push(format!("{mark}  {name}"));
    }
    let second = match sheet.geometry.turned {
        Turned::HalfTurn => "turned by half a turn",
        Turned::Mirror => "turned upside down, left staying left",
    };
    let [one, two] = Player::BOTH.map(|it| who(sheet, it));
    lines.push(format!("As {one} sees the board; for {two} {second}."));
    joined(lines)
}

/// `the first player`, or the name.
fn who(sheet: &Sheet, player: Player) -> String {
    match &sheet.players[player.index()] {
        name if name == player.as_str() => format!("the {name} player"),
        name => safe::line(name),
    }
}

/// A board with its coordinates around it.
fn grid(sheet: &Sheet, cell: impl Fn(Square) -> String) -> Vec<String> {
    let board = &sheet.geometry;
    let file = |it: usize| match sheet.coordinates {
        Coordinates::A1 => letters(it),
        Coordinates::Usi => (board.files - it).to_string(),
    };
    let rank = |it: usize| match sheet.coordinates {
        Coordinates::A1 => (it + 1).to_string(),
        Coordinates::Usi => letters(board.ranks - 1 - it),
    };
    let cells: Vec<String> = board.squares().map(cell).collect();
    let files: Vec<String> = (0..board.files).map(file).collect();
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
    for it in (0..board.ranks).rev() {
        let first = board.square(0, it).index();
        lines.push(row(&rank(it), &cells[first..first + board.files]));
    }
    lines.push(row("", &files));
    lines
}

/// How a piece moves on an empty board, with its name above: the piece in the middle, forward upwards.
pub fn movement(variant: &Variant, kind: KindId) -> String {
    let sheet = variant.sheet();
    let piece = &sheet.kinds[kind.index()];
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
    let name = piece_name(sheet, kind, Language::English);
    let line = "─".repeat(2 * side + 1);
    let mut lines = vec![format!("{name} {}", piece.letter), format!("┌{line}┐")];
    for (y, row) in marks.iter().enumerate() {
        let mut chars = vec![' '; 2 * side + 1];
        for (x, mark) in row.iter().enumerate() {
            chars[2 * x + 1] = mark.sign();
        }
        if y as i32 == radius {
            // The sign before or after the letter takes the blank beside it.
            let letter: Vec<char> = piece.letter.chars().collect();
            let before = usize::from(letter.first() == Some(&'+'));
            for (i, c) in letter.into_iter().enumerate() {
                chars[2 * radius as usize + 1 + i - before] = c;
            }
        }
        lines.push(format!("│{}│", chars.into_iter().collect::<String>()));
    }
    lines.push(format!("└{line}┘"));
    if beyond {
        lines.push("and farther".to_owned());
    }
    joined(lines)
}

/// What the signs of some drawings mean; only those that are there.
pub fn legend(drawn: &str) -> String {
    let body: String = drawn.lines().filter(|it| it.starts_with('│')).collect();
    let rows = body.split('│').collect::<Vec<_>>().concat();
    let has = |signs: &str| rows.chars().any(|it| signs.contains(it));
    let all = [
        ("o", "o  may go there"),
        ("·", "·  only if nothing is there"),
        ("x", "x  only to capture"),
        ("?", "?  only as its rule says"),
        ("|-/\\", "| - / \\  any number of squares that way"),
        ("123456789", "2  so many squares, the way being free"),
    ];
    let known = all.iter().filter(|(signs, _)| has(signs));
    let known: Vec<&str> = known.map(|(_, text)| *text).collect();
    known.join("     ")
}

/// How far a diagram goes at least and at most.
const NEAREST: i32 = 2;
const FARTHEST: i32 = 3;

/// A sign of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Reaches,
    Quiet,
    Takes,
    Other,
    Line(char),
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
    match &path.motion {
        Motion::Jump(shifts) => {
            let far = shifts.iter().map(|(x, y)| x.abs().max(y.abs()));
            far.max().unwrap_or(0)
        }
        Motion::Slide { least, most, .. } => squares(most.unwrap_or(least.saturating_add(1))),
    }
}

/// A number of squares that a diagram can be measured with.
fn squares(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The signs of a path, by shift.
fn marked(path: &Path, radius: i32) -> Vec<((i32, i32), Mark)> {
    let landing = landing(path);
    match &path.motion {
        Motion::Jump(shifts) => {
            let bound = path.from.is_some() || path.within.is_some();
            let mark = if bound { Mark::Other } else { landing };
            shifts.iter().map(|it| (*it, mark)).collect()
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
mod tests {
    use super::*;
    use crate::check::Picks;

    fn variant(more: &str) -> Variant {
        let text = format!(
            "koma = 1\ngame.name = \"Made up\"\nboard.size = \"3x4\"\nboard.turned = \"half-turn\"\n\
             board.layers = [\"low\", \"high\"]\nboard.start = \"1a1/3/1*1/(GA)1G\"\n\
             turn.play.acts = \"one of move, drop\"\n{more}"
        );
        Variant::parse("made-up.toml", &text, &Picks::default())
            .unwrap_or_else(|report| panic!("{report}\n{text}"))
    }

    fn pieces(guard: &str) -> String {
        format!(
            "[pieces]\nguard = {{ letter = \"G\", moves = \"{guard}\", becomes = \"hero\" }}\n\
             hero = {{ letter = \"+G\", moves = \"as guard, step backward\", in_hand_as = \"guard\" }}\n\
             alpha = {{ letter = \"A\", layer = \"high\", moves = \"step any\" }}\n\
             block = {{ letter = \"*\", owner = \"nobody\" }}\n"
        )
    }

    #[track_caller]
    fn moves(guard: &str, kind: u8, expected: &[&str]) {
        let drawn = movement(&variant(&pieces(guard)), KindId(kind));
        let lines: Vec<&str> = drawn
            .lines()
            .filter_map(|it| it.strip_prefix('│')?.strip_suffix('│'))
            .collect();
        assert_eq!(lines, expected, "\n{drawn}");
    }

    #[test]
    fn a_position() {
        let variant = variant(&pieces("step forward"));
        let setup = variant.read_position("1a1/1+g1/1*1/(GA)1G w 2Ga").ok();
        let drawn = board(&variant, &setup.expect("a position"));
        let expected = [
            "second (lower case), in hand: a, to move",
            "    a  b  c",
            "4   .  a  .  4",
            "3   . +g  .  3",
            "2   .  *  .  2",
            "1  GA  .  G  1",
            "    a  b  c",
            "first (upper case), in hand: 2G",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn zones_have_marks() {
        let sets = "[squares]\nfar = \"last rank\"\nside = \"file a\"\nheld = \"own guard\"\n";
        let drawn = zones(&variant(&format!("{sets}{}", pieces("step forward"))));
        let expected = [
            "    a  b  c",
            "4  12  1  1  4",
            "3   2  .  .  3",
            "2   2  .  .  2",
            "1   2  .  .  1",
            "    a  b  c",
            "1  far",
            "2  side",
            "As the first player sees the board; for the second player turned by half a turn.",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
        assert_eq!(zones(&variant(&pieces("step forward"))), "");
    }

    #[test]
    fn steps_and_leaps() {
        let expected = [
            "   o   o   ",
            "   o o o   ",
            "    +G     ",
            "     o     ",
            "           ",
        ];
        moves(
            "step forward or forward-diagonal, leap forward (1,2)",
            1,
            &expected,
        );
    }

    #[test]
    fn slides() {
        let expected = [
            "     |   / ",
            "     | /   ",
            " · - G     ",
            "           ",
            "           ",
        ];
        moves(
            "slide forward or forward-right, slide left onto empty",
            0,
            &expected,
        );
        let expected = [
            "       3       ",
            "       2       ",
            "     x · x     ",
            "       G       ",
            "     ?         ",
            "               ",
            "               ",
        ];
        let scout = "step forward onto empty, slide forward 2..3, step forward-diagonal onto enemy, \
                     step backward-left from rank 2";
        moves(scout, 0, &expected);
    }

    #[test]
    fn only_signs_that_are_there_are_explained() {
        let drawn = movement(&variant(&pieces("slide forward")), KindId(0));
        assert_eq!(legend(&drawn), "| - / \\  any number of squares that way");
    }
}
