//! Where in a variant file a place is: in which key, and inside of which string. It reads what a person is just typing, so
//! it takes nothing amiss.

use koma::syntax::Rule;

/// What stands at a place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    /// The keys that lead there: `pieces`, `king`, `moves`.
    pub path: Vec<String>,
    /// The text of the string before the place, if it is inside of one, and where that begins.
    pub string: Option<(String, usize)>,
    /// The place is that of a value, though not inside of a string.
    pub value: bool,
    /// In a comment, where nothing is meant.
    pub comment: bool,
    /// Where the word begins that the place is in or behind.
    pub word: usize,
}

impl Cursor {
    /// What is at a byte of a text.
    pub fn at(text: &str, at: usize) -> Cursor {
        let mut reader = Reader::default();
        reader.read(&text[..at]);
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let word = text[..at].trim_end_matches(is_word).len();
        let mut path = reader.section.clone();
        path.extend(reader.tables.iter().flatten().cloned());
        let in_value = reader.value || reader.quote.is_some();
        let key: String = reader.key.concat();
        let mut key: Vec<String> = key.split('.').map(|it| unquoted(it.trim())).collect();
        if !in_value {
            // The word that is being typed is no key yet.
            key.pop();
        }
        path.extend(key.into_iter().filter(|it| !it.is_empty()));
        // What an option or reading says stands where it would stand in the file.
        if path.len() > 4 && matches!(path[0].as_str(), "option" | "reading") && path[2] == "is" {
            path.drain(..4);
        }
        Cursor {
            path,
            string: reader
                .quote
                .map(|_| (text[reader.begin..at].to_owned(), reader.begin)),
            value: reader.value,
            comment: reader.comment,
            word,
        }
    }

    /// What of the grammar a string holds here.
    pub fn rule(&self) -> Option<Rule> {
        let section = self.path.first()?.as_str();
        Some(match (section, self.path.last()?.as_str()) {
            ("names" | "display" | "allow" | "game" | "edition", _) => return None,
            ("squares", _) => Rule::whole_set,
            ("groups", _) => Rule::whole_kinds,
            ("promote", "pieces") => Rule::whole_kinds,
            ("pieces", "moves") => Rule::whole_moves,
            ("turn", "acts") => Rule::whole_turn,
            ("promote", "may" | "must") | ("forbid", "act") => Rule::whole_act,
            (_, "if" | "when" | "while") => Rule::whole_condition,
            ("end", "result") => Rule::whole_result,
            _ => return None,
        })
    }
}

fn unquoted(key: &str) -> String {
    key.trim_matches(['"', '\'']).to_owned()
}

/// TOML as far as it is needed to know where one is.
#[derive(Default)]
struct Reader {
    section: Vec<String>,
    /// The keys of the inline tables that are open.
    tables: Vec<Vec<String>>,
    /// What kind of bracket each level is.
    brackets: Vec<u8>,
    key: Vec<String>,
    value: bool,
    quote: Option<&'static str>,
    /// Where the string began, behind its quotes.
    begin: usize,
    comment: bool,
}

impl Reader {
    fn read(&mut self, text: &str) {
        let mut at = 0;
        let mut begins_line = true;
        while at < text.len() {
            let rest = &text[at..];
            let c = rest.chars().next().unwrap_or(' ');
            if self.comment {
                self.comment = c != '\n';
                begins_line = !self.comment;
                at += c.len_utf8();
                if begins_line {
                    self.end_line();
                }
                continue;
            }
            if let Some(quote) = self.quote {
                let short = quote.len() == 1;
                if rest.starts_with(quote) || short && c == '\n' {
                    self.quote = None;
                    at += if c == '\n' { 0 } else { quote.len() };
                } else if quote.starts_with('"') && c == '\\' {
                    at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                } else {
                    at += c.len_utf8();
                }
                at = at.min(text.len());
                continue;
            }
            if begins_line && c == '[' && self.brackets.is_empty() {
                let line = rest.split('\n').next().unwrap_or("");
                let name = line.trim_start_matches('[').split(']').next().unwrap_or("");
                self.section = name.split('.').map(|it| unquoted(it.trim())).collect();
                at += line.find('#').unwrap_or(line.len());
                begins_line = false;
                self.key.clear();
                self.value = false;
                continue;
            }
            at += self.sign(rest, c, at);
            begins_line = c == '\n' || begins_line && c.is_whitespace();
        }
    }

