//! What masking did, or would do.

mod cautions;
mod columns;

use std::time::Instant;

use incrowd_core::terms::{OverallVerdict, Risk};
use incrowd_document::{
    DistributionFree, JointClasses, JointGuarantee, MaskColumn, MaskDocument, MaskNearest,
    MaskPromise,
};
use incrowd_io::Location;

use crate::masking::{
    Allotment, CellCount, CellRule, ColumnAction, ColumnPlan, MaskRelease, MaskVerdict, NoBudget,
};
use crate::request::MaskRequest;
use crate::run::Context;

use super::refuse_risks;
use super::safe_harbor::{self, RecognisedColumn};

pub use cautions::cautions;

/// Everything that is known before a table is masked.
pub struct MaskFacts<'a> {
    pub task: &'a MaskRequest,
    pub release: &'a MaskRelease<'a>,
}

impl<'a> MaskFacts<'a> {
    /// The cells that may be published, if a crowd is asked for.
    fn cells(&self) -> Option<&'a CellCount> {
        self.release.allotment.as_ref().map(|allotment| &allotment.cells)
    }

    fn columns(&self) -> &'a [ColumnPlan] {
        &self.release.study.columns
    }

    /// The names of the columns that are dropped.
    fn dropped(&self) -> Vec<String> {
        let dropped =
            self.columns().iter().filter(|column| matches!(column.action, ColumnAction::Drop));
        dropped.map(|column| column.name.clone()).collect()
    }

    /// The columns that safe harbor has a say in, and what became of them.
    fn recognised(&self) -> Vec<RecognisedColumn<'a>> {
        let columns = self.columns().iter().filter_map(|column| Some((column, column.evidence?)));
        let found = |(column, evidence): (&'a ColumnPlan, _)| RecognisedColumn {
            name: &column.name,
            evidence,
            done: Some(action(column)),
        };
        columns.map(found).collect()
    }
}

/// What becomes of a column, in words.
fn action(column: &ColumnPlan) -> String {
    match &column.action {
        ColumnAction::Drop => "dropped".into(),
        ColumnAction::Cell(cell) => cell.describe(),
        ColumnAction::Numbers(grouping, _) => grouping.name().into(),
        ColumnAction::Level(..) => "level".into(),
        ColumnAction::Budget => "within the budget".into(),
    }
}

/// Whether a column is published as it is.
fn stays(column: &ColumnPlan) -> bool {
    matches!(column.action, ColumnAction::Cell(CellRule::Keep))
}

/// What follows from the plan, whatever the table.
fn promise(cells: &CellCount) -> MaskPromise {
    MaskPromise {
        k: cells.k,
        beta: cells.beta.to_f64(),
        universe: cells.universe,
        form: cells.form.name().to_owned(),
        failure: Some(cells.failure()),
        least_share: None,
        least_share_failure: None,
    }
}

fn distribution_free(cells: &CellCount) -> Option<DistributionFree> {
    cells.free.map(|free| DistributionFree { sparse: free.sparse, residual: free.residual })
}

fn planned(
    facts: &MaskFacts<'_>,
    columns: Vec<MaskColumn>,
    warnings: &[String],
    start: Instant,
) -> MaskDocument {
    let asked = facts.task.masking.safe_harbor;
    let found = if asked { facts.recognised() } else { Vec::new() };
    MaskDocument {
        cells: facts.cells().map(|cells| cells.count),
        promise: Some(facts.cells().map(promise)),
        distribution_free: facts.cells().and_then(distribution_free),
        rows: Some(facts.release.study.rows),
        people: facts.release.study.people.as_ref().map(|people| people.count),
        columns,
        verdict: Some(None),
        risks: Some(Vec::new()),
        dropped: Some(facts.dropped()),
        joint: JointClasses::default(),
        linked: None,
        shift: None,
        guarantees: Some(Vec::new()),
        warnings: warnings.to_vec(),
        nearest: None,
        seconds: start.elapsed().as_secs_f64(),
        output: Some(None),
        verified: Some(false),
        safe_harbor: asked.then(|| safe_harbor::rules(&found)),
        safe_harbor_unlisted: safe_harbor::unlisted(&found),
        evidence: None,
        certificate: None,
    }
}

/// The plan for a table.
pub fn plan(facts: &MaskFacts<'_>, start: Instant) -> MaskDocument {
    planned(facts, columns::all(facts, None), &facts.release.warnings, start)
}

