//! `incrowd check`.

use incrowd::run;

use crate::args::CheckArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &CheckArgs, console: &Console) -> Result {
    console.answer(run::check(&args.clone().into(), &console.context()))
}
