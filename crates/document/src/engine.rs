//! What a database did for a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The database that did a part of the work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EngineUse {
    /// What it is.
    pub kind: String,
    /// Statements that it ran.
    pub statements: u64,
    /// Rows that moved between it and incrowd.
    pub rows_moved: u64,
}
