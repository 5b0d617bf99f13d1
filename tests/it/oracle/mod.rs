//! The engine against the plain definition of [`slow`]: random games in which both list the same acts, reach the same
//! positions and end by the same rule, and in which every act not listed is refused by a rule.
//!
//! Games are played in every shipped variant with every combination of its choices, in a few odd variants that use what
//! the shipped ones do not, and in variants made of random sentences. Set `SLOW_TESTS` to play twenty times as many.

mod invented;
mod slow;

use fastrand::Rng;
use koma::board::diagram::{Letters, Piece};
use koma::board::{Owner, Player, Square};
use koma::check::sheet::{Kind, Setup};
use koma::check::{Document, Picks, Sheet, limits};

use slow::Slow;

#[test]
fn every_shipped_variant_plays_as_defined() {
    std::thread::scope(|threads| {
        for name in koma::shipped::names() {
            threads.spawn(move || plays_as_defined(name));
        }
    });
}

#[test]
fn odd_variants_play_as_defined() {
    std::thread::scope(|threads| {
        for (name, text) in ODD {
            threads.spawn(move || plays_as_defined(&odd_file("plays", name, text)));
        }
    });
}

#[test]
fn invented_variants_play_as_defined() {
    let n_variants = 500 * times();
    let mut n_played = 0;
    for seed in 0..n_variants as u64 {
        let text = invented::variant(seed);
        let path = odd_file("plays", "invented", &text);
        // Now and then a random sentence breaks a rule of the language.
        if Document::open(&path)
            .and_then(|it| it.sheet(&Picks::default()))
            .is_err()
        {
            continue;
        }
        let case = Case {
            label: format!("seed {seed}\n{text}"),
            ..Case::open(&path, &[])
        };
        let mut rng = Rng::with_seed(seed);
        for _ in 0..12 {
            let start = case.letters().write_position(&case.scattered(&mut rng));
            case.play(&start, &mut rng, 8);
        }
        n_played += 1;
    }
    assert!(
        n_played > n_variants / 2,
        "only {n_played} of {n_variants} load"
    );
}

#[test]
fn what_is_not_listed_is_refused_by_a_rule() {
    let odd = ODD
        .iter()
        .map(|(name, text)| odd_file("refuses", name, text));
    for name in koma::shipped::names().map(str::to_owned).chain(odd) {
        let case = Case::open(&name, &[]);
        let mut rng = Rng::with_seed(11);
        for n in 0..6 * times() {
            let start = case.some_start(&mut rng, n);
            case.refuses(&start, &mut rng, 12);
        }
    }
}

/// How many times the usual number of games is played.
fn times() -> usize {
    if std::env::var_os("SLOW_TESTS").is_some() {
        20
    } else {
        1
    }
}

/// Plays a variant in every combination of its choices, for a number of acts that suits the size of its board.
#[track_caller]
fn plays_as_defined(name: &str) {
    let document = Document::open(name).unwrap_or_else(|report| panic!("{report}"));
    let combinations = document.choices.combinations(limits::COMBINATIONS);
    for choice in &document.choices.all {
        for it in &choice.choices {
            let picked = (choice.name.clone(), it.clone());
            assert!(
                combinations.iter().any(|made| made.contains(&picked)),
                "{name}: {picked:?} is never possible"
            );
        }
    }
    for (i, made) in combinations.iter().enumerate() {
        let case = Case::open(name, made);
        // The plain definition takes time by the square of the number of squares.
        let per_variant = 4_000_000 / case.sheet().geometry.n_squares().pow(2);
        let mut left = (per_variant / combinations.len()).max(160) * times();
        let mut rng = Rng::with_seed(i as u64);
        let mut n = i;
        while left > 0 {
            let start = case.some_start(&mut rng, n);
            let (played, last) = case.play(&start, &mut rng, left.min(30));
            // What was reached is also loaded: judged at once, and with no history.
            let (again, _) = case.play(&last, &mut rng, left.min(4));
            left = left.saturating_sub(played + again + 1);
            n += 1;
        }
    }
}

// ---- the engine's API: all that these tests know of it ----

/// A variant with its choices made.
struct Case {
    label: String,
    variant: koma::Variant,
}

/// What is compared after each act.
#[derive(PartialEq, Eq)]
struct Seen {
    position: String,
    acts: Vec<String>,
    outcome: Option<(Option<Player>, String)>,
}

