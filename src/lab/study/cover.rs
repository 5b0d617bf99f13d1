//! Which parts of the rules do random games make use of, and which never?

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fastrand::Rng;

use super::random::{Moves, Style};
use crate::crowd;
use crate::mix::spread;
use koma::check::Sheet;
use koma::check::sheet::{KindId, Verb};
use koma::play::{Act, Game, RulePart, Variant};

/// The longest random game, in acts.
const LONGEST: usize = 200;

/// A part of the rules, and what random games made of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The part.
    pub part: RulePart,
    /// How often it was made use of.
    pub times: u64,
    /// The shortest game that does: its turns. The last one is refused where the part is a refusal.
    pub example: Option<Vec<String>>,
}

/// Plays random games and tells of every part of the rules how often it was made use of. The same seed gives the same
/// answer, whatever the number of threads. `told` hears of each game played.
pub fn cover(variant: &Variant, games: u32, seed: u64, told: &(dyn Fn() + Sync)) -> Vec<Seen> {
    let numbers: Vec<u32> = (0..games).collect();
    let play = |_: &mut (), number: &u32| {
        let mut found = Found::default();
        found.play(variant, *number, seed);
        found
    };
    let mut all = Found::default();
    let make = || ();
    crowd::each(&numbers, crowd::cores(), make, play, |_, found| {
        all.join(found);
        told();
        ControlFlow::Continue(())
    });
    let seen = |part: RulePart| match all.0.remove(&part) {
        Some(it) => Seen {
            part,
            times: it.times,
            example: Some(it.turns),
        },
        None => Seen {
            part,
            times: 0,
            example: None,
        },
    };
    parts(variant.sheet()).into_iter().map(seen).collect()
}

/// Every part of the rules that a game could make use of, in the order of the file's sections.
pub fn parts(sheet: &Sheet) -> Vec<RulePart> {
    let mut parts = Vec::new();
    for turn in &sheet.turns {
        parts.extend((0..turn.conditions.len()).map(|it| RulePart::Held(turn.rule, it)));
        parts.extend((0..turn.acts.len()).map(|it| RulePart::Act(turn.rule, it)));
    }
    let kinds = sheet.kinds.iter().enumerate().filter(|it| !it.1.neutral);
    for (kind, facts) in kinds.clone() {
        parts.extend((0..facts.moves.len()).map(|it| RulePart::Manner(kind as u8, it)));
    }
    let drops = |kind: usize| {
        let is_held = |held: &KindId| sheet.kinds.iter().any(|it| it.in_hand_as == *held);
        let drops_it = |it: &usize| sheet.kinds[*it].drops_as.contains(&KindId(kind as u8));
        let holders = (0..sheet.kinds.len()).filter(drops_it);
        holders.map(|it| KindId(it as u8)).any(|it| is_held(&it))
    };
    let has_drop = sheet
        .turns
        .iter()
        .flat_map(|it| &it.acts)
        .any(|it| it.0.verb == Verb::Drop);
    for (kind, _) in kinds.filter(|it| has_drop && drops(it.0)) {
        parts.push(RulePart::Dropped(kind as u8));
    }
    for promote in &sheet.promotes {
        if promote.may.is_some() {
            parts.extend([
                RulePart::Taken(promote.rule),
                RulePart::Declined(promote.rule),
            ]);
        }
        if promote.must.is_some() {
            parts.push(RulePart::Demanded(promote.rule));
        }
    }
    parts.extend(sheet.effects.iter().map(|it| RulePart::Removed(it.rule)));
    for forbid in &sheet.forbids {
        let n = forbid.conditions().count();
        parts.extend((0..n).map(|it| RulePart::Held(forbid.rule, it)));
        parts.push(match forbid.loses {
            true => RulePart::Ended(forbid.rule),
            false => RulePart::Refused(forbid.rule),
        });
    }
    for end in &sheet.ends {
        parts.extend((0..end.conditions.len()).map(|it| RulePart::Held(end.rule, it)));
        parts.push(RulePart::Ended(end.rule));
    }
    parts
}

