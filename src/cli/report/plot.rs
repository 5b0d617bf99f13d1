//! Plots as SVG: bars lying with their intervals, bars standing side by side.

use super::tables::html;
use koma_lab::study::selfplay::interval::Estimate;

/// A bar that lies.
#[derive(Debug, Clone)]
pub struct Bar {
    /// What stands before it.
    pub label: String,
    /// Its length, and the interval drawn over its end.
    pub value: Estimate,
    /// What stands behind it.
    pub note: String,
}

const ROW: usize = 22;
const LABEL: usize = 200;
const WIDE: usize = 300;
const NOTE: usize = 180;
/// The greys of parts of a bar.
pub const GREYS: [&str; 4] = ["#444", "#888", "#bbb", "#e4e4e4"];

/// Bars below each other. The longest, its interval included, is as wide as there is room.
pub fn bars(title: &str, bars: &[Bar]) -> String {
    let ends = bars.iter().flat_map(|it| [it.value.value, it.value.high]);
    let most = ends.filter(|it| it.is_finite()).fold(0.0, f64::max);
    let x = |value: f64| match most > 0.0 {
        true => LABEL as f64 + value.clamp(0.0, most) / most * WIDE as f64,
        false => LABEL as f64,
    };
    let mut out = open(title, LABEL + WIDE + NOTE, bars.len() * ROW + 4);
    for (i, bar) in bars.iter().enumerate() {
        let y = i * ROW + 2;
        let middle = y + ROW / 2;
        out += &text(LABEL - 6, middle + 4, "end", &bar.label);
        out += &format!(
            "<rect x=\"{LABEL}\" y=\"{}\" width=\"{:.1}\" height=\"{}\" fill=\"#bbb\"/>\n",
            y + 3,
            x(bar.value.value) - LABEL as f64,
            ROW - 6
        );
        if bar.value.low.is_finite() && bar.value.high.is_finite() {
            let (low, high) = (x(bar.value.low), x(bar.value.high));
            out += &format!(
                "<path d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {}v8M{high:.1} {}v8\" stroke=\"#000\" fill=\"none\"/>\n",
                middle - 4,
                middle - 4
            );
        }
        out += &text(LABEL + WIDE + 6, middle + 4, "start", &bar.note);
    }
    out + &format!(
        "<path d=\"M{LABEL} 0v{}\" stroke=\"#000\" fill=\"none\"/>\n</svg>\n",
        bars.len() * ROW + 4
    )
}

/// Bars below each other, each of several parts; the parts have the greys.
pub fn parts(title: &str, rows: &[(String, Vec<f64>)]) -> String {
    let sum = |it: &[f64]| it.iter().sum::<f64>();
    let most = rows.iter().map(|it| sum(&it.1)).fold(0.0, f64::max);
    let mut out = open(title, LABEL + WIDE + NOTE, rows.len() * ROW + 4);
    for (i, (label, values)) in rows.iter().enumerate() {
        let y = i * ROW + 2;
        out += &text(LABEL - 6, y + ROW / 2 + 4, "end", label);
        let mut x = LABEL as f64;
        for (value, grey) in values.iter().zip(GREYS) {
            let wide = if most > 0.0 {
                value / most * WIDE as f64
            } else {
                0.0
            };
            out += &format!(
                "<rect x=\"{x:.1}\" y=\"{}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{grey}\" stroke=\"#000\" stroke-width=\"0.5\"/>\n",
                y + 3,
                ROW - 6
            );
            x += wide;
        }
        out += &text(
            LABEL + WIDE + 6,
            y + ROW / 2 + 4,
            "start",
            &format!("{:.2}", sum(values)),
        );
    }
    out + "</svg>\n"
}

/// What the greys stand for.
pub fn legend(names: &[&str]) -> String {
    let sample = |(name, grey): (&&str, &str)| {
        format!(
            "<span class=\"sign\"><svg width=\"14\" height=\"14\" viewBox=\"0 0 14 14\" aria-hidden=\"true\">\
             <rect x=\"1\" y=\"1\" width=\"12\" height=\"12\" fill=\"{grey}\" stroke=\"#000\"/></svg> {}</span>",
            html(name)
        )
    };
    let all: Vec<String> = names.iter().zip(GREYS).map(sample).collect();
    format!("<p class=\"note\">{}</p>\n", all.join("\n"))
}

/// Bars side by side: how many games are of which length.
pub fn columns(title: &str, size: u32, steps: &[(u32, u64)]) -> String {
    const HIGH: usize = 160;
    let wide = LABEL + WIDE + NOTE;
    let each = wide / steps.len().max(1);
    let most = steps.iter().map(|it| it.1).max().unwrap_or(0).max(1);
    let mut out = open(title, wide, HIGH + 40);
    for (i, (from, n)) in steps.iter().enumerate() {
        let high = (*n as f64 / most as f64) * HIGH as f64;
        let x = i * each;
        out += &format!(
            "<rect x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{high:.1}\" fill=\"#bbb\" stroke=\"#000\" stroke-width=\"0.5\"/>\n",
            x + 1,
            18.0 + HIGH as f64 - high,
            each.saturating_sub(2).max(1)
        );
        if *n > 0 {
            let y = (14.0 + HIGH as f64 - high) as usize;
            out += &text(x + each / 2, y, "middle", &n.to_string());
        }
        out += &text(x + each / 2, HIGH + 32, "middle", &range(*from, size));
    }
    out + "</svg>\n"
}

/// The lengths of a step.
pub fn range(from: u32, size: u32) -> String {
    match size {
        1 => from.to_string(),
        _ => format!("{from}–{}", from + size - 1),
    }
}

fn open(title: &str, wide: usize, high: usize) -> String {
    format!(
        "<svg class=\"plot\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" role=\"img\" aria-label=\"{}\">\n",
        html(title)
    )
}

fn text(x: usize, y: usize, anchor: &str, text: &str) -> String {
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" text-anchor=\"{anchor}\">{}</text>\n",
        html(text)
    )
}
