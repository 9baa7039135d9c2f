//! k-map (Sweeney 2002): every published row matches at least k people of the population.
//!
//! With a population table, people are counted, and the model is inclusion-monotone. Without one, a
//! class needs so many rows that k - 1 people would show them with at most the significance
//! probability, by a Poisson model of the sample that is zero-truncated by default (Dankar et al.
//! 2012). The significance is divided by the number of classes that a search could publish
//! (Bonferroni). Otherwise a search over many classes would find the false positives. For the same
//! reason the estimate does not allow suppression, which would keep the classes that pass by
//! chance.
//!
//! Manual page: `docs/models/k-map.md`.

use incrowd_terms::{self as terms, Demand, Estimator, KMapPopulation};

use super::{ClassCounts, CountConstraints, Model, ModelContext, Monotone, PublishedTable};

struct KMapModel {
    k: u64,
    population: KMapPopulation,
    /// The least number of sample rows, where matches are estimated.
    least_rows: u64,
    sample: u64,
    /// Classes that a search could publish, all of which it tests or could.
    candidates: f64,
}

pub(super) fn model(asked: &terms::KMap, setting: &ModelContext<'_>) -> Box<dyn Model> {
    Box::new(KMapModel::new(asked.k, asked.population.clone(), setting.rows, setting.candidates))
}

impl KMapModel {
    fn new(k: u64, population: KMapPopulation, sample: u64, candidates: f64) -> Self {
        let least_rows = least_rows(k, &population, sample, candidates);
        KMapModel { k, population, least_rows, sample, candidates }
    }
}

impl Model for KMapModel {
    fn holds(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> bool {
        match self.population {
            KMapPopulation::Table => class.people >= self.k,
            KMapPopulation::Estimated { .. } => class.members >= self.least_rows,
        }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    /// What is left out where a test fails leaves the false positives.
    fn allows_suppression(&self) -> bool {
        self.population == KMapPopulation::Table
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn counts(&self, constraints: &mut CountConstraints) -> bool {
        let counted = self.population == KMapPopulation::Table;
        if counted {
            constraints.people = constraints.people.max(self.k);
        }
        counted
    }

    fn nearest(&self, class: &ClassCounts<'_>, _: &PublishedTable) -> Option<Demand> {
        let k = match self.population {
            KMapPopulation::Table => class.people.min(self.k),
            KMapPopulation::Estimated { .. } => {
                // least_rows grows with k: the last k that this class's rows still support.
                let supported = |k| {
                    least_rows(k, &self.population, self.sample, self.candidates) <= class.members
                };
                let (mut low, mut high) = (0, self.k);
                while low < high {
                    let middle = low + (high - low).div_ceil(2);
                    if supported(middle) { low = middle } else { high = middle - 1 }
                }
                low
            }
        };
        (k > 0).then(|| terms::KMap { k, population: self.population.clone() }.into())
    }
}

/// The least f with P(X >= f) <= significance / candidates, for the sample size X of a class of
/// k - 1 people.
fn least_rows(k: u64, population: &KMapPopulation, sample: u64, candidates: f64) -> u64 {
    let KMapPopulation::Estimated { people, estimator, significance } = population else {
        return 0;
    };
    let mean = k.saturating_sub(1) as f64 * (sample as f64 / *people as f64);
    if mean <= 0.0 {
        return 1;
    }
    let (seen, tests) = match estimator {
        Estimator::Poisson => (1.0, candidates.max(*people as f64)),
        Estimator::ZeroTruncatedPoisson => (-(-mean).exp_m1(), candidates.max(sample as f64)),
    };
    // Closer than rounding errors counts as above the level: on the safe side.
    let level = significance.to_f64() / tests * (1.0 - 1e-9) * seen;
    let (mut low, mut high) = (1, sample.saturating_add(1));
    while low < high {
        let middle = low + (high - low) / 2;
        if tail(mean, middle) <= level { high = middle } else { low = middle + 1 }
    }
    low
}

/// The probability that a Poisson variable is f or more, f being 1 or more.
fn tail(mean: f64, f: u64) -> f64 {
    let first = f as f64;
    // Summed away from the mean, where terms shrink, so that small tails keep their digits.
    let (mut at, up) = if first > mean { (first, true) } else { (first - 1.0, false) };
    let mut term = (at * mean.ln() - mean - log_factorial(at)).exp();
    let mut sum = 0.0;
    while term > sum * 1e-17 && at >= 0.0 {
        sum += term;
        at += if up { 1.0 } else { -1.0 };
        term *= if up { mean / at } else { (at + 1.0) / mean };
    }
    if up { sum } else { 1.0 - sum }
}

/// The logarithm of the factorial of a whole number: by Stirling's series where that has enough
/// digits.
fn log_factorial(n: f64) -> f64 {
    if n < 64.0 {
        return (1..=n as u64).map(|factor| (factor as f64).ln()).sum();
    }
    let half = 0.5 * (std::f64::consts::TAU * n).ln();
    n * n.ln() - n + half + 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3))
}

#[cfg(test)]
mod tests {
    use incrowd_terms::Fraction;

