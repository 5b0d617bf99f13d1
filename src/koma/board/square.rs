//! One square of a board, and how squares are written.

/// A square, by number: file by file along a rank, the first player's nearest rank first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// The number, for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How squares are written in positions' acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinates {
    /// `a1` is the first player's near left corner.
    A1,
    /// `1a` is the far right corner, as in USI.
    Usi,
}

/// `a` to `z`, then `aa`, `ab` …: the name of a file, or of a rank in USI.
pub fn letters(index: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    match index / 26 {
        0 => letter(index).to_string(),
        n => format!("{}{}", letter(n - 1), letter(index)),
    }
}

/// The number that [`letters`] writes so.
pub fn letters_index(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.iter().all(u8::is_ascii_lowercase) {
        return None;
    }
    let value = |b: u8| (b - b'a') as usize;
    match *bytes {
        [a] => Some(value(a)),
        [a, b] => Some((value(a) + 1) * 26 + value(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_go_past_z() {
        assert_eq!(letters(25), "z");
        assert_eq!(letters(26), "aa");
        for i in 0..60 {
            assert_eq!(letters_index(&letters(i)), Some(i));
        }
    }
}
