//! `incrowd mask`: gather, plan, mask to one side, count what it shows, put in place, report.

use std::time::Instant;

use crate::masking::{Allotment, Gathering, Masking, ProbabilisticAnonymity};
use incrowd_document::{Document, MaskDocument, MaskPromise};
use incrowd_io::{Location, Output};
use serde_json::Value;

use crate::options::MaskOptions;
use crate::request::{MaskRequest, mask_request};
use crate::run::Context;
use crate::run::evidence::{Certified, Coarsened, EvidenceFiles};
use crate::run::summary::mask as report;
use crate::run::{Ending, Failure, Result, from_json, to_json};

pub fn run(args: &MaskOptions, context: &Context) -> Result {
    let start = Instant::now();
    let task = mask_request(args)?;
    if task.masking.table.is_none() {
        return match Allotment::alone(&task.masking)? {
            Planned::Possible(allotment) => report::plan_alone(&allotment, context, start),
            Planned::Impossible(no_plan) => report::refuse(&no_plan, context, start),
        };
    }
    let output = reserve(&task)?;
    let evidence_files = evidence_files(args, &task, &output)?;
    let gathering = Gathering::read(task.masking.clone(), &context.work)?;
    heed(&task, &gathering)?;
    let coarsening = match gathering.coarsen()? {
        Planned::Possible(coarsening) => coarsening,
        Planned::Impossible(no_plan) => return report::refuse(&no_plan, context, start),
    };
    let facts = report::Facts { task: &task, coarsening: &coarsening };
    if task.plan {
        return report::plan(&facts, context, start);
    }
    let (output, masked) = coarsening.write(output, &context.work)?;
    let judged = output.while_syncing(|output| coarsening.judge(output, masked, &context.work))?;
    let mut warnings = coarsening.warnings.clone();
    warnings.extend(report::cautions(&facts, &judged));
    let done = judged.as_planned && (judged.hidden || !task.strict);
    if done && !judged.hidden && evidence_files.certifies() {
        let message = "no certificate is written: fewer than --k rows share the rarest combination";
        warnings.push(message.to_owned());
    }
    let refused = judged.k().filter(|_| judged.as_planned && !done);
    let nearest = match refused {
        Some(k) => nearest_crowd(&task.masking, k, context)?,
        None => None,
    };
    let outcome = report::Outcome { judged: &judged, done, nearest };
    let mut document = report::document(&facts, &outcome, &warnings, start);
    let coarsened = Coarsened { args, task: &task, coarsening: &coarsening, output: &output };
    if evidence_files.is_wanted() {
        document["evidence"] = to_json(&coarsened.evidence(context)?)?;
    }
    let mut certified = Certified::default();
    if done && judged.hidden && evidence_files.certifies() {
        let published = coarsened.reopen(context)?;
        let promise: Option<MaskPromise> = from_json(&document["promise"])?;
        let issue = coarsened.issue(&published, promise.as_ref());
        certified = evidence_files.certify(issue, context);
    }
    if let Some(note) = &certified.note {
        document["certificate"] = to_json(note)?;
    }
    if let (Some(warning), Value::Array(warnings)) = (certified.warning, &mut document["warnings"])
    {
        warnings.push(warning.into());
    }
    let mut outputs = if done { vec![output] } else { Vec::new() };
    let page: MaskDocument = from_json(&document)?;
    let page = || Document::Mask(Box::new(page));
    outputs.extend(evidence_files.write(page, certified.certificate.as_ref())?);
    context.publish(outputs)?;
    report::tell(&facts, &outcome, &document, &warnings, context)?;
    Ok(if done { Ending::Done } else { Ending::NotMet })
}

/// Where the masked table goes, or nowhere that stays.
fn reserve(task: &MaskRequest) -> Result<Output> {
    let inputs: Vec<&Location> = task.inputs.iter().collect();
    match &task.output {
        Some(location) => Ok(Output::create(location, task.force, &inputs)?),
        None => Ok(Output::aside()?),
    }
}

/// The places of the evidence.
fn evidence_files(
    args: &MaskOptions,
    task: &MaskRequest,
    output: &Output,
) -> Result<EvidenceFiles> {
    let inputs = &task.inputs;
    let evidence_files =
        EvidenceFiles::reserve(&args.evidence, &args.certificate, task.force, inputs)?;
    if evidence_files.is_wanted() && task.plan {
        let message =
            "--plan publishes nothing that --report, --certificate or --evidence could be about";
        return Err(Failure::new(message));
    }
    evidence_files.keep_apart(&[output])?;
    Ok(evidence_files)
}

/// A crowd of at most `k` that the table has when it is masked for it. A smaller crowd allows more
/// groups, so what a table was masked for decides what it has.
fn nearest_crowd(masking: &Masking, mut k: u64, context: &Context) -> Result<Option<u64>> {
    while k > 0 {
        let mut masking = masking.clone();
        masking.crowd = masking.crowd.map(|crowd| ProbabilisticAnonymity { k, ..crowd });
        let gathering = Gathering::read(masking, &context.work)?;
        let Planned::Possible(coarsening) = gathering.coarsen()? else { return Ok(None) };
        let (output, masked) = coarsening.write(Output::aside()?, &context.work)?;
        let judged = coarsening.judge(&output, masked, &context.work)?;
        if judged.hidden {
            return Ok(Some(k));
        }
        k = judged.k().unwrap_or(0).min(k - 1);
    }
    Ok(None)
}

/// With --strict, refuses columns that are kept and look wrong.
fn heed(task: &MaskRequest, gathering: &Gathering) -> Result<()> {
    match gathering.warnings.first() {
        Some(warning) if task.strict => {
            Err(Failure::new(format!("--strict: {warning}")).in_file(gathering.table.name()))
        }
        _ => Ok(()),
    }
}
