//! How far a set of columns singles people out: counted in the table, and bounded for a universe
//! that nobody has.

use incrowd_columns::identify::{Columns, Domains, Measure, Universe};
use incrowd_core::terms::Fraction;
use incrowd_judge::uniqueness::{Estimates, Sample};

/// The risk of a set of columns.
#[derive(Debug)]
pub struct SetRisk {
    /// Where its columns stand.
    pub columns: Vec<usize>,
    /// What was counted in the rows held. Estimates for a universe start from its class sizes.
    pub measure: Measure,
    /// Tuples that the columns can take.
    pub domain: f64,
    /// The largest share of the universe that can be expected to be unique, by Lodha & Thomas 2007.
    pub bound: f64,
    /// The same for a universe of exactly so many people.
    pub cap: f64,
    /// People who share a tuple on average.
    pub k_estimate: f64,
    /// How many people of the universe are unique, estimated from the rows held; nothing if these
    /// are the universe.
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
        let measure = Measure::of(table, &columns);
        let sample = Sample::new(measure.class_sizes().iter().copied(), universe.people);
        let part = universe.people > table.rows();
        SetRisk {
            estimates: sample.ok().filter(|_| part).map(|sample| sample.estimates()),
            measure,
            domain,
            bound: universe.unique_bound(domain),
            cap: universe.unique_cap(domain),
            k_estimate: universe.estimated_k(domain),
            dangerous: universe.is_dangerous(domain, alpha),
            columns,
        }
    }
}
