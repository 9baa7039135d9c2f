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
mod certificate;
mod check;
mod delta;
mod error;
mod evidence;
mod explore;
mod mask;
mod read;
mod release;
mod safe_harbor;
mod scan;
mod verify;

pub use attack::AttackDocument;
pub use certificate::{
    Certificate, CertificateEvidence, CertificateQuestion, CertificateSchema, CertifiedColumn,
    CertifiedCosts, CheckCertificate, Commitments, MaskCertificate, QuestionReading,
    RandomisedCertificate, RandomisedEvidence, ReleaseCertificate, certificate_schema,
};
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
pub use read::ReadError;
pub use release::{
    AuditDocument, AuditPresence, CertificateNote, Costs, Draw, LowerBound, MinimalNode,
    MinimalNodes, MinimisedCost, NearestDemand, ReleaseColumn, ReleaseDocument, RowCounts,
    SearchEffort,
};
pub use safe_harbor::{SafeHarborColumn, SafeHarborRule};
pub use scan::{ColumnSet, SampleInfo, ScanColumn, ScanDocument, ScanSearch};
pub use verify::{VerifiedFigure, VerifiedFile, VerifyDocument};

use serde::Serialize;

pub(crate) use read::present;

/// What any command answers with, and the certificate that it writes beside it.
///
/// The list is exhaustive on purpose: whoever draws documents must have a page for each.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
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
    /// Of `release`, `check` or `mask` with `--certificate`.
    Certificate(Box<Certificate>),
}
