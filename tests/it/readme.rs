//! The README: what it shows the program printing, the program prints.

use crate::command::koma;

const README: &str = include_str!("../../README.md");

/// Blocks that begin with `$ koma …`, and what is below.
fn examples() -> Vec<(String, Vec<&'static str>)> {
    let blocks = README.split("```text\n$ koma ").skip(1);
    blocks
        .map(|it| {
            let (command, rest) = it.split_once('\n').unwrap();
            let (shown, _) = rest.split_once("```").unwrap();
            (command.to_owned(), shown.lines().collect())
        })
        .collect()
}

/// The words of a command line; what is in double quotes is one.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(i, part)| match i % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let examples = examples();
    assert_eq!(examples.len(), 3);
    for (command, shown) in examples {
        let run = koma(&words(&command));
        let printed = match run.stdout.is_empty() {
            true => run.stderr,
            false => run.stdout,
        };
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let mut at = 0;
        let mut gap = false;
        for line in shown {
            if line == "…" {
                gap = true;
                continue;
            }
            // A line may be cut short too.
            let is_it = |it: &&str| match line.strip_suffix(" …") {
                Some(begin) => it.starts_with(begin),
                None => *it == line,
            };
            let found = printed[at..].iter().position(is_it);
            match found {
                Some(n) if gap || n == 0 => at += n + 1,
                _ => panic!(
                    "koma {command}: not printed here: {line}\n{}",
                    printed.join("\n")
                ),
            }
            gap = false;
        }
        assert!(
            gap || at == printed.len(),
            "koma {command}: more is printed"
        );
    }
}

/// The commands of the table are those of the program.
#[test]
fn every_command_is_named() {
    let help = koma(&["--help"]).stdout;
    let commands = help
        .lines()
        .filter(|it| it.starts_with("  ") && !it.starts_with("   "));
    let names: Vec<&str> = commands
        .filter_map(|it| it.split_whitespace().next())
        .filter(|it| !it.starts_with('-'))
        .collect();
    assert!(names.len() > 20, "{help}");
    for name in names {
        assert!(README.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn it_is_short_and_its_links_lead_somewhere() {
    assert!(README.lines().count() <= 150);
    for link in README.split("](").skip(1) {
        let (path, _) = link.split_once(')').unwrap();
        assert!(std::path::Path::new(path).exists(), "{path}");
    }
}
