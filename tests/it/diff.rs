//! Where two variants part: the shortest game, and what each of them says after it.

use koma::board::Square;
use koma::board::diagram::Setup;
use koma::book::{Replay, Rulebook};
use koma::check::Document;
use koma::{Game, Picks, Variant};
use koma_lab::study::diff::{self, Bounds, Finding, Patient, Sides, Verdict, Witness};
use koma_lab::study::diff::{kinds::Kinds, search};
use serde_json::{Value, json};

use crate::command::koma;

fn variant(name: &str, sets: &[&str]) -> Variant {
    let (name, edition) = name
        .split_once('@')
        .map_or((name, None), |it| (it.0, Some(it.1)));
    Variant::open(name, &Picks::parse(sets, edition).unwrap()).unwrap()
}

fn parsed(text: &str) -> Variant {
    Variant::parse("test", text, &Picks::default()).unwrap_or_else(|report| panic!("{report}"))
}

fn bounds() -> Bounds {
    Bounds {
        positions: 60_000,
        games: 0,
        threads: 2,
        ..Bounds::default()
    }
}

fn compare(a: Variant, b: Variant) -> Finding {
    diff::diff([a, b], &[], None, &bounds(), &Patient).unwrap()
}

#[track_caller]
fn witness(finding: Finding) -> Witness {
    match finding.verdict {
        Verdict::Different(witness) => *witness,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn json(args: &[&str]) -> (i32, Value) {
    let run = koma(args);
    let value = serde_json::from_str(&run.stdout);
    (
        run.status,
        value.unwrap_or_else(|it| panic!("{it}: {} {}", run.stdout, run.stderr)),
    )
}

#[test]
fn the_report_names_the_rules_of_both() {
    let run = koma(&["diff", "yokai_3x4@fr", "yokai_3x4@en"]);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(without_lines(&run.stdout), @r#"
    A         yokai_3x4@fr  7e316eca2c681557b605cb8b43eabd08
    B         yokai_3x4@en  d3cd395fcedc19c521f7facbd39d2df8
    different after 2 turns: no shorter game parts them
    game      b2b3 a4a3
    position  1kf/tP1/3/FKT b P
    second (lower case), in hand: nothing
       a b c
    4  . k f  4
    3  t P .  3
    2  . . .  2
    1  F K T  1
       a b c
    first (upper case), in hand: P, to move
    only B    b3b4
    A         refuses b3b4 by promote.advance: a kodama must promote here
              yokai_3x4.toml:_  must = "move to far"
    B         allows it
              yokai_3x4.toml:_  may = "move to far"
    "#);
    let run = koma(&["diff", "yokai_3x4", "--b", "try=standing"]);
    insta::assert_snapshot!(without_lines(&run.stdout), @r#"
    A         yokai_3x4  7e316eca2c681557b605cb8b43eabd08
    B         yokai_3x4 try=standing  4b99c27f37ea8eac0f835dd302201dac
    different after 6 turns: no shorter game parts them
    game      b1a2 b3b2 a2a3 b2b1+ a3a4 b4c3
    position  K1f/2k/3/F+pT b Tp
    second (lower case), in hand: p
        a  b  c
    4   K  .  f  4
    3   .  .  k  3
    2   .  .  .  2
    1   F +p  T  1
        a  b  c
    first (upper case), in hand: T, to move
    A         the game goes on
              yokai_3x4.toml:_  try = { when = "move koropokkuru to far except attacked by enemy", result = "own wins" }
    B         first wins by try
              yokai_3x4.toml:_  try = { when = "move koropokkuru to far except attacked by enemy", result = "own wins" }
              yokai_3x4.toml:_  for = "each"
              yokai_3x4.toml:_  when = "some own koropokkuru in far except attacked by enemy"
    "#);
}

/// Places without their lines, which change with every comment of a variant.
fn without_lines(text: &str) -> String {
    let mut parts = text.split(".toml:");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        out += ".toml:_";
        out += part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    }
    out
}

#[test]
fn a_program_is_told_everything() {
    let (status, value) = json(&["diff", "yokai_3x4@fr", "yokai_3x4@en", "--json"]);
    assert_eq!((status, &value["verdict"]), (1, &json!("different")));
    let difference = &value["difference"];
    assert_eq!(difference["turns"], json!(["b2b3", "a4a3"]));
    assert_eq!(difference["acts"], 2);
    assert_eq!(difference["open"], false);
    assert_eq!(difference["shortest"], true);
    let [a, b] = [0, 1].map(|it| &difference["sides"][it]);
    assert_eq!(a["position"], "1kf/tP1/3/FKT b P");
    assert_eq!(a["only"], json!([]));
    assert!(a["outcome"].is_null() && b["outcome"].is_null());
    assert_eq!(b["only"][0]["act"], "b3b4");
    assert_eq!(b["only"][0]["refused"]["by"], "promote.advance");
    assert_eq!(
        b["only"][0]["refused"]["places"][0]["file"],
        "yokai_3x4.toml"
    );
    assert_eq!(value["searched"]["depth"], 1);
    assert_eq!(value["searched"]["but_history"], false);
    assert_eq!(value["same_start"], true);
    for side in value["sides"].as_array().unwrap() {
        assert_eq!(side["fingerprint"].as_str().unwrap().len(), 32);
    }
    let (status, value) = json(&["diff", "mini_shogi", "mini_shogi", "--json"]);
    assert_eq!((status, &value["verdict"]), (0, &json!("same")));
    assert!(value["difference"].is_null());
    let (status, value) = json(&["diff", "yokai_3x4", "yokai_5x6", "--json"]);
    assert_eq!((status, &value["boards"]), (1, &json!(["3x4", "5x6"])));
}

#[test]
fn a_try_that_stands_parts_where_the_counts_do() {
    let [a, b] = ["try=arrival", "try=standing"].map(|it| variant("yokai_3x4", &[it]));
    // The counts of sequences first differ at 7: a game of 6 turns is over for one and not for the other.
    let counts = |variant: &Variant, depth| Game::new(variant).perft(depth, false);
    assert_eq!(counts(&a, 6), counts(&b, 6));
    assert_eq!((counts(&a, 7), counts(&b, 7)), (645_705, 643_982));
    let found = witness(compare(a, b));
    assert_eq!((found.turns.len(), found.shortest), (6, true));
    assert!(found.outcomes[0].is_none());
    let outcome = found.outcomes[1].as_ref().unwrap();
    assert_eq!(outcome.to_string(), "first wins by try");
}

#[test]
fn rules_of_legality_part_at_once_or_soon() {
    let [a, b] = ["exposure=allowed", "exposure=refused"].map(|it| variant("yokai_5x6", &[it]));
    let found = witness(compare(a, b));
    assert!(found.turns.len() < 2 && found.shortest, "{found:?}");
    assert_eq!(found.only[0][0].refusal.by, "forbid.exposure");
    let (status, value) = json(&[
        "diff",
        "yokai_5x6",
        "--a=drop-mate=any-capture",
        "--b=drop-mate=king-only",
        "--position=kg3/2G2/GG3/5/5/4K b P",
        "--json",
    ]);
    let difference = &value["difference"];
    assert_eq!((status, &difference["turns"]), (1, &json!([])));
    let only = difference["sides"][0]["only"].as_array().unwrap();
    assert_eq!((only.len(), &only[0]["act"]), (1, &json!("P*a5")));
    assert_eq!(only[0]["refused"]["by"], "forbid.drop-mate");
    assert_eq!(difference["sides"][1]["only"], json!([]));
}

/// The French asks whether any piece can take the dropped kodama, the English looks at the koropokkuru alone: nothing
/// else parts the two booklets, and not before a kodama can be dropped in front of a koropokkuru that cannot move.
#[test]
fn the_editions_of_a_booklet_part_in_front_of_the_koropokkuru() {
    let (status, value) = json(&["diff", "yokai_5x6@fr", "yokai_5x6@en", "--json"]);
    let difference = &value["difference"];
    assert_eq!(status, 1, "{value}");
    assert_eq!(difference["turns"].as_array().unwrap().len(), 6, "{value}");
    let only = difference["sides"][0]["only"].as_array().unwrap();
    assert_eq!((only.len(), &only[0]["act"]), (1, &json!("P*c5")));
    assert_eq!(only[0]["refused"]["by"], "forbid.drop-mate");
    assert_eq!(difference["sides"][1]["only"], json!([]));
}

#[test]
fn turns_of_several_acts_part_inside_of_a_turn() {
    let [a, b] = ["mode=arashi", "mode=shizukana"].map(|it| variant("sensei", &[it]));
    let found = witness(compare(a.clone(), b));
    assert_eq!((found.turns.len(), found.only[0].len()), (0, 24));
    let once = parsed(
        "koma = 1\nextends = \"sensei\"\nturn.play.acts = \"any of move stone once, move character once\"\n",
    );
    let found = witness(compare(a, once));
    assert_eq!(found.turns, ["a1a2,"]);
    assert!(found.is_turn_open() && found.shortest);
    assert!(found.only[0].iter().any(|it| it.act == "a2a3"));
    assert!(found.only[0].iter().all(|it| it.refusal.by == "turn.play"));
}

#[test]
fn repetition_is_seen_in_circles() {
    let reading = |it: &str| variant("yokai_3x4", &[&format!("repetition={it}")]);
    // Two rounds of four turns, and no fewer can be.
    let found = witness(compare(reading("third"), reading("fourth")));
    assert_eq!((found.turns.len(), found.shortest), (8, true));
    let said = found.outcomes[0].as_ref().unwrap().to_string();
    assert_eq!(said, "draw by repetition");
    assert!(found.outcomes[1].is_none());
    // Three returns, but not all by the same way.
    let found = witness(compare(reading("fourth"), reading("to-and-fro")));
    assert_eq!((found.turns.len(), found.shortest), (12, true));
    assert_ne!(found.turns[..4], found.turns[4..8]);
    // A turn that takes back what it did brings the board back after two turns.
    let draw = variant("sensei", &["repetition=draw"]);
    let found = witness(compare(variant("sensei", &[]), draw));
    assert_eq!((found.turns.len(), found.shortest), (4, true));
    // A rule that neither search nor repetition from the start can show, but games by chance may.
    let perpetual = parsed("koma = 1\nextends = \"mini_shogi\"\nend.perpetual = false\n");
    let position = variant("mini_shogi", &[])
        .read_position("4k/5/5/4R/K4 b -")
        .unwrap();
    let finding = diff::diff(
        [variant("mini_shogi", &[]), perpetual],
        &[],
        Some(&position),
        &bounds(),
        &Patient,
    );
    let found = witness(finding.unwrap());
    let said = found
        .outcomes
        .each_ref()
        .map(|it| it.as_ref().unwrap().by());
    assert_eq!(said, ["perpetual", "repetition"]);
}

#[test]
fn the_same_rules_need_no_search() {
    let text = koma::shipped::variant("yokai_3x4").unwrap();
    let finding = compare(variant("yokai_3x4", &[]), parsed(text));
    assert!(matches!(finding.verdict, Verdict::Same));
    assert_eq!(finding.searched.positions, 0);
    // Nobody is ever without an act here, as far as the bound goes.
    let draw = parsed("koma = 1\nextends = \"yokai_3x4\"\nend.stalemate.result = \"draw\"\n");
    let finding = compare(variant("yokai_3x4", &[]), draw);
    assert!(matches!(finding.verdict, Verdict::Alike));
    assert_eq!(finding.searched.depth, Some(6));
    assert!(!finding.searched.complete && !finding.searched.but_history);
}

#[test]
fn a_small_game_is_compared_whole() {
    let small = |result: &str| {
        parsed(&format!(
            "koma = 1\ngame.name = \"race\"\nboard.size = \"1x6\"\nboard.turned = \"half-turn\"\n\
             board.start = \"k/1/1/1/1/K\"\nturn.play.acts = \"one of move, pass\"\n\
             pieces.king = {{ letter = \"K\", moves = \"step forward onto empty\" }}\n\
             end.never = {{ when = \"no own\", result = \"{result}\" }}\n"
        ))
    };
    let finding = compare(small("draw"), small("own wins"));
    assert!(matches!(finding.verdict, Verdict::Alike));
    assert!(finding.searched.complete);
    assert_eq!(finding.searched.games, 0);
}

/// The first game of so many acts, in the order of A's acts, after which two games differ: by the plain definition.
fn plainly(a: &Game, b: &Game, acts: u32) -> Option<Vec<String>> {
    let outcomes = [a, b].map(|it| it.outcome().map(|it| (it.winner, it.path)));
    let [mine, theirs] = [a, b].map(|game| {
        let acts = game.acts().into_iter().map(|it| game.write(it));
        acts.collect::<Vec<_>>()
    });
    if acts == 0 {
        let differ = outcomes[0] != outcomes[1] || {
            let [mut mine, mut theirs] = [mine, theirs];
            mine.sort();
            theirs.sort();
            mine != theirs
        };
        return differ.then(Vec::new);
    }
    for act in &mine {
        let [mut a, mut b] = [a.clone(), b.clone()];
        a.play_text(act).unwrap();
        b.play_text(act).unwrap();
        if let Some(mut rest) = plainly(&a, &b, acts - 1) {
            rest.insert(0, act.clone());
            return Some(rest);
        }
    }
    None
}

#[test]
fn the_search_finds_what_the_plain_definition_finds() {
    let cases = [
        ("yokai_3x4", "try=refused"),
        ("yokai_3x4", "try=always"),
        ("yokai_3x4", "try=none"),
        ("yokai_3x4", "promotion=optional"),
        ("yokai_5x6", "exposure=refused"),
        ("mini_shogi", "stalemate=loss"),
    ];
    for (name, set) in cases {
        let [a, b] = [variant(name, &[]), variant(name, &[set])];
        let games = [&a, &b].map(Game::new);
        let plain = (0..=5 - 2 * u32::from(name != "yokai_3x4"))
            .find_map(|acts| plainly(&games[0], &games[1], acts));
        match compare(a, b).verdict {
            Verdict::Different(found) => assert_eq!(Some(found.turns), plain, "{set}"),
            _ => assert_eq!(plain, None, "{set}"),
        }
    }
}

#[test]
fn threads_and_mirrors_do_not_change_the_answer() {
    let [a, b] = ["goal=mate", "goal=capture"].map(|it| variant("yokai_5x6", &[it]));
    let with = |threads| {
        let bounds = Bounds {
            threads,
            ..bounds()
        };
        let finding = diff::diff([a.clone(), b.clone()], &[], None, &bounds, &Patient).unwrap();
        assert!(finding.searched.mirrored);
        (finding.searched, witness(finding).turns)
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
    let kinds = Kinds::between(a.sheet(), b.sheet(), &[]).unwrap();
    let sides = Sides {
        variants: [a.clone(), b.clone()],
        kinds,
        compares_positions: false,
    };
    let root = sides.pair(None).unwrap().without_history();
    let [folded, plain] =
        [true, false].map(|it| search::search(&sides, &root, it, &Bounds::default(), &Patient));
    assert_eq!(folded.game, plain.game);
    assert!(folded.game.is_some() && folded.positions < plain.positions);
}

/// The same position with left and right changed.
fn mirrored(variant: &Variant, setup: &Setup) -> Setup {
    let board = variant.sheet().geometry;
    let other = |it: usize| {
        let square = Square(it as u16);
        board.square(board.files - 1 - board.file(square), board.rank(square))
    };
    let cells = (0..setup.cells.len()).map(|it| setup.cells[other(it).index()].clone());
    Setup {
        cells: cells.collect(),
        ..setup.clone()
    }
}

#[test]
fn keys_tell_positions_apart() {
    for name in ["yokai_3x4", "sensei", "mini_shogi", "shogi"] {
        let variant = variant(name, &[]);
        let mut dice = fastrand_like(7);
        let mut known: std::collections::BTreeMap<u128, String> = Default::default();
        for _ in 0..20 {
            let mut game = Game::new(&variant);
            for _ in 0..60 {
                let acts = game.acts();
                if acts.is_empty() {
                    break;
                }
                game.play_unchecked(acts[dice(acts.len())]);
                // Acts that are left say what of a turn is spent.
                let left = game.acts().into_iter().map(|it| game.write(it));
                let text = format!("{} {}", game.position(), Vec::from_iter(left).join(" "));
                let [key, mirror] = game.keys();
                if game.outcome().is_none() {
                    let before = known.insert(key, text.clone());
                    assert!(before.is_none_or(|it| it == text));
                }
                if !game.is_turn_open() {
                    let other = Game::from_setup(&variant, &mirrored(&variant, &game.setup()));
                    assert_eq!(other.keys(), [mirror, key], "{text}");
                }
            }
        }
        let mut texts: Vec<&String> = known.values().collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), known.len(), "{name}");
    }
}

/// Numbers by chance, the same in every run.
fn fastrand_like(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(99);
        (state >> 33) as usize % below
    }
}

#[test]
fn letters_may_differ() {
    let text = koma::shipped::variant("yokai_3x4").unwrap();
    let renamed = text
        .replace("tkf/1p1/1P1/FKT", "gle/1c1/1C1/ELG")
        .replace("\"K\"", "\"L\"")
        .replace("\"F\"", "\"E\"")
        .replace("\"T\"", "\"G\"")
        .replace("\"P\"", "\"C\"")
        .replace("\"+P\"", "\"H\"");
    let finding = compare(variant("yokai_3x4", &[]), parsed(&renamed));
    assert!(matches!(finding.verdict, Verdict::Same));
    assert_ne!(finding.fingerprints[0], finding.fingerprints[1]);
    assert_eq!(finding.renamed.len(), 5);
    // The promoted piece is found by what it comes from, and its letter is A's in the report.
    let weaker = renamed.replace("step any except backward-diagonal", "step orthogonal");
    let found = witness(compare(variant("yokai_3x4", &[]), parsed(&weaker)));
    assert!(found.shortest && !found.only[0].is_empty(), "{found:?}");
    // What was given counts first.
    let given = [("K".to_owned(), "E".to_owned())];
    let [a, b] = [text, &renamed].map(parsed);
    let kinds = Kinds::between(a.sheet(), b.sheet(), &given).unwrap();
    assert!(kinds.renamed(a.sheet(), b.sheet()).contains(&given[0]));
    assert!(Kinds::between(a.sheet(), b.sheet(), &[("K".into(), "Z".into())]).is_err());
}

/// A scenario as `--emit` prints it, in a rulebook of its own.
fn scenario(block: &str) -> koma::book::Scenario {
    let book = format!(
        "rulebook = 1\nvariant = \"test\"\ntitle = \"test\"\n[[clause]]\nid = \"1\"\nsays = \"it\"\n{block}"
    );
    let book = Rulebook::parse("test", &book).unwrap_or_else(|report| panic!("{block}\n{report}"));
    book.clauses[0].scenarios[0].clone()
}

#[test]
fn a_difference_becomes_a_scenario() {
    let cases: [(&str, &str, &str, Option<&str>); 7] = [
        ("yokai_3x4", "promotion=forced", "promotion=optional", None),
        ("yokai_3x4", "promotion=optional", "promotion=forced", None),
        ("yokai_3x4", "try=arrival", "try=standing", None),
        ("yokai_3x4", "try=survival", "try=refused", None),
        ("yokai_3x4", "repetition=third", "repetition=fourth", None),
        ("sensei", "mode=shizukana", "mode=arashi", None),
        (
            "yokai_5x6",
            "drop-mate=king-only",
            "drop-mate=any-capture",
            Some("kg3/2G2/GG3/5/5/4K b P"),
        ),
    ];
    for (name, a, b, position) in cases {
        let mut args = vec!["diff", name, "--a", a, "--b", b, "--emit"];
        if let Some(position) = position {
            args.extend(["--position", position]);
        }
        let run = koma(&args);
        assert_eq!(run.status, 1, "{}", run.stderr);
        assert!(run.stderr.contains("different "), "{}", run.stderr);
        let mut scenario = scenario(&run.stdout);
        let document = Document::open(name).unwrap();
        let mut replay = Replay::new(&document);
        assert_eq!(replay.one(&scenario), Ok(()), "{}", run.stdout);
        scenario.picks = Picks::parse(&[b], None).unwrap();
        assert!(replay.one(&scenario).is_err(), "{}", run.stdout);
    }
    // An edition is named, and what lies inside of a turn is played there.
    let run = koma(&["diff", "yokai_3x4@en", "yokai_3x4@fr", "--emit"]);
    assert_eq!(scenario(&run.stdout).picks.edition.as_deref(), Some("en"));
    assert_eq!(koma(&["diff", "sensei", "sensei", "--emit"]).stdout, "");
}

#[test]
fn games_by_chance_are_the_same_for_the_same_seed() {
    let args = |seed: &'static str| {
        let depth = "--depth=2";
        let games = "--games=400";
        let b = "--b=try=none";
        // From a position that is given, no other is looked at.
        let start = "--position=tkf/1p1/1P1/FKT b -";
        koma(&[
            "diff",
            "yokai_3x4",
            start,
            b,
            depth,
            games,
            "--seed",
            seed,
            "--json",
        ])
    };
    let (one, again, other) = (args("1"), args("1"), args("2"));
    assert_eq!((one.status, &one.stdout), (1, &again.stdout));
    assert_ne!(one.stdout, other.stdout);
    let value: Value = serde_json::from_str(&one.stdout).unwrap();
    assert_eq!(value["difference"]["shortest"], false);
    assert_eq!(value["searched"]["depth"], 2);
    // Most of a game by chance is left out.
    let turns = value["difference"]["turns"].as_array().unwrap().len();
    assert!(turns <= 15, "{turns} turns");
}

