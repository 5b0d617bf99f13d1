//! Random sentences of the rule language, derived from `grammar/rules.pest` itself: a word that is new in the grammar
//! comes up here without being named.
//!
//! The grammar says which sentences parse. What the checker refuses besides is mostly a matter of context: the tables at
//! the end of this file hold the contexts in which a random sentence would nearly always be refused.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use fastrand::Rng;
use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::parser;

/// The rules of the language.
pub struct Grammar {
    rules: BTreeMap<&'static str, &'static Rule>,
    /// How deep each rule is at least, by what is refused.
    heights: Mutex<BTreeMap<Refused, Arc<Heights>>>,
}

/// What cannot be said: rules, or `outer>inner` for a rule directly inside another.
pub type Refused = BTreeSet<&'static str>;
type Heights = BTreeMap<&'static str, u32>;

/// Deeper than any sentence.
const ENDLESS: u32 = u32::MAX / 2;

impl Grammar {
    pub fn get() -> &'static Grammar {
        static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
        GRAMMAR.get_or_init(|| {
            let text = include_str!("../../../grammar/rules.pest");
            let pairs = parser::parse(parser::Rule::grammar_rules, text).expect("a pest grammar");
            let rules: Vec<Rule> = parser::consume_rules(pairs).expect("a sound grammar");
            let rules: &'static [Rule] = Vec::leak(rules);
            Grammar {
                rules: rules.iter().map(|it| (it.name.as_str(), it)).collect(),
                heights: Mutex::default(),
            }
        })
    }

    /// The rules that a parsed rule string can hold, the whole string itself left out.
    pub fn words(&self) -> BTreeSet<&'static str> {
        let is_whole = |it: &&str| it.starts_with("whole_") && *it != "whole_name";
        let mut open: Vec<&str> = self.rules.keys().copied().filter(is_whole).collect();
        let mut found = BTreeSet::new();
        while let Some(name) = open.pop() {
            let rule = self.rules[name];
            // What is inside an atomic rule leaves no trace.
            if !matches!(rule.ty, RuleType::Atomic) {
                let mut inner = BTreeSet::new();
                mentioned(&rule.expr, &mut inner);
                let inner = inner.into_iter().filter_map(|it| self.rules.get(it));
                open.extend(
                    inner
                        .map(|it| it.name.as_str())
                        .filter(|it| found.insert(*it)),
                );
            }
        }
        found.retain(|it| !matches!(self.rules[it].ty, RuleType::Silent));
        found
    }

    /// A sentence of a rule, as words.
    pub fn derive(
        &self,
        rng: &mut Rng,
        names: &Names,
        rule: &'static str,
        context: &Context,
    ) -> String {
        let mut derivation = Derivation {
            grammar: self,
            rng,
            names,
            context,
            open: Vec::new(),
            words: Vec::new(),
        };
        let room = derivation.rng.u32(9..17);
        derivation.rule(rule, &context.refused, room);
        written(&derivation.words)
    }

    fn rule(&self, name: &str) -> Option<&'static Rule> {
        self.rules.get(name).copied()
    }

    fn heights(&self, refused: &Refused) -> Arc<Heights> {
        let mut known = self.heights.lock().expect("no thread panics here");
        if let Some(heights) = known.get(refused) {
            return heights.clone();
        }
        let mut heights: Heights = self.rules.keys().map(|it| (*it, ENDLESS)).collect();
        loop {
            let mut is_settled = true;
            for (name, rule) in &self.rules {
                let height = 1 + height(&rule.expr, name, refused, &heights);
                if height < heights[name] {
                    heights.insert(name, height);
                    is_settled = false;
                }
            }
            if is_settled {
                break;
            }
        }
        let heights = Arc::new(heights);
        known.insert(refused.clone(), heights.clone());
        heights
    }
}