impl Seen {
    /// Whether all is the same. Whose turn it would be in a finished game is nobody's concern.
    fn agrees(&self, other: &Seen) -> bool {
        let side = |it: &Seen| it.position.split(' ').nth(1).map(str::to_owned);
        let rest = |it: &Seen| {
            it.position
                .split(' ')
                .step_by(2)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        self.acts == other.acts
            && self.outcome == other.outcome
            && rest(self) == rest(other)
            && (self.outcome.is_some() || side(self) == side(other))
    }
}

impl Case {
    /// Loads a variant, by name or path.
    fn open(name: &str, made: &[(String, String)]) -> Case {
        let picks = Picks {
            edition: None,
            sets: made.to_vec(),
        };
        let variant = koma::Variant::open(name, &picks)
            .unwrap_or_else(|report| panic!("{name} {made:?}: {report}"));
        let sets: Vec<String> = made
            .iter()
            .map(|(name, choice)| format!("{name}={choice}"))
            .collect();
        Case {
            label: format!("{name} {}", sets.join(" ")),
            variant,
        }
    }

    /// The definition that both sides play.
    fn sheet(&self) -> &Sheet {
        self.variant.sheet()
    }

    /// The engine's game from a position.
    fn engine(&self, position: &str) -> koma::Game {
        koma::Game::from_position(&self.variant, position)
            .unwrap_or_else(|wrong| panic!("{}: `{position}`: {wrong:?}", self.label))
    }

    /// What the engine says.
    fn engine_sees(&self, game: &koma::Game) -> Seen {
        let mut acts: Vec<String> = game.acts().into_iter().map(|act| game.write(act)).collect();
        acts.sort();
        let outcome = game
            .outcome()
            .map(|it| (it.winner, self.sheet().rule(it.rule).path.clone()));
        Seen {
            position: game.position(),
            acts,
            outcome,
        }
    }

    /// Has the engine play a listed act.
    fn engine_plays(&self, game: &mut koma::Game, text: &str) {
        let act = game
            .acts()
            .into_iter()
            .find(|act| game.write(*act) == text)
            .expect("the act is listed");
        if let Err(refusal) = game.play(act) {
            panic!(
                "{}: `{text}` at `{}` is listed and refused: {refusal:?}",
                self.label,
                game.position()
            );
        }
    }

    /// The path of the rule that refuses an act (empty if none is named); `None` if the act is played.
    fn engine_refuses(&self, game: &mut koma::Game, text: &str) -> Option<String> {
        game.play_text(text).err().map(|refusal| refusal.by)
    }

    // ---- playing ----

    /// The plain game from a position.
    fn slow(&self, position: &str) -> Slow<'_> {
        let setup = self
            .letters()
            .position(position)
            .unwrap_or_else(|wrong| panic!("`{position}`: {wrong:?}"));
        Slow::new(self.sheet(), setup)
    }

    fn letters(&self) -> Letters {
        self.sheet().letters()
    }

    /// Plays at most so many random acts on both sides: how many were played, and the last position.
    fn play(&self, start: &str, rng: &mut Rng, most: usize) -> (usize, String) {
        let (mut game, mut slow) = (self.engine(start), self.slow(start));
        let (is_eager, goes_to_and_fro) = (rng.u8(..3) == 0, rng.bool());
        let mut played: Vec<String> = Vec::new();
        loop {
            let found = self.engine_sees(&game);
            let wanted = Seen {
                position: slow.position(),
                acts: slow.acts(),
                outcome: slow.outcome(),
            };
            assert!(
                found.agrees(&wanted),
                "{}",
                self.difference(start, &played, &found, &wanted)
            );
            if wanted.acts.is_empty() || played.len() == most {
                return (played.len(), wanted.position);
            }
            let back = played
                .len()
                .checked_sub(2)
                .and_then(|i| self.reversed(&played[i]));
            let back =
                back.filter(|it| goes_to_and_fro && rng.u8(..8) > 0 && wanted.acts.contains(it));
            let any = |rng: &mut Rng| wanted.acts[rng.usize(..wanted.acts.len())].clone();
            let act = match back {
                Some(act) => act,
                // Few replies: a check, a mate, the end.
                None if is_eager => (0..3)
                    .map(|_| any(rng))
                    .min_by_key(|act| slow.replies(act))
                    .expect("one of three"),
                None => any(rng),
            };
            self.engine_plays(&mut game, &act);
            slow.play(&act);
            played.push(act);
        }
    }

