//! HTML pages. Markup comes from templates, which escape all text that is put into them; there is no other way in.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use koma::text::safe;

/// One HTML file that needs nothing else.
pub fn page(language: &str, title: &str, style: &'static str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(language) {
            "\n"
            head {
                "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                title { (title) } "\n"
                style { "\n" (PreEscaped(style)) } "\n"
            }
            "\n"
            body { "\n" (body) }
            "\n"
        }
        "\n"
    };
    // Characters that reorder the text around them are none of the template's business.
    safe::block(&page.into_string()).into_owned()
}

/// The style of reports.
pub const REPORT: &str = "\
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
        let text = "<b onclick='x'>\u{1b}\u{202e}&\"";
        let page = page("en", text, "", &html! { p title=(text) { (text) } });
        let safe = "&lt;b onclick='x'&gt;?\u{fffd}&amp;&quot;";
        assert!(page.contains(&format!("<title>{safe}</title>")), "{page}");
        assert!(page.contains(&format!("<p title=\"{safe}\">{safe}</p>")));
    }
}
