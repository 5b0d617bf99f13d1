//! The `koma` command: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    koma_cli::main()
}
