//! What the page is made of, compiled into the program.

use super::http::Reply;

macro_rules! files {
    ($($name:literal)*) => {
        const FILES: &[(&str, &[u8])] = &[
            $((concat!("/", $name), include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/", $name))),)*
        ];
    };
}

files! {
    "board.js" "calls.js" "choices.js" "codemirror.js" "differs.js" "dom.js" "editor.js" "highlight.js" "http.js"
    "icon.svg" "index.html" "keep.js" "main.js" "model.js" "moves.js" "opponent.js" "pieces.js" "rail.js"
    "scenarios.js" "share.js" "sheet.js" "style.css" "table.js" "text.js" "top.js" "why.js" "words.js"
}

/// A file of the page.
pub fn file(path: &str) -> Option<Reply> {
    let path = if path == "/" { "/index.html" } else { path };
    let (name, body) = FILES.iter().find(|it| it.0 == path)?;
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    };
    Some(Reply::new(kind, *body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/web/page");
        let entries = std::fs::read_dir(folder).expect("the page");
        let names = entries.map(|it| it.expect("a file").file_name());
        let mut names: Vec<String> = names
            .map(|it| format!("/{}", it.to_string_lossy()))
            .collect();
        let mut served: Vec<&str> = FILES.iter().map(|it| it.0).collect();
        names.sort();
        served.sort();
        assert_eq!(names, served);
    }
}
