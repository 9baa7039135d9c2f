//! The experiments of Nergiz, Atzori & Clifton 2007, which hides who is in a table: figures 3 to 9.
//!
//! The census table is the population, and 1,957 of its people are the table to be published, once
//! drawn at random and once as diabetes strikes (`draw.rs`). Every measurement is one release of
//! one of these tables (`way.rs`), or one stretch of k for k-anonymity (`rival.rs`); each
//! release is counted afresh from its classes before it is believed (`release.rs`), and all rows
//! look alike (`line.rs`). What the paper says is then decided from the rows (`claims.rs`).

mod book;
mod chart;
mod data;
mod delta;
mod draw;
mod line;
mod method;
mod point;
mod release;
mod rival;
mod smallest_k;
mod strategies;
mod surface;
#[cfg(test)]
mod tests;

use data::census;
use smallest_k::SmallestK;
use strategies::Strategies;
use surface::SurfaceOfDeltas;

/// Figures 3, 4 and 9, on the census table.
pub(crate) const SMALLEST_K: SmallestK = SmallestK { source: census };
/// Figures 5 to 7.
pub(crate) const STRATEGIES: Strategies = Strategies { source: census };
/// Figure 8.
pub(crate) const SURFACE: SurfaceOfDeltas = SurfaceOfDeltas { source: census };

/// What readers must know of all experiments.
fn method() -> Vec<String> {
    [
        "The population is the 45,222 complete rows of adult.data and adult.test in nine columns: \
         age, workclass, education, marital-status, occupation, relationship, race, sex and \
         native-country. The study, which is published, has 1,957 of them.",
        "The random study is drawn with seed 1. The diabetes study is drawn with seed 2, without \
         putting back, each person in proportion to the product of the prevalence of diabetes by \
         age, by race and by sex. The paper draws by the same fact sheet, but does not print its \
         draw, so the members differ.",
        "The paper does not publish its hierarchies. These are our own, of a lattice with 19,440 \
         nodes, so losses can be compared in their order and shape, not in their digits.",
        "The paper's axes are not in its text. The deltas are those that the text names and others \
         around them.",
        "Loss is (M-1)/(A-1) where M of a column's A values are in a cell, averaged over all cells \
         of the study. Discernibility is the sum of the squared numbers of members in each class.",
        "Boxes are published around all people of a class. The paper publishes the box of its \
         members, which gives their presence away.",
        "Every release was counted again from its classes: nobody has a presence outside the \
         demand.",
        "The bound on the loss holds for every release without overlapping classes. The bound on \
         the discernibility is what members cost who are alike in all nine columns; it is the same \
         for all deltas.",
    ]
    .map(str::to_owned)
    .into()
}
