//! The full screen as it is drawn, without a terminal: events in, a buffer of cells out.

use koma::board::Square;
use koma::{Game, Picks, Variant};
use koma_cli::players::thinking::{Said, Strength, Thought};
use koma_cli::terminal::clock::{Clock, Control};
use koma_cli::terminal::screen::draw::draw;
use koma_cli::terminal::screen::look::Look;
use koma_cli::terminal::screen::menu::{Answer, Chosen, Menu};
use koma_cli::terminal::screen::{Effect, Event, State};
use koma_cli::terminal::seats::{Seats, Sides};
use koma_cli::terminal::sitting::Sitting;
use koma_cli::terminal::table::{Origin, Table};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::library::has_rulebook;

/// A game on a screen.
pub fn screen(name: &str, position: Option<&str>, sides: Sides, size: (u16, u16)) -> State {
    let picks = Picks::default();
    let variant = Variant::open(name, &picks).unwrap();
    let game = match position {
        Some(text) => Game::from_position(&variant, text).unwrap(),
        None => Game::new(&variant),
    };
    let origin = Origin {
        name: name.to_owned(),
        picks,
    };
    let seats = Seats::of(sides, Strength::Level(3));
    let sitting = Sitting::new(Table::new(origin, game), seats, None);
    State::new(sitting, Look::new(true, false), size)
}

