//! `incrowd report`.

use incrowd::{Location, run};
use incrowd_render::terminal;

use crate::args::ReportArgs;
use crate::console::{Console, one_standard_output};
use crate::failure::Result;

pub fn run(args: &ReportArgs, console: &Console) -> Result {
    let place = Location::from(args.output.as_path());
    one_standard_output(console.json, Some(&place))?;
    let answer = run::report(&args.clone().into(), &console.context());
    console.drawn(answer, |document| match place {
        // The report is there.
        Location::Standard => String::new(),
        Location::Path(_) => terminal::report(document),
    })
}
