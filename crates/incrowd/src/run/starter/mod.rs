//! `scan --init`: a `release.toml` that runs as it is and says what to think about.
//!
//! Everything in it is a guess that a steward can read and change. Values and keys are written by
//! a TOML writer, and every hierarchy was built over the values at hand before it is proposed.

mod active;
mod ladder;
mod naming;
mod numbers;
mod page;
mod trial;

use std::path::{Path, PathBuf};

use crate::scan::Scan;
use incrowd_columns::identify::Role;
use incrowd_document::ScanTrials;
use incrowd_io::{Location, Output};

use crate::error::{Error, Result};
use crate::options::ReadingOptions;
use crate::run::Context;

use active::ActiveColumns;
use ladder::SuggestedHierarchy;
use naming::Naming;
use trial::Trial;

/// What is needed for k to mean something: tables of fewer rows or people than this get a smaller one.
const ROWS_FOR_FIVE: u64 = 25;

/// A file that was reserved before any work is done.
pub struct Starter {
    path: PathBuf,
    output: Output,
    /// The table as the file will name it.
    table: String,
    /// What is published, beside the file.
    published: String,
}

/// A file that was written, to be put in place.
pub struct WrittenStarter {
    /// Where it is to be.
    pub path: PathBuf,
    pub output: Output,
    /// What was tried before it was written.
    pub trials: ScanTrials,
}

impl Starter {
    /// Makes sure that the file can be written and can name the table.
    pub fn reserve(path: &Path, force: bool, table: &Location) -> Result<Starter> {
        let name = path.display().to_string();
        let wrong = |why: &str| {
            Err(Error::options(format!("`init = {name}`: {why}")).in_file(&name).with_value(&name))
        };
        if path.extension().is_none_or(|extension| extension != "toml") {
            return wrong("its name must end in .toml, for that is how release knows it");
        }
        let Some(input) = table.path() else {
            return wrong("the table comes from standard input, which a file cannot name");
        };
        let output = Output::create(&Location::from(path), force, &[table])?;
        let Some(table) = naming::relative(path, input) else {
            return wrong("the path of the table is not written in UTF-8, as the file must be");
        };
        Ok(Starter { path: path.to_owned(), output, table, published: naming::published(input) })
    }

    /// What is reserved.
    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Writes what was found, to be put in place.
    pub fn write(
        mut self,
        scan: &Scan,
        read: &ReadingOptions,
        context: &Context,
    ) -> Result<WrittenStarter> {
        let draw = scan.sample.draw;
        let none = |why: &str| Err(Error::options(format!("no starting point for `init`: {why}")));
        let (_, members) = draw.members();
        if members < 2 {
            return none("a table of one row or person has nobody to hide among");
        }
        let columns = ActiveColumns::of(scan);
        if columns.active.is_empty() {
            return none(
                "no column seems to be a quasi-identifier, and a release needs one; write the \
                 release yourself (`incrowd release --help`)",
            );
        }
        let ladders: Result<Vec<SuggestedHierarchy>> =
            columns.active.iter().map(|&place| SuggestedHierarchy::over(scan, place)).collect();
        let ladders = ladders?;
        let k = if members < ROWS_FOR_FIVE { 2 } else { 5 };
        let trial = Trial {
            scan,
            ladders: &ladders,
            sensitive: &scan.with_role(Role::Sensitive),
            person: scan.with_role(Role::Person).first().copied(),
            k,
        };
        let trials = trial.run(&context.execution)?;
        let page = page::StarterPage {
            file: &self.path,
            table: &self.table,
            published: &self.published,
            scan,
            read,
            naming: &Naming::of(&scan.columns),
            columns: &columns,
            ladders: &ladders,
            trials: &trials,
            k,
        };
        self.output.write_all(page.text().as_bytes())?;
        trials.warning().iter().for_each(|warning| context.warn(warning));
        Ok(WrittenStarter { path: self.path, output: self.output, trials: trials.document() })
    }
}
