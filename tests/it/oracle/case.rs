//! A variant in the hands of the engine and of the plain definition, and what is compared between them.

use std::fmt;

use fastrand::Rng;
use koma::board::diagram::{Letters, Piece};
use koma::board::{Owner, Player, Square};
use koma::check::sheet::{Kind, Setup};
use koma::check::{Picks, Sheet};
use koma::play::perft::Memory;
use koma::play::why::Why;
use koma::{Game, Variant};

use super::slow::Slow;

/// A variant with its choices made.
pub struct Case {
    pub label: String,
    variant: Variant,
    ways: Vec<(&'static str, Variant)>,
}

/// The ways in which the engine can play a variant: all of them must do what the plain definition says.
fn ways(variant: &Variant) -> Vec<(&'static str, Variant)> {
    vec![
        ("with plans", variant.clone()),
        ("without plans", variant.without_plans()),
    ]
}

/// Where the engine and the plain definition part.
#[derive(Debug, Clone)]
pub struct Difference {
    pub start: String,
    pub played: Vec<String>,
    /// What was compared.
    pub sort: &'static str,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = match &self.played[..] {
            [] => "nothing".to_owned(),
            played => played.join(" "),
        };
        write!(f, "from  {}\nafter {played}\n{}", self.start, self.what)
    }
}

/// What is compared after each act.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sight {
    position: String,
    acts: Vec<String>,
    outcome: Option<(Option<Player>, String)>,
}

impl Sight {
    fn of_engine(game: &Game) -> Sight {
        let mut acts: Vec<String> = game.acts().into_iter().map(|act| game.write(act)).collect();
        acts.sort();
        Sight {
            position: game.position(),
            acts,
            outcome: game.outcome().map(|it| (it.winner, it.path)),
        }
    }

    fn of_slow(slow: &Slow<'_>) -> Sight {
        Sight {
            position: slow.position(),
            acts: slow.acts(),
            outcome: slow.outcome(),
        }
    }