/// What no search comes to stands in the rulebook, and a game leads there.
#[test]
fn a_position_of_the_rulebook_leads_to_what_lies_too_deep() {
    for (set, rule) in [
        ("passed=void", "end.antijeu"),
        ("blocked=draw", "end.stalemate"),
    ] {
        let b = format!("--b={set}");
        let args = ["diff", "sensei", &b, "--depth=1", "--games=0"];
        let (status, value) = json(&[&args[..], &["--json"]].concat());
        let difference = &value["difference"];
        assert_eq!((status, &value["searched"]["depth"]), (1, &json!(1)));
        // A game from the start, and nothing is said of shorter ones.
        assert_eq!(difference["shortest"], false, "{set}");
        assert_eq!(difference["from"], Value::Null, "{set}");
        let rules = [0, 1].map(|it| difference["sides"][it]["rule"].clone());
        assert!(rules.contains(&json!(rule)), "{set}: {rules:?}");
        let run = koma(&[&args[..], &["--emit"]].concat());
        assert!(
            run.stderr.contains("the shortest game found"),
            "{}",
            run.stderr
        );
        let mut scenario = scenario(&run.stdout);
        let document = Document::open("sensei").unwrap();
        let mut replay = Replay::new(&document);
        assert_eq!(replay.one(&scenario), Ok(()), "{}", run.stdout);
        scenario.picks = Picks::parse(&[set], None).unwrap();
        assert!(replay.one(&scenario).is_err(), "{}", run.stdout);
    }
}

