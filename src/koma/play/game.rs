//! A game of any variant: list the acts, play one, ask the outcome.

use std::fmt;

use super::coverage::RulePart;
use super::explain::{Explainer, Explaining};
use super::judge::Verdict;
use super::notation::{Signs, Written};
use super::perft::Memory;
use super::playout::Tally;
use super::position::Shape;
use super::possible::{self, Impossible};
use super::refuse::Wrong;
use super::session::Session;
use super::why::{Reason, Why};
use super::{Act, Variant, coverage, notation, perft, playout};
use crate::board::Player;
use crate::board::diagram::Setup;
use crate::check::Sheet;
use crate::check::sheet::{Pattern, RuleId};
use crate::text::Report;

/// A game in play.
#[derive(Debug)]
pub struct Game {
    variant: Variant,
    table: Box<dyn AnyGame>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; none is a draw.
    pub winner: Option<Player>,
    /// The rule that ended it.
    pub rule: RuleId,
    /// The rule's path: `end.mate`.
    pub path: String,
}

impl Outcome {
    /// The rule's name: `mate` of `end.mate`.
    pub fn by(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or(&self.path)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(player) => write!(f, "{} wins by {}", player.as_str(), self.by()),
            None => write!(f, "draw by {}", self.by()),
        }
    }
}

/// Why an act was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The act, as written.
    pub act: String,
    /// The rule that refuses it; none when the text is no act at all.
    pub rule: Option<RuleId>,
    /// The rule's path, or `notation`.
    pub by: String,
    /// Why, in a sentence.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is refused by {}: {}",
            self.act, self.by, self.reason
        )
    }
}

impl std::error::Error for Refusal {}

impl Clone for Game {
    fn clone(&self) -> Self {
        Game {
            variant: self.variant.clone(),
            table: self.table.clone_box(),
        }
    }
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: &Variant) -> Game {
        Game::from_setup(variant, &variant.sheet().start)
    }

    /// A game from a position as text. It is judged at once: a mated side given to move has lost.
    pub fn from_position(variant: &Variant, position: &str) -> Result<Game, Box<Report>> {
        Ok(Game::from_setup(variant, &variant.read_position(position)?))
    }

    /// The variant played.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The legal acts in a defined order; none when the game is over.
    pub fn acts(&self) -> Vec<Act> {
        self.table.acts()
    }

    /// An act of the side to act as text.
    pub fn write(&self, act: Act) -> String {
        notation::write(self.table.signs(), act, self.table.shares_origin(act))
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.variant.letters().write_position(&self.setup())
    }

    /// Who is to act.
    pub fn to_move(&self) -> Player {
        self.table.side()
    }

    /// Whether a turn of several acts is under way.
    pub fn is_turn_open(&self) -> bool {
        self.table.is_turn_open()
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        let Verdict { rule, winner } = self.table.verdict()?;
        Some(Outcome {
            winner,
            rule,
            path: self.variant.sheet().rule(rule).path.clone(),
        })
    }

    /// Plays an act, or says which rule refuses it.
    pub fn play(&mut self, act: Act) -> Result<(), Refusal> {
        if !self.acts().contains(&act)
            && let Some(refusal) = self.refusal(act)
        {
            return Err(refusal);
        }
        self.table.play_unchecked(act);
        Ok(())
    }

    /// Which rule refuses an act, if one does. The rules are asked one by one, whatever is listed.
    pub fn refusal(&self, act: Act) -> Option<Refusal> {
        let wrong = self.explainer().refusal(act)?;
        Some(self.refused(&self.write(act), wrong))
    }

    /// Plays an act that is known to be legal: one of [`Game::acts`].
    pub fn play_unchecked(&mut self, act: Act) {
        self.table.play_unchecked(act);
    }

    /// Plays an act written as text.
    pub fn play_text(&mut self, text: &str) -> Result<Act, Refusal> {
        match self.meant(text) {
            Ok(act) => {
                self.table.play_unchecked(act);
                Ok(act)
            }
            Err(wrong) => Err(self.refused(text, wrong)),
        }
    }

    /// The legal act that a text means, or what is wrong with it.
    fn meant(&self, text: &str) -> Result<Act, Wrong> {
        let written = self.read(text).map_err(Wrong::unreadable)?;
        let signs = self.table.signs();
        let acts = self.acts();
        let mut meant = acts.iter().filter(|it| written.fits(signs, **it));
        match (meant.next(), meant.next()) {
            (Some(act), None) => Ok(*act),
            _ => self.explainer().meant(written),
        }
    }

    fn read(&self, text: &str) -> Result<Written, String> {
        notation::read(self.table.signs(), text)
    }

    fn explainer(&self) -> Box<dyn Explainer> {
        self.table
            .explainer(self.variant.sheet(), self.variant.explaining())
    }

    /// Plays a whole turn: acts joined by commas. The turn ends with the last act, unless a comma follows it. A
    /// refused turn changes nothing.
    pub fn play_turn(&mut self, text: &str) -> Result<(), Refusal> {
        let (acts, stays_open) = match text.strip_suffix(',') {
            Some(acts) => (acts, true),
            None => (text, false),
        };
        let before = self.table.clone_box();
        let mover = self.to_move();
        let turn_rule = self.table.turn_rule();
        let mut over = false;
        for act in acts.split(',') {
            if over && self.table.verdict().is_none() {
                self.table = before;
                let reason = "the turn is already over".to_owned();
                return Err(self.refused(act, Wrong::by_turn(turn_rule, reason)));
            }
            if let Err(refusal) = self.play_text(act) {
                self.table = before;
                return Err(refusal);
            }
            over = self.to_move() != mover || !self.is_turn_open();
        }
        if !stays_open && self.is_turn_open() {
            self.table.play_unchecked(Act::End);
        }
        Ok(())
    }

    /// Why an act can or cannot be played: every rule that has a say.
    pub fn why(&self, act: &str) -> Why {
        self.explainer().why(self.read(act))
    }

    /// Why the game is over, if it is.
    pub fn why_over(&self) -> Option<Reason> {
        self.table.verdict()?;
        self.explainer().why_over()
    }

    /// The number of sequences of `depth` turns. Rules of history are not applied unless asked for.
    pub fn perft(&self, depth: u32, with_history: bool) -> u64 {
        self.table.perft(depth, with_history)
    }

    /// The game in its shape.
    pub(super) fn table(&self) -> &dyn AnyGame {
        self.table.as_ref()
    }

    fn refused(&self, act: &str, wrong: Wrong) -> Refusal {
        Refusal {
            act: crate::text::safe::line(act),
            rule: wrong.rule,
            by: wrong.rule.map_or("notation".to_owned(), |it| {
                self.variant.sheet().rule(it).path.clone()
            }),
            reason: crate::text::safe::line(&wrong.reason),
        }
    }
}

