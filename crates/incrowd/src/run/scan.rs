//! `incrowd scan`: what a table tells about people before anything is done to it.

use std::slice;

use crate::survey::Survey;

use crate::options::{CertificateOptions, ScanOptions};
use crate::request::ScanRequest;
use crate::run::Context;
use crate::run::evidence::{EvidenceFiles, looked};
use crate::run::starter::Starter;
use crate::run::style::STRONG;
use crate::run::summary::scan::Answer;
use crate::run::{Ending, Result, from_json, to_json};
use incrowd_document::{Document, ScanDocument};

pub fn run(args: &ScanOptions, context: &Context) -> Result {
    let task = ScanRequest::new(args)?;
    let location = incrowd_io::Location::from(args.table.as_path());
    let starter = match &args.init {
        Some(path) => Some(Starter::reserve(path, args.force, &location)?),
        None => None,
    };
    let (certificate, table) = (CertificateOptions::default(), slice::from_ref(&location));
    let evidence_files = EvidenceFiles::reserve(&args.evidence, &certificate, args.force, table)?;
    evidence_files.keep_apart(&starter.iter().map(Starter::output).collect::<Vec<_>>())?;
    let table = context.work.open(&location, &task.plan.reading.options)?;
    let plan = task.plan_for(&table);
    let survey = Survey::of(plan, table, &context.work)?;
    let (init, mut outputs) = match starter {
        Some(starter) => {
            let (path, output) = starter.write(&survey, &args.read)?;
            (Some(path), vec![output])
        }
        None => (None, Vec::new()),
    };
    for warning in &survey.warnings {
        context.warn(warning);
    }
    let answer = Answer { survey: &survey, safe_harbor: task.safe_harbor, init: init.as_deref() };
    let mut document = answer.json();
    if evidence_files.is_wanted() {
        document["evidence"] = to_json(&looked(&survey, context)?)?;
    }
    let page: ScanDocument = from_json(&document)?;
    outputs.extend(evidence_files.write(|| Document::Scan(Box::new(page)), None)?);
    context.publish(outputs)?;
    context.document(document);
    context.print(&answer.text());
    if let Some(path) = init {
        let path = path.display();
        context.print(&format!(
            "\nWrote {path}. Read it, then: {STRONG}incrowd release {path}{STRONG:#}\n"
        ));
    }
    Ok(Ending::Done)
}
