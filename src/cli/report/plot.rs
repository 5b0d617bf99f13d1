//! Plots as SVG: horizontal bars with their intervals, bars of several parts, and columns.

use maud::{Markup, html};

use super::svg::swatch;
use koma_lab::study::selfplay::interval::Estimate;

/// A horizontal bar.
#[derive(Debug, Clone)]
pub struct Bar {
    /// Left of the bar.
    pub label: String,
    /// Its length, and the interval drawn over its end.
    pub value: Estimate,
    /// Right of the bar.
    pub note: String,
}

const ROW: usize = 22;
const LABEL: usize = 200;
const WIDE: usize = 300;
const NOTE: usize = 180;
/// The greys of parts of a bar.
pub const GREYS: [&str; 4] = ["#444", "#888", "#bbb", "#e4e4e4"];

/// Bars below each other. The longest, its interval included, is as wide as there is room.
pub fn bars(title: &str, bars: &[Bar]) -> Markup {
    let ends = bars.iter().flat_map(|it| [it.value.value, it.value.high]);
    let most = ends.filter(|it| it.is_finite()).fold(0.0, f64::max);
    let x = |value: f64| match most > 0.0 {
        true => LABEL as f64 + value.clamp(0.0, most) / most * WIDE as f64,
        false => LABEL as f64,
    };
    let interval = |value: Estimate, middle: usize| {
        let (low, high, top) = (x(value.low), x(value.high), middle - 4);
        format!("M{low:.1} {middle}H{high:.1}M{low:.1} {top}v8M{high:.1} {top}v8")
    };
    let high = bars.len() * ROW + 4;
    let drawn = html! {
        @for (i, bar) in bars.iter().enumerate() {
            @let y = i * ROW + 2;
            @let middle = y + ROW / 2;
            @let wide = format!("{:.1}", x(bar.value.value) - LABEL as f64);
            (text(LABEL - 6, middle + 4, "end", &bar.label))
            rect x=(LABEL) y=(y + 3) width=(wide) height=(ROW - 6) fill="#bbb" {} "\n"
            @if bar.value.low.is_finite() && bar.value.high.is_finite() {
                path d=(interval(bar.value, middle)) stroke="#000" fill="none" {} "\n"
            }
            (text(LABEL + WIDE + 6, middle + 4, "start", &bar.note))
        }
        path d={ "M" (LABEL) " 0v" (high) } stroke="#000" fill="none" {} "\n"
    };
    framed(title, LABEL + WIDE + NOTE, high, &drawn)
}

/// Bars below each other, each of several parts; the parts have the greys.
pub fn parts(title: &str, rows: &[(String, Vec<f64>)]) -> Markup {
    let sum = |it: &[f64]| it.iter().sum::<f64>();
    let most = rows.iter().map(|it| sum(&it.1)).fold(0.0, f64::max);
    let scale = |value: f64| match most > 0.0 {
        true => value / most * WIDE as f64,
        false => 0.0,
    };
    let drawn = html! {
        @for (i, (label, values)) in rows.iter().enumerate() {
            @let y = i * ROW + 2;
            (text(LABEL - 6, y + ROW / 2 + 4, "end", label))
            @for (part, (value, grey)) in values.iter().zip(GREYS).enumerate() {
                @let x = format!("{:.1}", LABEL as f64 + scale(sum(&values[..part])));
                @let wide = format!("{:.1}", scale(*value));
                rect x=(x) y=(y + 3) width=(wide) height=(ROW - 6) fill=(grey) stroke="#000" stroke-width="0.5" {} "\n"
            }
            (text(LABEL + WIDE + 6, y + ROW / 2 + 4, "start", &format!("{:.2}", sum(values))))
        }
    };
    framed(title, LABEL + WIDE + NOTE, rows.len() * ROW + 4, &drawn)
}

/// What the greys mean.
pub fn legend(names: &[&str]) -> Markup {
    html! {
        p.note {
            @for (i, (name, grey)) in names.iter().zip(GREYS).enumerate() {
                @if i > 0 { "\n" }
                span.sign { (swatch(grey)) " " (name) }
            }
        }
        "\n"
    }
}

/// Columns: how many games have which length.
pub fn columns(title: &str, size: u32, steps: &[(u32, u64)]) -> Markup {
    const HIGH: usize = 160;
    let wide = LABEL + WIDE + NOTE;
    let each = wide / steps.len().max(1);
    let most = steps.iter().map(|it| it.1).max().unwrap_or(0).max(1);
    let drawn = html! {
        @for (i, (from, n)) in steps.iter().enumerate() {
            @let high = (*n as f64 / most as f64) * HIGH as f64;
            @let x = i * each;
            @let top = format!("{:.1}", 18.0 + HIGH as f64 - high);
            rect x=(x + 1) y=(top) width=(each.saturating_sub(2).max(1)) height=(format!("{high:.1}"))
                fill="#bbb" stroke="#000" stroke-width="0.5" {}
            "\n"
            @if *n > 0 {
                @let y = (14.0 + HIGH as f64 - high) as usize;
                (text(x + each / 2, y, "middle", &n.to_string()))
            }
            (text(x + each / 2, HIGH + 32, "middle", &range(*from, size)))
        }
    };
    framed(title, wide, HIGH + 40, &drawn)
}

/// The lengths of a step.
pub fn range(from: u32, size: u32) -> String {
    match size {
        1 => from.to_string(),
        _ => format!("{from}–{}", from + size - 1),
    }
}

fn framed(title: &str, wide: usize, high: usize, drawn: &Markup) -> Markup {
    let view = format!("0 0 {wide} {high}");
    html! {
        svg.plot width=(wide) height=(high) viewBox=(view) role="img" aria-label=(title) {
            "\n" (drawn)
        }
        "\n"
    }
}

fn text(x: usize, y: usize, anchor: &str, text: &str) -> Markup {
    html! {
        text x=(x) y=(y) font-size="12" text-anchor=(anchor) { (text) } "\n"
    }
}
