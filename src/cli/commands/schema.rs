//! `koma schema`

use clap::builder::PossibleValuesParser;
use serde_json::Value;

use super::OUTPUTS;
use crate::report::output::{Status, result};

/// Writes the JSON Schema of the data that other commands print
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  koma schema moves > moves.schema.json")]
pub struct Args {
    /// The command; without it, one object with the schemas of all
    #[arg(value_name = "OUTPUT", value_parser = PossibleValuesParser::new(OUTPUTS.iter().map(|it| it.0)))]
    output: Option<String>,
}

pub fn run(args: Args) -> Status {
    let schema = |name: &str| {
        let found = OUTPUTS.iter().find(|it| it.0 == name);
        found.map_or(Value::Null, |it| it.1().to_value())
    };
    let written = match &args.output {
        Some(name) => schema(name),
        None => OUTPUTS
            .iter()
            .map(|it| (it.0.to_owned(), schema(it.0)))
            .collect(),
    };
    result(&format!("{written:#}"));
    Status::Done
}
