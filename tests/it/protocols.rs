//! `koma usi` and `koma xboard`, spoken to through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use koma::{Game, Picks, Variant};
use usi::{
    BestMoveParams, EngineCommand, EngineCommandReader, GuiCommand, GuiCommandWriter, ThinkParams,
};

use crate::command::koma_with;

/// The program, listening.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new(args: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_koma"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// The first line from now on that begins so.
    fn wait(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "it has gone before `{start}`"
            );
            let line = line.trim_end();
            if line.starts_with(start) {
                return line.to_owned();
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn usi_introduces_itself_without_blanks_in_names() {
    let run = koma_with(&["usi", "sensei"], "usi\nisready\nquit\n");
    assert_eq!(run.status, 0);
    for line in run.stdout.lines().filter(|it| it.starts_with("option ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3]), ("name", "type"), "{line}");
    }
    for wanted in [
        "option name USI_Variant type combo default sensei",
        "option name UCI_Variant type combo default sensei",
        "option name Choice_mode type combo default arashi var arashi var shizukana",
        "usiok",
        "readyok",
    ] {
        assert!(run.stdout.contains(wanted), "{wanted}\n{}", run.stdout);
    }
}

#[test]
fn the_usi_crate_completes_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_koma"))
        .args(["usi", "shogi"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut writer = GuiCommandWriter::new(child.stdin.take().unwrap());
    let mut reader = EngineCommandReader::new(BufReader::new(child.stdout.take().unwrap()));
    writer.send(&GuiCommand::Usi).unwrap();
    loop {
        let output = reader.next_command().unwrap();
        match output.response() {
            Some(EngineCommand::UsiOk) => break,
            Some(EngineCommand::Unknown) | None => panic!("{}", output.raw_str()),
            _ => {}
        }
    }
    let option =
        |name: &str, value: &str| GuiCommand::SetOption(name.to_owned(), Some(value.to_owned()));
    writer.send(&option("USI_Variant", "mini_shogi")).unwrap();
    writer.send(&option("Level", "3")).unwrap();
    writer.send(&GuiCommand::IsReady).unwrap();
    writer.send(&GuiCommand::UsiNewGame).unwrap();
    // The game is followed by the library, in the variant's own notation.
    let variant = Variant::open("mini_shogi", &Picks::default()).unwrap();
    let mut game = Game::new(&variant);
    let mut moves = String::new();
    let files = |c: char| char::from(b'a' + (5 - (c as u8 - b'0')));
    let ranks = |c: char| char::from(b'0' + (5 - (c as u8 - b'a')));
    let own = |text: &str| -> String {
        let mut out = String::new();
        for (i, c) in text.chars().enumerate() {
            let drop = text.contains('*');
            out.push(match (c, drop && i < 2) {
                (_, true) | ('+', _) => c,
                (c, _) if c.is_ascii_digit() => files(c),
                (c, _) => ranks(c),
            });
        }
        out
    };
    for turn in 0.. {
        let position = format!("rbsgk/4p/5/P4/KGSBR b - 1 moves{moves}");
        writer.send(&GuiCommand::Position(position)).unwrap();
        let think = ThinkParams::new().byoyomi(std::time::Duration::from_millis(60));
        writer.send(&GuiCommand::Go(think)).unwrap();
        let best = loop {
            let output = reader.next_command().unwrap();
            match output.response() {
                Some(EngineCommand::BestMove(best)) => break best.clone(),
                Some(EngineCommand::Unknown) | None => panic!("{}", output.raw_str()),
                _ => {}
            }
        };
        match best {
            BestMoveParams::MakeMove(best, _) => {
                game.play_turn(&own(&best))
                    .unwrap_or_else(|it| panic!("{best}: {it}"));
                moves += &format!(" {best}");
            }
            BestMoveParams::Resign | BestMoveParams::Win => break,
        }
        assert!(turn < 400, "no end: {}", game.position());
        if turn > 300 {
            break;
        }
    }
    assert!(game.outcome().is_some(), "{}", game.position());
    writer.send(&GuiCommand::Quit).unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn usi_reads_what_shogi_clients_send() {
    let mut engine = Engine::new(&["usi", "shogi"]);
    engine.say("usinewgame");
    engine.say("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d 8h2b+ 3a2b");
    engine.say("go depth 1 searchmoves B*5e B*4e depth 3");
    let best = engine.wait("bestmove");
    assert!(
        best.starts_with("bestmove B*5e") || best.starts_with("bestmove B*4e"),
        "{best}"
    );
    // A mate in one: gold before the king.
    engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    engine.say("go nodes 5000");
    assert!(engine.wait("info").contains("mate 1"));
    assert!(engine.wait("bestmove").starts_with("bestmove G*5b"));
    engine.say("go mate 5000");
    assert_eq!(engine.wait("checkmate"), "checkmate G*5b");
    // The one who is mated resigns.
    engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b");
    engine.say("go btime 0 wtime 0 byoyomi 1000");
    assert_eq!(engine.wait("bestmove"), "bestmove resign");
    // A clock, pondering, stopping.
    engine.say("position startpos moves 7g7f");
    engine.say("go btime 2000 wtime 2000 binc 10 winc 10");
    engine.wait("bestmove");
    engine.say("go ponder btime 1000 wtime 1000 byoyomi 50");
    engine.wait("info");
    engine.say("ponderhit");
    engine.wait("bestmove");
    engine.say("go infinite");
    engine.say("isready");
    engine.wait("readyok");
    engine.say("stop");
    engine.wait("bestmove");
    // What is refused leaves the position as it was.
    engine.say("position startpos moves 7g7e");
    let wrong = engine.wait("info string error");
    assert!(
        wrong.contains("7g7e") && wrong.contains("pieces."),
        "{wrong}"
    );
    engine.say("position sfen 9/9 b - 1");
    engine.wait("info string error");
    engine.say("go movetime 20");
    engine.wait("bestmove");
    engine.quit();
}

#[test]
fn usi_plays_turns_of_several_acts_as_one_move() {
    let mut engine = Engine::new(&["usi", "sensei"]);
    let variant = Variant::open("sensei", &Picks::default()).unwrap();
    engine.say("setoption name Level value 2");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..6 {
        engine.say(&format!("position startpos moves {}", moves.join(" ")));
        engine.say("go nodes 3000");
        let best = engine.wait("bestmove");
        let turn = best.split(' ').nth(1).unwrap().to_owned();
        if turn == "resign" {
            break;
        }
        moves.push(turn);
    }
    assert!(moves.iter().any(|it| it.contains(',')), "{moves:?}");
    assert!(variant.sheet().turns[0].several);
    engine.quit();
}

#[test]
fn xboard_is_told_the_rules() {
    let run = koma_with(
        &["xboard", "mini_shogi"],
        "xboard\nprotover 2\nvariant mini_shogi\nping 7\nquit\n",
    );
    assert_eq!(run.status, 0);
    for wanted in [
        "variants=\"mini_shogi,",
        "feature done=1",
        "5x5+5_shogi rbsgk/4p/5/P4/KGSBR[-] w 0 1",
        "piece P& fW",
        "piece +B& BW",
        "piece S& fWF",
        "pong 7",
    ] {
        assert!(run.stdout.contains(wanted), "{wanted}\n{}", run.stdout);
    }
    // XBoard itself ends a game by mate, and refuses to leave a king attacked: a king is what the rules guard so.
    let guarded = ["xboard", "yokai_5x6", "--set", "exposure=refused"];
    for (line, table) in [
        (&["xboard", "mini_shogi"][..], "+.....Kp."),
        (&guarded[..], "+.....Kp."),
        (&guarded[..2], "GK+....+......p."),
        (&["xboard", "yokai_3x4"], "FT..K+...........p."),
    ] {
        let run = koma_with(line, &format!("protover 2\nvariant {}\nquit\n", line[1]));
        assert!(run.stdout.contains(table), "{table}\n{}", run.stdout);
    }
    let run = koma_with(&["xboard", "sensei"], "");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("several acts"), "{}", run.stderr);
}

#[test]
fn xboard_plays_a_whole_game_with_itself() {
    for name in ["yokai_3x4", "mini_shogi"] {
        let mut sides = [
            Engine::new(&["xboard", name]),
            Engine::new(&["xboard", name]),
        ];
        for engine in &mut sides {
            engine.say("xboard\nprotover 2");
            engine.wait("feature done=1");
            engine.say(&format!("new\nvariant {name}"));
            engine.wait("setup");
            engine.say("nopost\nforce\nst 0.03\nsd 4");
        }
        sides[0].say("go");
        let mut over = None;
        for turn in 0..300 {
            let line = sides[turn % 2].wait("move ");
            let text = line.trim_start_matches("move ").to_owned();
            sides[(turn + 1) % 2].say(&format!("usermove {text}"));
            if turn == 0 {
                sides[1].say("go");
            }
            // An end is told by both, before they answer anything else.
            sides[turn % 2].say("ping 1");
            let mut line = String::new();
            sides[turn % 2].output.read_line(&mut line).unwrap();
            if !line.starts_with("pong") {
                over = Some(line);
                break;
            }
        }
        let over = over.unwrap();
        assert!(
            over.starts_with("1-0 {") || over.starts_with("0-1 {") || over.starts_with("1/2"),
            "{over}"
        );
        for engine in sides {
            engine.quit();
        }
    }
}

#[test]
fn xboard_refuses_takes_back_and_shows_where_pieces_go() {
    let mut engine = Engine::new(&["xboard", "mini_shogi"]);
    engine.say("protover 2\nvariant mini_shogi\nnew\nforce");
    engine.say("usermove a2a4");
    let wrong = engine.wait("Illegal move");
    assert!(
        wrong.contains("pieces.pawn.moves") && wrong.ends_with(": a2a4"),
        "{wrong}"
    );
    engine.say("lift a2");
    assert_eq!(engine.wait("highlight"), "highlight 5/5/Y4/5/5");
    engine.say("usermove a2a3\nundo\nundo");
    assert_eq!(engine.wait("Error"), "Error (command not legal now): undo");
    engine.say("setboard 4k/5/5/5/K4[Pp] w 0 1");
    engine.say("lift P@");
    assert_eq!(
        engine.wait("highlight"),
        "highlight 5/YYYYY/YYYYY/YYYYY/1YYYY"
    );
    engine.say("usermove P@a5");
    assert!(engine.wait("Illegal move").contains("dead-drop"));
    engine.say("usermove P@e4");
    engine.say("usermove e5e4");
    engine.say("st 1\nsd 3\npost\ngo");
    engine.wait("move ");
    engine.say("analyze");
    engine.say("ping 3");
    engine.wait("pong 3");
    engine.say("exit");
    engine.quit();
}

/// Lines in any order, of which many make no sense.
fn nonsense(dice: &mut fastrand::Rng, words: &[&str]) -> String {
    let mut line: Vec<String> = Vec::new();
    for _ in 0..dice.usize(1..6) {
        line.push(match dice.u8(..8) {
            0 => dice.i64(-5..400).to_string(),
            1 => (0..dice.usize(..8))
                .map(|_| dice.char(' '..'\u{3100}'))
                .collect(),
            _ => words[dice.usize(..words.len())].to_owned(),
        });
    }
    line.join(" ").replace(['\n', '\r'], " ")
}

#[test]
fn no_line_in_no_order_is_too_much() {
    let usi = [
        "usi",
        "isready",
        "usinewgame",
        "position",
        "startpos",
        "sfen",
        "moves",
        "go",
        "stop",
        "ponderhit",
        "gameover",
        "win",
        "setoption",
        "name",
        "value",
        "USI_Hash",
        "Threads",
        "USI_Variant",
        "UCI_Variant",
        "mini_shogi",
        "yokai_3x4",
        "sensei",
        "Choice_repetition",
        "first-loses",
        "btime",
        "wtime",
        "byoyomi",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "mate",
        "searchmoves",
        "1e1d",
        "5d5c",
        "P*5e",
        "1a1b+",
        "b",
        "-",
        "rbsgk/4p/5/P4/KGSBR",
        "(SC)*",
        "Level",
        "d",
    ];
    let xboard = [
        "xboard",
        "protover",
        "new",
        "variant",
        "mini_shogi",
        "yokai_3x4",
        "shogi",
        "force",
        "go",
        "playother",
        "white",
        "black",
        "level",
        "st",
        "sd",
        "time",
        "otim",
        "usermove",
        "a2a3",
        "a2a3+",
        "P@b2",
        "@@@@",
        "?",
        "ping",
        "draw",
        "result",
        "1-0",
        "setboard",
        "4k/5/5/5/K4[Pp]",
        "w",
        "edit",
        "hint",
        "undo",
        "remove",
        "hard",
        "easy",
        "post",
        "nopost",
        "analyze",
        "exit",
        ".",
        "name",
        "memory",
        "cores",
        "lift",
        "put",
        "hover",
        "P@",
        "0:05",
        "computer",
        "random",
        "e2",
        "\u{0}",
    ];
    for (protocol, words, ends) in [
        ("usi", &usi[..], "isready"),
        ("xboard", &xboard[..], "ping 99"),
    ] {
        for seed in 0..3 {
            let mut dice = fastrand::Rng::with_seed(seed);
            let mut engine = Engine::new(&[protocol, "mini_shogi"]);
            for _ in 0..250 {
                let line = nonsense(&mut dice, words);
                // Large tables and many threads are honest wishes, only slow.
                if ["USI_Hash", "memory", "cores", "Threads"]
                    .iter()
                    .any(|it| line.contains(it))
                {
                    continue;
                }
                engine.say(&line);
            }
            engine.say(if protocol == "usi" { "stop" } else { "force" });
            engine.say(ends);
            engine.wait(if protocol == "usi" {
                "readyok"
            } else {
                "pong 99"
            });
            // And a game goes on.
            if protocol == "usi" {
                engine.say("setoption name USI_Variant value mini_shogi");
                engine.say("setoption name Level value 1");
                engine.say("position startpos moves 5d5c");
                engine.say("go nodes 500");
                engine.wait("bestmove");
            } else {
                engine.say("variant mini_shogi\nnew\nst 0.05\nusermove a2a3");
                engine.wait("move ");
            }
            engine.quit();
        }
    }
}
