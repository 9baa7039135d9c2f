//! `incrowd attack`.

use incrowd::options::AttackOptions;
use incrowd::run;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &AttackOptions, console: &Console) -> Result {
    console.answer(run::attack(options, &console.context()))
}
