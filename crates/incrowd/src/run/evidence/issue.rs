//! A certificate about to be given.

use std::path::Path;

use incrowd_io::{Digest, Table};
use serde_json::{Map, Value, json};

use crate::failure::{Failure, Result};
use crate::run::Context;

use super::certify::{self, Sources, body, by_chance};
use super::{Asked, Files, Key, certificate};

/// What a certificate is made from.
pub struct Issue<'a> {
    pub asked: Asked,
    pub sources: Sources<'a>,
    /// Public files.
    pub files: Files,
    /// Files that stay with the steward, by the part that they played.
    pub private: Vec<(&'static str, Digest)>,
    /// What was promised of rows that were published by chance.
    pub by_chance: Option<&'a Value>,
}

impl Issue<'_> {
    /// The sealed certificate; an error says why there is none.
    pub fn write(self, key: Option<&Key>, context: &Context) -> Result<Value> {
        let _step = context.work.step("certifying", None);
        let asked = self.asked_by_others(context)?;
        let Issue { sources, files, private, .. } = self;
        let document = match self.by_chance {
            Some(promised) => by_chance(&asked, sources.published, promised, context)?,
            None => {
                let body = body(&asked, &sources, context)?;
                if !body.holds || !body.undecided.is_empty() {
                    return Err(Failure::new(
                        "what is demanded can be decided only with the original table",
                    ));
                }
                body.document
            }
        };
        let mut commitments = Value::Null;
        if let Some(key) = key {
            let commit = |(role, digest): &(&'static str, Digest)| {
                Ok(((*role).to_owned(), json!(key.commit(role, digest)?)))
            };
            commitments = Value::Object(private.iter().map(commit).collect::<Result<Map<_, _>>>()?);
        }
        let version = json!(env!("CARGO_PKG_VERSION"));
        let files = files.for_others();
        let whole = certificate::assemble(&document, &files, &commitments, &version);
        Ok(certificate::seal(whole))
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

/// The original table, and the file that said what to do with it.
pub fn private(table: &Table, settings: Option<&Path>) -> Result<Vec<(&'static str, Digest)>> {
    let mut private = vec![("table", table.digest()?)];
    if let Some(path) = settings {
        private.push(("settings", Digest::of(path, &path.display().to_string())?));
    }
    Ok(private)
}
