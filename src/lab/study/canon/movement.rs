//! Movement in canonical form.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use super::programs::shifts_text;
use super::term::Term;
use koma::board::{Geometry, Player, Squares};
use koma::check::sheet::{self, Motion};
use koma::rules::set::{SetMaker, Tables};

type Shift = (i32, i32);

/// Where a movement begins and ends, as text.
type Lands = String;

/// What a slide crosses, as text.
type Through = String;

/// The movement of a kind, whatever paths it was written in.
#[derive(Default)]
struct Ways {
    /// Steps and leaps.
    steps: BTreeSet<(Lands, Shift)>,
    /// Slides, with the distances they may stop at.
    slides: BTreeMap<(Lands, Through, Shift), BTreeSet<u32>>,
}

impl<B: Squares> Writer<'_, B> {
    /// How a kind of a player moves: each manner with its directions. A slide of one square is a step, a step that
    /// begins a slide is part of it, and what lies beyond the board is left out.
    pub(super) fn movement(&self, kind: usize, own: Player) -> String {
        let board = self.rules.geometry;
        let tables = Tables::new(board);
        let maker = SetMaker {
            tables: &tables,
            sheet: self.sheet,
            all: self.rules.all,
            own,
            stuck: None,
        };
        let usual = sheet::Set::usual();
        let program = |it: &sheet::Set| self.term(&maker.set(it));
        let mut ways = Ways::default();
        for path in &self.sheet.kinds[kind].moves {
            let onto = path.onto.as_ref().unwrap_or(&usual);
            let through = path.through.as_ref().unwrap_or(&sheet::Set::Empty);
            let within = path.within.as_ref().map_or(self.all(), program);
            let narrowed = |it: Term| Term::every([it, within.clone()], &self.all());
            let takes = maker.capturable(onto, self.sheet.kinds[kind].layer);
            let lands = format!(
                "from {} onto {} takes {}",
                path.from.as_ref().map_or(self.all(), program).text(&board),
                match narrowed(program(onto)) {
                    onto if onto == program(&usual) => "usual".to_owned(),
                    onto => onto.text(&board),
                },
                narrowed(self.term(&takes)).text(&board),
            );
            let through = narrowed(program(through)).text(&board);
            let (shifts, least, most, through): (Vec<Shift>, u32, u32, String) = match &path.motion
            {
                Motion::Jump(shifts) => (shifts.clone(), 1, 1, through),
                Motion::Anywhere => (board.shifts().collect(), 1, 1, through),
                Motion::Slide { ways, least, most } => {
                    let most = most.unwrap_or(u32::MAX);
                    (ways.shifts().collect(), *least, most, through)
                }
                Motion::Hop {
                    ways,
                    least,
                    most,
                    over,
                } => {
                    let over = program(over).text(&board);
                    let most = most.unwrap_or(u32::MAX);
                    let through = format!("{through} over one of {over}");
                    (ways.shifts().collect(), *least, most, through)
                }
            };
            for shift in shifts {
                let shift = board.shift_of(own, shift);
                let most = most.min(longest(&board, shift));
                ways.add(&lands, &through, self.shift(shift), least..=most);
            }
        }
        ways.text(self.who(own))
    }
}

impl Ways {
    fn add(
        &mut self,
        lands: &str,
        through: &str,
        shift: Shift,
        distances: std::ops::RangeInclusive<u32>,
    ) {
        if distances.clone().eq([1]) {
            self.steps.insert((lands.to_owned(), shift));
        } else if !distances.is_empty() {
            let manner = (lands.to_owned(), through.to_owned(), shift);
            self.slides.entry(manner).or_default().extend(distances);
        }
    }

    /// One line for each manner, with all directions of it.
    fn text(mut self, own: &str) -> String {
        // The first square of a slide is reached whatever it crosses.
        self.steps.retain(|(lands, shift)| {
            let slides = self.slides.iter_mut();
            let mut same: Vec<&mut BTreeSet<u32>> = slides
                .filter(|((there, _, along), _)| there == lands && along == shift)
                .map(|it| it.1)
                .collect();
            if let [only] = &mut same[..] {
                only.insert(1);
            }
            !same.iter().any(|it| it.contains(&1))
        });
        let mut manners: BTreeMap<String, BTreeSet<Shift>> = BTreeMap::new();
        for (lands, shift) in self.steps {
            let manner = format!("step {lands}");
            manners.entry(manner).or_default().insert(shift);
        }
        for ((lands, through, shift), distances) in self.slides {
            let distances = distances.iter().map(u32::to_string);
            let distances = Vec::from_iter(distances).join(",");
            let manner = format!("slide {distances} {lands} through {through}");
            manners.entry(manner).or_default().insert(shift);
        }
        let line = |(manner, shifts): (String, BTreeSet<Shift>)| {
            format!("  {own} {} {manner}\n", shifts_text(&shifts))
        };
        manners.into_iter().map(line).collect()
    }
}

/// How often a shift fits on the board at most.
fn longest(board: &Geometry, (x, y): (i32, i32)) -> u32 {
    let along = |side: usize, step: i32| match step.unsigned_abs() {
        0 => u32::MAX,
        step => (side as u32 - 1) / step,
    };
    along(board.files, x).min(along(board.ranks, y))
}
