//! The rules with names: turn, promote, effect, forbid, end, invariant; and the list of everything a verdict can name.

use super::conditions::Asks;
use super::fields::{Cx, Fields, section, text};
use super::limits;
use super::pieces::span_of;
use super::sets::{Book, Here};
use super::sheet::{
    Condition, Effect, End, Forbid, Invariant, Kind, KindSet, Pattern, Promote, RuleId, RuleInfo,
    Turn, Verb,
};
use crate::syntax::envelope::{Entry, Table};
use crate::text::{Code, Problem, Span, near};

/// Every rule that a verdict can name, in the order they were met.
#[derive(Debug, Default)]
pub struct RuleBook(pub Vec<RuleInfo>);

impl RuleBook {
    /// Enters a rule.
    pub fn add(&mut self, path: String, span: Span) -> RuleId {
        let parts = Vec::new();
        self.0.push(RuleInfo { path, span, parts });
        RuleId((self.0.len() - 1) as u16)
    }

    /// Notes what of each rule is written elsewhere than the rule.
    pub fn note_parts(&mut self, tree: &Table) {
        for rule in &mut self.0 {
            let inner = tree.at(&rule.path).and_then(|it| it.node.as_table());
            let spans = inner.iter().flat_map(|it| &it.entries).map(span_of);
            let whole = rule.span;
            let inside =
                |it: &Span| it.file == whole.file && it.start >= whole.start && it.end <= whole.end;
            rule.parts = spans.filter(|it| !inside(it)).collect();
            rule.parts.sort_unstable();
        }
    }
}

const BEFORE: Here = Here {
    acting: true,
    origin: true,
    target: false,
    movement: false,
};
/// What a `while` asks: of the position, before anything is done.
const WHILE: Asks = Asks {
    here: Here {
        acting: false,
        origin: false,
        target: false,
        movement: false,
    },
    acts: false,
    ahead: false,
    back: false,
};
const AFTER: Here = Here {
    acting: false,
    origin: true,
    target: true,
    movement: false,
};

/// `[turn]`
pub fn turns(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<Turn>> {
    let entries = section(cx, top, "turn");
    let entries = placed(cx, entries);
    entries
        .into_iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &["acts", "while", "before", "after"])?;
            let rule = rules.add(format!("turn.{}", entry.key), span_of(entry));
            let conditions = match fields.get("while") {
                Some(entry) => book.conditions(cx, entry, WHILE),
                None => Some(Vec::new()),
            };
            let acts = fields.need(cx, "acts", "what a turn is: `acts = \"one of move, drop\"`")?;
            let (_, node) = text(cx, acts)?;
            let written = cx.turn(node)?;
            if !cx.limit(
                written.acts.len(),
                limits::TURN_ACTS,
                written.span,
                "acts in a turn",
            ) {
                return None;
            }
            let acts: Vec<Option<(Pattern, u32)>> = written
                .acts
                .iter()
                .map(|(act, times)| {
                    let pattern = book.pattern(cx, act, BEFORE);
                    if !(1..=limits::TIMES).contains(&times.value) {
                        cx.add(Problem::at(
                            Code::BadNumber,
                            times.span,
                            format!("an act cannot be done {} times in a turn", times.value),
                            format!("from 1 to {}", limits::TIMES),
                        ));
                        return None;
                    }
                    Some((pattern?, times.value))
                })
                .collect();
            let acts = acts.into_iter().collect::<Option<Vec<_>>>()?;
            Some(Turn {
                rule,
                conditions: conditions?,
                several: written.several,
                acts,
            })
        })
        .collect()
}

