//! What a page asks of the library, as calls with JSON in and out: the same over HTTP, in a worker of a browser, and line
//! by line from another program.
//!
//! A call has a name and an argument, and says all that it needs: the text of the variant, the choices made, the game so
//! far. So whoever answers may be ended and begun again at any time. What was loaded is kept on the [`Desk`] for the next
//! call. [`CALLS`] has all of them, each with its budget of time: who asks ends the one who answers when it has passed.

mod check;
mod complete;
mod cover;
mod cursor;
mod desk;
mod diff;
mod facts;
mod games;
mod hover;
mod look;
mod place;
mod scenarios;
mod table;
mod think;
mod why;

pub use desk::{Desk, Library};

use serde::Serialize;
use serde::de::DeserializeOwned;

use place::ProblemData;

/// A call: its name, how long its answer may take, and how it is answered.
#[derive(Debug)]
pub struct Call {
    /// What it is asked by.
    pub name: &'static str,
    /// How long it may take, in milliseconds, before the one who answers it is ended.
    pub budget: u32,
    /// It looks at many games or positions: it is asked apart from the calls that a person waits for.
    pub long: bool,
    answer: fn(&mut Desk, &str) -> String,
}

macro_rules! calls {
    ($($name:literal $budget:literal $length:ident $function:path;)*) => {
        /// Every call.
        pub const CALLS: &[Call] = &[$(Call {
            name: $name,
            budget: $budget,
            long: calls!(@$length),
            answer: |desk, ask| written(read(ask).and_then(|ask| $function(desk, ask))),
        },)*];
    };
    (@short) => { false };
    (@long) => { true };
}

calls! {
    "games" 5000 short games::games;
    "read" 1000 short games::read;
    "words" 1000 short games::words;
    "check" 2000 short check::check;
    "facts" 2000 short facts::facts;
    "acts" 2000 short table::acts;
    "play" 2000 short table::play;
    "outcome" 2000 short table::outcome;
    "why" 3000 short why::why;
    "hover" 1000 short hover::hover;
    "complete" 1000 short complete::complete;
    "scenarios" 8000 long scenarios::scenarios;
    "think" 40000 long think::think;
    "diff" 40000 long diff::diff;
    "cover" 40000 long cover::cover;
}

/// Answers a call: `{"ok": …}`, or `{"no": {"why": …, "problems": […]}}`. Whatever the text, there is an answer.
pub fn answer(desk: &mut Desk, name: &str, ask: &str) -> String {
    match CALLS.iter().find(|it| it.name == name) {
        Some(call) => (call.answer)(desk, ask),
        None => written::<()>(Err(No::because("there is no such call"))),
    }
}

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct No {
    why: String,
    /// What is wrong with the text of the variant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<ProblemData>,
}

impl No {
    fn because(why: impl AsRef<str>) -> No {
        No {
            why: koma::text::safe::line(why.as_ref()),
            problems: Vec::new(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Envelope<T> {
    Ok(T),
    No(No),
}

fn read<T: DeserializeOwned>(ask: &str) -> Result<T, No> {
    serde_json::from_str(ask).map_err(|wrong| No::because(format!("the call: {wrong}")))
}

fn written<T: Serialize>(answer: Result<T, No>) -> String {
    let envelope = match answer {
        Ok(answer) => Envelope::Ok(answer),
        Err(no) => Envelope::No(no),
    };
    serde_json::to_string(&envelope).expect("json: keys are text")
}
