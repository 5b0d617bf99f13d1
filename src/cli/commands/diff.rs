//! `koma diff`

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, VariantArgs, rulebook_of, split_edition};
use crate::report::drawing;
use crate::report::json::{self, OutcomeOutput};
use crate::report::output::{Status, complain, remark, result};
use crate::report::progress;
use koma::Place;
use koma::board::Player;
use koma::board::diagram::Setup;
use koma::check::Picks;
use koma::check::sheet::RuleId;
use koma::play::{Outcome, Refusal, Variant};
use koma::say::Language;
use koma::text::safe;
use koma_lab::study::diff::elsewhere::{self, Elsewhere};
use koma_lab::study::diff::{
    self, Bounds, Finding, Only, Progress, Searched, Unlike, Verdict, Watch, Witness,
};

/// Looks for the shortest game in which two variants differ
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  koma diff my_game.toml my_game_2.toml\n  koma diff GAME@fr GAME@en\n  \
koma diff GAME --a READING=CHOICE --b READING=CHOICE\n\
Exit status: 0 the same or no difference found, 1 different, 2 wrong usage or a file that cannot be read."
)]
pub struct Args {
    /// A path to a .toml file, or the name of a shipped variant; NAME@EDITION picks an edition
    #[arg(value_name = "A")]
    a: String,
    /// The other one; without it, A is compared with itself under other choices
    #[arg(value_name = "B")]
    b: Option<String>,
    /// Picks a choice of A
    #[arg(long = "a", value_name = "NAME=CHOICE")]
    set_a: Vec<String>,
    /// Picks a choice of B
    #[arg(long = "b", value_name = "NAME=CHOICE")]
    set_b: Vec<String>,
    /// A position instead of the start, as A reads it: "BOARD SIDE HANDS"
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Searches games of at most so many acts
    #[arg(long, value_name = "N", default_value_t = Bounds::default().depth)]
    depth: u32,
    /// Stops the search when it has met so many positions
    #[arg(long, value_name = "N", default_value_t = Bounds::default().positions)]
    positions: usize,
    /// Stops after so many seconds; what is found then depends on the machine
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Plays so many games by chance where the search finds nothing
    #[arg(long, value_name = "N", default_value_t = Bounds::default().games)]
    games: u32,
    /// Seed of chance: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = Bounds::default().seed)]
    seed: u64,
    /// Pairs letters of A with letters of B: K=L,P=C
    #[arg(long, value_name = "K=L,…", value_delimiter = ',')]
    map: Vec<String>,
    /// Prints the difference as a scenario for the rulebook of A, and the report on stderr
    #[arg(long, conflicts_with = "json")]
    emit: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// Whether and where two variants differ.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Output {
    Boards {
        /// `different`
        verdict: &'static str,
        /// The sizes of two boards that cannot be compared
        boards: [String; 2],
    },
    Compared {
        /// `same`, `alike` (no difference found) or `different`
        verdict: &'static str,
        sides: [SideOutput; 2],
        /// Letters of A that B has as another letter
        letters: Vec<(String, String)>,
        same_start: bool,
        searched: SearchedOutput,
        difference: Option<Box<DifferenceOutput>>,
    },
}

/// A or B.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Side")]
pub struct SideOutput {
    variant: String,
    fingerprint: String,
}

/// How far the search went.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Searched")]
pub struct SearchedOutput {
    positions: usize,
    /// All positions after at most this many acts
    depth: Option<u32>,
    /// All positions that can be reached
    complete: bool,
    /// Random games
    games: u32,
    /// Positions of the rulebook
    elsewhere: usize,
    /// What was proven is proven without the rules of history
    but_history: bool,
    /// Only rules of history differ
    same_but_history: bool,
    /// Mirror images were taken for the same position
    mirrored: bool,
}

/// A game after which the two differ.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Difference")]
pub struct DifferenceOutput {
    /// The position of the rulebook that it begins from, if not the start
    from: Option<Origin>,
    turns: Vec<String>,
    acts: usize,
    /// The last turn is not over
    open: bool,
    /// No shorter game tells the two apart
    shortest: bool,
    sides: [WitnessSide; 2],
}

