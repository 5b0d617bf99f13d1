//! `koma new`

use std::io::Write;
use std::path::PathBuf;

use crate::report::output::{Status, remark, result};

/// Writes a small, commented variant to start from
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A small variant that plays, commented for its author.
const TEMPLATE: &str = r#"# A variant file: the rules of a board game for two as data.
# Check it with `koma check`, look at it with `koma show`, play it with `koma play`.
# Everything is said from the side of the player who acts: forward, own, enemy, last rank.

koma = 1                                  # version of the language

game.name      = "My game"
board.size     = "5x5"                    # files x ranks
board.turned   = "half-turn"              # how the second player sees the board: half-turn, or mirror
board.start    = """
  g l l l g
  . . p . .
  . . . . .
  . . P . .
  G L L L G
"""                                       # ranks from the far side; lower case is the second player
turn.play.acts = "one of move, drop"      # what a turn is; nothing else is allowed, passing neither
capture.to     = "hand"                   # captured pieces can be dropped; without this line they leave the game

[squares]                                 # sets of squares with a name
camp = "last rank"

[groups]
leaders = "leader"                        # kinds under one name

[pieces]                                  # a letter each, and how it moves
leader = { letter = "L", moves = "step any" }
guard  = { letter = "G", moves = "slide orthogonal 1..2, step diagonal" }
scout  = { letter = "P", moves = "step forward", becomes = "ranger" }
ranger = { letter = "R", moves = "step any except backward-diagonal", in_hand_as = "scout" }

[promote]
camp = { may = "move touching camp", must = "move to stuck" }

[forbid]
dead-drop = { act = "drop to stuck" }                                    # it could never move again
crowd     = { act = "drop scout to file of own scout" }                  # one scout a file

[end]                                     # judged in this order, after each turn
wiped-out  = { when = "no enemy leaders", result = "own wins" }
blocked    = { when = "enemy cannot act", result = "own wins" }
repetition = { when = "repeated 3 times", result = "draw" }

[option.promotion]                        # a choice of play; `koma play FILE --set promotion=forced`
default = "free"
is.forced = { promote.camp = { may = false, must = "move touching camp" } }
"#;

pub fn run(args: Args) -> Status {
    let path = &args.file;
    let file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path);
    match file.and_then(|mut file| file.write_all(TEMPLATE.as_bytes())) {
        Ok(()) => {
            let name = koma::text::safe::line(&path.display().to_string());
            result(&format!("wrote {name}; try `koma play {name}`"));
            Status::Done
        }
        Err(error) => {
            let name = koma::text::safe::line(&path.display().to_string());
            remark(&format!("koma: cannot write `{name}`: {error}"));
            Status::Usage
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TEMPLATE;
    use koma::check::{Document, Picks};
    use koma::play::{Game, Variant};

    #[test]
    fn the_template_plays() {
        let document = Document::of_text("new.toml", TEMPLATE).expect("readable");
        let report = document.check();
        assert!(report.problems.is_empty(), "{report}");
        let variant = Variant::of(&document, &Picks::default()).expect("it loads");
        assert!(Game::new(&variant).acts().len() > 5);
    }
}
