//! Who sits where: persons and the computer.

use clap::ValueEnum;

use crate::players::thinking::Strength;
use koma::board::Player;

/// Which sides the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sides {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Both: watch a game.
    Both,
    /// Neither: two persons.
    None,
}

impl Sides {
    /// Reads the word for it.
    pub fn parse(text: &str) -> Result<Sides, String> {
        <Sides as ValueEnum>::from_str(text, false)
            .map_err(|_| "the computer plays `first`, `second`, `both` or `none`".to_owned())
    }

    fn has(self, player: Player) -> bool {
        matches!(
            (self, player),
            (Sides::Both, _) | (Sides::First, Player::First) | (Sides::Second, Player::Second)
        )
    }
}

/// Who plays each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seats {
    computer: [Option<Strength>; 2],
    /// The strength of the computer, wherever it sits.
    strength: Strength,
}

impl Seats {
    /// The computer at the strength of each side; none is a person.
    pub fn new(computer: [Option<Strength>; 2]) -> Seats {
        let strength = computer.iter().flatten().next().copied();
        Seats {
            computer,
            strength: strength.unwrap_or(Strength::Level(3)),
        }
    }

    /// The computer on these sides.
    pub fn of(sides: Sides, strength: Strength) -> Seats {
        Seats {
            computer: Player::BOTH.map(|it| sides.has(it).then_some(strength)),
            strength,
        }
    }

    /// The computer's strength if it plays for this player.
    pub fn computer(&self, player: Player) -> Option<Strength> {
        self.computer[player.index()]
    }

    /// Whether a person plays for this player.
    pub fn is_person(&self, player: Player) -> bool {
        self.computer(player).is_none()
    }

    /// The strength of the computer, wherever it sits.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// The computer sits elsewhere.
    pub fn seat(&mut self, sides: Sides) {
        *self = Seats::of(sides, self.strength);
    }

    /// The computer plays better or worse.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
        for it in self.computer.iter_mut().flatten() {
            *it = strength;
        }
    }
}
