//! The phrase for each grammar rule, for "expected …".

use super::Rule;
use crate::board::Way;

/// What a person would call a grammar rule; nothing for rules that are never expected by themselves.
///
/// Exhaustive on purpose: a new rule cannot ship without its phrase.
pub fn spoken(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end",
        Rule::WHITESPACE | Rule::reserved | Rule::edge | Rule::kw_later => return None,
        Rule::whole_moves | Rule::moves | Rule::path => "a movement",
        Rule::whole_set | Rule::set | Rule::part | Rule::noun => "a set of squares",
        Rule::whole_act | Rule::act | Rule::budget => "an act",
        Rule::whole_turn | Rule::turn => "a turn",
        Rule::whole_condition | Rule::condition => "a condition",
        Rule::whole_kinds | Rule::kinds => "a kind of piece",
        Rule::whole_result | Rule::result => "a result",
        Rule::whole_name | Rule::name | Rule::named => "a name",
        Rule::square => "a square",
        Rule::file_letter => "the letter of a file",
        Rule::number => "a number",
        Rule::distance => "a distance",
        Rule::offset => "an offset `(1,2)`",
        Rule::quality => "a quality",
        Rule::quantity => "a quantity",
        Rule::counting => "a count of squares",
        Rule::ways | Rule::way_list | Rule::way | Rule::direction => "a direction",
        Rule::side => "a side",
        Rule::verb => "`move`, `drop` or `pass`",
        Rule::times => "how often",
        Rule::pieces => "pieces",
        Rule::in_part => "`in`",
        Rule::except_part => "`except`",
        Rule::or_part => "`or`",
        Rule::attacked => "`attacked by`",
        Rule::stuck => "`stuck`",
        Rule::next_to => "`next to`",
        Rule::beside => "a direction",
        Rule::bracket => "`(`",
        Rule::negation => "`not`",
        Rule::lines => "`file of`",
        Rule::chain => "`chain`",
        Rule::run => "`run`",
        Rule::between => "`between`",
        Rule::run_from => "`from`",
        Rule::bends | Rule::bend => "a direction",
        Rule::edge_ranks => "`last`",
        Rule::one_rank => "`rank`",
        Rule::some_ranks => "`ranks`",
        Rule::one_file => "`file`",
        Rule::some_files => "`files`",
        Rule::empty => "`empty`",
        Rule::origin => "`origin`",
        Rule::target => "`target`",
        Rule::step => "`step`",
        Rule::slide => "`slide`",
        Rule::leap => "`leap`",
        Rule::hop => "`hop`",
        Rule::borrowed => "`as`",
        Rule::from_clause | Rule::act_from => "`from`",
        Rule::onto_clause => "`onto`",
        Rule::through_clause => "`through`",
        Rule::within_clause => "`within`",
        Rule::act_to => "`to`",
        Rule::act_touching => "`touching`",
        Rule::act_capturing => "`capturing`",
        Rule::act_promoting => "`promoting`",
        Rule::one_of => "`one of`",
        Rule::any_of => "`any of`",
        Rule::points | Rule::lead => "`points of`",
        Rule::purse => "a set of squares",
        Rule::mate => "`mate of`",
        Rule::cannot_act => "`cannot act`",
        Rule::repeated => "`repeated`",
        Rule::in_a_row => "`in a row`",
        Rule::throughout => "`throughout`",
        Rule::in_hand => "`hand holds`",
        Rule::seat => "`is first`",
        Rule::orthogonal => "`orthogonal`",
        Rule::diagonal => "`diagonal`",
        Rule::vertical => "`vertical`",
        Rule::sideways => "`sideways`",
        Rule::forward => "`forward`",
        Rule::forward_left => "`forward-left`",
        Rule::forward_right => "`forward-right`",
        Rule::forward_diagonal => "`forward-diagonal`",
        Rule::backward => "`backward`",
        Rule::backward_left => "`backward-left`",
        Rule::backward_right => "`backward-right`",
        Rule::backward_diagonal => "`backward-diagonal`",
        Rule::left => "`left`",
        Rule::right => "`right`",
        Rule::kw_a => "`a`",
        Rule::kw_act => "`act`",
        Rule::kw_and => "`and`",
        Rule::kw_answered => "`answered`",
        Rule::kw_any => "`any`",
        Rule::kw_anywhere => "`anywhere`",
        Rule::kw_as => "`as`",
        Rule::kw_aside => "`aside`",
        Rule::kw_at => "`at`",
        Rule::kw_attacked => "`attacked`",
        Rule::kw_back => "`back`",
        Rule::kw_between => "`between`",
        Rule::kw_by => "`by`",
        Rule::kw_cannot => "`cannot`",
        Rule::kw_capturing => "`capturing`",
        Rule::kw_chain => "`chain`",
        Rule::kw_draw => "`draw`",
        Rule::kw_drop => "`drop`",
        Rule::kw_empty => "`empty`",
        Rule::kw_enemy => "`enemy`",
        Rule::kw_except => "`except`",
        Rule::kw_file => "`file`",
        Rule::kw_files => "`files`",
        Rule::kw_first => "`first`",
        Rule::kw_from => "`from`",
        Rule::kw_hand => "`hand`",
        Rule::kw_holds => "`holds`",
        Rule::kw_in => "`in`",
        Rule::kw_is => "`is`",
        Rule::kw_last => "`last`",
        Rule::kw_leap => "`leap`",
        Rule::kw_hop => "`hop`",
        Rule::kw_over => "`over`",
        Rule::kw_least => "`least`",
        Rule::kw_mate => "`mate`",
        Rule::kw_most => "`most`",
        Rule::kw_more => "`more`",
        Rule::kw_points => "`points`",
        Rule::kw_than => "`than`",
        Rule::kw_with => "`with`",
        Rule::kw_move => "`move`",
        Rule::kw_next => "`next`",
        Rule::kw_no => "`no`",
        Rule::kw_not => "`not`",
        Rule::kw_nothing => "`nothing`",
        Rule::kw_of => "`of`",
        Rule::kw_once => "`once`",
        Rule::kw_one => "`one`",
        Rule::kw_only => "`only`",
        Rule::kw_onto => "`onto`",
        Rule::kw_onward => "`onward`",
        Rule::kw_or => "`or`",
        Rule::kw_origin => "`origin`",
        Rule::kw_own => "`own`",
        Rule::kw_pass => "`pass`",
        Rule::kw_promoting => "`promoting`",
        Rule::kw_rank => "`rank`",
        Rule::kw_ranks => "`ranks`",
        Rule::kw_repeated => "`repeated`",
        Rule::kw_row => "`row`",
        Rule::kw_run => "`run`",
        Rule::kw_second => "`second`",
        Rule::kw_slanting => "`slanting`",
        Rule::kw_slide => "`slide`",
        Rule::kw_some => "`some`",
        Rule::kw_step => "`step`",
        Rule::kw_stuck => "`stuck`",
        Rule::kw_target => "`target`",
        Rule::kw_through => "`through`",
        Rule::kw_throughout => "`throughout`",
        Rule::kw_times => "`times`",
        Rule::kw_to => "`to`",
        Rule::kw_touching => "`touching`",
        Rule::kw_twice => "`twice`",
        Rule::kw_wins => "`wins`",
        Rule::kw_within => "`within`",
        Rule::dots => "`..`",
        Rule::comma => "`,`",
        Rule::open => "`(`",
        Rule::close => "`)`",
    })
}

