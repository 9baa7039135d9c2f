//! One call per command. Each reads, searches, publishes, judges and writes all files or none, and returns
//! one typed document.
//!
//! ```
//! use incrowd::options::{ModelOptions, PublishOptions, ReleaseOptions, RoleOptions};
//! use incrowd::run::{Context, release};
//! use incrowd::terms::DemandWords;
//! # let folder = std::env::temp_dir().join(format!("incrowd-run-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let table = folder.join("patients.csv");
//! std::fs::write(&table, "age,illness\n31,flu\n34,cold\n52,flu\n58,asthma\n")?;
//! let options = ReleaseOptions {
//!     table: Some(table),
//!     roles: RoleOptions { qi: vec!["age".into()], sensitive: vec!["illness".into()] },
//!     models: ModelOptions { words: DemandWords::default().with("k", ["2"]), ..ModelOptions::default() },
//!     out: PublishOptions { output: Some(folder.join("out.csv")), ..PublishOptions::default() },
//!     ..ReleaseOptions::default()
//! };
//! let result = release(&options, &Context::default())?;
//! assert!(result.met);
//! assert_eq!(result.document.guarantees[0].measured, 2);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anatomy;
mod attack;
mod check;
mod database;
mod delta;
mod empirical;
mod evidence;
mod explain;
mod explore;
mod file;
mod hierarchy;
mod mask;
mod randomised;
mod release;
mod report;
mod scan;
mod starter;
mod summary;
mod verify;

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use incrowd_document::{
    AttackDocument, CheckDocument, DeltaDocument, ExplainDocument, ExploreDocument,
    HierarchyDocument, MaskDocument, ReleaseDocument, ReportDocument, ScanDocument, VerifyDocument,
};
use incrowd_io::{Output, put_in_place};

use crate::error::Error;
use crate::execution::Execution;
use crate::options::{
    AttackOptions, CheckOptions, DeltaOptions, ExplainOptions, HierarchyOptions, MaskOptions,
    ReleaseOptions, ReportOptions, ScanOptions, VerifyOptions,
};
use crate::request::{check_preset, mask_preset, release_preset};

pub use evidence::certificate;
pub use file::JsonFile;
pub use incrowd_render::terminal::style;
pub(crate) use verify::earlier;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// What a run returns.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RunResult<D> {
    /// The result.
    pub document: D,
    /// Whether every demand holds, and a release exists.
    pub met: bool,
    /// What to be aware of, in the order in which it came up.
    pub messages: Vec<Message>,
}

/// Something to be aware of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// How serious it is.
    pub level: MessageLevel,
    /// A sentence.
    pub text: String,
}

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageLevel {
    /// Something to know.
    Note,
    /// Something to think about.
    Warning,
    /// Why a demand is not met.
    Error,
}

/// Puts outputs in place, all or none.
pub trait Publisher: Send + Sync {
    /// Puts outputs in place; see [`incrowd_io::put_in_place`].
    ///
    /// # Errors
    /// If one cannot be put in place; those before it are then taken back.
    fn publish(&self, outputs: Vec<Output>) -> std::result::Result<Vec<PathBuf>, Error>;
}

/// Threads, progress and cancelling of runs, and how their files are put in place.
#[derive(Default)]
pub struct Context {
    /// Threads, progress and cancelling.
    pub execution: Execution,
    /// What was asked for, in words for the evidence; without it, the options.
    command: Option<String>,
    publisher: Option<Arc<dyn Publisher>>,
    /// What the run has said so far.
    messages: Mutex<Vec<Message>>,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("command", &self.command).finish_non_exhaustive()
    }
}

impl Context {
    /// A context for these threads, this progress listener and this cancel switch.
    #[must_use]
    pub fn new(execution: Execution) -> Context {
        Context { execution, ..Context::default() }
    }

    /// The same, for a run that was asked for in these words.
    #[must_use]
    pub fn asked_by(self, command: impl Into<String>) -> Context {
        Context { command: Some(command.into()), ..self }
    }

    /// The same, with another way to put outputs in place.
    #[must_use]
    pub fn published_by(self, publisher: Arc<dyn Publisher>) -> Context {
        Context { publisher: Some(publisher), ..self }
    }

