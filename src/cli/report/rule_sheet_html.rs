//! A rule sheet as one HTML file that prints on A4: no script, nothing from outside.

use super::drawing::{self, Mark};
use super::rule_sheet::{Choosing, Named, Page};
use super::svg;
use super::tables::{frame, html as safe};
use koma::say::{Sentence, piece_name};

const STYLE: &str = "\
@page { size: A4; margin: 15mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.4 Georgia, 'Times New Roman', serif; color: #000; background: #fff; max-width: 180mm; margin: 0 auto; padding: 1em; }
h1 { font-size: 20pt; margin: 0 0 0.3em; }
h2 { font-size: 13pt; margin: 1em 0 0.3em; border-bottom: 1px solid #000; break-after: avoid; }
h3 { font-size: 11pt; margin: 0 0 0.2em; break-after: avoid; }
p { margin: 0.25em 0; }
ul { margin: 0.2em 0 0.6em; padding-left: 1.2em; }
li, p { break-inside: avoid; }
code { font: 7pt/1 ui-monospace, Consolas, monospace; color: #555; white-space: nowrap; }
svg { max-width: 100%; font-family: Arial, Helvetica, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg.board { display: block; height: auto; margin: 0.5em auto; overflow: visible; }
.start { break-inside: avoid; text-align: center; }
.zone, .sign { display: inline-block; margin-right: 1.2em; }
.zone svg, .sign svg { vertical-align: -2px; }
.pieces { display: flex; flex-wrap: wrap; gap: 4mm 6mm; }
.piece { flex: 1 1 80mm; display: flex; gap: 4mm; break-inside: avoid; }
.piece svg { flex: none; }
.choice { break-inside: avoid; }
.choice .note { white-space: nowrap; }
.note { font-size: 9pt; margin-top: 0.6em; }
@media print { body { padding: 0; max-width: none; } }
";

/// The sheet as HTML.
pub fn html(page: &Page) -> String {
    let (variant, words, language) = (&page.variant, page.words(), page.language);
    let sheet = variant.sheet();
    let mut body = format!("<h1>{}</h1>\n", safe(&sheet.title));
    body += &format!(
        "<section>\n<h2>{}</h2>\n<div class=\"start\">\n",
        words.board
    );
    body += &svg::board(variant, &sheet.start, language);
    let zones = svg::zones(variant, language);
    if !zones.is_empty() {
        body += &format!(
            "<p class=\"note\">{}{}</p>\n",
            zones,
            text(page, &words.seen(sheet))
        );
    }
    body += "</div>\n";
    body += &said(page, &page.board);
    body += "</section>\n";

    body += &format!(
        "<section>\n<h2>{}</h2>\n<div class=\"pieces\">\n",
        words.pieces
    );
    let mut used: Vec<Mark> = Vec::new();
    for (kind, sentences) in &page.pieces {
        let piece = &sheet.kinds[kind.index()];
        let name = piece_name(sheet, *kind, language);
        body += "<div class=\"piece\">\n";
        let mut beyond = false;
        if !piece.moves.is_empty() {
            body += &svg::movement(piece, &name);
            let diagram = drawing::diagram(piece);
            beyond = diagram.beyond;
            used.extend(diagram.marks.into_iter().flatten());
        }
        body += &format!(
            "<div>\n<h3>{} ({})</h3>\n",
            safe(&name),
            safe(&piece.letter)
        );
        body += &said(page, sentences);
        if beyond {
            body += &format!("<p class=\"note\">{}</p>\n", words.farther);
        }
        body += "</div>\n</div>\n";
    }
    body += "</div>\n";
    body += &legend(page, &used);
    body += &said(page, &page.groups);
    body += "</section>\n";

    for (heading, sentences) in &page.sections {
        body += &format!(
            "<section>\n<h2>{heading}</h2>\n{}</section>\n",
            said(page, sentences)
        );
    }
    if !page.choices.is_empty() || !page.editions.is_empty() {
        body += &format!("<section>\n<h2>{}</h2>\n", words.choices);
        for it in &page.choices {
            body += &choosing(page, it);
        }
        for (name, bundle) in &page.editions {
            let picks: Vec<String> = bundle.iter().map(|it| code(it)).collect();
            let bundle = match picks.is_empty() {
                true => words.as_written.to_owned(),
                false => picks.join(", "),
            };
            let named = named(page, name, words.edition);
            body += &format!("<p>{named}{} {bundle}</p>\n", words.colon);
        }
        body += "</section>\n";
    }
    frame(language.code(), &sheet.title, STYLE, &body)
}

/// Sentences, each with the id of its rule.
fn said(page: &Page, sentences: &[Sentence]) -> String {
    sentences
        .iter()
        .map(|it| format!("<p>{}</p>\n", line(page, it)))
        .collect()
}

fn line(page: &Page, it: &Sentence) -> String {
    format!("{} {}", text(page, &it.text), code(&it.path))
}

/// A text as it is printed.
fn text(page: &Page, it: &str) -> String {
    safe(&page.words().printed(it))
}

fn code(it: &str) -> String {
    format!("<code>{}</code>", safe(it))
}

/// A name within some words, and what picks it.
fn named(page: &Page, it: &Named, within: &str) -> String {
    let name = within.replace("{}", &format!("<b>{}</b>", text(page, &it.text)));
    match &it.picks {
        Some(picks) => format!("{name} {}", code(picks)),
        None => name,
    }
}

/// What the signs mean; only those that are there.
fn legend(page: &Page, used: &[Mark]) -> String {
    type Test = fn(&Mark) -> bool;
    let all: [(Mark, Test); 6] = [
        (Mark::Reaches, |it| *it == Mark::Reaches),
        (Mark::Quiet, |it| *it == Mark::Quiet),
        (Mark::Takes, |it| *it == Mark::Takes),
        (Mark::Other, |it| *it == Mark::Other),
        (Mark::Line('-'), |it| matches!(it, Mark::Line(_))),
        (Mark::Distance(2), |it| matches!(it, Mark::Distance(_))),
    ];
    let known = all.into_iter().zip(page.words().signs);
    let known = known.filter(|((_, test), _)| used.iter().any(test));
    let signs: Vec<String> = known
        .map(|((mark, _), text)| {
            let sample = svg::sample(mark);
            format!("<span class=\"sign\">{sample} {text}</span>")
        })
        .collect();
    match signs.is_empty() {
        true => String::new(),
        false => format!("<p class=\"note\">{}</p>\n", signs.join("\n")),
    }
}

fn choosing(page: &Page, it: &Choosing) -> String {
    let words = page.words();
    let mut out = String::from("<div class=\"choice\">\n<p>");
    if let Some(asks) = &it.asks {
        out += &format!("{} ", text(page, asks));
    }
    out += &code(&it.path);
    if let Some(clause) = &it.clause {
        out += &format!(" <span class=\"note\">({})</span>", safe(clause));
    }
    out += &format!(
        "</p>\n<ul>\n<li>{}{} {}</li>\n",
        named(page, &it.chosen, "{}"),
        words.colon,
        words.here
    );
    for other in &it.others {
        let mut parts: Vec<String> = other.says.iter().map(|it| line(page, it)).collect();
        if !other.without.is_empty() {
            let gone: Vec<String> = other.without.iter().map(|it| code(it)).collect();
            parts.push(format!("{} {}", words.without, gone.join(", ")));
        }
        if other.apart {
            parts.push(words.apart.to_owned());
        }
        out += &format!(
            "<li>{}{} {}</li>\n",
            named(page, &other.choice, "{}"),
            words.colon,
            parts.join(" ")
        );
    }
    out + "</ul>\n</div>\n"
}
