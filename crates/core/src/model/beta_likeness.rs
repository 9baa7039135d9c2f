//! # beta-likeness
//!
//! **Promises** that no sensitive value is much more frequent in a class than in the whole
//! published table: its relative gain (q - p)/p is at most beta.
//!
//! **Against** someone who knows the overall distribution and gains confidence in one value from a
//! person's class. Unlike `t-closeness`, it protects each value separately, including rare ones.
//!
//! **Not promised** that a value is not *less* frequent in a class: an attacker may learn that a
//! person is unlikely to have an illness (`delta-disclosure`). Basic likeness does not bound the
//! gain of frequent values: with beta = 1, a share of 1/2 may become 1.
//!
//! **Example** of a value with the share p = 1/4 of the table, q = 1/2 of a class is a gain of 1:
//! it meets `basic:1` and `enhanced:1`, since -ln p is 1.39. From p = 1/2 to q = 1 is a gain of 1
//! as well, which `basic:1` allows and `enhanced:1` does not, since -ln p is 0.69.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --sensitive illness --k 5 --likeness enhanced:2 --suppress 2% -o out.csv`
//!
//! **Defined** by Cao and Karras (2012). Basic: (q - p)/p <= beta. Enhanced: (q - p)/p <= min(beta,
//! -ln p), which also bounds the gain of frequent values.
//!
//! **Deviations** p is the share in the *published* table, so suppression is repeated until no
//! class violates the remaining table. For a value in every row of the table (p = 1), the enhanced
//! bound is 0, and q = p = 1 meets it.
//!
//! **Cost** one pass over the values of a class. Merge-monotone: the share of a value in a union
//! lies between the shares in its parts.

use incrowd_terms::{self as terms, Demand, Fraction, Likeness};
use num_bigint::BigUint;

use super::{ClassCounts, Model, Monotone, Setting, Whole};

struct BetaLikeness {
    column: String,
    secret: usize,
    likeness: Likeness,
}

pub(super) fn model(asked: &terms::BetaLikeness, setting: &Setting<'_>) -> Box<dyn Model> {
    let terms::BetaLikeness { column, likeness } = asked.clone();
    Box::new(BetaLikeness { column, secret: setting.secret, likeness })
}

/// A value's counts: in the class of `n` rows, and in the table of `total`.
#[derive(Clone, Copy)]
struct ValueShare {
    count: u128,
    n: u128,
    overall: u128,
    total: u128,
}

impl ValueShare {
    /// (q - p)/p <= beta, in integers: count * total * d <= n * overall * (d + a) for beta = a/d.
    fn gains_at_most(self, beta: Fraction) -> bool {
        let (a, d) = (u128::from(beta.numerator()), u128::from(beta.denominator()));
        let (left, right) = (self.count * self.total, self.n * self.overall);
        match (left.checked_mul(d), right.checked_mul(d + a)) {
            (Some(left), Some(right)) => left <= right,
            // Too large for a machine's word.
            _ => BigUint::from(left) * d <= BigUint::from(right) * (d + a),
        }
    }

    /// The least beta that the value keeps.
    fn least_beta(self) -> Fraction {
        let (here, overall) = (self.count * self.total, self.n * self.overall);
        Fraction::rounded_up(here.saturating_sub(overall), overall)
    }

    fn gain(self) -> f64 {
        (self.count * self.total) as f64 / (self.n * self.overall) as f64 - 1.0
    }

    /// Whether (q - p)/p <= -ln p. The logarithm is irrational unless p = 1, so there are no ties;
    /// closer than rounding errors counts as above, on the safe side.
    fn within_surprise(self) -> bool {
        let surprise = (self.total as f64 / self.overall as f64).ln();
        self.count * self.total <= self.n * self.overall || self.gain() <= surprise - 1e-12
    }
}

impl BetaLikeness {
    fn shares<'a>(
        &self,
        class: &'a ClassCounts<'_>,
        whole: &'a Whole,
    ) -> impl Iterator<Item = ValueShare> + 'a {
        let histogram = class.secrets[self.secret];
        let table = &whole.secrets[self.secret];
        histogram.values.iter().zip(histogram.counts).map(move |(&value, &count)| ValueShare {
            count: count.into(),
            n: class.rows.into(),
            overall: table[value as usize].into(),
            total: whole.rows.into(),
        })
    }
}

impl Model for BetaLikeness {
    fn holds(&self, class: &ClassCounts<'_>, whole: &Whole) -> bool {
        self.shares(class, whole).all(|share| match self.likeness {
            Likeness::Basic(beta) => share.gains_at_most(beta),
            Likeness::Enhanced(beta) => share.gains_at_most(beta) && share.within_surprise(),
        })
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn relative(&self) -> bool {
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &Whole) -> Option<Demand> {
        let gains = self.shares(class, whole).map(ValueShare::least_beta);
        let gain = gains.max().unwrap_or(Fraction::ZERO);
        let least = |beta: Fraction| beta.max(gain);
        let likeness = match self.likeness {
            Likeness::Basic(beta) => Likeness::Basic(least(beta)),
            Likeness::Enhanced(_)
                if !self.shares(class, whole).all(ValueShare::within_surprise) =>
            {
                return None;
            }
            Likeness::Enhanced(beta) => Likeness::Enhanced(least(beta)),
        };
        Some(terms::BetaLikeness { column: self.column.clone(), likeness }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    #[test]
    fn the_gain_is_bounded() {
        let model = |likeness: &str| BetaLikeness {
            column: "s".into(),
            secret: 0,
            likeness: likeness.parse().unwrap(),
        };
        // q = 1/2, p = 1/4: the gain is 1, and -ln p = 1.386.
        assert!(holds(&model("basic:1"), &[1, 1, 0], &[2, 3, 3]));
        assert!(!holds(&model("basic:0.99"), &[1, 1, 0], &[2, 3, 3]));
        assert!(holds(&model("enhanced:1"), &[1, 1, 0], &[2, 3, 3]));
        // q = 1, p = 1/2: the gain is 1, above -ln p = .693.
        assert!(holds(&model("basic:1"), &[1, 0], &[1, 1]));
        assert!(!holds(&model("enhanced:1"), &[1, 0], &[1, 1]));
        assert!(holds(&model("enhanced:1"), &[3], &[3]));
    }
}
