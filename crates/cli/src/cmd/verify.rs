//! `incrowd verify`.

use incrowd::run;
use incrowd_document::certificate_schema;
use incrowd_render::terminal;

use crate::args::VerifyArgs;
use crate::console::Console;
use crate::error::{Ending, Error, Result};

pub fn run(args: &VerifyArgs, console: &Console) -> Result {
    if args.schema {
        console.print(&certificate_schema())?;
        return Ok(Ending::Done);
    }
    if !args.options.has("certificate") {
        return Err(Error::options("no certificate: name the file that `certificate` wrote"));
    }
    let options = args.options.options()?;
    console.drawn(run::verify(&options, &console.context()), terminal::verify)
}
