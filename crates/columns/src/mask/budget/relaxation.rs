//! The best shares of cells if they need not be whole, for any number of cells.
//!
//! In logarithms the losses are convex and the product is a sum, so at the best every column
//! loses alike by the last bit it gives up: it has lambda times its weight, unless that is below
//! 1 or above what it has. As lambda grows, columns leave 1 and reach their caps one by one;
//! between two such events the logarithm of the product is linear in that of lambda. Those
//! stretches are laid out once, so that a number of cells is answered by bisection.

use super::BudgetColumn;

/// Between two events.
#[derive(Clone, Copy)]
struct Stretch {
    /// The logarithms of lambda and of the product at its start.
    lambda: f64,
    product: f64,
    /// Columns that are between 1 and their caps.
    moving: f64,
    /// What all others lose.
    loss: f64,
}

pub(super) struct Relaxation {
    columns: Vec<(f64, f64)>,
    stretches: Vec<Stretch>,
    /// If every column keeps all it has.
    least: f64,
}

impl Relaxation {
    pub fn new(columns: &[BudgetColumn]) -> Self {
        let columns: Vec<(f64, f64)> =
            columns.iter().map(|column| (column.weight, column.values as f64)).collect();
        let least = columns.iter().map(|(weight, values)| weight / values).sum();
        let stretches = stretches(&columns);
        Relaxation { columns, stretches, least }
    }

    /// The stretch in which the product is this, in logarithms, and lambda; nothing if no column
    /// needs to give up anything.
    fn find(&self, product: f64) -> Option<(&Stretch, f64)> {
        let after = self.stretches.partition_point(|stretch| stretch.product <= product);
        let stretch = &self.stretches[after.checked_sub(1)?];
        if after == self.stretches.len() {
            return None;
        }
        let lambda = stretch.lambda + (product - stretch.product) / stretch.moving;
        Some((stretch, lambda.exp()))
    }

    /// What all columns lose at least with so many cells.
    pub fn loss(&self, cells: u64) -> f64 {
        self.loss_real(cells as f64)
    }

    /// The same for a number of cells that is not whole.
    pub fn loss_real(&self, cells: f64) -> f64 {
        let found = self.find(cells.max(1.0).ln());
        found.map_or(self.least, |(stretch, lambda)| stretch.loss + stretch.moving / lambda)
    }

    /// What the first column gets of so many cells.
    pub fn first_share(&self, cells: u64) -> f64 {
        let lambda = self.find((cells as f64).ln()).map_or(f64::INFINITY, |found| found.1);
        self.columns.first().map_or(1.0, |&(weight, values)| (lambda * weight).clamp(1.0, values))
    }

    /// What all columns get of so many cells.
    pub fn shares(&self, cells: u64) -> Vec<f64> {
        let lambda = self.find((cells as f64).ln()).map_or(f64::INFINITY, |found| found.1);
        let share = |&(weight, values): &(f64, f64)| (lambda * weight).clamp(1.0, values);
        self.columns.iter().map(share).collect()
    }
}

fn stretches(columns: &[(f64, f64)]) -> Vec<Stretch> {
    let spans: Vec<(f64, f64)> =
        columns.iter().map(|(weight, values)| (-weight.ln(), values.ln() - weight.ln())).collect();
    let mut events: Vec<f64> = spans.iter().flat_map(|&(start, end)| [start, end]).collect();
    events.sort_by(f64::total_cmp);
    events.dedup();
    let (mut stretches, mut before) = (Vec::<Stretch>::with_capacity(events.len()), None);
    for lambda in events {
        let product = before.map_or(0.0, |Stretch { lambda: from, product, moving, .. }| {
            product + moving * (lambda - from)
        });
        let mut stretch = Stretch { lambda, product, moving: 0.0, loss: 0.0 };
        for (&(weight, values), &(start, end)) in columns.iter().zip(&spans) {
            if lambda < start {
                stretch.loss += weight;
            } else if lambda >= end {
                stretch.loss += weight / values;
            } else {
                stretch.moving += 1.0;
            }
        }
        stretches.push(stretch);
        before = Some(stretch);
    }
    stretches
}
