//! Act patterns.

use super::fields::Cx;
use super::sets::{Book, Here};
use super::sheet::{KindSet, Pattern, Verb};
use crate::syntax::ast;
use crate::text::{Code, Problem, Span};

impl Book<'_> {
    /// Resolves an act pattern; `acting` as in [`Here`].
    pub fn pattern(&self, cx: &mut Cx<'_>, act: &ast::Act, here: Here) -> Option<Pattern> {
        let verb = act.verb.value;
        let mut fine = true;
        let refuse = |cx: &mut Cx<'_>, span: Option<Span>, what: &str| {
            if let Some(span) = span {
                cx.add(Problem::at(
                    Code::ImpossibleAct,
                    span,
                    what,
                    "no act is like this",
                ));
                return false;
            }
            true
        };
        if verb == Verb::Pass {
            let first = act
                .kinds
                .as_ref()
                .and_then(|it| it.first())
                .map(|it| it.span);
            let squares = [&act.from, &act.to, &act.touching]
                .into_iter()
                .flatten()
                .next()
                .map(|it| it.span);
            let more = act.capturing.as_ref().map(|it| it.span).or(act.promoting);
            fine &= refuse(
                cx,
                first.or(squares).or(more),
                "a `pass` has no piece and no square",
            );
        }
        if verb == Verb::Drop {
            let nowhere = [&act.from, &act.touching]
                .into_iter()
                .flatten()
                .next()
                .map(|it| it.span);
            fine &= refuse(
                cx,
                nowhere,
                "a `drop` comes from nowhere: only `to` has a meaning",
            );
            fine &= refuse(
                cx,
                act.capturing.as_ref().map(|it| it.span),
                "a `drop` captures nothing",
            );
            fine &= refuse(cx, act.promoting, "a `drop` does not promote");
        }
        let kinds = match &act.kinds {
            Some(names) => self.kinds(cx, names),
            None => Some(KindSet::ALL),
        };
        let mut set = |it: &Option<ast::Set>| match it {
            None => Some(None),
            Some(set) => self.set(cx, set, here).map(Some),
        };
        let (from, to, touching) = (set(&act.from), set(&act.to), set(&act.touching));
        let capturing = match &act.capturing {
            None => Some(None),
            Some(it) => match &it.value {
                None => Some(Some(KindSet::ALL)),
                Some(names) => self.kinds(cx, names).map(Some),
            },
        };
        let pattern = Pattern {
            verb,
            kinds: kinds?,
            from: from?,
            to: to?,
            touching: touching?,
            capturing: capturing?,
            promoting: act.promoting.is_some(),
        };
        fine.then_some(pattern)
    }

    /// All the kinds that some names mean.
    pub fn kinds(&self, cx: &mut Cx<'_>, names: &[ast::Name]) -> Option<KindSet> {
        let found: Vec<Option<KindSet>> = names.iter().map(|it| self.names.kinds(cx, it)).collect();
        found
            .into_iter()
            .try_fold(KindSet::default(), |all, it| Some(all.or(it?)))
    }
}