/// A part in words: `end.mate ends the game`.
pub fn told(sheet: &Sheet, part: RulePart) -> String {
    let path = |rule| &sheet.rule(rule).path;
    let place = |at: usize, of: usize, what: &str| match of {
        1 => String::new(),
        _ => format!(", {what} {} of {of}", at + 1),
    };
    match part {
        RulePart::Act(rule, at) => {
            let turn = sheet.turns.iter().find(|it| it.rule == rule);
            let n = turn.map_or(1, |it| it.acts.len());
            format!("{} is done{}", path(rule), place(at, n, "act"))
        }
        RulePart::Manner(kind, at) => {
            let facts = &sheet.kinds[usize::from(kind)];
            let manner = place(at, facts.moves.len(), "manner");
            format!("{} is used{manner}", path(facts.moves_rule))
        }
        RulePart::Dropped(kind) => {
            format!("{} is dropped", path(sheet.kinds[usize::from(kind)].rule))
        }
        RulePart::Taken(rule) => format!("{}.may is taken", path(rule)),
        RulePart::Declined(rule) => format!("{}.may is declined", path(rule)),
        RulePart::Demanded(rule) => format!("{}.must is obeyed", path(rule)),
        RulePart::Removed(rule) => format!("{} takes something off", path(rule)),
        RulePart::Refused(rule) => format!("{} refuses", path(rule)),
        RulePart::Ended(rule) => format!("{} ends the game", path(rule)),
        RulePart::Held(rule, at) => {
            let n = n_conditions(sheet, part);
            format!("{} holds{}", path(rule), place(at, n, "condition"))
        }
    }
}

fn n_conditions(sheet: &Sheet, part: RulePart) -> usize {
    let RulePart::Held(rule, _) = part else {
        return 0;
    };
    let turns = sheet.turns.iter().map(|it| (it.rule, it.conditions.len()));
    let forbids = sheet
        .forbids
        .iter()
        .map(|it| (it.rule, it.conditions().count()));
    let ends = sheet.ends.iter().map(|it| (it.rule, it.conditions.len()));
    let mut all = turns.chain(forbids).chain(ends);
    all.find(|it| it.0 == rule).map_or(0, |it| it.1)
}

/// What was found of a part.
#[derive(Debug, Clone)]
struct Use {
    times: u64,
    turns: Vec<String>,
    /// The number of the game.
    game: u32,
}

#[derive(Debug, Default)]
struct Found(BTreeMap<RulePart, Use>);

impl Found {
    /// Plays the game of a number.
    fn play(&mut self, variant: &Variant, game_number: u32, seed: u64) {
        // Far apart, so that neighbours in number have nothing in common.
        let mut rng = Rng::with_seed(seed ^ spread(u64::from(game_number) + 1));
        let style = Style::any(&mut rng);
        let mut game = Game::new(variant);
        let mut moves = Moves::default();
        let mut turns: Vec<String> = Vec::new();
        let mut open: Vec<String> = Vec::new();
        for _ in 0..LONGEST {
            let with = |open: &[String], text: String| {
                let acts: Vec<&str> = open.iter().map(String::as_str).collect();
                [&acts[..], &[text.as_str()]].concat().join(",")
            };
            for (act, part) in game.refused_acts() {
                self.note(part, game_number, &turns, || with(&open, game.write(act)));
            }
            let Some(act) = style.pick(&game, &moves, &mut rng) else {
                break;
            };
            let parts = game.uses(act);
            let last = match act {
                Act::End => open.join(","),
                _ => with(&open, game.write(act)),
            };
            for part in parts {
                self.note(part, game_number, &turns, || last.clone());
            }
            moves.note(&game, act);
            if act != Act::End {
                open.push(game.write(act));
            }
            game.play_unchecked(act);
            if !game.is_turn_open() {
                turns.push(last);
                open.clear();
            }
        }
    }

    /// Notes that a part was made use of by the last turn of a game.
    fn note(&mut self, part: RulePart, game: u32, turns: &[String], last: impl FnOnce() -> String) {
        let whole = |last: String| [turns, &[last]].concat();
        match self.0.get_mut(&part) {
            None => {
                let turns = whole(last());
                let times = 1;
                self.0.insert(part, Use { times, turns, game });
            }
            Some(found) => {
                found.times += 1;
                if turns.len() + 1 < found.turns.len() {
                    found.turns = whole(last());
                    found.game = game;
                }
            }
        }
    }

    /// Adds what another found: the shorter example stays, of equal ones that of the earlier game.
    fn join(&mut self, other: Found) {
        for (part, it) in other.0 {
            match self.0.get_mut(&part) {
                None => {
                    self.0.insert(part, it);
                }
                Some(found) => {
                    let times = found.times + it.times;
                    if (it.turns.len(), it.game) < (found.turns.len(), found.game) {
                        *found = it;
                    }
                    found.times = times;
                }
            }
        }
    }
}
