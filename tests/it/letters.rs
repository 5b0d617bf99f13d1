//! Letters of several signs: armies of more kinds than the alphabet has letters.

use koma::check::Picks;
use koma::{Game, Variant};

const STACKS: &str = r#"
koma = 1
game.name      = "Stacks"
board.size     = "3x4"
board.turned   = "half-turn"
board.layers   = ["low", "high"]
board.start    = "1[g1]k/3/3/K([G1][GGG])1"
board.hands    = "2[G1][g1]"
turn.play.acts = "one of move, drop"
capture.to     = "hand"
promote.any    = { may = "move", pieces = "general" }
[pieces]
king    = { letter = "K", moves = "step any" }
general = { letter = "[G1]", moves = "step any", becomes = "king or marshal" }
marshal = { letter = "+[G1]", moves = "slide any", in_hand_as = "general" }
guard   = { letter = "[GGG]", layer = "high", moves = "step any" }
"#;

fn game(position: &str) -> Game {
    let variant = Variant::parse("stacks.toml", STACKS, &Picks::default());
    let variant = variant.unwrap_or_else(|report| panic!("{report}"));
    Game::from_position(&variant, position).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn positions_and_acts_are_read_and_written() {
    let start = "1[g1]k/3/3/K([G1][GGG])1 b 2[G1][g1]";
    let mut game = game(start);
    assert_eq!(game.position(), start);
    for act in ["[G1]b1b2=+[G1]", "[G1]*c3", "b2b4", "c4b3"] {
        let written = game.acts().into_iter().map(|it| game.write(it));
        assert!(written.into_iter().any(|it| it == act), "{act}");
        assert!(game.play_text(act).is_ok(), "{act}");
    }
    let after = "1+[G1]1/1k[g1]/3/K[GGG]1 b 3[G1]";
    assert_eq!(game.position(), after);
    // Two pieces on a square: one of them has to be named, whole.
    let refusal = self::game(start).play_text("b1b2").unwrap_err();
    assert!(refusal.reason.contains("[G1]"), "{refusal}");
    for wrong in ["[G1b1b2", "[g1]b1b2", "G1*a2", "[GG]*a2"] {
        let refusal = self::game(start).play_text(wrong).unwrap_err();
        assert_eq!(refusal.by, "notation", "{wrong}");
    }
}
