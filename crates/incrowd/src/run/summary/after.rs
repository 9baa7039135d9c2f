//! What a release shows together with earlier ones, as a document.

use incrowd_core::terms::{OverallVerdict, Risk, RiskKind};
use incrowd_document::{
    AfterDocument, EarlierPromise, EarlierReleaseDocument, JudgedAfter, PublishedDigest,
};
use incrowd_judge::{Composed, ComposedGuarantee, LinkedRelease, Promise};

use crate::earlier::EarlierRelease;

/// The document.
pub fn document(earlier: &[EarlierRelease], composed: &Composed) -> AfterDocument {
    let release = |(asked, found): (&EarlierRelease, &LinkedRelease)| EarlierReleaseDocument {
        certificate: asked.certificate.clone(),
        published: asked.name.clone(),
        sha256: asked.digest.sha256.clone(),
        rows: found.rows,
        linked: found.linked,
        gone: found.gone,
        lacks: found.lacks,
    };
    let guarantee = |joint: &ComposedGuarantee| joint.guarantee.clone();
    let promise = |promise: &Promise| EarlierPromise {
        published: promise.release.clone(),
        guarantee: guarantee(&promise.joint),
    };
    AfterDocument {
        releases: earlier.iter().zip(&composed.releases).map(release).collect(),
        rows: composed.rows,
        people: composed.people,
        new_rows: composed.new_rows,
        uncertain: composed.uncertain,
        classes: composed.classes,
        k: composed.k,
        alone: composed.alone,
        guarantees: composed.guarantees.iter().map(guarantee).collect(),
        promises: composed.promises.iter().map(promise).collect(),
    }
}

/// What a certificate says of it: the files by their contents, and what demands and risks come to. Figures
/// need the original, so they stay with the steward.
pub fn judged(earlier: &[EarlierRelease], composed: &Composed, risks: &[Risk]) -> JudgedAfter {
    let digest = |release: &EarlierRelease| PublishedDigest {
        bytes: release.digest.bytes,
        sha256: release.digest.sha256.clone(),
    };
    let linked: Vec<Risk> =
        risks.iter().filter(|risk| risk.kind == RiskKind::Linked).cloned().collect();
    JudgedAfter {
        releases: earlier.iter().map(digest).collect(),
        verdict: OverallVerdict::of(composed.all_hold(), &linked),
    }
}