    /// Whether all is the same. Whose turn it would be in a finished game is nobody's concern.
    fn agrees(&self, other: &Sight) -> bool {
        let side = |it: &Sight| it.position.split(' ').nth(1).map(str::to_owned);
        let rest = |it: &Sight| {
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

    /// What is listed here and not there.
    fn beyond(&self, other: &Sight) -> String {
        let only = self.acts.iter().filter(|it| !other.acts.contains(it));
        only.map(String::as_str).collect::<Vec<&str>>().join(" ")
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let acts = self.acts.join(" ");
        write!(f, "{}\n    {:?}\n    {acts}", self.position, self.outcome)
    }
}

impl Case {
    /// Loads a variant, by name or path.
    pub fn open(name: &str, made: &[(String, String)]) -> Case {
        let picks = Picks {
            edition: None,
            sets: made.to_vec(),
        };
        let variant = Variant::open(name, &picks)
            .unwrap_or_else(|report| panic!("{name} {made:?}: {report}"));
        let sets: Vec<String> = made
            .iter()
            .map(|(name, choice)| format!("{name}={choice}"))
            .collect();
        Case::new(format!("{name} {}", sets.join(" ")), variant)
    }

    pub fn new(label: String, variant: Variant) -> Case {
        Case {
            label,
            ways: ways(&variant),
            variant,
        }
    }

    /// The definition that both sides play.
    pub fn sheet(&self) -> &Sheet {
        self.variant.sheet()
    }

    fn letters(&self) -> Letters {
        self.sheet().letters()
    }

    /// The engine's game from a position.
    pub fn game(&self, start: &str) -> Game {
        Game::from_position(&self.variant, start)
            .unwrap_or_else(|wrong| panic!("{}: `{start}`: {wrong:?}", self.label))
    }

    /// A game from a position, as text; nothing if the position cannot be read.
    fn begin(&self, start: &str) -> Option<Comparison<'_>> {
        let setup = self.letters().position(start).ok()?;
        let game = |variant: &Variant| Game::from_position(variant, start).ok();
        let games = self.ways.iter().map(|(way, it)| Some((*way, game(it)?)));
        Some(Comparison {
            case: self,
            start: start.to_owned(),
            played: Vec::new(),
            games: games.collect::<Option<Vec<_>>>()?,
            slow: Slow::new(self.sheet(), setup),
        })
    }

    /// Plays at most so many random acts on both sides, looking as closely as `care` says: how many were played, and the
    /// last position.
    pub fn play(
        &self,
        start: &str,
        rng: &mut Rng,
        most: usize,
        care: Care,
    ) -> Result<(usize, String), Difference> {
        let mut both = self
            .begin(start)
            .unwrap_or_else(|| panic!("{}: `{start}` is no position", self.label));
        let (is_eager, goes_to_and_fro) = (rng.u8(..3) == 0, rng.bool());
        loop {
            let sight = both.compare()?;
            let is_last = sight.acts.is_empty() || both.played.len() == most;
            if care == Care::Full && (is_last || both.played.is_empty()) {
                both.compare_refusals(&sight, rng)?;
                both.compare_counts(&sight, rng)?;
            }
            if is_last {
                return Ok((both.played.len(), sight.position));
            }
            let back = both
                .played
                .len()
                .checked_sub(2)
                .and_then(|i| self.reversed(&both.played[i]));
            let back =
                back.filter(|it| goes_to_and_fro && rng.u8(..8) > 0 && sight.acts.contains(it));
            let any = |rng: &mut Rng| sight.acts[rng.usize(..sight.acts.len())].clone();
            let act = match back {
                Some(act) => act,
                // Few replies: a check, a mate, the end.
                None if is_eager => (0..3)
                    .map(|_| any(rng))
                    .min_by_key(|act| both.slow.replies(act))
                    .expect("one of three"),
                None => any(rng),
            };
            both.play(&act)?;
        }
    }

    /// Plays given acts, and looks closely at where they lead. Acts that are not legal lead nowhere.
    pub fn replay(&self, start: &str, acts: &[String]) -> Result<(), Difference> {
        let Some(mut both) = self.begin(start) else {
            return Ok(());
        };
        let mut sight = both.compare()?;
        for act in acts {
            if !sight.acts.contains(act) {
                return Ok(());
            }
            both.play(act)?;
            sight = both.compare()?;
        }
        let mut rng = Rng::with_seed(1);
        both.compare_refusals(&sight, &mut rng)?;
        both.compare_counts(&sight, &mut rng)
    }

    /// Plays random acts; before each, tries acts that are not listed.
    pub fn refuses(&self, start: &str, rng: &mut Rng, most: usize) -> Result<(), Difference> {
        let mut both = self.begin(start).expect("a position");
        for _ in 0..most {
            let sight = Sight::of_engine(&both.games[0].1);
            both.compare_texts(&sight, rng, 40)?;
            if sight.acts.is_empty() {
                break;
            }
            both.play(&sight.acts[rng.usize(..sight.acts.len())])?;
        }
        Ok(())
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
    pub fn some_start(&self, rng: &mut Rng, n: usize) -> String {
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
        // On a large board, few pieces have enough to do.
        let most = 2000 / sheet.geometry.n_squares();
        let density = rng.u8(5..50).min(most.min(100) as u8);
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

    /// A position without one of its pieces, in all ways.
    pub fn with_fewer_pieces(&self, position: &str) -> Vec<String> {
        let Ok(setup) = self.letters().position(position) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for (i, cell) in setup.cells.iter().enumerate() {
            for j in 0..cell.len() {
                let mut fewer = setup.clone();
                fewer.cells[i].remove(j);
                found.push(fewer);
            }
        }
        for player in Player::BOTH {
            for kind in 0..setup.hands[player.index()].len() {
                let mut fewer = setup.clone();
                let held = &mut fewer.hands[player.index()][kind];
                if *held > 0 {
                    *held -= 1;
                    found.push(fewer);
                }
            }
        }
        let letters = self.letters();
        found.iter().map(|it| letters.write_position(it)).collect()
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

/// How closely a game is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Care {
    /// Positions, acts and outcomes.
    Acts,
    /// Refusals, reasons and counts as well, at both ends of the game.
    Full,
}

/// One game on both sides: the engine's, once for each way, and the plain one.
struct Comparison<'c> {
    case: &'c Case,
    start: String,
    played: Vec<String>,
    games: Vec<(&'static str, Game)>,
    slow: Slow<'c>,
}

impl Comparison<'_> {
    fn difference(&self, sort: &'static str, way: &str, what: String) -> Difference {
        Difference {
            start: self.start.clone(),
            played: self.played.clone(),
            sort,
            what: format!("{sort} {way}: {what}"),
        }
    }

    /// Plays a listed act.
    fn play(&mut self, text: &str) -> Result<(), Difference> {
        for i in 0..self.games.len() {
            let (way, game) = &mut self.games[i];
            let act = game
                .acts()
                .into_iter()
                .find(|act| game.write(*act) == text)
                .expect("the act is listed");
            if let Some(refusal) = game.refusal(act) {
                let (way, what) = (*way, format!("`{text}` is listed and refused: {refusal}"));
                return Err(self.difference("refusal", way, what));
            }
            game.play_unchecked(act);
        }
        self.slow.play(text);
        self.played.push(text.to_owned());
        Ok(())
    }

    /// Compares position, acts and outcome.
    fn compare(&self) -> Result<Sight, Difference> {
        let wanted = Sight::of_slow(&self.slow);
        for (way, game) in &self.games {
            let found = Sight::of_engine(game);
            if !found.agrees(&wanted) {
                let what = format!(
                    "\n  engine {found}\n  plain  {wanted}\n  only the engine: {}\n  only the plain:  {}",
                    found.beyond(&wanted),
                    wanted.beyond(&found),
                );
                return Err(self.difference("acts", way, what));
            }
            let (found, wanted) = (game.broken(), self.slow.broken());
            if found != wanted {
                let what = format!("{found:?}, not {wanted:?}");
                return Err(self.difference("invariants", way, what));
            }
        }
        Ok(wanted)
    }

    /// Compares what is refused, and the reasons given for it and for what is allowed.
    fn compare_refusals(&self, sight: &Sight, rng: &mut Rng) -> Result<(), Difference> {
        self.compare_texts(sight, rng, 20)?;
        for (text, rules) in self.slow.refused() {
            for (way, game) in &self.games {
                let by = game.clone().play_text(&text).err().map(|it| it.by);
                if by.as_ref() != rules.first() {
                    let what = format!("`{text}` by {by:?} instead of {rules:?}");
                    return Err(self.difference("refusal", way, what));
                }
                let why = game.why(&text);
                if self.reasons(&why) != Some(rules.clone()) {
                    let what = format!("of `{text}`, refused by {rules:?}: {why:?}");
                    return Err(self.difference("reasons", way, what));
                }
            }
        }
        for text in &sight.acts {
            for (way, game) in &self.games {
                let why = game.why(text);
                if !matches!(why, Why::Allowed(_)) {
                    let what = format!("of `{text}`, which is listed: {why:?}");
                    return Err(self.difference("reasons", way, what));
                }
            }
        }
        Ok(())
    }

    /// The rules that refuse an act, sorted as the file has them.
    fn reasons(&self, why: &Why) -> Option<Vec<String>> {
        let Why::Refused(reasons) = why else {
            return None;
        };
        let mut rules: Vec<_> = reasons.iter().map(|it| it.rule).collect();
        rules.sort_unstable();
        let sheet = self.case.sheet();
        let order = sheet.forbids.iter().map(|it| it.rule);
        let order = order.filter(|it| rules.contains(it));
        let others = rules
            .iter()
            .filter(|it| sheet.forbids.iter().all(|forbid| forbid.rule != **it));
        let all = order.chain(others.copied());
        Some(all.map(|it| sheet.rule(it).path.clone()).collect())
    }

    /// Tries acts that are not listed.
    fn compare_texts(&self, sight: &Sight, rng: &mut Rng, n: usize) -> Result<(), Difference> {
        let texts: Vec<String> = (0..n)
            .map(|_| self.case.some_text(&sight.position, rng))
            .filter(|it| !sight.acts.contains(it))
            .collect();
        for (way, game) in &self.games {
            let mut tried = game.clone();
            let before = Sight::of_engine(game);
            for text in &texts {
                let Err(refusal) = tried.play_text(text) else {
                    let what = format!("`{text}` is not listed and yet played");
                    return Err(self.difference("refusal", way, what));
                };
                let why = game.why(text);
                let is_told = self
                    .reasons(&why)
                    .is_some_and(|it| it.contains(&refusal.by));
                if refusal.rule.is_none() || !is_told {
                    let what = format!("{refusal}; {why:?}");
                    return Err(self.difference("reasons", way, what));
                }
            }
            if Sight::of_engine(&tried) != before {
                let what = format!("one of {texts:?} is refused and yet changes the game");
                return Err(self.difference("refusal", way, what));
            }
        }
        Ok(())
    }

    /// Compares how many sequences of turns there are, and how random games of one act end.
    fn compare_counts(&self, sight: &Sight, rng: &mut Rng) -> Result<(), Difference> {
        let with_history = rng.bool();
        for depth in 1..3 {
            // A turn of several acts, or a board full of drops, has too many.
            let Some(wanted) = self.slow.perft(depth, with_history, MOST_COUNTED) else {
                break;
            };
            for (way, game) in &self.games {
                let mut counts = vec![("perft", game.perft(depth, with_history))];
                if !with_history {
                    let recalled = game.perft_recalling(depth, &mut Memory::new(1));
                    counts.push(("perft_listed", game.perft_listed(depth)));
                    counts.push(("perft_recalling", recalled));
                }
                if let Some((name, found)) = counts.iter().find(|it| it.1 != wanted) {
                    let history = if with_history { " with history" } else { "" };
                    let what = format!("{name}{history} at depth {depth}: {found}, not {wanted}");
                    return Err(self.difference("count", way, what));
                }
            }
        }
        self.compare_playouts(sight, rng)
    }

    fn compare_playouts(&self, sight: &Sight, rng: &mut Rng) -> Result<(), Difference> {
        if sight.acts.len() > 12 {
            return Ok(());
        }
        let outcomes: Vec<Option<Option<Player>>> = match &sight.outcome {
            Some((winner, _)) => vec![Some(*winner)],
            None if sight.acts.is_empty() => vec![None],
            None => sight
                .acts
                .iter()
                .map(|act| {
                    let mut next = self.slow.clone();
                    next.play(act);
                    next.outcome().map(|it| it.0)
                })
                .collect(),
        };
        for (way, game) in &self.games {
            let tally = game.playouts(16, 1, &mut rng.fork());
            let counted = [
                (None, tally.unfinished),
                (Some(None), tally.drawn),
                (Some(Some(Player::First)), tally.won[0]),
                (Some(Some(Player::Second)), tally.won[1]),
            ];
            let is_wrong = |(outcome, n): &(_, u64)| *n > 0 && !outcomes.contains(outcome);
            let has_acted = !sight.acts.is_empty() && sight.outcome.is_none();
            if counted.iter().any(is_wrong) || tally.acts != if has_acted { 16 } else { 0 } {
                let what = format!("{tally:?}, and acts can only lead to {outcomes:?}");
                return Err(self.difference("playout", way, what));
            }
            // Longer ones for what they might stumble over.
            game.playouts(2, 30, &mut rng.fork());
        }
        Ok(())
    }
}

/// The most sequences of turns that the plain definition counts.
const MOST_COUNTED: u64 = 300;
