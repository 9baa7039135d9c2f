//! `incrowd report`: what a command printed, as a page to read, print and sign.

use incrowd_document::{Document, ReportDocument};
use incrowd_io::{Location, Output};
use incrowd_render::{PageBlock, Tone, page};

use crate::options::ReportOptions;
use crate::run::certificate::{self, SCHEMA};
use crate::run::{Context, Error, JsonFile, Result, RunResult};

/// What a page says of a certificate that is not what it was.
const BROKEN: &str = "The seal is broken: this certificate was changed after it was written. Do not rely on \
    anything below.";

pub fn run(options: &ReportOptions, context: &Context) -> Result<RunResult<ReportDocument>> {
    let (input, place) =
        (Location::from(options.result.as_path()), Location::from(options.output.as_path()));
    let mut output = Output::create(&place, options.force, &[&input])?;
    let file = JsonFile::read(&options.result, "a command writes one with `json`")?;
    let broken = is_broken(&file)?;
    let mut document =
        Document::read(&file.value).map_err(|error| file.wrong(&error.to_string()))?;
    let unread = document.unread(&file.value).map_err(|error| file.wrong(&error.to_string()))?;
    if let Some(purpose) = &options.purpose.purpose {
        let Some(evidence) = document.evidence_mut() else { return Err(unsigned(purpose)) };
        evidence.purpose = Some(purpose.clone());
    }
    let mut page = page(&document);
    if let Some(section) = page.sections.first_mut() {
        if !unread.is_empty() {
            let text = format!(
                "The document has entries that this version of incrowd does not know. They are not on this page: {}.",
                unread.join(", ")
            );
            section.blocks.insert(0, PageBlock::Note(Tone::Careful, text));
        }
        if broken {
            section.blocks.insert(0, PageBlock::Note(Tone::Bad, BROKEN.to_owned()));
        }
    }
    output.write_all(page.html().as_bytes())?;
    context.publish(vec![output])?;
    let document = ReportDocument { output: place.to_string() };
    if broken {
        let name = &file.name;
        context.complain(&format!(
            "{name}: the certificate was changed after it was written: its seal does not fit"
        ));
    }
    Ok(context.finish(document, !broken))
}

/// Why a page has no field for a recipient and a purpose.
fn unsigned(purpose: &str) -> Error {
    let message = "`for` fills a field of the page that is signed: a result of release, check or mask that has `evidence`";
    Error::options(message).with_value(purpose)
}

/// Whether the document is a certificate that was changed after it was sealed.
fn is_broken(document: &JsonFile) -> Result<bool> {
    if !certificate::is_one(&document.value) {
        return Ok(false);
    }
    match document.value["schema"].as_str() {
        Some(SCHEMA) => Ok(!certificate::is_intact(&document.value, &document.text)),
        other => Err(document.wrong(&certificate::other_form(other.unwrap_or_default()))),
    }
}
