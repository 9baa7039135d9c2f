//! What a release by Anatomy is, and what the judge says of it.

use std::time::Instant;

use crate::{Plan, Study, Verdict};
use incrowd_core::anatomy::{TooFrequent, nearest, size_for};
use incrowd_core::search::SearchOutcome;
use incrowd_core::terms::{Demand, Fraction, Guarantee};
use incrowd_document::{Costs, LowerBound, ReleaseDocument, RowCounts, SearchEffort};

use crate::run::Context;

use super::{effort, finite, frame, nearest_demand, ordered, people, readings, remarks, spellings};

/// A release that was judged.
pub struct JudgedAnatomy<'a> {
    /// Whether nothing was to be published.
    pub dry_run: bool,
    /// Where the two tables are, if they are anywhere.
    pub outputs: [Option<String>; 2],
    pub verdict: &'a Verdict,
    /// What the quasi-identifiers lost.
    pub loss: Option<f64>,
    /// The cost that was to be small, if ranges were searched for.
    pub cost: Option<f64>,
    /// The search for ranges of them, if demands asked for any.
    pub outcome: Option<&'a SearchOutcome>,
}

/// The document.
pub fn document(
    plan: &Plan,
    study: &Study,
    told: &JudgedAnatomy<'_>,
    start: Instant,
) -> ReleaseDocument {
    let JudgedAnatomy { dry_run, outputs: [output, secrets], verdict, loss, outcome, .. } = told;
    let Verdict { findings, written, .. } = verdict;
    let bound = |outcome: &&SearchOutcome| {
        let of = outcome.family.name().to_owned();
        outcome.lower_bound.map(|loss| LowerBound { loss: finite(Some(loss)), of })
    };
    let search = |outcome: &&SearchOutcome| SearchEffort {
        nodes: outcome.checked.into(),
        proven: None,
        ..effort(outcome)
    };
    ReleaseDocument {
        rows: Some(RowCounts { input: written.rows, published: written.rows, suppressed: 0 }),
        people: people(findings),
        classes: Some(Some(findings.classes)),
        cost: Some(Costs { loss: finite(*loss), ..Costs::default() }),
        lower_bound: Some(outcome.as_ref().and_then(bound)),
        search: outcome.as_ref().map(search).unwrap_or_default(),
        guarantees: findings.guarantees.clone(),
        verdict: verdict.overall(),
        risks: verdict.risks.clone(),
        dry_run: *dry_run,
        learned: Some(findings.learned.clone()),
        presence: findings.presence.clone(),
        merged: Some(findings.merged.clone()).filter(|merged| !merged.is_empty()),
        warnings: warnings(plan, study, told),
        output: output.clone(),
        secrets: Some(secrets.clone()),
        verified: verdict.holds(),
        ..frame(plan, start)
    }
}

/// Says what to be aware of.
pub fn tell(plan: &Plan, study: &Study, told: &JudgedAnatomy<'_>, context: &Context) {
    let warnings = warnings(plan, study, told);
    warnings[study.warnings.len()..].iter().for_each(|warning| context.warn(warning));
    spellings(&told.verdict.findings).iter().for_each(|line| context.warn(line));
}

fn warnings(plan: &Plan, study: &Study, told: &JudgedAnatomy<'_>) -> Vec<String> {
    let mut warnings = study.warnings.clone();
    warnings.extend(study.remarks.clone());
    let given_back = told.verdict.ordered.iter().filter(|column| column.published);
    warnings.extend(given_back.map(ordered));
    warnings.extend(readings(&told.verdict.findings));
    if let Some(outcome) = told.outcome {
        warnings.extend(remarks(outcome, told.cost));
        return warnings;
    }
    warnings.push("quasi-identifiers are published as they are: who is in the table can be recognised, only the secrets are hidden".to_owned());
    if !plan.hierarchies.is_empty() {
        let message = "hierarchies were checked, but no demand asks for anything to be generalized";
        warnings.push(message.to_owned());
    }
    warnings
}

/// Says which value is too frequent, and what could be demanded instead.
pub fn refuse(
    plan: &Plan,
    study: &Study,
    size: u64,
    refusal: TooFrequent,
    context: &Context,
    start: Instant,
) -> ReleaseDocument {
    let TooFrequent { secret, rows, most } = refusal;
    let column = &plan.sensitive[0];
    let secrets = plan.demands.iter().filter(|demand| size_for(demand).is_some());
    let nearest: Vec<Demand> = secrets.filter_map(|demand| nearest(demand, most)).collect();
    let near = match nearest.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "no demand of this kind can be met".to_owned(),
        near => format!("the nearest that can be met is {near}"),
    };
    context.complain(&format!(
        "no groups of {size} different secrets exist: {rows} of {} rows have '{}' in the column '{column}', more than one in {size}; {near}",
        study.encoded.frequency_set.rows(),
        study.encoded.secret_texts(0)[secret as usize],
    ));
    let measured = Fraction::new(study.encoded.frequency_set.rows(), rows).to_f64();
    let unmet = |demand: &Demand| {
        let holds = size_for(demand).is_some_and(|size| size <= most);
        Guarantee::on(demand, measured.into(), holds)
    };
    ReleaseDocument {
        guarantees: plan.demands.iter().map(unmet).collect(),
        nearest: Some(nearest.iter().map(nearest_demand).collect()),
        ..frame(plan, start)
    }
}
