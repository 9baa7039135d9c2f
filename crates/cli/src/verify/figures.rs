//! Every figure of a certificate that can be had from the published file, beside the same one measured
//! now.

use incrowd::terms::{Demand, Fraction, Guarantee};
use incrowd_judge::{Findings, class_sizes_side_by_side};
use serde_json::{Value, json};

use crate::evidence::{demands, risk};
use crate::settings::{parse_release_toml, written_models};

use super::Figure;

/// What a certificate must promise if it is true to its question.
pub struct Promised<'a> {
    pub qi: &'a [String],
    pub sensitive: &'a [String],
    pub demands: &'a [Demand],
    /// The lines that say what is demanded.
    pub models: String,
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
        compare("rows masked", &document["rows"], json!(findings.rows));
        let demanded = &document["promise"]["k"];
        let kept = json!([{
            "model": "joint k",
            "demanded": demanded,
            "measured": findings.k,
            "holds": findings.k >= demanded.as_u64(),
        }]);
        let kept = if demanded.is_null() { json!([]) } else { kept };
        compare("promise of a joint k", &document["guarantees"], kept);
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
        let rows = |key: &str| document["rows"][key].as_u64().unwrap_or(0);
        let all_rows = rows("published").saturating_add(rows("suppressed"));
        compare("rows in all", &document["rows"]["input"], json!(all_rows));
        compare("that it was verified", &document["verified"], json!(true));
        compare("demands of the configuration", &configured(evidence), json!(promised.models));
        if let (Some(range), Value::String(_)) = (&findings.presence, &evidence["presence"]["min"])
        {
            compare("least presence", &evidence["presence"]["min"], json!(range.min));
            compare("greatest presence", &evidence["presence"]["max"], json!(range.max));
        }
        compare("classes published", &document["classes"], json!(findings.classes));
        if all {
            compare("what can be learned", &document["learned"], whole["learned"].clone());
        }
    }
    figures.extend(promises(document, promised, decided, &findings.guarantees));
    figures
}

/// The lines of the configuration that say what is demanded.
fn configured(evidence: &Value) -> Value {
    let text = evidence["configuration"].as_str().unwrap_or_default();
    let parsed = parse_release_toml(text, "configuration");
    parsed.map_or(Value::Null, |args| json!(written_models(&args.models)))
}

/// What can be seen of a promise that chance keeps: that it is one, and is kept by its own figures.
pub fn by_chance(document: &Value) -> Vec<Figure> {
    let promise = &document["guarantees"][0];
    // Of nobody, nothing is measured.
    let kept = |end: &str, keeps: fn(Fraction, Fraction) -> bool| {
        let figure = |part: &str| promise[part][end].as_str()?.parse::<Fraction>().ok();
        let pair = figure("demanded").zip(figure("measured"));
        promise["measured"][end].is_null()
            || pair.is_some_and(|(demanded, measured)| keeps(demanded, measured))
    };
    let within = kept("min", |demanded, measured| measured >= demanded);
    let below = kept("max", |demanded, measured| measured <= demanded);
    let figure = |name: &str, certified: Value, found: Value| Figure {
        name: name.to_owned(),
        certified,
        found,
        holds: true,
        is_promise: false,
    };
    vec![
        figure("number of promises", length(&document["guarantees"]), json!(1)),
        figure("model", promise["model"].clone(), json!("delta-presence")),
        figure("that it holds", promise["holds"].clone(), json!(within && below)),
        figure("that it was verified", document["verified"].clone(), json!(true)),
    ]
}

fn length(list: &Value) -> Value {
    json!(list.as_array().map_or(0, Vec::len))
}

/// Each promise: that it is what was asked, and what it comes to.
fn promises(
    document: &Value,
    promised: &Promised<'_>,
    decided: &[usize],
    found: &[Guarantee],
) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (at, demand) in promised.demands.iter().enumerate() {
        let certified = &document["guarantees"][at];
        figures.push(Figure {
            name: format!("what {demand} asks"),
            certified: json!([certified["model"], certified["demanded"], certified["holds"]]),
            found: json!([demand.model(), demand.demanded(), true]),
            holds: true,
            is_promise: false,
        });
    }
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
