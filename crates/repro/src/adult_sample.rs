//! A table in memory, made ready to be searched.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use incrowd_core::cost::{Cost, CostOver};
use incrowd_core::frequency_set::{FrequencySet, SensitiveOrder};
use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_core::model::{self, Model, ModelContext};
use incrowd_core::search::lattice::{LatticeProblem, Node};
use incrowd_core::table::Counter;
use incrowd_core::terms::{Demand, KAnonymity, Kind, Nulls, PSensitivity};

use crate::adult::COLUMNS;

/// Rows of Adult with hierarchies over some columns, and what is secret in them.
pub(crate) struct AdultSample<'r> {
    rows: &'r [Vec<String>],
    /// The quasi-identifiers' places among the columns.
    qi: Vec<usize>,
    /// The secrets' places among the columns.
    secrets: Vec<usize>,
    hierarchies: Vec<Hierarchy>,
    tally: FrequencySet,
}

impl<'r> AdultSample<'r> {
    /// Counts rows. Columns are named by their places in [`COLUMNS`].
    pub fn new(
        rows: &'r [Vec<String>],
        qi: &[(usize, Spec)],
        secrets: &[usize],
    ) -> Result<Self, String> {
        let places: Vec<usize> = qi.iter().map(|(column, _)| *column).collect();
        let mut counter = Counter::new(qi.len(), secrets.len());
        for row in rows {
            let cell = |&column: &usize| row[column].as_str();
            counter.add(places.iter().map(cell), secrets.iter().map(cell));
        }
        let specs: Vec<(&str, Spec)> =
            qi.iter().map(|(column, spec)| (COLUMNS[*column], spec.clone())).collect();
        let hierarchies = hierarchies(&counter, &specs)?;
        let order = |place: usize| {
            let texts: Vec<&str> = counter.secret_values(place).iter().collect();
            let sorted: BTreeSet<&str> = texts.iter().copied().collect();
            let codes: BTreeMap<&str, u32> = sorted.into_iter().zip(0..).collect();
            SensitiveOrder {
                codes: texts.iter().map(|text| codes[text]).collect(),
                places: codes.len(),
            }
        };
        let orders: Vec<SensitiveOrder> = (0..secrets.len()).map(order).collect();
        let tally = FrequencySet::new(&counter, None, &hierarchies, &orders, &[]);
        Ok(AdultSample { rows, qi: places, secrets: secrets.to_vec(), hierarchies, tally })
    }

    /// At least `k` rows in every class, and at least `p` values of every secret if `p` is more
    /// than one.
    pub fn models(&self, k: u64, p: u64) -> Vec<Box<dyn Model>> {
        let rows = self.rows.len() as u64;
        let crowd = model::of(
            &Demand::KAnonymity(KAnonymity { k }),
            &ModelContext { rows, ..ModelContext::default() },
        );
        let sensitive = self.secrets.iter().enumerate().map(|(secret, &column)| {
            let demand =
                Demand::PSensitivity(PSensitivity { column: COLUMNS[column].to_owned(), p });
            model::of(&demand, &ModelContext { secret, rows, ..ModelContext::default() })
        });
        let wanted = if p > 1 { usize::MAX } else { 0 };
        std::iter::once(crowd).chain(sensitive.take(wanted)).collect()
    }

    /// The search for the least loss where so many rows may be suppressed.
    pub fn problem<'a>(&'a self, models: &'a [Box<dyn Model>], limit: u64) -> LatticeProblem<'a> {
        problem(&self.tally, &self.hierarchies, models, limit)
    }

    /// The classes of a node, suppressed ones too: the rows of each, by their numbers.
    pub fn classes(&self, node: &Node) -> Vec<Vec<usize>> {
        let columns = self.qi.iter().zip(&self.hierarchies).zip(&node.0);
        let columns: Vec<(usize, &Hierarchy, &[u32])> = columns
            .map(|((&column, hierarchy), &level)| {
                (column, hierarchy, hierarchy.node_of(usize::from(level)))
            })
            .collect();
        let mut classes: BTreeMap<Vec<Option<u32>>, Vec<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            let code = |&(column, hierarchy, above): &(usize, &Hierarchy, &[u32])| {
                hierarchy.code(&row[column]).map(|code| above[code as usize])
            };
            classes.entry(columns.iter().map(code).collect()).or_default().push(number);
        }
        classes.into_values().collect()
    }
}

/// The hierarchies of counted columns, given the name and the kind of each.
pub(crate) fn hierarchies(
    counter: &Counter,
    specs: &[(&str, Spec)],
) -> Result<Vec<Hierarchy>, String> {
    let nulls = Nulls::default();
    let hierarchy = |(at, (column, spec)): (usize, &(&str, Spec))| {
        let values = counter.values(at).iter().map(str::to_owned);
        let values: Vec<(String, u64)> = values.zip(counter.value_counts(at)).collect();
        let kind = Kind::infer(values.iter().map(|(text, _)| text.as_str()));
        let domain = Domain { column, kind, values: &values, nulls: &nulls };
        build(spec, &domain).map_err(|error| error.to_string())
    };
    specs.iter().enumerate().map(hierarchy).collect()
}

/// The search over all levels of all hierarchies for the least loss of the members, where so many
/// of them may be suppressed.
pub(crate) fn problem<'a>(
    tally: &'a FrequencySet,
    hierarchies: &'a [Hierarchy],
    models: &'a [Box<dyn Model>],
    limit: u64,
) -> LatticeProblem<'a> {
    let levels: Vec<RangeInclusive<u8>> =
        hierarchies.iter().map(|hierarchy| 0..=hierarchy.height() as u8).collect();
    let weights = vec![1.0; hierarchies.len()];
    let price = Cost::LOSS.price(tally, hierarchies, &weights, CostOver::Members);
    LatticeProblem::new(tally, hierarchies, &levels, models, price, limit)
}
