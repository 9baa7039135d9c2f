//! Suppression with boxes: rows that cost more to keep than to leave out are left out.
//!
//! A suppressed row costs what `*` in every column costs. The search starts from the release without
//! suppression, so it never loses more than that. Three steps look for rows to leave out:
//!
//! - *Trimming* (`trim.rs`) takes single tuples out of classes whose boxes are large because of them,
//!   and repartitions what is left with the neighbours. Trims are taken by what they save per row, as
//!   Lagrange multipliers of the limit would, until the limit is reached or nothing is saved.
//! - *Starts* (`starts.rs`): tuples whose secrets are too frequent, and the classes that the best
//!   lattice node suppresses. They are needed if there is no release without suppression.
//! - The algorithm then searches the remaining table again.
//!
//! Whole tuples are left out, so the choice does not depend on the order of rows. Demands that compare
//! a class with the table compare it with what is published: every result is tested again in full.
//!
//! With a population, people of suppressed tuples are in no published box. A published class therefore
//! matches none of them, and k-map counts the people whom the class matches without them.

mod starts;
mod trim;

use rayon::prelude::*;

use self::trim::Trimming;
use super::result::is_loss;
use super::{BoxClass, BoxFamily, BoxProblem, Partition};
use crate::model::Monotone;
use crate::search::{Effort, Family, FoundRelease, Scope, Search, SearchControl, SearchOutcome};

/// Up to this many tuples, leaving out each tuple is tried by a search of its own.
const FEW: usize = 48;

/// A search for rows to suppress.
pub(in crate::search) struct Suppression<'s, 'a> {
    pub search: &'s Search<'a>,
    pub control: &'s SearchControl,
}

/// A valid partition and its cost.
#[derive(Clone)]
struct Candidate {
    partition: Partition,
    cost: f64,
}

impl Suppression<'_, '_> {
    /// The cheapest release found.
    pub fn find(&self) -> SearchOutcome {
        let effort = self.search.method().effort;
        // With a deadline, the first search would take all of the time.
        let first = match effort == Effort::High {
            true => self.control.first_half(),
            false => self.control.clone(),
        };
        let kept = self.search_without(&[], &first);
        let is_impossible = kept.found.is_none() && kept.proven;
        let mut best = self.candidate(kept.found);
        for start in self.starts(best.is_none()) {
            best = self.better(best, self.candidate(Some(FoundRelease::Boxes(start))));
        }
        // Where no bound is wanted, the question is only whether there is a release.
        if let Some(start) = best.take_if(|_| self.search.proves()) {
            best = Some(self.improved(start, effort));
        }
        self.outcome(best, is_impossible)
    }

    /// The algorithm's result on the table without these tuples.
    fn search_without(&self, suppressed: &[u32], control: &SearchControl) -> SearchOutcome {
        let (frequency_set, kept) = self.search.frequency_set.without(suppressed);
        if frequency_set.rows() == 0 {
            return SearchOutcome::default();
        }
        let scope = Scope { limit: 0, ..self.search.scope.clone() };
        let search =
            Search { frequency_set: &frequency_set, scope, proves: false, ..self.search.clone() };
        let mut outcome = search.searcher().find(&search, control);
        if let Some(FoundRelease::Boxes(partition)) = &mut outcome.found {
            let tuples = partition.classes.iter_mut().flat_map(|class| &mut class.tuples);
            tuples.for_each(|tuple| *tuple = kept[*tuple as usize]);
            partition.suppressed = suppressed.to_vec();
        }
        outcome
    }

    /// The algorithm's partition of the table without these tuples.
    fn partition_without(&self, mut suppressed: Vec<u32>) -> Option<Partition> {
        suppressed.sort_unstable();
        match self.search_without(&suppressed, self.control).found? {
            FoundRelease::Boxes(partition) => Some(partition),
            FoundRelease::Node(_) => None,
        }
    }

    /// A partition that may be published, with its cost.
    fn candidate(&self, found: Option<FoundRelease>) -> Option<Candidate> {
        let Some(FoundRelease::Boxes(partition)) = found else { return None };
        if self.rows(&partition.suppressed) > self.search.scope.limit || !self.is_valid(&partition)
        {
            return None;
        }
        let published = FoundRelease::Boxes(self.search.widened_boxes(partition.clone()));
        let cost = self.search.figures(&published).cost(self.search.method.cost)?;
        Some(Candidate { partition, cost })
    }

    /// Whether something is published, every class meets the demands beside what is published, and no
    /// published box has people of suppressed tuples.
    fn is_valid(&self, partition: &Partition) -> bool {
        let problem = self.problem(&partition.suppressed);
        let published = || partition.classes.iter().filter(|class| class.rows > 0);
        let holds = |class: &BoxClass| problem.holds(&class.tuples);
        published().next().is_some()
            && published().all(holds)
            && (!self.has_population() || self.leaves_people_out(&problem, partition))
    }

    fn leaves_people_out(&self, problem: &BoxProblem<'_>, partition: &Partition) -> bool {
        let is_inside = |tuple: u32, class: &BoxClass| {
            let mut codes = problem.codes(tuple).iter().zip(&class.ranges);
            codes.all(|(code, range)| (range.0..=range.1).contains(code))
        };
        let published = || partition.classes.iter().filter(|class| class.rows > 0);
        let is_out = |&tuple: &u32| !published().any(|class| is_inside(tuple, class));
        partition.suppressed.par_iter().all(is_out)
    }

