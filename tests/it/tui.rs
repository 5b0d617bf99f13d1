//! The built program in a real pseudo-terminal: keys and clicks in, a screen out.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use koma_cli::terminal::seats::Sides;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::screen::{place, screen};

/// Far longer than anything takes, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(60);

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";
const ENTER: &str = "\r";
const ESC: &str = "\x1b";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const END: &str = "\x1b[F";
const F3: &str = "\x1bOR";
const F8: &str = "\x1b[19~";
const F10: &str = "\x1b[21~";
const CTRL_C: &str = "\x03";
const CTRL_Z: &str = "\x1a";

/// A terminal with the program in it.
struct Seat {
    screen: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    keyboard: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    size: (u16, u16),
}

fn pty_size((columns, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols: columns,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// Starts `koma play` with these arguments; games that keep themselves do so under `home`.
fn sit(args: &[&str], home: &Path, term: &str) -> Seat {
    let size = (100, 32);
    let pair = native_pty_system().openpty(pty_size(size)).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_koma"));
    command.arg("play");
    command.args(args);
    command.env("TERM", term);
    command.env("HOME", home);
    command.env("XDG_STATE_HOME", home);
    command.env_remove("NO_COLOR");
    command.cwd(home);
    let child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let (says, bytes) = channel();
    std::thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(n @ 1..) = reader.read(&mut chunk) {
            if says.send(chunk[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    Seat {
        screen: vt100::Parser::new(size.1, size.0, 0),
        bytes,
        keyboard: pair.master.take_writer().unwrap(),
        master: pair.master,
        child,
        size,
    }
}

impl Seat {
    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows what it should.
    #[track_caller]
    fn wait(&mut self, what: &str, shows: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !shows(&self.text()) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.screen.process(&bytes),
                Err(_) => panic!("{what} is never seen:\n{}", self.text()),
            }
        }
    }

    #[track_caller]
    fn sees(&mut self, what: &str) {
        self.wait(what, |it| it.contains(what));
    }

    #[track_caller]
    fn sees_no_more(&mut self, what: &str) {
        self.wait(&format!("a screen without {what}"), |it| !it.contains(what));
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Clicks on a square of the variant's start position.
    fn click(&mut self, variant: &str, square: &str) {
        let (x, y) = place(&screen(variant, None, Sides::None, self.size), square);
        let (x, y) = (x + 1, y + 1);
        self.press(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    /// The program has ended well, and the terminal is as it was.
    #[track_caller]
    fn ends(mut self) {
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.screen.process(&bytes);
        }
        assert!(self.child.wait().unwrap().success(), "{}", self.text());
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.bracketed_paste());
    }
}

#[test]
fn a_game_with_keys_mouse_and_words() {
    let home = tempfile::tempdir().unwrap();
    let mut seat = sit(
        &["mini_shogi", "--computer", "none"],
        home.path(),
        "xterm-256color",
    );
    seat.sees("first to move: choose a piece");
    assert!(seat.screen.screen().alternate_screen());
    // By cursor keys: from c1 to a2, and the pawn a step up.
    seat.press(&[LEFT, LEFT, UP, ENTER].concat());
    seat.sees("choose where it goes");
    seat.press(&[UP, ENTER].concat());
    seat.sees("second to move");
    seat.sees("1 a2a3");
    // By mouse.
    seat.click("mini_shogi", "e4");
    seat.sees("choose where it goes");
    seat.click("mini_shogi", "e3");
    seat.sees("1 a2a3 e4e3");
    // By a typed turn.
    seat.press("a3a4\r");
    seat.sees("2 a3a4");
    // A refused turn, with the reason and the rule's line.
    seat.press("e5e1\r");
    seat.sees("`e5e1` is refused by pieces.king.moves");
    seat.press(F3);
    seat.sees("mini_shogi.toml:");
    seat.sees("MS-08");
    seat.press(ESC);
    seat.sees_no_more("mini_shogi.toml:");
    seat.press(CTRL_Z);
    seat.sees("taken back");
    seat.sees_no_more("2 a3a4");
    seat.press("save my.koma\r");
    seat.sees("saved to `my.koma`");
    seat.press(F10);
    seat.ends();
    let text = std::fs::read_to_string(home.path().join("my.koma")).unwrap();
    assert!(text.contains("\"a2a3\", \"e4e3\",  # 1"), "{text}");
}

#[test]
fn a_menu_comes_first_where_no_variant_is_named() {
    let home = tempfile::tempdir().unwrap();
    let mut seat = sit(&["--computer", "none"], home.path(), "xterm-256color");
    seat.sees("which game?");
    seat.sees("< both sides >");
    let names = crate::screen::in_the_menu();
    let place = names.iter().position(|it| *it == "mini_shogi").unwrap();
    seat.press(&DOWN.repeat(place));
    seat.sees("> Mini Shogi");
    // The last of the settings is the clock.
    seat.press(&format!("{END}{RIGHT}"));
    seat.sees("< 1m+1s >");
    seat.press("\r");
    seat.sees("first to move");
    seat.sees_no_more("which game?");
    seat.press("a2a3\r");
    seat.sees("second to move");
    seat.press(CTRL_C);
    seat.ends();

    let mut seat = sit(&[], home.path(), "xterm-256color");
    seat.sees("which game?");
    seat.press(ESC);
    seat.ends();

    let mut seat = sit(&["--plain"], home.path(), "xterm-256color");
    seat.sees("which variant?");
    seat.sees("Mini Shogi");
}

#[test]
fn promotion_is_asked_in_a_terminal() {
    let home = tempfile::tempdir().unwrap();
    let position = "--position=4k/S4/5/5/4K b -";
    let args = ["mini_shogi", "--computer", "none", position];
    let mut seat = sit(&args, home.path(), "xterm-256color");
    seat.sees("first to move");
    seat.click("mini_shogi", "a4");
    seat.sees("choose where it goes");
    seat.click("mini_shogi", "a5");
    seat.sees("Promote?");
    seat.sees("2  stay silver");
    seat.press("1");
    seat.sees("a4a5+");
    seat.press(CTRL_C);
    seat.ends();
}

#[test]
fn several_acts_make_a_turn() {
    let home = tempfile::tempdir().unwrap();
    let mut seat = sit(
        &["sensei", "--computer", "none"],
        home.path(),
        "xterm-256color",
    );
    seat.sees("left: 2 × move a stone, 1 × move the character");
    seat.click("sensei", "a1");
    seat.sees("choose where it goes");
    seat.click("sensei", "a3");
    seat.sees("left: 1 × move a stone, 1 × move the character");
    seat.press("b1b2,\r");
    seat.sees("left: 1 × move the character; F8 ends the turn");
    seat.press(F8);
    seat.sees("second to move; left: 2 × move a stone");
    seat.sees("a1a3,b1b2");
    seat.press("quit\r");
    seat.ends();
}

#[test]
fn the_computer_answers_and_nothing_is_lost_in_a_crash() {
    let home = tempfile::tempdir().unwrap();
    let args = ["mini_shogi", "--random", "second", "--seed", "5"];
    let mut seat = sit(&args, home.path(), "xterm-256color");
    seat.sees("first to move");
    seat.press("a2a3\r");
    let row = |it: &str| {
        it.lines()
            .find(|it| it.contains("1 a2a3 "))
            .map(str::to_owned)
    };
    let answered = |it: &str| {
        row(it).is_some_and(|it| it.trim_end_matches(['│', ' ']).len() > 40)
            && it.contains("first to move: choose")
    };
    seat.wait("the answer", |it| answered(it));
    // Killed outright.
    let id = seat.child.process_id().unwrap().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-9", &id])
        .status();
    assert!(killed.unwrap().success());
    seat.child.wait().unwrap();
    let mut again = sit(&["--resume"], home.path(), "xterm-256color");
    again.wait("the same game", |it| answered(it));
    again.press(F10);
    again.ends();
}

#[test]
fn a_terminal_can_change_its_size() {
    let home = tempfile::tempdir().unwrap();
    let mut seat = sit(&["mini_shogi"], home.path(), "xterm-256color");
    seat.sees("first to move");
    for (size, seen) in [((30, 8), "This game needs"), ((90, 28), "10Quit")] {
        seat.master.resize(pty_size(size)).unwrap();
        seat.screen.screen_mut().set_size(size.1, size.0);
        seat.sees(seen);
    }
    seat.press("\x1b[21~");
    seat.ends();
}

#[test]
fn a_request_to_end_gives_the_terminal_back() {
    let home = tempfile::tempdir().unwrap();
    let mut seat = sit(&["mini_shogi"], home.path(), "xterm-256color");
    seat.sees("first to move");
    let id = seat.child.process_id().unwrap().to_string();
    let told = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(told.unwrap().success());
    seat.ends();
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let home = tempfile::tempdir().unwrap();
    let pair = native_pty_system().openpty(pty_size((100, 32))).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_koma"));
    command.args(["play", "mini_shogi"]);
    command.env("TERM", "xterm-256color");
    command.env("XDG_STATE_HOME", home.path());
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let (mut shown, mut chunk) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&shown).contains("Help") {
        let n = reader.read(&mut chunk).unwrap();
        assert!(n > 0, "it ended early");
        shown.extend_from_slice(&chunk[..n]);
    }
    drop((reader, pair.master));
    let deadline = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("it goes on without a terminal");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_terminal_that_can_do_little_gets_lines() {
    for (args, term) in [
        (&["mini_shogi", "--random", "none"][..], "dumb"),
        (
            &["mini_shogi", "--random", "none", "--plain"][..],
            "xterm-256color",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let mut seat = sit(args, home.path(), term);
        seat.sees("first>");
        assert!(!seat.screen.screen().alternate_screen());
        seat.press("a2a3\n");
        seat.sees("second>");
        seat.press("quit\n");
        seat.ends();
    }
}
