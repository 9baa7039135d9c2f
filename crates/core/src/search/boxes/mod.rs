//! Multidimensional generalization: the people are cut into boxes.
//!
//! A box is a range of leaves per quasi-identifier. A [`Field`] says what is to be cut up and what
//! is demanded of the parts, each algorithm is one file, and a [`Partition`] is what they all
//! return: classes of whole tuples, each with the least box around *all* its people. Cuts run
//! between leaves, so boxes of different classes have no person in common.

mod bound;
mod cluster;
mod crowd;
mod cutting;
mod effort;
mod exact;
mod extent;
mod field;
mod floors;
mod guided;
mod mend;
mod mondrian;
mod mpalm;
mod partition;
mod peel;
mod profile;
mod recut;
mod ruler;
mod sides;
mod smallest_k;
mod space;

use field::Standard;

pub use crate::model::Gate;
pub use effort::Effort;
pub use exact::{Boxes, Exact};
pub use field::Field;
pub use guided::Objective;
pub use mondrian::Cuts;
pub use mpalm::{ColumnStrategy, ValueStrategy};
pub use partition::{Class, Partition};
pub use ruler::Ruler;
