//! Games between opponents, many of them: what does a rule do to the game, who is stronger?
//!
//! A game is decided by its number alone: variant, seats, opening and dice follow from it. So any thread may play any
//! game, and a run that broke off goes on with the numbers that are missing.

pub mod interval;
pub mod measure;
pub mod opponent;
pub mod standing;
pub mod tally;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use koma::board::Player;
use koma::play::{Act, Game, Variant};
use opponent::{Failing, Opponent, Reply};

/// Which games are played.
#[derive(Debug, Clone)]
pub struct Programme {
    /// The variants: the choices that are compared, or one alone.
    pub variants: Vec<Variant>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// The same seed, the same openings and dice.
    pub seed: u64,
    /// How many turns are played at random before the opponents take over.
    pub opening: u32,
    /// After so many turns a game is given up.
    pub longest: u32,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    /// The opponent 0 always moves first, the opponent 1 second.
    Fixed,
    /// So many opponents, each against each, every opening twice with the sides changed.
    RoundRobin(usize),
}

/// One game of a programme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: u64,
    /// Which variant.
    pub variant: usize,
    /// Who moves first, and who second.
    pub seats: [usize; 2],
    /// The games of a round share their dice.
    pub round: u64,
    /// Games with the same number share their opening.
    pub opening: u64,
}

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number in the programme.
    pub game: u64,
    /// How many turns of it are the opening.
    pub opening: usize,
    /// Its turns.
    pub turns: Vec<String>,
    /// How it went.
    pub result: Verdict,
    /// The rule that ended it, or what else did.
    pub by: String,
    /// What an opponent did wrong, if that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How a game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// By the rules it is a draw.
    Draw,
    /// It was given up.
    Unfinished,
}

/// A game that is as long as a game may be ends by this.
pub const LONGEST: &str = "longest";
/// A game in which nothing can be done, and that no rule ends, ends by this.
pub const STUCK: &str = "stuck";
/// An opponent who gives up ends the game by this.
pub const RESIGNS: &str = "resigns";

impl Verdict {
    /// A player wins.
    pub fn won_by(player: Player) -> Verdict {
        match player {
            Player::First => Verdict::First,
            Player::Second => Verdict::Second,
        }
    }

    /// What the first player has of it: 1 is a win, a game without a winner one half.
    pub fn score(self) -> f64 {
        match self {
            Verdict::First => 1.0,
            Verdict::Second => 0.0,
            Verdict::Draw | Verdict::Unfinished => 0.5,
        }
    }
}

impl Programme {
    /// How many games make up so many rounds: in a round each variant is played once, or each opponent meets each once.
    pub fn n_games(&self, rounds: u64) -> u64 {
        rounds * (self.variants.len() * self.pairs().len()) as u64
    }

    fn pairs(&self) -> Vec<[usize; 2]> {
        match self.pairing {
            Pairing::Fixed => vec![[0, 1]],
            Pairing::RoundRobin(n) => (0..n)
                .flat_map(|a| (a + 1..n).map(move |b| [a, b]))
                .collect(),
        }
    }

    /// The game of a number.
    pub fn fixture(&self, number: u64) -> Fixture {
        let pairs = self.pairs();
        let variants = self.variants.len() as u64;
        let variant = (number % variants) as usize;
        let rest = number / variants;
        let [a, b] = pairs[(rest % pairs.len() as u64) as usize];
        let round = rest / pairs.len() as u64;
        let (seats, opening) = match self.pairing {
            Pairing::Fixed => ([a, b], round),
            Pairing::RoundRobin(_) if round.is_multiple_of(2) => ([a, b], round / 2),
            Pairing::RoundRobin(_) => ([b, a], round / 2),
        };
        Fixture {
            number,
            variant,
            seats,
            round,
            opening,
        }
    }

    /// An opening by chance: turns that every variant allows and that end no game; fewer if there are none so long.
    pub fn opening(&self, number: u64) -> Vec<String> {
        let mut rng = Rng::with_seed(mix(self.seed, number, 0));
        for n_turns in (1..=self.opening).rev() {
            for _ in 0..TRIES {
                if let Some(turns) = self.try_opening(n_turns, &mut rng) {
                    return turns;
                }
            }
        }
        Vec::new()
    }

    fn try_opening(&self, n_turns: u32, rng: &mut Rng) -> Option<Vec<String>> {
        let mut games: Vec<Game> = self.variants.iter().map(Game::new).collect();
        let mut turns = Vec::new();
        for _ in 0..n_turns {
            let mover = games[0].to_move();
            let mut turn = Vec::new();
            // Turns of several acts go on until all games agree that it is the other's.
            loop {
                let known = |game: &Game| -> Vec<(String, Act)> {
                    let acts = game.acts().into_iter();
                    acts.map(|it| (game.write(it), it)).collect()
                };
                let acts: Vec<Vec<(String, Act)>> = games.iter().map(known).collect();
                let (first, others) = acts.split_first()?;
                let everywhere =
                    |text: &str| others.iter().all(|it| it.iter().any(|it| it.0 == text));
                let common: Vec<&(String, Act)> =
                    first.iter().filter(|it| everywhere(&it.0)).collect();
                let text = match common.len() {
                    0 => return None,
                    n => common[rng.usize(..n)].0.clone(),
                };
                for (game, acts) in games.iter_mut().zip(&acts) {
                    let act = acts.iter().find(|it| it.0 == text)?.1;
                    game.play_unchecked(act);
                    if game.outcome().is_some() {
                        return None;
                    }
                }
                turn.push(text);
                let over = games.iter().filter(|it| it.to_move() != mover).count();
                if over == games.len() {
                    break;
                }
                if over > 0 {
                    return None;
                }
            }
            if turn.len() > 1 && turn.last().is_some_and(|it| it == END) {
                turn.pop();
            }
            turns.push(turn.join(","));
        }
        Some(turns)
    }

