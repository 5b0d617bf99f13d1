//! What the text says at a place: the rule as a sentence, and the squares it speaks of.

use pest::Parser;
use pest::iterators::Pair;
use serde::{Deserialize, Serialize};

use super::No;
use super::cursor::Cursor;
use super::desk::{Desk, GameAsk, RulesAsk, picks_of, text_of};
use super::look::Look;
use super::place::{Places, byte_of};
use koma::Player;
use koma::check::sheet::{KindId, KindSet};
use koma::check::{Document, Picks};
use koma::play::{Game, Variant};
use koma::say;
use koma::syntax::envelope::{Entry, Node, Table, Value};
use koma::syntax::place::Placed;
use koma::syntax::{Rule, RuleLanguage};
use koma::text::Span;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoverAsk {
    rules: RulesAsk,
    #[serde(default)]
    game: GameAsk,
    /// Where, in UTF-16 units.
    at: usize,
}

/// What is said at a place.
#[derive(Debug, Serialize)]
pub struct HoverData {
    from: usize,
    to: usize,
    path: String,
    says: Vec<String>,
    /// The choice that says it, if it is not the one that is played.
    choice: Option<(String, String)>,
    /// The words that the squares are those of.
    words: Option<String>,
    squares: Vec<u16>,
    /// Where pieces could go from there by movement alone.
    reach: Vec<u16>,
}

pub fn hover(desk: &mut Desk, ask: HoverAsk) -> Result<Option<HoverData>, No> {
    let byte = byte_of(text_of(&ask.rules)?, ask.at) as u32;
    let document = desk.document(&ask.rules)?;
    let inside = |span: Span| span.file == 0 && (span.start..span.end).contains(&byte);
    // The smallest rule that is written around the place.
    let written = document.written();
    let places = written
        .iter()
        .flat_map(|rule| rule.places.iter().map(move |it| (rule, it)));
    let found = places.filter(|it| inside(it.1.span));
    let Some((rule, place)) = found.min_by_key(|it| it.1.span.end - it.1.span.start) else {
        return Ok(None);
    };
    let mut rules = ask.rules.clone();
    let mut choice = None;
    if let Some((name, picked)) = &place.choice {
        let now = desk.variant(&ask.rules)?;
        let mut chosen = now.sheet().chosen.iter();
        if !chosen.any(|it| it.0 == *name && it.1 == *picked) {
            rules.sets.insert(name.clone(), picked.clone());
            choice = Some((name.clone(), picked.clone()));
        }
    }
    // Choices that do not go together say nothing.
    let Ok(variant) = desk.variant(&rules) else {
        return Ok(None);
    };
    let said = say::sentences(variant.sheet(), ask.rules.lang.into());
    let says = said.into_iter().filter(|it| it.path == rule.path);
    let game = desk.game(&rules, &ask.game).map(|it| it.game);
    let game = game.unwrap_or_else(|_| Game::new(&variant));
    let sight = sight(
        &document,
        &picks_of(&rules),
        &variant,
        &game,
        byte,
        &rule.path,
    );
    let shown = Places::new(&document.sources).at(place.span);
    Ok(Some(HoverData {
        from: shown.from,
        to: shown.to,
        path: rule.path.clone(),
        says: says.map(|it| it.text).collect(),
        choice,
        words: sight.words,
        squares: sight.squares,
        reach: sight.reach,
    }))
}

#[derive(Default)]
struct Sight {
    words: Option<String>,
    squares: Vec<u16>,
    reach: Vec<u16>,
}

