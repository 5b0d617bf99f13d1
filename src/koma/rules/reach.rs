//! Movement as tables: jumps from each square, rays along each direction, forwards and backwards.

use std::sync::Arc;

use super::set::{self, Set, SetMaker};
use crate::board::{Geometry, Square, Squares};
use crate::check::sheet;

/// Where a movement may land.
#[derive(Debug, Clone)]
pub enum Onto<B> {
    /// An empty square or one with an enemy: what movement does where nothing else is said.
    Usual,
    /// What the program says.
    Set(Set<B>),
}

/// Jumps: steps and leaps.
#[derive(Debug, Clone)]
pub struct Jump<B> {
    /// Per square, where it goes to.
    pub to: Arc<[B]>,
    /// Per square, where it comes from.
    pub back: Box<[B]>,
    /// Only from these, if that depends on the position.
    pub gate: Option<Set<B>>,
    /// Where it lands.
    pub onto: Onto<B>,
    /// Where it could capture.
    pub takes: Set<B>,
}

/// A slide in one direction.
#[derive(Debug, Clone)]
pub struct Slide<B> {
    /// Every square in the opposite direction, per square.
    pub back_ray: Arc<[B]>,
    /// Whether squares further along have higher numbers.
    pub up: bool,
    /// As far as it may go, per square.
    pub path: Arc<[B]>,
    /// Where it may stop, per square.
    pub land: Arc<[B]>,
    /// From where it may stop here, per square.
    pub back_land: Arc<[B]>,
    /// Only from these, if that depends on the position.
    pub gate: Option<Set<B>>,
    /// What it may cross; empty squares if nothing is said.
    pub through: Option<Set<B>>,
    /// Where it lands.
    pub onto: Onto<B>,
    /// Where it could capture.
    pub takes: Set<B>,
}

impl<B: Squares> Slide<B> {
    /// The squares it comes to from a square, the first of `stops` included.
    #[inline]
    pub fn swept(&self, from: Square, stops: B) -> B {
        let path = self.path[from.index()];
        let stops = path & stops;
        path & if self.up {
            stops.up_to_lowest()
        } else {
            stops.highest_and_up()
        }
    }

    /// The nearest of some squares that lie behind, against the direction of the slide.
    #[inline]
    pub fn nearest_back(&self, behind: B) -> Square {
        if self.up {
            behind.highest()
        } else {
            behind.lowest()
        }
    }
}

/// How one kind of one player moves.
#[derive(Debug, Clone)]
pub struct Mover<B> {
    /// Steps and leaps.
    pub jumps: Vec<Jump<B>>,
    /// Slides.
    pub slides: Vec<Slide<B>>,
    /// Squares from which it could never move, whatever stood where.
    pub stuck: B,
    /// It moves and captures in the usual way, by at most one table of jumps: onto empty squares and enemies, through
    /// empty squares.
    pub usual: bool,
}

/// The rays of a board, made once and shared.
#[derive(Debug)]
pub struct Rays<B> {
    made: Vec<RayTable<B>>,
}

type Reach = (u32, Option<u32>);

/// A direction, how far, and the squares at that distance from each square.
type RayTable<B> = ((i32, i32), Reach, Arc<[B]>);

impl<B: Squares> Rays<B> {
    /// No ray yet.
    pub fn new() -> Self {
        Rays { made: Vec::new() }
    }

    /// Per square, the squares in a direction at a distance of `least` to `most`.
    fn get(&mut self, board: &Geometry, shift: (i32, i32), reach: Reach) -> Arc<[B]> {
        if let Some((_, _, table)) = self.made.iter().find(|it| it.0 == shift && it.1 == reach) {
            return table.clone();
        }
        let (least, most) = reach;
        let table: Arc<[B]> = board
            .squares()
            .map(|from| {
                let mut set = B::EMPTY;
                let mut at = from;
                let mut distance = 0;
                while let Some(next) = board.shifted(at, shift) {
                    distance += 1;
                    if most.is_some_and(|most| distance > most) {
                        break;
                    }
                    if distance >= least {
                        set |= B::one(next);
                    }
                    at = next;
                }
                set
            })
            .collect();
        self.made.push((shift, reach, table.clone()));
        table
    }
}

impl<B: Squares> Default for Rays<B> {
    fn default() -> Self {
        Rays::new()
    }
}