/// A position of a rulebook.
#[derive(Serialize, JsonSchema)]
pub struct Origin {
    clause: String,
    position: String,
}

/// What one side says of the position.
#[derive(Serialize, JsonSchema)]
pub struct WitnessSide {
    position: String,
    outcome: Option<OutcomeOutput>,
    /// The rule that ended the game
    rule: Option<String>,
    places: Vec<Place>,
    /// The acts that this side alone allows
    only: Vec<OnlyOutput>,
}

/// An act that one side alone allows.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Only")]
pub struct OnlyOutput {
    act: String,
    refused: RefusedOutput,
    allowed: Allowed,
}

/// The rule of the other side that refuses the act.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Refused")]
pub struct RefusedOutput {
    by: String,
    reason: String,
    places: Vec<Place>,
}

/// The rule of the same name on the side that allows the act.
#[derive(Serialize, JsonSchema)]
pub struct Allowed {
    places: Vec<Place>,
}

/// More acts of one side than this are counted, not listed.
const LISTED: usize = 12;

/// What the two are called.
const SIDES: [&str; 2] = ["A", "B"];

pub fn run(args: Args) -> Status {
    let args = &args;
    let other = match &args.b {
        Some(b) => b,
        None if args.set_a.is_empty() && args.set_b.is_empty() => {
            remark(
                "koma: nothing to compare with: name another variant, or choices with --a and --b",
            );
            return Status::Usage;
        }
        None => &args.a,
    };
    let chosen = [(&args.a, &args.set_a), (other, &args.set_b)].map(|(variant, sets)| VariantArgs {
        variant: variant.clone(),
        sets: sets.clone(),
    });
    // A file that cannot be read is no difference between two that can.
    let (Ok(a), Ok(b)) = (chosen[0].open(), chosen[1].open()) else {
        return Status::Usage;
    };
    let position = match args.position.as_deref().map(|it| a.read_position(it)) {
        None => None,
        Some(Ok(setup)) => Some(setup),
        Some(Err(report)) => {
            complain(&report);
            return Status::Usage;
        }
    };
    let letters = match Picks::parse(&args.map, None) {
        Ok(picks) => picks.sets,
        Err(_) => {
            remark("koma: --map: LETTER=LETTER, joined by commas");
            return Status::Usage;
        }
    };
    let names = chosen.each_ref().map(|it| {
        let sets = it.sets.iter().map(|it| format!(" {it}"));
        safe::line(&format!("{}{}", it.variant, sets.collect::<String>()))
    });
    // A position that was given is the one that is asked about.
    let book = rulebook_of(split_edition(&args.a).0).filter(|_| position.is_none());
    let variants = [a, b];
    let elsewhere = match book {
        Some(Ok(book)) => elsewhere::positions(&book, &variants[0]),
        _ => Vec::new(),
    };
    let comparison = Comparison {
        variants,
        names,
        position,
        elsewhere,
    };
    match comparison.compare(args, &letters) {
        Ok(finding) => comparison.tell(args, &finding),
        Err(Unlike::Boards(sizes)) => {
            let [a, b] = sizes.map(|(files, ranks)| format!("{files}x{ranks}"));
            if args.json.json {
                json::print(Output::Boards {
                    verdict: "different",
                    boards: [a, b],
                });
            } else {
                result(&format!("different boards: {a} and {b}"));
            }
            Status::No
        }
        Err(Unlike::Letters(wrong)) => {
            remark(&format!("koma: --map: {}", safe::line(&wrong)));
            Status::Usage
        }
        Err(Unlike::Position) => {
            remark("koma: a piece of the position has no partner in B: --map pairs them");
            Status::Usage
        }
    }
}

/// Two variants, as they were asked for.
struct Comparison {
    variants: [Variant; 2],
    names: [String; 2],
    position: Option<Setup>,
    /// Positions of A's rulebook.
    elsewhere: Vec<Elsewhere>,
}

/// A bar on stderr, and the clock: half of the time is for the search, the rest for what comes after it.
struct Bar {
    bar: ProgressBar,
    began: Instant,
    time: Duration,
    searching: AtomicBool,
}

