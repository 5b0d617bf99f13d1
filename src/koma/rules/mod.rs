//! From what is meant to tables, for both players: first the [`Program`], which says what the rules say and is enough
//! to play by, then the [`Plan`], which says what may be done faster. Knows geometry, not positions.

pub mod compile;
pub mod facts;
pub mod movement;
pub mod plan;
pub mod program;
pub mod run;
pub mod set;

use crate::board::{Player, Squares};
use crate::check::Sheet;

pub use facts::Facts;
pub use movement::{Course, Hop, Jump, Landing, Manner, Mover, Slide};
pub use plan::{Plan, PlayerPlan};
pub use program::{ActFilter, Cond, PatternProgram, PlayerRules, Program, Purse, TurnProgram};
pub use set::Set;

/// A variant ready to be played: what the rules say, what follows from it, and what may be done faster.
#[derive(Debug, Clone)]
pub struct Rules<B> {
    /// What the rules say.
    pub program: Program<B>,
    /// What follows from it.
    pub facts: Facts,
    /// What may be done faster. It answers no question that the program does not answer too.
    pub plan: Plan<B>,
}

impl<B: Squares> Rules<B> {
    /// The rules of a sheet, with everything done as fast as they allow.
    pub fn new(sheet: &Sheet) -> Self {
        Rules::with(sheet, Plan::new)
    }

    /// The rules of a sheet, with every plan switched off: slower, and always right.
    pub fn without_plans(sheet: &Sheet) -> Self {
        Rules::with(sheet, Plan::none)
    }

    fn with(sheet: &Sheet, plan: fn(&Program<B>, &Facts) -> Plan<B>) -> Self {
        let program = compile::compile(sheet);
        let facts = Facts::new(&program);
        let plan = plan(&program, &facts);
        Rules {
            program,
            facts,
            plan,
        }
    }

    /// What may be done faster for a player.
    #[inline]
    pub fn plan(&self, player: Player) -> &PlayerPlan<B> {
        &self.plan.players[player.index()]
    }
}

/// Rules are asked for what they say: everything of the program can be asked of them.
impl<B> std::ops::Deref for Rules<B> {
    type Target = Program<B>;

    #[inline]
    fn deref(&self) -> &Program<B> {
        &self.program
    }
}
