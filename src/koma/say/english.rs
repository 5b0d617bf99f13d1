//! English.

mod about;
mod acts;
mod sets;
mod words;

use super::lexicon::{Kinds, Lexicon, Noun};
use super::plan::{self, Course, Passage, Sense, Stride, courses, moves_as};
use super::{Voice, has_drops};
use crate::board::{Owner, Player, Square, Turned};
use crate::check::sheet::{
    Effect, End, Forbid, Invariant, KindId, KindSet, NamedSet, Pattern, Promote, Set, SetId, Side,
    Turn, Verb,
};
pub use sets::English;
use sets::Whose;
use words::{a, capital, direction, list, number, ordinal};

impl<'a> English<'a> {
    /// English with the names of a variant.
    pub fn new(words: &'a Lexicon<'a>) -> English<'a> {
        English {
            words,
            whose: Whose::Player,
        }
    }

    /// `the guard`, at the beginning of a sentence.
    fn the(&self, kind: KindId) -> String {
        format!("The {}", self.words.kind(kind).text)
    }

    /// `the first player`, or the name.
    fn player(&self, player: Player) -> String {
        let named = self.words.player(player);
        named.unwrap_or_else(|| format!("the {} player", player.as_str()))
    }

    /// `steps one square forward`
    fn stride(&self, stride: &Stride) -> String {
        let squares = |n: u32| match n {
            1 => "one square".to_owned(),
            n => format!("{} squares", number(n)),
        };
        match stride {
            Stride::Line {
                ways,
                least,
                most,
                leaps,
            } => {
                let far = match (*least, *most) {
                    (1, Some(1)) => return format!("steps one square {}", direction(*ways)),
                    (n, Some(m)) if n == m && *leaps => {
                        return format!("leaps {} {}", squares(n), direction(*ways));
                    }
                    (n, Some(m)) if n == m => format!("exactly {}", squares(n)),
                    (1, Some(m)) => format!("up to {}", squares(m)),
                    (n, Some(m)) => format!("{} to {}", number(n), squares(m)),
                    (1, None) => "any number of squares".to_owned(),
                    (n, None) => format!("at least {}", squares(n)),
                };
                format!("slides {far} {}", direction(*ways))
            }
            Stride::Anywhere => "leaps to any square".to_owned(),
            Stride::Skew { aside, along } => {
                let side = match aside.1 {
                    Sense::Both => "sideways",
                    Sense::Plus => "to the right",
                    Sense::Minus => "to the left",
                };
                let way = match along.1 {
                    Sense::Both => "forward or backward",
                    Sense::Plus => "forward",
                    Sense::Minus => "backward",
                };
                format!(
                    "leaps {} {side} and {} {way}",
                    squares(aside.0),
                    number(along.0)
                )
            }
        }
    }

    fn course(&self, course: &Course<'_>) -> String {
        let mut strides: Vec<String> = Vec::new();
        for stride in &course.strides {
            let said = self.stride(stride);
            // The verb is said once.
            let verb = said.split(' ').next().unwrap_or_default().to_owned();
            let known = strides.iter().any(|it| it.starts_with(&verb));
            strides.push(match said.strip_prefix(&verb) {
                Some(rest) if known => rest.trim_start().to_owned(),
                _ => said,
            });
        }
        let mut out = strides.join(", or ");
        if let Some(from) = course.from {
            out += &format!(" from {}", self.square(from));
        }
        let one_layer = self.words.sheet.layers.len() == 1;
        match course.onto {
            None => {}
            Some(Set::Empty) if one_layer => out += " without capturing",
            Some(Set::Pieces(Side::Enemy, KindSet::ALL)) if one_layer => out += " only to capture",
            Some(onto) => out += &format!(" onto {}", self.thing(onto, &about::Count::One)),
        }
        if let Some(over) = course.over {
            let one = self.thing(over, &about::Count::One);
            out += &format!(", hopping over exactly {one} on the way");
        }
        if let Some(through) = course.through {
            out += &format!(", crossing only {}", self.squares(through));
        }
        if let Some(within) = course.within {
            out += &format!(", only over {}", self.squares(within));
        }
        out
    }

    /// `a guard on each of a1 and b1, a scout on c1`
    fn placed(&self, owner: Owner) -> String {
        let sheet = self.words.sheet;
        let each: Vec<String> = plan::placed(sheet, owner)
            .into_iter()
            .map(|(kind, squares)| {
                let piece = a(&self.words.kind(kind));
                format!("{piece} on {}", self.cells(&squares))
            })
            .collect();
        // The squares have their own `and`: a comma keeps the last piece apart from them.
        match &each[..] {
            [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
            _ => each.concat(),
        }
    }

    fn cells(&self, squares: &[Square]) -> String {
        let cells: Vec<String> = squares.iter().map(|it| self.cell(*it)).collect();
        match (plan::whole_rank(self.words.sheet, squares), &cells[..]) {
            (Some(rank), _) => {
                format!("every square of the {} rank", ordinal(rank as u32 + 1))
            }
            (None, [one]) => one.clone(),
            (None, cells) => format!("each of {}", list(cells, "and")),
        }
    }

    fn hand(&self, player: Player) -> String {
        let held = self.words.held(player).into_iter();
        let each: Vec<String> = held
            .map(|(n, noun)| match n {
                1 => a(&noun),
                n => format!("{} {}", number(n), words::plural(&noun)),
            })
            .collect();
        match each[..] {
            [] => "nothing".to_owned(),
            _ => list(&each, "and"),
        }
    }

    /// The kinds that a promotion speaks of.
    fn promoted(&self, kinds: KindSet) -> String {
        let Some(meant) = self.words.promoted(kinds) else {
            return "a piece that can turn into another".to_owned();
        };
        match meant[..] {
            [] => "no piece".to_owned(),
            _ => list(&meant.iter().map(a).collect::<Vec<_>>(), "or"),
        }
    }

    /// `when it moves from or to the camp zone`
    fn occasion(&self, pattern: &Pattern) -> String {
        let mut out = "moves".to_owned();
        if let Some(set) = &pattern.touching {
            out += &format!(" from or to {}", self.square(set));
        }
        if let Some(set) = &pattern.from {
            out += &format!(" from {}", self.square(set));
        }
        if let Some(set) = &pattern.to {
            out += &format!(" to {}", self.square(set));
        }
        if let Some(kinds) = pattern.capturing {
            out += &format!(" capturing {}", self.taken(kinds));
        }
        format!("when it {out}")
    }
}

