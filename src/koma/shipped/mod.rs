//! The variants that come with the program, compiled into it.

/// File name and text of every file of `variants/`, sorted by name.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

const RULEBOOK: &str = ".rulebook.toml";

/// The names of the shipped variants.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES
        .iter()
        .filter(|(file, _)| !file.ends_with(RULEBOOK))
        .filter_map(|(file, _)| file.strip_suffix(".toml"))
}

/// The text of a shipped variant.
pub fn variant(name: &str) -> Option<&'static str> {
    file(&format!("{name}.toml"))
}

/// The text of the rulebook beside a shipped variant.
pub fn rulebook(name: &str) -> Option<&'static str> {
    file(&format!("{name}{RULEBOOK}"))
}

fn file(wanted: &str) -> Option<&'static str> {
    FILES
        .iter()
        .find(|(file, _)| *file == wanted)
        .map(|(_, text)| *text)
}