    fn messages(&self) -> MutexGuard<'_, Vec<Message>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, level: MessageLevel, text: &str) {
        self.messages().push(Message { level, text: text.to_owned() });
    }

    pub(crate) fn note(&self, text: &str) {
        self.say(MessageLevel::Note, text);
    }

    pub(crate) fn warn(&self, text: &str) {
        self.say(MessageLevel::Warning, text);
    }

    pub(crate) fn complain(&self, text: &str) {
        self.say(MessageLevel::Error, text);
    }

    /// What was asked for, in words.
    pub(crate) fn configuration(&self) -> String {
        self.command.clone().unwrap_or_default()
    }

    pub(crate) fn publish(&self, outputs: Vec<Output>) -> Result<()> {
        let swept = match &self.publisher {
            Some(publisher) => publisher.publish(outputs)?,
            None => put_in_place(outputs)?,
        };
        if !swept.is_empty() {
            let names: Vec<String> = swept.iter().map(|path| path.display().to_string()).collect();
            self.note(&format!(
                "temporary files of an interrupted run were removed: {}",
                names.join(", ")
            ));
        }
        Ok(())
    }

    /// Forgets what an earlier run said.
    fn begin(&self) {
        self.messages().clear();
    }

    /// What a run returns.
    pub(crate) fn finish<D>(&self, document: D, met: bool) -> RunResult<D> {
        RunResult { document, met, messages: std::mem::take(&mut *self.messages()) }
    }
}

/// Generalizes a table until it meets the demands, judges the result and publishes it.
///
/// # Errors
/// Options that make no sense, tables that cannot be read, and outputs that cannot be written.
pub fn release(
    options: &ReleaseOptions,
    context: &Context,
) -> std::result::Result<RunResult<ReleaseDocument>, Error> {
    if options.out.explore.is_some() {
        return Err(Error::options("a trade-off is explored, and nothing is released"));
    }
    context.begin();
    release::run(&release_preset(options)?, context)
}

/// Compares the costs of several demands without publishing anything.
///
/// # Errors
/// As [`release`].
pub fn explore(
    options: &ReleaseOptions,
    context: &Context,
) -> std::result::Result<RunResult<ExploreDocument>, Error> {
    context.begin();
    release::explore(&release_preset(options)?, context)
}

/// Measures a table, anonymized by anyone, and judges it against demands.
///
/// # Errors
/// As [`release`].
pub fn check(
    options: &CheckOptions,
    context: &Context,
) -> std::result::Result<RunResult<CheckDocument>, Error> {
    context.begin();
    check::run(&check_preset(options)?, context)
}

/// Finds who is in a published table, from the table and a register of the population.
///
/// # Errors
/// As [`release`].
pub fn attack(
    options: &AttackOptions,
    context: &Context,
) -> std::result::Result<RunResult<AttackDocument>, Error> {
    context.begin();
    attack::run(options, context)
}

/// Finds what identifies people in a table.
///
/// # Errors
/// As [`release`].
pub fn scan(
    options: &ScanOptions,
    context: &Context,
) -> std::result::Result<RunResult<ScanDocument>, Error> {
    context.begin();
    scan::run(options, context)
}

/// Coarsens a table column by column.
///
/// # Errors
/// As [`release`].
pub fn mask(
    options: &MaskOptions,
    context: &Context,
) -> std::result::Result<RunResult<MaskDocument>, Error> {
    context.begin();
    mask::run(&mask_preset(options)?, context)
}

/// Checks a published file against its certificate.
///
/// # Errors
/// Files that cannot be read, and what is no certificate.
pub fn verify(
    options: &VerifyOptions,
    context: &Context,
) -> std::result::Result<RunResult<VerifyDocument>, Error> {
    context.begin();
    verify::run(options, context)
}

/// Turns what misuse may cost into the presence to demand of a release.
///
/// # Errors
/// Figures that are no numbers, out of their range, or contradict each other.
pub fn delta(
    options: &DeltaOptions,
    context: &Context,
) -> std::result::Result<RunResult<DeltaDocument>, Error> {
    context.begin();
    delta::run(options, context)
}

/// Shows, checks or exports the hierarchy of a column.
///
/// # Errors
/// As [`release`], and a hierarchy that does not fit the values.
pub fn hierarchy(
    options: &HierarchyOptions,
    context: &Context,
) -> std::result::Result<RunResult<HierarchyDocument>, Error> {
    context.begin();
    hierarchy::run(options, context)
}

/// Explains a model or an algorithm, or lists all of them.
///
/// # Errors
/// A name that no page has.
pub fn explain(
    options: &ExplainOptions,
    context: &Context,
) -> std::result::Result<RunResult<ExplainDocument>, Error> {
    context.begin();
    explain::run(options, context)
}

/// Draws the report of a document that a command wrote.
///
/// # Errors
/// Files that cannot be read or written, and what is no document.
pub fn report(
    options: &ReportOptions,
    context: &Context,
) -> std::result::Result<RunResult<ReportDocument>, Error> {
    context.begin();
    report::run(options, context)
}
