//! The minimal sets of columns that single people out, and how far the list reaches.

use std::fmt::Write;

use incrowd_document::ScanDocument;

use crate::terminal::grid::{CellAlignment, TextGrid};
use crate::terminal::style::{BAD, FAINT, GOOD, STRONG};

use super::{asked, members, percent};

/// So many sets are shown to people.
const SHOWN: usize = 20;

pub fn text(document: &ScanDocument) -> String {
    let sets = &document.minimal_quasi_identifiers;
    let (share, members) = (asked(document.search.alpha), members(document));
    let mut text = format!("\n{STRONG}What singles people out{STRONG:#}\n");
    match &sets[..] {
        [] => {
            let _ = writeln!(
                text,
                "  {GOOD}no set of columns{GOOD:#} that was looked at singles out {share} of the {members}"
            );
        }
        [only] if only.is_empty() => {
            let one = if document.people.is_some() { "is about one person" } else { "has one row" };
            let _ = writeln!(
                text,
                "  The table {one}: who knows that a person is in it needs no column to find them."
            );
            return text;
        }
        _ => {
            let plural = if sets.len() == 1 { "set singles" } else { "sets single" };
            let _ = writeln!(
                text,
                "  {BAD}{} {plural} out {share}{BAD:#} of the {members} or more, and no smaller set within does",
                sets.len()
            );
            text += &listed(document);
        }
    }
    let more = sets.len().saturating_sub(SHOWN);
    if more > 0 {
        let _ = writeln!(text, "  {FAINT}and {more} more: --json{FAINT:#}");
    }
    text += &reach(document);
    text
}

/// The first sets with the rows or people that they single out.
fn listed(document: &ScanDocument) -> String {
    let sample = document.sample.as_ref();
    let rows = match document.people {
        Some(all) => sample.and_then(|sample| sample.people).unwrap_or(all),
        None => sample.map_or(document.rows, |sample| sample.rows),
    };
    let head = if document.people.is_some() { "unique people" } else { "unique rows" };
    let mut grid = TextGrid::new([
        ("set", CellAlignment::Wrapped),
        (head, CellAlignment::Right),
        ("share", CellAlignment::Right),
        ("", CellAlignment::Left(16)),
    ]);
    let sets = document.minimal_quasi_identifiers.iter();
    for (set, &unique) in sets.zip(&document.search.unique_rows).take(SHOWN) {
        grid.add([
            set.join(", ").into(),
            unique.to_string().into(),
            percent(unique as f64 / rows as f64).into(),
            remark(document, set).into(),
        ]);
    }
    grid.text()
}

/// What the list holds of all there is.
fn reach(document: &ScanDocument) -> String {
    let size = document.complete_to_size;
    let columns = if size == 1 { "column" } else { "columns" };
    let complete = format!("The list is complete for sets of up to {size} {columns}");
    let mut text = match document.search.ending.as_str() {
        "size" => format!("  {complete}; larger ones were not searched (--max-size).\n"),
        "full" => format!("  {complete}; it is full, and there are more (--most).\n"),
        "work" => {
            format!("  {complete}; larger ones take longer to find (--time-limit, --max-size).\n")
        }
        "time" => format!("  {complete}; then the time was up (--time-limit).\n"),
        _ => "  There are no others of any size.\n".to_owned(),
    };
    if let Some(sample) = &document.sample {
        let (alpha, members) = (document.search.alpha, members(document));
        let (drawn, of) = sample.people.zip(document.people).unwrap_or((sample.rows, sample.of));
        let _ = writeln!(
            text,
            "  Searched in a sample of {drawn} of {of} {members}: with {} confidence every set of up to {size} {columns}\n  \
             that singles out {} of all {members} contains one of these. The counts are of the sample,\n  \
             where {} was enough (margin {:.4}); a listed set may single out fewer of all {members}.",
            asked(sample.confidence),
            asked(alpha),
            percent((alpha - sample.margin).max(0.0)),
            sample.margin
        );
    }
    text
}

/// What stands beside a set.
fn remark(document: &ScanDocument, set: &[String]) -> &'static str {
    let mut identifiers = document
        .columns
        .iter()
        .filter(|column| matches!(column.suggested_role.as_str(), "id" | "person"));
    if identifiers.any(|column| set.contains(&column.name)) { "an identifier" } else { "" }
}
