//! # k-map
//!
//! **Promises** that every published row matches at least k people of the population from which the
//! table was drawn. It can be met by a class of one row, where `k-anonymity` cannot.
//!
//! **Against** someone who has the population register, knows a person's quasi-identifiers, but
//! does not know whether the person is in the table.
//!
//! **Not promised** anything against someone who does know that a person is in the table: ask for
//! `k-anonymity`. Nor is it hidden who is in the table: of the k people who match, all may be
//! (`delta-presence`).
//!
//! **Example** one published row whose quasi-identifiers three people of the register share meets k
//! = 3, and with two people it fails. Without the register: of 1,000 rows of 10,000 people a class
//! needs three rows to be taken for one of five people, since four people would show three rows or
//! more with probability 0.024 only, given that they show any.
//!
//! `incrowd release study.csv --id name --qi age,sex,zip,job --public register.csv --k-map 10 -o out.csv`
//!
//! **Defined** by Sweeney (2002). With the population table (`--public P`) the matches are counted;
//! where published classes overlap, only the people who can be the row while every other row is
//! somebody too.
//! Without it (`--population N`) they are estimated: of a class with F people, a sample of n out of
//! N shows about Poisson(F n/N) rows, so a class with f rows is taken to have k people or more if f
//! is so large that fewer than k people would show it with probability at most the significance (5
//! % unless `--significance` says otherwise). The default estimator drops the zero from the
//! distribution, because a class that was published has been seen (Dankar et al. 2012); `--k-map
//! 5:poisson` keeps it and is less strict.
//!
//! **Deviations** the estimate tests against k - 1 people, the largest number that would break the
//! promise.
//!
//! **Cost** one comparison per class, once the population's tuples are tallied. Inclusion-monotone.

use incrowd_terms::{self as terms, Demand, Estimator, Population};

use super::{Class, Gate, Model, Monotone, Setting, Whole};

struct KMap {
    k: u64,
    population: Population,
    /// The least number of sample rows, where matches are estimated.
    least_rows: u64,
    sample: u64,
}

pub(super) fn model(asked: &terms::KMap, setting: &Setting<'_>) -> Box<dyn Model> {
    Box::new(KMap::new(asked.k, asked.population.clone(), setting.rows))
}

impl KMap {
    fn new(k: u64, population: Population, sample: u64) -> Self {
        let least_rows = least_rows(k, &population, sample);
        KMap { k, population, least_rows, sample }
    }
}

impl Model for KMap {
    fn holds(&self, class: &Class<'_>, _: &Whole) -> bool {
        match self.population {
            Population::Table => class.people >= self.k,
            Population::Estimated { .. } => class.rows >= self.least_rows,
        }
    }

    fn monotone(&self) -> Monotone {
        Monotone::Inclusion
    }

    fn needs_secrets(&self) -> bool {
        false
    }

    fn counts(&self, gate: &mut Gate) -> bool {
        let counted = self.population == Population::Table;
        if counted {
            gate.people = gate.people.max(self.k);
        }
        counted
    }

    fn nearest(&self, class: &Class<'_>, _: &Whole) -> Option<Demand> {
        let k = match self.population {
            Population::Table => class.people.min(self.k),
            Population::Estimated { .. } => {
                // least_rows grows with k: the last k that this class's rows still support.
                let supported = |k| least_rows(k, &self.population, self.sample) <= class.rows;
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

/// The least f with P(X >= f) <= significance, for the sample size X of a class of k - 1 people.
fn least_rows(k: u64, population: &Population, sample: u64) -> u64 {
    let Population::Estimated { people, estimator, significance } = population else { return 0 };
    let mean = k.saturating_sub(1) as f64 * (sample as f64 / *people as f64);
    if mean <= 0.0 {
        return 1;
    }
    // The term for f, by its logarithm: its start, exp(-mean), may be too small for a float.
    let mut logarithm = -mean;
    let (mut below, whole) = match estimator {
        Estimator::Poisson => (logarithm.exp(), 1.0),
        Estimator::ZeroTruncatedPoisson => (0.0, -(-mean).exp_m1()),
    };
    let mut f = 1;
    // Closer than rounding errors counts as above the significance: on the safe side.
    while whole - below > significance.to_f64() * whole - 1e-12 && f <= sample {
        logarithm += (mean / f as f64).ln();
        below += logarithm.exp();
        f += 1;
    }
    f
}

#[cfg(test)]
mod tests {
    use incrowd_terms::Fraction;

    use super::*;

    fn estimated(estimator: Estimator, people: u64) -> Population {
        Population::Estimated { people, estimator, significance: Fraction::new(1, 20) }
    }

    #[test]
    fn estimated_threshold_is_the_poisson_tail() {
        // Mean 4 * 1000 / 10000 = 0.4: P(X >= 2) = .0616, P(X >= 3) = .0079.
        let plain = estimated(Estimator::Poisson, 10_000);
        assert_eq!(least_rows(5, &plain, 1000), 3);
        // Given X >= 1 (.3297): .0616/.3297 = .187, .0079/.3297 = .024.
        let truncated = estimated(Estimator::ZeroTruncatedPoisson, 10_000);
        assert_eq!(least_rows(5, &truncated, 1000), 3);
        // Mean 9: P(X >= 15) = .0415, P(X >= 14) = .0739.
        assert_eq!(least_rows(10, &estimated(Estimator::Poisson, 1000), 1000), 15);
        assert_eq!(least_rows(1, &truncated, 1000), 1);
    }

    #[test]
    fn large_means_do_not_underflow() {
        // Mean 10,000: the 95 % point of the normal approximation is 10,000 + 1.645 * 100.
        let population = estimated(Estimator::Poisson, 1_000_000);
        let least = least_rows(10_001, &population, 1_000_000);
        assert!((10_160..=10_170).contains(&least), "{least}");
    }

    #[test]
    fn matches_are_counted_in_the_population() {
        let model = KMap::new(3, Population::Table, 10);
        let whole = Whole { rows: 3, secrets: vec![] };
        let class = |people| Class { rows: 1, people, secrets: &[], traits: &[] };
        assert!(model.holds(&class(3), &whole) && !model.holds(&class(2), &whole));
    }
}
