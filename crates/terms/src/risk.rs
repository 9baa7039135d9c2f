//! Risks measured in a published file beyond the demands, and the overall verdict from both.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Guarantee;

/// What a risk is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RiskKind {
    /// Some people have several rows, and every row was counted as a person.
    RepeatedPerson,
    /// All, or nearly all, people of a class have the same secret.
    CertainSecret,
    /// A published column gives a generalized quasi-identifier back.
    Undone,
    /// A few published columns together belong to one person alone.
    SingledOut,
    /// The register has a published column that is no quasi-identifier.
    RegisterKnows,
    /// A published column has a value of its own for most people, or names them.
    IdentifyingColumn,
    /// The numeric secrets of a class lie close together.
    Neighbours,
    /// A bound of a published range is the exact value of a few people.
    Extremes,
    /// The order of rows gives a generalized or dropped column back.
    Ordered,
    /// Columns that were masked one by one single people out together.
    JointK,
    /// An earlier release of the same people narrows the classes down.
    Linked,
    /// People stand in several classes that have few secrets in common.
    SeveralClasses,
}

impl RiskKind {
    /// Every kind, in the order of their declaration.
    pub const ALL: [RiskKind; 12] = [
        RiskKind::RepeatedPerson,
        RiskKind::CertainSecret,
        RiskKind::Undone,
        RiskKind::SingledOut,
        RiskKind::RegisterKnows,
        RiskKind::IdentifyingColumn,
        RiskKind::Neighbours,
        RiskKind::Extremes,
        RiskKind::Ordered,
        RiskKind::JointK,
        RiskKind::Linked,
        RiskKind::SeveralClasses,
    ];

    /// The name of the kind, as documents write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RiskKind::RepeatedPerson => "repeated-person",
            RiskKind::CertainSecret => "certain-secret",
            RiskKind::Undone => "undone",
            RiskKind::SingledOut => "singled-out",
            RiskKind::RegisterKnows => "register-knows",
            RiskKind::IdentifyingColumn => "identifying-column",
            RiskKind::Neighbours => "neighbours",
            RiskKind::Extremes => "extremes",
            RiskKind::Ordered => "ordered",
            RiskKind::JointK => "joint-k",
            RiskKind::Linked => "linked",
            RiskKind::SeveralClasses => "several-classes",
        }
    }
}

impl RiskKind {
    /// Whether anyone can measure it in the published file and public files, if rows are counted
    /// rather than people. The other kinds are measured against the original.
    #[must_use]
    pub fn is_public(self) -> bool {
        match self {
            RiskKind::CertainSecret
            | RiskKind::SingledOut
            | RiskKind::RegisterKnows
            | RiskKind::IdentifyingColumn
            | RiskKind::Neighbours
            | RiskKind::JointK => true,
            RiskKind::RepeatedPerson
            | RiskKind::Undone
            | RiskKind::Extremes
            | RiskKind::Ordered
            | RiskKind::Linked
            | RiskKind::SeveralClasses => false,
        }
    }
}

impl fmt::Display for RiskKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How grave a risk is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; it changes no verdict.
    Notice,
    /// Worth a decision.
    Warning,
    /// Somebody can be found.
    Severe,
}

/// A risk that was measured in a published file, or could not be.
///
/// Count, columns and words may tell about the original, so they stay with the steward. What goes
/// out with a release is a [`PublishedRisk`].
///
/// ```
/// use incrowd_terms::{Risk, RiskKind, Severity};
/// let risk = Risk {
///     count: 3,
///     of: 1_000,
///     columns: vec!["age".into(), "zip".into()],
///     ..Risk::new(RiskKind::JointK, Severity::Severe, "3 rows are alike to fewer than 5")
/// };
/// assert_eq!(serde_json::to_value(&risk).unwrap()["kind"], "joint-k");
/// assert!(risk.is_measured());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Risk {
    /// What it is about.
    pub kind: RiskKind,
    /// How grave it is.
    pub severity: Severity,
    /// How many rows, classes or people it concerns.
    pub count: u64,
    /// Out of how many; 0 if the risk could not be measured.
    pub of: u64,
    /// The columns that it comes from.
    pub columns: Vec<String>,
    /// A sentence for people.
    pub what: String,
    /// The worst case that was found, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub example: Option<String>,
    /// What to do about it: the option that cures it, in words.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cure: Option<String>,
}

impl Risk {
    /// A risk with no count, columns, example or cure yet.
    #[must_use]
    pub fn new(kind: RiskKind, severity: Severity, what: impl Into<String>) -> Risk {
        Risk {
            kind,
            severity,
            count: 0,
            of: 0,
            columns: Vec::new(),
            what: what.into(),
            example: None,
            cure: None,
        }
    }

    /// A risk that could not be measured. It is a warning, because the file may have it.
    #[must_use]
    pub fn unmeasured(kind: RiskKind, what: impl Into<String>, cure: impl Into<String>) -> Risk {
        Risk { cure: Some(cure.into()), ..Risk::new(kind, Severity::Warning, what) }
    }

    /// Whether the risk was measured.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.of > 0
    }
}

/// What a release says of its risks to the public: the kind and how grave it is. Everything else
/// may be a fingerprint of the original.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct PublishedRisk {
    /// What it is about.
    pub kind: RiskKind,
    /// The gravest of its kind.
    pub severity: Severity,
}

