//! What a release by Anatomy is, and what the judge says of it.

use std::time::Instant;

use crate::{Plan, Study, Verdict};
use incrowd_core::anatomy::{TooFrequent, nearest, size_for};
use incrowd_core::search::Outcome;
use incrowd_core::terms::{Demand, Fraction, Guarantee};
use serde_json::{Value, json};

use crate::failure::Result;
use crate::run::Context;
use crate::run::style::{FAINT, STRONG};

use super::check::{learned, short, verdict};
use super::release::nearest_json;
use super::{frame, ordered, place, readings, remarks, spellings};

/// A release that was judged.
pub struct Told<'a> {
    /// Where the two tables are, if they are anywhere.
    pub outputs: [Option<String>; 2],
    pub verdict: &'a Verdict,
    /// What the quasi-identifiers lost.
    pub loss: Option<f64>,
    /// The cost that was to be small, if ranges were searched for.
    pub cost: Option<f64>,
    /// The search for ranges of them, if demands asked for any.
    pub outcome: Option<&'a Outcome>,
}

/// The answer for machines.
pub fn document(plan: &Plan, study: &Study, told: &Told<'_>, start: Instant) -> Value {
    let Told { outputs, verdict, loss, outcome, .. } = told;
    let Verdict { findings, written, .. } = verdict;
    let mut document = frame(plan, start);
    document["rows"] = json!({ "input": written.rows, "published": written.rows, "suppressed": 0 });
    document["classes"] = json!(findings.classes);
    document["cost"]["loss"] = json!(loss);
    if let Some(outcome) = outcome {
        document["lower_bound"] = json!(
            outcome.lower_bound.map(|loss| json!({ "loss": loss, "of": outcome.family.name() }))
        );
        document["search"] = json!({ "nodes": outcome.checked, "checked": outcome.checked });
    }
    document["guarantees"] = json!(findings.guarantees);
    let mut measured = json!(findings);
    document["learned"] = measured["learned"].take();
    if let Some(merged) = measured.get_mut("merged") {
        document["merged"] = merged.take();
    }
    document["warnings"] = json!(warnings(plan, study, told));
    document["output"] = json!(outputs[0]);
    document["secrets"] = json!(outputs[1]);
    document["verified"] = json!(verdict.holds());
    document
}

/// Tells of a release that was judged.
pub fn tell(
    plan: &Plan,
    study: &Study,
    told: &Told<'_>,
    document: &Value,
    context: &Context,
) -> Result<()> {
    let Told { outputs, verdict: judgement, loss, outcome, .. } = told;
    let Verdict { findings, written, .. } = judgement;
    let warnings = warnings(plan, study, told);
    warnings[study.warnings.len()..].iter().for_each(|warning| context.warn(warning));
    spellings(&judgement.findings).iter().for_each(|line| context.warn(line));
    context.document(document.clone());
    let places = match outputs {
        [Some(table), Some(secrets)] => {
            Some(format!("{STRONG}{table}{STRONG:#} and {STRONG}{secrets}{STRONG:#}"))
        }
        _ => None,
    };
    let place = place(places, judgement);
    let mut text =
        format!("{place}: {} rows, their secrets in {} groups\n\n", written.rows, findings.classes);
    for (demand, guarantee) in plan.demands.iter().zip(&findings.guarantees) {
        text += &verdict(demand, guarantee);
        text += &format!("  {FAINT}against {}{FAINT:#}\n", demand.against());
    }
    text += &learned(&findings.learned, findings.presence.is_some());
    if let Some(loss) = loss.filter(|_| outcome.is_some()) {
        text += &format!("\nloss of the quasi-identifiers {}\n", short(loss));
    }
    context.print(&text);
    Ok(())
}

fn warnings(plan: &Plan, study: &Study, told: &Told<'_>) -> Vec<String> {
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

/// Says which secret is too frequent, and what could be demanded instead; and the same for machines.
pub fn refuse(
    plan: &Plan,
    study: &Study,
    size: u64,
    refusal: TooFrequent,
    context: &Context,
    start: Instant,
) -> Result<(Value, Vec<Guarantee>)> {
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
    let mut document = frame(plan, start);
    let measured = json!(Fraction::new(study.encoded.frequency_set.rows(), rows).to_f64());
    let unmet = |demand: &Demand| {
        let holds = size_for(demand).is_some_and(|size| size <= most);
        Guarantee::on(demand, measured.clone(), holds)
    };
    let guarantees: Vec<Guarantee> = plan.demands.iter().map(unmet).collect();
    document["guarantees"] = json!(guarantees);
    document["nearest"] = nearest.iter().map(nearest_json).collect();
    context.print(&format!("Nothing published: {near}\n"));
    Ok((document, guarantees))
}
