//! What can be wrong with a text, where, and what to do about it.

use std::fmt;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

use super::source::floor_boundary;
use super::{Code, Severity, Source, Sources, Span, safe};

/// One thing that is wrong: a stable code, what is wrong, the places, and the remedy.
///
/// Invariant: texts are safe for a terminal; they are cleaned on the way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The stable code; `koma explain CODE` tells more.
    pub code: Code,
    /// What is wrong, lower case, without a full stop.
    pub message: String,
    /// Places with what is wrong there; the first is the main one. None when no file could be read.
    pub labels: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// A problem with a label at its main place.
    pub fn at(code: Code, span: Span, message: impl AsRef<str>, label: impl AsRef<str>) -> Self {
        Problem::plain(code, message).label(span, label)
    }

    /// A problem that has no place in a file.
    pub fn plain(code: Code, message: impl AsRef<str>) -> Self {
        Problem {
            code,
            message: safe::line(message.as_ref()),
            labels: Vec::new(),
            help: None,
        }
    }

    /// The same, with one more place.
    pub fn label(mut self, span: Span, label: impl AsRef<str>) -> Self {
        self.labels.push((span, safe::line(label.as_ref())));
        self
    }

    /// The same, with a remedy.
    pub fn help(self, help: impl AsRef<str>) -> Self {
        self.maybe_help(Some(help))
    }

    /// The same, with a remedy if there is one.
    pub fn maybe_help(mut self, help: Option<impl AsRef<str>>) -> Self {
        if let Some(help) = help {
            self.help = Some(safe::block(help.as_ref()).into_owned());
        }
        self
    }

    /// Whether it stops a load, or is only worth a look.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// Where the problem is, if it is in a file.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }
}

/// Problems as they are found: the same one, found again in another reading of the file, is kept once.
#[derive(Debug, Default, Clone)]
pub struct Problems(Vec<Problem>);

/// More problems than this are not worth reading.
const MAX_PROBLEMS: usize = 200;

impl Problems {
    /// Keeps a problem, unless it is already there.
    pub fn add(&mut self, problem: Problem) {
        let known = self.0.iter().any(|it| {
            it.code == problem.code && it.span() == problem.span() && it.message == problem.message
        });
        if !known && !self.is_full() {
            self.0.push(problem);
        }
    }

    /// Whether there are so many that no more are kept: time to stop looking for remedies.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_PROBLEMS
    }

    /// Keeps all of these.
    pub fn extend(&mut self, more: impl IntoIterator<Item = Problem>) {
        for it in more {
            self.add(it);
        }
    }

    /// Whether nothing was wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many were found so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// All of them, in the order of the files' text.
    pub fn sorted(mut self) -> Vec<Problem> {
        self.0.sort_by_key(|it| it.span());
        self.0
    }
}

/// Everything wrong with a load, together with the texts it speaks of.
#[derive(Debug, Clone)]
pub struct Report {
    /// The files read.
    pub sources: Sources,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

impl Report {
    /// A report of one problem that is in no file.
    pub fn plain(problem: Problem) -> Self {
        Report {
            sources: Sources::default(),
            problems: vec![problem],
        }
    }

    /// A report on one text of its own, such as a position or an act typed by a person: `bytes` is the place.
    pub fn on_text(
        name: &str,
        text: &str,
        code: Code,
        bytes: std::ops::Range<usize>,
        message: &str,
        help: Option<String>,
    ) -> Self {
        let mut sources = Sources::default();
        let source = Source {
            name: name.to_owned(),
            text: text.chars().take(4096).collect(),
        };
        let len = source.text.len();
        let file = sources.add(source);
        let span = Span::new(file, bytes.start.min(len), bytes.end.min(len));
        Report {
            sources,
            problems: vec![Problem::at(code, span, message, "here").maybe_help(help)],
        }
    }

    /// Whether there is nothing that stops a load; there may be warnings.
    pub fn loads(&self) -> bool {
        self.errors().next().is_none()
    }

    /// What stops a load: everything but the warnings.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        let all = self.problems.iter();
        all.filter(|it| it.severity() == Severity::Error)
    }

    /// Each problem in a form that miette can draw.
    pub fn shown(&self) -> impl Iterator<Item = Shown<'_>> {
        self.problems.iter().map(|problem| Shown {
            problem,
            page: problem.span().map(|span| Page::of(self.sources.of(span))),
            sources: &self.sources,
        })
    }
}

