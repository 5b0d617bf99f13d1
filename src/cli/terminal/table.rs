//! A game as it is played at a table: who did what, taking back, giving up, what came of it.

use std::fmt;

use koma::board::Player;
use koma::check::Picks;
use koma::check::sheet::RuleId;
use koma::play::{Act, Game, Outcome, Refusal, Variant};
use koma::text::safe;

/// Where the variant came from: what a person typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// A path or a shipped name.
    pub name: String,
    /// The choices asked for.
    pub picks: Picks,
}

/// An act that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The act.
    pub act: Act,
    /// As it is written.
    pub text: String,
    /// By whom.
    pub player: Player,
}

/// An end that no rule of the variant makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forfeit {
    /// A player has given up.
    Resigned(Player),
    /// A player's time is up.
    OutOfTime(Player),
}

impl Forfeit {
    /// Who lost by it.
    pub fn loser(self) -> Player {
        match self {
            Forfeit::Resigned(player) | Forfeit::OutOfTime(player) => player,
        }
    }

    /// `resignation` or `time`.
    pub fn by(self) -> &'static str {
        match self {
            Forfeit::Resigned(_) => "resignation",
            Forfeit::OutOfTime(_) => "time",
        }
    }
}

/// What came of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Result {
    /// A rule ended it.
    Ruled(Outcome),
    /// A player lost otherwise.
    Forfeited(Forfeit),
    /// Nothing can be done, and no rule ends the game.
    Stuck,
}

impl fmt::Display for Result {
    /// As it stands in a record: `first wins by resignation`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Result::Ruled(outcome) => outcome.fmt(f),
            Result::Forfeited(it) => {
                write!(f, "{} wins by {}", it.loser().other().as_str(), it.by())
            }
            Result::Stuck => f.write_str("unfinished: no act is possible"),
        }
    }
}

/// A game, all of it.
#[derive(Debug, Clone)]
pub struct Table {
    origin: Origin,
    start: Game,
    game: Game,
    done: Vec<Done>,
    undone: Vec<Vec<Done>>,
    forfeit: Option<Forfeit>,
}

impl Table {
    /// A game that begins.
    pub fn new(origin: Origin, start: Game) -> Table {
        Table {
            origin,
            game: start.clone(),
            start,
            done: Vec::new(),
            undone: Vec::new(),
            forfeit: None,
        }
    }

    /// Where the variant came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game before the first act.
    pub fn start(&self) -> &Game {
        &self.start
    }

    /// The variant.
    pub fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// What was done, in order.
    pub fn done(&self) -> &[Done] {
        &self.done
    }

    /// A player's name, safe to show.
    pub fn name(&self, player: Player) -> String {
        safe::short(&self.variant().sheet().players[player.index()])
    }

    /// The acts of each turn.
    pub fn turns(&self) -> impl Iterator<Item = &[Done]> {
        // A turn always passes to the other player.
        self.done.chunk_by(|a, b| a.player == b.player)
    }

    /// The turns as text; one that is still open ends with a comma.
    pub fn written(&self) -> Vec<String> {
        let mut turns: Vec<String> = self.turns().map(turn_text).collect();
        if self.game.is_turn_open()
            && let Some(last) = turns.last_mut()
        {
            last.push(',');
        }
        turns
    }

    /// The acts of the last turn, which may still be open.
    pub fn last_turn(&self) -> &[Done] {
        self.turns().last().unwrap_or(&[])
    }

    /// What came of the game, once it is over.
    pub fn result(&self) -> Option<Result> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Result::Ruled(outcome));
        }
        match self.forfeit {
            Some(forfeit) => Some(Result::Forfeited(forfeit)),
            None => self.game.acts().is_empty().then_some(Result::Stuck),
        }
    }

    /// The result as it stands in a record.
    pub fn result_text(&self) -> String {
        self.result()
            .map_or_else(|| "unfinished".to_owned(), |it| it.to_string())
    }

    /// The result for a person: with the players' own names, and the rule.
    pub fn result_told(&self) -> Option<String> {
        let wins = |player: Player| format!("{} wins", self.name(player));
        Some(match self.result()? {
            Result::Ruled(outcome) => {
                let who = outcome.winner.map_or("draw".to_owned(), wins);
                format!("{who} by {} ({})", outcome.by(), outcome.path)
            }
            Result::Forfeited(it) => format!("{} by {}", wins(it.loser().other()), it.by()),
            Result::Stuck => "no act is possible and no rule ends the game".to_owned(),
        })
    }

    /// The rule that ended the game.
    pub fn ended_by(&self) -> Option<RuleId> {
        self.game.outcome().map(|it| it.rule)
    }

    /// Plays a legal act. Where nothing but the end of the turn is left to do, the turn ends with it.
    pub fn play(&mut self, act: Act) {
        self.undone.clear();
        self.note(act);
        if self.game.is_turn_open() && self.game.acts() == [Act::End] {
            self.note(Act::End);
        }
    }

    /// Plays a turn as text. A refused turn changes nothing.
    pub fn play_turn(&mut self, text: &str) -> std::result::Result<(), Refusal> {
        let mut trial = self.game.clone();
        trial.play_turn(text)?;
        self.undone.clear();
        for written in text.strip_suffix(',').unwrap_or(text).split(',') {
            let mut next = self.game.clone();
            let act = next.play_text(written)?;
            self.note(act);
        }
        if self.game.is_turn_open() && !text.ends_with(',') {
            self.note(Act::End);
        }
        Ok(())
    }

    fn note(&mut self, act: Act) {
        self.done.push(Done {
            act,
            text: self.game.write(act),
            player: self.game.to_move(),
        });
        self.game.play_unchecked(act);
    }

    /// Takes back: the last act of an open turn, or else all up to the last turn of a person. Giving up is taken
    /// back by itself. Says whether there was anything.
    pub fn undo(&mut self, is_person: impl Fn(Player) -> bool) -> bool {
        if self.forfeit.take().is_some() {
            return true;
        }
        let mut keep = self.done.len();
        if self.game.is_turn_open() && is_person(self.game.to_move()) {
            keep = keep.saturating_sub(1);
        } else {
            loop {
                let Some(last) = self.done[..keep].last() else {
                    return false;
                };
                let player = last.player;
                let before = |it: &Done| it.player != player;
                keep = self.done[..keep]
                    .iter()
                    .rposition(before)
                    .map_or(0, |it| it + 1);
                if is_person(player) {
                    break;
                }
            }
        }
        self.undone.push(self.done.split_off(keep));
        self.game = self.start.clone();
        for it in &self.done {
            self.game.play_unchecked(it.act);
        }
        true
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> bool {
        let Some(again) = self.undone.pop() else {
            return false;
        };
        for it in again {
            self.note(it.act);
        }
        true
    }

    /// Whether something was taken back that can be done again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Ends the game outside of its rules.
    pub fn forfeit(&mut self, forfeit: Forfeit) {
        if self.result().is_none() {
            self.forfeit = Some(forfeit);
        }
    }
}

/// A turn as it is written: its acts, without the act that ends it.
pub fn turn_text(turn: &[Done]) -> String {
    let acts = turn.iter().filter(|it| it.act != Act::End);
    acts.map(|it| it.text.as_str())
        .collect::<Vec<_>>()
        .join(",")
}
