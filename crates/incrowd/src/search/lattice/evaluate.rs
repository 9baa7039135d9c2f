//! Examining one node: which of its classes violate, what must be suppressed, what it costs.
//!
//! Rows of classes that violate any demand are suppressed. Demands that compare with the whole
//! table compare with the published one, so suppression is a fixpoint: remove every violating
//! class, recompute the table, repeat until none violates, the limit is passed or nothing is
//! left.

use crate::cost::Price;
use crate::model::{Model, Monotone, Whole};
use crate::tally::Groups;

use super::grouping::Classes;
use super::{Node, Problem};

/// What was found out about a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The cost, if the node can be published within the limit.
    pub cost: Option<f64>,
    /// Rows suppressed (all that were found before giving up, if it cannot).
    pub suppressed: u64,
    /// Classes published.
    pub classes: u64,
    /// Whether no specialization of this node can be published either.
    pub(super) dead: bool,
    /// At least this much is added to the static bound of every specialization.
    pub(super) penalty: f64,
}

/// The classes of a node that stay.
pub(super) struct Survivors {
    pub kept: Vec<bool>,
    pub suppressed: u64,
    pub classes: u64,
    /// Rows in classes that violate an inclusion-monotone demand: violators in every
    /// specialization too.
    hard: u64,
    penalty: f64,
    feasible: bool,
}

