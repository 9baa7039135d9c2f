//! `incrowd scan`: what a table tells about people before anything is done to it.

use std::slice;

use incrowd_document::{Document, ScanDocument};
use incrowd_io::{Output, TableFile};

use crate::options::{CertificateOptions, ScanOptions};
use crate::request::ScanRequest;
use crate::run::evidence::{EvidenceFiles, looked};
use crate::run::starter::Starter;
use crate::run::summary::scan as summary;
use crate::run::{Context, Result, RunResult, database};
use crate::scan::{Detected, Scan, detect};

pub fn run(args: &ScanOptions, context: &Context) -> Result<RunResult<ScanDocument>> {
    match database::scan(args, context)? {
        Some(result) => Ok(result),
        None => look(args, context),
    }
}

/// The same for a table that is a file, or at hand.
pub(super) fn look(args: &ScanOptions, context: &Context) -> Result<RunResult<ScanDocument>> {
    ScanRequest::new(args)?;
    let location = incrowd_io::Location::from(args.table.as_path());
    let starter = match &args.init {
        Some(path) => Some(Starter::reserve(path, args.force, &location)?),
        None => None,
    };
    let (certificate, table) = (CertificateOptions::default(), slice::from_ref(&location));
    let evidence_files = EvidenceFiles::reserve(&args.evidence, &certificate, args.force, table)?;
    evidence_files.keep_apart(&starter.iter().map(Starter::output).collect::<Vec<_>>())?;
    let at_hand = context.execution.table_at_hand(&location);
    let (args, said, table) = match at_hand {
        // How a table at hand is written needs no guess.
        Some(_) => (args.clone(), Vec::new(), None),
        None => {
            let file = TableFile::find(&location)?;
            let Detected { read, said } = detect(&file, &args.read, &context.execution)?;
            (ScanOptions { read, ..args.clone() }, said, Some(file))
        }
    };
    let (args, file) = (&args, table);
    let task = ScanRequest::new(args)?;
    let options = &task.plan.reading.options;
    let table = match file {
        Some(file) => context.execution.metered(file.open(options)?),
        None => context.execution.open(&location, options)?,
    };
    let plan = task.plan_for(&table);
    let mut scan = Scan::of(plan, table, &context.execution)?;
    scan.warnings.splice(0..0, said);
    let written = match starter {
        Some(starter) => Some(starter.write(&scan, &args.read, context)?),
        None => None,
    };
    for warning in &scan.warnings {
        context.warn(warning);
    }
    let mut document = summary::document(&scan, task.safe_harbor, written.as_ref());
    if evidence_files.is_wanted() {
        document.evidence = Some(looked(&scan, context)?);
    }
    let page = || Document::Scan(Box::new(document.clone()));
    let mut outputs: Vec<Output> = written.into_iter().map(|written| written.output).collect();
    outputs.extend(evidence_files.write(page, None)?);
    context.publish(outputs)?;
    Ok(context.finish(document, true))
}
