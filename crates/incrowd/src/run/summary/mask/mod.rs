//! What masking did.

mod cautions;
mod line;
mod words;

use std::time::Instant;

use crate::masking::{Allotment, Cell, Cells, Coarsening, Column, Course, Judged, NoPlan};
use incrowd_core::terms::{OverallVerdict, Risk};
use incrowd_io::Location;
use serde_json::{Value, json};

use crate::request::MaskRequest;
use crate::run::Context;
use crate::run::summary::harbor::{self, Found};
use crate::run::{Ending, Result};

use line::{Line, lines};

pub use cautions::cautions;

/// Everything that is known before a table is masked.
pub struct Facts<'a> {
    pub task: &'a MaskRequest,
    pub coarsening: &'a Coarsening<'a>,
}

impl<'a> Facts<'a> {
    /// The cells that may be published, if a crowd is asked for.
    fn cells(&self) -> Option<&'a Cells> {
        self.coarsening.allotment.as_ref().map(|allotment| &allotment.cells)
    }

    fn columns(&self) -> &'a [Column] {
        &self.coarsening.gathering.columns
    }

    /// The names of the columns that are dropped.
    fn dropped(&self) -> Vec<&'a str> {
        let dropped = self.columns().iter().filter(|column| matches!(column.course, Course::Drop));
        dropped.map(|column| column.name.as_str()).collect()
    }

    /// The columns that safe harbor has a say in, and what became of them.
    fn recognised(&self) -> Vec<Found<'a>> {
        let columns = self.columns().iter().filter_map(|column| Some((column, column.evidence?)));
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
        "cells": facts.cells().map(|cells| cells.count),
        "promise": facts.cells().map(promise),
        "rows": facts.coarsening.gathering.rows,
        "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
        "verdict": null,
        "risks": [],
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
pub fn plan(facts: &Facts<'_>, context: &Context, start: Instant) -> Result {
    let (lines, warnings) = (lines(facts, None), &facts.coarsening.warnings);
    context.document(planned(facts, &lines, warnings, start));
    context.print(&words::plan(facts.cells(), &lines));
    warnings.iter().for_each(|warning| context.warn(warning));
    Ok(Ending::Done)
}

/// The plan for columns of which only the sizes are known.
pub fn plan_alone(allotment: &Allotment, context: &Context, start: Instant) -> Result {
    let Allotment { cells, portions, warnings } = allotment;
    let lines: Vec<Line<'_>> = portions.iter().map(Line::planned).collect();
    context.document(json!({
        "cells": cells.count,
        "promise": promise(cells),
        "columns": lines.iter().map(Line::to_json).collect::<Vec<_>>(),
        "joint": no_joint(),
        "warnings": warnings,
        "seconds": start.elapsed().as_secs_f64(),
    }));
    context.print(&words::plan(Some(cells), &lines));
    warnings.iter().for_each(|warning| context.warn(warning));
    Ok(Ending::Done)
}

/// There is no plan: exit status 1.
pub fn refuse(no_plan: &NoPlan, context: &Context, start: Instant) -> Result {
    context.complain(&match no_plan.nearest {
        Some(k) => format!("{}; nearest: --k {k}", no_plan.sentence),
        None => no_plan.sentence.clone(),
    });
    context.document(json!({
            "cells": no_plan.cells,
            "columns": [],
            "joint": no_joint(),
            "guarantees": [],
            "verdict": OverallVerdict::Fails,
            "risks": [],
            "warnings": [no_plan.sentence],
            "nearest": no_plan.nearest.map(|k| json!({ "k": k })),
            "seconds": start.elapsed().as_secs_f64(),
            "output": null,
            "verified": false,
    }));
    Ok(Ending::NotMet)
}

/// A table that was masked and read again.
pub struct Outcome<'a> {
    pub judged: &'a Judged,
    /// Whether it is published.
    pub done: bool,
    /// A crowd that the table does have, where it was refused for the one that was asked for.
    pub nearest: Option<u64>,
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
    let Outcome { judged, done, .. } = outcome;
    let lines = lines(facts, Some(judged));
    let mut document = planned(facts, &lines, warnings, start);
    if let Some(k) = judged.k() {
        document["joint"] = json!({ "k": k, "classes": judged.found.classes });
    }
    if let (Some(cells), Some(_)) = (facts.cells(), judged.k()) {
        let share = judged.least_share();
        document["promise"]["least_share"] = json!(share);
        document["promise"]["least_share_failure"] = json!(cells.failure_of(share));
    }
    let risks = risks(facts, judged);
    document["verdict"] = json!(badge(facts, judged, &risks));
    document["risks"] = json!(risks);
    if let (Some(crowd), Some(k)) = (facts.task.masking.crowd, judged.k()) {
        // Without --strict a smaller joint k is a risk, and nothing that was demanded.
        if judged.hidden || facts.task.strict {
            document["guarantees"] = json!([{
                "model": "joint k",
                "demanded": crowd.k,
                "measured": k,
                "holds": judged.hidden,
            }]);
        }
        if !done {
            document["nearest"] = json!(outcome.nearest.map(|k| json!({ "k": k })));
        }
    }
    document["output"] = json!(outcome.place(facts));
    document["verified"] = json!(judged.as_planned);
    document
}

/// The risks of the masked table: none where no crowd is asked for.
pub fn risks(facts: &Facts<'_>, judged: &Judged) -> Vec<Risk> {
    let name = |&place: &usize| facts.columns()[place].name.clone();
    let columns: Vec<String> = facts.coarsening.together.iter().map(name).collect();
    let crowd = facts.task.masking.crowd;
    crowd.map_or_else(Vec::new, |crowd| judged.risks(crowd.k, &columns))
}

/// What plan and risks come to; nothing where no crowd is asked for.
pub fn badge(facts: &Facts<'_>, judged: &Judged, risks: &[Risk]) -> Option<OverallVerdict> {
    facts.task.masking.crowd.map(|_| OverallVerdict::of(judged.as_planned, risks))
}

/// The outcome.
pub fn tell(
    facts: &Facts<'_>,
    outcome: &Outcome<'_>,
    document: &Value,
    warnings: &[String],
    context: &Context,
) -> Result<()> {
    let Outcome { judged, done, nearest } = outcome;
    let lines = lines(facts, Some(judged));
    let output = outcome.place(facts);
    context.document(document.clone());
    if facts.task.output != Some(Location::Standard) {
        context.print(&words::outcome(facts, &lines, judged, output.as_deref()));
    }
    warnings.iter().for_each(|warning| context.warn(warning));
    if !judged.as_planned {
        context.complain("the masked table does not show what was planned: nothing was published");
    } else if !done {
        let k = judged.k().unwrap_or(0);
        let cure = nearest.map_or_else(String::new, |k| format!("; nearest: --k {k}"));
        context.complain(&format!(
            "--strict: the rarest combination has {k} rows, fewer than --k: nothing was published{cure}"
        ));
    }
    Ok(())
}