/// Where no game is found, the position alone is told, and that no game was.
#[test]
fn a_position_without_a_game_is_called_no_game() {
    let b = "stalemate=draw";
    let args = ["diff", "mini_shogi", "--b", b, "--depth=1", "--games=0"];
    let (status, value) = json(&[&args[..], &["--json"]].concat());
    let difference = &value["difference"];
    assert_eq!((status, &value["searched"]["depth"]), (1, &json!(1)));
    assert_eq!(difference["shortest"], false);
    assert!(difference["from"]["clause"].is_string(), "{difference}");
    let run = koma(&args);
    assert!(
        run.stdout
            .contains("no difference in all 15 positions to depth 1\n")
            && run.stdout.contains("no game that leads there was found\n"),
        "{}",
        run.stdout
    );
    let run = koma(&[&args[..], &["--emit"]].concat());
    let mut scenario = scenario(&run.stdout);
    assert_eq!(
        scenario.position.as_deref(),
        difference["from"]["position"].as_str()
    );
    let document = Document::open("mini_shogi").unwrap();
    let mut replay = Replay::new(&document);
    assert_eq!(replay.one(&scenario), Ok(()), "{}", run.stdout);
    scenario.picks = Picks::parse(&[b], None).unwrap();
    assert!(replay.one(&scenario).is_err(), "{}", run.stdout);
}

