//! Sets of squares: names resolved, numbers on the board, cycles and size found.

use std::rc::Rc;

use super::fields::{Cx, text};
use super::limits;
use super::movement::distances;
use super::names::{Names, Thing};
use super::order;
use super::sheet::{Axis, Dependence, KindSet, NamedSet, RuleId, Set, SetId, Side};
use crate::board::square::letters_index;
use crate::board::{Along, Coordinates, Geometry, Ways};
use crate::syntax::ast::{self, SetNode};
use crate::syntax::envelope::Entry;
use crate::text::{Code, Problem, Span, Spanned};

/// What a set may speak of where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Here {
    /// There is an acting piece: `stuck` means something.
    pub acting: bool,
    /// There is an act that began somewhere.
    pub origin: bool,
    /// There is an act that has ended somewhere.
    pub target: bool,
    /// It is movement, of which attacks are made.
    pub movement: bool,
}

/// What resolving a set needs.
#[derive(Debug, Clone, Copy)]
pub struct Book<'a> {
    /// The board.
    pub geometry: Geometry,
    /// Every name.
    pub names: &'a Names,
    /// How many parts each named set has when everything is put in.
    pub parts: &'a [u64],
    /// Whether each named set asks for attacks.
    pub attacks: &'a [bool],
}

impl Book<'_> {
    /// Resolves a set; `None` when something was wrong.
    pub fn set(&self, cx: &mut Cx<'_>, set: &ast::Set, here: Here) -> Option<Set> {
        let resolved = self.resolve(cx, set, here)?;
        if here.movement && self.asks_attacks(&resolved) {
            cx.add(
                Problem::at(
                    Code::CircularAttack,
                    set.span,
                    "movement cannot depend on attacks",
                    "attacks are made of movement",
                )
                .help("say it as a `forbid` rule: `if = \"some target attacked by enemy\"`"),
            );
            return None;
        }
        let parts = self.size(&resolved);
        if parts > limits::PARTS {
            cx.add(
                Problem::at(
                    Code::TooCostly,
                    set.span,
                    format!(
                        "with all names put in, this has more than {} parts",
                        limits::PARTS
                    ),
                    "every position would pay for it",
                )
                .help("named sets stand for their definitions: use the names fewer times"),
            );
            return None;
        }
        Some(resolved)
    }

    fn resolve(&self, cx: &mut Cx<'_>, set: &ast::Set, here: Here) -> Option<Set> {
        let span = set.span;
        Some(match &set.node {
            SetNode::Or(parts) => Set::Or(all(parts.iter().map(|it| self.resolve(cx, it, here)))?),
            SetNode::In(a, b) => {
                let parts = [a, b].map(|it| self.resolve(cx, it, here));
                Set::And(all(parts)?)
            }
            SetNode::Except(a, b) => {
                let (a, b) = (self.resolve(cx, a, here), self.resolve(cx, b, here));
                Set::And(vec![a?, Set::Not(Box::new(b?))])
            }
            SetNode::Not(inner) => Set::Not(Box::new(self.resolve(cx, inner, here)?)),
            SetNode::Pieces { side, name: None } => Set::Pieces(side.value, KindSet::ALL),
            SetNode::Pieces {
                side,
                name: Some(name),
            } => match self.names.get(&name.value) {
                Some(Thing::Set(id)) => match side.value {
                    Side::Any => {
                        wrong_side(cx, side, "a named set is seen by `own` or by `enemy`");
                        return None;
                    }
                    side => Set::Named(id?, side == Side::Enemy),
                },
                _ => Set::Pieces(side.value, self.names.kinds(cx, name)?),
            },
            SetNode::Named(name) => match self.names.get(&name.value) {
                Some(Thing::Set(id)) => Set::Named(id?, false),
                Some(_) => {
                    cx.add(
                        Problem::at(
                            Code::WrongName,
                            name.span,
                            format!("whose `{}`?", name.value),
                            "a piece needs a side to be a set of squares",
                        )
                        .help(format!(
                            "write `own {0}`, `enemy {0}` or `any {0}`",
                            name.value
                        )),
                    );
                    return None;
                }
                None => {
                    self.names
                        .unknown(cx, name, Code::UnknownSet, "set of squares", |it| {
                            matches!(it, Thing::Set(_))
                        });
                    return None;
                }
            },
            SetNode::Empty => Set::Empty,
            SetNode::Origin if here.origin => Set::Origin,
            SetNode::Target if here.target => Set::Target,
            SetNode::Stuck if here.acting => Set::Stuck,
            SetNode::Origin => {
                return no_act(
                    cx,
                    span,
                    "origin",
                    "`origin` has a meaning in act patterns, in `effect.ID.removes` and in `forbid.ID.if`",
                );
            }
            SetNode::Target => {
                return no_act(
                    cx,
                    span,
                    "target",
                    "`target` has a meaning in `effect.ID.removes` and in `forbid.ID.if`; an act pattern says `to`",
                );
            }
            SetNode::Stuck => {
                return no_act(
                    cx,
                    span,
                    "stuck",
                    "`stuck` has a meaning in the act patterns of `turn`, `promote`, `effect` and `forbid`",
                );
            }
            SetNode::Square(name) => match self.geometry.read(&name.value, Coordinates::A1) {
                Some((square, _)) => Set::Square(square),
                None => return self.off_board(cx, name.span, &name.value),
            },
            SetNode::Edge { last, count } => {
                let n = match count {
                    Some(count) => {
                        let ranks = self.geometry.ranks;
                        self.within(cx, count, ranks, &format!("{} ranks", count.value))?
                    }
                    None => 1,
                };
                let ranks = self.geometry.ranks as u8;
                if *last {
                    Set::Ranks(ranks - n, ranks - 1)
                } else {
                    Set::Ranks(0, n - 1)
                }
            }
            SetNode::Ranks(from, to) => {
                let (a, b) = (self.rank(cx, from), self.rank(cx, to));
                self.ordered(cx, span, a?, b?)?;
                Set::Ranks(a? - 1, b? - 1)
            }
            SetNode::Files(from, to) => {
                let index = |cx: &mut Cx<'_>, name: &ast::Name| match letters_index(&name.value) {
                    Some(it) if it < self.geometry.files => Some(it as u8),
                    _ => self.off_board(cx, name.span, &format!("file {}", name.value)),
                };
                let (a, b) = (index(cx, from), index(cx, to));
                self.ordered(cx, span, a?, b?)?;
                Set::Files(a?, b?)
            }
            SetNode::Lines { axis, count, of } => {
                let of = self.resolve(cx, of, here);
                let (longest, line) = match axis {
                    Axis::File => (self.geometry.ranks, "file"),
                    Axis::Rank => (self.geometry.files, "rank"),
                };
                let count = match count {
                    Some(count) => {
                        let what = format!("{line} of {} squares", count.value);
                        u32::from(self.within(cx, count, longest, &what)?)
                    }
                    None => 1,
                };
                Set::Lines {
                    axis: *axis,
                    count,
                    of: Box::new(of?),
                }
            }
            SetNode::Chain { ways, of, from } => {
                let (of, from) = (self.resolve(cx, of, here), self.resolve(cx, from, here));
                Set::Chain {
                    ways: ways.unwrap_or(Ways::ANY),
                    of: Box::new(of?),
                    from: Box::new(from?),
                }
            }
            SetNode::Run {
                along,
                distance,
                of,
                from,
                to,
            } => {
                let parts = [Some(of), Some(from), to.as_ref()];
                let parts = parts.map(|it| it.map(|it| self.resolve(cx, it, here)));
                let [of, from, to] = parts.map(|it| it.map(|it| it.map(Box::new)));
                let (least, most) = distances(cx, distance)?;
                let along = along.unwrap_or(Along::Ways(Ways::ANY));
                if matches!(along, Along::Bends(_)) && !(here.origin && here.target) {
                    return no_act(
                        cx,
                        span,
                        "onward",
                        "such a direction has a meaning in `effect.ID.removes` and in `forbid.ID.if`",
                    );
                }
                Set::Run {
                    along,
                    least,
                    most,
                    of: of??,
                    from: from??,
                    to: match to {
                        Some(to) => Some(to?),
                        None => None,
                    },
                }
            }
            SetNode::Attacked { by, kind } => {
                let kinds = match kind {
                    Some(name) => self.names.kinds(cx, name),
                    None => Some(KindSet::ALL),
                };
                if by.value == Side::Any {
                    wrong_side(
                        cx,
                        by,
                        "say by whom: `attacked by own` or `attacked by enemy`",
                    );
                    return None;
                }
                Set::Attacked {
                    by_own: by.value == Side::Own,
                    kinds: kinds?,
                }
            }
            SetNode::Beside { ways, of } => Set::Beside {
                ways: *ways,
                of: Box::new(self.resolve(cx, of, here)?),
            },
        })
    }

    fn off_board<T>(&self, cx: &mut Cx<'_>, span: Span, what: &str) -> Option<T> {
        cx.add(Problem::at(
            Code::OffBoard,
            span,
            format!("the board has no {what}"),
            format!(
                "the board has {} files and {} ranks",
                self.geometry.files, self.geometry.ranks
            ),
        ));
        None
    }

    /// The number of a rank.
    fn rank(&self, cx: &mut Cx<'_>, number: &ast::Number) -> Option<u8> {
        let what = format!("rank {}", number.value);
        self.within(cx, number, self.geometry.ranks, &what)
    }

    /// A number from 1 to `most`, of ranks or of squares in a line; `what` the board does not have.
    fn within(&self, cx: &mut Cx<'_>, number: &ast::Number, most: usize, what: &str) -> Option<u8> {
        if number.value == 0 {
            cx.add(Problem::at(
                Code::BadNumber,
                number.span,
                "`0` is too small",
                "at least 1",
            ));
            return None;
        }
        if number.value as usize > most {
            return self.off_board(cx, number.span, what);
        }
        Some(number.value as u8)
    }

    fn ordered(&self, cx: &mut Cx<'_>, span: Span, a: u8, b: u8) -> Option<()> {
        if a <= b {
            return Some(());
        }
        cx.add(Problem::at(
            Code::BadNumber,
            span,
            "the range is empty",
            "the smaller end comes first",
        ));
        None
    }

    /// Whether a set asks for attacks, directly or by way of a name.
    pub fn asks_attacks(&self, set: &Set) -> bool {
        set.nodes().any(|it| it.depends_on() == Dependence::Attacks) || { set.names() }
            .any(|it| self.attacks.get(it.0 as usize) == Some(&true))
    }

    /// How many parts a set has with all names put in.
    pub fn size(&self, set: &Set) -> u64 {
        let named = set.names().filter_map(|it| self.parts.get(it.0 as usize));
        named.fold(set.nodes().count() as u64, |all, it| {
            all.saturating_add(*it)
        })
    }
}

