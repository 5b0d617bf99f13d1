//! A variant drawn for a reader: board, zones, pieces, rules in words, choices.

use unicode_width::UnicodeWidthStr;

use super::drawing;
use super::wrap::{PAGE, wrap};
use koma::board::Player;
use koma::board::diagram::Setup;
use koma::check::ChoiceKind;
use koma::check::sheet::KindId;
use koma::play::Variant;
use koma::say::{Language, Sentence, sentences};
use koma::text::safe;

/// A variant at its start.
pub fn portrait(variant: &Variant) -> String {
    show(variant, None)
}

/// A variant with a position, or with its start.
pub fn show(variant: &Variant, setup: Option<&Setup>) -> String {
    let sheet = variant.sheet();
    let title = safe::line(sheet.title_in(Language::English.code()));
    let mut page = format!("{title}\n{}\n", "=".repeat(title.width()));
    let mut add = |part: &str| {
        if !part.is_empty() {
            page.push('\n');
            page += part;
        }
    };
    let said = sentences(sheet, Language::English);

    if let Some(about) = sheet.about_in(Language::English.code()) {
        add(&wrapped(&safe::line(about), 0));
    }
    let setup = setup.unwrap_or(&sheet.start);
    add(&drawing::board(
        variant,
        setup,
        Language::English,
        Player::First,
    ));
    add(&heading("Board"));
    add(&drawing::zones(variant, Language::English));
    add(&rules(&said, &["board", "squares"]));

    add(&heading("Pieces"));
    let diagrams: Vec<String> = (0..sheet.kinds.len() as u8)
        .map(KindId)
        .filter(|it| !sheet.kinds[it.index()].moves.is_empty())
        .map(|it| drawing::movement(variant, it, Language::English))
        .collect();
    add(&side_by_side(&diagrams));
    add(&wrapped(
        &drawing::legend(&diagrams.concat(), Language::English),
        0,
    ));
    add(&rules(&said, &["groups", "pieces"]));

    let sections = [
        ("Turn", &["turn", "capture", "effect"][..]),
        ("Promotion", &["promote"]),
        ("Forbidden", &["forbid"]),
        ("End", &["end"]),
        ("What always holds", &["invariant"]),
    ];
    for (name, paths) in sections {
        let rules = rules(&said, paths);
        if !rules.is_empty() {
            add(&heading(name));
            add(&rules);
        }
    }
    let choices = choices(variant);
    if !choices.is_empty() {
        add(&heading("Options and readings"));
        add(&choices);
    }
    page
}

fn heading(text: &str) -> String {
    format!("{text}\n{}\n", "-".repeat(text.width()))
}

/// The sentences of some sections, each beside its path.
fn rules(said: &[Sentence], sections: &[&str]) -> String {
    let here = |it: &&Sentence| {
        let section = it.path.split('.').next().unwrap_or_default();
        sections.contains(&section)
    };
    let said: Vec<&Sentence> = said.iter().filter(here).collect();
    let column = said.iter().map(|it| it.path.width()).max().unwrap_or(0);
    // A path longer than half of the page would leave no room beside it.
    let column = column.min(PAGE / 2) + 2;
    let mut out = String::new();
    for Sentence { path, text } in said {
        let text = wrapped(text, column);
        let pad = column.saturating_sub(path.width());
        match pad {
            0 => out += &format!("{path}\n{}{text}", " ".repeat(column)),
            _ => out += &format!("{path}{}{text}", " ".repeat(pad)),
        }
    }
    out
}

/// What can be chosen; what was chosen stands in brackets.
fn choices(variant: &Variant) -> String {
    let mut out = String::new();
    for choice in &variant.choices().all {
        let made = variant.sheet().chosen.iter().find(|it| it.0 == choice.name);
        let made = made.map(|it| it.1.as_str());
        let each: Vec<String> = choice
            .choices
            .iter()
            .map(|it| match Some(it.as_str()) == made {
                true => format!("[{it}]"),
                false => it.clone(),
            })
            .collect();
        let kind = match choice.kind {
            ChoiceKind::Option => "option",
            ChoiceKind::Reading => "reading",
        };
        let clause = choice.clause.as_deref();
        let clause = clause.map_or(String::new(), |it| format!(" ({})", clean(it)));
        out += &wrapped(
            &format!("{kind}.{}{clause}: {}", choice.name, each.join(" ")),
            4,
        );
        if let Some(asks) = &choice.asks {
            out += &format!("    {}", wrapped(&clean(asks), 4));
        }
        for (picked, unknown) in choice.unknown(Language::English.code()) {
            let told = format!("{picked}: not known: {}", clean(&unknown.why));
            out += &format!("    {}", wrapped(&told, 4));
        }
    }
    for (edition, bundle) in &variant.choices().editions {
        let bundle: Vec<String> = bundle
            .iter()
            .map(|(name, choice)| format!("{name} = {choice}"))
            .collect();
        let bundle = match bundle.is_empty() {
            true => "as written".to_owned(),
            false => bundle.join(", "),
        };
        out += &wrapped(&format!("edition.{edition}: {bundle}"), 4);
    }
    out
}

/// User text on one line.
fn clean(text: &str) -> String {
    safe::block(text).replace(['\n', '\t'], " ")
}

/// A text broken into lines of the page; all but the first begin with some blanks. The first is taken to begin
/// behind as many.
fn wrapped(text: &str, indent: usize) -> String {
    let room = PAGE.saturating_sub(indent).max(PAGE / 3);
    wrap(text, room).join(&format!("\n{}", " ".repeat(indent))) + "\n"
}

/// Drawings beside each other, as many as fit the page.
pub fn side_by_side(drawings: &[String]) -> String {
    const GAP: usize = 3;
    let wide = |it: &String| it.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let mut rows: Vec<Vec<&String>> = Vec::new();
    let mut used = 0;
    for drawing in drawings {
        let needed = wide(drawing) + GAP;
        match rows.last_mut() {
            Some(row) if used + needed <= PAGE + GAP => {
                row.push(drawing);
                used += needed;
            }
            _ => {
                rows.push(vec![drawing]);
                used = needed;
            }
        }
    }
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| {
            let high = row.iter().map(|it| it.lines().count()).max().unwrap_or(0);
            let mut out = String::new();
            for i in 0..high {
                let mut line = String::new();
                for drawing in &row {
                    let part = drawing.lines().nth(i).unwrap_or("");
                    line += part;
                    line += &" ".repeat(wide(drawing) - part.width() + GAP);
                }
                out += line.trim_end();
                out.push('\n');
            }
            out
        })
        .collect();
    rows.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma::check::Picks;

    #[test]
    fn every_shipped_portrait_fits_the_page() {
        for name in koma::shipped::names() {
            let variant = Variant::open(name, &Picks::default()).expect("shipped variants load");
            for line in portrait(&variant).lines() {
                assert!(line.width() <= PAGE, "{name}: {line}");
                assert_eq!(line, line.trim_end(), "{name}");
            }
        }
    }

    #[test]
    fn lines_are_broken_at_blanks() {
        let text = "word ".repeat(30);
        let lines: Vec<String> = wrapped(text.trim_end(), 60)
            .lines()
            .map(str::to_owned)
            .collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].starts_with(&" ".repeat(60)) && lines[1].width() <= PAGE);
    }
}
