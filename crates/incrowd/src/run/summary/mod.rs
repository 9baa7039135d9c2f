//! What a command found, in words and as JSON.

pub mod anatomy;
pub mod attack;
pub mod check;
pub mod mask;
pub mod release;
pub mod safe_harbor;
pub mod scan;

use std::time::Instant;

use crate::{Plan, Verdict};
use incrowd_core::search::Outcome;
use incrowd_core::terms::Guarantee;
use incrowd_judge::{Findings, KnownColumn, Merged, Neighbours};
use serde_json::{Value, json};

use crate::run::Context;
use crate::run::style::{BAD, STRONG};

use check::{sentence, short};

/// So many classes.
pub fn classes(count: u64) -> String {
    if count == 1 { "1 class".to_owned() } else { format!("{count} classes") }
}

/// What the order of rows tells of a column.
pub fn ordered(neighbours: &Neighbours) -> String {
    let Neighbours { column, same, same_by_chance, in_order, .. } = neighbours;
    format!(
        "the order of rows gives '{column}' back, which is generalized: {:.0}% of neighbours with the same published \
         value have the same {column} ({:.0}% by chance), and of the others {:.0}% stand in its order (50% by \
         chance); publish with --order shuffled",
        100.0 * same,
        100.0 * same_by_chance,
        100.0 * in_order
    )
}

/// What is to be known of a search: its own remark, and how far it came if it was cut short.
pub fn remarks(outcome: &Outcome, cost: Option<f64>) -> Vec<String> {
    let mut remarks: Vec<String> = outcome.remark.clone().into_iter().collect();
    if outcome.cut_short {
        let bound = match outcome.lower_bound {
            Some(bound) => {
                format!("none of the {} costs less than {}", outcome.family.name(), short(bound))
            }
            None => "how much less another would cost is not known".to_owned(),
        };
        remarks.push(format!(
            "the search was cut short after {} nodes: its cost is {}, and {bound}",
            outcome.checked,
            short(cost.unwrap_or(f64::NAN)),
        ));
    }
    remarks
}

/// What speaks against a release, in the words of the judge.
pub fn object(verdict: &Verdict, context: &Context) {
    for failed in verdict.findings.guarantees.iter().filter(|guarantee| !guarantee.holds) {
        context.complain(&sentence(failed));
    }
    for doubt in &verdict.doubts {
        context.complain(&format!(
            "the judge does not recognise the table in what was written: {doubt}"
        ));
    }
    // The search does not know what else the register knows; the judge does.
    let is_blamed = |guarantee: &Guarantee| {
        let worst = guarantee.worst.as_deref().unwrap_or_default();
        let columns = &verdict.findings.register_knows;
        columns.iter().any(|column| worst.contains(&format!("'{}'", column.published)))
    };
    let failed = verdict.findings.guarantees.iter().filter(|guarantee| !guarantee.holds);
    if !verdict.holds() && (!verdict.doubts.is_empty() || failed.clone().any(|one| !is_blamed(one)))
    {
        context.complain(
            "the judge disagrees with the search, which should never happen: nothing was published",
        );
    }
}

/// Where a release is: at these places, or nowhere, be it wanted so or refused by the judge.
pub fn place(published: Option<String>, verdict: &Verdict) -> String {
    match published {
        Some(places) => format!("Published {places}"),
        None if verdict.holds() => format!("{STRONG}Nothing published{STRONG:#} (dry run)"),
        None => format!("{BAD}Nothing published{BAD:#}"),
    }
}

/// What is not known of people whom no class matches.
pub fn unmatched(people: u64) -> String {
    let (people, match_, are) = match people {
        1 => ("1 person".to_owned(), "matches", "is"),
        people => (format!("{people} people"), "match", "are"),
    };
    format!(
        "{people} of the register {match_} no published class and {are} taken to be outside, as if no row had been \
         suppressed; --members N says how many rows the table had"
    )
}

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

/// What to know of how the judge read secrets and the register. No secret is quoted: warnings go out
/// with certificates.
pub fn readings(findings: &Findings) -> Vec<String> {
    let merged = findings.merged.iter().map(|(column, merged)| {
        let values = match merged.values {
            1 => "1 value".to_owned(),
            values => format!("{values} values"),
        };
        format!(
            "{values} of '{column}' written in several ways (case, blanks, trailing zeros): each counts as one secret"
        )
    });
    let mut warnings: Vec<String> = merged.collect();
    if !findings.register_knows.is_empty() {
        let named = |column: &KnownColumn| match column.by_values {
            true => format!("{} (as {})", column.published, column.register),
            false => column.published.clone(),
        };
        let columns: Vec<String> = findings.register_knows.iter().map(named).collect();
        warnings.push(format!(
            "the register has {} too: whoever holds it knows that of everybody, so demands about the \
             population were measured with it",
            columns.join(", ")
        ));
    }
    warnings
}

/// The spellings that were taken for one secret, for the steward's eyes.
pub fn spellings(findings: &Findings) -> Vec<String> {
    let line = |(column, merged): &(String, Merged)| {
        let quoted = |texts: &Vec<String>| {
            texts.iter().map(|text| format!("'{text}'")).collect::<Vec<_>>().join(" = ")
        };
        let first: Vec<String> = merged.spellings.iter().take(3).map(quoted).collect();
        let more = if merged.values > 3 { ", ..." } else { "" };
        format!("the same {column}: {}{more}", first.join(", "))
    };
    findings.merged.iter().map(line).collect()
}
