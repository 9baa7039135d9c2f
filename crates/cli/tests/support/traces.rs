//! Traces of the original in a certificate: a hash, a length, a value that nobody else has published.

use std::collections::BTreeSet;

use incrowd_io::Digest;
use serde_json::Value;

use super::{Folder, cells};

/// What an outsider may know: the command line and the files that go out or are public.
pub struct Known<'a> {
    pub words: &'a str,
    pub files: Vec<Vec<u8>>,
}

/// Where a certificate gives something of the original away.
pub fn traces(certificate: &Value, original: &[u8], known: &Known<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let text = certificate.to_string().to_lowercase();
    let is_known = known.files.iter().any(|file| file == original);
    for bytes in [original, original.trim_ascii_end()] {
        if !is_known && text.contains(&Digest::of_bytes(bytes).sha256) {
            found.push("the SHA-256 of the original".to_owned());
        }
    }
    let mut lengths = Vec::new();
    collect_lengths(certificate, &mut lengths);
    let length = original.len() as u64;
    if lengths.contains(&length) && known.files.iter().all(|file| file.len() as u64 != length) {
        found.push(format!("the length of the original, {length}"));
    }
    let mut texts = Vec::new();
    collect_texts(certificate, &mut texts);
    let has_word = |text: &str, word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            [before, after].into_iter().flatten().all(|letter| !letter.is_alphanumeric())
        })
    };
    let public: Vec<String> = known
        .files
        .iter()
        .map(|file| String::from_utf8_lossy(file).into_owned())
        .chain([known.words.to_owned()])
        .collect();
    // A compressed file does not show its values to this search.
    let legible = known.files.iter().all(|file| std::str::from_utf8(file).is_ok());
    for value in values(original).into_iter().filter(|_| legible) {
        let is_public = public.iter().any(|text| text.contains(&value));
        if !is_public && texts.iter().any(|text| has_word(text, &value)) {
            found.push(format!("the value '{value}'"));
        }
    }
    found
}

/// The cells of a table that are words. Numbers are left out: a count can equal any of them.
fn values(original: &[u8]) -> BTreeSet<String> {
    let rows = cells(&String::from_utf8_lossy(original));
    let cells = rows.into_iter().skip(1).flatten();
    cells.filter(|cell| cell.chars().any(char::is_alphabetic)).collect()
}

/// Every number that is called a size of a file.
fn collect_lengths(value: &Value, lengths: &mut Vec<u64>) {
    match value {
        Value::Object(map) => {
            lengths.extend(
                ["bytes", "length", "size"].iter().filter_map(|key| map.get(*key)?.as_u64()),
            );
            map.values().for_each(|value| collect_lengths(value, lengths));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_lengths(value, lengths)),
        _ => {}
    }
}

/// Every text, and every name of an entry.
fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            texts.extend(map.keys().cloned());
            map.values().for_each(|value| collect_texts(value, texts));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_texts(value, texts)),
        Value::String(text) => texts.push(text.clone()),
        _ => {}
    }
}

/// Searches the certificate that a command wrote, if it wrote one about a private table.
pub fn search(folder: &Folder, words: &str, input: &[u8]) {
    let list: Vec<&str> = words.split_whitespace().collect();
    let after = |flags: &[&str]| {
        let at = list.iter().position(|word| flags.contains(word))?;
        list.get(at + 1).copied()
    };
    // What `check` reads is published already.
    let [command @ ("release" | "mask"), table, ..] = list[..] else { return };
    let Some(place) = after(&["--certificate"]) else { return };
    let read = |name: &str| std::fs::read(folder.path(name)).ok();
    let original = if table == "-" { Some(input.to_vec()) } else { read(table) };
    let (Some(original), Some(certificate)) = (original, read(place)) else { return };
    let Ok(certificate) = serde_json::from_slice::<Value>(&certificate) else { return };
    let Some(output) = after(&["-o", "--output"]) else { return };
    let beside = std::path::Path::new(output).parent().unwrap_or(std::path::Path::new(""));
    let outputs = entries(&certificate, "outputs").map(|name| beside.join(name));
    let inputs = entries(&certificate, "inputs").map(std::path::PathBuf::from);
    let files =
        outputs.chain(inputs).filter_map(|path| std::fs::read(folder.path(path.to_str()?)).ok());
    let known = Known { words, files: files.collect() };
    let inputs: Vec<&str> = entries(&certificate, "inputs").collect();
    assert!(!inputs.contains(&table), "{command} lists {table} among public files");
    let found = traces(&certificate, &original, &known);
    assert!(found.is_empty(), "incrowd {words}\nits certificate has {found:?}: {certificate:#}");
}

/// The names of the files that a certificate lists.
fn entries<'a>(certificate: &'a Value, of: &str) -> impl Iterator<Item = &'a str> {
    let list = certificate["evidence"][of].as_array();
    list.into_iter().flatten().filter_map(|file| file["name"].as_str())
}