/// The tables of one kind for one player.
pub fn mover<B: Squares>(
    kind: &sheet::Kind,
    maker: &SetMaker<'_, B>,
    rays: &mut Rays<B>,
) -> Mover<B> {
    let board = maker.sheet.geometry;
    let mut mover = Mover {
        jumps: Vec::new(),
        slides: Vec::new(),
        stuck: maker.all,
        usual: false,
    };
    for path in &kind.moves {
        let usual = sheet::Set::Or(vec![
            sheet::Set::Empty,
            sheet::Set::Pieces(sheet::Side::Enemy, sheet::KindSet::ALL),
        ]);
        let onto_written = path.onto.as_ref().unwrap_or(&usual);
        let within = path.within.as_ref().map(|it| maker.set(it));
        let narrowed = |set: Set<B>| match &within {
            Some(within) => set::and(vec![set, within.clone()], maker.all),
            None => set,
        };
        let onto = match (&path.onto, &within) {
            (None, None) => Onto::Usual,
            _ => Onto::Set(narrowed(maker.set(onto_written))),
        };
        let takes = narrowed(maker.capturable(onto_written, kind.layer));
        // A static `from` empties the rows of the table; one that depends on the position is asked later.
        let from = path.from.as_ref().map(|it| maker.set(it));
        let rows = from.as_ref().map_or(Some(maker.all), Set::constant);
        let gate = if rows.is_some() { None } else { from };
        let rows = rows.unwrap_or(maker.all);
        let could_from = path.from.as_ref().map_or(maker.all, |it| maker.could(it));
        let could_within = path.within.as_ref().map_or(maker.all, |it| maker.could(it));
        let could_land = path.onto.as_ref().map_or(maker.all, |it| maker.could(it)) & could_within;
        let could_cross = path
            .through
            .as_ref()
            .map_or(maker.all, |it| maker.could(it))
            & could_within;
        match &path.motion {
            sheet::Motion::Jump(shifts) => {
                let turned: Vec<(i32, i32)> = shifts
                    .iter()
                    .map(|it| board.shift_of(maker.own, *it))
                    .collect();
                let all = set::shift_table::<B>(&board, &turned);
                let to: Arc<[B]> = board
                    .squares()
                    .map(|it| {
                        if rows.has(it) {
                            all[it.index()]
                        } else {
                            B::EMPTY
                        }
                    })
                    .collect();
                let mut back = vec![B::EMPTY; board.n_squares()];
                for from in board.squares() {
                    for square in to[from.index()].iter() {
                        back[square.index()] |= B::one(from);
                    }
                    if could_from.has(from) && (all[from.index()] & could_land).any() {
                        mover.stuck = mover.stuck.without(B::one(from));
                    }
                }
                mover.jumps.push(Jump {
                    to,
                    back: back.into(),
                    gate,
                    onto,
                    takes,
                });
            }
            sheet::Motion::Slide { ways, least, most } => {
                let through = match (&path.through, &within) {
                    (None, None) => None,
                    (written, _) => Some(narrowed(
                        maker.set(written.as_ref().unwrap_or(&sheet::Set::Empty)),
                    )),
                };
                for shift in ways.shifts().map(|it| board.shift_of(maker.own, it)) {
                    let opposite = (-shift.0, -shift.1);
                    let (dx, dy) = shift;
                    let mut slide = Slide {
                        back_ray: rays.get(&board, opposite, (1, None)),
                        up: dy > 0 || (dy == 0 && dx > 0),
                        path: rays.get(&board, shift, (1, *most)),
                        land: rays.get(&board, shift, (*least, *most)),
                        back_land: rays.get(&board, opposite, (*least, *most)),
                        gate: gate.clone(),
                        through: through.clone(),
                        onto: onto.clone(),
                        takes: takes.clone(),
                    };
                    if rows != maker.all {
                        let kept = |table: &Arc<[B]>| -> Arc<[B]> {
                            board
                                .squares()
                                .map(|it| {
                                    if rows.has(it) {
                                        table[it.index()]
                                    } else {
                                        B::EMPTY
                                    }
                                })
                                .collect()
                        };
                        slide.path = kept(&slide.path);
                        slide.land = kept(&slide.land);
                        slide.back_land = slide.back_land.iter().map(|it| *it & rows).collect();
                    }
                    let lands = rays.get(&board, shift, (*least, *most));
                    for from in board.squares() {
                        let reached =
                            could_slide(&board, from, shift, could_cross, most.unwrap_or(u32::MAX));
                        if could_from.has(from)
                            && (reached & lands[from.index()] & could_land).any()
                        {
                            mover.stuck = mover.stuck.without(B::one(from));
                        }
                    }
                    mover.slides.push(slide);
                }
            }
        }
    }
    merge_jumps(&mut mover);
    mover.usual = is_usual(&mover);
    mover
}

fn is_usual<B: Squares>(mover: &Mover<B>) -> bool {
    let usual = |onto: &Onto<B>| matches!(onto, Onto::Usual);
    mover.jumps.len() <= 1
        && mover
            .jumps
            .iter()
            .all(|it| usual(&it.onto) && it.gate.is_none())
        && mover
            .slides
            .iter()
            .all(|it| usual(&it.onto) && it.gate.is_none() && it.through.is_none())
}

/// Squares that a slide could come to if only these could ever be crossed.
fn could_slide<B: Squares>(
    board: &Geometry,
    from: Square,
    shift: (i32, i32),
    cross: B,
    most: u32,
) -> B {
    let mut reached = B::EMPTY;
    let mut at = from;
    for _ in 0..most {
        let Some(next) = board.shifted(at, shift) else {
            break;
        };
        reached |= B::one(next);
        if !cross.has(next) {
            break;
        }
        at = next;
    }
    reached
}

/// Jumps of the usual kind share one table.
fn merge_jumps<B: Squares>(mover: &mut Mover<B>) {
    let mut merged: Vec<Jump<B>> = Vec::new();
    for jump in mover.jumps.drain(..) {
        let usual = |it: &Jump<B>| matches!(it.onto, Onto::Usual) && it.gate.is_none();
        match merged.iter_mut().find(|it| usual(it)) {
            Some(other) if usual(&jump) => {
                other.to = (other.to.iter().zip(jump.to.iter()))
                    .map(|(a, b)| *a | *b)
                    .collect();
                for (a, b) in other.back.iter_mut().zip(jump.back.iter()) {
                    *a |= *b;
                }
            }
            _ => merged.push(jump),
        }
    }
    mover.jumps = merged;
}
