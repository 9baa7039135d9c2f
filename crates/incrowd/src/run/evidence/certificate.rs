//! The certificate: what `certify` measures, the public files by their SHA-256, commitments to
//! private ones, and a seal over all of it, so that it can go where the published file goes.
//!
//! The seal is the SHA-256 of the rest. Anyone can make a new one, so it proves nothing against
//! forgers; it tells a certificate that was edited or damaged from one that was not.

use incrowd_document::{Certificate, CertificateSchema, Commitments};
use incrowd_io::Digest;
use serde_json::Value;

use super::Files;
use crate::error::{Error, Result};

/// The form of certificates that this version writes and reads.
pub const SCHEMA: &str = CertificateSchema::NAME;

/// The first form. It held a plain SHA-256 and the length of the original.
pub const FIRST_SCHEMA: &str = "incrowd-certificate-1";

/// What all certificates begin with.
const FAMILY: &str = "incrowd-certificate-";

const SEAL: &str = "seal";

/// Whether a document says that it is a certificate.
pub fn is_one(document: &Value) -> bool {
    document["schema"].as_str().is_some_and(|schema| schema.starts_with(FAMILY))
}

/// Why a certificate of another form is not read.
pub fn other_form(schema: &str) -> String {
    let mut why = format!("it is of the form '{schema}', and this incrowd knows {SCHEMA}");
    if schema == FIRST_SCHEMA {
        why += "; that form has a plain SHA-256 of the original table, by which the original can be found: \
                withdraw it, and certify the release again";
    }
    why
}

/// What was measured, with the files that it is about and commitments. It is not sealed yet.
pub(crate) fn assemble(
    mut measured: Certificate,
    files: Files,
    commitments: Option<Commitments>,
    version: String,
) -> Certificate {
    let Files { inputs, outputs } = files;
    let named =
        |role: &str| outputs.iter().find(|file| file.role == role).map(|file| file.name.clone());
    let (published, secrets) = (named("published"), named("secrets"));
    let verified = (!outputs.is_empty()).then_some(true);
    let about = (version, inputs, outputs, commitments);
    match &mut measured {
        Certificate::Release(whole) => {
            (whole.output, whole.secrets, whole.verified) = (published, secrets, verified);
            let part = &mut whole.evidence;
            (part.version, part.inputs, part.outputs, part.commitments) = about;
        }
        Certificate::Randomised(whole) => {
            (whole.output, whole.verified) = (published, verified);
            let part = &mut whole.evidence;
            (part.version, part.inputs, part.outputs, part.commitments) = about;
        }
        Certificate::Check(whole) => {
            let part = &mut whole.evidence;
            (part.version, part.inputs, part.outputs, part.commitments) = about;
        }
        Certificate::Mask(whole) => {
            (whole.output, whole.verified) = (published, verified);
            let part = &mut whole.evidence;
            (part.version, part.inputs, part.outputs, part.commitments) = about;
        }
    }
    measured
}

/// The same with its seal.
pub(crate) fn seal(certificate: Certificate) -> Result<Certificate> {
    let seal = digest(&unsealed(&to_json(&certificate)?));
    Ok(certificate.sealed(seal))
}

/// A certificate as JSON.
pub(crate) fn to_json(certificate: &Certificate) -> Result<Value> {
    serde_json::to_value(certificate).map_err(|error| Error::internal(error.to_string()))
}

/// The same without it.
pub(crate) fn unsealed(certificate: &Value) -> Value {
    let mut rest = certificate.clone();
    rest.as_object_mut().map(|map| map.shift_remove(SEAL));
    rest
}

/// A certificate as it is written.
pub(crate) fn text(certificate: &Certificate) -> Result<String> {
    Ok(written(&to_json(certificate)?))
}

fn written(certificate: &Value) -> String {
    format!("{certificate:#}\n")
}

/// Whether a certificate is as it was when it was sealed, to the last byte: what reads the same to
/// one reader may read otherwise to another, as a key that stands there twice does.
pub fn is_intact(certificate: &Value, text: &str) -> bool {
    text == written(certificate) && is_sealed(certificate)
}

fn is_sealed(certificate: &Value) -> bool {
    certificate[SEAL].as_str() == Some(digest(&unsealed(certificate)).as_str())
}

fn digest(value: &Value) -> String {
    Digest::of_bytes(value.to_string().as_bytes()).sha256
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// The same with its seal.
    fn seal(mut certificate: Value) -> Value {
        certificate[SEAL] = json!(digest(&certificate));
        certificate
    }

    fn document() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<bool>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".*".prop_map(Value::from),
            Just(Value::Null),
        ];
        let tree = leaf.prop_recursive(3, 24, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map("[a-z]{1,4}", inner, 0..6)
                    .prop_map(|map| map.into_iter().collect::<Value>()),
            ]
        });
        prop::collection::btree_map("[a-z]{1,3}", tree, 0..6)
            .prop_map(|map| map.into_iter().collect::<Value>())
    }

    proptest! {
        #[test]
        fn a_seal_outlives_the_file_and_no_change(document in document()) {
            let text = written(&seal(document));
            let mut read: Value = serde_json::from_str(&text).unwrap();
            prop_assert!(is_intact(&read, &text));
            let twice = text.replacen('{', "{\"schema\": 7,", 1);
            prop_assert!(!is_intact(&read, &twice));
            read["zzzz"] = json!(1);
            prop_assert!(!is_intact(&read, &written(&read)));
        }
    }
}
