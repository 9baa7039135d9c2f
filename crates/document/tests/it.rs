//! Documents that commands wrote are read back without loss.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use incrowd_document::{
    AttackDocument, Certificate, CheckDocument, Document, ExploreDocument, MaskDocument, ReadError,
    ReleaseDocument, ScanDocument, certificate_schema, schema,
};
use serde_json::{Value, json};

/// The texts in a folder of this workspace, by name.
fn texts(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let text = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(text).collect()
}

fn certificates() -> Vec<(String, String)> {
    texts("tests/certificates")
}

fn certificate(name: &str) -> Value {
    let texts = certificates();
    let (_, text) = texts.iter().find(|(found, _)| found == name).unwrap();
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_document_is_read_and_written_again() {
    let documents = texts("../render/tests/documents");
    assert!(documents.len() >= 14, "{} documents", documents.len());
    let mut wrong = Vec::new();
    for (name, text) in documents {
        let value: Value = serde_json::from_str(&text).unwrap();
        match Document::read(&value) {
            Ok(document) => {
                assert_eq!(document.unread(&value).unwrap(), [""; 0], "{name}");
                compare(&serde_json::to_value(&document).unwrap(), &value, &name, &mut wrong);
            }
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The JSON Schema of a document's type.
fn schema_of(document: &Document) -> String {
    match document {
        Document::Release(_) => schema::<ReleaseDocument>(),
        Document::Explore(_) => schema::<ExploreDocument>(),
        Document::Check(_) => schema::<CheckDocument>(),
        Document::Attack(_) => schema::<AttackDocument>(),
        Document::Scan(_) => schema::<ScanDocument>(),
        Document::Mask(_) => schema::<MaskDocument>(),
        Document::Certificate(_) => certificate_schema(),
    }
}

/// The places of entries that a JSON Schema requires at the top of a document.
fn required(schema: &Value) -> Vec<String> {
    serde_json::from_value(schema["required"].clone()).unwrap_or_default()
}

#[test]
fn every_document_fits_the_schema_of_its_type() {
    for (name, text) in texts("../render/tests/documents") {
        let value: Value = serde_json::from_str(&text).unwrap();
        let schema: Value =
            serde_json::from_str(&schema_of(&Document::read(&value).unwrap())).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .filter(|error| !error.contains("seconds"))
            .collect();
        assert_eq!(errors, [""; 0], "{name}");
        let mut checked = 0;
        for key in required(&schema).iter().filter(|key| *key != "seconds") {
            let mut changed = value.clone();
            changed.as_object_mut().unwrap().remove(key);
            assert!(!validator.is_valid(&changed), "{name} without {key}");
            checked += 1;
        }
        // What an attack finds depends on what it has: a register, the original, or both.
        assert!(checked > 0 || name == "attack", "{name} requires nothing");
    }
}

/// Notes where two values differ.
fn compare(again: &Value, value: &Value, place: &str, wrong: &mut Vec<String>) {
    if let (Value::Object(one), Value::Object(other)) = (again, value) {
        for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
            let null = Value::from("absent");
            let (one, other) = (one.get(key).unwrap_or(&null), other.get(key).unwrap_or(&null));
            compare(one, other, &format!("{place}/{key}"), wrong);
        }
    } else if again != value {
        wrong.push(format!("{place}: {again} instead of {value}"));
    }
}

#[test]
fn every_certificate_is_written_again_byte_for_byte() {
    let certificates = certificates();
    assert!(certificates.len() >= 8, "{} certificates", certificates.len());
    for (name, text) in certificates {
        let value: Value = serde_json::from_str(&text).unwrap();
        let read = Certificate::read(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(serde_json::to_string_pretty(&read).unwrap() + "\n", text, "{name}");
        assert_eq!(Document::read(&value).unwrap(), Document::Certificate(Box::new(read)));
    }
}

#[test]
fn every_certificate_fits_the_schema_and_no_changed_one_does() {
    let schema: Value = serde_json::from_str(&certificate_schema()).unwrap();
    assert_eq!(schema["title"], "incrowd certificate");
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (name, text) in certificates() {
        let value: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(errors, [""; 0], "{name}");
        let changes = [
            ("/schema", json!("incrowd-certificate-1")),
            ("/seal", json!("x")),
            ("/guarantees/0/holds", json!(false)),
            ("/verified", json!(false)),
            ("/evidence/inputs/0/sha256", json!("x")),
            ("/evidence/commitments/table", json!("x")),
            ("/evidence/question/member", json!(1)),
        ];
        for (way, wrong) in changes {
            let mut changed = value.clone();
            let Some(place) = changed.pointer_mut(way) else { continue };
            *place = wrong;
            assert!(!validator.is_valid(&changed), "{name}{way}");
        }
        for way in
            ["", "/evidence", "/evidence/question", "/evidence/outputs/0", "/learned/illness"]
        {
            let mut changed = value.clone();
            let Some(Value::Object(part)) = changed.pointer_mut(way) else { continue };
            part.insert("configuration".to_owned(), json!("k = 50"));
            assert!(!validator.is_valid(&changed), "{name}{way}");
            assert!(Certificate::read(&changed).is_err(), "{name}{way}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_certificate_is_named() {
    let why = |way: &str, wrong: Value| {
        let mut changed = certificate("release");
        *changed.pointer_mut(way).unwrap() = wrong;
        Certificate::read(&changed).unwrap_err().to_string()
    };
    assert_eq!(
        why("/schema", json!("incrowd-certificate-1")),
        "the certificate has the form 'incrowd-certificate-1', and this version reads incrowd-certificate-2"
    );
    assert_eq!(
        why("/evidence/class_sizes/0/after/rows", json!("six")),
        "the key 'evidence.class_sizes[0].after.rows' is wrong: invalid type: string \"six\", expected u64"
    );
    let mut changed = certificate("release");
    changed["guarantees"][0]["note"] = json!("it holds");
    assert_eq!(
        Certificate::read(&changed).unwrap_err(),
        ReadError::UnknownEntry { key: "guarantees[0].note".to_owned() }
    );
}

#[test]
fn a_wrong_entry_is_named_wherever_it_is() {
    let documents = texts("../render/tests/documents");
    for (name, key, way) in [
        ("release", "evidence.search.columns[0].lowest", "/evidence/search/columns/0/lowest"),
        ("check", "risk.prosecutor", "/risk/prosecutor"),
        ("check", "sensitive.illness.t", "/sensitive/illness/t"),
        ("attack", "histogram", "/histogram"),
        ("attack", "evidence.inputs[1].bytes", "/evidence/inputs/1/bytes"),
        ("explore", "table[1].possible", "/table/1/possible"),
        ("scan", "sets[0].uniqueness.interval.low", "/sets/0/uniqueness/interval/low"),
    ] {
        let (_, text) = documents.iter().find(|(found, _)| found == name).unwrap();
        let mut changed: Value = serde_json::from_str(text).unwrap();
        *changed.pointer_mut(way).unwrap() = json!("wrong");
        match Document::read(&changed) {
            Err(ReadError::WrongType { key: found, .. }) => assert_eq!(found, key, "{name}"),
            other => panic!("{name}{way}: {other:?}"),
        }
    }
}

#[test]
fn entries_of_a_newer_version_are_named() {
    let documents = texts("../render/tests/documents");
    let (_, text) = documents.iter().find(|(name, _)| name == "check").unwrap();
    let mut newer: Value = serde_json::from_str(text).unwrap();
    newer["brand_new"] = json!({"measure": 0.625});
    newer["evidence"]["inputs"][0]["lines"] = json!(7);
    let unread = Document::read(&newer).unwrap().unread(&newer).unwrap();
    assert_eq!(unread, ["evidence.inputs[0].lines", "brand_new"]);
}
