//! `koma serve`: the page, its calls, and what is refused.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that is ended with the test.
struct Served {
    child: Child,
    port: u16,
}

impl Served {
    fn new(args: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_koma"))
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let port = line
            .trim()
            .trim_end_matches('/')
            .rsplit(':')
            .next()
            .unwrap();
        let port = port.parse().unwrap();
        Served { child, port }
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).unwrap();
        stream
    }

    /// Sends bytes, and reads what comes until the end; the status comes first.
    fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = self.stream();
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
        (status.unwrap_or(0), answer)
    }

    fn get(&self, path: &str) -> (u16, String) {
        let host = format!("127.0.0.1:{}", self.port);
        self.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes(),
        )
    }

    fn post(&self, call: &str, body: &str, more: &str) -> (u16, String) {
        let port = self.port;
        let length = body.len();
        self.raw(
            format!(
                "POST /call/{call} HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\nConnection: close\r\n{more}\r\n{body}"
            )
            .as_bytes(),
        )
    }

    /// The last line of the answer to a call.
    fn call(&self, call: &str, ask: &Value) -> Value {
        let (status, answer) = self.post(call, &ask.to_string(), "");
        assert_eq!(status, 200, "{answer}");
        let line = answer.lines().rfind(|it| it.starts_with('{')).unwrap();
        serde_json::from_str(line).unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_its_calls_are_answered() {
    let served = Served::new(&[]);
    let (status, page) = served.get("/");
    assert_eq!(status, 200);
    let head = page.split("\r\n\r\n").next().unwrap();
    let policy = "Content-Security-Policy: default-src 'none'; script-src 'self';";
    assert!(head.contains(policy) && !head.contains("unsafe"), "{head}");
    assert!(page.contains("<title>Koma</title>"));
    assert_eq!(served.get("/main.js").0, 200);
    assert_eq!(served.get("/begin.json").0, 200);
    let rules = json!({ "name": "yokai_3x4" });
    let table = served.call("acts", &json!({ "rules": rules }));
    assert_eq!(table["ok"]["acts"].as_array().unwrap().len(), 4);
    let played = served.call("play", &json!({ "rules": rules, "act": "b2b3" }));
    assert_eq!(played["ok"]["table"]["turns"], json!(["b2b3"]));
    let refused = served.call("play", &json!({ "rules": rules, "act": "b1b3" }));
    assert_eq!(refused["ok"]["refused"]["rule"], "pieces.koropokkuru.moves");
    let no = served.call("acts", &json!({ "rules": { "name": "no_such_game" } }));
    assert!(no["no"]["why"].as_str().unwrap().contains("no_such_game"));
}

/// Requests that are refused, with the least status that says so.
fn refusals(port: u16) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    let close = "Connection: close\r\n";
    let mut add = |name: &str, text: String| all.push((name.to_owned(), text.into_bytes()));
    // Paths that lead out of what is served, plain and encoded, under every door.
    let ups = [
        "..",
        "../..",
        "../../etc/passwd",
        "..%2f..%2fetc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%5c..%5cetc",
        "%252e%252e/",
        ".%2e/etc/passwd",
        "..;/etc/passwd",
        "..\\..\\etc\\passwd",
        "%c0%ae%c0%ae/etc/passwd",
        "%00",
        "a%00.toml",
        "/etc/passwd",
        "//etc/passwd",
        "./secret.toml",
        "%2fetc%2fpasswd",
        "....//etc/passwd",
        "~/.ssh/id_rsa",
        ".git/config",
        ".hidden.toml",
        "link.toml",
        "linked/outside.toml",
        "note.txt",
        "sub/../../x.toml",
        "%uff0e%uff0e/etc",
        "..%c0%af..%c0%afetc",
        "con.toml:stream",
        "file:///etc/passwd",
        "game.toml/",
        "game.toml%20",
        "outside.toml",
        "GAME.TOML.bak",
        "pipe.toml",
    ];
    for door in [
        "/",
        "/folder/",
        "/folder/sub/",
        "/call/",
        "/call/check/../",
        "/watch/",
        "/begin.json/",
    ] {
        for up in ups {
            add(
                &format!("GET {door}{up}"),
                format!("GET {door}{up} HTTP/1.1\r\n{host}{close}\r\n"),
            );
        }
    }
    // Hosts and origins of others.
    let others = [
        "evil.example",
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "0.0.0.0",
        "[::1]",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "",
        "127.0.0.1:",
        "user@127.0.0.1",
        "2130706433",
        "0x7f.1",
    ];
    for other in others {
        let other = other.replace("PORT", &port.to_string());
        add(
            &format!("host {other}"),
            format!("GET / HTTP/1.1\r\nHost: {other}\r\n{close}\r\n"),
        );
        add(
            &format!("host with the port {other}"),
            format!("GET / HTTP/1.1\r\nHost: evil.{other}:{port}\r\n{close}\r\n"),
        );
    }
    let json = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    let origins = [
        "http://evil.example",
        "https://127.0.0.1",
        "null",
        "http://127.0.0.1",
        "http://localhost:1",
        "file://",
        "http://127.0.0.1.evil.example",
        "chrome-extension://abc",
        "http://user@127.0.0.1",
    ];
    for origin in origins {
        for (method, rest) in [
            ("GET / ", ""),
            ("GET /begin.json ", ""),
            ("POST /call/words ", json),
        ] {
            let body = if rest.is_empty() { "" } else { "{}" };
            add(
                &format!("origin {origin} {method}"),
                format!("{method}HTTP/1.1\r\n{host}Origin: {origin}\r\n{rest}{close}\r\n{body}"),
            );
        }
    }
    for site in ["cross-site", "same-site", "unknown"] {
        for path in ["/main.js", "/begin.json", "/watch", "/folder/game.toml"] {
            add(
                &format!("{site} {path}"),
                format!("GET {path} HTTP/1.1\r\n{host}Sec-Fetch-Site: {site}\r\n{close}\r\n"),
            );
        }
        add(
            &format!("{site} call"),
            format!(
                "POST /call/words HTTP/1.1\r\n{host}Sec-Fetch-Site: {site}\r\n{json}{close}\r\n{{}}"
            ),
        );
    }
    // Ways of asking.
    let methods = [
        "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "post",
        "MKCOL", "COPY", "LOCK", "REPORT", "MOVE", "X",
    ];
    for method in methods {
        for path in ["/", "/begin.json", "/call/words"] {
            add(
                &format!("{method} {path}"),
                format!("{method} {path} HTTP/1.1\r\n{host}{close}\r\n"),
            );
        }
    }
    let kinds = [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=a",
        "application/jsonp",
        "",
        "application/json\r\nContent-Type: text/plain",
    ];
    for kind in kinds {
        add(
            &format!("sent as {kind}"),
            format!(
                "POST /call/words HTTP/1.1\r\n{host}Content-Type: {kind}\r\nContent-Length: 2\r\n{close}\r\n{{}}"
            ),
        );
    }
    for length in [
        "-1",
        "1e3",
        "+2",
        "2, 2",
        "99999999999999999999",
        "2000000",
        "0x2",
        "two",
        "",
    ] {
        add(
            &format!("length {length}"),
            format!(
                "POST /call/words HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: {length}\r\n{close}\r\n{{}}"
            ),
        );
    }
    add(
        "chunked",
        format!(
            "POST /call/words HTTP/1.1\r\n{host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n{close}\r\n2\r\n{{}}\r\n0\r\n\r\n"
        ),
    );
    add(
        "two lengths",
        format!(
            "POST /call/words HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n{close}\r\n{{}}"
        ),
    );
    add(
        "two hosts",
        format!("GET / HTTP/1.1\r\n{host}Host: evil.example\r\n{close}\r\n"),
    );
    add("no host", format!("GET / HTTP/1.1\r\n{close}\r\n"));
    add(
        "two lines",
        format!(
            "POST /call/words HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 5\r\n{close}\r\n{{}}\n{{}}"
        ),
    );
    for call in ["", "no_such_call", "check.json", "check/", "Check"] {
        add(
            &format!("call {call}"),
            format!("POST /call/{call} HTTP/1.1\r\n{host}{json}{close}\r\n{{}}"),
        );
    }
    for path in [
        "/",
        "/index.html",
        "/begin.json",
        "/watch",
        "/folder/game.toml",
    ] {
        add(
            &format!("POST {path}"),
            format!("POST {path} HTTP/1.1\r\n{host}{json}{close}\r\n{{}}"),
        );
    }
    let heads = [
        "GET / HTTP/0.9",
        "GET /",
        "GET  / HTTP/1.1",
        "GET / HTTP/2.0",
        "/ HTTP/1.1",
        "GET / HTTP/1.1 x",
        "",
        "GET\t/\tHTTP/1.1",
    ];
    for first in heads {
        add(
            &format!("head {first}"),
            format!("{first}\r\n{host}{close}\r\n"),
        );
    }
    for line in [
        "X",
        ": x",
        "X Y: z",
        " folded: yes",
        "Host\u{0}: x",
        "X: a\u{1}b",
        "X\u{e9}: y",
    ] {
        add(
            &format!("header {line:?}"),
            format!("GET / HTTP/1.1\r\n{host}{line}\r\n{close}\r\n"),
        );
    }
    add(
        "long head",
        format!(
            "GET / HTTP/1.1\r\n{host}X: {}\r\n{close}\r\n",
            "x".repeat(20_000)
        ),
    );
    add(
        "many headers",
        format!(
            "GET / HTTP/1.1\r\n{host}{}{close}\r\n",
            "X: y\r\n".repeat(4000)
        ),
    );
    add(
        "long path",
        format!("GET /{} HTTP/1.1\r\n{host}{close}\r\n", "a".repeat(18_000)),
    );
    add(
        "absolute",
        format!("GET http://evil.example/ HTTP/1.1\r\n{host}{close}\r\n"),
    );
    all.push((
        "no text".to_owned(),
        [b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n".as_slice(), b"\r\n"].concat(),
    ));
    all.push((
        "no text sent".to_owned(),
        format!("POST /call/words HTTP/1.1\r\n{host}{json}{close}\r\n")
            .into_bytes()
            .into_iter()
            .chain([0xff, 0xfe])
            .collect(),
    ));
    all
}

/// A folder with a game, and with much that is none of the page's business.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let inside = path.join("games");
    std::fs::create_dir_all(inside.join("sub")).unwrap();
    let text = koma::shipped::variant("yokai_3x4").unwrap();
    std::fs::write(inside.join("game.toml"), text).unwrap();
    std::fs::write(
        inside.join("child.toml"),
        "koma = 1\nextends = \"game.toml\"\ngame.name = \"Child\"\n",
    )
    .unwrap();
    std::fs::write(inside.join("note.txt"), "a note").unwrap();
    std::fs::write(inside.join(".hidden.toml"), "hidden = 1").unwrap();
    std::fs::write(path.join("outside.toml"), "secret = \"outside\"").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(path.join("outside.toml"), inside.join("link.toml")).unwrap();
        symlink(path, inside.join("linked")).unwrap();
        let made = Command::new("mkfifo")
            .arg(inside.join("pipe.toml"))
            .status();
        drop(made);
    }
    folder
}

