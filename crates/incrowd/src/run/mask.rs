//! `incrowd mask`: gather, plan, mask to one side, count what it shows, put in place, report.

use std::time::Instant;

use incrowd_core::terms::OverallVerdict;
use incrowd_document::{Document, MaskDocument};
use incrowd_io::{Location, Output};

use crate::masking::{
    Allotment, BudgetResult, MaskPlan, MaskStudy, NoBudget, ProbabilisticAnonymity,
};
use crate::options::MaskOptions;
use crate::request::{MaskRequest, mask_request};
use crate::run::evidence::{Certified, EvidenceFiles, MaskedTables};
use crate::run::summary::mask as summary;
use crate::run::{Context, Error, Result, RunResult};

pub fn run(args: &MaskOptions, context: &Context) -> Result<RunResult<MaskDocument>> {
    let start = Instant::now();
    let task = mask_request(args)?;
    if task.masking.table.is_none() {
        return match Allotment::alone(&task.masking)? {
            BudgetResult::Possible(allotment) => {
                Ok(planned(summary::plan_alone(&allotment, start), context))
            }
            BudgetResult::Impossible(no_plan) => Ok(refused(&no_plan, context, start)),
        };
    }
    let output = reserve(&task, context)?;
    let evidence_files = evidence_files(args, &task, &output)?;
    evidence_files.note_idle_purpose(&args.purpose, context);
    let study = MaskStudy::read(task.masking.clone(), &context.execution)?;
    heed(&task, &study)?;
    let release = match study.coarsen()? {
        BudgetResult::Possible(release) => release,
        BudgetResult::Impossible(no_plan) => return Ok(refused(&no_plan, context, start)),
    };
    let facts = summary::MaskFacts { task: &task, release: &release };
    if task.plan {
        return Ok(planned(summary::plan(&facts, start), context));
    }
    let (output, masked) = release.write(output, &context.execution)?;
    let (judged, risks) = output.while_syncing(|output| {
        let judged = release.judge(output, masked, &context.execution)?;
        let risks = release.risks(output, &judged, &context.execution)?;
        Ok::<_, Error>((judged, risks))
    })?;
    let mut warnings = release.warnings.clone();
    warnings.extend(summary::cautions(&facts, &judged));
    let has_risks = OverallVerdict::of(true, &risks) == OverallVerdict::HoldsWithRisks;
    let done = judged.as_planned && !(task.strict && (has_risks || !judged.hidden));
    if done && !judged.hidden && evidence_files.certifies() {
        let message = "no certificate is written: fewer than `k` rows share the rarest combination";
        warnings.push(message.to_owned());
    }
    let not_enough = judged.k().filter(|_| judged.as_planned && !done && !judged.hidden);
    let nearest = match not_enough {
        Some(k) => nearest_crowd(&task.masking, k, context)?,
        None => None,
    };
    let outcome = summary::MaskOutcome { judged: &judged, risks: &risks, done, nearest };
    let mut document = summary::document(&facts, &outcome, &warnings, start);
    let coarsened = MaskedTables {
        args,
        task: &task,
        release: &release,
        judged: &judged,
        risks: &risks,
        output: &output,
    };
    if evidence_files.is_wanted() {
        document.evidence = Some(coarsened.evidence(context)?);
    }
    let mut certified = Certified::default();
    if done && judged.hidden && evidence_files.certifies() {
        let published = coarsened.reopen(context)?;
        let promise = document.promise.as_ref().and_then(Option::as_ref);
        certified = evidence_files.certify(coarsened.issue(&published, promise, &risks), context);
    }
    document.certificate = certified.note;
    document.warnings.extend(certified.warning);
    let page = || Document::Mask(Box::new(document.clone()));
    let evidence = evidence_files.write(page, certified.certificate.as_ref())?;
    // The published table comes last: where it is new, everything about it is new, too.
    context.publish(evidence.into_iter().chain(done.then_some(output)).collect())?;
    warnings.iter().for_each(|warning| context.warn(warning));
    summary::object(&outcome, context);
    Ok(context.finish(document, done))
}

/// A plan, with its warnings.
fn planned(document: MaskDocument, context: &Context) -> RunResult<MaskDocument> {
    document.warnings.iter().for_each(|warning| context.warn(warning));
    context.finish(document, true)
}

/// There is no plan.
fn refused(no_plan: &NoBudget, context: &Context, start: Instant) -> RunResult<MaskDocument> {
    summary::object_to_plan(no_plan, context);
    context.finish(summary::refusal(no_plan, start), false)
}

/// Where the masked table goes, or nowhere that stays.
fn reserve(task: &MaskRequest, context: &Context) -> Result<Output> {
    let inputs: Vec<&Location> = task.inputs.iter().collect();
    match &task.output {
        Some(location) => context.execution.create(location, task.force, &inputs),
        None => context.execution.aside(),
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
            "`plan` publishes nothing that `report`, `certificate` or `evidence` could be about";
        return Err(Error::options(message));
    }
    evidence_files.keep_apart(&[output])?;
    Ok(evidence_files)
}

/// A crowd of at most `k` that the table has when it is masked for it. A smaller crowd allows more
/// groups, so what a table was masked for decides what it has.
fn nearest_crowd(masking: &MaskPlan, mut k: u64, context: &Context) -> Result<Option<u64>> {
    while k > 0 {
        let mut masking = masking.clone();
        masking.anonymity =
            masking.anonymity.map(|anonymity| ProbabilisticAnonymity { k, ..anonymity });
        let study = MaskStudy::read(masking, &context.execution)?;
        let BudgetResult::Possible(release) = study.coarsen()? else { return Ok(None) };
        let (output, masked) = release.write(context.execution.aside()?, &context.execution)?;
        let judged = release.judge(&output, masked, &context.execution)?;
        if judged.hidden {
            return Ok(Some(k));
        }
        k = judged.k().unwrap_or(0).min(k - 1);
    }
    Ok(None)
}

/// With --strict, refuses columns that are kept and look wrong.
fn heed(task: &MaskRequest, study: &MaskStudy) -> Result<()> {
    match study.warnings.first() {
        Some(warning) if task.strict => {
            Err(Error::options(format!("`strict`: {warning}")).in_file(study.table.name()))
        }
        _ => Ok(()),
    }
}