/// Whether a rule is one of the forms that a set of squares can begin with, or the first word of one.
pub fn opens_set(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::bracket
            | Rule::open
            | Rule::negation
            | Rule::kw_not
            | Rule::lines
            | Rule::chain
            | Rule::kw_chain
            | Rule::run
            | Rule::kw_run
            | Rule::edge_ranks
            | Rule::kw_first
            | Rule::kw_last
            | Rule::one_rank
            | Rule::some_ranks
            | Rule::kw_rank
            | Rule::kw_ranks
            | Rule::one_file
            | Rule::some_files
            | Rule::kw_file
            | Rule::kw_files
            | Rule::empty
            | Rule::kw_empty
            | Rule::origin
            | Rule::kw_origin
            | Rule::target
            | Rule::kw_target
            | Rule::square
            | Rule::pieces
            | Rule::side
            | Rule::kw_own
            | Rule::kw_enemy
            | Rule::kw_any
            | Rule::named
            | Rule::name
    )
}

/// The words that a set of squares, or a part of one, can begin with.
pub fn set_words() -> impl Iterator<Item = &'static str> {
    let qualities = [Rule::kw_attacked, Rule::kw_stuck, Rule::kw_next];
    Rule::all_rules()
        .iter()
        .copied()
        .filter(move |it| opens_set(*it) || qualities.contains(it))
        .filter_map(spoken)
        .flat_map(spelt)
        .chain(Way::all().map(Way::word))
}

/// The words that a phrase quotes: `in`, `a`, `row` of "`in a row`".
pub fn spelt(phrase: &'static str) -> impl Iterator<Item = &'static str> {
    phrase
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|it| it.split(' '))
        .filter(|it| it.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// `a`, `a or b`, `a, b or c`.
pub fn article(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [many @ .., last] => format!("{} or {last}", many.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::RuleLanguage;
    use pest::Parser;

    /// The words between the braces of a rule of the grammar.
    fn alternatives(rule: &str) -> Vec<&'static str> {
        let grammar = include_str!("../../../grammar/rules.pest");
        let opening = format!("\n{rule} ");
        let body = grammar
            .split(&opening)
            .nth(1)
            .expect("a rule of the grammar");
        let body = body
            .split(['{', '}'])
            .nth(1)
            .expect("a rule of the grammar");
        body.split('|').map(str::trim).collect()
    }

    #[test]
    fn the_directions_of_the_grammar_are_those_of_the_table() {
        let mut words: Vec<String> = Way::all().map(|it| it.word().replace('-', "_")).collect();
        let mut rules = alternatives("direction");
        rules.extend(["any"]);
        words.sort_unstable();
        rules.sort_unstable();
        assert_eq!(words, rules);
        assert_eq!(alternatives("way"), ["kw_any", "direction"]);
        for word in Way::all().map(Way::word) {
            let read = RuleLanguage::parse(Rule::way, word).map_or("", |it| it.as_str());
            assert_eq!(read, word);
            let quoted = format!("`{word}`");
            let rules = Rule::all_rules().iter().copied();
            assert!(rules.filter_map(spoken).any(|it| it == quoted), "{word}");
        }
    }
}
