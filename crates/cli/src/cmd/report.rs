//! `incrowd report`.

use incrowd::options::ReportOptions;
use incrowd::{Location, run};
use incrowd_render::terminal;

use crate::console::{Console, one_standard_output};
use crate::error::Result;

pub fn run(options: &ReportOptions, console: &Console) -> Result {
    let place = Location::from(options.output.as_path());
    one_standard_output(console.json, Some(&place))?;
    let answer = run::report(options, &console.context());
    console.drawn(answer, |document| match place {
        // The report is there.
        Location::Standard => String::new(),
        Location::Path(_) => terminal::report(document),
    })
}
