//! The files that were read and written, by their SHA-256.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::Spec;
use incrowd_document::FileEvidence;
use incrowd_io::{Digest, Location, Output, Table};

use crate::error::Result;

use super::question::file_name;

/// Files by the part that they played.
#[derive(Clone, Debug, Default)]
pub struct Files {
    pub inputs: Vec<FileEvidence>,
    pub outputs: Vec<FileEvidence>,
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
            file.name = file_name(&file.name);
        }
        self
    }

    /// Something that is about to be put in place.
    pub fn output(mut self, role: &str, output: &Output, place: &Location) -> Result<Files> {
        self.outputs.push(entry(role, &place.to_string(), &output.digest()?));
        Ok(self)
    }
}

fn entry(role: &str, name: &str, digest: &Digest) -> FileEvidence {
    FileEvidence {
        role: role.to_owned(),
        name: name.to_owned(),
        bytes: digest.bytes,
        sha256: digest.sha256.clone(),
    }
}
