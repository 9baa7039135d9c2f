//! What a scan found.

mod columns;
mod minimal;
mod sets;
mod trials;

use std::fmt::Write;

use incrowd_document::ScanDocument;

use super::safe_harbor;
use super::short;
use super::style::STRONG;

/// The text of a scan.
#[must_use]
pub fn scan(document: &ScanDocument) -> String {
    let plural = |count: u64, noun| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let rows = match document.people {
        Some(1) => format!("{} of one person in", plural(document.rows, "row")),
        Some(people) => format!("{} of {people} people in", plural(document.rows, "row")),
        None => format!("{} of", plural(document.rows, "row")),
    };
    let mut text = format!(
        "{STRONG}{}{STRONG:#}: {rows} {}\n",
        document.table.as_deref().unwrap_or("the table"),
        plural(document.columns.len() as u64, "column")
    );
    if let Some(sample) = &document.sample {
        let whose = sample.people.map_or(String::new(), |people| {
            let noun = if people == 1 { "person" } else { "people" };
            format!(", all those of {people} {noun},")
        });
        let _ = writeln!(
            text,
            "Only a sample of {} rows{whose} was looked at: but for missing values, all counts are of the sample.",
            sample.rows
        );
    }
    text += &columns::text(&document.columns);
    text += &sets::text(document);
    text += &minimal::text(document);
    if let Some(rules) = &document.safe_harbor {
        text += &safe_harbor::text(rules, &document.safe_harbor_unlisted);
    }
    if let Some(trials) = &document.trials {
        text += &trials::text(trials);
    }
    if let Some(path) = &document.init {
        let _ = writeln!(
            text,
            "\nWrote {path}. Read it, then: {STRONG}incrowd release {path}{STRONG:#}"
        );
    }
    text
}

/// What is counted: people or rows.
fn members(document: &ScanDocument) -> &'static str {
    if document.people.is_some() { "people" } else { "rows" }
}

/// A measured share.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A share that was asked for, as short as it was written.
fn asked(share: f64) -> String {
    format!("{}%", short(100.0 * share))
}
