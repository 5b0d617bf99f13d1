//! Variants that nobody wrote: random sentences of the rule language, wherever the language allows them.

use fastrand::Rng;

const KINDS: [&str; 6] = ["ant", "bee", "cow", "dog", "elk", "fox"];
const LAYERS: [&str; 3] = ["low", "mid", "top"];
const WAYS: [&str; 13] = [
    "any",
    "orthogonal",
    "diagonal",
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "vertical",
    "forward-left",
    "backward-right",
    "forward-diagonal",
    "backward-diagonal",
];

/// Where a set stands: what it may speak of.
#[derive(Clone, Copy, Default)]
struct Here {
    /// `attacked`, and the named set that says it. Movement may not ask this: attacks are made of movement.
    attacks: bool,
    origin: bool,
    target: bool,
    stuck: bool,
}

const PLAIN: Here = Here {
    attacks: true,
    origin: false,
    target: false,
    stuck: false,
};
const BEFORE: Here = Here {
    attacks: true,
    origin: true,
    target: false,
    stuck: true,
};
const AFTER: Here = Here {
    attacks: true,
    origin: true,
    target: true,
    stuck: false,
};

/// The text of a random variant. Now and then the language refuses one.
pub fn variant(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    let mut inventor = Inventor {
        files: rng.usize(2..6),
        ranks: rng.usize(3..6),
        n_kinds: rng.usize(2..7),
        rng,
    };
    inventor.variant()
}

struct Inventor {
    rng: Rng,
    files: usize,
    ranks: usize,
    n_kinds: usize,
}

