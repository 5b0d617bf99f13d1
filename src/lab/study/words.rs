//! Small changes of a rule string, found by its parse tree: a word or a clause dropped, a side swapped, a number one
//! higher or lower, a direction more or less.

use std::cmp::Reverse;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use koma::board::{Bends, Way, Ways};
use koma::syntax::spoken::spoken;
use koma::syntax::{Rule, RuleLanguage};

/// One change: these bytes of the string are replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where in the string.
    pub at: Range<usize>,
    /// By what; by nothing if it is dropped.
    pub with: String,
}

impl Change {
    /// The whole string, changed.
    pub fn applied(&self, text: &str) -> String {
        let (before, after) = (&text[..self.at.start], &text[self.at.end..]);
        let whole = format!("{before}{}{after}", self.with);
        let words: Vec<&str> = whole.split_whitespace().collect();
        words.join(" ")
    }

    /// What is done to the string, in a few words.
    pub fn told(&self, text: &str) -> String {
        let was = text[self.at.clone()].trim().trim_matches(',').trim();
        match self.with.trim() {
            "" => format!("without `{was}`"),
            with => format!("`{with}` instead of `{was}`"),
        }
    }
}

/// Every change of a string that is read by a rule of the grammar. `longest` is the longer side of the board.
pub fn changes(rule: Rule, text: &str, longest: usize) -> Vec<Change> {
    let mut finder = Finder {
        text,
        longest,
        found: Vec::new(),
    };
    if let Ok(pairs) = RuleLanguage::parse(rule, text) {
        pairs.for_each(|it| finder.visit(&it));
    }
    let mut seen = vec![text.split_whitespace().collect::<Vec<_>>().join(" ")];
    finder.found.retain(|it| {
        let new = it.applied(text);
        let is_new = !seen.contains(&new);
        seen.push(new);
        is_new
    });
    finder.found
}

/// Every way with a word, those of most directions first, single ones clockwise.
fn ways_in_order() -> Vec<Way> {
    let mut all = Way::widest_first();
    all.sort_by_key(|it| match it.ways() {
        one if one.len() == 1 => (Reverse(1), one.0),
        many => (Reverse(many.len()), 0),
    });
    all
}

/// A word of the language, as the grammar spells it.
fn word(rule: Rule) -> &'static str {
    spoken(rule).unwrap_or("").trim_matches('`')
}

fn words(rules: &[Rule]) -> String {
    let words: Vec<&str> = rules.iter().map(|it| word(*it)).collect();
    words.join(" ")
}

/// Where a pair stands, without the blanks that an optional end may have taken along.
fn place(pair: &Pair<'_, Rule>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.start() + span.as_str().trim_end().len()
}

fn text_of<'t>(pair: &Pair<'t, Rule>) -> &'t str {
    pair.as_str().trim_end()
}

fn find<'a, 't>(parts: &'a [Pair<'t, Rule>], rule: Rule) -> Option<&'a Pair<'t, Rule>> {
    parts.iter().find(|it| it.as_rule() == rule)
}

fn all<'t>(parts: &[Pair<'t, Rule>], rule: Rule) -> Vec<Pair<'t, Rule>> {
    let of_rule = parts.iter().filter(|it| it.as_rule() == rule);
    of_rule.cloned().collect()
}

struct Finder<'t> {
    text: &'t str,
    longest: usize,
    found: Vec<Change>,
}

