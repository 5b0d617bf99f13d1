//! The tables and programs of a variant, ready to be played.

use super::band::Band;
use super::plan::{DropPlan, Faces, GuardPlan};
use super::reach::Mover;
use super::set::Set;
use crate::board::{Coordinates, Geometry, Player, Squares};
use crate::check::sheet::{KindSet, Quantity, ResultWord, RuleId, Verb};

/// The static part of an act pattern, for one kind: sets of squares still to be worked out in a position.
#[derive(Debug, Clone)]
pub struct Masks<B> {
    /// From a square of this.
    pub from: Option<Set<B>>,
    /// To a square of this.
    pub to: Option<Set<B>>,
    /// From or to a square of this.
    pub touching: Option<Set<B>>,
    /// Capturing one of these kinds.
    pub capturing: Option<KindSet>,
    /// Only with promotion.
    pub promoting: bool,
}

impl<B> Masks<B> {
    /// Whether every act of the kind fits, whatever its squares.
    pub fn is_free(&self) -> bool {
        self.from.is_none()
            && self.to.is_none()
            && self.touching.is_none()
            && self.capturing.is_none()
            && !self.promoting
    }
}

/// An act pattern for one player.
#[derive(Debug, Clone)]
pub struct PatternProgram<B> {
    /// What is done.
    pub verb: Verb,
    /// Per kind, how its acts fit; nothing for kinds the pattern does not mean.
    pub kinds: Vec<Option<Masks<B>>>,
}

/// A condition for one player.
#[derive(Debug, Clone)]
pub enum Cond<B> {
    /// A set has so many squares.
    Count(Quantity, Set<B>),
    /// A player's piece is attacked and nothing mends it.
    Mate {
        /// Whose piece.
        of: Player,
        /// Of which kinds.
        kinds: KindSet,
        /// Only these answers are considered.
        answers: Option<Box<PatternProgram<B>>>,
    },
    /// A player has no act.
    CannotAct(Player),
    /// The position has stood so often.
    Repeated {
        /// How often.
        times: u32,
        /// By the same positions each time round.
        in_a_row: bool,
    },
    /// The condition with this number in [`Seat::throughout`] held after each of the judged player's turns.
    Throughout(u8),
    /// A hand holds so many.
    Hand(Player, Quantity, KindSet),
    /// The act pattern with this number in [`Seat::end_acts`] fitted an act of the turn.
    Act(u8),
}

impl<B> Cond<B> {
    /// Whether it asks what a player could do next.
    pub fn looks_ahead(&self) -> bool {
        matches!(self, Cond::Mate { .. } | Cond::CannotAct(_))
    }

    /// Whether it asks what happened before.
    pub fn looks_back(&self) -> bool {
        matches!(self, Cond::Repeated { .. } | Cond::Throughout(_))
    }
}

/// A turn for one player.
#[derive(Debug, Clone)]
pub struct TurnProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// It applies while these hold.
    pub conditions: Vec<Cond<B>>,
    /// Several acts; else exactly one.
    pub several: bool,
    /// The acts and how often each.
    pub acts: Vec<(PatternProgram<B>, u32)>,
    /// It is one act, and every move is one.
    pub any_move: bool,
    /// It is one act, and every drop is one.
    pub any_drop: bool,
}

/// A `forbid` rule for one player.
#[derive(Debug, Clone)]
pub struct ForbidProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// Which acts, if not every one: by verb.
    pub act: Option<PatternProgram<B>>,
    /// If all of these hold after the act.
    pub conditions: Vec<Cond<B>>,
    /// The act may be played and loses.
    pub loses: bool,
    /// One of the conditions asks what a player could do next.
    pub looks_ahead: bool,
}

/// A `promote` rule for one player.
#[derive(Debug, Clone)]
pub struct PromoteProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// Offers.
    pub may: Option<PatternProgram<B>>,
    /// Demands.
    pub must: Option<PatternProgram<B>>,
}

/// An `end` rule for one player.
#[derive(Debug, Clone)]
pub struct EndProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// Judged for both players.
    pub for_each: bool,
    /// Judged after each act.
    pub at_act: bool,
    /// All of these hold.
    pub conditions: Vec<Cond<B>>,
    /// Who wins.
    pub result: ResultWord,
    /// Asks neither what comes nor what was.
    pub plain: bool,
    /// Asks what was.
    pub looks_back: bool,
    /// Can make a difference while sequences are counted.
    pub counts: bool,
}

/// A player's pieces of a kind on some squares.
#[derive(Debug, Clone, Copy)]
pub struct Gate<B> {
    /// Whose.
    pub player: Player,
    /// Of which kind.
    pub kind: u8,
    /// Where.
    pub squares: B,
}

