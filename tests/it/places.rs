//! Where a rule stands among those of its section.

use koma::check::{Document, Picks};

/// The names of a section's rules in their order, in a file that says something more about shogi.
fn order(section: &str, more: &str) -> Vec<String> {
    let text = format!("koma = 1\nextends = \"shogi\"\n{more}");
    let document = Document::of_text("places.toml", &text).unwrap();
    let sheet = { document.sheet(&Picks::default()) }.unwrap_or_else(|report| panic!("{report}"));
    let rules = match section {
        "turn" => sheet.turns.iter().map(|it| it.rule).collect::<Vec<_>>(),
        "forbid" => sheet.forbids.iter().map(|it| it.rule).collect(),
        _ => sheet.ends.iter().map(|it| it.rule).collect(),
    };
    let names = rules.into_iter().map(|it| sheet.rule(it).name().to_owned());
    names.collect()
}

#[test]
fn a_child_puts_a_rule_before_or_behind_one_of_its_parent() {
    let set_up =
        "turn.set-up = { before = \"play\", while = \"no own king\", acts = \"one of drop\" }\n";
    assert_eq!(order("turn", set_up), ["set-up", "play"]);
    let shy = "forbid.shy = { PLACE = \"dead-drop\", act = \"drop rook\" }\n";
    let forbids = |place: &str| order("forbid", &shy.replace("PLACE", place));
    let plain = order("forbid", "");
    let at = plain.iter().position(|it| it == "dead-drop").unwrap();
    for (place, expected) in [("before", at), ("after", at + 1)] {
        let mut wanted = plain.clone();
        wanted.insert(expected, "shy".to_owned());
        assert_eq!(forbids(place), wanted, "{place}");
    }
    // A rule may stand beside one that stands beside another.
    let two = "end.last = { after = \"next\", when = \"no own\", result = \"draw\" }\n\
               end.next = { before = \"mate\", when = \"no enemy\", result = \"draw\" }\n";
    assert_eq!(order("end", two)[..3], ["next", "last", "mate"]);
}
