//! What masking did, or would do.

use std::fmt::Write;

use incrowd_document::{MaskColumn, MaskDocument, MaskPromise};

use super::risks::verdict;
use super::safe_harbor;
use super::style::{BAD, FAINT, GOOD, STRONG};

/// The text of a mask; nothing where no plan exists, of which the messages tell.
#[must_use]
pub fn mask(document: &MaskDocument) -> String {
    if document.is_refused() {
        return String::new();
    }
    let promise = document.promise.as_ref().and_then(Option::as_ref);
    let risks = document.risks.as_deref().unwrap_or_default();
    let mut text = verdict(document.verdict.flatten(), risks);
    text += &promise.map_or_else(String::new, |promise| cells(document, promise));
    text += &table(&document.columns);
    if !document.is_plan() {
        text += &outcome(document, promise);
    }
    text
}

/// What became of the table.
fn outcome(document: &MaskDocument, promise: Option<&MaskPromise>) -> String {
    let mut text = String::new();
    let dropped = document.dropped.as_deref().unwrap_or_default();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\ndropped: {}", dropped.join(", "));
    }
    if let Some(rules) = &document.safe_harbor {
        text += &safe_harbor::text(rules, &document.safe_harbor_unlisted);
    }
    if let Some(promise) = promise {
        text += &rarest(promise);
    }
    if let (Some(k), Some(classes)) = (document.joint.k, document.joint.classes) {
        let met = promise.is_none_or(|promise| k >= promise.k);
        let style = if met { GOOD } else { BAD };
        let _ = writeln!(
            text,
            "\nTogether: {classes} combinations occur, the rarest in {style}{k}{style:#} {}",
            members(document, k)
        );
    }
    if let Some(output) = document.output.as_ref().and_then(Option::as_ref) {
        let rows = document.rows.unwrap_or(0);
        let people = document.people.map_or_else(String::new, |people| {
            format!(" of {people} {}", if people == 1 { "person" } else { "people" })
        });
        let _ = writeln!(text, "{STRONG}{rows} rows{STRONG:#}{people} written to {output}");
    }
    text
}

/// What is counted: people or rows.
fn members(document: &MaskDocument, count: u64) -> &'static str {
    match (document.people, count) {
        (Some(_), 1) => "person's rows",
        (Some(_), _) => "people's rows",
        (None, _) => "rows",
    }
}

/// What the promise comes to for the rarest values of all columns.
fn rarest(promise: &MaskPromise) -> String {
    let (Some(share), Some(failure)) = (promise.least_share, promise.least_share_failure) else {
        return String::new();
    };
    format!(
        "\nThe rarest values of all columns together have a share of {share:.2e}, if columns are independent: {}\nof {} people share them with {}% probability\n",
        promise.k,
        promise.universe,
        rounded_down((1.0 - failure) * 100.0)
    )
}

/// How many cells there may be, and what that promises.
fn cells(document: &MaskDocument, promise: &MaskPromise) -> String {
    let cells = document.cells.unwrap_or(0);
    let percent = rounded_down(100.0 * (1.0 - promise.failure.unwrap_or(promise.beta)));
    let mut text = format!(
        "{STRONG}{cells} cells{STRONG:#}: with {percent}% probability a person shares theirs with {} of {} people\n",
        promise.k, promise.universe
    );
    match document.distribution_free {
        Some(free) if cells > 1 => {
            let _ = writeln!(
                text,
                "{FAINT}nothing is assumed of how people are spread: {:.1}% of them may be in cells of few, and any\nother cell falls short with probability {:.2e}{FAINT:#}",
                100.0 * free.sparse,
                free.residual
            );
        }
        Some(_) => {}
        None => {
            let _ = writeln!(
                text,
                "{FAINT}({}) if all cells are equally likely, which columns that depend on each other do not make;\n--distribution-free assumes nothing{FAINT:#}",
                promise.form
            );
        }
    }
    text.push('\n');
    text
}

/// Two decimals of a percentage, rounded down: a promise is no larger than it is.
fn rounded_down(percent: f64) -> f64 {
    (percent * 100.0 + 1e-9).floor() / 100.0
}

fn table(columns: &[MaskColumn]) -> String {
    let names = columns.iter().map(|column| column.name.chars().count());
    let width = names.max().unwrap_or(0).max(6);
    let number = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let mut text = format!(
        "{FAINT}{:<width$}  {:>9} {:>9} {:>9}  {:>9}  {}{FAINT:#}\n",
        "column", "values", "budget", "left", "error", "how"
    );
    for column in columns {
        let about = if column.distinct_before_estimated == Some(true) { "~" } else { "" };
        let before = format!("{about}{}", number(column.distinct_before));
        let error = column.error.map_or("-".to_owned(), |error| format!("{error:.6}"));
        let (budget, after) = (number(column.budget), number(column.distinct_after));
        let row = format!(
            "{:<width$}  {before:>9} {budget:>9} {after:>9}  {error:>9}  {}",
            column.name, column.how
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}
