//! `incrowd release`: publishes a table, or explores what each demand would cost.

use incrowd::options::ReleaseOptions;
use incrowd::{Location, run};
use incrowd_document::ReleaseDocument;
use incrowd_render::terminal;

use crate::console::{Console, one_standard_output};
use crate::error::Result;

pub fn run(options: &ReleaseOptions, console: &Console) -> Result {
    let output = options.out.output.as_deref().map(Location::from);
    one_standard_output(console.json, output.as_ref())?;
    if options.out.explore.is_some() {
        return console.drawn(run::explore(options, &console.context()), terminal::explore);
    }
    // The report is left out if the published rows go to standard output.
    let rows_on_standard_output = output == Some(Location::Standard) && !options.out.dry_run;
    let text = |document: &ReleaseDocument| match rows_on_standard_output {
        true => String::new(),
        false => terminal::release(document),
    };
    console.drawn(run::release(options, &console.context()), text)
}
