//! `incrowd explain`.

use incrowd::options::ExplainOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &ExplainOptions, console: &Console) -> Result {
    // Its pages are written for the command line.
    console.printed(run::explain(options, &console.context()), terminal::explain)
}
