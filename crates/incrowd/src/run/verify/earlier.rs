//! An earlier release, by its certificate: the published file and how its labels are read. A file that
//! changed is an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{column_and_value, quoted_name};
use incrowd_document::{Certificate, FileState};
use incrowd_io::{Digest, Location};

use crate::earlier::EarlierRelease;
use crate::error::{Error, Result};
use crate::plan::Order;
use crate::request::{demands, hierarchies, reading};
use crate::run::evidence::{CertificateInput, certificate, file_name};
use crate::run::file::JsonFile;

use super::files::{GivenPaths, NamedFile, locate};
use super::{CertificateParts, opened};

/// Reads the certificate of an earlier release, and finds what was published.
pub fn earlier(path: &Path) -> Result<EarlierRelease> {
    if Location::from(path) == Location::Standard {
        let message =
            "`after = -`: name the file of the certificate; the published file is beside it";
        return Err(Error::options(message));
    }
    let (document, read) = opened(path)?;
    if !certificate::is_intact(&document.value, &document.text) {
        return Err(document.wrong(
            "the certificate was changed after it was written: its seal does not fit; take the one that was \
             published",
        ));
    }
    let read = read.map_err(|error| document.wrong(&error.to_string()))?;
    let kind = match &read {
        Certificate::Release(_) | Certificate::Check(_) => None,
        Certificate::Mask(_) => {
            Some("masking recodes each column by itself, so its rows have no classes")
        }
        Certificate::Randomised(_) => {
            Some("its rows were drawn from the population, so they are not the table's")
        }
    };
    if let Some(why) = kind {
        let message =
            format!("`after` is for certificates of `incrowd release` and `incrowd check`: {why}");
        return Err(document.wrong(&message));
    }
    let parts = CertificateParts::from(&read);
    let asked = CertificateInput::read(parts.question.clone())?;
    let files = locate(&parts, path, &GivenPaths::default()).map_err(|why| document.wrong(&why))?;
    let (place, name, digest) = published(&document, &files)?;
    let keep_suppressed = asked.skip_suppressed;
    let (hierarchies, missing) = specs(&asked, &document, path, &files)?;
    Ok(EarlierRelease {
        certificate: path.display().to_string(),
        name,
        published: place.as_path().into(),
        digest,
        options: reading(&asked.published)?.options,
        demands: demands(&asked.models, &asked.sensitive, asked.member)?,
        qi: asked.qi,
        sensitive: asked.sensitive,
        group: asked.group,
        hierarchies,
        missing,
        keep_suppressed,
        order: match asked.order.as_deref() {
            Some("shuffled") => Order::Shuffled,
            _ => Order::Input,
        },
    })
}

/// Where the published table is, what it is called, and its digest, which is that of the certificate.
fn published(document: &JsonFile, files: &[NamedFile]) -> Result<(PathBuf, String, Digest)> {
    let is_table =
        |file: &&NamedFile| file.published && matches!(file.role.as_str(), "published" | "table");
    let file =
        files.iter().find(is_table).ok_or_else(|| document.wrong("it names no published file"))?;
    match (file.state, &file.found, &file.then) {
        (FileState::Same, Some(found), Some(then)) => {
            Ok((found.clone(), file_name(&file.name), then.clone()))
        }
        (FileState::Changed, Some(found), Some(then)) => {
            let place = found.display().to_string();
            let now = file.now.as_ref().map_or("", |now| now.sha256.as_str());
            let message = format!(
                "{place}: it has the SHA-256 {now}, and its certificate {} says {}: it is not the file that was \
                 published",
                document.name, then.sha256
            );
            Err(Error::input(message).in_file(&place))
        }
        _ => {
            let message = format!(
                "{}: the file that it is about, {}, is neither there nor beside the certificate; put it beside",
                document.name, file.name
            );
            Err(Error::input(message).in_file(&file.name))
        }
    }
}

/// The columns whose hierarchy file is missing, and its name.
type MissingFiles = Vec<(String, String)>;

/// The hierarchies that labels are read by, and the columns whose file is neither beside the certificate
/// nor here.
fn specs(
    asked: &CertificateInput,
    document: &JsonFile,
    certificate: &Path,
    files: &[NamedFile],
) -> Result<(BTreeMap<String, Spec>, MissingFiles)> {
    let (mut words, mut missing) = (Vec::new(), Vec::new());
    for word in asked.hierarchies.iter().chain(&asked.labels) {
        let Some((column, spec)) = column_and_value(word) else { continue };
        let unread = Spec::parse(spec)?;
        let Some(name) = unread.path().map(file_name) else {
            words.push(word.clone());
            continue;
        };
        let role = format!("hierarchy of {column}");
        let known = files.iter().find(|file| file.role == role);
        if known.is_some_and(|file| file.state == FileState::Changed) {
            let message = format!(
                "{name}: it is not the hierarchy of '{column}' that {} was written with",
                document.name
            );
            return Err(Error::input(message).in_file(&name).in_column(column));
        }
        let beside = certificate.parent().unwrap_or(Path::new("")).join(&name);
        match [beside, PathBuf::from(&name)].into_iter().find(|place| place.is_file()) {
            Some(place) => {
                let spec = unread.words_for(&place.display().to_string());
                words.extend(spec.map(|spec| format!("{}={spec}", quoted_name(&column))));
            }
            None => missing.push((column.to_owned(), name)),
        }
    }
    Ok((hierarchies(&words)?, missing))
}