/// The rules that an expression mentions, lookahead left out.
fn mentioned<'e>(expr: &'e Expr, found: &mut BTreeSet<&'e str>) {
    match expr {
        Expr::Ident(name) => {
            found.insert(name);
        }
        Expr::Seq(a, b) | Expr::Choice(a, b) => {
            mentioned(a, found);
            mentioned(b, found);
        }
        Expr::Opt(it) | Expr::Rep(it) | Expr::RepOnce(it) | Expr::Push(it) => mentioned(it, found),
        Expr::RepExact(it, _) | Expr::RepMin(it, _) | Expr::RepMax(it, _) => mentioned(it, found),
        Expr::RepMinMax(it, _, _) => mentioned(it, found),
        _ => {}
    }
}

/// How many rules are inside each other at least in an expression of a rule.
fn height(expr: &Expr, outer: &str, refused: &Refused, heights: &Heights) -> u32 {
    let of = |it: &Expr| height(it, outer, refused, heights);
    match expr {
        Expr::Ident(name) if is_refused(refused, outer, name) => ENDLESS,
        Expr::Ident(name) => heights.get(name.as_str()).copied().unwrap_or(0),
        Expr::Seq(a, b) => of(a).max(of(b)),
        Expr::Choice(a, b) => of(a).min(of(b)),
        Expr::RepOnce(it) | Expr::Push(it) | Expr::RepExact(it, _) | Expr::RepMin(it, _) => of(it),
        Expr::RepMinMax(it, least, _) if *least > 0 => of(it),
        _ => 0,
    }
}

fn is_refused(refused: &Refused, outer: &str, inner: &str) -> bool {
    refused.contains(inner) || refused.contains(format!("{outer}>{inner}").as_str())
}

/// Words as a person writes them.
fn written(words: &[String]) -> String {
    let mut text = String::new();
    for word in words {
        let joins = text.is_empty() || text.ends_with('(') || text.ends_with("..");
        if !joins && !matches!(word.as_str(), "," | ")" | "..") {
            text.push(' ');
        }
        text += word;
    }
    text
}

// ---- what a sentence may speak of ----

/// The names and the board that sentences are about.
#[derive(Debug, Clone, Default)]
pub struct Names {
    pub kinds: Vec<String>,
    /// The kinds that the moving one may borrow its movement from.
    pub borrowed: Vec<String>,
    pub groups: Vec<String>,
    /// The named sets, and whether each asks for attacks.
    pub sets: Vec<(String, bool)>,
    pub files: usize,
    pub ranks: usize,
}

/// Where a sentence stands.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// What cannot be said anywhere in it.
    pub refused: Refused,
    /// What cannot be said inside one of its rules.
    pub inside: Vec<(&'static str, &'static str)>,
}