fn game(folder: &Path) -> String {
    folder.join("games/game.toml").to_str().unwrap().to_owned()
}

#[test]
fn four_hundred_requests_are_refused() {
    let folder = folder();
    let served = Served::new(&[&game(folder.path())]);
    assert_eq!(served.get("/folder/game.toml").0, 200);
    let refusals = refusals(served.port);
    assert!(refusals.len() >= 400, "{}", refusals.len());
    for (name, request) in &refusals {
        let (status, answer) = served.raw(request);
        // A connection that is closed without a word is a refusal, too.
        assert!(
            status == 0 || (400..=499).contains(&status),
            "{name}: {answer}"
        );
        for secret in ["secret", "a note", "hidden =", "root:"] {
            let body = answer.split("\r\n\r\n").nth(1).unwrap_or("");
            assert!(!body.contains(secret), "{name}: {answer}");
        }
    }
    // After all that it still answers.
    assert_eq!(served.get("/").0, 200);
}

#[test]
fn parents_are_in_the_folder_or_shipped() {
    let folder = folder();
    let served = Served::new(&[&game(folder.path())]);
    let check = |parent: &str| {
        let text = format!(
            "koma = 1\nextends = {}\ngame.name = \"Child\"\n",
            json!(parent)
        );
        served.call(
            "check",
            &json!({ "rules": { "name": "child", "text": text } }),
        )
    };
    for fine in ["game.toml", "./game.toml", "sub/../game.toml", "mini_shogi"] {
        assert_eq!(check(fine)["ok"]["loads"], true, "{fine}: {}", check(fine));
    }
    let outside = folder.path().join("outside.toml");
    for not in [
        "../outside.toml",
        "link.toml",
        "linked/outside.toml",
        "/etc/passwd",
        outside.to_str().unwrap(),
        "note.txt",
        "pipe.toml",
        "sub",
        "..",
        "",
    ] {
        let answer = check(not);
        assert_eq!(answer["ok"]["loads"], false, "{not}");
        assert!(!answer.to_string().contains("secret"), "{not}: {answer}");
    }
}

