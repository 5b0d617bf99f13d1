//! As much of HTTP/1.1 as a page of one's own needs, and nothing that is only needed by others.

use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;
/// What a page may load and do: what comes from here, and nothing written into the page.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// A request, whole.
#[derive(Debug)]
pub struct Request {
    pub method: String,
    /// The path, with nothing encoded in it and nothing that leads upwards.
    pub path: String,
    headers: Vec<(String, String)>,
    pub body: String,
    /// The connection stays open for another.
    pub stays: bool,
}

impl Request {
    /// The values of a header, however often it is there.
    pub fn all(&self, name: &str) -> Vec<&str> {
        let found = self.headers.iter().filter(|it| it.0 == name);
        found.map(|it| it.1.as_str()).collect()
    }
}

/// An answer, whole.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Reply {
        Reply {
            status: 200,
            kind,
            body: body.into(),
        }
    }

    pub fn plain(status: u16, text: &str) -> Reply {
        Reply {
            status,
            kind: "text/plain; charset=utf-8",
            body: format!("{text}\n").into_bytes(),
        }
    }

    pub fn json(text: &str) -> Reply {
        Reply::new("application/json", text)
    }

    /// There is nothing to be said.
    pub fn none() -> Reply {
        Reply {
            status: 204,
            kind: "text/plain; charset=utf-8",
            body: Vec::new(),
        }
    }
}

/// A connection.
pub struct Stream {
    stream: TcpStream,
    /// What was read and not yet taken.
    read: Vec<u8>,
}

impl Stream {
    pub fn new(stream: TcpStream) -> Stream {
        Stream {
            stream,
            read: Vec::new(),
        }
    }

    /// The next request; nothing if there is none, and a refusal if it is none that is answered.
    pub fn request(&mut self, largest: usize) -> io::Result<Option<Result<Request, Reply>>> {
        let end = loop {
            if let Some(at) = self.read.windows(4).position(|it| it == b"\r\n\r\n") {
                break at;
            }
            if self.read.len() > LONGEST_HEAD {
                return refused(431, "the head of the request is too long");
            }
            if self.more()? == 0 {
                return Ok(None);
            }
        };
        let head: Vec<u8> = self.read.drain(..end + 4).collect();
        if end > LONGEST_HEAD {
            return refused(431, "the head of the request is too long");
        }
        let Some(mut request) = head_of(&head[..end]) else {
            return refused(400, "this is no request");
        };
        let Some(path) = plain_path(&request.path) else {
            return refused(
                400,
                "a path is plain: no signs that are encoded, none that lead upwards",
            );
        };
        request.path = path;
        if !request.all("transfer-encoding").is_empty() {
            return refused(411, "the length of what is sent has to be said");
        }
        let length = match request.all("content-length")[..] {
            [] => 0,
            [length] if !length.is_empty() && length.bytes().all(|it| it.is_ascii_digit()) => {
                match length.parse::<usize>() {
                    Ok(length) if length <= largest => length,
                    _ => return refused(413, "too much is sent"),
                }
            }
            _ => return refused(400, "the length of what is sent is no number"),
        };
        if length > 0 && !request.all("expect").is_empty() {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        while self.read.len() < length {
            if self.more()? == 0 {
                return Ok(None);
            }
        }
        match String::from_utf8(self.read.drain(..length).collect()) {
            Ok(body) => request.body = body,
            Err(_) => return refused(400, "what is sent is no text"),
        }
        Ok(Some(Ok(request)))
    }

    fn more(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 8192];
        let n = self.stream.read(&mut buffer)?;
        self.read.extend_from_slice(&buffer[..n]);
        Ok(n)
    }

    pub fn send(&mut self, reply: &Reply, stays: bool) -> io::Result<()> {
        let length = format!("Content-Length: {}\r\n", reply.body.len());
        let head = head(reply.status, reply.kind, &length, stays);
        self.stream
            .write_all(&[head.as_bytes(), &reply.body].concat())
    }

    /// Begins an answer that comes in pieces.
    pub fn begin(&mut self, kind: &'static str, stays: bool) -> io::Result<()> {
        let head = head(200, kind, "Transfer-Encoding: chunked\r\n", stays);
        self.stream.write_all(head.as_bytes())
    }

