//! The canonical form: a text that two variants share exactly when they compile to the same rules, however they
//! were written.
//!
//! It is made from the tables a game is played from, so nothing of the wording is left in it: named sets, groups
//! and borrowed movement are put in, what is the same in every position is a list of squares, and everything is
//! seen by each of the two players from the first player's side. What no order can change is sorted: kinds by
//! letter, the directions of a movement, the parts of `or` and `in`, conditions, promotion and `forbid` rules.
//! Double negation is gone, and negation stands inside of `or` and `in`.
//!
//! What counts beyond the rules is what a record of a game is written with (letters of pieces and sides,
//! coordinates) and what an outcome names: the names of end rules, and of `forbid` rules whose breach loses. Their
//! order counts, too. Titles, shown names, and the names of pieces, sets, groups and all other rules do not.
//!
//! Rules can be the same for reasons that no sorting sees. [`same`] compares the same form with such reasons argued
//! away; what it calls the same plays the same, and what it does not may be.

mod argued;
mod movement;
mod programs;
mod term;

use std::collections::BTreeSet;
use std::fmt::Write;

use koma::board::squares::Wide;
use koma::board::{Coordinates, Geometry, Player, Squares};
use koma::check::Sheet;
use koma::check::sheet::{Condition, KindId, ResultWord};
use koma::rules::compile::compile;
use koma::rules::program::{EffectProgram, EndProgram, ForbidProgram};
use koma::rules::{PatternProgram, Program, TurnProgram};

/// Sets that hold every board: nobody waits for a canonical form, so it is not compiled for smaller ones.
type Largest = Wide<21>;

/// The first line of every canonical form: the version of the form itself.
const VERSION: &str = "koma rules 1";

/// Whether two variants are the same rules, as far as that can be said without playing them.
pub fn same(a: &Sheet, b: &Sheet) -> bool {
    Canon::argued(a) == Canon::argued(b)
}

/// A variant in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canon {
    /// The board and how games on it are written.
    pub board: String,
    /// The start position.
    pub start: String,
    /// Pieces, turns, captures, promotion, `forbid` rules.
    pub rules: String,
    /// The end rules, in order.
    pub ends: Vec<CanonEnd>,
}

/// An end rule in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonEnd {
    /// Its name.
    pub name: String,
    /// How often a position must have stood, if the rule asks for the past.
    pub repeated: Option<u32>,
    /// The rule.
    pub text: String,
}

/// How a canonical form is written: with which letters, whether left and right are changed, and how much is said.
#[derive(Debug, Clone, Default)]
pub struct Manner<'a> {
    /// Letters of the kinds, if not their own.
    pub letters: Option<&'a [String]>,
    /// Left is right.
    pub mirrored: bool,
    /// Each player sits in the other's place.
    pub turned: bool,
    /// Without what no game can show. Not for fingerprints: with every new argument the form changes.
    pub argued: bool,
}

impl Canon {
    /// The canonical form of a variant.
    pub fn new(sheet: &Sheet) -> Canon {
        Canon::with(sheet, &Manner::default())
    }

    /// The canonical form without what no game can show: the same for variants that are [`same`].
    pub fn argued(sheet: &Sheet) -> Canon {
        let argued = true;
        let manner = Manner::default();
        Canon::with(sheet, &Manner { argued, ..manner })
    }

    /// The canonical form, written in some manner.
    pub fn with(sheet: &Sheet, manner: &Manner<'_>) -> Canon {
        let rules: Program<Largest> = compile(sheet);
        let letters: Vec<String> = match manner.letters {
            Some(letters) => letters.to_vec(),
            None => sheet.kinds.iter().map(|it| it.letter.clone()).collect(),
        };
        let mut order: Vec<usize> = (0..sheet.kinds.len()).collect();
        order.sort_by(|a, b| letters[*a].cmp(&letters[*b]));
        let writer = Writer {
            sheet,
            rules: &rules,
            letters: &letters,
            order: &order,
            mirrored: manner.mirrored,
            turned: manner.turned,
            argued: manner.argued,
        };
        let ends = match manner.argued {
            true => argued::order_of_ends(sheet),
            false => (0..sheet.ends.len()).collect(),
        };
        Canon {
            board: writer.board(),
            start: writer.start(),
            rules: writer.pieces() + &writer.seats(),
            ends: ends.into_iter().map(|it| writer.end(it)).collect(),
        }
    }

    /// The whole text.
    pub fn text(&self) -> String {
        let mut text = format!("{VERSION}\n{}{}{}", self.board, self.start, self.rules);
        for end in &self.ends {
            text += &end.text;
        }
        text
    }