unstable! {
impl Game {
    /// A game from a position as plain data: one that [`Variant::read_position`] gave, or one with the same kinds.
    fn from_setup(variant: &Variant, setup: &Setup) -> Game {
        Game {
            variant: variant.clone(),
            table: variant.session(setup),
        }
    }

    /// The same game without rules of history: what was does not count, and is not kept.
    fn without_history(mut self) -> Game {
        self.table.forget_history();
        self
    }

    /// The position as plain data.
    fn setup(&self) -> Setup {
        self.table.setup()
    }

    /// A number that tells positions (with the state of the turn) apart, and that of the same position with left
    /// and right changed.
    fn keys(&self) -> [u128; 2] {
        self.table.keys()
    }

    /// What is left of a turn of several acts: each act of its rule, how often it may still be done, and how often in
    /// all. Nothing where a turn is one act.
    fn left(&self) -> Vec<(&Pattern, u32, u32)> {
        let left = self.table.left();
        let rule = self.table.turn_rule();
        let turn = self.variant.sheet().turns.iter().find(|it| it.rule == rule);
        let acts = turn.into_iter().flat_map(|it| &it.acts);
        acts.zip(left)
            .map(|((pattern, times), left)| (pattern, left, *times))
            .collect()
    }

    /// The rule that no act leaves broken, and that the player who has just moved stands in breach of: such a position
    /// can be set up, and never comes about in play.
    fn breached(&self) -> Option<RuleId> {
        self.table.breached()
    }

    /// The invariants that do not hold where a turn begins, each with the player for whom it does not. Nothing while a turn
    /// of several acts is under way, or when the game is over.
    fn broken(&self) -> Vec<(RuleId, Player)> {
        match self.is_turn_open() || self.table.verdict().is_some() {
            true => Vec::new(),
            false => self.table.broken(),
        }
    }

    /// Everything that keeps the position from coming about in play.
    fn impossible(&self) -> Vec<Impossible> {
        possible::impossible(self)
    }

    /// Every part of a rule that a legal act makes use of, the judging of its turn included.
    fn uses(&self, act: Act) -> Vec<RulePart> {
        let mut parts = self.explainer().uses(self.variant.sheet(), act);
        parts.extend(self.table.judged(act));
        parts
    }

    /// The acts that movement and turn allow and that `forbid` rules look at: each with a condition that would hold
    /// after it, or with a rule that refuses it.
    fn refused_acts(&self) -> Vec<(Act, RulePart)> {
        self.explainer().refused_acts()
    }

    /// The same number as [`Game::perft`], with every act of the last turn listed and played, too.
    fn perft_listed(&self, depth: u32) -> u64 {
        self.table.perft_listed(depth)
    }

    /// The same number as [`Game::perft`], counting positions that come again but once.
    fn perft_recalling(&self, depth: u32, memory: &mut Memory) -> u64 {
        self.table.perft_recalling(depth, memory)
    }

    /// Plays random games from here to the end, or to `longest` acts.
    fn playouts(&self, games: u64, longest: u64, rng: &mut fastrand::Rng) -> Tally {
        self.table.playouts(games, longest, rng)
    }
}
}

