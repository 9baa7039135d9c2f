//! delta-disclosure privacy (Brickell & Shmatikov 2008): |ln(q/p)| < delta for every sensitive
//! value of the table, with share p of the table and q of a class.
//!
//! Merge-monotone. A value that a class lacks has q = 0 and fails for every delta; if only the
//! values of the class were compared, the model would not be monotone. The table is the *published*
//! one (`relative`). Comparisons stay on the safe side of rounding.
//!
//! Manual page: `docs/models/delta-disclosure.md`.

use incrowd_terms::{self as terms, Demand, Fraction};

use super::{ClassCounts, Model, ModelContext, Monotone, PublishedTable};

struct DeltaDisclosureModel {
    column: String,
    secret: usize,
    delta: Fraction,
}

pub(super) fn model(asked: &terms::DeltaDisclosure, setting: &ModelContext<'_>) -> Box<dyn Model> {
    let terms::DeltaDisclosure { column, delta } = asked.clone();
    Box::new(DeltaDisclosureModel { column, secret: setting.secret, delta })
}

impl DeltaDisclosureModel {
    /// The largest |ln(q/p)|, infinite if the class lacks a value of the table.
    fn worst(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> f64 {
        let (histogram, table) = (class.secrets[self.secret], &whole.secrets[self.secret]);
        if histogram.values.len() < table.iter().filter(|&&count| count > 0).count() {
            return f64::INFINITY;
        }
        let logarithm = |(&value, &count): (&u32, &u64)| {
            let here = u128::from(count) * u128::from(whole.rows);
            let overall = u128::from(table[value as usize]) * u128::from(class.rows);
            (here as f64 / overall as f64).ln().abs()
        };
        histogram.values.iter().zip(histogram.counts).map(logarithm).fold(0.0, f64::max)
    }
}

impl Model for DeltaDisclosureModel {
    fn holds(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> bool {
        // Closer than rounding errors counts as reached: on the safe side of a strict bound.
        self.worst(class, whole) < self.delta.to_f64() * (1.0 - 1e-12)
    }

    fn monotone(&self) -> Monotone {
        Monotone::Merge
    }

    fn relative(&self) -> bool {
        true
    }

    fn nearest(&self, class: &ClassCounts<'_>, whole: &PublishedTable) -> Option<Demand> {
        let worst = self.worst(class, whole);
        worst.is_finite().then(|| {
            // `<` needs a little more than the figure itself.
            let above = Fraction::new((worst * (1.0 + 1e-11) * 1e6).floor() as u64 + 1, 1_000_000);
            terms::DeltaDisclosure { column: self.column.clone(), delta: self.delta.max(above) }
                .into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::holds;
    use super::*;

    #[test]
    fn every_value_must_be_there() {
        let model = |delta: &str| DeltaDisclosureModel {
            column: "s".into(),
            secret: 0,
            delta: delta.parse().unwrap(),
        };
        // ln(2/3 / 1/2) = .2877, ln(1/3 / 1/2) = -.4055.
        assert!(holds(&model("0.41"), &[2, 1], &[3, 3]));
        assert!(!holds(&model("0.4"), &[2, 1], &[3, 3]));
        assert!(!holds(&model("100"), &[2, 0], &[3, 3]));
        assert!(!holds(&model("0"), &[1, 1], &[1, 1]), "the bound is exclusive");
    }
}
