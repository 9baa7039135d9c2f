//! Documents that commands wrote are read back without loss.

use std::path::Path;

use incrowd_document::Document;
use serde_json::Value;

#[test]
fn every_document_is_read_and_written_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/documents");
    let (mut read, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        read += 1;
        match Document::read(&value) {
            Ok(document) => {
                let again = serde_json::to_value(&document).unwrap();
                compare(&again, &value, &path.display().to_string(), &mut wrong);
            }
            Err(error) => wrong.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(read >= 14, "{read} documents");
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
