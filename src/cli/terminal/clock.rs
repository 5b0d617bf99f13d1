//! The clock: so much time for each player, and so much more for each turn.

use std::fmt;
use std::time::Duration;

use koma::board::Player;

/// How a clock is set: `5m+3s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// What each player has at the start.
    pub each: Duration,
    /// What each turn gives.
    pub gain: Duration,
}

/// No clock runs longer than this.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl Control {
    /// Reads `5m`, `5m+3s`, `1h 30m + 10s`.
    pub fn parse(text: &str) -> Result<Control, String> {
        let (each, gain) = text.split_once('+').unwrap_or((text, "0s"));
        let time = |it: &str| {
            let time = humantime::parse_duration(it.trim());
            time.map_err(|_| "a clock is a time such as `5m`, or `5m+3s`".to_owned())
        };
        let control = Control {
            each: time(each)?,
            gain: time(gain)?,
        };
        if control.each < Duration::from_secs(1) || control.each.max(control.gain) > LONGEST {
            return Err("a clock runs from a second to a week".to_owned());
        }
        Ok(control)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", humantime::format_duration(self.each))?;
        match self.gain {
            Duration::ZERO => Ok(()),
            gain => write!(f, "+{}", humantime::format_duration(gain)),
        }
    }
}

/// A clock that runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    /// How it was set.
    pub control: Control,
    /// What each player has left.
    pub left: [Duration; 2],
}

impl Clock {
    /// A clock before the game.
    pub fn new(control: Control) -> Clock {
        Clock {
            control,
            left: [control.each; 2],
        }
    }

    /// Time goes by for a player; whether it is up.
    pub fn run(&mut self, player: Player, time: Duration) -> bool {
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(time);
        left.is_zero()
    }

    /// A player has made a turn.
    pub fn turn_made(&mut self, player: Player) {
        let left = &mut self.left[player.index()];
        *left = (*left + self.control.gain).min(LONGEST);
    }

    /// What a player has left, to be shown: `4:07`, and tenths in the last ten seconds.
    pub fn shown(&self, player: Player) -> String {
        let left = self.left[player.index()];
        let seconds = left.as_secs();
        match seconds {
            0..10 => format!("0:0{seconds}.{}", left.subsec_millis() / 100),
            10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
            _ => format!(
                "{}:{:02}:{:02}",
                seconds / 3600,
                seconds / 60 % 60,
                seconds % 60
            ),
        }
    }

    /// How long the computer may think about a turn.
    pub fn share(&self, player: Player) -> Duration {
        let left = self.left[player.index()];
        (left / 25 + self.control.gain / 2).min(left / 3)
    }
}

/// What the clocks showed in the course of a game: taking a turn back turns them back too.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// After how many acts, and what each player had left then; the fewest acts first.
    past: Vec<(usize, [Duration; 2])>,
    /// What was taken back with the acts, and can come again with them.
    undone: Vec<Vec<(usize, [Duration; 2])>>,
}

impl Shown {
    /// Notes what a clock shows as soon as so many acts are done; what it shows later does not count.
    pub fn note(&mut self, acts: usize, clock: &Clock) {
        if self.past.last().is_none_or(|it| it.0 < acts) {
            self.past.push((acts, clock.left));
        }
    }

    /// Something new was done: what was taken back comes no more.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// So many acts are left: the clock shows what it showed then. Of a time before the clock was seen nothing is
    /// known, and it stays as it is.
    pub fn undo(&mut self, acts: usize, clock: &mut Clock) {
        let keep = self.past.partition_point(|it| it.0 <= acts);
        self.undone.push(self.past.split_off(keep));
        self.restore(clock);
    }

    /// What was taken back last is done again.
    pub fn redo(&mut self, clock: &mut Clock) {
        self.past.extend(self.undone.pop().unwrap_or_default());
        self.restore(clock);
    }

    /// The clock shows what it showed when the last act was done.
    pub fn restore(&self, clock: &mut Clock) {
        if let Some((_, left)) = self.past.last() {
            clock.left = *left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_read_and_written() {
        let control = Control::parse("5m+3s").expect("a clock");
        assert_eq!(control.to_string(), "5m+3s");
        assert_eq!(Control::parse(&control.to_string()), Ok(control));
        assert_eq!(
            Control::parse("90s").map(|it| it.to_string()),
            Ok("1m 30s".to_owned())
        );
        for wrong in [
            "", "5", "+", "0s", "5m+", "5m+3s+1s", "100w", "-5m", "1e99m",
        ] {
            assert!(Control::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn time_runs_out() {
        let mut clock = Clock::new(Control::parse("1m+5s").expect("a clock"));
        assert!(!clock.run(Player::First, Duration::from_secs(50)));
        clock.turn_made(Player::First);
        assert_eq!(clock.shown(Player::First), "0:15");
        assert!(clock.run(Player::Second, Duration::from_secs(61)));
        assert_eq!(clock.shown(Player::Second), "0:00.0");
    }
}
