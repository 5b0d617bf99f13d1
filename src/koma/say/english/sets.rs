//! Sets of squares in English: as nouns, and as what is true of a square or of a piece.

use super::super::lexicon::{Kinds, Lexicon, Noun};
use super::super::plan::{Part, Row, Way, alternatives, heading, parts};
use super::about::{About, Count, squares};
use super::words::{a, bent, direction, list, neighbour, number, ordinal, plural};
use crate::board::square::letters;
use crate::board::{Along, Coordinates, Square, Ways};
use crate::check::sheet::{Axis, KindSet, Quantity, Set, SetId, Side};

/// English, speaking of a player or of a piece.
#[derive(Debug, Clone, Copy)]
pub struct English<'a> {
    /// The names.
    pub words: &'a Lexicon<'a>,
    /// Whose side is its own.
    pub whose: Whose,
}

/// Who `own` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// `their own`
    Player,
    /// `its own`
    Piece,
}

/// What a quantity asks for.
pub fn count(quantity: Quantity) -> Count {
    match quantity {
        Quantity::AtLeast(1) => Count::One,
        Quantity::AtMost(0) => Count::No,
        Quantity::AtLeast(n) => Count::Some(format!("at least {}", number(n))),
        Quantity::AtMost(n) => Count::Some(format!("at most {}", number(n))),
    }
}