/// The squares that the words at a place speak of.
fn sight(
    document: &Document,
    picks: &Picks,
    variant: &Variant,
    game: &Game,
    byte: u32,
    path: &str,
) -> Sight {
    let text = &document.sources.of(Span::default()).text;
    let cursor = Cursor::at(text, byte as usize);
    let own = game.to_move();
    if let (Some(rule), Some(node)) = (cursor.rule(), text_node(document.tree(), byte))
        && let Some(words) = expression(document, rule, node, byte)
        && let Some(squares) = squares_of(document, picks, node.span, &words, game, own)
    {
        return Sight {
            words: Some(words),
            squares,
            reach: Vec::new(),
        };
    }
    let sheet = variant.sheet();
    let mut parts = path.split('.');
    match (parts.next(), parts.next()) {
        (Some("pieces"), Some(name)) => {
            let Some(kind) = sheet.kinds.iter().position(|it| it.name == name) else {
                return Sight::default();
            };
            let standing = |(_, pieces): &(usize, &Vec<_>)| {
                let mut pieces = pieces.iter();
                pieces.any(|it: &(_, u8)| usize::from(it.1) == kind)
            };
            let setup = game.setup();
            let squares = setup.cells.iter().enumerate().filter(standing);
            let kinds = KindSet::one(KindId(kind as u8));
            let reach = Look::Reach(kinds, own).at(game);
            Sight {
                words: None,
                squares: squares.map(|it| it.0 as u16).collect(),
                reach: reach.iter().map(|it| it.0).collect(),
            }
        }
        (Some("squares"), Some(name)) => {
            let set = sheet.sets.iter().find(|it| it.name == name);
            let found = set.map(|it| Look::Set(sheet, &it.set, own).at(game));
            Sight {
                words: Some(name.to_owned()),
                squares: found.unwrap_or_default().iter().map(|it| it.0).collect(),
                reach: Vec::new(),
            }
        }
        _ => Sight::default(),
    }
}

/// The string of the file at a byte.
fn text_node(table: &Table, byte: u32) -> Option<&Node> {
    fn within(node: &Node, byte: u32) -> Option<&Node> {
        let here = node.span.file == 0 && (node.span.start..node.span.end).contains(&byte);
        match &node.value {
            Value::Text(_) => here.then_some(node),
            Value::List(list) => list.iter().find_map(|it| within(it, byte)),
            // A table may be written in several places.
            Value::Table(table) => text_node(table, byte),
            _ => None,
        }
    }
    table.entries.iter().find_map(|it| within(&it.node, byte))
}

/// The smallest set of squares that is written at a byte of a rule; of a kind of piece, the pieces of both.
fn expression(document: &Document, rule: Rule, node: &Node, byte: u32) -> Option<String> {
    let text = node.as_text()?;
    let file = &document.sources.of(node.span).text;
    let placed = Placed::new(file, node.span.start as usize..node.span.end as usize);
    let pairs = RuleLanguage::parse(rule, text).ok()?;
    let here = |it: &Pair<'_, Rule>| {
        let span = it.as_span();
        let words = span.as_str().trim_end();
        let place = placed.place(span.start()..span.start() + words.len());
        place.contains(&(byte as usize))
    };
    let sets = pairs
        .flatten()
        .filter(|it| is_set(it.as_rule()) && here(it));
    let smallest = sets.min_by_key(|it| it.as_str().trim_end().len())?;
    let words = smallest.as_str().trim().to_owned();
    Some(match smallest.as_rule() {
        // A name outside of sets is that of a kind or of a group.
        Rule::kinds => format!("any {}", words.split_whitespace().next()?),
        _ => words,
    })
}

/// Whether a part of the grammar is a set of squares by itself.
fn is_set(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::set
            | Rule::bracket
            | Rule::negation
            | Rule::lines
            | Rule::chain
            | Rule::edge_ranks
            | Rule::one_rank
            | Rule::some_ranks
            | Rule::one_file
            | Rule::some_files
            | Rule::empty
            | Rule::square
            | Rule::pieces
            | Rule::named
            | Rule::attacked
            | Rule::next_to
            | Rule::beside
            | Rule::kinds
    )
}

/// The squares that some words mean in a position: they are given a name, and the name is asked for.
fn squares_of(
    document: &Document,
    picks: &Picks,
    span: Span,
    words: &str,
    game: &Game,
    own: Player,
) -> Option<Vec<u16>> {
    const NAME: &str = "zz-looked-at";
    let node = |value| Node { span, value };
    let entry = |key: &str, value| Entry {
        key: key.to_owned(),
        key_span: span,
        node: node(value),
    };
    let edited = document.edited(|tree| {
        let asked = entry(NAME, Value::Text(words.to_owned()));
        let sets = tree.entries.iter_mut().find(|it| it.key == "squares");
        match sets.map(|it| &mut it.node.value) {
            Some(Value::Table(sets)) => sets.entries.push(asked),
            _ => {
                let entries = vec![asked];
                tree.entries
                    .push(entry("squares", Value::Table(Table { entries })));
            }
        }
    });
    let sheet = edited.sheet(picks).ok()?;
    let set = sheet.sets.iter().find(|it| it.name == NAME)?;
    let found = Look::Set(&sheet, &set.set, own).at(game);
    Some(found.iter().map(|it| it.0).collect())
}