    fn has_population(&self) -> bool {
        self.search.frequency_set.people() > 0
    }

    fn rows(&self, tuples: &[u32]) -> u64 {
        tuples.iter().map(|&tuple| self.search.frequency_set.rows_of(tuple)).sum()
    }

    /// The problem where all but these tuples are published.
    fn problem(&self, suppressed: &[u32]) -> BoxProblem<'_> {
        let problem = self.search.box_problem(self.search.method.cost);
        if suppressed.is_empty() || !problem.is_relative() {
            return problem;
        }
        let published = problem.published_without(suppressed);
        problem.with_published(published)
    }

    fn better(&self, one: Option<Candidate>, other: Option<Candidate>) -> Option<Candidate> {
        match (one, other) {
            (Some(one), Some(other)) => Some(if other.cost < one.cost { other } else { one }),
            (one, other) => one.or(other),
        }
    }

    /// Trims classes and searches again by turns, as long as that costs less.
    fn improved(&self, mut best: Candidate, effort: Effort) -> Candidate {
        if !is_loss(self.search.method.cost) {
            return best;
        }
        let rounds = match effort {
            Effort::Fast => 1,
            Effort::Normal => 2,
            Effort::High => 5,
        };
        let mut searched: Vec<u32> = best.partition.suppressed.clone();
        for _ in 0..rounds {
            let before = best.cost;
            best = self.trimmed(best);
            if !best.partition.suppressed.is_empty() && best.partition.suppressed != searched {
                searched.clone_from(&best.partition.suppressed);
                let again = self.partition_without(searched.clone());
                let again = self.candidate(again.map(FoundRelease::Boxes));
                best = self.better(Some(best.clone()), again).unwrap_or(best);
            }
            if best.cost >= before || self.control.should_stop(0) {
                break;
            }
        }
        best = self.trimmed(best);
        if self.search.frequency_set.tuples() <= FEW { self.tried(best) } else { best }
    }

    /// The same with classes trimmed. Where demands compare with what is published, some of the trims
    /// may be too many.
    fn trimmed(&self, best: Candidate) -> Candidate {
        let problem = self.problem(&best.partition.suppressed);
        let mut room = self.search.scope.limit - self.rows(&best.partition.suppressed);
        loop {
            let mut trimming = Trimming::new(&problem, &best.partition, self.has_population());
            let examined = trimming.trim(room, self.control);
            let partition = trimming.partition(&best.partition, examined);
            let rows = self.rows(&partition.suppressed);
            let found = self.candidate(Some(FoundRelease::Boxes(partition)));
            match found {
                Some(found) if found.cost < best.cost => return found,
                Some(_) => return best,
                None if room < 2 || rows == 0 || !problem.is_relative() => return best,
                None => room /= 2,
            }
        }
    }

    /// Leaves out more tuples or fewer, one after the other, each by a search of its own.
    fn tried(&self, mut best: Candidate) -> Candidate {
        let tuples = 0..self.search.frequency_set.tuples() as u32;
        loop {
            let tuples = tuples.clone().into_par_iter();
            let changed = tuples.filter_map(|tuple| {
                let mut suppressed = best.partition.suppressed.clone();
                match suppressed.binary_search(&tuple) {
                    Ok(place) => drop(suppressed.remove(place)),
                    Err(place) => suppressed.insert(place, tuple),
                }
                if self.rows(&suppressed) > self.search.scope.limit {
                    return None;
                }
                let found = self.partition_without(suppressed)?;
                self.candidate(Some(FoundRelease::Boxes(found)))
            });
            let changed: Vec<Candidate> = changed.collect();
            let least = changed.into_iter().min_by(|one, other| one.cost.total_cmp(&other.cost));
            match least {
                Some(found) if found.cost + 1e-12 < best.cost => best = found,
                _ => return best,
            }
            if self.control.should_stop(0) {
                return best;
            }
        }
    }

    fn outcome(&self, best: Option<Candidate>, is_impossible: bool) -> SearchOutcome {
        let search = self.search;
        // If any superset of a valid class is valid, leaving rows out makes nothing possible.
        let inclusion = search.models().iter().all(|m| m.monotone() == Monotone::Inclusion);
        let lower_bound = best.as_ref().and_then(|best| self.lower_bound(best));
        let examined = best.as_ref().map_or(1, |best| best.partition.examined);
        SearchOutcome {
            lower_bound,
            family: Family::DisjointBoxes,
            nodes: examined.into(),
            checked: examined,
            proven: best.is_none() && is_impossible && inclusion,
            cut_short: self.control.should_stop(0)
                || best.as_ref().is_some_and(|best| best.partition.cut_short),
            found: best.map(|best| FoundRelease::Boxes(best.partition)),
            ..SearchOutcome::default()
        }
    }

    /// A published row loses at least what the least box around it loses that has enough rows of the
    /// whole table, and a suppressed row loses no less. Bounds by multipliers need every row in a class.
    fn lower_bound(&self, best: &Candidate) -> Option<f64> {
        let (search, method) = (self.search, self.search.method());
        let bounded = is_loss(method.cost) && search.proves() && search.is_led_by_loss();
        if !bounded || method.overlap {
            return None;
        }
        let effort = if method.proof { Effort::High } else { method.effort };
        let problem = search.box_problem(method.cost);
        let bound = problem.row_bound(BoxFamily::Ranges, effort, self.control)?;
        Some(bound.min(best.cost))
    }
}
