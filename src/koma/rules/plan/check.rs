//! The rule that guards pieces from attack, kept by masks: what checks, what pins, which squares are in danger.

use super::class::{MoveClass, Strides, narrowed};
use crate::board::{Player, Square, Squares};
use crate::check::sheet::{KindId, KindSet, Quantity};
use crate::rules::facts::left_attacked;
use crate::rules::movement::{Course, Landing, Manner};
use crate::rules::program::{Cond, Program};

/// A `forbid` rule that says: own pieces of these kinds may not be left attacked.
///
/// Invariant: the board has one layer, so that only what leaves a square and what comes to one changes an attack.
#[derive(Debug, Clone)]
pub struct CheckRule<B> {
    /// The rule, by its place among the `forbid` rules.
    pub forbid: usize,
    /// The kinds guarded.
    pub kinds: KindSet,
    /// The same as a list.
    pub list: Box<[u8]>,
    /// The rule applies only while there are that many own pieces of these kinds, all of them guarded.
    pub needs: Box<[(Quantity, KindSet)]>,
    /// Per class of the enemy, how it attacks guarded pieces.
    pub attackers: Vec<Attacker<B>>,
    /// The enemy's kinds whose attacks have to be asked of the position.
    pub asked: KindSet,
    /// From where enemies could capture.
    pub attack_origins: Origins<B>,
    /// From where enemies could attack a guarded piece or a square that it could go to, as far as tables tell.
    pub check_origins: Origins<B>,
}

/// How a class of the enemy attacks guarded pieces.
#[derive(Debug, Clone)]
pub struct Attacker<B> {
    /// As far as tables tell.
    pub strides: Strides<B>,
    /// Per square of a guarded piece, from where a jump attacks it or a square that it could go to.
    pub by_jump: Box<[B]>,
    /// The same for slides, on an empty board.
    pub by_slide: Box<[B]>,
    /// Per square of the attacker, where its slides lead on an empty board; nothing at all where it has none.
    pub aims: Box<[B]>,
    /// Per square, from where it could be attacked in a manner that has to be asked of the position; nothing at all where
    /// there is no such manner.
    pub asked: Box<[B]>,
}

/// Per square and kind, from where an enemy of the kind could attack there on an empty board.
#[derive(Debug, Clone)]
pub struct Origins<B> {
    /// How many places there are for kinds.
    n_places: usize,
    /// Nothing at all where it would be too much to keep.
    table: Box<[B]>,
}

impl<B: Squares> Origins<B> {
    /// The longest table that is kept.
    const MOST: usize = 8192;

    /// For an enemy's classes, by what tells for a class and a square. Positions have places for a power of two of kinds, see
    /// `play::position::Shape`.
    fn new(
        program: &Program<B>,
        enemy: &[MoveClass<B>],
        from: impl Fn(usize, Square) -> B,
    ) -> Self {
        let n_places = match program.kinds.len() {
            #[cfg(not(target_arch = "wasm32"))]
            ..=8 if B::CAPACITY <= 64 => 8,
            ..=16 => 16,
            _ => 128,
        };
        let n = program.geometry.n_squares() * n_places;
        if n > Self::MOST {
            return Origins {
                n_places,
                table: Box::default(),
            };
        }
        let mut table = vec![B::EMPTY; n];
        for (i, class) in enemy.iter().enumerate() {
            for kind in class.kinds() {
                for at in program.geometry.squares() {
                    table[at.index() * n_places + kind as usize] = from(i, at);
                }
            }
        }
        Origins {
            n_places,
            table: table.into(),
        }
    }

    /// The pieces among all kinds that could attack a square, whoever owns them; none if that is not known.
    #[inline(always)]
    pub fn among(&self, kinds: &[B], at: Square) -> Option<B> {
        if kinds.len() != self.n_places {
            return None;
        }
        let row = self
            .table
            .get(at.index() * kinds.len()..)?
            .get(..kinds.len())?;
        let mut all = B::EMPTY;
        for (kind, from) in kinds.iter().zip(row) {
            all |= *kind & *from;
        }
        Some(all)
    }
}

/// The kinds that the check rule of a player guards, with the rule's place and what else it needs.
type Guard = (usize, KindSet, Box<[(Quantity, KindSet)]>);

/// Finds the rule that guards pieces, if there is one that masks can keep.
pub fn find<B: Squares>(program: &Program<B>, own: Player) -> Option<Guard> {
    if program.n_layers != 1 {
        return None;
    }
    let forbids = program.player(own).forbids.iter().enumerate();
    let mut plain =
        forbids.filter(|(_, it)| it.act.is_none() && !it.loses && it.beforehand.is_empty());
    plain.find_map(|(at, it)| {
        let guarded = it.conditions.iter().find_map(|it| left_attacked(own, it))?;
        let mut needs = Vec::new();
        for condition in &it.conditions {
            match condition {
                it if left_attacked(own, it) == Some(guarded) => {}
                Cond::Count(quantity, set) => {
                    let kinds = set.kinds_of(own)?;
                    if kinds.0 & !guarded.0 != 0 {
                        return None;
                    }
                    needs.push((*quantity, kinds));
                }
                _ => return None,
            }
        }
        Some((at, guarded, needs.into()))
    })
}

