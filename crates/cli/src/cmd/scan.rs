//! `incrowd scan`.

use incrowd::options::ScanOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &ScanOptions, console: &Console) -> Result {
    console.drawn(run::scan(options, &console.context()), terminal::scan)
}
