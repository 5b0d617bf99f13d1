//! Sets of squares in French: as nouns, and as what is true of a square or of a piece.

use super::super::lexicon::{Kinds, Lexicon, Noun};
use super::super::plan::{Part, Row, Way, alternatives, heading, parts};
use super::about::{About, Count, squares};
use super::words::{
    bent, de, direction, is_feminine, le, list, neighbour, number, ordinal, plural, quoted, son, un,
};
use crate::board::square::letters;
use crate::board::{Along, Coordinates, Square, Ways};
use crate::check::sheet::{Axis, KindSet, Quantity, Set, SetId, Side};

/// French.
#[derive(Debug, Clone, Copy)]
pub struct French<'a> {
    /// The names.
    pub words: &'a Lexicon<'a>,
}

/// What a quantity asks for.
pub fn count(quantity: Quantity) -> Count {
    match quantity {
        Quantity::AtLeast(1) => Count::One,
        Quantity::AtMost(0) => Count::No,
        Quantity::AtLeast(n) => Count::Some("au moins", n),
        Quantity::AtMost(n) => Count::Some("au plus", n),
    }
}

impl French<'_> {
    /// `un chef ou une reine`
    pub fn kinds(&self, kinds: KindSet) -> String {
        let nouns = self.nouns(kinds);
        list(&nouns.iter().map(un).collect::<Vec<_>>(), "ou")
    }

    /// The nouns for some kinds.
    pub fn nouns(&self, kinds: KindSet) -> Vec<Noun> {
        match self.words.kinds(kinds) {
            Kinds::All => vec![piece("pièce".to_owned())],
            Kinds::Group(noun) => vec![piece(format!("pièce {}", quoted(&noun.text)))],
            Kinds::Each(nouns) => nouns,
        }
    }

    /// `une dame adverse`, `au moins trois dames amies`
    pub fn pieces(&self, side: Side, kinds: KindSet, count: &Count) -> String {
        let nouns = self.nouns(kinds);
        let nobody = self.words.are_neutral(kinds) || kinds == KindSet::ALL;
        let whose = |noun: &Noun, many: bool| match (side, is_feminine(noun), many) {
            (Side::Own, true, true) => " amies",
            (Side::Own, true, false) => " amie",
            (Side::Own, false, true) => " amis",
            (Side::Own, false, false) => " ami",
            (Side::Enemy, _, true) => " adverses",
            (Side::Enemy, _, false) => " adverse",
            (Side::Any, ..) if nobody => "",
            (Side::Any, ..) => " de l'un ou l'autre joueur",
        };
        let each = |of: &dyn Fn(&Noun) -> String, last: &str| {
            list(&nouns.iter().map(of).collect::<Vec<_>>(), last)
        };
        let unique = self.words.is_unique(kinds);
        match (count, side) {
            (Count::One, Side::Own) if unique => each(&son, "ou"),
            (Count::One, Side::Enemy) if unique => each(&|it| format!("{} adverse", le(it)), "ou"),
            (Count::One, _) => each(&|it| format!("{}{}", un(it), whose(it, false)), "ou"),
            (Count::No, _) => {
                // `un` and `une` make `aucun` and `aucune`.
                let none = |it: &Noun| format!("auc{}{}", un(it), whose(it, false));
                each(&none, "ni")
            }
            (Count::Many, _) => each(&|it| format!("{}{}", plural(it), whose(it, true)), "ou"),
            (Count::Some(least, n), _) => {
                let feminine = nouns.first().is_some_and(is_feminine);
                let many = |it: &Noun| format!("{}{}", plural(it), whose(it, true));
                format!("{least} {} {}", number(*n, feminine), each(&many, "ou"))
            }
        }
    }

    /// `la dernière rangée`
    fn ranks(&self, from: u8, to: u8) -> String {
        let n = self.words.sheet.geometry.ranks as u8;
        let word = |n: u8| number(n.into(), true);
        match (from, to - from + 1) {
            (0, many) if many == n => "tout le plateau".to_owned(),
            (0, 1) => "la première rangée".to_owned(),
            (0, many) => format!("les {} premières rangées", word(many)),
            (_, 1) if to + 1 == n => "la dernière rangée".to_owned(),
            (_, many) if to + 1 == n => format!("les {} dernières rangées", word(many)),
            (_, 1) => format!("la {} rangée", ordinal(u32::from(from) + 1)),
            _ => format!("les rangées {} à {}", from + 1, to + 1),
        }
    }

    fn files(&self, from: u8, to: u8) -> String {
        let name = |file: u8| match self.words.sheet.coordinates {
            Coordinates::A1 => letters(file.into()),
            Coordinates::Usi => (self.words.sheet.geometry.files - usize::from(file)).to_string(),
        };
        if from == to {
            format!("la colonne {}", name(from))
        } else {
            let (from, to) = match self.words.sheet.coordinates {
                Coordinates::A1 => (from, to),
                Coordinates::Usi => (to, from),
            };
            format!("les colonnes {} à {}", name(from), name(to))
        }
    }

    /// A square as it is written.
    pub fn cell(&self, square: Square) -> String {
        let sheet = self.words.sheet;
        sheet.geometry.write(square, sheet.coordinates)
    }

    /// `la zone « camp »`
    pub fn zone(&self, id: SetId, enemy: bool) -> String {
        let whose = if enemy { " adverse" } else { "" };
        match self.words.set(id) {
            Some(name) => format!("{}{whose}", le(&name)),
            None => format!("la zone {}{whose}", quoted(self.id(id))),
        }
    }

    /// `une case « mur »`, `cases « mur »`
    pub fn sort(&self, id: SetId, enemy: bool) -> (String, String) {
        let seen = if enemy { " pour l'adversaire" } else { "" };
        let what = match self.words.set(id) {
            Some(name) => de(&le(&name)),
            None => quoted(self.id(id)),
        };
        (
            format!("une case {what}{seen}"),
            format!("cases {what}{seen}"),
        )
    }

    fn id(&self, id: SetId) -> &str {
        &self.words.sheet.sets[id.0 as usize].name
    }

    fn is_zone(&self, id: SetId) -> bool {
        self.words.sheet.sets[id.0 as usize].is_zone
    }

    fn chain(&self, ways: Ways, of: &Set, meets: &[&Set]) -> String {
        let joined = match ways {
            Ways::ANY => "jointes par un côté ou un coin".to_owned(),
            Ways::ORTHOGONAL => "jointes par un côté".to_owned(),
            ways => format!("jointes {}", direction(ways)),
        };
        let meets: Vec<String> = meets.iter().map(|it| self.thing(it, &Count::One)).collect();
        format!(
            "dans une chaîne {}, {joined}, qui touche {}",
            de(&self.squares(of)),
            list(&meets, "et")
        )
    }

    /// `dans une file ininterrompue, horizontalement ou verticalement, entre la case d'arrivée et un garde ami`
    fn row(&self, row: &Row<'_>, of: Option<&Set>) -> String {
        let mut out = "dans une file ininterrompue".to_owned();
        let squares = |n: u32| match n {
            1 => "une case".to_owned(),
            n => format!("{} cases", number(n, true)),
        };
        match (row.least, row.most) {
            (1, None) => {}
            (least, None) => out += &format!(" d'au moins {}", squares(least)),
            (1, Some(most)) if most > 1 => out += &format!(" d'au plus {}", squares(most)),
            (least, Some(most)) if least == most => {
                out += &format!(" d'exactement {}", squares(most));
            }
            (least, Some(most)) => {
                out += &format!(" de {} à {}", number(least, true), squares(most));
            }
        }
        if let Some(of) = of {
            out += &format!(" {}", de(&self.squares(of)));
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
                format!("{out} entre {from} et {to}")
            }
            None => format!("{out} qui commence à côté {}", de(&from)),
        }
    }

    fn about(&self, set: &Set, yes: bool) -> About {
        let is = |text: String| About::Is(text, yes);
        let each = |sets: &[Set]| sets.iter().map(|it| self.about(it, yes)).collect();
        match set {
            Set::Ranks(from, to) => About::There("sur", self.ranks(*from, *to), yes),
            Set::Files(from, to) => About::There("sur", self.files(*from, *to), yes),
            Set::Square(square) => About::At(self.cell(*square), yes),
            Set::Pieces(side, kinds) => {
                let one = self.pieces(*side, *kinds, &Count::One);
                let none = self.pieces(*side, *kinds, &Count::No);
                let bare = none.replace("aucune ", "").replace("aucun ", "");
                About::Holds([one, none, bare], yes)
            }
            Set::Empty => About::Free(yes),
            Set::Origin => About::At("la case de départ".to_owned(), yes),

            Set::Target => About::At("la case d'arrivée".to_owned(), yes),

            Set::Stuck => {
                let stuck =
                    "d'où aucun déplacement ne serait plus possible, même sur un plateau vide";
                About::Sort(format!("une case {stuck}"), format!("cases {stuck}"), yes)
            }
            Set::Named(id, enemy) if self.is_zone(*id) => {
                About::There("dans", self.zone(*id, *enemy), yes)
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
                About::There("sur", self.line(*axis, *count, of), yes)
            }
            Set::Chain { ways, of, from } => is(self.chain(*ways, of, &[from])),
            Set::Run { .. } => {
                let row = Row::of(set).map(|(row, of)| self.row(&row, Some(of)));
                is(row.unwrap_or_default())
            }
            Set::Attacked { by_own, kinds } => {
                let how = if yes { "sous l'attaque" } else { "à l'abri" };
                About::Is(format!("{how} {}", de(&self.by(*by_own, *kinds))), true)
            }
            Set::Beside { ways, of } => is(self.beside(*ways, of)),
        }
    }

    /// Who attacks.
    fn by(&self, own: bool, kinds: KindSet) -> String {
        match (own, kinds == KindSet::ALL) {
            (true, true) => "ses propres pièces".to_owned(),
            (false, true) => "l'adversaire".to_owned(),
            (true, false) => self.pieces(Side::Own, kinds, &Count::One),
            (false, false) => self.pieces(Side::Enemy, kinds, &Count::One),
        }
    }

    /// `une colonne qui contient un soldat ami`
    fn line(&self, axis: Axis, least: u32, of: &Set) -> String {
        let what = self.thing(of, &count(Quantity::AtLeast(least)));
        format!("une {} qui contient {what}", line(axis))
    }

    /// `aucune colonne ne contient deux soldats amis`
    pub fn no_line(&self, axis: Axis, least: u32, of: &Set) -> String {
        let what = self.thing(of, &count(Quantity::AtLeast(least)));
        format!("aucune {} ne contient {what}", line(axis))
    }

    fn beside(&self, ways: Ways, of: &Set) -> String {
        let turned = matches!(of, Set::Pieces(Side::Enemy, _));
        let heading = heading(ways);
        let what = self.thing(of, &Count::One);
        let said = |ways: &[Way]| {
            let each: Vec<String> = ways
                .iter()
                .map(|it| neighbour(*it, &what, turned))
                .collect();
            list(&each, "ou")
        };
        match heading.except[..] {
            [] => said(&heading.ways),
            _ => format!("{} mais pas {}", said(&heading.ways), said(&heading.except)),
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

    /// A square of a set: `la dernière rangée`, `une case occupée par une dame adverse`.
    pub fn square(&self, set: &Set) -> String {
        match set {
            Set::Ranks(from, to) => self.ranks(*from, *to),
            Set::Files(from, to) => self.files(*from, *to),
            Set::Lines { axis, count, of } => self.line(*axis, *count, of),
            Set::Named(id, enemy) if self.is_zone(*id) => self.zone(*id, *enemy),
            Set::Or(_) => {
                let sets = alternatives(set);
                if sets.iter().all(|it| matches!(it, Set::Pieces(..))) {
                    return format!("une case occupée par {}", self.thing(set, &Count::One));
                }
                let each: Vec<String> = sets.into_iter().map(|it| self.square(it)).collect();
                list(&each, "ou")
            }
            _ => match &self.abouts(&parts(set))[..] {
                [About::Sort(one, _, true) | About::At(one, true)] => one.clone(),
                abouts => squares(abouts, &Count::One),
            },
        }
    }

    /// One square of a set, even of a place: `une case de la dernière rangée`.
    pub fn cell_of(&self, set: &Set) -> String {
        match &self.abouts(&parts(set))[..] {
            [about @ About::There(..)] => squares(std::slice::from_ref(about), &Count::One),
            _ => self.square(set),
        }
    }

    /// Where something is put: `sur la dernière rangée`, `dans la zone « camp »`.
    pub fn on(&self, set: &Set) -> String {
        match set {
            Set::Named(id, _) if self.is_zone(*id) => format!("dans {}", self.square(set)),
            _ => format!("sur {}", self.square(set)),
        }
    }

    /// The squares of a set, without an article: `cases sans dame adverse`.
    pub fn squares(&self, set: &Set) -> String {
        match &self.abouts(&parts(set))[..] {
            [About::Sort(_, sort, true)] => sort.clone(),
            abouts => squares(abouts, &Count::Many),
        }
    }

    /// All of a set: `les deux dernières rangées`.
    pub fn area(&self, set: &Set) -> String {
        match set {
            Set::Ranks(..) | Set::Files(..) | Set::Square(_) => self.square(set),
            Set::Named(id, enemy) if self.is_zone(*id) => self.zone(*id, *enemy),
            Set::Or(_) => {
                let each = alternatives(set).into_iter().map(|it| self.area(it));
                list(&each.collect::<Vec<_>>(), "et")
            }
            _ => format!("toutes les {}", self.squares(set)),
        }
    }

    /// What stands in a set: its pieces where it has some, else its squares.
    pub fn thing(&self, set: &Set, count: &Count) -> String {
        if let (Set::Or(_), Count::One) = (set, count) {
            let each = alternatives(set)
                .into_iter()
                .map(|it| self.thing(it, count));
            return list(&each.collect::<Vec<_>>(), "ou");
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

    /// What stands in a set, all of it: `les gardes adverses en contact avec la case d'arrivée`.
    pub fn taken_off(&self, set: &Set) -> String {
        let has_pieces = parts(set)
            .iter()
            .any(|it| matches!(it, Part::In(Set::Pieces(..), true)));
        if let Some((square, verb)) = self.one_square(set) {
            return format!("ce qui se trouve sur {square}, si elle {verb},");
        }
        match has_pieces {
            true => format!("les {}", self.thing(set, &Count::Many)),
            false => format!("ce qui se trouve sur les {}", self.squares(set)),
        }
    }

    /// What is true of a piece besides what it is: ` sur une case « mur »`.
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
        match (&rest[..], &said[..]) {
            (_, []) => String::new(),
            ([About::There(..), About::Is(_, true)], [place, more]) => format!(" {place} {more}"),
            (_, said) => format!(" {}", list(said, "et")),
        }
    }

    /// Some piece and what is true of it: `un garde adverse est dans la zone « camp »`.
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
        (!verbs.is_empty()).then(|| format!("{what} {}", list(&verbs, "et")))
    }

    /// The one square that a set speaks of and what it says of it: `la case d'arrivée`, `est …`.
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
        (!verbs.is_empty()).then(|| (square, list(&verbs, "et")))
    }
}

fn line(axis: Axis) -> &'static str {
    match axis {
        Axis::File => "colonne",
        Axis::Rank => "rangée",
    }
}

fn piece(text: String) -> Noun {
    Noun {
        text,
        article: Some("une".to_owned()),
        plural: None,
    }
}
