//! French.

mod about;
mod acts;
mod sets;
mod words;

use super::lexicon::Lexicon;
use super::plan::{self, Course, Passage, Sense, Stride, courses, moves_as};
use super::{Voice, has_drops};
use crate::board::{Owner, Player, Square, Turned};
use crate::check::sheet::{
    Effect, End, Forbid, Invariant, KindId, KindSet, NamedSet, Pattern, Promote, Set, SetId, Side,
    Turn, Verb,
};
pub use sets::French;
use words::{NBSP, capital, de, direction, le, list, number, ordinal, quoted, un};

impl<'a> French<'a> {
    /// French with the names of a variant.
    pub fn new(words: &'a Lexicon<'a>) -> French<'a> {
        French { words }
    }

    /// `La dame`, at the beginning of a sentence.
    fn the(&self, kind: KindId) -> String {
        capital(&le(&self.words.kind(kind)))
    }

    /// `le premier joueur`, or the name.
    fn player(&self, player: Player) -> String {
        let named = self.words.player(player);
        named.unwrap_or_else(|| {
            match player {
                Player::First => "le premier joueur",
                Player::Second => "le second joueur",
            }
            .to_owned()
        })
    }

    /// The verb, and how far: `se déplace`, `d'une case en avant`.
    fn stride(&self, stride: &Stride) -> (&'static str, String) {
        let squares = |n: u32| match n {
            1 => "une case".to_owned(),
            n => format!("{} cases", number(n, true)),
        };
        match stride {
            Stride::Line {
                ways,
                least,
                most,
                leaps,
            } => {
                let far = match (*least, *most) {
                    (n, Some(m)) if n == m && (n == 1 || *leaps) => de(&squares(n)),
                    (n, Some(m)) if n == m => format!("d'exactement {}", squares(n)),
                    (n, Some(m)) => de(&format!("{} à {}", number(n, true), squares(m))),
                    (1, None) => "d'une ou plusieurs cases".to_owned(),
                    (n, None) => format!("d'au moins {}", squares(n)),
                };
                let verb = if *leaps { "saute" } else { "se déplace" };
                (verb, format!("{far} {}", direction(*ways)))
            }
            Stride::Anywhere => ("saute", "sur n'importe quelle case".to_owned()),
            Stride::Skew { aside, along } => {
                let side = match aside.1 {
                    Sense::Both => "de côté",
                    Sense::Plus => "à droite",
                    Sense::Minus => "à gauche",
                };
                let way = match along.1 {
                    Sense::Both => "en avant ou en arrière",
                    Sense::Plus => "en avant",
                    Sense::Minus => "en arrière",
                };
                let (aside, along) = (de(&squares(aside.0)), de(&number(along.0, true)));
                ("saute", format!("{aside} {side} et {along} {way}"))
            }
        }
    }

    fn course(&self, course: &Course<'_>) -> String {
        let mut strides: Vec<String> = Vec::new();
        let mut said: Vec<&str> = Vec::new();
        for stride in &course.strides {
            let (verb, far) = self.stride(stride);
            // The verb is said once.
            strides.push(if said.contains(&verb) {
                far
            } else {
                format!("{verb} {far}")
            });
            said.push(verb);
        }
        let mut out = strides.join(", ou ");
        if let Some(from) = course.from {
            out += &format!(" depuis {}", self.square(from));
        }
        let one_layer = self.words.sheet.layers.len() == 1;
        match course.onto {
            None => {}
            Some(Set::Empty) if one_layer => out += " sans capturer",
            Some(Set::Pieces(Side::Enemy, KindSet::ALL)) if one_layer => {
                out += " uniquement pour capturer";
            }
            Some(onto) => {
                let onto = self.thing(onto, &about::Count::One);
                out += &format!(" pour se poser sur {onto}");
            }
        }
        if let Some(over) = course.over {
            let one = self.thing(over, &about::Count::One);
            out += &format!(", en sautant exactement {one} en chemin");
        }
        if let Some(through) = course.through {
            out += &format!(", en ne traversant que des {}", self.squares(through));
        }
        if let Some(within) = course.within {
            out += &format!(", uniquement sur des {}", self.squares(within));
        }
        out
    }

    /// `une dame sur chacune des cases a1 et b1, un garde en c1`
    fn placed(&self, owner: Owner) -> String {
        let sheet = self.words.sheet;
        let each: Vec<String> = plan::placed(sheet, owner)
            .into_iter()
            .map(|(kind, squares)| {
                let piece = un(&self.words.kind(kind));
                format!("{piece} {}", self.cells(&squares))
            })
            .collect();
        // The squares have their own `et`: a comma keeps the last piece apart from them.
        match &each[..] {
            [most @ .., last] if !most.is_empty() => format!("{}, et {last}", most.join(", ")),
            _ => each.concat(),
        }
    }

    fn cells(&self, squares: &[Square]) -> String {
        let cells: Vec<String> = squares.iter().map(|it| self.cell(*it)).collect();
        match (plan::whole_rank(self.words.sheet, squares), &cells[..]) {
            (Some(rank), _) => {
                format!("sur chaque case de la {} rangée", ordinal(rank as u32 + 1))
            }
            (None, [one]) => format!("en {one}"),
            (None, cells) => format!("sur chacune des cases {}", list(cells, "et")),
        }
    }

    fn hand(&self, player: Player) -> String {
        let held = self.words.held(player).into_iter();
        let each: Vec<String> = held
            .map(|(n, noun)| match n {
                1 => un(&noun),
                n => format!("{} {}", number(n, false), words::plural(&noun)),
            })
            .collect();
        list(&each, "et")
    }

    /// `La promotion d'un soldat`
    fn promotion(&self, kinds: KindSet) -> String {
        let Some(meant) = self.words.promoted(kinds) else {
            return "La promotion".to_owned();
        };
        match meant[..] {
            [] => "La promotion d'aucune pièce".to_owned(),
            _ => {
                let each: Vec<String> = meant.iter().map(|it| de(&un(it))).collect();
                format!("La promotion {}", list(&each, "ou"))
            }
        }
    }

    /// `quand la pièce part de la zone « camp » ou y arrive`
    fn occasion(&self, pattern: &Pattern) -> String {
        let mut said = Vec::new();
        if let Some(set) = &pattern.touching {
            said.push(format!("part {} ou y arrive", de(&self.square(set))));
        }
        if let Some(set) = &pattern.from {
            said.push(format!("part {}", de(&self.square(set))));
        }
        if let Some(set) = &pattern.to {
            said.push(format!("arrive {}", self.on(set)));
        }
        if let Some(kinds) = pattern.capturing {
            said.push(format!("capture {}", self.taken(kinds)));
        }
        match said[..] {
            [] => "à chaque déplacement".to_owned(),
            _ => format!("quand la pièce {}", list(&said, "et")),
        }
    }
}

