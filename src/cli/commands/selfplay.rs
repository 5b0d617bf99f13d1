//! `koma selfplay`

use maud::html;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{MatchArgs, VariantArgs, slip, unopened};
use crate::players::matches;
use crate::players::spec::PlayerSpec;
use crate::report::json::{self, Interval};
use crate::report::output::{Status, deliver, result};
use crate::players::games_file;
use crate::report::games::{self, GamesOutput, Heading, STAR, compared, text};
use koma::check::{Document, Picks};
use koma::play::Variant;
use koma::text::safe;
use koma_lab::study::selfplay::interval::Estimate;
use koma_lab::study::selfplay::tally::{Contrast, Tally, contrasts};
use koma_lab::study::selfplay::{Pairing, Programme};

/// Lets opponents play: who wins, how long, by which rules?
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A PLAYER is `random`, `level:1` to `level:10`, `nodes:N`, `time:MS`, or a program from outside: `usi:COMMAND`, \
`cecp:COMMAND`, `uci:COMMAND`.\n\
After a comma come options of the program (`,USI_Hash=16`) and, in small letters, `time=MS` or `nodes=N` or \
`depth=N` per turn, `wait=MS` for an answer at most, `variant=NAME` as the program calls it.\n\
A level thinks without its clock here, so that it plays the same on any machine.\n\
Examples:\n  koma selfplay my_game.toml --games 1000 -o games.jsonl --html report.html\n  \
koma selfplay my_game.toml --compare READING --first nodes:2000 --second nodes:2000"
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// How many games; of each choice, if choices are compared
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Who moves first: random, level:1 to level:10, nodes:N, time:MS, usi:COMMAND, cecp:COMMAND, uci:COMMAND
    #[arg(long, default_value = "level:3", value_name = "PLAYER")]
    first: PlayerSpec,
    /// Who moves second
    #[arg(long, default_value = "level:3", value_name = "PLAYER")]
    second: PlayerSpec,
    /// Plays so many turns at random before the players take over
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    openings: u32,
    /// Plays every choice of an option or reading, from the same openings, and tells what it changes
    #[arg(long, value_name = "NAME")]
    compare: Option<String>,
    #[command(flatten)]
    match_args: MatchArgs,
}

/// What the games are like.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    variant: String,
    first: String,
    second: String,
    seed: u64,
    openings: u32,
    #[serde(flatten)]
    results: Results,
}

/// The games of one variant, or of each choice that is compared.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Results {
    Compared {
        /// The option or reading
        compare: String,
        choices: Vec<ChoiceOutput>,
        contrasts: Vec<ContrastOutput>,
    },
    One {
        result: Box<GamesOutput>,
    },
}

/// The games of one choice.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
pub struct ChoiceOutput {
    choice: String,
    result: GamesOutput,
}

/// What the choices change.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Contrast")]
pub struct ContrastOutput {
    what: String,
    /// For each choice
    values: Vec<Interval>,
    /// From the first choice, for each other
    differences: Vec<Interval>,
}

pub fn run(args: Args) -> Status {
    match played(&args) {
        Ok(status) | Err(status) => status,
    }
}

fn played(args: &Args) -> Result<Status, Status> {
    let (name, picks) = args.variant.picked()?;
    let (choices, variants) = opened(name, &picks, args.compare.as_deref())?;
    let players = [args.first.clone(), args.second.clone()];
    let programme = Programme {
        variants,
        pairing: Pairing::Fixed,
        seed: args.match_args.seed,
        opening: args.openings,
        longest: args.match_args.longest,
    };
    let mut settings = matches::settings(&args.match_args, args.openings, &players);
    if let Some(compare) = &args.compare {
        settings["compare"] = compare.as_str().into();
    }
    let header = games_file::header("selfplay", name, &programme.variants, settings);
    matches::warn_if_identical(&players, args.openings);
    let mut tallies = vec![Tally::default(); programme.variants.len()];
    let games = programme.n_games(args.games);
    matches::play(
        &args.match_args,
        &programme,
        &players,
        games,
        &header,
        |it| {
            tallies[programme.fixture(it.game).variant].add(it);
        },
    )?;
    let heading = Heading {
        name: safe::line(args.variant.name()),
        players: [args.first.shown(), args.second.shown()],
        games: args.games,
        seed: args.match_args.seed,
        openings: args.openings,
        compare: args.compare.clone(),
    };
    let sheets: Vec<_> = programme.variants.iter().map(Variant::sheet).collect();
    let contrasts = match args.compare {
        Some(_) => contrasts(&tallies, &sheets),
        None => Vec::new(),
    };
    let told = Told {
        heading,
        choices,
        programme,
        tallies,
        contrasts,
    };
    if let Some(file) = &args.match_args.html {
        let status = deliver(&told.html(), Some(file));
        if status != Status::Done {
            return Ok(status);
        }
    }
    match args.match_args.json.json {
        true => json::print(told.output()),
        false => result(told.text().trim_end()),
    }
    Ok(Status::Done)
}