/// What is drawn.
pub fn buffer(state: &State) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(state.size.0, state.size.1)).unwrap();
    terminal.draw(|frame| draw(state, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of what is drawn, line by line.
fn text(state: &State) -> String {
    characters(&buffer(state))
}

/// The menu as it is drawn.
pub fn menu_buffer(menu: &Menu, size: (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal.draw(|frame| menu.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a buffer, line by line.
fn characters(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += symbol.width().max(1) as u16;
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// A key.
pub fn key(state: &mut State, code: KeyCode) -> Vec<Effect> {
    state.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Types a line.
pub fn typed(state: &mut State, line: &str) -> Vec<Effect> {
    for c in line.chars() {
        key(state, KeyCode::Char(c));
    }
    key(state, KeyCode::Enter)
}

/// The middle of a square on the screen.
pub fn place(state: &State, square: &str) -> (u16, u16) {
    let cell = state
        .layout()
        .unwrap()
        .cell(state.view, named(state, square));
    (cell.x + cell.width / 2, cell.y + cell.height / 2)
}

fn named(state: &State, square: &str) -> Square {
    let sheet = state.game().variant().sheet();
    sheet.geometry.read(square, sheet.coordinates).unwrap().0
}

/// A click on a square.
pub fn click(state: &mut State, square: &str) -> Vec<Effect> {
    let (x, y) = place(state, square);
    click_at(state, x, y)
}

fn click_at(state: &mut State, column: u16, row: u16) -> Vec<Effect> {
    state.update(Event::Mouse(MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row,
        modifiers: KeyModifiers::NONE,
    }))
}

fn turns(state: &State) -> Vec<String> {
    state.it.table.written()
}

#[test]
fn the_start_of_each_variant() {
    for name in koma::shipped::names().filter(|it| has_rulebook(it)) {
        let state = screen(name, None, Sides::None, (80, 30));
        insta::with_settings!({ omit_expression => true, snapshot_suffix => name }, {
            insta::assert_snapshot!("start", text(&state));
        });
    }
}

#[test]
fn a_large_board_does_without_lines() {
    let state = screen("shogi", None, Sides::None, (80, 24));
    insta::assert_snapshot!("without_lines", text(&state));
}

#[test]
fn a_piece_is_taken_up_and_put_down() {
    let mut state = screen("mini_shogi", None, Sides::None, (80, 30));
    // The cursor begins on c1; to a2, which holds a pawn.
    for code in [KeyCode::Left, KeyCode::Left, KeyCode::Up, KeyCode::Enter] {
        key(&mut state, code);
    }
    let taken_up = buffer(&state);
    let ground = |buffer: &Buffer, state: &State, square| buffer[place(state, square)].bg;
    let plain = ground(&taken_up, &state, "c3");
    assert_ne!(ground(&taken_up, &state, "a3"), plain, "targets are shown");
    assert_ne!(ground(&taken_up, &state, "c5"), plain, "zones are tinted");
    insta::assert_snapshot!("taken_up", text(&state));
    key(&mut state, KeyCode::Up);
    key(&mut state, KeyCode::Enter);
    assert_eq!(turns(&state), ["a2a3"]);
    let after = buffer(&state);
    assert_ne!(ground(&after, &state, "a2"), plain, "the last act is shown");
    assert_eq!(ground(&after, &state, "a2"), ground(&after, &state, "a3"));
    // The mouse does the same, and another piece can be taken up instead.
    click(&mut state, "d5");
    click(&mut state, "e4");
    click(&mut state, "e3");
    assert_eq!(turns(&state), ["a2a3", "e4e3"]);
}

#[test]
fn without_colours_marks_stand_for_them() {
    let mut state = screen("mini_shogi", None, Sides::None, (80, 24));
    state.look = Look::new(false, true);
    click(&mut state, "d1");
    insta::assert_snapshot!("no_colours", text(&state));
    for cell in buffer(&state).content() {
        assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
    }
    let cell = &buffer(&state)[place(&state, "d1")];
    assert!(cell.modifier.contains(Modifier::REVERSED));
}

#[test]
fn a_refusal_names_its_rule_and_shows_it() {
    let mut state = screen(
        "yokai_5x6",
        Some("4k/5/5/2P2/5/K4 b P"),
        Sides::None,
        (100, 32),
    );
    // The hand lies below the board.
    key(&mut state, KeyCode::Down);
    key(&mut state, KeyCode::Enter);
    click(&mut state, "c5");
    assert!(
        state.saying.text.contains("forbid.two-kodama"),
        "{}",
        state.saying.text
    );
    assert_eq!(state.blamed, [named(&state, "c3")]);
    key(&mut state, KeyCode::F(3));
    insta::assert_snapshot!("why", text(&state));
    key(&mut state, KeyCode::Esc);
    assert!(state.dialog.is_none());
    // The rules can be asked beforehand too.
    typed(&mut state, "why P*b5");
    assert!(
        text(&state).contains("`P*b5` is allowed"),
        "{}",
        text(&state)
    );
}

#[test]
fn promotion_is_asked_when_it_is_free() {
    let position = Some("4k/S4/5/5/4K b -");
    let mut state = screen("mini_shogi", position, Sides::None, (80, 30));
    click(&mut state, "a4");
    click(&mut state, "a5");
    insta::assert_snapshot!("promote", text(&state));
    key(&mut state, KeyCode::Down);
    key(&mut state, KeyCode::Enter);
    assert_eq!(turns(&state), ["a4a5"]);
    key(&mut state, KeyCode::F(4));
    click(&mut state, "a4");
    click(&mut state, "a5");
    key(&mut state, KeyCode::Char('1'));
    assert_eq!(turns(&state), ["a4a5+"]);
    // Where it is not free, nothing is asked.
    let mut state = screen(
        "mini_shogi",
        Some("4k/P4/5/5/4K b -"),
        Sides::None,
        (80, 30),
    );
    click(&mut state, "a4");
    click(&mut state, "a5");
    assert_eq!(turns(&state), ["a4a5+"]);
}

#[test]
fn a_turn_of_several_acts_tells_what_is_left() {
    let mut state = screen("sensei", None, Sides::None, (100, 34));
    click(&mut state, "a1");
    click(&mut state, "a3");
    assert_eq!(
        state.it.left().unwrap(),
        "1 × move a stone, 1 × move the character"
    );
    insta::assert_snapshot!("several_acts", text(&state));
    click(&mut state, "b1");
    click(&mut state, "b2");
    // One act is taken back, then done again.
    key(&mut state, KeyCode::F(4));
    assert_eq!(turns(&state), ["a1a3,"]);
    key(&mut state, KeyCode::F(5));
    assert_eq!(turns(&state), ["a1a3,b1b2,"]);
    key(&mut state, KeyCode::F(8));
    assert_eq!(turns(&state), ["a1a3,b1b2"]);
    // A turn that is over is taken back as a whole.
    key(&mut state, KeyCode::F(4));
    assert!(turns(&state).is_empty());
    typed(&mut state, "a1a3,b1b2");
    assert_eq!(turns(&state), ["a1a3,b1b2"]);
}

#[test]
fn the_computer_thinks_beside_and_can_be_hurried() {
    let mut state = screen("mini_shogi", None, Sides::Second, (80, 30));
    assert!(state.begin().is_empty());
    let effects = typed(&mut state, "a2a3");
    let asked = effects.iter().find_map(|it| match it {
        Effect::Ask { number, game, .. } => Some((*number, game.clone())),
        _ => None,
    });
    let (number, game) = asked.unwrap();
    assert!(effects.iter().any(|it| matches!(it, Effect::Keep)));
    let mut shown = Vec::new();
    for _ in 0..2 {
        state.update(Event::Tick(std::time::Duration::from_millis(100)));
        shown.push(text(&state));
    }
    assert!(shown[0].contains("second is thinking"), "{}", shown[0]);
    assert_ne!(shown[0], shown[1], "something turns round");
    let acts = game.acts();
    let thought = |remark: &str| Thought {
        turn: vec![acts[0]],
        remark: remark.to_owned(),
    };
    state.update(Event::Said(Said::SoFar(number, thought("depth 3"))));
    assert!(text(&state).contains("(depth 3)"));
    // A turn of one's own has to wait; `now` hurries.
    typed(&mut state, "a3a4");
    assert_eq!(turns(&state), ["a2a3"]);
    assert!(matches!(
        key(&mut state, KeyCode::F(8))[..],
        [Effect::Hurry]
    ));
    // An answer to another question is not heard.
    state.update(Event::Said(Said::Answer(number + 1, Some(thought("")))));
    assert_eq!(turns(&state).len(), 1);
    state.update(Event::Said(Said::Answer(number, Some(thought("")))));
    assert_eq!(turns(&state).len(), 2);
    // Undo goes back to the person's own turn.
    key(&mut state, KeyCode::F(4));
    assert!(turns(&state).is_empty());
    // Taking back while it thinks is possible too; its answer comes too late.
    typed(&mut state, "a2a3");
    key(&mut state, KeyCode::F(4));
    state.update(Event::Said(Said::Answer(number + 1, Some(thought("")))));
    assert!(turns(&state).is_empty() && state.work.is_none());
}

#[test]
fn an_opponent_that_is_gone_leaves_its_side_to_the_person() {
    let mut state = screen("mini_shogi", None, Sides::First, (80, 30));
    assert_eq!(state.begin().len(), 1);
    // A lone person sits at the bottom.
    assert_eq!(state.view, koma::Player::Second);
    state.update(Event::Said(Said::Gone));
    assert!(state.saying.alarm);
    typed(&mut state, "a2a3");
    assert_eq!(turns(&state), ["a2a3"]);
}

#[test]
fn the_clock_runs_and_decides() {
    let mut state = screen("mini_shogi", None, Sides::None, (80, 30));
    state.it.clock = Some(Clock::new(Control::parse("1m+5s").unwrap()));
    let seconds = std::time::Duration::from_secs;
    state.update(Event::Tick(seconds(20)));
    typed(&mut state, "a2a3");
    assert!(text(&state).contains("first  0:45"), "{}", text(&state));
    state.update(Event::Tick(seconds(61)));
    assert!(
        text(&state).contains("first wins by time"),
        "{}",
        text(&state)
    );
    assert!(
        state
            .it
            .record()
            .contains("result      = \"first wins by time\"")
    );
}

#[test]
fn taking_back_gives_the_time_back() {
    let mut state = screen("mini_shogi", None, Sides::None, (80, 30));
    state.it.clock = Some(Clock::new(Control::parse("1m+5s").unwrap()));
    let seconds = std::time::Duration::from_secs;
    let shown = |state: &State| {
        let clock = state.it.clock.as_ref().unwrap();
        koma::Player::BOTH.map(|it| clock.shown(it))
    };
    state.update(Event::Tick(seconds(20)));
    typed(&mut state, "a2a3");
    state.update(Event::Tick(seconds(10)));
    typed(&mut state, "e4e3");
    state.update(Event::Tick(seconds(7)));
    assert_eq!(shown(&state), ["0:38", "0:55"]);
    // Two turns back, each to what the clocks showed when it began; then the same way forth.
    key(&mut state, KeyCode::F(4));
    assert_eq!(shown(&state), ["0:45", "1:00"]);
    key(&mut state, KeyCode::F(4));
    assert_eq!(shown(&state), ["1:00", "1:00"]);
    key(&mut state, KeyCode::F(5));
    assert_eq!(shown(&state), ["0:45", "1:00"]);
    key(&mut state, KeyCode::F(5));
    assert_eq!(shown(&state), ["0:45", "0:55"]);
    // Another turn instead: time goes on from there, and nothing of the old turn comes back.
    key(&mut state, KeyCode::F(4));
    state.update(Event::Tick(seconds(30)));
    typed(&mut state, "c5d4");
    assert_eq!(shown(&state), ["0:45", "0:35"]);
    key(&mut state, KeyCode::F(4));
    assert_eq!(shown(&state), ["0:45", "1:00"]);
    // Whose time is up has that of this turn again; who gave up has what was left.
    state.update(Event::Tick(seconds(61)));
    assert_eq!(state.it.table.result_text(), "first wins by time");
    key(&mut state, KeyCode::F(4));
    assert!(state.it.table.result().is_none());
    assert_eq!(shown(&state), ["0:45", "1:00"]);
    state.update(Event::Tick(seconds(15)));
    typed(&mut state, "resign");
    key(&mut state, KeyCode::Char('y'));
    key(&mut state, KeyCode::F(4));
    assert!(state.it.table.result().is_none());
    assert_eq!(shown(&state), ["0:45", "0:45"]);
}

#[test]
fn giving_up_is_asked_twice_and_can_be_taken_back() {
    let mut state = screen("mini_shogi", None, Sides::None, (80, 30));
    key(&mut state, KeyCode::F(9));
    insta::assert_snapshot!("resign", text(&state));
    key(&mut state, KeyCode::Char('n'));
    assert!(state.it.table.result().is_none());
    typed(&mut state, "resign");
    key(&mut state, KeyCode::Char('y'));
    assert_eq!(state.it.table.result_text(), "second wins by resignation");
    click(&mut state, "a2");
    assert!(state.saying.text.contains("the game is over"));
    key(&mut state, KeyCode::F(4));
    assert!(state.it.table.result().is_none());
}

#[test]
fn every_size_is_drawn() {
    for name in koma::shipped::names() {
        let mut state = screen(name, None, Sides::None, (80, 24));
        assert!(
            state.layout().is_ok(),
            "{name} fits a terminal of the usual size"
        );
        for size in [
            (1, 1),
            (2, 40),
            (39, 5),
            (40, 12),
            (60, 17),
            (80, 24),
            (200, 70),
        ] {
            state.update(Event::Resize(size.0, size.1));
            text(&state);
            key(&mut state, KeyCode::F(1));
            text(&state);
            key(&mut state, KeyCode::Esc);
        }
    }
    let state = screen("shogi", None, Sides::None, (40, 12));
    insta::assert_snapshot!("too_small", text(&state));
}

#[test]
fn the_board_is_flipped_with_the_mouse() {
    let mut state = screen("mini_shogi", None, Sides::None, (120, 30));
    let (x, y) = place(&state, "a1");
    let line = text(&state);
    let buttons = line.lines().last().unwrap();
    let column = buttons.find("F6").unwrap() as u16;
    click_at(&mut state, column, 29);
    assert_ne!(place(&state, "a1"), (x, y));
    assert_eq!(place(&state, "e5"), (x, y));
    // Pieces that point down are marked, whoever owns them.
    assert!(text(&state).contains("v玉"), "{}", text(&state));
}

#[test]
fn signs_or_letters() {
    let mut state = screen("yokai_3x4", None, Sides::None, (80, 30));
    assert!(text(&state).contains("🦊"));
    typed(&mut state, "letters");
    assert!(!text(&state).contains("🦊") && text(&state).contains('k'));
}

#[test]
fn hints_and_help_can_be_read() {
    let mut state = screen("yokai_3x4", None, Sides::None, (90, 34));
    typed(&mut state, "hint");
    assert!(
        text(&state).contains("4 acts are possible"),
        "{}",
        text(&state)
    );
    assert!(
        text(&state).contains("looking for advice"),
        "{}",
        text(&state)
    );
    let mut state = screen("yokai_3x4", None, Sides::None, (90, 34));
    key(&mut state, KeyCode::Char('?'));
    insta::assert_snapshot!("help", text(&state));
}

/// Any keys and clicks whatever: nothing breaks, and what is played is legal.
#[test]
fn nothing_that_is_pressed_breaks_it() {
    let mut dice = fastrand::Rng::with_seed(5);
    for name in koma::shipped::names() {
        let mut state = screen(name, None, Sides::None, (90, 30));
        let pressed = if has_rulebook(name) { 1500 } else { 150 };
        for _ in 0..pressed {
            match dice.u8(..12) {
                0..6 => {
                    click_at(&mut state, dice.u16(..92), dice.u16(..31));
                }
                6 => {
                    key(&mut state, KeyCode::Enter);
                }
                7 => {
                    key(&mut state, KeyCode::F(dice.u8(1..=12)));
                }
                8 => {
                    key(&mut state, KeyCode::Tab);
                }
                9 => {
                    let code = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];
                    key(&mut state, code[dice.usize(..4)]);
                }
                10 => {
                    key(&mut state, KeyCode::Char(dice.char(..)));
                }
                _ => {
                    key(&mut state, KeyCode::Esc);
                }
            }
        }
        text(&state);
        // The record of whatever was played can be played again.
        let kept = koma_cli::terminal::record::parse("random", &state.it.record(), false);
        let kept = kept.unwrap_or_else(|report| panic!("{name}: {report}\n{}", state.it.record()));
        assert_eq!(kept.table.game().position(), state.game().position());
    }
}

/// A menu with what `koma play` begins with.
pub fn menu() -> Menu {
    let look = Look::new(true, false);
    Menu::new(look, Sides::Second, Strength::Level(3), None)
}

/// The shipped variants in the order of the menu.
pub fn in_the_menu() -> Vec<&'static str> {
    let groups = koma_cli::report::library::groups(koma::say::Language::English);
    let all = groups.iter().flat_map(|it| &it.variants);
    all.map(|it| it.name).collect()
}

fn pressed(menu: &mut Menu, codes: &[KeyCode]) -> Answer {
    let mut last = Answer::Open;
    for code in codes {
        assert_eq!(last, Answer::Open, "before {code:?}");
        last = menu.key(KeyEvent::new(*code, KeyModifiers::NONE));
    }
    last
}

#[test]
fn the_menu_offers_every_shipped_variant() {
    insta::assert_snapshot!("menu", characters(&menu_buffer(&menu(), (100, 18))));
    let names = in_the_menu();
    for (i, name) in names.iter().enumerate() {
        let mut codes = vec![KeyCode::Down; i];
        codes.push(KeyCode::Enter);
        let chosen = Chosen {
            variant: (*name).to_owned(),
            computer: Sides::Second,
            level: Strength::Level(3),
            clock: None,
        };
        assert_eq!(pressed(&mut menu(), &codes), Answer::Play(chosen));
    }
    for code in [KeyCode::Esc, KeyCode::Char('q'), KeyCode::F(10)] {
        assert_eq!(pressed(&mut menu(), &[code]), Answer::Leave);
    }
    let end = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(menu().key(end), Answer::Leave);
}

#[test]
fn the_menu_sets_sides_level_and_clock() {
    let mut menu = menu();
    let codes = [
        KeyCode::Down,
        KeyCode::End,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Left,
        KeyCode::Up,
        KeyCode::Right,
        KeyCode::Right,
    ];
    assert_eq!(pressed(&mut menu, &codes), Answer::Open);
    insta::assert_snapshot!("menu_set", characters(&menu_buffer(&menu, (60, 18))));
    let names = in_the_menu();
    let chosen = Chosen {
        variant: names[1].to_owned(),
        computer: Sides::None,
        level: Strength::Level(2),
        clock: Some(Control::parse("1m+1s").unwrap()),
    };
    assert_eq!(
        pressed(&mut menu, &[KeyCode::Enter]),
        Answer::Play(chosen),
        "the game that was chosen before the settings"
    );
    // Round and round, and a clock of one's own is among them.
    let own = Some(Control::parse("7m").unwrap());
    let mut menu = Menu::new(
        Look::new(false, false),
        Sides::Both,
        Strength::Level(10),
        own,
    );
    let turns = [KeyCode::Up, KeyCode::Right, KeyCode::Right, KeyCode::Enter];
    match pressed(&mut menu, &turns) {
        Answer::Play(chosen) => {
            assert_eq!(chosen.computer, Sides::Both);
            assert_eq!(chosen.level, Strength::Level(10));
            assert_eq!(chosen.clock, Some(Control::parse("1m+1s").unwrap()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_menu_fits_every_screen() {
    let mut menu = menu();
    for size in [(1, 1), (2, 2), (10, 3), (40, 5), (80, 24), (300, 100)] {
        for _ in 0..=koma::shipped::names().count() + 3 {
            pressed(&mut menu, &[KeyCode::Down]);
            let drawn = menu_buffer(&menu, size);
            let marked = drawn.content().iter().any(|it| it.bg == Color::Cyan);
            assert!(marked, "the cursor is seen at {size:?}");
        }
    }
}
