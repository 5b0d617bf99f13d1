//! "Did you mean …": the nearest of the words that could have been meant.

use super::safe;

/// A name longer than this is nobody's slip of the pen.
const LONGEST: usize = 64;

/// The candidate nearest to `word`, if one is near enough to be a slip of the pen. A word of one or two letters
/// is near to too many.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let allowed = length / 3;
    candidates
        .into_iter()
        .filter(|it| it.len() <= LONGEST)
        .filter_map(|it| {
            // The lengths alone often tell, and cost nothing.
            let close = it.chars().count().abs_diff(length) <= allowed;
            (close || prefix(word, it)).then(|| (strsim::damerau_levenshtein(word, it), it))
        })
        .filter(|(distance, it)| *distance <= allowed || prefix(word, it))
        .min_by_key(|(distance, it)| (*distance, *it))
        .map(|(_, it)| it)
}

/// One is the beginning of the other: `run` and `runner`, `camps` and `camp`.
fn prefix(word: &str, candidate: &str) -> bool {
    word.len() >= 3
        && candidate.len() >= 3
        && (candidate.starts_with(word) || word.starts_with(candidate))
}

/// "did you mean `x`?", or else the list of what there is.
pub fn hint<'a>(
    word: &str,
    what: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    if let Some(near) = nearest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    if candidates.is_empty() {
        return None;
    }
    let shown: Vec<String> = candidates
        .iter()
        .take(12)
        .map(|it| format!("`{}`", safe::short(it)))
        .collect();
    let more = if candidates.len() > 12 { ", …" } else { "" };
    Some(format!("{what}: {}{more}", shown.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_mended() {
        assert_eq!(nearest("runer", ["guard", "runner"]), Some("runner"));
        assert_eq!(nearest("rnuner", ["guard", "runner"]), Some("runner"));
        assert_eq!(nearest("camps", ["camp"]), Some("camp"));
        assert_eq!(nearest("zzz", ["guard", "runner"]), None);
    }

    #[test]
    fn short_words_are_near_to_nothing() {
        assert_eq!(nearest("", ["("]), None);
        assert_eq!(nearest("or", ["of", "on"]), None);
    }
}