/// `[promote]`
pub fn promotes(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<Promote>> {
    let entries = section(cx, top, "promote");
    let entries = placed(cx, entries);
    entries
        .into_iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &["may", "must", "pieces", "before", "after"])?;
            let rule = rules.add(format!("promote.{}", entry.key), span_of(entry));
            let (may, must) = (
                pattern(cx, &fields, "may", book),
                pattern(cx, &fields, "must", book),
            );
            let kinds = match fields.text(cx, "pieces") {
                Some((_, node)) => cx.kinds(node).and_then(|names| book.kinds(cx, &names)),
                None => Some(KindSet::ALL),
            };
            if fields.get("may").is_none() && fields.get("must").is_none() {
                fields.need(
                    cx,
                    "may",
                    "`may` offers a promotion, `must` demands it: `may = \"move to camp\"`",
                );
                return None;
            }
            let (may, must) = (may?, must?);
            for (pattern, key) in [(&may, "may"), (&must, "must")] {
                if pattern.as_ref().is_some_and(|it| it.verb != Verb::Move) {
                    let span = fields.get(key).map_or(entry.key_span, |it| it.node.span);
                    cx.add(Problem::at(
                        Code::ImpossibleAct,
                        span,
                        "only a move can promote",
                        "begin with `move`",
                    ));
                }
                if pattern.as_ref().is_some_and(|it| it.promoting) {
                    let span = fields.get(key).map_or(entry.key_span, |it| it.node.span);
                    cx.add(Problem::at(
                        Code::ImpossibleAct,
                        span,
                        "whether a move promotes is what this rule says",
                        "`promoting` means nothing here",
                    ));
                }
            }
            Some(Promote {
                rule,
                may,
                must,
                kinds: kinds?,
            })
        })
        .collect()
}

fn pattern(
    cx: &mut Cx<'_>,
    fields: &Fields<'_>,
    key: &str,
    book: Book<'_>,
) -> Option<Option<Pattern>> {
    let Some(entry) = fields.get(key) else {
        return Some(None);
    };
    let (_, node) = text(cx, entry)?;
    let act = cx.act(node)?;
    book.pattern(cx, &act, BEFORE).map(Some)
}

/// `[effect]`
pub fn effects(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
    captures_to_hand: bool,
) -> Vec<Option<Effect>> {
    let entries = section(cx, top, "effect");
    entries
        .iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &["act", "removes", "to"])?;
            let rule = rules.add(format!("effect.{}", entry.key), span_of(entry));
            let act = pattern(cx, &fields, "act", book);
            let removes = fields
                .need(
                    cx,
                    "removes",
                    "what else is taken off: `removes = \"enemy next to target\"`",
                )
                .and_then(|entry| text(cx, entry))
                .and_then(|(_, node)| cx.set(node))
                .and_then(|set| book.set(cx, &set, AFTER));
            let to_hand = match fields.get("to") {
                Some(entry) => super::fields::word(cx, entry, &[("hand", true), ("out", false)]),
                None => Some(captures_to_hand),
            };
            let act = act?;
            if act.as_ref().is_some_and(|it| it.verb == Verb::Pass) {
                let span = fields.get("act").map_or(entry.key_span, |it| it.node.span);
                cx.add(Problem::at(
                    Code::ImpossibleAct,
                    span,
                    "a `pass` has no effect",
                    "begin with `move` or `drop`",
                ));
                return None;
            }
            Some(Effect {
                rule,
                act,
                removes: removes?,
                to_hand: to_hand?,
            })
        })
        .collect()
}