    /// Plays random acts; before each, tries acts that are not listed.
    fn refuses(&self, start: &str, rng: &mut Rng, most: usize) {
        let mut game = self.engine(start);
        for _ in 0..most {
            let seen = self.engine_sees(&game);
            for _ in 0..40 {
                let text = self.some_text(&seen.position, rng);
                if seen.acts.contains(&text) {
                    continue;
                }
                let place = format!("{}: `{text}` at `{}`", self.label, seen.position);
                match self.engine_refuses(&mut game, &text) {
                    None => panic!("{place} is not listed and yet played"),
                    Some(path) => assert!(!path.is_empty(), "{place} is refused by no rule"),
                }
                assert!(
                    self.engine_sees(&game) == seen,
                    "{place} is refused and yet changes the game"
                );
            }
            if seen.acts.is_empty() {
                break;
            }
            self.engine_plays(&mut game, &seen.acts[rng.usize(..seen.acts.len())]);
        }
    }

    /// Both sides' verdicts, and how they came about.
    fn difference(&self, start: &str, played: &[String], engine: &Seen, slow: &Seen) -> String {
        let only = |a: &Seen, b: &Seen| -> String {
            let only: Vec<&str> = a
                .acts
                .iter()
                .filter(|it| !b.acts.contains(it))
                .map(String::as_str)
                .collect();
            only.join(" ")
        };
        let told = |it: &Seen| {
            format!(
                "{}\n    {:?}\n    {}",
                it.position,
                it.outcome,
                it.acts.join(" ")
            )
        };
        format!(
            "the engine and the plain definition differ\n  {}\n  from   {start}\n  after  {}\n  engine {}\n  plain  {}\n  \
             only the engine: {}\n  only the plain: {}",
            self.label,
            played.join(" "),
            told(engine),
            told(slow),
            only(engine, slow),
            only(slow, engine)
        )
    }

    /// The text of the move that takes a plain move back.
    fn reversed(&self, text: &str) -> Option<String> {
        let sheet = self.sheet();
        let (_, n) = sheet.geometry.read(text, sheet.coordinates)?;
        let (_, m) = sheet.geometry.read(&text[n..], sheet.coordinates)?;
        (n + m == text.len()).then(|| format!("{}{}", &text[n..], &text[..n]))
    }

    // ---- random positions and texts ----

    /// The start, or a random position, turn and turn about.
    fn some_start(&self, rng: &mut Rng, n: usize) -> String {
        let setup = match n % 3 {
            0 => self.sheet().start.clone(),
            1 => self.shuffled(rng),
            _ => self.scattered(rng),
        };
        self.letters().write_position(&setup)
    }

    /// The pieces of the start on other squares, some of them taken or with another face.
    fn shuffled(&self, rng: &mut Rng) -> Setup {
        let sheet = self.sheet();
        let mut setup = self.empty(rng);
        let pieces: Vec<Piece> = sheet.start.cells.iter().flatten().copied().collect();
        let taken = rng.u8(..100);
        for (owner, kind) in pieces {
            let held = sheet.kinds[usize::from(kind)].in_hand_as;
            // A piece that has faces, or is one, may be taken: the others are those that games are about.
            let is_minor = held.0 != kind
                || sheet.kinds.iter().any(|it| it.becomes.contains(&held))
                || { !sheet.kinds[usize::from(kind)].becomes.is_empty() };
            if sheet.to_hand && is_minor && rng.u8(..100) < taken {
                setup.hands[rng.usize(..2)][held.index()] += 1;
                continue;
            }
            let becomes = &sheet.kinds[usize::from(kind)].becomes;
            let kind = if becomes.is_empty() || rng.u8(..3) > 0 {
                kind
            } else {
                becomes[rng.usize(..becomes.len())].0
            };
            let square = Square(rng.u16(..sheet.geometry.n_squares() as u16));
            self.put(&mut setup, square, (owner, kind));
        }
        setup
    }

