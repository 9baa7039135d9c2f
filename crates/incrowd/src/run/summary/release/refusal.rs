//! That there is no release, and what there could be.

use std::time::Instant;

use crate::Study;
use incrowd_core::search::{Nearest, Outcome, Search};
use incrowd_core::terms::{Crowd, Demand, Fraction, Guarantee};
use incrowd_io::Location;
use serde_json::{Value, json};

use crate::failure::Result;
use crate::request::ReleaseRequest;
use crate::run::Context;

/// Tells that no release meets the demands, or that none was found, and which demands one would;
/// and the same for machines.
pub fn refuse(
    task: &ReleaseRequest,
    study: &Study,
    (search, outcome): (&Search<'_>, &Outcome),
    context: &Context,
    start: Instant,
) -> Result<(Value, Vec<Guarantee>)> {
    let nearest = study.nearest(search, &context.work);
    let pairs = || search.demands().iter().zip(&nearest);
    let guarantees: Vec<_> =
        pairs().map(|(demand, near)| unmet(demand, near.demand.as_ref())).collect();
    let near_json = |near: &Nearest| {
        let mut value = nearest_json(near.demand.as_ref()?);
        value["strictest"] = json!(near.strictest);
        Some(value)
    };
    let unmet = pairs().filter(|(demand, near)| near.demand.as_ref() != Some(*demand));
    for (demand, near) in unmet {
        let known = if near.strictest {
            "the nearest that can be met"
        } else {
            "what can be met, though perhaps not the nearest,"
        };
        let hint = match &near.demand {
            Some(near) if near.presence().is_some() && near.crowd() == Crowd::Register => {
                let (rows, people) =
                    (study.encoded.frequency_set.rows(), study.encoded.frequency_set.people());
                format!(
                    "{rows} of {people} people are in the table ({}), and {known} is {near}",
                    Fraction::new(rows, people).plain()
                )
            }
            Some(near) => format!("{known} is {near}"),
            None if near.strictest => "no demand of this kind can be met".to_owned(),
            None => "no demand of this kind was found to be met".to_owned(),
        };
        let none = if outcome.proven { "no release has" } else { "no release was found that has" };
        context.complain(&format!("{none} {demand}: {hint}"));
    }
    if let Some(remark) = &outcome.remark {
        context.complain(remark);
    }
    if outcome.cut_short {
        context
            .complain("the search was stopped before any release was found; nothing was written");
    }
    let tally = &study.encoded.frequency_set;
    let mut document = json!({
        "algorithm": search.method().algorithm.name(),
        "recoding": search.method().recoding().name(),
        "guarantees": guarantees,
        "nearest": nearest.iter().filter_map(near_json).collect::<Vec<_>>(),
        "search": { "nodes": super::size(outcome), "checked": outcome.checked, "proven": outcome.proven },
        "warnings": study.warnings,
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    });
    if tally.people() > 0 {
        document["members"] = json!(tally.rows());
        document["people"] = json!(tally.people());
    }
    if task.output != Some(Location::Standard) {
        let summary: Vec<String> = nearest
            .iter()
            .filter_map(|near| near.demand.as_ref())
            .map(ToString::to_string)
            .collect();
        context.print(&format!(
            "Nothing published. Nearest demands that could be met: {}\n",
            summary.join("; ")
        ));
    }
    Ok((document, guarantees))
}

/// A demand that could be met, for machines: its figures are such that they can be demanded.
pub fn nearest_json(demand: &Demand) -> Value {
    let mut value = json!({ "model": demand.model(), "demanded": demand.demanded_exactly() });
    if let Some(column) = demand.column() {
        value["column"] = json!(column);
    }
    value
}

/// A demand that no release meets, beside the nearest that one does.
pub fn unmet(demand: &Demand, nearest: Option<&Demand>) -> Guarantee {
    let measured = nearest.map_or(Value::Null, |demand| demand.demanded());
    Guarantee::on(demand, measured, nearest == Some(demand))
}
