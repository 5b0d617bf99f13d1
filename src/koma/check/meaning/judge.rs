//! The questions asked of one variant, its choices made.

use super::bounds::{Facts, Work};
use crate::board::player::Owner;
use crate::board::{Player, Squares};
use crate::check::sets::is_static;
use crate::check::sheet::{
    Condition, End, Forbid, KindId, Pattern, Promote, Quantity, ResultWord, RuleId, Set, Sheet,
    Side, Verb,
};
use crate::syntax::envelope::Table;
use crate::text::{Code, Problem, Span};

/// Something that was looked at, and what there is to say of it.
#[derive(Debug)]
pub struct Seen {
    /// What was asked.
    pub code: Code,
    /// Of what: `squares.camp`, `end.mate`.
    pub path: String,
    /// The warning, if there is one.
    pub problem: Option<Problem>,
}

/// Asks everything.
pub fn judge(sheet: &Sheet, tree: &Table, work: &Work) -> Vec<Seen> {
    let mut judge = Judge {
        facts: Facts::new(sheet, work),
        sheet,
        tree,
        seen: Vec::new(),
    };
    judge.pieces();
    judge.promotes();
    judge.sets();
    judge.rules();
    judge.shadows();
    judge.play();
    judge.order();
    judge.sides();
    judge.seen
}

struct Judge<'s> {
    facts: Facts<'s>,
    sheet: &'s Sheet,
    tree: &'s Table,
    seen: Vec<Seen>,
}

