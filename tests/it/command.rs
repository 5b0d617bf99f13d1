//! The built program, run as a person would.

use std::io::Write;
use std::process::{Command, Stdio};

/// What came of a run.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `koma` with these arguments and no input.
pub fn koma<S: AsRef<str>>(args: &[S]) -> Run {
    koma_with(args, "")
}

/// Runs `koma` with these arguments, typing this.
pub fn koma_with<S: AsRef<str>>(args: &[S], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_koma"))
        .args(args.iter().map(AsRef::as_ref))
        .env_remove("CLICOLOR_FORCE")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have gone by now.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
