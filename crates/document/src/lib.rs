//! What incrowd's commands answer with.
//!
//! Each command has one document. `--json` prints it, and the terminal text, the HTML report and any
//! other front end are drawn from it and from nothing else. A document read back from JSON is equal to
//! the one that was written.
//!
//! ```
//! use incrowd_document::VerifyDocument;
//! let text = r#"{"verified": true, "complete": true, "intact": true, "files": [], "figures": [],
//!     "not_measured": [], "attested": ["/rows/input"], "unproven": null}"#;
//! let verified: VerifyDocument = serde_json::from_str(text)?;
//! assert_eq!(verified.attested, ["/rows/input"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

mod after;
mod attack;
mod certificate;
mod check;
mod delta;
mod engine;
mod error;
mod evidence;
mod explain;
mod explore;
mod hierarchy;
mod mask;
mod read;
mod release;
mod report;
mod safe_harbor;
mod scan;
mod schema;
mod verify;

pub use after::{AfterDocument, EarlierPromise, EarlierReleaseDocument};
pub use attack::AttackDocument;
pub use certificate::{
    Certificate, CertificateEvidence, CertificateQuestion, CertificateSchema, CertifiedColumn,
    CertifiedCosts, CheckCertificate, Commitments, JudgedAfter, MaskCertificate, PublishedDigest,
    QuestionPerson, QuestionReading, RandomisedCertificate, RandomisedEvidence, ReleaseCertificate,
    certificate_schema,
};
pub use check::CheckDocument;
pub use delta::{DeltaDocument, DeltaStakes};
pub use engine::EngineUse;
pub use error::{ErrorDetails, ErrorDocument};
pub use evidence::{
    ColumnDistribution, ColumnEvidence, ColumnRole, DemandEvidence, Evidence, Example,
    FileEvidence, Group, LatticeColumn, LatticeEvidence, PresenceEnd, PresenceEvidence,
    RiskEvidence, RiskFigures, Roles, SearchCost, SearchEvidence, SearchKind,
};
pub use explain::{ExplainDocument, ExplainPage, PageSummary};
pub use explore::{ExploreDocument, ExploreRow};
pub use hierarchy::HierarchyDocument;
pub use mask::{
    DistributionFree, JointClasses, JointGuarantee, MaskColumn, MaskDocument, MaskNearest,
    MaskPromise,
};
pub use read::ReadError;
pub use release::{
    AuditDocument, AuditPresence, CellCounts, CertificateNote, Costs, Draw, LowerBound,
    MinimalNode, MinimalNodes, MinimisedCost, NearestDemand, People, PeopleCounts, ReleaseColumn,
    ReleaseDocument, RowCounts, SearchEffort,
};
pub use report::ReportDocument;
pub use safe_harbor::{SafeHarborColumn, SafeHarborRule};
pub use scan::{
    ColumnSet, SampleInfo, ScanColumn, ScanDocument, ScanSearch, ScanTrials, TriedRelease,
};
pub use schema::schema;
pub use verify::{FileState, VerifiedFigure, VerifiedFile, VerifyDocument};

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
