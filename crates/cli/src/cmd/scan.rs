//! `incrowd scan`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::ScanArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &ScanArgs, console: &Console) -> Result {
    console.drawn(run::scan(&args.clone().into(), &console.context()), terminal::scan)
}
