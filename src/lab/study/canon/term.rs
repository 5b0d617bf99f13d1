//! Sets of squares as terms: what set algebra cannot tell apart is the same term.

use std::collections::BTreeSet;

use koma::board::{Coordinates, Geometry, Square};

/// A set of squares.
///
/// Invariant: made by the functions here, negation stands only at pieces and at plain terms, a join has at least
/// two parts, and none of them is a join of the same kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// The same in every position: numbers of squares.
    Squares(BTreeSet<u16>),
    /// Where one of some pieces stands, or (`not`) none of them.
    Pieces {
        /// The pieces as they are written.
        letters: BTreeSet<String>,
        /// None of them.
        not: bool,
    },
    /// Anything else, already written.
    Plain {
        /// The text.
        text: String,
        /// Not in it.
        not: bool,
    },
    /// In every part, or in some part.
    Join {
        /// In every one.
        every: bool,
        /// The parts.
        parts: BTreeSet<Term>,
    },
}

impl Term {
    /// Where one of some pieces stands.
    pub fn pieces(letters: BTreeSet<String>) -> Term {
        if letters.is_empty() {
            Term::Squares(BTreeSet::new())
        } else {
            Term::Pieces {
                letters,
                not: false,
            }
        }
    }

    /// A set known by a text.
    pub fn plain(text: &str) -> Term {
        Term::Plain {
            text: text.to_owned(),
            not: false,
        }
    }

    /// In every one of these; `all` is the whole board.
    pub fn every(parts: impl IntoIterator<Item = Term>, all: &Term) -> Term {
        join(true, parts, all)
    }

    /// In some of these.
    pub fn some(parts: impl IntoIterator<Item = Term>, all: &Term) -> Term {
        join(false, parts, all)
    }

    /// Not in it.
    pub fn not(self, all: &Term) -> Term {
        match self {
            Term::Squares(squares) => match all {
                Term::Squares(all) => Term::Squares(all - &squares),
                _ => Term::Squares(squares),
            },
            Term::Pieces { letters, not } => Term::Pieces { letters, not: !not },
            Term::Plain { text, not } => Term::Plain { text, not: !not },
            Term::Join { every, parts } => {
                join(!every, parts.into_iter().map(|it| it.not(all)), all)
            }
        }
    }

    /// The term as text.
    pub fn text(&self, board: &Geometry) -> String {
        let word = |not: bool| if not { "not " } else { "" };
        match self {
            Term::Squares(squares) if squares.len() == board.n_squares() => "all".to_owned(),
            Term::Squares(squares) => {
                let squares = squares
                    .iter()
                    .map(|it| board.write(Square(*it), Coordinates::A1));
                format!("{{{}}}", Vec::from_iter(squares).join(" "))
            }
            Term::Pieces { letters, not } => {
                let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
                format!("{}<{}>", word(*not), letters.join(" "))
            }
            Term::Plain { text, not } => format!("{}{text}", word(*not)),
            Term::Join { every, parts } => {
                let parts = parts.iter().map(|it| it.text(board));
                let parts = Vec::from_iter(parts).join(", ");
                format!("{}({parts})", if *every { "every" } else { "some" })
            }
        }
    }
}

fn join(every: bool, terms: impl IntoIterator<Item = Term>, all: &Term) -> Term {
    let Term::Squares(all) = all else {
        return Term::Squares(BTreeSet::new());
    };
    // Squares are put together, and so are the pieces that this kind of join can put together.
    let mut squares = if every { all.clone() } else { BTreeSet::new() };
    let mut together: BTreeSet<String> = BTreeSet::new();
    let mut rest: BTreeSet<Term> = BTreeSet::new();
    let mut waiting: Vec<Term> = terms.into_iter().collect();
    while let Some(term) = waiting.pop() {
        match term {
            Term::Squares(some) if every => squares = &squares & &some,
            Term::Squares(some) => squares.extend(some),
            Term::Pieces { letters, not } if not == every => together.extend(letters),
            Term::Join { every: it, parts } if it == every => waiting.extend(parts),
            term => {
                rest.insert(term);
            }
        }
    }
    // What decides alone, and what says nothing.
    if squares.len() == if every { 0 } else { all.len() } {
        return Term::Squares(squares);
    }
    if !together.is_empty() {
        rest.insert(Term::Pieces {
            letters: together,
            not: every,
        });
    }
    if squares.len() != if every { all.len() } else { 0 } {
        rest.insert(Term::Squares(squares.clone()));
    }
    match rest.len() {
        0 => Term::Squares(squares),
        1 => rest.pop_first().unwrap_or(Term::Squares(squares)),
        _ => Term::Join { every, parts: rest },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma::board::Turned;

    const BOARD: Geometry = Geometry {
        files: 2,
        ranks: 2,
        turned: Turned::HalfTurn,
    };

    fn all() -> Term {
        Term::Squares((0..4).collect())
    }

    fn pieces(letters: &str) -> Term {
        Term::pieces(letters.chars().map(String::from).collect())
    }

    #[track_caller]
    fn same(a: Term, b: Term) {
        assert_eq!(a.text(&BOARD), b.text(&BOARD));
        assert_eq!(a, b);
    }

    #[test]
    fn order_and_nesting_do_not_count() {
        let (x, y) = (Term::plain("x"), Term::plain("y"));
        let one = Term::every(
            [x.clone(), Term::every([y.clone(), x.clone()], &all())],
            &all(),
        );
        same(one, Term::every([y.clone(), x.clone()], &all()));
        let pair = Term::some([pieces("K"), x.clone(), pieces("P")], &all());
        same(pair, Term::some([x, pieces("PK")], &all()));
    }

    #[test]
    fn negation_goes_inside() {
        let (x, p) = (Term::plain("x"), pieces("P"));
        let outside = Term::some([x.clone(), p.clone()], &all()).not(&all());
        let inside = Term::every([x.clone().not(&all()), p.not(&all())], &all());
        same(outside.clone(), inside);
        same(outside.not(&all()), Term::some([x, pieces("P")], &all()));
    }

    #[test]
    fn squares_are_worked_out() {
        let some = Term::Squares([0, 1].into());
        let others = some.clone().not(&all());
        same(
            Term::every([some.clone(), others.clone(), Term::plain("x")], &all()),
            Term::Squares([].into()),
        );
        same(Term::some([some, others], &all()), all());
        assert_eq!(all().text(&BOARD), "all");
    }
}
