//! The page over HTTP, on this machine alone: what it is made of is in the program, what it asks is answered by workers
//! that are ended when they take too long.

mod crew;
mod folder;
mod http;
mod page;
mod watch;

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crew::Crew;
use folder::Folder;
use http::{Reply, Request, Stream};

/// What is shown.
#[derive(Debug, Clone, Default)]
pub struct Served {
    /// The file that the page shows and follows.
    pub file: Option<PathBuf>,
    /// The shipped variant that it opens with.
    pub name: Option<String>,
}

/// More connections than this at a time are refused: a browser opens six.
const CONNECTIONS: usize = 64;
/// Who says nothing for so long is hung up on.
const SILENCE: Duration = Duration::from_secs(20);
/// The largest argument of a call.
const LARGEST_CALL: usize = 1 << 20;

/// A place on loopback to be called at; the next free one if this one is taken.
pub fn listen(port: u16, or_another: bool) -> io::Result<TcpListener> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Err(error) if or_another && error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        }
        listener => listener,
    }
}

/// Answers until the program is ended.
pub fn serve(listener: &TcpListener, served: &Served) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let house = Arc::new(House {
        port,
        folder: served.file.as_deref().map(Folder::of).transpose()?,
        name: served.name.clone(),
        crew: Crew::new(served.file.as_deref()),
        guests: AtomicUsize::new(0),
    });
    for stream in listener.incoming() {
        let Ok(stream) = stream else { continue };
        let house = house.clone();
        if house.guests.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            house.guests.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        std::thread::spawn(move || {
            let _ = house.attend(stream);
            house.guests.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

struct House {
    port: u16,
    folder: Option<Folder>,
    name: Option<String>,
    crew: Crew,
    guests: AtomicUsize,
}

impl House {
    /// Answers what one connection asks, one request after the other.
    fn attend(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        stream.set_nodelay(true)?;
        let mut stream = Stream::new(stream);
        loop {
            let request = match stream.request(LARGEST_CALL)? {
                Some(Ok(request)) => request,
                Some(Err(refusal)) => return stream.send(&refusal, false),
                None => return Ok(()),
            };
            let stays = request.stays;
            match self.refusal(&request) {
                Some(refusal) => stream.send(&refusal, stays)?,
                None => self.answer(&mut stream, &request)?,
            }
            if !stays {
                return Ok(());
            }
        }
    }

    /// Why a request is not answered: it does not come from this page.
    fn refusal(&self, request: &Request) -> Option<Reply> {
        let hosts = ["127.0.0.1", "localhost"].map(|it| format!("{it}:{}", self.port));
        let is_here = |host: &str| hosts.iter().any(|it| it.eq_ignore_ascii_case(host));
        let [host] = request.all("host")[..] else {
            return Some(Reply::plain(400, "a request names one host"));
        };
        if !is_here(host) {
            return Some(Reply::plain(421, "this host is not served here"));
        }
        let foreign = |origin: &&str| !origin.strip_prefix("http://").is_some_and(is_here);
        if request.all("origin").iter().any(foreign) {
            return Some(Reply::plain(403, "asked by another page"));
        }
        let site = request.all("sec-fetch-site");
        let from_elsewhere = site.iter().any(|it| !matches!(*it, "same-origin" | "none"));
        match request.method.as_str() {
            "GET" | "HEAD" if !from_elsewhere || is_visit(request) => None,
            "POST" if from_elsewhere => Some(Reply::plain(403, "asked by another page")),
            // A form of another page cannot say that it sends JSON.
            "POST" if request.all("content-type")[..] != ["application/json"] => {
                Some(Reply::plain(415, "a call is JSON"))
            }
            "POST" => None,
            "GET" | "HEAD" => Some(Reply::plain(403, "asked by another page")),
            _ => Some(Reply::plain(405, "GET and POST are answered")),
        }
    }

    fn answer(&self, stream: &mut Stream, request: &Request) -> io::Result<()> {
        let is_post = request.method == "POST";
        let path = request.path.as_str();
        if let Some(name) = path.strip_prefix("/call/") {
            return match is_post {
                true => self.crew.call(stream, name, &request.body, request.stays),
                false => stream.send(&Reply::plain(405, "a call is posted"), request.stays),
            };
        }
        if is_post {
            return stream.send(&Reply::plain(405, "only calls are posted"), request.stays);
        }
        if path == "/watch" {
            return match &self.folder {
                Some(folder) => watch::tell(stream, folder),
                None => stream.send(&Reply::none(), request.stays),
            };
        }
        let reply = match path.strip_prefix("/folder/") {
            Some(name) => self.folder.as_ref().and_then(|it| it.read(name)),
            None if path == "/begin.json" => Some(self.begin()),
            None => page::file(path),
        };
        let mut reply = reply.unwrap_or_else(|| Reply::plain(404, "there is nothing here"));
        if request.method == "HEAD" {
            reply.body.clear();
        }
        stream.send(&reply, request.stays)
    }

    /// What the page begins with.
    fn begin(&self) -> Reply {
        let begin = serde_json::json!({
            "name": self.name,
            "file": self.folder.as_ref().map(|it| it.file_name()),
            "files": self.folder.as_ref().map(|it| it.list()).unwrap_or_default(),
        });
        Reply::json(&begin.to_string())
    }
}

/// A person follows a link to the page itself.
fn is_visit(request: &Request) -> bool {
    request.path == "/" && request.all("sec-fetch-mode")[..] == ["navigate"]
}
