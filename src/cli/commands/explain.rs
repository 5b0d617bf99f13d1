//! `koma explain`

use crate::report::output::{Status, remark, result};
use crate::report::wrap::wrap;
use koma::text::{Code, near};

/// Tells more about a problem code, with an example
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The code; without it, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

pub fn run(args: Args) -> Status {
    let Some(text) = args.code.as_deref() else {
        for code in Code::ALL {
            result(code.as_str());
        }
        return Status::Done;
    };
    match Code::find(text) {
        Some(code) => {
            result(&format!(
                "{code}\n\n{}\n\nExample:\n",
                wrap(code.explanation(), 96).join("\n")
            ));
            for line in code.example().lines() {
                result(&format!("    {line}"));
            }
            Status::Done
        }
        None => {
            let hint = near::nearest(text, Code::ALL.iter().map(|it| it.as_str()))
                .map_or("`koma explain` lists them".to_owned(), |it| {
                    format!("did you mean `{it}`?")
                });
            remark(&format!(
                "koma: there is no code `{}`; {hint}",
                koma::text::safe::line(text)
            ));
            Status::Usage
        }
    }
}
