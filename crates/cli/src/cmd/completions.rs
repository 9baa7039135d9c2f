//! `incrowd completions SHELL`: a script for the shell to load.

use clap::CommandFactory;

use crate::args::{CompletionsArgs, Incrowd};
use crate::console::Console;
use crate::error::{Ending, Result};

pub fn run(args: &CompletionsArgs, console: &Console) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Incrowd::command(), "incrowd", &mut script);
    console.print(&String::from_utf8_lossy(&script))?;
    Ok(Ending::Done)
}
