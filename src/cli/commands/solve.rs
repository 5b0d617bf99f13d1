//! `koma solve`

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{GameArgs, JsonArgs, game_from};
use crate::report::json::{self, Pairs};
use crate::report::output::{Status, remark, result, write_through};
use crate::report::progress;
use crate::report::values;
use koma::board::Player;
use koma::check::{Document, Picks};
use koma::play::{Game, Variant};
use koma_lab::crowd;
use koma_lab::solve::{self, Estimate, Failure, Limits, Method, Sums, Table, Value, Watch};

/// Works out who wins, from every position that can be reached
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The value of a position is won, drawn or lost for the player to move, with the number of turns under optimal play.\n\
Rules of history are left out: where neither player can win, repetition remains, and that is a draw.\n\
Positions behind a win that was passed up are not looked into.\n\
Examples:\n  koma solve GAME --estimate\n  koma solve GAME --set READING=CHOICE -o game.table\n  koma solve GAME --readings\n\
Exit status: 0 solved, 1 not solved (too large, stopped, or a rule of history decides), 2 wrong usage."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Says what it would take, and does nothing
    #[arg(long)]
    estimate: bool,
    /// Solves every choice of readings and options that gives another game, and compares them
    #[arg(long, conflicts_with_all = ["output", "estimate"])]
    readings: bool,
    /// Looks only so many turns ahead: a win that is found is one, the rest stays open
    #[arg(long, value_name = "N", conflicts_with_all = ["readings", "output"])]
    depth: Option<u32>,
    /// Megabytes of memory that may be used
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
    /// How many threads share the work; 0 is one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Keeps the values in a file, for `koma moves --table FILE`; on the way there, what has been done is in FILE.part
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Goes on with the FILE.part of a run that was broken off
    #[arg(long, requires = "output")]
    resume: bool,
    /// How often what has been done is kept, in seconds
    #[arg(long, value_name = "S", default_value_t = 45, requires = "output")]
    keep_every: u64,
    #[command(flatten)]
    json: JsonArgs,
}

/// What solving gave, or would take.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Output {
    Estimate(EstimateOutput),
    Solved(Box<SolvedOutput>),
    Readings { readings: Vec<SolvedOutput> },
}

/// What solving would take.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Estimate")]
pub struct EstimateOutput {
    /// `numbered` or `listed`
    method: &'static str,
    /// Arrangements of the pieces, whatever the rules say of them; none if there are too many to tell
    arrangements: Option<f64>,
    /// Positions with a number of their own
    numbers: Option<u64>,
    bytes: Option<f64>,
    /// Of one core
    seconds: Option<f64>,
    players_exchanged: bool,
    mirrored: bool,
    /// The rule of history that decides who wins: there is no solution
    decided_by_history: Option<String>,
}

/// A solved game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Solved")]
pub struct SolvedOutput {
    /// The choices that give this game, all of them
    chosen: Vec<Pairs<String>>,
    position: String,
    /// `first`, `second` or none for a draw
    winner: Option<&'static str>,
    /// Under optimal play; none for a draw
    turns: Option<u16>,
    /// Without those behind a win that was passed up
    positions: u64,
    /// Won at once by the player to move
    won_now: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    acts_mean: f64,
    acts_most: u64,
    longest_win: u16,
    checksum: String,
    acts: Vec<ActOutput>,
}

/// An act and what it is worth to whoever plays it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Act")]
pub struct ActOutput {
    act: String,
    /// `win`, `draw`, `loss`; none if it is not known
    value: Option<&'static str>,
    turns: Option<u16>,
}

