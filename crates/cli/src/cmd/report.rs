//! `incrowd report`: what a command printed, as a page to read, print and sign.

use incrowd_io::{Location, Output, read_text};
use incrowd_report::page;
use serde_json::{Value, json};

use crate::args::ReportArgs;
use crate::failure::{Ending, Failure, Result};
use crate::talk::{STRONG, Talk};

pub fn run(args: &ReportArgs, talk: &Talk) -> Result {
    let (input, place) =
        (Location::from(args.result.as_path()), Location::from(args.output.as_path()));
    if talk.json && place == Location::Standard {
        return Err(Failure::new("--json and -o -: both want standard output; write to a file"));
    }
    let mut output = Output::create(&place, args.force, &[&input])?;
    let text = match &input {
        Location::Standard => std::io::read_to_string(std::io::stdin())
            .map_err(|error| Failure::new(format!("standard input: {error}")))?,
        Location::Path(path) => read_text(path)?,
    };
    let name = match &input {
        Location::Standard => "standard input".to_owned(),
        Location::Path(path) => path.display().to_string(),
    };
    let wrong = |why: String| Failure::new(format!("{name}: {why}")).in_file(&name);
    let document: Value = serde_json::from_str(&text).map_err(|error| {
        let line = error.line() as u64;
        wrong(format!("line {line} is no JSON: {error}")).at_line(line)
    })?;
    let page = page(&document).map_err(|error| wrong(error.to_string()))?;
    output.write_all(page.html().as_bytes())?;
    talk.publish(vec![output])?;
    if talk.json {
        talk.document(&json!({ "output": place.to_string() }))?;
    } else if place != Location::Standard {
        talk.print(&format!("Wrote {STRONG}{place}{STRONG:#}\n"))?;
    }
    Ok(Ending::Done)
}
