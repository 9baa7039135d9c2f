//! `incrowd mask`: gather, plan, mask to one side, count what it shows, put in place, report.

use std::time::Instant;

use incrowd_io::{Location, Output, ReadOptions, Table};
use incrowd_judge::{Marginals, marginals};

use crate::args::MaskArgs;
use crate::failure::{Ending, Failure, Result};
use crate::mask::columns::{Column, Fate, decide, strays};
use crate::mask::gather::{Gathered, Gathering};
use crate::mask::look::{Seen, look};
use crate::mask::plan::{Cells, Part, Plan, Refusal, Way};
use crate::mask::ready::Known;
use crate::mask::shape::Shape;
use crate::mask::values::Values;
use crate::mask::write::write;
use crate::report::mask as report;
use crate::settings::{Action, Masking};
use crate::talk::Talk;

pub fn run(args: &MaskArgs, talk: &Talk) -> Result {
    let start = Instant::now();
    let masking = Masking::new(args)?;
    let Some(location) = &masking.table else { return plan_alone(&masking, talk, start) };
    let output = reserve(&masking)?;
    let table = Table::open(location, &masking.reading.options)?;
    let seen = if masking.safe_harbor {
        look(&table, &masking.reading.nulls, talk)?
    } else {
        vec![Seen::default(); table.columns().len()]
    };
    let columns = decide(&masking, &table, &seen)?;
    let gathering = Gathering::of(&masking, &table, &columns, talk)?;
    if gathering.rows == 0 {
        let message = format!("{}: the table has a header but no rows", table.name());
        return Err(Failure::new(message).in_file(table.name()));
    }
    let mut warnings = gathering.warnings(&columns);
    warnings.extend(strays(&columns, &seen));
    heed(&masking, &table, &warnings)?;
    let shapes: Vec<Shape> = (columns.iter().zip(&gathering.columns))
        .map(|(column, gathered)| Shape::of(&masking, &table, column, gathered))
        .collect::<Result<_>>()?;
    let places: Vec<usize> = masking
        .qi
        .iter()
        .filter_map(|name| columns.iter().position(|column| &column.name == name))
        .filter(|&place| !matches!(columns[place].fate, Fate::Drop))
        .collect();
    let parts: Vec<Part<'_>> = (places.iter())
        .map(|&place| part(&masking, &columns[place], &gathering.columns[place], &shapes[place]))
        .collect();
    let plan = match cells(&masking, gathering.rows)? {
        None => None,
        Some(Err(refusal)) => return report::refuse(&masking, &refusal, talk, start),
        Some(Ok(cells)) => match Plan::new(cells, &parts)? {
            Ok(plan) => Some(plan),
            Err(refusal) => return report::refuse(&masking, &refusal, talk, start),
        },
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
    let found = output.while_syncing(|output| judge(&masking, &columns, &places, output, talk))?;
    warnings.extend(report::cautions(&facts, &masked, &places, found.as_ref()));
    let verified = report::is_as_planned(&facts, &masked, &places, found.as_ref());
    let k = masking.crowd.map_or(0, |crowd| crowd.k);
    let hidden = found.as_ref().is_none_or(|found| found.k.unwrap_or(0) >= k);
    let done = verified && (hidden || !masking.strict);
    if done {
        match masking.output {
            // What flows to a reader cannot be taken back, but can be cut off.
            Some(Location::Standard) => output.commit()?,
            _ => talk.publish(output)?,
        }
    }
    report::tell(&facts, &masked, found.as_ref(), &warnings, (done, verified), talk, start)?;
    Ok(if done { Ending::Done } else { Ending::NotMet })
}

/// Plans for columns of which only the sizes of their domains are known.
fn plan_alone(masking: &Masking, talk: &Talk, start: Instant) -> Result {
    if let Some(name) = masking.weights.keys().find(|name| !known(masking, name)) {
        let message = format!("--weight {name}=..: there is no --domain {name}=..");
        return Err(Failure::new(message).in_column(name));
    }
    let asked = masking.crowd.as_ref().and_then(|crowd| crowd.universe);
    let Some(universe) = asked else {
        return Err(Failure::new(
            "--plan without a table needs --universe: how many people there are",
        ));
    };
    let part = |(name, values): &(String, u64)| {
        let weight = masking.weights.get(name).copied().unwrap_or(1.0);
        let fixed = matches!(masking.actions.get(name), Some(Action::Keep));
        let way = if fixed { Way::Fixed } else { Way::Any };
        (name.clone(), weight, *values, way)
    };
    let parts: Vec<(String, f64, u64, Way<'_>)> = masking.domains.iter().map(part).collect();
    let parts: Vec<Part<'_>> = (parts.iter())
        .map(|(name, weight, values, way)| Part {
            name,
            weight: *weight,
            values: *values,
            way: *way,
        })
        .collect();
    match cells(masking, universe)? {
        None => Err(Failure::new("--plan needs the crowd that is asked for: --k and --beta")),
        Some(Err(refusal)) => report::refuse(masking, &refusal, talk, start),
        Some(Ok(cells)) => match Plan::new(cells, &parts)? {
            Err(refusal) => report::refuse(masking, &refusal, talk, start),
            Ok(plan) => {
                report::plan_alone(masking, &plan, talk, start)?;
                Ok(Ending::Done)
            }
        },
    }
}

fn known(masking: &Masking, name: &str) -> bool {
    masking.domains.iter().any(|(known, _)| known == name)
}

/// Where the masked table goes, or nowhere that stays.
fn reserve(masking: &Masking) -> Result<Output> {
    let inputs: Vec<&Location> = masking.inputs.iter().collect();
    match &masking.output {
        Some(location) => Ok(Output::create(location, masking.force, &inputs)?),
        None => Ok(Output::create(&Location::Standard, false, &[])?),
    }
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

/// The cells for the crowd, if one is asked for.
fn cells(masking: &Masking, rows: u64) -> Result<Option<std::result::Result<Cells, Refusal>>> {
    let Some(asked) = &masking.crowd else { return Ok(None) };
    let universe = asked.universe.unwrap_or(rows);
    if universe < rows {
        let message = format!(
            "--universe {universe}: the table alone has {rows} rows, and it is a part of the universe"
        );
        return Err(Failure::new(message).with_value(universe.to_string()));
    }
    Cells::of(asked, universe).map(Some)
}

/// A quasi-identifier's part in the budget.
fn part<'a>(
    masking: &Masking,
    column: &'a Column,
    gathered: &Gathered,
    shape: &'a Shape,
) -> Part<'a> {
    let domain = masking.domains.iter().find(|(name, _)| *name == column.name);
    let before = gathered.before.as_ref().map_or(1, Values::distinct);
    let before = domain.map_or(before, |(_, values)| *values);
    let (values, way) = match (&column.fate, shape) {
        (Fate::Numbers(_, Some(values)), _) => (*values, Way::Fixed),
        (Fate::Level(Some(level), _), Shape::Level(levels)) => {
            (levels.values[(*level).min(levels.hierarchy.height())], Way::Fixed)
        }
        (_, Shape::Numbers(..)) => (before, Way::Any),
        (_, Shape::Level(levels)) => (levels.values[0], Way::Level(&levels.values)),
        (_, Shape::Cells) => (gathered.after.as_ref().map_or(before, Values::distinct), Way::Fixed),
    };
    let weight = masking.weights.get(&column.name).copied().unwrap_or(1.0);
    Part { name: &column.name, weight, values, way }
}

/// Per column: the values that it may keep, if there is a limit.
fn budgets(columns: &[Column], places: &[usize], plan: Option<&Plan>) -> Vec<Option<u64>> {
    let budget = |(place, column): (usize, &Column)| match &column.fate {
        Fate::Numbers(_, Some(values)) => Some(*values),
        _ => {
            let part = places.iter().position(|&other| other == place)?;
            plan.map(|plan| plan.budgets[part])
        }
    };
    columns.iter().enumerate().map(budget).collect()
}

/// What the masked table shows, counted from its bytes; nothing without quasi-identifiers.
fn judge(
    masking: &Masking,
    columns: &[Column],
    places: &[usize],
    output: &Output,
    talk: &Talk,
) -> Result<Option<Marginals>> {
    if places.is_empty() {
        return Ok(None);
    }
    let _step = talk.step("judging", None);
    let delimiter = masking.reading.options.delimiter;
    let table = Table::reopen(output, &ReadOptions { delimiter, ..ReadOptions::default() })?;
    let names: Vec<&str> = places.iter().map(|&place| columns[place].name.as_str()).collect();
    Ok(Some(marginals(&table, &names, talk.threads)?))
}
