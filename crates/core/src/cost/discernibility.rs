//! Discernibility (Bayardo and Agrawal 2005): each row is charged the number of rows it cannot be
//! told from, and a suppressed row the size of the table: the sum of |E|^2, plus n per suppressed
//! row.

use super::{Basis, ClassCost, Cost, Objective};

impl Cost {
    /// The sum of squared class sizes; a suppressed row costs the size of the table.
    pub const DISCERNIBILITY: Cost = Cost {
        name: "discernibility",
        about: "the rows that each row cannot be told from, added up",
        basis: Basis::Classes(&Discernibility),
    };
}

struct Discernibility;

impl ClassCost for Discernibility {
    fn of(&self, sizes: &mut dyn Iterator<Item = u64>, rows: u64) -> f64 {
        let (mut kept, mut squares) = (0_u128, 0_u128);
        for size in sizes {
            kept += u128::from(size);
            squares += u128::from(size) * u128::from(size);
        }
        (squares + (u128::from(rows) - kept) * u128::from(rows)) as f64
    }

    fn with_at_most(&self, classes: u64, rows: u64) -> f64 {
        // Squares of a fixed sum are least when all classes are equal.
        (rows as f64).powi(2) / classes.max(1) as f64
    }

    fn suppressing(&self, size: u64, rows: u64) -> f64 {
        (u128::from(size) * u128::from(rows - size)) as f64
    }

    fn objective(&self) -> Option<Objective> {
        Some(Objective::Squares)
    }
}
