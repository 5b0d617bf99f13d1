//! Every small change of a variant: rules removed, weakened or altered, one at a time, each at its place in the file.

use super::edits::{Edit, Step, settle};
use super::words;
use koma::board::diagram::Letters;
use koma::check::pieces::span_of;
use koma::check::{Document, Picks};
use koma::syntax::Rule;
use koma::syntax::envelope::{Entry, Node, Table, Value};
use koma::syntax::place::Placed;
use koma::text::{Report, Span};

/// A variant with one thing changed.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The key that is changed: `end.mate.when`.
    pub rule: String,
    /// The choice whose overlay holds that key: `reading.goal.is.capture`.
    pub within: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// What is changed, in a few words.
    pub what: String,
    edits: Vec<Edit>,
}

impl Mutant {
    /// The whole path of the key.
    pub fn path(&self) -> String {
        match &self.within {
            Some(within) => format!("{within}.{}", self.rule),
            None => self.rule.clone(),
        }
    }

    /// Whether the key lies under a path; the overlay it stands in may be left out.
    pub fn is_under(&self, path: &str) -> bool {
        let under = |whole: &str| {
            whole
                .strip_prefix(path)
                .is_some_and(|it| it.is_empty() || it.starts_with('.'))
        };
        under(&self.rule) || under(&self.path())
    }

    /// The variant with the change made.
    pub fn document(&self, document: &Document) -> Document {
        document.edited(|tree| {
            for edit in &self.edits {
                edit.apply(tree);
            }
            settle(document.tree(), tree);
        })
    }
}

/// Every mutant of a variant, in the order of the tree; the report if the variant itself does not load.
pub fn mutants(document: &Document) -> Result<Vec<Mutant>, Box<Report>> {
    let sheet = document.sheet(&Picks::default())?;
    let ends = sheet.ends.iter().map(|it| sheet.rule(it.rule).name());
    let mut gather = Gather {
        document,
        letters: sheet.letters(),
        ends: ends.map(str::to_owned).collect(),
        found: Vec::new(),
    };
    let tree = document.tree();
    gather.sections(tree, &Place::default());
    for kind in ["option", "reading"] {
        for choosing in tree.table(kind).into_iter().flat_map(|it| &it.entries) {
            let is = choosing.node.as_table().and_then(|it| it.table("is"));
            for choice in is.into_iter().flat_map(|it| &it.entries) {
                if let Some(overlay) = choice.node.as_table() {
                    let place = Place {
                        overlay: vec![kind, &choosing.key, "is", &choice.key],
                        path: Vec::new(),
                    };
                    gather.overlay(overlay, &place);
                }
            }
        }
    }
    for edition in tree.table("edition").into_iter().flat_map(|it| &it.entries) {
        let place = Place::default().at("edition").at(&edition.key);
        for pick in edition
            .node
            .as_table()
            .into_iter()
            .flat_map(|it| &it.entries)
        {
            gather.removed(pick, &place.at(&pick.key), "not chosen by the edition");
        }
    }
    let mut seen: Vec<String> = Vec::new();
    gather.found.retain(|it| {
        let edits = format!("{:?}", it.edits);
        let is_new = !seen.contains(&edits);
        seen.push(edits);
        is_new
    });
    Ok(gather.found)
}

/// Where in the tree something stands.
#[derive(Debug, Clone, Default)]
struct Place<'t> {
    /// The way to the overlay it is in; empty for the file itself.
    overlay: Vec<&'t str>,
    /// The way from there.
    path: Vec<Step>,
}

impl<'t> Place<'t> {
    fn at(&self, key: &str) -> Place<'t> {
        let mut below = self.clone();
        below.path.push(Step::Key(key.to_owned()));
        below
    }

    fn item(&self, item: usize) -> Place<'t> {
        let mut below = self.clone();
        below.path.push(Step::Item(item));
        below
    }

    fn steps(&self) -> Vec<Step> {
        let overlay = self.overlay.iter().map(|it| Step::Key((*it).to_owned()));
        overlay.chain(self.path.iter().cloned()).collect()
    }

    /// The key, without the number of an item.
    fn rule(&self) -> String {
        let keys = self.path.iter().filter_map(|it| match it {
            Step::Key(key) => Some(key.as_str()),
            Step::Item(_) => None,
        });
        keys.collect::<Vec<_>>().join(".")
    }
}

