//! Data for programs: what `--json` outputs have in common. The output of each command is a type beside it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde::Serialize;

use super::output::result;
use koma::play::Outcome;
use koma::text::{Place, Report, Span};
use koma_lab::study::selfplay::interval::Estimate;

/// The version of all outputs. It changes when a program that reads them has to.
pub const VERSION: u32 = 1;

/// An output with the version of its format.
#[derive(Serialize, JsonSchema)]
struct Versioned<T> {
    /// The version of the format
    version: u32,
    #[serde(flatten)]
    output: T,
}

/// The JSON text of an output.
pub fn text(output: impl Serialize) -> String {
    let versioned = Versioned {
        version: VERSION,
        output,
    };
    serde_json::to_string(&versioned).expect("json: keys are text")
}

/// Prints an output on one line.
pub fn print(output: impl Serialize) {
    result(&text(output));
}

/// The JSON Schema of an output.
pub fn schema<T: JsonSchema>(command: &str) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<Versioned<T>>();
    // Of the wrapper, which is not worth a word.
    schema.remove("description");
    schema.insert(
        "title".to_owned(),
        format!("The data of `koma {command}`, version {VERSION}").into(),
    );
    schema
}

/// A problem or warning of a file.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct ProblemOutput {
    /// What `koma explain` tells more about
    code: &'static str,
    /// `error` or `warning`
    severity: &'static str,
    message: String,
    /// Where it is, the place to edit first
    places: Vec<LabelledPlace>,
    /// What can be done about it
    help: Option<String>,
}

/// A place of a problem, from its first character to the one after its last.
#[derive(Serialize, JsonSchema)]
struct LabelledPlace {
    #[serde(flatten)]
    place: Place,
    end_line: usize,
    end_column: usize,
    /// In bytes
    offset: u32,
    /// In bytes
    length: u32,
    /// What is wrong there
    label: String,
}

/// The problems of a report.
pub fn problems(report: &Report) -> Vec<ProblemOutput> {
    let place = |span: Span, label: &str| {
        let (end_line, end_column) = report.sources().of(span).line_column(span.end as usize);
        LabelledPlace {
            place: report.sources().place(span),
            end_line,
            end_column,
            offset: span.start,
            length: span.end.saturating_sub(span.start),
            label: label.to_owned(),
        }
    };
    let problems = report.problems.iter().map(|it| ProblemOutput {
        code: it.code.as_str(),
        severity: it.severity().as_str(),
        message: it.message.clone(),
        places: { it.labels().iter() }
            .map(|(span, label)| place(*span, label))
            .collect(),
        help: it.help.clone(),
    });
    problems.collect()
}

/// How a game ended by a rule.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Outcome")]
pub struct OutcomeOutput {
    /// `win` or `draw`
    result: &'static str,
    /// `first` or `second`
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<&'static str>,
    /// The name of the end rule
    by: String,
}

impl From<&Outcome> for OutcomeOutput {
    fn from(it: &Outcome) -> OutcomeOutput {
        OutcomeOutput {
            result: if it.winner.is_some() { "win" } else { "draw" },
            winner: it.winner.map(|it| it.as_str()),
            by: it.by().to_owned(),
        }
    }
}

/// A figure with its interval of 95 %; an end that is not finite is null.
#[derive(Serialize, JsonSchema)]
pub struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Estimate> for Interval {
    fn from(it: Estimate) -> Interval {
        let finite = |it: f64| Some(it).filter(|it| it.is_finite());
        Interval {
            value: finite(it.value),
            low: finite(it.low),
            high: finite(it.high),
        }
    }
}

/// Named values in their order.
pub struct Pairs<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Pairs<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<T: JsonSchema> JsonSchema for Pairs<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Map_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>(),
        })
    }
}
