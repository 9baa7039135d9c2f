//! What all certificates have.

use incrowd_document::{
    Certificate, CertificateEvidence, CertificateQuestion, Commitments, FileEvidence,
    RandomisedCertificate,
};

/// The parts of a certificate that say which files it is about and what was asked.
pub struct Parts<'c> {
    pub command: &'c str,
    pub question: &'c CertificateQuestion,
    pub inputs: &'c [FileEvidence],
    pub outputs: &'c [FileEvidence],
    pub commitments: Option<&'c Commitments>,
    pub version: &'c str,
    /// The whole certificate, if people were drawn at random.
    pub drawn: Option<&'c RandomisedCertificate>,
}

impl<'c> From<&'c Certificate> for Parts<'c> {
    fn from(certificate: &'c Certificate) -> Self {
        match certificate {
            Certificate::Release(certificate) => Parts::measured(&certificate.evidence),
            Certificate::Check(certificate) => Parts::measured(&certificate.evidence),
            Certificate::Mask(certificate) => Parts::measured(&certificate.evidence),
            Certificate::Randomised(certificate) => Parts::drawn(certificate),
        }
    }
}

impl<'c> Parts<'c> {
    fn measured(evidence: &'c CertificateEvidence) -> Self {
        let CertificateEvidence {
            command, question, inputs, outputs, commitments, version, ..
        } = evidence;
        let commitments = commitments.as_ref();
        Parts { command, question, inputs, outputs, commitments, version, drawn: None }
    }

    fn drawn(certificate: &'c RandomisedCertificate) -> Self {
        let evidence = &certificate.evidence;
        Parts {
            command: &evidence.command,
            question: &evidence.question,
            inputs: &evidence.inputs,
            outputs: &evidence.outputs,
            commitments: evidence.commitments.as_ref(),
            version: &evidence.version,
            drawn: Some(certificate),
        }
    }
}
