//! Small made-up variants, drawn.

use super::*;
use koma::check::Picks;

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
    let drawn = movement(&variant(&pieces(guard)), KindId(kind), Language::English);
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
    let drawn = board(
        &variant,
        &setup.expect("a position"),
        Language::English,
        Player::First,
    );
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
    let drawn = zones(
        &variant(&format!("{sets}{}", pieces("step forward"))),
        Language::English,
    );
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
    assert_eq!(
        zones(&variant(&pieces("step forward")), Language::English),
        ""
    );
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
fn what_depends_on_where_it_begins_is_a_question() {
    moves(
        "slide forward 1..2 from forward of own alpha, leap anywhere onto empty from rank 1",
        0,
        &[
            " ? ? ? ? ? ? ? ",
            " ? ? ? ? ? ? ? ",
            " ? ? ? ? ? ? ? ",
            " ? ? ? G ? ? ? ",
            " ? ? ? ? ? ? ? ",
            " ? ? ? ? ? ? ? ",
            " ? ? ? ? ? ? ? ",
        ],
    );
    moves(
        "slide forward 1..2 from forward of own alpha",
        0,
        &[
            "     ?     ",
            "     ?     ",
            "     G     ",
            "           ",
            "           ",
        ],
    );
}

#[test]
fn only_signs_that_are_there_are_explained() {
    let drawn = movement(
        &variant(&pieces("slide forward")),
        KindId(0),
        Language::English,
    );
    assert_eq!(
        legend(&drawn, Language::English),
        "| - / \\  any number of squares that way"
    );
}
