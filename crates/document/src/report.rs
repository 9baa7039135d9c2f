//! The answer of `incrowd report`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a report was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReportDocument {
    /// The file.
    pub output: String,
}
