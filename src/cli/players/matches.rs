//! The games of `koma selfplay` and `koma tournament`: played on all threads, and kept in a file.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::games_file::GamesFile;
use super::spec::PlayerSpec;
use crate::args::{MatchArgs, slip};
use crate::report::output::{Status, remark};
use crate::report::progress;
use koma_lab::crowd;
use koma_lab::study::selfplay::measure::Measure;
use koma_lab::study::selfplay::opponent::Opponent;
use koma_lab::study::selfplay::{Programme, Record};

/// Opens the file of games, if there is one, and plays the games that are missing in it. `each` hears of every game of
/// the numbers below `games`, in any order.
pub fn play(
    args: &MatchArgs,
    programme: &Programme,
    players: &[PlayerSpec],
    games: u64,
    header: &Value,
    mut each: impl FnMut(&Measure),
) -> Result<(), Status> {
    let variants = || programme.variants.iter();
    if let Some(wrong) = players.iter().find_map(|it| it.unfit(variants())) {
        return Err(slip(&wrong));
    }
    let opened = GamesFile::open(args.output.as_deref(), args.resume.as_deref(), header);
    let mut file = opened.map_err(|it| slip(&it))?;
    let bar = progress::bar(games, "games");
    let threads = match args.threads {
        Some(threads) => usize::from(threads),
        None => crowd::cores(),
    };
    let records = std::mem::take(&mut file.records);
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
                Ok(measure) => each(&measure),
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
    let make = || -> Vec<Box<dyn Opponent>> { players.iter().map(|it| it.opponent()).collect() };
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
            let kept = file.keep(&record).and(measured);
            match kept {
                Ok(measure) => each(&measure),
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
pub fn settings(args: &MatchArgs, opening: u32, players: &[PlayerSpec]) -> Value {
    let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
    json!({
        "players": names, "seed": args.seed, "openings": opening, "longest": args.longest,
    })
}

/// Warns when every game would be identical.
pub fn warn_if_identical(players: &[PlayerSpec], opening: u32) {
    if opening == 0 && !players.iter().any(PlayerSpec::has_chance) {
        remark("koma: nothing is left to chance, so all games are the same; try --openings 2");
    }
}
