//! The opponent: asked, heard, and its turns played.

use super::input::HINT;
use super::state::{Dialog, Effect, State, Work};
use crate::players::thinking::{Said, Strength, Thought};
use crate::report::turn::write_turn;
use crate::terminal::seats::Seats;
use koma::play::Act;
use koma::text::safe;

impl State {
    /// The opponent says something.
    pub(super) fn heard(&mut self, said: Said) -> Vec<Effect> {
        let number = match &said {
            Said::SoFar(number, _) | Said::Answer(number, _) => Some(*number),
            Said::Gone => None,
        };
        let Some(work) = self.work.as_mut() else {
            return Vec::new();
        };
        if number.is_some_and(|it| it != work.number) {
            return Vec::new();
        }
        match said {
            Said::SoFar(_, thought) => {
                work.so_far = safe::line(&thought.remark);
                Vec::new()
            }
            Said::Answer(_, Some(thought)) if work.is_advice => {
                self.work = None;
                let turn = write_turn(&mut self.game().clone(), &thought.turn);
                self.advised = State::squares_of(&thought.turn);
                let advice = format!("advice: {turn} ({})", safe::line(&thought.remark));
                if let Some(Dialog::Text { title, lines, .. }) = &mut self.dialog
                    && title == HINT
                {
                    lines.insert(0, advice.clone());
                    lines.insert(1, String::new());
                }
                self.say(advice);
                Vec::new()
            }
            Said::Answer(_, Some(thought)) => self.computer_plays(&thought),
            Said::Answer(_, None) | Said::Gone => {
                let was_advice = work.is_advice;
                self.work = None;
                if was_advice {
                    self.say("there is no advice to be had");
                } else {
                    self.it.seats = Seats::new([None; 2]);
                    self.alarm("the computer has no answer; you play its side now");
                }
                Vec::new()
            }
        }
    }

    fn computer_plays(&mut self, thought: &Thought) -> Vec<Effect> {
        self.work = None;
        let player = self.game().to_move();
        for act in &thought.turn {
            // What the rules do not allow is not played, whoever thought of it.
            let legal = self.game().to_move() == player && self.game().acts().contains(act);
            if legal && self.it.table.result().is_none() {
                self.it.table.play(*act);
            }
        }
        if self.game().to_move() == player && self.game().acts().contains(&Act::End) {
            self.it.table.play(Act::End);
        }
        if self.game().to_move() == player && self.it.table.result().is_none() {
            self.it.seats = Seats::new([None; 2]);
        }
        self.it.turn_made(player);
        self.changed()
    }

    /// Asks for a turn, to be played or as advice.
    pub(super) fn ask(&mut self, strength: Strength, is_advice: bool) -> Effect {
        self.asked += 1;
        self.work = Some(Work {
            number: self.asked,
            is_advice,
            so_far: String::new(),
        });
        Effect::Ask {
            number: self.asked,
            game: Box::new(self.game().clone()),
            strength,
            time: self.it.time_to_think(),
        }
    }
}