#[test]
fn the_page_follows_the_file() {
    let folder = folder();
    let file = game(folder.path());
    let served = Served::new(&[&file]);
    let mut stream = served.stream();
    let port = served.port;
    write!(
        stream,
        "GET /watch HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n"
    )
    .unwrap();
    let mut lines = BufReader::new(stream).lines();
    let mut next = || -> Value {
        let line = lines.find_map(|it| it.unwrap().strip_prefix("data: ").map(str::to_owned));
        serde_json::from_str(&line.unwrap()).unwrap()
    };
    let first = next();
    assert_eq!(first["file"], "game.toml");
    assert!(first["text"].as_str().unwrap().contains("koma = 1"));
    assert_eq!(first["book"], Value::Null);
    // As editors do: a new file takes the place of the old one.
    let beside = folder.path().join("games/game.new");
    std::fs::write(&beside, "koma = 1 # changed").unwrap();
    std::fs::rename(&beside, &file).unwrap();
    assert_eq!(next()["text"], "koma = 1 # changed");
    std::fs::write(
        folder.path().join("games/game.rulebook.toml"),
        "rulebook = 1",
    )
    .unwrap();
    assert_eq!(next()["book"], "rulebook = 1");
}

#[test]
fn lines_are_answered_by_lines() {
    let run = crate::command::koma_with(
        &["calls"],
        "words {}\n\nno_such_call\noutcome {\"rules\": {\"name\": \"mini_shogi\"}}\nacts nonsense\n\u{0}\nacts {\"rules\":{}}\n",
    );
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|it| serde_json::from_str(it).unwrap())
        .collect();
    assert_eq!(run.status, 0);
    assert_eq!(lines.len(), 6);
    assert!(lines[0]["ok"].as_array().unwrap().contains(&json!("slide")));
    assert_eq!(lines[2], json!({ "ok": null }));
    for no in [&lines[1], &lines[3], &lines[4], &lines[5]] {
        assert!(no["no"]["why"].is_string(), "{no}");
    }
}

