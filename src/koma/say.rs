//! A rule said back as a sentence, for a person who holds a rulebook.
//!
//! Nothing here decides anything: a sentence is put together from the same [`Sheet`] that the tables are made
//! from, so that what is said is what is played.

mod english;
mod french;
mod lexicon;
mod plan;
#[cfg(test)]
mod tests;

use crate::check::sheet::{
    Effect, End, Forbid, Invariant, KindId, KindSet, NamedSet, Pattern, Promote, SetId, Sheet,
    Turn, Verb,
};
use crate::text::safe;
use lexicon::Lexicon;
use plan::Passage;

/// A language that rules are said in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::French];

    /// `en`, `fr`: the key of its names in `[names]`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
        }
    }
}

/// One rule in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// The rule: `end.mate`, `pieces.scout.moves`, `board.size`.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// Everything a variant says, in the order of a rulebook: the board, the pieces, the turn, the ends.
pub fn sentences(sheet: &Sheet, language: Language) -> Vec<Sentence> {
    let lexicon = Lexicon::new(sheet, language.code());
    let unknown = sheet.unknown_in(language.code()).into_iter();
    let unknown = unknown.map(|it| (it.path, safe::line(&it.why))).collect();
    match language {
        Language::English => told(sheet, &english::English::new(&lexicon), unknown),
        Language::French => told(sheet, &french::French::new(&lexicon), unknown),
    }
}

/// The name of a kind of piece, as sentences have it.
pub fn piece_name(sheet: &Sheet, kind: KindId, language: Language) -> String {
    Lexicon::new(sheet, language.code()).kind(kind).text
}

/// The name of a named set, as sentences have it.
pub fn set_name(sheet: &Sheet, set: SetId, language: Language) -> String {
    let name = Lexicon::new(sheet, language.code()).set(set);
    name.map_or_else(|| sheet.sets[set.0 as usize].name.clone(), |it| it.text)
}

/// An act of a turn, as something to be done: `move a guard`.
pub fn act_name(sheet: &Sheet, pattern: &Pattern) -> String {
    let lexicon = Lexicon::new(sheet, Language::English.code());
    english::English::new(&lexicon).act(pattern).base
}

/// A language: one method for each thing that a rulebook says.
trait Voice {
    /// How large the board is.
    fn size(&self) -> String;
    /// From where each player sees it.
    fn turned(&self) -> String;
    /// What stands above what.
    fn layers(&self) -> String;
    /// What stands where at the start.
    fn start(&self) -> String;
    /// What is in the hands at the start.
    fn hands(&self) -> String;
    /// What a name of squares means.
    fn squares(&self, set: &NamedSet) -> String;
    /// What a name of several kinds means.
    fn group(&self, name: &str, kinds: KindSet) -> String;
    /// How a piece moves.
    fn moves(&self, kind: KindId) -> String;
    /// What it may turn into.
    fn becomes(&self, kind: KindId) -> String;
    /// What it is in a hand.
    fn in_hand(&self, kind: KindId) -> String;
    /// What it may be dropped as.
    fn drops(&self, kind: KindId) -> String;
    /// What it is worth.
    fn points(&self, kind: KindId) -> String;
    /// On which layer it stands.
    fn layer(&self, kind: KindId) -> String;
    /// That nobody owns it.
    fn neutral(&self, kind: KindId) -> String;
    /// What holds of the movement of all pieces.
    fn passage(&self, passage: &Passage) -> String;
    /// That the players take turns; whether one may pass.
    fn turns(&self, passes: bool) -> String;
    /// What a turn is; whether another turn rule stands before this one.
    fn turn(&self, turn: &Turn, otherwise: bool) -> String;
    /// What becomes of captured pieces.
    fn capture(&self) -> String;
    /// When pieces promote.
    fn promote(&self, promote: &Promote) -> String;
    /// How long a promotion lasts, and what does not promote: whether it lasts, whether there are drops.
    fn lasting(&self, lasts: bool, drops: bool) -> String;
    /// What else an act takes off the board.
    fn removal(&self, effect: &Effect) -> String;
    /// What is refused.
    fn forbid(&self, forbid: &Forbid) -> String;
    /// That ends are judged in their order.
    fn order(&self) -> String;
    /// A way the game ends.
    fn end(&self, end: &End) -> String;
    /// What is so whenever a turn begins.
    fn invariant(&self, invariant: &Invariant) -> String;
    /// What mate is.
    fn mated_is(&self, kinds: KindSet) -> String;
    /// That a value is not known, and why.
    fn unknown(&self, why: &str) -> String;
    /// When two positions are the same.
    fn same_is(&self) -> String;
}

