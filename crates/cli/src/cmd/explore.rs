//! `incrowd release --explore k=2,5,10,20`: what each demand would cost, without publishing.

use std::fmt::Write;
use std::time::Instant;

use incrowd::cost::Cost;
use serde_json::{Value, json};

use crate::failure::{Ending, Failure, Result};
use crate::release::{Search, watch};
use crate::settings::{Explore, Plan};
use crate::study::Study;
use crate::talk::{FAINT, STRONG, Talk};

pub fn run(plan: &Plan, explore: &Explore, study: &Study, talk: &Talk, start: Instant) -> Result {
    let mut rows: Vec<Value> = Vec::new();
    for (value, (demands, suppression)) in explore.values.iter().zip(&explore.variants) {
        let search = Search::new(plan, study, demands, *suppression)?;
        let outcome = search.run(plan.cost, &watch(plan, talk), talk);
        if talk.watch.is_cancelled() {
            return Err(Failure::new("interrupted before all demands were explored"));
        }
        rows.push(match &outcome.best {
            None => json!({ &explore.name: value, "possible": false, "proven": outcome.proven }),
            Some((node, found)) => json!({
                &explore.name: value,
                "possible": true,
                "proven": outcome.proven,
                "loss": search.cost_of(node, Cost::Loss),
                "cost": found.cost,
                "suppressed": found.suppressed,
                "classes": found.classes,
                "levels": plan.qi.iter().zip(&node.0).map(|(c, l)| (c.clone(), json!(l))).collect::<serde_json::Map<_, _>>(),
            }),
        });
    }
    if talk.json {
        talk.document(&json!({
            "explore": explore.name,
            "cost": plan.cost.name(),
            "rows": study.tally.rows(),
            "table": rows,
            "seconds": start.elapsed().as_secs_f64(),
        }))?;
    } else {
        talk.print(&table(plan, explore, &rows))?;
    }
    Ok(Ending::Done)
}

fn table(plan: &Plan, explore: &Explore, rows: &[Value]) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{STRONG}{:>9}  {:>8}  {:>10}  {:>8}  levels ({}){STRONG:#}",
        explore.name,
        "loss",
        "suppressed",
        "classes",
        plan.qi.join(", ")
    );
    for (value, row) in explore.values.iter().zip(rows) {
        if row["possible"] == json!(false) {
            let _ = writeln!(text, "{value:>9}  {FAINT}no release meets this{FAINT:#}");
            continue;
        }
        let levels: Vec<String> =
            plan.qi.iter().map(|column| row["levels"][column].to_string()).collect();
        let proven = if row["proven"] == json!(true) { "" } else { "  (not proven optimal)" };
        let loss = row["loss"].as_f64().unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "{value:>9}  {loss:>8.6}  {:>10}  {:>8}  {}{proven}",
            row["suppressed"].to_string(),
            row["classes"].to_string(),
            levels.join(" ")
        );
    }
    text
}
