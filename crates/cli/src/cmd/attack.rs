//! `incrowd attack`.

use incrowd::run;

use crate::args::AttackArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &AttackArgs, console: &Console) -> Result {
    console.answer(run::attack(&args.clone().into(), &console.context()))
}
