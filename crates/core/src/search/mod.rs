//! Searches: finding a generalization that meets the demands at least cost.
//!
//! A [`Search`] is the input of every [`Algorithm`]: the table, the demands on every class, the
//! cost and the scope. Algorithms that choose a level per column are in [`lattice`], those that
//! find a box per class in [`boxes`]. To add one, add a file there and a line in [`ALGORITHMS`].
//! Their result is an [`SearchOutcome`].

mod algorithm;
mod anatomy;
pub mod boxes;
mod chance;
mod control;
mod effort;
mod figures;
mod found;
pub mod lattice;
mod local_suppression;
mod method;
mod nearest;
mod scope;
mod widening;

use std::sync::Arc;

use incrowd_terms::Demand;

use crate::audit::{self, Audit};
use crate::cost::{Cost, CostOver, RangeLoss};
use crate::encoded::Encoded;
use crate::frequency_set::FrequencySet;
use crate::hierarchy::Hierarchy;
use crate::model::{Dealing, Model};
use crate::opaque::opaque_debug;
use crate::publish;

use boxes::suppression::Suppression;
use boxes::{BoxClass, BoxProblem, Partition};
use lattice::LatticeProblem;

pub use algorithm::{ALGORITHMS, Algorithm, Searcher, algorithm};
pub use control::{Progress, SearchControl};
pub use effort::Effort;
pub use figures::{Figures, PublishedPeople};
pub use found::{Family, FoundRelease, SearchOutcome};
pub use method::{BoxEnds, Method, Recoding};
pub use nearest::Nearest;
pub use scope::Scope;

/// The input of an algorithm.
#[derive(Clone)]
pub struct Search<'a> {
    table: &'a Encoded,
    /// The frequency set of the table, or the one that an audit replaces it with.
    frequency_set: &'a FrequencySet,
    demands: Arc<[Demand]>,
    method: Method,
    scope: Scope,
    models: Arc<[Box<dyn Model>]>,
    /// The least rows of the groups that classes are dealt into, if any.
    deal: Option<u64>,
    /// Whether a bound on the cost is wanted besides the release.
    proves: bool,
}

