//! What pieces are worth together: on squares, in a hand, and more than others.

use koma::board::squares::Word;
use koma::check::{Document, Picks};
use koma::rules::Facts;
use koma::rules::compile::compile;
use koma::{Game, Variant};

/// A small board: towers count five, men one, kings nothing.
fn text(rules: &str) -> String {
    format!(
        "koma = 1\ngame.name = \"Worth\"\nboard.size = \"4x5\"\nboard.turned = \"half-turn\"\n\
         board.start = \"k3/4/4/4/3K\"\nsquares.camp = \"last 2 ranks\"\ncapture.to = \"hand\"\n\
         turn.play.acts = \"one of move, drop\"\n[pieces]\n\
         king = {{ letter = \"K\", moves = \"step any\" }}\n\
         tower = {{ letter = \"R\", moves = \"slide orthogonal\", points = 5 }}\n\
         man = {{ letter = \"P\", moves = \"step forward\", points = 1 }}\n{rules}"
    )
}

/// How a game ends that begins in a position with the second player just having moved.
fn outcome(rules: &str, position: &str) -> Option<String> {
    let variant = Variant::parse("worth.toml", &text(rules), &Picks::default());
    let variant = variant.unwrap_or_else(|report| panic!("{report}"));
    let game = Game::from_position(&variant, position).unwrap_or_else(|report| panic!("{report}"));
    game.outcome().map(|it| it.to_string())
}

#[test]
fn pieces_on_squares_and_in_hand_are_added_up() {
    let rule = |n: u32, more: &str| {
        let when = format!("at least {n} points of own in camp with own hand");
        format!("[end]\nrich = {{ when = [{more}\"{when}\"], result = \"own wins\" }}\n")
    };
    // A tower and two men in the camp, a tower and a man in hand: 13. What stands elsewhere, and the enemy's, is worth nothing.
    let position = "k3/R3/4/1rpp/3K b 9P2Rrp";
    let won = Some("second wins by rich".to_owned());
    assert_eq!(outcome(&rule(13, ""), position), won);
    assert_eq!(outcome(&rule(14, ""), position), None);
    // The threshold of one player only.
    assert_eq!(outcome(&rule(13, "\"own is second\", "), position), won);
    assert_eq!(outcome(&rule(13, "\"own is first\", "), position), None);
}

#[test]
fn points_are_compared() {
    let rule =
        |when: &str| format!("[end]\nlead = {{ when = \"{when}\", result = \"own wins\" }}\n");
    let won = Some("second wins by lead".to_owned());
    // Seven points against six, or six against seven.
    let (ahead, behind) = ("k3/4/1rpp/RP2/3K b -", "k3/4/1rp1/RPP1/3K b -");
    for (when, expected) in [
        ("more points of own than of enemy", [true, false]),
        (
            "at least 2 more points of own than of enemy",
            [false, false],
        ),
        ("no more points of own than of enemy", [false, true]),
        ("at most 1 more points of own than of enemy", [true, true]),
    ] {
        let found = [ahead, behind].map(|it| outcome(&rule(when), it) == won);
        assert_eq!(found, expected, "{when}");
    }
}

#[test]
fn a_rule_that_counts_a_hand_asks_for_it() {
    // A search leaves drops out by emptying the hand: not where a `forbid` rule adds up what is in it.
    for (purse, asks) in [("own with own hand", true), ("own", false)] {
        let poor = format!("[forbid]\npoor = {{ if = \"at most 3 points of {purse}\" }}\n");
        let document = Document::of_text("worth.toml", &text(&poor)).unwrap();
        let sheet = document.sheet(&Picks::default()).unwrap();
        let facts = Facts::new(&compile::<Word>(&sheet));
        assert_eq!(facts.forbids_ask_own_hand, asks, "{purse}");
    }
}
