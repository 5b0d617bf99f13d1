//! Explaining a game: why an act is refused or allowed, which parts of rules it makes use of. That need not be compiled
//! for every shape of position: a position is put into one of two large ones, and the program alone is asked.

use std::sync::{Arc, OnceLock};

use super::Act;
use super::coverage::{self, RulePart};
use super::judge::Verdict;
use super::notation::Written;
use super::position::{Large, Position, Shape};
use super::refuse::{self, Wrong};
use super::session::Session;
use super::why::{self, Reason, Why};
use crate::board::Squares;
use crate::board::squares::{Pair, Wide};
use crate::check::Sheet;
use crate::rules::Rules;

/// What is explained in: most boards are small, and parts of rules are asked for act by act in thousands of games.
#[cfg(not(target_arch = "wasm32"))]
type Middle = Large<Pair>;
/// What holds every board.
type Largest = Large<Wide<21>>;

/// The rules in the shapes that are explained in, made when someone asks.
#[derive(Debug, Default)]
pub(super) struct Explaining {
    #[cfg(not(target_arch = "wasm32"))]
    middle: OnceLock<Arc<Rules<Pair>>>,
    largest: OnceLock<Arc<Rules<Wide<21>>>>,
}

impl Explaining {
    /// A position made ready to be explained.
    pub(super) fn explainer<S: Shape>(
        &self,
        sheet: &Sheet,
        position: &Position<S>,
        verdict: Option<Verdict>,
    ) -> Box<dyn Explainer> {
        fn at<S: Shape, T: Shape>(
            rules: &OnceLock<Arc<Rules<T::Set>>>,
            sheet: &Sheet,
            position: &Position<S>,
            verdict: Option<Verdict>,
        ) -> Box<dyn Explainer> {
            let rules = rules.get_or_init(|| Arc::new(Rules::without_plans(sheet)));
            let position = position.reshaped(sheet.kinds.len());
            Box::new(Session::<T>::at(rules.clone(), position, verdict))
        }
        #[cfg(not(target_arch = "wasm32"))]
        if sheet.geometry.n_squares() <= Pair::CAPACITY {
            return at::<S, Middle>(&self.middle, sheet, position, verdict);
        }
        at::<S, Largest>(&self.largest, sheet, position, verdict)
    }
}

/// A position that can be explained.
pub(super) trait Explainer {
    fn refusal(&self, act: Act) -> Option<Wrong>;
    fn meant(&self, written: Written) -> Result<Act, Wrong>;
    fn why(&self, written: Result<Written, String>) -> Why;
    fn why_over(&self) -> Option<Reason>;
    fn uses(&self, sheet: &Sheet, act: Act) -> Vec<RulePart>;
    fn refused_acts(&self) -> Vec<(Act, RulePart)>;
}

impl<S: Shape> Explainer for Session<S> {
    fn refusal(&self, act: Act) -> Option<Wrong> {
        refuse::refusal(self, act)
    }

    fn meant(&self, written: Written) -> Result<Act, Wrong> {
        refuse::meant(self, written)
    }

    fn why(&self, written: Result<Written, String>) -> Why {
        why::act(self, written)
    }

    fn why_over(&self) -> Option<Reason> {
        self.verdict.map(|it| why::over(self, it))
    }

    fn uses(&self, sheet: &Sheet, act: Act) -> Vec<RulePart> {
        coverage::uses(self, sheet, act)
    }

    fn refused_acts(&self) -> Vec<(Act, RulePart)> {
        coverage::refused(self)
    }
}
