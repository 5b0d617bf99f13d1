//! `koma tournament`

use maud::html;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{MatchArgs, VariantArgs, slip};
use crate::players::matches;
use crate::report::figures::{percent, rating};
use crate::players::spec::PlayerSpec;
use crate::report::json::{self, Interval};
use crate::report::output::{Status, deliver, result};
use crate::report::html;
use crate::report::tables::Table;
use crate::report::plot::{self, Bar};
use crate::players::games_file;
use koma::text::safe;
use koma_lab::study::selfplay::interval::elo;
use koma_lab::study::selfplay::standing::{Score, Standing};
use koma_lab::study::selfplay::{Pairing, Programme};

/// Lets players meet each other: who is stronger?
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each opening is played twice, with the sides changed. A PLAYER is what it is for `koma selfplay`. What a program \
from outside does wrong costs it the game: an illegal turn, no answer in time, its end.\n\
A file of games is written by one run at a time.\n\
Examples:\n  koma tournament my_game.toml level:3 level:5 \"usi:engine --fast,USI_Hash=16,time=100\"\n  \
koma tournament my_game.toml level:5 \"uci:fairy-stockfish,variant=NAME,time=100\" \"cecp:sjaakii,variant=NAME,depth=4\""
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Who plays: random, level:1 to level:10, nodes:N, time:MS, usi:COMMAND, cecp:COMMAND, uci:COMMAND
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<PlayerSpec>,
    /// How many games each plays against each; an odd number is one more
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Plays so many turns at random before the players take over
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    openings: u32,
    #[command(flatten)]
    match_args: MatchArgs,
}

/// How the players did.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    variant: String,
    seed: u64,
    openings: u32,
    /// The numbers of the players, the best first
    order: Vec<usize>,
    players: Vec<PlayerOutput>,
    /// Those who moved first
    first: ScoreOutput,
    faults: Vec<FaultOutput>,
}

/// Games won, drawn and lost.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Score")]
pub struct ScoreOutput {
    won: u64,
    drawn: u64,
    lost: u64,
    score: Interval,
    elo: Interval,
}

/// A player and how he did against each.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Player")]
pub struct PlayerOutput {
    #[serde(flatten)]
    score: ScoreOutput,
    player: String,
    /// How many games were lost by an illegal turn
    illegal: u64,
    /// By an engine that went away
    crash: u64,
    /// By an engine that did not answer in time
    timeout: u64,
    against: Vec<ScoreOutput>,
}

/// A game that was lost by what a player did wrong.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fault")]
pub struct FaultOutput {
    game: u64,
    player: usize,
    what: String,
    reason: String,
}

impl From<&Score> for ScoreOutput {
    fn from(it: &Score) -> ScoreOutput {
        ScoreOutput {
            won: it.won,
            drawn: it.drawn,
            lost: it.lost,
            score: it.share().into(),
            elo: it.share().map(elo).into(),
        }
    }
}

/// The heads of a cross table.
const NUMBERS: [&str; 16] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
];

/// How many faults are told one by one.
const FAULTS: usize = 20;

pub fn run(args: Args) -> Status {
    match played(&args) {
        Ok(status) | Err(status) => status,
    }
}

fn played(args: &Args) -> Result<Status, Status> {
    let n = args.players.len();
    if n > NUMBERS.len() {
        return Err(slip(&format!("at most {} players", NUMBERS.len())));
    }
    let variant = args.variant.open()?;
    let name = args.variant.name();
    let programme = Programme {
        variants: vec![variant],
        pairing: Pairing::RoundRobin(n),
        seed: args.match_args.seed,
        opening: args.openings,
        longest: args.match_args.longest,
    };
    let settings = matches::settings(&args.match_args, args.openings, &args.players);
    let header = games_file::header("tournament", name, &programme.variants, settings);
    matches::warn_if_identical(&args.players, args.openings);
    let rounds = args.games.next_multiple_of(2);
    let games = programme.n_games(rounds);
    let mut standing = Standing::new(n);
    matches::play(
        &args.match_args,
        &programme,
        &args.players,
        games,
        &header,
        |it| {
            standing.add(programme.fixture(it.game), it);
        },
    )?;
    let told = Told {
        name: safe::line(name),
        names: args.players.iter().map(PlayerSpec::shown).collect(),
        sentence: format!(
            "{rounds} games of each against each, every opening of {} random turns twice with the sides changed, \
             seed {}; intervals of 95 %",
            args.openings, args.match_args.seed
        ),
        standing,
    };
    if let Some(file) = &args.match_args.html {
        let status = deliver(&told.html(), Some(file));
        if status != Status::Done {
            return Ok(status);
        }
    }
    match args.match_args.json.json {
        true => json::print(told.output(args)),
        false => result(told.text().trim_end()),
    }
    Ok(Status::Done)
}

