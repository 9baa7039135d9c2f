//! `incrowd report`: what a command printed, as a page to read, print and sign.

use incrowd::run::JsonFile;
use incrowd::run::certificate::{self, SCHEMA};
use incrowd_io::{Location, Output};
use incrowd_render::{Block, Tone, page};
use serde_json::json;

use crate::args::ReportArgs;
use crate::console::{Console, STRONG, one_standard_output};
use crate::error::{Ending, Result};

pub fn run(args: &ReportArgs, console: &Console) -> Result {
    let (input, place) =
        (Location::from(args.result.as_path()), Location::from(args.output.as_path()));
    one_standard_output(console.json, Some(&place))?;
    let mut output = Output::create(&place, args.force, &[&input])?;
    let document = JsonFile::read(&args.result, "a command writes one with --json")?;
    let broken = is_broken(&document)?;
    let typed = incrowd_document::Document::read(&document.value)
        .map_err(|error| document.wrong(&error.to_string()))?;
    let unread =
        typed.unread(&document.value).map_err(|error| document.wrong(&error.to_string()))?;
    let mut page = page(&typed);
    if let Some(section) = page.sections.first_mut() {
        if !unread.is_empty() {
            let text = format!(
                "The document has entries that this version of incrowd does not know. They are not on this page: {}.",
                unread.join(", ")
            );
            section.blocks.insert(0, Block::Note(Tone::Careful, text));
        }
        if broken {
            section.blocks.insert(0, Block::Note(Tone::Bad, BROKEN.to_owned()));
        }
    }
    output.write_all(page.html().as_bytes())?;
    console.publish(vec![output])?;
    if console.json {
        console.document(&json!({ "output": place.to_string() }))?;
    } else if place != Location::Standard {
        console.print(&format!("Wrote {STRONG}{place}{STRONG:#}\n"))?;
    }
    if broken {
        let name = &document.name;
        console.complain(&format!(
            "{name}: the certificate was changed after it was written: its seal does not fit"
        ));
        return Ok(Ending::NotMet);
    }
    Ok(Ending::Done)
}

/// What a page says of a certificate that is not what it was.
const BROKEN: &str = "The seal is broken: this certificate was changed after it was written. Do not rely on \
    anything below.";

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
