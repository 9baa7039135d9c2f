//! The files of a certificate: where they are now, and whether they are the same.

use std::path::{Path, PathBuf};

use incrowd_io::Digest;
use serde_json::Value;

/// A file that a certificate names.
pub struct File {
    pub role: String,
    /// Where it was.
    pub name: String,
    /// Where the user says that it is.
    pub said: Option<PathBuf>,
    /// Where it is now.
    pub found: Option<PathBuf>,
    /// Whether it is what the certificate is about, or something that was made of.
    pub published: bool,
    pub state: State,
    /// What it has now, where that is not what it had.
    pub now: Option<Digest>,
    /// What it had.
    pub then: Digest,
}

impl File {
    /// Where it is, or else where it should be.
    pub fn place(&self) -> String {
        let path = self.found.as_ref().or(self.said.as_ref());
        path.map_or_else(|| self.name.clone(), |path| path.display().to_string())
    }
}

/// Whether a file is what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Same,
    Changed,
    Missing,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            State::Same => "same",
            State::Changed => "changed",
            State::Missing => "missing",
        }
    }
}

/// Finds and compares every file that the evidence names.
pub fn locate(
    evidence: &Value,
    certificate: &Path,
    published: Option<&Path>,
) -> Result<Vec<File>, String> {
    // Of a table that was only measured, it is the table that the certificate is about.
    let measured = evidence["command"].as_str() == Some("check");
    let mut files = Vec::new();
    for (list, are_outputs) in [("outputs", true), ("inputs", false)] {
        for entry in evidence[list].as_array().into_iter().flatten() {
            let role = entry["role"].as_str().unwrap_or_default();
            let is_about = are_outputs || (measured && matches!(role, "table" | "secrets"));
            let is_first = is_about && matches!(role, "published" | "table");
            let search = Search { certificate, instead: published, is_first };
            files.push(File::find(entry, &search, is_about)?);
        }
    }
    if !files.iter().any(|file| file.published) {
        return Err("it names no published file: nothing can be checked".to_owned());
    }
    Ok(files)
}

/// Where to look for a file besides the place that it had.
struct Search<'a> {
    certificate: &'a Path,
    /// Where the user says that the published file is.
    instead: Option<&'a Path>,
    /// Whether the file is the one that the user means.
    is_first: bool,
}

impl File {
    fn find(entry: &Value, search: &Search<'_>, published: bool) -> Result<File, String> {
        let &Search { certificate, instead, is_first } = search;
        let text = |key: &str| {
            let text = entry[key].as_str();
            text.ok_or_else(|| format!("a file in it has no '{key}'"))
        };
        let (role, name, sha256) = (text("role")?, text("name")?, text("sha256")?);
        let bytes = entry["bytes"].as_u64().ok_or("a file in it has no 'bytes'")?;
        let then = Digest { bytes, sha256: sha256.to_owned() };
        let near = |path: Option<&Path>| {
            let name = Path::new(name).file_name()?;
            Some(path?.parent().unwrap_or(Path::new("")).join(name))
        };
        let said = instead.filter(|_| is_first).map(Path::to_owned);
        let places = match &said {
            Some(path) => vec![path.clone()],
            None => {
                let near = near(Some(certificate)).into_iter().chain(near(instead));
                near.chain([PathBuf::from(name)]).collect()
            }
        };
        let mut file = File {
            role: role.to_owned(),
            name: name.to_owned(),
            said,
            found: None,
            published,
            state: State::Missing,
            now: None,
            then,
        };
        for place in places.into_iter().filter(|place| place.is_file()) {
            let Ok(now) = Digest::of(&place, &place.display().to_string()) else { continue };
            let state = if now == file.then { State::Same } else { State::Changed };
            // Of what was published no copy may differ; of what it was made from, one will do.
            let better = match published {
                true => file.found.is_none() || state == State::Changed,
                false => file.state != State::Same,
            };
            if better {
                (file.found, file.now, file.state) = (Some(place), Some(now), state);
            }
        }
        Ok(file)
    }
}
