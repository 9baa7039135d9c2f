//! A certificate made again from the files at hand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::Reading;
use incrowd_core::hierarchy::Spec;
use incrowd_core::terms::{RiskKind, column_and_value, quoted_name};
use incrowd_document::{Certificate, FileState};
use incrowd_io::{Location, Table};
use serde_json::Value;

use crate::error::{Error, Result};
use crate::request::{demands, hierarchies, reading};
use crate::run::Context;
use crate::run::evidence::certify::{
    CertificateBody, CertifiedTables, Promised, attests, body, by_chance,
};
use crate::run::evidence::{CertificateInput, Files, certificate};

use super::{CertificateParts, Verified, figures};

/// What a masked table does not show.
const MASKED: &str = "how each column was masked: only the original shows that";

/// What a table without its person column does not show.
const PEOPLE: &str = "figures about people: they are attested, not measured, because the published file does not say \
                      which rows are one person's";

const CHANCE: &str =
    "rows were published by chance: that they were drawn fairly cannot be seen in them";

/// Makes the certificate again, as far as the files are there, and compares.
pub fn again(
    document: &Value,
    parts: &CertificateParts<'_>,
    verified: &mut Verified,
    context: &Context,
) -> Result<()> {
    let asked = CertificateInput::read(parts.question.clone())?;
    if parts.command != asked.command {
        let message = "the certificate's question is not of the command that it is about";
        return Err(Error::options(message).with_value(&asked.command));
    }
    let tables = OpenedTables::open(&asked, verified, context)?;
    let Some(sources) = tables.sources(&asked, verified)? else { return Ok(()) };
    if let Some(drawn) = parts.drawn.filter(|_| asked.recoding.as_deref() == Some("randomised")) {
        let promised = Promised {
            draw: drawn.draw,
            guarantees: drawn.guarantees.clone(),
            demands: drawn.evidence.demands.clone(),
        };
        let made = by_chance(&asked, sources.published, promised, context)?;
        let made = assembled(parts, made)?;
        verified.measured = figures::compare(&certificate::unsealed(document), &made, &[]);
        verified.measured.extend(figures::by_chance(document));
        verified.left.push(CHANCE.to_owned());
        return Ok(());
    }
    let all = match asked.command.as_str() {
        "mask" => Vec::new(),
        _ => demands(&asked.models, &asked.sensitive, asked.member)?,
    };
    let attest = |places: [&str; 2]| places.map(str::to_owned);
    if RiskKind::ALL.iter().any(|&kind| attests(&asked, &all, kind)) {
        verified.attested.extend(attest(figures::ATTESTED_RISKS));
    }
    let body = body(&asked, &sources, parts.risks, context)?;
    let CertificateBody { certificate: made, undecided, unknown, by_rows, .. } = body;
    let made = assembled(parts, made)?;
    if asked.attests_people() {
        verified.left.push(PEOPLE.to_owned());
        verified.attested.extend(attest(figures::ATTESTED_OF_PEOPLE));
        verified.measured = figures::by_rows(&by_rows);
        verified.measured.extend(figures::compare(&certificate::unsealed(document), &made, &[]));
        return Ok(());
    }
    for demand in &undecided {
        let why = "the population or a hierarchy is not at hand";
        verified.left.push(format!("{demand}: {why}"));
    }
    if undecided.is_empty() && !unknown.is_empty() {
        verified.left.push("what the population shows: it is not at hand".to_owned());
    }
    if asked.command == "mask" {
        verified.left.push(MASKED.to_owned());
    }
    verified.measured = figures::promises(&all, &undecided, document, &made);
    verified.measured.extend(figures::compare(&certificate::unsealed(document), &made, &unknown));
    Ok(())
}

/// What was made, with the files and commitments of the certificate, which are checked by themselves.
fn assembled(parts: &CertificateParts<'_>, made: Certificate) -> Result<Value> {
    let files = Files { inputs: parts.inputs.to_vec(), outputs: parts.outputs.to_vec() };
    let (commitments, version) = (parts.commitments.cloned(), parts.version.to_owned());
    let made = certificate::assemble(made, files, commitments, version);
    Ok(certificate::unsealed(&certificate::to_json(&made)?))
}

/// The tables that are at hand and what they were.
struct OpenedTables {
    published: Option<Table>,
    secrets: Option<Table>,
    register: Option<Table>,
    distribution: Option<Table>,
}

impl OpenedTables {
    fn open(
        asked: &CertificateInput,
        verified: &Verified,
        context: &Context,
    ) -> Result<OpenedTables> {
        let (of_output, others) = (reading(&asked.published)?, reading(&asked.others)?);
        let open = |role: &str, reading: &Reading| -> Result<Option<Table>> {
            let file = here(verified, role);
            let Some((path, name)) = file else { return Ok(None) };
            context
                .execution
                .open_as(&Location::Path(path), &Location::from(name), &reading.options)
                .map(Some)
        };
        let about = if asked.command == "check" { "table" } else { "published" };
        Ok(OpenedTables {
            published: open(about, &of_output)?,
            secrets: open("secrets", &of_output)?,
            register: open(if asked.member { "table" } else { "public" }, &others)?,
            distribution: open("distribution", &others)?,
        })
    }

    fn sources(
        &self,
        asked: &CertificateInput,
        verified: &Verified,
    ) -> Result<Option<CertifiedTables<'_>>> {
        let Some(published) = &self.published else { return Ok(None) };
        Ok(Some(CertifiedTables {
            published,
            secrets: self.secrets.as_ref(),
            register: self.register.as_ref(),
            distribution: self.distribution.as_ref(),
            specs: specs(asked, verified)?,
        }))
    }
}

/// Where a file is that plays this part and is what it was, and what it was called.
fn here<'v>(verified: &'v Verified, role: &str) -> Option<(PathBuf, &'v str)> {
    let same = |file: &&super::NamedFile| file.role == role && file.state == FileState::Same;
    let file = verified.files.iter().find(same)?;
    Some((file.found.clone()?, file.name.as_str()))
}

/// The hierarchies that were named; nothing if one of their files is not what it was.
fn specs(asked: &CertificateInput, verified: &Verified) -> Result<Option<BTreeMap<String, Spec>>> {
    let mut words = Vec::new();
    for word in &asked.hierarchies {
        let Some((column, spec)) = column_and_value(word) else { continue };
        let unread = Spec::parse(spec)?;
        if unread.path().is_none() {
            words.push(word.clone());
            continue;
        }
        let Some((path, _)) = here(verified, &format!("hierarchy of {column}")) else {
            return Ok(None);
        };
        let spec = unread.words_for(&path.display().to_string());
        words.extend(spec.map(|spec| format!("{}={spec}", quoted_name(&column))));
    }
    hierarchies(&words).map(Some)
}