/// The variant, or one of each choice that is compared, with their names.
fn opened(
    name: &str,
    picks: &Picks,
    compare: Option<&str>,
) -> Result<(Vec<String>, Vec<Variant>), Status> {
    let document = Document::open(name).map_err(|it| unopened(&it))?;
    let open = |picks: &Picks| Variant::of(&document, picks).map_err(|it| unopened(&it));
    let Some(compare) = compare else {
        return Ok((vec![String::new()], vec![open(picks)?]));
    };
    let Some(choice) = document.choices.all.iter().find(|it| it.name == compare) else {
        let known: Vec<&str> = document
            .choices
            .all
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        let known = match known.is_empty() {
            true => "there is nothing to choose".to_owned(),
            false => format!("there is {}", safe::line(&known.join(", "))),
        };
        return Err(slip(&format!(
            "--compare: no option or reading is called `{}`; {known}",
            safe::short(compare)
        )));
    };
    if picks.sets.iter().any(|it| it.0 == compare) {
        return Err(slip(
            "--compare tries every choice; --set picks one of them",
        ));
    }
    let mut variants = Vec::new();
    for it in &choice.choices {
        let mut picks = picks.clone();
        picks.sets.push((compare.to_owned(), it.clone()));
        variants.push(open(&picks)?);
    }
    Ok((choice.choices.clone(), variants))
}

/// All that is told.
struct Told {
    heading: Heading,
    /// The choices that are compared; one without a name if none are.
    choices: Vec<String>,
    programme: Programme,
    tallies: Vec<Tally>,
    contrasts: Vec<Contrast>,
}

impl Told {
    fn each(&self) -> impl Iterator<Item = (&str, &Variant, &Tally)> {
        let choices = self.choices.iter().map(String::as_str);
        let both = choices.zip(&self.programme.variants).zip(&self.tallies);
        both.map(|((choice, variant), tally)| (choice, variant, tally))
    }

    fn text(&self) -> String {
        let mut out = self.heading.text();
        if self.contrasts.is_empty() {
            for (_, variant, tally) in self.each() {
                out += &text(variant, tally);
            }
            return out;
        }
        out += &compared(&self.choices, &self.contrasts).text();
        out += &format!("{STAR}\n");
        for (choice, _, tally) in self.each() {
            let n = tally.faults().count();
            if n > 0 {
                out += &format!("{choice}: {n} games were lost by what a player did wrong\n");
            }
        }
        out
    }

    fn html(&self) -> String {
        self.heading.page(&html! {
            @if !self.contrasts.is_empty() {
                (games::compared_html(&self.choices, &self.contrasts))
            }
            @for (choice, variant, tally) in self.each() {
                @if !choice.is_empty() {
                    h1 { (choice) } "\n"
                }
                (games::html(variant, tally))
            }
        })
    }

    fn output(&self) -> Output {
        let heading = &self.heading;
        let mut choices = self.each().map(|(choice, variant, tally)| ChoiceOutput {
            choice: choice.to_owned(),
            result: GamesOutput::new(variant, tally),
        });
        let results = match &heading.compare {
            None => Results::One {
                result: Box::new(choices.next().expect("cli: a variant is played").result),
            },
            Some(name) => {
                let intervals = |it: &[Estimate]| it.iter().map(|it| (*it).into()).collect();
                let contrasts = self.contrasts.iter().map(|it| ContrastOutput {
                    what: it.what.clone(),
                    values: intervals(&it.values),
                    differences: intervals(&it.differences),
                });
                Results::Compared {
                    compare: name.clone(),
                    choices: choices.collect(),
                    contrasts: contrasts.collect(),
                }
            }
        };
        let [first, second] = heading.players.clone();
        Output {
            variant: heading.name.clone(),
            first,
            second,
            seed: heading.seed,
            openings: heading.openings,
            results,
        }
    }
}