impl Problem<'_> {
    /// Examines the classes of a node.
    pub(super) fn evaluate(&self, classes: &Classes<'_>) -> Evaluation {
        let survivors = self.survivors(classes);
        let cost = survivors.feasible.then(|| self.cost(classes, &survivors.kept));
        let merging = self.limit == 0 && !survivors.feasible;
        Evaluation {
            cost,
            suppressed: survivors.suppressed,
            classes: survivors.classes,
            // All our models are merge-monotone: without suppression, what fails here fails in
            // every specialization. With it, only inclusion-monotone demands tell.
            dead: merging || survivors.hard > self.limit || survivors.hard == self.tally.rows(),
            penalty: survivors.penalty,
        }
    }

    /// Finds which classes can be published together.
    pub(super) fn survivors(&self, classes: &Classes<'_>) -> Survivors {
        let groups = &classes.counts;
        let mut kept: Vec<bool> = groups.rows.iter().map(|&rows| rows > 0).collect();
        let mut left = kept.iter().filter(|&&kept| kept).count() as u64;
        // Inclusion-monotone demands first: they are cheap, and they bound every specialization.
        let nothing = Whole { rows: 0, secrets: Vec::new() };
        let mut violating = self.violating(groups, &kept, &nothing, Monotone::Inclusion);
        let hard = violating.iter().map(|&class| groups.rows[class]).sum();
        let mut penalty = f64::INFINITY;
        let mut suppressed = hard;
        if hard <= self.limit {
            penalty = self.penalty(classes, &violating);
            let relative = self.models.iter().any(|model| model.relative());
            let mut whole = if relative { self.whole(groups, &kept) } else { nothing };
            violating.extend(self.violating(groups, &kept, &whole, Monotone::Merge));
            suppressed = 0;
            while !violating.is_empty() {
                for class in violating.drain(..) {
                    if std::mem::take(&mut kept[class]) {
                        left -= 1;
                        suppressed += groups.rows[class];
                    }
                }
                if suppressed > self.limit || left == 0 || !relative {
                    break;
                }
                whole = self.whole(groups, &kept);
                violating = self.violating(groups, &kept, &whole, Monotone::Merge);
            }
        }
        let feasible = suppressed <= self.limit && left > 0;
        Survivors { kept, suppressed, classes: left, hard, penalty, feasible }
    }

    /// The classes, of those that are kept, that break a demand of one kind.
    fn violating(
        &self,
        groups: &Groups,
        kept: &[bool],
        whole: &Whole,
        kind: Monotone,
    ) -> Vec<usize> {
        let models: Vec<&dyn Model> = self
            .models
            .iter()
            .map(|model| &**model)
            .filter(|model| model.monotone() == kind)
            .collect();
        if models.is_empty() {
            return Vec::new();
        }
        let mut histograms = Vec::with_capacity(groups.secrets.len());
        let mut breaks = |class: &usize| {
            histograms.clear();
            histograms.extend(groups.secrets.iter().map(|spread| spread.histogram(*class)));
            let class = groups.class(*class, &histograms);
            !models.iter().all(|model| model.holds(&class, whole))
        };
        (0..groups.len()).filter(|&class| kept[class]).filter(|class| breaks(class)).collect()
    }

    /// The published table, as far as relative demands look at it.
    pub(super) fn whole(&self, groups: &Groups, kept: &[bool]) -> Whole {
        let rows =
            groups.rows.iter().zip(kept).filter(|(_, kept)| **kept).map(|(rows, _)| rows).sum();
        let secret = |(secret, spread): (usize, &crate::tally::Spread)| {
            let mut counts = vec![0; self.tally.domain(secret)];
            for class in (0..groups.len()).filter(|&class| kept[class]) {
                let (values, rows) = spread.of(class);
                for (&value, rows) in values.iter().zip(rows) {
                    counts[value as usize] += rows;
                }
            }
            counts
        };
        Whole { rows, secrets: groups.secrets.iter().enumerate().map(secret).collect() }
    }

    /// The cost of publishing the classes that are kept.
    fn cost(&self, classes: &Classes<'_>, kept: &[bool]) -> f64 {
        let rows = &classes.counts.rows;
        match &self.price {
            Price::Cells(_) => {
                let suppressed: Vec<usize> =
                    (0..kept.len()).filter(|&class| !kept[class] && rows[class] > 0).collect();
                self.cell_cost(classes.node, &self.suppressing(classes, &suppressed))
            }
            Price::Classes(cost) => {
                let mut sizes =
                    rows.iter().zip(kept).filter(|(_, kept)| **kept).map(|(rows, _)| *rows);
                cost.of(&mut sizes, self.tally.rows())
            }
        }
    }

    /// What suppressing these classes adds to the static bound of the node, or more exactly to
    /// that of any specialization: there the same rows are suppressed, from finer cells.
    fn penalty(&self, classes: &Classes<'_>, suppressed: &[usize]) -> f64 {
        match &self.price {
            Price::Cells(columns) => {
                let units = self.suppressing(classes, suppressed);
                columns.iter().zip(units).map(|(column, units)| units as f64 * column.scale).sum()
            }
            Price::Classes(cost) => {
                let sizes = suppressed.iter().map(|&class| classes.counts.rows[class]);
                sizes.map(|size| cost.suppressing(size, self.tally.rows())).sum()
            }
        }
    }

    /// Per column: the units that suppressing these classes adds.
    fn suppressing(&self, classes: &Classes<'_>, suppressed: &[usize]) -> Vec<u128> {
        let Price::Cells(columns) = &self.price else { return Vec::new() };
        let per_column = |(column, price): (usize, &crate::cost::ColumnPrice)| {
            let units = &price.suppressing[classes.node.0[column] as usize];
            let of = |&class: &usize| {
                let units = units[self.code(classes, column, class) as usize];
                u128::from(classes.counts.rows[class]) * u128::from(units)
            };
            suppressed.iter().map(of).sum()
        };
        columns.iter().enumerate().map(per_column).collect()
    }

    /// The exact cost of a node whose suppressed rows add these units per column.
    fn cell_cost(&self, node: &Node, added: &[u128]) -> f64 {
        let Price::Cells(columns) = &self.price else { return f64::INFINITY };
        let units = columns.iter().zip(&node.0).zip(added);
        units
            .map(|((column, &level), added)| {
                (column.whole[level as usize] + added) as f64 * column.scale
            })
            .sum()
    }
}