    use super::*;

    fn estimated(estimator: Estimator, people: u64) -> KMapPopulation {
        KMapPopulation::Estimated { people, estimator, significance: Fraction::new(1, 20) }
    }

    #[test]
    fn estimated_threshold_is_the_poisson_tail_at_the_divided_level() {
        for estimator in [Estimator::Poisson, Estimator::ZeroTruncatedPoisson] {
            for (k, sample, people, candidates) in [
                (5, 1000, 10_000, 1.0),
                (5, 1000, 10_000, 1e10),
                (10, 1000, 1000, 1.0),
                (2, 9, 90, 50.0),
            ] {
                let mean = (k - 1) as f64 * sample as f64 / people as f64;
                let term = |f: u64| (1..=f).fold((-mean).exp(), |p, i| p * mean / i as f64);
                let tail = |f: u64| (f..f + 200).map(term).sum::<f64>();
                let (seen, tests) = match estimator {
                    Estimator::Poisson => (1.0, f64::max(candidates, people as f64)),
                    Estimator::ZeroTruncatedPoisson => {
                        (1.0 - (-mean).exp(), f64::max(candidates, sample as f64))
                    }
                };
                let f = least_rows(k, &estimated(estimator, people), sample, candidates);
                let level = 0.05 / tests;
                assert!(tail(f) / seen <= level && tail(f - 1) / seen > level, "{f} for k {k}");
            }
        }
        let truncated = estimated(Estimator::ZeroTruncatedPoisson, 10_000);
        assert_eq!(least_rows(5, &truncated, 1000, 1.0), 6);
        assert_eq!(least_rows(1, &truncated, 1000, 1.0), 1);
    }

    #[test]
    fn large_means_do_not_underflow() {
        // Mean 10,000: the normal point of 5e-8 is 5.33 deviations of 100 above it.
        let population = estimated(Estimator::Poisson, 1_000_000);
        let least = least_rows(10_001, &population, 1_000_000, 1.0);
        assert!((10_520..=10_560).contains(&least), "{least}");
    }

    /// Every class has one person too few; whatever passes is a false positive.
    #[test]
    fn the_significance_is_that_of_all_classes_together() {
        use rand::{RngExt, SeedableRng};
        let mut random = rand_chacha::ChaCha12Rng::seed_from_u64(14);
        let (k, classes, runs) = (41, 500, 300);
        for estimator in [Estimator::Poisson, Estimator::ZeroTruncatedPoisson] {
            let people = 40 * classes;
            let population = estimated(estimator, people);
            let needed = least_rows(k, &population, people / 10, 1.0);
            let any = |_: &u32| {
                let show = |_| (0..40).filter(|_| random.random_range(0..10) == 0).count() as u64;
                (0..classes).map(show).max() >= Some(needed)
            };
            let wrong = (0..runs).filter(any).count();
            assert!(wrong <= 24, "{wrong} of {runs} samples show {needed} rows: above 5 %");
            assert!(needed > 10, "one class at a time would be taken with nine rows");
        }
    }

    #[test]
    fn matches_are_counted_in_the_population() {
        let model = KMapModel::new(3, KMapPopulation::Table, 10, 1.0);
        let whole = PublishedTable::of_rows(3, vec![]);
        let class = |people| ClassCounts::of_rows(1, people, &[], &[]);
        assert!(model.holds(&class(3), &whole) && !model.holds(&class(2), &whole));
    }
}