    /// Any pieces anywhere.
    fn scattered(&self, rng: &mut Rng) -> Setup {
        let sheet = self.sheet();
        let mut setup = self.empty(rng);
        let density = rng.u8(5..50);
        for square in sheet.geometry.squares() {
            for _ in &sheet.layers {
                let kind = rng.usize(..sheet.kinds.len());
                if rng.u8(..100) < density {
                    let player = Player::BOTH[rng.usize(..2)];
                    let owner = if sheet.kinds[kind].neutral {
                        Owner::Nobody
                    } else {
                        Owner::Of(player)
                    };
                    self.put(&mut setup, square, (owner, kind as u8));
                }
            }
        }
        for kind in sheet.kinds.iter().filter(|it| sheet.to_hand && !it.neutral) {
            let n = rng.u16(..6).saturating_sub(3);
            setup.hands[rng.usize(..2)][kind.in_hand_as.index()] += n;
        }
        setup
    }

    /// An empty board, either player to move.
    fn empty(&self, rng: &mut Rng) -> Setup {
        let sheet = self.sheet();
        let hand = vec![0; sheet.kinds.len()];
        let cells = vec![Vec::new(); sheet.geometry.n_squares()];
        Setup {
            cells,
            hands: [hand.clone(), hand],
            side: Player::BOTH[rng.usize(..2)],
        }
    }

    /// Puts a piece on a square, unless its layer is taken there.
    fn put(&self, setup: &mut Setup, square: Square, piece: Piece) {
        let layer = |it: &Piece| self.sheet().kinds[usize::from(it.1)].layer;
        let cell = &mut setup.cells[square.index()];
        if !cell.iter().any(|it| layer(it) == layer(&piece)) {
            cell.push(piece);
            cell.sort_by_key(layer);
        }
    }

    /// The text of some act, well formed and seldom legal.
    fn some_text(&self, position: &str, rng: &mut Rng) -> String {
        let sheet = self.sheet();
        let setup = self
            .letters()
            .position(position)
            .expect("the engine writes positions");
        let any_square = |rng: &mut Rng| Square(rng.u16(..sheet.geometry.n_squares() as u16));
        let write = |it| sheet.geometry.write(it, sheet.coordinates);
        let any_letter = |rng: &mut Rng| loop {
            let kind = &sheet.kinds[rng.usize(..sheet.kinds.len())];
            if !kind.neutral {
                return kind.letter.as_str();
            }
        };
        match rng.u8(..10) {
            0 => "pass".to_owned(),
            1 => "end".to_owned(),
            2..4 => format!("{}*{}", any_letter(rng), write(any_square(rng))),
            n => {
                // Mostly from a square where the player to move has a piece.
                let own: Vec<Square> = sheet
                    .geometry
                    .squares()
                    .filter(|it| {
                        setup.cells[it.index()]
                            .iter()
                            .any(|it| it.0 == Owner::Of(setup.side))
                    })
                    .collect();
                let from = if n < 8 && !own.is_empty() {
                    own[rng.usize(..own.len())]
                } else {
                    any_square(rng)
                };
                let standing = setup.cells[from.index()]
                    .iter()
                    .filter(|it| it.0 == Owner::Of(setup.side));
                let standing: Vec<&Kind> =
                    standing.map(|it| &sheet.kinds[usize::from(it.1)]).collect();
                let kind = (!standing.is_empty()).then(|| standing[rng.usize(..standing.len())]);
                let prefix = kind
                    .filter(|_| standing.len() > 1)
                    .map_or("", |kind| kind.letter.as_str());
                // As acts are written: `+` where there is one other face, `=X` where there are several.
                let suffix = match (rng.u8(..3), kind) {
                    (1.., _) => String::new(),
                    (0, Some(kind)) if kind.becomes.len() > 1 => format!("={}", any_letter(rng)),
                    (0, _) => "+".to_owned(),
                };
                format!("{prefix}{}{}{suffix}", write(from), write(any_square(rng)))
            }
        }
    }
}

// ---- odd variants ----

/// Writes an odd variant to a file of its own, and gives the path.
fn odd_file(test: &str, name: &str, text: &str) -> String {
    let path = format!("{}/{test}_{name}.toml", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).expect("the folder of the tests is writable");
    path
}

/// Games that nobody plays: between them they use every word that the shipped variants leave out.
const ODD: [(&str, &str); 4] = [
    ("faces", FACES),
    ("storeys", STOREYS),
    ("ways", WAYS),
    ("tiny", TINY),
];

