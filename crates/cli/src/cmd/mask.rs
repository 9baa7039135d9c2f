//! `incrowd mask`.

use incrowd::{Location, run};

use crate::args::MaskArgs;
use crate::failure::Result;
use crate::talk::{Talk, one_standard_output};

pub fn run(args: &MaskArgs, talk: &Talk) -> Result {
    one_standard_output(talk.json, args.output.as_deref().map(Location::from).as_ref())?;
    talk.answer(run::mask(&args.clone().into(), &talk.context()))
}
