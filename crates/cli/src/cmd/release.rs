//! `incrowd release`: read, search, publish to one side, judge, put in place, report.

use std::time::Instant;

use incrowd::publish::Deal;
use incrowd_io::{Location, Output};

use crate::args::ReleaseArgs;
use crate::evidence::Desk;
use crate::failure::{Ending, Failure, Result};
use crate::groups::{Groups, check_name, deal};
use crate::publish::publish;
use crate::release::{Outcome, Release, Search, watch};
use crate::report::release::{self as report, Judged};
use crate::seed::Seed;
use crate::settings::{Plan, Recoding};
use crate::study::Study;
use crate::talk::Talk;

pub fn run(args: &ReleaseArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let plan = Plan::new(args)?;
    let desk = Desk::open(args, &plan, talk, start)?;
    let anatomy = plan.method.recoding == Recoding::Anatomy;
    let secrets = anatomy.then(|| super::anatomy::reserve(&plan)).transpose()?;
    let output = reserve(&plan)?;
    let outputs: Vec<&Output> = [Some(&output), secrets.as_ref()].into_iter().flatten().collect();
    desk.dossier.keep_apart(&outputs)?;
    let study = Study::read(&plan, talk)?;
    heed(&plan, &study, talk)?;
    if plan.method.deal {
        check_name(&study)?;
    }
    if let Some(explore) = &plan.explore {
        return super::explore::run(&plan, explore, &study, talk, start);
    }
    if plan.method.recoding == Recoding::Randomised {
        return super::randomised::run(desk, &study, output);
    }
    if let Some(secrets) = secrets {
        return super::anatomy::run(desk, &study, (output, secrets));
    }
    let mut search = Search::new(&plan, &study, &plan.demands, plan.suppression)?;
    let mut outcome = search.run(&watch(&plan), talk);
    if plan.method.overlap {
        outcome = overlapping(&plan, &study, &search, outcome, talk)?;
    }
    let mut groups = dealt(&plan, &study, &search, &outcome, talk)?;
    if let Some(Err(undealt)) = groups {
        // Demands on other secrets spoil it: what holds without being dealt is left.
        search = search.undealt();
        outcome = search.run(&watch(&plan), talk);
        outcome.remark = Some(undealt);
        outcome.proven &= outcome.found.is_some();
        groups = dealt(&plan, &study, &search, &outcome, talk)?;
    }
    let Some(found) = &outcome.found else {
        let (document, guarantees) = report::refuse(&plan, &search, &outcome, talk, start)?;
        return desk.refuse(document, &study, Some((&search, &outcome)), &guarantees);
    };
    let release = Release { plan: &plan, study: &study, search: &search, outcome: &outcome, found };
    let recoding = search.recoding(found);
    let groups = groups.and_then(std::result::Result::ok).map(Groups::Dealt);
    let (output, published) = publish(&plan, &study, &recoding, groups, output, talk)?;
    let (findings, doubts) = release.judge(&output, &published, talk)?;
    let audit = match plan.audit {
        Some(samples) => {
            let seed = Seed::chosen(plan.seed, &study.table, talk.threads)?;
            Some(search.audit(found, samples, &seed, &watch(&plan), talk))
        }
        None => None,
    };
    let judged = Judged { published: &published, findings: &findings, doubts: &doubts, audit };
    let mut document = report::document(&release, &judged, start);
    let verified = judged.is_verified();
    desk.publish(&mut document, &release, &findings, verified, output)?;
    report::tell(&release, &judged, &document, talk, start)?;
    Ok(if verified { Ending::Done } else { Ending::NotMet })
}

/// The groups of what was found, if it is to be dealt, or why it cannot be.
fn dealt(
    plan: &Plan,
    study: &Study,
    search: &Search<'_>,
    outcome: &Outcome,
    talk: &Talk,
) -> Result<Option<std::result::Result<Deal, String>>> {
    let Some(found) = outcome.found.as_ref().filter(|_| plan.method.deal) else { return Ok(None) };
    let recoding = search.recoding(found);
    let dealt = deal(study, &plan.demands, &recoding, talk)?;
    Ok(Some(dealt.map_err(|undealt| report::undealt(&recoding, &undealt))))
}

/// The outcome with clusters that overlap, if that loses less and the judge proves it.
fn overlapping(
    plan: &Plan,
    study: &Study,
    search: &Search<'_>,
    outcome: Outcome,
    talk: &Talk,
) -> Result<Outcome> {
    let Some(proposed) = search.overlapping(&outcome, &watch(plan)) else {
        return Ok(outcome);
    };
    let Some(found) = &proposed.found else { return Ok(outcome) };
    let release = Release { plan, study, search, outcome: &proposed, found };
    let aside = Output::create(&Location::Standard, false, &[])?;
    let (aside, published) = publish(plan, study, &search.recoding(found), None, aside, talk)?;
    let (findings, doubts) = release.judge(&aside, &published, talk)?;
    Ok(if findings.all_hold() && doubts.is_empty() { proposed } else { outcome })
}

/// A place for the output, checked before any work is done. A dry run is judged too, on a file
/// that is never put in place.
fn reserve(plan: &Plan) -> Result<Output> {
    let inputs: Vec<&Location> = plan.inputs.iter().collect();
    let aside = plan.dry_run || plan.explore.is_some();
    match &plan.output {
        Some(location) if !aside => Ok(Output::create(location, plan.force, &inputs)?),
        _ => Ok(Output::create(&Location::Standard, false, &[])?),
    }
}

/// Says what looks wrong about the table, or refuses it.
fn heed(plan: &Plan, study: &Study, talk: &Talk) -> Result<()> {
    for warning in &study.warnings {
        if plan.strict {
            return Err(Failure::new(format!("--strict: {warning}")).in_file(study.table.name()));
        }
        talk.warn(warning);
    }
    Ok(())
}
