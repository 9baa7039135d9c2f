//! What the judge found about a table.

use std::fmt::Write;

use incrowd::terms::{Demand, Guarantee};
use incrowd_io::Table;
use incrowd_judge::{ColumnFindings, Findings};
use serde_json::Value;

use crate::talk::{BAD, FAINT, GOOD, STRONG};

/// The readable report of `incrowd check`.
pub fn text(table: &Table, findings: &Findings, demands: &[Demand]) -> String {
    let mut text = String::new();
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let _ = writeln!(
        text,
        "{STRONG}{}{STRONG:#}: {} rows in {} classes; the smallest has {}, {} rows are unique",
        table.name(),
        findings.rows,
        findings.classes,
        findings.k.map_or("-".to_owned(), |k| k.to_string()),
        findings.unique_rows
    );
    let risk = &findings.risk;
    let _ = writeln!(
        text,
        "risk of being recognised: prosecutor {}, journalist {}, marketer {}",
        figure(risk.prosecutor),
        figure(risk.journalist),
        figure(risk.marketer)
    );
    for (column, found) in &findings.sensitive {
        let _ = writeln!(text, "\n{STRONG}{column}{STRONG:#}");
        for (name, value) in measures(found) {
            let _ = writeln!(text, "  {name:<26} {value}");
        }
    }
    if !demands.is_empty() {
        let _ = writeln!(text);
    }
    for (demand, guarantee) in demands.iter().zip(&findings.guarantees) {
        text += &verdict(demand, guarantee);
    }
    text
}

/// A demand and whether it is met, on one line.
pub fn verdict(demand: &Demand, guarantee: &Guarantee) -> String {
    let word =
        if guarantee.holds { format!("{GOOD}holds{GOOD:#}") } else { format!("{BAD}FAILS{BAD:#}") };
    format!("  {word}  {demand}  {FAINT}measured {}{FAINT:#}\n", measured(&guarantee.measured))
}

/// Why a demand is not met.
pub fn sentence(guarantee: &Guarantee) -> String {
    let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of {column}"));
    let worst = guarantee.worst.as_ref().map_or(String::new(), |worst| format!(": {worst}"));
    let (demanded, found) = (measured(&guarantee.demanded), measured(&guarantee.measured));
    format!(
        "{}{of} does not hold: {demanded} is demanded, {found} is measured{worst}",
        guarantee.model
    )
}

/// A figure as people write it.
pub fn measured(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(String::new, short),
        Value::Object(map) => {
            let parts: Vec<String> =
                map.iter().map(|(name, value)| format!("{name} {}", measured(value))).collect();
            parts.join(", ")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// At most six digits behind the point, and no more than needed.
pub fn short(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn measures(found: &ColumnFindings) -> Vec<(&'static str, String)> {
    let figure = |value: Option<f64>| value.map_or("-".to_owned(), short);
    let whole = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
    let mut recursive: Vec<String> = Vec::new();
    for (l, c) in &found.recursive_c {
        recursive.push(format!("l={l}: {}", figure(*c)));
    }
    vec![
        ("distinct values (p, l)", whole(found.distinct_l)),
        ("frequency l", figure(found.frequency_l)),
        ("entropy l", figure(found.entropy_l)),
        ("recursive c", recursive.join(", ")),
        ("alpha", figure(found.alpha)),
        ("t, equal / ordered", format!("{} / {}", figure(found.t), figure(found.t_ordered))),
        ("basic beta", figure(found.basic_beta)),
        ("enhanced beta holds for", figure(found.enhanced_beta_holds_for)),
        ("delta-disclosure", figure(found.delta_disclosure_strict)),
        ("classes that disclose it", found.disclosures.to_string()),
    ]
}