/// Several faces, drops as another kind, passing, a turn that depends, a breach that loses, a mirrored board.
const FACES: &str = r#"
koma = 1
game.name         = "Faces"
board.size        = "5x5"
board.turned      = "mirror"
board.start       = "kcn1p/2p2/5/2P2/KCN1P"
board.hands       = "PNpn"
board.coordinates = "usi"
board.sides       = "xo"
squares.camp      = "last 2 ranks"
squares.shelter   = "(next to own king) in not camp"
groups.minor      = "pawn or knight"
turn.rich         = { while = "own hand holds at least 4 minor", acts = "one of drop to first 3 ranks, move king" }
turn.play.acts    = "one of move, drop, pass"
capture.to        = "hand"
promote.camp      = { may = "move touching camp", must = "move to stuck" }
promote.strike    = { must = "move capturing minor", pieces = "chariot" }
[pieces]
king    = { letter = "K",  moves = "step any" }
pawn    = { letter = "P",  moves = "step forward onto empty, step forward-diagonal onto enemy", becomes = "gold or guard" }
knight  = { letter = "N",  moves = "leap forward (1,2)", becomes = "gold", drops_as = "knight or guard" }
chariot = { letter = "C",  moves = "slide orthogonal", becomes = "dragon or guard" }
gold    = { letter = "G",  moves = "step any except backward-diagonal", in_hand_as = "pawn" }
guard   = { letter = "+G", in_hand_as = "pawn", moves = """step forward-diagonal from first 2 ranks,
  step forward within files a..b, slide backward 2 through rank 4, step sideways onto (own king in file c)""" }
dragon  = { letter = "D~", moves = "as chariot, as king", in_hand_as = "chariot" }
[forbid]
self-check = { if = "some own king attacked by enemy" }
dead-drop  = { act = "drop to stuck" }
two-pawns  = { act = "drop pawn to file of 2 own pawn" }
retreat    = { act = "move king or gold to backward of origin", breach = "loses" }
shy        = { act = "move promoting from camp", if = "some target next to enemy king" }
smother    = { act = "drop", if = "enemy cannot act" }
drop-mate  = { act = "drop pawn or knight", if = "mate of enemy king" }
rash       = { act = "drop chariot", if = "mate of own king", breach = "loses" }
[end]
mate      = { when = "mate of enemy king", result = "own wins" }
stalemate = { when = "enemy cannot act", result = "draw" }
rich      = { for = "each", when = ["own hand holds at least 5 minor", "enemy hand holds nothing"], result = "enemy wins" }
home      = { for = "each", when = ["move king to first rank", "no own in enemy shelter"], result = "second wins" }
perpetual = { for = "each", when = ["repeated 3 times", "throughout some enemy king attacked by own"], result = "enemy wins" }
circle    = { when = "repeated 3 times in a row", result = "draw" }
again     = { when = "repeated 4 times", result = "first wins" }
[reading.safety]
clause  = "F-1"
default = "needed"
is.none = { forbid.self-check = false }
[reading.mate]
clause  = "F-2"
default = "any"
is.flight = { end.mate.when = "mate of enemy king answered only by move king or gold to not camp" }
"#;

/// Layers, neutral pieces that can be taken, turns of several acts, chains and lines, ends after an act.
const STOREYS: &str = r##"
koma = 1
game.name    = "Storeys"
board.size   = "5x5"
board.turned = "half-turn"
board.layers = ["ground", "men", "air"]
board.start  = "(mb)mlm(mb)/5/1*#*1/5/(MB)MLM(MB)"
squares.home = "first rank"
squares.road = "chain forward of (own man or any rock) from home"
turn.play.acts = "any of move man to enemy home once, move man twice, move bird once, move lord or bird once, drop once"
turn.tired     = { while = "at most 2 own", acts = "one of move, pass" }
capture.to     = "hand"
promote.wings  = { may = "move man from next to own bird capturing" }
[pieces]
man     = { letter = "M", layer = "men", moves = "step forward, step any except forward onto (empty or enemy man or any boulder)", becomes = "lord" }
lord    = { letter = "L", layer = "men", moves = "step orthogonal onto not (own lord or own man), slide forward 2..3 onto enemy bird", in_hand_as = "man" }
bird    = { letter = "B", layer = "air", moves = "slide diagonal onto not own bird through not any bird, step sideways onto own man" }
rock    = { letter = "*", layer = "ground", owner = "nobody" }
boulder = { letter = "#", layer = "men", owner = "nobody" }
[forbid]
carrying = { act = "move man from own bird" }
exposed  = { act = "move lord", if = "some target attacked by enemy bird" }
crowd    = { act = "drop", if = "some target in (rank of 3 own man)" }
[end]
taken   = { at = "act", when = "move capturing lord", result = "own wins" }
bridge  = { for = "each", when = "some road in last rank", result = "own wins" }
nest    = { at = "act", for = "each", when = ["move bird to enemy home", "some own bird attacked by enemy"], result = "enemy wins" }
perch   = { when = "move bird to next to enemy lord", result = "own wins" }
escort  = { when = "move bird to (next to own man) in enemy home", result = "own wins" }
mate    = { when = "mate of enemy lord", result = "own wins" }
blocked = { for = "each", when = "enemy cannot act", result = "own wins" }
again   = { when = "repeated 2 times", result = "draw" }
"##;

