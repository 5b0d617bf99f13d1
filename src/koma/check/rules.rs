//! The rules with names: turn, promote, forbid, end; and the list of everything a verdict can name.

use super::conditions::Asks;
use super::fields::{Cx, Fields, section, text};
use super::limits;
use super::pieces::span_of;
use super::sets::{Book, Here};
use super::sheet::{
    Condition, End, Forbid, Kind, KindSet, Pattern, Promote, RuleId, RuleInfo, Turn, Verb,
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
    entries
        .iter()
        .map(|entry| {
            let fields = Fields::new(cx, entry, &["acts", "while"])?;
            let rule = rules.add(format!("turn.{}", entry.key), span_of(entry));
            let asks = Asks {
                here: Here::default(),
                acts: false,
                ahead: false,
                back: false,
            };
            let conditions = match fields.get("while") {
                Some(entry) => book.conditions(cx, entry, asks),
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
            let fields = Fields::new(cx, entry, &["may", "must", "pieces", "after"])?;
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
            let fields = Fields::new(cx, entry, &["act", "if", "breach", "after"])?;
            let rule = rules.add(format!("forbid.{}", entry.key), span_of(entry));
            let act = pattern(cx, &fields, "act", book);
            let asks = Asks {
                here: AFTER,
                acts: false,
                ahead: true,
                back: false,
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
            let fields = Fields::new(cx, entry, &["when", "result", "for", "at", "after"])?;
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

/// The rules of a section in their order: as written, and each with `after` directly behind the one it names.
fn placed<'t>(cx: &mut Cx<'_>, entries: &'t [Entry]) -> Vec<&'t Entry> {
    for entry in entries {
        if let Some(after) = entry.node.as_table().and_then(|it| it.get("after")) {
            text(cx, after);
        }
    }
    let mut order: Vec<&Entry> = entries.iter().filter(|it| after(it).is_none()).collect();
    let mut waiting: Vec<&Entry> = entries.iter().filter(|it| after(it).is_some()).collect();
    // Each round places what follows a rule already placed; what is left over names nothing, or a circle.
    loop {
        let before = waiting.len();
        waiting.retain(|entry| {
            let Some((name, _)) = after(entry) else {
                return false;
            };
            match order.iter().position(|it| it.key == name) {
                Some(at) => {
                    order.insert(at + 1, entry);
                    false
                }
                None => true,
            }
        });
        if waiting.len() == before {
            break;
        }
    }
    let exists = |name: &str| entries.iter().any(|it| it.key == name);
    let circle = waiting
        .iter()
        .all(|it| after(it).is_some_and(|(name, _)| exists(name)));
    for (i, entry) in waiting.into_iter().enumerate() {
        let Some((name, span)) = after(entry) else {
            continue;
        };
        if circle && i == 0 {
            cx.add(
                Problem::at(
                    Code::UnknownRule,
                    span,
                    format!("`{}` follows itself, by way of `{name}`", entry.key),
                    "the circle begins here",
                )
                .help("one of the rules has to stand where it is written, without `after`"),
            );
        }
        // A rule that follows one of these waits with it, and is not wrong itself.
        if !exists(name) && !cx.problems.is_full() {
            cx.add(
                Problem::at(
                    Code::UnknownRule,
                    span,
                    format!("there is no rule `{name}` for `{}` to follow", entry.key),
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

fn after(entry: &Entry) -> Option<(&str, Span)> {
    let after = entry.node.as_table()?.get("after")?;
    Some((after.node.as_text()?, after.node.span))
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
