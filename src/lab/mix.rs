//! Hashes of one word. None of them keeps a secret; all are the same in every run and on every machine.

/// 2⁶⁴ divided by the golden ratio, made odd.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fibonacci hashing: neighbours come out far apart. The high bits are the good ones.
pub fn spread(n: u64) -> u64 {
    n.wrapping_mul(GOLDEN)
}

/// A step of splitmix64: every bit that comes out depends on every bit that went in.
pub fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(GOLDEN);
    let n = (n ^ (n >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ (n >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_splitmix64() {
        // The first numbers of Vigna's splitmix64.c for the seed 0.
        let published = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4];
        assert_eq!([mix(0), mix(GOLDEN)], published);
    }
}
