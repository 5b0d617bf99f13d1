//! Fingerprints: a number of 128 bits for the rules of a variant, the same on every machine and in every run.

use std::fmt;

use super::canon::Canon;
use koma::check::Sheet;

/// The fingerprint of a variant: its [canonical form](super::canon) hashed with FNV-1a of 128 bits. It finds slips,
/// not forgeries: whoever wants two files with one fingerprint can make them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// The fingerprint of a resolved variant.
    pub fn of(sheet: &Sheet) -> Fingerprint {
        Fingerprint::of_text(&Canon::new(sheet).text())
    }

    /// The fingerprint of a canonical form.
    pub fn of_text(text: &str) -> Fingerprint {
        const BASIS: u128 = 0x6c62272e07bb014262b821756295c58d;
        const PRIME: u128 = 0x0000000001000000000000000000013b;
        Fingerprint(text.bytes().fold(BASIS, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(PRIME)
        }))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv() {
        // The published values of FNV-1a, 128 bits.
        assert_eq!(
            Fingerprint::of_text("").to_string(),
            "6c62272e07bb014262b821756295c58d"
        );
        assert_eq!(
            Fingerprint::of_text("a").to_string(),
            "d228cb696f1a8caf78912b704e4a8964"
        );
    }
}