impl<B: Squares> CheckRule<B> {
    /// The check rule of a player whose guarded kinds were found, against the enemy's classes.
    pub fn new(
        program: &Program<B>,
        own: Player,
        (forbid, kinds, needs): Guard,
        enemy: &[MoveClass<B>],
    ) -> Self {
        let board = &program.geometry;
        let movers = &program.player(own).movers;
        // Where a guarded piece stands, or could go to.
        let zones: Vec<B> = board
            .squares()
            .map(|at| {
                let guarded = kinds.iter().take_while(|it| it.index() < movers.len());
                guarded.fold(B::one(at), |zone, it| {
                    zone | movers[it.index()].could_reach(at)
                })
            })
            .collect();
        let manners = |class: &MoveClass<B>| {
            let mover = &program.player(own.other()).movers[class.first as usize];
            mover.manners.iter()
        };
        let attackers: Vec<Attacker<B>> = enemy
            .iter()
            .map(|class| Attacker::new(program, kinds, &zones, manners(class)))
            .collect();
        let asked = enemy
            .iter()
            .zip(&attackers)
            .filter(|(_, it)| !it.asked.is_empty())
            .flat_map(|(class, _)| class.kinds())
            .fold(KindSet::default(), |set, it| {
                set.or(KindSet::one(KindId(it)))
            });
        let could_attack = |class: usize, at: Square| {
            let all = manners(&enemy[class]).filter(|it| it.takes.constant() != Some(B::EMPTY));
            all.fold(B::EMPTY, |all, it| all | it.course.could_come_from(at))
        };
        let of = |table: &[B], at: Square| table.get(at.index()).copied().unwrap_or(B::EMPTY);
        let could_check = |class: usize, at: Square| {
            of(&attackers[class].by_jump, at) | of(&attackers[class].by_slide, at)
        };
        CheckRule {
            forbid,
            kinds,
            list: kinds.iter().map(|it| it.0).collect(),
            needs,
            asked,
            attack_origins: Origins::new(program, enemy, could_attack),
            check_origins: Origins::new(program, enemy, could_check),
            attackers,
        }
    }

    /// Whether it applies wherever guarded pieces are.
    pub fn is_unconditional(&self) -> bool {
        self.needs.is_empty()
    }
}

impl<B: Squares> Attacker<B> {
    fn new<'a>(
        program: &Program<B>,
        guarded: KindSet,
        zones: &[B],
        manners: impl Iterator<Item = &'a Manner<B>>,
    ) -> Self {
        let board = &program.geometry;
        let mut courses: Vec<Course<B>> = Vec::new();
        let mut asked: Vec<&Course<B>> = Vec::new();
        for manner in manners {
            match (&manner.onto, manner.takes.constant()) {
                (Landing::Only(kinds), _) if kinds.0 & guarded.0 == 0 => {}
                (Landing::Only(kinds), _)
                    if kinds.0 & guarded.0 == guarded.0 && manner.is_plain() =>
                {
                    courses.push(manner.course.clone());
                }
                (_, Some(squares)) if squares.is_empty() => {}
                (_, Some(squares)) if manner.is_plain() => {
                    courses.push(narrowed(&manner.course, squares));
                }
                _ => asked.push(&manner.course),
            }
        }
        let strides = Strides::new(board, courses.iter());
        let origins = |reach: &dyn Fn(Square) -> B| -> Box<[B]> {
            let mut back = vec![B::EMPTY; zones.len()];
            for from in board.squares() {
                for square in reach(from).iter() {
                    back[square.index()] |= B::one(from);
                }
            }
            let from = |zone: &B| zone.iter().fold(B::EMPTY, |all, it| all | back[it.index()]);
            zones.iter().map(from).collect()
        };
        Attacker {
            by_jump: match strides.to.is_empty() {
                true => Box::default(),
                false => origins(&|from| strides.jumps(from)),
            },
            by_slide: match strides.slides.is_empty() {
                true => Box::default(),
                false => origins(&|from| strides.slides_from(from)),
            },
            aims: match strides.slides.is_empty() {
                true => Box::default(),
                false => board.squares().map(|it| strides.slides_from(it)).collect(),
            },
            asked: match asked.is_empty() {
                true => Box::default(),
                false => board
                    .squares()
                    .map(|at| {
                        let courses = asked.iter();
                        courses.fold(B::EMPTY, |all, it| all | it.could_come_from(at))
                    })
                    .collect(),
            },
            strides,
        }
    }
}