impl Judge<'_> {
    /// Notes an answer: a message with a label and a remedy, if it is a warning.
    fn note(&mut self, code: Code, path: &str, span: Span, wrong: bool, words: [&str; 3]) {
        let [message, label, help] = words;
        self.seen.push(Seen {
            code,
            path: path.to_owned(),
            problem: wrong.then(|| Problem::at(code, span, message, label).help(help)),
        });
    }

    /// Notes an answer about a rule, at its place.
    fn note_rule(&mut self, code: Code, rule: RuleId, wrong: bool, words: [&str; 3]) {
        let info = self.sheet.rule(rule).clone();
        self.note(code, &info.path, info.span, wrong, words);
    }

    /// Where a key of the file stands, or else where the file names its language.
    fn place(&self, path: &str) -> Span {
        let entry = self.tree.at(path).or_else(|| self.tree.get("koma"));
        entry.map_or(Span::default(), |it| it.key_span)
    }

    fn pieces(&mut self) {
        for (i, kind) in self.sheet.kinds.iter().enumerate() {
            let (id, name) = (KindId(i as u8), &kind.name);
            let path = format!("pieces.{name}");
            let span = self.place(&path);
            let arises = self.facts.arises(id);
            self.note(
                Code::NeverArises,
                &path,
                span,
                !arises,
                [
                    &format!("no game can have a `{name}`"),
                    "neither at the start nor later",
                    "put it into `board.start`, or let another piece become it",
                ],
            );
            if !kind.neutral && self.facts.on_board.has(id) {
                let never = self.facts.never_moves(id);
                let place = self.sheet.rule(kind.moves_rule).span;
                self.note(
                    Code::NeverMoves,
                    &path,
                    place,
                    never,
                    [
                        &format!("a `{name}` can never move"),
                        "no move from any square",
                        "give it a movement that this board has room for",
                    ],
                );
            }
            if !kind.becomes.is_empty() && self.facts.on_board.has(id) {
                let promotes = self.sheet.promotes.iter();
                let never = !promotes.clone().any(|it| self.promotes_kind(it, id));
                let place = self.sheet.rule(kind.becomes_rule).span;
                self.note(
                    Code::NeverPromotes,
                    &path,
                    place,
                    never,
                    [
                        &format!("a `{name}` can never promote"),
                        "no rule of [promote] fits a move of it",
                        "say when it promotes: `promote.camp.may = \"move to last rank\"`",
                    ],
                );
            }
        }
    }

    fn promotes_kind(&self, rule: &Promote, kind: KindId) -> bool {
        let mut patterns = [&rule.may, &rule.must].into_iter().flatten();
        rule.kinds.has(kind) && patterns.any(|it| self.facts.fits_kind(it, kind))
    }

    fn promotes(&mut self) {
        for rule in &self.sheet.promotes {
            let kinds = self.sheet.kinds.iter().enumerate();
            let never = !kinds
                .filter(|(_, it)| !it.becomes.is_empty())
                .any(|(i, _)| self.promotes_kind(rule, KindId(i as u8)));
            self.note_rule(
                Code::NeverPromotes,
                rule.rule,
                never,
                [
                    "this rule can never promote anything",
                    "it fits no move of a piece that has `becomes`",
                    "see which pieces it speaks of, and which squares",
                ],
            );
        }
    }

    fn sets(&mut self) {
        let mut used = vec![false; self.sheet.sets.len()];
        let mark = |set: &Set, used: &mut [bool]| {
            set.names().for_each(|it| used[it.0 as usize] = true);
        };
        for set in self.sheet.sets_of_rules() {
            mark(set, &mut used);
        }
        for (i, named) in self.sheet.sets.iter().enumerate().rev() {
            // A set mentions only earlier ones, so those who mention it were met before.
            if used[i] {
                mark(&named.set, &mut used);
            }
        }
        for (i, named) in self.sheet.sets.iter().enumerate() {
            self.note_rule(
                Code::UnusedSet,
                named.rule,
                !used[i],
                [
                    &format!("no rule mentions `{}`", named.name),
                    "never used",
                    "remove it, or use it",
                ],
            );
            if named.is_zone && is_static(&named.set, &self.sheet.sets) {
                let empty = self.facts.set(&named.set, None).most.is_empty();
                self.note_rule(
                    Code::EmptySet,
                    named.rule,
                    empty,
                    [
                        &format!("`{}` has no squares", named.name),
                        "empty in every position",
                        "`in` asks for squares that are in both; `or` takes either",
                    ],
                );
            }
        }
        for (name, _) in &self.sheet.groups {
            let path = format!("groups.{name}");
            let unused = self.sheet.unused_groups.contains(name);
            let span = self.place(&path);
            self.note(
                Code::UnusedGroup,
                &path,
                span,
                unused,
                [
                    &format!("nothing mentions the group `{name}`"),
                    "never used",
                    "remove it, or use it",
                ],
            );
        }
    }

    fn could_hold(&self, act: Option<&Pattern>, conditions: &[Condition]) -> bool {
        act.is_none_or(|it| self.facts.fits(it))
            && conditions.iter().all(|it| self.facts.could_hold(it))
    }

    fn rules(&mut self) {
        let sheet = self.sheet;
        let turns = sheet.turns.iter().map(|it| {
            let acts = it.acts.iter().any(|(it, _)| self.facts.fits(it));
            (it.rule, acts && self.could_hold(None, &it.conditions))
        });
        let forbids = sheet.forbids.iter().map(|it| {
            let holds = self.could_hold(it.act.as_ref(), &it.conditions);
            (it.rule, holds && self.could_hold(None, &it.beforehand))
        });
        let effects = sheet.effects.iter().map(|it| {
            let removes = self.facts.set(&it.removes, None).most.any();
            (it.rule, removes && self.could_hold(it.act.as_ref(), &[]))
        });
        let ends = sheet.ends.iter();
        let ends = ends.map(|it| (it.rule, self.could_hold(None, &it.conditions)));
        let found: Vec<(RuleId, bool)> = turns.chain(effects).chain(forbids).chain(ends).collect();
        for (rule, holds) in found {
            self.note_rule(
                Code::NeverHolds,
                rule,
                !holds,
                [
                    "this rule can never hold",
                    "it asks for what cannot be",
                    "see whether its squares, pieces and acts exist at all",
                ],
            );
        }
    }

    /// Whether all of some conditions hold whenever all of the others do.
    fn follow(&self, from: &[Condition], these: &[Condition]) -> bool {
        these
            .iter()
            .all(|it| from.iter().any(|other| self.facts.follows(other, it)))
    }

    /// Notes for each rule of a section whether an earlier one makes it pointless.
    fn shadow<T>(
        &mut self,
        rules: &[T],
        rule: impl Fn(&T) -> RuleId,
        shadows: impl Fn(&Self, &T, &T) -> bool,
    ) {
        for (i, later) in rules.iter().enumerate() {
            let mut earlier = rules[..i].iter();
            let earlier = earlier.find(|it| !self.facts.work.is_done() && shadows(self, it, later));
            let by = earlier.map(|it| self.sheet.rule(rule(it)).clone());
            let info = self.sheet.rule(rule(later)).clone();
            let problem = by.map(|by| {
                Problem::at(
                    Code::Shadowed,
                    info.span,
                    format!("`{}` already says all that this rule says", by.path),
                    "this rule is pointless",
                )
                .label(by.span, "it comes first")
                .help(
                    "put the special rule before the general one (`before` names it), or remove it",
                )
            });
            self.seen.push(Seen {
                code: Code::Shadowed,
                path: info.path,
                problem,
            });
        }
    }

    fn shadows(&mut self) {
        let sheet = self.sheet;
        self.shadow(
            &sheet.turns,
            |it| it.rule,
            |this, a, b| this.follow(&b.conditions, &a.conditions),
        );
        self.shadow(
            &sheet.promotes,
            |it| it.rule,
            |this, a, b| {
                let within = |it: &Option<Pattern>, others: [&Option<Pattern>; 2]| match it {
                    None => true,
                    Some(it) => {
                        let mut others = others.into_iter().flatten();
                        others.any(|other| this.facts.fits_within(it, other))
                    }
                };
                this.facts.kinds_within(b.kinds, a.kinds)
                    && within(&b.may, [&a.may, &a.must])
                    && within(&b.must, [&a.must, &None])
            },
        );
        self.shadow(
            &sheet.forbids,
            |it| it.rule,
            |this, a: &Forbid, b: &Forbid| {
                let act = match (&b.act, &a.act) {
                    (_, None) => true,
                    (None, Some(_)) => false,
                    (Some(b), Some(a)) => this.facts.fits_within(b, a),
                };
                act && (!a.loses || b.loses)
                    && this.follow(&b.beforehand, &a.beforehand)
                    && this.follow(&b.conditions, &a.conditions)
                    && this.could_hold(b.act.as_ref(), &b.conditions)
            },
        );
        self.shadow(
            &sheet.ends,
            |it| it.rule,
            |this, a: &End, b: &End| {
                a.at_act == b.at_act
                    && (a.for_each || !b.for_each)
                    && this.follow(&b.conditions, &a.conditions)
                    && this.could_hold(None, &b.conditions)
            },
        );
    }

    /// Whether a game comes to an end.
    fn play(&mut self) {
        let asked = |of: fn(&Condition) -> bool| {
            let mut all = self.sheet.ends.iter().flat_map(|it| &it.conditions);
            all.any(of)
        };
        let repeats = asked(|it| it.repeats().is_some());
        let blocks = asked(|it| matches!(it, Condition::CannotAct { .. }));
        let passes = self.sheet.turns.iter().any(|it| {
            it.conditions.is_empty() && it.acts.iter().any(|(it, _)| it.verb == Verb::Pass)
        });
        let span = self.place("end");
        self.note(
            Code::Endless,
            "end",
            span,
            !repeats,
            [
                "a game can go on for ever",
                "no rule asks for `repeated`",
                "say what a repeated position is: `end.repetition = { when = \"repeated 3 times\", result = \"draw\" }`",
            ],
        );
        self.note(
            Code::NoRuleForNoAct,
            "end",
            span,
            !blocks && !passes,
            [
                "nothing is said of a player who cannot act",
                "no rule asks for `cannot act`",
                "say who wins then: `end.blocked = { when = \"enemy cannot act\", result = \"own wins\" }`",
            ],
        );
    }

    /// Whether one turn can fulfil two rules with different results, or one for both players.
    fn order(&mut self) {
        let ends = &self.sheet.ends;
        let brought: Vec<Vec<(bool, ResultWord)>> = ends
            .iter()
            .map(|it| match self.could_hold(None, &it.conditions) {
                true => results(it),
                false => Vec::new(),
            })
            .collect();
        for (j, later) in ends.iter().enumerate() {
            let info = self.sheet.rule(later.rule).clone();
            let by = (0..=j).rev().find(|i| {
                !self.facts.work.is_done()
                    && ends[*i].at_act == later.at_act
                    && self.meet((*i, &brought[*i]), (j, &brought[j]))
            });
            let problem = by.map(|i| {
                let by = self.sheet.rule(ends[i].rule);
                let problem = match i == j {
                    true => Problem::at(
                        Code::OrderDecides,
                        info.span,
                        "one turn can fulfil this rule for both players",
                        "the player who has moved is judged first",
                    ),
                    false => Problem::at(
                        Code::OrderDecides,
                        info.span,
                        format!("one turn can fulfil this rule and `{}`", by.path),
                        "this one comes second",
                    )
                    .label(by.span, "this one decides"),
                };
                problem.help("say that this is meant, or ask for something that only one can have")
            });
            self.seen.push(Seen {
                code: Code::OrderDecides,
                path: info.path,
                problem,
            });
        }
    }

    /// Whether one turn can fulfil both rules, given the results it can bring about by each, and they differ.
    fn meet(
        &self,
        (i, one): (usize, &[(bool, ResultWord)]),
        (j, two): (usize, &[(bool, ResultWord)]),
    ) -> bool {
        let (a, b) = (
            &self.sheet.ends[i].conditions,
            &self.sheet.ends[j].conditions,
        );
        let mut pairs = one.iter().flat_map(|x| two.iter().map(move |y| (x, y)));
        self.facts.work.does(1)
            && pairs.any(|(x, y)| {
                x.1 != y.1
                    && (i != j || x.0 != y.0)
                    && (x.0 != y.0 || !a.iter().any(|a| b.iter().any(|b| exclude(a, b))))
            })
            // A special rule beside a general one is an exception, or shadowed.
            && (i == j || !self.follow(a, b) && !self.follow(b, a))
    }

    /// Whether the players are treated alike.
    fn sides(&mut self) {
        let sheet = self.sheet;
        for end in &sheet.ends {
            let named = matches!(end.result, ResultWord::First | ResultWord::Second);
            let path = sheet.rule(end.rule).path.clone();
            let entry = self.tree.at(&format!("{path}.result"));
            let span = entry.map_or(sheet.rule(end.rule).span, |it| it.node.span);
            self.note(
                Code::OneSided,
                &path,
                span,
                named,
                [
                    &format!("`{path}` does not treat the players alike"),
                    "the same player wins, whoever brings it about",
                    "`own wins` and `enemy wins` mean the player who is judged, and his opponent",
                ],
            );
        }
        let board = sheet.geometry;
        let turned = |owner: Owner| match owner {
            Owner::Of(player) => Owner::Of(player.other()),
            Owner::Nobody => Owner::Nobody,
        };
        let alike = board.squares().all(|it| {
            let other = board.seen_by(Player::Second, it);
            let (here, there) = (
                &sheet.start.cells[it.index()],
                &sheet.start.cells[other.index()],
            );
            here.len() == there.len()
                && here
                    .iter()
                    .zip(there)
                    .all(|(a, b)| (turned(a.0), a.1) == *b)
        });
        let words = [
            "the players do not begin alike",
            "each player sees another start",
            "see how the board is turned: `half-turn` or `mirror`",
        ];
        let span = self.place("board.start");
        self.note(Code::OneSided, "board.start", span, !alike, words);
        let [first, second] = &sheet.start.hands;
        let span = self.place("board.hands");
        self.note(Code::OneSided, "board.hands", span, first != second, words);
    }
}

