//! What can be typed while playing: a turn, or a word. The same words on the full screen and in lines.

use super::seats::Sides;
use crate::players::thinking::Strength;

/// Something typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// A turn, to be judged by the rules.
    Turn(String),
    /// What can be typed.
    Help,
    /// The board again.
    Board,
    /// What can be done.
    Hint,
    /// Why the last turn was refused, or this one would be, or the game is over.
    Why(Option<String>),
    /// Takes back.
    Undo,
    /// Does again what was taken back.
    Redo,
    /// Turns the board round.
    Flip,
    /// Signs or letters.
    Letters,
    /// Gives up.
    Resign,
    /// Writes the game to a file.
    Save(Option<String>),
    /// Goes on with a game from a file.
    Load(String),
    /// How well the computer plays.
    Level(Strength),
    /// Which sides the computer plays.
    Computer(Sides),
    /// The computer shall move now.
    Now,
    /// Goes.
    Quit,
}

/// What can be typed, and what it does.
pub const WORDS: [(&str, &str); 15] = [
    (
        "a turn",
        "a1b2, a1b2+ to promote, P*b2 to drop; several acts: a1a2,b1b2; a trailing comma leaves the turn open",
    ),
    (
        "end, pass",
        "ends a turn of several acts; does nothing, where the rules have that",
    ),
    (
        "hint",
        "lists the acts; a computer that thinks adds its advice",
    ),
    (
        "why [TURN]",
        "the rule behind the last refusal, at its place in the file; or what the rules say of a turn",
    ),
    (
        "undo, redo",
        "takes back your last turn, or the last act of an open turn; does it again",
    ),
    ("board", "draws the board again"),
    ("flip", "turns the board round"),
    ("letters", "shows letters instead of signs, and back"),
    ("save [FILE]", "writes the game to a file"),
    ("load FILE", "goes on with the game of a file"),
    (
        "level N",
        "how well the computer plays: 1 to 10, or `random`",
    ),
    (
        "computer SIDE",
        "which side the computer plays: first, second, both, none",
    ),
    ("now", "the computer moves now"),
    ("resign", "gives the game up"),
    ("quit", "leaves"),
];

/// Reads what was typed; nothing if that is nothing.
pub fn parse(typed: &str) -> Result<Option<Command>, String> {
    let typed = typed.trim();
    let (word, rest) = match typed.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (typed, ""),
    };
    let bare = |command: Command| match rest {
        "" => Ok(Some(command)),
        _ => Err(format!("`{word}` stands alone")),
    };
    let argument = (!rest.is_empty()).then(|| rest.to_owned());
    match word {
        "" => Ok(None),
        "help" | "?" => bare(Command::Help),
        "board" => bare(Command::Board),
        "hint" => bare(Command::Hint),
        "undo" => bare(Command::Undo),
        "redo" => bare(Command::Redo),
        "flip" => bare(Command::Flip),
        "letters" => bare(Command::Letters),
        "resign" => bare(Command::Resign),
        "now" => bare(Command::Now),
        "quit" | "exit" => bare(Command::Quit),
        "why" => Ok(Some(Command::Why(argument))),
        "save" => Ok(Some(Command::Save(argument))),
        "load" => match argument {
            Some(file) => Ok(Some(Command::Load(file))),
            None => Err("`load` needs the name of a file".to_owned()),
        },
        "level" => Strength::parse(rest).map(|it| Some(Command::Level(it))),
        "computer" => Sides::parse(rest).map(|it| Some(Command::Computer(it))),
        _ => Ok(Some(Command::Turn(typed.to_owned()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_turns_are_told_apart() {
        let turn = |it: &str| Ok(Some(Command::Turn(it.to_owned())));
        assert_eq!(parse("a1a2,b1b2"), turn("a1a2,b1b2"));
        assert_eq!(parse(" pass "), turn("pass"));
        assert_eq!(parse("  "), Ok(None));
        assert_eq!(parse("why"), Ok(Some(Command::Why(None))));
        assert_eq!(
            parse("save a game.koma"),
            Ok(Some(Command::Save(Some("a game.koma".to_owned()))))
        );
        assert_eq!(
            parse("level 3"),
            Ok(Some(Command::Level(Strength::Level(3))))
        );
        assert_eq!(
            parse("computer none"),
            Ok(Some(Command::Computer(Sides::None)))
        );
        for wrong in ["load", "level", "level 11", "computer me", "undo twice"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