opaque_debug!(Search<'_>, this => "demands": this.demands, "method": this.method, "scope": this.scope);

impl<'a> Search<'a> {
    /// A search for a release of a table that meets the demands.
    ///
    /// # Panics
    /// If a demand names a person attribute that was not read with the population, or the scope
    /// does not have an entry per column.
    #[must_use]
    pub fn new(table: &'a Encoded, demands: &[Demand], method: Method, scope: Scope) -> Self {
        let columns = table.hierarchies.len();
        let entries = [scope.levels.len(), scope.weights.len(), scope.by_values.len()];
        assert_eq!(entries, [columns; 3], "a scope has an entry per column");
        let deal = method.deal.then(|| Dealing::least_rows(demands));
        let models = demands.iter().map(|demand| table.model(demand, deal)).collect();
        let (frequency_set, demands) = (&table.frequency_set, demands.into());
        Search { table, frequency_set, demands, method, scope, models, deal, proves: true }
    }

    /// The table.
    #[must_use]
    pub(crate) fn table(&self) -> &'a Encoded {
        self.table
    }

    /// The demands.
    #[must_use]
    pub fn demands(&self) -> &[Demand] {
        &self.demands
    }

    /// How to search.
    #[must_use]
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The scope of the search.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The models behind the demands.
    #[must_use]
    pub(crate) fn models(&self) -> &[Box<dyn Model>] {
        &self.models
    }

    /// Whether a bound on the cost is wanted besides the release.
    fn proves(&self) -> bool {
        self.proves
    }

    /// The problem of minimising a cost over whole columns.
    #[must_use]
    pub fn problem(&self, cost: Cost) -> LatticeProblem<'_> {
        let Scope { levels, weights, limit, .. } = &self.scope;
        let hierarchies = &self.table.hierarchies;
        let price = cost.price(self.frequency_set, hierarchies, weights, self.method.over);
        LatticeProblem::new(self.frequency_set, hierarchies, levels, &self.models, price, *limit)
    }

    /// The problem of finding boxes that minimise a cost. Where boxes are widened afterwards, ranges cost
    /// what leads a search to boxes that lose little then.
    #[must_use]
    pub(crate) fn box_problem(&self, cost: Cost) -> BoxProblem<'_> {
        let leading = self.leading_column();
        self.box_problem_of(|(column, hierarchy), weight, by_values| {
            let led = self.led_loss(hierarchy, weight, leading == Some(column));
            led.unwrap_or_else(|| cost.range_loss(hierarchy, weight, by_values))
        })
    }

    /// Boxes and what they cost.
    #[must_use]
    pub(crate) fn boxes_with_cost(&self, cost: Cost) -> BoxProblem<'_> {
        self.box_problem_of(|(_, hierarchy), weight, by_values| {
            cost.range_loss(hierarchy, weight, by_values)
        })
    }

    fn box_problem_of(
        &self,
        range_loss: impl Fn((usize, &Hierarchy), f64, bool) -> RangeLoss,
    ) -> BoxProblem<'_> {
        let Scope { weights, by_values, .. } = &self.scope;
        let all: f64 = weights.iter().sum();
        let columns = self.table.hierarchies.iter().enumerate().zip(weights).zip(by_values);
        let range_losses = columns
            .map(|((column, weight), by_values)| range_loss(column, weight / all, *by_values));
        let over_people = self.method.over == CostOver::People;
        BoxProblem::new(self.frequency_set, &self.models, range_losses.collect(), over_people)
    }

    /// The search of the algorithm.
    fn searcher(&self) -> &'static dyn Searcher {
        self.method.algorithm.searcher().expect("an algorithm that searches was chosen")
    }

    /// The result of the algorithm. If rows of boxes may be suppressed, some are where that costs less.
    fn searched(&self, control: &SearchControl) -> SearchOutcome {
        let has_boxes =
            matches!(self.method.recoding(), Recoding::Multidimensional | Recoding::Local);
        let may_suppress = self.scope.limit > 0
            && self.method.algorithm.suppresses()
            && self.models.iter().all(|model| model.allows_suppression());
        if has_boxes && may_suppress {
            return Suppression { search: self, control }.find();
        }
        self.searcher().find(self, control)
    }

    /// Searches for a release until one is found or the search is stopped.
    ///
    /// # Panics
    /// If the releases of the algorithm are drawn instead of searched for.
    #[must_use]
    pub fn find(&self, control: &SearchControl) -> SearchOutcome {
        let mut outcome = self.searched(control);
        if self.method.all_minimal {
            outcome.minimal = Some(self.problem(self.method.cost).minimal(control));
        }
        // A class that cannot be dealt may still have another valid grouping, so nothing is proven.
        outcome.proven &= outcome.found.is_some() || self.deal.is_none();
        outcome = self.widened(outcome);
        outcome.figures = outcome.found.as_ref().map(|found| self.figures(found));
        outcome
    }

    /// The same with clusters that may overlap, if they lose less. The judge must decide whether
    /// they meet the demands.
    #[must_use]
    pub fn overlapping(
        &self,
        outcome: &SearchOutcome,
        control: &SearchControl,
    ) -> Option<SearchOutcome> {
        let Some(FoundRelease::Boxes(partition)) = &outcome.found else { return None };
        let problem = self.boxes_with_cost(self.method.cost);
        let proposed = problem.cluster_overlapping(Some(partition), control)?;
        let gains = problem.loss(&proposed) < problem.loss(partition);
        // No bound, because the bounds only hold for disjoint boxes.
        if !gains {
            return None;
        }
        let proposed = self.widened_boxes(proposed);
        let (cut_short, found) = (proposed.cut_short, FoundRelease::Boxes(proposed));
        Some(SearchOutcome {
            nodes: outcome.nodes,
            checked: outcome.checked,
            cut_short,
            figures: Some(self.figures(&found)),
            found: Some(found),
            ..SearchOutcome::default()
        })
    }

    /// The same search for classes that need not be dealt to meet the demands.
    #[must_use]
    pub fn undealt(self) -> Self {
        let models = self.demands.iter().map(|demand| self.table.model(demand, None)).collect();
        Search { models, deal: None, ..self }
    }

    /// Repeats the search on other sets of members that would look the same.
    #[must_use]
    pub fn audit(
        &self,
        found: &FoundRelease,
        samples: u64,
        seed: [u8; 32],
        control: &SearchControl,
    ) -> Audit {
        let tuples = |class: &BoxClass| class.tuples.clone();
        let classes = match found {
            FoundRelease::Node(node) => {
                audit::classes_of(self.frequency_set, &self.table.hierarchies, node)
            }
            FoundRelease::Boxes(partition) => partition.classes.iter().map(tuples).collect(),
        };
        let is_same = |frequency_set: &FrequencySet| {
            let other = Search { frequency_set, proves: false, ..self.clone() };
            match (found, self.searcher().find(&other, control).found) {
                (FoundRelease::Node(node), Some(FoundRelease::Node(other))) => *node == other,
                (FoundRelease::Boxes(partition), Some(FoundRelease::Boxes(other))) => {
                    same(partition, &other)
                }
                _ => false,
            }
        };
        audit::audit(self.frequency_set, &classes, samples, seed, is_same)
    }

    /// The mapping of the cells of each row. Nothing changes if nothing was found.
    #[must_use]
    pub fn mapping(&self, outcome: &SearchOutcome) -> publish::Mapping<'a> {
        let hierarchies = &self.table.hierarchies;
        match &outcome.found {
            Some(FoundRelease::Node(node)) => {
                let suppressed = match &outcome.figures {
                    Some(figures) => figures.suppressed_classes.clone(),
                    None => self.figures_of_node(node).suppressed_classes,
                };
                publish::Mapping::of_node(hierarchies, node, suppressed)
            }
            Some(FoundRelease::Boxes(partition)) => {
                let problem = self.boxes_with_cost(Cost::LOSS);
                match self.method.recoding() {
                    Recoding::LocalSuppression => {
                        publish::Mapping::of_cells(hierarchies, &problem, partition)
                    }
                    _ => publish::Mapping::of_boxes(hierarchies, &problem, partition),
                }
            }
            None => publish::Mapping::as_it_is(hierarchies),
        }
    }
}

/// Whether two partitions put the same people together.
fn same(one: &Partition, other: &Partition) -> bool {
    let tuples = |class: &BoxClass| class.tuples.clone();
    one.classes.iter().map(tuples).eq(other.classes.iter().map(tuples))
}
