//! `incrowd hierarchy`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::HierarchyArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &HierarchyArgs, console: &Console) -> Result {
    console.drawn(run::hierarchy(&args.clone().into(), &console.context()), terminal::hierarchy)
}
