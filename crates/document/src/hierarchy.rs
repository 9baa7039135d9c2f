//! The answer of `incrowd hierarchy`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The hierarchy of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HierarchyDocument {
    /// The column.
    pub column: String,
    /// The kind of its values.
    #[serde(rename = "type")]
    pub kind: String,
    /// Leaves of the hierarchy.
    pub leaves: u64,
    /// Distinct values of the column in the table.
    pub values_in_table: u64,
    /// The highest level.
    pub height: u64,
    /// Nodes by level.
    pub nodes: Vec<u64>,
    /// The file that it was written to.
    pub output: Option<String>,
    /// The name of the table.
    pub table: String,
    /// A label of each level; null where all labels are those of missing values.
    pub examples: Vec<Option<String>>,
    /// The first lines of the tree, from the top.
    pub outline: Vec<String>,
}