impl fmt::Display for Report {
    /// One line a problem: `file:line:column: code: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if let Some(span) = problem.span() {
                write!(f, "{}: ", self.sources.place(span))?;
            }
            write!(f, "{}: {}", problem.code, problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// A problem beside its text, for drawing.
#[derive(Debug)]
pub struct Shown<'a> {
    problem: &'a Problem,
    page: Option<Page>,
    sources: &'a Sources,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl std::error::Error for Shown<'_> {}

impl Diagnostic for Shown<'_> {
    fn code<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        Some(Box::new(self.problem.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match (self.problem.code, self.problem.severity()) {
            (Code::RuleSays, _) => miette::Severity::Advice,
            (_, Severity::Error) => miette::Severity::Error,
            (_, Severity::Warning) => miette::Severity::Warning,
        })
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let mut lines: Vec<String> = self.problem.help.iter().cloned().collect();
        for (span, label) in &self.problem.labels {
            if !self.is_drawn(*span) {
                lines.push(format!("{label}: {}", self.sources.place(*span)));
            }
        }
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.page.as_ref().map(|page| page as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let text = &self.sources.of(self.problem.span()?).text;
        Some(Box::new(
            self.problem
                .labels
                .iter()
                .filter(|(span, _)| self.is_drawn(*span))
                .enumerate()
                .map(move |(i, (span, label))| {
                    let start = floor_boundary(text, span.start as usize);
                    let longest = floor_boundary(text, start + WIDE);
                    let end = floor_boundary(text, span.end as usize).clamp(start, longest);
                    let place = SourceSpan::from((start, end - start));
                    let text = (!label.is_empty()).then(|| label.clone());
                    if i == 0 {
                        LabeledSpan::new_primary_with_span(text, place)
                    } else {
                        LabeledSpan::new_with_span(text, place)
                    }
                }),
        ))
    }
}

impl Shown<'_> {
    /// Whether a place is drawn: miette draws one file at a time, and what is far away on a very long line would
    /// fill pages. Other places are told in words.
    fn is_drawn(&self, span: Span) -> bool {
        let Some(main) = self.problem.span() else {
            return false;
        };
        if main.file != span.file {
            return false;
        }
        let (first, last) = (main.start.min(span.start), main.start.max(span.start));
        let text = &self.sources.of(main).text;
        let between = text.get(first as usize..last as usize).unwrap_or("");
        between.len() < 4 * WIDE || between.matches('\n').count() > 4
    }
}

/// Lines longer than this are drawn in part, around the place in question.
const WIDE: usize = 400;

/// A source made safe for the terminal, whose columns count characters.
#[derive(Debug)]
struct Page {
    name: String,
    text: String,
}

impl Page {
    fn of(source: &Arc<Source>) -> Page {
        Page {
            name: safe::line(&source.name),
            text: safe::block(&source.text).into_owned(),
        }
    }
}

impl SourceCode for Page {
    fn read_span<'b>(
        &'b self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'b> + 'b>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        if self.text.get(start..end).is_none() {
            return Err(MietteError::OutOfBounds);
        }
        let line_start = |at: usize| self.text[..at].rfind('\n').map_or(0, |it| it + 1);
        let line_end = |at: usize| {
            self.text[at..]
                .find('\n')
                .map_or(self.text.len(), |it| at + it)
        };
        let first = line_start(start);
        let mut from = if before == 0 { start } else { first };
        if start - first > WIDE {
            from = from.max(floor_boundary(&self.text, start - WIDE / 4));
        } else {
            for _ in 0..before {
                let above = line_start(from.saturating_sub(1));
                if from > 0 && from - above <= WIDE {
                    from = above;
                }
            }
        }
        let last = line_end(end);
        let mut to = last;
        if last - end > WIDE {
            to = floor_boundary(&self.text, end + WIDE / 4);
        } else {
            for _ in 0..after {
                let below = line_end((to + 1).min(self.text.len()));
                if below - to <= WIDE {
                    to = below;
                }
            }
        }
        let column = match before {
            0 => self.text[first..from].chars().count(),
            _ => 0,
        };
        let data = &self.text[from..to];
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data.as_bytes(),
            (from, to - from).into(),
            self.text[..from].matches('\n').count(),
            column,
            data.matches('\n').count() + 1,
        )))
    }
}
