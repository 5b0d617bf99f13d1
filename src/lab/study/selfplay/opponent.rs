//! Who plays: at random, or with a search. Programs from outside are the application's business.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;

use crate::think::{Level, Limits, Thinker};
use koma::play::{Act, Game};

/// Somebody who plays games.
pub trait Opponent {
    /// A game begins; its opening has been played. The same dice, the same play, if there is no clock.
    fn begin(&mut self, game: &Game, dice: u64) -> Result<(), Fault>;

    /// The turn to be played in a game that is not over, after these turns.
    fn turn(&mut self, game: &Game, turns: &[String]) -> Result<Reply, Fault>;

    /// What it played last was no legal turn.
    fn blame(&mut self) {}
}

/// What an opponent does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A whole turn that is known to be legal.
    Acts(Vec<Act>),
    /// A turn as text; it may be wrong.
    Text(String),
    /// It gives up.
    Resigns,
}

/// What an opponent did wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// In a word.
    pub what: Failing,
    /// In a sentence.
    pub reason: String,
}

/// How an opponent fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failing {
    /// It played what the rules refuse, or what is no turn at all.
    Illegal,
    /// It has gone, or never came.
    Crash,
    /// It did not answer in time.
    Timeout,
}

impl Failing {
    /// All of them.
    pub const ALL: [Failing; 3] = [Failing::Illegal, Failing::Crash, Failing::Timeout];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Failing::Illegal => "illegal",
            Failing::Crash => "crash",
            Failing::Timeout => "timeout",
        }
    }
}

impl Fault {
    /// An illegal turn.
    pub fn illegal(reason: String) -> Fault {
        Fault {
            what: Failing::Illegal,
            reason,
        }
    }
}

/// An opponent of the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum House {
    /// Any legal act.
    Random,
    /// A level, without its clock: the same dice play the same on any machine.
    Level(Level),
    /// A search of so many acts.
    Nodes(u64),
    /// A search of so many milliseconds.
    Time(u64),
}

impl House {
    /// Whether two games with other dice can differ.
    pub fn has_chance(self) -> bool {
        match self {
            House::Random | House::Time(_) => true,
            House::Level(level) => level.misjudges(),
            House::Nodes(_) => false,
        }
    }

    /// Somebody who plays like this.
    pub fn opponent(self) -> Box<dyn Opponent> {
        match self {
            House::Random => Box::new(Chance(Rng::with_seed(0))),
            _ => Box::new(Searcher {
                house: self,
                thinker: None,
            }),
        }
    }

    fn limits(self) -> Limits {
        match self {
            House::Random => Limits::default(),
            House::Level(level) => Limits {
                time: None,
                ..level.limits()
            },
            House::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            House::Time(milliseconds) => Limits {
                time: Some(Duration::from_millis(milliseconds)),
                ..Limits::default()
            },
        }
    }

    /// A table with room for what one search finds, and a little more.
    fn megabytes(self) -> usize {
        match self.limits().nodes {
            Some(nodes) => (nodes.saturating_mul(64) >> 20).clamp(1, 32) as usize,
            None => 32,
        }
    }
}

/// Any legal act.
struct Chance(Rng);

impl Opponent for Chance {
    fn begin(&mut self, _: &Game, dice: u64) -> Result<(), Fault> {
        self.0 = Rng::with_seed(dice);
        Ok(())
    }

    fn turn(&mut self, game: &Game, _: &[String]) -> Result<Reply, Fault> {
        let mut play = game.clone();
        let mover = game.to_move();
        let mut turn = Vec::new();
        while play.outcome().is_none() && play.to_move() == mover {
            let acts = play.acts();
            if acts.is_empty() {
                break;
            }
            let act = acts[self.0.usize(..acts.len())];
            play.play_unchecked(act);
            turn.push(act);
        }
        Ok(Reply::Acts(turn))
    }
}

/// A search.
struct Searcher {
    house: House,
    thinker: Option<Thinker>,
}

impl Opponent for Searcher {
    fn begin(&mut self, game: &Game, dice: u64) -> Result<(), Fault> {
        // What was found out in another game must not be known in this one: which thread played it is chance.
        let mut thinker = Thinker::new(game.variant(), self.house.megabytes(), dice);
        if let House::Level(level) = self.house {
            thinker.set_level(level);
        }
        self.thinker = Some(thinker);
        Ok(())
    }

    fn turn(&mut self, game: &Game, _: &[String]) -> Result<Reply, Fault> {
        let mut limits = self.house.limits();
        limits.stop = Arc::default();
        let thought = match &mut self.thinker {
            Some(thinker) => thinker.think(game, &limits, &mut |_| {}),
            None => None,
        };
        match thought {
            Some(thought) => Ok(Reply::Acts(thought.turn)),
            None => Ok(Reply::Resigns),
        }
    }
}
