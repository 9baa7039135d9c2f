//! The document of a command that failed, which exits with status 2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a command failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDocument {
    /// What is wrong.
    pub error: ErrorDetails,
}

/// What is wrong, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorDetails {
    /// The sentence that standard error has too.
    pub message: String,
    /// The file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<String>,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<u64>,
    /// The column.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub column: Option<String>,
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<String>,
}
