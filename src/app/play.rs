//! `koma play`: a game in lines of text.

use std::io::{BufRead, IsTerminal, Read, Write};

use clap::ValueEnum;

use super::output::{Status, complain, refusal_report, remark, result};
use super::why::tell_reasons;
use crate::board::Player;
use crate::play::why::Why;
use crate::play::{Game, Refusal};
use crate::rules::say::Language;
use crate::text::Code;

/// Which sides a random mover plays.
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
    fn plays(self, player: Player) -> bool {
        matches!(
            (self, player),
            (Sides::Both, _) | (Sides::First, Player::First) | (Sides::Second, Player::Second)
        )
    }
}

/// The longest line that is read.
const LONGEST_LINE: u64 = 64 * 1024;

const HELP: &str = "\
a turn     a1b2, a1b2+ to promote, P*b2 to drop; several acts: a1a2,b1b2; a trailing comma leaves the turn open
hint       lists the acts
why        the rule behind the last refusal, at its place in the file
undo       takes back the last turn of yours
board      draws the board again
quit       ends the game";

/// Plays a game in the terminal, or from a pipe.
pub fn play(mut game: Game, random: Sides, seed: Option<u64>) -> Status {
    let mut dice = fastrand::Rng::with_seed(seed.unwrap_or_else(|| fastrand::u64(..)));
    let mut before: Vec<Game> = Vec::new();
    let mut refused: Option<(Game, Refusal)> = None;
    let asks = std::io::stdin().is_terminal();
    let mut lines = std::io::stdin().lock();
    result(&format!(
        "{}  (`help` tells what can be typed)",
        crate::text::safe::line(&game.variant().sheet().title)
    ));
    draw(&game);
    loop {
        if let Some(outcome) = game.outcome() {
            let name = outcome
                .winner
                .map(|it| game.variant().sheet().players[it.index()].clone());
            result(&match name {
                Some(name) => format!(
                    "{} wins by {} ({})",
                    crate::text::safe::line(&name),
                    outcome.by(),
                    outcome.path
                ),
                None => format!("draw by {} ({})", outcome.by(), outcome.path),
            });
            return Status::Done;
        }
        if random.plays(game.to_move()) {
            match random_turn(&mut game, &mut dice) {
                Some(turn) => result(&format!(
                    "{} plays {turn}",
                    Player::other(game.to_move()).as_str()
                )),
                None => {
                    result("no act is possible and no rule ends the game");
                    return Status::Done;
                }
            }
            draw(&game);
            continue;
        }
        if asks {
            let _ = write!(anstream::stderr(), "{}> ", game.to_move().as_str());
            let _ = std::io::stderr().flush();
        }
        let Some(line) = read_line(&mut lines) else {
            return Status::Done;
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Status::Done,
            "help" | "?" => result(HELP),
            "board" => draw(&game),
            "hint" => {
                let acts: Vec<String> = game.acts().into_iter().map(|it| game.write(it)).collect();
                result(&acts.join(" "));
            }
            "why" => match &refused {
                Some((at, refusal)) => match at.why(&refusal.act) {
                    Why::Refused(reasons) => {
                        tell_reasons(at.variant(), None, Code::RefusedAct, &reasons)
                    }
                    _ => complain(&refusal_report(at.variant(), refusal)),
                },
                None => remark("nothing was refused yet"),
            },
            "undo" => {
                // Back to the last position in which a person was to play.
                match before.pop() {
                    Some(earlier) => {
                        game = earlier;
                        draw(&game);
                    }
                    None => remark("there is nothing to take back"),
                }
            }
            turn => {
                let earlier = game.clone();
                match game.play_turn(turn) {
                    Ok(()) => {
                        before.push(earlier);
                        draw(&game);
                    }
                    Err(refusal) => {
                        remark(&format!("{refusal} (`why` shows the rule)"));
                        refused = Some((earlier, refusal));
                    }
                }
            }
        }
    }
}

/// Plays a random turn; its text, or nothing if there is no act.
fn random_turn(game: &mut Game, dice: &mut fastrand::Rng) -> Option<String> {
    let mover = game.to_move();
    let mut played = Vec::new();
    while game.outcome().is_none() && game.to_move() == mover {
        let acts = game.acts();
        if acts.is_empty() {
            return None;
        }
        let act = acts[dice.usize(..acts.len())];
        played.push(game.write(act));
        game.play_unchecked(act);
    }
    played.retain(|it| it != "end");
    Some(played.join(","))
}

/// A line, cut at a length no turn has; nothing at the end of the input.
fn read_line(lines: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let n = lines
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes)
        .ok()?;
    (n > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

fn draw(game: &Game) {
    result(super::draw::board(game.variant(), &game.setup(), Language::English).trim_end());
}
