//! What there is to see on the board of a game, whatever the shape of its positions.

use koma::board::{Player, Square, Squares};
use koma::check::sheet::{KindSet, Set, Sheet};
use koma::play::Game;
use koma::play::position::Shape;
use koma::play::session::Session;
use koma::play::view::ActSquares;
use koma::play::visit::Visitor;
use koma::rules::set::{SetMaker, Tables};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub enum Look<'a> {
    /// The pieces that must not be lost, of a player, that are attacked.
    Check(Player),
    /// The squares of a set, as a player says it.
    Set(&'a Sheet, &'a Set, Player),
    /// Where the pieces of a kind stand, and where they could go by movement alone.
    Reach(KindSet, Player),
}

impl Look<'_> {
    /// The squares that are found.
    pub fn at(self, game: &Game) -> Vec<Square> {
        game.visit(self)
    }
}

impl Visitor for Look<'_> {
    type Answer = Vec<Square>;

    fn visit<S: Shape>(self, session: &Session<S>) -> Vec<Square> {
        let view = session.view();
        let found: S::Set = match self {
            Look::Check(player) => {
                let royal = view.kinds_of(player, session.rules.facts.royal);
                match royal.any() {
                    true => view.attacked(player.other(), KindSet::ALL, royal) & royal,
                    false => S::Set::EMPTY,
                }
            }
            Look::Set(sheet, set, own) => {
                let tables = Tables::new(sheet.geometry);
                let squares = sheet.geometry.squares();
                let maker = SetMaker::<S::Set> {
                    tables: &tables,
                    sheet,
                    all: squares.fold(S::Set::EMPTY, |all, it| all | S::Set::one(it)),
                    own,
                    stuck: None,
                };
                view.set(&maker.set(set), ActSquares::default())
            }
            Look::Reach(kinds, player) => {
                let mut found = S::Set::EMPTY;
                for kind in kinds
                    .iter()
                    .take_while(|it| it.index() < session.rules.kinds.len())
                {
                    for from in view.position.of(view.rules, player, kind.0).iter() {
                        found |= view.reach(player, kind.0, from);
                    }
                }
                found
            }
        };
        found.iter().collect()
    }
}
