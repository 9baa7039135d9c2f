//! `incrowd release`: read, search, publish to one side, judge, put in place, report.

use std::time::Instant;

use incrowd::publish::Deal;
use incrowd_io::{Location, Output};

use crate::args::ReleaseArgs;
use crate::failure::{Ending, Failure, Result};
use crate::groups::{Groups, check_name, deal};
use crate::publish::publish;
use crate::release::{Outcome, Release, Search, watch};
use crate::report::release as report;
use crate::seed::Seed;
use crate::settings::{Plan, Recoding};
use crate::study::Study;
use crate::talk::Talk;

pub fn run(args: &ReleaseArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let plan = Plan::new(args)?;
    let output = reserve(&plan)?;
    let anatomy = plan.method.recoding == Recoding::Anatomy;
    let secrets = anatomy.then(|| super::anatomy::reserve(&plan)).transpose()?;
    let study = Study::read(&plan, talk)?;
    heed(&plan, &study, talk)?;
    if plan.method.deal {
        check_name(&study)?;
    }
    if let Some(explore) = &plan.explore {
        return super::explore::run(&plan, explore, &study, talk, start);
    }
    if plan.method.recoding == Recoding::Randomised {
        return super::randomised::run(&plan, &study, output, talk, start);
    }
    if let Some(secrets) = secrets {
        return super::anatomy::run(&plan, &study, (output, secrets), talk, start);
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
        return report::refuse(&plan, &search, &outcome, talk, start);
    };
    let release = Release { plan: &plan, study: &study, search: &search, outcome: &outcome, found };
    let recoding = search.recoding(found);
    let groups = groups.and_then(std::result::Result::ok).map(Groups::Dealt);
    let (output, published) = publish(&plan, &study, &recoding, groups, output, talk)?;
    let (findings, doubts) = release.judge(&output, &published, talk)?;
    let verified = findings.all_hold() && doubts.is_empty();
    if verified && !plan.dry_run {
        match plan.output {
            // What flows to a reader cannot be taken back, but can be cut off.
            Some(Location::Standard) => output.commit()?,
            _ => talk.publish(output)?,
        }
    }
    let audit = match plan.audit {
        Some(samples) => {
            let seed = Seed::chosen(plan.seed, &study.table, talk.threads)?;
            Some(search.audit(found, samples, &seed, &watch(&plan), talk))
        }
        None => None,
    };
    report::tell(&release, &published, &findings, &doubts, audit, talk, start)?;
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