/// A game on some shape of position.
pub(super) trait AnyGame: fmt::Debug + Send + Sync + std::any::Any {
    fn acts(&self) -> Vec<Act>;
    fn signs(&self) -> Signs<'_>;
    fn shares_origin(&self, act: Act) -> bool;
    fn setup(&self) -> Setup;
    fn keys(&self) -> [u128; 2];
    fn forget_history(&mut self);
    fn side(&self) -> Player;
    fn is_turn_open(&self) -> bool;
    fn turn_rule(&self) -> RuleId;
    fn left(&self) -> Vec<u32>;
    fn verdict(&self) -> Option<Verdict>;
    fn breached(&self) -> Option<RuleId>;
    fn broken(&self) -> Vec<(RuleId, Player)>;
    fn judged(&self, act: Act) -> Vec<RulePart>;
    fn explainer(&self, sheet: &Sheet, by: &Explaining) -> Box<dyn Explainer>;
    fn play_unchecked(&mut self, act: Act);
    fn perft(&self, depth: u32, with_history: bool) -> u64;
    fn perft_listed(&self, depth: u32) -> u64;
    fn perft_recalling(&self, depth: u32, memory: &mut Memory) -> u64;
    fn playouts(&self, games: u64, longest: u64, rng: &mut fastrand::Rng) -> Tally;
    #[cfg(test)]
    fn slow_playouts(&self, games: u64, longest: u64, rng: &mut fastrand::Rng) -> Tally;
    fn clone_box(&self) -> Box<dyn AnyGame>;
}

impl<S: Shape> AnyGame for Session<S> {
    fn acts(&self) -> Vec<Act> {
        Session::acts(self)
    }

    fn signs(&self) -> Signs<'_> {
        Signs::of(&self.rules)
    }

    fn shares_origin(&self, act: Act) -> bool {
        self.position.shares_origin(act)
    }

    fn setup(&self) -> Setup {
        self.position.setup(&self.rules)
    }

    fn keys(&self) -> [u128; 2] {
        self.position.keys(&self.rules)
    }

    fn forget_history(&mut self) {
        Session::forget_history(self);
    }

    fn side(&self) -> Player {
        self.position.side
    }

    fn is_turn_open(&self) -> bool {
        self.verdict.is_none() && self.position.spent != 0
    }

    fn turn_rule(&self) -> RuleId {
        match self.position.turn {
            Some(turn) => self.rules.player(self.position.side).turns[turn as usize].rule,
            None => self.rules.turn_rule,
        }
    }

    fn left(&self) -> Vec<u32> {
        let turns = &self.rules.player(self.position.side).turns;
        let turn = self.position.turn.map(|it| &turns[it as usize]);
        match turn.filter(|it| it.several && self.verdict.is_none()) {
            Some(turn) => {
                let spent = |i: usize| self.position.spent >> (4 * i) & 15;
                let acts = turn.acts.iter().enumerate();
                acts.map(|(i, (_, times))| times - spent(i)).collect()
            }
            None => Vec::new(),
        }
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn breached(&self) -> Option<RuleId> {
        coverage::breached(self)
    }

    fn broken(&self) -> Vec<(RuleId, Player)> {
        possible::broken(self)
    }

    fn judged(&self, act: Act) -> Vec<RulePart> {
        coverage::judged(self, act)
    }

    fn explainer(&self, sheet: &Sheet, by: &Explaining) -> Box<dyn Explainer> {
        by.explainer(sheet, &self.position, self.verdict)
    }

    fn play_unchecked(&mut self, act: Act) {
        Session::play_unchecked(self, act);
    }

    fn perft(&self, depth: u32, with_history: bool) -> u64 {
        if with_history && self.rules.facts.needs_history {
            perft::perft_with_history(self, depth)
        } else {
            perft::perft(self, depth)
        }
    }

    fn perft_listed(&self, depth: u32) -> u64 {
        perft::perft_listed(self, depth)
    }

    fn perft_recalling(&self, depth: u32, memory: &mut Memory) -> u64 {
        perft::perft_recalling(self, depth, memory)
    }

    fn playouts(&self, games: u64, longest: u64, rng: &mut fastrand::Rng) -> Tally {
        playout::playouts(self, games, longest, rng)
    }

    #[cfg(test)]
    fn slow_playouts(&self, games: u64, longest: u64, rng: &mut fastrand::Rng) -> Tally {
        playout::slow_playouts(self, games, longest, rng)
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
