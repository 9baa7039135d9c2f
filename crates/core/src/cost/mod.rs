//! What a release loses: the costs that a search can minimise.
//!
//! Two families. A *cell cost* charges each cell by its column and the node it is generalized to;
//! it is known per column and level before any grouping, which gives searches a true lower bound
//! for free. A *class cost* looks at class sizes. All sums are whole numbers until the very end,
//! so that a cost does not depend on the order in which classes are visited.
//!
//! A suppressed row costs in every column what `*` costs there. Costs are counted over the rows of
//! the table, or over the people of the population as if all of them were published by the same
//! mapping ([`Over`]). Adding a cost is adding a file and lines in [`Cost`].

mod average_class;
mod discernibility;
mod entropy;
mod height;
mod loss;
mod precision;

use crate::hierarchy::Hierarchy;
use crate::tally::Tally;

/// Which cost to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Iyengar's loss (M-1)/(A-1), averaged over cells.
    Loss,
    /// M/A, 0 for a kept leaf, averaged over cells.
    LossRatio,
    /// The sum of squared class sizes; a suppressed row costs the size of the table.
    Discernibility,
    /// Input rows per published class.
    AverageClass,
    /// Level over height, averaged over cells.
    Precision,
    /// The sum of levels.
    Height,
    /// Non-uniform entropy: the share of each column's information that is lost.
    Entropy,
}

/// Whose cells and classes a cost counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Over {
    /// The rows of the table.
    #[default]
    Members,
    /// The people of the population: the mapping is applied to all of them. Classes without rows
    /// count as they would be published, and the people of suppressed classes as suppressed.
    People,
}

impl Cost {
    /// Every cost.
    pub const ALL: [Cost; 7] = [
        Cost::Loss,
        Cost::LossRatio,
        Cost::Discernibility,
        Cost::AverageClass,
        Cost::Precision,
        Cost::Height,
        Cost::Entropy,
    ];

    /// The word by which users ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cost::Loss => "loss",
            Cost::LossRatio => "loss-ratio",
            Cost::Discernibility => "discernibility",
            Cost::AverageClass => "average-class",
            Cost::Precision => "precision",
            Cost::Height => "height",
            Cost::Entropy => "entropy",
        }
    }

    /// The cost that a user's word names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Cost> {
        Cost::ALL.into_iter().find(|cost| cost.name() == name)
    }

    /// Prepares the cost for a table. `weights` has one positive weight per column; class costs
    /// ignore it. Over people it needs a tally with a population.
    #[must_use]
    pub fn price(
        self,
        tally: &Tally,
        hierarchies: &[Hierarchy],
        weights: &[f64],
        over: Over,
    ) -> Price {
        let classes = |cost| Price { over, charge: Charge::Classes(cost) };
        let cells: &dyn CellCost = match self {
            Cost::Loss => &loss::Iyengar,
            Cost::LossRatio => &loss::Ratio,
            Cost::Precision => &precision::Precision,
            Cost::Height => &height::Height,
            Cost::Entropy => &entropy::NonUniformEntropy,
            Cost::Discernibility => return classes(&discernibility::Discernibility),
            Cost::AverageClass => return classes(&average_class::AverageClass),
        };
        let all: f64 = if self == Cost::Height { 1.0 } else { weights.iter().sum() };
        let column = |(index, hierarchy): (usize, &Hierarchy)| {
            let counts = match over {
                Over::Members => tally.leaf_rows(index, hierarchy.leaves()),
                Over::People => tally.leaf_people(index, hierarchy.leaves()),
            };
            let mut column = cells.column(hierarchy, &counts);
            column.scale *= weights[index] / all;
            column
        };
        let columns = hierarchies.iter().enumerate().map(column).collect();
        Price { over, charge: Charge::Cells(columns) }
    }
}

/// A cost, prepared for one table. In what follows, rows are people where the cost is counted
/// over them.
#[derive(Clone)]
pub struct Price {
    /// Whose cells and classes are counted.
    pub over: Over,
    /// What they are charged.
    pub charge: Charge,
}

/// How a cost is charged.
#[derive(Clone)]
pub enum Charge {
    /// A sum over cells: one entry per column.
    Cells(Vec<ColumnPrice>),
    /// A function of class sizes.
    Classes(&'static dyn ClassCost),
}

/// A cell cost, prepared for one column, in units of `scale`.
#[derive(Clone)]
pub struct ColumnPrice {
    /// What one unit is worth in the final figure.
    pub scale: f64,
    /// Per level: the units of all rows of the table at that level.
    pub whole: Vec<u128>,
    /// Per level and node: the units that suppressing one row of that node adds.
    pub suppressing: Vec<Vec<u64>>,
}

/// A cost that is known per column and level.
trait CellCost {
    /// The column's prices, given how many rows each leaf has.
    fn column(&self, hierarchy: &Hierarchy, leaf_rows: &[u64]) -> ColumnPrice;
}

/// A cost that is known from class sizes.
pub trait ClassCost: Sync {
    /// The cost of publishing classes of these sizes out of a table of `rows` rows.
    fn of(&self, sizes: &mut dyn Iterator<Item = u64>, rows: u64) -> f64;

    /// A bound from below, if the table has at most this many classes; grows as they get fewer.
    fn with_at_most(&self, classes: u64, rows: u64) -> f64;

    /// What suppressing a class of this size adds, or 0 if that depends on the other classes.
    fn suppressing(&self, size: u64, rows: u64) -> f64;
}

impl Price {
    /// No cost at all, for asking only whether something can be published.
    pub(crate) fn nothing() -> Price {
        Price { over: Over::Members, charge: Charge::Classes(&Nothing) }
    }
}

struct Nothing;

impl ClassCost for Nothing {
    fn of(&self, _: &mut dyn Iterator<Item = u64>, _: u64) -> f64 {
        0.0
    }

    fn with_at_most(&self, _: u64, _: u64) -> f64 {
        0.0
    }

    fn suppressing(&self, _: u64, _: u64) -> f64 {
        0.0
    }
}

/// Builds a column's prices from a cost per node: `units(level, node)` charged per row, and
/// `star` for `*`.
fn per_node(
    hierarchy: &Hierarchy,
    leaf_rows: &[u64],
    star: u64,
    scale: f64,
    units: impl Fn(usize, u32) -> u64,
) -> ColumnPrice {
    let rows: u64 = leaf_rows.iter().sum();
    let mut price = ColumnPrice {
        scale: if rows == 0 { 0.0 } else { scale / rows as f64 },
        whole: Vec::new(),
        suppressing: Vec::new(),
    };
    for level in 0..=hierarchy.height() {
        let nodes = hierarchy.nodes(level) as u32;
        let node_units: Vec<u64> = (0..nodes).map(|node| units(level, node)).collect();
        let of_leaf =
            |(&node, &rows): (&u32, &u64)| u128::from(rows) * u128::from(node_units[node as usize]);
        price.whole.push(hierarchy.node_of(level).iter().zip(leaf_rows).map(of_leaf).sum());
        price.suppressing.push(node_units.iter().map(|&units| star - units.min(star)).collect());
    }
    price
}
