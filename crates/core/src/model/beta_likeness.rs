//! beta-likeness (Cao & Karras 2012): for every sensitive value with share p of the table and q of
//! a class, (q - p) / p <= beta; enhanced: <= min(beta, -ln p).
//!
//! Merge-monotone, because the share of a value in a union lies between its shares in the parts.
//! The table is the *published* one (`relative`). The basic form is decided in integers. The
//! logarithm of the enhanced form is a floating-point number with a margin on the safe side. A
//! value in every row of the table has p = q = 1 and meets the enhanced bound of 0.
//!
//! Manual page: `docs/models/beta-likeness.md`.

use incrowd_terms::{self as terms, Demand, Fraction, Likeness};
use num_bigint::BigUint;

use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct BetaLikenessModel {
    column: String,
    secret: usize,
    likeness: Likeness,
}

pub(super) fn model(asked: &terms::BetaLikeness, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let terms::BetaLikeness { column, likeness } = asked.clone();
    Box::new(BetaLikenessModel { column, secret: setting.secret, likeness })
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

impl BetaLikenessModel {
    fn shares<'a>(
        &self,
        class: &'a ClassCounts<'_>,
        whole: &'a PublishedTable,
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

impl Model for BetaLikenessModel {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
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

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
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
        let model = |likeness: &str| BetaLikenessModel {
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