/// The answers of `koma calls` to some calls.
fn calls(asked: &[(&str, Value)]) -> Vec<Value> {
    let lines: Vec<String> = asked
        .iter()
        .map(|(name, ask)| format!("{name} {ask}\n"))
        .collect();
    let run = crate::command::koma_with(&["calls"], &lines.concat());
    let all = run
        .stdout
        .lines()
        .map(|it| serde_json::from_str(it).unwrap());
    all.filter(|it: &Value| it.get("part").is_none()).collect()
}

#[test]
fn a_refused_drop_is_explained() {
    let rules = json!({ "name": "yokai_5x6" });
    let game = json!({ "position": "4k/5/5/2P2/5/K4 b P" });
    let answers = calls(&[(
        "why",
        json!({ "rules": rules, "game": game, "act": "P*c5" }),
    )]);
    let why = &answers[0]["ok"];
    assert_eq!(why["legal"], false);
    let reason = &why["reasons"][0];
    assert_eq!(reason["rule"], "forbid.two-kodama");
    // The squares that made it so, the line, and the clause of the booklet.
    assert!(
        reason["squares"]
            .as_array()
            .unwrap()
            .contains(&json!(2 * 5 + 2)),
        "{reason}"
    );
    let text = koma::shipped::variant("yokai_5x6").unwrap();
    let line = text
        .lines()
        .nth(reason["place"]["line"].as_u64().unwrap() as usize - 1);
    assert!(line.unwrap().starts_with("two-kodama"), "{reason}");
    assert!(!reason["clauses"].as_array().unwrap().is_empty());
}

#[test]
fn long_calls_are_answered() {
    let rules = json!({ "name": "yokai_3x4" });
    let answers = calls(&[
        ("scenarios", json!({ "rules": rules })),
        (
            "diff",
            json!({ "rules": rules, "other": { "promotion": "optional" } }),
        ),
        ("think", json!({ "rules": rules, "time": 200, "lines": 2 })),
        ("cover", json!({ "rules": rules, "games": 10 })),
    ]);
    let scenarios = answers[0]["ok"]["scenarios"].as_array().unwrap();
    assert!(scenarios.len() > 100 && scenarios.iter().all(|it| it["holds"] == true));
    // The witness that the README shows.
    let witness = &answers[1]["ok"]["witness"];
    assert_eq!(witness["turns"], json!(["b2b3", "a4a3"]));
    assert_eq!(witness["sides"][1]["only"][0]["act"], "b3b4");
    assert_eq!(
        witness["sides"][1]["only"][0]["refused"]["rule"],
        "promote.advance"
    );
    assert_eq!(answers[2]["ok"]["lines"].as_array().unwrap().len(), 2);
    assert!(
        answers[3]["ok"]
            .as_array()
            .unwrap()
            .iter()
            .any(|it| it["times"] != 0)
    );
}

#[test]
fn the_text_says_what_it_means() {
    let name = "mini_shogi";
    let text = koma::shipped::variant(name).unwrap();
    let at = |words: &str| text[..text.find(words).unwrap()].encode_utf16().count();
    let rules = json!({ "name": name, "text": text });
    let hover =
        |at: usize| calls(&[("hover", json!({ "rules": rules, "at": at }))])[0]["ok"].clone();
    let camp = hover(at("last rank") + 1);
    assert_eq!(camp["path"], "squares.camp");
    assert_eq!(camp["squares"], json!([20, 21, 22, 23, 24]));
    let pawns = hover(at("drop pawn to file of own pawn") + "drop pawn to file of own ".len());
    assert_eq!(pawns["words"], "own pawn");
    assert_eq!(pawns["squares"], json!([5]));
    assert!(!pawns["says"].as_array().unwrap().is_empty());
}
