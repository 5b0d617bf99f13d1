//! What the rules say, for each player: complete by itself, and enough to play by.

use super::movement::Mover;
use super::set::Set;
use crate::board::{Coordinates, Geometry, Player, Squares};
use crate::check::sheet::{KindId, KindSet, Quantity, ResultWord, RuleId, Verb};

/// What an act pattern asks of the acts of one kind: sets of squares still to be worked out in a position.
#[derive(Debug, Clone, PartialEq)]
pub struct ActFilter<B> {
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

impl<B: Squares> ActFilter<B> {
    /// Whether every act of the kind fits, whatever its squares.
    pub fn is_free(&self) -> bool {
        self.asks_target_alone() && self.to.is_none()
    }

    /// Whether it asks nothing of an act but where it ends.
    pub fn asks_target_alone(&self) -> bool {
        self.from.is_none()
            && self.touching.is_none()
            && self.capturing.is_none()
            && !self.promoting
    }

    /// The sets it asks for.
    pub fn sets(&self) -> impl Iterator<Item = &Set<B>> {
        [&self.from, &self.to, &self.touching].into_iter().flatten()
    }

    /// Whether origin and target decide, whatever the position.
    pub fn is_static(&self) -> bool {
        self.sets().all(|it| it.constant().is_some()) && self.capturing.is_none() && !self.promoting
    }

    /// Whether some act could fit.
    pub fn can_fit(&self) -> bool {
        !self.sets().any(|it| it.constant().is_some_and(B::is_empty))
    }
}

/// An act pattern for one player.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternProgram<B> {
    /// Move, drop or pass.
    pub verb: Verb,
    /// Per kind, which of its acts fit; nothing for kinds that the pattern does not mean.
    pub kinds: Vec<Option<ActFilter<B>>>,
}

impl<B> PatternProgram<B> {
    /// What the pattern asks of the acts of a kind.
    #[inline]
    pub fn of(&self, kind: u8) -> Option<&ActFilter<B>> {
        self.kinds[kind as usize].as_ref()
    }
}

/// Squares whose pieces are added up, and perhaps a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Purse<B> {
    /// Every piece on these.
    pub set: Set<B>,
    /// And what is in a player's hand.
    pub hand: Option<Player>,
}

/// A condition for one player.
#[derive(Debug, Clone, PartialEq)]
pub enum Cond<B> {
    /// A set has that many squares.
    Count(Quantity, Set<B>),
    /// Pieces are worth that many points, or that many more than others.
    Points {
        /// How many, or how many more.
        quantity: Quantity,
        /// Of what.
        of: Purse<B>,
        /// Than of what.
        than: Option<Purse<B>>,
    },
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
    /// The position has occurred that often.
    Repeated {
        /// How often.
        times: u32,
        /// By the same positions each time round.
        in_a_row: bool,
    },
    /// The condition with this number in [`PlayerRules::throughout`] held after each of the judged player's turns.
    Throughout(u8),
    /// A hand holds that many.
    Hand(Player, Quantity, KindSet),
    /// The act pattern with this number in [`PlayerRules::end_acts`] fitted an act of the turn.
    Act(u8),
}

impl<B> Cond<B> {
    /// Whether it asks what a player could do next.
    pub fn looks_ahead(&self) -> bool {
        match self {
            Cond::Mate { .. } | Cond::CannotAct(_) => true,
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Repeated { .. }
            | Cond::Throughout(_)
            | Cond::Hand(..)
            | Cond::Act(_) => false,
        }
    }

    /// Whether it asks what happened before.
    pub fn looks_back(&self) -> bool {
        match self {
            Cond::Repeated { .. } | Cond::Throughout(_) => true,
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Mate { .. }
            | Cond::CannotAct(_)
            | Cond::Hand(..)
            | Cond::Act(_) => false,
        }
    }

    /// Whether a player's hand can decide it: hands are asked for, or what the player could do next is.
    pub fn asks_hand_of(&self, player: Player) -> bool {
        match self {
            Cond::Hand(..) => true,
            Cond::Points { of, than, .. } => {
                of.hand.is_some() || than.as_ref().is_some_and(|it| it.hand.is_some())
            }
            Cond::Mate { of, .. } | Cond::CannotAct(of) => *of == player,
            Cond::Count(..) | Cond::Repeated { .. } | Cond::Throughout(_) | Cond::Act(_) => false,
        }
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
}

impl<B: Squares> TurnProgram<B> {
    /// Whether it is one act, and every act of this verb is one.
    pub fn allows_all(&self, verb: Verb) -> bool {
        !self.several
            && self.acts.iter().any(|(pattern, _)| {
                pattern.verb == verb
                    && pattern
                        .kinds
                        .iter()
                        .all(|it| it.as_ref().is_some_and(ActFilter::is_free))
            })
    }

