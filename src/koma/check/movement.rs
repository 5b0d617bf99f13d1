//! How pieces move: manners as written, and what is borrowed from other pieces put in.

use std::rc::Rc;

use super::fields::Cx;
use super::limits;
use super::sets::{Book, Here};
use super::sheet::{KindId, Motion, Path, Set, Side};
use crate::board::Ways;
use crate::syntax::ast;
use crate::syntax::envelope::Entry;
use crate::text::{Code, Problem, Span};

/// A path of a piece itself, or a copy of another's.
#[derive(Debug)]
pub enum Step {
    /// Its own.
    Own(Path),
    /// Another kind's, and where that is said.
    As(KindId, Span, Narrowed),
}

/// What narrows a movement that is borrowed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Narrowed {
    from: Vec<Set>,
    onto: Vec<Set>,
    within: Vec<Set>,
}

impl Narrowed {
    /// Narrowed by this, and by what narrows the one who borrows.
    fn and(&self, outer: &Narrowed) -> Narrowed {
        let both = |a: &[Set], b: &[Set]| [a, b].concat();
        Narrowed {
            from: both(&self.from, &outer.from),
            onto: both(&self.onto, &outer.onto),
            within: both(&self.within, &outer.within),
        }
    }

    fn narrow(&self, path: &Path) -> Path {
        let all = |set: &Option<Set>, more: &[Set]| match (set, more) {
            (None, []) => None,
            (None, [only]) => Some(only.clone()),
            (set, more) => {
                let all: Vec<Set> = set.iter().chain(more).cloned().collect();
                Some(match <[Set; 1]>::try_from(all) {
                    Ok([only]) => only,
                    Err(all) => Set::And(all),
                })
            }
        };
        let lands_within_the_usual =
            |it: &Set| matches!(it, Set::Empty | Set::Pieces(Side::Enemy, _));
        let onto = match (&path.onto, &self.onto[..]) {
            (None, []) => None,
            (None, more) if more.iter().any(lands_within_the_usual) => all(&None, more),
            (None, more) => all(&Some(Set::usual()), more),
            (onto, more) => all(onto, more),
        };
        Path {
            motion: path.motion.clone(),
            from: all(&path.from, &self.from),
            onto,
            through: path.through.clone(),
            within: all(&path.within, &self.within),
        }
    }
}

/// A manner of moving as written; none if something is wrong with it.
pub fn own_path(cx: &mut Cx<'_>, path: &ast::Path, book: Book<'_>) -> Option<Step> {
    let here = Here {
        movement: true,
        ..Here::default()
    };
    let mut set = |it: &Option<ast::Set>| match it {
        None => Some(None),
        Some(set) => book.set(cx, set, here).map(Some),
    };
    let (from, onto, through, within) = (
        set(&path.from),
        set(&path.onto),
        set(&path.through),
        set(&path.within),
    );
    let motion = match &path.motion {
        ast::Motion::As(name) => {
            if let Some(through) = &path.through {
                cx.add(
                    Problem::at(
                        Code::ImpossibleAct,
                        through.span,
                        "what is crossed is borrowed, too",
                        "`through` means nothing here",
                    )
                    .help("`from`, `onto` and `within` narrow what `as` borrows"),
                );
                return None;
            }
            let narrowed = Narrowed {
                from: from?.into_iter().collect(),
                onto: onto?.into_iter().collect(),
                within: within?.into_iter().collect(),
            };
            return Some(Step::As(book.names.kind(cx, name)?, name.span, narrowed));
        }
        ast::Motion::Anywhere => {
            crosses_nothing(cx, path, "a leap")?;
            Motion::Anywhere
        }
        ast::Motion::Step(ways) => {
            crosses_nothing(cx, path, "a step")?;
            Motion::Jump(ways.shifts().collect())
        }
        ast::Motion::Slide { ways, distance } => {
            let (least, most) = distances(cx, distance)?;
            Motion::Slide {
                ways: *ways,
                least,
                most,
            }
        }
        ast::Motion::Hop {
            ways,
            distance,
            over,
        } => {
            let over = book.set(cx, over, here);
            // The nearest square that can be come to lies behind the one that is crossed.
            let (least, most) = distances(cx, distance)?;
            Motion::Hop {
                ways: *ways,
                least: least.max(2),
                most,
                over: Box::new(over?),
            }
        }
        ast::Motion::Leap { ways, offsets } => {
            crosses_nothing(cx, path, "a leap")?;
            Motion::Jump(leap(cx, *ways, offsets)?)
        }
    };
    Some(Step::Own(Path {
        motion,
        from: from?,
        onto: onto?,
        through: through?,
        within: within?,
    }))
}

/// How far a piece goes along a line: at least, and at most if there is a limit.
pub fn distances(cx: &mut Cx<'_>, distance: &Option<ast::Distance>) -> Option<(u32, Option<u32>)> {
    let Some(it) = distance else {
        return Some((1, None));
    };
    positive(cx, &it.least)?;
    if let Some(most) = &it.most {
        positive(cx, most)?;
        if most.value < it.least.value {
            cx.add(Problem::at(
                Code::BadNumber,
                most.span,
                "the range is empty",
                "the smaller end comes first",
            ));
            return None;
        }
    }
    Some((it.least.value, it.most.as_ref().map(|it| it.value)))
}

