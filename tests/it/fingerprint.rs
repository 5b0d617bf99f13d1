//! Fingerprints: the same rules have one, however they are written; other rules have another.

use std::collections::BTreeMap;

use koma::check::Document;
use koma::{Game, Picks, Variant};
use koma_lab::study::{Canon, Fingerprint};

use crate::command::koma;
use crate::library::has_rulebook;

/// A small game that says a little of everything.
const ONE: &str = r#"
koma = 1
game.name = "One"
board.size = "5x5"
board.turned = "half-turn"
board.start = "rsksp/5/5/5/PSKSR"
squares.home = "first rank"
squares.zone = "last 2 ranks"
squares.quiet = "zone except own in zone"
groups.heavy = "rook or general"
turn.play.acts = "one of move, drop"
capture.to = "hand"
promote.zone = { may = "move touching zone", must = "move to stuck" }
[pieces]
king    = { letter = "K", moves = "step any" }
soldier = { letter = "S", moves = "step forward or diagonal", becomes = "general" }
general = { letter = "+S", moves = "step any except backward-diagonal", in_hand_as = "soldier" }
rook    = { letter = "R", moves = "slide orthogonal onto empty or enemy, step any" }
pawn    = { letter = "P", moves = "step forward, leap (1,2) from home", becomes = "general" }
[forbid]
exposed = { if = "some own king attacked by enemy" }
file    = { act = "drop pawn to file of own pawn" }
loud    = { act = "drop heavy to not quiet" }
[end]
mate  = { when = "mate of enemy king", result = "own wins" }
goal  = { when = ["move king to last rank", "no own king attacked by enemy"], result = "own wins" }
round = { when = "repeated 4 times", result = "draw" }
"#;

/// The same game by another hand.
const OTHER: &str = r#"
koma = 1   # other words, the same rules
game.name = "Other"
[end]
mate  = { when = "mate of enemy chief", result = "own wins" }
goal  = { when = ["no own chief attacked by enemy", "move chief to rank 5"], result = "own wins" }
round = { for = "mover", at = "turn", when = "repeated 4 times", result = "draw" }
[forbid]
doubled = { act = "drop footman to file of own footman", breach = "illegal" }
noisy   = { act = "drop tower or officer to (not far) or own" }
open    = { if = "some (own chief attacked by enemy)" }
[pieces]
footman = { letter = "P", moves = "leap (1,2) from near, slide forward 1", becomes = "officer" }
tower   = { letter = "R", moves = "as chief, slide sideways 2.., slide vertical 1..4" }
officer = { letter = "+S", moves = "step sideways, step vertical, step forward-diagonal", in_hand_as = "guard" }
guard   = { letter = "S", moves = "slide diagonal 1..1, step forward", becomes = "officer" }
chief   = { letter = "K", moves = "step diagonal or orthogonal" }
[promote]
last = { must = "move footman or tower to rank 5" }
near = { may = "move touching far" }
[capture]
to = "hand"
[turn]
now.acts = "one of drop, move"
[squares]
far  = "ranks 4..5"
near = "not ranks 2..5"
[board]
start  = "r s k s p / 5 / 5 / 5 / P S K S R"
turned = "half-turn"
size   = "5x5"
[names.en]
pieces.guard = "the guard"
"#;

fn variant(text: &str) -> Variant {
    Variant::parse("test", text, &Picks::default()).unwrap_or_else(|report| panic!("{report}"))
}

fn print(text: &str) -> Fingerprint {
    Fingerprint::of(variant(text).sheet())
}

#[test]
fn wording_order_and_names_do_not_count() {
    let [a, b] = [ONE, OTHER].map(|it| Canon::new(variant(it).sheet()).text());
    assert_eq!(a, b);
    assert_eq!(print(ONE), print(OTHER));
    let counts = [ONE, OTHER].map(|it| Game::new(&variant(it)).perft(4, false));
    assert_eq!(counts[0], counts[1]);
    // Where left and right are the same, a half-turn is a mirror.
    assert_eq!(print(ONE), print(&ONE.replace("half-turn", "mirror")));
}

