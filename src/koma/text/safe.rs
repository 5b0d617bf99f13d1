//! User text made fit for a terminal: control characters never reach it raw.

use std::borrow::Cow;

/// Whether a character can steer a terminal or reorder the line it stands in.
pub fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{2028}' | '\u{2029}')
}

/// Text of several lines, each unsafe character replaced by one *of the same length in bytes*, so that every
/// span stays where it was. Line breaks and tabs stay; a carriage return becomes a blank.
pub fn block(text: &str) -> Cow<'_, str> {
    if !text
        .chars()
        .any(|c| is_unsafe(c) && !matches!(c, '\n' | '\t'))
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| match c {
                '\n' | '\t' => c,
                '\r' => ' ',
                c if is_unsafe(c) => match c.len_utf8() {
                    1 => '?',
                    2 => '¿',
                    _ => '\u{fffd}',
                },
                c => c,
            })
            .collect(),
    )
}

/// Text of one line: as [`block`], and line breaks and tabs become blanks. Very long text is cut.
pub fn line(text: &str) -> String {
    cut(text, 160)
}

/// A word or name as it is quoted in a message: as [`line()`], cut sooner.
pub fn short(text: &str) -> String {
    cut(text, 48)
}

fn cut(text: &str, longest: usize) -> String {
    let mut out: String = text
        .chars()
        .take(longest)
        .map(|c| match c {
            '\n' | '\t' | '\r' => ' ',
            c if is_unsafe(c) => '\u{fffd}',
            c => c,
        })
        .collect();
    if text.chars().nth(longest).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_stay_where_they_were() {
        let raw = "a\u{1b}[31m\u{9b}b\u{202e}c";
        let shown = block(raw);
        assert_eq!(shown.len(), raw.len());
        assert!(!shown.chars().any(is_unsafe));
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(line("a\nb\u{7}"), "a b\u{fffd}");
    }
}
