//! `incrowd delta`.

use incrowd::options::DeltaOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &DeltaOptions, console: &Console) -> Result {
    console.drawn(run::delta(options, &console.context()), terminal::delta)
}
