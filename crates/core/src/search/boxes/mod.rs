//! Multidimensional generalization: the people are cut into boxes.
//!
//! A box is a range of leaves per quasi-identifier. A [`Field`] says what is to be cut up and what
//! is demanded of the parts, each algorithm is one file, and a [`Partition`] is what they all
//! return: classes of whole tuples, each with the least box around *all* its people. Cuts run
//! between leaves, so boxes of different classes have no person in common.

mod bound;
mod carved;
pub(super) mod cluster;
mod crowd;
mod cutting;
pub(super) mod exact;
mod extent;
mod field;
mod floors;
pub(super) mod guided;
mod mend;
pub(super) mod mondrian;
pub(super) mod mpalm;
mod partition;
mod peel;
mod profile;
mod recut;
mod sides;
pub(super) mod smallest_k;
mod space;

use field::Standard;

use super::Effort;

pub use crate::model::Gate;
pub use exact::{Boxes, Exact};
pub use field::Field;
pub use mondrian::Cuts;
pub use mpalm::{ColumnStrategy, ValueStrategy};
pub use partition::{Class, Partition};