/// `[forbid]`
pub fn forbids(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<Forbid>> {
    let entries = section(cx, top, "forbid");
    let entries = placed(cx, entries);
    entries
        .into_iter()
        .map(|entry| {
            const KEYS: [&str; 6] = ["act", "while", "if", "breach", "before", "after"];
            let fields = Fields::new(cx, entry, &KEYS)?;
            let rule = rules.add(format!("forbid.{}", entry.key), span_of(entry));
            let act = pattern(cx, &fields, "act", book);
            let asks = Asks {
                here: AFTER,
                acts: false,
                ahead: true,
                back: false,
            };
            let beforehand = match fields.get("while") {
                Some(entry) => book.conditions(cx, entry, WHILE),
                None => Some(Vec::new()),
            };
            let conditions = match fields.get("if") {
                Some(entry) => book.conditions(cx, entry, asks),
                None => Some(Vec::new()),
            };
            if fields.get("act").is_none() && fields.get("if").is_none() {
                fields.need(
                    cx,
                    "act",
                    "which acts are refused: `act = \"drop to stuck\"`, or `if = \"…\"`",
                );
                return None;
            }
            let loses = fields.word(cx, "breach", &[("illegal", false), ("loses", true)]);
            Some(Forbid {
                rule,
                act: act?,
                beforehand: beforehand?,
                conditions: conditions?,
                loses: loses?,
            })
        })
        .collect()
}

/// `[end]`
pub fn ends(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<End>> {
    let entries = section(cx, top, "end");
    let entries = placed(cx, entries);
    let ends: Vec<Option<End>> = entries
        .into_iter()
        .map(|entry| {
            const KEYS: [&str; 6] = ["when", "result", "for", "at", "before", "after"];
            let fields = Fields::new(cx, entry, &KEYS)?;
            let rule = rules.add(format!("end.{}", entry.key), span_of(entry));
            let for_each = fields.word(cx, "for", &[("mover", false), ("each", true)]);
            let at_act = fields.word(cx, "at", &[("turn", false), ("act", true)]);
            let at_turn = at_act == Some(false);
            let asks = Asks {
                here: Here::default(),
                acts: true,
                ahead: at_turn,
                back: at_turn,
            };
            let when = fields
                .need(
                    cx,
                    "when",
                    "when the game ends: `when = \"mate of enemy chief\"`",
                )
                .and_then(|entry| book.conditions(cx, entry, asks));
            let result = fields
                .need(
                    cx,
                    "result",
                    "who wins: `own wins`, `enemy wins`, `first wins`, `second wins` or `draw`",
                )
                .and_then(|entry| text(cx, entry))
                .and_then(|(_, node)| cx.result(node));
            Some(End {
                rule,
                for_each: for_each?,
                at_act: at_act?,
                conditions: when?,
                result: result?,
            })
        })
        .collect();
    let acts = ends
        .iter()
        .flatten()
        .flat_map(|it| &it.conditions)
        .filter(|it| matches!(it, Condition::Act(_) | Condition::Throughout(..)))
        .count();
    if let Some(entry) = top.get("end") {
        cx.limit(
            acts,
            limits::END_ACTS,
            entry.key_span,
            "act patterns and `throughout` in end rules",
        );
    }
    ends
}

/// `[invariant]`
pub fn invariants(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    book: Book<'_>,
    rules: &mut RuleBook,
) -> Vec<Option<Invariant>> {
    let entries = section(cx, top, "invariant");
    entries
        .iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &["holds", "for"])?;
            let rule = rules.add(format!("invariant.{}", entry.key), span_of(entry));
            let for_each = fields.word(cx, "for", &[("each", true), ("mover", false)]);
            let holds = fields
                .need(
                    cx,
                    "holds",
                    "what is so whenever a turn begins: `holds = \"at most 1 own chief\"`",
                )
                .and_then(|entry| book.conditions(cx, entry, WHILE));
            Some(Invariant {
                rule,
                for_each: for_each?,
                conditions: holds?,
            })
        })
        .collect()
}

