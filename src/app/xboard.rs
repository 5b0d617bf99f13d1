//! `koma xboard`: version 2 of the protocol of XBoard, with variants that it never heard of.
//!
//! XBoard is told the board, the start and each piece's moves; what it cannot know (forbidden drops, ends) is the
//! engine's word: `Illegal move (reason)`, and the result of the game.

use std::time::{Duration, Instant};

use super::betza::betza;
use super::engine::{Engine, Event, Seat, in_a_line, share_of_clock};
use super::output::{Status, remark, result};
use crate::board::diagram::Setup;
use crate::board::{Player, Square};
use crate::check::{Picks, Sheet};
use crate::play::{Act, Game};
use crate::text::safe;
use crate::think::{Limits, Score, Thought};

/// How the squares and pieces of a variant are written here.
#[derive(Debug, Clone)]
struct Dialect {
    /// Per kind: `P`, `+P`.
    letters: Vec<String>,
    /// The table of pieces.
    table: String,
    /// The number of the first rank.
    first_rank: usize,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Busy {
    /// Nothing.
    No,
    /// The engine's own turn.
    Turn,
    /// Whatever is on the board.
    Analysis,
    /// A hint.
    Hint,
}

struct Board {
    engine: Engine,
    game: Game,
    /// The games before each turn.
    before: Vec<Game>,
    dialect: Dialect,
    /// Whom the engine plays.
    own: Option<Player>,
    busy: Busy,
    analyses: bool,
    tells: bool,
    /// What the clock says, and when it said so.
    left: Option<Duration>,
    every: Duration,
    turns_per_session: u32,
    fixed: Option<Duration>,
    depth: Option<u32>,
    /// The square of the piece that the user has in the air.
    lifted: Option<String>,
    waiting: Vec<String>,
    since: Instant,
}

/// Speaks with XBoard until it is told to quit.
pub fn xboard(seat: Seat) -> Status {
    let dialect = match Dialect::of(seat.variant.sheet()) {
        Ok(dialect) => dialect,
        Err(wrong) => {
            remark(&format!("koma: {}: {wrong}", safe::line(&seat.name)));
            return Status::No;
        }
    };
    let game = Game::new(&seat.variant);
    let mut board = Board {
        engine: Engine::new(seat),
        game,
        before: Vec::new(),
        dialect,
        own: Some(Player::Second),
        busy: Busy::No,
        analyses: false,
        tells: false,
        left: None,
        every: Duration::ZERO,
        turns_per_session: 0,
        fixed: None,
        depth: None,
        lifted: None,
        waiting: Vec::new(),
        since: Instant::now(),
    };
    loop {
        let event = match board.waiting.is_empty() {
            false => Event::Line(board.waiting.remove(0)),
            true => board.engine.event(),
        };
        match event {
            Event::Line(line) => {
                if !board.line(&line) {
                    board.engine.stop();
                    return Status::Done;
                }
            }
            Event::Thought(thought) => board.thought(thought),
            Event::Time => board.engine.stop(),
            // A turn that is being thought about is still played.
            Event::Gone if board.busy == Busy::Turn => {}
            Event::Gone => return Status::Done,
        }
    }
}

impl Board {
    /// Does what a line says; false to quit.
    fn line(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" => return false,
            "xboard" | "accepted" | "rejected" | "random" | "hard" | "easy" | "computer"
            | "name" | "rating" | "ics" | "egtpath" | "nps" | "bk" | "put" | "hover" | "pause"
            | "resume" => {}
            "protover" => self.introduce(),
            "ping" => result(&format!("pong {}", safe::line(rest))),
            "post" => self.tells = true,
            "nopost" => self.tells = false,
            "variant" => self.variant(rest),
            "new" => {
                self.rest();
                self.engine.forget();
                self.game = Game::new(&self.engine.seat.variant);
                self.before.clear();
                self.own = Some(Player::Second);
                self.depth = None;
                self.analyses = false;
            }
            "force" => {
                self.rest();
                self.own = None;
            }
            "result" => {
                self.rest();
                self.own = None;
            }
            "go" => {
                self.rest();
                self.own = Some(self.game.to_move());
                self.act();
            }
            "playother" => {
                self.rest();
                self.own = Some(self.game.to_move().other());
            }
            "white" | "black" => {
                // As old clients mean it: this side is to move, the engine plays the other.
                let player = if word == "white" {
                    Player::First
                } else {
                    Player::Second
                };
                if self.game.to_move() == player {
                    self.rest();
                    self.own = Some(player.other());
                } else {
                    error("command not legal now", word);
                }
            }
            "?" => {
                if self.busy == Busy::Turn {
                    self.engine.stop();
                }
            }
            "usermove" => self.user_turn(rest),
            "level" => self.level(rest),
            "st" => match rest.parse::<f64>() {
                Ok(seconds) if (0.0..1e9).contains(&seconds) => {
                    self.fixed = Some(Duration::from_secs_f64(seconds));
                }
                _ => error("bad parameter", line),
            },
            "sd" => match rest.parse::<u32>() {
                Ok(depth) if depth > 0 => self.depth = Some(depth),
                _ => error("bad parameter", line),
            },
            "time" | "otim" => match rest.parse::<i64>() {
                Ok(centis) if word == "time" => {
                    self.left = Some(Duration::from_millis(centis.max(0) as u64 * 10));
                }
                Ok(_) => {}
                Err(_) => error("bad parameter", line),
            },
            "memory" => match rest.parse::<usize>() {
                Ok(megabytes) => {
                    self.rest();
                    self.engine.set_table(megabytes);
                }
                Err(_) => error("bad parameter", line),
            },
            "cores" => match rest.parse::<usize>() {
                Ok(threads) => {
                    self.rest();
                    self.engine.set_threads(threads);
                }
                Err(_) => error("bad parameter", line),
            },
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1, line),
            "remove" => self.undo(2, line),
            "analyze" => {
                self.rest();
                self.own = None;
                self.analyses = true;
                self.act();
            }
            "exit" => {
                self.rest();
                self.analyses = false;
            }
            "." => {}
            "draw" => {}
            "hint" => {
                if self.busy == Busy::No && self.game.outcome().is_none() {
                    self.think(Busy::Hint, Some(Duration::from_millis(500)));
                }
            }
            "lift" => self.lift(rest),
            "edit" | "exclude" | "include" | "setscore" | "option" | "egtb" => {
                error("unknown command", line);
            }
            // A client that was not asked for `usermove` sends turns as they are.
            _ if self.reads(word).is_some() && rest.is_empty() => self.user_turn(word),
            _ => error("unknown command", line),
        }
        true
    }

    fn introduce(&self) {
        let own = self.engine.seat.word();
        let mut names = vec![own.clone()];
        for name in crate::shipped::names().filter(|it| *it != own) {
            let fits = Seat::open(name, Picks::default())
                .is_ok_and(|it| Dialect::of(it.variant.sheet()).is_ok());
            if fits {
                names.push(name.to_owned());
            }
        }
        result(&format!(
            "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 sigterm=0 reuse=1 \
             analyze=1 colors=0 ics=0 name=0 pause=0 nps=0 debug=1 memory=1 smp=1 highlight=1 \
             myname=\"Koma {}\" variants=\"{}\"",
            env!("CARGO_PKG_VERSION"),
            names.join(",")
        ));
        result("feature done=1");
    }

    fn variant(&mut self, name: &str) {
        self.rest();
        let seat = if name == self.engine.seat.word() {
            Ok(self.engine.seat.clone())
        } else {
            let (plain, edition) = super::cli::split_edition(name);
            let picks = Picks {
                edition: edition.map(str::to_owned),
                sets: Vec::new(),
            };
            Seat::open(plain, picks).map_err(|it| in_a_line(&it))
        };
        let seat = seat.and_then(|seat| {
            let dialect = Dialect::of(seat.variant.sheet())?;
            Ok((seat, dialect))
        });
        match seat {
            Ok((seat, dialect)) => {
                self.game = Game::new(&seat.variant);
                self.before.clear();
                self.dialect = dialect;
                self.engine.sit(seat);
                self.describe();
            }
            Err(wrong) => {
                error(&wrong, &format!("variant {name}"));
            }
        }
    }

    /// Tells XBoard the rules, as far as it understands them.
    fn describe(&self) {
        let sheet = self.game.variant().sheet();
        let board = sheet.geometry;
        let in_hand = (0..sheet.kinds.len())
            .filter(|it| {
                !sheet.kinds[*it].drops_as.is_empty() && !self.dialect.letters[*it].starts_with('+')
            })
            .count();
        let droppable = sheet.to_hand || sheet.start.hands.iter().flatten().any(|it| *it > 0);
        let (held, parent) = if droppable {
            (in_hand.max(1), "shogi")
        } else {
            (0, "fairy")
        };
        result(&format!(
            "setup ({}) {}x{}+{held}_{parent} {}",
            self.dialect.table,
            board.files,
            board.ranks,
            self.dialect.fen(sheet, &sheet.start)
        ));
        for (kind, letter) in sheet.kinds.iter().zip(&self.dialect.letters) {
            let moves = betza(kind);
            if !moves.is_empty() && !letter.is_empty() {
                result(&format!("piece {letter}& {moves}"));
            }
        }
    }

    /// `level MOVES BASE INCREMENT`: minutes or minutes:seconds, then seconds.
    fn level(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parsed = match words.as_slice() {
            [turns, base, every] => {
                let base = match base.split_once(':') {
                    Some((minutes, seconds)) => minutes
                        .parse::<u64>()
                        .ok()
                        .zip(seconds.parse::<u64>().ok())
                        .map(|(m, s)| m.saturating_mul(60).saturating_add(s)),
                    None => base.parse::<u64>().ok().map(|it| it.saturating_mul(60)),
                };
                turns
                    .parse::<u32>()
                    .ok()
                    .zip(base)
                    .zip(every.parse::<f64>().ok())
            }
            _ => None,
        };
        match parsed {
            Some(((turns, base), every)) if (0.0..1e9).contains(&every) && base < 1 << 40 => {
                self.turns_per_session = turns;
                self.left = Some(Duration::from_secs(base));
                self.every = Duration::from_secs_f64(every);
                self.fixed = None;
            }
            _ => error("bad parameter", &format!("level {text}")),
        }
    }

    fn set_board(&mut self, text: &str) {
        self.rest();
        let variant = &self.engine.seat.variant;
        let read = self
            .dialect
            .setup(variant.sheet(), text)
            .and_then(|it| variant.read_position(&it).map_err(|it| in_a_line(&it)));
        match read {
            Ok(setup) => {
                self.game = Game::from_setup(variant, &setup);
                self.before.clear();
                self.act();
            }
            Err(wrong) => {
                result(&format!("tellusererror Illegal position: {wrong}"));
            }
        }
    }

    fn undo(&mut self, turns: usize, line: &str) {
        self.rest();
        if self.before.len() < turns {
            error("command not legal now", line);
            return;
        }
        for _ in 0..turns {
            if let Some(earlier) = self.before.pop() {
                self.game = earlier;
            }
        }
        if self.analyses {
            self.act();
        }
    }

    fn reads(&self, text: &str) -> Option<Wanted> {
        self.dialect.reads(self.game.variant().sheet(), text)
    }

    /// The user's turn, or the other engine's.
    fn user_turn(&mut self, text: &str) {
        let Some(wanted) = self.reads(text) else {
            error("unknown move", text);
            return;
        };
        self.rest();
        self.lifted = None;
        let sheet = self.game.variant().sheet();
        let own = wanted.text(sheet);
        let before = self.game.clone();
        match self.game.play_turn(&own) {
            Ok(()) => {
                self.before.push(before);
                self.tell_end();
                self.act();
            }
            Err(refusal) => {
                let reason = format!("{}: {}", refusal.by, refusal.reason);
                let reason = reason.replace(['(', ')'], "");
                result(&format!("Illegal move ({reason}): {}", safe::line(text)));
                if self.analyses {
                    self.act();
                }
            }
        }
    }

    /// Says the result, if there is one.
    fn tell_end(&self) {
        let Some(outcome) = self.game.outcome() else {
            return;
        };
        let score = match outcome.winner {
            Some(Player::First) => "1-0",
            Some(Player::Second) => "0-1",
            None => "1/2-1/2",
        };
        result(&format!("{score} {{{}}}", safe::line(&outcome.path)));
    }

    /// Thinks, if it is the moment to.
    fn act(&mut self) {
        if self.busy != Busy::No || self.game.outcome().is_some() {
            return;
        }
        if self.own == Some(self.game.to_move()) {
            let time = match (self.fixed, self.left) {
                (Some(fixed), _) => Some(
                    fixed
                        .saturating_sub(Duration::from_millis(20))
                        .max(fixed / 2),
                ),
                (None, Some(left)) => {
                    let played = (self.before.len() / 2) as u32;
                    let to_go = match self.turns_per_session {
                        0 => None,
                        n => Some(n - played % n),
                    };
                    Some(share_of_clock(left, self.every, to_go))
                }
                (None, None) => Some(Duration::from_secs(2)),
            };
            self.think(Busy::Turn, time);
        } else if self.analyses {
            self.think(Busy::Analysis, None);
        }
    }

    fn think(&mut self, busy: Busy, time: Option<Duration>) {
        let limits = Limits {
            depth: if busy == Busy::Turn { self.depth } else { None },
            time,
            ..Limits::default()
        };
        let limits = match busy {
            Busy::Turn => self.engine.limits(limits),
            _ => limits,
        };
        self.busy = busy;
        self.since = Instant::now();
        let tells = self.tells && busy != Busy::Hint || busy == Busy::Analysis;
        let (game, dialect, since) = (self.game.clone(), self.dialect.clone(), self.since);
        self.engine
            .think(&self.game, limits, Vec::new(), move |thought, _| {
                if tells {
                    inform(&game, &dialect, thought, since);
                }
            });
    }

    /// Thinking has come to an end.
    fn thought(&mut self, thought: Option<Thought>) {
        let busy = std::mem::replace(&mut self.busy, Busy::No);
        let Some(thought) = thought else {
            if busy == Busy::Turn {
                // There is nothing to do, and no rule ends the game.
                result("1/2-1/2 {no act is possible}");
            }
            return;
        };
        let text = self.dialect.turn(&self.game, &thought.turn);
        match busy {
            Busy::Turn => {
                self.before.push(self.game.clone());
                for act in &thought.turn {
                    self.game.play_unchecked(*act);
                }
                self.left = self.left.map(|it| it.saturating_sub(self.since.elapsed()));
                result(&format!("move {text}"));
                self.tell_end();
            }
            Busy::Hint => result(&format!("Hint: {text}")),
            Busy::Analysis | Busy::No => {}
        }
    }

    /// Lets no thinking go on.
    fn rest(&mut self) {
        if self.busy != Busy::No {
            self.engine.abandon(&mut self.waiting);
            self.busy = Busy::No;
        }
    }

    /// The user holds a piece in the air: where may it go?
    fn lift(&mut self, from: &str) {
        self.lifted = Some(from.to_owned());
        let sheet = self.game.variant().sheet();
        let board = sheet.geometry;
        let mut marks = vec![None::<char>; board.n_squares()];
        let setup = self.game.setup();
        for act in self.game.acts() {
            let (to, mark) = match act {
                Act::Move {
                    from: square,
                    to,
                    becomes,
                    ..
                } if self.dialect.square(sheet, square) == from => {
                    let plain = if setup.cells[to.index()].is_empty() {
                        'Y'
                    } else {
                        'R'
                    };
                    (to, if becomes.is_some() { 'M' } else { plain })
                }
                Act::Drop { to, kind } => {
                    let letter = &self.dialect.letters[kind as usize];
                    if !from.to_uppercase().starts_with(&format!("{letter}@")) {
                        continue;
                    }
                    (to, 'Y')
                }
                _ => continue,
            };
            let cell = &mut marks[to.index()];
            // A choice is offered where the piece may promote, even if it also may not.
            if *cell != Some('M') {
                *cell = Some(mark);
            }
        }
        let mut rows = Vec::new();
        for rank in (0..board.ranks).rev() {
            let mut row = String::new();
            let mut run = 0;
            for file in 0..board.files {
                match marks[board.square(file, rank).index()] {
                    Some(mark) => {
                        if run > 0 {
                            row += &run.to_string();
                        }
                        run = 0;
                        row.push(mark);
                    }
                    None => run += 1,
                }
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        result(&format!("highlight {}", rows.join("/")));
    }
}

/// A turn as XBoard writes it, read.
#[derive(Debug, Clone)]
enum Wanted {
    Move {
        from: Square,
        to: Square,
        face: String,
    },
    Drop {
        letter: String,
        to: Square,
    },
    Pass,
}

impl Wanted {
    /// The turn as the variant writes it.
    fn text(&self, sheet: &Sheet) -> String {
        let square = |it: Square| sheet.geometry.write(it, sheet.coordinates);
        match self {
            Wanted::Move { from, to, face } => format!("{}{}{face}", square(*from), square(*to)),
            Wanted::Drop { letter, to } => format!("{letter}*{}", square(*to)),
            Wanted::Pass => "pass".to_owned(),
        }
    }
}

impl Dialect {
    /// How a variant is written, or why it cannot be.
    fn of(sheet: &Sheet) -> Result<Dialect, String> {
        if sheet.turns.iter().any(|it| it.several) {
            return Err("XBoard has no turns of several acts".to_owned());
        }
        if sheet.layers.len() > 1 || sheet.kinds.iter().any(|it| it.neutral) {
            return Err(
                "XBoard has one piece on a square, and every piece has an owner".to_owned(),
            );
        }
        let board = sheet.geometry;
        if board.files > 26 || board.ranks > 25 {
            return Err("XBoard has no board as large as this".to_owned());
        }
        let letters: Vec<String> = sheet.kinds.iter().map(|it| it.letter.clone()).collect();
        let plain = |it: &str| it.len() == 1 && it.chars().all(|c| c.is_ascii_uppercase());
        let well = |it: &String| plain(it.strip_prefix('+').unwrap_or(it));
        if let Some(wrong) = letters.iter().find(|it| !well(it)) {
            return Err(format!("XBoard has no piece with the letter `{wrong}`"));
        }
        let table = piece_table(sheet, &letters)?;
        Ok(Dialect {
            letters,
            table,
            first_rank: usize::from(board.ranks != 10),
        })
    }

    fn square(&self, sheet: &Sheet, square: Square) -> String {
        let board = sheet.geometry;
        let file = crate::board::square::letters(board.file(square));
        format!("{file}{}", board.rank(square) + self.first_rank)
    }

    /// A turn of one act.
    fn turn(&self, game: &Game, turn: &[Act]) -> String {
        let sheet = game.variant().sheet();
        match turn.first() {
            Some(Act::Move {
                from,
                to,
                kind,
                becomes,
            }) => {
                let face = match becomes {
                    None => String::new(),
                    Some(face) => {
                        let letter = &self.letters[*face as usize];
                        let own = &self.letters[*kind as usize];
                        if *letter == format!("+{own}") {
                            "+".to_owned()
                        } else {
                            letter.to_ascii_lowercase()
                        }
                    }
                };
                format!(
                    "{}{}{face}",
                    self.square(sheet, *from),
                    self.square(sheet, *to)
                )
            }
            Some(Act::Drop { to, kind }) => {
                format!(
                    "{}@{}",
                    self.letters[*kind as usize],
                    self.square(sheet, *to)
                )
            }
            Some(Act::Pass | Act::End) | None => "@@@@".to_owned(),
        }
    }

    fn read_square(&self, sheet: &Sheet, text: &str) -> Option<(Square, usize)> {
        let n = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let m = text[n..].bytes().take_while(u8::is_ascii_digit).count();
        let file = crate::board::square::letters_index(&text[..n])?;
        let rank: usize = (m <= 2).then(|| text[n..n + m].parse().ok()).flatten()?;
        let rank = rank.checked_sub(self.first_rank)?;
        let board = sheet.geometry;
        (file < board.files && rank < board.ranks).then(|| (board.square(file, rank), n + m))
    }

    fn reads(&self, sheet: &Sheet, text: &str) -> Option<Wanted> {
        if text == "@@@@" {
            return Some(Wanted::Pass);
        }
        if let Some((letter, square)) = text.split_once('@') {
            let (to, n) = self.read_square(sheet, square)?;
            let letter = letter.to_ascii_uppercase();
            return (n == square.len() && self.letters.contains(&letter))
                .then_some(Wanted::Drop { letter, to });
        }
        let (from, n) = self.read_square(sheet, text)?;
        let (to, m) = self.read_square(sheet, text.get(n..)?)?;
        let rest = &text[n + m..];
        let face = match rest {
            "" | "=" => String::new(),
            "+" => "+".to_owned(),
            _ => {
                let letter = rest.trim_start_matches('=').to_ascii_uppercase();
                if !self.letters.contains(&letter) {
                    return None;
                }
                format!("={letter}")
            }
        };
        Some(Wanted::Move { from, to, face })
    }

    /// A position as XBoard writes it.
    fn fen(&self, sheet: &Sheet, setup: &Setup) -> String {
        let letters = sheet.letters();
        let mut held = String::new();
        for player in Player::BOTH {
            for (kind, n) in setup.hands[player.index()].iter().enumerate() {
                let letter = match player {
                    Player::First => self.letters[kind].clone(),
                    Player::Second => self.letters[kind].to_ascii_lowercase(),
                };
                for _ in 0..*n {
                    held += &letter;
                }
            }
        }
        if held.is_empty() {
            held.push('-');
        }
        let side = if setup.side == Player::First {
            'w'
        } else {
            'b'
        };
        format!("{}[{held}] {side} 0 1", letters.write_board(&setup.cells))
    }

    /// XBoard's position as the variant writes it.
    fn setup(&self, sheet: &Sheet, fen: &str) -> Result<String, String> {
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or("there is no board")?;
        let (board, hands) = match board.split_once('[') {
            Some((board, hands)) => (board, hands.trim_end_matches(']')),
            None => (board, "-"),
        };
        let side = match fields.next() {
            Some("w") | None => sheet.sides[0],
            Some("b") => sheet.sides[1],
            Some(_) => return Err("the side to move is `w` or `b`".to_owned()),
        };
        let hands = if hands.is_empty() { "-" } else { hands };
        Ok(format!("{board} {side} {hands}"))
    }
}

/// Which picture XBoard shows for which letter: the places of its own table, promoted pieces eleven further, the piece
/// that the game is about last.
fn piece_table(sheet: &Sheet, letters: &[String]) -> Result<String, String> {
    const PLACES: usize = 11;
    let promoted: Vec<char> = letters
        .iter()
        .filter_map(|it| it.strip_prefix('+').and_then(|it| it.chars().next()))
        .collect();
    let plain: Vec<char> = letters
        .iter()
        .filter(|it| it.len() == 1)
        .filter_map(|it| it.chars().next())
        .collect();
    let king = match plain.iter().find(|it| **it == 'K') {
        Some(king) => Some(*king),
        // A piece of which each player has one, and which neither promotes nor is promoted to.
        None => sheet
            .kinds
            .iter()
            .enumerate()
            .filter(|(i, it)| it.becomes.is_empty() && letters[*i].len() == 1)
            .find(|(i, _)| {
                let all = sheet.start.cells.iter().flatten();
                all.filter(|it| it.1 as usize == *i).count() == 2
            })
            .and_then(|(i, _)| letters[i].chars().next()),
    };
    let mut places = [None::<char>; PLACES];
    let known = [
        ('P', 0),
        ('N', 1),
        ('B', 2),
        ('R', 3),
        ('L', 4),
        ('S', 5),
        ('G', 9),
    ];
    let mut rest = Vec::new();
    for letter in plain.iter().filter(|it| Some(**it) != king) {
        match known.iter().find(|it| it.0 == *letter) {
            Some((_, place)) => places[*place] = Some(*letter),
            None => rest.push(*letter),
        }
    }
    for letter in rest {
        let order = [6, 7, 8, 10, 4, 1, 2, 3, 5, 9, 0];
        match order.iter().find(|it| places[**it].is_none()) {
            Some(place) => places[*place] = Some(letter),
            None => return Err("XBoard has not as many pieces as this".to_owned()),
        }
    }
    let mut table: String = places.iter().map(|it| it.unwrap_or('.')).collect();
    let ends = places.map(|it| match it {
        Some(letter) if promoted.contains(&letter) => '+',
        _ => '.',
    });
    table.extend(ends);
    // The rows of both players end with the piece that the game is about.
    table.push(king.unwrap_or('.'));
    let lower = table.to_ascii_lowercase();
    Ok(table + &lower)
}

fn error(kind: &str, line: &str) {
    result(&format!(
        "Error ({}): {}",
        kind.replace(['(', ')'], ""),
        safe::short(line)
    ));
}

/// A line of thinking: depth, score, hundredths of a second, acts tried, the best line.
fn inform(game: &Game, dialect: &Dialect, thought: &Thought, since: Instant) {
    let score = match thought.score {
        Score::Value(value) => value,
        Score::Wins(turns) => 100_000 + turns.div_ceil(2) as i32,
        Score::Loses(turns) => -100_000 - (turns / 2) as i32,
    };
    let mut play = game.clone();
    let mut line = Vec::new();
    for turn in &thought.line {
        line.push(dialect.turn(&play, turn));
        for act in turn {
            play.play_unchecked(*act);
        }
    }
    result(&format!(
        "{} {score} {} {} {}",
        thought.depth,
        since.elapsed().as_millis() / 10,
        thought.nodes,
        line.join(" ")
    ));
}