/// All of them, or none if one is missing; the others are looked at all the same, for their problems.
fn all<T>(items: impl IntoIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let items: Vec<Option<T>> = items.into_iter().collect();
    items.into_iter().collect()
}

/// Says that here `own` or `enemy` must be meant.
pub fn wrong_side(cx: &mut Cx<'_>, side: &Spanned<Side>, why: &str) {
    cx.add(Problem::at(
        Code::WrongSide,
        side.span,
        why,
        "one player must be meant",
    ));
}

fn no_act(cx: &mut Cx<'_>, span: Span, word: &str, help: &str) -> Option<Set> {
    cx.add(
        Problem::at(
            Code::NoActHere,
            span,
            format!("`{word}` means nothing here"),
            "there is no act to speak of",
        )
        .help(help),
    );
    None
}

/// Named sets with what the rules that use them need to know.
#[derive(Debug, Default)]
pub struct Named {
    /// The sets; each mentions only earlier ones.
    pub sets: Vec<NamedSet>,
    /// How many parts each has when everything is put in.
    pub parts: Vec<u64>,
    /// Whether each asks for attacks.
    pub attacks: Vec<bool>,
}

/// The named sets, in an order in which each mentions only earlier ones.
pub fn named(
    cx: &mut Cx<'_>,
    entries: &[Entry],
    geometry: Geometry,
    names: &mut Names,
    rules: &[RuleId],
) -> Named {
    let written: Vec<(usize, Rc<ast::Set>)> = entries
        .iter()
        .enumerate()
        .filter_map(|(i, entry)| {
            let (_, node) = text(cx, entry)?;
            Some((i, cx.set(node)?))
        })
        .collect();
    let order = ordered(cx, entries, &written);
    let mut sets: Vec<NamedSet> = Vec::new();
    let mut parts: Vec<u64> = Vec::new();
    let mut attacks: Vec<bool> = Vec::new();
    for at in order {
        let (i, set) = &written[at];
        let book = Book {
            geometry,
            names,
            parts: &parts,
            attacks: &attacks,
        };
        let Some(set) = book.set(cx, set, Here::default()) else {
            continue;
        };
        let (size, asks) = (book.size(&set), book.asks_attacks(&set));
        parts.push(size);
        attacks.push(asks);
        let is_zone = is_static(&set, &sets);
        let id = SetId(sets.len() as u16);
        names.settle(&entries[*i].key, Thing::Set(Some(id)));
        sets.push(NamedSet {
            name: entries[*i].key.clone(),
            set,
            is_zone,
            rule: rules[*i],
        });
    }
    Named {
        sets,
        parts,
        attacks,
    }
}

