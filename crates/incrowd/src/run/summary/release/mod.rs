//! What a release is, why, and what the judge says of it.

mod refusal;
mod text;

use std::time::Instant;

use crate::release::GROUP;
use crate::{Order, Release, Verdict};
use incrowd_core::audit::Audit;
use incrowd_core::cost::{Cost, Over};
use incrowd_core::search::lattice::{Evaluation, MinimalNodes, Node};
use incrowd_core::search::{Effort, Found, Outcome};
use incrowd_io::Location;
use serde_json::{Map, Value, json};

use crate::failure::Result;
use crate::request::ReleaseRequest;
use crate::run::Context;

use super::{object, ordered, readings, remarks, spellings};

pub use refusal::{nearest_json, refuse, unmet};

/// A release that was judged.
pub struct Judged<'a> {
    pub task: &'a ReleaseRequest,
    pub release: &'a Release<'a>,
    pub verdict: &'a Verdict,
    pub audit: Option<Audit>,
}

impl Judged<'_> {
    /// The cost of the release, by any measure.
    fn cost(&self, cost: Cost) -> Option<f64> {
        self.release.outcome.cost(cost)
    }
}

/// The answer for machines.
pub fn document(judged: &Judged<'_>, start: Instant) -> Value {
    let mut document = json(judged, start);
    if let Some(audit) = judged.audit {
        let (min, max) = audit.presence;
        document["audit"] = json!({
            "samples": audit.samples,
            "reproduced": audit.reproduced,
            "interval": audit.interval().map(|(low, high)| [low, high]),
            "presence": { "min": min.to_string(), "max": max.to_string() },
        });
    }
    document
}

/// Tells of a release that was judged.
pub fn tell(
    judged: &Judged<'_>,
    document: &Value,
    context: &Context,
    start: Instant,
) -> Result<()> {
    let Judged { task, release, verdict, audit } = judged;
    for warning in &warnings(judged)[release.study.warnings.len()..] {
        context.warn(warning);
    }
    spellings(&verdict.findings).iter().for_each(|line| context.warn(line));
    context.document(document.clone());
    if task.output != Some(Location::Standard) || task.dry_run {
        let mut text = text::text(judged, start);
        if let Some(audit) = audit {
            text += &text::audited(*audit, release.outcome.cut_short);
        }
        context.print(&text);
    }
    object(verdict, context);
    Ok(())
}

fn warnings(judged: &Judged<'_>) -> Vec<String> {
    let Judged { task, release, verdict, .. } = judged;
    let (plan, written) = (&task.plan, &verdict.written);
    let mut warnings = release.study.warnings.clone();
    warnings.extend(release.study.remarks.clone());
    warnings.extend(readings(&verdict.findings));
    warnings.extend(remarks(&release.outcome, judged.cost(plan.method.cost)));
    let hides_presence = plan.demands.iter().any(|demand| demand.presence().is_some());
    if hides_presence && written.suppressed > 0 {
        let message = "rows were suppressed: whoever knows that learns of people whom no published class matches \
                       that their class was empty or too full";
        warnings.push(message.to_owned());
    }
    warnings.extend(verdict.ordered.iter().filter(|column| column.published).map(ordered));
    let method = plan.method;
    if method.deal {
        let message = "nobody outside knows a person's group: whoever knows the quasi-identifiers sees the groups of \
                       a class together. To them the window bound is promised: no interval as wide as what counts as \
                       near holds more than the demanded part of a class; a guess plus or minus that much is not \
                       bounded";
        warnings.push(message.to_owned());
    }
    if hides_presence && method.algorithm.name() == "guided" && method.effort == Effort::Fast {
        let message =
            "--effort fast tries no tighter deltas: a looser one may cost more than a tighter one";
        warnings.push(message.to_owned());
    }
    let total = written.rows + written.suppressed;
    if written.suppressed * 2 > total {
        warnings.push(format!(
            "{} of {total} rows are suppressed: little of the table is left",
            written.suppressed
        ));
    }
    warnings
}

fn levels(task: &ReleaseRequest, node: &Node) -> Map<String, Value> {
    node.by_column(&task.plan.qi)
}

/// All minimal nodes, the cheapest first.
fn minimal_nodes(task: &ReleaseRequest, minimal: &MinimalNodes) -> Value {
    let node = |(node, found): &(Node, Evaluation)| {
        json!({
            "levels": levels(task, node),
            "cost": finite(found.cost),
            "suppressed": found.suppressed,
            "classes": found.classes,
        })
    };
    json!({
        "nodes": minimal.nodes.iter().map(node).collect::<Vec<_>>(),
        "checked": minimal.checked,
        "complete": minimal.finished,
    })
}

/// The nodes of the lattice: a whole number, as far as JSON's readers can hold one.
fn size(outcome: &Outcome) -> Value {
    u64::try_from(outcome.nodes).map_or_else(|_| json!(outcome.nodes as f64), |nodes| json!(nodes))
}

/// A number, or null where there is none.
fn finite(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::Null, |value| json!(value))
}

fn json(judged: &Judged<'_>, start: Instant) -> Value {
    let Judged { task, release, verdict, .. } = judged;
    let Release { outcome, found, .. } = release;
    let Verdict { findings, written, .. } = verdict;
    let (plan, verified) = (&task.plan, verdict.holds());
    let bound = outcome.lower_bound.filter(|_| plan.method.cost == Cost::LOSS);
    let output =
        task.output.as_ref().filter(|_| verified && !task.dry_run).map(ToString::to_string);
    let mut document = json!({
        "algorithm": plan.method.algorithm.name(),
        "recoding": plan.method.recoding().name(),
        "rows": {
            "input": written.rows + written.suppressed,
            "published": written.rows,
            "suppressed": written.suppressed,
        },
        "levels": null,
        "classes": findings.classes,
        "cost": {
            "loss": finite(judged.cost(Cost::LOSS)),
            "discernibility": finite(judged.cost(Cost::DISCERNIBILITY)),
            "average_class": finite(judged.cost(Cost::AVERAGE_CLASS)),
            "minimised": {
                "name": plan.method.cost.name,
                "value": finite(judged.cost(plan.method.cost)),
                "over": match plan.method.over {
                    Over::Members => "members",
                    Over::People => "public",
                },
            },
        },
        "lower_bound": bound.map(|loss| json!({ "loss": finite(Some(loss)), "of": outcome.family.name() })),
        "guarantees": findings.guarantees,
        "search": { "nodes": size(outcome), "checked": outcome.checked, "proven": outcome.proven },
        "warnings": warnings(judged),
        "seconds": start.elapsed().as_secs_f64(),
        "output": output,
        "verified": verified,
    });
    if plan.order == Order::Input {
        document["ordered"] = json!(verdict.ordered);
    }
    if let Some(k) = outcome.smallest_k {
        document["smallest_k"] = json!(k);
    }
    if let Some(minimal) = &outcome.minimal {
        document["minimal"] = minimal_nodes(task, minimal);
    }
    if plan.method.deal {
        document["group"] = json!(GROUP);
    }
    let mut findings = json!(findings);
    document["learned"] = findings["learned"].take();
    if let Some(merged) = findings.get_mut("merged") {
        document["merged"] = merged.take();
    }
    match found {
        Found::Node(node) => document["levels"] = Value::Object(levels(task, node)),
        Found::Boxes(_) => drop(document.as_object_mut().map(|map| map.shift_remove("levels"))),
    }
    document
}