struct Gather<'d> {
    document: &'d Document,
    letters: Letters,
    /// The end rules of the file, in their order.
    ends: Vec<String>,
    found: Vec<Mutant>,
}

impl Gather<'_> {
    fn add(&mut self, place: &Place<'_>, span: Span, what: impl Into<String>, edits: Vec<Edit>) {
        self.found.push(Mutant {
            rule: place.rule(),
            within: (!place.overlay.is_empty()).then(|| place.overlay.join(".")),
            span,
            what: what.into(),
            edits,
        });
    }

    fn removed(&mut self, entry: &Entry, place: &Place<'_>, what: &str) {
        let edits = vec![Edit::Remove(place.steps())];
        self.add(place, span_of(entry), what, edits);
    }

    // ---- sections ----

    /// What an overlay says: not said, or changed as in the file itself.
    fn overlay(&mut self, table: &Table, place: &Place<'_>) {
        // What says nothing of how the game is played makes no other game.
        let idle = ["invariant", "unknown", "names", "display", "allow"];
        let spoken = table.entries.iter();
        for section in spoken.filter(|it| !idle.contains(&it.key.as_str())) {
            let here = place.at(&section.key);
            let Some(inner) = section.node.as_table() else {
                self.removed(section, &here, "not said");
                continue;
            };
            if section.key == "requires" {
                for pick in &inner.entries {
                    self.removed(pick, &here.at(&pick.key), "not required");
                }
                continue;
            }
            for rule in &inner.entries {
                let here = here.at(&rule.key);
                match &rule.node.value {
                    Value::Flag(false) => self.removed(rule, &here, "stays"),
                    _ => self.removed(rule, &here, "not said"),
                }
                let keys = rule.node.as_table().map_or(&[][..], |it| &it.entries[..]);
                for key in keys.iter().filter(|_| keys.len() > 1) {
                    match &key.node.value {
                        Value::Flag(false) => self.removed(key, &here.at(&key.key), "stays"),
                        _ => self.removed(key, &here.at(&key.key), "not said"),
                    }
                }
            }
        }
        self.sections(table, place);
    }

    fn sections(&mut self, table: &Table, place: &Place<'_>) {
        for section in &table.entries {
            let here = place.at(&section.key);
            let Some(inner) = section.node.as_table() else {
                continue;
            };
            match section.key.as_str() {
                "board" => self.board(inner, &here),
                "capture" => self.removed(section, &here, "removed"),
                _ => {}
            }
            for entry in &inner.entries {
                let here = here.at(&entry.key);
                let rule = entry.node.as_table();
                match (section.key.as_str(), rule) {
                    ("squares", None) => self.text(&entry.node, &here, Rule::whole_set),
                    ("groups", None) => self.text(&entry.node, &here, Rule::whole_kinds),
                    ("pieces", Some(rule)) => self.piece(rule, &here),
                    ("turn" | "promote" | "effect" | "forbid" | "end", Some(rule)) => {
                        self.removed(entry, &here, "removed");
                        self.rule(&section.key, entry, rule, &here);
                    }
                    _ => {}
                }
            }
            if section.key == "end" && place.overlay.is_empty() {
                self.order(inner, &here);
            }
        }
    }

    fn board(&mut self, board: &Table, place: &Place<'_>) {
        if let Some(turned) = board.get("turned") {
            self.word(turned, &place.at("turned"), ["half-turn", "mirror"]);
        }
        if let Some(hands) = board.get("hands") {
            self.removed(hands, &place.at("hands"), "removed");
        }
        if let Some(start) = board.get("start") {
            self.start(start, &place.at("start"));
        }
    }

    /// Two different pieces that stand beside each other, exchanged.
    fn start(&mut self, entry: &Entry, place: &Place<'_>) {
        let cells = entry.node.as_text().map(|it| self.letters.board(it));
        let Some(Ok(cells)) = cells else {
            return;
        };
        let board = self.letters.geometry;
        for here in board.squares() {
            for shift in [(1, 0), (0, 1)] {
                let Some(there) = board.shifted(here, shift) else {
                    continue;
                };
                let (a, b) = (&cells[here.index()], &cells[there.index()]);
                if a.is_empty() || b.is_empty() || a == b {
                    continue;
                }
                let mut other = cells.clone();
                other.swap(here.index(), there.index());
                let other = self.letters.write_board(&other);
                let what = format!("`{other}`: two neighbours exchanged");
                let edits = vec![Edit::Put(place.steps(), Value::Text(other))];
                self.add(place, entry.node.span, what, edits);
            }
        }
    }

    fn piece(&mut self, piece: &Table, place: &Place<'_>) {
        for entry in &piece.entries {
            let here = place.at(&entry.key);
            match entry.key.as_str() {
                "letter" => continue,
                "points" => {
                    self.number(entry, &here);
                    continue;
                }
                "moves" => self.text(&entry.node, &here, Rule::whole_moves),
                "becomes" | "in_hand_as" | "drops_as" => {
                    self.text(&entry.node, &here, Rule::whole_kinds);
                }
                _ => {}
            }
            self.removed(entry, &here, "removed");
        }
    }

    fn rule(&mut self, section: &str, entry: &Entry, rule: &Table, place: &Place<'_>) {
        for key in &rule.entries {
            let here = place.at(&key.key);
            match key.key.as_str() {
                "acts" => self.text(&key.node, &here, Rule::whole_turn),
                "act" | "may" | "must" => self.text(&key.node, &here, Rule::whole_act),
                "pieces" => self.text(&key.node, &here, Rule::whole_kinds),
                "removes" => self.text(&key.node, &here, Rule::whole_set),
                "result" => self.text(&key.node, &here, Rule::whole_result),
                "when" | "if" | "while" => self.conditions(key, &here),
                _ => {}
            }
            // Of a rule that asks two things, one.
            let pairs = [
                ("act", "if"),
                ("if", "act"),
                ("act", "removes"),
                ("may", "must"),
                ("must", "may"),
            ];
            let spare = pairs
                .iter()
                .any(|(one, other)| *one == key.key && rule.get(other).is_some())
                || ["while", "pieces", "before", "after", "to"].contains(&key.key.as_str());
            if spare && !matches!(key.node.value, Value::Flag(_)) {
                self.removed(key, &here, "removed");
            }
        }
        // A rule that an overlay only changes says nothing by leaving a key out.
        let tree = self.document.tree();
        let is_whole = place.overlay.is_empty() || tree.at(&place.rule()).is_none();
        let words: &[(&str, [&str; 2])] = match section {
            "forbid" => &[("breach", ["illegal", "loses"])],
            "end" => &[("for", ["mover", "each"]), ("at", ["turn", "act"])],
            _ => &[],
        };
        for (key, words) in words {
            match rule.get(key) {
                Some(written) => self.word(written, &place.at(key), *words),
                None if is_whole => {
                    let what = format!("`{key} = \"{}\"`", words[1]);
                    let added = self.entry(key, Value::Text(words[1].to_owned()), entry);
                    let edits = vec![Edit::Add(place.steps(), added)];
                    self.add(&place.at(key), span_of(entry), what, edits);
                }
                None => {}
            }
        }
        match section {
            "promote" => self.promotion(rule, place),
            "end" => self.moved(rule, place),
            _ => {}
        }
    }

    /// `must` for `may`, `may` for `must`.
    fn promotion(&mut self, rule: &Table, place: &Place<'_>) {
        for (one, other) in [("may", "must"), ("must", "may")] {
            let Some(written) = rule.get(one).filter(|it| it.node.as_text().is_some()) else {
                continue;
            };
            let moved = match rule.get(other) {
                Some(there) if there.node.as_text().is_some() && one == "must" => continue,
                Some(_) => Edit::Put(place.at(other).steps(), written.node.value.clone()),
                None => Edit::Add(
                    place.steps(),
                    Entry {
                        key: other.to_owned(),
                        ..written.clone()
                    },
                ),
            };
            let edits = vec![moved, Edit::Remove(place.at(one).steps())];
            let what = format!("`{other}` instead of `{one}`");
            self.add(&place.at(one), span_of(written), what, edits);
        }
    }

    /// A rule that an overlay puts in, one place earlier or later.
    fn moved(&mut self, rule: &Table, place: &Place<'_>) {
        for key in ["after", "before"] {
            let Some(beside) = rule.get(key).filter(|_| !place.overlay.is_empty()) else {
                continue;
            };
            let name = beside.node.as_text().unwrap_or("");
            let at = self.ends.iter().position(|it| it == name);
            let others = [at.and_then(|it| it.checked_sub(1)), at.map(|it| it + 1)];
            for other in others.into_iter().flatten() {
                if let Some(other) = self.ends.get(other).cloned() {
                    let place = place.at(key);
                    let what = format!("{key} `{other}`");
                    let edits = vec![Edit::Put(place.steps(), Value::Text(other))];
                    self.add(&place, beside.node.span, what, edits);
                }
            }
        }
    }

    /// Adjacent end rules, each judged before the other.
    fn order(&mut self, ends: &Table, place: &Place<'_>) {
        for i in 1..self.ends.len() {
            let mut order = self.ends.clone();
            order.swap(i - 1, i);
            let (first, second) = (&order[i - 1], &order[i]);
            if let Some(entry) = ends.get(first) {
                let what = format!("judged before `end.{second}`");
                let edits = vec![Edit::Order(place.steps(), order.clone())];
                let here = place.at(first);
                self.add(&here, span_of(entry), what, edits);
            }
        }
    }

    // ---- values ----

    fn entry(&self, key: &str, value: Value, beside: &Entry) -> Entry {
        Entry {
            key: key.to_owned(),
            key_span: beside.key_span,
            node: Node {
                span: beside.node.span,
                value,
            },
        }
    }

    /// A number, one higher and one lower.
    fn number(&mut self, entry: &Entry, place: &Place<'_>) {
        let Value::Number(now) = entry.node.value else {
            return;
        };
        for other in [now + 1, now - 1].into_iter().filter(|it| *it >= 0) {
            let what = format!("`{other}` instead of `{now}`");
            let edits = vec![Edit::Put(place.steps(), Value::Number(other))];
            self.add(place, entry.node.span, what, edits);
        }
    }

    /// One of two fixed words for the other.
    fn word(&mut self, entry: &Entry, place: &Place<'_>, words: [&str; 2]) {
        let now = entry.node.as_text().unwrap_or("");
        for other in words.into_iter().filter(|it| *it != now) {
            let what = format!("`{other}` instead of `{now}`");
            let edits = vec![Edit::Put(place.steps(), Value::Text(other.to_owned()))];
            self.add(place, entry.node.span, what, edits);
        }
    }

    fn conditions(&mut self, entry: &Entry, place: &Place<'_>) {
        let Value::List(list) = &entry.node.value else {
            return self.text(&entry.node, place, Rule::whole_condition);
        };
        for (i, node) in list.iter().enumerate() {
            let here = place.item(i);
            self.text(node, &here, Rule::whole_condition);
            if list.len() > 1 {
                let edits = vec![Edit::Remove(here.steps())];
                self.add(&here, node.span, "without this condition", edits);
            }
        }
    }

    /// The small changes of a rule string.
    fn text(&mut self, node: &Node, place: &Place<'_>, rule: Rule) {
        let Some(text) = node.as_text() else {
            return;
        };
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let file = &self.document.sources.of(node.span).text;
        let placed = Placed::new(file, start..end);
        let board = self.letters.geometry;
        for change in words::changes(rule, text, board.files.max(board.ranks)) {
            let at = placed.place(change.at.clone());
            let span = Span::new(node.span.file, at.start, at.end);
            let value = Value::Text(change.applied(text));
            let edits = vec![Edit::Put(place.steps(), value)];
            self.add(place, span, change.told(text), edits);
        }
    }
}
