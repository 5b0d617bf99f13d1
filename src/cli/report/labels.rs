//! The fixed words of drawings and rule sheets, in each language.

use koma::board::{Player, Turned};
use koma::check::Sheet;
use koma::say::Language;
use koma::text::safe;

/// The words of one language.
#[derive(Debug)]
pub struct Words {
    /// The players, where the variant does not name them.
    pub players: [&'static str; 2],
    /// The same within a sentence.
    pub the_players: [&'static str; 2],
    /// How each player's letters are written.
    pub cases: [&'static str; 2],
    /// Before what is in a hand.
    pub in_hand: &'static str,
    /// An empty hand.
    pub nothing: &'static str,
    /// Whose move it is.
    pub to_move: &'static str,
    /// Whose view a drawing is, with `{one}` and `{two}`: half a turn, mirrored.
    pub views: [&'static str; 2],
    /// Under a movement that does not fit its drawing.
    pub farther: &'static str,
    /// What the signs of a movement mean: there, if empty, to capture, as its rule says, a line, a number.
    pub signs: [&'static str; 6],
    /// Headings.
    pub board: &'static str,
    /// Of the pieces.
    pub pieces: &'static str,
    /// Of the turn.
    pub turn: &'static str,
    /// Of captures and drops.
    pub drops: &'static str,
    /// Of captures, where there are no drops.
    pub captures: &'static str,
    /// Of promotion.
    pub promotion: &'static str,
    /// Of what else is refused.
    pub forbidden: &'static str,
    /// Of the ends.
    pub end: &'static str,
    /// Before what is not known of a value.
    pub unknown: &'static str,
    /// Of what always holds.
    pub invariants: &'static str,
    /// Of options and readings.
    pub choices: &'static str,
    /// Marks the choice that the sheet was made with.
    pub here: &'static str,
    /// Before rules that a choice takes away.
    pub without: &'static str,
    /// A choice that cannot be made together with the others.
    pub apart: &'static str,
    /// An edition, `{}` being its name.
    pub edition: &'static str,
    /// An edition that chooses nothing.
    pub as_written: &'static str,
    /// Above the variants that have a rulebook.
    pub with_rulebook: &'static str,
    /// Above those that belong to no family.
    pub other_games: &'static str,
    /// Between a word and a colon.
    pub colon: &'static str,
    /// What is printed otherwise than it is typed: signs and blanks.
    pub prints: &'static [(&'static str, &'static str)],
}

const ENGLISH: Words = Words {
    players: ["first", "second"],
    the_players: ["the first player", "the second player"],
    cases: ["upper case", "lower case"],
    in_hand: "in hand:",
    nothing: "nothing",
    to_move: "to move",
    views: [
        "As {one} sees the board; for {two} turned by half a turn.",
        "As {one} sees the board; for {two} turned upside down, left staying left.",
    ],
    farther: "and farther",
    signs: [
        "may go there",
        "only if nothing is there",
        "only to capture",
        "only as its rule says",
        "any number of squares that way",
        "so many squares, the way being free",
    ],
    board: "Board and start",
    pieces: "Pieces",
    turn: "Turn",
    drops: "Captures and drops",
    captures: "Captures",
    promotion: "Promotion",
    forbidden: "Forbidden",
    end: "End of the game",
    unknown: "not known",
    invariants: "What always holds",
    choices: "Options and readings",
    here: "as on this sheet",
    without: "without",
    apart: "does not go with the other choices",
    edition: "{} edition",
    as_written: "as written",
    with_rulebook: "With their rulebooks",
    other_games: "Other games",
    colon: ":",
    prints: &[("'", "’")],
};

const FRENCH: Words = Words {
    players: ["premier", "second"],
    the_players: ["le premier joueur", "le second joueur"],
    cases: ["majuscules", "minuscules"],
    in_hand: "réserve\u{a0}:",
    nothing: "vide",
    to_move: "au trait",
    views: [
        "Vu par {one}\u{a0}; pour {two}, tourné d'un demi-tour.",
        "Vu par {one}\u{a0}; pour {two}, retourné de haut en bas, la gauche restant à gauche.",
    ],
    farther: "et plus loin",
    signs: [
        "peut y aller",
        "seulement si la case est vide",
        "seulement pour capturer",
        "seulement comme le dit sa règle",
        "autant de cases que voulu dans cette direction",
        "tant de cases, la voie étant libre",
    ],
    board: "Plateau et départ",
    pieces: "Pièces",
    turn: "Tour de jeu",
    drops: "Captures et parachutages",
    captures: "Captures",
    promotion: "Promotion",
    forbidden: "Interdictions",
    end: "Fin de la partie",
    unknown: "valeur inconnue",
    invariants: "Ce qui est toujours vrai",
    choices: "Options et interprétations",
    here: "retenu sur cette feuille",
    without: "sans",
    apart: "ne va pas avec les autres choix",
    edition: "édition {}",
    as_written: "telle quelle",
    with_rulebook: "Avec leurs livrets de règles",
    other_games: "Autres jeux",
    colon: "\u{a0}:",
    prints: &[
        ("'", "’"),
        ("« ", "«\u{a0}"),
        (" »", "\u{a0}»"),
        (" :", "\u{a0}:"),
        (" ;", "\u{a0};"),
        (" ?", "\u{a0}?"),
        (" !", "\u{a0}!"),
    ],
};

/// The words of a language.
pub fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::French => &FRENCH,
    }
}

impl Words {
    /// `first`, or the name that the variant gives.
    pub fn player(&self, sheet: &Sheet, player: Player) -> String {
        named(sheet, player, self.players)
    }

    /// A text as it is printed.
    pub fn printed(&self, text: &str) -> String {
        let prints = self.prints.iter();
        prints.fold(text.to_owned(), |text, (typed, printed)| {
            text.replace(typed, printed)
        })
    }

    /// From whose side a drawing is seen.
    pub fn seen(&self, sheet: &Sheet) -> String {
        let view = match sheet.geometry.turned {
            Turned::HalfTurn => self.views[0],
            Turned::Mirror => self.views[1],
        };
        let [one, two] = Player::BOTH.map(|it| named(sheet, it, self.the_players));
        let (before, rest) = view.split_once("{one}").unwrap_or((view, ""));
        let (between, after) = rest.split_once("{two}").unwrap_or((rest, ""));
        format!("{before}{one}{between}{two}{after}")
    }
}

fn named(sheet: &Sheet, player: Player, words: [&str; 2]) -> String {
    match &sheet.players[player.index()] {
        name if name == player.as_str() => words[player.index()].to_owned(),
        name => safe::line(name),
    }
}
