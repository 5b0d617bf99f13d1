//! `koma serve`

use std::path::Path;

use crate::args::slip;
use crate::report::output::{Status, remark, result};
use crate::serve::{self, Served};
use koma::text::safe;

/// Shows the page to write rules and play them, in a browser
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  koma serve\n  koma serve my_game.toml      # the board follows the file, whatever editor saves it\n\
The page is answered on this machine alone, at the address that is printed. Ctrl-C ends it."
)]
pub struct Args {
    /// A path to a .toml file, which the page follows, or the name of a shipped variant
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Answers at this port; without it at 5662, or at a free one if that is taken
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

pub fn run(args: Args) -> Status {
    let mut served = Served::default();
    if let Some(name) = &args.file {
        let path = Path::new(name);
        if path.is_file() {
            served.file = Some(path.to_path_buf());
        } else if koma::shipped::variant(name).is_some() {
            served.name = Some(name.clone());
        } else {
            return slip(&format!(
                "`{}` is neither a file nor a shipped variant",
                safe::line(name)
            ));
        }
    }
    let listener = match serve::listen(args.port.unwrap_or(5662), args.port.is_none()) {
        Ok(listener) => listener,
        Err(error) => return slip(&format!("cannot answer at this port: {error}")),
    };
    let Ok(address) = listener.local_addr() else {
        return slip("cannot answer at this port");
    };
    result(&format!("http://{address}/"));
    remark("koma: the page is at this address, on this machine alone; Ctrl-C ends it");
    match serve::serve(&listener, &served) {
        Ok(()) => Status::Done,
        Err(error) => slip(&format!("cannot serve: {error}")),
    }
}
