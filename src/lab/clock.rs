//! What time it is: by the clock of the machine, or, in a browser, by the page's.

use std::time::Duration;

/// A moment: the time since some other one, which is the same as long as the program runs.
pub type Moment = Duration;

/// What time it is.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> Moment {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(target_family = "wasm")]
static CLOCK: std::sync::OnceLock<fn() -> Moment> = std::sync::OnceLock::new();

/// What time it is. Before someone has brought a clock, time stands still.
#[cfg(target_family = "wasm")]
pub fn now() -> Moment {
    CLOCK.get().map_or(Moment::ZERO, |it| it())
}

/// Brings a clock, once: WebAssembly has none.
#[cfg(target_family = "wasm")]
pub fn bring(clock: fn() -> Moment) {
    let _ = CLOCK.set(clock);
}
