//! What incrowd's commands answer with.
//!
//! Each command has one document. `--json` prints it, and the terminal text, the HTML report and any
//! other front end are drawn from it and from nothing else. A document read back from JSON is equal to
//! the one that was written.
//!
//! ```
//! use incrowd_document::{Document, DeltaDocument};
//! let text = r#"{"delta_min": "0", "delta_max": "1/5", "posterior_max": 0.2, "posterior_min": 0.0, "pair_gap": 0.2}"#;
//! let delta: DeltaDocument = serde_json::from_str(text)?;
//! assert_eq!(delta.delta_max, "1/5");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod attack;
mod check;
mod delta;
mod error;
mod evidence;
mod explore;
mod mask;
mod release;
mod safe_harbor;
mod scan;
mod verify;

pub use attack::AttackDocument;
pub use check::CheckDocument;
pub use delta::DeltaDocument;
pub use error::{ErrorDocument, Problem};
pub use evidence::{
    ColumnDistribution, ColumnEvidence, DemandEvidence, Evidence, Example, FileEvidence, Group,
    LatticeColumn, LatticeEvidence, PresenceEnd, PresenceEvidence, RiskEvidence, RiskFigures,
    Roles, SearchCost, SearchEvidence, SearchKind,
};
pub use explore::{ExploreDocument, ExploreRow};
pub use mask::{JointClasses, JointGuarantee, MaskColumn, MaskDocument, MaskNearest, MaskPromise};
pub use release::{
    AuditDocument, AuditPresence, CertificateNote, Costs, Draw, LowerBound, MinimalNode,
    MinimalNodes, MinimisedCost, NearestDemand, ReleaseDocument, RowCounts, SearchEffort,
};
pub use safe_harbor::{SafeHarborColumn, SafeHarborRule};
pub use scan::{ColumnSet, SampleInfo, ScanColumn, ScanDocument, ScanSearch};
pub use verify::{VerifiedFigure, VerifiedFile, VerifyDocument};

use serde::{Deserialize, Serialize};

/// What any command answers with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Document {
    /// Of `release`.
    Release(Box<ReleaseDocument>),
    /// Of `release --explore`.
    Explore(ExploreDocument),
    /// Of `check`.
    Check(Box<CheckDocument>),
    /// Of `attack`.
    Attack(Box<AttackDocument>),
    /// Of `scan`.
    Scan(Box<ScanDocument>),
    /// Of `mask`.
    Mask(Box<MaskDocument>),
}

/// Why a JSON text is not the document of a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is no JSON object.
    #[error("the document is no JSON object")]
    NotAnObject,
    /// The document says why a command failed.
    #[error("the document says that the command failed: {0}")]
    Failed(String),
    /// The document is of a command that has no report.
    #[error("the document is of `{0}`, which has no report")]
    OtherCommand(String),
    /// Nothing tells what made the document.
    #[error("the document is no result of release, check, attack, scan or mask")]
    NotAResult,
    /// A part of it has the wrong type.
    #[error("{0}")]
    WrongType(String),
}

impl Document {
    /// Reads the document of a command.
    ///
    /// # Errors
    /// If it is no result of `release`, `check`, `attack`, `scan` or `mask`, or a part of it has the
    /// wrong type.
    pub fn read(value: &serde_json::Value) -> Result<Document, ReadError> {
        let object = value.as_object().ok_or(ReadError::NotAnObject)?;
        if let Some(problem) = object.get("error") {
            let message = problem.get("message").and_then(serde_json::Value::as_str);
            let message = message.map_or_else(|| problem.to_string(), str::to_owned);
            return Err(ReadError::Failed(message));
        }
        let has = |key: &str| object.contains_key(key);
        let command = value.pointer("/evidence/command").and_then(serde_json::Value::as_str);
        // Without evidence a document does not name its command, but its keys do.
        let command = match command {
            _ if has("explore") => "explore",
            Some(command) => command,
            None if has("recoding") => "release",
            None if has("people") && has("certainly_in") => "attack",
            None if has("minimal_quasi_identifiers") => "scan",
            None if has("cells") => "mask",
            None if has("k") && has("risk") => "check",
            None => return Err(ReadError::NotAResult),
        };
        Ok(match command {
            "release" => Document::Release(Box::new(typed(value)?)),
            "explore" => Document::Explore(typed(value)?),
            "check" => Document::Check(Box::new(typed(value)?)),
            "attack" => Document::Attack(Box::new(typed(value)?)),
            "scan" => Document::Scan(Box::new(typed(value)?)),
            "mask" => Document::Mask(Box::new(typed(value)?)),
            other => return Err(ReadError::OtherCommand(other.to_owned())),
        })
    }
}

/// Reads a key that is there, be it null: an absent key is `None`, null is `Some(None)`.
pub(crate) fn present<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn typed<'v, T: Deserialize<'v>>(value: &'v serde_json::Value) -> Result<T, ReadError> {
    T::deserialize(value).map_err(|error| ReadError::WrongType(error.to_string()))
}