impl Inventor {
    /// True so many times in a hundred.
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }

    /// One of some texts.
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.usize(..of.len())]
    }

    /// The name of a kind, or of the group.
    fn kind(&mut self) -> &'static str {
        if self.chance(15) {
            "herd"
        } else {
            KINDS[self.rng.usize(..self.n_kinds)]
        }
    }

    /// `ant or bee`
    fn kinds(&mut self) -> String {
        let one = self.kind();
        if self.chance(30) {
            format!("{one} or {}", self.kind())
        } else {
            one.to_owned()
        }
    }

    /// A set in brackets.
    fn set(&mut self, here: Here, depth: u8) -> String {
        format!("({})", self.open_set(here, depth))
    }

    fn open_set(&mut self, here: Here, depth: u8) -> String {
        let (files, ranks) = (self.files, self.ranks);
        let file = |i: usize| char::from(b'a' + i as u8);
        let n = if depth == 0 {
            self.rng.u8(..9)
        } else {
            self.rng.u8(..20)
        };
        let below = depth.saturating_sub(1);
        match n {
            0..3 => {
                let side = self.one(&["own", "enemy", "any"]);
                if self.chance(60) {
                    format!("{side} {}", self.kind())
                } else {
                    side.to_owned()
                }
            }
            3 => "empty".to_owned(),
            4 => format!(
                "{} {} ranks",
                self.one(&["first", "last"]),
                self.rng.usize(1..=ranks)
            ),
            5 => {
                let first = self.rng.usize(..files);
                format!(
                    "files {}..{}",
                    file(first),
                    file(self.rng.usize(first..files))
                )
            }
            6 => format!(
                "{}{}",
                file(self.rng.usize(..files)),
                self.rng.usize(1..=ranks)
            ),
            7 => match self.rng.u8(..3) {
                0 if here.attacks => self.one(&["threat", "enemy threat"]).to_owned(),
                1 => self.one(&["area", "enemy area"]).to_owned(),
                _ => self.one(&["zone", "own zone", "enemy zone"]).to_owned(),
            },
            8 if here.stuck && self.chance(50) => "stuck".to_owned(),
            8 if here.target && self.chance(60) => "target".to_owned(),
            8 if here.origin => "origin".to_owned(),
            8 => format!("rank {}", self.rng.usize(1..=ranks)),
            9 | 10 => format!("{} or {}", self.set(here, below), self.set(here, below)),
            11 | 12 => format!("{} in {}", self.set(here, below), self.set(here, below)),
            13 => format!("{} except {}", self.set(here, below), self.set(here, below)),
            14 => format!("not {}", self.set(here, below)),
            15 => {
                let least = self.rng.usize(1..=2.min(files));
                format!(
                    "{} of {least} {}",
                    self.one(&["file", "rank"]),
                    self.set(here, below)
                )
            }
            16 => format!(
                "chain {} of {} from {}",
                self.one(&WAYS),
                self.set(here, below),
                self.set(here, below)
            ),
            17 => format!("{} of {}", self.one(&WAYS[1..]), self.set(here, below)),
            _ if here.attacks => {
                let by = self.one(&["own", "enemy"]);
                if self.chance(30) {
                    format!("attacked by {by} {}", self.kind())
                } else {
                    format!("attacked by {by}")
                }
            }
            _ => format!("next to {}", self.set(here, below)),
        }
    }

    /// One manner of moving.
    fn path(&mut self) -> String {
        let way = self.one(&WAYS);
        let mut text = match self.rng.u8(..6) {
            0..3 => format!("step {way}"),
            3 => format!("slide {way}"),
            4 => format!("slide {way} {}", self.one(&["2", "1..2", "2..", "2..3"])),
            _ => format!(
                "leap {}",
                self.one(&["(1,2)", "forward (1,2)", "(0,2) or (2,2)", "sideways (2,1)"])
            ),
        };
        // Only a slide crosses anything.
        let crosses = text.starts_with("slide");
        for (clause, percent) in [("from", 10), ("onto", 35), ("through", 25), ("within", 15)] {
            if self.chance(percent) && (crosses || clause != "through") {
                text += &format!(" {clause} {}", self.set(Here::default(), 2));
            }
        }
        text
    }

    /// An act pattern.
    fn act(&mut self, here: Here) -> String {
        if self.chance(20) {
            let kinds = if self.chance(40) {
                self.kinds()
            } else {
                String::new()
            };
            let to = if self.chance(60) {
                format!(" to {}", self.set(here, 1))
            } else {
                String::new()
            };
            return format!("drop {kinds}{to}");
        }
        let mut text = "move".to_owned();
        if self.chance(40) {
            text += &format!(" {}", self.kinds());
        }
        for (clause, percent) in [("from", 15), ("to", 30), ("touching", 15)] {
            if self.chance(percent) {
                text += &format!(" {clause} {}", self.set(here, 1));
            }
        }
        if self.chance(20) {
            let kinds = if self.chance(50) {
                self.kinds()
            } else {
                String::new()
            };
            text += &format!(" capturing {kinds}");
        }
        if self.chance(8) {
            text += " promoting";
        }
        text
    }

    /// `at least 2 own ant`
    fn counting(&mut self, here: Here) -> String {
        let quantity = self.one(&["some", "no", "at least 2", "at most 1", "at least 3"]);
        format!("{quantity} {}", self.open_set(here, 2))
    }

    /// A condition that asks of the position alone.
    fn condition(&mut self, here: Here) -> String {
        let side = self.one(&["own", "enemy"]);
        match self.rng.u8(..6) {
            0 => match self.rng.u8(..3) {
                0 => format!("{side} hand holds nothing"),
                1 => format!("{side} hand holds any"),
                _ => format!("{side} hand holds at least 2 {}", self.kinds()),
            },
            _ => self.counting(here),
        }
    }

    /// A condition that asks what a player could do.
    fn ahead(&mut self) -> String {
        let side = self.one(&["own", "enemy"]);
        match self.rng.u8(..4) {
            0 => format!("{side} cannot act"),
            1 => format!(
                "mate of {side} {} answered only by {}",
                self.kind(),
                self.act(BEFORE)
            ),
            _ => format!("mate of {side} {}", self.kind()),
        }
    }

    /// A list of quoted texts.
    fn list(texts: &[String]) -> String {
        let quoted: Vec<String> = texts.iter().map(|it| format!("\"{it}\"")).collect();
        format!("[{}]", quoted.join(", "))
    }

    /// The pieces.
    fn pieces(&mut self, n_layers: usize) -> String {
        let faces: Vec<(usize, bool)> = (0..self.n_kinds)
            .map(|i| (self.rng.usize(..n_layers), i > 1 && self.chance(12)))
            .collect();
        let mut text = String::new();
        for i in 0..self.n_kinds {
            let (layer, neutral) = faces[i];
            let letter = char::from(b'A' + i as u8);
            let paths: Vec<String> = (0..self.rng.usize(1..4)).map(|_| self.path()).collect();
            text += &format!(
                "{} = {{ letter = \"{letter}\", layer = \"{}\"",
                KINDS[i], LAYERS[layer]
            );
            text += &format!(", moves = \"{}\"", paths.join(", "));
            let alike: Vec<&str> = (0..self.n_kinds)
                .filter(|j| *j != i && faces[*j] == faces[i])
                .map(|j| KINDS[j])
                .collect();
            if neutral {
                text += ", owner = \"nobody\"";
            } else if !alike.is_empty() {
                if self.chance(60) {
                    let one = self.one(&alike);
                    let more = if self.chance(30) {
                        format!(" or {}", self.one(&alike))
                    } else {
                        String::new()
                    };
                    text += &format!(", becomes = \"{one}{more}\"");
                }
                if self.chance(30) {
                    text += &format!(", in_hand_as = \"{}\"", self.one(&alike));
                }
                if self.chance(10) {
                    text += &format!(", drops_as = \"{} or {}\"", KINDS[i], self.one(&alike));
                }
            }
            text += " }\n";
        }
        text
    }

    /// The rules of turn, promote, forbid and end.
    fn rules(&mut self) -> String {
        let mut text = "[turn]\n".to_owned();
        if self.chance(30) {
            let (condition, act) = (self.condition(PLAIN), self.act(BEFORE));
            text += &format!(
                "odd = {{ while = \"{condition}\", acts = \"one of {act}, move, pass\" }}\n"
            );
        }
        text += &match self.rng.u8(..4) {
            0 => format!(
                "play.acts = \"any of {} once, move twice, drop once\"\n",
                self.act(BEFORE)
            ),
            1 => format!(
                "play.acts = \"one of {}, {}, drop\"\n",
                self.act(BEFORE),
                self.act(BEFORE)
            ),
            2 => "play.acts = \"one of move, drop, pass\"\n".to_owned(),
            _ => "play.acts = \"one of move, drop\"\n".to_owned(),
        };
        text += "[promote]\n";
        for i in 0..self.rng.u8(..3) {
            let key = self.one(&["may", "must"]);
            // Whether a move promotes is what is being asked: `promoting` itself cannot say when.
            let act = self.act(BEFORE).replace(" promoting", "");
            let pieces = if self.chance(30) {
                format!(", pieces = \"{}\"", self.kinds())
            } else {
                String::new()
            };
            if act.starts_with("move") {
                text += &format!("p-{i} = {{ {key} = \"{act}\"{pieces} }}\n");
            }
        }
        text += "[forbid]\n";
        for i in 0..self.rng.u8(..5) {
            let mut conditions = Vec::new();
            if self.chance(70) {
                conditions.push(self.condition(AFTER));
            }
            if self.chance(35) {
                conditions.push(self.ahead());
            }
            let act = if conditions.is_empty() || self.chance(60) {
                Some(self.act(BEFORE))
            } else {
                None
            };
            let act = act
                .map(|it| format!("act = \"{it}\", "))
                .unwrap_or_default();
            let when = if conditions.is_empty() {
                String::new()
            } else {
                format!("if = {}, ", Self::list(&conditions))
            };
            let breach = if self.chance(25) { "loses" } else { "illegal" };
            text += &format!("f-{i} = {{ {act}{when}breach = \"{breach}\" }}\n");
        }
        text += "[end]\n";
        for i in 0..self.rng.u8(1..6) {
            let at = if self.chance(25) { "act" } else { "turn" };
            let mut conditions = Vec::new();
            match self.rng.u8(..6) {
                0 | 1 => conditions.push(self.act(Here {
                    stuck: false,
                    ..BEFORE
                })),
                2 | 3 if at == "turn" => conditions.push(self.ahead()),
                4 if at == "turn" => {
                    let row = if self.chance(30) { " in a row" } else { "" };
                    conditions.push(format!("repeated {} times{row}", self.rng.u8(2..4)));
                    if self.chance(50) {
                        conditions.push(format!("throughout {}", self.counting(PLAIN)));
                    }
                }
                _ => conditions.push(self.condition(PLAIN)),
            }
            if self.chance(40) {
                conditions.push(self.condition(PLAIN));
            }
            let result = self.one(&[
                "own wins",
                "enemy wins",
                "first wins",
                "second wins",
                "draw",
            ]);
            let whom = self.one(&["mover", "each"]);
            let when = Self::list(&conditions);
            text += &format!(
                "e-{i} = {{ at = \"{at}\", for = \"{whom}\", when = {when}, result = \"{result}\" }}\n"
            );
        }
        text
    }

    /// The whole file.
    fn variant(&mut self) -> String {
        let n_layers = self.rng.usize(1..4);
        let ranks: Vec<String> = (0..self.ranks).map(|_| ".".repeat(self.files)).collect();
        let layers: Vec<String> = LAYERS[..n_layers]
            .iter()
            .map(|it| format!("\"{it}\""))
            .collect();
        let mut text = "koma = 1\ngame.name = \"Invented\"\n".to_owned();
        text += &format!("board.size = \"{}x{}\"\n", self.files, self.ranks);
        text += &format!(
            "board.turned = \"{}\"\n",
            self.one(&["half-turn", "mirror"])
        );
        text += &format!("board.layers = [{}]\n", layers.join(", "));
        text += &format!("board.start = \"{}\"\n", ranks.join("/"));
        text += &format!(
            "groups.herd = \"{} or {}\"\n",
            KINDS[0],
            KINDS[self.n_kinds - 1]
        );
        text += &format!(
            "squares.zone = \"{}\"\n",
            self.one(&["last rank", "(file a) or a2", "first 2 ranks"])
        );
        text += &format!(
            "squares.area = \"{}\"\n",
            self.open_set(Here::default(), 2).replace("area", "zone")
        );
        text += &format!(
            "squares.threat = \"{}\"\n",
            self.open_set(PLAIN, 2).replace("threat", "area")
        );
        if self.chance(70) {
            text += "capture.to = \"hand\"\n";
        }
        text += "[pieces]\n";
        text += &self.pieces(n_layers);
        text += &self.rules();
        text
    }
}
