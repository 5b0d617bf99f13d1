//! What games are like, as text, data and HTML.

use maud::{Markup, html};
use schemars::JsonSchema;
use serde::Serialize;

use super::figures::{figure, percent, percent_interval, rating};
use super::html;
use super::json::Interval;
use super::plot::{self, Bar};
use super::tables::Table;
use koma::play::Variant;
use koma::text::safe as text_safe;
use koma_lab::study::Fingerprint;
use koma_lab::study::cover::told;
use koma_lab::study::selfplay::interval::{Estimate, elo, wilson};
use koma_lab::study::selfplay::tally::{Contrast, PartUse, Tally};
use koma_lab::study::selfplay::{LONGEST, RESIGNS, STUCK, Verdict};

/// What was played.
#[derive(Debug, Clone)]
pub struct Heading {
    /// The variant.
    pub name: String,
    /// Who moved first, and who second.
    pub players: [String; 2],
    /// How many games, of each choice.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// How many random turns.
    pub openings: u32,
    /// What is compared.
    pub compare: Option<String>,
}

impl Heading {
    fn sentence(&self) -> String {
        let [first, second] = &self.players;
        let each = if self.compare.is_some() {
            " of each choice"
        } else {
            ""
        };
        format!(
            "{} games{each}, {first} first, {second} second, after {} random turns, seed {}; intervals of 95 %",
            self.games, self.openings, self.seed
        )
    }

    fn title(&self) -> String {
        match &self.compare {
            Some(name) => format!("{}: {}", self.name, text_safe::line(name)),
            None => self.name.clone(),
        }
    }

    /// As text.
    pub fn text(&self) -> String {
        format!("{}\n{}\n\n", self.title(), self.sentence())
    }

    /// A page with this above it.
    pub fn page(&self, body: &Markup) -> String {
        let body = html! {
            h1 { (self.title()) } "\n"
            p { (self.sentence()) } "\n"
            (body)
        };
        html::page("en", &self.title(), html::REPORT, &body)
    }
}

/// The verdicts, in words.
const VERDICTS: [(Verdict, &str); 4] = [
    (Verdict::First, "first wins"),
    (Verdict::Second, "second wins"),
    (Verdict::Draw, "draws"),
    (Verdict::Unfinished, "given up"),
];

/// What ended a game, in words.
fn ended(by: &str) -> String {
    match by {
        LONGEST => "given up: too long".to_owned(),
        STUCK => "given up: nothing can be done, and no rule ends it".to_owned(),
        RESIGNS => "a player resigns".to_owned(),
        it if !it.contains('.') => format!("a player fails: {}", text_safe::line(it)),
        it => text_safe::line(it),
    }
}

fn shown_verdicts(tally: &Tally) -> impl Iterator<Item = (Verdict, &'static str)> {
    let any = tally.n(Verdict::Unfinished) > 0;
    let all = VERDICTS.into_iter();
    all.filter(move |it| any || it.0 != Verdict::Unfinished)
}

/// The games of one variant as text.
pub fn text(variant: &Variant, tally: &Tally) -> String {
    let mut out = String::new();
    for (verdict, what) in shown_verdicts(tally) {
        let (n, share) = (tally.n(verdict), percent(tally.share(verdict)));
        out += &format!("{what:<16}{n:>7}  {share}\n");
    }
    out += &format!(
        "score of first         {}, Elo {}\n",
        percent(tally.score()),
        rating(tally.score())
    );
    let lengths = tally.lengths();
    out += &format!(
        "length                 mean {} turns, median {}, {} to {}\n",
        figure(tally.length()),
        tally.median(),
        lengths.first().unwrap_or(&0),
        lengths.last().unwrap_or(&0)
    );
    out += &format!(
        "branching              mean {} acts to choose from\n\n",
        figure(tally.branching())
    );
    let (size, steps) = tally.distribution();
    let most = steps.iter().map(|it| it.1).max().unwrap_or(0).max(1);
    out += "Length in turns\n---------------\n";
    for (from, n) in &steps {
        let bar = "#".repeat((n * 50).div_ceil(most) as usize);
        out += format!("{:>9} {n:>6} {bar}", plot::range(*from, size)).trim_end();
        out.push('\n');
    }
    for table in tables(variant, tally) {
        out.push('\n');
        out += &table.text();
    }
    out
}

