//! The nearest demands that can be met, if no release meets the given ones.
//!
//! Demands are settled one after the other. Each becomes the strictest of its kind, up to the given
//! one, for which the search still finds a release together with the demands settled before. All
//! reported demands can therefore be met together with the same options.
//!
//! The parameters of a demand ([`Strictness`]) are tightened one at a time: from the loosest by
//! bisection, then from the best so far to the next possible value. A release that was found is
//! measured, which saves most of the steps. If all demands are monotone and nothing is suppressed,
//! only the most general node is tested.

use std::cmp::Ordering;

use incrowd_terms::{Demand, DemandSubject, Fraction};

use super::{FoundRelease, Search, SearchControl};
use crate::cost::Cost;

/// The number of searches per parameter, at most.
const TRIES: usize = 60;
/// The number of these that bisect.
const HALVINGS: usize = 12;

/// The nearest demand that can be met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The demand; none if no demand of this kind can be met beside those before it.
    pub demand: Option<Demand>,
    /// Whether it is proven that no stricter one can be met beside those before it.
    pub strictest: bool,
}

impl Search<'_> {
    /// The nearest demands that can be met, one for each that was made. All of them together are
    /// met by a release that this search finds.
    #[must_use]
    pub fn nearest(&self, control: &SearchControl) -> Vec<Nearest> {
        // It is not known beforehand what groups can meet for several secrets at once.
        let columns = self.demands.iter().filter_map(|demand| demand.column()).count();
        let search = if columns == 1 { self.clone() } else { self.clone().undealt() };
        let settle = |general: bool| {
            let mut settling = Settling { search: &search, control, settled: Vec::new(), general };
            search.demands.iter().map(|demand| settling.settle(demand)).collect::<Vec<_>>()
        };
        let nearest = settle(true);
        let met: Vec<Demand> = nearest.iter().filter_map(|near| near.demand.clone()).collect();
        let over = control.should_stop(0);
        // A heuristic may miss the most general node.
        if over || search.under(&met).finds(control) { nearest } else { settle(false) }
    }

    /// The same search with other demands.
    fn under(&self, demands: &[Demand]) -> Self {
        let models = demands.iter().map(|demand| self.table.model(demand, self.deal)).collect();
        Search { demands: demands.into(), models, proves: false, ..self.clone() }
    }

    fn finds(&self, control: &SearchControl) -> bool {
        self.demands.is_empty() || self.searched(control).found.is_some()
    }
}

/// Demands that are being settled.
struct Settling<'s, 'a> {
    search: &'s Search<'a>,
    control: &'s SearchControl,
    settled: Vec<Demand>,
    /// Whether the most general node may stand for all, where it is the first to meet a demand.
    general: bool,
}

/// What came of looking for a release.
struct Attempt {
    /// The figures of the demand that the release has, if one was found.
    figures: Option<Vec<Fraction>>,
    /// Whether it is proven that there is none otherwise.
    proven: bool,
}

impl Settling<'_, '_> {
    fn settle(&mut self, demand: &Demand) -> Nearest {
        let near = self.strictest(demand);
        self.settled.extend(near.demand.clone());
        near
    }

    fn strictest(&self, demand: &Demand) -> Nearest {
        let figures = demand.strictness();
        let asked = self.attempt(demand, demand);
        if asked.figures.is_some() {
            return Nearest { demand: Some(demand.clone()), strictest: true };
        }
        let loosest: Vec<Fraction> = figures.iter().map(|figure| figure.loosest).collect();
        let loose = self.attempt(&demand.turned(&loosest), demand);
        if figures.is_empty() || loose.figures.is_none() {
            return Nearest { demand: None, strictest: asked.proven && loose.proven };
        }
        let mut best = loosest;
        let mut strictest = true;
        for place in 0..figures.len() {
            let (figure, proven) = self.turn(demand, &best, place);
            best[place] = figure;
            strictest &= proven && self.looser_is_easier(demand);
        }
        Nearest { demand: Some(demand.turned(&best)), strictest }
    }

    /// Whether what can be met can be met less strictly too, by the same node. Not where classes
    /// are compared with those that stay: which ones stay depends on how strict it is.
    fn looser_is_easier(&self, demand: &Demand) -> bool {
        let others = self.search.under(&[&self.settled[..], std::slice::from_ref(demand)].concat());
        let keeps = others.scope.limit == 0
            || others.models.iter().any(|model| !model.allows_suppression());
        let compares = others.models.iter().any(|model| model.relative())
            || demand.is_about(DemandSubject::People) && demand.presence().is_some();
        (keeps || !compares) && self.search.deal.is_none()
    }

    /// The strictest figure at a place, where all figures as they are can be met; and whether it
    /// is proven.
    fn turn(&self, demand: &Demand, met: &[Fraction], place: usize) -> (Fraction, bool) {
        let figure = demand.strictness()[place];
        let frequency_set = self.search.frequency_set;
        let most = frequency_set.rows().max(frequency_set.people());
        let with = |value: Fraction| {
            let mut figures = met.to_vec();
            figures[place] = value;
            self.attempt(&demand.turned(&figures), demand)
        };
        // A measured value is confirmed by a search of its own.
        let reach = |value: Fraction, attempt: &Attempt| {
            let measured = attempt.figures.as_ref()?.get(place).copied()?;
            let stricter = figure.compare(measured, value) == Ordering::Greater;
            Some(if stricter && with(measured).figures.is_some() { measured } else { value })
        };
        let (mut low, mut high) = (met[place], figure.value);
        low = reach(low, &with(low)).unwrap_or(low);
        for tries in 0..TRIES {
            let halfway = figure.between(low, high).filter(|_| tries < HALVINGS);
            let Some(value) = halfway.or_else(|| figure.next(low, most)) else {
                return (low, true);
            };
            let attempt = with(value);
            match reach(value, &attempt) {
                Some(reached) => low = reached,
                None if halfway.is_some() => high = value,
                None => return (low, attempt.proven),
            }
        }
        (low, false)
    }

    /// Looks for a release with the demands that are settled and one more, and measures it.
    fn attempt(&self, demand: &Demand, asked: &Demand) -> Attempt {
        let search = self.search.under(&[&self.settled[..], std::slice::from_ref(demand)].concat());
        let rebuild = |demand: &Demand| search.table.model(demand, search.deal);
        let problem = search.problem(Cost::LOSS);
        let figures_of = |measured: Option<Demand>| {
            let met = measured.unwrap_or_else(|| demand.clone());
            met.strictness().iter().map(|figure| figure.value).collect()
        };
        if self.general && problem.is_monotone() {
            let top = problem.top();
            let measured = || figures_of(problem.measured(top, asked, &rebuild));
            let holds = problem.examine(top).cost.is_some();
            return Attempt { figures: holds.then(measured), proven: true };
        }
        let outcome = search.searched(self.control);
        let measured = outcome.found.as_ref().map(|found| match found {
            FoundRelease::Node(node) => problem.measured(node, asked, &rebuild),
            FoundRelease::Boxes(boxes) => {
                search.boxes_with_cost(Cost::LOSS).measured(boxes, asked, &rebuild)
            }
        });
        Attempt { figures: measured.map(figures_of), proven: outcome.proven }
    }
}
