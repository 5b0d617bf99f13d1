//! Places in a text as an editor counts them, and problems at such places.

use serde::Serialize;

use koma::text::{Report, Source, Span};

/// A place in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlaceData {
    /// The file, if it is not the text that was asked about: a parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From where, in UTF-16 units, as browsers count.
    pub from: usize,
    /// To where.
    pub to: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

/// A problem or warning of a text.
#[derive(Debug, Serialize)]
pub struct ProblemData {
    code: &'static str,
    severity: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// Where it is, the place to edit first.
    places: Vec<Labelled>,
}

#[derive(Debug, Serialize)]
struct Labelled {
    #[serde(flatten)]
    place: PlaceData,
    label: String,
}

/// How many UTF-16 units stand before each character of a text that is not ASCII.
pub struct Units(Vec<(usize, usize)>);

impl Units {
    pub fn of(text: &str) -> Units {
        let mut found = Vec::new();
        let mut saved = 0;
        for (at, c) in text.char_indices().filter(|it| !it.1.is_ascii()) {
            saved += c.len_utf8() - c.len_utf16();
            found.push((at + c.len_utf8(), saved));
        }
        Units(found)
    }

    pub fn at(&self, byte: usize) -> usize {
        let before = self.0.partition_point(|it| it.0 <= byte);
        byte - before.checked_sub(1).map_or(0, |it| self.0[it].1)
    }
}

/// Finds places in the files of a variant.
pub struct Places<'a> {
    sources: &'a koma::text::Sources,
    /// The text that was asked about is file 0.
    own: Option<Units>,
}

impl<'a> Places<'a> {
    pub fn new(sources: &'a koma::text::Sources) -> Places<'a> {
        let own = (!sources.is_empty()).then(|| Units::of(&sources.of(Span::default()).text));
        Places { sources, own }
    }

    pub fn at(&self, span: Span) -> PlaceData {
        let source: &Source = self.sources.of(span);
        let (line, column) = source.line_column(span.start as usize);
        let other;
        let (units, file) = match (&self.own, span.file) {
            (Some(own), 0) => (own, None),
            _ => {
                other = Units::of(&source.text);
                (&other, Some(koma::text::safe::line(&source.name)))
            }
        };
        PlaceData {
            file,
            from: units.at(span.start as usize),
            to: units.at(span.end.max(span.start) as usize),
            line,
            column,
        }
    }
}

/// The problems of a report.
pub fn problems(report: &Report) -> Vec<ProblemData> {
    let places = Places::new(report.sources());
    let problems = report.problems.iter().map(|it| ProblemData {
        code: it.code.as_str(),
        severity: it.severity().as_str(),
        message: it.message.clone(),
        help: it.help.clone(),
        places: { it.labels().iter() }
            .map(|(span, label)| Labelled {
                place: places.at(*span),
                label: label.clone(),
            })
            .collect(),
    });
    problems.collect()
}

/// The byte of a text at which a place in UTF-16 units is.
pub fn byte_of(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_as_browsers_do() {
        let text = "a王é🦊b\nc";
        let units = Units::of(text);
        for (byte, _) in text.char_indices() {
            let expected = text[..byte].encode_utf16().count();
            assert_eq!(units.at(byte), expected);
            assert_eq!(byte_of(text, expected), byte);
        }
        assert_eq!(units.at(text.len()), text.encode_utf16().count());
        assert_eq!(byte_of(text, 1000), text.len());
    }
}
