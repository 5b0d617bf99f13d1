//! A rule sheet as one HTML file that prints on A4: no script, nothing from outside.

use maud::{Markup, html};

use super::drawing::{self, Mark};
use super::html;
use super::rule_sheet::{Choosing, Named, Page};
use super::svg;
use koma::check::sheet::KindId;
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
    let title = sheet.title_in(language.code());
    let zones = svg::zones(variant, language);
    let diagrams = page.pieces.iter().filter_map(|(kind, _)| {
        let piece = &sheet.kinds[kind.index()];
        (!piece.moves.is_empty()).then(|| drawing::diagram(piece))
    });
    let used: Vec<Mark> = diagrams.flat_map(|it| it.marks).flatten().collect();
    let body = html! {
        h1 { (title) } "\n"
        @if let Some(about) = sheet.about_in(language.code()) {
            p { (about) } "\n"
        }
        section {
            "\n" h2 { (words.board) } "\n"
            div.start {
                "\n" (svg::board(variant, &sheet.start, language))
                @if !zones.0.is_empty() {
                    p.note { (zones) (words.printed(&words.seen(sheet))) } "\n"
                }
            }
            "\n" (said(page, &page.board))
        }
        "\n"
        section {
            "\n" h2 { (words.pieces) } "\n"
            div.pieces {
                "\n"
                @for (kind, sentences) in &page.pieces {
                    (piece(page, *kind, sentences))
                }
            }
            "\n" (legend(page, &used)) (said(page, &page.groups))
        }
        "\n"
        @for (heading, sentences) in &page.sections {
            section { "\n" h2 { (heading) } "\n" (said(page, sentences)) } "\n"
        }
        @if !page.choices.is_empty() || !page.editions.is_empty() {
            section {
                "\n" h2 { (words.choices) } "\n"
                @for it in &page.choices {
                    (choosing(page, it))
                }
                @for (name, bundle) in &page.editions {
                    p {
                        (named(page, name, words.edition)) (words.colon) " "
                        @if bundle.is_empty() {
                            (words.as_written)
                        } @else {
                            (codes(bundle))
                        }
                    }
                    "\n"
                }
            }
            "\n"
        }
    };
    html::page(language.code(), title, STYLE, &body)
}

/// A piece: its movement, its name and what its rules say.
fn piece(page: &Page, kind: KindId, sentences: &[Sentence]) -> Markup {
    let sheet = page.variant.sheet();
    let piece = &sheet.kinds[kind.index()];
    let name = piece_name(sheet, kind, page.language);
    let moves = !piece.moves.is_empty();
    html! {
        div.piece {
            "\n"
            @if moves {
                (svg::movement(piece, &name))
            }
            div {
                "\n" h3 { (name) " (" (piece.letter) ")" } "\n"
                (said(page, sentences))
                @if moves && drawing::diagram(piece).beyond {
                    p.note { (page.words().farther) } "\n"
                }
            }
            "\n"
        }
        "\n"
    }
}

/// Sentences, each with the id of its rule.
fn said(page: &Page, sentences: &[Sentence]) -> Markup {
    html! {
        @for it in sentences {
            p { (line(page, it)) } "\n"
        }
    }
}

fn line(page: &Page, it: &Sentence) -> Markup {
    html! { (page.words().printed(&it.text)) " " code { (it.path) } }
}

/// Words as they are typed, joined by commas.
fn codes(words: &[String]) -> Markup {
    html! {
        @for (i, it) in words.iter().enumerate() {
            @if i > 0 { ", " }
            code { (it) }
        }
    }
}

/// A name in place of the `{}` of some words, and what picks it.
fn named(page: &Page, it: &Named, within: &str) -> Markup {
    let (before, after) = within.split_once("{}").unwrap_or((within, ""));
    html! {
        (before) b { (page.words().printed(&it.text)) } (after)
        @if let Some(picks) = &it.picks {
            " " code { (picks) }
        }
    }
}

/// What the signs mean; only those that are there.
fn legend(page: &Page, used: &[Mark]) -> Markup {
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
    let known: Vec<_> = known
        .filter(|((_, test), _)| used.iter().any(test))
        .collect();
    html! {
        @if !known.is_empty() {
            p.note {
                @for (i, ((mark, _), text)) in known.into_iter().enumerate() {
                    @if i > 0 { "\n" }
                    span.sign { (svg::sample(mark)) " " (text) }
                }
            }
            "\n"
        }
    }
}

fn choosing(page: &Page, it: &Choosing) -> Markup {
    let words = page.words();
    html! {
        div.choice {
            "\n"
            p {
                @if let Some(asks) = &it.asks {
                    (words.printed(asks)) " "
                }
                code { (it.path) }
                @if let Some(clause) = &it.clause {
                    " " span.note { "(" (clause) ")" }
                }
            }
            "\n"
            ul {
                "\n"
                li { (named(page, &it.chosen, "{}")) (words.colon) " " (words.here) } "\n"
                @for other in &it.others {
                    li {
                        (named(page, &other.choice, "{}")) (words.colon)
                        @for it in &other.says {
                            " " (line(page, it))
                        }
                        @if !other.without.is_empty() {
                            " " (words.without) " " (codes(&other.without))
                        }
                        @if other.apart {
                            " " (words.apart)
                        }
                    }
                    "\n"
                }
            }
            "\n"
        }
        "\n"
    }
}
