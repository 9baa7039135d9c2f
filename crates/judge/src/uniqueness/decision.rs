//! The decision rule of Dankar, El Emam, Neisa and Roffey (2012): which estimate to use.
//!
//! No estimator is good everywhere. On samples of clinical tables with known uniqueness, they found
//! that Pitman has the smallest error for samples of up to a tenth of the population, and the
//! lesser of SNB and Zayatz above that, because both tend to be too high. If the selected estimator
//! has no solution, Zayatz is used, which always has one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Estimate, SampledClasses};

/// An estimator of the people unique in a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UniquenessEstimator {
    /// Pitman's sampling formula (Hoshino 2001).
    Pitman,
    /// The slide negative binomial (Chen and Keller-McNulty 1998).
    Snb,
    /// Classes as in the sample (Zayatz 1991).
    Zayatz,
}

impl UniquenessEstimator {
    /// The name by which people know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            UniquenessEstimator::Pitman => "Pitman",
            UniquenessEstimator::Snb => "SNB",
            UniquenessEstimator::Zayatz => "Zayatz",
        }
    }
}

/// Which estimate to believe.
pub(super) fn believed(
    sample: &SampledClasses,
    zayatz: Estimate,
    snb: Option<Estimate>,
    pitman: Option<Estimate>,
) -> (UniquenessEstimator, Estimate) {
    let tenth = u128::from(sample.rows) * 10 <= u128::from(sample.people);
    match (tenth, snb, pitman) {
        (true, _, Some(pitman)) => (UniquenessEstimator::Pitman, pitman),
        (false, Some(snb), _) if snb.uniques < zayatz.uniques => (UniquenessEstimator::Snb, snb),
        _ => (UniquenessEstimator::Zayatz, zayatz),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_branch() {
        let estimate = |uniques| Estimate { uniques, share: uniques / 100.0 };
        let chosen = |people, snb: Option<f64>, pitman: Option<f64>| {
            let sample = SampledClasses::new([(1, 10)], people).unwrap();
            let (snb, pitman) = (snb.map(estimate), pitman.map(estimate));
            believed(&sample, estimate(5.0), snb, pitman)
        };
        use UniquenessEstimator::{Pitman, Snb, Zayatz};
        assert_eq!(chosen(100, Some(3.0), Some(9.0)), (Pitman, estimate(9.0)), "just a tenth");
        assert_eq!(chosen(100, Some(3.0), None), (Zayatz, estimate(5.0)));
        assert_eq!(chosen(99, Some(3.0), Some(9.0)), (Snb, estimate(3.0)), "more than a tenth");
        assert_eq!(chosen(99, Some(6.0), Some(1.0)), (Zayatz, estimate(5.0)));
        assert_eq!(chosen(99, None, Some(1.0)), (Zayatz, estimate(5.0)));
    }
}
