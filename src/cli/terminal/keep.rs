//! Where games are kept: the file that a person names, and the folder of games that keep themselves.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;

use crate::report::output::write_whole;

/// How games are named.
pub const ENDING: &str = "koma";
/// So many games keep themselves; the oldest make room.
const MOST: usize = 50;

/// The folder of games that keep themselves.
fn folder() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    let state = places.state_dir().unwrap_or_else(|| places.data_dir());
    Some(state.join("koma").join("games"))
}

/// A new file in the folder of games that keep themselves.
pub fn own_file(variant: &str) -> Option<PathBuf> {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let now: String = now.chars().filter(|it| *it != ':').collect();
    let name = format!("{}-{now}-{}.{ENDING}", stem(variant), std::process::id());
    Some(folder()?.join(name))
}

/// The game that kept itself last: of this variant, or of any.
pub fn newest(variant: Option<&str>) -> Option<PathBuf> {
    let stem = variant.map(|it| format!("{}-", stem(it)));
    let mut games = games(&folder()?);
    games.retain(|(_, it)| match (&stem, it.file_name()) {
        (Some(stem), Some(name)) => name.to_string_lossy().starts_with(stem),
        (stem, _) => stem.is_none(),
    });
    games.pop().map(|it| it.1)
}

/// Keeps a game that keeps itself, and makes room for it.
pub fn keep_itself(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent().filter(|it| !it.exists()) {
        std::fs::create_dir_all(folder)?;
    }
    if !file.exists()
        && let Some(folder) = file.parent()
    {
        let games = games(folder);
        for (_, old) in games.iter().take((games.len() + 1).saturating_sub(MOST)) {
            let _ = std::fs::remove_file(old);
        }
    }
    write_whole(file, text)
}

/// The games of a folder, the oldest first.
fn games(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut games: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|it| it.path().extension().is_some_and(|it| it == ENDING))
        .filter_map(|it| Some((it.metadata().ok()?.modified().ok()?, it.path())))
        .collect();
    games.sort();
    games
}

/// What a file name can hold of a variant's name.
fn stem(variant: &str) -> String {
    let stem = Path::new(variant).file_stem().unwrap_or_default();
    let fits = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.');
    let stem: String = stem
        .to_string_lossy()
        .chars()
        .filter(fits)
        .take(40)
        .collect();
    match stem.is_empty() {
        true => "game".to_owned(),
        false => stem,
    }
}