    pub fn piece(&mut self, text: &str) -> io::Result<()> {
        let piece = format!("{:x}\r\n{text}\r\n", text.len());
        self.stream.write_all(piece.as_bytes())
    }

    pub fn end(&mut self) -> io::Result<()> {
        self.stream.write_all(b"0\r\n\r\n")
    }

    /// Whether the other side has hung up.
    pub fn is_gone(&mut self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let peeked = self.stream.peek(&mut [0]);
        let back = self.stream.set_nonblocking(false);
        let waits = |it: &io::Error| it.kind() == io::ErrorKind::WouldBlock;
        back.is_err() || matches!(peeked, Ok(0)) || peeked.as_ref().is_err_and(|it| !waits(it))
    }
}

type Asked = io::Result<Option<Result<Request, Reply>>>;

fn refused(status: u16, why: &str) -> Asked {
    Ok(Some(Err(Reply::plain(status, why))))
}

fn head(status: u16, kind: &str, length: &str, stays: bool) -> String {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    let connection = if stays { "keep-alive" } else { "close" };
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\n{length}Connection: {connection}\r\n\
         Cache-Control: no-cache\r\nContent-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\r\n"
    )
}

/// The first line and the headers.
fn head_of(head: &[u8]) -> Option<Request> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, path, version) = (first.next()?, first.next()?, first.next()?);
    if first.next().is_some() || !matches!(version, "HTTP/1.1" | "HTTP/1.0") {
        return None;
    }
    let mut headers = Vec::new();
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_value = |c: char| !c.is_control() || c == '\t';
        if name.is_empty() || !name.chars().all(is_name) || !value.chars().all(is_value) {
            return None;
        }
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let closes = headers
        .iter()
        .any(|it| it.0 == "connection" && it.1.eq_ignore_ascii_case("close"));
    Some(Request {
        method: method.to_owned(),
        path: path.to_owned(),
        headers,
        body: String::new(),
        stays: version == "HTTP/1.1" && !closes,
    })
}

/// A path as it is served: letters, digits and few signs; no part of it is hidden or leads upwards. What stands after a
/// `?` is nobody's business.
fn plain_path(asked: &str) -> Option<String> {
    let path = asked.split('?').next()?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
    let parts_are_plain = path
        .strip_prefix('/')?
        .split('/')
        .enumerate()
        .all(|(i, part)| {
            // Only a folder has nothing after its last stroke.
            let empty = part.is_empty() && (i > 0 || path == "/") && path.ends_with('/');
            empty && path.matches("//").next().is_none()
                || !part.is_empty() && !part.starts_with('.')
        });
    (path.chars().all(is_plain) && parts_are_plain).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_plain() {
        for fine in ["/", "/a", "/a/b.js", "/folder/", "/a?b=../c", "/a-b_c.toml"] {
            let path = fine.split('?').next().map(str::to_owned);
            assert_eq!(plain_path(fine), path, "{fine}");
        }
        for not in [
            "",
            "a",
            "//",
            "/..",
            "/../a",
            "/a/../b",
            "/a//b",
            "/%2e%2e/a",
            "/.a",
            "/a/.b",
            "/a\\b",
            "/a:b",
            "/~a",
            "/\u{e9}",
            "http://other/a",
            "*",
            "/a/./b",
            "/./a",
            "//other/a",
            "/a%00",
            "/a;b",
            "/a b",
        ] {
            assert_eq!(plain_path(not), None, "{not}");
        }
    }

    #[test]
    fn heads_are_read() {
        let request = head_of(b"GET /a HTTP/1.1\r\nHost: b:1\r\nX-Y:  z ").expect("a request");
        assert_eq!(
            (request.method.as_str(), request.all("x-y")),
            ("GET", vec!["z"])
        );
        assert!(request.stays);
        for not in [
            &b"GET /a"[..],
            b"GET  /a HTTP/1.1",
            b"GET /a HTTP/2",
            b"GET /a HTTP/1.1\r\nHost : b",
            b"GET /a HTTP/1.1\r\n folded",
            b"\xff",
        ] {
            assert!(head_of(not).is_none());
        }
    }
}
