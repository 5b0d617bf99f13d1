//! Rule sheets: what they say, that every sentence names a rule, that the pages are well formed.

use koma::Picks;
use koma::check::Document;
use koma::say::{Language, Sentence};
use koma_cli::report::rule_sheet::Page;

use crate::command::koma;

/// The variants with a rulebook.
pub const BOOKS: [&str; 4] = ["mini_shogi", "sensei", "yokai_3x4", "yokai_5x6"];

#[test]
fn sheets_of_the_rulebooks() {
    for name in BOOKS {
        for language in Language::ALL {
            let run = koma(&["sheet", name, "--lang", language.code()]);
            assert_eq!(run.status, 0, "{}", run.stderr);
            insta::assert_snapshot!(format!("{name}_{}", language.code()), run.stdout);
        }
    }
}

#[test]
fn a_sheet_in_html() {
    let run = koma(&["sheet", "yokai_3x4", "--lang", "fr", "--format", "html"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    insta::assert_snapshot!("yokai_3x4_fr_html", run.stdout);
}

#[test]
fn every_sheet_in_html_stands_alone() {
    for name in koma::shipped::names() {
        for language in ["en", "fr"] {
            let run = koma(&["sheet", name, "--lang", language, "--format", "html"]);
            assert_eq!(run.status, 0, "{}", run.stderr);
            assert_balanced(&run.stdout);
            for outside in [
                "<script", "<link", "<img", "http:", "https:", "url(", "@import",
            ] {
                assert!(!run.stdout.contains(outside), "{name}: {outside}");
            }
        }
    }
}

/// What is said can be found in the file.
#[test]
fn every_sentence_names_a_rule() {
    for name in koma::shipped::names() {
        let document = Document::open(name).unwrap();
        for language in Language::ALL {
            let page = Page::new(&document, &Picks::default(), language).unwrap();
            let sheet = page.variant.sheet();
            let is_rule =
                |path: &str| document.says(path) || sheet.rules.iter().any(|it| it.path == path);
            let mut all: Vec<&Sentence> = page.board.iter().chain(&page.groups).collect();
            all.extend(page.pieces.iter().flat_map(|it| &it.1));
            all.extend(page.sections.iter().flat_map(|it| &it.1));
            let said = koma::say::sentences(sheet, language);
            assert_eq!(all.len(), said.len(), "{name}: each is said once");
            let others = page.choices.iter().flat_map(|it| &it.others);
            all.extend(others.flat_map(|it| &it.says));
            for it in all {
                assert!(is_rule(&it.path), "{name}: {}", it.path);
                assert!(!it.text.is_empty(), "{name}: {}", it.path);
            }
            for it in &page.choices {
                assert!(document.says(&it.path), "{name}: {}", it.path);
                for other in &it.others {
                    let tells = !other.says.is_empty() || !other.without.is_empty();
                    assert!(
                        tells,
                        "{name}: {} {} changes nothing",
                        it.path, other.choice.text
                    );
                }
            }
        }
    }
}

#[test]
fn a_choice_changes_the_sheet() {
    let plain = koma(&["sheet", "yokai_3x4"]).stdout;
    let edition = koma(&["sheet", "yokai_3x4@en"]).stdout;
    let set = koma(&["sheet", "yokai_3x4", "--set", "promotion=optional"]).stdout;
    assert_ne!(plain, edition);
    assert_eq!(edition, set);
    assert_eq!(koma(&["sheet", "yokai_3x4@zz"]).status, 2);
    assert_eq!(koma(&["sheet", "no_such_game"]).status, 2);
}

#[test]
fn user_text_stays_text() {
    let folder = std::env::temp_dir().join(format!("koma-sheet-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let game = folder.join("game.toml").display().to_string();
    let text = "koma = 1\nextends = \"yokai_3x4\"\ngame.name = \"<i>\\\"&'*x*\"\n\
                game.players = [\"<b>\", \"second\"]\nnames.en.pieces.kodama = \"</svg><script>`\"\n";
    std::fs::write(&game, text).unwrap();
    let out = folder.join("out.html").display().to_string();
    let run = koma(&["sheet", &game, "-o", &out]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let html = std::fs::read_to_string(&out).unwrap();
    assert_balanced(&html);
    assert!(html.contains("&lt;i&gt;&quot;&amp;'*x*"));
    assert!(!html.contains("<script>") && !html.contains("<i>") && !html.contains("(<b>)"));
    let run = koma(&["sheet", &game]);
    assert!(
        run.stdout.starts_with("# \\<i\\>\"\\&'\\*x\\*\n"),
        "{}",
        run.stdout
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Every tag that opens closes, in order, and every attribute is quoted.
#[track_caller]
pub fn assert_balanced(html: &str) {
    const VOID: [&str; 2] = ["meta", "br"];
    assert!(html.starts_with("<!DOCTYPE html>\n"));
    let mut open: Vec<&str> = Vec::new();
    let mut rest = &html["<!DOCTYPE html>".len()..];
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a stray > in {}", &rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap();
        assert!(
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric()),
            "<{tag}>"
        );
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