    /// Plays a game. Whatever an opponent does wrong costs him the game, and nothing else.
    pub fn play(&self, fixture: Fixture, opponents: [&mut dyn Opponent; 2]) -> Record {
        let [first, second] = opponents;
        let mut game = Game::new(&self.variants[fixture.variant]);
        let mut record = Record {
            game: fixture.number,
            opening: 0,
            turns: Vec::new(),
            result: Verdict::Unfinished,
            by: LONGEST.to_owned(),
            reason: None,
        };
        for turn in self.opening(fixture.opening) {
            if game.play_turn(&turn).is_err() {
                break;
            }
            record.turns.push(turn);
        }
        record.opening = record.turns.len();
        for (player, opponent) in [(Player::First, &mut *first), (Player::Second, &mut *second)] {
            let dice = mix(self.seed, fixture.round, 1 + player.index() as u64);
            if let Err(fault) = opponent.begin(&game, dice) {
                return record.lost_by(player, fault.what.as_str(), Some(fault.reason));
            }
        }
        loop {
            if let Some(outcome) = game.outcome() {
                record.result = outcome.winner.map_or(Verdict::Draw, Verdict::won_by);
                record.by = outcome.path;
                break;
            }
            if record.turns.len() >= self.longest as usize {
                break;
            }
            if game.acts().is_empty() {
                record.by = STUCK.to_owned();
                break;
            }
            let player = game.to_move();
            let opponent = match player {
                Player::First => &mut *first,
                Player::Second => &mut *second,
            };
            let text = match opponent.turn(&game, &record.turns) {
                Ok(Reply::Acts(acts)) => {
                    record.turns.push(written(&mut game, &acts));
                    continue;
                }
                Ok(Reply::Text(text)) => text,
                Ok(Reply::Resigns) => return record.lost_by(player, RESIGNS, None),
                Err(fault) => {
                    return record.lost_by(player, fault.what.as_str(), Some(fault.reason));
                }
            };
            match readable(&mut game, &text) {
                Ok(text) => record.turns.push(text),
                Err(why) => {
                    opponent.blame();
                    return record.lost_by(player, Failing::Illegal.as_str(), Some(why));
                }
            }
        }
        record
    }
}

/// How often an opening of some length is tried for.
const TRIES: u32 = 40;
/// How the end of a turn is written.
const END: &str = "end";

impl Record {
    fn lost_by(mut self, player: Player, by: &str, reason: Option<String>) -> Record {
        self.result = Verdict::won_by(player.other());
        self.by = by.to_owned();
        self.reason = reason.map(|it| koma::text::safe::line(&it));
        self
    }
}

/// Plays the acts of a turn, and says them as text that [`Game::play_turn`] reads.
fn written(game: &mut Game, acts: &[Act]) -> String {
    let mut texts = Vec::new();
    for act in acts {
        if *act != Act::End {
            texts.push(game.write(*act));
        }
        game.play_unchecked(*act);
    }
    match texts.is_empty() {
        true => END.to_owned(),
        false => texts.join(","),
    }
}

/// Plays a turn that came as text, and says it as the game writes it; the error says why it is refused.
fn readable(game: &mut Game, text: &str) -> Result<String, String> {
    if text.ends_with(',') {
        return Err(format!("`{text}` leaves the turn open"));
    }
    let mut play = game.clone();
    game.play_turn(text).map_err(|it| it.to_string())?;
    let mut texts = Vec::new();
    for text in text.split(',') {
        let before = play.clone();
        let act = play.play_text(text).map_err(|it| it.to_string())?;
        if act != Act::End {
            texts.push(before.write(act));
        }
    }
    match texts.is_empty() {
        true => Ok(END.to_owned()),
        false => Ok(texts.join(",")),
    }
}

/// A number that depends on all of these, and that neighbours have nothing in common with.
fn mix(seed: u64, number: u64, what: u64) -> u64 {
    let parts = [seed, number, what].into_iter();
    parts.fold(0x243F_6A88_85A3_08D3, |all, it| crate::mix::mix(all ^ it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_sides() {
        let programme = Programme {
            variants: vec![
                koma::play::Variant::parse("t", SMALL, &Default::default()).expect("it loads"),
            ],
            pairing: Pairing::RoundRobin(3),
            seed: 1,
            opening: 2,
            longest: 10,
        };
        assert_eq!(programme.n_games(2), 6);
        let all: Vec<Fixture> = (0..6).map(|it| programme.fixture(it)).collect();
        let seats: Vec<[usize; 2]> = all.iter().map(|it| it.seats).collect();
        assert_eq!(seats, [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]);
        assert!(all.iter().all(|it| it.opening == 0), "{all:?}");
        assert_eq!(programme.fixture(6).opening, 1);
    }

    const SMALL: &str = r#"
koma = 1
game.name = "Small"
board.size = "3x3"
board.turned = "half-turn"
board.start = "1a1/3/1A1"
turn.play.acts = "one of move"
[pieces]
walker = { letter = "A", moves = "step any" }
[end]
capture = { when = "move capturing walker", result = "own wins" }
"#;
}