impl English<'_> {
    /// `a chief or a prince`
    pub fn kinds(&self, kinds: KindSet) -> String {
        let nouns = self.nouns(kinds);
        list(&nouns.iter().map(a).collect::<Vec<_>>(), "or")
    }

    fn nouns(&self, kinds: KindSet) -> Vec<Noun> {
        let plain = |text: String| Noun {
            text,
            article: None,
            plural: None,
        };
        match self.words.kinds(kinds) {
            Kinds::All => vec![plain("piece".to_owned())],
            Kinds::Group(noun) => vec![Noun {
                text: format!("{} piece", noun.text),
                ..noun
            }],
            Kinds::Each(nouns) => nouns,
        }
    }

    /// `an enemy guard`, `at least three guards of their own`
    pub fn pieces(&self, side: Side, kinds: KindSet, count: &Count) -> String {
        let nouns = self.nouns(kinds);
        let names = |of: fn(&Noun) -> String| list(&nouns.iter().map(of).collect::<Vec<_>>(), "or");
        let singular = || names(|it| it.text.clone());
        let nobody = self.words.are_neutral(kinds) || kinds == KindSet::ALL;
        let after = match (side, self.whose) {
            (Side::Own, Whose::Player) => " of their own",
            (Side::Own, Whose::Piece) => " of its own side",
            (Side::Enemy, _) => "",
            (Side::Any, _) if nobody => "",
            (Side::Any, _) => " of either player",
        };
        let before = if side == Side::Enemy { "enemy " } else { "" };
        let unique = self.words.is_unique(kinds);
        match (count, side) {
            (Count::One, Side::Own) if unique => match self.whose {
                Whose::Player => format!("their own {}", singular()),
                Whose::Piece => format!("its own {}", singular()),
            },
            (Count::One, Side::Enemy) if unique => format!("the enemy {}", singular()),
            (Count::One, Side::Enemy) => format!("an enemy {}", singular()),
            (Count::One, Side::Own | Side::Any) => format!("{}{after}", self.kinds(kinds)),
            (Count::No, _) => format!("no {before}{}{after}", singular()),
            (Count::Many, _) => format!("{before}{}{after}", names(plural)),
            (Count::Some(many), _) => format!("{many} {before}{}{after}", names(plural)),
        }
    }

    /// `the last two ranks`
    fn ranks(&self, from: u8, to: u8) -> String {
        let n = self.words.sheet.geometry.ranks as u8;
        match (from, to - from + 1) {
            (0, many) if many == n => "the whole board".to_owned(),
            (0, 1) => "the first rank".to_owned(),
            (0, many) => format!("the first {} ranks", number(many.into())),
            (_, 1) if to + 1 == n => "the last rank".to_owned(),
            (_, many) if to + 1 == n => format!("the last {} ranks", number(many.into())),
            (_, 1) => format!("the {} rank", ordinal(u32::from(from) + 1)),
            _ => format!("ranks {} to {}", from + 1, to + 1),
        }
    }

    fn files(&self, from: u8, to: u8) -> String {
        let name = |file: u8| match self.words.sheet.coordinates {
            Coordinates::A1 => letters(file.into()),
            Coordinates::Usi => (self.words.sheet.geometry.files - usize::from(file)).to_string(),
        };
        if from == to {
            format!("file {}", name(from))
        } else {
            let (from, to) = match self.words.sheet.coordinates {
                Coordinates::A1 => (from, to),
                Coordinates::Usi => (to, from),
            };
            format!("files {} to {}", name(from), name(to))
        }
    }

    /// A square as it is written.
    pub fn cell(&self, square: Square) -> String {
        let sheet = self.words.sheet;
        sheet.geometry.write(square, sheet.coordinates)
    }

    /// `the camp zone`
    pub fn zone(&self, id: SetId, enemy: bool) -> String {
        let whose = if enemy { "the enemy's" } else { "the" };
        match self.words.set(id) {
            Some(name) => format!("{whose} {}", name.text),
            None => format!("{whose} {} zone", self.id(id)),
        }
    }

    /// `a wall square`, `wall squares`
    pub fn sort(&self, id: SetId, enemy: bool) -> (String, String) {
        let name = self.words.set(id);
        let text = name.as_ref().map_or(self.id(id), |it| &it.text);
        let noun = Noun {
            text: format!("{text} square"),
            article: name.as_ref().and_then(|it| it.article.clone()),
            plural: None,
        };
        let seen = if enemy { " as the enemy sees it" } else { "" };
        (
            format!("{}{seen}", a(&noun)),
            format!("{}{seen}", plural(&noun)),
        )
    }

    fn id(&self, id: SetId) -> &str {
        &self.words.sheet.sets[id.0 as usize].name
    }

    /// `in a chain of wall squares that meets file a`
    fn chain(&self, ways: Ways, of: &Set, meets: &[&Set]) -> String {
        let joined = match ways {
            Ways::ANY => ", joined by sides or corners,".to_owned(),
            Ways::ORTHOGONAL => ", joined by their sides,".to_owned(),
            ways => format!(", joined {},", direction(ways)),
        };
        let meets: Vec<String> = meets.iter().map(|it| self.thing(it, &Count::One)).collect();
        let of = self.squares(of);
        format!(
            "in a chain of {of}{joined} that meets {}",
            list(&meets, "and")
        )
    }

    /// `in an unbroken row, orthogonally, between the square reached and a guard of their own`
    fn row(&self, row: &Row<'_>, of: Option<&Set>) -> String {
        let mut out = "in an unbroken row".to_owned();
        let squares = |n: u32| match n {
            1 => "one square".to_owned(),
            n => format!("{} squares", number(n)),
        };
        match (row.least, row.most) {
            (1, None) => {}
            (least, None) => out += &format!(" of at least {}", squares(least)),
            (1, Some(most)) if most > 1 => out += &format!(" of at most {}", squares(most)),
            (least, Some(most)) if least == most => {
                out += &format!(" of exactly {}", squares(most))
            }
            (least, Some(most)) => out += &format!(" of {} to {}", number(least), squares(most)),
        }
        if let Some(of) = of {
            out += &format!(" of {}", self.squares(of));
        }
        match row.along {
            Along::Ways(Ways::ANY) => {}
            Along::Ways(ways) => out += &format!(", {},", direction(ways)),
            Along::Bends(bends) => out += &format!(", {},", bent(bends)),
        }
        let from = self.thing(row.from, &Count::One);
        match row.to {
            Some(to) => {
                let to = self.thing(to, &Count::One);
                format!("{out} between {from} and {to}")
            }
            None => format!("{out} that begins next to {from}"),
        }
    }

    fn about(&self, set: &Set, yes: bool) -> About {
        let is = |text: String| About::Is(text, yes);
        let each = |sets: &[Set]| sets.iter().map(|it| self.about(it, yes)).collect();
        match set {
            Set::Ranks(from, to) => About::There("on", self.ranks(*from, *to), yes),
            Set::Files(from, to) => About::There("on", self.files(*from, *to), yes),
            Set::Square(square) => About::At(self.cell(*square), yes),
            Set::Pieces(side, kinds) => About::Holds(
                self.pieces(*side, *kinds, &Count::One),
                self.pieces(*side, *kinds, &Count::No),
                yes,
            ),
            Set::Empty => About::Free(yes),
            Set::Origin => About::At("the square left".to_owned(), yes),

            Set::Target => About::At("the square reached".to_owned(), yes),

            Set::Stuck => About::Sort(
                "a square from which it could not move even on an empty board".to_owned(),
                "squares from which it could not move even on an empty board".to_owned(),
                yes,
            ),
            Set::Named(id, enemy) if self.is_zone(*id) => {
                About::There("in", self.zone(*id, *enemy), yes)
            }
            Set::Named(id, enemy) => {
                let (one, many) = self.sort(*id, *enemy);
                About::Sort(one, many, yes)
            }
            Set::And(sets) if yes => About::All(each(sets)),
            Set::And(sets) => About::Any(each(sets)),
            Set::Or(sets) if yes => About::Any(each(sets)),
            Set::Or(sets) => About::All(each(sets)),
            Set::Not(of) => self.about(of, !yes),
            Set::Lines { axis, count, of } => {
                About::There("on", self.a_line(*axis, *count, of), yes)
            }
            Set::Chain { ways, of, from } => is(self.chain(*ways, of, &[from])),
            Set::Run { .. } => {
                let row = Row::of(set).map(|(row, of)| self.row(&row, Some(of)));
                is(row.unwrap_or_default())
            }
            Set::Attacked { by_own, kinds } => {
                is(format!("attacked by {}", self.by(*by_own, *kinds)))
            }
            Set::Beside { ways, of } => is(self.beside(*ways, of)),
        }
    }

    /// Who attacks.
    fn by(&self, own: bool, kinds: KindSet) -> String {
        match (own, kinds == KindSet::ALL, self.whose) {
            (true, true, Whose::Player) => "their own pieces".to_owned(),
            (true, true, Whose::Piece) => "its own side".to_owned(),
            (false, true, _) => "the enemy".to_owned(),
            (true, false, _) => self.pieces(Side::Own, kinds, &Count::One),
            (false, false, _) => self.pieces(Side::Enemy, kinds, &Count::One),
        }
    }

    /// `file holds at least two guards of their own`
    pub fn line(&self, axis: Axis, least: u32, of: &Set) -> String {
        let what = self.thing(of, &count(Quantity::AtLeast(least)));
        format!("{} holds {what}", line(axis))
    }

    /// `a file that holds at least two guards of their own`
    fn a_line(&self, axis: Axis, least: u32, of: &Set) -> String {
        let what = self.thing(of, &count(Quantity::AtLeast(least)));
        format!("a {} that holds {what}", line(axis))
    }

    fn beside(&self, ways: Ways, of: &Set) -> String {
        let turned = matches!(of, Set::Pieces(Side::Enemy, _));
        let heading = heading(ways);
        let said = |ways: &[Way]| {
            let words: Vec<String> = ways
                .iter()
                .map(|it| neighbour(*it, turned).to_owned())
                .collect();
            list(&words, "or")
        };
        let what = self.thing(of, &Count::One);
        match heading.except[..] {
            [] => format!("{} {what}", said(&heading.ways)),
            _ => format!(
                "{} {what} but not {} it",
                said(&heading.ways),
                said(&heading.except)
            ),
        }
    }

    fn abouts(&self, parts: &[Part<'_>]) -> Vec<About> {
        let about = |part: &Part<'_>| match part {
            Part::In(set, yes) => self.about(set, *yes),
            Part::Chain { ways, of, meets } => About::Is(self.chain(*ways, of, meets), true),
            Part::Run(row) => About::Is(self.row(row, None), true),
        };
        parts.iter().map(about).collect()
    }

    /// A square of a set: `the last rank`, `a square with an enemy guard`.
    pub fn square(&self, set: &Set) -> String {
        match set {
            Set::Ranks(from, to) => self.ranks(*from, *to),
            Set::Files(from, to) => self.files(*from, *to),
            Set::Lines { axis, count, of } => self.a_line(*axis, *count, of),
            Set::Named(id, enemy) if self.is_zone(*id) => self.zone(*id, *enemy),
            Set::Or(_) => {
                let sets = alternatives(set);
                if sets.iter().all(|it| matches!(it, Set::Pieces(..))) {
                    return format!("a square with {}", self.thing(set, &Count::One));
                }
                let each: Vec<String> = sets.into_iter().map(|it| self.square(it)).collect();
                list(&one(each), "or")
            }
            _ => match &self.abouts(&parts(set))[..] {
                [About::Sort(one, _, true) | About::At(one, true)] => one.clone(),
                abouts => squares(abouts, &Count::One),
            },
        }
    }

    /// One square of a set, even of a place: `a square of the last rank`.
    pub fn cell_of(&self, set: &Set) -> String {
        match &self.abouts(&parts(set))[..] {
            [about @ About::There(..)] => squares(std::slice::from_ref(about), &Count::One),
            _ => self.square(set),
        }
    }

    /// Where something is put: `on the last rank`, `in the camp zone`.
    pub fn on(&self, set: &Set) -> String {
        match set {
            Set::Named(id, _) if self.is_zone(*id) => {
                format!("in {}", self.square(set))
            }
            _ => format!("on {}", self.square(set)),
        }
    }

    /// The squares of a set: `wall squares`, `squares with an enemy guard`.
    pub fn squares(&self, set: &Set) -> String {
        match &self.abouts(&parts(set))[..] {
            [About::Sort(_, sort, true)] => sort.clone(),
            abouts => squares(abouts, &Count::Many),
        }
    }

    /// All of a set: `the last two ranks`.
    pub fn area(&self, set: &Set) -> String {
        match set {
            Set::Ranks(..) | Set::Files(..) | Set::Square(_) => self.square(set),
            Set::Named(id, enemy) if self.is_zone(*id) => self.zone(*id, *enemy),
            Set::Or(_) => {
                let each = alternatives(set).into_iter().map(|it| self.area(it));
                list(&each.collect::<Vec<_>>(), "and")
            }
            _ => format!("all {}", self.squares(set)),
        }
    }

    fn is_zone(&self, id: SetId) -> bool {
        self.words.sheet.sets[id.0 as usize].is_zone
    }

    /// What stands in a set: its pieces where it has some, else its squares.
    pub fn thing(&self, set: &Set, count: &Count) -> String {
        if let (Set::Or(_), Count::One) = (set, count) {
            let each = alternatives(set)
                .into_iter()
                .map(|it| self.thing(it, count));
            return list(&one(each.collect()), "or");
        }
        let parts = parts(set);
        let head = parts.iter().enumerate().find_map(|(i, it)| match it {
            Part::In(Set::Pieces(side, kinds), true) => Some((i, *side, *kinds)),
            _ => None,
        });
        let Some((at, side, kinds)) = head else {
            return match count {
                Count::One => self.square(set),
                _ => squares(&self.abouts(&parts), count),
            };
        };
        let what = self.pieces(side, kinds, count);
        let standing = self.standing(&parts, at, count.is_many());
        format!("{what}{standing}")
    }

    /// What stands in a set, all of it: `all enemy guards next to the square reached`.
    pub fn taken_off(&self, set: &Set) -> String {
        let has_pieces = parts(set)
            .iter()
            .any(|it| matches!(it, Part::In(Set::Pieces(..), true)));
        if let Some((square, verb)) = self.one_square(set) {
            return format!("what stands on {square}, if it {verb},");
        }
        match has_pieces {
            true => format!("all {}", self.thing(set, &Count::Many)),
            false => format!("what stands on {}", self.squares(set)),
        }
    }

    /// What is true of a piece besides what it is: ` on a wall square`.
    pub fn standing(&self, parts: &[Part<'_>], head: usize, many: bool) -> String {
        let mut rest = self.abouts(parts);
        rest.remove(head);
        let bare = |it: &About| {
            matches!(
                it,
                About::There(_, _, true) | About::Is(_, true) | About::Sort(_, _, true)
            )
        };
        rest.sort_by_key(|it| !bare(it));
        let said: Vec<String> = rest.iter().map(|it| it.of_piece(many)).collect();
        match said[..] {
            [] => String::new(),
            _ => format!(" {}", list(&said, "and")),
        }
    }

    /// Some piece and what is true of it: `an enemy guard is in the camp zone`.
    pub fn some_piece(&self, set: &Set) -> Option<String> {
        let parts = parts(set);
        let (at, what) = parts.iter().enumerate().find_map(|(i, it)| match it {
            Part::In(Set::Pieces(side, kinds), true) => {
                Some((i, self.pieces(*side, *kinds, &Count::One)))
            }
            _ => None,
        })?;
        let mut rest = self.abouts(&parts);
        rest.remove(at);
        let verbs: Vec<String> = rest.iter().map(|it| it.piece_verb(false)).collect();
        (!verbs.is_empty()).then(|| format!("{what} {}", list(&verbs, "and")))
    }

    /// The one square that a set speaks of and what it says of it: `the square reached`, `is …`.
    pub fn one_square(&self, set: &Set) -> Option<(String, String)> {
        let parts = parts(set);
        let (at, square) = parts.iter().enumerate().find_map(|(i, it)| match it {
            Part::In(square @ (Set::Target | Set::Origin | Set::Square(_)), true) => {
                Some((i, self.square(square)))
            }
            _ => None,
        })?;
        let mut rest = self.abouts(&parts);
        rest.remove(at);
        let verbs: Vec<String> = rest.iter().map(|it| it.verb(false)).collect();
        (!verbs.is_empty()).then(|| (square, list(&verbs, "and")))
    }
}

fn line(axis: Axis) -> &'static str {
    match axis {
        Axis::File => "file",
        Axis::Rank => "rank",
    }
}

/// After the first square of a list, `a square` is `one`.
fn one(mut items: Vec<String>) -> Vec<String> {
    let squares = items[..items.len().min(1)]
        .iter()
        .any(|it| it.contains("square"));
    for item in items.iter_mut().skip(1).filter(|_| squares) {
        if let Some(rest) = item.strip_prefix("a square ") {
            *item = format!("one {rest}");
        }
    }
    items
}