    /// Where everything stands at the start, whatever the sides are called.
    pub fn start_board(&self) -> (&str, &str) {
        let mut fields = self.start.split_whitespace().skip(1);
        let board = fields.next().unwrap_or("");
        (board, fields.nth(1).unwrap_or(""))
    }

    /// Whether two variants are the same but for the start position and the end rules that ask for the past.
    pub fn is_same_at_sight(&self, other: &Canon) -> bool {
        let sight = |it: &Canon| -> Vec<CanonEnd> {
            let plain = it.ends.iter().filter(|it| it.repeated.is_none());
            plain.cloned().collect()
        };
        self.rules == other.rules && sight(self) == sight(other)
    }

    /// Whether the rules (not the start) are the same with left and right changed.
    pub fn is_mirrored_by(&self, mirrored: &Canon) -> bool {
        self.rules == mirrored.rules && self.ends == mirrored.ends
    }

    /// Whether the rules (not the start) are the same with the players exchanged.
    pub fn is_turned_by(&self, turned: &Canon) -> bool {
        // What is said of one player comes after what is said of the other.
        fn lines(text: &str) -> BTreeSet<&str> {
            text.lines().collect()
        }
        let mut ends = self.ends.iter().zip(&turned.ends);
        lines(&self.rules) == lines(&turned.rules)
            && ends.all(|(a, b)| a.name == b.name && lines(&a.text) == lines(&b.text))
    }
}

struct Writer<'a, B> {
    sheet: &'a Sheet,
    rules: &'a Program<B>,
    letters: &'a [String],
    /// Kinds by letter.
    order: &'a [usize],
    mirrored: bool,
    turned: bool,
    argued: bool,
}

