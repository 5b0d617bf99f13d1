//! `koma play` without a screen: lines of text, from a person or a pipe.

use std::io::{BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::command::{self, Command};
use super::record;
use super::sitting::{Sitting, Told};
use super::table::turn_text;
use crate::players::thinking::{Said, Strength, Thinking, Thought, advises};
use crate::report::drawing;
use crate::report::output::{Status, answer, complain, remark, result, write_whole};
use crate::report::turn::write_turn;
use koma::board::Player;
use koma::say::Language;
use koma::text::safe;

/// The longest line that is read.
const LONGEST_LINE: u64 = 64 * 1024;

/// A game in lines.
struct Lines {
    it: Sitting,
    thinking: Thinking,
    /// Who sees the board from below.
    view: Player,
}

/// Plays a game in the terminal, or from a pipe.
pub fn play(it: Sitting, seed: u64) -> Status {
    let asks = std::io::stdin().is_terminal();
    let title = safe::line(&it.table.variant().sheet().title);
    let mut lines = Lines {
        it,
        thinking: Thinking::new(seed),
        view: Player::First,
    };
    result(&format!("{title}  (`help` tells what can be typed)"));
    for unknown in &lines.it.table.variant().sheet().unknown {
        result(&format!("not known: {}", safe::line(&unknown.why)));
    }
    lines.draw();
    let mut input = std::io::stdin().lock();
    loop {
        if let Some(told) = lines.it.table.result_told() {
            lines.keep();
            result(&told);
            return Status::Done;
        }
        if lines.it.waits_for_computer() {
            lines.computer_plays();
            continue;
        }
        if asks {
            let player = lines.it.table.game().to_move();
            let clock = lines.it.clock.as_ref();
            let clock = clock.map_or(String::new(), |it| format!(" {}", it.shown(player)));
            let _ = write!(anstream::stderr(), "{}{clock}> ", player.as_str());
            let _ = std::io::stderr().flush();
        }
        let began = Instant::now();
        let Some(typed) = read_line(&mut input) else {
            return Status::Done;
        };
        lines.it.run_clock(began.elapsed());
        if lines.it.table.result().is_some() {
            continue;
        }
        match command::parse(&typed) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Status::Done,
            Ok(Some(command)) => lines.obey(command),
            Err(why) => remark(&why),
        }
    }
}

impl Lines {
    fn obey(&mut self, command: Command) {
        match command {
            Command::Turn(turn) => self.turn(&turn),
            Command::Help => result(&help()),
            Command::Board => self.draw(),
            Command::Hint => self.hint(),
            Command::Why(turn) => self.why(turn.as_deref()),
            Command::Undo => match self.it.undo() {
                true => self.changed(),
                false => remark("there is nothing to take back"),
            },
            Command::Redo => match self.it.redo() {
                true => self.changed(),
                false => remark("nothing was taken back"),
            },
            Command::Flip => {
                self.view = self.view.other();
                self.draw();
            }
            Command::Resign => self.it.resign(),
            Command::Save(file) => self.save(file.map(PathBuf::from)),
            Command::Load(file) => self.load(Path::new(&file)),
            Command::Level(strength) => {
                self.it.seats.set_strength(strength);
                remark(&format!("the computer plays at {}", told(strength)));
            }
            Command::Computer(sides) => self.it.seats.seat(sides),
            Command::Letters => remark("lines are always written with letters"),
            Command::Now => remark("the computer is not thinking"),
            Command::Quit => {}
        }
    }

    fn turn(&mut self, turn: &str) {
        match self.it.play_turn(turn) {
            Ok(()) => self.changed(),
            Err(refusal) => remark(&format!("{refusal} (`why` shows the rule)")),
        }
    }

    fn changed(&mut self) {
        self.draw();
        self.keep();
    }

    fn keep(&self) {
        if let Some((file, Err(error))) = self.it.keep() {
            let name = safe::line(&file.display().to_string());
            remark(&format!("koma: cannot write `{name}`: {error}"));
        }
    }

    fn why(&self, turn: Option<&str>) {
        match self.it.why(turn) {
            Told::Rules(said, reports) => {
                result(&said);
                reports.iter().for_each(answer);
            }
            Told::Remark(said) => remark(&said),
        }
    }

    fn hint(&mut self) {
        result(&self.it.acts().join(" "));
        if let Some(left) = self.it.left() {
            result(&format!("left of the turn: {left}"));
        }
        let strength = self.it.seats.strength();
        if advises(strength)
            && let Some(thought) = self.thought(strength)
        {
            let turn = write_turn(&mut self.it.table.game().clone(), &thought.turn);
            result(&format!("advice: {turn} ({})", safe::line(&thought.remark)));
        }
    }

    fn thought(&mut self, strength: Strength) -> Option<Thought> {
        let time = self.it.time_to_think();
        let game = self.it.table.game().clone();
        self.thinking.ask(0, game, strength, time);
        loop {
            match self.thinking.wait() {
                Said::SoFar(..) => {}
                Said::Answer(_, thought) => return thought,
                Said::Gone => return None,
            }
        }
    }

    fn computer_plays(&mut self) {
        let player = self.it.table.game().to_move();
        let strength = self.it.seats.computer(player).unwrap_or(Strength::Random);
        let began = Instant::now();
        let thought = self.thought(strength);
        self.it.run_clock(began.elapsed());
        let Some(thought) = thought.filter(|_| self.it.table.result().is_none()) else {
            // Out of time, or nothing to be had from the computer: the person may play for it.
            if self.it.table.result().is_none() {
                remark("the computer has no answer; you play its side now");
                self.it.seats = super::seats::Seats::new([None; 2]);
            }
            return;
        };
        for act in thought.turn {
            if self.it.table.game().to_move() == player && self.it.table.result().is_none() {
                self.it.table.play(act);
            }
        }
        self.it.turn_made(player);
        let turn = turn_text(self.it.table.last_turn());
        result(&format!("{} plays {turn}", player.as_str()));
        self.changed();
    }

    fn save(&mut self, file: Option<PathBuf>) {
        let Some(file) = file.or_else(|| self.it.file.clone()) else {
            remark("`save` needs the name of a file");
            return;
        };
        let name = safe::line(&file.display().to_string());
        match write_whole(&file, self.it.record().trim_end()) {
            Ok(()) => {
                remark(&format!("saved to `{name}`; from now on after each turn"));
                self.it.file = Some(file);
                self.it.keeps_itself = false;
            }
            Err(error) => remark(&format!("koma: cannot write `{name}`: {error}")),
        }
    }

    fn load(&mut self, file: &Path) {
        match record::read(file, self.it.other_rules) {
            Ok(kept) => {
                self.it.take_up(kept, file);
                self.draw();
            }
            Err(report) => complain(&report),
        }
    }

    fn draw(&self) {
        let game = self.it.table.game();
        let board = drawing::board(game.variant(), &game.setup(), Language::English, self.view);
        result(board.trim_end());
    }
}

fn told(strength: Strength) -> String {
    match strength {
        Strength::Random => "random".to_owned(),
        level => level.to_string(),
    }
}

fn help() -> String {
    let lines = command::WORDS.iter();
    let lines: Vec<String> = lines
        .map(|(word, does)| format!("{word:13}  {does}"))
        .collect();
    lines.join("\n")
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
