//! A game after which two variants differ: what each of them says, and by which rules.

use std::collections::BTreeSet;

use super::pair::{Both, Pair, Sides};
use koma::check::Picks;
use koma::play::{Act, Game, Outcome, Refusal};

/// A game after which two variants differ.
#[derive(Debug, Clone)]
pub struct Witness {
    /// The turns, as A writes them. A turn that is under way ends with a comma.
    pub turns: Vec<String>,
    /// How many acts these are; the end of a turn of several acts is one.
    pub acts: usize,
    /// The position, as A and as B write it.
    pub positions: [String; 2],
    /// What A and B say of the game.
    pub outcomes: [Option<Outcome>; 2],
    /// The acts that A alone and that B alone allows, the first thousand of them. None where the outcomes differ.
    pub only: [Vec<Only>; 2],
    /// No shorter game parts the two.
    pub shortest: bool,
    /// The game begins not from the start but from this one of the positions of [`super::Bounds::elsewhere`].
    pub from: Option<usize>,
}

/// An act that one side alone allows.
#[derive(Debug, Clone)]
pub struct Only {
    /// The act, as A writes it.
    pub act: String,
    /// Why the other side refuses it, in its own words.
    pub refusal: Refusal,
}

impl Witness {
    /// Plays a game, and looks at what comes of it.
    pub fn new(sides: &Sides, root: &Pair, game: &[Both], shortest: bool) -> Witness {
        let mut pair = root.clone();
        let mut turns: Vec<String> = Vec::new();
        let mut turn: Vec<String> = Vec::new();
        for act in game {
            let mover = pair.games[0].to_move();
            if act[0] != Act::End {
                turn.push(pair.games[0].write(act[0]));
            }
            pair.play(*act);
            let over = pair.games.iter().any(|it| it.outcome().is_some());
            if pair.games[0].to_move() != mover || over {
                turns.push(std::mem::take(&mut turn).join(","));
            }
        }
        if !turn.is_empty() {
            turns.push(turn.join(",") + ",");
        }
        let outcomes = pair.games.each_ref().map(Game::outcome);
        let only = match outcomes {
            [None, None] => [only(sides, &pair, 0), only(sides, &pair, 1)],
            _ => [Vec::new(), Vec::new()],
        };
        Witness {
            turns,
            acts: game.len(),
            positions: pair.games.each_ref().map(Game::position),
            outcomes,
            only,
            shortest,
            from: None,
        }
    }

    /// Whether the difference lies inside of a turn.
    pub fn is_turn_open(&self) -> bool {
        self.turns.last().is_some_and(|it| it.ends_with(','))
    }

    /// The difference as a scenario of A's rulebook: it holds for A and fails for B.
    pub fn scenario(&self, picks: &Picks, position: Option<&str>) -> String {
        let mut play = self.turns.clone();
        let mut with = |act: &str| match play.last_mut() {
            Some(turn) if turn.ends_with(',') => turn.push_str(act),
            _ => play.push(act.to_owned()),
        };
        let verdict = match (&self.only[0].first(), &self.only[1].first()) {
            (Some(only), _) => {
                with(&only.act);
                "legal    = true".to_owned()
            }
            (None, Some(only)) => {
                with(&only.act);
                format!("refused  = {}", quoted(&only.refusal.by))
            }
            (None, None) => {
                let outcome = &self.outcomes[0];
                let result = { outcome.as_ref() }.map_or("ongoing".to_owned(), Outcome::to_string);
                format!("result   = {}", quoted(&result))
            }
        };
        let mut lines = vec!["[[clause.scenario]]".to_owned()];
        if let Some(edition) = &picks.edition {
            lines.push(format!("edition  = {}", quoted(edition)));
        }
        if !picks.sets.is_empty() {
            let sets = { picks.sets.iter() }
                .map(|(name, choice)| format!("{} = {}", key(name), quoted(choice)));
            lines.push(format!(
                "set      = {{ {} }}",
                Vec::from_iter(sets).join(", ")
            ));
        }
        if let Some(position) = position {
            lines.push(format!("position = {}", quoted(position)));
        }
        if !play.is_empty() {
            lines.push(format!("play     = {}", quoted(&play.join(" "))));
        }
        lines.push(verdict);
        lines.join("\n")
    }
}

/// More acts of one side than this are not listed.
const MOST: usize = 1000;

/// The acts that one side alone allows, in its order.
fn only(sides: &Sides, pair: &Pair, side: usize) -> Vec<Only> {
    let acts = |side: usize| {
        let acts = pair.games[side].acts().into_iter();
        acts.map(move |it| (sides.write(pair, side, it), it))
    };
    let others: BTreeSet<String> = acts(1 - side).map(|it| it.0).collect();
    acts(side)
        .filter(|it| !others.contains(&it.0))
        .take(MOST)
        .filter_map(|(act, it)| {
            let text = sides.write_over(pair, side, it);
            let refusal = pair.games[1 - side].clone().play_text(&text).err()?;
            Some(Only { act, refusal })
        })
        .collect()
}

/// A text in TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

/// A key in TOML.
fn key(text: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !text.is_empty() && text.chars().all(bare) {
        true => text.to_owned(),
        false => quoted(text),
    }
}