impl Finder<'_> {
    fn visit(&mut self, pair: &Pair<'_, Rule>) {
        let parts: Vec<Pair<'_, Rule>> = pair.clone().into_inner().collect();
        // Every rule of the grammar: a new one has to say here how it can be changed.
        match pair.as_rule() {
            Rule::moves => self.one_less(&all(&parts, Rule::path)),
            Rule::path => self.path(&parts),
            Rule::step => self.put(&parts[0], word(Rule::slide)),
            Rule::slide => self.slide(&parts),
            Rule::leap => self.leap(&parts),
            Rule::hop => self.hop(&parts),
            Rule::ways => self.ways(pair, &parts),
            Rule::set => self.set(&parts),
            Rule::negation => self.drop(&parts[0]),
            Rule::lines => self.lines(&parts),
            Rule::chain => self.chain(pair, &parts),
            Rule::run => self.run(pair, &parts),
            Rule::bends => self.bends(pair, &parts),
            Rule::edge_ranks => self.edge_ranks(&parts),
            Rule::file_letter | Rule::square => self.next_square(pair),
            Rule::pieces | Rule::attacked => self.any_kind(&parts),
            Rule::named => self.put(pair, format!("{} {}", word(Rule::kw_enemy), text_of(pair))),
            Rule::side => self.side(pair, &parts),
            Rule::next_to => self.next_to(pair, &parts),
            Rule::beside => self.beside(pair, &parts),
            Rule::origin => self.put(pair, word(Rule::target)),
            Rule::target => self.put(pair, word(Rule::origin)),
            Rule::act | Rule::act_from | Rule::act_to | Rule::act_touching => self.act(&parts),
            Rule::act_capturing | Rule::in_hand => self.holding(&parts),
            Rule::kinds => self.one_less(&all(&parts, Rule::name)),
            Rule::one_of | Rule::any_of => self.turn(pair, &parts),
            Rule::times => self.times(pair, &parts),
            Rule::quantity => self.quantity(pair, &parts),
            Rule::mate => self.mate(pair, &parts),
            Rule::lead => self.lead(pair, &parts),
            Rule::purse => self.purse(&parts),
            Rule::repeated => match find(&parts, Rule::in_a_row) {
                Some(in_a_row) => self.drop(in_a_row),
                None => self.add(pair, word(Rule::in_a_row)),
            },
            Rule::throughout => self.drop(&parts[0]),
            Rule::seat => self.seat(&parts),
            Rule::result => self.result(pair, &parts),
            Rule::number => self.number(pair),
            // Nothing of their own: changed by what they are in, or by what is in them.
            #[rustfmt::skip]
            Rule::EOI | Rule::WHITESPACE | Rule::reserved | Rule::edge | Rule::whole_moves | Rule::whole_set
            | Rule::part | Rule::noun | Rule::whole_act | Rule::budget | Rule::whole_turn | Rule::turn
            | Rule::whole_condition | Rule::condition | Rule::whole_kinds | Rule::whole_result
            | Rule::whole_name | Rule::name | Rule::distance | Rule::offset | Rule::quality | Rule::counting | Rule::points
            | Rule::between | Rule::run_from | Rule::bend
            | Rule::way_list | Rule::way | Rule::direction | Rule::verb | Rule::in_part | Rule::except_part
            | Rule::or_part | Rule::stuck | Rule::bracket | Rule::one_rank | Rule::some_ranks | Rule::one_file
            | Rule::some_files | Rule::empty | Rule::borrowed | Rule::from_clause | Rule::onto_clause
            | Rule::through_clause | Rule::within_clause | Rule::act_promoting | Rule::cannot_act
            | Rule::in_a_row => {}
            // Words, changed by what they are in.
            #[rustfmt::skip]
            Rule::orthogonal | Rule::diagonal | Rule::vertical | Rule::sideways | Rule::forward
            | Rule::forward_left | Rule::forward_right | Rule::forward_diagonal | Rule::backward
            | Rule::backward_left | Rule::backward_right | Rule::backward_diagonal | Rule::left | Rule::right
            | Rule::kw_and | Rule::kw_aside | Rule::kw_back | Rule::kw_between | Rule::kw_onward | Rule::kw_run
            | Rule::kw_slanting
            | Rule::kw_later | Rule::kw_a | Rule::kw_act | Rule::kw_answered | Rule::kw_any | Rule::kw_anywhere | Rule::kw_as
            | Rule::kw_at | Rule::kw_attacked | Rule::kw_by | Rule::kw_cannot | Rule::kw_capturing
            | Rule::kw_chain | Rule::kw_draw | Rule::kw_drop | Rule::kw_empty | Rule::kw_enemy
            | Rule::kw_except | Rule::kw_file | Rule::kw_files | Rule::kw_first | Rule::kw_from
            | Rule::kw_hand | Rule::kw_holds | Rule::kw_hop | Rule::kw_over | Rule::kw_in | Rule::kw_is | Rule::kw_last | Rule::kw_leap | Rule::kw_least
            | Rule::kw_mate | Rule::kw_more | Rule::kw_most | Rule::kw_move | Rule::kw_next | Rule::kw_no | Rule::kw_not
            | Rule::kw_nothing | Rule::kw_of | Rule::kw_once | Rule::kw_one | Rule::kw_only | Rule::kw_onto
            | Rule::kw_or | Rule::kw_origin | Rule::kw_own | Rule::kw_pass | Rule::kw_points | Rule::kw_promoting
            | Rule::kw_rank | Rule::kw_ranks | Rule::kw_repeated | Rule::kw_row | Rule::kw_second
            | Rule::kw_slide | Rule::kw_some | Rule::kw_step | Rule::kw_stuck | Rule::kw_target
            | Rule::kw_than | Rule::kw_through | Rule::kw_throughout | Rule::kw_times | Rule::kw_to | Rule::kw_touching
            | Rule::kw_twice | Rule::kw_wins | Rule::kw_with | Rule::kw_within | Rule::dots | Rule::comma | Rule::open
            | Rule::close => {}
        }
        // A direction word of movement is changed with all the others of its list.
        if pair.as_rule() != Rule::ways {
            parts.iter().for_each(|it| self.visit(it));
        }
    }

    // ---- how a change is written ----

    fn change(&mut self, at: Range<usize>, with: impl Into<String>) {
        let with = with.into();
        self.found.push(Change { at, with });
    }

    fn put(&mut self, pair: &Pair<'_, Rule>, with: impl Into<String>) {
        self.change(place(pair), with);
    }

    fn drop(&mut self, pair: &Pair<'_, Rule>) {
        self.put(pair, "");
    }

    /// Adds words behind a pair.
    fn add(&mut self, pair: &Pair<'_, Rule>, more: &str) {
        let longer = format!("{} {more}", text_of(pair));
        self.put(pair, longer);
    }

    /// Each item of a list dropped, with the sign that joins it to its neighbour.
    fn one_less(&mut self, items: &[Pair<'_, Rule>]) {
        for i in (0..items.len()).filter(|_| items.len() > 1) {
            let at = match items.get(i + 1) {
                Some(next) => place(&items[i]).start..place(next).start,
                None => place(&items[i - 1]).end..place(&items[i]).end,
            };
            self.change(at, " ");
        }
    }

    // ---- movement ----

    fn path(&mut self, parts: &[Pair<'_, Rule>]) {
        if parts[0].as_rule() == Rule::slide {
            self.stepping(&parts[0], &parts[1..]);
        }
        parts[1..].iter().for_each(|it| self.drop(it));
    }

    fn slide(&mut self, parts: &[Pair<'_, Rule>]) {
        match find(parts, Rule::distance) {
            Some(distance) => self.drop(distance),
            None => {
                self.add(&parts[1], "2..");
                // One short of the longest way there is.
                let short = self.longest.saturating_sub(2).max(1);
                self.add(&parts[1], &format!("1..{short}"));
            }
        }
    }

    /// A slide instead, with nothing to hop over.
    fn hop(&mut self, parts: &[Pair<'_, Rule>]) {
        let until = place(&parts[1]);
        let ways = parts[1].as_str();
        if let Some(last) = parts.last() {
            let all = place(&parts[0]).start..place(last).end.max(until.end);
            self.change(all, format!("{} {ways}", word(Rule::kw_slide)));
        }
    }

    fn leap(&mut self, parts: &[Pair<'_, Rule>]) {
        if let Some(anywhere) = find(parts, Rule::kw_anywhere) {
            let all = place(&parts[0]).start..place(anywhere).end;
            self.change(all, words(&[Rule::kw_slide, Rule::kw_any]));
        }
        if let Some(ways) = find(parts, Rule::ways) {
            self.drop(ways);
        }
        self.one_less(&all(parts, Rule::offset));
    }

    /// A slide made a step, which crosses nothing: what it may pass through goes with the distance.
    fn stepping(&mut self, slide: &Pair<'_, Rule>, clauses: &[Pair<'_, Rule>]) {
        let ways = slide.clone().into_inner().nth(1);
        let mut step = format!("{} {}", word(Rule::step), ways.as_ref().map_or("", text_of));
        let mut end = place(slide).end;
        if let Some(last) = clauses
            .iter()
            .rposition(|it| it.as_rule() == Rule::through_clause)
        {
            for clause in &clauses[..last] {
                if clause.as_rule() != Rule::through_clause {
                    step += &format!(" {}", text_of(clause));
                }
            }
            end = place(&clauses[last]).end;
        }
        self.change(place(slide).start..end, step);
    }

    fn ways(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let lists: Vec<Vec<Ways>> = all(parts, Rule::way_list)
            .into_iter()
            .map(|it| it.into_inner().filter_map(way).collect())
            .collect();
        let joined = |list: &[Ways]| list.iter().fold(Ways::default(), |all, it| all.or(*it));
        let (said, except) = (&lists[0], lists.get(1).cloned().unwrap_or_default());
        let now = joined(said).except(joined(&except));
        let mut others: Vec<Ways> = vec![joined(said)];
        for i in 0..said.len() {
            let rest: Vec<Ways> = [&said[..i], &said[i + 1..]].concat();
            others.push(joined(&rest).except(joined(&except)));
        }
        others.extend(Ways::ANY.each().map(|it| Ways(now.0 ^ it.0)));
        let mut seen = vec![now, Ways::default()];
        for it in others {
            if !seen.contains(&it) {
                self.put(pair, spelled(it));
                seen.push(it);
            }
        }
    }

    // ---- sets ----

    fn set(&mut self, parts: &[Pair<'_, Rule>]) {
        let alternatives = all(parts, Rule::or_part);
        if let Some(second) = alternatives.first() {
            let second = second.clone().into_inner().nth(1);
            if let Some(second) = second {
                self.change(place(&parts[0]).start..place(&second).start, "");
            }
        }
        parts[1..].iter().for_each(|it| self.drop(it));
    }

    fn lines(&mut self, parts: &[Pair<'_, Rule>]) {
        let other = match parts[0].as_rule() {
            Rule::kw_file => Rule::kw_rank,
            _ => Rule::kw_file,
        };
        self.put(&parts[0], word(other));
        if find(parts, Rule::number).is_none() {
            self.add(&parts[1], "2");
        }
    }

    fn chain(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        match find(parts, Rule::way) {
            Some(way) => self.drop(way),
            None => self.add(&parts[0], word(Rule::orthogonal)),
        }
        let of = parts.iter().skip_while(|it| it.as_rule() != Rule::kw_of);
        if let Some(of) = of.clone().nth(1) {
            self.put(pair, text_of(of));
        }
    }

    /// As long as can be, in any direction, ending anywhere; or whatever it is of.
    fn run(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        match find(parts, Rule::distance) {
            Some(distance) => self.drop(distance),
            None => {
                let before = parts
                    .iter()
                    .rfind(|it| matches!(it.as_rule(), Rule::kw_run | Rule::ways | Rule::bends));
                if let Some(before) = before {
                    self.add(before, "1");
                }
            }
        }
        for bends in all(parts, Rule::bends) {
            self.drop(&bends);
        }
        if let Some(between) = find(parts, Rule::between) {
            let first = between.clone().into_inner().nth(1);
            let first = first.as_ref().map_or("", text_of);
            self.put(between, format!("{} {first}", word(Rule::kw_from)));
        }
        let of = parts.iter().skip_while(|it| it.as_rule() != Rule::kw_of);
        if let Some(of) = of.clone().nth(1) {
            self.put(pair, text_of(of));
        }
    }

    fn bends(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        self.one_less(&all(parts, Rule::bend));
        for other in Bends::words() {
            self.put(pair, other);
        }
    }

    fn edge_ranks(&mut self, parts: &[Pair<'_, Rule>]) {
        let other = match parts[0].as_rule() {
            Rule::kw_first => Rule::kw_last,
            _ => Rule::kw_first,
        };
        self.put(&parts[0], word(other));
        if let Some(rank) = find(parts, Rule::kw_rank) {
            self.put(rank, format!("2 {}", word(Rule::kw_ranks)));
        }
    }

    fn any_kind(&mut self, parts: &[Pair<'_, Rule>]) {
        if let Some(name) = find(parts, Rule::name) {
            self.drop(name);
        }
    }

    fn side(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let now = parts[0].as_rule();
        for other in [Rule::kw_own, Rule::kw_enemy] {
            if other != now {
                self.put(pair, word(other));
            }
        }
    }

    fn next_to(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        for way in &ways_in_order()[1..] {
            let of = text_of(&parts[2]);
            self.put(pair, format!("{} {} {of}", way.word(), word(Rule::kw_of)));
        }
    }

    fn beside(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let of = text_of(&parts[2]);
        let next_to = words(&[Rule::kw_next, Rule::kw_to]);
        self.put(pair, format!("{next_to} {of}"));
        for way in &ways_in_order()[1..] {
            self.put(&parts[0], way.word());
        }
    }

    fn number(&mut self, pair: &Pair<'_, Rule>) {
        if let Ok(n) = text_of(pair).parse::<u32>() {
            self.put(pair, (n + 1).to_string());
            if n > 1 {
                self.put(pair, (n - 1).to_string());
            }
        }
    }

    /// The files and ranks beside a file letter or a square.
    fn next_square(&mut self, pair: &Pair<'_, Rule>) {
        let text = text_of(pair);
        let (letters, digits) = text.split_at(text.find(char::is_numeric).unwrap_or(text.len()));
        if let [letter] = letters.as_bytes() {
            for other in [letter.wrapping_add(1), letter.wrapping_sub(1)] {
                if other.is_ascii_lowercase() {
                    self.put(pair, format!("{}{digits}", char::from(other)));
                }
            }
        }
        if let Ok(rank) = digits.parse::<u32>() {
            for other in [rank + 1, rank.saturating_sub(1)] {
                if other > 0 {
                    self.put(pair, format!("{letters}{other}"));
                }
            }
        }
    }

    // ---- acts, turns, conditions ----

    fn act(&mut self, parts: &[Pair<'_, Rule>]) {
        let clauses = [
            Rule::kinds,
            Rule::act_from,
            Rule::act_to,
            Rule::act_touching,
            Rule::act_capturing,
            Rule::act_promoting,
        ];
        for part in parts {
            if clauses.contains(&part.as_rule()) {
                self.drop(part);
            }
            let others: &[Rule] = match part.as_rule() {
                Rule::kw_touching => &[Rule::kw_to, Rule::kw_from],
                Rule::kw_to | Rule::kw_from => &[Rule::kw_touching],
                _ => &[],
            };
            for other in others {
                self.put(part, word(*other));
            }
        }
    }

    /// `capturing K`, `own hand holds …`
    fn holding(&mut self, parts: &[Pair<'_, Rule>]) {
        let capturing = parts[0].as_rule() == Rule::kw_capturing;
        for part in parts {
            match part.as_rule() {
                Rule::kinds if capturing => self.drop(part),
                Rule::quantity => self.drop(part),
                Rule::kw_nothing => self.put(part, word(Rule::kw_any)),
                Rule::kw_any => self.put(part, word(Rule::kw_nothing)),
                _ => {}
            }
        }
    }

    fn turn(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let several = pair.as_rule() == Rule::any_of;
        let items = all(parts, if several { Rule::budget } else { Rule::act });
        self.one_less(&items);
        let (pass, once) = (word(Rule::kw_pass), word(Rule::kw_once));
        let other: Vec<String> = items
            .iter()
            .map(|it| match it.clone().into_inner().next() {
                Some(act) if several => text_of(&act).to_owned(),
                _ => format!("{} {once}", text_of(it)),
            })
            .collect();
        let (opening, more) = if several {
            (word(Rule::one_of), format!("{pass} {once}"))
        } else {
            (word(Rule::any_of), pass.to_owned())
        };
        self.put(pair, format!("{opening} {}", other.join(", ")));
        self.put(pair, format!("{}, {more}", text_of(pair)));
    }

    fn times(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        match parts[0].as_rule() {
            Rule::kw_once => self.put(pair, word(Rule::kw_twice)),
            Rule::kw_twice => {
                self.put(pair, word(Rule::kw_once));
                self.put(pair, format!("3 {}", word(Rule::kw_times)));
            }
            _ => {}
        }
    }

    fn quantity(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        match parts[0].as_rule() {
            Rule::kw_some => {
                self.put(pair, word(Rule::kw_no));
                self.put(pair, format!("{} 2", words(&[Rule::kw_at, Rule::kw_least])));
            }
            Rule::kw_no => {
                self.put(pair, word(Rule::kw_some));
                self.put(pair, format!("{} 1", words(&[Rule::kw_at, Rule::kw_most])));
            }
            _ => {}
        }
    }

    fn mate(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let other = match parts[2].clone().into_inner().next().map(|it| it.as_rule()) {
            Some(Rule::kw_own) => Rule::kw_enemy,
            _ => Rule::kw_own,
        };
        let whose = &self.text[place(&parts[2]).start..place(&parts[3]).end];
        let attacked = words(&[Rule::kw_attacked, Rule::kw_by, other]);
        let some = word(Rule::kw_some);
        self.put(pair, format!("{some} {whose} {attacked}"));
        if parts.len() > 4 {
            self.change(place(&parts[3]).end..place(pair).end, "");
        }
    }

    /// One more than none said, and the hand left out.
    fn lead(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        if find(parts, Rule::quantity).is_none() {
            let at = place(pair).start;
            self.change(
                at..at,
                format!("{} 2 ", words(&[Rule::kw_at, Rule::kw_least])),
            );
            self.change(at..at, format!("{} ", word(Rule::kw_no)));
        }
    }

    fn purse(&mut self, parts: &[Pair<'_, Rule>]) {
        if let [set, .., hand] = parts {
            self.change(place(set).end..place(hand).end, "");
        }
    }

    fn seat(&mut self, parts: &[Pair<'_, Rule>]) {
        for part in parts {
            match part.as_rule() {
                Rule::kw_first => self.put(part, word(Rule::kw_second)),
                Rule::kw_second => self.put(part, word(Rule::kw_first)),
                _ => {}
            }
        }
    }

    fn result(&mut self, pair: &Pair<'_, Rule>, parts: &[Pair<'_, Rule>]) {
        let wins = |who: Rule| words(&[who, Rule::kw_wins]);
        let draw = || word(Rule::kw_draw).to_owned();
        let others = match parts[0].as_rule() {
            Rule::kw_own => [wins(Rule::kw_enemy), draw()],
            Rule::kw_enemy => [wins(Rule::kw_own), draw()],
            Rule::kw_first => [wins(Rule::kw_second), draw()],
            Rule::kw_second => [wins(Rule::kw_first), draw()],
            _ => [wins(Rule::kw_own), wins(Rule::kw_enemy)],
        };
        for other in others {
            self.put(pair, other);
        }
    }
}

/// The directions of one `way`; nothing for the words between.
fn way(pair: Pair<'_, Rule>) -> Option<Ways> {
    Way::find(text_of(&pair)).map(Way::ways)
}

/// Directions in words: `forward or diagonal`, `any except left`.
fn spelled(ways: Ways) -> String {
    let list = |mut left: Ways| -> String {
        let mut found: Vec<&str> = Vec::new();
        for way in ways_in_order() {
            if !left.is_empty() && way.ways().except(left).is_empty() {
                found.push(way.word());
                left = left.except(way.ways());
            }
        }
        found.join(&format!(" {} ", word(Rule::kw_or)))
    };
    let plain = list(ways);
    let but = words(&[Rule::kw_any, Rule::kw_except]);
    let except = format!("{but} {}", list(Ways::ANY.except(ways)));
    if plain.len() <= except.len() {
        plain
    } else {
        except
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: Rule, text: &str, expected: &[&str]) {
        let found: Vec<String> = changes(rule, text, 5)
            .iter()
            .map(|it| it.applied(text))
            .collect();
        assert_eq!(found, expected);
        for it in &found {
            assert!(RuleLanguage::parse(rule, it).is_ok(), "`{it}`");
        }
    }

    #[test]
    fn every_part_of_a_rule_is_changed() {
        check(
            Rule::whole_condition,
            "repeated 4 times",
            &[
                "repeated 4 times in a row",
                "repeated 5 times",
                "repeated 3 times",
            ],
        );
        check(
            Rule::whole_condition,
            "at least 3 own man in contact",
            &[
                "at least 4 own man in contact",
                "at least 2 own man in contact",
                "at least 3 own man",
                "at least 3 own in contact",
                "at least 3 enemy man in contact",
                "at least 3 own man in enemy contact",
            ],
        );
        check(
            Rule::whole_turn,
            "any of move man twice, drop once",
            &[
                "any of drop once",
                "any of move man twice",
                "one of move man, drop",
                "any of move man twice, drop once, pass once",
                "any of move twice, drop once",
                "any of move man once, drop once",
                "any of move man 3 times, drop once",
                "any of move man twice, drop twice",
            ],
        );
        check(
            Rule::whole_set,
            "(a1 or file b) except last rank",
            &[
                "(a1 or file b)",
                "(file b) except last rank",
                "(a1 ) except last rank",
                "(b1 or file b) except last rank",
                "(a2 or file b) except last rank",
                "(a1 or file c) except last rank",
                "(a1 or file a) except last rank",
                "(a1 or file b) except first rank",
                "(a1 or file b) except last 2 ranks",
            ],
        );
    }

    #[test]
    fn a_step_crosses_nothing() {
        for (slide, step) in [
            ("slide left 2 onto enemy", "step left onto enemy"),
            (
                "slide any onto own man through not enemy within a1",
                "step any onto own man within a1",
            ),
        ] {
            let found = changes(Rule::whole_moves, slide, 5);
            assert_eq!(found[0].applied(slide), step);
        }
    }

    #[test]
    fn a_direction_more_or_less() {
        let found = changes(Rule::whole_moves, "step forward or diagonal", 5);
        let found: Vec<String> = found
            .iter()
            .map(|it| it.applied("step forward or diagonal"))
            .collect();
        assert_eq!(found.len(), 1 + 1 + 8, "{found:?}");
        for expected in [
            "slide forward or diagonal",
            "step diagonal",
            "step forward",
            "step any except sideways",
            "step diagonal or forward or left",
        ] {
            let is_there = found.iter().any(|it| it == expected);
            assert!(is_there, "{expected}: {found:?}");
        }
    }
}
