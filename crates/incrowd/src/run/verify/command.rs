//! `incrowd verify`: is the published file what its certificate says?

use incrowd_document::{FileState, VerifyDocument};
use incrowd_render::terminal::measured;

use crate::options::VerifyOptions;
use crate::run::{Context, Result, RunResult};

use super::{GivenPaths, NamedFile, Verified, verify};

pub fn run(args: &VerifyOptions, context: &Context) -> Result<RunResult<VerifyDocument>> {
    let said = GivenPaths {
        published: args.published.as_deref(),
        public: args.public.as_deref(),
        key: args.key.as_deref(),
        original: args.original.as_deref(),
        settings: args.settings.as_deref(),
    };
    let verified = verify(&args.certificate, &said, context)?;
    complain(&verified, args.strict, context);
    let good = verified.is_good() && (verified.is_complete() || !args.strict);
    Ok(context.finish(verified.document(), good))
}

/// What speaks against the certificate.
fn complain(verified: &Verified, strict: bool, context: &Context) {
    if !verified.intact {
        context.complain("the certificate was changed after it was written: its seal does not fit");
    }
    let needed = |file: &&NamedFile| file.published || file.state == FileState::Changed;
    for file in verified.files.iter().filter(needed) {
        if let Some(why) = why(file) {
            context.complain(&why);
        }
    }
    for figure in verified.measured.iter().filter(|figure| !figure.is_good()) {
        context.complain(&format!(
            "{}: certified {}, measured {}",
            figure.name,
            measured(&figure.certified),
            measured(&figure.found)
        ));
    }
    if strict && verified.is_good() && !verified.is_complete() {
        context.complain("`strict`: not everything could be checked again");
    }
}

fn why(file: &NamedFile) -> Option<String> {
    let name = file.place();
    match (file.state, &file.now) {
        (FileState::Changed, None) => Some(format!(
            "{name}: this is not the file that the certificate commits to ({}), or the key is another",
            file.role
        )),
        (FileState::Changed, Some(now)) => Some(format!(
            "{name}: it has {} bytes with SHA-256 {}, and had {} when the certificate was made",
            now.bytes,
            now.sha256,
            (file.then.as_ref()).map_or_else(String::new, |then| {
                format!("{} bytes with SHA-256 {}", then.bytes, then.sha256)
            })
        )),
        (FileState::Missing, _) if !file.published => None,
        (FileState::Missing, _) if file.said.is_some() => {
            Some(format!("{name}: there is no such file (`published`)"))
        }
        (FileState::Missing, _) => Some(format!(
            "{name}: it is neither there nor beside the certificate; say where it is with `published`"
        )),
        _ => None,
    }
}
