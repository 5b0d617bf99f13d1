//! Conditions, act patterns and sets in canonical form.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use super::term::Term;
use koma::board::{Player, Square, Squares};
use koma::check::sheet::{KindId, KindSet, Quantity, Verb};
use koma::rules::run::{Line, RunLines};
use koma::rules::{ActFilter, Cond, PatternProgram, Purse, Set};

impl<B: Squares> Writer<'_, B> {
    pub(super) fn conditions(&self, own: Player, conditions: &[Cond<B>]) -> String {
        let times = conditions.iter().find_map(|it| match it {
            Cond::Repeated { times, .. } => Some(*times),
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Mate { .. }
            | Cond::CannotAct(_)
            | Cond::Throughout(_)
            | Cond::Hand(..)
            | Cond::Act(_) => None,
        });
        let found: BTreeSet<String> = conditions
            .iter()
            .map(|it| self.condition(own, it, times))
            .collect();
        Vec::from_iter(found).join("; ")
    }

    fn condition(&self, own: Player, condition: &Cond<B>, times: Option<u32>) -> String {
        let seat = self.rules.player(own);
        let count =
            |quantity: &Quantity, set: &Set<B>| format!("{} {}", number(*quantity), self.set(set));
        match condition {
            Cond::Count(quantity, set) => count(quantity, set),
            Cond::Points { quantity, of, than } => {
                let purse = |it: &Purse<B>| {
                    let hand = it.hand.map(|it| format!(" with hand of {}", it.as_str()));
                    format!("{}{}", self.set(&it.set), hand.unwrap_or_default())
                };
                let worth = self
                    .order
                    .iter()
                    .map(|it| (&self.letters[*it], &self.rules.kinds[*it]));
                let worth = worth.filter(|it| it.1.points > 0);
                let worth = worth.map(|(letter, it)| format!("{letter} {}", it.points));
                let than = than.as_ref().map(|it| format!(" more than {}", purse(it)));
                format!(
                    "points({}) {} of {}{}",
                    Vec::from_iter(worth).join(", "),
                    number(*quantity),
                    purse(of),
                    than.unwrap_or_default()
                )
            }
            Cond::Mate { of, kinds, answers } => format!(
                "mate of {} ({}){}",
                self.who(*of),
                self.owned(*kinds),
                answers.as_ref().map_or(String::new(), |it| format!(
                    " answered by {}",
                    self.pattern(*of, it)
                ))
            ),
            Cond::CannotAct(player) => format!("{} cannot act", self.who(*player)),
            Cond::Repeated { times, in_a_row } => {
                format!(
                    "repeated {times}{}",
                    if *in_a_row { " in a row" } else { "" }
                )
            }
            Cond::Throughout(at) => {
                let (quantity, set) = &seat.throughout[*at as usize];
                format!("throughout {} {}", times.unwrap_or(0), count(quantity, set))
            }
            Cond::Hand(player, quantity, kinds) => {
                let kinds = self.order.iter().filter(|it| kinds.has(KindId(**it as u8)));
                format!(
                    "hand of {} {} ({})",
                    self.who(*player),
                    number(*quantity),
                    self.list(kinds.copied())
                )
            }
            Cond::Act(at) => self.pattern(own, &seat.end_acts[*at as usize]),
        }
    }

    /// A pattern of a player's acts: kinds whose acts fit alike stand together; kinds whose acts never fit do not stand there.
    pub(super) fn pattern(&self, own: Player, pattern: &PatternProgram<B>) -> String {
        let verb = match pattern.verb {
            Verb::Move => "move",
            Verb::Drop => "drop",
            Verb::Pass => return "pass".to_owned(),
        };
        let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for &kind in self.order {
            if !self.sheet.kinds[kind].neutral
                && let Some(masks) = self.masks(own, pattern, kind, true)
            {
                alike.entry(masks).or_default().push(kind);
            }
        }
        let groups = alike
            .into_iter()
            .map(|(masks, kinds)| format!("[{}: {masks}]", self.list(kinds.into_iter())));
        format!("{verb} {}", Vec::from_iter(groups).join(""))
    }

    /// What the acts of a kind must be like; nothing if none of them fits.
    pub(super) fn masks(
        &self,
        own: Player,
        pattern: &PatternProgram<B>,
        kind: usize,
        promoting: bool,
    ) -> Option<String> {
        let masks = pattern.kinds[kind].as_ref()?;
        let mut parts = match (self.argued, pattern.verb) {
            (true, Verb::Move) => match self.moves_between(masks, kind, own) {
                Some(None) => Vec::new(),
                Some(Some(moves)) if moves.is_empty() => return None,
                Some(Some(moves)) => vec![format!("between {moves:?}")],
                None => self.squares_of(masks)?,
            },
            (false, _) | (true, Verb::Drop | Verb::Pass) => self.squares_of(masks)?,
        };
        if let Some(kinds) = masks.capturing {
            let layer = &self.rules.layer_kinds[self.sheet.kinds[kind].layer];
            let taken = layer.iter().filter(|it| kinds.has(KindId(**it)));
            let taken = self.list(taken.map(|it| *it as usize));
            if taken.is_empty() {
                return None;
            }
            parts.push(format!("capturing {taken}"));
        }
        if masks.promoting && promoting {
            parts.push("promoting".to_owned());
        }
        Some(parts.join(" "))
    }

    /// Where acts begin and end; nothing if they cannot.
    fn squares_of(&self, masks: &ActFilter<B>) -> Option<Vec<String>> {
        let sets = [
            ("from", &masks.from),
            ("to", &masks.to),
            ("touching", &masks.touching),
        ];
        let mut parts = Vec::new();
        for (word, set) in sets {
            if let Some(set) = set {
                if set.constant().is_some_and(B::is_empty) {
                    return None;
                }
                parts.push(format!("{word} {}", self.set(set)));
            }
        }
        Some(parts)
    }

    pub(super) fn all(&self) -> Term {
        self.squares(self.rules.all)
    }

    pub(super) fn squares(&self, set: B) -> Term {
        Term::Squares(set.iter().map(|it| self.square(it).0).collect())
    }

    pub(super) fn set(&self, set: &Set<B>) -> String {
        self.term(set).text(self.geometry())
    }

    pub(super) fn term(&self, set: &Set<B>) -> Term {
        let player = |player: Player| {
            let kinds = 0..self.sheet.kinds.len();
            self.figures(kinds.filter(|it| !self.sheet.kinds[*it].neutral), player)
        };
        let each = |parts: &[Set<B>]| Vec::from_iter(parts.iter().map(|it| self.term(it)));
        let inner = |set: &Set<B>| self.set(set);
        match set {
            Set::Const(squares) => self.squares(*squares),
            Set::Of(owner) => Term::pieces(player(*owner)),
            Set::Kind(owner, kind) => {
                Term::pieces(self.figures(std::iter::once(*kind as usize), *owner))
            }
            Set::Kinds(owner, kinds) => {
                Term::pieces(self.figures(kinds.iter().map(|it| *it as usize), *owner))
            }
            Set::Any(kinds) => Term::pieces(self.anyones(kinds.iter().map(|it| *it as usize))),
            Set::Occupied => Term::pieces(self.anyones(0..self.sheet.kinds.len())),
            Set::Empty => Term::pieces(self.anyones(0..self.sheet.kinds.len())).not(&self.all()),
            Set::Origin => Term::plain("origin"),
            Set::Target => Term::plain("target"),
            Set::And(parts) => Term::every(each(parts), &self.all()),
            Set::Or(parts) => Term::some(each(parts), &self.all()),
            Set::Not(of) => self.term(of).not(&self.all()),
            Set::Lines { lines, count, of } => {
                let board = self.geometry();
                let upright = |line: &B| {
                    line.iter()
                        .all(|it| board.file(it) == board.file(line.lowest()))
                };
                let files = lines.len() == board.files && lines.iter().all(upright);
                let axis = if files { "files" } else { "ranks" };
                Term::plain(&format!("{axis}({count}, {})", inner(of)))
            }
            Set::Chain { joins, of, from } => Term::plain(&format!(
                "chain({}, {}, {})",
                self.table(joins),
                inner(of),
                inner(from)
            )),
            Set::Run(run) => {
                let lines = match &run.lines {
                    RunLines::Fixed(lines) => {
                        let all = lines.iter().map(|it| self.line(it));
                        shifts_text(&all.collect())
                    }
                    RunLines::Bent(bends, _) => Vec::from_iter(bends.said()).join(" "),
                };
                let to = run.to.as_ref().map_or("anything".to_owned(), inner);
                let most = run
                    .most
                    .min(self.geometry().files.max(self.geometry().ranks) as u32);
                Term::plain(&format!(
                    "run({lines}, {}..{most}, {}, {}, {to})",
                    run.least,
                    inner(&run.of),
                    inner(&run.from),
                ))
            }
            Set::Attacked(by, kinds) => match self.owned(self.attackers(*kinds)) {
                none if none.is_empty() => Term::Squares(BTreeSet::new()),
                kinds => Term::plain(&format!("attacked({} {kinds})", self.who(*by))),
            },
            Set::Beside { steps, of } => {
                Term::plain(&format!("beside({}, {})", self.table(steps), inner(of)))
            }
        }
    }

    /// The shift that leads along a line.
    fn line(&self, line: &Line<B>) -> (i32, i32) {
        let board = self.geometry();
        let mut from = board.squares().filter(|it| line.ray[it.index()].any());
        let shift = from.next().map_or((0, 0), |from| {
            let ray = line.ray[from.index()];
            let next = match line.up {
                true => ray.lowest(),
                false => ray.highest(),
            };
            board.apart(from, next)
        });
        self.shift(shift)
    }

    /// The shifts that a table of neighbours is made of.
    pub(super) fn table(&self, table: &[B]) -> String {
        let board = self.geometry();
        let mut shifts = BTreeSet::new();
        for (from, to) in board.squares().zip(table) {
            for to in to.iter() {
                let x = board.file(to) as i32 - board.file(from) as i32;
                let y = board.rank(to) as i32 - board.rank(from) as i32;
                shifts.insert(self.shift((x, y)));
            }
        }
        shifts_text(&shifts)
    }

    /// Letters of kinds, sorted.
    pub(super) fn list(&self, kinds: impl Iterator<Item = usize>) -> String {
        let found: BTreeSet<&str> = kinds.map(|it| self.letters[it].as_str()).collect();
        Vec::from_iter(found).join(" ")
    }

    /// The kinds of a set that players can own.
    pub(super) fn owned(&self, kinds: KindSet) -> String {
        let all = 0..self.sheet.kinds.len();
        self.list(all.filter(|it| kinds.has(KindId(*it as u8)) && !self.sheet.kinds[*it].neutral))
    }

    /// Pieces of a player as they are written.
    pub(super) fn figures(
        &self,
        kinds: impl Iterator<Item = usize>,
        of: Player,
    ) -> BTreeSet<String> {
        let written = |kind: usize| match self.turned_player(of) {
            Player::First => self.letters[kind].clone(),
            Player::Second => self.letters[kind].to_ascii_lowercase(),
        };
        kinds.map(written).collect()
    }

    /// Pieces of both players and of nobody.
    pub(super) fn anyones(&self, kinds: impl Iterator<Item = usize>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for kind in kinds {
            found.extend(self.figures([kind].into_iter(), Player::First));
            if !self.sheet.kinds[kind].neutral {
                found.extend(self.figures([kind].into_iter(), Player::Second));
            }
        }
        found
    }

    /// The player who takes a player's place.
    fn turned_player(&self, player: Player) -> Player {
        match self.turned {
            true => player.other(),
            false => player,
        }
    }

    /// What a player is called.
    pub(super) fn who(&self, player: Player) -> &'static str {
        self.turned_player(player).as_str()
    }

    pub(super) fn square(&self, square: Square) -> Square {
        let board = self.geometry();
        let square = match self.turned {
            true => board.seen_by(Player::Second, square),
            false => square,
        };
        match self.mirrored {
            true => board.square(board.files - 1 - board.file(square), board.rank(square)),
            false => square,
        }
    }

    pub(super) fn shift(&self, shift: (i32, i32)) -> (i32, i32) {
        let (x, y) = match self.turned {
            true => self.geometry().shift_of(Player::Second, shift),
            false => shift,
        };
        (if self.mirrored { -x } else { x }, y)
    }
}

fn number(quantity: Quantity) -> String {
    match quantity {
        Quantity::AtLeast(n) => format!("at least {n}"),
        Quantity::AtMost(n) => format!("at most {n}"),
    }
}

pub(super) fn shifts_text(shifts: &BTreeSet<(i32, i32)>) -> String {
    let each = shifts.iter().map(|(x, y)| format!("({x},{y})"));
    Vec::from_iter(each).join("")
}
