//! How far a set of columns singles people out: counted in the table, and bounded for a universe
//! that nobody has.

use incrowd_columns::identify::{Columns, Domains, SetMeasure, Universe};
use incrowd_core::terms::Fraction;
use incrowd_judge::uniqueness::{Estimates, SampledClasses};

/// The risk of a set of columns.
#[derive(Debug)]
pub struct SetRisk {
    /// Where its columns stand.
    pub columns: Vec<usize>,
    /// What was counted in the rows held. Estimates for a universe start from its class sizes.
    pub measure: SetMeasure,
    /// Tuples that the columns can take.
    pub domain: f64,
    /// The largest share of the universe that can be expected to be unique, by Lodha & Thomas 2007.
    pub bound: f64,
    /// The same for a universe of exactly so many people.
    pub cap: f64,
    /// People who share a tuple on average.
    pub k_estimate: f64,
    /// How many people of the universe are unique, estimated from the rows held; nothing if these
    /// are the universe, or if people have several combinations, which no estimator allows for.
    pub estimates: Option<Estimates>,
    /// Whether the bound lets the set be an alpha-quasi-identifier of the universe. If not, counting
    /// may still show that it is one.
    pub dangerous: bool,
}

impl SetRisk {
    /// Measures a set.
    pub fn new(
        table: &Columns,
        columns: Vec<usize>,
        domains: &Domains,
        universe: Universe,
        alpha: Fraction,
    ) -> SetRisk {
        let domain = domains.product(&columns);
        let measure = SetMeasure::of(table, &columns);
        let sample = SampledClasses::new(measure.class_sizes().iter().copied(), universe.people);
        let part = universe.people > measure.rows() && measure.has_one_class_each();
        let each = measure.classes_each();
        SetRisk {
            estimates: sample.ok().filter(|_| part).map(|sample| sample.estimates()),
            measure,
            domain,
            bound: universe.unique_bound_each(domain, each),
            cap: universe.unique_cap_each(domain, each),
            k_estimate: universe.estimated_k_each(domain, each),
            dangerous: universe.is_dangerous_each(domain, alpha, each),
            columns,
        }
    }
}