#[test]
fn every_rule_counts() {
    let changes = [
        ("step any\"", "step any except left\""),
        ("forward or diagonal", "diagonal"),
        ("slide orthogonal", "slide orthogonal 1..3"),
        ("onto empty or enemy", "onto empty"),
        ("leap (1,2)", "leap (2,1)"),
        ("from home", "from own"),
        ("first rank", "first 2 ranks"),
        ("last 2 ranks", "last 3 ranks"),
        ("may = \"move touching", "may = \"move to"),
        ("must = \"move to stuck\"", "must = \"move pawn to zone\""),
        ("drop pawn to file", "drop pawn to rank"),
        ("rook or general", "rook"),
        ("zone except own in zone", "zone"),
        ("one of move, drop", "one of move, drop, pass"),
        ("one of move, drop", "one of move"),
        ("capture.to = \"hand\"", ""),
        ("PSKSR\"", "PSKS1\""),
        (
            "board.size",
            "board.hands = \"Pp\"\nboard.coordinates = \"a1\"\nboard.size",
        ),
        ("\"P\"", "\"Q\""),
        ("in_hand_as = \"soldier\"", "in_hand_as = \"pawn\""),
        (
            "\"some own king attacked by enemy",
            "\"some own king attacked by enemy rook",
        ),
        ("repeated 4 times", "repeated 4 times in a row"),
        ("repeated 4 times", "repeated 5 times"),
        ("goal  =", "reached ="),
        (
            "mate of enemy king\", result",
            "mate of enemy king answered only by move king\", result",
        ),
        ("exposed = { if", "exposed = { breach = \"loses\", if"),
        ("result = \"draw\"", "result = \"first wins\""),
        ("round = {", "round = { after = \"mate\","),
    ];
    let mut seen = BTreeMap::from([(print(ONE), "nothing")]);
    for (from, to) in changes {
        let mut text = ONE.replace(from, to);
        if to == "\"Q\"" {
            text = text.replace("rsksp", "rsksq").replace("PSKSR", "QSKSR");
        }
        assert_ne!(text, ONE, "{from} is not there");
        let other = seen.insert(print(&text), to);
        assert_eq!(other, None, "`{to}` changes nothing");
    }
}

#[test]
fn one_changed_direction_changes_it() {
    let text = koma::shipped::variant("yokai_3x4").unwrap();
    let base = print(text);
    let ways = [
        "forward",
        "backward",
        "left",
        "right",
        "forward-left",
        "forward-right",
        "backward-left",
        "backward-right",
    ];
    for way in ways {
        let changed = text.replace("\"step any\"", &format!("\"step any except {way}\""));
        assert_ne!(print(&changed), base, "{way}");
    }
}

/// A number that changes here changes what people have written down: only with another version of the form.
#[test]
fn the_shipped_variants_keep_theirs() {
    let others = ["goro_goro_plus", "judkins", "shogi"];
    let lines: Vec<String> = koma::shipped::names()
        .filter(|it| has_rulebook(it) || others.contains(it))
        .map(|name| {
            let variant = Variant::open(name, &Picks::default()).unwrap();
            format!("{} {name}", Fingerprint::of(variant.sheet()))
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    a1e07d15e34dde8341c1ab8c2d95850a goro_goro_plus
    04c629ab3d797ef245a52a478ba0ce5f judkins
    614bf19ddaf37173cdd3a0d222a52778 mini_shogi
    eaf833090735da37355bebc1e7994e8f sensei
    e76492a8d855c904e04921b62dda9593 shogi
    7e316eca2c681557b605cb8b43eabd08 yokai_3x4
    6f5b450f8acbd04d8e610eb4aa056646 yokai_5x6
    ");
}

#[test]
fn every_choice_has_its_own() {
    for name in koma::shipped::names() {
        let document = Document::open(name).unwrap();
        let mut seen = BTreeMap::new();
        for made in document.choices.combinations(256) {
            let picks = Picks {
                edition: None,
                sets: made.clone(),
            };
            let sheet = document.sheet(&picks).unwrap();
            let other = seen.insert(Fingerprint::of(&sheet), made.clone());
            assert_eq!(other, None, "{name} {made:?}");
        }
    }
}

#[test]
fn the_command_prints_it() {
    let run = koma(&["fingerprint", "sensei", "--set", "mode=shizukana"]);
    assert_eq!((run.status, run.stdout.trim().len()), (0, 32));
    let text = koma(&["fingerprint", "sensei", "--set", "mode=shizukana", "--text"]).stdout;
    assert!(text.starts_with("koma rules 1\nboard 7x7 a1 bw\nstart sss(sc)sss/"));
    assert_eq!(Fingerprint::of_text(&text).to_string(), run.stdout.trim());
    let json = koma(&["fingerprint", "sensei@none"]);
    assert_eq!(json.status, 2);
    let json: serde_json::Value =
        serde_json::from_str(&koma(&["fingerprint", "mini_shogi", "--json"]).stdout).unwrap();
    assert_eq!(json["chosen"]["stalemate"], "loss");
    assert_eq!(json["fingerprint"].as_str().unwrap().len(), 32);
}
