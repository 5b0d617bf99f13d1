//! Which kind of piece of one variant is which of the other.

use koma::board::diagram::{Piece, Setup};
use koma::check::Sheet;
use koma::check::sheet::Kind;
use koma::play::Act;

/// A pairing of the kinds of two variants. A kind may have no partner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinds {
    to_b: Vec<Option<u8>>,
    to_a: Vec<Option<u8>>,
    /// Every kind has a partner of the same number.
    pub identical: bool,
}

impl Kinds {
    /// Pairs kinds of the same letter.
    pub fn by_letter(a: &Sheet, b: &Sheet) -> Kinds {
        let mut kinds = Kinds::none(a, b);
        kinds.pair_by(a, b, |one, other| one.letter == other.letter);
        kinds.identical = kinds.are_identical();
        kinds
    }

    fn none(a: &Sheet, b: &Sheet) -> Kinds {
        Kinds {
            to_b: vec![None; a.kinds.len()],
            to_a: vec![None; b.kinds.len()],
            identical: false,
        }
    }

    fn are_identical(&self) -> bool {
        let mut kinds = self.to_b.iter().enumerate();
        self.to_a.len() == self.to_b.len() && kinds.all(|(i, it)| *it == Some(i as u8))
    }

    /// Pairs the kinds of two variants: as given, then by letter. Where both have letters that the other has not,
    /// the pieces on the same squares of the start are partners, and so is what partners become; what is left over
    /// is paired by letter, then by movement. The error says what is wrong with what was given.
    pub fn between(a: &Sheet, b: &Sheet, given: &[(String, String)]) -> Result<Kinds, String> {
        let mut kinds = Kinds::none(a, b);
        let lettered = |sheet: &Sheet, letter: &str| {
            let found = sheet.kinds.iter().position(|it| it.letter == letter);
            found.ok_or_else(|| format!("no piece has the letter `{letter}`"))
        };
        for (one, other) in given {
            let (one_id, other_id) = (lettered(a, one)?, lettered(b, other)?);
            if !kinds.pair(a, b, one_id, other_id) {
                return Err(format!("`{one}` and `{other}` cannot be partners"));
            }
        }
        let foreign = |here: &Sheet, there: &Sheet| {
            let known = |it: &Kind| there.kinds.iter().any(|other| other.letter == it.letter);
            here.kinds.iter().any(|it| !known(it))
        };
        if foreign(a, b) && foreign(b, a) {
            kinds.pair_by_start(a, b);
            kinds.pair_faces(a, b);
        }
        kinds.pair_by(a, b, |one, other| one.letter == other.letter);
        kinds.pair_by(a, b, |one, other| one.moves == other.moves);
        kinds.identical = kinds.are_identical();
        Ok(kinds)
    }

    fn pair(&mut self, a: &Sheet, b: &Sheet, one: usize, other: usize) -> bool {
        let free = self.to_b[one].is_none() && self.to_a[other].is_none();
        let alike = a.kinds[one].neutral == b.kinds[other].neutral;
        if free && alike {
            self.to_b[one] = Some(other as u8);
            self.to_a[other] = Some(one as u8);
        }
        free && alike || self.to_b[one] == Some(other as u8)
    }

