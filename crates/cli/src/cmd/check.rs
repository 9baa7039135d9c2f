//! `incrowd check`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::CheckArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &CheckArgs, console: &Console) -> Result {
    console.drawn(run::check(&args.clone().into(), &console.context()), terminal::check)
}
