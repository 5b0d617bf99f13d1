//! The library as other programs see it: what its public names promise.

use koma::{ActKind, Facts, Picks, Variant};

/// A small game with two kinds that count as kings, a zone, and a set that depends on the position.
const TWO_KINGS: &str = r#"
koma = 1
game.name      = "King and prince"
board.size     = "4x4"
board.turned   = "half-turn"
board.start    = "k1pe/4/4/EP1K"
squares.far    = "last rank"
squares.held   = "file of own king"
turn.play.acts = "one of move, pass"
end.gone       = { when = "no enemy king or enemy prince", result = "own wins" }
end.repetition = { when = "repeated 3 times", result = "draw" }
[pieces]
king   = { letter = "K", moves = "step any" }
prince = { letter = "E", moves = "step diagonal" }
pawn   = { letter = "P", moves = "step forward" }
"#;

fn two_kings() -> Variant {
    Variant::parse("two_kings.toml", TWO_KINGS, &Picks::default()).unwrap()
}

#[test]
fn facts_follow_from_the_rules() {
    let facts = two_kings().facts();
    assert_eq!(facts.royal, ["king", "prince"]);
    assert!(facts.history_matters);
    assert!(!facts.captures_to_hand);
    assert_eq!(facts.kinds[0].in_hand_as, None);
    assert_eq!(facts.acts, [ActKind::Move, ActKind::Pass]);
    assert_eq!(facts.board.squares[..5], ["a1", "b1", "c1", "d1", "a2"]);
    let sets: Vec<(&str, bool)> = { facts.sets.iter() }
        .map(|it| (it.name.as_str(), it.is_zone))
        .collect();
    assert_eq!(sets, [("far", true), ("held", false)]);
    assert_eq!(facts.start, "k1pe/4/4/EP1K b -");
}

#[test]
fn facts_can_be_written_and_read_again() {
    for name in koma::shipped::names() {
        let facts = Variant::open(name, &Picks::default()).unwrap().facts();
        let text = serde_json::to_string(&facts).unwrap();
        let read: Facts = serde_json::from_str(&text).unwrap();
        assert_eq!(read, facts, "{name}");
    }
}