    /// Pairs what stands on the same squares, unless the two starts do not go together.
    fn pair_by_start(&mut self, a: &Sheet, b: &Sheet) {
        let before = self.clone();
        let together = a.start.cells.len() == b.start.cells.len() && {
            a.start.cells.iter().zip(&b.start.cells)
        }
        .all(|(one, other)| {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| {
                    one.0 == other.0 && self.pair(a, b, one.1 as usize, other.1 as usize)
                })
        });
        if !together {
            *self = before;
        }
    }

    /// Pairs the one thing that partners become, as often as it leads to something new.
    fn pair_faces(&mut self, a: &Sheet, b: &Sheet) {
        for _ in 0..a.kinds.len() {
            for one in 0..a.kinds.len() {
                if let Some(other) = self.to_b[one]
                    && let [face] = a.kinds[one].becomes[..]
                    && let [partner] = b.kinds[other as usize].becomes[..]
                {
                    self.pair(a, b, face.index(), partner.index());
                }
            }
        }
    }

    /// Pairs what is left over and has exactly one possible partner.
    fn pair_by(&mut self, a: &Sheet, b: &Sheet, alike: impl Fn(&Kind, &Kind) -> bool) {
        for one in 0..a.kinds.len() {
            let fits = |x: usize, y: usize| {
                self.to_b[x].is_none() && self.to_a[y].is_none() && alike(&a.kinds[x], &b.kinds[y])
            };
            let partners: Vec<usize> = (0..b.kinds.len()).filter(|it| fits(one, *it)).collect();
            if let [partner] = partners[..]
                && (0..a.kinds.len()).filter(|it| fits(*it, partner)).count() == 1
            {
                self.pair(a, b, one, partner);
            }
        }
    }

    /// The letters of B's kinds as A writes them; a kind without a partner keeps its own, marked.
    pub fn letters(&self, a: &Sheet, b: &Sheet) -> Vec<String> {
        let letter = |(kind, partner): (&Kind, &Option<u8>)| match partner {
            Some(partner) => a.kinds[*partner as usize].letter.clone(),
            None => format!("?{}", kind.letter),
        };
        b.kinds.iter().zip(&self.to_a).map(letter).collect()
    }

    /// The pairs whose letters differ.
    pub fn renamed(&self, a: &Sheet, b: &Sheet) -> Vec<(String, String)> {
        let pair = |(kind, partner): (&Kind, &Option<u8>)| {
            let partner = &b.kinds[(*partner)? as usize];
            (kind.letter != partner.letter).then(|| (kind.letter.clone(), partner.letter.clone()))
        };
        a.kinds.iter().zip(&self.to_b).filter_map(pair).collect()
    }

    /// A's position with B's kinds; nothing if a piece in it has no partner, or has no room beside another.
    pub fn setup_to_b(&self, setup: &Setup, b: &Sheet) -> Option<Setup> {
        let cell = |pieces: &Vec<Piece>| -> Option<Vec<Piece>> {
            let layer = |it: &Piece| b.kinds[it.1 as usize].layer;
            let partner = |it: &Piece| Some((it.0, self.to_b[it.1 as usize]?));
            let mut found: Vec<Piece> = pieces.iter().map(partner).collect::<Option<_>>()?;
            found.sort_by_key(layer);
            let crowded = found.windows(2).any(|it| layer(&it[0]) == layer(&it[1]));
            (!crowded).then_some(found)
        };
        let hand = |held: &Vec<u16>| -> Option<Vec<u16>> {
            let mut hand = vec![0; self.to_a.len()];
            for (kind, n) in held.iter().enumerate().filter(|it| *it.1 > 0) {
                hand[self.to_b[kind]? as usize] = *n;
            }
            Some(hand)
        };
        Some(Setup {
            cells: setup.cells.iter().map(cell).collect::<Option<_>>()?,
            hands: [hand(&setup.hands[0])?, hand(&setup.hands[1])?],
            side: setup.side,
        })
    }

    /// An act of A as B has it; nothing if a kind in it has no partner.
    pub fn act_to_b(&self, act: Act) -> Option<Act> {
        mapped(act, &self.to_b)
    }

    /// An act of B as A has it.
    pub fn act_to_a(&self, act: Act) -> Option<Act> {
        mapped(act, &self.to_a)
    }
}

fn mapped(act: Act, partners: &[Option<u8>]) -> Option<Act> {
    let partner = |kind: u8| partners[kind as usize];
    Some(match act {
        Act::Move {
            from,
            to,
            kind,
            becomes,
        } => Act::Move {
            from,
            to,
            kind: partner(kind)?,
            becomes: match becomes {
                Some(face) => Some(partner(face)?),
                None => None,
            },
        },
        Act::Drop { to, kind } => Act::Drop {
            to,
            kind: partner(kind)?,
        },
        Act::Pass | Act::End => act,
    })
}
