//! `incrowd release`: read, search, publish to one side, judge, put in place, report.

use std::time::Instant;

use crate::{Recoding, ReleaseSearch as Searched, Study};
use incrowd_document::{ExploreDocument, ReleaseDocument};
use incrowd_io::{Location, Output};

use crate::options::ReleaseOptions;
use crate::request::ReleaseRequest;
use crate::run::evidence::ReleaseOutputs;
use crate::run::summary::release::{self as report, JudgedRelease};
use crate::run::{Context, Error, Result, RunResult, database};
use crate::scan::hints;

pub fn run(args: &ReleaseOptions, context: &Context) -> Result<RunResult<ReleaseDocument>> {
    match database::release(args, context)? {
        Some(result) => Ok(result),
        None => of_tables(args, context),
    }
}

/// The same for tables that are files, or at hand.
pub(super) fn of_tables(
    args: &ReleaseOptions,
    context: &Context,
) -> Result<RunResult<ReleaseDocument>> {
    let start = Instant::now();
    let task = ReleaseRequest::new(args)?;
    let release_outputs = ReleaseOutputs::open(args, &task, context, start)?;
    let recoding = task.plan.method.recoding();
    let anatomy = recoding == Recoding::Anatomy;
    let secrets = anatomy.then(|| super::anatomy::reserve(&task, context)).transpose()?;
    let output = reserve(&task, context)?;
    let outputs: Vec<&Output> = [Some(&output), secrets.as_ref()].into_iter().flatten().collect();
    release_outputs.evidence_files.keep_apart(&outputs)?;
    let study = Study::read(task.plan.clone(), &context.execution)?;
    heed(&task, &study, context)?;
    if task.audit.is_some() {
        study.check_audit()?;
    }
    if recoding == Recoding::Randomised {
        return super::randomised::run(release_outputs, &study, output);
    }
    if let Some(secrets) = secrets {
        return super::anatomy::run(release_outputs, &study, (output, secrets));
    }
    let mut release = match study.find(&context.execution)? {
        Searched::Release(release) => release,
        Searched::NoRelease(refusal) => {
            let found = (&refusal.search, &refusal.outcome);
            let document = report::refuse(&study, found, context, start);
            return release_outputs.refuse(document, &study, Some(found));
        }
    };
    let (output, written) = release.write(output, &context.execution)?;
    let verdict = release.judge(&output, written, &context.execution)?;
    let audit = task.audit.map(|samples| release.audit(samples, &context.execution)).transpose()?;
    let judged = JudgedRelease { task: &task, release: &release, verdict: &verdict, audit };
    let mut document = judged.document(start);
    release_outputs.publish(&mut document, &release, &verdict, output)?;
    judged.tell(context);
    Ok(context.finish(document, verdict.may_be_published(task.strict)))
}

/// Compares the costs of several demands.
pub fn explore(args: &ReleaseOptions, context: &Context) -> Result<RunResult<ExploreDocument>> {
    let start = Instant::now();
    database::refuse_exploring(args)?;
    let task = ReleaseRequest::new(args)?;
    ReleaseOutputs::open(args, &task, context, start)?;
    let Some(explore) = &task.explore else {
        return Err(Error::options("no demand is named whose values are to be explored"));
    };
    let study = Study::read(task.plan.clone(), &context.execution)?;
    heed(&task, &study, context)?;
    let document = super::explore::document(explore, &study, context, start)?;
    Ok(context.finish(document, true))
}

/// A place for the output, checked before any work is done. A dry run is judged too, on a file
/// that is never put in place.
fn reserve(task: &ReleaseRequest, context: &Context) -> Result<Output> {
    let inputs: Vec<&Location> = task.inputs.iter().collect();
    match &task.output {
        Some(location) if !task.dry_run => context.execution.create(location, task.force, &inputs),
        _ => context.execution.aside(),
    }
}

/// Says what looks wrong about the table, or refuses it.
pub(super) fn heed(task: &ReleaseRequest, study: &Study, context: &Context) -> Result<()> {
    for warning in &study.warnings {
        if task.strict {
            return Err(Error::options(format!("`strict`: {warning}")).in_file(study.table.name()));
        }
        context.warn(warning);
    }
    hints(study).iter().for_each(|hint| context.warn(hint));
    Ok(())
}