impl Watch for Bar {
    fn note(&self, progress: Progress) {
        let searching = matches!(progress, Progress::Search { .. });
        self.searching.store(searching, Ordering::Relaxed);
        self.bar.set_message(match progress {
            Progress::Search { depth, positions } => {
                format!("{positions} positions compared, to depth {depth}")
            }
            Progress::Walks => "going round in circles".to_owned(),
            Progress::Elsewhere => "positions of the rulebook".to_owned(),
            Progress::Games { done } => format!("{done} games by chance"),
        });
    }

    fn goes_on(&self) -> bool {
        let time = match self.searching.load(Ordering::Relaxed) {
            true => self.time / 2,
            false => self.time,
        };
        self.began.elapsed() < time
    }
}

impl Comparison {
    fn compare(&self, args: &Args, letters: &[(String, String)]) -> Result<Finding, Unlike> {
        let bounds = Bounds {
            elsewhere: self.elsewhere.clone(),
            depth: args.depth,
            positions: args.positions,
            games: args.games,
            seed: args.seed,
            threads: koma_lab::crowd::cores(),
        };
        let bar = progress::spinner();
        let began = Instant::now();
        let watch = Bar {
            bar,
            began,
            time: Duration::from_secs(args.seconds),
            searching: AtomicBool::new(true),
        };
        let variants = self.variants.clone();
        let finding = diff::diff(variants, letters, self.position.as_ref(), &bounds, &watch);
        watch.bar.finish_and_clear();
        if let Ok(finding) = &finding
            && finding.searched.positions > 0
        {
            let seconds = began.elapsed().as_secs_f64();
            let positions = grouped(finding.searched.positions);
            remark(&format!("{positions} positions compared in {seconds:.1} s"));
        }
        finding
    }

    fn tell(&self, args: &Args, finding: &Finding) -> Status {
        let status = match finding.verdict {
            Verdict::Different(_) => Status::No,
            Verdict::Same | Verdict::Alike => Status::Done,
        };
        if args.json.json {
            json::print(self.output(finding));
            return status;
        }
        let lines = self.lines(finding);
        if !args.emit {
            result(&lines.join("\n"));
            return status;
        }
        remark(&lines.join("\n"));
        if let Verdict::Different(witness) = &finding.verdict {
            let (_, edition) = split_edition(&args.a);
            let picks = Picks::parse(&args.set_a, edition).unwrap_or_default();
            let from = self.from(witness).map(|it| it.1);
            let position = from.as_deref().or(args.position.as_deref());
            result(&witness.scenario(&picks, position));
        }
        status
    }

    fn lines(&self, finding: &Finding) -> Vec<String> {
        let mut lines: Vec<String> = SIDES
            .into_iter()
            .zip(&self.names)
            .zip(finding.fingerprints)
            .map(|((side, name), fingerprint)| format!("{side}         {name}  {fingerprint}"))
            .collect();
        if !finding.renamed.is_empty() {
            let pairs = finding.renamed.iter().map(|(a, b)| format!("{a}={b}"));
            lines.push(format!("letters   {}", Vec::from_iter(pairs).join(" ")));
        }
        match &finding.verdict {
            Verdict::Same => lines.push(
                match finding.fingerprints[0] == finding.fingerprints[1] {
                    true => "the same rules",
                    false => "the same rules, written with other letters or coordinates, or from another start",
                }
                .to_owned(),
            ),
            Verdict::Alike => {
                let mut proven = proven(&finding.searched);
                if finding.searched.elsewhere > 0 {
                    let n = counted(finding.searched.elsewhere, "position");
                    proven += &format!("; none from {n} of the rulebook");
                }
                lines.push(proven);
            }
            Verdict::Different(witness) => {
                if witness.from.is_some() {
                    lines.push(proven(&finding.searched));
                }
                lines.push(self.headline(witness, &finding.searched));
                if !finding.same_start {
                    lines.push("the starts differ".to_owned());
                }
                lines.extend(self.witness(witness));
            }
        }
        lines
    }