    /// Whether some act of this verb is part of it.
    pub fn has(&self, verb: Verb) -> bool {
        self.acts.iter().any(|(pattern, _)| pattern.verb == verb)
    }
}

/// A `forbid` rule for one player.
#[derive(Debug, Clone)]
pub struct ForbidProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// Which acts, if not every one.
    pub act: Option<PatternProgram<B>>,
    /// While all of these hold before the act.
    pub beforehand: Vec<Cond<B>>,
    /// If all of these hold after the act.
    pub conditions: Vec<Cond<B>>,
    /// The act may be played and loses.
    pub loses: bool,
    /// One of the conditions asks what a player could do next.
    pub looks_ahead: bool,
}

impl<B: Squares> ForbidProgram<B> {
    /// Whether it can refuse acts of a verb and a kind.
    pub fn can_refuse(&self, verb: Verb, kind: u8) -> bool {
        !self.loses
            && self.act.as_ref().is_none_or(|pattern| {
                pattern.verb == verb && pattern.of(kind).is_some_and(ActFilter::can_fit)
            })
    }
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

/// An `effect` rule for one player.
#[derive(Debug, Clone)]
pub struct EffectProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// Of which acts, if not of every move and drop.
    pub act: Option<PatternProgram<B>>,
    /// The squares that are emptied, seen right after the act.
    pub removes: Set<B>,
    /// What stood there goes to the actor's hand.
    pub to_hand: bool,
}

impl<B: Squares> EffectProgram<B> {
    /// Whether acts of a verb and a kind can have it.
    pub fn can_follow(&self, verb: Verb, kind: u8) -> bool {
        self.removes.constant() != Some(B::EMPTY)
            && self.act.as_ref().is_none_or(|pattern| {
                pattern.verb == verb && pattern.of(kind).is_some_and(ActFilter::can_fit)
            })
    }
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
}

impl<B> EndProgram<B> {
    /// Whether it asks what happened before.
    pub fn looks_back(&self) -> bool {
        self.conditions.iter().any(Cond::looks_back)
    }

    /// Whether it asks neither what comes nor what was.
    pub fn asks_position_alone(&self) -> bool {
        !self
            .conditions
            .iter()
            .any(|it| it.looks_ahead() || it.looks_back())
    }
}

/// An invariant for one player.
#[derive(Debug, Clone)]
pub struct InvariantProgram<B> {
    /// The rule.
    pub rule: RuleId,
    /// It holds for both players; else for the one who has just moved.
    pub for_each: bool,
    /// All of these hold.
    pub conditions: Vec<Cond<B>>,
}

/// The rules as one player sees them.
#[derive(Debug, Clone)]
pub struct PlayerRules<B> {
    /// Per kind, how it moves.
    pub movers: Vec<Mover<B>>,
    /// Turns, the first that applies counts.
    pub turns: Vec<TurnProgram<B>>,
    /// Promotions.
    pub promotes: Vec<PromoteProgram<B>>,
    /// What else acts take off the board.
    pub effects: Vec<EffectProgram<B>>,
    /// What is refused, in order.
    pub forbids: Vec<ForbidProgram<B>>,
    /// Ends, in order.
    pub ends: Vec<EndProgram<B>>,
    /// What is so whenever a turn begins. It says nothing of how the game is played.
    pub invariants: Vec<InvariantProgram<B>>,
    /// The act patterns that end rules ask for.
    pub end_acts: Vec<PatternProgram<B>>,
    /// The counts that `throughout` asks for.
    pub throughout: Vec<(Quantity, Set<B>)>,
}

/// What a kind of piece is, beyond its movement.
#[derive(Debug, Clone)]
pub struct KindProgram {
    /// Its name, to be shown.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// Its layer.
    pub layer: usize,
    /// Nobody owns it.
    pub neutral: bool,
    /// What it is worth where points are counted.
    pub points: u32,
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

/// What the rules of a variant say: immutable, shared by all games.
#[derive(Debug, Clone)]
pub struct Program<B> {
    /// The board.
    pub geometry: Geometry,
    /// How squares are written.
    pub coordinates: Coordinates,
    /// All squares.
    pub all: B,
    /// How many layers there are.
    pub n_layers: usize,
    /// The kinds.
    pub kinds: Vec<KindProgram>,
    /// Kinds of each layer.
    pub layer_kinds: Vec<Vec<u8>>,
    /// Neutral kinds.
    pub neutral: Vec<u8>,
    /// Captured pieces go to the hand.
    pub to_hand: bool,
    /// The kinds that a player loses the game with, as end rules say.
    pub goals: KindSet,
    /// Some act can take off more than what stands on its target.
    pub has_effects: bool,
    /// The rules as the first and as the second player sees them.
    pub players: [PlayerRules<B>; 2],
    /// The rule that stands for turns in general.
    pub turn_rule: RuleId,
    /// The rule that stands for promotion in general.
    pub promote_rule: RuleId,
}

impl<B: Squares> Program<B> {
    /// The rules as a player sees them.
    #[inline]
    pub fn player(&self, player: Player) -> &PlayerRules<B> {
        &self.players[player.index()]
    }

    /// The kinds that pass a test.
    pub fn kinds_that(&self, mut holds: impl FnMut(u8) -> bool) -> KindSet {
        (0..self.kinds.len() as u8)
            .filter(|it| holds(*it))
            .fold(KindSet::default(), |set, it| {
                set.or(KindSet::one(KindId(it)))
            })
    }
}
