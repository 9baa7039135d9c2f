//! `incrowd mask`: gather, plan, mask to one side, count what it shows, put in place, report.

use std::time::Instant;

use incrowd_io::{Location, Output, Table};

use crate::args::MaskArgs;
use crate::evidence::{Coarsened, Dossier};
use crate::failure::{Ending, Failure, Result};
use crate::mask::columns::{decide, strays};
use crate::mask::gather::Gathering;
use crate::mask::judged::Judged;
use crate::mask::look::{Seen, look};
use crate::mask::parts::{budgets, parts, parts_alone, places};
use crate::mask::plan::{Cells, Part, Plan, Refusal};
use crate::mask::ready::Known;
use crate::mask::shape::Shape;
use crate::mask::write::write;
use crate::report::mask as report;
use crate::settings::Masking;
use crate::talk::Talk;

pub fn run(args: &MaskArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let masking = Masking::new(args)?;
    let Some(location) = &masking.table else { return plan_alone(&masking, talk, start) };
    let output = reserve(&masking)?;
    let dossier = dossier(args, &masking, &output, talk)?;
    let table = Table::open(location, &masking.reading.options)?;
    let seen = if masking.safe_harbor {
        look(&table, &masking.reading.nulls, talk)?
    } else {
        vec![Seen::default(); table.columns().len()]
    };
    let columns = decide(&masking, &table, &seen)?;
    let gathering = Gathering::of(&masking, &table, &columns, talk)?;
    let mut warnings = gathering.warnings(&columns);
    warnings.extend(strays(&columns, &seen));
    heed(&masking, &table, &warnings)?;
    let shapes: Vec<Shape> = (columns.iter().zip(&gathering.columns))
        .map(|(column, gathered)| Shape::of(&masking, &table, column, gathered))
        .collect::<Result<_>>()?;
    let places = places(&masking, &columns);
    let parts = parts(&masking, &columns, &gathering, &shapes, &places)?;
    let plan = match planned(&masking, gathering.rows, &parts)? {
        Ok(plan) => plan,
        Err(refusal) => return report::refuse(&refusal, talk, start),
    };
    let budgets = budgets(&columns, &places, plan.as_ref());
    warnings.extend(plan.iter().flat_map(|plan| plan.warnings.clone()));
    let facts = report::Facts {
        masking: &masking,
        columns: &columns,
        gathering: &gathering,
        budgets: &budgets,
        plan: plan.as_ref(),
    };
    if masking.plan {
        report::plan(&facts, &warnings, talk, start)?;
        return Ok(Ending::Done);
    }
    let known = Known { columns: &columns, gathered: &gathering.columns, shapes: &shapes };
    let mut masked = known.masked(&masking, &table, &budgets, talk)?;
    let output = write(&masking, &table, &mut masked, output, talk)?;
    let judged = output
        .while_syncing(|output| Judged::of(&masking, &columns, &masked, &places, output, talk))?;
    warnings.extend(report::cautions(&facts, &masked, &judged));
    let verified = judged.is_as_planned(&gathering, &masked, &budgets, plan.as_ref());
    let hidden = masking.crowd.is_none_or(|crowd| judged.k().unwrap_or(0) >= crowd.k);
    let done = verified && (hidden || !masking.strict);
    if done && !hidden && dossier.certifies() {
        let message = "no certificate is written: fewer than --k rows share the rarest combination";
        warnings.push(message.to_owned());
    }
    let outcome = report::Outcome { masked: &masked, judged: &judged, done, verified };
    let mut document = report::document(&facts, &outcome, &warnings, start);
    if dossier.is_wanted() {
        let coarsened = Coarsened {
            args,
            masking: &masking,
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
fn reserve(masking: &Masking) -> Result<Output> {
    let inputs: Vec<&Location> = masking.inputs.iter().collect();
    match &masking.output {
        Some(location) => Ok(Output::create(location, masking.force, &inputs)?),
        None => Ok(Output::create(&Location::Standard, false, &[])?),
    }
}

/// The places of the evidence.
fn dossier(args: &MaskArgs, masking: &Masking, output: &Output, talk: &Talk) -> Result<Dossier> {
    let inputs = &masking.inputs;
    let dossier = Dossier::reserve(&args.evidence, &args.certificate, masking.force, inputs, talk)?;
    if dossier.is_wanted() && masking.plan {
        let message =
            "--plan publishes nothing that --report, --certificate or --evidence could be about";
        return Err(Failure::new(message));
    }
    dossier.keep_apart(&[output])?;
    Ok(dossier)
}

/// With --strict, refuses columns that are kept and look wrong.
fn heed(masking: &Masking, table: &Table, warnings: &[String]) -> Result<()> {
    match warnings.first() {
        Some(warning) if masking.strict => {
            Err(Failure::new(format!("--strict: {warning}")).in_file(table.name()))
        }
        _ => Ok(()),
    }
}
