//! The answer of `incrowd verify`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifyDocument {
    /// Whether nothing speaks against the certificate.
    pub verified: bool,
    /// Whether everything that can be measured was measured again.
    pub complete: bool,
    /// Whether the certificate is as it was sealed.
    pub intact: bool,
    /// The published files, then those that they were made from.
    pub files: Vec<VerifiedFile>,
    /// Each figure that was measured again.
    pub figures: Vec<VerifiedFigure>,
    /// What could not be measured again, and why.
    pub not_measured: Vec<String>,
    /// What nobody can measure, as JSON pointers: whoever made the certificate attests it.
    pub attested: Vec<String>,
    /// What only the steward can show.
    pub unproven: Option<String>,
}

/// A file that a certificate names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VerifiedFile {
    /// What it was used for.
    pub role: String,
    /// Its name in the certificate.
    pub name: String,
    /// Whether it was published.
    pub published: bool,
    /// Where it was found.
    pub found: Option<String>,
    /// Where it was said to be, if nothing was found there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<String>,
    /// Whether it is what it was.
    pub state: FileState,
}

impl VerifiedFile {
    /// Where it is, or else where it should be.
    #[must_use]
    pub fn place(&self) -> &str {
        self.found.as_deref().or(self.expected.as_deref()).unwrap_or(&self.name)
    }
}

/// Whether a file is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileState {
    /// It has the same bytes.
    Same,
    /// It has others.
    Changed,
    /// It was not found.
    Missing,
}

impl FileState {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FileState::Same => "same",
            FileState::Changed => "changed",
            FileState::Missing => "missing",
        }
    }
}

/// A figure of the certificate beside the same one measured now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VerifiedFigure {
    /// The figure.
    pub name: String,
    /// What the certificate says.
    pub certified: Value,
    /// What was measured.
    pub measured: Value,
    /// Whether both agree, and the demand holds if there is one.
    pub holds: bool,
    /// Whether it is what a demand comes to; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub promise: bool,
}
