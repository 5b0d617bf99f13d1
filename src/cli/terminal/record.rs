//! A game as a text that can be read, kept and played on: the record.
//!
//! ```toml
//! koma-record = 1
//! variant     = "my_game.toml"           # a path or a shipped name, as it was typed
//! chosen      = { repetition = "draw" }  # every option and reading
//! fingerprint = "7e316eca2c681557b605cb8b43eabd08"   # of the rules: `koma fingerprint`
//! players     = { first = "person", second = "level 3" }
//! clock       = { set = "5m+3s", first = "4m 12s", second = "3m" }
//! position    = "1k1/3/1K1 b -"          # the start
//! turns       = ["b1b2", "b3a3,"]        # a comma at the end: the turn is still open
//! result      = "unfinished"             # or `first wins by resignation`, `draw by repetition`, …
//! ```

use std::path::Path;
use std::time::Duration;

use super::clock::{Clock, Control};
use super::seats::Seats;
use super::table::{Forfeit, Origin, Table};
use crate::players::thinking::Strength;
use koma::board::Player;
use koma::check::Picks;
use koma::check::fields::{Cx, Fields, section, text, texts, wrong_type};
use koma::check::parsed::Parsed;
use koma::play::{Game, Variant};
use koma::syntax::envelope::{self, Entry, Node, Value};
use koma::text::{Code, Problem, Problems, Report, Source, Sources, Span};
use koma_lab::study::Fingerprint;

const KEYS: [&str; 9] = [
    "koma-record",
    "variant",
    "chosen",
    "fingerprint",
    "players",
    "clock",
    "position",
    "turns",
    "result",
];

/// A game that was written down, ready to go on.
#[derive(Debug, Clone)]
pub struct Kept {
    /// The game.
    pub table: Table,
    /// Who played.
    pub seats: Option<Seats>,
    /// The clock as it stood.
    pub clock: Option<Clock>,
}

/// Writes a game down.
pub fn write(table: &Table, seats: &Seats, clock: Option<&Clock>) -> String {
    write_as(&table.origin().name, table, seats, clock)
}

/// Writes a game down, with this name of the variant.
pub fn write_as(name: &str, table: &Table, seats: &Seats, clock: Option<&Clock>) -> String {
    let quoted = |it: &str| toml::Value::String(it.to_owned()).to_string();
    let sheet = table.variant().sheet();
    let chosen: Vec<String> = sheet
        .chosen
        .iter()
        .map(|(name, choice)| format!("{name} = {}", quoted(choice)))
        .collect();
    let player = |it| match seats.computer(it) {
        None => "person".to_owned(),
        Some(strength) => strength.to_string(),
    };
    let mut out = String::from("koma-record = 1\n");
    let mut line = |key: &str, value: String| out += &format!("{key:11} = {value}\n");
    line("variant", quoted(name));
    if !chosen.is_empty() {
        line("chosen", format!("{{ {} }}", chosen.join(", ")));
    }
    line("fingerprint", quoted(&Fingerprint::of(sheet).to_string()));
    line(
        "players",
        format!(
            "{{ first = {}, second = {} }}",
            quoted(&player(Player::First)),
            quoted(&player(Player::Second))
        ),
    );
    if let Some(clock) = clock {
        let left = |it: Player| {
            let left = clock.left[it.index()];
            quoted(
                &humantime::format_duration(Duration::from_millis(left.as_millis() as u64))
                    .to_string(),
            )
        };
        line(
            "clock",
            format!(
                "{{ set = {}, first = {}, second = {} }}",
                quoted(&clock.control.to_string()),
                left(Player::First),
                left(Player::Second)
            ),
        );
    }
    line("position", quoted(&table.start().position()));
    let turns: Vec<String> = table.written().iter().map(|it| quoted(it)).collect();
    let rows: Vec<String> = turns
        .chunks(2)
        .enumerate()
        .map(|(i, it)| format!("  {},  # {}\n", it.join(", "), i + 1))
        .collect();
    match rows.is_empty() {
        true => line("turns", "[]".to_owned()),
        false => line("turns", format!("[\n{}]", rows.concat())),
    }
    line("result", quoted(&table.result_text()));
    out
}

