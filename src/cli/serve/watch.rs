//! The file that is shown, told to the page whenever it is saved.

use std::io;
use std::time::Duration;

use super::folder::Folder;
use super::http::Stream;

/// How often the file is looked at. It is small: reading it costs less than being told of changes does.
const LOOK: Duration = Duration::from_millis(150);
/// How often a page is asked whether it is still there.
const SILENCE: u32 = 40;

/// Tells the page of the file, now and whenever it changes, until the page is gone.
pub fn tell(stream: &mut Stream, folder: &Folder) -> io::Result<()> {
    stream.begin("text/event-stream", false)?;
    let mut told = None;
    let mut silent = 0;
    loop {
        let now = folder.shown();
        if told.as_ref() != Some(&now) {
            let said = serde_json::json!({
                "file": folder.file_name(),
                "text": now.0,
                "book": now.1,
            });
            stream.piece(&format!("data: {said}\n\n"))?;
            told = Some(now);
            silent = 0;
        } else if silent >= SILENCE {
            stream.piece(":\n\n")?;
            silent = 0;
        }
        if stream.is_gone() {
            return Ok(());
        }
        std::thread::sleep(LOOK);
        silent += 1;
    }
}
