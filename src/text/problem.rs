//! What can be wrong with a text, where, and what to do about it.

use std::fmt;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Severity, SourceCode, SourceSpan,
    SpanContents,
};

use super::{Code, Source, Sources, Span, safe};

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
            it.code == problem.code
                && it.span() == problem.span()
                && (it.span().is_some() || it.message == problem.message)
        });
        if !known && self.0.len() < MAX_PROBLEMS {
            self.0.push(problem);
        }
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

    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let main = self.problem.span().map(|span| span.file);
        let mut lines: Vec<String> = self.problem.help.iter().cloned().collect();
        // miette draws one file at a time: places elsewhere are told in words.
        for (span, label) in &self.problem.labels {
            if Some(span.file) != main {
                lines.push(format!("{label}: {}", self.sources.place(*span)));
            }
        }
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.page.as_ref().map(|page| page as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let main = self.problem.span()?;
        let len = self.sources.of(main).text.len();
        Some(Box::new(
            self.problem
                .labels
                .iter()
                .filter(move |(span, _)| span.file == main.file)
                .enumerate()
                .map(move |(i, (span, label))| {
                    let start = (span.start as usize).min(len);
                    let end = (span.end as usize).clamp(start, len);
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
        let inner = self.text.read_span(span, before, after)?;
        let offset = inner.span().offset();
        let line_start = self.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line(),
            self.text[line_start..offset].chars().count(),
            inner.line_count(),
        )))
    }
}
