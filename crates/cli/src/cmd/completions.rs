//! `incrowd completions SHELL`: a script for the shell to load.

use clap::CommandFactory;

use crate::args::{CompletionsArgs, Incrowd};
use crate::failure::{Ending, Result};
use crate::talk::Talk;

pub fn run(args: &CompletionsArgs, talk: &Talk) -> Result {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Incrowd::command(), "incrowd", &mut script);
    talk.print(&String::from_utf8_lossy(&script))?;
    Ok(Ending::Done)
}
