//! `incrowd verify`.

use incrowd::options::VerifyOptions;
use incrowd::run;
use incrowd_document::certificate_schema;

use crate::args::VerifyArgs;
use crate::failure::{Ending, Failure, Result};
use crate::talk::Talk;

pub fn run(args: &VerifyArgs, talk: &Talk) -> Result {
    let VerifyArgs {
        certificate,
        published,
        public,
        key,
        original,
        settings,
        strict,
        schema,
        talk: _,
    } = args.clone();
    if schema {
        talk.print(&certificate_schema())?;
        return Ok(Ending::Done);
    }
    let Some(certificate) = certificate else {
        return Err(Failure::new("no certificate: name the file that --certificate wrote"));
    };
    let options = VerifyOptions { certificate, published, public, key, original, settings, strict };
    talk.answer(run::verify(&options, &talk.context()))
}