impl Voice for English<'_> {
    fn size(&self) -> String {
        let board = &self.words.sheet.geometry;
        format!(
            "The board has {} squares: {} files and {} ranks.",
            board.n_squares(),
            board.files,
            board.ranks
        )
    }

    fn turned(&self) -> String {
        let how = match self.words.sheet.geometry.turned {
            Turned::HalfTurn => "The players sit on opposite sides of the board",
            Turned::Mirror => {
                "The players sit on opposite sides of the board, and both call the same side left"
            }
        };
        format!(
            "{how}; forward is away from the player, the first rank is the nearest, the last the farthest."
        )
    }

    fn layers(&self) -> String {
        let layers = list(&self.words.layers(), "and");
        format!("A square holds at most one piece of each layer; from the lowest: {layers}.")
    }

    fn start(&self) -> String {
        let sheet = self.words.sheet;
        let [first, second] = Player::BOTH.map(|it| self.player(it));
        let placed = |player| match self.placed(Owner::Of(player)) {
            it if it.is_empty() => "no piece on the board".to_owned(),
            it => it,
        };
        let mut out = format!("At the start {first} has {}", placed(Player::First));
        out += &if plan::is_even(sheet) {
            format!("; {second} has the same, seen from the other side.")
        } else {
            format!("; {second} has {}.", placed(Player::Second))
        };
        let neutral = self.placed(Owner::Nobody);
        if !neutral.is_empty() {
            out += &format!(" On the board there is also {neutral}.");
        }
        out + &format!(" {} begins.", capital(&first))
    }

    fn hands(&self) -> String {
        let [first, second] = Player::BOTH.map(|it| self.hand(it));
        if first == second {
            return format!("At the start each player has {first} in hand.");
        }
        let [one, two] = Player::BOTH.map(|it| self.player(it));
        format!("At the start {one} has {first} in hand, {two} {second}.")
    }

    fn squares(&self, set: &NamedSet) -> String {
        let sheet = self.words.sheet;
        let at = sheet.sets.iter().position(|it| it.rule == set.rule);
        let id = SetId(at.unwrap_or(0) as u16);
        if set.is_zone {
            let zone = self.zone(id, false);
            return format!("For each player, {zone} is {}.", self.area(&set.set));
        }
        let (sort, _) = self.sort(id, false);
        format!("For each player, {sort} is {}.", self.cell_of(&set.set))
    }

    fn group(&self, name: &str, kinds: KindSet) -> String {
        let noun = self.words.group(name);
        let noun = Noun {
            text: format!("{} piece", noun.text),
            ..noun
        };
        let each = self.words.each(kinds);
        let each: Vec<String> = each.into_iter().map(|it| a(&self.words.kind(it))).collect();
        format!("{} is {}.", capital(&a(&noun)), list(&each, "or"))
    }

    fn moves(&self, kind: KindId) -> String {
        let sheet = self.words.sheet;
        let the = self.the(kind);
        if let Some(others) = moves_as(sheet, kind) {
            let others: Vec<String> = others
                .iter()
                .map(|it| format!("as the {}", self.words.kind(*it).text))
                .collect();
            return format!("{the} moves {}.", list(&others, "or"));
        }
        let voice = English {
            whose: Whose::Piece,
            ..*self
        };
        let (borrowed, own) = plan::borrowed(sheet, kind);
        let mut said: Vec<String> = courses(own).iter().map(|it| voice.course(it)).collect();
        said.extend(borrowed.iter().map(|it| {
            let other = self.words.kind(it.kind).text;
            format!("moves as the {other} from {}", voice.square(it.from))
        }));
        match said[..] {
            [] => format!("{the} never moves."),
            _ => format!("{the} {}.", said.join(", or ")),
        }
    }

    fn becomes(&self, kind: KindId) -> String {
        let faces = &self.words.sheet.kinds[kind.index()].becomes;
        let faces: Vec<String> = faces.iter().map(|it| a(&self.words.kind(*it))).collect();
        format!("{} can turn into {}.", self.the(kind), list(&faces, "or"))
    }

    fn in_hand(&self, kind: KindId) -> String {
        let held = self.words.sheet.kinds[kind.index()].in_hand_as;
        let what = self.words.kind(kind).text;
        format!(
            "A captured {what} goes to the hand as {}.",
            a(&self.words.kind(held))
        )
    }

    fn drops(&self, kind: KindId) -> String {
        let faces = &self.words.sheet.kinds[kind.index()].drops_as;
        let faces: Vec<String> = faces.iter().map(|it| a(&self.words.kind(*it))).collect();
        format!(
            "{} may be dropped as {}.",
            self.the(kind),
            list(&faces, "or")
        )
    }

    fn points(&self, kind: KindId) -> String {
        let points = match self.words.sheet.kinds[kind.index()].points {
            1 => "one point".to_owned(),
            n => format!("{} points", number(n)),
        };
        format!("{} counts {points}.", self.the(kind))
    }

    fn layer(&self, kind: KindId) -> String {
        let layer = self.words.layer(self.words.sheet.kinds[kind.index()].layer);
        format!("{} stands on the layer “{layer}”.", self.the(kind))
    }

    fn neutral(&self, kind: KindId) -> String {
        format!("{} belongs to nobody and never moves.", self.the(kind))
    }

    fn passage(&self, passage: &Passage) -> String {
        let mut said = Vec::new();
        if passage.plain {
            said.push("a piece moves to an empty square or onto an enemy piece");
        }
        if passage.slides {
            said.push("a slide crosses empty squares only");
        }
        let others = match passage.others {
            true => ", unless the rule of the piece says otherwise",
            false => "",
        };
        format!("{}{others}.", capital(&said.join("; ")))
    }

    fn turns(&self, passes: bool) -> String {
        match passes {
            true => "The players take turns.".to_owned(),
            false => "The players take turns; nobody may pass.".to_owned(),
        }
    }

    fn turn(&self, turn: &Turn, otherwise: bool) -> String {
        let when = match (self.while_all(&turn.conditions), otherwise) {
            (Some(when), false) => format!("While {when}, a player on their turn"),
            (Some(when), true) => format!("Otherwise, while {when}, a player on their turn"),
            (None, false) => "On their turn a player".to_owned(),
            (None, true) => "Otherwise, on their turn, a player".to_owned(),
        };
        let acts: Vec<String> = turn
            .acts
            .iter()
            .map(|(pattern, times)| {
                let mut act = self.act(pattern).base;
                if pattern.verb == Verb::Drop && pattern.to.is_none() {
                    act += " from the hand on an empty square";
                }
                match (turn.several, *times) {
                    (false, _) => act,
                    (true, 1) => format!("{act} (at most once)"),
                    (true, 2) => format!("{act} (at most twice)"),
                    (true, n) => format!("{act} (at most {} times)", number(n)),
                }
            })
            .collect();
        if turn.several {
            return format!(
                "{when} must do at least one of these, in any order: {}.",
                acts.join(", ")
            );
        }
        format!("{when} must {}.", acts.join(", or "))
    }

    fn capture(&self) -> String {
        let sheet = self.words.sheet;
        let (own, enemy) = (
            plan::can_take(sheet, Side::Own),
            plan::can_take(sheet, Side::Enemy),
        );
        let what = match (own, enemy) {
            (false, false) if sheet.effects.is_empty() => {
                return "No piece is ever captured.".to_owned();
            }
            (false, false) => {
                let then = match sheet.to_hand {
                    true => "the player who captures a piece keeps it in hand",
                    false => "a captured piece leaves the game",
                };
                return format!("No piece captures by moving onto another; {then}.");
            }
            (false, true) => "an enemy piece",
            (true, _) => "another piece",
        };
        let layer = if sheet.layers.len() > 1 {
            " of its own layer"
        } else {
            ""
        };
        let then = match (sheet.to_hand, has_drops(sheet)) {
            (true, true) => {
                "the player who captures it keeps it in hand and may drop it later as their own"
            }
            (true, false) => "the player who captures it keeps it in hand",
            (false, _) => "it leaves the game",
        };
        format!("A piece that moves onto {what}{layer} captures it; {then}.")
    }

    fn promote(&self, promote: &Promote) -> String {
        let rule = |pattern: &Pattern, verb: &str| {
            let kinds = KindSet(promote.kinds.0 & pattern.kinds.0);
            (
                self.promoted(kinds),
                format!("{verb} {}", self.occasion(pattern)),
            )
        };
        let may = promote.may.as_ref().map(|it| rule(it, "may be promoted"));
        let must = promote.must.as_ref().map(|it| rule(it, "must be promoted"));
        match (may, must) {
            (Some((who, may)), Some((same, must))) if who == same => {
                let must = must.replacen("must be promoted", "it must be", 1);
                format!("{} {may}; {must}.", capital(&who))
            }
            (may, must) => {
                let said: Vec<String> = [may, must]
                    .into_iter()
                    .flatten()
                    .map(|(who, what)| format!("{} {what}.", capital(&who)))
                    .collect();
                said.join(" ")
            }
        }
    }

    fn lasting(&self, lasts: bool, drops: bool) -> String {
        match (lasts, drops) {
            (true, true) => {
                "A promoted piece stays promoted until it is captured; a drop does not promote."
            }
            (true, false) => "A promoted piece stays promoted until it is captured.",
            (false, _) => "A drop does not promote.",
        }
        .to_owned()
    }

    fn removal(&self, effect: &Effect) -> String {
        let does = match (&effect.act, has_drops(self.words.sheet)) {
            (Some(act), _) => self.act(act).third,
            (None, true) => "moves or drops a piece".to_owned(),
            (None, false) => "moves a piece".to_owned(),
        };
        let what = self.taken_off(&effect.removes);
        let takes = match (effect.to_hand, self.words.sheet.to_hand) {
            (true, false) => format!("take {what} into their hand"),
            (false, true) => format!("take {what} out of the game"),
            (true, true) | (false, false) => format!("capture {what}"),
        };
        format!(
            "When a player {does}, they {}.",
            takes.trim_end_matches(',')
        )
    }

    fn forbid(&self, forbid: &Forbid) -> String {
        let when = self.effects(&forbid.conditions);
        let said = match (&forbid.act, forbid.loses) {
            (Some(act), false) => format!("A player may not {}{when}.", self.act(act).base),
            (Some(act), true) => format!(
                "A player who {} loses{}.",
                self.act(act).third,
                when.replacen(" if", " the game if", 1)
            ),
            (None, loses) => self.any_act(&forbid.conditions, loses),
        };
        match self.while_all(&forbid.beforehand) {
            None => said,
            Some(when) => format!("While {when}, {}", words::small(&said)),
        }
    }

    fn order(&self) -> String {
        "The ends are judged in the order given; the first that holds decides.".to_owned()
    }

    fn end(&self, end: &End) -> String {
        self.ending(end)
    }

    fn invariant(&self, invariant: &Invariant) -> String {
        self.always(invariant)
    }

    fn mated_is(&self, kinds: KindSet) -> String {
        let whom = match self.words.kinds(kinds) {
            Kinds::Each(nouns) if self.words.is_unique(kinds) => {
                let nouns: Vec<&str> = nouns.iter().map(|it| it.text.as_str()).collect();
                format!("The {}", nouns.concat())
            }
            _ => capital(&self.kinds(kinds)),
        };
        format!(
            "{whom} is mated when it is attacked and every possible act of its player would leave it attacked."
        )
    }

    fn unknown(&self, why: &str) -> String {
        format!("This is provisional, for the true value is not known: {why}.")
    }

    fn same_is(&self) -> String {
        let hands = match self.words.sheet.fills_hands() {
            true => ", the same are in hand",
            false => "",
        };
        format!(
            "Positions are the same when the same pieces stand on the same squares{hands} and the same player is to move."
        )
    }
}
