//! Every entry of a certificate beside the same one made again.

use std::collections::BTreeSet;

use incrowd_core::terms::{Demand, Fraction, Guarantee};
use serde_json::Value;

use super::ComparedFigure;

/// What nobody can measure in the published file: whoever made the certificate attests it. These are
/// options and the number of rows of the original, and what repeats them.
pub const ATTESTED: [&str; 19] = [
    "/evidence/version",
    "/evidence/commitments",
    "/evidence/order",
    "/evidence/question/rows",
    "/evidence/question/recoding",
    "/evidence/question/algorithm",
    "/evidence/question/suppress",
    "/evidence/question/order",
    "/evidence/question/labels",
    "/evidence/question/after",
    "/evidence/question/promise/beta",
    "/evidence/question/promise/universe",
    "/evidence/question/promise/form",
    "/promise/beta",
    "/promise/universe",
    "/promise/form",
    "/recoding",
    "/rows/input",
    "/rows/suppressed",
];

/// The same of rows that were published by chance: how they were drawn cannot be seen in them.
pub const ATTESTED_BY_CHANCE: [&str; 4] =
    ["/draw", "/guarantees", "/evidence/demands", "/evidence/question"];

/// The same of promises about people whom the file does not tell apart.
pub const ATTESTED_OF_PEOPLE: [&str; 2] = ["/guarantees", "/evidence/demands"];

/// The same of risks that only the original shows.
pub const ATTESTED_RISKS: [&str; 2] = ["/verdict", "/risks"];

/// Compares a certificate with the same one made again, entry by entry, but for those below `unknown`.
pub fn compare(certified: &Value, made: &Value, unknown: &[String]) -> Vec<ComparedFigure> {
    let mut places = BTreeSet::new();
    leaves(certified, String::new(), &mut places);
    leaves(made, String::new(), &mut places);
    let is_known = |place: &&String| !unknown.iter().any(|part| is_below(place, part));
    let figure = |place: &String| {
        let at = |whole: &Value| whole.pointer(place).cloned().unwrap_or_default();
        let (certified, found) = (at(certified), at(made));
        ComparedFigure {
            name: place.trim_start_matches('/').replace('/', "."),
            certified,
            found,
            holds: true,
            is_promise: false,
        }
    };
    places.iter().filter(is_known).map(figure).collect()
}

/// Whether a place is another one, or below it.
pub fn is_below(place: &str, part: &str) -> bool {
    place.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The places of everything that has no parts.
fn leaves(value: &Value, place: String, places: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                let key = key.replace('~', "~0").replace('/', "~1");
                leaves(value, format!("{place}/{key}"), places);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            for (at, value) in list.iter().enumerate() {
                leaves(value, format!("{place}/{at}"), places);
            }
        }
        _ => drop(places.insert(place)),
    }
}

/// What each demand comes to, for people to read.
pub fn promises(
    demands: &[Demand],
    undecided: &[Demand],
    certified: &Value,
    made: &Value,
) -> Vec<ComparedFigure> {
    let mut figures = Vec::new();
    for (at, demand) in demands.iter().enumerate().filter(|(_, demand)| !undecided.contains(demand))
    {
        let found = &made["guarantees"][at];
        figures.push(ComparedFigure {
            name: demand.to_string(),
            certified: certified["guarantees"][at]["measured"].clone(),
            found: found["measured"].clone(),
            holds: found["holds"] == true,
            is_promise: true,
        });
    }
    figures
}

/// What rows tell of promises about people: rows must keep them too.
pub fn by_rows(found: &[(Demand, Guarantee)]) -> Vec<ComparedFigure> {
    let figure = |(demand, guarantee): &(Demand, Guarantee)| {
        let measured = serde_json::to_value(&guarantee.measured).unwrap_or_default();
        ComparedFigure {
            name: format!("{demand}, as far as rows tell"),
            certified: measured.clone(),
            found: measured,
            holds: guarantee.holds,
            is_promise: true,
        }
    };
    found.iter().map(figure).collect()
}

/// What can be seen of a promise that chance keeps: that it is one, and is kept by its own figures.
pub fn by_chance(document: &Value) -> Vec<ComparedFigure> {
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
    let figure = |name: &str, certified: Value, found: Value| ComparedFigure {
        name: name.to_owned(),
        certified,
        found,
        holds: true,
        is_promise: false,
    };
    let promises = document["guarantees"].as_array().map_or(0, Vec::len);
    vec![
        figure("number of promises", promises.into(), 1.into()),
        figure("model", promise["model"].clone(), "delta-presence".into()),
        figure("that it holds", promise["holds"].clone(), (within && below).into()),
    ]
}
