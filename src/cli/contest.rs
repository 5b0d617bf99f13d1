//! What `koma selfplay` and `koma tournament` share: options, games played on all threads and kept, figures as text.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::contestant::Contestant;
use super::output::{Status, remark};
use super::results::Results;
use koma_lab::crowd;
use koma_lab::study::selfplay::interval::{Estimate, elo};
use koma_lab::study::selfplay::measure::Measure;
use koma_lab::study::selfplay::opponent::Opponent;
use koma_lab::study::selfplay::{Programme, Record};

/// How games are played and told of.
#[derive(Debug, Args)]
pub struct Common {
    /// Seed of openings and dice: the same seed plays the same games, unless a clock or a program from outside has a say
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Gives a game up after so many turns
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub longest: u32,
    /// How many games are played at the same time; if not said, as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Keeps the games in a new file, a line for each as soon as it is over
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Goes on with a file of games that a run of the same settings left behind
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub resume: Option<PathBuf>,
    /// Prints data for programs
    #[arg(long)]
    pub json: bool,
    /// Writes a report with plots: one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Says what is wrong with the command.
pub fn slip(text: &str) -> Status {
    remark(&format!("koma: {text}"));
    Status::Usage
}

/// Opens the file of games, if there is one, and plays the games that are missing in it. `told` hears of every game of
/// the numbers below `games`, in any order.
pub fn play(
    common: &Common,
    programme: &Programme,
    contestants: &[Contestant],
    games: u64,
    header: &Value,
    mut told: impl FnMut(&Measure),
) -> Result<(), Status> {
    let sheets = || programme.variants.iter().map(|it| it.sheet());
    if let Some(wrong) = contestants.iter().find_map(|it| it.unfit(sheets())) {
        return Err(slip(&wrong));
    }
    let opened = Results::open(common.output.as_deref(), common.resume.as_deref(), header);
    let mut results = opened.map_err(|it| slip(&it))?;
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    let threads = match common.threads {
        Some(threads) => usize::from(threads),
        None => crowd::cores(),
    };
    let records = std::mem::take(&mut results.records);
    let there: Vec<&Record> = records.iter().filter(|it| it.game < games).collect();
    let mut wrong = None;
    let measure = |_: &mut (), it: &&Record| (it.game, programme.measure(it));
    crowd::each(
        &there,
        threads,
        || (),
        measure,
        |_, (game, measured)| {
            bar.inc(1);
            match measured {
                Ok(measure) => told(&measure),
                Err(why) => {
                    wrong = Some(format!("game {game} of the file was not played so: {why}"));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    let missing: Vec<u64> = {
        let known: std::collections::BTreeSet<u64> = there.iter().map(|it| it.game).collect();
        (0..games).filter(|it| !known.contains(it)).collect()
    };
    let make =
        || -> Vec<Box<dyn Opponent>> { contestants.iter().map(|it| it.opponent()).collect() };
    let one = |opponents: &mut Vec<Box<dyn Opponent>>, number: &u64| {
        let fixture = programme.fixture(*number);
        let [first, second] = opponents
            .get_disjoint_mut(fixture.seats)
            .expect("study: nobody sits on both sides");
        let record = programme.play(fixture, [first.as_mut(), second.as_mut()]);
        let measure = programme.measure(&record);
        (record, measure)
    };
    if wrong.is_none() {
        crowd::each(&missing, threads, make, one, |_, (record, measured)| {
            bar.inc(1);
            let kept = results.keep(&record).and(measured);
            match kept {
                Ok(measure) => told(&measure),
                Err(why) => {
                    wrong = Some(why);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
    }
    bar.finish_and_clear();
    match wrong {
        Some(wrong) => Err(slip(&wrong)),
        None => Ok(()),
    }
}

/// Settings that both commands put into the header of their file.
pub fn settings(common: &Common, opening: u32, contestants: &[Contestant]) -> Value {
    let names: Vec<&str> = contestants.iter().map(|it| it.name.as_str()).collect();
    json!({
        "players": names, "seed": common.seed, "openings": opening, "longest": common.longest,
    })
}

/// A share: `52.0 % (45.1 to 58.8)`.
pub fn percent(it: Estimate) -> String {
    format!("{:.1} % ({})", 100.0 * it.value, percent_interval(it))
}

/// `45.1 to 58.8`
pub fn percent_interval(it: Estimate) -> String {
    format!("{:.1} to {:.1}", 100.0 * it.low, 100.0 * it.high)
}

/// A figure: `31.2 (29.0 to 33.4)`, or alone where nothing is known of its interval.
pub fn figure(it: Estimate) -> String {
    match it.low.is_finite() && it.high.is_finite() {
        true => format!("{:.1} ({:.1} to {:.1})", it.value, it.low, it.high),
        false => format!("{:.1}", it.value),
    }
}

/// A difference of ratings: `+24 (-24 to +73)`; all or nothing has only one end.
pub fn rating(score: Estimate) -> String {
    let it = score.map(elo);
    match (it.low.is_finite(), it.high.is_finite()) {
        (true, true) if it.value.is_finite() => {
            format!("{:+.0} ({:+.0} to {:+.0})", it.value, it.low, it.high)
        }
        (true, _) => format!("above {:+.0}", it.low),
        (_, true) => format!("below {:+.0}", it.high),
        _ => "unknown".to_owned(),
    }
}

/// What goes without saying of all games.
pub fn remark_on_chance(contestants: &[Contestant], opening: u32) {
    if opening == 0 && !contestants.iter().any(Contestant::has_chance) {
        remark("koma: nothing is left to chance, so all games are the same; try --openings 2");
    }
}

/// The looks of a report.
pub const STYLE: &str = "\
* { box-sizing: border-box; }
body { font: 11pt/1.4 Georgia, 'Times New Roman', serif; color: #000; background: #fff; max-width: 200mm; margin: 0 auto; padding: 1em; }
h1 { font-size: 20pt; margin: 0 0 0.3em; }
h2 { font-size: 13pt; margin: 1em 0 0.3em; border-bottom: 1px solid #000; break-after: avoid; }
p { margin: 0.25em 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 1px 10px 1px 0; border-bottom: 1px solid #ddd; }
code { font: 9pt/1 ui-monospace, Consolas, monospace; }
svg { max-width: 100%; font-family: Arial, Helvetica, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
svg.plot { display: block; height: auto; margin: 0.5em 0; }
.sign { display: inline-block; margin-right: 1.2em; }
.sign svg { vertical-align: -2px; }
.note { font-size: 9.5pt; }
";
