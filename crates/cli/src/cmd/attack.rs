//! `incrowd attack`.

use incrowd::run;
use incrowd_render::terminal;

use crate::args::AttackArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &AttackArgs, console: &Console) -> Result {
    console.drawn(run::attack(&args.clone().into(), &console.context()), terminal::attack)
}