/// Reads a record and plays it from its start. Other rules than those it was played by are refused, unless they are
/// allowed.
pub fn read(path: &Path, other_rules: bool) -> Result<Kept, Box<Report>> {
    let source = Source::read(path).map_err(|it| Box::new(Report::plain(*it)))?;
    of_source(source, path.parent(), other_rules)
}

/// The same, of a text.
pub fn parse(name: &str, text: &str, other_rules: bool) -> Result<Kept, Box<Report>> {
    let source = Source::new(name, text).map_err(|it| Box::new(Report::plain(*it)))?;
    of_source(source, None, other_rules)
}

fn of_source(
    source: Source,
    folder: Option<&Path>,
    other_rules: bool,
) -> Result<Kept, Box<Report>> {
    let mut sources = Sources::default();
    let file = sources.add(source.clone());
    let mut problems = Problems::default();
    let envelope::Read { table, whole } = envelope::read(&source, file, &mut problems);
    let parsed = Parsed::default();
    let mut cx = Cx {
        sources: &sources,
        problems,
        parsed: &parsed,
    };
    let kept = if whole && cx.problems.is_empty() {
        let top = Fields::of(&mut cx, &whole_file(), &table, &KEYS);
        replayed(&mut cx, &top, folder, other_rules)
    } else {
        Ok(None)
    };
    let problems = cx.problems;
    match kept? {
        Some(kept) if problems.is_empty() => Ok(kept),
        _ => Err(Box::new(Report::new(sources, problems.sorted()))),
    }
}

/// What stands for the file where its keys are spoken of.
fn whole_file() -> Entry {
    Entry {
        key: "record".to_owned(),
        key_span: Span::default(),
        node: Node {
            span: Span::default(),
            value: Value::Flag(true),
        },
    }
}

fn wrong(span: Span, message: impl AsRef<str>, label: impl AsRef<str>) -> Problem {
    Problem::at(Code::BadRecord, span, message, label)
}

/// Plays a record. What is wrong with the record is noted; what is wrong with its variant is a report of its own.
fn replayed(
    cx: &mut Cx<'_>,
    top: &Fields<'_>,
    folder: Option<&Path>,
    other_rules: bool,
) -> Result<Option<Kept>, Box<Report>> {
    version(cx, top);
    let seats = seats(cx, top);
    let clock = clock(cx, top);
    let chosen = chosen(cx, top);
    let variant = top.need(
        cx,
        "variant",
        "the variant that was played: `variant = \"my_game.toml\"`",
    );
    let print = top.need(
        cx,
        "fingerprint",
        "what `koma fingerprint` says of the variant",
    );
    let turns = match top.get("turns") {
        Some(entry) => texts(cx, entry),
        None => Vec::new(),
    };
    let name = variant.and_then(|it| text(cx, it));
    let print = print.and_then(|it| text(cx, it));
    let position = top.text(cx, "position");
    let result = top.text(cx, "result");
    let (Some((name, _)), Some((print, print_at)), true) = (name, print, cx.problems.is_empty())
    else {
        return Ok(None);
    };

    let picks = Picks {
        edition: None,
        sets: chosen,
    };
    let name = beside(name, folder);
    let variant = Variant::open(&name, &picks)?;
    let here = Fingerprint::of(variant.sheet()).to_string();
    if here != print && !other_rules {
        cx.add(
            wrong(
                print_at.span,
                "this game was played by other rules",
                format!("the variant of today has {here}"),
            )
            .help("`--other-rules` plays it by the rules of today, as far as they allow"),
        );
        return Ok(None);
    }
    let game = match position {
        None => Game::new(&variant),
        Some((text, node)) => match Game::from_position(&variant, text) {
            Ok(game) => game,
            Err(report) => {
                let why = report.problems.first();
                let why = why.map_or("", |it| it.message.as_str());
                cx.add(wrong(node.span, why, "not a position of this variant"));
                return Ok(None);
            }
        },
    };
    let origin = Origin { name, picks };
    let mut table = Table::new(origin, game);
    for (i, node) in turns.iter().enumerate() {
        if !turn(cx, &mut table, node, i + 1 == turns.len()) {
            return Ok(None);
        }
    }
    if let Some((text, node)) = result {
        settle(cx, &mut table, text, node, here != print);
    }
    Ok(Some(Kept {
        table,
        seats,
        clock,
    }))
}

