//! `incrowd verify`.

use incrowd::options::VerifyOptions;
use incrowd::run;
use incrowd_document::certificate_schema;
use incrowd_render::terminal;

use crate::args::VerifyArgs;
use crate::console::Console;
use crate::failure::{Ending, Failure, Result};

pub fn run(args: &VerifyArgs, console: &Console) -> Result {
    let VerifyArgs {
        certificate,
        published,
        public,
        key,
        original,
        settings,
        strict,
        schema,
        console: _,
    } = args.clone();
    if schema {
        console.print(&certificate_schema())?;
        return Ok(Ending::Done);
    }
    let Some(certificate) = certificate else {
        return Err(Failure::new("no certificate: name the file that --certificate wrote"));
    };
    let options = VerifyOptions { certificate, published, public, key, original, settings, strict };
    console.drawn(run::verify(&options, &console.context()), terminal::verify)
}
