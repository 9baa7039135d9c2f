//! The certificate: the document of a command without the values of the original table and how often
//! it has them, so that it can go where the published file goes; and a seal over all of it.
//!
//! The seal is the SHA-256 of the rest. Anyone can make a new one, so it proves nothing against
//! forgers; it tells a certificate that was edited or damaged from one that was not.

use incrowd_io::Digest;
use serde_json::{Value, json};

/// The form of certificates that this version writes and reads.
pub const SCHEMA: &str = "incrowd-certificate-1";

/// The JSON Schema of that form.
pub const JSON_SCHEMA: &str = include_str!("certificate.schema.json");

const SEAL: &str = "seal";

/// The line of a configuration by which chance could be played again.
const SEED: &str = "seed = ";

/// A sealed certificate of a document.
pub fn seal(document: &Value) -> Value {
    let mut certificate = json!({ "schema": SCHEMA });
    if let (Some(whole), Some(parts)) = (certificate.as_object_mut(), document.as_object()) {
        whole.extend(parts.iter().map(|(name, part)| (name.clone(), part.clone())));
    }
    leave_out(&mut certificate);
    let sealed = digest(&certificate);
    certificate[SEAL] = json!(sealed);
    certificate
}

/// A configuration without its seed, be it a file or a command.
fn unseeded(configuration: &str) -> String {
    let lines = configuration.split_inclusive('\n').filter(|line| !line.starts_with(SEED));
    let text: String = lines.collect();
    let Some((before, after)) = text.split_once(" --seed") else { return text };
    let rest = after.trim_start_matches(['=', ' ']);
    before.to_owned() + rest.find(' ').map_or("", |end| &rest[end..])
}

/// Takes away what describes the original: which values it has, how often, how they went together,
/// what other releases of it would be, and what chance did with whom. Only where it stands, for a
/// column may have any name.
fn leave_out(certificate: &mut Value) {
    without(certificate, &["minimal", "merged", "ordered"]);
    if let Some(columns) = certificate.get_mut("columns") {
        let lost = ["distinct_before", "error", "rank_difference", "rank_difference_at_most"];
        each(columns, |column| without(column, &lost));
    }
    let Some(evidence) = certificate.get_mut("evidence").filter(|part| part.is_object()) else {
        return;
    };
    without(evidence, &["distributions", "associations"]);
    if let Some(columns) = evidence.get_mut("columns") {
        each(columns, |column| without(column, &["examples", "distinct_before"]));
    }
    if let Some(risk) = evidence.get_mut("risk") {
        nobody(risk);
    }
    if let Some(sizes) = evidence.get_mut("class_sizes") {
        if let Value::Array(sizes) = sizes {
            sizes.retain(|bucket| bucket["after"]["classes"] != 0);
        }
        each(sizes, nobody);
    }
    if let Some(Value::String(configuration)) = evidence.get_mut("configuration") {
        *configuration = unseeded(configuration);
    }
}

/// Leaves open what was before.
fn nobody(part: &mut Value) {
    if let Some(before) = part.get_mut("before") {
        *before = Value::Null;
    }
}

fn without(part: &mut Value, names: &[&str]) {
    if let Value::Object(map) = part {
        map.retain(|name, _| !names.contains(&name.as_str()));
    }
}

fn each(list: &mut Value, change: impl Fn(&mut Value)) {
    list.as_array_mut().into_iter().flatten().for_each(change);
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
    let mut rest = certificate.clone();
    let seal = rest.as_object_mut().and_then(|map| map.shift_remove(SEAL));
    seal.as_ref().and_then(Value::as_str) == Some(digest(&rest).as_str())
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

    #[test]
    fn chance_cannot_be_played_again() {
        assert_eq!(
            unseeded("k = 5\nseed = 7\norder = \"shuffled\"\n"),
            "k = 5\norder = \"shuffled\"\n"
        );
        assert_eq!(unseeded("incrowd mask t.csv --seed 7 --k 2"), "incrowd mask t.csv --k 2");
        assert_eq!(unseeded("incrowd mask t.csv --seed=7"), "incrowd mask t.csv");
        assert_eq!(unseeded("incrowd check t.csv"), "incrowd check t.csv");
    }

    proptest! {
        #[test]
        fn a_seal_outlives_the_file_and_no_change(document in document()) {
            let written = text(&seal(&document));
            let mut read: Value = serde_json::from_str(&written).unwrap();
            prop_assert!(is_intact(&read, &written));
            let twice = written.replacen('{', "{\"schema\": 7,", 1);
            prop_assert!(!is_intact(&read, &twice));
            read["zzzz"] = json!(1);
            prop_assert!(!is_intact(&read, &text(&read)));
        }
    }
}
