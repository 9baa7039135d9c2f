//! `incrowd hierarchy`.

use incrowd::options::HierarchyOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &HierarchyOptions, console: &Console) -> Result {
    console.drawn(run::hierarchy(options, &console.context()), terminal::hierarchy)
}
