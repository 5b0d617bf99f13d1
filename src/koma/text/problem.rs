//! What can be wrong with a text, where, and what to do about it.

use std::fmt;

use super::{Code, Place, Severity, Source, Sources, Span, safe};

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
    pub(crate) labels: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Problem {
    /// Whether it stops a load, or is only worth a look.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

unstable! {
impl Problem {
    /// A problem with a label at its main place.
    fn at(code: Code, span: Span, message: impl AsRef<str>, label: impl AsRef<str>) -> Self {
        Problem::plain(code, message).label(span, label)
    }

    /// A problem that has no place in a file.
    fn plain(code: Code, message: impl AsRef<str>) -> Self {
        Problem {
            code,
            message: safe::line(message.as_ref()),
            labels: Vec::new(),
            help: None,
        }
    }

    /// The same, with one more place.
    fn label(mut self, span: Span, label: impl AsRef<str>) -> Self {
        self.labels.push((span, safe::line(label.as_ref())));
        self
    }

    /// The same, with a remedy.
    fn help(self, help: impl AsRef<str>) -> Self {
        self.maybe_help(Some(help))
    }

    /// The same, with a remedy if there is one.
    fn maybe_help(mut self, help: Option<impl AsRef<str>>) -> Self {
        if let Some(help) = help {
            self.help = Some(safe::block(help.as_ref()).into_owned());
        }
        self
    }

    /// Places with what is wrong there, the main one first.
    fn labels(&self) -> &[(Span, String)] {
        &self.labels
    }

    /// Where the problem is, if it is in a file.
    fn span(&self) -> Option<Span> {
        self.labels.first().map(|(span, _)| *span)
    }
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
    pub(crate) sources: Sources,
    /// What is wrong, in the order of the text.
    pub problems: Vec<Problem>,
}

impl Report {
    /// Where a problem of the report is, if it is in a file: the place to edit first.
    pub fn place(&self, problem: &Problem) -> Option<Place> {
        problem.span().map(|it| self.sources.place(it))
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
}

unstable! {
impl Report {
    /// A report on these files.
    fn new(sources: Sources, problems: Vec<Problem>) -> Self {
        Report { sources, problems }
    }

    /// The files read.
    fn sources(&self) -> &Sources {
        &self.sources
    }

    /// A report of one problem that is in no file.
    fn plain(problem: Problem) -> Self {
        Report {
            sources: Sources::default(),
            problems: vec![problem],
        }
    }

    /// A report on one text of its own, such as a position or an act typed by a person: `bytes` is the place.
    fn on_text(
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
