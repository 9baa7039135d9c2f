//! A document that a command wrote: JSON, read from a file or from standard input.

use std::path::Path;

use incrowd_io::{Location, read_text};
use serde_json::Value;

use crate::error::{Error, Result};

/// A document, and where it comes from.
#[derive(Debug)]
pub struct JsonFile {
    /// What its place is called.
    pub name: String,
    /// The text.
    pub text: String,
    /// The JSON.
    pub value: Value,
}

impl JsonFile {
    /// Reads a document; whoever has none is told what writes one.
    pub fn read(path: &Path, written_by: &str) -> Result<JsonFile> {
        let (name, text) = match Location::from(path) {
            Location::Standard => {
                let name = "standard input".to_owned();
                let text = std::io::read_to_string(std::io::stdin())
                    .map_err(|error| Error::options(format!("{name}: {error}")).in_file(&name))?;
                (name, text)
            }
            Location::Path(path) => (path.display().to_string(), read_text(&path)?),
        };
        let value = serde_json::from_str(&text).map_err(|error| {
            let line = error.line() as u64;
            let message = format!("{name}: line {line} is no JSON ({error}); {written_by}");
            Error::options(message).in_file(&name).at_line(line)
        })?;
        Ok(JsonFile { name, text, value })
    }

    /// What is wrong with it.
    pub fn wrong(&self, why: &str) -> Error {
        Error::options(format!("{}: {why}", self.name)).in_file(&self.name)
    }
}