#[test]
fn wrong_usage_is_told() {
    let broken = "tests/cases/errors/ten_mistakes.toml";
    for args in [
        &["diff", "yokai_3x4"][..],
        &["diff", "yokai_3x4", "no_such_variant"],
        &["diff", "yokai_3x4", "--a", "try"],
        &["diff", "yokai_3x4", "--b", "try=sometimes"],
        &["diff", "yokai_3x4", broken],
        &["diff", "yokai_3x4", "yokai_3x4@en", "--map", "K=Z"],
        &["diff", "yokai_3x4", "yokai_3x4@en", "--map", "K"],
        &["diff", "yokai_3x4", "yokai_3x4@en", "--map", "K=F,T=F"],
        &["diff", "yokai_3x4", "yokai_3x4@en", "--position", "\u{1b}"],
        &["diff", "yokai_3x4", "yokai_3x4@en", "--emit", "--json"],
    ] {
        let run = koma(args);
        assert_eq!(run.status, 2, "{args:?}: {} {}", run.stdout, run.stderr);
        assert!(!run.stderr.is_empty() && run.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn bounds_hold() {
    let run = koma(&[
        "diff",
        "mini_shogi",
        "--b=stalemate=draw",
        "--seconds=0",
        "--json",
    ]);
    let value: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.status, &value["verdict"]), (0, &json!("alike")));
    assert_eq!(value["searched"]["games"], 0);
    // On a board without chasms these two readings are the same.
    let front = "--b=contact=front";
    let run = koma(&["diff", "sensei", front, "--depth=3", "--games=3"]);
    assert_eq!(run.status, 0);
    let proven = "positions to depth 3; none in 3 games by chance; none from ";
    assert!(
        run.stdout.contains(proven) && run.stdout.ends_with(" positions of the rulebook\n"),
        "{}",
        run.stdout
    );
    for (positions, depth) in [("1", "0"), ("15", "1"), ("16", "2")] {
        let args = ["diff", "mini_shogi", "--b=stalemate=draw", "--games=0"];
        // From a position that is given, no other is looked at.
        let start = "--position=rbsgk/4p/5/P4/KGSBR b -";
        let run = koma(&[&args[..], &[start, "--positions", positions]].concat());
        let said = format!("to depth {depth}\n");
        assert!(run.stdout.ends_with(&said), "{positions}: {}", run.stdout);
    }
}
