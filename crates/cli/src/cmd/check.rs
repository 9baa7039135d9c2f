//! `incrowd check`.

use incrowd::options::CheckOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &CheckOptions, console: &Console) -> Result {
    console.drawn(run::check(options, &console.context()), terminal::check)
}
