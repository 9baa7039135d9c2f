//! What masking did.

mod cautions;
mod line;
mod words;

use std::time::Instant;

use incrowd::masking::allotment::{Allotment, Cells, NoPlan, Part};
use incrowd::masking::cell::Cell;
use incrowd::masking::columns::{Column, Course};
use incrowd::masking::gather::Gathering;
use incrowd::masking::judged::Judged;
use incrowd::masking::masked::Masked;
use incrowd_io::Location;
use serde_json::{Value, json};

use crate::failure::{Ending, Result};
use crate::report::harbor::{self, Found};
use crate::settings::MaskTask;
use crate::talk::Talk;

use line::{Line, lines};

pub use cautions::cautions;

/// Everything that is known before a table is masked.
pub struct Facts<'a> {
    pub task: &'a MaskTask,
    pub columns: &'a [Column],
    pub gathering: &'a Gathering,
    /// Per column: the values that it may keep.
    pub budgets: &'a [Option<u64>],
    pub plan: Option<&'a Allotment>,
}

impl<'a> Facts<'a> {
    /// The names of the columns that are dropped.
    fn dropped(&self) -> Vec<&'a str> {
        let dropped = self.columns.iter().filter(|column| matches!(column.course, Course::Drop));
        dropped.map(|column| column.name.as_str()).collect()
    }

    /// The columns that safe harbor has a say in, and what became of them.
    fn recognised(&self) -> Vec<Found<'a>> {
        let columns = self.columns.iter().filter_map(|column| Some((column, column.evidence?)));
        let found = |(column, evidence): (&'a Column, _)| Found {
            name: &column.name,
            evidence,
            done: Some(course(column)),
        };
        columns.map(found).collect()
    }
}

/// What becomes of a column, in words.
fn course(column: &Column) -> String {
    match &column.course {
        Course::Drop => "dropped".into(),
        Course::Cell(cell) => cell.describe(),
        Course::Numbers(grouping, _) => grouping.name().into(),
        Course::Level(..) => "level".into(),
        Course::Budget => "within the budget".into(),
    }
}

/// Whether a column is published as it is.
fn stays(column: &Column) -> bool {
    matches!(column.course, Course::Cell(Cell::Keep))
}

/// What follows from the plan, whatever the table.
fn promise(cells: &Cells) -> Value {
    json!({
        "k": cells.k,
        "beta": cells.beta.to_f64(),
        "universe": cells.universe,
        "form": cells.form.name(),
        "failure": cells.failure(),
    })
}

fn no_joint() -> Value {
    json!({ "k": null, "classes": null })
}

fn planned(facts: &Facts<'_>, lines: &[Line<'_>], warnings: &[String], start: Instant) -> Value {
    let mut document = json!({
        "cells": facts.plan.map(|plan| plan.cells.count),
        "promise": facts.plan.map(|plan| promise(&plan.cells)),
        "rows": facts.gathering.rows,
        "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
        "dropped": facts.dropped(),
        "joint": no_joint(),
        "guarantees": [],
        "warnings": warnings,
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    });
    if facts.task.masking.safe_harbor {
        document["safe_harbor"] = harbor::json(&facts.recognised());
    }
    document
}

/// The plan for a table.
pub fn plan(facts: &Facts<'_>, warnings: &[String], talk: &Talk, start: Instant) -> Result<()> {
    let lines = lines(facts, &[], None);
    if talk.json {
        return talk.document(&planned(facts, &lines, warnings, start));
    }
    talk.print(&words::plan(facts.plan, &lines))?;
    warnings.iter().for_each(|warning| talk.warn(warning));
    Ok(())
}

/// The plan for columns of which only the sizes are known.
pub fn plan_alone(parts: &[Part<'_>], plan: &Allotment, talk: &Talk, start: Instant) -> Result<()> {
    let lines: Vec<Line<'_>> = (parts.iter().zip(&plan.budgets))
        .map(|(part, &budget)| Line::planned(part.name, part.values, budget))
        .collect();
    if talk.json {
        return talk.document(&json!({
            "cells": plan.cells.count,
            "promise": promise(&plan.cells),
            "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
            "joint": no_joint(),
            "warnings": plan.warnings,
            "seconds": start.elapsed().as_secs_f64(),
        }));
    }
    talk.print(&words::plan(Some(plan), &lines))?;
    plan.warnings.iter().for_each(|warning| talk.warn(warning));
    Ok(())
}

/// There is no plan: exit status 1.
pub fn refuse(refusal: &NoPlan, talk: &Talk, start: Instant) -> Result {
    talk.complain(&match refusal.nearest {
        Some(k) => format!("{}; nearest: --k {k}", refusal.sentence),
        None => refusal.sentence.clone(),
    });
    if talk.json {
        talk.document(&json!({
            "cells": refusal.cells,
            "columns": [],
            "joint": no_joint(),
            "guarantees": [],
            "warnings": [refusal.sentence],
            "nearest": refusal.nearest.map(|k| json!({ "k": k })),
            "seconds": start.elapsed().as_secs_f64(),
            "output": null,
            "verified": false,
        }))?;
    }
    Ok(Ending::NotMet)
}

/// A table that was masked and read again.
pub struct Outcome<'a> {
    pub masked: &'a [Option<Masked>],
    pub judged: &'a Judged,
    /// Whether it is published.
    pub done: bool,
    /// Whether it shows what was planned.
    pub verified: bool,
}

impl Outcome<'_> {
    /// Where it is, if it is anywhere.
    fn place(&self, facts: &Facts<'_>) -> Option<String> {
        facts.task.output.as_ref().filter(|_| self.done).map(ToString::to_string)
    }
}

/// The answer for machines.
pub fn document(
    facts: &Facts<'_>,
    outcome: &Outcome<'_>,
    warnings: &[String],
    start: Instant,
) -> Value {
    let Outcome { masked, judged, done, verified } = outcome;
    let lines = lines(facts, masked, Some(judged));
    let mut document = planned(facts, &lines, warnings, start);
    if let Some(k) = judged.k() {
        document["joint"] = json!({ "k": k, "classes": judged.found.classes });
    }
    if let (Some(crowd), Some(k)) = (facts.task.masking.crowd, judged.k()) {
        document["guarantees"] = json!([{
            "model": "joint k",
            "demanded": crowd.k,
            "measured": k,
            "holds": k >= crowd.k,
        }]);
        if !done {
            document["nearest"] = json!({ "k": k });
        }
    }
    document["output"] = json!(outcome.place(facts));
    document["verified"] = json!(verified);
    document
}

/// The outcome.
pub fn tell(
    facts: &Facts<'_>,
    outcome: &Outcome<'_>,
    document: &Value,
    warnings: &[String],
    talk: &Talk,
) -> Result<()> {
    let Outcome { masked, judged, done, verified } = outcome;
    let lines = lines(facts, masked, Some(judged));
    let output = outcome.place(facts);
    if talk.json {
        talk.document(document)?;
    } else if facts.task.output != Some(Location::Standard) {
        talk.print(&words::outcome(facts, &lines, judged, output.as_deref()))?;
    }
    warnings.iter().for_each(|warning| talk.warn(warning));
    if !verified {
        talk.complain("the masked table does not show what was planned: nothing was published");
    } else if !done {
        let k = judged.k().unwrap_or(0);
        talk.complain(&format!(
            "--strict: the rarest combination has {k} rows, fewer than --k: nothing was published"
        ));
    }
    Ok(())
}
