//! `incrowd completions SHELL`: a script for the shell to load.

use clap::CommandFactory;

use crate::args::{CompletionsArgs, Incrowd};
use crate::failure::{Ending, Result};

pub fn run(args: &CompletionsArgs) -> Result {
    let mut command = Incrowd::command();
    clap_complete::generate(args.shell, &mut command, "incrowd", &mut std::io::stdout());
    Ok(Ending::Done)
}
