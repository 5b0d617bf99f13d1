//! Whole variant files, made at random: every rule string in them is derived from the grammar, or stands in a template of
//! a game such as people play, where the engine's plans apply.

use std::fmt;

use fastrand::Rng;
use koma::check::{Document, Picks, Sheet};

use super::derive::{Context, Grammar, Names};

/// A variant file: its lines in order.
#[derive(Debug, Clone)]
pub struct File(pub Vec<Line>);

/// One key with its value.
#[derive(Debug, Clone)]
pub struct Line {
    pub key: String,
    /// The place that its rule strings stand in; a value without a place is TOML as it is.
    pub place: Option<Place>,
    pub texts: Vec<String>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, &self.texts[..]) {
            (None, texts) => write!(f, "{} = {}", self.key, texts.concat()),
            (Some(_), [text]) => write!(f, "{} = \"{text}\"", self.key),
            (Some(_), texts) => write!(f, "{} = [\"{}\"]", self.key, texts.join("\", \"")),
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|it| writeln!(f, "{it}"))
    }
}

impl File {
    /// What it says, if the language accepts it.
    pub fn sheet(&self) -> Option<Sheet> {
        let document = Document::of_text("generated.toml", &self.to_string()).ok()?;
        document.sheet(&Picks::default()).ok()
    }

    fn raw(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.push(Line {
            key: key.into(),
            place: None,
            texts: vec![value.into()],
        });
    }

    fn put(&mut self, key: impl Into<String>, place: Place, texts: &[&str]) {
        self.0.push(Line {
            key: key.into(),
            place: Some(place),
            texts: texts.iter().map(|it| (*it).to_owned()).collect(),
        });
    }
}

/// Where rule strings stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Moves,
    Squares,
    Kinds,
    Turn,
    While,
    Promote,
    /// `effect.ID.removes`
    Removes,
    Forbid,
    If,
    When,
    /// `end.ID.when` with `at = "act"`.
    WhenActing,
    Result,
}

impl Place {
    /// The rule of the grammar that reads a string there.
    pub fn rule(self) -> &'static str {
        match self {
            Place::Moves => "whole_moves",
            Place::Squares | Place::Removes => "whole_set",
            Place::Kinds => "whole_kinds",
            Place::Turn => "whole_turn",
            Place::Promote | Place::Forbid => "whole_act",
            Place::While | Place::If | Place::When | Place::WhenActing => "whole_condition",
            Place::Result => "whole_result",
        }
    }

    /// What the checker refuses there.
    fn context(self) -> Context {
        const AHEAD: [&str; 2] = ["mate", "cannot_act"];
        const BACK: [&str; 2] = ["repeated", "throughout"];
        match self {
            Place::Moves | Place::Kinds | Place::Turn | Place::Forbid | Place::Result => {
                Context::default()
            }
            Place::Squares => Context::without(&["stuck", "origin", "target", "bends"]),
            Place::Removes => Context::without(&["stuck"]),
            Place::Promote => Context::without(&["kw_drop", "kw_pass", "act_promoting"]),
            Place::While => Context::without(&["act", "stuck", "origin", "target", "bends"])
                .and_without(&AHEAD)
                .and_without(&BACK),
            Place::If => Context::without(&["condition>act"]).and_without(&BACK),
            Place::When => Context::without(&["stuck", "target", "bends"])
                .and_inside("counting", "origin")
                .and_inside("purse", "origin"),
            Place::WhenActing => Place::When.context().and_without(&AHEAD).and_without(&BACK),
        }
    }

    /// A rule that has such a string, to ask the checker.
    fn probe(self, text: &str) -> Vec<Line> {
        let mut file = File(Vec::new());
        match self {
            Place::Moves => file.put("pieces.probe.moves", self, &[text]),
            Place::Squares => file.put("squares.probe", self, &[text]),
            Place::Kinds => file.put("groups.probe", self, &[text]),
            Place::Turn => file.put("turn.probe.acts", self, &[text]),
            Place::While => {
                file.put("turn.probe.while", self, &[text]);
                file.put("turn.probe.acts", Place::Turn, &["one of move"]);
            }
            Place::Promote => file.put("promote.probe.may", self, &[text]),
            Place::Removes => file.put("effect.probe.removes", self, &[text]),
            Place::Forbid => file.put("forbid.probe.act", self, &[text]),
            Place::If => file.put("forbid.probe.if", self, &[text]),
            Place::When | Place::WhenActing => {
                let texts = [text, "repeated 2 times"];
                let needs_more = text.starts_with("throughout");
                let texts = if needs_more { &texts } else { &texts[..1] };
                file.put("end.probe.when", self, texts);
                file.put("end.probe.result", Place::Result, &["draw"]);
                if self == Place::WhenActing {
                    file.raw("end.probe.at", "\"act\"");
                }
            }
            Place::Result => {
                file.put("end.probe.when", Place::When, &["no own"]);
                file.put("end.probe.result", self, &[text]);
            }
        }
        file.0
    }
}

