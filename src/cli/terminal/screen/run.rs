//! The game on a real terminal: events in, effects out, and the terminal as it was before, whatever happens.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;

use super::draw::draw;
use super::look::Look;
use super::menu::{Answer, Chosen, Menu};
use super::state::{Effect, Event, State};
use crate::players::thinking::Thinking;
use crate::report::output::{Status, drawn, remark, result, write_whole};
use crate::terminal::record;
use crate::terminal::sitting::Sitting;
use koma::text::safe;

/// How often the screen looks up when nothing happens.
const TICK: Duration = Duration::from_millis(100);
/// How long the program may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(2);
/// How often it looks up while the computer thinks.
const BUSY_TICK: Duration = Duration::from_millis(20);

/// Plays a game on the full screen.
pub fn play(it: Sitting, seed: u64, look: Look) -> Status {
    let told = match Screen::open() {
        Ok(mut screen) => {
            let size = screen.terminal.size().unwrap_or_default();
            let mut state = State::new(it, look, (size.width, size.height));
            let ended = turn_round(&mut screen.terminal, &mut state, seed);
            drop(screen);
            ended.map(|()| state)
        }
        Err(error) => Err(error),
    };
    match told {
        Ok(state) => {
            farewell(&state);
            Status::Done
        }
        Err(error) => no_terminal(&error),
    }
}

/// Lets a person choose a game; what is decided is said in the end.
pub fn choose(menu: &mut Menu) -> Result<Option<Chosen>, Status> {
    let chosen = Screen::open().and_then(|mut screen| {
        let ends = asked_to_end();
        loop {
            screen.terminal.draw(|frame| menu.draw(frame))?;
            while !event::poll(TICK)? {
                if ends.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            if let event::Event::Key(key) = event::read()? {
                match menu.key(key) {
                    Answer::Open => {}
                    Answer::Play(chosen) => return Ok(Some(chosen)),
                    Answer::Leave => return Ok(None),
                }
            }
        }
    });
    chosen.map_err(|error| no_terminal(&error))
}

fn no_terminal(error: &io::Error) -> Status {
    remark(&format!("koma: the terminal: {error}"));
    Status::Usage
}

/// What is left to say when the screen is gone.
fn farewell(state: &State) {
    let table = &state.it.table;
    if let Some(told) = table.result_told() {
        result(&told);
    }
    let Some(file) = state.it.file.as_ref().filter(|it| it.exists()) else {
        return;
    };
    match (state.it.keeps_itself, table.result()) {
        (true, None) => remark("the game is kept: `koma play --resume` goes on with it"),
        (true, Some(_)) => {}
        (false, _) => {
            let name = safe::line(&file.display().to_string());
            remark(&format!("the game is in `{name}`"));
        }
    }
}

/// The terminal in our hands; given back when dropped, and before a panic is told.
struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        let terminal = ratatui::try_init()?;
        let earlier = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            earlier(info);
        }));
        let screen = Screen { terminal };
        execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
        ratatui::restore();
    }
}

fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, DisableBracketedPaste);
    let _ = io::stdout().flush();
}

/// Set when the system asks the program to end.
fn asked_to_end() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    FLAG.get_or_init(listen_for_the_end).clone()
}

fn listen_for_the_end() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
        signal_hook::consts::SIGINT,
    ] {
        let _ = signal_hook::flag::register(signal, flag.clone());
    }
    let asked = flag.clone();
    std::thread::spawn(move || {
        while !asked.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
        }
        // Where the terminal itself is gone, a question for its next key may never come back.
        std::thread::sleep(GRACE);
        give_back();
        std::process::exit(1);
    });
    flag
}

fn turn_round(terminal: &mut DefaultTerminal, state: &mut State, seed: u64) -> io::Result<()> {
    let ends = asked_to_end();
    let mut thinking = Thinking::new(seed);
    let mut effects = VecDeque::from(state.begin());
    let mut before = Instant::now();
    let mut stale = true;
    let mut listening = false;
    loop {
        while let Some(effect) = effects.pop_front() {
            if matches!(effect, Effect::Quit) {
                return Ok(());
            }
            if let Some(event) = carry_out(effect, state, &mut thinking) {
                effects.extend(state.update(event));
            }
            stale = true;
        }
        if ends.load(Ordering::Relaxed) {
            return Ok(());
        }
        if stale {
            terminal.draw(|frame| draw(state, frame))?;
        }
        let wait = if state.work.is_some() {
            BUSY_TICK
        } else {
            TICK
        };
        stale = event::poll(wait)?;
        if stale && let Some(event) = translated(event::read()?) {
            effects.extend(state.update(event));
        }
        // A change of size before anyone listened for it was told by no event.
        if !std::mem::replace(&mut listening, true) {
            let size = terminal.size()?;
            effects.extend(state.update(Event::Resize(size.width, size.height)));
            stale = true;
        }
        // What the opponent says after it was told to hurry may be about an earlier question.
        while state.work.is_some()
            && let Some(said) = thinking.heard()
        {
            effects.extend(state.update(Event::Said(said)));
            stale = true;
        }
        let now = Instant::now();
        if now - before >= TICK {
            stale |= state.work.is_some() || state.it.clock.is_some();
            effects.extend(state.update(Event::Tick(now - before)));
            before = now;
        }
    }
}

fn translated(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) => Some(Event::Key(key)),
        event::Event::Mouse(mouse) => Some(Event::Mouse(mouse)),
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(columns, rows) => Some(Event::Resize(columns, rows)),
        event::Event::FocusGained | event::Event::FocusLost => None,
    }
}

/// Does what has to be done outside; what came of it.
fn carry_out(effect: Effect, state: &State, thinking: &mut Thinking) -> Option<Event> {
    match effect {
        Effect::Ask {
            number,
            game,
            strength,
            time,
        } => {
            thinking.ask(number, *game, strength, time);
            None
        }
        Effect::Hurry => {
            thinking.hurry();
            None
        }
        Effect::Keep => state.it.keep().map(|(file, written)| Event::Written {
            file,
            error: written.err().map(|it| it.to_string()),
            asked: false,
        }),
        Effect::Save(file) => {
            let written = write_whole(&file, state.it.record().trim_end());
            Some(Event::Written {
                file,
                error: written.err().map(|it| it.to_string()),
                asked: true,
            })
        }
        Effect::Load(file) => Some(read(&file, state)),
        Effect::Quit => None,
    }
}

fn read(file: &Path, state: &State) -> Event {
    let kept = record::read(file, state.it.other_rules).map_err(|report| {
        let width = usize::from(state.size.0).saturating_sub(6).clamp(40, 110);
        let text = drawn(&report, false, width);
        text.trim_end().lines().map(str::to_owned).collect()
    });
    Event::Read {
        file: file.to_owned(),
        kept: kept.map(Box::new),
    }
}
