//! A game with all that belongs to it: who plays, the clock, the file it is kept in, why something was refused.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clock::{Clock, Shown};
use super::keep;
use super::record::{self, Kept};
use super::seats::Seats;
use super::table::{self, Forfeit, Origin, Table};
use crate::args::rulebook_of;
use crate::report::output::write_whole;
use crate::report::reasons::{reason_reports, refusal_report};
use koma::board::Player;
use koma::book::Rulebook;
use koma::play::why::Why;
use koma::play::{Game, Refusal};
use koma::say::act_name;
use koma::text::{Code, Report, safe};

/// A game and what belongs to it.
#[derive(Debug)]
pub struct Sitting {
    /// The game.
    pub table: Table,
    /// Who plays.
    pub seats: Seats,
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// The file that the game is written to after each turn.
    pub file: Option<PathBuf>,
    /// Whether that is a file of its own choice.
    pub keeps_itself: bool,
    /// How long the computer thinks at most; if not said, as its level has it.
    pub think: Option<Duration>,
    /// Whether records of other rules may be loaded.
    pub other_rules: bool,
    /// The last turn that was refused, and the game in which it was.
    pub refused: Option<(Game, Refusal)>,
    /// The rulebook of the variant.
    book: Option<Rulebook>,
    /// What the clock showed before.
    shown: Shown,
}

/// The answer to a question about the rules.
#[derive(Debug)]
pub enum Told {
    /// Rules at their places, with a line before them.
    Rules(String, Vec<Report>),
    /// Nothing of the rules.
    Remark(String),
}

impl Sitting {
    /// A game that begins, or goes on.
    pub fn new(table: Table, seats: Seats, clock: Option<Clock>) -> Sitting {
        Sitting {
            book: book_of(table.origin()),
            table,
            seats,
            clock,
            file: None,
            keeps_itself: false,
            think: None,
            other_rules: false,
            refused: None,
            shown: Shown::default(),
        }
    }

    /// The computer's side, if it is to move and the game is not over.
    pub fn waits_for_computer(&self) -> bool {
        !self.seats.is_person(self.table.game().to_move()) && self.table.result().is_none()
    }

    /// How long the computer may think now, if that is bounded by more than its level.
    pub fn time_to_think(&self) -> Option<Duration> {
        let player = self.table.game().to_move();
        let share = self.clock.as_ref().map(|it| it.share(player));
        [share, self.think].into_iter().flatten().min()
    }

    /// The person who would give up now.
    pub fn who_resigns(&self) -> Player {
        let to_move = self.table.game().to_move();
        match self.seats.is_person(to_move) || !self.seats.is_person(to_move.other()) {
            true => to_move,
            false => to_move.other(),
        }
    }

    /// Gives up.
    pub fn resign(&mut self) {
        let who = self.who_resigns();
        self.table.forfeit(Forfeit::Resigned(who));
    }

    /// Plays a turn as text; a refusal is kept for `why`.
    pub fn play_turn(&mut self, text: &str) -> Result<(), Refusal> {
        let before = self.table.game().clone();
        let played = self.table.play_turn(text);
        match &played {
            Ok(()) => self.turn_made(before.to_move()),
            Err(refusal) => self.refused = Some((before, refusal.clone())),
        }
        played
    }

    /// Notes that a player has acted: if the turn is over, the clock gives what it gives.
    pub fn turn_made(&mut self, player: Player) {
        let Some(clock) = &mut self.clock else {
            return;
        };
        let acts = self.table.done().len();
        self.shown.forget_undone();
        self.shown.note(acts - self.table.last_turn().len(), clock);
        if !(self.table.game().is_turn_open() && self.table.game().to_move() == player) {
            clock.turn_made(player);
        }
        self.shown.note(acts, clock);
    }

    /// Time goes by for the player to move.
    pub fn run_clock(&mut self, time: Duration) {
        let player = self.table.game().to_move();
        if self.table.result().is_none()
            && let Some(clock) = &mut self.clock
        {
            self.shown.note(self.table.done().len(), clock);
            if clock.run(player, time) {
                self.table.forfeit(Forfeit::OutOfTime(player));
            }
        }
    }

    /// Takes back what a person did last, and with it the time that has gone by since. Says whether there was anything.
    pub fn undo(&mut self) -> bool {
        let (before, seats) = (self.table.result(), self.seats);
        let acts = self.table.done().len();
        if !self.table.undo(|it| seats.is_person(it)) {
            return false;
        }
        let left = self.table.done().len();
        let out_of_time = matches!(
            before,
            Some(table::Result::Forfeited(Forfeit::OutOfTime(_)))
        );
        if let Some(clock) = &mut self.clock {
            match left < acts {
                true => self.shown.undo(left, clock),
                false if out_of_time => self.shown.restore(clock),
                false => {}
            }
        }
        true
    }

