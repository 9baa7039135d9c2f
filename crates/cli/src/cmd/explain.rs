//! `incrowd explain`.

use incrowd::options::ExplainOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &ExplainOptions, console: &Console) -> Result {
    console.drawn(run::explain(options, &console.context()), terminal::explain)
}