fn tables(variant: &Variant, tally: &Tally) -> Vec<Table> {
    let sheet = variant.sheet();
    let mut ends = Vec::new();
    for end in tally.ends(sheet) {
        let n = end.games();
        let mut row = vec![ended(&end.by), n.to_string()];
        row.push(percent(wilson(n as f64, tally.n_games())));
        row.extend(end.results[..3].iter().map(u64::to_string));
        ends.push(row);
    }
    let per_game = |n: u64| format!("{:.2}", n as f64 / tally.n_games().max(1) as f64);
    let mut pieces = Vec::new();
    for (kind, it) in sheet.kinds.iter().zip(tally.pieces()) {
        if kind.neutral && it.moves == 0 && it.drops == 0 {
            continue;
        }
        let mut row = vec![format!("{} ({})", kind.name, kind.letter)];
        let counts = [it.moves, it.drops, it.captures, it.captured, it.promotions];
        row.extend(counts.map(per_game));
        pieces.push(row);
    }
    let (used, never): (Vec<PartUse>, Vec<PartUse>) =
        tally.parts(sheet).into_iter().partition(|it| it.times > 0);
    let used_row = |it: &PartUse| {
        let share = percent(wilson(it.games as f64, tally.n_games()));
        vec![
            told(sheet, it.part),
            per_game(it.times),
            it.times.to_string(),
            share,
        ]
    };
    let mut tables = vec![
        Table {
            title: "Ends",
            heads: vec![
                "decided by",
                "games",
                "share",
                "first wins",
                "second wins",
                "draws",
            ],
            rows: ends,
        },
        Table {
            title: "Pieces, per game",
            heads: vec![
                "piece",
                "moves",
                "drops",
                "captures",
                "captured",
                "promotions",
            ],
            rows: pieces,
        },
        Table {
            title: "Rules",
            heads: vec!["rule", "per game", "times", "share of games with it"],
            rows: used.iter().map(used_row).collect(),
        },
    ];
    if !never.is_empty() {
        tables.push(Table {
            title: "Never made use of",
            heads: vec!["rule"],
            rows: never.iter().map(|it| vec![told(sheet, it.part)]).collect(),
        });
    }
    let faults: Vec<Vec<String>> = tally
        .faults()
        .take(FAULTS)
        .map(|(game, what, reason)| {
            vec![
                game.to_string(),
                text_safe::line(what),
                text_safe::line(reason),
            ]
        })
        .collect();
    if !faults.is_empty() {
        tables.push(Table {
            title: "Lost by what a player did wrong",
            heads: vec!["game", "what", "reason"],
            rows: faults,
        });
    }
    tables
}

/// How many faults are told one by one.
const FAULTS: usize = 20;

/// The games of one variant as data.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Games")]
pub struct GamesOutput {
    games: u64,
    first_wins: Share,
    second_wins: Share,
    draws: Share,
    unfinished: Share,
    /// Of the player who moves first
    score: Interval,
    elo: Interval,
    length: Length,
    /// Acts to choose from
    branching: Interval,
    ends: Vec<EndOutput>,
    pieces: Vec<PieceOutput>,
    rules: Vec<RuleOutput>,
    faults: Vec<FaultOutput>,
    fingerprint: String,
}

#[derive(Serialize, JsonSchema)]
struct Share {
    games: u64,
    share: Interval,
}

/// How long the games are, in turns.
#[derive(Serialize, JsonSchema)]
struct Length {
    mean: Interval,
    median: f64,
    least: Option<u32>,
    most: Option<u32>,
    /// How many lengths are counted together
    step: u32,
    /// The first length of each step, and how many games
    distribution: Vec<(u32, u64)>,
}

/// How many games a rule ended, and for whom.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "End")]
struct EndOutput {
    by: String,
    games: u64,
    share: Interval,
    first: u64,
    second: u64,
    draw: u64,
    unfinished: u64,
}

/// What a kind of piece did in all games together.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Piece")]
struct PieceOutput {
    piece: String,
    letter: String,
    moves: u64,
    drops: u64,
    captures: u64,
    captured: u64,
    promotions: u64,
}

/// How often a part of the rules was used, and in how many games.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
struct RuleOutput {
    part: String,
    times: u64,
    games: u64,
}

/// A game that was lost by what a player did wrong.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fault")]
struct FaultOutput {
    game: u64,
    what: String,
    reason: String,
}

impl GamesOutput {
    pub fn new(variant: &Variant, tally: &Tally) -> GamesOutput {
        let sheet = variant.sheet();
        let share = |verdict: Verdict| Share {
            games: tally.n(verdict),
            share: tally.share(verdict).into(),
        };
        let lengths = tally.lengths();
        let (step, distribution) = tally.distribution();
        let ends = tally.ends(sheet);
        let ends = ends.iter().map(|it| EndOutput {
            by: it.by.clone(),
            games: it.games(),
            share: wilson(it.games() as f64, tally.n_games()).into(),
            first: it.results[0],
            second: it.results[1],
            draw: it.results[2],
            unfinished: it.results[3],
        });
        let pieces = sheet.kinds.iter().zip(tally.pieces());
        let pieces = pieces.map(|(kind, it)| PieceOutput {
            piece: kind.name.clone(),
            letter: kind.letter.clone(),
            moves: it.moves,
            drops: it.drops,
            captures: it.captures,
            captured: it.captured,
            promotions: it.promotions,
        });
        let rules = tally.parts(sheet);
        let rules = rules.iter().map(|it| RuleOutput {
            part: told(sheet, it.part),
            times: it.times,
            games: it.games,
        });
        let faults = tally.faults().map(|(game, what, reason)| FaultOutput {
            game,
            what: what.to_owned(),
            reason: reason.to_owned(),
        });
        GamesOutput {
            games: tally.n_games(),
            first_wins: share(Verdict::First),
            second_wins: share(Verdict::Second),
            draws: share(Verdict::Draw),
            unfinished: share(Verdict::Unfinished),
            score: tally.score().into(),
            elo: tally.score().map(elo).into(),
            length: Length {
                mean: tally.length().into(),
                median: tally.median(),
                least: lengths.first().copied(),
                most: lengths.last().copied(),
                step,
                distribution,
            },
            branching: tally.branching().into(),
            ends: ends.collect(),
            pieces: pieces.collect(),
            rules: rules.collect(),
            faults: faults.collect(),
            fingerprint: Fingerprint::of(sheet).to_string(),
        }
    }
}

