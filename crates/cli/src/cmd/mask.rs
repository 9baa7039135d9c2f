//! `incrowd mask`.

use incrowd::{Location, run};

use crate::args::MaskArgs;
use crate::console::{Console, one_standard_output};
use crate::failure::Result;

pub fn run(args: &MaskArgs, console: &Console) -> Result {
    one_standard_output(console.json, args.output.as_deref().map(Location::from).as_ref())?;
    console.answer(run::mask(&args.clone().into(), &console.context()))
}
