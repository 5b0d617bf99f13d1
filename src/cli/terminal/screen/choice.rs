//! Taking up a piece and putting it down: which acts are meant, and what is asked when there are several.

use super::state::{Dialog, Effect, Saying, Spot, State, squares, target};
use koma::board::{Owner, Square};
use koma::check::sheet::KindId;
use koma::play::why::Why;
use koma::play::{Act, Refusal};
use koma::say::{Language, piece_name};

impl State {
    /// A place is pointed at: takes a piece up, puts it down, or says why not.
    pub(super) fn pick(&mut self, spot: Spot) -> Vec<Effect> {
        self.cursor = spot;
        self.blamed.clear();
        self.saying = Saying::default();
        if let Some(result) = self.it.table.result_told() {
            self.say(format!("the game is over: {result}"));
            return Vec::new();
        }
        if self.it.waits_for_computer() {
            self.say("it is the computer's turn");
            return Vec::new();
        }
        let Some(from) = self.selected else {
            self.take_up(spot);
            return Vec::new();
        };
        if from == spot {
            self.selected = None;
            return Vec::new();
        }
        let Spot::Square(to) = spot else {
            self.take_up(spot);
            return Vec::new();
        };
        let mut acts = self.acts_from(from);
        acts.retain(|it| target(*it) == Some(to));
        match acts[..] {
            [] if !self.acts_from(spot).is_empty() => {
                self.take_up(spot);
                Vec::new()
            }
            [] => self.try_out(from, to),
            [act] => self.play(act),
            _ => {
                self.ask_which(&acts);
                Vec::new()
            }
        }
    }

    fn take_up(&mut self, spot: Spot) {
        self.selected = None;
        if !self.acts_from(spot).is_empty() {
            self.selected = Some(spot);
            return;
        }
        let mover = self.game().to_move();
        let said = match spot {
            Spot::Hand(player, _) if player != mover => "this is the other player's hand",
            Spot::Hand(..) => "this piece cannot be dropped anywhere now",
            Spot::Square(square) => {
                let here = &self.game().setup().cells[square.index()];
                match here.iter().any(|it| it.0 == Owner::Of(mover)) {
                    true => "this piece cannot move now; try a square to see why",
                    false => "there is no piece of yours here",
                }
            }
        };
        let own = matches!(spot, Spot::Square(it)
            if self.game().setup().cells[it.index()].iter().any(|it| it.0 == Owner::Of(mover)));
        // A piece that cannot move can still be taken up, to be told why.
        if own {
            self.selected = Some(spot);
        }
        self.say(said);
    }

    /// Tries an act that is not legal, so that a rule refuses it.
    fn try_out(&mut self, from: Spot, to: Square) -> Vec<Effect> {
        let sheet = self.game().variant().sheet();
        let square = |it: Square| sheet.geometry.write(it, sheet.coordinates);
        let text = match from {
            Spot::Square(from) => format!("{}{}", square(from), square(to)),
            Spot::Hand(_, kind) => {
                format!("{}*{}", sheet.kinds[kind as usize].letter, square(to))
            }
        };
        self.play_typed(&format!("{text},"))
    }

    /// Plays a turn as it was typed.
    pub(super) fn play_typed(&mut self, text: &str) -> Vec<Effect> {
        match self.it.play_turn(text) {
            Ok(()) => self.changed(),
            Err(refusal) => {
                self.selected = None;
                self.refused(&refusal);
                Vec::new()
            }
        }
    }

    fn refused(&mut self, refusal: &Refusal) {
        self.blamed = match self.game().why(&refusal.act) {
            Why::Refused(reasons) => reasons.into_iter().flat_map(|it| it.squares).collect(),
            _ => Vec::new(),
        };
        self.alarm(format!("{refusal} (F3 or `why` shows the rule)"));
    }

    /// Plays a legal act of a person.
    pub(super) fn play(&mut self, act: Act) -> Vec<Effect> {
        let player = self.game().to_move();
        self.it.table.play(act);
        self.it.turn_made(player);
        self.changed()
    }

    /// The game has changed: what was meant before is over, and the computer may be to move.
    pub(super) fn changed(&mut self) -> Vec<Effect> {
        self.selected = None;
        self.blamed.clear();
        self.advised.clear();
        self.saying = Saying::default();
        self.acts = self.game().acts();
        self.clamp_cursor();
        let mut effects = vec![Effect::Keep];
        if self.work.take().is_some() {
            effects.push(Effect::Hurry);
        }
        effects.extend(self.ask_computer());
        effects
    }

    /// Lets the computer think if it is to move.
    pub(super) fn ask_computer(&mut self) -> Option<Effect> {
        if !self.it.waits_for_computer() {
            return None;
        }
        let strength = self.it.seats.computer(self.game().to_move())?;
        Some(self.ask(strength, false))
    }

    fn ask_which(&mut self, acts: &[Act]) {
        let sheet = self.game().variant().sheet();
        let name = |kind: u8| piece_name(sheet, KindId(kind), Language::English);
        let of_one_kind = acts.windows(2).all(|it| mover(it[0]) == mover(it[1]));
        let label = |act: &Act| match *act {
            Act::Move { kind, becomes, .. } => {
                let moves = match of_one_kind {
                    true => String::new(),
                    false => format!("move the {}, ", name(kind)),
                };
                match becomes {
                    Some(face) => format!("{moves}promote to {}", name(face)),
                    None if of_one_kind => format!("stay {}", name(kind)),
                    None => format!("move the {}", name(kind)),
                }
            }
            Act::Drop { kind, .. } => format!("drop as {}", name(kind)),
            Act::Pass | Act::End => String::new(),
        };
        let promotes = |it: &Act| {
            matches!(
                it,
                Act::Move {
                    becomes: Some(_),
                    ..
                }
            )
        };
        let title = match acts.iter().any(promotes) {
            true => "Promote?",
            false => "Which one?",
        };
        // What is promoted comes first: it is what is mostly wanted.
        let (mut choices, rest): (Vec<_>, Vec<_>) = acts
            .iter()
            .map(|it| (label(it), *it))
            .partition(|(_, it)| promotes(it));
        choices.extend(rest);
        self.dialog = Some(Dialog::Choose {
            title: title.to_owned(),
            choices,
            at: 0,
        });
    }

    /// The squares of a turn.
    pub(super) fn squares_of(turn: &[Act]) -> Vec<Square> {
        turn.iter().flat_map(|it| squares(*it)).collect()
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.saying = Saying {
            text: text.into(),
            alarm: false,
        };
    }

    pub(super) fn alarm(&mut self, text: impl Into<String>) {
        self.saying = Saying {
            text: text.into(),
            alarm: true,
        };
    }
}

fn mover(act: Act) -> Option<u8> {
    match act {
        Act::Move { kind, .. } => Some(kind),
        _ => None,
    }
}
