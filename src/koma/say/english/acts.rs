//! Acts and conditions in English.

use super::super::plan::{self, Part, parts};
use super::about::Count;
use super::sets::{English, count};
use super::words::{capital, list, number, ordinal};
use crate::board::Player;
use crate::check::sheet::{
    Condition, End, Invariant, KindSet, Pattern, Purse, Quantity, ResultWord, Set, Side, Verb,
};

/// What someone does: `moves a guard`, `move a guard`.
#[derive(Debug, Clone)]
pub struct Deed {
    /// After `who`.
    pub third: String,
    /// After `may not`.
    pub base: String,
}

impl Deed {
    fn new(third: &str, base: &str, rest: &str) -> Deed {
        Deed {
            third: format!("{third} {rest}").trim_end().to_owned(),
            base: format!("{base} {rest}").trim_end().to_owned(),
        }
    }

    fn and(self, more: &str) -> Deed {
        Deed {
            third: self.third + more,
            base: self.base + more,
        }
    }
}

/// A condition: what a player does, how the board stands for him, or what is so.
enum Said {
    Act(Deed),
    State(Deed),
    Fact(String),
}

impl English<'_> {
    /// An act.
    pub fn act(&self, pattern: &Pattern) -> Deed {
        let piece = || {
            if self.words.is_unique(pattern.kinds) {
                let kind = self.words.each(pattern.kinds)[0];
                format!("the {}", self.words.kind(kind).text)
            } else {
                self.kinds(pattern.kinds)
            }
        };
        let mut rest = String::new();
        if let Some(set) = &pattern.from {
            rest += &format!(" from {}", self.square(set));
        }
        let (third, base) = match pattern.verb {
            Verb::Pass => return Deed::new("passes", "pass", ""),
            Verb::Drop => {
                if let Some(set) = &pattern.to {
                    rest += &format!(" {}", self.on(set));
                }
                return Deed::new("drops", "drop", &format!("{}{rest}", piece()));
            }
            Verb::Move => ("moves", "move"),
        };
        if let Some(set) = &pattern.to {
            rest += &format!(" to {}", self.square(set));
        }
        if let Some(set) = &pattern.touching {
            rest += &format!(" from or to {}", self.square(set));
        }
        if pattern.promoting {
            rest += " with promotion";
        }
        match pattern.capturing {
            Some(taken) if pattern.kinds == KindSet::ALL && rest.is_empty() => {
                Deed::new("captures", "capture", &self.taken(taken))
            }
            Some(taken) if rest.is_empty() => {
                let rest = format!("{} with {}", self.taken(taken), piece());
                Deed::new("captures", "capture", &rest)
            }
            Some(taken) => {
                let rest = format!("{}{rest} capturing {}", piece(), self.taken(taken));
                Deed::new(third, base, &rest)
            }
            None => Deed::new(third, base, &format!("{}{rest}", piece())),
        }
    }

    /// What is captured.
    pub fn taken(&self, kinds: KindSet) -> String {
        let side = match plan::can_take(self.words.sheet, Side::Own) {
            true => Side::Any,
            false => Side::Enemy,
        };
        self.pieces(side, kinds, &Count::One)
    }

    fn mate(&self, kinds: KindSet, of_own: bool, answers: Option<&Pattern>) -> Deed {
        let side = if of_own { Side::Own } else { Side::Enemy };
        let whom = self.pieces(side, kinds, &Count::One);
        let deed = match of_own {
            true => Deed::new("leaves", "leave", &format!("{whom} mated")),
            false => Deed::new("mates", "mate", &whom),
        };
        match answers {
            None => deed,
            Some(answer) => deed.and(&format!(
                ", where the only answer considered is to {}",
                self.act(answer).base
            )),
        }
    }

    /// What holds of a player, said of him.
    fn said(&self, condition: &Condition) -> Said {
        match condition {
            Condition::Count(quantity, set) => self.counted(*quantity, set),
            Condition::Points { quantity, of, than } => {
                Said::State(self.points_of(*quantity, of, than.as_ref()))
            }
            Condition::Mate {
                of_own: false,
                kinds,
                answers,
            } => Said::Act(self.mate(*kinds, false, answers.as_deref())),
            Condition::Mate {
                of_own: true,
                kinds,
                answers,
            } => {
                let mated = format!("{} mated", self.pieces(Side::Own, *kinds, &Count::One));
                let deed = Deed::new("has", "have", &mated);
                Said::State(match answers {
                    None => deed,
                    Some(answer) => deed.and(&format!(
                        ", where the only answer considered is to {}",
                        self.act(answer).base
                    )),
                })
            }
            Condition::CannotAct { own: true } => Said::State(Deed::new("cannot", "cannot", "act")),
            Condition::CannotAct { own: false } => Said::Act(Deed::new(
                "leaves",
                "leave",
                "the enemy without any possible act",
            )),
            Condition::Repeated { times, in_a_row } => {
                let row = if *in_a_row {
                    " (reached by the same positions each time round)"
                } else {
                    ""
                };
                let times = ordinal(*times);
                Said::Fact(format!(
                    "the same position stands for the {times} time{row}"
                ))
            }
            Condition::Throughout(quantity, set) => {
                let since = " after each of their turns since it first stood";
                match self.counted(*quantity, set) {
                    Said::Act(deed) | Said::State(deed) => Said::Act(deed.and(since)),
                    Said::Fact(fact) => {
                        Said::Act(Deed::new("sees", "see", &format!("that {fact}{since}")))
                    }
                }
            }
            Condition::Hand {
                own,
                quantity,
                kinds,
            } => {
                let held = self.held(*quantity, *kinds);
                if *own {
                    Said::State(Deed::new("has", "have", &held))
                } else {
                    Said::Fact(format!("the enemy has {held}"))
                }
            }
            Condition::OwnIs(player) => Said::Act(Deed::new("is", "are", &self.player(*player))),
            Condition::Act(pattern) => Said::Act(self.act(pattern)),
        }
    }

    /// `counts at least 28 points in pieces of their own and in their hand`
    fn points_of(&self, quantity: Quantity, of: &Purse, than: Option<&Purse>) -> Deed {
        let purse = |it: &Purse| {
            let hand = match it.hand {
                None => "",
                Some(true) => " and in their hand",
                Some(false) => " and in the enemy's hand",
            };
            format!("{}{hand}", self.thing(&it.set, &Count::Many))
        };
        let points = |n: u32, more: &str| match n {
            1 => format!("one{more} point"),
            n => format!("{}{more} points", number(n)),
        };
        let more = if than.is_some() { " more" } else { "" };
        let many = match quantity {
            Quantity::AtMost(0) => format!("no{more} points"),
            Quantity::AtLeast(1) if than.is_some() => "more points".to_owned(),
            Quantity::AtLeast(n) => format!("at least {}", points(n, more)),
            Quantity::AtMost(n) => format!("at most {}", points(n, more)),
        };
        let rest = match than {
            None => format!("{many} in {}", purse(of)),
            Some(than) => format!("{many} in {} than in {}", purse(of), purse(than)),
        };
        Deed::new("counts", "count", &rest)
    }

    fn held(&self, quantity: Quantity, kinds: KindSet) -> String {
        let what = match count(quantity) {
            Count::One => self.kinds(kinds),
            many => self.pieces(Side::Any, kinds, &many),
        };
        format!("{what} in hand").replace(" of either player", "")
    }

    /// A count of squares or pieces.
    fn counted(&self, quantity: Quantity, set: &Set) -> Said {
        let many = count(quantity);
        let parts = parts(set);
        if let (Count::One, Some((square, verb))) = (&many, self.one_square(set)) {
            return Said::Fact(format!("{square} {verb}"));
        }
        if let (Count::No, Set::Lines { axis, count, of }) = (&many, set) {
            return Said::Fact(format!("no {}", self.line(*axis, *count, of)));
        }
        let own = parts.iter().enumerate().find_map(|(i, it)| match it {
            Part::In(Set::Pieces(Side::Own, kinds), true) => Some((i, *kinds)),
            _ => None,
        });
        if let Some((head, kinds)) = own {
            // What a player has is his own: it need not be said twice.
            let what = match (&many, self.words.is_unique(kinds)) {
                (Count::One, true) => {
                    format!("the {}", self.words.kind(self.words.each(kinds)[0]).text)
                }
                (Count::One, false) => self.kinds(kinds),
                _ => self
                    .pieces(Side::Own, kinds, &many)
                    .replace(" of their own", ""),
            };
            let rest = self.standing(&parts, head, many.is_many());
            return Said::State(Deed::new("has", "have", &format!("{what}{rest}")));
        }
        if let (
            Count::One,
            [
                Part::In(Set::Pieces(Side::Enemy, enemy), true),
                Part::In(
                    Set::Attacked {
                        by_own: true,
                        kinds,
                    },
                    true,
                ),
            ],
        ) = (&many, &parts[..])
        {
            let whom = self.pieces(Side::Enemy, *enemy, &Count::One);
            let with = match *kinds {
                KindSet::ALL => String::new(),
                kinds => format!(" with {}", self.kinds(kinds)),
            };
            return Said::State(Deed::new("attacks", "attack", &format!("{whom}{with}")));
        }
        if let (Count::One, Some(fact)) = (&many, self.some_piece(set)) {
            return Said::Fact(fact);
        }
        let there = match many {
            Count::Many | Count::Some(_) => "there are",
            Count::One | Count::No => "there is",
        };
        Said::Fact(format!("{there} {}", self.thing(set, &many)))
    }

    /// What is so whenever a turn begins.
    pub fn always(&self, invariant: &Invariant) -> String {
        let who = match invariant.for_each {
            true => "each player",
            false => "the player who has just moved",
        };
        let (mut has, mut facts) = (Vec::new(), Vec::new());
        for condition in &invariant.conditions {
            match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => has.push(deed.third),
                Said::Fact(fact) => facts.push(fact),
            }
        }
        match (has.is_empty(), facts.is_empty()) {
            (true, _) => format!("Whenever a turn begins, {} for {who}.", list(&facts, "and")),
            (false, true) => format!("Whenever a turn begins, {who} {}.", list(&has, "and")),
            (false, false) => format!(
                "Whenever a turn begins, {who} {}, and for that player {}.",
                list(&has, "and"),
                list(&facts, "and")
            ),
        }
    }

    /// When a turn rule applies; none if always.
    pub fn while_all(&self, conditions: &[Condition]) -> Option<String> {
        let said: Vec<String> = conditions
            .iter()
            .map(|it| match self.said(it) {
                Said::Act(deed) | Said::State(deed) => format!("they {}", deed.base),
                Said::Fact(fact) => fact,
            })
            .collect();
        (!said.is_empty()).then(|| list(&said, "and"))
    }

    /// What an act brings about; `Err` is a fact that stands alone.
    fn effect(&self, condition: &Condition) -> Result<Deed, String> {
        let leaves = |rest: &str| Ok(Deed::new("leaves", "leave", rest));
        match condition {
            Condition::Count(quantity, set) => match (count(*quantity), self.one_square(set)) {
                (Count::One, Some((square, verb))) => Err(format!("afterwards {square} {verb}")),
                (many, _) => leaves(&self.thing(set, &many)),
            },
            Condition::Mate {
                of_own,
                kinds,
                answers,
            } => Ok(self.mate(*kinds, *of_own, answers.as_deref())),
            Condition::CannotAct { own: true } => leaves("them without any possible act"),
            Condition::CannotAct { own: false } => leaves("the enemy without any possible act"),
            Condition::Hand {
                own,
                quantity,
                kinds,
            } => {
                let who = if *own { "they have" } else { "the enemy has" };
                Err(format!("afterwards {who} {}", self.held(*quantity, *kinds)))
            }
            Condition::Points { .. } => Err(match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => format!("afterwards they {}", deed.base),
                Said::Fact(fact) => fact,
            }),
            Condition::Repeated { .. }
            | Condition::Throughout(..)
            | Condition::OwnIs(_)
            | Condition::Act(_) => Err(match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => format!("they {}", deed.base),
                Said::Fact(fact) => fact,
            }),
        }
    }

    /// ` if that mates the enemy chief`
    pub fn effects(&self, conditions: &[Condition]) -> String {
        let said: Vec<String> = conditions
            .iter()
            .map(|it| match self.effect(it) {
                Ok(deed) => format!("that {}", deed.third),
                Err(fact) => fact,
            })
            .collect();
        match said[..] {
            [] => String::new(),
            _ => format!(" if {}", list(&said, "and")),
        }
    }

    /// A rule about every act.
    pub fn any_act(&self, conditions: &[Condition], loses: bool) -> String {
        let effects: Result<Vec<Deed>, String> =
            conditions.iter().map(|it| self.effect(it)).collect();
        match effects {
            Ok(deeds) => {
                let said = |of: fn(&Deed) -> &String| {
                    list(
                        &deeds.iter().map(|it| of(it).clone()).collect::<Vec<_>>(),
                        "and",
                    )
                };
                if loses {
                    format!(
                        "A player whose act {} loses the game.",
                        said(|it| &it.third)
                    )
                } else {
                    format!("A player's act may not {}.", said(|it| &it.base))
                }
            }
            Err(_) => {
                let when = self.effects(conditions);
                if loses {
                    format!("A player loses the game{when}.")
                } else {
                    format!("A player may not act{when}.")
                }
            }
        }
    }

    /// A way the game ends.
    pub fn ending(&self, end: &End) -> String {
        let (mut deeds, mut facts) = (Vec::new(), Vec::new());
        let mut state = false;
        for condition in &end.conditions {
            match self.said(condition) {
                Said::Act(deed) => deeds.push(deed.third),
                Said::State(deed) => {
                    deeds.push(deed.third);
                    state = true;
                }
                Said::Fact(fact) => facts.push(fact),
            }
        }
        let once = if end.at_act { " at once" } else { "" };
        let when = match (state, end.at_act, end.for_each) {
            (false, _, _) => "",
            (true, true, _) => ", after an act,",
            (true, false, true) => ", at the end of any turn,",
            (true, false, false) => ", at the end of their turn,",
        };
        let facts = list(&facts, "and");
        let deeds = list(&deeds, "and");
        let judged = match end.for_each {
            true => "; the player who has just moved is judged first",
            false => "",
        };
        let (won, wins) = match end.result {
            ResultWord::Own => ("won", "wins"),
            ResultWord::Enemy => ("lost", "loses"),
            ResultWord::First | ResultWord::Second | ResultWord::Draw => {
                let what = match end.result {
                    ResultWord::First => format!("{} wins", capital(&self.player(Player::First))),
                    ResultWord::Second => format!("{} wins", capital(&self.player(Player::Second))),
                    ResultWord::Own | ResultWord::Enemy | ResultWord::Draw => {
                        "The game is drawn".to_owned()
                    }
                };
                let mut all = Vec::new();
                if !facts.is_empty() {
                    all.push(facts);
                }
                if !deeds.is_empty() {
                    all.push(format!("a player{when} {deeds}"));
                }
                return format!("{what}{once} when {}.", list(&all, "and"));
            }
        };
        match (deeds.is_empty(), facts.is_empty()) {
            (false, true) => {
                format!("The game is {won}{once} by the player who{when} {deeds}{judged}.")
            }
            (false, false) => format!(
                "When {facts}, the game is {won}{once} by the player who{when} {deeds}{judged}."
            ),
            (true, _) if end.for_each => {
                format!("When, for a player, {facts}, that player {wins}{once}{judged}.")
            }
            (true, _) => format!("When {facts}, the player who has just moved {wins}{once}."),
        }
    }
}
