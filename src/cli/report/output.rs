//! What is printed, and how: results on stdout, everything else on stderr, nothing raw.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use miette::{GraphicalReportHandler, GraphicalTheme};

use koma::text::Report;

/// How a command went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Done, or the answer is yes.
    Done,
    /// The answer is no: problems found, act refused, scenario failed.
    No,
    /// The command line itself is wrong.
    Usage,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::No => 1,
            Status::Usage => 2,
        })
    }
}

/// Prints a result. A reader that has gone away ends the program quietly.
pub fn result(text: &str) {
    let mut out = anstream::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if written.is_err() {
        std::process::exit(0);
    }
}

/// Prints a result, or writes it to a file: whole, or not at all.
pub fn deliver(text: &str, file: Option<&Path>) -> Status {
    let Some(file) = file else {
        result(text.trim_end());
        return Status::Done;
    };
    match write_whole(file, text.trim_end()) {
        Ok(()) => Status::Done,
        Err(error) => {
            let name = koma::text::safe::line(&file.display().to_string());
            remark(&format!("koma: cannot write `{name}`: {error}"));
            Status::Usage
        }
    }
}

/// Writes a text beside the file, then takes its place: whatever happens meanwhile, the old text or the new one is there.
pub fn write_whole(file: &Path, text: &str) -> std::io::Result<()> {
    write_through(file, |to| writeln!(to, "{text}"))
}

/// The same for data that is not kept as a text.
pub fn write_through(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let named = file.file_name().is_some();
    if !named || file.is_dir() {
        return Err(std::io::Error::other("it is not the name of a file"));
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".koma-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As any other file that a person makes; the mask still counts.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut beside = builder.tempfile_in(folder)?;
    {
        let mut buffer = std::io::BufWriter::with_capacity(1 << 16, &mut beside);
        write(&mut buffer)?;
        buffer.flush()?;
    }
    beside.as_file().sync_all()?;
    beside.persist(file).map_err(|it| it.error)?;
    // The name is safe only when the folder is.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

/// Prints a remark.
pub fn remark(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// A report as text: drawn with colours if asked for.
pub fn drawn(report: &Report, colours: bool, width: usize) -> String {
    let theme = if colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .with_links(false);
    let mut out = String::new();
    for shown in report.diagnostics() {
        if handler.render_report(&mut out, &shown).is_err() {
            out += &report.to_string();
        }
    }
    out
}

/// Draws a report on stdout, where it is the answer.
pub fn answer(report: &Report) {
    let colours = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
        && std::io::stdout().is_terminal();
    result(drawn(report, colours, width()).trim_end());
}

/// Draws a report on stderr.
pub fn complain(report: &Report) {
    let colours = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never
        && std::io::stderr().is_terminal();
    let _ = write!(anstream::stderr(), "{}", drawn(report, colours, width()));
}

fn width() -> usize {
    std::env::var("COLUMNS")
        .ok()
        .and_then(|it| it.parse().ok())
        .map_or(100, |it: usize| it.clamp(40, 200))
}