    /// Takes one sign outside of strings and comments; says how long it is.
    fn sign(&mut self, rest: &str, c: char, at: usize) -> usize {
        match c {
            '\n' => self.end_line(),
            '#' => self.comment = true,
            '"' | '\'' if self.value => {
                let quotes = ["\"\"\"", "'''", "\"", "'"];
                let quote = quotes
                    .into_iter()
                    .find(|it| rest.starts_with(it))
                    .unwrap_or("\"");
                self.quote = Some(quote);
                self.begin = at + quote.len();
                return quote.len();
            }
            '=' if !self.value => self.value = true,
            '{' if self.value => {
                let key: String = std::mem::take(&mut self.key).concat();
                self.tables
                    .push(key.split('.').map(|it| unquoted(it.trim())).collect());
                self.brackets.push(b'{');
                self.value = false;
            }
            '}' if self.brackets.last() == Some(&b'{') => {
                self.brackets.pop();
                self.tables.pop();
                self.key.clear();
                self.value = true;
            }
            '[' if self.value => self.brackets.push(b'['),
            ']' if self.brackets.last() == Some(&b'[') => {
                self.brackets.pop();
            }
            ',' if self.brackets.last() == Some(&b'{') => {
                self.key.clear();
                self.value = false;
            }
            c if !self.value && !c.is_whitespace() => self.key.push(c.to_string()),
            _ => {}
        }
        c.len_utf8()
    }

    /// A line that ends outside of brackets ends what it says.
    fn end_line(&mut self) {
        if self.brackets.is_empty() {
            self.key.clear();
            self.value = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands at the bar.
    fn at(text: &str) -> Cursor {
        let bar = text.find('|').expect("a bar");
        let text = text.replace('|', "");
        Cursor::at(&text, bar)
    }

    fn path(text: &str) -> String {
        at(text).path.join(".")
    }

    #[test]
    fn keys_are_followed() {
        assert_eq!(path("board.si|"), "board");
        assert_eq!(path("board.size = \"3x|4\""), "board.size");
        assert_eq!(path("[pieces]\na = { letter = \"A\", mo| }"), "pieces.a");
        assert_eq!(
            path("[pieces]\na = { letter = \"A\", moves = \"st| }"),
            "pieces.a.moves"
        );
        assert_eq!(path("[pieces] # x\na = 1\nb.moves = '|"), "pieces.b.moves");
        assert_eq!(path("[end]\na = { when = [\"x\", \"y|\"] }"), "end.a.when");
        assert_eq!(
            path("[reading.try]\nis.b = { end.c.when = \"|"),
            "end.c.when"
        );
        assert_eq!(path("[option.x.is.y]\nforbid.a.act = \"|"), "forbid.a.act");
        assert_eq!(path("a = \"x\"\n|"), "");
        assert_eq!(path("a = \"x\" # = \"\nb.c|"), "b");
    }

    #[test]
    fn strings_are_known() {
        assert_eq!(at("a = \"step f|\"").string, Some(("step f".to_owned(), 5)));
        assert_eq!(
            at("a = '''\nstep f|'''").string,
            Some(("\nstep f".to_owned(), 7))
        );
        assert_eq!(at("a = \"x\" |").string, None);
        assert_eq!(at("a = \"open\nb = |").string, None);
        assert!(at("# a|").comment && !at("# a\nb|").comment);
        assert_eq!(at("a = \"step for|w").word, 10);
        let rule = |text: &str| at(text).rule();
        assert_eq!(rule("squares.a = \"|"), Some(Rule::whole_set));
        assert_eq!(rule("[pieces]\na = { moves = \"|"), Some(Rule::whole_moves));
        assert_eq!(rule("[names.fr]\nsquares.a = \"|"), None);
    }
}
