//! `lines:Rome;Italy;*`: the lines of a file (`file.rs`) in the words themselves, for programs that hold a
//! hierarchy and no file.
//!
//! What it makes and refuses: what the file does.

use super::file::build;
use super::{
    Builder, BuilderForm, BuilderParameters, BuilderSyntax, Domain, Fault, Hierarchy, Spec,
};

const NAME: &str = "lines";

pub(super) const FORM: BuilderForm = BuilderForm {
    name: NAME,
    example: "lines:Rome;Italy;*",
    reading: BuilderSyntax::Parameters(read),
};

#[derive(Debug)]
struct Lines(String);

impl Builder for Lines {
    fn words(&self) -> String {
        format!("{NAME}:{}", self.0)
    }

    fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, Fault> {
        build(&self.0, domain)
    }
}

fn read(words: &BuilderParameters<'_>) -> Result<Spec, Fault> {
    if words.parameters.trim().is_empty() {
        return Err(words.bad("write one line per value, as in Rome;Italy;*".to_owned()));
    }
    Ok(Spec::of(Lines(words.parameters.to_owned())))
}