impl Context {
    /// A context in which some rules cannot be said.
    pub fn without(refused: &[&'static str]) -> Context {
        Context {
            refused: refused.iter().copied().collect(),
            inside: Vec::new(),
        }
    }

    /// The same with more that cannot be said.
    pub fn and_without(mut self, refused: &[&'static str]) -> Context {
        self.refused.extend(refused);
        self
    }

    /// The same with something that cannot be said inside a rule.
    pub fn and_inside(mut self, rule: &'static str, refused: &'static str) -> Context {
        self.inside.push((rule, refused));
        self
    }
}

// ---- derivation ----

struct Derivation<'a> {
    grammar: &'a Grammar,
    rng: &'a mut Rng,
    names: &'a Names,
    context: &'a Context,
    /// The rules that are being derived, with how many words there were before each.
    open: Vec<(&'static str, usize)>,
    words: Vec<String>,
}

impl Derivation<'_> {
    fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.rng.usize(..of.len())].clone())
    }

    /// Derives a rule, with so much room for rules inside each other.
    fn rule(&mut self, name: &str, refused: &Refused, room: u32) {
        let Some(rule) = self.grammar.rule(name) else {
            return self.builtin(name);
        };
        let outer = self.open.last().map_or("", |it| it.0);
        let name = rule.name.as_str();
        if let Some(word) = self.leaf(outer, name) {
            self.words.push(word);
            return;
        }
        let mut inner = refused.clone();
        let entered = INSIDE.iter().filter(|it| it.0 == outer || it.0.is_empty());
        inner.extend(entered.filter(|it| it.1 == name).flat_map(|it| it.2));
        let entered = self.context.inside.iter().filter(|it| it.0 == name);
        inner.extend(entered.map(|it| it.1));
        self.open.push((name, self.words.len()));
        if matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic) {
            let before = self.words.len();
            self.expr(&rule.expr, &inner, room.saturating_sub(1), &[]);
            let word = self.words.split_off(before).concat();
            self.words.push(word);
        } else {
            self.expr(&rule.expr, &inner, room.saturating_sub(1), &[]);
        }
        self.open.pop();
    }

    /// Derives an expression of the rule that is open. At its top, the alternatives `spent` are left out; the answer is
    /// the alternative that was taken, if it was one.
    fn expr(
        &mut self,
        expr: &Expr,
        refused: &Refused,
        room: u32,
        spent: &[&str],
    ) -> Option<String> {
        let outer = self.open.last().map_or("", |it| it.0);
        match expr {
            Expr::Str(text) | Expr::Insens(text) => self.words.push(text.clone()),
            Expr::Range(first, _) => self.words.push(first.clone()),
            Expr::Ident(name) => {
                self.rule(name, refused, room);
                return Some(name.clone());
            }
            Expr::Seq(a, b) => {
                self.expr(a, refused, room, spent);
                self.expr(b, refused, room, &[]);
            }
            Expr::Choice(..) => {
                let heights = self.grammar.heights(refused);
                let mut alternatives = Vec::new();
                flatten(expr, &mut alternatives);
                let open: Vec<(&Expr, u32)> = alternatives
                    .into_iter()
                    .filter(|it| !matches!(it, Expr::Ident(name) if spent.contains(&name.as_str())))
                    .map(|it| (it, height(it, outer, refused, &heights)))
                    .collect();
                let least = open.iter().map(|it| it.1).min()?;
                let fits: Vec<&Expr> = open
                    .iter()
                    .filter(|it| it.1 <= room.max(least) && it.1 < ENDLESS)
                    .map(|it| it.0)
                    .collect();
                let total: u32 = fits.iter().map(|it| weight(it)).sum();
                let mut drawn = self.rng.u32(..total.max(1));
                for it in fits {
                    let weight = weight(it);
                    if drawn < weight {
                        return self.expr(it, refused, room, &[]);
                    }
                    drawn -= weight;
                }
            }
            Expr::Opt(it) => {
                let percent = share(outer, 40);
                if self.is_possible(it, refused, room) && self.chance(percent) {
                    self.expr(it, refused, room, spent);
                }
            }
            Expr::Rep(it) => self.repeated(it, 0, 4, refused, room),
            Expr::RepOnce(it) => self.repeated(it, 1, 4, refused, room),
            Expr::RepExact(it, n) => self.repeated(it, *n, *n, refused, room),
            Expr::RepMin(it, n) => self.repeated(it, *n, n + 3, refused, room),
            Expr::RepMax(it, n) => self.repeated(it, 0, *n, refused, room),
            Expr::RepMinMax(it, least, most) => self.repeated(it, *least, *most, refused, room),
            Expr::Push(it) => return self.expr(it, refused, room, spent),
            _ => {}
        }
        None
    }

    /// Whether an expression can be said here at all.
    fn is_possible(&self, expr: &Expr, refused: &Refused, room: u32) -> bool {
        let outer = self.open.last().map_or("", |it| it.0);
        let heights = self.grammar.heights(refused);
        let spent = self.spent(&[]);
        let is_spent = matches!(expr, Expr::Ident(name) if spent.contains(&name.as_str()));
        !is_spent && height(expr, outer, refused, &heights) <= room
    }

    fn repeated(&mut self, expr: &Expr, least: u32, most: u32, refused: &Refused, room: u32) {
        let outer = self.open.last().map_or("", |it| it.0);
        let percent = share(outer, 25);
        let mut taken: Vec<String> = Vec::new();
        for n in 0..most {
            if n >= least && !(self.is_possible(expr, refused, room) && self.chance(percent)) {
                break;
            }
            let spent = self.spent(&taken);
            let before = self.words.len();
            let alternative = self.expr(expr, refused, room, &spent);
            taken.extend(alternative);
            if self.words.len() == before {
                break;
            }
        }
    }

    /// The alternatives of a repetition that the rule that is open has no place for any more.
    fn spent(&self, taken: &[String]) -> Vec<&'static str> {
        let Some((outer, before)) = self.open.last() else {
            return Vec::new();
        };
        let mut spent: Vec<&'static str> = Vec::new();
        let first = self.words.get(*before).map_or("", String::as_str);
        for (rule, word, refused) in AFTER {
            if rule == outer && *word == first {
                spent.extend(*refused);
            }
        }
        if ONCE.contains(outer) {
            let rules = taken.iter().filter_map(|it| self.grammar.rule(it));
            spent.extend(rules.map(|it| it.name.as_str()));
        }
        for (rule, one, others) in APART {
            if rule == outer && !taken.is_empty() {
                match taken.iter().any(|it| it == one) {
                    true => spent.extend(*others),
                    false => spent.push(one),
                }
            }
        }
        spent
    }

    /// What pest has by itself.
    fn builtin(&mut self, name: &str) {
        let letters: &[u8] = match name {
            "ASCII_DIGIT" | "ASCII_NONZERO_DIGIT" => b"123",
            "ASCII_ALPHA_LOWER" | "ASCII_ALPHA" | "ASCII_ALPHANUMERIC" => b"abc",
            _ => return,
        };
        let letter = char::from(letters[self.rng.usize(..letters.len())]);
        self.words.push(letter.to_string());
    }

    /// A word that stands for something of the variant: a name, a number, a place.
    fn leaf(&mut self, outer: &str, name: &str) -> Option<String> {
        let names = self.names;
        let last = |back: usize| self.words.len().checked_sub(back).map(|i| &*self.words[i]);
        // The second end of a range is no smaller than the first.
        let first = (last(1) == Some("..")).then(|| last(2).unwrap_or("").to_owned());
        match name {
            "name" => {
                let is_movement = self.open.iter().any(|it| it.0 == "moves");
                let sets = || {
                    let sets = names.sets.iter().filter(|it| !is_movement || !it.1);
                    sets.map(|it| it.0.clone()).collect::<Vec<String>>()
                };
                let pool = match outer {
                    "named" => sets(),
                    "borrowed" => names.borrowed.clone(),
                    "pieces" if last(1) != Some("any") && self.rng.u8(..6) == 0 => sets(),
                    _ if self.rng.u8(..6) == 0 && !names.groups.is_empty() => names.groups.clone(),
                    _ => names.kinds.clone(),
                };
                Some(
                    self.one(&pool)
                        .or_else(|| self.one(&names.kinds))
                        .unwrap_or_default(),
                )
            }
            "square" => {
                let file = file_letter(self.rng.usize(..names.files));
                Some(format!("{file}{}", self.rng.usize(1..=names.ranks)))
            }
            "file_letter" => {
                let least = (0..names.files)
                    .find(|it| Some(file_letter(*it)) == first)
                    .unwrap_or(0);
                Some(file_letter(self.rng.usize(least..names.files)))
            }
            "number" => {
                let least = first.and_then(|it| it.parse().ok());
                let (smallest, largest) = match outer {
                    "one_rank" | "some_ranks" | "edge_ranks" => (1, names.ranks),
                    "lines" => (1, names.files.min(names.ranks).min(3)),
                    "offset" => (0, 3),
                    "repeated" => (2, 4),
                    "times" => (1, 3),
                    _ => (1, 3),
                };
                let least = least.unwrap_or(smallest);
                Some(self.rng.usize(least..=largest.max(least)).to_string())
            }
            _ => None,
        }
    }
}

