//! `incrowd delta`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::DeltaArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &DeltaArgs, console: &Console) -> Result {
    console.drawn(run::delta(&args.clone().into(), &console.context()), terminal::delta)
}
