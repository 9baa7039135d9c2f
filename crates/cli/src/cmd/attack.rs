//! `incrowd attack`.

use incrowd::options::AttackOptions;
use incrowd::run;
use incrowd_render::terminal;

use crate::console::Console;
use crate::error::Result;

pub fn run(options: &AttackOptions, console: &Console) -> Result {
    console.drawn(run::attack(options, &console.context()), terminal::attack)
}