fn file_letter(file: usize) -> String {
    let letter = |it: usize| char::from(b'a' + it as u8).to_string();
    match file {
        0..26 => letter(file),
        _ => letter(file / 26 - 1) + &letter(file % 26),
    }
}

fn flatten<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Choice(a, b) => {
            flatten(a, found);
            flatten(b, found);
        }
        _ => found.push(expr),
    }
}

/// How often an alternative is taken, against others.
fn weight(expr: &Expr) -> u32 {
    match expr {
        Expr::Ident(name) => WEIGHTS
            .iter()
            .find(|it| it.0 == name)
            .map_or(USUAL, |it| it.1),
        Expr::Seq(head, _) => weight(head),
        Expr::Choice(a, b) => weight(a) + weight(b),
        _ => USUAL,
    }
}

/// How many times in a hundred an optional part of a rule is said, and a repetition goes on.
fn share(rule: &str, usual: u32) -> u32 {
    SHARES
        .iter()
        .find(|it| it.0 == rule)
        .map_or(usual, |it| it.1)
}

// ---- tables: what the checker refuses, and what makes variants worth playing ----

/// What cannot be said inside a rule: the rule around it (or any), the rule, what is refused.
const INSIDE: &[(&str, &str, &[&str])] = &[
    ("attacked", "side", &["kw_any"]),
    ("mate", "side", &["kw_any"]),
    ("cannot_act", "side", &["kw_any"]),
    ("in_hand", "side", &["kw_any"]),
    ("seat", "side", &["kw_any"]),
    ("purse", "side", &["kw_any"]),
    ("", "act", &["target", "bends"]),
    ("", "counting", &["stuck"]),
    ("", "purse", &["stuck"]),
    (
        "",
        "moves",
        &["attacked", "stuck", "origin", "target", "bends"],
    ),
];