/// Whether a set is the same in every position.
pub fn is_static(set: &Set, sets: &[NamedSet]) -> bool {
    set.nodes().all(|it| match it.depends_on() {
        Dependence::Nothing => true,
        Dependence::Name(id) => sets[id.0 as usize].is_zone,
        Dependence::Pieces | Dependence::Act | Dependence::Attacks => false,
    })
}

/// Puts the sets in order by what they mention; a cycle becomes a problem and its sets are left out.
fn ordered(cx: &mut Cx<'_>, entries: &[Entry], written: &[(usize, Rc<ast::Set>)]) -> Vec<usize> {
    let index = |name: &str| written.iter().position(|(i, _)| entries[*i].key == name);
    let mentions: Vec<Vec<usize>> = written
        .iter()
        .map(|(_, set)| {
            let names = set.nodes().filter_map(|it| it.node.name());
            names.filter_map(|it| index(&it.value)).collect()
        })
        .collect();
    let found = order::ordered(&mentions);
    for circle in &found.circles {
        let keys: Vec<&Entry> = circle.iter().map(|it| &entries[written[*it].0]).collect();
        self::circle(cx, Code::SetCycle, "sets", &keys);
    }
    found.order
}

/// Says that some names are defined by each other.
pub fn circle(cx: &mut Cx<'_>, code: Code, what: &str, round: &[&Entry]) {
    let Some(first) = (0..round.len()).min_by_key(|it| round[*it].key_span) else {
        return;
    };
    let at = |i: usize| round[(first + i) % round.len()];
    let names: Vec<&str> = (0..=round.len()).map(|i| at(i).key.as_str()).collect();
    let mut problem = Problem::at(
        code,
        at(0).key_span,
        format!(
            "these {what} are defined by each other: {}",
            names.join(" → ")
        ),
        "begins and ends here",
    )
    .help("one of them has to be defined without the others");
    for entry in (1..round.len()).map(at).take(4) {
        problem = problem.label(entry.key_span, "by way of this");
    }
    cx.add(problem);
}
