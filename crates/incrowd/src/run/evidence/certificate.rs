//! The certificate: what `certify` measures, the public files by their SHA-256, commitments to
//! private ones, and a seal over all of it, so that it can go where the published file goes.
//!
//! The seal is the SHA-256 of the rest. Anyone can make a new one, so it proves nothing against
//! forgers; it tells a certificate that was edited or damaged from one that was not.

use incrowd_io::Digest;
use serde_json::{Map, Value, json};

use super::Files;

/// The form of certificates that this version writes and reads.
pub const SCHEMA: &str = "incrowd-certificate-2";

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

/// A certificate that is not sealed yet: what was measured, about which files, with which commitments.
pub fn assemble(body: &Value, files: &Files, commitments: &Value, version: &Value) -> Value {
    let mut whole = Map::new();
    whole.insert("schema".to_owned(), json!(SCHEMA));
    for (name, part) in body.as_object().into_iter().flatten() {
        whole.insert(name.clone(), part.clone());
    }
    let mut whole = Value::Object(whole);
    for (entry, role) in [("output", "published"), ("secrets", "secrets")] {
        let file = files.outputs.iter().find(|file| file.role == role);
        if let Some(file) = file {
            whole[entry] = json!(file.name);
        }
    }
    if !files.outputs.is_empty() {
        whole["verified"] = json!(true);
    }
    whole["evidence"]["version"] = version.clone();
    whole["evidence"]["inputs"] = json!(files.inputs);
    whole["evidence"]["outputs"] = json!(files.outputs);
    whole["evidence"]["commitments"] = commitments.clone();
    whole
}

/// The same with its seal.
pub fn seal(mut certificate: Value) -> Value {
    let sealed = digest(&certificate);
    certificate[SEAL] = json!(sealed);
    certificate
}

/// The same without it.
pub fn unsealed(certificate: &Value) -> Value {
    let mut rest = certificate.clone();
    rest.as_object_mut().map(|map| map.shift_remove(SEAL));
    rest
}

/// A certificate as it is written.
pub fn text(certificate: &Value) -> String {
    format!("{certificate:#}\n")
}

/// Whether a certificate is as it was when it was sealed, to the last byte: what reads the same to
/// one reader may read otherwise to another, as a key that stands there twice does.
pub fn is_intact(certificate: &Value, written: &str) -> bool {
    written == text(certificate) && is_sealed(certificate)
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

    use super::*;

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
            let written = text(&seal(document));
            let mut read: Value = serde_json::from_str(&written).unwrap();
            prop_assert!(is_intact(&read, &written));
            let twice = written.replacen('{', "{\"schema\": 7,", 1);
            prop_assert!(!is_intact(&read, &twice));
            read["zzzz"] = json!(1);
            prop_assert!(!is_intact(&read, &text(&read)));
        }
    }
}
