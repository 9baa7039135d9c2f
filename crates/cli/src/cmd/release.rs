//! `incrowd release`.

use incrowd::options::ReleaseOptions;
use incrowd::{Location, run};

use crate::failure::Result;
use crate::talk::{Talk, one_standard_output};

pub fn run(options: &ReleaseOptions, talk: &Talk) -> Result {
    one_standard_output(talk.json, options.out.output.as_deref().map(Location::from).as_ref())?;
    match options.out.explore {
        Some(_) => talk.answer(run::explore(options, &talk.context())),
        None => talk.answer(run::release(options, &talk.context())),
    }
}
