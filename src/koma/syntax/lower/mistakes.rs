//! What is wrong with a rule string that does not parse: what was expected there, and what may have been meant.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{Lower, name_problem};
use crate::board::Way;
use crate::syntax::Rule;
use crate::syntax::spoken::{article, opens_set, set_words, spelt, spoken};
use crate::text::{Code, Problem, Span, near, safe};

impl Lower {
    pub(super) fn syntax_problem(&self, text: &str, error: &Error<Rule>) -> Problem {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
        };
        let rest = &text[at..];
        let word: &str = match rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')) {
            Some(0) => rest.chars().next().map_or("", |c| &rest[..c.len_utf8()]),
            Some(n) => &rest[..n],
            None => rest,
        };
        let positives: &[Rule] = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => &[],
        };
        // Where any set could stand, the list of its forms would hide the rest.
        let any_set = positives.iter().filter(|it| opens_set(**it)).count() > 5;
        let mut expected: Vec<&'static str> = positives
            .iter()
            .map(|it| match any_set && opens_set(*it) {
                true => Rule::set,
                false => *it,
            })
            .filter_map(spoken)
            .collect();
        expected.sort_unstable();
        expected.dedup();
        let message = if word.is_empty() {
            "the rule ends too early".to_owned()
        } else {
            format!("`{}` does not fit here", safe::short(word))
        };
        let label = match expected.len() {
            0 => "this cannot be understood".to_owned(),
            1..=8 => format!("expected {}", article(&expected)),
            _ => format!("expected {}, …", expected[..8].join(", ")),
        };
        let direction = expected.contains(&"a direction");
        let candidates: Vec<&str> = expected
            .iter()
            .copied()
            .flat_map(spelt)
            .chain(Way::all().map(Way::word).filter(|_| direction))
            .collect();
        let help = near::nearest(word, candidates)
            .map(|near| format!("did you mean `{near}`?"))
            .or_else(|| {
                let wants_name = ["a name", "a kind of piece", "a set of squares"]
                    .iter()
                    .any(|it| expected.contains(it));
                (wants_name
                    && name_problem(word).is_some_and(|it| it.contains("word of the language")))
                .then(|| format!("`{word}` is a word of the language and cannot be a name"))
            })
            .or_else(|| {
                (expected == ["a direction"])
                    .then(|| near::hint("", "directions are", Way::all().map(Way::word)))
                    .flatten()
            });
        // Trailing blanks are not the place: an early end is shown on the closing quote's left.
        let span = if word.is_empty() {
            let end = text.trim_end().len();
            let last = text[..end].chars().next_back().map_or(0, char::len_utf8);
            self.span(end - last, end)
        } else {
            self.span(at, at + word.len())
        };
        let problem = Problem::at(Code::RuleSyntax, span, message, label).maybe_help(help);
        match self.misspelt_before(text, at) {
            Some((span, meant)) => {
                problem.label(span, format!("read as a name: is `{meant}` meant?"))
            }
            None => problem,
        }
    }

    /// A word just before a mistake that reads as a name but is nearly a word of the language: `some onw king`.
    pub(super) fn misspelt_before(&self, text: &str, at: usize) -> Option<(Span, &'static str)> {
        let before = text[..at].trim_end();
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .map_or(0, |it| {
                it + before[it..].chars().next().map_or(0, char::len_utf8)
            });
        let word = &before[start..];
        if name_problem(word).is_some() {
            return None;
        }
        let meant = near::nearest(word, set_words())?;
        Some((self.span(start, before.len()), meant))
    }
}
