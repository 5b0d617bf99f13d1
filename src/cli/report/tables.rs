//! Pages for people: user text made safe for HTML and Markdown, tables, the frame of an HTML file.

use unicode_width::UnicodeWidthStr;

use super::wrap::{PAGE, wrap};
use koma::text::safe;

/// User text on one line, however long.
pub fn clean(text: &str) -> String {
    safe::block(text).replace(['\n', '\t'], " ")
}

/// Text as HTML has it.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in safe::block(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c => out.push(c),
        }
    }
    out
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

/// One HTML file that needs nothing else.
pub fn frame(language: &str, title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        html(title)
    )
}

/// A table; a cell may have several lines.
#[derive(Debug, Clone)]
pub struct Table {
    /// What stands above it.
    pub title: &'static str,
    /// The heads of its columns.
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

    /// As HTML.
    pub fn html(&self) -> String {
        let mut out = format!("<section>\n<h2>{}</h2>\n", html(self.title));
        if self.rows.is_empty() {
            return out + "<p>none</p>\n</section>\n";
        }
        out += "<table>\n<thead><tr>";
        for head in &self.heads {
            out += &format!("<th>{}</th>", html(head));
        }
        out += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            out += "<tr>";
            for cell in row {
                let lines: Vec<String> = cell.lines().map(html).collect();
                out += &format!("<td>{}</td>", lines.join("<br>"));
            }
            out += "</tr>\n";
        }
        out + "</tbody>\n</table>\n</section>\n"
    }
}

/// The looks of a report.
pub const STYLE: &str = "\
* { box-sizing: border-box; }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #000; background: #fff; max-width: 200mm; margin: 0 auto; padding: 1em; }
h1 { font-size: 20pt; margin: 0 0 0.3em; }
h2 { font-size: 13pt; margin: 1em 0 0.3em; border-bottom: 1px solid #000; break-after: avoid; }
p { margin: 0.25em 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 1px 10px 1px 0; border-bottom: 1px solid #ddd; }
code { font: 9pt/1 ui-monospace, Consolas, monospace; }
svg { max-width: 100%; font-family: Arial, Helvetica, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg.plot { display: block; height: auto; margin: 0.5em 0; }
.sign { display: inline-block; margin-right: 1.2em; }
.sign svg { vertical-align: -2px; }
.note { font-size: 9.5pt; }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_text_stays_text() {
        assert_eq!(
            html("<b onclick='x'>\u{1b}&\""),
            "&lt;b onclick=&#39;x&#39;&gt;?&amp;&quot;"
        );
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
