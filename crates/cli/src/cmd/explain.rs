//! `incrowd explain`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::ExplainArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &ExplainArgs, console: &Console) -> Result {
    console.drawn(run::explain(&args.clone().into(), &console.context()), terminal::explain)
}
