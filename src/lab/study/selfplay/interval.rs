//! How sure a figure is: intervals of 95 %.

use serde::Serialize;

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A figure and the interval that it lies in with a confidence of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end; infinite if nothing is known.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Whether a difference can hardly be none at all.
    pub fn excludes_zero(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// The same on another scale.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate {
            value: scale(self.value),
            low: scale(self.low),
            high: scale(self.high),
        }
    }
}

/// A share: so many hits of so many. Wilson's score interval (1927), which is sound near 0 and 1 and for few games. A
/// game without a winner is half a hit; the interval is then wider than it need be.
pub fn wilson(hits: f64, of: u64) -> Estimate {
    if of == 0 {
        return Estimate {
            value: 0.0,
            low: 0.0,
            high: 1.0,
        };
    }
    let n = of as f64;
    let p = hits / n;
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    Estimate {
        value: p,
        low: ((middle - half) / whole).clamp(0.0, p),
        high: ((middle + half) / whole).clamp(p, 1.0),
    }
}

/// The difference of two shares of the same games, the second less the first: per game, what it is to either share.
/// Newcombe's square-and-add interval for pairs (1998, method 10), in which games that go alike weigh as such; with no
/// more in common than by chance it is that for independent shares.
pub fn difference(pairs: &[(f64, f64)]) -> Estimate {
    let n = pairs.len() as u64;
    let sum = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (x, y) = (sum(|it| it.0), sum(|it| it.1));
    let count = pairs.len() as f64;
    let spread = |squares: f64, sum: f64| (count * squares - sum * sum).max(0.0);
    let product = spread(sum(|it| it.0 * it.0), x) * spread(sum(|it| it.1 * it.1), y);
    // What they have in common is taken for a little less than it looks.
    let common = match count * sum(|it| it.0 * it.1) - x * y {
        it if it > count / 2.0 => it - count / 2.0,
        it => it.min(0.0),
    };
    let likeness = match product > 0.0 {
        true => common / product.sqrt(),
        false => 0.0,
    };
    apart(wilson(x, n), wilson(y, n), likeness)
}

/// The difference of two shares with their intervals, the second less the first, by how alike they are.
fn apart(a: Estimate, b: Estimate, likeness: f64) -> Estimate {
    let value = b.value - a.value;
    let joined = |x: f64, y: f64| (x * x - 2.0 * likeness * x * y + y * y).max(0.0).sqrt();
    Estimate {
        value,
        low: value - joined(b.value - b.low, a.high - a.value),
        high: value + joined(b.high - b.value, a.value - a.low),
    }
}

/// A mean, by Student's distribution.
pub fn mean(values: &[f64]) -> Estimate {
    let n = values.len() as f64;
    if values.is_empty() {
        return Estimate {
            value: 0.0,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
    }
    let value = values.iter().sum::<f64>() / n;
    if values.len() < 3 {
        return Estimate {
            value,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
    }
    let squares: f64 = values.iter().map(|it| (it - value).powi(2)).sum();
    let half = student(n - 1.0) * (squares / (n - 1.0) / n).sqrt();
    Estimate {
        value,
        low: value - half,
        high: value + half,
    }
}

/// The quantile of Student's distribution for 95 %: the expansion around the normal one, good to a percent from two
/// degrees of freedom on.
fn student(freedom: f64) -> f64 {
    let z = Z;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    let fourth = (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5)
        - 1920.0 * z.powi(3)
        - 945.0 * z)
        / 92_160.0;
    z + first / freedom
        + second / freedom.powi(2)
        + third / freedom.powi(3)
        + fourth / freedom.powi(4)
}

/// The difference of ratings that makes such a score expected; infinite for all or nothing.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, wanted: f64, off: f64) {
        assert!((found - wanted).abs() <= off, "{found} is not {wanted}");
    }

    #[test]
    fn wilson_as_published() {
        // Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3.
        for (hits, of, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let it = wilson(hits, of);
            near(it.low, low, 0.000_06);
            near(it.high, high, 0.000_06);
        }
        assert_eq!(wilson(20.0, 20).high, 1.0);
    }

    #[test]
    fn differences_as_published() {
        // Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10.
        for (a, b, low, high) in [
            ((48.0, 80), (56.0, 70), 0.0524, 0.3339),
            ((3.0, 10), (9.0, 10), 0.1705, 0.8090),
            ((0.0, 29), (5.0, 56), -0.0381, 0.1926),
            ((0.0, 10), (10.0, 10), 0.6075, 1.0),
        ] {
            let it = apart(wilson(a.0, a.1), wilson(b.0, b.1), 0.0);
            near(it.low, low, 0.000_06);
            near(it.high, high, 0.000_06);
        }
    }

    #[test]
    fn differences_of_pairs_as_published() {
        let pairs = |both, first, second, none| -> Vec<(f64, f64)> {
            let counts = [
                ((1.0, 1.0), both),
                ((1.0, 0.0), first),
                ((0.0, 1.0), second),
                ((0.0, 0.0), none),
            ];
            let all = counts.into_iter();
            all.flat_map(|(it, n)| std::iter::repeat_n(it, n)).collect()
        };
        // Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10.
        let it = difference(&pairs(36, 2, 12, 0));
        near(it.value, 0.2, 1e-9);
        near(it.low, 0.0569, 0.000_06);
        near(it.high, 0.3404, 0.000_06);
        // Fagerland, Lydersen, Laake, Statistics in Medicine 33 (2014) 2850-2875.
        let it = difference(&pairs(1, 7, 1, 12));
        near(it.low, -0.507, 0.000_6);
        near(it.high, -0.026, 0.000_6);
        // The same games twice still leave some doubt.
        let same: Vec<(f64, f64)> = (0..20)
            .map(|it| f64::from(it % 4 / 3))
            .map(|it| (it, it))
            .collect();
        let it = difference(&same);
        assert!(it.low < 0.0 && 0.0 < it.high && it.high < 0.15, "{it:?}");
    }

    #[test]
    fn means_by_student() {
        for (freedom, wanted) in [(2.0, 4.3027), (4.0, 2.7764), (9.0, 2.2622), (30.0, 2.0423)] {
            near(student(freedom), wanted, wanted / 80.0);
        }
        let it = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(it.value, 3.0);
        near(it.high - it.value, 1.963, 0.003);
        assert!(mean(&[1.0]).high.is_infinite());
    }

    #[test]
    fn ratings() {
        near(elo(0.5), 0.0, 1e-9);
        near(elo(0.75), 190.85, 0.01);
        assert!(elo(1.0).is_infinite());
    }
}
