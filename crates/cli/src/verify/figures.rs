//! Every figure of a certificate that can be had from the published file, beside the same one measured
//! now.

use incrowd::terms::{Demand, Guarantee};
use incrowd_judge::{Findings, class_sizes_side_by_side};
use serde_json::{Value, json};

use crate::evidence::{demands, risk};

use super::Figure;

/// What a certificate must promise if it is true to its question.
pub struct Promised<'a> {
    pub qi: &'a [String],
    pub sensitive: &'a [String],
    pub demands: &'a [Demand],
}

/// Compares all that was measured again. `decided` are the places of the demands that were, and `all`
/// says whether nothing was missing.
pub fn compare(
    document: &Value,
    promised: &Promised<'_>,
    decided: &[usize],
    findings: &Findings,
    all: bool,
) -> Vec<Figure> {
    let evidence = &document["evidence"];
    let mut figures = Vec::new();
    let mut compare = |name: &str, certified: &Value, found: Value| {
        let certified = certified.clone();
        figures.push(Figure {
            name: name.to_owned(),
            certified,
            found,
            holds: true,
            is_promise: false,
        });
    };
    let risks = risk(findings);
    for key in ["rows", "classes", "k", "unique_rows", "average_class", "prosecutor", "marketer"] {
        compare(&key.replace('_', " "), &evidence["risk"]["after"][key], risks[key].clone());
    }
    if all {
        compare(
            "journalist",
            &evidence["risk"]["after"]["journalist"],
            risks["journalist"].clone(),
        );
    }
    let mut sizes = json!(class_sizes_side_by_side(None, &findings.divided_sizes));
    if let Value::Array(sizes) = &mut sizes {
        sizes.retain(|bucket| bucket["after"]["classes"] != 0);
    }
    compare("sizes of classes", &evidence["class_sizes"], sizes);
    compare("smallest classes", &evidence["smallest_classes"], json!(findings.smallest));
    compare("quasi-identifiers", &evidence["roles"]["qi"], json!(promised.qi));
    if evidence["command"] == "mask" {
        compare("joint k", &document["joint"]["k"], json!(findings.k));
        compare("joint classes", &document["joint"]["classes"], risks["classes"].clone());
        for guarantee in document["guarantees"].as_array().into_iter().flatten() {
            compare("joint k, as promised", &guarantee["measured"], json!(findings.k));
        }
        return figures;
    }
    compare("sensitive columns", &evidence["roles"]["sensitive"], json!(promised.sensitive));
    let whole = json!(findings);
    if evidence["command"] == "check" {
        // Nothing else is in it than what the judge found.
        let parts = whole.as_object().into_iter().flatten().filter(|(key, _)| *key != "guarantees");
        for (key, found) in parts.filter(|_| all) {
            compare(&key.replace('_', " "), &document[key], found.clone());
        }
    } else {
        compare("rows published", &document["rows"]["published"], json!(findings.rows));
        compare("classes published", &document["classes"], json!(findings.classes));
        if all {
            compare("what can be learned", &document["learned"], whole["learned"].clone());
        }
    }
    figures.extend(promises(document, promised, decided, &findings.guarantees));
    figures
}

/// Each promise: that it is what was asked, and what it comes to.
fn promises(
    document: &Value,
    promised: &Promised<'_>,
    decided: &[usize],
    found: &[Guarantee],
) -> Vec<Figure> {
    let length = |list: &Value| json!(list.as_array().map_or(0, Vec::len));
    let mut figures = Vec::new();
    for (name, list) in [
        ("number of promises", &document["guarantees"]),
        ("number of demands", &document["evidence"]["demands"]),
    ] {
        figures.push(Figure {
            name: name.to_owned(),
            certified: length(list),
            found: json!(promised.demands.len()),
            holds: true,
            is_promise: false,
        });
    }
    for (&at, guarantee) in decided.iter().zip(found) {
        let demand = &promised.demands[at];
        figures.push(Figure {
            name: demand.to_string(),
            certified: document["guarantees"][at]["measured"].clone(),
            found: guarantee.measured.clone(),
            holds: guarantee.holds,
            is_promise: true,
        });
        let mut certified = document["guarantees"][at].clone();
        let mut now = json!(guarantee);
        for whole in [&mut certified, &mut now] {
            drop(whole.as_object_mut().map(|map| map.shift_remove("measured")));
        }
        let told = demands([demand], std::slice::from_ref(guarantee))[0].take();
        let words = document["evidence"]["demands"][at].clone();
        figures.push(Figure {
            name: format!("the words of {demand}"),
            certified: json!([certified, words]),
            found: json!([now, told]),
            holds: true,
            is_promise: false,
        });
    }
    figures
}
