//! A certificate checked again: are the files the same to the last byte, and does what it promises
//! still come out when it is measured?

mod command;
mod figures;
mod files;
mod measure;

use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Result;
use crate::run::Context;
use crate::run::evidence::certificate::{self, SCHEMA};
use crate::run::file::JsonFile;

pub(super) use command::run;
pub use files::{File, Said, State};

/// What became of a certificate.
pub struct Verified {
    /// Whether the certificate is as it was sealed.
    pub intact: bool,
    /// The published files, then those that they were made from.
    pub files: Vec<File>,
    /// Each figure that was measured again, in words.
    pub measured: Vec<Figure>,
    /// What could not be measured again, and why.
    pub left: Vec<String>,
    /// What nobody can measure, as JSON pointers: whoever made the certificate attests it.
    pub attested: Vec<String>,
    /// What only the steward can show.
    pub unproven: Option<String>,
}

/// A figure of the certificate beside the same one measured now.
pub struct Figure {
    pub name: String,
    pub certified: Value,
    pub found: Value,
    /// Whether what was demanded holds, where something was.
    pub holds: bool,
    /// Whether it is what a promise comes to.
    pub is_promise: bool,
}

impl Figure {
    /// Whether nothing speaks against it.
    pub fn is_good(&self) -> bool {
        self.holds && self.certified == self.found
    }
}

impl Verified {
    /// Whether nothing speaks against the certificate.
    pub fn is_good(&self) -> bool {
        let good = |file: &File| match file.state {
            State::Same => true,
            State::Changed => false,
            State::Missing => !file.published,
        };
        self.intact && self.files.iter().all(good) && self.measured.iter().all(Figure::is_good)
    }

    /// Whether nothing was left out, either.
    pub fn is_complete(&self) -> bool {
        self.left.is_empty()
    }

    /// The answer for machines.
    pub fn to_json(&self) -> Value {
        let file = |file: &File| {
            json!({
                "role": file.role,
                "name": file.name,
                "published": file.published,
                "found": file.found.as_ref().map(|path| path.display().to_string()),
                "state": file.state.name(),
            })
        };
        let figure = |figure: &Figure| {
            json!({
                "name": figure.name,
                "certified": figure.certified,
                "measured": figure.found,
                "holds": figure.is_good(),
            })
        };
        json!({
            "verified": self.is_good(),
            "complete": self.is_complete(),
            "intact": self.intact,
            "files": self.files.iter().map(file).collect::<Vec<_>>(),
            "figures": self.measured.iter().map(figure).collect::<Vec<_>>(),
            "not_measured": self.left,
            "attested": self.attested,
            "unproven": self.unproven,
        })
    }
}

/// Reads a certificate and checks everything that can be checked.
pub fn verify(path: &Path, said: &Said<'_>, context: &Context) -> Result<Verified> {
    let document = JsonFile::read(path, "a certificate is written by --certificate")?;
    let wrong = |why: &str| document.wrong(why);
    match document.value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(wrong(&certificate::other_form(other)).with_value(other)),
        None => {
            return Err(wrong(
                "it is no certificate: `--certificate` of release, check or mask writes one",
            ));
        }
    }
    let intact = certificate::is_intact(&document.value, &document.text);
    let evidence = &document.value["evidence"];
    let mut files = files::locate(evidence, path, said).map_err(|why| wrong(&why))?;
    let commitments = &evidence["commitments"];
    files.extend(files::opened(commitments, said)?);
    let (measured, attested) = (Vec::new(), attested(&document.value));
    let mut verified =
        Verified { intact, files, measured, left: Vec::new(), attested, unproven: None };
    let mut published = verified.files.iter().filter(|file| file.published);
    if intact && published.all(|file| file.state == State::Same) {
        measure::again(&document.value, &mut verified, context)?;
        let shown = |role: &str| verified.files.iter().any(|file| file.role == role);
        if commitments.is_object() && !shown("table") {
            let why = "the original table: the certificate commits to it, and only the steward's key shows \
                       which it is (--key FILE --original TABLE)";
            verified.unproven = Some(why.to_owned());
        }
    }
    Ok(verified)
}

/// The entries that whoever made the certificate attests.
fn attested(document: &Value) -> Vec<String> {
    let chance = document["evidence"]["question"]["recoding"] == "randomised";
    let by_chance = figures::ATTESTED_BY_CHANCE.iter().filter(|_| chance);
    // What is null is attested too: that there is none.
    let there = |place: &&&str| document.pointer(place).is_some();
    figures::ATTESTED.iter().chain(by_chance).filter(there).map(|&place| place.to_owned()).collect()
}