/// Movement with all its clauses, attacks on some kinds only, captures of own pieces, captured pieces gone for good.
const WAYS: &str = r#"
koma = 1
game.name      = "Ways"
board.size     = "5x6"
board.turned   = "half-turn"
board.start    = "relhk/1s1s1/5/5/1S1S1/KHLER"
squares.half   = "first 3 ranks"
squares.palace = "(files a..c) in (first 2 ranks)"
squares.near   = "palace or (forward-left of own king) or enemy palace"
turn.play.acts = "one of move"
promote.far    = { may = "move soldier to (last rank or enemy palace)", must = "move soldier from last 2 ranks to last rank" }
[pieces]
king     = { letter = "K", moves = "step orthogonal within palace, slide forward onto enemy king" }
rook     = { letter = "R", moves = "slide orthogonal 2.., step diagonal onto own soldier" }
elephant = { letter = "E", moves = "slide diagonal 1..2 within half through (empty or own soldier)" }
lancer   = { letter = "L", moves = """slide forward through not enemy king onto (enemy or file of 3 any),
  slide sideways onto (rank of 2 enemy), step backward onto next to enemy""" }
horse    = { letter = "H", moves = "leap (1,2) from near onto not own king, leap backward (1,2) or (0,1)" }
soldier  = { letter = "S", moves = "step forward, step sideways from last 3 ranks", becomes = "rook or horse" }
[forbid]
facing  = { if = "some own king attacked by enemy" }
greedy  = { act = "move rook capturing horse or soldier", if = ["some target attacked by enemy", "no target attacked by own"], breach = "loses" }
empty   = { act = "move from palace", if = "at most 1 own in palace" }
proud   = { act = "move soldier or horse", if = "some target attacked by own lancer" }
trapped = { act = "move soldier", if = ["enemy cannot act", "no enemy king attacked by own"] }
[end]
mate  = { when = "mate of enemy king answered only by move from palace or near", result = "own wins" }
stuck = { when = "enemy cannot act", result = "second wins" }
bare  = { when = ["no own except own king", "some enemy except enemy king"], result = "enemy wins" }
camp  = { for = "each", when = "at least 3 own in enemy palace", result = "own wins" }
again = { when = "repeated 3 times", result = "draw" }
"#;

/// So small that what is forbidden for what it leads to is often all that is left.
const TINY: &str = r#"
koma = 1
game.name      = "Tiny"
board.size     = "3x3"
board.turned   = "half-turn"
board.start    = "mkp/3/PKM"
turn.play.acts = "one of move, drop pawn"
capture.to     = "hand"
[pieces]
king = { letter = "K", moves = "step orthogonal" }
man  = { letter = "M", moves = "step any onto empty", in_hand_as = "pawn" }
pawn = { letter = "P", moves = "step forward or left" }
[forbid]
self-check = { if = "some own king attacked by enemy" }
smother    = { if = "enemy cannot act" }
rush       = { act = "move pawn", if = "mate of enemy king" }
[end]
stuck = { when = "enemy cannot act", result = "enemy wins" }
mate  = { when = "mate of enemy king", result = "own wins" }
again = { when = "repeated 3 times", result = "draw" }
[reading.safety]
clause  = "T-1"
default = "needed"
is.none = { forbid.self-check = false }
[reading.smother]
clause  = "T-2"
default = "any"
is.drop = { forbid.smother.act = "drop" }
"#;