pub fn run(args: Args) -> Status {
    let game = match args.game.open() {
        Ok(game) => game,
        Err(status) => return status,
    };
    if args.estimate {
        let estimate = solve::estimate(&game);
        if args.json.json {
            json::print(Output::Estimate(EstimateOutput::new(&estimate)));
        } else {
            tell_estimate(&estimate);
        }
        return match estimate.decided_by_history {
            None => Status::Done,
            Some(_) => Status::No,
        };
    }
    let limits = Limits {
        memory: args.memory << 20,
        threads: match args.threads {
            0 => crowd::cores(),
            n => n.into(),
        },
        depth: args.depth,
    };
    if args.readings {
        return readings(&args, &limits);
    }
    let part = args.output.as_ref().map(|it| {
        let mut name = it.clone().into_os_string();
        name.push(".part");
        PathBuf::from(name)
    });
    let kept = match part.as_ref().filter(|it| args.resume && it.exists()) {
        None => None,
        Some(part) => match std::fs::File::open(part) {
            Ok(kept) => Some(kept),
            Err(error) => {
                remark(&format!("koma: cannot read `{}`: {error}", shown(part)));
                return Status::Usage;
            }
        },
    };
    let every = Duration::from_secs(args.keep_every);
    let table = match solved(&game, kept, part.clone().map(|it| (it, every)), &limits) {
        Ok(table) => table,
        Err(status) => return status,
    };
    if let Some(file) = &args.output
        && let Err(status) = keep(&table, file)
    {
        return status;
    }
    if let Some(part) = part.filter(|it| it.exists()) {
        // What was on the way is in the table.
        let _ = std::fs::remove_file(part);
    }
    if args.json.json {
        let chosen = game.variant().sheet().chosen.clone();
        json::print(Output::Solved(Box::new(SolvedOutput::new(&table, &game, vec![chosen]))));
    } else {
        tell(&table, &game, args.depth.is_some());
    }
    Status::Done
}

/// Solves a game with a bar; says why not if it cannot be.
fn solved(
    game: &Game,
    kept: Option<std::fs::File>,
    part: Option<(PathBuf, Duration)>,
    limits: &Limits,
) -> Result<Table, Status> {
    let watch = Bar::new(part);
    let table = match kept {
        None => solve::solve(game, limits, &watch),
        Some(kept) => match solve::resume(game, kept, limits, &watch) {
            Ok(table) => table,
            Err(why) => {
                watch.bar.finish_and_clear();
                remark(&format!("koma: cannot go on: {why}"));
                return Err(Status::Usage);
            }
        },
    };
    watch.bar.finish_and_clear();
    table.map_err(|failure| {
        match failure {
            Failure::Over(outcome) => remark(&format!("koma: the game is over: {outcome}")),
            Failure::Stopped => remark("koma: stopped before it was solved"),
            Failure::History(rule) => remark(&format!(
                "koma: {rule} decides by what happened before who wins, so a position alone has no value; choose another \
                 reading, or take the rule out"
            )),
            Failure::TooLarge(estimate) => {
                remark(&format!(
                    "koma: too large for {} MB of memory:",
                    limits.memory >> 20
                ));
                tell_estimate(&estimate);
                remark("koma: `--position P` solves what can be reached from there; `--depth N` looks only N turns ahead");
            }
        }
        Status::No
    })
}

fn keep(table: &Table, file: &Path) -> Result<(), Status> {
    write_through(file, |to| table.write(to)).map_err(|error| {
        remark(&format!("koma: cannot write `{}`: {error}", shown(file)));
        Status::Usage
    })
}

fn shown(file: &Path) -> String {
    koma::text::safe::line(&file.display().to_string())
}

/// Opens a table that `-o` has written; says why not if it cannot be.
pub fn open_table(file: &Path, game: &Game) -> Result<Table, Status> {
    let name = shown(file);
    let complain = |what: &str| {
        remark(&format!("koma: cannot use the table `{name}`: {what}"));
        Status::Usage
    };
    let from = std::fs::File::open(file).map_err(|it| complain(&it.to_string()))?;
    Table::read(from, game, 8 << 30).map_err(|it| complain(&it.to_string()))
}

/// Every choice that gives another game, solved and compared.
fn readings(args: &Args, limits: &Limits) -> Status {
    let (name, _) = match args.game.variant.picked() {
        Ok(picked) => picked,
        Err(status) => return status,
    };
    let document = match Document::open(name) {
        Ok(document) => document,
        Err(report) => return crate::args::unopened(&report),
    };
    // What matters of the rules, one variant with it, and all the choices that give it.
    type Group = (String, Variant, Vec<Vec<(String, String)>>);
    let mut groups: Vec<Group> = Vec::new();
    for made in document.choices.combinations(4096) {
        let sets: Vec<String> = made.iter().map(|(name, choice)| format!("{name}={choice}")).collect();
        let Ok(variant) = Picks::parse(&sets, None).map_err(|_| ()).and_then(|it| Variant::of(&document, &it).map_err(|_| ()))
        else {
            continue;
        };
        let key = solve::essence(&variant);
        let chosen = variant.sheet().chosen.clone();
        match groups.iter_mut().find(|it| it.0 == key) {
            Some(group) => group.2.push(chosen),
            None => groups.push((key, variant, vec![chosen])),
        }
    }
    let mut rows = Vec::new();
    for (i, (_, variant, chosen)) in groups.iter().enumerate() {
        remark(&format!("koma: game {} of {}: {}", i + 1, groups.len(), values::choices(&chosen[0])));
        let game = match game_from(variant, args.game.position.as_deref()) {
            Ok(game) => game,
            Err(status) => return status,
        };
        match solved(&game, None, None, limits) {
            Ok(table) => rows.push(SolvedOutput::new(&table, &game, chosen.clone())),
            Err(status) => return status,
        }
    }
    if args.json.json {
        json::print(Output::Readings { readings: rows });
        return Status::Done;
    }
    tell_readings(&rows);
    Status::Done
}

