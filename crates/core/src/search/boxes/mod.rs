//! Multidimensional generalization: the people are cut into boxes.
//!
//! A box is a range of leaves per quasi-identifier. A [`BoxProblem`] holds the tuples to partition
//! and the demands on every class. Each algorithm is one file (or folder) and returns a
//! [`Partition`]: classes of whole tuples, each with the bounding box of *all* its people. Cuts run
//! between leaves, so boxes of different classes share no person. Published algorithms that are
//! only compared with are in `baselines/`.

pub(super) mod baselines;
mod bisect;
mod bound;
mod bounding_box;
pub(super) mod cluster;
mod cluster_set;
pub(super) mod exact;
pub(super) mod guided;
mod kd_tree;
mod local_search;
pub(super) mod mondrian;
mod partition;
mod problem;
mod profile;
mod region_bounds;
mod repartition;
mod result;
mod side_counts;
pub(super) mod suppression;
mod tuple_bounds;

use problem::Standard;

use super::Effort;

pub use crate::model::CountConstraints;
pub use baselines::mpalm::{ColumnStrategy, ValueStrategy};
pub use exact::{BoxFamily, ExactResult};
pub use mondrian::CutPoints;
pub use partition::{BoxClass, Partition};
pub use problem::BoxProblem;
