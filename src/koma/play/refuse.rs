//! Why an act is refused: which rule, and in a sentence, what it sees.

use super::Act;
use super::forbid::breaches;
use super::notation::{Face, Written};
use super::pattern::{Allowance, promotion_squares};
use super::position::Shape;
use super::session::Session;
use super::view::View;
use crate::board::{Player, Square, Squares};
use crate::check::sheet::{RuleId, Verb};

/// What is wrong with an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// The rule that refuses it; none when the text is no act at all.
    pub rule: Option<RuleId>,
    /// Why, in a sentence.
    pub reason: String,
    /// How far the act came: the piece, the turn, the movement, promotion, then `forbid` rules.
    stage: Stage,
}

impl Wrong {
    /// Refused by a turn rule.
    pub fn by_turn(rule: RuleId, reason: String) -> Wrong {
        Wrong {
            rule: Some(rule),
            reason,
            stage: Stage::Turn,
        }
    }

    /// A text that is no act.
    pub fn unreadable(reason: String) -> Wrong {
        Wrong {
            rule: None,
            reason,
            stage: Stage::Text,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Text,
    Over,
    Piece,
    Turn,
    Movement,
    Promotion,
    Forbidden,
}

/// The legal act that is meant, or the rule that refuses it.
pub fn meant<S: Shape>(session: &Session<S>, written: Written) -> Result<Act, Wrong> {
    let judge = Clerk {
        session,
        view: session.view(),
    };
    if let Some(verdict) = session.verdict {
        let reason = "the game is over".to_owned();
        return Err(Wrong {
            rule: Some(verdict.rule),
            reason,
            stage: Stage::Over,
        });
    }
    match written {
        Written::End => judge.end(),
        Written::Pass => judge.checked(Act::Pass),
        Written::Drop {
            kind,
            to,
            promoting,
        } => judge.drop(kind, to, promoting),
        Written::Move {
            kind,
            from,
            to,
            face,
        } => judge.movement(kind, from, to, face),
    }
}

/// Why an act that is already in hand is refused, if it is.
pub fn refusal<S: Shape>(session: &Session<S>, act: Act) -> Option<Wrong> {
    let judge = Clerk {
        session,
        view: session.view(),
    };
    if let Some(verdict) = session.verdict {
        return Some(Wrong {
            rule: Some(verdict.rule),
            reason: "the game is over".to_owned(),
            stage: Stage::Over,
        });
    }
    match act {
        Act::End => judge.end().err(),
        Act::Pass => judge.checked(Act::Pass).err(),
        Act::Drop { kind, to } => judge.drop(kind, to, false).err(),
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => {
            let n_kinds = session.rules.kinds.len() as u8;
            let on_board = session.rules.geometry.n_squares();
            let kinds_are_known = kind < n_kinds && becomes.is_none_or(|it| it < n_kinds);
            if !kinds_are_known || from.index() >= on_board || to.index() >= on_board {
                return Some(judge.turn("no such piece or square"));
            }
            let face = becomes.map_or(Face::Plain, Face::As);
            judge.movement(Some(kind), from, to, face).err()
        }
    }
}

/// The acts that are meant as far as the turn, movement and promotion go: what only `forbid` rules can still refuse.
pub fn otherwise_possible<S: Shape>(session: &Session<S>, written: Written) -> Vec<Act> {
    let clerk = Clerk {
        session,
        view: session.view(),
    };
    match written {
        Written::Pass => vec![Act::Pass],
        Written::Drop { kind, to, .. }
            if session.position.hand_kind(clerk.view.rules, kind).is_some()
                && clerk.view.empty.has(to) =>
        {
            vec![Act::Drop { to, kind }]
        }
        Written::Move {
            kind,
            from,
            to,
            face,
        } => {
            let rules = clerk.view.rules;
            (0..rules.kinds.len() as u8)
                .filter(|it| kind.is_none_or(|kind| kind == *it))
                .filter(|it| session.position.of(rules, clerk.me(), *it).has(from))
                .filter(|it| clerk.view.reach(clerk.me(), *it, from).has(to))
                .filter_map(|it| {
                    let becomes = clerk.face(it, from, to, face).ok()?;
                    Some(Act::Move {
                        from,
                        to,
                        kind: it,
                        becomes,
                    })
                })
                .collect()
        }
        Written::Drop { .. } | Written::End => Vec::new(),
    }
}

struct Clerk<'a, S: Shape> {
    session: &'a Session<S>,
    view: View<'a, S>,
}

impl<S: Shape> Clerk<'_, S> {
    fn me(&self) -> Player {
        self.session.position.side
    }

    fn name(&self, kind: u8) -> &str {
        &self.view.rules.kinds[kind as usize].name
    }

    fn square(&self, square: Square) -> String {
        self.view
            .rules
            .geometry
            .write(square, self.view.rules.coordinates)
    }

    /// Refused by the turn rule that applies.
    fn turn(&self, reason: impl Into<String>) -> Wrong {
        Wrong {
            rule: Some(self.turn_rule()),
            reason: reason.into(),
            stage: Stage::Turn,
        }
    }