/// All that is told.
struct Told {
    name: String,
    names: Vec<String>,
    sentence: String,
    standing: Standing,
}

impl Told {
    /// Standing, cross table, pairs, and what went wrong.
    fn tables(&self) -> Vec<Table> {
        let standing = &self.standing;
        let order = standing.order();
        let mut ranks = Vec::new();
        let mut cross = Vec::new();
        let mut pairs = Vec::new();
        for (place, player) in order.iter().enumerate() {
            let (whole, name) = (standing.whole(*player), &self.names[*player]);
            let failed: u64 = standing.failings[*player].iter().sum();
            ranks.push(vec![
                NUMBERS[place].to_owned(),
                name.clone(),
                tally(&whole),
                format!("{} of {}", whole.points(), whole.games()),
                percent(whole.share()),
                rating(whole.share()),
                failed.to_string(),
            ]);
            let mut row = vec![NUMBERS[place].to_owned(), name.clone()];
            for other in &order {
                row.push(match player == other {
                    true => "–".to_owned(),
                    false => standing.against[*player][*other].points().to_string(),
                });
            }
            cross.push(row);
            for (behind, other) in order.iter().enumerate().skip(place + 1) {
                let score = standing.against[*player][*other];
                pairs.push(vec![
                    format!("{} : {}", NUMBERS[place], NUMBERS[behind]),
                    tally(&score),
                    percent(score.share()),
                    rating(score.share()),
                ]);
            }
        }
        let mut heads = vec!["", "points against"];
        heads.extend(&NUMBERS[..order.len()]);
        let mut tables = vec![
            Table {
                title: "Standing",
                heads: vec![
                    "",
                    "player",
                    "+ = -",
                    "points",
                    "score",
                    "Elo to the field",
                    "failed",
                ],
                rows: ranks,
            },
            Table {
                title: "Cross table",
                heads,
                rows: cross,
            },
            Table {
                title: "Pairs",
                heads: vec!["pair", "+ = -", "score", "Elo difference"],
                rows: pairs,
            },
        ];
        let faults = standing.faults.iter().take(FAULTS);
        let faults: Vec<Vec<String>> = faults
            .map(|(game, player, what, reason)| {
                vec![
                    game.to_string(),
                    self.names[*player].clone(),
                    safe::line(what),
                    safe::line(reason),
                ]
            })
            .collect();
        if !faults.is_empty() {
            tables.push(Table {
                title: "Lost by what a player did wrong",
                heads: vec!["game", "player", "what", "reason"],
                rows: faults,
            });
        }
        tables
    }

    fn text(&self) -> String {
        let mut out = format!("{}\n{}\n", self.name, self.sentence);
        for table in self.tables() {
            out.push('\n');
            out += &table.text();
        }
        let more = self.standing.faults.len().saturating_sub(FAULTS);
        if more > 0 {
            out += &format!("and {more} more\n");
        }
        let first = self.standing.first;
        out + &format!(
            "\nThose who moved first: {}, {}\n",
            tally(&first),
            percent(first.share())
        )
    }

    fn html(&self) -> String {
        let bars: Vec<Bar> = self
            .standing
            .order()
            .into_iter()
            .map(|player| {
                let share = self.standing.whole(player).share();
                Bar {
                    label: self.names[player].clone(),
                    value: share,
                    note: percent(share),
                }
            })
            .collect();
        let first = self.standing.first;
        let body = html! {
            h1 { (self.name) } "\n"
            p { (self.sentence) } "\n"
            (plot::bars("score", &bars))
            @for table in self.tables() {
                (table.html(&html! {}))
            }
            p { "Those who moved first: " (tally(&first)) ", " (percent(first.share())) } "\n"
        };
        html::page("en", &self.name, html::REPORT, &body)
    }

    fn output(&self, args: &Args) -> Output {
        let standing = &self.standing;
        let player = |player: usize| {
            let [illegal, crash, timeout] = standing.failings[player];
            PlayerOutput {
                score: (&standing.whole(player)).into(),
                player: self.names[player].clone(),
                illegal,
                crash,
                timeout,
                against: standing.against[player].iter().map(Into::into).collect(),
            }
        };
        let faults = standing.faults.iter();
        Output {
            variant: self.name.clone(),
            seed: args.match_args.seed,
            openings: args.openings,
            order: standing.order(),
            players: (0..self.names.len()).map(player).collect(),
            first: (&standing.first).into(),
            faults: faults
                .map(|(game, player, what, reason)| FaultOutput {
                    game: *game,
                    player: *player,
                    what: what.clone(),
                    reason: reason.clone(),
                })
                .collect(),
        }
    }
}

fn tally(it: &Score) -> String {
    format!("+{} ={} -{}", it.won, it.drawn, it.lost)
}
