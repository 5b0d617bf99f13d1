//! Problems drawn beside their text by [miette].

use std::fmt;
use std::sync::Arc;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

use super::source::floor_boundary;
use super::{Code, Problem, Report, Severity, Source, Sources, Span, safe};

impl Report {
    /// Each problem in a form that [miette] can draw, in the order of the text.
    ///
    /// ```
    /// let report = koma::Variant::parse("none.toml", "koma = 2", &koma::Picks::default()).unwrap_err();
    /// let mut text = String::new();
    /// for problem in report.diagnostics() {
    ///     miette::NarratableReportHandler::new().render_report(&mut text, &problem).unwrap();
    /// }
    /// assert!(text.contains("version"), "{text}");
    /// ```
    pub fn diagnostics(&self) -> impl Iterator<Item = impl Diagnostic> {
        self.problems.iter().map(|problem| ProblemDiagnostic {
            problem,
            page: problem.span().map(|span| Page::of(self.sources.of(span))),
            sources: &self.sources,
        })
    }
}

/// A problem beside its text.
#[derive(Debug)]
struct ProblemDiagnostic<'a> {
    problem: &'a Problem,
    page: Option<Page>,
    sources: &'a Sources,
}

impl fmt::Display for ProblemDiagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problem.message)
    }
}

impl std::error::Error for ProblemDiagnostic<'_> {}

impl Diagnostic for ProblemDiagnostic<'_> {
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

impl ProblemDiagnostic<'_> {
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