impl Voice for French<'_> {
    fn size(&self) -> String {
        let board = &self.words.sheet.geometry;
        format!(
            "Le plateau a {} cases{NBSP}: {} colonnes et {} rangées.",
            board.n_squares(),
            board.files,
            board.ranks
        )
    }

    fn turned(&self) -> String {
        let how = match self.words.sheet.geometry.turned {
            Turned::HalfTurn => "Les joueurs se font face",
            Turned::Mirror => {
                "Les joueurs se font face, et leur gauche est le même côté du plateau"
            }
        };
        format!(
            "{how}{NBSP}; on avance en s'éloignant de soi, la première rangée est la plus proche, la dernière la plus lointaine."
        )
    }

    fn layers(&self) -> String {
        let layers = list(&self.words.layers(), "et");
        format!(
            "Une case porte au plus une pièce de chaque couche, de bas en haut{NBSP}: {layers}."
        )
    }

    fn start(&self) -> String {
        let sheet = self.words.sheet;
        let [first, second] = Player::BOTH.map(|it| self.player(it));
        let has = |player| match self.placed(Owner::Of(player)) {
            it if it.is_empty() => "n'a aucune pièce sur le plateau".to_owned(),
            it => format!("a {it}"),
        };
        let mut out = format!("Au départ, {first} {}", has(Player::First));
        out += &if plan::is_even(sheet) {
            format!("{NBSP}; {second} a la même disposition, vue de son côté.")
        } else {
            format!("{NBSP}; {second} {}.", has(Player::Second))
        };
        let neutral = self.placed(Owner::Nobody);
        if !neutral.is_empty() {
            out += &format!(" Le plateau porte aussi {neutral}.");
        }
        out + &format!(" {} commence.", capital(&first))
    }

    fn hands(&self) -> String {
        let [first, second] = Player::BOTH.map(|it| match self.hand(it) {
            it if it.is_empty() => "n'a rien en réserve".to_owned(),
            it => format!("a {it} en réserve"),
        });
        if first == second {
            return format!("Au départ, chaque joueur {first}.");
        }
        let [one, two] = Player::BOTH.map(|it| self.player(it));
        format!("Au départ, {one} {first}, {two} {second}.")
    }

    fn squares(&self, set: &NamedSet) -> String {
        let sheet = self.words.sheet;
        let at = sheet.sets.iter().position(|it| it.rule == set.rule);
        let id = SetId(at.unwrap_or(0) as u16);
        if set.is_zone {
            let zone = self.zone(id, false);
            return format!(
                "Pour chaque joueur, {zone} comprend {}.",
                self.area(&set.set)
            );
        }
        let (sort, _) = self.sort(id, false);
        format!("Pour chaque joueur, {sort} est {}.", self.cell_of(&set.set))
    }

    fn group(&self, name: &str, kinds: KindSet) -> String {
        let noun = quoted(&self.words.group(name).text);
        let each = self.words.each(kinds);
        let each: Vec<String> = each
            .into_iter()
            .map(|it| un(&self.words.kind(it)))
            .collect();
        format!("Une pièce {noun} est {}.", list(&each, "ou"))
    }

    fn moves(&self, kind: KindId) -> String {
        let sheet = self.words.sheet;
        let the = self.the(kind);
        if let Some(others) = moves_as(sheet, kind) {
            let others: Vec<String> = others
                .iter()
                .map(|it| format!("comme {}", le(&self.words.kind(*it))))
                .collect();
            return format!("{the} se déplace {}.", list(&others, "ou"));
        }
        let (borrowed, own) = plan::borrowed(sheet, kind);
        let mut said: Vec<String> = courses(own).iter().map(|it| self.course(it)).collect();
        said.extend(borrowed.iter().map(|it| {
            let other = le(&self.words.kind(it.kind));
            format!("se déplace comme {other} depuis {}", self.square(it.from))
        }));
        match said[..] {
            [] => format!("{the} ne se déplace jamais."),
            _ => format!("{the} {}.", said.join(", ou ")),
        }
    }

    fn becomes(&self, kind: KindId) -> String {
        let faces = &self.words.sheet.kinds[kind.index()].becomes;
        let faces: Vec<String> = faces
            .iter()
            .map(|it| format!("en {}", self.words.kind(*it).text))
            .collect();
        format!(
            "{} peut se transformer {}.",
            self.the(kind),
            list(&faces, "ou")
        )
    }

    fn in_hand(&self, kind: KindId) -> String {
        let held = self.words.sheet.kinds[kind.index()].in_hand_as;
        format!(
            "Après sa capture, {} redevient {} dans la réserve.",
            le(&self.words.kind(kind)),
            un(&self.words.kind(held))
        )
    }

    fn drops(&self, kind: KindId) -> String {
        let faces = &self.words.sheet.kinds[kind.index()].drops_as;
        let faces: Vec<String> = faces
            .iter()
            .map(|it| format!("comme {}", self.words.kind(*it).text))
            .collect();
        format!(
            "On peut parachuter {} {}.",
            le(&self.words.kind(kind)),
            list(&faces, "ou")
        )
    }

    fn points(&self, kind: KindId) -> String {
        let points = match self.words.sheet.kinds[kind.index()].points {
            1 => "un point".to_owned(),
            n => format!("{} points", number(n, false)),
        };
        format!("{} compte {points}.", self.the(kind))
    }

    fn layer(&self, kind: KindId) -> String {
        let layer = self.words.layer(self.words.sheet.kinds[kind.index()].layer);
        format!("{} est sur la couche {}.", self.the(kind), quoted(&layer))
    }

    fn neutral(&self, kind: KindId) -> String {
        format!(
            "{} n'appartient à personne et ne se déplace jamais.",
            self.the(kind)
        )
    }

    fn passage(&self, passage: &Passage) -> String {
        let mut said = Vec::new();
        if passage.plain {
            said.push("une pièce se déplace vers une case vide ou occupée par une pièce adverse");
        }
        if passage.slides {
            said.push("un déplacement de plusieurs cases ne traverse que des cases vides");
        }
        let others = match passage.others {
            true => ", sauf si la règle de la pièce en dit autrement",
            false => "",
        };
        let said = said.join(&format!("{NBSP}; "));
        format!("{}{others}.", capital(&said))
    }

    fn turns(&self, passes: bool) -> String {
        match passes {
            true => "Les joueurs jouent à tour de rôle.".to_owned(),
            false => {
                format!("Les joueurs jouent à tour de rôle{NBSP}; on ne peut pas passer son tour.")
            }
        }
    }

    fn turn(&self, turn: &Turn, otherwise: bool) -> String {
        let when = match (self.while_all(&turn.conditions), otherwise) {
            (Some(when), false) => format!("Tant {when}, le joueur, à son tour,"),
            (Some(when), true) => format!("Sinon, tant {when}, le joueur, à son tour,"),
            (None, false) => "À son tour, le joueur".to_owned(),
            (None, true) => "Sinon, à son tour, le joueur".to_owned(),
        };
        let acts: Vec<String> = turn
            .acts
            .iter()
            .map(|(pattern, times)| {
                let mut act = self.act(pattern).infinitive;
                if pattern.verb == Verb::Drop && pattern.to.is_none() {
                    act += " de sa réserve sur une case vide";
                }
                match (turn.several, *times) {
                    (false, _) => act,
                    (true, n) => format!("{act} ({} fois au plus)", number(n, true)),
                }
            })
            .collect();
        if turn.several {
            return format!(
                "{when} doit accomplir au moins une de ces actions, dans l'ordre de son choix{NBSP}: {}.",
                acts.join(", ")
            );
        }
        format!("{when} doit {}.", acts.join(", ou "))
    }

    fn capture(&self) -> String {
        let sheet = self.words.sheet;
        let (own, enemy) = (
            plan::can_take(sheet, Side::Own),
            plan::can_take(sheet, Side::Enemy),
        );
        let what = match (own, enemy) {
            (false, false) if sheet.effects.is_empty() => {
                return "Aucune pièce n'est jamais capturée.".to_owned();
            }
            (false, false) => {
                let then = match sheet.to_hand {
                    true => "une pièce capturée rejoint la réserve du joueur qui l'a prise",
                    false => "une pièce capturée quitte la partie",
                };
                return format!("Aucune pièce ne capture en arrivant sur une autre{NBSP}; {then}.");
            }
            (false, true) => "une pièce adverse",
            (true, _) => "une autre pièce",
        };
        let layer = if sheet.layers.len() > 1 {
            " de sa couche"
        } else {
            ""
        };
        let then = match (sheet.to_hand, has_drops(sheet)) {
            (true, true) => {
                "celle-ci rejoint la réserve du joueur qui l'a prise, et il pourra la parachuter"
            }
            (true, false) => "celle-ci rejoint la réserve du joueur qui l'a prise",
            (false, _) => "celle-ci quitte la partie",
        };
        format!("Une pièce qui arrive sur {what}{layer} la capture{NBSP}; {then}.")
    }

    fn promote(&self, promote: &Promote) -> String {
        let rule = |pattern: &Pattern| {
            let kinds = KindSet(promote.kinds.0 & pattern.kinds.0);
            (self.promotion(kinds), self.occasion(pattern))
        };
        match (
            promote.may.as_ref().map(rule),
            promote.must.as_ref().map(rule),
        ) {
            (Some((who, may)), Some((same, must))) if who == same => {
                format!("{who} est possible {may}{NBSP}; elle est obligatoire {must}.")
            }
            (may, must) => {
                let may = may.map(|(who, it)| format!("{who} est possible {it}."));
                let must = must.map(|(who, it)| format!("{who} est obligatoire {it}."));
                [may, must]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }

    fn lasting(&self, lasts: bool, drops: bool) -> String {
        match (lasts, drops) {
            (true, true) => format!(
                "Une pièce promue le reste jusqu'à sa capture{NBSP}; un parachutage ne promeut pas."
            ),
            (true, false) => "Une pièce promue le reste jusqu'à sa capture.".to_owned(),
            (false, _) => "Un parachutage ne promeut pas.".to_owned(),
        }
    }

    fn removal(&self, effect: &Effect) -> String {
        let does = match (&effect.act, has_drops(self.words.sheet)) {
            (Some(act), _) => self.act(act).third,
            (None, true) => "déplace ou parachute une pièce".to_owned(),
            (None, false) => "déplace une pièce".to_owned(),
        };
        let what = self.taken_off(&effect.removes);
        let takes = match (effect.to_hand, self.words.sheet.to_hand) {
            (true, false) => format!("prend dans sa réserve {what}"),
            (false, true) => format!("retire de la partie {what}"),
            (true, true) | (false, false) => format!("capture {what}"),
        };
        format!(
            "Quand un joueur {does}, il {}.",
            takes.trim_end_matches(',')
        )
    }

    fn forbid(&self, forbid: &Forbid) -> String {
        let when = self.effects(&forbid.conditions);
        let said = match (&forbid.act, forbid.loses) {
            (Some(act), false) => {
                format!("Il est interdit {}{when}.", de(&self.act(act).infinitive))
            }
            (Some(act), true) => {
                format!(
                    "Le joueur qui {} perd la partie{when}.",
                    self.act(act).third
                )
            }
            (None, loses) => self.any_act(&forbid.conditions, loses),
        };
        match self.while_all(&forbid.beforehand) {
            None => said,
            Some(when) => format!("Tant {when}, {}", words::small(&said)),
        }
    }

    fn order(&self) -> String {
        format!(
            "Les fins de partie sont jugées dans l'ordre donné{NBSP}; la première qui s'applique décide."
        )
    }

    fn end(&self, end: &End) -> String {
        self.ending(end)
    }

    fn invariant(&self, invariant: &Invariant) -> String {
        self.always(invariant)
    }

    fn mated_is(&self, kinds: KindSet) -> String {
        let whom = match &self.nouns(kinds)[..] {
            [noun] if self.words.is_unique(kinds) => le(noun),
            _ => self.kinds(kinds),
        };
        format!(
            "{} est échec et mat quand l'adversaire l'attaque et qu'aucun coup possible de son joueur n'y met fin.",
            capital(&whom)
        )
    }

    fn unknown(&self, why: &str) -> String {
        format!("Valeur provisoire, la vraie n'étant pas connue{NBSP}: {why}.")
    }

    fn same_is(&self) -> String {
        let hands = match self.words.sheet.fills_hands() {
            true => " et en réserve",
            false => "",
        };
        format!(
            "Deux positions sont les mêmes quand les mêmes pièces sont sur les mêmes cases{hands}, et que c'est au même joueur de jouer."
        )
    }
}