/// The variant's name; a file that is not found from here may lie beside the record.
fn beside(name: &str, folder: Option<&Path>) -> String {
    let is_shipped = koma::shipped::variant(name).is_some();
    match folder.map(|it| it.join(name)) {
        Some(path) if !is_shipped && !Path::new(name).exists() && path.exists() => {
            path.to_string_lossy().into_owned()
        }
        _ => name.to_owned(),
    }
}

fn version(cx: &mut Cx<'_>, top: &Fields<'_>) {
    let entry = top.need(cx, "koma-record", "a record begins with `koma-record = 1`");
    match entry.map(|it| (&it.node.value, it)) {
        None | Some((Value::Number(1), _)) => {}
        Some((Value::Number(n), entry)) => cx.add(Problem::at(
            Code::UnsupportedVersion,
            entry.node.span,
            format!("version {n} of records is not known here"),
            "this program reads version 1",
        )),
        Some((other, entry)) => wrong_type(cx, entry, "a number", other.what()),
    }
}

fn turn(cx: &mut Cx<'_>, table: &mut Table, node: &Node, is_last: bool) -> bool {
    let text = node.as_text().unwrap_or("");
    if let Err(refusal) = table.play_turn(text) {
        cx.add(wrong(
            node.span,
            refusal.to_string(),
            "this turn cannot be played",
        ));
        return false;
    }
    if table.game().is_turn_open() && !is_last {
        cx.add(wrong(
            node.span,
            "only the last turn of a record can be open",
            "a comma at the end leaves this turn open",
        ));
        return false;
    }
    true
}

/// The result must be what the turns lead to, or an end that no rule makes.
fn settle(cx: &mut Cx<'_>, table: &mut Table, text: &str, node: &Node, other_rules: bool) {
    let forfeits = Player::BOTH
        .into_iter()
        .flat_map(|it| [Forfeit::Resigned(it), Forfeit::OutOfTime(it)]);
    for forfeit in forfeits {
        let mut ended = table.clone();
        ended.forfeit(forfeit);
        if ended.result_text() == text {
            *table = ended;
            return;
        }
    }
    let reached = table.result_text();
    if reached != text && !other_rules {
        cx.add(wrong(
            node.span,
            format!("the turns lead to another result: {reached}"),
            "not what came of the game",
        ));
    }
}

fn chosen(cx: &mut Cx<'_>, top: &Fields<'_>) -> Vec<(String, String)> {
    let mut chosen = Vec::new();
    for entry in section(cx, top, "chosen") {
        if let Some((choice, _)) = text(cx, entry) {
            chosen.push((entry.key.clone(), choice.to_owned()));
        }
    }
    chosen
}

fn seats(cx: &mut Cx<'_>, top: &Fields<'_>) -> Option<Seats> {
    let entry = top.get("players")?;
    let fields = Fields::new(cx, entry, &["first", "second"])?;
    let mut seat = |key| {
        let (text, node) = fields.text(cx, key)?;
        let strength = match text {
            "person" => return Some(None),
            other => Strength::parse(other.strip_prefix("level ").unwrap_or(other)),
        };
        if strength.is_err() {
            cx.add(wrong(
                node.span,
                "no such player",
                "`person`, `random` or `level 3`",
            ));
        }
        strength.ok().map(Some)
    };
    let (first, second) = (seat("first"), seat("second"));
    Some(Seats::new([first?, second?]))
}

fn clock(cx: &mut Cx<'_>, top: &Fields<'_>) -> Option<Clock> {
    let entry = top.get("clock")?;
    let fields = Fields::new(cx, entry, &["set", "first", "second"])?;
    let (set, node) = fields.text(cx, "set")?;
    let control = match Control::parse(set) {
        Ok(control) => control,
        Err(why) => {
            cx.add(wrong(node.span, why, "not a clock"));
            return None;
        }
    };
    let mut clock = Clock::new(control);
    for player in Player::BOTH {
        let Some((left, node)) = fields.text(cx, player.as_str()) else {
            continue;
        };
        match humantime::parse_duration(left) {
            Ok(left) => clock.left[player.index()] = left,
            Err(_) => cx.add(wrong(
                node.span,
                "not a time such as `4m 12s`",
                "not a time",
            )),
        }
    }
    Some(clock)
}
