//! `incrowd mask`: gather, plan, mask to one side, count what it shows, put in place, report.

use std::time::Instant;

use incrowd::masking::Masking;
use incrowd::masking::columns::{decide, strays};
use incrowd::masking::gather::Gathering;
use incrowd::masking::judged::Judged;
use incrowd::masking::look::{Seen, look};
use incrowd::masking::parts::{budgets, parts, parts_alone, places};
use incrowd::masking::plan::{Cells, Part, Plan, Refusal};
use incrowd::masking::ready::Known;
use incrowd::masking::shape::Shape;
use incrowd::masking::write::write;
use incrowd_io::{Location, Output, Table};

use crate::args::MaskArgs;
use crate::evidence::{Coarsened, Dossier};
use crate::failure::{Ending, Failure, Result};
use crate::report::mask as report;
use crate::settings::{MaskTask, mask_task};
use crate::talk::Talk;

pub fn run(args: &MaskArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let task = mask_task(args)?;
    let masking = &task.masking;
    let Some(location) = &task.table else { return plan_alone(masking, talk, start) };
    let output = reserve(&task)?;
    let dossier = dossier(args, &task, &output, talk)?;
    let table = talk.work.open(location, &masking.reading.options)?;
    let seen = if masking.safe_harbor {
        look(&table, &masking.reading.nulls, &talk.work)?
    } else {
        vec![Seen::default(); table.columns().len()]
    };
    let columns = decide(masking, &table, &seen)?;
    let gathering = Gathering::of(masking, &table, &columns, &talk.work)?;
    let mut warnings = gathering.warnings(&columns);
    warnings.extend(strays(&columns, &seen));
    heed(&task, &table, &warnings)?;
    let shapes: Vec<Shape> = (columns.iter().zip(&gathering.columns))
        .map(|(column, gathered)| Shape::of(masking, &table, column, gathered))
        .collect::<Result<_>>()?;
    let places = places(masking, &columns);
    let parts = parts(masking, &columns, &gathering, &shapes, &places)?;
    let plan = match planned(masking, gathering.rows, &parts)? {
        Ok(plan) => plan,
        Err(refusal) => return report::refuse(&refusal, talk, start),
    };
    let budgets = budgets(&columns, &places, plan.as_ref());
    warnings.extend(plan.iter().flat_map(|plan| plan.warnings.clone()));
    let facts = report::Facts {
        task: &task,
        columns: &columns,
        gathering: &gathering,
        budgets: &budgets,
        plan: plan.as_ref(),
    };
    if task.plan {
        report::plan(&facts, &warnings, talk, start)?;
        return Ok(Ending::Done);
    }
    let known = Known { columns: &columns, gathered: &gathering.columns, shapes: &shapes };
    let mut masked = known.masked(masking, &table, &budgets, &talk.work)?;
    let output = write(masking, &table, &mut masked, output, &talk.work)?;
    let judged = output.while_syncing(|output| {
        Judged::of(masking, &columns, &masked, &places, output, &talk.work)
    })?;
    warnings.extend(report::cautions(&facts, &masked, &judged));
    let verified = judged.is_as_planned(&gathering, &masked, &budgets, plan.as_ref());
    let hidden = masking.crowd.is_none_or(|crowd| judged.k().unwrap_or(0) >= crowd.k);
    let done = verified && (hidden || !task.strict);
    if done && !hidden && dossier.certifies() {
        let message = "no certificate is written: fewer than --k rows share the rarest combination";
        warnings.push(message.to_owned());
    }
    let outcome = report::Outcome { masked: &masked, judged: &judged, done, verified };
    let mut document = report::document(&facts, &outcome, &warnings, start);
    if dossier.is_wanted() {
        let coarsened = Coarsened {
            args,
            task: &task,
            original: &table,
            columns: &columns,
            shapes: &shapes,
            together: &places,
            output: &output,
        };
        document["evidence"] = coarsened.evidence(talk)?;
    }
    let mut outputs = if done { vec![output] } else { Vec::new() };
    outputs.extend(dossier.write(&document, done && hidden)?);
    talk.publish(outputs)?;
    report::tell(&facts, &outcome, &document, &warnings, talk)?;
    Ok(if done { Ending::Done } else { Ending::NotMet })
}

/// Plans for columns of which only the sizes of their domains are known.
fn plan_alone(masking: &Masking, talk: &Talk, start: Instant) -> Result {
    let Some(universe) = masking.crowd.as_ref().and_then(|crowd| crowd.universe) else {
        return Err(Failure::new(
            "--plan without a table needs --universe: how many people there are",
        ));
    };
    let parts = parts_alone(masking)?;
    match planned(masking, universe, &parts)? {
        Err(refusal) => report::refuse(&refusal, talk, start),
        Ok(plan) => {
            if let Some(plan) = plan {
                report::plan_alone(&parts, &plan, talk, start)?;
            }
            Ok(Ending::Done)
        }
    }
}

/// The plan for a table of so many rows, if a crowd is asked for.
fn planned(
    masking: &Masking,
    rows: u64,
    parts: &[Part<'_>],
) -> Result<std::result::Result<Option<Plan>, Refusal>> {
    let Some(asked) = &masking.crowd else { return Ok(Ok(None)) };
    let universe = asked.universe.unwrap_or(rows);
    if universe < rows {
        let message = format!(
            "--universe {universe}: the table alone has {rows} rows, and it is a part of the universe"
        );
        return Err(Failure::new(message).with_value(universe.to_string()));
    }
    match Cells::of(asked, universe) {
        Ok(cells) => Ok(Plan::new(cells, parts)?.map(Some)),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Where the masked table goes, or nowhere that stays.
fn reserve(task: &MaskTask) -> Result<Output> {
    let inputs: Vec<&Location> = task.inputs.iter().collect();
    match &task.output {
        Some(location) => Ok(Output::create(location, task.force, &inputs)?),
        None => Ok(Output::create(&Location::Standard, false, &[])?),
    }
}

/// The places of the evidence.
fn dossier(args: &MaskArgs, task: &MaskTask, output: &Output, talk: &Talk) -> Result<Dossier> {
    let inputs = &task.inputs;
    let dossier = Dossier::reserve(&args.evidence, &args.certificate, task.force, inputs, talk)?;
    if dossier.is_wanted() && task.plan {
        let message =
            "--plan publishes nothing that --report, --certificate or --evidence could be about";
        return Err(Failure::new(message));
    }
    dossier.keep_apart(&[output])?;
    Ok(dossier)
}

/// With --strict, refuses columns that are kept and look wrong.
fn heed(task: &MaskTask, table: &Table, warnings: &[String]) -> Result<()> {
    match warnings.first() {
        Some(warning) if task.strict => {
            Err(Failure::new(format!("--strict: {warning}")).in_file(table.name()))
        }
        _ => Ok(()),
    }
}
