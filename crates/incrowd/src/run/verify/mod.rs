//! A certificate checked again: are the files the same to the last byte, and does what it promises
//! still come out when it is measured?

mod command;
mod earlier;
mod figures;
mod files;
mod measure;
mod parts;

use std::path::Path;

use incrowd_document::{
    Certificate, FileState, ReadError, VerifiedFigure, VerifiedFile, VerifyDocument,
};
use serde_json::Value;

use crate::error::Result;
use crate::run::Context;
use crate::run::evidence::certificate::{self, SCHEMA};
use crate::run::file::JsonFile;

pub(super) use command::run;
pub(crate) use earlier::earlier;
pub use files::{GivenPaths, NamedFile};
use parts::CertificateParts;

/// What became of a certificate.
#[derive(Default)]
pub struct Verified {
    /// Whether the certificate is as it was sealed.
    pub intact: bool,
    /// The published files, then those that they were made from.
    pub files: Vec<NamedFile>,
    /// Each figure that was measured again, in words.
    pub measured: Vec<ComparedFigure>,
    /// What could not be measured again, and why.
    pub left: Vec<String>,
    /// What nobody can measure, as JSON pointers: whoever made the certificate attests it.
    pub attested: Vec<String>,
    /// What only the steward can show.
    pub unproven: Option<String>,
}

/// A figure of the certificate beside the same one measured now.
pub struct ComparedFigure {
    pub name: String,
    pub certified: Value,
    pub found: Value,
    /// Whether what was demanded holds, where something was.
    pub holds: bool,
    /// Whether it is what a promise comes to.
    pub is_promise: bool,
}

impl ComparedFigure {
    /// Whether nothing speaks against it.
    pub fn is_good(&self) -> bool {
        self.holds && self.certified == self.found
    }

    fn document(&self) -> VerifiedFigure {
        VerifiedFigure {
            name: self.name.clone(),
            certified: self.certified.clone(),
            measured: self.found.clone(),
            holds: self.is_good(),
            promise: self.is_promise,
        }
    }
}

impl Verified {
    /// Whether nothing speaks against the certificate.
    pub fn is_good(&self) -> bool {
        let good = |file: &NamedFile| match file.state {
            FileState::Same => true,
            FileState::Changed => false,
            FileState::Missing => !file.published,
        };
        self.intact
            && self.files.iter().all(good)
            && self.measured.iter().all(ComparedFigure::is_good)
    }

    /// Whether nothing was left out, either.
    pub fn is_complete(&self) -> bool {
        self.left.is_empty()
    }

    /// The document.
    pub fn document(&self) -> VerifyDocument {
        let shown = |path: &Path| path.display().to_string();
        let file = |file: &NamedFile| VerifiedFile {
            role: file.role.clone(),
            name: file.name.clone(),
            published: file.published,
            found: file.found.as_deref().map(shown),
            expected: file.said.as_deref().filter(|_| file.found.is_none()).map(shown),
            state: file.state,
        };
        VerifyDocument {
            verified: self.is_good(),
            complete: self.is_complete(),
            intact: self.intact,
            files: self.files.iter().map(file).collect(),
            figures: self.measured.iter().map(ComparedFigure::document).collect(),
            not_measured: self.left.clone(),
            attested: self.attested.clone(),
            unproven: self.unproven.clone(),
        }
    }
}

/// Reads a file that must be a certificate, and the certificate, unless its entries are wrong.
fn opened(path: &Path) -> Result<(JsonFile, std::result::Result<Certificate, ReadError>)> {
    let document = JsonFile::read(path, "a certificate is written by `certificate`")?;
    let wrong = |why: &str| document.wrong(why);
    match document.value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(wrong(&certificate::other_form(other)).with_value(other)),
        None => {
            return Err(wrong(
                "it is no certificate: `certificate` of release, check or mask writes one",
            ));
        }
    }
    let read = Certificate::read(&document.value);
    Ok((document, read))
}

/// Reads a certificate and checks everything that can be checked.
pub fn verify(path: &Path, said: &GivenPaths<'_>, context: &Context) -> Result<Verified> {
    let (document, read) = opened(path)?;
    let wrong = |why: &str| document.wrong(why);
    let intact = certificate::is_intact(&document.value, &document.text);
    let read = match read {
        Ok(read) => read,
        // Whoever changed it changed more than figures: that is all there is to say.
        Err(_) if !intact => return Ok(Verified::default()),
        Err(error) => return Err(wrong(&error.to_string())),
    };
    let parts = CertificateParts::from(&read);
    let mut files = files::locate(&parts, path, said).map_err(|why| wrong(&why))?;
    files.extend(files::opened(parts.commitments, said)?);
    let attested = attested(&document.value, &parts);
    let mut verified = Verified { intact, files, attested, ..Verified::default() };
    let mut published = verified.files.iter().filter(|file| file.published);
    if intact && published.all(|file| file.state == FileState::Same) {
        measure::again(&document.value, &parts, &mut verified, context)?;
        let shown = |role: &str| verified.files.iter().any(|file| file.role == role);
        if parts.commitments.is_some() && !shown("table") {
            let why = "the original table: the certificate commits to it, and only the steward's key shows \
                       which it is (`key` and `original`)";
            verified.unproven = Some(why.to_owned());
        }
    }
    Ok(verified)
}

/// The entries that whoever made the certificate attests.
fn attested(document: &Value, parts: &CertificateParts<'_>) -> Vec<String> {
    let chance = parts.question.recoding.as_deref() == Some("randomised");
    let by_chance = figures::ATTESTED_BY_CHANCE.iter().filter(|_| chance);
    // What is null is attested too: that there is none.
    let there = |place: &&&str| document.pointer(place).is_some();
    figures::ATTESTED.iter().chain(by_chance).filter(there).map(|&place| place.to_owned()).collect()
}