/// The results that a turn can bring about by a rule: for the mover or (false) for the other, and who wins, the
/// mover being `own`. None if the rule asks for the past or for acts to come.
fn results(end: &End) -> Vec<(bool, ResultWord)> {
    let conditions = &end.conditions;
    if conditions
        .iter()
        .any(|it| it.looks_ahead() || it.looks_back())
    {
        return Vec::new();
    }
    let brought: Vec<(bool, bool)> = conditions.iter().map(brought_about).collect();
    let mut found = Vec::new();
    if brought.iter().any(|it| it.0) {
        found.push((true, end.result));
    }
    if end.for_each && brought.iter().any(|it| it.1) {
        let result = match end.result {
            ResultWord::Own => ResultWord::Enemy,
            ResultWord::Enemy => ResultWord::Own,
            other => other,
        };
        found.push((false, result));
    }
    found
}

/// Whose turn can make a condition hold that did not: own, the enemy's.
fn brought_about(condition: &Condition) -> (bool, bool) {
    match condition {
        Condition::Hand { own, .. } => (*own, !*own),
        Condition::Act(_) => (true, false),
        Condition::OwnIs(_) => (false, false),
        Condition::Count(quantity, set) => {
            let (side, placed) = match set {
                Set::Pieces(side, _) => (*side, false),
                Set::And(parts) => match &parts[..] {
                    [
                        Set::Pieces(side, _),
                        Set::Ranks(..) | Set::Files(..) | Set::Square(_),
                    ]
                    | [Set::Pieces(side, _), Set::Named(..)] => (*side, true),
                    _ => (Side::Any, true),
                },
                _ => (Side::Any, true),
            };
            match (side, quantity, placed) {
                (Side::Own, Quantity::AtLeast(_), _) => (true, false),
                (Side::Enemy, Quantity::AtLeast(_), _) => (false, true),
                // Pieces go when the other captures them.
                (Side::Own, Quantity::AtMost(_), false) => (false, true),
                (Side::Enemy, Quantity::AtMost(_), false) => (true, false),
                _ => (true, true),
            }
        }
        Condition::Points { .. }
        | Condition::Mate { .. }
        | Condition::CannotAct { .. }
        | Condition::Repeated { .. }
        | Condition::Throughout(..) => (true, true),
    }
}

/// Whether two conditions cannot hold at once for the same player.
fn exclude(a: &Condition, b: &Condition) -> bool {
    let apart = |n: &Quantity, m: &Quantity| match (n, m) {
        (Quantity::AtLeast(least), Quantity::AtMost(most))
        | (Quantity::AtMost(most), Quantity::AtLeast(least)) => most < least,
        _ => false,
    };
    match a {
        Condition::Count(n, s) => {
            matches!(b, Condition::Count(m, t) if s == t && apart(n, m))
        }
        Condition::Hand {
            own,
            quantity: n,
            kinds,
        } => matches!(
            b,
            Condition::Hand { own: whose, quantity: m, kinds: these }
                if own == whose && kinds == these && apart(n, m)
        ),
        Condition::OwnIs(a) => matches!(b, Condition::OwnIs(b) if a != b),
        Condition::Points {
            quantity: n,
            of,
            than,
        } => matches!(
            b,
            Condition::Points { quantity: m, of: these, than: those }
                if of == these && than == those && apart(n, m)
        ),
        Condition::Mate { .. }
        | Condition::CannotAct { .. }
        | Condition::Repeated { .. }
        | Condition::Throughout(..)
        | Condition::Act(_) => false,
    }
}