    fn turn_rule(&self) -> RuleId {
        let rules = self.view.rules;
        match self.session.position.turn {
            Some(turn) => rules.player(self.me()).turns[turn as usize].rule,
            None => rules.turn_rule,
        }
    }

    fn allowance(&self) -> Option<Allowance<'_, S::Set>> {
        let position = &self.session.position;
        let turn = &self.view.rules.player(self.me()).turns[position.turn? as usize];
        Some(Allowance::new(turn, position.spent))
    }

    fn end(&self) -> Result<Act, Wrong> {
        let position = &self.session.position;
        let several = position
            .turn
            .is_some_and(|it| self.view.rules.player(self.me()).turns[it as usize].several);
        match (several, position.spent) {
            (true, 0) => Err(self.turn("a turn has at least one act")),
            (true, _) => Ok(Act::End),
            (false, _) => Err(self.turn("a turn is one act and ends by itself")),
        }
    }

    /// The last step: what the turn says of the act itself, then `forbid`.
    fn checked(&self, act: Act) -> Result<Act, Wrong> {
        let charged = self.allowance().and_then(|it| it.charged(&self.view, act));
        if charged.is_none() {
            return Err(self.turn(match act {
                Act::Pass => "this turn has no `pass`".to_owned(),
                Act::Move { kind, .. } => {
                    format!("this turn has no such move of a {}", self.name(kind))
                }
                Act::Drop { kind, .. } => {
                    format!("this turn has no such drop of a {}", self.name(kind))
                }
                Act::End => "a turn is one act".to_owned(),
            }));
        }
        let seat = self.view.rules.player(self.me());
        match seat
            .forbids
            .iter()
            .find(|it| !it.loses && breaches(&self.view, it, act))
        {
            None => Ok(act),
            Some(forbid) => Err(Wrong {
                rule: Some(forbid.rule),
                reason: match act {
                    Act::Drop { kind, to } => format!(
                        "a {} may not be dropped on {}",
                        self.name(kind),
                        self.square(to)
                    ),
                    Act::Move { from, to, kind, .. } => {
                        format!(
                            "the {} may not go from {} to {}",
                            self.name(kind),
                            self.square(from),
                            self.square(to)
                        )
                    }
                    _ => "this may not be done now".to_owned(),
                },
                stage: Stage::Forbidden,
            }),
        }
    }

    fn drop(&self, kind: u8, to: Square, promoting: bool) -> Result<Act, Wrong> {
        if usize::from(kind) >= self.view.rules.kinds.len()
            || to.index() >= self.view.rules.geometry.n_squares()
        {
            return Err(self.turn("no such piece or square"));
        }
        if !self.allowance().is_some_and(|it| it.has(Verb::Drop)) {
            return Err(self.turn("this turn has no drop"));
        }
        if self
            .session
            .position
            .hand_kind(self.view.rules, kind)
            .is_none()
        {
            return Err(self.turn(format!("there is no {} in hand", self.name(kind))));
        }
        if !self.view.empty.has(to) {
            return Err(self.turn(format!("{} is not empty", self.square(to))));
        }
        if promoting {
            return Err(Wrong {
                rule: Some(self.promote_rule(kind)),
                reason: "a piece does not promote when it is dropped".to_owned(),
                stage: Stage::Promotion,
            });
        }
        self.checked(Act::Drop { to, kind })
    }

    fn movement(
        &self,
        kind: Option<u8>,
        from: Square,
        to: Square,
        face: Face,
    ) -> Result<Act, Wrong> {
        let rules = self.view.rules;
        let position = &self.session.position;
        let mine: Vec<u8> = (0..rules.n_layers)
            .rev()
            .filter(|layer| position.owned.as_ref()[*layer][self.me().index()].has(from))
            .filter_map(|layer| position.kind_on(rules, layer, from))
            .collect();
        if mine.is_empty() {
            let other = self.view.of[self.me().other().index()].has(from);
            let reason = match (other, self.view.empty.has(from)) {
                (true, _) => format!("the piece on {} is not the player's own", self.square(from)),
                (_, true) => format!("there is no piece on {}", self.square(from)),
                _ => format!("the piece on {} is nobody's", self.square(from)),
            };
            return Err(Wrong {
                stage: Stage::Piece,
                ..self.turn(reason)
            });
        }
        let meant: Vec<u8> = mine
            .iter()
            .copied()
            .filter(|it| kind.is_none_or(|kind| kind == *it))
            .collect();
        if meant.is_empty() {
            let reason = format!(
                "the piece on {} is a {}",
                self.square(from),
                self.name(mine[0])
            );
            return Err(Wrong {
                stage: Stage::Piece,
                ..self.turn(reason)
            });
        }
        let (fine, wrong): (Vec<_>, Vec<_>) = meant
            .iter()
            .map(|it| self.one_move(*it, from, to, face))
            .partition(Result::is_ok);
        let mut fine: Vec<Act> = fine.into_iter().flatten().collect();
        match fine.len() {
            1 => Ok(fine.swap_remove(0)),
            0 => Err(wrong
                .into_iter()
                .filter_map(Result::err)
                .max_by_key(|it| it.stage)
                .unwrap_or_else(|| self.turn("there is no such move"))),
            _ => {
                let letters: Vec<&str> = meant
                    .iter()
                    .map(|it| rules.kinds[*it as usize].letter.as_str())
                    .collect();
                Err(self.turn(format!("say which piece moves: {}", letters.join(" or "))))
            }
        }
    }

    fn one_move(&self, kind: u8, from: Square, to: Square, face: Face) -> Result<Act, Wrong> {
        let rules = self.view.rules;
        let facts = &rules.kinds[kind as usize];
        let may = self.allowance().map_or(S::Set::EMPTY, |it| {
            let faces = facts.becomes.iter().map(|it| Some(*it)).chain([None]);
            faces.fold(S::Set::EMPTY, |all, face| {
                let mover = (kind, Some(from), face);
                all | it.targets(&self.view, Verb::Move, mover, rules.all)
            })
        });
        if may.is_empty() {
            let spent = self.session.position.spent != 0;
            let reason = if spent {
                format!("no move of a {} is left in this turn", facts.name)
            } else {
                format!("this turn has no move of a {}", facts.name)
            };
            return Err(self.turn(reason));
        }
        let reach = self.view.reach(self.me(), kind, from);
        if !reach.has(to) {
            let own = self.view.of[self.me().index()].has(to) && from != to;
            let reason = format!(
                "a {} on {} cannot go to {}{}",
                facts.name,
                self.square(from),
                self.square(to),
                if own {
                    ", where an own piece stands"
                } else {
                    ""
                }
            );
            return Err(Wrong {
                rule: Some(facts.moves_rule),
                reason,
                stage: Stage::Movement,
            });
        }
        if !may.has(to) {
            return Err(self.turn(format!("this turn has no such move of a {}", facts.name)));
        }
        let becomes = self.face(kind, from, to, face)?;
        self.checked(Act::Move {
            from,
            to,
            kind,
            becomes,
        })
    }

    /// What the piece becomes, if it may.
    fn face(&self, kind: u8, from: Square, to: Square, face: Face) -> Result<Option<u8>, Wrong> {
        let facts = &self.view.rules.kinds[kind as usize];
        let refused = |rule: RuleId, reason: String| Wrong {
            rule: Some(rule),
            reason,
            stage: Stage::Promotion,
        };
        if facts.becomes.is_empty() {
            return match face {
                Face::Plain => Ok(None),
                _ => Err(refused(
                    facts.becomes_rule,
                    format!("a {} does not promote", facts.name),
                )),
            };
        }
        let (may, must) = promotion_squares(&self.view, kind, from, S::Set::one(to));
        let wanted = match face {
            Face::Plain if must.has(to) => {
                let rule = self.demanding_rule(kind, from, to);
                return Err(refused(rule, format!("a {} must promote here", facts.name)));
            }
            Face::Plain => return Ok(None),
            Face::As(wanted) if facts.becomes.contains(&wanted) => wanted,
            Face::As(wanted) => {
                let reason = format!("a {} does not become a {}", facts.name, self.name(wanted));
                return Err(refused(facts.becomes_rule, reason));
            }
            Face::Promoted => match facts.becomes[..] {
                [only] => only,
                _ => {
                    let letters: Vec<String> = facts
                        .becomes
                        .iter()
                        .map(|it| format!("={}", self.view.rules.kinds[*it as usize].letter))
                        .collect();
                    return Err(refused(
                        facts.becomes_rule,
                        format!("say what it becomes: {}", letters.join(" or ")),
                    ));
                }
            },
        };
        if (may | must).has(to) {
            Ok(Some(wanted))
        } else {
            let rule = self.promote_rule(kind);
            Err(refused(
                rule,
                format!("a {} does not promote by this move", facts.name),
            ))
        }
    }

    /// The first promotion rule that speaks of a kind.
    fn promote_rule(&self, kind: u8) -> RuleId {
        let rules = self.view.rules;
        rules
            .player(self.me())
            .promotes
            .iter()
            .find(|it| {
                [&it.may, &it.must]
                    .into_iter()
                    .flatten()
                    .any(|it| it.kinds[kind as usize].is_some())
            })
            .map_or(rules.promote_rule, |it| it.rule)
    }

    /// The promotion rule that demands promotion of a move.
    fn demanding_rule(&self, kind: u8, from: Square, to: Square) -> RuleId {
        let rules = self.view.rules;
        rules
            .player(self.me())
            .promotes
            .iter()
            .find(|it| {
                it.must
                    .as_ref()
                    .and_then(|it| it.kinds[kind as usize].as_ref())
                    .is_some_and(|it| {
                        let target = S::Set::one(to);
                        { self.view.fitting(it, kind, Some(from), None, target) }.any()
                    })
            })
            .map_or(rules.promote_rule, |it| it.rule)
    }
}
