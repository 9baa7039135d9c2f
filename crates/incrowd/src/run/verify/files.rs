//! The files of a certificate: where they are now, and whether they are the same.

use std::path::{Path, PathBuf};

use incrowd_document::{Commitments, FileEvidence, FileState};
use incrowd_io::Digest;

use crate::error::Error;
use crate::run::evidence::CommitmentKey;

use super::CertificateParts;

/// A file that a certificate names.
pub struct NamedFile {
    pub role: String,
    /// Where it was.
    pub name: String,
    /// Where the user says that it is.
    pub said: Option<PathBuf>,
    /// Where it is now.
    pub found: Option<PathBuf>,
    /// Whether it is what the certificate is about, or something that was made of.
    pub published: bool,
    pub state: FileState,
    /// What it has now, where that is not what it had.
    pub now: Option<Digest>,
    /// What it had, unless it is private.
    pub then: Option<Digest>,
}

impl NamedFile {
    /// Where it is, or else where it should be.
    pub fn place(&self) -> String {
        let path = self.found.as_ref().or(self.said.as_ref());
        path.map_or_else(|| self.name.clone(), |path| path.display().to_string())
    }
}

/// Finds and compares every file that the evidence names.
pub fn locate(
    parts: &CertificateParts<'_>,
    certificate: &Path,
    said: &GivenPaths<'_>,
) -> Result<Vec<NamedFile>, String> {
    // Of a table that was only measured, it is the table that the certificate is about.
    let measured = parts.command == "check";
    let mut files = Vec::new();
    for (list, are_outputs) in [(parts.outputs, true), (parts.inputs, false)] {
        for entry in list {
            let role = entry.role.as_str();
            if !is_known(role) {
                return Err(format!("a file in it has the role '{role}', which says nothing"));
            }
            let is_about = are_outputs || (measured && matches!(role, "table" | "secrets"));
            let instead = match role {
                "published" | "table" if is_about => said.published,
                "public" => said.public,
                _ => None,
            };
            let near = [Some(certificate), said.published, said.public];
            files.push(NamedFile::find(entry, instead, &near, is_about));
        }
    }
    let is_table =
        |file: &NamedFile| file.published && matches!(file.role.as_str(), "published" | "table");
    if !files.iter().any(is_table) {
        return Err("it names no published file: nothing can be checked".to_owned());
    }
    Ok(files)
}

/// Whether a certificate gives files such a role.
fn is_known(role: &str) -> bool {
    matches!(role, "published" | "secrets" | "table" | "public" | "distribution")
        || role.starts_with("hierarchy of ")
}

/// Where the user says that files are.
#[derive(Default)]
pub struct GivenPaths<'a> {
    pub published: Option<&'a Path>,
    pub public: Option<&'a Path>,
    pub key: Option<&'a Path>,
    pub original: Option<&'a Path>,
    pub settings: Option<&'a Path>,
}

/// The files that a certificate only commits to: those that the steward shows, opened with the key.
pub fn opened(
    commitments: Option<&Commitments>,
    said: &GivenPaths<'_>,
) -> crate::error::Result<Vec<NamedFile>> {
    let Some(key) = said.key.map(CommitmentKey::read).transpose()? else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    let (table, settings) = match commitments {
        Some(Commitments { table, settings }) => (table.as_deref(), settings.as_deref()),
        None => (None, None),
    };
    for (role, path, commitment) in
        [("table", said.original, table), ("settings", said.settings, settings)]
    {
        let Some(path) = path else { continue };
        let name = path.display().to_string();
        let Some(commitment) = commitment else {
            let message = format!(
                "{name}: the certificate commits to no such file ({role}): it was written without `key`"
            );
            return Err(Error::options(message).in_file(&name));
        };
        let now = Digest::of(path, &name)?;
        let state = if key.commit(role, &now)? == commitment {
            FileState::Same
        } else {
            FileState::Changed
        };
        files.push(NamedFile {
            role: role.to_owned(),
            name,
            said: Some(path.to_owned()),
            found: Some(path.to_owned()),
            published: false,
            state,
            now: None,
            then: None,
        });
    }
    Ok(files)
}

impl NamedFile {
    /// Looks for a file where the user says, or `near` other files and here.
    fn find(
        entry: &FileEvidence,
        instead: Option<&Path>,
        near: &[Option<&Path>],
        published: bool,
    ) -> NamedFile {
        let FileEvidence { role, name, bytes, sha256 } = entry;
        let then = Digest { bytes: *bytes, sha256: sha256.clone() };
        let beside = |path: &&Path| {
            let name = Path::new(name).file_name()?;
            Some(path.parent().unwrap_or(Path::new("")).join(name))
        };
        let said = instead.map(Path::to_owned);
        let places = match &said {
            Some(path) => vec![path.clone()],
            None => {
                let near = near.iter().flatten().filter_map(beside);
                near.chain([PathBuf::from(name)]).collect()
            }
        };
        let mut file = NamedFile {
            role: role.to_owned(),
            name: name.to_owned(),
            said,
            found: None,
            published,
            state: FileState::Missing,
            now: None,
            then: Some(then),
        };
        for place in places.into_iter().filter(|place| place.is_file()) {
            let Ok(now) = Digest::of(&place, &place.display().to_string()) else { continue };
            let state =
                if Some(&now) == file.then.as_ref() { FileState::Same } else { FileState::Changed };
            // Of what was published no copy may differ; of what it was made from, one will do.
            let better = match published {
                true => file.found.is_none() || state == FileState::Changed,
                false => file.state != FileState::Same,
            };
            if better {
                (file.found, file.now, file.state) = (Some(place), Some(now), state);
            }
        }
        file
    }
}