fn told(sheet: &Sheet, voice: &dyn Voice, unknown: Vec<(String, String)>) -> Vec<Sentence> {
    let mut all = Vec::new();
    let mut say = |path: String, text: String| all.push(Sentence { path, text });
    let path = |rule| sheet.rule(rule).path.clone();

    say("board.size".to_owned(), voice.size());
    say("board.turned".to_owned(), voice.turned());
    if sheet.layers.len() > 1 {
        say("board.layers".to_owned(), voice.layers());
    }
    say("board.start".to_owned(), voice.start());
    if sheet.start.hands.iter().flatten().any(|it| *it > 0) {
        say("board.hands".to_owned(), voice.hands());
    }
    for set in &sheet.sets {
        say(path(set.rule), voice.squares(set));
    }
    for (name, kinds) in &sheet.groups {
        say(format!("groups.{name}"), voice.group(name, *kinds));
    }
    for (i, kind) in sheet.kinds.iter().enumerate() {
        let id = KindId(i as u8);
        let part = |key: &str| format!("{}.{key}", sheet.rule(kind.rule).path);
        if kind.neutral {
            say(part("owner"), voice.neutral(id));
        }
        if sheet.layers.len() > 1 {
            say(part("layer"), voice.layer(id));
        }
        if !kind.neutral || !kind.moves.is_empty() {
            say(path(kind.moves_rule), voice.moves(id));
        }
        if !kind.becomes.is_empty() {
            say(path(kind.becomes_rule), voice.becomes(id));
        }
        if kind.in_hand_as != id {
            say(part("in_hand_as"), voice.in_hand(id));
        }
        if kind.drops_as != [id] {
            say(part("drops_as"), voice.drops(id));
        }
        if kind.points > 0 {
            say(part("points"), voice.points(id));
        }
    }
    let passage = plan::passage(sheet);
    if passage.plain || passage.slides {
        say("pieces".to_owned(), voice.passage(&passage));
    }
    let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
    let passes = acts.any(|(pattern, _)| pattern.verb == Verb::Pass);
    say("turn".to_owned(), voice.turns(passes));
    for (i, turn) in sheet.turns.iter().enumerate() {
        say(path(turn.rule), voice.turn(turn, i > 0));
    }
    let key = if sheet.to_hand {
        "capture.to"
    } else {
        "capture"
    };
    say(key.to_owned(), voice.capture());
    for effect in &sheet.effects {
        say(path(effect.rule), voice.removal(effect));
    }
    for promote in &sheet.promotes {
        say(path(promote.rule), voice.promote(promote));
    }
    let (lasts, drops) = (plan::promotion_lasts(sheet), plan::drops_as_held(sheet));
    if !sheet.promotes.is_empty() && (lasts || drops) {
        say("promote".to_owned(), voice.lasting(lasts, drops));
    }
    // What mate and a position are is told once, by the rule that asks for it: best by one that ends the game.
    let mated = plan::mated(sheet);
    let same = plan::repeats(sheet);
    for forbid in &sheet.forbids {
        say(path(forbid.rule), voice.forbid(forbid));
        if let Some((_, kinds)) = mated.filter(|it| it.0 == forbid.rule) {
            say(path(forbid.rule), voice.mated_is(kinds));
        }
    }
    if sheet.ends.len() > 1 {
        say("end".to_owned(), voice.order());
    }
    for end in &sheet.ends {
        say(path(end.rule), voice.end(end));
        if let Some((_, kinds)) = mated.filter(|it| it.0 == end.rule) {
            say(path(end.rule), voice.mated_is(kinds));
        }
        if same == Some(end.rule) {
            say(path(end.rule), voice.same_is());
        }
    }
    for invariant in &sheet.invariants {
        say(path(invariant.rule), voice.invariant(invariant));
    }
    for (path, why) in unknown {
        let said = voice.unknown(&why);
        // Behind the sentence that says the value, or behind that of the rule it belongs to.
        let about = |it: &Sentence| {
            let rest = path.strip_prefix(&it.path);
            rest.is_some_and(|it| it.is_empty() || it.starts_with('.'))
        };
        let at = all.iter().rposition(about);
        let path = at.map_or(path.clone(), |it| all[it].path.clone());
        let at = at.map_or(all.len(), |it| it + 1);
        all.insert(at, Sentence { path, text: said });
    }
    all
}

/// Whether pieces can be dropped at all.
fn has_drops(sheet: &Sheet) -> bool {
    let mut acts = sheet.turns.iter().flat_map(|it| &it.acts);
    acts.any(|(pattern, _)| pattern.verb == Verb::Drop)
}
