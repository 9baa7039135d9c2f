//! `incrowd report`: what a command printed, as a page to read, print and sign.

use incrowd_io::{Location, Output};
use incrowd_report::page;
use serde_json::json;

use crate::args::ReportArgs;
use crate::document::Document;
use crate::failure::{Ending, Result};
use crate::settings::one_standard_output;
use crate::talk::{STRONG, Talk};

pub fn run(args: &ReportArgs, talk: &Talk) -> Result {
    let (input, place) =
        (Location::from(args.result.as_path()), Location::from(args.output.as_path()));
    one_standard_output(talk.json, Some(&place))?;
    let mut output = Output::create(&place, args.force, &[&input])?;
    let document = Document::read(&args.result, "a command writes one with --json")?;
    let page = page(&document.value).map_err(|error| document.wrong(&error.to_string()))?;
    output.write_all(page.html().as_bytes())?;
    talk.publish(vec![output])?;
    if talk.json {
        talk.document(&json!({ "output": place.to_string() }))?;
    } else if place != Location::Standard {
        talk.print(&format!("Wrote {STRONG}{place}{STRONG:#}\n"))?;
    }
    Ok(Ending::Done)
}
