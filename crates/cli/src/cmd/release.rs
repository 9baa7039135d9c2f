//! `incrowd release`.

use incrowd::options::ReleaseOptions;
use incrowd::{Location, run};

use crate::console::{Console, one_standard_output};
use crate::error::Result;

pub fn run(options: &ReleaseOptions, console: &Console) -> Result {
    one_standard_output(console.json, options.out.output.as_deref().map(Location::from).as_ref())?;
    match options.out.explore {
        Some(_) => console.answer(run::explore(options, &console.context())),
        None => console.answer(run::release(options, &console.context())),
    }
}
