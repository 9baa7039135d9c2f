//! `incrowd verify`: is the published file what its certificate says?

use std::fmt::Write;

use incrowd_document::certificate_schema;

use crate::args::VerifyArgs;
use crate::failure::{Ending, Failure, Result};
use crate::report::check::measured;
use crate::talk::{BAD, FAINT, GOOD, STRONG, Talk};
use crate::verify::{File, Said, State, Verified, verify};

pub fn run(args: &VerifyArgs, talk: &Talk) -> Result {
    if args.schema {
        talk.print(&certificate_schema())?;
        return Ok(Ending::Done);
    }
    let Some(path) = &args.certificate else {
        return Err(Failure::new("no certificate: name the file that --certificate wrote"));
    };
    let said = Said {
        published: args.published.as_deref(),
        public: args.public.as_deref(),
        key: args.key.as_deref(),
        original: args.original.as_deref(),
        settings: args.settings.as_deref(),
    };
    let verified = verify(path, &said, talk)?;
    if talk.json {
        talk.document(&verified.to_json())?;
    } else {
        talk.print(&text(&verified))?;
    }
    complain(&verified, args.strict, talk);
    let good = verified.is_good() && (verified.is_complete() || !args.strict);
    Ok(if good { Ending::Done } else { Ending::NotMet })
}

fn text(verified: &Verified) -> String {
    let mut text = match (verified.is_good(), verified.is_complete()) {
        (true, true) => format!(
            "{GOOD}Verified.{GOOD:#} The file is as it was published, and all that is promised of it holds.\n"
        ),
        (true, false) => format!(
            "{GOOD}Verified as far as possible.{GOOD:#} The file is as it was published; not everything could be measured again.\n"
        ),
        (false, _) => format!("{BAD}Not verified.{BAD:#}\n"),
    };
    for file in &verified.files {
        let style = if file.state == State::Changed { BAD } else { FAINT };
        let part = if file.published { STRONG } else { FAINT };
        let _ = writeln!(
            text,
            "  {style}{:<8}{style:#} {part}{}{part:#}  {FAINT}{}{FAINT:#}",
            file.state.name(),
            file.place(),
            file.role
        );
    }
    for figure in verified.measured.iter().filter(|figure| figure.is_promise || !figure.is_good()) {
        let (word, style) = if figure.is_good() { ("holds", GOOD) } else { ("FAILS", BAD) };
        let found = measured(&figure.found);
        let _ = writeln!(
            text,
            "  {style}{word}{style:#}    {}  {FAINT}measured {found}{FAINT:#}",
            figure.name
        );
    }
    let others = verified.measured.iter().filter(|figure| !figure.is_promise && figure.is_good());
    match others.count() {
        0 => {}
        1 => text += &format!("  {FAINT}1 other figure comes out the same{FAINT:#}\n"),
        more => text += &format!("  {FAINT}{more} other figures come out the same{FAINT:#}\n"),
    }
    for left in &verified.left {
        let _ = writeln!(text, "  {FAINT}not measured again: {left}{FAINT:#}");
    }
    if let Some(unproven) = &verified.unproven {
        let _ = writeln!(text, "  {FAINT}not proven: {unproven}{FAINT:#}");
    }
    let _ = writeln!(
        text,
        "  {FAINT}attested by whoever made the certificate, not measured: the options, and how many rows the original has{FAINT:#}"
    );
    text
}

/// What speaks against the certificate.
fn complain(verified: &Verified, strict: bool, talk: &Talk) {
    if !verified.intact {
        talk.complain("the certificate was changed after it was written: its seal does not fit");
    }
    let needed = |file: &&File| file.published || file.state == State::Changed;
    for file in verified.files.iter().filter(needed) {
        if let Some(why) = why(file) {
            talk.complain(&why);
        }
    }
    for figure in verified.measured.iter().filter(|figure| !figure.is_good()) {
        talk.complain(&format!(
            "{}: certified {}, measured {}",
            figure.name,
            measured(&figure.certified),
            measured(&figure.found)
        ));
    }
    if strict && verified.is_good() && !verified.is_complete() {
        talk.complain("--strict: not everything could be checked again");
    }
}

fn why(file: &File) -> Option<String> {
    let name = file.place();
    match (file.state, &file.now) {
        (State::Changed, None) => Some(format!(
            "{name}: this is not the file that the certificate commits to ({}), or the key is another",
            file.role
        )),
        (State::Changed, Some(now)) => Some(format!(
            "{name}: it has {} bytes with SHA-256 {}, and had {} when the certificate was made",
            now.bytes,
            now.sha256,
            (file.then.as_ref()).map_or_else(String::new, |then| {
                format!("{} bytes with SHA-256 {}", then.bytes, then.sha256)
            })
        )),
        (State::Missing, _) if !file.published => None,
        (State::Missing, _) if file.said.is_some() => {
            Some(format!("{name}: there is no such file (--published)"))
        }
        (State::Missing, _) => Some(format!(
            "{name}: it is neither there nor beside the certificate; say where it is with --published"
        )),
        _ => None,
    }
}
