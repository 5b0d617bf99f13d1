//! Solved games, held against a slow solver that knows positions as text, and against published figures.

use std::collections::HashMap;

use koma::board::Player;
use koma::check::Picks;
use koma::play::{Game, Variant};
use koma_lab::solve::{Limits, Table, Unreadable, Value, Watch, estimate, solve};

struct Quiet;

impl Watch for Quiet {
    fn reaching(&self, _: u64, _: u64) {}
    fn counting(&self, _: u64, _: u64) {}
    fn round(&self, _: u16, _: u64, _: u64) {}
    fn stops(&self) -> bool {
        false
    }
}

const LIMITS: Limits = Limits {
    memory: 1 << 30,
    threads: 2,
    depth: None,
};

/// Two kings, two men that are captured, dropped and promoted, on nine squares.
const TINY: &str = r#"
koma = 1
game.name      = "Tiny"
board.size     = "3x3"
board.turned   = "half-turn"
board.start    = "1kp/3/PK1"
turn.play.acts = "one of move, drop"
capture.to     = "hand"
promote.far.may = "move to last rank"
[pieces]
king = { letter = "K", moves = "step any" }
man  = { letter = "P", moves = "step forward or forward-left", becomes = "lord" }
lord = { letter = "+P", moves = "step orthogonal", in_hand_as = "man" }
[end]
capture   = { when = "move capturing king", result = "own wins" }
stalemate = { when = "enemy cannot act", result = "own wins" }
again     = { when = "repeated 3 times", result = "draw" }
"#;

/// Three pawns each that capture aslant: the first to reach the far rank, or to leave the enemy without a move, wins.
const PAWNS: &str = r#"
koma = 1
game.name      = "Pawns"
board.size     = "3x3"
board.turned   = "half-turn"
board.start    = "ppp/3/PPP"
turn.play.acts = "one of move"
pieces.pawn    = { letter = "P", moves = "step forward onto empty, step forward-diagonal onto enemy" }
[end]
far   = { when = "move to last rank", result = "own wins" }
stuck = { when = "enemy cannot act", result = "own wins" }
"#;

fn variant(text: &str) -> Variant {
    Variant::parse("test.toml", text, &Picks::default()).unwrap_or_else(|it| panic!("{it}"))
}

/// Every position that can be reached, as text, with where its acts lead.
enum Slow {
    To(String),
    Over(Option<Player>),
}

/// Values by going over all positions again and again until nothing changes: no index, no rounds, no symmetry.
fn slow(variant: &Variant) -> HashMap<String, Option<(Player, u32)>> {
    let start = Game::new(variant).position();
    let mut acts: HashMap<String, (Player, Vec<Slow>)> = HashMap::new();
    let mut todo = vec![start];
    while let Some(position) = todo.pop() {
        if acts.contains_key(&position) {
            continue;
        }
        let game = Game::from_position(variant, &position)
            .unwrap()
            .without_history();
        let mover = game.to_move();
        let mut leads = Vec::new();
        for act in game.acts() {
            let mut next = game.clone();
            next.play_unchecked(act);
            leads.push(match next.outcome() {
                Some(outcome) => Slow::Over(outcome.winner),
                None => Slow::To(next.position()),
            });
        }
        if leads
            .iter()
            .any(|it| matches!(it, Slow::Over(Some(winner)) if *winner == mover))
        {
            leads.retain(|it| matches!(it, Slow::Over(Some(winner)) if *winner == mover));
        }
        todo.extend(leads.iter().filter_map(|it| match it {
            Slow::To(position) => Some(position.clone()),
            Slow::Over(_) => None,
        }));
        acts.insert(position, (mover, leads));
    }
    let mut values: HashMap<String, Option<(Player, u32)>> =
        acts.keys().map(|it| (it.clone(), None)).collect();
    for turns in 1.. {
        let mut found = Vec::new();
        for (position, (mover, leads)) in &acts {
            if values[position].is_some() {
                continue;
            }
            let known: Vec<Option<Player>> = leads
                .iter()
                .map(|it| match it {
                    Slow::Over(winner) => *winner,
                    Slow::To(position) => values[position].map(|it| it.0),
                })
                .collect();
            if known.contains(&Some(*mover)) {
                found.push((position.clone(), *mover));
            } else if !known.is_empty() && known.iter().all(|it| *it == Some(mover.other())) {
                found.push((position.clone(), mover.other()));
            }
        }
        if found.is_empty() {
            return values;
        }
        for (position, winner) in found {
            values.insert(position, Some((winner, turns)));
        }
    }
    unreachable!("the rounds end when nothing is found")
}

#[track_caller]
fn agrees(text: &str) -> (Table, Game) {
    let variant = variant(text);
    let game = Game::new(&variant);
    let table = solve(&game, &LIMITS, &Quiet).unwrap();
    let slow = slow(&variant);
    assert!(slow.len() > 20, "{}", slow.len());
    for (position, value) in &slow {
        let game = Game::from_position(&variant, position).unwrap();
        let mover = game.to_move();
        let expected = match value {
            None => Value::Draw,
            Some((winner, turns)) if *winner == mover => Value::Win(*turns as u16),
            Some((_, turns)) => Value::Loss(*turns as u16),
        };
        assert_eq!(table.value(&game), Some(expected), "{position}");
    }
    (table, game)
}

