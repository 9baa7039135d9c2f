//! `incrowd scan`.

use incrowd::options::ScanOptions;
use incrowd::run;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &ScanOptions, console: &Console) -> Result {
    console.answer(run::scan(options, &console.context()))
}
