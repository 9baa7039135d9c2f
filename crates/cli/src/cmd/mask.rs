//! `incrowd mask`.

use incrowd::options::MaskOptions;
use incrowd::{Location, run};
use incrowd_render::terminal;

use crate::console::{Console, one_standard_output};
use crate::error::Result;

pub fn run(options: &MaskOptions, console: &Console) -> Result {
    let output = options.output.as_deref().map(Location::from);
    one_standard_output(console.json, output.as_ref())?;
    let answer = run::mask(options, &console.context());
    console.drawn(answer, |document| match output {
        // The masked table is there.
        Some(Location::Standard) => String::new(),
        _ => terminal::mask(document),
    })
}