    /// Does again what was taken back last. Says whether there was anything.
    pub fn redo(&mut self) -> bool {
        if !self.table.redo() {
            return false;
        }
        if let Some(clock) = &mut self.clock {
            self.shown.redo(clock);
        }
        true
    }

    /// The game written down.
    pub fn record(&self) -> String {
        let name = &self.table.origin().name;
        // A game that keeps itself lies elsewhere, so it has to know the whole way to its variant.
        let whole = match koma::shipped::variant(name) {
            None if self.keeps_itself => std::path::absolute(name).ok(),
            _ => None,
        };
        let name = whole.map_or_else(|| name.clone(), |it| it.to_string_lossy().into_owned());
        record::write_as(&name, &self.table, &self.seats, self.clock.as_ref())
    }

    /// Takes up a game that was kept in a file.
    pub fn take_up(&mut self, kept: Kept, file: &Path) {
        self.book = book_of(kept.table.origin());
        self.table = kept.table;
        self.seats = kept.seats.unwrap_or(self.seats);
        self.clock = kept.clock;
        self.shown = Shown::default();
        self.refused = None;
        self.file = Some(file.to_owned());
        self.keeps_itself = false;
    }

    /// What the rules say of the last refusal, of a turn, or of the end.
    pub fn why(&self, turn: Option<&str>) -> Told {
        let game = self.table.game();
        match (turn, &self.refused) {
            (Some(turn), _) => self.why_turn(game.clone(), turn),
            (None, _) if game.outcome().is_some() => {
                let reasons: Vec<_> = game.why_over().into_iter().collect();
                let reports =
                    reason_reports(game.variant(), self.book.as_ref(), Code::RuleSays, &reasons);
                Told::Rules(self.table.result_told().unwrap_or_default(), reports)
            }
            (None, Some((at, refusal))) => match at.why(&refusal.act) {
                Why::Refused(reasons) => Told::Rules(
                    format!("`{}` is refused", refusal.act),
                    reason_reports(at.variant(), self.book.as_ref(), Code::RefusedAct, &reasons),
                ),
                _ => Told::Rules(
                    format!("`{}` is refused", refusal.act),
                    vec![refusal_report(at.variant(), refusal)],
                ),
            },
            (None, None) => Told::Remark("nothing was refused yet".to_owned()),
        }
    }

    fn why_turn(&self, mut game: Game, turn: &str) -> Told {
        let acts: Vec<&str> = turn.trim_end_matches(',').split(',').collect();
        for (i, act) in acts.iter().enumerate() {
            let shown = safe::short(act);
            let (code, said, reasons) = match game.why(act) {
                Why::Unreadable(why) => {
                    return Told::Remark(format!("`{shown}` cannot be read: {}", safe::line(&why)));
                }
                Why::Allowed(_) if i + 1 < acts.len() => {
                    if let Err(refusal) = game.play_text(act) {
                        return Told::Remark(refusal.to_string());
                    }
                    continue;
                }
                Why::Allowed(reasons) => (Code::RuleSays, "allowed", reasons),
                Why::Refused(reasons) => (Code::RefusedAct, "refused", reasons),
            };
            let reports = reason_reports(game.variant(), self.book.as_ref(), code, &reasons);
            return Told::Rules(format!("`{shown}` is {said}"), reports);
        }
        Told::Remark("an act is missing".to_owned())
    }

    /// Writes the game to the file it is kept in, if there is one.
    pub fn keep(&self) -> Option<(PathBuf, std::io::Result<()>)> {
        let file = self.file.clone()?;
        let written = match self.keeps_itself {
            // A game in which nothing happened is not worth a file.
            true if self.table.done().is_empty() && !file.exists() => return None,
            true => keep::keep_itself(&file, self.record().trim_end()),
            false => write_whole(&file, self.record().trim_end()),
        };
        Some((file, written))
    }

    /// What is left of a turn of several acts: `2 × move a guard, 1 × pass`; nothing where a turn is one act.
    pub fn left(&self) -> Option<String> {
        let game = self.table.game();
        let sheet = game.variant().sheet();
        let left = game.left();
        let some: Vec<String> = left
            .iter()
            .filter(|it| it.1 > 0)
            .map(|(pattern, left, _)| format!("{left} × {}", act_name(sheet, pattern)))
            .collect();
        match (left.is_empty(), some.is_empty()) {
            (true, _) => None,
            (false, true) => Some("nothing".to_owned()),
            (false, false) => Some(some.join(", ")),
        }
    }

    /// The acts as text.
    pub fn acts(&self) -> Vec<String> {
        let game = self.table.game();
        game.acts().into_iter().map(|it| game.write(it)).collect()
    }
}

fn book_of(origin: &Origin) -> Option<Rulebook> {
    rulebook_of(&origin.name).and_then(Result::ok)
}