    fn headline(&self, witness: &Witness, searched: &Searched) -> String {
        let turns = match (witness.turns.len(), witness.is_turn_open()) {
            (0, _) => "at once".to_owned(),
            (1, true) => "inside of the first turn".to_owned(),
            (n, true) => format!("after {}, inside of the next", counted(n - 1, "turn")),
            (n, false) => format!("after {}", counted(n, "turn")),
        };
        if let Some((clause, _)) = self.from(witness) {
            return format!(
                "different {turns} from a position of clause {clause}; no game that leads there was found"
            );
        }
        let proof = match (witness.shortest, searched.depth) {
            (true, _) => "no shorter game parts them".to_owned(),
            (false, Some(depth)) => {
                format!("the shortest game found, {}", beyond(searched, depth))
            }
            (false, None) => "the shortest game found".to_owned(),
        };
        format!("different {turns}: {proof}")
    }

    /// The clause of the rulebook and its position from which a game begins, if not from the start.
    fn from(&self, witness: &Witness) -> Option<(String, String)> {
        let Elsewhere { clause, setup } = self.elsewhere.get(witness.from?)?;
        let position = self.variants[0].letters().write_position(setup);
        Some((safe::line(clause), position))
    }

    fn witness(&self, witness: &Witness) -> Vec<String> {
        let [a, b] = &witness.positions;
        let mut lines = Vec::new();
        if let Some((_, position)) = self.from(witness) {
            lines.push(format!("from      {position}"));
        }
        if !witness.turns.is_empty() {
            lines.push(format!("game      {}", witness.turns.join(" ")));
        }
        lines.push(format!("position  {a}"));
        if a != b {
            lines.push(format!("      B:  {b}"));
        }
        // The position was written by this variant, which reads it.
        if let Ok(setup) = self.variants[0].read_position(a) {
            let board = drawing::board(&self.variants[0], &setup, Language::English, Player::First);
            lines.extend(board.lines().map(str::to_owned));
        }
        if let [None, None] = &witness.outcomes {
            for side in 0..2 {
                lines.extend(self.only(side, &witness.only[side]));
            }
            return lines;
        }
        for (side, outcome) in witness.outcomes.iter().enumerate() {
            let said =
                { outcome.as_ref() }.map_or("the game goes on".to_owned(), Outcome::to_string);
            lines.push(format!("{}         {said}", SIDES[side]));
            // The rule that decided; where none did, the rule of the same name that did not hold.
            if let Some(it) = outcome.as_ref().or(witness.outcomes[1 - side].as_ref()) {
                lines.extend(self.rule(side, &it.path));
            }
        }
        lines
    }

    /// The acts that one side alone allows, by the rules of the other that refuse them, and the rules of the same
    /// names on the side that allows them.
    fn only(&self, side: usize, only: &[Only]) -> Vec<String> {
        let mut rules: Vec<&str> = Vec::new();
        for it in only {
            if !rules.contains(&it.refusal.by.as_str()) {
                rules.push(&it.refusal.by);
            }
        }
        let mut lines = Vec::new();
        for rule in rules {
            let acts: Vec<&Only> = only.iter().filter(|it| it.refusal.by == rule).collect();
            let texts = acts.iter().take(LISTED).map(|it| it.act.as_str());
            let mut texts = Vec::from_iter(texts).join(" ");
            if acts.len() > LISTED {
                texts += &format!(" and {} more", acts.len() - LISTED);
            }
            let Refusal { act, reason, .. } = &acts[0].refusal;
            let (own, other) = (SIDES[side], SIDES[1 - side]);
            lines.push(format!("only {own}    {texts}"));
            lines.push(format!("{other}         refuses {act} by {rule}: {reason}"));
            if acts[0].refusal.rule.is_some() {
                lines.extend(self.rule(1 - side, rule));
                lines.push(format!("{own}         allows it"));
                lines.extend(self.rule(side, rule));
            }
        }
        lines
    }

    /// A rule with its places and its words there.
    fn rule(&self, side: usize, path: &str) -> Vec<String> {
        let Some(rule) = self.found(side, path) else {
            return vec![format!("          has no {path}")];
        };
        let sheet = self.variants[side].sheet();
        let rule = sheet.rule(rule);
        let words = |span| {
            let words = sheet.sources.words(span).split_whitespace();
            Vec::from_iter(words).join(" ")
        };
        // A key alone says nothing where its values stand elsewhere.
        let whole = Some(rule.span).filter(|it| rule.parts.is_empty() || words(*it).contains('='));
        { whole.iter().chain(&rule.parts) }
            .map(|it| {
                let place = sheet.sources.place(*it);
                format!("          {place}  {}", safe::line(&words(*it)))
            })
            .collect()
    }

