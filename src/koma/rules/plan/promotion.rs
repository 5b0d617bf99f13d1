//! Promotion that origin and target decide, as tables.

use crate::board::{Square, Squares};
use crate::rules::program::{ActFilter, PatternProgram, Program, PromoteProgram};

/// How promotion splits the targets of a kind.
#[derive(Debug, Clone, PartialEq)]
pub enum Promotion<B> {
    /// It never promotes.
    Never,
    /// Origin and target decide.
    Table(PromotionTable<B>),
    /// The position decides: the rules are asked.
    Asked,
}

/// Promotion by origin and target.
#[derive(Debug, Clone, PartialEq)]
pub struct PromotionTable<B> {
    /// How many faces there are to choose from.
    pub n_faces: u32,
    /// Per origin, the targets on which promotion is offered or demanded.
    pub may: Box<[B]>,
    /// Per origin, the targets on which it is demanded.
    pub must: Box<[B]>,
}

impl<B: Squares> Promotion<B> {
    /// How promotion splits the targets of each kind.
    pub fn of_kinds(program: &Program<B>, promotes: &[PromoteProgram<B>]) -> Vec<Promotion<B>> {
        let kinds = 0..program.kinds.len() as u8;
        kinds
            .map(|it| Promotion::of(program, promotes, it))
            .collect()
    }

    fn of(program: &Program<B>, promotes: &[PromoteProgram<B>], kind: u8) -> Promotion<B> {
        let faces = &program.kinds[kind as usize].becomes;
        if faces.is_empty() {
            return Promotion::Never;
        }
        let filters = |pattern: fn(&PromoteProgram<B>) -> &Option<PatternProgram<B>>| {
            let patterns = promotes.iter().filter_map(move |it| pattern(it).as_ref());
            patterns.filter_map(move |it| it.of(kind))
        };
        let (may, must) = (filters(|it| &it.may), filters(|it| &it.must));
        if !may.clone().chain(must.clone()).all(ActFilter::is_static) {
            return Promotion::Asked;
        }
        let board = &program.geometry;
        let fits = |from: Square, it: &ActFilter<B>| static_fit(it, program.all, from);
        let must: Box<[B]> = board
            .squares()
            .map(|from| must.clone().fold(B::EMPTY, |set, it| set | fits(from, it)))
            .collect();
        let may = board
            .squares()
            .map(|from| {
                may.clone()
                    .fold(must[from.index()], |set, it| set | fits(from, it))
            })
            .collect();
        Promotion::Table(PromotionTable {
            n_faces: faces.len() as u32,
            may,
            must,
        })
    }
}

/// The targets that fit a static filter from a square.
fn static_fit<B: Squares>(filter: &ActFilter<B>, all: B, from: Square) -> B {
    let set =
        |it: &Option<crate::rules::Set<B>>| it.as_ref().and_then(|it| it.constant()).unwrap_or(all);
    if !set(&filter.from).has(from) {
        return B::EMPTY;
    }
    let touching = set(&filter.touching);
    set(&filter.to) & if touching.has(from) { all } else { touching }
}
