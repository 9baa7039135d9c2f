//! Ranges of boxes that are widened before they are published.
//!
//! A range becomes wider where its hierarchy is rounded, and where its text would be a set that nobody
//! reads: then it becomes the least node around it. Where boxes end with nodes, every range does.
//! Classes may overlap afterwards or become equal, so this needs demands that survive that classes
//! merge, and no population.

use hashbrown::HashMap;

use super::{BoxEnds, FoundRelease, Recoding, Search, SearchOutcome};
use crate::cost::{Cost, RangeLoss};
use crate::hierarchy::Hierarchy;
use crate::model::{CountConstraints, Monotone};
use crate::publish::Labels;
use crate::search::boxes::Partition;

/// The longest set that is published, in bytes. Every row of a class repeats it.
const LONGEST_SET: usize = 1024;

/// Widens the ranges of one column.
struct Widening<'h> {
    hierarchy: &'h Hierarchy,
    /// The bytes of all leaves before each one; nothing for numbers and dates, which have no sets.
    bytes: Vec<usize>,
    labels: Option<Labels<'h>>,
    known: HashMap<(u32, u32), (u32, u32)>,
    ends: BoxEnds,
}

impl<'h> Widening<'h> {
    fn new(hierarchy: &'h Hierarchy, ends: BoxEnds) -> Self {
        let mut bytes = Vec::new();
        if !hierarchy.kind().is_ordered() {
            let length = |code| hierarchy.leaf(code).len() + 1;
            let sum = |sum: &mut usize, length| {
                *sum += length;
                Some(*sum)
            };
            bytes = (0..hierarchy.leaves() as u32).map(length).scan(0, sum).collect();
        }
        Widening { hierarchy, bytes, labels: None, known: HashMap::new(), ends }
    }

    /// Whether no range is widened.
    fn is_idle(&self) -> bool {
        let longest = self.bytes.last().is_some_and(|&bytes| bytes > LONGEST_SET);
        !self.hierarchy.is_rounded() && !longest && self.ends == BoxEnds::Values
    }

    fn widen(&mut self, range: (u32, u32)) -> (u32, u32) {
        let rounded = self.hierarchy.outward(range);
        let at_nodes = self.ends == BoxEnds::Nodes;
        if !at_nodes && !self.may_be_long(rounded) {
            return rounded;
        }
        let (hierarchy, labels) = (self.hierarchy, &mut self.labels);
        *self.known.entry(rounded).or_insert_with(|| {
            let labels = labels.get_or_insert_with(|| Labels::new(hierarchy));
            if at_nodes {
                return labels.named_node(rounded);
            }
            match labels.is_longer(rounded, LONGEST_SET) {
                true => hierarchy.least_node(rounded.0, rounded.1),
                false => rounded,
            }
        })
    }

    /// Whether the leaves of a range take more bytes than a set may have.
    fn may_be_long(&self, (low, high): (u32, u32)) -> bool {
        let end = |code: u32| self.bytes.get(code as usize).copied().unwrap_or(0);
        let start = low.checked_sub(1).map_or(0, end);
        end(high) - start > LONGEST_SET
    }
}

/// Whether ranges of a column have texts that nobody reads: some node has children with more bytes than
/// a set may have, and they are no codes.
fn has_long_sets(hierarchy: &Hierarchy) -> bool {
    let bytes = |level: usize, node: u32| -> usize {
        let span = hierarchy.span(level, node);
        let below = hierarchy.node_of(level - 1);
        let children = below[span.start as usize]..=below[span.end as usize - 1];
        children.map(|child| hierarchy.label(level - 1, child).len() + 1).sum()
    };
    let has_codes = || Labels::new(hierarchy).has_codes();
    let mut levels = 1..=hierarchy.height();
    let is_long =
        |level| (0..hierarchy.nodes(level) as u32).any(|node| bytes(level, node) > LONGEST_SET);
    !hierarchy.kind().is_ordered() && levels.any(is_long) && !has_codes()
}