/// The plan for columns of which only the sizes are known.
pub fn plan_alone(allotment: &Allotment, start: Instant) -> MaskDocument {
    let Allotment { cells, portions, warnings } = allotment;
    MaskDocument {
        cells: Some(cells.count),
        promise: Some(Some(promise(cells))),
        distribution_free: distribution_free(cells),
        columns: portions.iter().map(columns::planned).collect(),
        warnings: warnings.clone(),
        seconds: start.elapsed().as_secs_f64(),
        ..MaskDocument::default()
    }
}

/// There is no plan.
pub fn refusal(no_plan: &NoBudget, start: Instant) -> MaskDocument {
    MaskDocument {
        cells: no_plan.cells,
        guarantees: Some(Vec::new()),
        verdict: Some(Some(OverallVerdict::Fails)),
        risks: Some(Vec::new()),
        warnings: vec![no_plan.sentence.clone()],
        nearest: Some(no_plan.nearest.map(|k| MaskNearest { k })),
        seconds: start.elapsed().as_secs_f64(),
        output: Some(None),
        verified: Some(false),
        ..MaskDocument::default()
    }
}

/// A table that was masked and read again.
pub struct MaskOutcome<'a> {
    pub judged: &'a MaskVerdict,
    /// What else it tells of people.
    pub risks: &'a [Risk],
    /// Whether it is published.
    pub done: bool,
    /// A crowd that the table does have, where it was refused for the one that was asked for.
    pub nearest: Option<u64>,
}

/// What was masked, without evidence.
pub fn document(
    facts: &MaskFacts<'_>,
    outcome: &MaskOutcome<'_>,
    warnings: &[String],
    start: Instant,
) -> MaskDocument {
    let MaskOutcome { judged, risks, done, nearest } = *outcome;
    let mut document = planned(facts, columns::all(facts, Some(judged)), warnings, start);
    if let Some(k) = judged.k() {
        document.joint = JointClasses { k: Some(k), classes: Some(judged.found.classes) };
        if let (Some(cells), Some(Some(promise))) = (facts.cells(), &mut document.promise) {
            let share = judged.least_share();
            promise.least_share = Some(share);
            promise.least_share_failure = Some(cells.failure_of(share));
        }
    }
    document.linked = judged.linked;
    document.shift = judged.shift().cloned();
    let anonymity = facts.task.masking.anonymity;
    document.verdict = Some(anonymity.map(|_| OverallVerdict::of(judged.as_planned, risks)));
    document.risks = Some(risks.to_vec());
    if let (Some(anonymity), Some(k)) = (anonymity, judged.k()) {
        // Without --strict a smaller joint k is a risk, and nothing that was demanded.
        if judged.hidden || facts.task.strict {
            document.guarantees = Some(vec![JointGuarantee {
                model: "joint k".to_owned(),
                demanded: anonymity.k.into(),
                measured: k.into(),
                holds: judged.hidden,
            }]);
        }
        if !done && !judged.hidden {
            document.nearest = Some(nearest.map(|k| MaskNearest { k }));
        }
    }
    let place = facts.task.output.as_ref().filter(|_| done);
    document.output = Some(place.map(Location::to_string));
    document.verified = Some(judged.as_planned);
    document
}

/// Says that there is no plan.
pub fn object_to_plan(no_plan: &NoBudget, context: &Context) {
    context.complain(&match no_plan.nearest {
        Some(k) => format!("{}; nearest: `k = {k}`", no_plan.sentence),
        None => no_plan.sentence.clone(),
    });
}

/// Says why a masked table is not published.
pub fn object(outcome: &MaskOutcome<'_>, context: &Context) {
    let MaskOutcome { judged, risks, done, nearest } = *outcome;
    if !judged.as_planned {
        let why = judged.discrepancy.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        context.complain(&format!(
            "the masked table does not show what was planned{why}: nothing was published"
        ));
    } else if !done && judged.hidden {
        refuse_risks(risks, context);
    } else if !done {
        let k = judged.k().unwrap_or(0);
        let cure = nearest.map_or_else(String::new, |k| format!("; nearest: `k = {k}`"));
        context.complain(&format!(
            "`strict`: the rarest combination has {k} {}, fewer than `k`: nothing was published{cure}",
            judged.found.noun(k)
        ));
    }
}
