//! `koma tournament`

use serde_json::{Value, json};

use crate::args::{MatchArgs, VariantArgs, slip};
use crate::players::matches;
use crate::report::figures::{percent, rating};
use crate::players::spec::PlayerSpec;
use crate::report::output::{JSON_VERSION, Status, deliver, json_line, result};
use crate::report::tables::{STYLE, Table, frame, html};
use crate::report::plot::{self, Bar};
use crate::players::games_file;
use koma::text::safe;
use koma_lab::study::selfplay::interval::elo;
use koma_lab::study::selfplay::opponent::Failing;
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
        true => json_line(&told.json(args)),
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
        let mut body = format!(
            "<h1>{}</h1>\n<p>{}</p>\n{}",
            html(&self.name),
            html(&self.sentence),
            plot::bars("score", &bars)
        );
        for table in self.tables() {
            body += &table.html();
        }
        let first = self.standing.first;
        body += &format!(
            "<p>Those who moved first: {}, {}</p>\n",
            tally(&first),
            html(&percent(first.share()))
        );
        frame("en", &self.name, STYLE, &body)
    }

    fn json(&self, args: &Args) -> Value {
        let standing = &self.standing;
        let score = |it: &Score| {
            json!({
                "won": it.won, "drawn": it.drawn, "lost": it.lost, "score": it.share(),
                "elo": it.share().map(elo),
            })
        };
        let players: Vec<Value> = (0..self.names.len())
            .map(|player| {
                let mut value = score(&standing.whole(player));
                value["player"] = json!(self.names[player]);
                for (failing, n) in Failing::ALL.iter().zip(standing.failings[player]) {
                    value[failing.as_str()] = json!(n);
                }
                let against = standing.against[player].iter().map(score);
                value["against"] = against.collect();
                value
            })
            .collect();
        let faults: Vec<Value> = standing
            .faults
            .iter()
            .map(|(game, player, what, reason)| {
                json!({ "game": game, "player": player, "what": what, "reason": reason })
            })
            .collect();
        json!({
            "version": JSON_VERSION, "variant": self.name, "seed": args.match_args.seed,
            "openings": args.openings, "order": standing.order(), "players": players,
            "first": score(&standing.first), "faults": faults,
        })
    }
}

fn tally(it: &Score) -> String {
    format!("+{} ={} -{}", it.won, it.drawn, it.lost)
}