/// The games of one variant as a part of an HTML page.
pub fn html(variant: &Variant, tally: &Tally) -> Markup {
    let share = |label: String, it: Estimate, n: u64| Bar {
        label,
        value: it,
        note: format!("{n}: {:.1} % ({})", 100.0 * it.value, percent_interval(it)),
    };
    let results: Vec<Bar> = shown_verdicts(tally)
        .map(|(verdict, what)| share(what.to_owned(), tally.share(verdict), tally.n(verdict)))
        .collect();
    let (size, steps) = tally.distribution();
    let ends: Vec<Bar> = tally
        .ends(variant.sheet())
        .iter()
        .map(|it| {
            let n = it.games();
            share(ended(&it.by), wilson(n as f64, tally.n_games()), n)
        })
        .collect();
    let n = tally.n_games().max(1) as f64;
    let kinds = variant.sheet().kinds.iter().zip(tally.pieces());
    let pieces: Vec<(String, Vec<f64>)> = kinds
        .filter(|it| !it.0.neutral)
        .map(|(kind, it)| {
            let quiet = it.moves.saturating_sub(it.captures);
            let parts = [quiet, it.captures, it.drops];
            (kind.name.clone(), parts.map(|it| it as f64 / n).to_vec())
        })
        .collect();
    let drawn = |table: &Table| match table.title {
        "Ends" => plot::bars("ends", &ends),
        "Pieces, per game" => html! {
            (plot::parts("pieces", &pieces))
            (plot::legend(&["moves without a capture", "captures", "drops"]))
        },
        _ => html! {},
    };
    html! {
        section {
            "\n" h2 { "Results" } "\n" (plot::bars("results", &results))
            p { "Score of first: " (percent(tally.score())) ", Elo " (rating(tally.score())) } "\n"
        }
        "\n"
        section {
            "\n" h2 { "Length in turns" } "\n" (plot::columns("length in turns", size, &steps))
            p {
                "Mean " (figure(tally.length())) ", median " (tally.median()) ". Acts to choose from: mean "
                (figure(tally.branching())) "."
            }
            "\n"
        }
        "\n"
        @for table in tables(variant, tally) {
            (table.html(&drawn(&table)))
        }
    }
}

/// What the choices change, as a table.
pub fn compared(choices: &[String], contrasts: &[Contrast]) -> Table {
    let mut rows = Vec::new();
    for contrast in contrasts {
        let show = |it: Estimate| match contrast.is_share {
            true => percent(it),
            false => figure(it),
        };
        for (i, (choice, value)) in choices.iter().zip(&contrast.values).enumerate() {
            let (what, apart) = match i {
                0 => (contrast.what.clone(), String::new()),
                _ => {
                    let it = contrast.differences[i - 1];
                    let mark = if it.excludes_zero() { " *" } else { "" };
                    (String::new(), format!("{}{mark}", signed(contrast, it)))
                }
            };
            rows.push(vec![what, text_safe::line(choice), show(*value), apart]);
        }
    }
    Table {
        title: "What the choices change",
        heads: vec!["", "choice", "value", "difference from the first"],
        rows,
    }
}

fn signed(contrast: &Contrast, it: Estimate) -> String {
    let scale = if contrast.is_share { 100.0 } else { 1.0 };
    let it = it.map(|it| it * scale);
    if it.low == it.high {
        return format!("{:+.1} (in every game)", it.value);
    }
    match it.low.is_finite() && it.high.is_finite() {
        true => format!("{:+.1} ({:+.1} to {:+.1})", it.value, it.low, it.high),
        false => format!("{:+.1}", it.value),
    }
}

/// The same for a page, with a plot of the scores.
pub fn compared_html(choices: &[String], contrasts: &[Contrast]) -> Markup {
    let bars = |contrast: &Contrast| -> Vec<Bar> {
        let both = choices.iter().zip(&contrast.values);
        both.map(|(choice, value)| Bar {
            label: choice.clone(),
            value: *value,
            note: match contrast.is_share {
                true => percent(*value),
                false => figure(*value),
            },
        })
        .collect()
    };
    html! {
        (compared(choices, contrasts).html(&html! {}))
        p.note { (STAR) } "\n"
        @for contrast in contrasts {
            section {
                "\n" h2 { (contrast.what) } "\n"
                (plot::bars(&contrast.what, &bars(contrast)))
            }
            "\n"
        }
    }
}

/// What the star behind a difference means.
pub const STAR: &str =
    "* the interval of the difference does not hold 0; one in twenty does so by chance";
