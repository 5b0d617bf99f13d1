//! What one game tells: how long it was, how much there was to choose from, which pieces and rules it made use of.

use std::collections::{BTreeMap, BTreeSet};

use super::{Programme, Record, Verdict};
use koma::board::{Owner, Player};
use koma::check::sheet::Setup;
use koma::play::{Act, Game, RulePart};

/// What one game tells. The opening is not the opponents' doing: it counts only for the length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// The number of the game.
    pub game: u64,
    /// How it went.
    pub result: Verdict,
    /// The rule that ended it, or what else did.
    pub by: String,
    /// What an opponent did wrong, if that ended it.
    pub reason: Option<String>,
    /// How many turns it had.
    pub turns: u32,
    /// How often there was an act to be chosen.
    pub choices: u64,
    /// Out of how many acts, all in all.
    pub acts: u64,
    /// Per kind.
    pub pieces: Vec<PieceUse>,
    /// Per part of the rules, how often.
    pub parts: BTreeMap<RulePart, u64>,
}

/// What a kind of piece did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PieceUse {
    /// It moved.
    pub moves: u64,
    /// It was dropped.
    pub drops: u64,
    /// It captured.
    pub captures: u64,
    /// It was captured.
    pub captured: u64,
    /// It turned into another.
    pub promotions: u64,
}

impl PieceUse {
    /// Adds another's.
    pub fn add(&mut self, other: &PieceUse) {
        self.moves += other.moves;
        self.drops += other.drops;
        self.captures += other.captures;
        self.captured += other.captured;
        self.promotions += other.promotions;
    }
}

impl Programme {
    /// Plays a recorded game again and measures it; the error says why it cannot have been played like this.
    pub fn measure(&self, record: &Record) -> Result<Measure, String> {
        let fixture = self.fixture(record.game);
        let mut game = Game::new(&self.variants[fixture.variant]);
        let mut measure = Measure {
            game: record.game,
            result: record.result,
            by: record.by.clone(),
            reason: record.reason.clone(),
            turns: record.turns.len() as u32,
            choices: 0,
            acts: 0,
            pieces: vec![PieceUse::default(); game.variant().sheet().kinds.len()],
            parts: BTreeMap::new(),
        };
        for (i, turn) in record.turns.iter().enumerate() {
            if game.outcome().is_some() {
                return Err(format!("it goes on after turn {i}, which ends it"));
            }
            if i < record.opening {
                game.play_turn(turn).map_err(|it| it.to_string())?;
            } else {
                measure.turn(&mut game, turn)?;
            }
        }
        let by_rule = record.by.contains('.');
        let end = game
            .outcome()
            .map(|it| (it.winner.map_or(Verdict::Draw, Verdict::won_by), it.path));
        match end {
            Some((result, by)) if result == record.result && by == record.by => Ok(measure),
            Some((_, by)) => Err(format!("it ends by {by}, and is said to end otherwise")),
            None if by_rule => Err("it is not over after its last turn".to_owned()),
            None => Ok(measure),
        }
    }
}

impl Measure {
    fn turn(&mut self, game: &mut Game, turn: &str) -> Result<(), String> {
        let mover = game.to_move();
        for text in turn.split(',') {
            self.look(game);
            let mut next = game.clone();
            let act = next.play_text(text).map_err(|it| it.to_string())?;
            self.act(game, &next, act);
            *game = next;
        }
        if game.outcome().is_none() && game.to_move() == mover && game.is_turn_open() {
            self.look(game);
            let mut next = game.clone();
            next.play_unchecked(Act::End);
            self.act(game, &next, Act::End);
            *game = next;
        }
        Ok(())
    }

    /// What there is to choose from, and what rules take away.
    fn look(&mut self, game: &Game) {
        self.choices += 1;
        self.acts += game.acts().len() as u64;
        // A rule that refuses many acts of a position counts once.
        let refused: BTreeSet<RulePart> = game.refused_acts().into_iter().map(|it| it.1).collect();
        for part in refused
            .into_iter()
            .filter(|it| matches!(it, RulePart::Refused(_)))
        {
            *self.parts.entry(part).or_default() += 1;
        }
    }

    fn act(&mut self, before: &Game, after: &Game, act: Act) {
        for part in before.uses(act) {
            *self.parts.entry(part).or_default() += 1;
        }
        let kind = match act {
            Act::Move { kind, becomes, .. } => {
                let piece = &mut self.pieces[usize::from(kind)];
                piece.moves += 1;
                piece.promotions += u64::from(becomes.is_some());
                Some(kind)
            }
            Act::Drop { kind, .. } => {
                self.pieces[usize::from(kind)].drops += 1;
                Some(kind)
            }
            Act::Pass | Act::End => None,
        };
        let enemy = before.to_move().other();
        let n_kinds = self.pieces.len();
        let was = on_board(&before.setup(), enemy, n_kinds);
        let is = on_board(&after.setup(), enemy, n_kinds);
        for (taken, (was, is)) in was.into_iter().zip(is).enumerate() {
            let n = u64::from(was.saturating_sub(is));
            self.pieces[taken].captured += n;
            if let Some(kind) = kind {
                self.pieces[usize::from(kind)].captures += n;
            }
        }
    }
}

/// How many pieces of each kind a player has on the board.
fn on_board(setup: &Setup, player: Player, n_kinds: usize) -> Vec<u32> {
    let mut counts = vec![0; n_kinds];
    for (owner, kind) in setup.cells.iter().flatten() {
        if *owner == Owner::Of(player) {
            counts[usize::from(*kind)] += 1;
        }
    }
    counts
}