/// The variant of a seed. Now and then the language refuses one.
pub fn variant(seed: u64) -> File {
    let mut rng = Rng::with_seed(seed);
    let sort = rng.u8(..100);
    match sort {
        0..8 => Writer::altered(rng),
        8..60 => Writer::ordinary(rng),
        _ => Writer::wild(rng),
    }
}

const KINDS: [&str; 20] = [
    "ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen", "imp", "jay", "kid", "lark", "mole",
    "newt", "owl", "pig", "quail", "ram", "seal", "toad",
];
const LAYERS: [&str; 3] = ["low", "mid", "top"];

/// A file being written.
struct Writer {
    rng: Rng,
    names: Names,
    /// What every rule string is tried in.
    skeleton: File,
    file: File,
}

impl Writer {
    fn new(rng: Rng, files: usize, ranks: usize) -> Writer {
        let names = Names {
            files,
            ranks,
            ..Names::default()
        };
        Writer {
            rng,
            names,
            skeleton: File(Vec::new()),
            file: File(Vec::new()),
        }
    }

    /// True so many times in a hundred.
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.usize(..of.len())]
    }

    // ---- rule strings ----

    /// A random string for a place, in this file; `None` if the checker refuses many in a row.
    fn sentence(&mut self, place: Place) -> Option<String> {
        self.sentence_without(place, &[])
    }

    /// The same, with some rules of the grammar left out.
    fn sentence_without(&mut self, place: Place, refused: &[&'static str]) -> Option<String> {
        let context = place.context().and_without(refused);
        (0..30).find_map(|_| {
            let names = &self.names;
            let text = Grammar::get().derive(&mut self.rng, names, place.rule(), &context);
            let mut tried = self.skeleton.clone();
            tried.0.extend(place.probe(&text));
            tried.sheet().map(|_| text)
        })
    }

    /// Writes a random string under a key.
    fn random(&mut self, key: impl Into<String>, place: Place) -> bool {
        let text = self.sentence(place);
        if let Some(text) = &text {
            self.file.put(key, place, &[text]);
        }
        text.is_some()
    }

    /// One or two random conditions; `throughout` brings its `repeated` along.
    fn conditions(&mut self, place: Place) -> Vec<String> {
        let n = 1 + usize::from(self.chance(30));
        let mut texts: Vec<String> = (0..n).filter_map(|_| self.sentence(place)).collect();
        let has = |word: &str| texts.iter().any(|it| it.starts_with(word));
        if has("throughout") && !has("repeated") {
            let times = self.rng.u8(2..4);
            texts.insert(0, format!("repeated {times} times"));
        }
        texts
    }

    fn put(&mut self, key: impl Into<String>, place: Place, text: &str) {
        self.file.put(key, place, &[text]);
    }

    // ---- the board ----

    /// The first lines of a file: the game, the board, the layers.
    fn begin(&mut self, n_layers: usize, start: &str) {
        let turned = self.one(&["\"half-turn\"", "\"mirror\""]);
        let (files, ranks) = (self.names.files, self.names.ranks);
        for file in [&mut self.file, &mut self.skeleton] {
            file.raw("koma", "1");
            file.raw("game.name", "\"Generated\"");
            file.raw("board.size", format!("\"{files}x{ranks}\""));
            file.raw("board.turned", turned);
            file.raw("board.start", format!("\"{start}\""));
            if n_layers > 1 {
                let layers = LAYERS[..n_layers].join("\", \"");
                file.raw("board.layers", format!("[\"{layers}\"]"));
            }
        }
        if self.chance(15) {
            self.file.raw("board.coordinates", "\"usi\"");
        }
        self.skeleton
            .put("turn.play.acts", Place::Turn, &["one of move"]);
        self.skeleton.raw("pieces.probe.letter", "\"Z~\"");
    }

    fn empty_board(files: usize, ranks: usize) -> String {
        vec![".".repeat(files); ranks].join("/")
    }

    /// Declares a kind: its letter and layer.
    fn kind(&mut self, name: &str, letter: &str, layer: Option<usize>, neutral: bool) {
        for file in [&mut self.file, &mut self.skeleton] {
            file.raw(format!("pieces.{name}.letter"), format!("\"{letter}\""));
            if let Some(layer) = layer {
                let layer = LAYERS[layer];
                file.raw(format!("pieces.{name}.layer"), format!("\"{layer}\""));
            }
            if neutral {
                file.raw(format!("pieces.{name}.owner"), "\"nobody\"");
            }
        }
        if self.chance(40) {
            let points = self.rng.u8(..5).to_string();
            self.file.raw(format!("pieces.{name}.points"), points);
        }
        self.names.kinds.push(name.to_owned());
    }

    /// Declares a group of two kinds.
    fn group(&mut self, name: &str, kinds: &str) {
        for file in [&mut self.file, &mut self.skeleton] {
            file.put(format!("groups.{name}"), Place::Kinds, &[kinds]);
        }
        self.names.groups.push(name.to_owned());
    }

    /// Declares a named set.
    fn set(&mut self, name: &str, text: &str) {
        for file in [&mut self.file, &mut self.skeleton] {
            file.put(format!("squares.{name}"), Place::Squares, &[text]);
        }
        // By way of another name, too.
        let asks = self.names.sets.iter().filter(|it| it.1);
        let attacks = text.contains("attacked") || asks.clone().any(|it| text.contains(&it.0));
        self.names.sets.push((name.to_owned(), attacks));
    }

    /// A size of the board, and how many kinds beyond the first few: seldom so large that other shapes of position are
    /// needed.
    fn size(rng: &mut Rng) -> (usize, usize, usize) {
        let (files, ranks) = match rng.u8(..100) {
            0..4 => (9, 9),
            4..6 => (12, 10),
            6 => (19, 7),
            7 => (23, 23),
            _ => (rng.usize(2..7), rng.usize(3..7)),
        };
        let more = match rng.u8(..100) {
            0..8 => rng.usize(4..8),
            8..14 => rng.usize(14..16),
            14..34 if files > 6 => rng.usize(14..16),
            _ => 0,
        };
        (files, ranks, more)
    }

    /// Some of the kinds, as a string.
    fn some_kinds(&mut self, of: &[&str], most: usize) -> String {
        let n = self.rng.usize(1..=most);
        let chosen: Vec<&str> = (0..n).map(|_| self.one(of)).collect();
        chosen.join(" or ")
    }

    // ---- wild variants ----

    /// A variant in which everything is random.
    fn wild(mut rng: Rng) -> File {
        let (files, ranks, more) = Self::size(&mut rng);
        let n_kinds = rng.usize(2..6) + more;
        let n_layers = [1, 1, 1, 2, 3][rng.usize(..5)];
        let mut it = Writer::new(rng, files, ranks);
        it.begin(n_layers, &Self::empty_board(files, ranks));
        let faces: Vec<(usize, bool)> = (0..n_kinds)
            .map(|i| (it.rng.usize(..n_layers), i > 1 && it.chance(12)))
            .collect();
        for (i, (layer, neutral)) in faces.iter().enumerate() {
            let letter = match i % 7 {
                6 => format!("[{}{i}]", char::from(b'A' + i as u8)),
                _ => char::from(b'A' + i as u8).to_string(),
            };
            let layer = (n_layers > 1).then_some(*layer);
            it.kind(KINDS[i], &letter, layer, *neutral);
        }
        it.group("herd", &format!("{} or {}", KINDS[0], KINDS[n_kinds - 1]));
        if it.chance(30) {
            it.group("flock", &format!("{} or herd", KINDS[1]));
        }
        for name in ["zone", "area", "threat"] {
            let refused: &[&str] = match name {
                "zone" => &["attacked", "pieces", "empty", "named"],
                "area" => &["attacked"],
                _ => &[],
            };
            if let Some(text) = it.sentence_without(Place::Squares, refused) {
                it.set(name, &text);
            }
        }
        for (i, face) in faces.iter().enumerate() {
            let name = KINDS[i];
            it.names.borrowed = KINDS[..i].iter().map(|it| (*it).to_owned()).collect();
            // The first kind has none to borrow from.
            let refused: &[&str] = if i == 0 { &["borrowed"] } else { &[] };
            if let Some(text) = it.sentence_without(Place::Moves, refused) {
                it.put(format!("pieces.{name}.moves"), Place::Moves, &text);
            }
            let alike: Vec<&str> = (0..n_kinds)
                .filter(|j| *j != i && faces[*j] == *face)
                .map(|j| KINDS[j])
                .collect();
            if face.1 || alike.is_empty() {
                continue;
            }
            if it.chance(60) {
                let kinds = it.some_kinds(&alike, 2);
                it.put(format!("pieces.{name}.becomes"), Place::Kinds, &kinds);
            }
            if it.chance(30) {
                let kind = it.one(&alike);
                it.put(format!("pieces.{name}.in_hand_as"), Place::Kinds, kind);
            }
        }
        it.drops_as(&faces);
        if it.chance(70) {
            it.file.raw("capture.to", "\"hand\"");
        }
        it.turns();
        for i in 0..it.rng.usize(..3) {
            it.promotion(&format!("p-{i}"));
        }
        for i in 0..it.rng.usize(..4).saturating_sub(1) {
            it.effect(&format!("x-{i}"));
        }
        for i in 0..it.rng.usize(..4) {
            it.refusal(&format!("f-{i}"));
        }
        for i in 0..it.rng.usize(1..5) {
            it.end(&format!("e-{i}"));
        }
        it.invariant();
        it.file
    }

    /// A claim that is hardly ever true.
    fn invariant(&mut self) {
        if self.chance(30) && self.random("invariant.odd.holds", Place::While) && self.chance(40) {
            self.file.raw("invariant.odd.for", "\"mover\"");
        }
    }

    /// Now and then a kind is dropped as one that is never in a hand.
    fn drops_as(&mut self, faces: &[(usize, bool)]) {
        if !self.chance(25) {
            return;
        }
        let i = self.rng.usize(..faces.len());
        let others = (0..faces.len()).filter(|j| *j != i && faces[*j] == faces[i] && !faces[i].1);
        let others: Vec<&str> = others.map(|j| KINDS[j]).collect();
        if let [other, ..] = others[..] {
            // What was held as that kind is held as this one.
            for it in &mut self.file.0 {
                if it.key.ends_with(".in_hand_as") && it.texts[0] == other {
                    KINDS[i].clone_into(&mut it.texts[0]);
                }
            }
            let key = format!("pieces.{other}.in_hand_as");
            self.file.0.retain(|it| it.key != key);
            self.put(key, Place::Kinds, KINDS[i]);
            let kinds = format!("{} or {other}", KINDS[i]);
            self.put(
                format!("pieces.{}.drops_as", KINDS[i]),
                Place::Kinds,
                &kinds,
            );
        }
    }

    fn turns(&mut self) {
        if self.chance(20) && self.random("turn.odd.while", Place::While) {
            self.random("turn.odd.acts", Place::Turn);
        }
        match self.rng.u8(..4) {
            0 => {
                self.random("turn.play.acts", Place::Turn);
            }
            1 => {
                let act = self.sentence(Place::Forbid).unwrap_or("move".to_owned());
                let text = format!("any of {act} once, move twice, drop once");
                self.put("turn.play.acts", Place::Turn, &text);
            }
            2 => self.put("turn.play.acts", Place::Turn, "one of move, drop, pass"),
            _ => self.put("turn.play.acts", Place::Turn, "one of move, drop"),
        }
    }

    fn promotion(&mut self, name: &str) {
        let key = self.one(&["may", "must"]);
        let is_there = self.random(format!("promote.{name}.{key}"), Place::Promote);
        if is_there && self.chance(30) {
            self.random(format!("promote.{name}.pieces"), Place::Kinds);
        }
    }

    fn effect(&mut self, name: &str) {
        const USUAL: [&str; 8] = [
            "run orthogonal of enemy between target and own",
            "run 1 of enemy between target and own",
            "enemy next to target",
            "run onward of enemy from target",
            "run slanting or back of any from target",
            "target next to enemy",
            "enemy orthogonal of target except orthogonal of not own",
            "any orthogonal of origin",
        ];
        match self.chance(60) {
            true => {
                let text = self.one(&USUAL);
                self.put(format!("effect.{name}.removes"), Place::Removes, text);
            }
            false if !self.random(format!("effect.{name}.removes"), Place::Removes) => return,
            false => {}
        }
        if self.chance(60) {
            let text = self.sentence_without(Place::Forbid, &["kw_pass"]);
            if let Some(text) = text {
                self.put(format!("effect.{name}.act"), Place::Forbid, &text);
            }
        }
        if self.chance(40) {
            let to = self.one(&["\"hand\"", "\"out\""]);
            self.file.raw(format!("effect.{name}.to"), to);
        }
    }

    fn refusal(&mut self, name: &str) {
        let has_conditions = self.chance(70);
        if has_conditions {
            let texts = self.conditions(Place::If);
            if texts.is_empty() {
                return;
            }
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            self.file
                .put(format!("forbid.{name}.if"), Place::If, &texts);
        }
        if !has_conditions || self.chance(60) {
            self.random(format!("forbid.{name}.act"), Place::Forbid);
        }
        if self.chance(20) {
            self.random(format!("forbid.{name}.while"), Place::While);
        }
        if self.chance(20) {
            self.file.raw(format!("forbid.{name}.breach"), "\"loses\"");
        }
    }

    fn end(&mut self, name: &str) {
        let place = match self.chance(20) {
            true => Place::WhenActing,
            false => Place::When,
        };
        let texts = self.conditions(place);
        if texts.is_empty() {
            return;
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.file.put(format!("end.{name}.when"), place, &texts);
        self.random(format!("end.{name}.result"), Place::Result);
        if place == Place::WhenActing {
            self.file.raw(format!("end.{name}.at"), "\"act\"");
        }
        if self.chance(40) {
            self.file.raw(format!("end.{name}.for"), "\"each\"");
        }
    }

    // ---- ordinary variants ----

    /// A variant much like those that people play: a guarded king, officers that promote, pawns, drops. Now and then
    /// one of its rule strings is replaced by a random one.
    fn ordinary(mut rng: Rng) -> File {
        let (files, ranks, more) = Self::size(&mut rng);
        let files = files.max(3);
        let mut it = Writer::new(rng, files, ranks);
        let n_officers = it.rng.usize(1..4) + more / 2;
        let has_prince = it.chance(30);
        let officers = &KINDS[..n_officers];
        let promoted = &KINDS[n_officers..2 * n_officers];
        let promotes: Vec<bool> = officers.iter().map(|_| it.chance(60)).collect();
        let start = it.array(n_officers, has_prince);
        it.begin(1, &start);
        it.kind("king", "K", None, false);
        if has_prince {
            it.kind("prince", "Y", None, false);
        }
        it.kind("pawn", "P", None, false);
        it.kind("tokin", "+P", None, false);
        for (i, name) in officers.iter().enumerate() {
            let letter = char::from(b'A' + i as u8);
            it.kind(name, &letter.to_string(), None, false);
            if promotes[i] {
                it.kind(promoted[i], &format!("+{letter}"), None, false);
            }
        }
        if it.chance(10) {
            it.kind("rock", "*", None, true);
        }
        let royal = if has_prince { "king or prince" } else { "king" };
        it.group("royal", royal);
        let n = it.rng.usize(1..=ranks.min(3));
        let camp = ["last rank".to_owned(), format!("last {n} ranks")];
        let camp = &camp[it.rng.usize(..2)];
        it.set("camp", camp);
        it.movement(officers, promoted, &promotes, has_prince);
        if it.chance(80) {
            it.file.raw("capture.to", "\"hand\"");
        }
        it.usual_turns();
        it.usual_promotion();
        if it.chance(12) {
            it.effect("odd");
        }
        it.guard();
        it.usual_refusals();
        it.usual_ends();
        if it.chance(45) {
            it.alter();
        }
        it.invariant();
        it.file
    }

    /// The start: officers and a king behind pawns, on both sides, as far as there is room.
    fn array(&mut self, n_officers: usize, has_prince: bool) -> String {
        let (files, ranks) = (self.names.files, self.names.ranks);
        let mut home: Vec<char> = (0..files)
            .map(|i| match i {
                0 => 'K',
                1 if has_prince && self.rng.bool() => 'Y',
                _ if self.chance(70) => char::from(b'A' + self.rng.u8(..n_officers as u8)),
                _ => '.',
            })
            .collect();
        self.rng.shuffle(&mut home);
        let home: String = home.into_iter().collect();
        let pawns: String = (0..files)
            .map(|_| if self.chance(60) { 'P' } else { '.' })
            .collect();
        let empty = ".".repeat(files);
        let mut rows = vec![home.to_lowercase()];
        let mut below = vec![home];
        if ranks > 3 {
            rows.push(pawns.to_lowercase());
            below.insert(0, pawns);
        }
        rows.resize(ranks - below.len(), empty);
        rows.extend(below);
        rows.join("/")
    }

    /// Movement in the usual way: steps, slides and leaps without clauses, pawns that capture otherwise than they go.
    fn movement(
        &mut self,
        officers: &[&str],
        promoted: &[&str],
        promotes: &[bool],
        has_prince: bool,
    ) {
        let usual = |it: &mut Writer, text: &'static str| match it.chance(70) {
            true => text.to_owned(),
            false => it.usual_movement(),
        };
        let king = usual(self, "step any");
        self.put("pieces.king.moves", Place::Moves, &king);
        if has_prince {
            let prince = usual(self, "as king");
            self.put("pieces.prince.moves", Place::Moves, &prince);
        }
        let pawn = self.one(&[
            "step forward",
            "step forward",
            "step forward onto empty, step forward-diagonal onto enemy",
            "step forward or sideways",
            "step forward, slide forward 2 from first 2 ranks onto empty",
        ]);
        self.put("pieces.pawn.moves", Place::Moves, pawn);
        let gold = usual(self, "step any except backward-diagonal");
        self.put("pieces.tokin.moves", Place::Moves, &gold);
        let becomes = match self.rng.u8(..20) {
            0 => "tokin or ant",
            1 if has_prince => "prince",
            2 => "",
            _ => "tokin",
        };
        if !becomes.is_empty() {
            self.put("pieces.pawn.becomes", Place::Kinds, becomes);
        }
        if self.chance(85) {
            self.put("pieces.tokin.in_hand_as", Place::Kinds, "pawn");
            if self.chance(8) {
                self.put("pieces.pawn.drops_as", Place::Kinds, "pawn or tokin");
            }
        }
        for (i, name) in officers.iter().enumerate() {
            let text = match self.rng.u8(..6) {
                0 => "slide orthogonal".to_owned(),
                1 => "slide diagonal".to_owned(),
                2 => "slide forward".to_owned(),
                _ => self.usual_movement(),
            };
            self.put(format!("pieces.{name}.moves"), Place::Moves, &text);
            if !promotes[i] {
                continue;
            }
            let other = promoted[i];
            let text = match self.chance(50) {
                true => format!("as {name}, as king"),
                false => self.usual_movement(),
            };
            self.put(format!("pieces.{name}.becomes"), Place::Kinds, other);
            self.put(format!("pieces.{other}.moves"), Place::Moves, &text);
            if self.chance(85) {
                self.put(format!("pieces.{other}.in_hand_as"), Place::Kinds, name);
            }
        }
    }

    /// Movement without clauses.
    fn usual_movement(&mut self) -> String {
        let refused = [
            "borrowed",
            "from_clause",
            "onto_clause",
            "through_clause",
            "within_clause",
        ];
        let text = self.sentence_without(Place::Moves, &refused);
        text.unwrap_or("step any".to_owned())
    }

    fn usual_turns(&mut self) {
        match self.rng.u8(..20) {
            0 => {
                self.random("turn.play.acts", Place::Turn);
            }
            1 => self.put("turn.play.acts", Place::Turn, "one of move, drop, pass"),
            2 => self.put("turn.play.acts", Place::Turn, "one of move"),
            3 => self.put("turn.play.acts", Place::Turn, "any of move once, drop once"),
            4 => {
                self.random("turn.odd.while", Place::While);
                self.put("turn.odd.acts", Place::Turn, "one of move");
                self.put("turn.play.acts", Place::Turn, "one of move, drop");
                if !self.file.0.iter().any(|it| it.key == "turn.odd.while") {
                    self.file.0.retain(|it| it.key != "turn.odd.acts");
                }
            }
            _ => self.put("turn.play.acts", Place::Turn, "one of move, drop"),
        }
    }

    fn usual_promotion(&mut self) {
        let sort = self.rng.u8(..20);
        if sort < 11 {
            let may = self.one(&["move touching camp", "move to camp", "move from camp"]);
            self.put("promote.camp.may", Place::Promote, may);
            if self.chance(60) {
                self.put("promote.camp.must", Place::Promote, "move to stuck");
            }
        }
        if (8..17).contains(&sort) {
            // By the position: what stands there, what is taken.
            let key = format!("promote.eager.{}", self.one(&["may", "must"]));
            let pattern = self.one(&[
                "move capturing",
                "move capturing",
                "move capturing pawn",
                "move to next to enemy king",
                "move from attacked by enemy",
                "move to file of own pawn",
                "",
            ]);
            let is_there = match pattern {
                "" => self.random(key, Place::Promote),
                _ => {
                    self.put(key, Place::Promote, pattern);
                    true
                }
            };
            if is_there && self.chance(40) {
                let kinds = self.one(&["pawn", "pawn or ant", "ant"]);
                self.put("promote.eager.pieces", Place::Kinds, kinds);
            }
        }
    }

    /// The rule that guards the king, in some of the ways that it can be said.
    fn guard(&mut self) {
        let guarded = self.one(&["king", "king", "royal"]);
        let plain = format!("some own {guarded} attacked by enemy");
        let key = "forbid.guard.if";
        match self.rng.u8(..20) {
            0 => {}
            1 | 2 => {
                let more = format!("at most 1 own {guarded}");
                self.file.put(key, Place::If, &[&more, &plain]);
            }
            3 => {
                let more = self.sentence(Place::If).unwrap_or("some own".to_owned());
                self.file.put(key, Place::If, &[&plain, &more]);
            }
            4 => {
                self.put(key, Place::If, &plain);
                let act = self.one(&["move king", "move", "drop", "move capturing"]);
                self.put("forbid.guard.act", Place::Forbid, act);
            }
            5 => {
                self.put(key, Place::If, &plain);
                self.random("forbid.guard.act", Place::Forbid);
            }
            6 => {
                self.put(key, Place::If, &plain);
                self.file.raw("forbid.guard.breach", "\"loses\"");
            }
            7 => self.put(key, Place::If, &format!("{plain} ant")),
            8 => self.put(key, Place::If, "some own attacked by enemy pawn"),
            9 => {
                self.put(key, Place::If, &plain);
                self.random("forbid.guard.while", Place::While);
            }
            _ => self.put(key, Place::If, &plain),
        }
    }

    fn usual_refusals(&mut self) {
        const USUAL: [(&str, &str, &str, u8); 8] = [
            ("dead-drop", "drop to stuck", "", 50),
            ("two-pawns", "drop pawn to file of own pawn", "", 50),
            ("drop-mate", "drop pawn", "mate of enemy king", 30),
            ("smother", "", "enemy cannot act", 6),
            ("home", "drop to camp", "", 8),
            ("brave", "move king to next to enemy king", "", 8),
            (
                "crowd",
                "move pawn",
                "at least 2 own pawn next to target",
                8,
            ),
            ("king-drop", "drop king", "", 15),
        ];
        for (name, act, condition, percent) in USUAL {
            if !self.chance(percent) {
                continue;
            }
            if !act.is_empty() {
                self.put(format!("forbid.{name}.act"), Place::Forbid, act);
            }
            if !condition.is_empty() {
                self.put(format!("forbid.{name}.if"), Place::If, condition);
            }
        }
        if self.chance(25) {
            self.refusal("odd");
        }
    }

    fn usual_ends(&mut self) {
        const USUAL: [(&str, &[&str], &str, u8); 8] = [
            ("capture", &["move capturing king"], "own wins", 25),
            ("mate", &["mate of enemy king"], "own wins", 60),
            (
                "rescue",
                &["mate of enemy royal answered only by move royal"],
                "own wins",
                8,
            ),
            ("stalemate", &["enemy cannot act"], "own wins", 60),
            (
                "try",
                &["move king to last rank except attacked by enemy"],
                "own wins",
                15,
            ),
            (
                "bare",
                &["no enemy except enemy royal", "enemy hand holds nothing"],
                "own wins",
                12,
            ),
            (
                "perpetual",
                &[
                    "repeated 3 times",
                    "throughout some enemy king attacked by own",
                ],
                "enemy wins",
                20,
            ),
            ("repetition", &["repeated 3 times"], "draw", 50),
        ];
        for (name, conditions, result, percent) in USUAL {
            if !self.chance(percent) {
                continue;
            }
            self.file
                .put(format!("end.{name}.when"), Place::When, conditions);
            self.put(format!("end.{name}.result"), Place::Result, result);
            if self.chance(25) {
                self.file.raw(format!("end.{name}.for"), "\"each\"");
            }
        }
        if self.chance(20) {
            self.end("odd");
        }
    }

    /// Replaces one rule string by a random one.
    fn alter(&mut self) {
        let is_rule = |it: &Line| {
            it.place
                .is_some_and(|it| it != Place::Kinds && it != Place::Result)
        };
        let rules = (0..self.file.0.len()).filter(|i| is_rule(&self.file.0[*i]));
        let rules: Vec<usize> = rules.collect();
        let i = rules[self.rng.usize(..rules.len())];
        let Line { key, place, .. } = self.file.0[i].clone();
        // A set that asks for attacks is of no use to movement, and `as` must not go round in a circle.
        let refused: &[&str] = match key.starts_with("squares") {
            true => &["attacked", "named"],
            false => &["borrowed", "throughout"],
        };
        let place = place.expect("a rule has a place");
        if let Some(text) = self.sentence_without(place, refused) {
            // The last one: a `throughout` stands behind its `repeated`.
            let texts = &mut self.file.0[i].texts;
            texts.pop();
            texts.push(text);
        }
    }

    // ---- shipped variants, altered ----

    /// A shipped variant with one to three rules replaced or added.
    fn altered(mut rng: Rng) -> File {
        let shipped: Vec<&str> = koma::shipped::names().collect();
        let name = shipped[rng.usize(..shipped.len())];
        let sheet = Document::open(name)
            .and_then(|it| it.sheet(&Picks::default()))
            .unwrap_or_else(|report| panic!("{report}"));
        let mut it = Writer::new(rng, sheet.geometry.files, sheet.geometry.ranks);
        for file in [&mut it.file, &mut it.skeleton] {
            file.raw("koma", "1");
            file.raw("extends", format!("\"{name}\""));
        }
        it.skeleton.raw("pieces.probe.letter", "\"Z~\"");
        it.names.kinds = sheet.kinds.iter().map(|it| it.name.clone()).collect();
        // Sets are left to conditions: whether one asks for attacks is not looked at.
        it.names.sets = sheet
            .sets
            .iter()
            .map(|it| (it.name.clone(), true))
            .collect();
        let keys: Vec<String> = sheet.rules.iter().map(|it| it.path.clone()).collect();
        for n in 0..it.rng.usize(1..4) {
            match it.rng.u8(..7) {
                0 | 1 => {
                    let kind = it.rng.usize(..it.names.kinds.len());
                    let key = format!("pieces.{}.moves", it.names.kinds[kind]);
                    let text = it.sentence_without(Place::Moves, &["borrowed"]);
                    if let Some(text) = text {
                        it.put(key, Place::Moves, &text);
                    }
                }
                2 | 3 => {
                    let key = it.one(&["may", "must"]);
                    let pattern = it.one(&["move capturing", ""]);
                    let key = format!("promote.odd-{n}.{key}");
                    match pattern {
                        "" => _ = it.random(key, Place::Promote),
                        _ => it.put(key, Place::Promote, pattern),
                    }
                }
                4 => it.refusal(&format!("odd-{n}")),
                5 => it.end(&format!("odd-{n}")),
                _ => {
                    let ends: Vec<&String> =
                        keys.iter().filter(|it| it.starts_with("end.")).collect();
                    let key = format!("{}.when", ends[it.rng.usize(..ends.len())]);
                    it.random(key, Place::WhenActing);
                }
            }
        }
        it.file
    }
}