fn tell_readings(rows: &[SolvedOutput]) {
    let names: Vec<&String> = rows
        .first()
        .and_then(|it| it.chosen.first())
        .map(|it| it.0.iter().map(|it| &it.0).collect())
        .unwrap_or_default();
    // A choice that never makes a difference by itself is all in one row.
    let shown = |row: &SolvedOutput, name: &String| {
        let mut choices: Vec<&str> = Vec::new();
        for made in &row.chosen {
            for (_, choice) in made.0.iter().filter(|it| it.0 == *name) {
                if !choices.contains(&choice.as_str()) {
                    choices.push(choice);
                }
            }
        }
        choices.join("|")
    };
    for row in rows {
        let all = (row.won + row.drawn + row.lost).max(1) as f64;
        let share = |n: u64| format!("{:.1} %", 100.0 * n as f64 / all);
        let made: Vec<String> = names.iter().map(|it| format!("{it}={}", shown(row, it))).collect();
        result(&format!(
            "{}\n  start {}; of {} positions {} won, {} drawn, {} lost; longest win {} turns",
            made.join(" "),
            values::outcome(row.winner, row.turns),
            row.won + row.drawn + row.lost,
            share(row.won),
            share(row.drawn),
            share(row.lost),
            row.longest_win,
        ));
    }
    let Some(standard) = rows.first() else {
        return;
    };
    for name in names {
        let plain = &standard.chosen[0].0;
        let mut changes: Vec<&str> = Vec::new();
        for row in rows.iter().skip(1).filter(|it| it.winner != standard.winner) {
            for made in &row.chosen {
                let other: Vec<&(String, String)> = made.0.iter().filter(|it| !plain.contains(it)).collect();
                if let [(changed, choice)] = other[..]
                    && changed == name
                {
                    changes.push(choice);
                }
            }
        }
        result(&match changes[..] {
            [] => format!("{name} alone does not change who wins"),
            _ => format!("{name} alone changes who wins: {}", changes.join(", ")),
        });
    }
}

fn tell(table: &Table, game: &Game, partly: bool) {
    let sums = table.sums();
    match table.value(game) {
        Some(Value::Draw) | None if partly => result("start     not decided within these turns"),
        Some(value) => {
            let winner = solve::winner(value, game.to_move()).map(Player::as_str);
            result(&format!("start     {}", values::outcome(winner, values::turns(value))));
        }
        None => result("start     not known"),
    }
    let Sums { reached, won_now, won, drawn, lost, acts, most_acts, longest } = sums;
    let open = won + drawn + lost;
    result(&format!("positions {reached}, of which {open} not won at once ({won_now} are)"));
    result(&format!("          {won} won, {drawn} {}, {lost} lost", if partly { "open" } else { "drawn" }));
    result(&format!("acts      {:.3} in a position, at most {most_acts}", acts as f64 / open.max(1) as f64));
    result(&format!("longest   a win in {longest} turns"));
    result(&format!("checksum  {}", table.checksum()));
    for line in values::lines(table, game) {
        result(&line);
    }
}

