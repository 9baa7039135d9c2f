//! A certificate about to be given.

use std::path::Path;

use incrowd_document::{Certificate, Commitments};
use incrowd_io::{Digest, Table};

use crate::error::{Error, Result};
use crate::run::Context;

use super::certify::{self, Promised, Sources, body, by_chance};
use super::{Asked, Files, Key, certificate};

/// The part of the original table.
const TABLE: &str = "table";

/// The part of the file of options.
const SETTINGS: &str = "settings";

/// What a certificate is made from.
pub struct Issue<'a> {
    pub asked: Asked,
    pub sources: Sources<'a>,
    /// Public files.
    pub files: Files,
    /// Files that stay with the steward, by the part that they played.
    pub private: Vec<(&'static str, Digest)>,
    /// What was promised of rows that were published by chance.
    pub by_chance: Option<Promised>,
}

impl Issue<'_> {
    /// The sealed certificate; an error says why there is none.
    pub fn write(self, key: Option<&Key>, context: &Context) -> Result<Certificate> {
        let _step = context.work.step("certifying", None);
        let asked = self.asked_by_others(context)?;
        let Issue { sources, files, private, .. } = self;
        let measured = match self.by_chance {
            Some(promised) => by_chance(&asked, sources.published, promised, context)?,
            None => {
                let body = body(&asked, &sources, context)?;
                if !body.holds || !body.undecided.is_empty() {
                    return Err(Error::options(
                        "what is demanded can be decided only with the original table",
                    ));
                }
                body.certificate
            }
        };
        let commitments = key.map(|key| commitments(key, &private)).transpose()?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        certificate::seal(certificate::assemble(measured, files.for_others(), commitments, version))
    }

    /// The question without what describes private files.
    fn asked_by_others(&self, context: &Context) -> Result<Asked> {
        let Sources { published, secrets, register, distribution, .. } = &self.sources;
        let tables: Vec<&Table> =
            [Some(*published), *secrets, *register, *distribution].into_iter().flatten().collect();
        let seen = certify::seen(&self.asked.others.null, &tables, context)?;
        let columns: Vec<String> =
            tables.iter().flat_map(|table| table.columns()).cloned().collect();
        self.asked.clone().for_others(&|word| seen.iter().any(|seen| seen == word), &columns)
    }
}

/// Commitments to private files.
fn commitments(key: &Key, private: &[(&'static str, Digest)]) -> Result<Commitments> {
    let commit = |role: &str| {
        let file = private.iter().find(|(name, _)| *name == role);
        file.map(|(role, digest)| key.commit(role, digest)).transpose()
    };
    Ok(Commitments { table: commit(TABLE)?, settings: commit(SETTINGS)? })
}

/// The original table, and the file that said what to do with it.
pub fn private(table: &Table, settings: Option<&Path>) -> Result<Vec<(&'static str, Digest)>> {
    let mut private = vec![(TABLE, table.digest()?)];
    if let Some(path) = settings {
        private.push((SETTINGS, Digest::of(path, &path.display().to_string())?));
    }
    Ok(private)
}
