//! `incrowd mask`.

use incrowd::options::MaskOptions;
use incrowd::{Location, run};

use crate::console::{Console, one_standard_output};
use crate::error::Result;

pub fn run(options: &MaskOptions, console: &Console) -> Result {
    one_standard_output(console.json, options.output.as_deref().map(Location::from).as_ref())?;
    console.answer(run::mask(options, &console.context()))
}
