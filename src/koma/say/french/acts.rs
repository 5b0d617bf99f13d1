//! Acts and conditions in French.

use super::super::plan::{self, Part, parts};
use super::about::Count;
use super::sets::{French, count};
use super::words::{NBSP, au, capital, list, number, ordinal, que, son};
use crate::board::Player;
use crate::check::sheet::{
    Condition, End, Invariant, KindSet, Pattern, Purse, Quantity, ResultWord, Set, Side, Verb,
};

/// What someone does: `déplace une dame`, `déplacer une dame`.
#[derive(Debug, Clone)]
pub struct Deed {
    /// After `qui`.
    pub third: String,
    /// After `doit`.
    pub infinitive: String,
}

impl Deed {
    fn new(third: &str, infinitive: &str, rest: &str) -> Deed {
        Deed {
            third: format!("{third} {rest}").trim_end().to_owned(),
            infinitive: format!("{infinitive} {rest}").trim_end().to_owned(),
        }
    }
}

/// A condition: what a player does, how the board stands for him, or what is so.
enum Said {
    Act(String),
    State(String),
    Fact(String),
}

impl French<'_> {
    /// An act.
    pub fn act(&self, pattern: &Pattern) -> Deed {
        let piece = || match self.nouns(pattern.kinds).first() {
            Some(noun) if self.words.is_unique(pattern.kinds) => son(noun),
            _ => self.kinds(pattern.kinds),
        };
        let mut rest = String::new();
        if let Some(set) = &pattern.from {
            rest += &format!(" depuis {}", self.square(set));
        }
        match (&pattern.from, &pattern.to) {
            (None, Some(set)) => rest += &format!(" {}", self.on(set)),
            (Some(_), Some(set)) => rest += &format!(" vers {}", self.square(set)),
            (_, None) => {}
        }
        match pattern.verb {
            Verb::Pass => return Deed::new("passe", "passer", "son tour"),
            Verb::Drop => {
                return Deed::new("parachute", "parachuter", &format!("{}{rest}", piece()));
            }
            Verb::Move => {}
        }
        if let Some(set) = &pattern.touching {
            rest += &format!(" depuis ou vers {}", self.square(set));
        }
        if pattern.promoting {
            rest += " avec promotion";
        }
        let moves = |rest: &str| Deed::new("déplace", "déplacer", rest);
        let captures = |rest: &str| Deed::new("capture", "capturer", rest);
        match pattern.capturing {
            Some(taken) if pattern.kinds == KindSet::ALL && rest.is_empty() => {
                captures(&self.taken(taken))
            }
            Some(taken) if rest.is_empty() => {
                captures(&format!("{} avec {}", self.taken(taken), piece()))
            }
            Some(taken) => moves(&format!(
                "{}{rest} en capturant {}",
                piece(),
                self.taken(taken)
            )),
            None => moves(&format!("{}{rest}", piece())),
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

    fn answered(&self, answers: Option<&Pattern>) -> String {
        match answers {
            None => String::new(),
            Some(answer) => format!(
                ", la seule réponse considérée étant de {}",
                self.act(answer).infinitive
            ),
        }
    }

    fn mate(&self, kinds: KindSet, answers: Option<&Pattern>) -> String {
        let whom = self.pieces(Side::Enemy, kinds, &Count::One);
        format!("fait échec et mat {}{}", au(&whom), self.answered(answers))
    }

    fn mated(&self, verb: &str, kinds: KindSet, answers: Option<&Pattern>) -> String {
        let whom = self.pieces(Side::Own, kinds, &Count::One);
        format!("{verb} {whom} échec et mat{}", self.answered(answers))
    }

    /// What holds of a player, said of him.
    fn said(&self, condition: &Condition) -> Said {
        match condition {
            Condition::Count(quantity, set) => self.counted(*quantity, set),
            Condition::Points { quantity, of, than } => {
                Said::State(self.points_of(*quantity, of, than.as_ref()))
            }
            Condition::Mate {
                of_own,
                kinds,
                answers,
            } => {
                let answers = answers.as_deref();
                if *of_own {
                    Said::State(self.mated("a", *kinds, answers))
                } else {
                    Said::Act(self.mate(*kinds, answers))
                }
            }
            Condition::CannotAct { own: true } => Said::State("ne peut rien jouer".to_owned()),
            Condition::CannotAct { own: false } => {
                Said::Act("ne laisse à l'adversaire aucun coup possible".to_owned())
            }
            Condition::Repeated { times, in_a_row } => {
                let row = if *in_a_row {
                    " (atteinte chaque fois par la même suite de positions)"
                } else {
                    ""
                };
                let times = ordinal(*times);
                Said::Fact(format!(
                    "la même position se présente pour la {times} fois{row}"
                ))
            }
            Condition::Throughout(quantity, set) => {
                let since = "après chacun de ses tours depuis la première fois";
                Said::Act(match self.counted(*quantity, set) {
                    Said::Act(deed) | Said::State(deed) => format!("{deed} {since}"),
                    Said::Fact(fact) => format!("voit, {since}, {}", que(&fact)),
                })
            }
            Condition::Hand {
                own,
                quantity,
                kinds,
            } => {
                let held = self.held(*quantity, *kinds);
                if *own {
                    Said::State(held)
                } else {
                    Said::Fact(format!("l'adversaire {held}"))
                }
            }
            Condition::OwnIs(player) => Said::Act(format!("est {}", self.player(*player))),
            Condition::Act(pattern) => Said::Act(self.act(pattern).third),
        }
    }

    /// `compte au moins 28 points en pièces amies et dans sa réserve`
    fn points_of(&self, quantity: Quantity, of: &Purse, than: Option<&Purse>) -> String {
        let purse = |it: &Purse| {
            let hand = match it.hand {
                None => "",
                Some(true) => " et sa réserve",
                Some(false) => " et la réserve de l'adversaire",
            };
            format!("les {}{hand}", self.thing(&it.set, &Count::Many))
        };
        let points = |n: u32| match n {
            1 => "un point".to_owned(),
            n => format!("{} points", number(n, false)),
        };
        let more = if than.is_some() { " de plus" } else { "" };
        let many = match quantity {
            Quantity::AtMost(0) if than.is_some() => "ne compte pas plus de points".to_owned(),
            Quantity::AtMost(0) => "ne compte aucun point".to_owned(),
            Quantity::AtLeast(1) if than.is_some() => "compte plus de points".to_owned(),
            Quantity::AtLeast(n) => format!("compte au moins {}{more}", points(n)),
            Quantity::AtMost(n) => format!("compte au plus {}{more}", points(n)),
        };
        match than {
            None => format!("{many} avec {}", purse(of)),
            Some(than) => format!("{many} avec {} qu'avec {}", purse(of), purse(than)),
        }
    }

    fn held(&self, quantity: Quantity, kinds: KindSet) -> String {
        let many = count(quantity);
        let has = match many {
            Count::No => "n'a",
            Count::One | Count::Many | Count::Some(..) => "a",
        };
        let what = match many {
            Count::One => self.kinds(kinds),
            many => self.pieces(Side::Any, kinds, &many),
        };
        format!("{has} {what} en réserve").replace(" de l'un ou l'autre joueur", "")
    }

    /// A count of squares or pieces.
    fn counted(&self, quantity: Quantity, set: &Set) -> Said {
        let many = count(quantity);
        let parts = parts(set);
        if let (Count::One, Some((square, verb))) = (&many, self.one_square(set)) {
            return Said::Fact(format!("{square} {verb}"));
        }
        if let (Count::No, Set::Lines { axis, count, of }) = (&many, set) {
            return Said::Fact(self.no_line(*axis, *count, of));
        }
        let own = parts.iter().enumerate().find_map(|(i, it)| match it {
            Part::In(Set::Pieces(Side::Own, kinds), true) => Some((i, *kinds)),
            _ => None,
        });
        if let Some((head, kinds)) = own {
            // What a player has is his own: it need not be said twice.
            let what = match (&many, self.words.is_unique(kinds)) {
                (Count::One, true) => self.pieces(Side::Own, kinds, &many),
                (Count::One, false) => self.kinds(kinds),
                _ => self
                    .pieces(Side::Any, kinds, &many)
                    .replace(" de l'un ou l'autre joueur", ""),
            };
            let has = match many {
                Count::No => "n'a",
                Count::One | Count::Many | Count::Some(..) => "a",
            };
            let rest = self.standing(&parts, head, many.is_many());
            return Said::State(format!("{has} {what}{rest}"));
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
                kinds => format!(" avec {}", self.kinds(kinds)),
            };
            return Said::State(format!("attaque {whom}{with}"));
        }
        if let (Count::One, Some(fact)) = (&many, self.some_piece(set)) {
            return Said::Fact(fact);
        }
        let there = match many {
            Count::No => "il n'y a",
            Count::One | Count::Many | Count::Some(..) => "il y a",
        };
        Said::Fact(format!("{there} {}", self.thing(set, &many)))
    }

    /// What is so whenever a turn begins.
    pub fn always(&self, invariant: &Invariant) -> String {
        let who = match invariant.for_each {
            true => "chaque joueur",
            false => "le joueur qui vient de jouer",
        };
        let (mut has, mut facts) = (Vec::new(), Vec::new());
        for condition in &invariant.conditions {
            match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => has.push(deed),
                Said::Fact(fact) => facts.push(fact),
            }
        }
        match (has.is_empty(), facts.is_empty()) {
            (true, _) => format!(
                "Au début de chaque tour, {} pour {who}.",
                list(&facts, "et")
            ),
            (false, true) => format!("Au début de chaque tour, {who} {}.", list(&has, "et")),
            (false, false) => format!(
                "Au début de chaque tour, {who} {}, et pour lui {}.",
                list(&has, "et"),
                list(&facts, "et")
            ),
        }
    }

    /// When a turn rule applies; none if always.
    pub fn while_all(&self, conditions: &[Condition]) -> Option<String> {
        let said: Vec<String> = conditions
            .iter()
            .map(|it| match self.said(it) {
                Said::Act(deed) | Said::State(deed) => format!("que le joueur {deed}"),
                Said::Fact(fact) => que(&fact),
            })
            .collect();
        (!said.is_empty()).then(|| list(&said, "et"))
    }

    /// What an act brings about; `Err` is a fact that stands alone.
    fn effect(&self, condition: &Condition) -> Result<String, String> {
        match condition {
            Condition::Count(quantity, set) => match (count(*quantity), self.one_square(set)) {
                (Count::One, Some((square, verb))) => Err(format!("ensuite {square} {verb}")),
                (Count::No, _) => Ok(format!("ne laisse {}", self.thing(set, &Count::No))),
                (many, _) => Ok(format!("laisse {}", self.thing(set, &many))),
            },
            Condition::Mate {
                of_own,
                kinds,
                answers,
            } => {
                let answers = answers.as_deref();
                Ok(if *of_own {
                    self.mated("laisse", *kinds, answers)
                } else {
                    self.mate(*kinds, answers)
                })
            }
            Condition::CannotAct { own: true } => {
                Ok("ne laisse à son auteur aucun coup possible".to_owned())
            }
            Condition::CannotAct { own: false } => {
                Ok("ne laisse à l'adversaire aucun coup possible".to_owned())
            }
            Condition::Hand {
                own,
                quantity,
                kinds,
            } => {
                let who = if *own { "le joueur" } else { "l'adversaire" };
                Err(format!("ensuite {who} {}", self.held(*quantity, *kinds)))
            }
            Condition::Points { .. } => Err(match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => format!("ensuite le joueur {deed}"),
                Said::Fact(fact) => fact,
            }),
            Condition::Repeated { .. }
            | Condition::Throughout(..)
            | Condition::OwnIs(_)
            | Condition::Act(_) => Err(match self.said(condition) {
                Said::Act(deed) | Said::State(deed) => format!("le joueur {deed}"),
                Said::Fact(fact) => fact,
            }),
        }
    }

    /// ` si cela fait échec et mat au chef adverse`
    pub fn effects(&self, conditions: &[Condition]) -> String {
        let said: Vec<String> = conditions
            .iter()
            .map(|it| match self.effect(it) {
                Ok(deed) => format!("si cela {deed}"),
                Err(fact) => format!("si {fact}"),
            })
            .collect();
        match said[..] {
            [] => String::new(),
            _ => format!(" {}", list(&said, "et")),
        }
    }

    /// A rule about every act.
    pub fn any_act(&self, conditions: &[Condition], loses: bool) -> String {
        let effects: Result<Vec<String>, String> =
            conditions.iter().map(|it| self.effect(it)).collect();
        match (effects, loses) {
            (Ok(deeds), true) => {
                let deeds = list(&deeds, "et");
                format!("Le joueur dont le coup {deeds} perd la partie.")
            }
            (Ok(deeds), false) => {
                let deeds = list(&deeds, "et");
                format!("Il est interdit de jouer un coup qui {deeds}.")
            }
            (Err(_), true) => format!("Un joueur perd la partie{}.", self.effects(conditions)),
            (Err(_), false) => format!("Il est interdit de jouer{}.", self.effects(conditions)),
        }
    }

    /// A way the game ends.
    pub fn ending(&self, end: &End) -> String {
        let (mut deeds, mut facts) = (Vec::new(), Vec::new());
        let mut state = false;
        for condition in &end.conditions {
            match self.said(condition) {
                Said::Act(deed) => deeds.push(deed),
                Said::State(deed) => {
                    deeds.push(deed);
                    state = true;
                }
                Said::Fact(fact) => facts.push(fact),
            }
        }
        let once = if end.at_act { " aussitôt" } else { "" };
        let when = match (state, end.at_act, end.for_each) {
            (false, _, _) => "",
            (true, true, _) => ", après un coup,",
            (true, false, true) => ", à la fin d'un tour quelconque,",
            (true, false, false) => ", à la fin de son tour,",
        };
        let facts = list(&facts, "et");
        let deeds = list(&deeds, "et");
        let judged = match end.for_each {
            true => format!("{NBSP}; le joueur qui vient de jouer est jugé en premier"),
            false => String::new(),
        };
        let (won, wins) = match end.result {
            ResultWord::Own => ("gagnée", "gagne"),
            ResultWord::Enemy => ("perdue", "perd"),
            ResultWord::First | ResultWord::Second | ResultWord::Draw => {
                let what = match end.result {
                    ResultWord::First => {
                        format!("{} gagne{once}", capital(&self.player(Player::First)))
                    }
                    ResultWord::Second => {
                        format!("{} gagne{once}", capital(&self.player(Player::Second)))
                    }
                    ResultWord::Own | ResultWord::Enemy | ResultWord::Draw => {
                        format!("La partie est{once} nulle")
                    }
                };
                let mut all = Vec::new();
                if !facts.is_empty() {
                    all.push(facts);
                }
                if !deeds.is_empty() {
                    all.push(format!("un joueur{when} {deeds}"));
                }
                return format!("{what} quand {}.", list(&all, "et"));
            }
        };
        let by = format!("la partie est{once} {won} par le joueur qui{when} {deeds}{judged}.");
        match (deeds.is_empty(), facts.is_empty()) {
            (false, true) => capital(&by),
            (false, false) => format!("Quand {facts}, {by}"),
            (true, _) if end.for_each => {
                format!("Quand, pour un joueur, {facts}, ce joueur {wins}{once}{judged}.")
            }
            (true, _) => format!("Quand {facts}, le joueur qui vient de jouer {wins}{once}."),
        }
    }
}
