//! `koma fingerprint`

use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{JsonArgs, VariantArgs};
use crate::report::json::{self, Pairs};
use crate::report::output::{Status, result};
use koma_lab::study::{Canon, Fingerprint};

/// Prints a number that variants with the same rules share
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Pieces' letters, coordinates and the names of end rules count; other names, order and wording do not.\n\
Example: diff <(koma fingerprint a.toml --text) <(koma fingerprint b.toml --text)"
)]
pub struct Args {
    #[command(flatten)]
    variant: VariantArgs,
    /// Prints the text that the number is made of: the rules in canonical form
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// The fingerprint of a variant.
#[derive(Serialize, JsonSchema)]
pub struct Output {
    title: String,
    /// The choices made
    chosen: Pairs<String>,
    fingerprint: String,
    /// The rules in canonical form
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

pub fn run(args: Args) -> Status {
    let variant = match args.variant.open() {
        Ok(variant) => variant,
        Err(status) => return status,
    };
    let sheet = variant.sheet();
    let canon = Canon::new(sheet).text();
    let fingerprint = Fingerprint::of_text(&canon).to_string();
    if args.json.json {
        json::print(Output {
            title: sheet.title.clone(),
            chosen: Pairs(sheet.chosen.clone()),
            fingerprint,
            text: args.text.then_some(canon),
        });
    } else if args.text {
        result(canon.trim_end());
    } else {
        result(&fingerprint);
    }
    Status::Done
}
