//! Figures with their intervals as text.

use koma_lab::study::selfplay::interval::{Estimate, elo};

/// A share: `52.0 % (45.1 to 58.8)`.
pub fn percent(it: Estimate) -> String {
    format!("{:.1} % ({})", 100.0 * it.value, percent_interval(it))
}

/// `45.1 to 58.8`
pub fn percent_interval(it: Estimate) -> String {
    format!("{:.1} to {:.1}", 100.0 * it.low, 100.0 * it.high)
}

/// A figure: `31.2 (29.0 to 33.4)`, or alone where nothing is known of its interval.
pub fn figure(it: Estimate) -> String {
    match it.low.is_finite() && it.high.is_finite() {
        true => format!("{:.1} ({:.1} to {:.1})", it.value, it.low, it.high),
        false => format!("{:.1}", it.value),
    }
}

/// A difference of ratings: `+24 (-24 to +73)`; all or nothing has only one end.
pub fn rating(score: Estimate) -> String {
    let it = score.map(elo);
    match (it.low.is_finite(), it.high.is_finite()) {
        (true, true) if it.value.is_finite() => {
            format!("{:+.0} ({:+.0} to {:+.0})", it.value, it.low, it.high)
        }
        (true, _) => format!("above {:+.0}", it.low),
        (_, true) => format!("below {:+.0}", it.high),
        _ => "unknown".to_owned(),
    }
}
