//! `incrowd check`.

use incrowd::options::CheckOptions;
use incrowd::run;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &CheckOptions, console: &Console) -> Result {
    console.answer(run::check(options, &console.context()))
}
