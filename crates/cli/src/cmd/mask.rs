//! `incrowd mask`.

use incrowd::{Location, run};
use incrowd_render::terminal;

use crate::args::MaskArgs;
use crate::console::{Console, one_standard_output};
use crate::failure::Result;

pub fn run(args: &MaskArgs, console: &Console) -> Result {
    let output = args.output.as_deref().map(Location::from);
    one_standard_output(console.json, output.as_ref())?;
    let answer = run::mask(&args.clone().into(), &console.context());
    console.drawn(answer, |document| match output {
        // The masked table is there.
        Some(Location::Standard) => String::new(),
        _ => terminal::mask(document),
    })
}