impl PublishedRisk {
    /// The part of these risks that may be published: each kind once with its gravest severity, in
    /// the order of [`RiskKind::ALL`].
    #[must_use]
    pub fn of(risks: &[Risk]) -> Vec<PublishedRisk> {
        let gravest = |kind: &RiskKind| {
            let same = risks.iter().filter(|risk| risk.kind == *kind);
            let severity = same.map(|risk| risk.severity).max()?;
            Some(PublishedRisk { kind: *kind, severity })
        };
        RiskKind::ALL.iter().filter_map(gravest).collect()
    }
}

/// What a result comes to: the demands and the risks together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OverallVerdict {
    /// Every demand holds, and no risk of note was found.
    Holds,
    /// Every demand holds, and a risk was found.
    HoldsWithRisks,
    /// A demand does not hold.
    Fails,
}

impl OverallVerdict {
    /// The verdict from whether all demands hold, and from the risks.
    #[must_use]
    pub fn of(hold: bool, risks: &[Risk]) -> OverallVerdict {
        OverallVerdict::from_severities(hold, risks.iter().map(|risk| risk.severity))
    }

    /// The verdict that a release publishes, from risks without figures. `unmeasured` are the kinds
    /// that outsiders cannot measure and the release does not state; each counts as a warning.
    #[must_use]
    pub fn of_published(
        hold: bool,
        risks: &[PublishedRisk],
        unmeasured: &[RiskKind],
    ) -> OverallVerdict {
        let severities = risks.iter().map(|risk| risk.severity);
        let unmeasured = unmeasured.iter().map(|_| Severity::Warning);
        OverallVerdict::from_severities(hold, severities.chain(unmeasured))
    }

    fn from_severities(
        hold: bool,
        mut severities: impl Iterator<Item = Severity>,
    ) -> OverallVerdict {
        match (hold, severities.any(|severity| severity > Severity::Notice)) {
            (false, _) => OverallVerdict::Fails,
            (true, true) => OverallVerdict::HoldsWithRisks,
            (true, false) => OverallVerdict::Holds,
        }
    }

    /// The verdict from guarantees and risks; `None` if nothing was demanded.
    ///
    /// ```
    /// use incrowd_terms::{Guarantee, KAnonymity, OverallVerdict};
    /// let five = Guarantee::on(&KAnonymity { k: 5 }.into(), 7.into(), true);
    /// assert_eq!(OverallVerdict::of_guarantees(&[five], &[]), Some(OverallVerdict::Holds));
    /// assert_eq!(OverallVerdict::of_guarantees(&[], &[]), None);
    /// ```
    #[must_use]
    pub fn of_guarantees(guarantees: &[Guarantee], risks: &[Risk]) -> Option<OverallVerdict> {
        let hold = guarantees.iter().all(|guarantee| guarantee.holds);
        (!guarantees.is_empty()).then(|| OverallVerdict::of(hold, risks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn risk(kind: RiskKind, severity: Severity) -> Risk {
        Risk { count: 1, of: 2, ..Risk::new(kind, severity, "") }
    }

    #[test]
    fn names_are_those_in_documents() {
        for kind in RiskKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }

    #[test]
    fn a_notice_does_not_change_the_verdict_but_an_unmeasured_risk_does() {
        let notice = risk(RiskKind::Extremes, Severity::Notice);
        let warning = risk(RiskKind::Undone, Severity::Warning);
        let unmeasured = Risk::unmeasured(RiskKind::Undone, "", "");
        assert_eq!(OverallVerdict::of(true, std::slice::from_ref(&notice)), OverallVerdict::Holds);
        assert_eq!(OverallVerdict::of(true, &[notice, warning]), OverallVerdict::HoldsWithRisks);
        assert_eq!(
            OverallVerdict::of(true, std::slice::from_ref(&unmeasured)),
            OverallVerdict::HoldsWithRisks
        );
        assert_eq!(OverallVerdict::of(false, &[]), OverallVerdict::Fails);
        assert!(!unmeasured.is_measured());
    }

    #[test]
    fn an_unmeasured_kind_counts_as_a_warning_in_the_published_verdict() {
        let risks = PublishedRisk::of(&[risk(RiskKind::Extremes, Severity::Notice)]);
        let unmeasured = [RiskKind::Undone];
        assert_eq!(OverallVerdict::of_published(true, &risks, &[]), OverallVerdict::Holds);
        let verdict = OverallVerdict::of_published(true, &risks, &unmeasured);
        assert_eq!(verdict, OverallVerdict::HoldsWithRisks);
        assert_eq!(OverallVerdict::of_published(false, &[], &unmeasured), OverallVerdict::Fails);
    }

    #[test]
    fn published_risks_have_each_kind_once_and_no_figures() {
        let risks = [
            risk(RiskKind::Undone, Severity::Notice),
            risk(RiskKind::CertainSecret, Severity::Warning),
            risk(RiskKind::Undone, Severity::Severe),
        ];
        let published = serde_json::to_value(PublishedRisk::of(&risks)).unwrap();
        let expected = serde_json::json!([
            {"kind": "certain-secret", "severity": "warning"},
            {"kind": "undone", "severity": "severe"},
        ]);
        assert_eq!(published, expected);
    }
}