    fn found(&self, side: usize, path: &str) -> Option<RuleId> {
        let rules = &self.variants[side].sheet().rules;
        let at = rules.iter().position(|it| it.path == path)?;
        Some(RuleId(at as u16))
    }

    fn output(&self, finding: &Finding) -> Output {
        let Searched {
            positions,
            depth,
            complete,
            games,
            elsewhere,
            but_history,
            same_but_history,
            mirrored,
        } = finding.searched;
        let (verdict, witness) = match &finding.verdict {
            Verdict::Same => ("same", None),
            Verdict::Alike => ("alike", None),
            Verdict::Different(witness) => ("different", Some(witness)),
        };
        Output::Compared {
            verdict,
            sides: [0, 1].map(|side| SideOutput {
                variant: self.names[side].clone(),
                fingerprint: finding.fingerprints[side].to_string(),
            }),
            letters: finding.renamed.clone(),
            same_start: finding.same_start,
            searched: SearchedOutput {
                positions,
                depth,
                complete,
                games,
                elsewhere,
                but_history,
                same_but_history,
                mirrored,
            },
            difference: witness.map(|it| Box::new(self.difference(it))),
        }
    }

    fn difference(&self, witness: &Witness) -> DifferenceOutput {
        let side = |side: usize| {
            let outcome = witness.outcomes[side].as_ref();
            let only = witness.only[side].iter().map(|it| OnlyOutput {
                act: it.act.clone(),
                refused: RefusedOutput {
                    by: it.refusal.by.clone(),
                    reason: it.refusal.reason.clone(),
                    places: self.places(1 - side, &it.refusal.by),
                },
                allowed: Allowed {
                    places: self.places(side, &it.refusal.by),
                },
            });
            WitnessSide {
                position: witness.positions[side].clone(),
                outcome: outcome.map(OutcomeOutput::from),
                rule: outcome.map(|it| it.path.clone()),
                places: outcome.map_or(Vec::new(), |it| self.places(side, &it.path)),
                only: only.collect(),
            }
        };
        let from = self.from(witness);
        DifferenceOutput {
            from: from.map(|(clause, position)| Origin { clause, position }),
            turns: witness.turns.clone(),
            acts: witness.acts,
            open: witness.is_turn_open(),
            shortest: witness.shortest,
            sides: [side(0), side(1)],
        }
    }

    /// The places of a rule: its own, then of what is written elsewhere. None if the side has no such rule.
    fn places(&self, side: usize, path: &str) -> Vec<Place> {
        let sheet = self.variants[side].sheet();
        let Some(rule) = self.found(side, path).map(|it| sheet.rule(it)) else {
            return Vec::new();
        };
        [&rule.span]
            .into_iter()
            .chain(&rule.parts)
            .map(|it| sheet.sources.place(*it))
            .collect()
    }
}

/// What was proven where no difference was found.
fn proven(searched: &Searched) -> String {
    let mut text = match (searched.complete, searched.depth) {
        (true, _) => format!(
            "no difference in any game: all {} positions compared",
            grouped(searched.positions)
        ),
        (false, Some(depth)) => format!(
            "no difference in all {} positions to depth {depth}",
            grouped(searched.positions)
        ),
        (false, None) => "no difference found".to_owned(),
    };
    if searched.same_but_history {
        text =
            "the same rules but for those of history, and no difference found in them".to_owned();
    } else if searched.but_history {
        text += ", but for rules of history";
    }
    if searched.games > 0 {
        text += &format!(
            "; none in {} by chance",
            counted(searched.games as usize, "game")
        );
    }
    text
}

fn beyond(searched: &Searched, depth: u32) -> String {
    let history = match searched.but_history {
        true => " but for rules of history",
        false => "",
    };
    format!("none is shorter than {} acts{history}", depth + 1)
}

/// `1 turn`, `2 turns`
fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `1,234,567`
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [0, 999, 1000, 1234567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }
}
