//! `koma fingerprint`

use serde_json::{Map, Value, json};

use crate::args::{JsonArgs, VariantArgs};
use crate::report::output::{JSON_VERSION, Status, json_line, result};
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

pub fn run(args: Args) -> Status {
    let variant = match args.variant.open() {
        Ok(variant) => variant,
        Err(status) => return status,
    };
    let sheet = variant.sheet();
    let canon = Canon::new(sheet).text();
    let fingerprint = Fingerprint::of_text(&canon).to_string();
    if args.json.json {
        let chosen: Map<String, Value> = sheet
            .chosen
            .iter()
            .map(|(name, choice)| (name.clone(), json!(choice)))
            .collect();
        let mut value = json!({
            "version": JSON_VERSION, "title": sheet.title, "chosen": chosen, "fingerprint": fingerprint,
        });
        if args.text {
            value["text"] = json!(canon);
        }
        json_line(&value);
    } else if args.text {
        result(canon.trim_end());
    } else {
        result(&fingerprint);
    }
    Status::Done
}