fn tell_estimate(estimate: &Estimate) {
    let number = |n: f64| match n.is_finite() {
        true if n < 1e7 => format!("{n:.0}"),
        true => format!("{n:.2e}"),
        false => "too many to tell".to_owned(),
    };
    result(&format!("arrangements {}", number(estimate.arrangements)));
    result(&match (estimate.method, estimate.numbers) {
        (Method::Numbered, Some(n)) => format!("numbers      {}", number(n as f64)),
        _ => "numbers      none: every position is kept with its acts, as many as can be reached".to_owned(),
    });
    result(&format!(
        "folded       {}",
        match (estimate.is_turned, estimate.is_mirrored) {
            (true, true) => "players exchanged, left and right",
            (true, false) => "players exchanged",
            (false, true) => "left and right",
            (false, false) => "nothing",
        }
    ));
    let megabytes = estimate.bytes / f64::from(1 << 20);
    result(&format!("memory       {} MB", if megabytes < 1.0 { "1".to_owned() } else { number(megabytes) }));
    result(&format!("time         {}", values::span(estimate.seconds)));
    if let Some(rule) = &estimate.decided_by_history {
        result(&format!("not solvable: {rule} decides who wins by what happened before"));
    }
}

impl EstimateOutput {
    fn new(estimate: &Estimate) -> Self {
        let finite = |n: f64| n.is_finite().then_some(n);
        EstimateOutput {
            method: match estimate.method {
                Method::Numbered => "numbered",
                Method::Listed => "listed",
            },
            arrangements: finite(estimate.arrangements),
            numbers: estimate.numbers,
            bytes: finite(estimate.bytes),
            seconds: finite(estimate.seconds),
            players_exchanged: estimate.is_turned,
            mirrored: estimate.is_mirrored,
            decided_by_history: estimate.decided_by_history.clone(),
        }
    }
}

impl SolvedOutput {
    fn new(table: &Table, game: &Game, chosen: Vec<Vec<(String, String)>>) -> Self {
        let Sums { reached, won_now, won, drawn, lost, acts, most_acts, longest } = table.sums();
        let value = table.value(game);
        SolvedOutput {
            chosen: chosen.into_iter().map(Pairs).collect(),
            position: game.position(),
            winner: value.and_then(|it| solve::winner(it, game.to_move())).map(Player::as_str),
            turns: value.and_then(values::turns),
            positions: reached,
            won_now,
            won,
            drawn,
            lost,
            acts_mean: acts as f64 / (won + drawn + lost).max(1) as f64,
            acts_most: most_acts,
            longest_win: longest,
            checksum: table.checksum(),
            acts: ActOutput::of(table, game),
        }
    }
}

impl ActOutput {
    /// The acts of a game, the best first.
    pub fn of(table: &Table, game: &Game) -> Vec<ActOutput> {
        let acts = solve::valued_acts(table, game).into_iter();
        acts.map(|(act, value)| ActOutput {
            act: game.write(act),
            value: value.map(values::word),
            turns: value.and_then(values::turns),
        })
        .collect()
    }
}

/// Shows how far it is, keeps what has been done, and stops at the first Ctrl-C.
struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    /// Where what has been done is kept, and how often.
    part: Option<(PathBuf, Duration)>,
    kept: Mutex<Instant>,
}

impl Bar {
    fn new(part: Option<(PathBuf, Duration)>) -> Bar {
        let stop = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // A second one ends the program at once.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.clone());
            let _ = signal_hook::flag::register(signal, stop.clone());
        }
        Bar {
            bar: progress::spinner(),
            stop,
            part,
            kept: Mutex::new(Instant::now()),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Instant> {
        self.kept.lock().unwrap_or_else(|it| it.into_inner())
    }
}

impl Watch for Bar {
    fn reaching(&self, looked_at: u64, reached: u64) {
        self.bar.set_message(format!("{looked_at} of {reached} positions looked at"));
    }

    fn counting(&self, done: u64, of: u64) {
        self.bar.set_message(format!("acts of {done} of {of} open positions counted"));
    }

    fn round(&self, distance: u16, settled: u64, of: u64) {
        self.bar.set_message(format!("{settled} of {of} open positions settled, {distance} turns from the end"));
    }

    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_due(&self) -> bool {
        let every = self.part.as_ref().map(|it| it.1);
        every.is_some_and(|it| self.kept().elapsed() >= it)
    }

    fn keep(&self, write: &dyn Fn(&mut dyn Write) -> std::io::Result<()>) {
        if let Some((part, _)) = &self.part
            && let Err(error) = write_through(part, write)
        {
            self.bar.suspend(|| remark(&format!("koma: cannot write `{}`: {error}", shown(part))));
        }
        *self.kept() = Instant::now();
    }
}
