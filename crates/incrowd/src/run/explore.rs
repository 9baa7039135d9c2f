//! `incrowd release --explore k=2,5,10,20`: what each demand would cost, without publishing.

use std::fmt::Write;
use std::time::Instant;

use crate::{Plan, Recoding, Study};
use incrowd_core::cost::Cost;
use incrowd_core::search::{Found, Outcome};
use serde_json::{Value, json};

use crate::request::Explore;
use crate::run::Context;
use crate::run::style::{FAINT, STRONG};
use crate::run::{Ending, Result};

pub fn run(explore: &Explore, study: &Study, context: &Context, start: Instant) -> Result {
    let plan = &study.plan;
    let mut rows: Vec<Value> = Vec::new();
    for (value, (demands, suppression)) in explore.values.iter().zip(&explore.variants) {
        let search = study.search(demands, *suppression)?;
        let outcome = study.run(&search, &context.work);
        rows.push(line(plan, &explore.name, value, &outcome));
    }
    context.print(&table(plan, explore, &rows));
    context.document(json!({
        "explore": explore.name,
        "cost": plan.method.cost.name,
        "rows": study.encoded.frequency_set.rows(),
        "table": rows,
        "seconds": start.elapsed().as_secs_f64(),
    }));
    Ok(Ending::Done)
}

/// One line of the trade-off.
fn line(plan: &Plan, name: &str, value: &str, outcome: &Outcome) -> Value {
    let mut line =
        json!({ name: value, "possible": outcome.found.is_some(), "proven": outcome.proven });
    let Some(found) = &outcome.found else { return line };
    line["loss"] = json!(outcome.cost(Cost::LOSS));
    line["cost"] = json!(outcome.cost(plan.method.cost));
    line["lower_bound"] = json!(outcome.lower_bound.filter(|bound| bound.is_finite()));
    line["lower_bound_of"] = json!(outcome.family.name());
    line["suppressed"] = json!(outcome.figures.as_ref().map(|figures| figures.suppressed));
    line["classes"] = json!(outcome.figures.as_ref().map(|figures| figures.classes));
    if let Found::Node(node) = found {
        line["levels"] = Value::Object(node.by_column(&plan.qi));
    }
    line
}

fn table(plan: &Plan, explore: &Explore, rows: &[Value]) -> String {
    let mut text = String::new();
    let levels = match plan.method.recoding() {
        Recoding::FullDomain => format!("  levels ({})", plan.qi.join(", ")),
        _ => String::new(),
    };
    let _ = writeln!(
        text,
        "{STRONG}{:>12}  {:>8}  {:>10}  {:>8}{levels}{STRONG:#}",
        explore.name, "loss", "suppressed", "classes",
    );
    for (value, row) in explore.values.iter().zip(rows) {
        if row["possible"] == json!(false) {
            let _ = writeln!(text, "{value:>12}  {FAINT}no release meets this{FAINT:#}");
            continue;
        }
        let level = |column: &String| row["levels"].get(column).map(Value::to_string);
        let levels: Vec<String> = plan.qi.iter().filter_map(level).collect();
        let proven = match (row["proven"] == json!(true), row["lower_bound"].as_f64()) {
            (true, _) => String::new(),
            (false, Some(bound)) => {
                let family = row["lower_bound_of"].as_str().unwrap_or("releases");
                format!("(none of the {family} costs less than {bound:.6})")
            }
            (false, None) => "(not proven optimal)".to_owned(),
        };
        let loss = row["loss"].as_f64().unwrap_or(f64::NAN);
        let _ = writeln!(
            text,
            "{value:>12}  {loss:>8.6}  {:>10}  {:>8}  {}{proven}",
            row["suppressed"].to_string(),
            row["classes"].to_string(),
            levels.join(" ")
        );
    }
    text
}
