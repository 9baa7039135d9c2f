//! The files that were read and written, by their SHA-256, and the words that were typed.

use std::collections::BTreeMap;

use incrowd::core::hierarchy::Spec;
use incrowd_io::{Digest, Location, Output, Table};
use serde_json::{Value, json};

use crate::failure::Result;

use super::question::file_name;

/// Files by the part that they played.
#[derive(Clone, Default)]
pub struct Files {
    pub inputs: Vec<Value>,
    pub outputs: Vec<Value>,
}

impl Files {
    /// A table that was read.
    pub fn table(mut self, role: &str, table: &Table) -> Result<Files> {
        self.inputs.push(entry(role, table.name(), &table.digest()?));
        Ok(self)
    }

    /// A table that may not be there.
    pub fn table_if(self, role: &str, table: Option<&Table>) -> Result<Files> {
        match table {
            Some(table) => self.table(role, table),
            None => Ok(self),
        }
    }

    /// The hierarchies that stand in files.
    pub fn hierarchies(mut self, specs: &BTreeMap<String, Spec>) -> Result<Files> {
        for (column, spec) in specs {
            if let Some(name) = spec.file() {
                let digest = Digest::of(name.as_ref(), name)?;
                self.inputs.push(entry(&format!("hierarchy of {column}"), name, &digest));
            }
        }
        Ok(self)
    }

    /// The same by their names alone: where they stand is nobody's business.
    pub fn for_others(mut self) -> Files {
        for file in self.inputs.iter_mut().chain(&mut self.outputs) {
            file["name"] = json!(file_name(file["name"].as_str().unwrap_or_default()));
        }
        self
    }

    /// Something that is about to be put in place.
    pub fn output(mut self, role: &str, output: &Output, place: &Location) -> Result<Files> {
        self.outputs.push(entry(role, &place.to_string(), &output.digest()?));
        Ok(self)
    }
}

fn entry(role: &str, name: &str, digest: &Digest) -> Value {
    json!({ "role": role, "name": name, "bytes": digest.bytes, "sha256": digest.sha256 })
}

/// Flags that say how a command talks and what it writes about itself, which changes nothing that
/// it finds; and whether a word follows.
const BESIDES: [(&str, bool); 11] = [
    ("--json", false),
    ("--quiet", false),
    ("-q", false),
    ("--verbose", false),
    ("-v", false),
    ("--threads", true),
    ("--report", true),
    ("--certificate", true),
    ("--key", true),
    ("--evidence", false),
    ("--force", false),
];

/// The command as it was typed, for a shell to read, without what does not matter.
pub fn typed() -> String {
    command(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()))
}

fn command(mut words: impl Iterator<Item = String>) -> String {
    let mut text = "incrowd".to_owned();
    while let Some(word) = words.next() {
        let flag = word.split('=').next().unwrap_or_default();
        match BESIDES.iter().find(|(besides, _)| *besides == flag) {
            Some((_, true)) if flag == word => drop(words.next()),
            Some(_) => {}
            None => text = text + " " + &quoted(&word),
        }
    }
    text
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=,./:+%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::{command, quoted};

    #[test]
    fn how_a_command_talks_is_left_out() {
        let typed = "check t.csv -q --threads 4 --qi a --report=r.html --force --k 2 --json";
        let words = typed.split(' ').map(str::to_owned);
        assert_eq!(command(words), "incrowd check t.csv --qi a --k 2");
    }

    #[test]
    fn a_shell_reads_words_as_they_were_typed() {
        assert_eq!(quoted("--qi=age,zip"), "--qi=age,zip");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's a; $word"), r"'it'\''s a; $word'");
    }
}
