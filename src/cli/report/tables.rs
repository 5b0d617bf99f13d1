//! Tables as text, Markdown and HTML, and user text that is safe in Markdown.

use maud::{Markup, html};
use unicode_width::UnicodeWidthStr;

use super::wrap::{PAGE, wrap};
use koma::text::safe;

/// User text on one line, however long.
pub fn clean(text: &str) -> String {
    safe::block(text).replace(['\n', '\t'], " ")
}

/// Text of one line as Markdown has it, every sign standing for itself.
pub fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        if "\\`*_[]<>|&~".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A word as it is typed, in Markdown.
pub fn code(text: &str) -> String {
    format!("`{}`", clean(text).replace('`', "'").replace('|', "\\|"))
}

/// A table; a cell may have several lines.
#[derive(Debug, Clone)]
pub struct Table {
    pub title: &'static str,
    pub heads: Vec<&'static str>,
    /// Its rows, each as long as `heads`.
    pub rows: Vec<Vec<String>>,
}

const GAP: usize = 2;

impl Table {
    /// As text: columns as wide as they need, narrower where the page ends.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.title, "-".repeat(self.title.width()));
        if self.rows.is_empty() {
            return out + "none\n";
        }
        let column = |i: usize, measure: &dyn Fn(&str) -> usize| {
            let cells = self.rows.iter().map(|it| measure(&it[i]));
            let cells = cells.chain([measure(self.heads[i])]);
            cells.max().unwrap_or(0)
        };
        let n = self.heads.len();
        let heads: Vec<String> = self.heads.iter().map(|it| (*it).to_owned()).collect();
        let whole = |it: &str| it.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
        let word = |it: &str| it.split_whitespace().map(UnicodeWidthStr::width).max();
        let least: Vec<usize> = (0..n)
            .map(|i| column(i, &|it| word(it).unwrap_or(0)))
            .collect();
        let mut wide: Vec<usize> = (0..n).map(|i| column(i, &whole)).collect();
        while wide.iter().sum::<usize>() + GAP * (n - 1) > PAGE {
            let narrower = (0..n).filter(|i| wide[*i] > least[*i]);
            match narrower.max_by_key(|i| wide[*i]) {
                Some(i) => wide[i] -= 1,
                None => break,
            }
        }
        for row in [&heads].into_iter().chain(&self.rows) {
            let cells: Vec<Vec<String>> = row
                .iter()
                .zip(&wide)
                .map(|(cell, wide)| cell.lines().flat_map(|it| wrap(it, *wide)).collect())
                .collect();
            let high = cells.iter().map(Vec::len).max().unwrap_or(0);
            for i in 0..high {
                let mut line = String::new();
                for (cell, wide) in cells.iter().zip(&wide) {
                    let part = cell.get(i).map_or("", String::as_str);
                    line += part;
                    line += &" ".repeat(wide.saturating_sub(part.width()) + GAP);
                }
                out += line.trim_end();
                out.push('\n');
            }
        }
        out
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("## {}\n\n", self.title);
        if self.rows.is_empty() {
            return out + "none\n";
        }
        out += &format!("| {} |\n", self.heads.join(" | "));
        out += &format!("|{}\n", " --- |".repeat(self.heads.len()));
        for row in &self.rows {
            let cells: Vec<String> = row
                .iter()
                .map(|it| it.lines().map(markdown).collect::<Vec<_>>().join("<br>"))
                .collect();
            out += &format!("| {} |\n", cells.join(" | "));
        }
        out
    }

    /// As HTML: a section of a page, with something drawn between its heading and its rows.
    pub fn html(&self, drawn: &Markup) -> Markup {
        html! {
            section {
                "\n" h2 { (self.title) } "\n" (drawn)
                @if self.rows.is_empty() {
                    p { "none" } "\n"
                } @else {
                    (self.rows_html())
                }
            }
            "\n"
        }
    }

    fn rows_html(&self) -> Markup {
        html! {
            table {
                "\n"
                thead { tr { @for head in &self.heads { th { (head) } } } } "\n"
                tbody {
                    "\n"
                    @for row in &self.rows {
                        tr { @for cell in row { td { (lines(cell)) } } } "\n"
                    }
                }
                "\n"
            }
            "\n"
        }
    }
}

fn lines(cell: &str) -> Markup {
    html! {
        @for (i, line) in cell.lines().enumerate() {
            @if i > 0 { br; }
            (line)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_text_stays_text() {
        assert_eq!(markdown("a|b\n[c](d)"), "a\\|b \\[c\\](d)");
        assert_eq!(code("a`b"), "`a'b`");
    }

    #[test]
    fn a_wide_table_is_broken_at_blanks() {
        let table = Table {
            title: "T",
            heads: vec!["a", "b"],
            rows: vec![vec!["one\ntwo".to_owned(), "word ".repeat(40)]],
        };
        let text = table.text();
        assert!(text.lines().all(|it| it.width() <= PAGE), "{text}");
        assert!(text.contains("\ntwo  word"), "{text}");
    }
}
