//! `koma sheet`

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::args::{LangArgs, VariantArgs, unopened};
use crate::report::output::{Status, deliver};
use crate::report::rule_sheet::Page;
use crate::report::rule_sheet_html;
use koma::check::Document;

/// Writes a rule sheet to print, in English or French
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Board, pieces, and the rules as sentences, each with the id of its rule.\n\
Example:\n  koma sheet my_game.toml --lang fr -o my_game.html"
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    #[command(flatten)]
    lang: LangArgs,
    /// How it is written; if not said, as the name of the file ends, else Markdown
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Writes to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a sheet is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown
    Md,
    /// One HTML file that prints on A4
    Html,
}

pub fn run(args: Args) -> Status {
    let (name, picks) = match args.variant.picked() {
        Ok(it) => it,
        Err(status) => return status,
    };
    let language = args.lang.language();
    let file = args.output.as_deref();
    let ending = file.and_then(Path::extension).and_then(|it| it.to_str());
    let format = args.format.unwrap_or(match ending {
        Some("html" | "htm") => Format::Html,
        _ => Format::Md,
    });
    let page = Document::open(name).and_then(|it| Page::new(&it, &picks, language));
    match page {
        Ok(page) => deliver(
            &match format {
                Format::Md => page.markdown(),
                Format::Html => rule_sheet_html::html(&page),
            },
            file,
        ),
        Err(report) => unopened(&report),
    }
}
