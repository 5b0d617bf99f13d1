//! `koma selfplay`

use serde_json::{Value, json};

use crate::args::{MatchArgs, VariantArgs, slip, unopened};
use crate::players::matches;
use crate::players::spec::PlayerSpec;
use crate::report::output::{JSON_VERSION, Status, deliver, json_line, result};
use crate::players::games_file;
use crate::report::games::{Heading, compared, compared_html, html, text, to_json};
use koma::check::{Document, Picks};
use koma::play::Variant;
use koma::text::safe;
use koma_lab::study::Fingerprint;
use koma_lab::study::selfplay::tally::{Contrast, Tally, contrasts};
use koma_lab::study::selfplay::{Pairing, Programme};

/// Plays games between opponents: who wins, how long, by which rules?
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
        settings["compare"] = json!(compare);
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
        true => json_line(&told.json()),
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
        out +=
            "* the interval of the difference does not hold 0; one in twenty does so by chance\n";
        for (choice, _, tally) in self.each() {
            let n = tally.faults().count();
            if n > 0 {
                out += &format!("{choice}: {n} games were lost by what a player did wrong\n");
            }
        }
        out
    }

    fn html(&self) -> String {
        let mut body = String::new();
        if !self.contrasts.is_empty() {
            body += &compared_html(&self.choices, &self.contrasts);
        }
        for (choice, variant, tally) in self.each() {
            if !choice.is_empty() {
                body += &format!("<h1>{}</h1>\n", crate::report::tables::html(choice));
            }
            body += &html(variant, tally);
        }
        self.heading.page(&body)
    }

    fn json(&self) -> Value {
        let heading = &self.heading;
        let mut value = json!({
            "version": JSON_VERSION, "variant": heading.name, "first": heading.players[0],
            "second": heading.players[1], "seed": heading.seed, "openings": heading.openings,
        });
        let told = |variant: &Variant, tally: &Tally| {
            let mut it = to_json(variant, tally);
            it["fingerprint"] = json!(Fingerprint::of(variant.sheet()).to_string());
            it
        };
        match &heading.compare {
            None => {
                for (_, variant, tally) in self.each() {
                    value["result"] = told(variant, tally);
                }
            }
            Some(name) => {
                let choices = self.each().map(|(choice, variant, tally)| {
                    json!({ "choice": choice, "result": told(variant, tally) })
                });
                let choices: Vec<Value> = choices.collect();
                let differences = self.contrasts.iter().map(|it| {
                    json!({ "what": it.what, "values": it.values, "differences": it.differences })
                });
                let differences: Vec<Value> = differences.collect();
                value["compare"] = json!(name);
                value["choices"] = json!(choices);
                value["contrasts"] = json!(differences);
            }
        }
        value
    }
}
