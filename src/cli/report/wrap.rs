//! Text broken into lines.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Columns of a page in the terminal.
pub const PAGE: usize = 100;

/// A text broken at blanks into lines of at most this many columns; a longer word has a line of its own.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let options = Options::new(columns)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options)
        .into_iter()
        .map(|it| it.into_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_broken_at_blanks_only() {
        assert_eq!(wrap("one two-three four", 9), ["one", "two-three", "four"]);
        assert_eq!(wrap("a verylongword b", 5), ["a", "verylongword", "b"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
