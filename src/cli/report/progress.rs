//! The progress bar of commands that take long; on stderr, and only if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for this many steps: `12/100 games, 3s left`.
pub fn bar(n: u64, what: &str) -> ProgressBar {
    styled(
        ProgressBar::new(n),
        &format!("{{wide_bar}} {{pos}}/{{len}} {what}, {{eta}} left"),
    )
}

/// Shows a message while the number of steps is unknown.
pub fn spinner() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(300));
    bar
}
