//! Average class size: input rows per published class. Suppressed rows stay in the numerator, so
//! that suppressing never looks like an improvement.

use super::{Basis, ClassCost, Cost, Objective};

impl Cost {
    /// Input rows per published class.
    pub const AVERAGE_CLASS: Cost = Cost {
        name: "average-class",
        about: "the rows of the table per published class",
        basis: Basis::Classes(&AverageClass),
    };
}

struct AverageClass;

impl ClassCost for AverageClass {
    fn of(&self, sizes: &mut dyn Iterator<Item = u64>, rows: u64) -> f64 {
        match sizes.count() {
            0 => f64::INFINITY,
            classes => rows as f64 / classes as f64,
        }
    }

    fn with_at_most(&self, classes: u64, rows: u64) -> f64 {
        rows as f64 / classes.max(1) as f64
    }

    fn suppressing(&self, _: u64, _: u64) -> f64 {
        0.0
    }

    fn counts_people(&self) -> bool {
        true
    }

    fn objective(&self) -> Option<Objective> {
        Some(Objective::Count)
    }
}
