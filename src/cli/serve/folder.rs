//! The folder of the file that is shown: its `.toml` files can be read, and nothing else of this machine.

use std::io;
use std::path::{Path, PathBuf};

use super::http::Reply;
use koma::text::Source;

/// A file, and the folder that it is in.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    file: PathBuf,
}

/// More files than this are not listed.
const LISTED: usize = 500;

impl Folder {
    pub fn of(file: &Path) -> io::Result<Folder> {
        let parent = file.parent().filter(|it| !it.as_os_str().is_empty());
        let root = std::fs::canonicalize(parent.unwrap_or(Path::new(".")))?;
        let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Folder {
            file: root.join(name),
            root,
        })
    }

    pub fn file_name(&self) -> String {
        let name = self.file.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The file that is shown, and the rulebook beside it.
    pub fn shown(&self) -> (Option<String>, Option<String>) {
        let text = |path: &Path| Source::read(path).ok().map(|it| it.text);
        let name = self.file_name();
        let stem = name.strip_suffix(".toml").unwrap_or(&name);
        let book = format!("{stem}{}", crate::args::RULEBOOK);
        let book = self.real(&book).and_then(|it| text(&it));
        (text(&self.file), book)
    }

    /// The names of its variants.
    pub fn list(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.root)
            .into_iter()
            .flatten()
            .flatten();
        let names = entries.filter_map(|it| it.file_name().into_string().ok());
        let is_variant =
            |it: &String| it.ends_with(".toml") && !it.ends_with(crate::args::RULEBOOK);
        let plain = |it: &String| !it.starts_with('.') && self.real(it).is_some();
        let mut names: Vec<String> = names
            .filter(is_variant)
            .filter(plain)
            .take(LISTED)
            .collect();
        names.sort();
        names
    }

    /// A file of the folder, as text.
    pub fn read(&self, name: &str) -> Option<Reply> {
        let source = Source::read(&self.real(name)?).ok()?;
        Some(Reply::new("text/plain; charset=utf-8", source.text))
    }

    /// Where a file of the folder really is: in it, or it is none.
    fn real(&self, name: &str) -> Option<PathBuf> {
        let real = std::fs::canonicalize(self.root.join(name)).ok()?;
        let is_toml = real.extension().is_some_and(|it| it == "toml");
        (real.starts_with(&self.root) && is_toml && real.is_file()).then_some(real)
    }
}
