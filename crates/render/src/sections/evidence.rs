//! What documents and certificates both have as evidence.

use incrowd_document::{
    CertificateEvidence, ColumnRole, DemandEvidence, Evidence, FileEvidence, PresenceEvidence,
    RandomisedEvidence, RiskEvidence, Roles,
};
use incrowd_judge::{EmpiricalRisks, SizeBucket, SmallClass};

/// The parts of evidence that sections are drawn from. What is absent is empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvidenceParts<'a> {
    pub command: &'a str,
    pub version: &'a str,
    pub configuration: &'a str,
    pub inputs: &'a [FileEvidence],
    pub outputs: &'a [FileEvidence],
    pub roles: Option<&'a Roles>,
    pub every_column: Option<&'a [ColumnRole]>,
    pub keep_suppressed: bool,
    pub order: Option<&'a str>,
    pub demands: &'a [DemandEvidence],
    pub risk: Option<&'a RiskEvidence>,
    pub class_sizes: &'a [SizeBucket],
    pub smallest_classes: &'a [SmallClass],
    pub presence: Option<&'a PresenceEvidence>,
    pub empirical: Option<&'a EmpiricalRisks>,
    pub group: Option<&'a str>,
}

impl<'a> EvidenceParts<'a> {
    /// The name of the input that has a role.
    pub fn input(&self, role: &str) -> Option<&'a str> {
        self.inputs.iter().find(|file| file.role == role).map(|file| file.name.as_str())
    }

    /// The title of a page: what was done, and to which table.
    pub fn title(&self, done: &str, role: &str) -> String {
        format!("{done} {}", self.input(role).unwrap_or("a table"))
    }

    /// The line below the title: the outcome, and the version that made it.
    pub fn subtitle(&self, outcome: &str) -> String {
        match self.version {
            "" => format!("{outcome} · incrowd"),
            version => format!("{outcome} · incrowd {version}"),
        }
    }
}

impl<'a> From<Option<&'a Evidence>> for EvidenceParts<'a> {
    fn from(evidence: Option<&'a Evidence>) -> Self {
        let Some(evidence) = evidence else { return EvidenceParts::default() };
        EvidenceParts {
            command: &evidence.command,
            version: &evidence.version,
            configuration: &evidence.configuration,
            inputs: &evidence.inputs,
            outputs: &evidence.outputs,
            roles: evidence.roles.as_ref(),
            every_column: evidence.every_column.as_deref(),
            keep_suppressed: evidence.keep_suppressed == Some(true),
            order: evidence.order.as_deref(),
            demands: evidence.demands.as_deref().unwrap_or_default(),
            risk: evidence.risk.as_ref(),
            class_sizes: evidence.class_sizes.as_deref().unwrap_or_default(),
            smallest_classes: evidence.smallest_classes.as_deref().unwrap_or_default(),
            presence: evidence.presence.as_ref().and_then(Option::as_ref),
            empirical: evidence.empirical.as_ref(),
            group: evidence.question.as_ref().and_then(|question| question.group.as_deref()),
        }
    }
}

impl<'a> From<&'a CertificateEvidence> for EvidenceParts<'a> {
    fn from(evidence: &'a CertificateEvidence) -> Self {
        EvidenceParts {
            command: &evidence.command,
            version: &evidence.version,
            configuration: "",
            inputs: &evidence.inputs,
            outputs: &evidence.outputs,
            roles: Some(&evidence.roles),
            every_column: None,
            keep_suppressed: evidence.keep_suppressed == Some(true),
            order: evidence.order.as_deref(),
            demands: evidence.demands.as_deref().unwrap_or_default(),
            risk: Some(&evidence.risk),
            class_sizes: &evidence.class_sizes,
            smallest_classes: &evidence.smallest_classes,
            presence: evidence.presence.as_ref().and_then(Option::as_ref),
            empirical: None,
            group: evidence.question.group.as_deref(),
        }
    }
}

impl<'a> From<&'a RandomisedEvidence> for EvidenceParts<'a> {
    fn from(evidence: &'a RandomisedEvidence) -> Self {
        EvidenceParts {
            command: &evidence.command,
            version: &evidence.version,
            inputs: &evidence.inputs,
            outputs: &evidence.outputs,
            roles: Some(&evidence.roles),
            keep_suppressed: evidence.keep_suppressed,
            order: Some(&evidence.order),
            demands: evidence.demands.as_deref().unwrap_or_default(),
            group: evidence.question.group.as_deref(),
            ..EvidenceParts::default()
        }
    }
}
