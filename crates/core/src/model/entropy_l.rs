//! Entropy l-diversity (Machanavajjhala et al. 2006): the exponential of the entropy of the
//! sensitive values of every class is at least l.
//!
//! Merge-monotone, because entropy is concave. Floating-point logarithms decide unless the
//! difference is below `CLEAR`. Near-ties are decided in integers by n^n >= l^n * prod c^c, after
//! dividing the counts by their common divisor, so that a class of l equally frequent values
//! passes. An uneven class with more than `EXACT_ROWS` rows that close to a tie is rejected, which
//! is the safe side.
//!
//! Manual page: `docs/models/entropy-l-diversity.md`.

use incrowd_terms::{Demand, Diversity, Fraction, LDiversity};
use num_bigint::BigUint;

use super::{ClassCounts, Model, Monotone, PublishedTable};

pub(super) struct EntropyL {
    pub column: String,
    pub secret: usize,
    pub l: Fraction,
}

/// Differences of entropies beyond this are no rounding errors.
const CLEAR: f64 = 1e-12;
/// Up to this many rows (after division by the common divisor) near-ties are decided exactly.
const EXACT_ROWS: u64 = 1 << 16;

impl Model for EntropyL {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        let counts = class.secrets[self.secret].counts;
        let slack = entropy(counts) - self.l.to_f64().ln();
        if slack.abs() > CLEAR { slack > 0.0 } else { holds_exactly(counts, self.l) }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let counts = class.secrets[self.secret].counts;
        // As many as there are values if all are as frequent; else rounded down to what surely holds.
        let millionths = (entropy(counts).exp() * 1e6).round() as u64;
        let rounded = |millionths| Fraction::new(u64::max(millionths, 1_000_000), 1_000_000);
        let met =
            |l: &Fraction| EntropyL { column: String::new(), l: *l, ..*self }.holds(class, whole);
        let near = [millionths, millionths.saturating_sub(1)].map(rounded);
        let l = near.into_iter().find(met).unwrap_or_else(|| rounded(millionths.saturating_sub(2)));
        let diversity = Diversity::Entropy(self.l.min(l));
        Some(LDiversity { column: self.column.clone(), diversity }.into())
    }
}

/// The entropy of a class, in nats.
fn entropy(counts: &[u64]) -> f64 {
    let n: u64 = counts.iter().sum();
    let weighted: f64 = counts.iter().map(|&c| c as f64 * (c as f64).ln()).sum();
    (n as f64).ln() - weighted / n as f64
}

/// n^n >= l^n * prod c^c in whole numbers. A large uneven class this close to a tie fails, on the
/// safe side.
fn holds_exactly(counts: &[u64], l: Fraction) -> bool {
    let divisor = counts.iter().fold(0, |a, &b| gcd(a, b)).max(1);
    let n = counts.iter().sum::<u64>() / divisor;
    if counts.iter().all(|&count| count == divisor) {
        return Fraction::from(n) >= l;
    }
    if n > EXACT_ROWS {
        return false;
    }
    let power = |base: u64, exponent: u64| BigUint::from(base).pow(exponent as u32);
    let left = power(n, n) * power(l.denominator(), n);
    let counts = counts.iter().map(|&count| count / divisor);
    left >= counts.fold(power(l.numerator(), n), |right, count| right * power(count, count))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    fn model(l: &str) -> EntropyL {
        EntropyL { column: "s".into(), secret: 0, l: l.parse().unwrap() }
    }

    #[test]
    fn a_uniform_class_of_l_values_passes() {
        for l in 2_u64..40 {
            for each in [1_u64, 7, 1_000_003] {
                let class = vec![each; l as usize];
                assert!(holds(&model(&l.to_string()), &class, &class), "{l} values");
                assert!(!holds(&model(&format!("{l}.000001")), &class, &class), "{l} values");
            }
        }
    }

    #[test]
    fn an_uneven_class_has_less() {
        assert!(!holds(&model("2"), &[2, 1], &[2, 1]));
        // exp(H(2/3, 1/3)) = 3 / 2^(2/3) = 1.8898...
        assert!(holds(&model("1.8898"), &[2, 1], &[2, 1]));
        assert!(!holds(&model("1.8899"), &[2, 1], &[2, 1]));
    }
}