/// The rules of a section in their order: as written, and each with `before` or `after` directly in front of the one it
/// names, or directly behind it.
fn placed<'t>(cx: &mut Cx<'_>, entries: &'t [Entry]) -> Vec<&'t Entry> {
    for entry in entries {
        let table = entry.node.as_table();
        let [before, after] = ["before", "after"].map(|key| table.and_then(|it| it.get(key)));
        for key in [before, after].into_iter().flatten() {
            text(cx, key);
        }
        if let (Some(before), Some(after)) = (before, after) {
            cx.add(
                Problem::at(
                    Code::UnknownRule,
                    after.key_span,
                    format!("`{}` has both `before` and `after`", entry.key),
                    "a rule has one place",
                )
                .label(before.key_span, "said here"),
            );
        }
    }
    let mut order: Vec<&Entry> = entries.iter().filter(|it| beside(it).is_none()).collect();
    let mut waiting: Vec<&Entry> = entries.iter().filter(|it| beside(it).is_some()).collect();
    // Each round places what stands beside a rule already placed; what is left over names nothing, or a circle.
    loop {
        let n = waiting.len();
        waiting.retain(|entry| {
            let Some(beside) = beside(entry) else {
                return false;
            };
            match order.iter().position(|it| it.key == beside.name) {
                Some(at) => {
                    order.insert(at + usize::from(beside.behind), entry);
                    false
                }
                None => true,
            }
        });
        if waiting.len() == n {
            break;
        }
    }
    let exists = |name: &str| entries.iter().any(|it| it.key == name);
    let circle = waiting
        .iter()
        .all(|it| beside(it).is_some_and(|it| exists(it.name)));
    for (i, entry) in waiting.into_iter().enumerate() {
        let Some(Beside { name, behind, span }) = beside(entry) else {
            continue;
        };
        let (follows, follow, word) = match behind {
            true => ("follows", "follow", "after"),
            false => ("stands before", "stand before", "before"),
        };
        if circle && i == 0 {
            cx.add(
                Problem::at(
                    Code::UnknownRule,
                    span,
                    format!("`{}` {follows} itself, by way of `{name}`", entry.key),
                    "the circle begins here",
                )
                .help(format!(
                    "one of the rules has to stand where it is written, without `{word}`"
                )),
            );
        }
        // A rule that stands beside one of these waits with it, and is not wrong itself.
        if !exists(name) && !cx.problems.is_full() {
            cx.add(
                Problem::at(
                    Code::UnknownRule,
                    span,
                    format!("there is no rule `{name}` for `{}` to {follow}", entry.key),
                    "no such rule in this section",
                )
                .maybe_help(near::hint(
                    name,
                    "there are",
                    entries
                        .iter()
                        .map(|it| it.key.as_str())
                        .filter(|it| *it != entry.key),
                )),
            );
        }
    }
    order
}

/// The rule that another names as its neighbour.
struct Beside<'t> {
    name: &'t str,
    /// It stands behind that rule, else in front of it.
    behind: bool,
    span: Span,
}

fn beside(entry: &Entry) -> Option<Beside<'_>> {
    let table = entry.node.as_table()?;
    let keys = [("after", true), ("before", false)];
    keys.into_iter().find_map(|(key, behind)| {
        let node = &table.get(key)?.node;
        Some(Beside {
            name: node.as_text()?,
            behind,
            span: node.span,
        })
    })
}

/// Every hand kind may be dropped as a kind by one hand kind only, or a drop would not say what it takes.
pub fn unique_drops(cx: &mut Cx<'_>, kinds: &[Kind], spans: &[Span]) {
    for (i, kind) in kinds.iter().enumerate() {
        for (j, other) in kinds.iter().enumerate().skip(i + 1) {
            // A kind that is never in a hand drops as nothing.
            let held = |k: usize| kinds.iter().any(|it| it.in_hand_as.index() == k);
            if !held(i) || !held(j) {
                continue;
            }
            if let Some(both) = kind.drops_as.iter().find(|it| other.drops_as.contains(it)) {
                cx.add(Problem::at(
                    Code::NameTaken,
                    spans[j],
                    format!(
                        "both `{}` and `{}` may be dropped as `{}`",
                        kind.name,
                        other.name,
                        kinds[both.index()].name
                    ),
                    "a drop must say what it takes from the hand",
                ));
            }
        }
    }
}