/// What cannot follow in a rule that begins with a word.
const AFTER: &[(&str, &str, &[&str])] = &[
    ("path", "step", &["through_clause"]),
    ("path", "leap", &["through_clause"]),
    ("path", "as", &["through_clause"]),
    (
        "act",
        "drop",
        &["act_from", "act_touching", "act_capturing", "act_promoting"],
    ),
    (
        "act",
        "pass",
        &[
            "kinds",
            "act_from",
            "act_to",
            "act_touching",
            "act_capturing",
            "act_promoting",
        ],
    ),
];

/// Rules that say each of their repeated parts once.
const ONCE: &[&str] = &["path", "act"];

/// Rules of which one repeated part does not go with others.
const APART: &[(&str, &str, &[&str])] =
    &[("set", "or_part", &["in_part", "except_part", "quality"])];

const USUAL: u32 = 10;
const WEIGHTS: &[(&str, u32)] = &[
    ("noun", 50),
    ("pieces", 40),
    ("bracket", 14),
    ("negation", 6),
    ("lines", 6),
    ("chain", 5),
    ("run", 8),
    ("borrowed", 4),
    ("step", 14),
    ("in_part", 14),
    ("attacked", 16),
    ("kw_move", 40),
    ("kw_pass", 3),
    ("kw_anywhere", 2),
    ("counting", 40),
    ("one_of", 25),
    ("in_hand", 12),
    ("seat", 4),
];
const SHARES: &[(&str, u32)] = &[
    ("act", 30),
    ("moves", 45),
    ("path", 25),
    ("set", 22),
    ("pieces", 65),
    ("slide", 30),
    ("one_of", 60),
    ("any_of", 50),
    ("ways", 10),
    ("kinds", 30),
];
