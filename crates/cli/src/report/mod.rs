//! What a command found, in words and as JSON.

pub mod anatomy;
pub mod attack;
pub mod check;
pub mod delta;
pub mod grid;
pub mod harbor;
pub mod mask;
pub mod release;
pub mod scan;

use std::time::Instant;

use incrowd::Plan;
use serde_json::{Value, json};

/// What every answer about a release holds that no lattice was searched for.
pub fn frame(plan: &Plan, start: Instant) -> Value {
    json!({
        "algorithm": plan.method.algorithm.name(),
        "recoding": plan.method.recoding().name(),
        "classes": null,
        "cost": { "loss": null, "discernibility": null, "average_class": null },
        "lower_bound": null,
        "guarantees": [],
        "search": { "nodes": 0, "checked": 0 },
        "warnings": [],
        "seconds": start.elapsed().as_secs_f64(),
        "output": null,
        "verified": false,
    })
}
