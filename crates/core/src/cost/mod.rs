//! The costs that a search can minimise.
//!
//! There are two families. A *cell cost* depends on the column and the hierarchy node of each cell;
//! it is known per column and level before any grouping, which gives searches a lower bound. A
//! *class cost* depends on class sizes. All sums are integers until the end, so a cost does not
//! depend on the order of classes.
//!
//! A suppressed row costs in every column what `*` costs there. Costs are counted over the rows of
//! the table, or over the people of the population as if all of them were published by the same
//! mapping ([`CostOver`]).
//!
//! Searches do not depend on particular costs: they use the [`Price`] of a [`Cost`] for full-domain
//! recoding, and its [`Objective`] and [`RangeLoss`] for boxes. A cost is a file here and a line in
//! [`Cost::ALL`]; programs can use their own costs without listing them.

mod average_class;
mod discernibility;
mod entropy;
mod height;
mod loss;
mod loss_ratio;
mod objective;
mod precision;
mod price;
mod range_loss;

use std::fmt;

use crate::frequency_set::FrequencySet;
use crate::hierarchy::Hierarchy;

pub use objective::Objective;
pub use price::{ColumnPrice, Price, PriceRule};
pub use range_loss::RangeLoss;

/// What is to be minimised.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Its name on the command line. Costs are equal if their names are.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// What it depends on.
    pub basis: Basis,
}

/// What a cost depends on.
#[derive(Clone, Copy)]
pub enum Basis {
    /// Each cell separately.
    Cells(&'static dyn CellCost),
    /// The sizes of the classes.
    Classes(&'static dyn ClassCost),
}

impl fmt::Debug for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Basis::Cells(_) => "Cells",
            Basis::Classes(_) => "Classes",
        })
    }
}

/// A cost that is known per column and level.
pub trait CellCost: Sync {
    /// The column's prices, given how many rows each leaf has. They never fall from one level to
    /// the next, and `*` costs the most.
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice;

    /// Whether the costs of the columns add up, instead of being averaged.
    fn adds_up(&self) -> bool {
        false
    }

    /// The loss of ranges of leaves that are not hierarchy nodes. Without it, this cost does not
    /// support boxes.
    fn range_loss(&self) -> Option<RangeLossFn> {
        None
    }
}

/// Makes the range loss of a column with this weight. The last parameter says whether distances are
/// those of the values, which are numbers or dates without a hierarchy.
pub type RangeLossFn = fn(&Hierarchy, f64, bool) -> RangeLoss;

/// A cost that is known from class sizes.
pub trait ClassCost: Sync {
    /// The cost of publishing classes of these sizes out of a table of `rows` rows.
    fn of(&self, sizes: &mut dyn Iterator<Item = u64>, rows: u64) -> f64;

    /// A lower bound for a table of at most this many classes. It grows as they get fewer.
    fn with_at_most(&self, classes: u64, rows: u64) -> f64;

    /// What suppressing a class of this size adds, or 0 if that depends on the other classes.
    fn suppressing(&self, size: u64, rows: u64) -> f64;

    /// Whether it counts the different people of the table where some have several rows.
    fn counts_people(&self) -> bool {
        false
    }

    /// The objective for boxes that is minimal where this cost is. Without it, this cost does not
    /// support boxes.
    fn objective(&self) -> Option<Objective> {
        None
    }
}

/// Whether a cost counts rows or people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostOver {
    /// The rows of the table.
    #[default]
    Members,
    /// The people of the population: the mapping is applied to all of them. Classes without rows
    /// count as they would be published, and the people of suppressed classes as suppressed.
    People,
}

impl Cost {
    /// Every cost with a name on the command line. To add one, add its file and a line here.
    pub const ALL: &[Cost] = &[
        Cost::LOSS,
        Cost::LOSS_RATIO,
        Cost::DISCERNIBILITY,
        Cost::AVERAGE_CLASS,
        Cost::PRECISION,
        Cost::HEIGHT,
        Cost::ENTROPY,
    ];

    /// The cost of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Cost> {
        Cost::ALL.iter().copied().find(|cost| cost.name == name)
    }

    /// Prepares the cost for a table. `weights` has one positive weight per column; class costs
    /// ignore it. Over people it needs a frequency set with a population.
    #[must_use]
    pub fn price(
        self,
        frequency_set: &FrequencySet,
        hierarchies: &[Hierarchy],
        weights: &[f64],
        over: CostOver,
    ) -> Price {
        let cells = match self.basis {
            Basis::Cells(cells) => cells,
            Basis::Classes(classes) => return Price { over, charge: PriceRule::Classes(classes) },
        };
        let all: f64 = if cells.adds_up() { 1.0 } else { weights.iter().sum() };
        let column = |(index, hierarchy): (usize, &Hierarchy)| {
            let counts = match over {
                CostOver::Members => frequency_set.leaf_rows(index, hierarchy.leaves()),
                CostOver::People => frequency_set.leaf_people(index, hierarchy.leaves()),
            };
            let mut column = cells.column(hierarchy, &counts);
            column.scale *= weights[index] / all;
            column
        };
        let columns = hierarchies.iter().enumerate().map(column).collect();
        Price { over, charge: PriceRule::Cells(columns) }
    }

    /// The objective of searches for boxes, if this cost supports boxes.
    #[must_use]
    pub fn objective(self) -> Option<Objective> {
        match self.basis {
            Basis::Cells(cells) => cells.range_loss().map(|_| Objective::Ranges),
            Basis::Classes(classes) => classes.objective(),
        }
    }

    /// The range loss of a column for this cost. Costs without a range loss use that of the loss
    /// metric.
    #[must_use]
    pub(crate) fn range_loss(
        self,
        hierarchy: &Hierarchy,
        weight: f64,
        by_values: bool,
    ) -> RangeLoss {
        let own = match self.basis {
            Basis::Cells(cells) => cells.range_loss(),
            Basis::Classes(_) => None,
        };
        own.unwrap_or(loss::range_loss)(hierarchy, weight, by_values)
    }
}

impl fmt::Debug for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Cost {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Cost {}