impl<B: Squares> Writer<'_, B> {
    fn geometry(&self) -> &Geometry {
        &self.rules.geometry
    }

    fn board(&self) -> String {
        let Geometry { files, ranks, .. } = *self.geometry();
        let coordinates = match self.rules.coordinates {
            Coordinates::A1 => "a1",
            Coordinates::Usi => "usi",
        };
        let [first, second] = self.sheet.sides;
        format!("board {files}x{ranks} {coordinates} {first}{second}\n")
    }

    fn start(&self) -> String {
        let mut letters = self.sheet.letters();
        for (figure, letter) in letters.figures.iter_mut().zip(self.letters) {
            figure.letter = letter.clone();
        }
        let mut start = self.sheet.start.clone();
        if self.mirrored {
            for square in self.geometry().squares() {
                let from = self.sheet.start.cells[self.square(square).index()].clone();
                start.cells[square.index()] = from;
            }
        }
        format!("start {}\n", letters.write_position(&start))
    }

    /// The layers that hold a kind, lowest first: a layer without one is not there.
    fn layers(&self) -> Vec<usize> {
        let used: BTreeSet<usize> = self.sheet.kinds.iter().map(|it| it.layer).collect();
        used.into_iter().collect()
    }

    fn pieces(&self) -> String {
        let layers = self.layers();
        let mut text = String::new();
        for &kind in self.order {
            let facts = &self.sheet.kinds[kind];
            let layer = layers.iter().position(|it| *it == facts.layer).unwrap_or(0);
            let names = |ids: &[KindId]| self.list(ids.iter().map(|it| it.index()));
            let _ = writeln!(
                text,
                "piece {} layer {layer}{} becomes({}) in hand {} drops({})",
                self.letters[kind],
                if facts.neutral { " neutral" } else { "" },
                names(&facts.becomes),
                self.letters[facts.in_hand_as.index()],
                names(&facts.drops_as),
            );
            if !facts.neutral {
                for own in Player::BOTH {
                    text += &self.movement(kind, own);
                }
            }
        }
        let captures = if self.rules.to_hand { "hand" } else { "gone" };
        text + &format!("capture {captures}\n")
    }

    /// What each player may do: turns in order, promotion, effects and `forbid` rules in none.
    fn seats(&self) -> String {
        let mut text = String::new();
        for own in Player::BOTH {
            let seat = self.rules.player(own);
            for turn in &seat.turns {
                text += &self.turn(own, turn);
                if turn.conditions.is_empty() {
                    break;
                }
            }
            text += &self.promotion(own);
            let effects: BTreeSet<String> = seat
                .effects
                .iter()
                .map(|it| format!("effect {} {}\n", self.who(own), self.effect(own, it)))
                .collect();
            text.extend(effects);
            let refused: BTreeSet<String> = seat
                .forbids
                .iter()
                .filter(|it| !it.loses)
                .map(|it| format!("forbid {} {}\n", self.who(own), self.forbid(own, it)))
                .collect();
            text.extend(refused);
            for it in seat.forbids.iter().filter(|it| it.loses) {
                let name = self.sheet.rule(it.rule).name();
                let rule = self.forbid(own, it);
                text += &format!("losing {} {name} {rule}\n", self.who(own));
            }
        }
        text
    }

    fn turn(&self, own: Player, turn: &TurnProgram<B>) -> String {
        let mut acts: Vec<String> = turn
            .acts
            .iter()
            .map(|(pattern, times)| {
                let times = if turn.several { *times } else { 1 };
                format!("{times} {}", self.pattern(own, pattern))
            })
            .collect();
        // An act is charged to the first pattern that it fits: the order counts where two of them could fit.
        let apart = |a: &PatternProgram<B>, b: &PatternProgram<B>| {
            let common = |(a, b): (&Option<_>, &Option<_>)| a.is_some() && b.is_some();
            a.verb != b.verb || !a.kinds.iter().zip(&b.kinds).any(common)
        };
        let (first, rest) = (turn.acts.iter().enumerate(), &turn.acts);
        let disjoint = { first }.all(|(i, (a, _))| rest[i + 1..].iter().all(|(b, _)| apart(a, b)));
        if !turn.several || disjoint {
            acts.sort();
            acts.dedup();
        }
        format!(
            "turn {} {} while({}) {}\n",
            self.who(own),
            if turn.several { "several" } else { "one" },
            self.conditions(own, &turn.conditions),
            acts.join("; ")
        )
    }

    /// All offers and all demands of promotion, whichever rules they come from.
    fn promotion(&self, own: Player) -> String {
        let mut found: BTreeSet<String> = BTreeSet::new();
        for rule in &self.rules.player(own).promotes {
            for (word, pattern) in [("may", &rule.may), ("must", &rule.must)] {
                for (pattern, &kind) in pattern
                    .iter()
                    .flat_map(|it| self.order.iter().map(move |kind| (it, kind)))
                {
                    if !self.sheet.kinds[kind].becomes.is_empty()
                        && let Some(masks) = self.masks(own, pattern, kind, false)
                    {
                        let (own, letter) = (self.who(own), &self.letters[kind]);
                        found.insert(format!("promote {own} {letter} {word} {masks}\n"));
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    fn forbid(&self, own: Player, forbid: &ForbidProgram<B>) -> String {
        let act = forbid
            .act
            .as_ref()
            .map_or("all".to_owned(), |it| self.pattern(own, it));
        let during = match forbid.beforehand[..] {
            [] => String::new(),
            _ => format!(" while({})", self.conditions(own, &forbid.beforehand)),
        };
        let after = self.conditions(own, &forbid.conditions);
        format!("{act}{during} if({after})")
    }

    fn effect(&self, own: Player, effect: &EffectProgram<B>) -> String {
        let act = effect
            .act
            .as_ref()
            .map_or("all".to_owned(), |it| self.pattern(own, it));
        let removes = self.set(&effect.removes);
        let to = if effect.to_hand { "hand" } else { "gone" };
        format!("{act} removes {removes} {to}")
    }

    fn end(&self, number: usize) -> CanonEnd {
        let rule = &self.sheet.ends[number];
        let name = self.sheet.rule(rule.rule).name().to_owned();
        let repeated = rule.conditions.iter().filter_map(Condition::repeats);
        // Where every turn is one act, the end of the act is the end of the turn.
        let several = self.sheet.turns.iter().any(|it| it.several);
        let for_each = match self.argued {
            true => argued::counts_for_each(rule),
            false => rule.for_each,
        };
        let mut text = format!(
            "end {name}{}{}\n",
            if for_each { " for each" } else { "" },
            if rule.at_act && several {
                " at act"
            } else {
                ""
            },
        );
        for own in Player::BOTH {
            let seat = self.rules.player(own);
            let EndProgram {
                conditions, result, ..
            } = &seat.ends[number];
            let winner = match result {
                ResultWord::Own => self.who(own),
                ResultWord::Enemy => self.who(own.other()),
                ResultWord::First => self.who(Player::First),
                ResultWord::Second => self.who(Player::Second),
                ResultWord::Draw => "nobody",
            };
            let conditions = self.conditions(own, conditions);
            let _ = writeln!(text, "  {} when({conditions}) {winner}", self.who(own));
        }
        CanonEnd {
            name,
            repeated: repeated.max(),
            text,
        }
    }
}
