//! `incrowd scan`.

use incrowd::run;

use crate::args::ScanArgs;
use crate::console::Console;
use crate::failure::Result;

pub fn run(args: &ScanArgs, console: &Console) -> Result {
    console.answer(run::scan(&args.clone().into(), &console.context()))
}
