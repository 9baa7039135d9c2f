//! Local suppression: single cells of quasi-identifiers become `*` until every demand holds.
//!
//! A class is the rows with the same published cells, and `*` equals only `*`. Rows with the same
//! tuple are published alike, so a state is one set of suppressed columns per tuple
//! ([`CellTable`]). The demands must hold for the classes of every *view*: all quasi-identifiers,
//! or, if attackers know at most m of them, every set of m. Where demands survive that classes
//! merge, smaller sets follow, because their classes are unions; otherwise they are views too.
//!
//! A view is repaired greedily (`repair.rs`). Suppressing a cell can violate another view, so views
//! are repaired until none is violated. That ends: cells are only ever suppressed, and if all are,
//! each view is one class. Afterwards cells are published again as long as every view still holds
//! (`improve.rs`). The greedy search runs several times with other orders of equally good columns,
//! and the cheapest result counts. Everything runs on one thread and by counts, so the result does
//! not depend on the machine.
//!
//! Manual page: `docs/algorithms/local-suppression.md`.

mod cells;
mod improve;
mod repair;

use super::boxes::{BoxClass, BoxProblem, Partition};
use super::{
    Algorithm, Effort, Family, FoundRelease, Recoding, Search, SearchControl, SearchOutcome,
    Searcher,
};
use crate::cost::{Cost, Objective};
use crate::model::Monotone;
use cells::CellTable;

/// The units of work for all repetitions of the greedy search, at normal effort.
const WORK: u64 = 60_000_000;

/// Greedy local suppression with local search.
pub(in crate::search) struct LocalSuppression;

impl Algorithm for LocalSuppression {
    fn name(&self) -> &'static str {
        "local-suppression"
    }

    fn recoding(&self) -> Recoding {
        Recoding::LocalSuppression
    }

    fn minimises(&self, cost: Cost) -> bool {
        cost.objective() == Some(Objective::Ranges)
    }

    fn heeds_proof(&self) -> bool {
        false
    }

    fn searcher(&self) -> Option<&dyn Searcher> {
        Some(self)
    }
}

impl Searcher for LocalSuppression {
    fn find(&self, search: &Search<'_>, control: &SearchControl) -> SearchOutcome {
        let problem = search.boxes_with_cost(Cost::LOSS);
        let everybody: Vec<u32> = (0..problem.tuples() as u32).collect();
        let survives = search.models().iter().all(|model| model.monotone() != Monotone::No);
        if everybody.is_empty() || (survives && !problem.holds(&everybody)) {
            let (nodes, checked) = (1, 1);
            return SearchOutcome { proven: true, nodes, checked, ..SearchOutcome::default() };
        }
        let views = views(problem.columns(), search.method().known, survives);
        let effort = match search.method().effort {
            Effort::Fast => (1, WORK / 4),
            Effort::Normal => (8, WORK),
            Effort::High => (64, 10 * WORK),
        };
        let found = best(search, &problem, &views, effort, control);
        let partition = found.map(|cells| partition(&cells, &problem, control));
        let examined = partition.as_ref().map_or(1, |partition| partition.examined);
        SearchOutcome {
            family: Family::Cells,
            nodes: examined.into(),
            checked: examined,
            // What is published as it was cannot be beaten.
            proven: partition.as_ref().is_some_and(|some| problem.loss(some) == 0.0),
            cut_short: partition.as_ref().is_some_and(|partition| partition.cut_short),
            found: partition.map(FoundRelease::Boxes),
            ..SearchOutcome::default()
        }
    }
}

/// The best of several greedy searches, each improved.
fn best<'p>(
    search: &Search<'_>,
    problem: &'p BoxProblem<'p>,
    views: &[Vec<usize>],
    (rounds, work): (u64, u64),
    control: &SearchControl,
) -> Option<CellTable<'p>> {
    let mut best: Option<CellTable<'p>> = None;
    let mut spent = 0;
    for round in 0..rounds {
        let mut cells =
            CellTable::new(problem, &search.table().hierarchies, &search.scope().weights);
        cells.examined = spent;
        if cells.repair_all(views, round, work / rounds.min(4), control) {
            cells.improve(views, work / rounds.min(4), control);
            spent = cells.examined;
            if best.as_ref().is_none_or(|best| cells.price() < best.price()) {
                best = Some(cells);
            }
        } else {
            spent = cells.examined;
        }
        if spent >= work || control.should_stop(spent) {
            break;
        }
    }
    if let Some(best) = &mut best {
        best.examined = spent;
    }
    best
}

/// The sets of columns by which an attacker may tell rows apart.
fn views(columns: usize, known: Option<usize>, survives: bool) -> Vec<Vec<usize>> {
    let most = known.unwrap_or(columns).min(columns);
    let least = match (known, survives) {
        (Some(_), false) => 1,
        _ => most,
    };
    (least..=most).flat_map(|size| subsets(columns, size)).collect()
}

/// All sets of so many of the columns, in lexicographic order.
pub(super) fn subsets(columns: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        all.push(chosen.clone());
        let Some(place) = (0..size).rev().find(|&place| chosen[place] < columns - size + place)
        else {
            return all;
        };
        chosen[place] += 1;
        for next in place + 1..size {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// The classes as boxes: a published cell is a single leaf, a suppressed one the whole column.
fn partition(
    cells: &CellTable<'_>,
    problem: &BoxProblem<'_>,
    control: &SearchControl,
) -> Partition {
    let columns: Vec<usize> = (0..problem.columns()).collect();
    let class = |tuples: Vec<u32>| {
        let ranges = cells.ranges(tuples[0]);
        BoxClass { ranges, ..problem.class(tuples) }
    };
    let classes = cells.classes(&columns).into_iter().map(class).collect();
    Partition::new(classes, cells.examined.max(1), control.should_stop(cells.examined))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_of_a_size() {
        assert_eq!(subsets(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(subsets(2, 2), [[0, 1]]);
        assert_eq!(subsets(5, 3).len(), 10);
    }

    #[test]
    fn smaller_sets_are_views_only_where_classes_cannot_merge() {
        assert_eq!(views(3, None, false), [[0, 1, 2]]);
        assert_eq!(views(3, Some(2), true).len(), 3);
        assert_eq!(views(3, Some(2), false).len(), 6);
        assert_eq!(views(3, Some(9), true), [[0, 1, 2]]);
    }
}
