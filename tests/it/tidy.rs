//! The project's own rules: layers, names, quotes.

use std::path::{Path, PathBuf};

use koma::{Picks, Variant};

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().unwrap().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The layers of the library, lowest first; `text` and `board` stand side by side. The crates above it are kept apart by
/// the compiler.
const LAYERS: [&str; 9] = [
    "text", "board", "shipped", "syntax", "check", "say", "rules", "play", "book",
];

#[test]
fn layers_point_down() {
    let mut wrong = Vec::new();
    for (height, layer) in LAYERS.iter().enumerate() {
        for path in files(&format!("src/koma/{layer}"), ".rs") {
            let text = read(&path);
            for above in &LAYERS[height + 1..] {
                if text.contains(&format!("crate::{above}::")) {
                    wrong.push(format!("{} uses {above}", path.display()));
                }
            }
            if *layer == "board" && text.contains("crate::text")
                || *layer == "text" && text.contains("crate::board")
            {
                wrong.push(format!(
                    "{}: text and board know nothing of each other",
                    path.display()
                ));
            }
            if *layer == "play" && text.contains("syntax::") {
                wrong.push(format!("{}: play never sees the syntax", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    let known: Vec<String> = std::fs::read_dir("src/koma")
        .unwrap()
        .map(|it| it.unwrap())
        .filter(|it| it.path().is_dir())
        .map(|it| it.file_name().into_string().unwrap())
        .collect();
    assert!(
        known.iter().all(|it| LAYERS.contains(&it.as_str())),
        "a folder of the library is no layer: {known:?}"
    );
}

/// The words of a source line outside of its comments.
fn words(line: &str) -> Vec<String> {
    let code = match line.trim_start().starts_with("//") {
        true => "",
        false => line,
    };
    code.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Words of other people's protocols that happen to name a game: the file, and the word.
const WORDS_OF_PROTOCOLS: [(&str, &str); 1] = [
    // The parent variant that XBoard wants to hear of a game with hands.
    ("src/cli/protocols/xboard_output.rs", "shogi"),
];

#[test]
fn no_game_in_the_engine() {
    let mut names: Vec<String> = Vec::new();
    for name in koma::shipped::names() {
        names.push(name.to_owned());
        let variant = Variant::open(name, &Picks::default()).unwrap();
        names.extend(variant.sheet().kinds.iter().map(|it| it.name.clone()));
    }
    let mut wrong = Vec::new();
    let mut excused = Vec::new();
    for path in files("src", ".rs") {
        for (i, line) in read(&path).lines().enumerate() {
            for name in words(line).into_iter().filter(|it| names.contains(it)) {
                let known = (path.to_str().unwrap().to_owned(), name.clone());
                match WORDS_OF_PROTOCOLS
                    .iter()
                    .any(|it| *it == (&*known.0, &*known.1))
                {
                    true => excused.push(known),
                    false => wrong.push(format!("{}:{}: `{name}`", path.display(), i + 1)),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    // An exception is one place, and one that is still there.
    assert_eq!(excused.len(), WORDS_OF_PROTOCOLS.len(), "{excused:?}");
}

#[test]
fn every_variant_of_a_rulebook_quotes_it() {
    for name in koma::shipped::names().filter(|it| koma::shipped::rulebook(it).is_some()) {
        let text = koma::shipped::variant(name).unwrap();
        assert!(
            text.matches('«').count() >= 8,
            "{name} hardly quotes its rulebook"
        );
        // A quote is a fragment, never a page.
        for quote in text
            .split('«')
            .skip(1)
            .filter_map(|it| it.split('»').next())
        {
            assert!(
                quote.chars().count() < 120,
                "{name}: «{quote}» is more than a fragment"
            );
        }
    }
}

#[test]
fn nothing_is_left_lying_about() {
    let mut wrong = Vec::new();
    for path in files("src", ".rs").into_iter().chain(files("tests", ".rs")) {
        if path.ends_with("tidy.rs") {
            continue;
        }
        for (i, line) in read(&path).lines().enumerate() {
            if ["todo!(", "dbg!(", "unimplemented!(", "#[ignore"]
                .iter()
                .any(|it| line.contains(it))
            {
                wrong.push(format!("{}:{}: {}", path.display(), i + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