/// Everything as one player sees it.
#[derive(Debug, Clone)]
pub struct Seat<B> {
    /// Per kind, how it moves.
    pub movers: Vec<Mover<B>>,
    /// Turns, the first that applies counts.
    pub turns: Vec<TurnProgram<B>>,
    /// Promotions.
    pub promotes: Vec<PromoteProgram<B>>,
    /// What is refused, in order.
    pub forbids: Vec<ForbidProgram<B>>,
    /// Ends, in order.
    pub ends: Vec<EndProgram<B>>,
    /// The act patterns that end rules ask for.
    pub end_acts: Vec<PatternProgram<B>>,
    /// The counts that `throughout` asks for.
    pub throughout: Vec<(Quantity, Set<B>)>,
    /// Per kind, how promotion splits its targets.
    pub faces: Vec<Faces<B>>,
    /// The rule that guards pieces from attack, if masks can keep it.
    pub guard: Option<GuardPlan<B>>,
    /// The kinds by how they move, where all of them move in the usual way and promote by origin.
    pub bands: Option<Vec<Band<B>>>,
    /// Per kind, the `forbid` rules that can touch its moves, the guarding one left out.
    pub move_bans: Vec<Vec<usize>>,
    /// Per kind, the `forbid` rules that can touch its drops, the guarding one left out.
    pub drop_bans: Vec<Vec<usize>>,
    /// What may be dropped, and where.
    pub drops: Vec<DropPlan<B>>,
    /// Some `forbid` rule lets an act be played and lose.
    pub any_loses: bool,
    /// Its acts can be counted by tables alone: every act is a move or a drop, every kind moves in the usual way, and no
    /// rule looks at a move but the one that guards pieces.
    pub counts_by_table: bool,
    /// Per kind, its band by number, where there are bands; a number too high for a kind that never moves.
    pub band_of: Box<[u8]>,
    /// Some end rule is judged after acts.
    pub ends_at_act: bool,
    /// The end rules, by number, that can make a difference while sequences are counted.
    pub counting: Vec<CountingEnd<B>>,
    /// Per kind, which act patterns of end rules its moves can fit.
    pub move_acts: Vec<u64>,
    /// Per kind, which act patterns of end rules its drops can fit.
    pub drop_acts: Vec<u64>,
    /// Which act patterns of end rules a pass fits.
    pub pass_acts: u64,
    /// Which act patterns of end rules an act can fit that captures nothing.
    pub quiet_acts: u64,
    /// Per kind, which act patterns of end rules an act can fit that captures one.
    pub taking_acts: Vec<u64>,
}

/// An end rule to be judged while counting.
#[derive(Debug, Clone, Copy)]
pub struct CountingEnd<B> {
    /// The rule, by its place in [`Seat::ends`].
    pub end: usize,
    /// Judged for the other player as well.
    pub for_each: bool,
    /// The act patterns of which one must have fitted; none if the rule does not ask for acts.
    pub acts: u64,
    /// What must stand somewhere for the rule to hold for the player himself, and for the other.
    pub gates: [Option<Gate<B>>; 2],
}

/// What a kind of piece is, beyond its movement.
#[derive(Debug, Clone)]
pub struct KindFacts {
    /// Its name, to be shown.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// Its layer.
    pub layer: usize,
    /// Nobody owns it.
    pub neutral: bool,
    /// What it may turn into.
    pub becomes: Vec<u8>,
    /// What it is in a hand.
    pub in_hand_as: u8,
    /// What it may be dropped as.
    pub drops_as: Vec<u8>,
    /// What it may be in the hand before it is dropped.
    pub dropped_from: Vec<u8>,
    /// The rule of its movement.
    pub moves_rule: RuleId,
    /// The rule of its faces.
    pub becomes_rule: RuleId,
}

/// A variant as tables: immutable, shared by all games.
#[derive(Debug, Clone)]
pub struct Rules<B> {
    /// The board.
    pub geometry: Geometry,
    /// How squares are written.
    pub coordinates: Coordinates,
    /// All squares.
    pub all: B,
    /// How many layers there are.
    pub n_layers: usize,
    /// The kinds.
    pub kinds: Vec<KindFacts>,
    /// Kinds of each layer.
    pub layer_kinds: Vec<Vec<u8>>,
    /// Neutral kinds.
    pub neutral: Vec<u8>,
    /// Captured pieces go to the hand.
    pub to_hand: bool,
    /// Every kind moves and captures in the usual way on one layer: a piece attacks what its tables reach.
    pub usual_attacks: bool,
    /// A turn is always one act of the same rule, and no act loses by a `forbid` rule.
    pub plain_turns: bool,
    /// Some end rule asks for the history.
    pub needs_history: bool,
    /// How often a position must have stood, at least, before an end rule that asks for the history can hold.
    pub least_repeats: u32,
    /// The two players' views.
    pub seats: [Seat<B>; 2],
    /// The rule that stands for turns in general.
    pub turn_rule: RuleId,
    /// The rule that stands for promotion in general.
    pub promote_rule: RuleId,
}

impl<B: Squares> Rules<B> {
    /// A player's view.
    pub fn seat(&self, player: Player) -> &Seat<B> {
        &self.seats[player.index()]
    }
}
