//! What all certificates have.

use incrowd_core::terms::PublishedRisk;
use incrowd_document::{
    Certificate, CertificateEvidence, CertificateQuestion, Commitments, FileEvidence,
    RandomisedCertificate,
};

/// The parts of a certificate that say which files it is about and what was asked.
pub struct CertificateParts<'c> {
    pub command: &'c str,
    pub question: &'c CertificateQuestion,
    pub inputs: &'c [FileEvidence],
    pub outputs: &'c [FileEvidence],
    pub commitments: Option<&'c Commitments>,
    pub version: &'c str,
    /// The risks that it tells.
    pub risks: &'c [PublishedRisk],
    /// The whole certificate, if people were drawn at random.
    pub drawn: Option<&'c RandomisedCertificate>,
}

impl<'c> From<&'c Certificate> for CertificateParts<'c> {
    fn from(certificate: &'c Certificate) -> Self {
        match certificate {
            Certificate::Release(whole) => {
                CertificateParts::measured(&whole.evidence, &whole.risks)
            }
            Certificate::Check(whole) => CertificateParts::measured(&whole.evidence, &whole.risks),
            Certificate::Mask(whole) => CertificateParts::measured(&whole.evidence, &whole.risks),
            Certificate::Randomised(certificate) => CertificateParts::drawn(certificate),
        }
    }
}

impl<'c> CertificateParts<'c> {
    fn measured(evidence: &'c CertificateEvidence, risks: &'c [PublishedRisk]) -> Self {
        let CertificateEvidence {
            command, question, inputs, outputs, commitments, version, ..
        } = evidence;
        let commitments = commitments.as_ref();
        CertificateParts {
            command,
            question,
            inputs,
            outputs,
            commitments,
            version,
            risks,
            drawn: None,
        }
    }

    fn drawn(certificate: &'c RandomisedCertificate) -> Self {
        let evidence = &certificate.evidence;
        CertificateParts {
            command: &evidence.command,
            question: &evidence.question,
            inputs: &evidence.inputs,
            outputs: &evidence.outputs,
            commitments: evidence.commitments.as_ref(),
            version: &evidence.version,
            risks: &certificate.risks,
            drawn: Some(certificate),
        }
    }
}