#[test]
fn numbered_positions_have_the_values_of_a_slow_solver() {
    let (_, game) = agrees(TINY);
    assert!(
        estimate(&game).numbers.is_some(),
        "the men move in the usual way"
    );
    assert!(!estimate(&game).is_mirrored, "a man looks to its left");
    agrees(&TINY.replace(" or forward-left", ""));
    agrees(&TINY.replace("one of move, drop", "one of move"));
    agrees(
        &TINY
            .replace("capture.to     = \"hand\"", "")
            .replace(", in_hand_as = \"man\"", "")
            .replace("one of move, drop", "one of move"),
    );
}

#[test]
fn listed_positions_have_the_values_of_a_slow_solver() {
    agrees(&TINY.replace("one of move, drop", "one of move, drop, pass"));
    let (table, game) = agrees(PAWNS);
    assert!(
        estimate(&game).numbers.is_none(),
        "a pawn captures otherwise than it moves"
    );
    // Martin Gardner's game of 3 by 3 pawns: the second player wins.
    assert!(matches!(table.value(&game), Some(Value::Loss(_))));
}

/// The figures that solvers written for this one game have published for the game without drops.
#[test]
fn a_shipped_game_without_drops_is_the_published_draw() {
    let text = "koma = 1\nextends = \"yokai_3x4\"\ngame.name = \"No drops\"\nturn.play.acts = \"one of move\"\ncapture = false\n";
    let game = Game::new(&variant(text));
    let table = solve(&game, &LIMITS, &Quiet).unwrap();
    let sums = table.sums();
    assert_eq!((sums.reached, sums.longest), (797_658, 37));
    assert_eq!(table.value(&game), Some(Value::Draw));
}

#[test]
fn a_rule_of_history_that_decides_is_named() {
    let text = TINY.replace("result = \"draw\"", "result = \"enemy wins\"");
    let game = Game::new(&variant(&text));
    let failure = solve(&game, &LIMITS, &Quiet).unwrap_err();
    assert_eq!(format!("{failure:?}"), "History(\"end.again\")");
}

#[test]
fn a_table_is_read_again_and_others_are_refused() {
    for text in [TINY, PAWNS] {
        let (table, game) = agrees(text);
        let mut bytes = Vec::new();
        table.write(&mut bytes).unwrap();
        let again = Table::read(&bytes[..], &game, 1 << 30).unwrap();
        assert_eq!(again.checksum(), table.checksum());
        assert_eq!(again.value(&game), table.value(&game));
        let other = Game::new(&variant(&text.replace("last rank", "last 2 ranks")));
        assert!(matches!(
            Table::read(&bytes[..], &other, 1 << 30),
            Err(Unreadable::OtherRules(_))
        ));
        assert_eq!(
            Table::read(&b"koma = 1"[..], &game, 1 << 30).unwrap_err(),
            Unreadable::NoTable
        );
        assert!(matches!(
            Table::read(&bytes[..], &game, 10),
            Err(Unreadable::TooLarge(_))
        ));
        for at in (0..bytes.len()).step_by(bytes.len() / 12 + 1) {
            assert!(
                Table::read(&bytes[..at], &game, 1 << 30).is_err(),
                "torn at {at}"
            );
            let mut altered = bytes.clone();
            altered[at] ^= 0x10;
            // Either it is refused, or what was altered says nothing: a title, or a bit that compression does not use.
            if let Ok(read) = Table::read(&altered[..], &game, 1 << 30) {
                assert_eq!(read.checksum(), table.checksum(), "altered at {at}");
            }
        }
    }
}

/// Broken off again and again, at every place where the state can be kept: it ends with the same values.
#[test]
fn a_run_that_is_broken_off_goes_on() {
    use std::io::Write;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Lets some places pass, then keeps the state and stops.
    struct Breaks {
        left: AtomicU32,
        kept: Mutex<Vec<u8>>,
    }

    impl Watch for Breaks {
        fn reaching(&self, _: u64, _: u64) {}
        fn counting(&self, _: u64, _: u64) {}
        fn round(&self, _: u16, _: u64, _: u64) {}
        fn stops(&self) -> bool {
            self.left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1))
                .is_err()
        }
        fn keep(&self, write: &dyn Fn(&mut dyn Write) -> std::io::Result<()>) {
            let mut kept = Vec::new();
            write(&mut kept).unwrap();
            *self.kept.lock().unwrap() = kept;
        }
    }

    let variant = variant(TINY);
    let game = Game::new(&variant);
    let whole = solve(&game, &LIMITS, &Quiet).unwrap();
    let mut dice = fastrand::Rng::with_seed(7);
    let (mut kept, mut breaks) = (Vec::new(), 0);
    let table = loop {
        let watch = Breaks {
            left: AtomicU32::new(dice.u32(2..40)),
            kept: Mutex::new(kept.clone()),
        };
        let run = match kept.is_empty() {
            true => solve(&game, &LIMITS, &watch),
            false => koma_lab::solve::resume(&game, &kept[..], &LIMITS, &watch).unwrap(),
        };
        kept = watch.kept.into_inner().unwrap();
        match run {
            Ok(table) => break table,
            Err(_) => breaks += 1,
        }
        assert!(breaks < 2000, "it never ends");
    };
    assert!(breaks > 3, "{breaks}");
    assert_eq!(table.checksum(), whole.checksum());
    assert_eq!(table.sums(), whole.sums());
    // A state that is torn, altered or of another game is refused.
    for at in [0, 10, kept.len() / 2, kept.len() - 1] {
        assert!(koma_lab::solve::resume(&game, &kept[..at], &LIMITS, &Quiet).is_err());
        let mut altered = kept.clone();
        altered[at] ^= 1;
        assert!(
            koma_lab::solve::resume(&game, &altered[..], &LIMITS, &Quiet).is_err(),
            "{at}"
        );
    }
}