/// Refuses `through` where no square lies between.
fn crosses_nothing(cx: &mut Cx<'_>, path: &ast::Path, what: &str) -> Option<()> {
    let Some(through) = &path.through else {
        return Some(());
    };
    cx.add(
        Problem::at(
            Code::ImpossibleAct,
            through.span,
            format!("{what} crosses nothing"),
            "`through` means nothing here",
        )
        .help("`onto` says where it may land; only a `slide` crosses squares"),
    );
    None
}

fn positive(cx: &mut Cx<'_>, number: &ast::Number) -> Option<()> {
    if number.value > 0 {
        return Some(());
    }
    cx.add(Problem::at(
        Code::BadNumber,
        number.span,
        "`0` is too small",
        "at least 1",
    ));
    None
}

/// All the shifts of `leap WAYS (a,b) or …`, mirrored both ways.
fn leap(
    cx: &mut Cx<'_>,
    ways: Option<Ways>,
    offsets: &[(ast::Number, ast::Number)],
) -> Option<Vec<(i32, i32)>> {
    let mut shifts = Vec::new();
    for (side, length) in offsets {
        let (x, y) = (side.value as i32, length.value as i32);
        if (x, y) == (0, 0) || x > 36 || y > 36 {
            cx.add(Problem::at(
                Code::BadNumber,
                side.span,
                format!("a leap of ({x},{y}) goes nowhere"),
                "from 0 to 36 squares, and not both 0",
            ));
            return None;
        }
        for shift in [(x, y), (x, -y), (-x, -y), (-x, y)] {
            if !shifts.contains(&shift) && ways.is_none_or(|it| it.lean(shift)) {
                shifts.push(shift);
            }
        }
    }
    Some(shifts)
}

/// A piece's paths with every `as` put in. Cycles become problems.
pub fn expand(
    cx: &mut Cx<'_>,
    kind: usize,
    own: &[Vec<Step>],
    entries: &[Entry],
    book: Book<'_>,
) -> Option<Vec<Path>> {
    let mut paths: Vec<Path> = Vec::new();
    let mut seen = vec![kind];
    let mut stack = vec![(kind, 0, vec![kind], Rc::new(Narrowed::default()))];
    let (mut visits, mut parts) = (0, 0);
    while let Some((at, next, trail, narrowed)) = stack.pop() {
        visits += 1;
        let Some(step) = own[at].get(next) else {
            continue;
        };
        stack.push((at, next + 1, trail.clone(), narrowed.clone()));
        match step {
            Step::Own(path) => {
                let path = narrowed.narrow(path);
                if !paths.contains(&path) {
                    parts += path.sets().map(|it| book.size(it)).sum::<u64>();
                    paths.push(path);
                }
            }
            Step::As(other, _, more) => {
                let other = other.index();
                if let Some(at) = trail.iter().position(|it| *it == other) {
                    cycle(cx, &trail[at..], own, entries);
                    return None;
                }
                let more = more.and(&narrowed);
                let is_whole = more == Narrowed::default();
                // A kind whose paths are already in adds nothing the second time.
                if !is_whole || !seen.contains(&other) {
                    if is_whole {
                        seen.push(other);
                    }
                    let mut trail = trail;
                    trail.push(other);
                    stack.push((other, 0, trail, Rc::new(more)));
                }
            }
        }
        if paths.len() > limits::PATHS || visits > 10_000 {
            cx.limit(
                paths.len().max(limits::PATHS + 1),
                limits::PATHS,
                entries[kind].key_span,
                "manners of moving",
            );
            return None;
        }
        if parts > limits::ALL_PARTS {
            cx.add(
                Problem::at(
                    Code::TooCostly,
                    entries[kind].key_span,
                    format!(
                        "with everything borrowed put in, its movement has more than {} parts",
                        limits::ALL_PARTS
                    ),
                    "every position would pay for it",
                )
                .help("narrow what is borrowed with smaller sets"),
            );
            return None;
        }
    }
    Some(paths)
}

/// Says once that some pieces move as each other, wherever the circle was entered.
fn cycle(cx: &mut Cx<'_>, circle: &[usize], own: &[Vec<Step>], entries: &[Entry]) {
    let first = (0..circle.len()).min_by_key(|it| circle[*it]).unwrap_or(0);
    let round: Vec<usize> = (0..=circle.len())
        .map(|i| circle[(first + i) % circle.len()])
        .collect();
    let link = |from: usize, to: usize| {
        own[from].iter().find_map(|it| match it {
            Step::As(other, span, _) if other.index() == to => Some(*span),
            _ => None,
        })
    };
    let mut places = round.windows(2).filter_map(|it| link(it[0], it[1]));
    let Some(main) = places.next() else {
        return;
    };
    let names: Vec<&str> = round.iter().map(|it| entries[*it].key.as_str()).collect();
    let mut problem = Problem::at(
        Code::MoveCycle,
        main,
        format!("these pieces move as each other: {}", names.join(" → ")),
        "the circle begins here",
    )
    .help("one of the pieces has to say its own movement");
    for at in places.take(4) {
        problem = problem.label(at, "and goes on here");
    }
    cx.add(problem);
}
