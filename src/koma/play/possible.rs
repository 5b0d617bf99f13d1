//! Positions that no game can reach: they hold more than the start has, an invariant is broken in them, or the player who
//! has just moved could not have left them so. Only what is certain is told.

use super::generate::Legality;
use super::judge::conditions_hold;
use super::position::Shape;
use super::session::Session;
use super::view::ActSquares;
use super::{Game, Variant};
use crate::board::diagram::Setup;
use crate::board::{Owner, Player};
use crate::check::sheet::{KindId, RuleId};
use crate::check::{Document, Picks, Sheet, limits};
use crate::text::{Code, Problem, Problems, Report};

/// Why a position cannot come about in play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Impossible {
    /// The path of what it contradicts: `invariant.ID`, `forbid.ID`, `board.start`.
    pub by: String,
    /// Why, in a sentence.
    pub why: String,
}

/// The invariants that do not hold where a turn begins, each with the player for whom it does not.
pub fn broken<S: Shape>(session: &Session<S>) -> Vec<(RuleId, Player)> {
    let view = session.view();
    let mover = session.position.side.other();
    let judged = Player::BOTH.into_iter().flat_map(|player| {
        let invariants = session.rules.player(player).invariants.iter();
        let asked = invariants.filter(move |it| it.for_each || player == mover);
        asked.map(move |it| (player, it))
    });
    judged
        .filter(|(_, it)| {
            let act = ActSquares::default();
            !conditions_hold(&view, &it.conditions, act, Legality::NoLookahead)
        })
        .map(|(player, it)| (it.rule, player))
        .collect()
}

/// Everything that keeps the position of a game from coming about in play.
pub fn impossible(game: &Game) -> Vec<Impossible> {
    let sheet = game.variant().sheet();
    let setup = game.setup();
    let mut found = counts(sheet, &setup);
    if game.outcome().is_some() {
        return found;
    }
    for (rule, player) in game.broken() {
        let path = sheet.rule(rule).path.clone();
        found.push(Impossible {
            why: format!("`{path}` does not hold for the {} player", player.as_str()),
            by: path,
        });
    }
    // The start is what it is.
    if let Some(rule) = game.breached().filter(|_| setup.cells != sheet.start.cells) {
        let path = sheet.rule(rule).path.clone();
        let mover = setup.side.other().as_str();
        found.push(Impossible {
            why: format!("the {mover} player has just moved, and `{path}` lets no turn end so"),
            by: path,
        });
    }
    found
}

/// Invariants that do not hold at the start, in any choice of options and readings.
pub fn check_start(document: &Document) -> Report {
    let mut problems = Problems::default();
    let claims = document.written();
    if claims.iter().any(|it| it.path.starts_with("invariant.")) {
        for made in document.choices.combinations(limits::COMBINATIONS) {
            let picks = Picks {
                edition: None,
                sets: made,
            };
            let Ok(variant) = Variant::of(document, &picks) else {
                continue;
            };
            for (rule, player) in Game::new(&variant).broken() {
                let rule = variant.sheet().rule(rule);
                problems.add(Problem::at(
                    Code::BrokenInvariant,
                    rule.span,
                    format!("`{}` does not hold at the start", rule.path),
                    format!("not for the {} player", player.as_str()),
                ));
            }
        }
    }
    Report {
        sources: document.sources.clone(),
        problems: problems.sorted(),
    }
}

/// Kinds of which there are more than at the start. Neutral pieces are not counted: a position brings its own.
fn counts(sheet: &Sheet, setup: &Setup) -> Vec<Impossible> {
    let classes = classes(sheet);
    let n_classes = classes.iter().max().map_or(0, |it| it + 1);
    let mut found = Vec::new();
    for class in 0..n_classes {
        let names: Vec<&str> = { sheet.kinds.iter().zip(&classes) }
            .filter(|it| *it.1 == class)
            .map(|it| it.0.name.as_str())
            .collect();
        let n = |setup: &Setup| Player::BOTH.map(|it| count(setup, &classes, class, it));
        let ([a, b], [x, y]) = (n(setup), n(&sheet.start));
        let more = match sheet.to_hand {
            // What is captured changes its owner.
            true => {
                (a + b > x + y).then(|| format!("there are {}, and the start has {}", a + b, x + y))
            }
            false => [(Player::First, a, x), (Player::Second, b, y)]
                .into_iter()
                .find(|it| it.1 > it.2)
                .map(|(who, n, start)| {
                    format!(
                        "the {} player has {n}, and begins with {start}",
                        who.as_str()
                    )
                }),
        };
        found.extend(more.map(|why| Impossible {
            by: "board.start".to_owned(),
            why: format!("too many of {}: {why}", names.join(", ")),
        }));
    }
    found
}

fn count(setup: &Setup, classes: &[usize], class: usize, player: Player) -> usize {
    let pieces = setup.cells.iter().flatten();
    let on_board = pieces.filter(|it| it.0 == Owner::Of(player) && classes[it.1 as usize] == class);
    let hand = setup.hands[player.index()].iter().zip(classes);
    let in_hand = hand
        .filter(|it| *it.1 == class)
        .map(|it| usize::from(*it.0));
    on_board.count() + in_hand.sum::<usize>()
}

/// Which kinds are one and the same piece at different times, by number of a class.
fn classes(sheet: &Sheet) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..sheet.kinds.len()).collect();
    for (i, kind) in sheet.kinds.iter().enumerate() {
        let turned = kind.becomes.iter().chain(&kind.drops_as);
        for KindId(other) in turned.chain([&kind.in_hand_as]) {
            let (one, two) = (classes[i], classes[*other as usize]);
            classes
                .iter_mut()
                .filter(|it| **it == two)
                .for_each(|it| *it = one);
        }
    }
    classes
}