impl Search<'_> {
    /// What ranges of a column cost while boxes are searched for: what leads to boxes that lose little
    /// once they are widened.
    pub(super) fn led_loss(
        &self,
        hierarchy: &Hierarchy,
        weight: f64,
        leads: bool,
    ) -> Option<RangeLoss> {
        if self.method.cut == BoxEnds::Nodes {
            return Some(RangeLoss::by_nodes(hierarchy, weight));
        }
        self.keeps_or_hides(hierarchy).then(|| RangeLoss::all_or_nothing(hierarchy, weight, leads))
    }

    /// Whether values of a column are kept or hidden, because sets of them are too long.
    fn keeps_or_hides(&self, hierarchy: &Hierarchy) -> bool {
        self.may_widen() && has_long_sets(hierarchy)
    }

    /// Of the columns whose values are kept or hidden, the one with the most rows whose value could be
    /// kept. Cuts that take turns between such columns end before any value is alone in its range.
    pub(super) fn leading_column(&self) -> Option<usize> {
        let base = &self.frequency_set.base;
        let least = CountConstraints::of(&self.models).rows.max(2);
        let kept = |column: usize| -> f64 {
            let mut rows = vec![0; self.table.hierarchies[column].leaves()];
            for (&code, more) in base.codes[column].iter().zip(&base.rows) {
                rows[code as usize] += more;
            }
            let kept: u64 = rows.into_iter().filter(|&rows| rows >= least).sum();
            self.scope.weights[column] * kept as f64
        };
        let columns = (0..self.table.hierarchies.len())
            .filter(|&column| self.keeps_or_hides(&self.table.hierarchies[column]));
        columns.rev().max_by(|&one, &other| kept(one).total_cmp(&kept(other)))
    }

    /// Whether boxes are searched for by what they lose.
    pub(super) fn is_led_by_loss(&self) -> bool {
        self.table
            .hierarchies
            .iter()
            .all(|hierarchy| self.led_loss(hierarchy, 1.0, false).is_none())
    }

    /// The same with ranges as they are published.
    pub(super) fn widened(&self, mut outcome: SearchOutcome) -> SearchOutcome {
        outcome.found = match outcome.found {
            Some(FoundRelease::Boxes(partition)) => {
                let widened = self.widened_boxes(partition.clone());
                outcome.loss_of_values = (self.method.cut == BoxEnds::Nodes)
                    .then(|| self.boxes_with_cost(Cost::LOSS).loss(&partition));
                // What was proven is about the boxes before they were widened.
                outcome.proven &= widened == partition;
                Some(FoundRelease::Boxes(widened))
            }
            found => found,
        };
        outcome
    }

    /// The boxes as they are published.
    pub(super) fn widened_boxes(&self, partition: Partition) -> Partition {
        let columns = self.table.hierarchies.iter();
        let columns = columns.map(|hierarchy| Widening::new(hierarchy, self.method.cut));
        let mut columns: Vec<_> = columns.collect();
        // Cells are published as they were, or not at all.
        let stays = self.method.recoding() == Recoding::LocalSuppression;
        if stays || !self.may_widen() || columns.iter().all(Widening::is_idle) {
            return partition;
        }
        partition.widened(|column, range| columns[column].widen(range))
    }

    /// Whether all demands survive that classes merge. People of a population would be in several
    /// classes.
    #[must_use]
    pub fn may_widen(&self) -> bool {
        let merge = self.models.iter().all(|model| model.monotone() != Monotone::No);
        merge && self.frequency_set.people() == 0 && self.deal.is_none()
    }
}

#[cfg(test)]
mod tests {
    use incrowd_terms::{Kind, Nulls};

    use super::*;
    use crate::hierarchy::{Domain, Spec, build};

    fn widened(spec: &Spec, ends: BoxEnds, ranges: &[(u32, u32)]) -> (bool, Vec<(u32, u32)>) {
        let values: Vec<_> = (0..2000).map(|code| (format!("{code:04}x"), 1)).collect();
        let nulls = Nulls::default();
        let domain = Domain { column: "c", kind: Kind::Text, values: &values, nulls: &nulls };
        let hierarchy = build(spec, &domain).unwrap();
        let mut widening = Widening::new(&hierarchy, ends);
        let found = ranges.iter().map(|&range| widening.widen(range)).collect();
        (widening.is_idle(), found)
    }

    #[test]
    fn a_set_that_nobody_reads_becomes_the_least_node_around_it() {
        let (idle, found) = widened(&Spec::flat(), BoxEnds::Values, &[(3, 3), (3, 100), (3, 300)]);
        assert_eq!((idle, found), (false, vec![(3, 3), (3, 100), (0, 1999)]));
    }

    #[test]
    fn covers_by_nodes_are_short() {
        // Of 700 leaves ten tens and six hundreds are named.
        let (_, found) = widened(&Spec::mask(4), BoxEnds::Values, &[(150, 849), (1, 1998)]);
        assert_eq!(found, [(150, 849), (1, 1998)]);
    }

    #[test]
    fn ranges_that_end_with_nodes_are_single_nodes() {
        let ranges = [(7, 7), (10, 19), (11, 12), (19, 20), (100, 199), (150, 849), (1, 1998)];
        let (idle, found) = widened(&Spec::mask(4), BoxEnds::Nodes, &ranges);
        let nodes = [(7, 7), (10, 19), (10, 19), (0, 99), (100, 199), (0, 999), (0, 1999)];
        assert_eq!((idle, found), (false, nodes.to_vec()));
    }
}
