//! `koma completions`

use crate::report::output::{Status, result};

/// Writes a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    shell: clap_complete::Shell,
}

pub fn run(args: Args) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command_line(), "koma", &mut script);
    result(String::from_utf8_lossy(&script).trim_end());
    Status::Done
}
